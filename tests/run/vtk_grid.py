# SPDX-License-Identifier: BSD-2-Clause
"""The known grid of ../vtk_grid.h by its formulas, the program that writes it, VTK's reader."""

import os
import pathlib
import subprocess
import xml.etree.ElementTree

import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkCommand
from vtkmodules.vtkIOXML import vtkXMLUnstructuredGridReader

MPIEXEC = os.environ["RICOCHET_MPIEXEC"].split(";")
WRITER = pathlib.Path(os.environ["RICOCHET_TEST_BIN"], "run_vtk_writer")

# By the number of a cell modulo 4: VTK's cell type, number of points, stride between them.
LINE, VERTEX, QUAD, POLYGON = (3, 2, 1), (1, 1, 1), (9, 4, 1), (7, 5, 2)
KINDS = [LINE, VERTEX, QUAD, POLYGON]


def write(ranks, directory, **options):
    """Run the writer; options as its command line takes them. Returns the finished process."""
    words = [str(word) for key, value in options.items() for word in (f"-{key}", value)]
    command = [*MPIEXEC, "-n", str(ranks), str(WRITER), "-dir", str(directory), *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def expected(points, output):
    """Name → array of all that a file of the grid holds, in the types it must have."""
    i = np.arange(points, dtype=np.int64)
    cells = [KINDS[c % 4] for c in range(points)]
    temperature = i / 13.0
    temperature[:4] = [5e-324, -0.0, np.nan, -np.inf][:points]
    region = (5 - i).astype(np.int32)
    region[:2] = [-(2**31), 2**31 - 1][:points]
    if points == 0:  # what fits into bytes is written as bytes
        region = region.astype(np.uint8)
    connectivity = [
        (c + stride * j) % points for c, (_, n, stride) in enumerate(cells) for j in range(n)
    ]
    return {
        "TimeValue": np.array([output / 7.0]),
        "points": np.column_stack([i / 3.0, i * i / 7.0, -i / 11.0]),
        "types": np.array([kind for kind, _, _ in cells], dtype=np.uint8),
        "offsets": np.cumsum([0] + [n for _, n, _ in cells], dtype=np.int64),
        "connectivity": np.array(connectivity, dtype=np.int64),
        "temperature": temperature,
        "displacement": np.column_stack([(output + 1) * i / 17.0, -i / 19.0, i * i / 23.0]),
        "axial_force": i / 29.0,
        "moment": np.column_stack([i / 31.0, -i / 37.0]),
        "region": region,
    }


def read(path):
    """The same from a .vtu by VTK's own reader; what it complains of is raised."""
    complaints = []
    reader = vtkXMLUnstructuredGridReader()
    reader.SetFileName(str(path))
    for event in (vtkCommand.ErrorEvent, vtkCommand.WarningEvent):
        reader.AddObserver(event, lambda *_: complaints.append(str(path)))
    reader.Update()
    if complaints or reader.GetErrorCode():
        raise ValueError(f"VTK cannot read {path}")
    grid = reader.GetOutput()
    cells = grid.GetCells()
    found = {
        "points": vtk_to_numpy(grid.GetPoints().GetData()),
        "offsets": vtk_to_numpy(cells.GetOffsetsArray()).astype(np.int64, casting="safe"),
        "connectivity": vtk_to_numpy(cells.GetConnectivityArray()).astype(np.int64, casting="safe"),
        "types": vtk_to_numpy(grid.GetCellTypesArray()),
    }
    for data in (grid.GetPointData(), grid.GetCellData(), grid.GetFieldData()):
        for index in range(data.GetNumberOfArrays()):
            array = data.GetArray(index)
            found[array.GetName()] = vtk_to_numpy(array)
    return found


def series(path):
    """[(time, file name)] of a .pvd."""
    root = xml.etree.ElementTree.parse(path).getroot()
    if root.get("type") != "Collection":
        raise ValueError(f"{path} is no collection")
    return [(float(item.get("timestep")), item.get("file")) for item in root.iter("DataSet")]
