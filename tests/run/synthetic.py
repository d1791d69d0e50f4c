# SPDX-License-Identifier: BSD-2-Clause
"""Output of runs that never were, for the tests of post-processing."""
import json
import os
import pathlib
import subprocess

import numpy as np
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import vtkUnstructuredGrid
from vtkmodules.vtkIOXML import vtkXMLUnstructuredGridWriter

# pvbatch without a screen. The display has a number no other test takes meanwhile (two that look for
# a free one at the same time may find the same), and the server does not reset when pvbatch closes
# its first window: while it does, it refuses the second.
PVBATCH = ["xvfb-run", "-a", "-n", str(1000 + os.getpid() % 30000), "-s", "-noreset", "pvbatch"]



def render_each(scenes, directory):
    """Run postproc/render.py with each list of arguments, all in one process of ParaView, whose start takes longer
    than a picture; what it printed, the paths of the pictures. `directory` takes the list."""
    arguments = pathlib.Path(directory) / "scenes.json"
    arguments.write_text(json.dumps([[str(word) for word in scene] for scene in scenes]), encoding="utf-8")
    program = pathlib.Path(__file__).resolve().with_name("render_each.py")
    done = subprocess.run([*PVBATCH, str(program), str(arguments)], text=True, capture_output=True, check=False, timeout=300)
    if done.returncode:
        raise AssertionError(done.stdout + done.stderr)
    return done.stdout.split()


VERTEX, LINE, POLYGON, QUAD = 1, 3, 7, 9
STRUCTURE, CONTACT, OBSTACLE, BODY, JOINT = range(5)


def write_run(directory, history, stepper="ggl-alpha", step=None, bar=None, units=None):
    """history.csv and summary.json of a run; `history` is {column: values}; bar: its data; units:
    {column: unit} for history.json."""
    directory = pathlib.Path(directory)
    directory.mkdir(parents=True, exist_ok=True)
    rows = np.column_stack(list(history.values()))
    np.savetxt(directory / "history.csv", rows, fmt="%.17g", delimiter=",",
               header=",".join(history), comments="")
    if units:
        about = {name: {"unit": units[name]} for name in history}
        (directory / "history.json").write_text(json.dumps({"history.csv": about}), encoding="utf-8")
    summary = {"title": "synthetic", "stepper": {"type": stepper, "step": step}}
    if bar:
        names = ("length", "area", "density", "modulus")
        summary["bar"] = {name: getattr(bar, name) for name in names}
    (directory / "summary.json").write_text(json.dumps(summary), encoding="utf-8")
    return directory


def history_of(t, gap, velocity, impulse, force, kinetic, potential, contact="wall"):
    """The columns of a history with one contact."""
    zero = np.zeros_like(t)
    return {
        "step": np.arange(len(t)), "t": t,
        "kinetic": kinetic, "potential": potential, "energy": kinetic + potential,
        "min_gap": gap, "max_joint_error": zero, "active": (impulse > 0) * 1.0, "iterations": zero,
        f"{contact}.gap": gap, f"{contact}.gap_velocity": velocity,
        f"{contact}.impulse": impulse, f"{contact}.force": force, f"{contact}.nu": zero,
    }


def bar_matrices(bar, n):
    """Consistent mass and stiffness of n two-node bar elements."""
    size = bar.length / n
    mass, stiffness = np.zeros((n + 1, n + 1)), np.zeros((n + 1, n + 1))
    for i in range(n):
        pair = np.ix_([i, i + 1], [i, i + 1])
        mass[pair] += bar.density * bar.area * size / 6 * np.array([[2, 1], [1, 2]])
        stiffness[pair] += bar.modulus * bar.area / size * np.array([[1, -1], [-1, 1]])
    return mass, stiffness


def moreau_jean_bar(bar, n, h, t_end, theta=1 / 1.8):
    """The impacting bar by Moreau and Jean's scheme, the contact forecast by the gap at the step's
    start (gamma = 0), e = 0: its history."""
    mass, stiffness = bar_matrices(bar, n)
    inverse = np.linalg.inv(mass + (h * theta) ** 2 * stiffness)
    compliance = inverse[0, 0]
    steps = int(round(t_end / h))
    u, v = np.zeros(n + 1), np.full(n + 1, -bar.speed)
    rows = []
    for k in range(steps + 1):
        impulse = 0.0
        if k > 0:
            free = v - inverse @ (h * stiffness @ (u + h * theta * v))
            closed = bar.gap + u[0] <= 0
            impulse = max(0.0, -free[0] / compliance) if closed else 0.0
            new = free + inverse[:, 0] * impulse
            u, v = u + h * (theta * new + (1 - theta) * v), new
        rows.append((bar.gap + u[0], v[0], impulse, v @ mass @ v / 2, u @ stiffness @ u / 2))
    gap, velocity, impulse, kinetic, potential = np.array(rows).T
    t = h * np.arange(steps + 1)
    return history_of(t, gap, velocity, impulse, impulse / h, kinetic, potential)


def write_vtu(path, points, cells, kinds, displacement, impulse):
    """One .vtu: point field displacement, cell fields kind, impulse, axial_force. `cells` is a list
    of (VTK type, point numbers). Inline data: not every VTK with every expat reads VTK's own
    appended raw data."""
    grid, vtk_points = vtkUnstructuredGrid(), vtkPoints()
    vtk_points.SetData(numpy_to_vtk(np.ascontiguousarray(points, dtype=float), deep=1))
    grid.SetPoints(vtk_points)
    grid.Allocate(len(cells))
    for cell_type, numbers in cells:
        grid.InsertNextCell(cell_type, len(numbers), [int(number) for number in numbers])
    axial_force = np.linspace(-1, 1, len(cells)) * (np.asarray(kinds) == STRUCTURE)
    fields = (
        (grid.GetPointData(), "displacement", np.asarray(displacement, dtype=float)),
        (grid.GetCellData(), "kind", np.asarray(kinds, dtype=np.int32)),
        (grid.GetCellData(), "impulse", np.asarray(impulse, dtype=float)),
        (grid.GetCellData(), "axial_force", axial_force),
    )
    for data, name, values in fields:
        array = numpy_to_vtk(np.ascontiguousarray(values), deep=1)
        array.SetName(name)
        data.AddArray(array)
    writer = vtkXMLUnstructuredGridWriter()
    writer.SetFileName(str(path))
    writer.SetInputData(grid)
    writer.SetDataModeToBinary()
    if not writer.Write():
        raise OSError(f"{path} not written")


def write_pvd(path, entries):
    """A .pvd of (time, file name)."""
    sets = "".join(f'<DataSet timestep="{t:.17g}" part="0" file="{name}"/>' for t, name in entries)
    path.write_text('<?xml version="1.0"?>\n<VTKFile type="Collection" version="0.1">'
                    f"<Collection>{sets}</Collection></VTKFile>\n", encoding="utf-8")
    return path


def bar_series(directory, current=True):
    """A bar of 20 elements on the x axis that approaches a wall at x = 0, in three files, whose points are
    current or reference positions."""
    x = np.linspace(0, 10, 21)
    square = np.array([[0, -1, -1], [0, 1, -1], [0, 1, 1], [0, -1, 1]])
    entries = []
    for k, offset in enumerate((5.0, 2.5, 0.0)):
        bar = np.column_stack([x * (1 - 0.02 * k) + offset, 0 * x, 0 * x])
        points = np.vstack([bar, bar[:1], square])
        moved = np.zeros_like(points)
        moved[:22, 0] = offset - 5 - 0.02 * np.append(x, 0) * k
        cells = [(LINE, (i, i + 1)) for i in range(20)]
        cells += [(VERTEX, (21,)), (QUAD, (22, 23, 24, 25))]
        kinds = [STRUCTURE] * 20 + [CONTACT, OBSTACLE]
        points[22:] += 0.01 * k  # the wall moves, and has no displacement
        write_vtu(directory / f"bar_{k}.vtu", points - (0 if current else moved), cells, kinds, moved,
                  [0] * 20 + [0.3 * k, 0])
        entries.append((0.25 * k, f"bar_{k}.vtu"))
    return write_pvd(directory / "bar.pvd", entries)


def lattice_series(directory):
    """A 4 x 3 x 2 lattice of bars above a floor, with a contact at each lower node, in one file."""
    nodes = np.array([(i, j, k) for i in range(5) for j in range(4) for k in range(3)], dtype=float)
    tilt = nodes + np.array([0, 0, 0.3]) + 0.1 * nodes[:, :1] * np.array([[0, 0, 1]])
    near = [(a, b) for a in range(60) for b in range(a)
            if np.linalg.norm(nodes[a] - nodes[b]) < 1.5]
    low = np.flatnonzero(nodes[:, 2] == 0)
    floor = np.array([[-1, -1, 0], [5, -1, 0], [5, 4, 0], [-1, 4, 0]], dtype=float)
    points = np.vstack([tilt, tilt[low], floor])
    cells = [(LINE, pair) for pair in near]
    cells += [(VERTEX, (60 + i,)) for i in range(len(low))]
    cells += [(QUAD, 60 + len(low) + np.arange(4))]
    kinds = [STRUCTURE] * len(near) + [CONTACT] * len(low) + [OBSTACLE]
    impulse = np.concatenate([np.zeros(len(near)), np.linspace(0, 2, len(low)), [0]])
    moved = np.vstack([tilt - nodes, (tilt - nodes)[low], np.zeros((4, 3))])
    write_vtu(directory / "lattice_0.vtu", points, cells, kinds, moved, impulse)
    return write_pvd(directory / "lattice.pvd", [(0.5, "lattice_0.vtu")])


def body_series(directory):
    """A square of side 1 on a joint at its left, above a floor, that moves 3 to the right from file
    to file; no structure."""
    square = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], dtype=float)
    floor = np.array([[-1, -1.2, 0], [8, -1.2, 0], [8, -1, 0], [-1, -1, 0]], dtype=float)
    cells = [(POLYGON, range(4)), (VERTEX, (4,)), (VERTEX, (4,)), (QUAD, range(5, 9))]
    entries = []
    for k in range(3):
        moved = np.zeros((9, 3))
        moved[:5, 0] = 3 * k
        points = np.vstack([square, square[3:], floor]) + moved
        write_vtu(directory / f"body_{k}.vtu", points, cells, [BODY, JOINT, CONTACT, OBSTACLE],
                  moved, [0, 0, 0.1 * k, 0])
        entries.append((0.5 * k, f"body_{k}.vtu"))
    return write_pvd(directory / "body.pvd", entries)
