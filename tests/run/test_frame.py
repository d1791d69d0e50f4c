# SPDX-License-Identifier: BSD-2-Clause
"""VTK files of bodies, joints, springs, systems and contacts between points, read by VTK's own
reader, against history.csv and formulas, on one rank and on several."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkIOXML import vtkXMLUnstructuredGridReader

FORKED = os.environ.get("RICOCHET_FORKED", os.environ["RICOCHET"])
SOURCE = pathlib.Path(os.environ["RICOCHET_SOURCE"])
MPIEXEC = os.environ["RICOCHET_MPIEXEC"].split(";")
RANKS = (2,) if os.environ.get("RICOCHET_TEST_BRIEF") == "1" else (2, 3)
sys.path[:0] = [str(SOURCE / "python")]
import ricochet  # noqa: E402

ELEMENT, CONTACT, OBSTACLE, BODY, JOINT = range(5)
VERTEX, LINE, POLYGON, QUAD = 1, 3, 7, 9

BODIES = """
title: bodies
dimension: 2
bodies:
  - {name: bob, mass: 2, inertia: 0.1, at: [1, 0], velocity: [0, -1, -1], points: {hinge: [-1, 0]}}
  - {name: box, mass: 1, shape: {type: block, size: [0.4, 0.2]}, at: [0.1, 0.12], angle: 0.1,
     velocity: [0, 0, 0.5], points: {l: [-0.2, -0.1], r: [0.2, -0.1]}}
  - {name: wheel, mass: 1, shape: {type: disk, radius: 0.3}, at: [3, 0.5], points: {top: [0, 0.3]}}
  - {name: el, mass: 3, shape: {type: polygon, points: [[-1, -1], [2, -1], [-1, 2]]}, at: [6, 3]}
gravity: [0, -10]
joints:
  - {name: hinge, type: revolute, a: bob.hinge, b: [0, 0]}
  - {name: tie, type: rod, a: wheel, b: [3, 2]}
springs:
  - {a: wheel.top, b: box.r, stiffness: 3, damper: 0.5, length: 1}
contacts:
  - {name: left, type: point-line, a: box.l, b: [0, 0], normal: [0, 1]}
  - {name: right, type: point-line, a: box.r, b: [0, 0], normal: [0, 1]}
  - {name: hole, type: point-circle, a: wheel, b: [3, 0.4], radius: 0.5}
stepper: {type: moreau-jean, step: 1e-3, end: 0.2, theta: 0.5}
output: {vtk_every: 50}
"""

SYSTEM = """
title: system
dimension: 1
systems:
  - {name: ball, type: oscillator, parameters: {k: 0, force: -10}, q: [1], v: [-2],
     contacts: {ground: {restitution: 0.5}}}
stepper: {type: moreau-jean, step: 1e-2, end: 0.2, theta: 0.5}
output: {vtk_every: 10}
"""


# Stops on the ground and on a moving arm, and two rods whose ends meet.
STOPS = """
dimension: 2
mesh:
  line:
    - {name: rod, from: [-1, 0.6], to: [-0.4, 0.6], cells: 3}
    - {name: far, from: [-0.3, 0.6], to: [0.3, 0.6], cells: 3}
materials: {m: {E: 1e6, density: 1000}}
elements: [{type: bar, region: rod, material: m, area: 1e-3}, {type: bar, region: far, material: m, area: 1e-3}]
supports: [{region: rod, fixed: [y]}, {region: far, fixed: [y]}]
initial: [{region: rod, velocity: [1, 0]}]
bodies:
  - {name: arm, shape: {type: rod, length: 0.8}, mass: 1, at: [0.4, 0], points: {pin: [-0.4, 0], tip: [0.4, 0]}}
  - {name: fore, shape: {type: rod, length: 0.4}, mass: 0.5, at: [1, 0], points: {pin: [-0.2, 0]}}
gravity: [0, -9.81]
joints:
  - {name: shoulder, type: revolute, a: arm.pin, b: [0, 0]}
  - {name: elbow, type: revolute, a: fore.pin, b: arm.tip}
contacts:
  - {name: low, type: angular-stop, a: arm, b: [0, 0], angle: -0.6}
  - {name: high, type: angular-stop, a: arm, b: [0, 0], angle: 0.7, upper: true, motion: 0.1*t}
  - {name: bend, type: angular-stop, a: fore, b: arm.tip, angle: 0.5, upper: true, offset: 0.1}
  - {name: meet, type: node-node, nodes: [rod.end, far.start], direction: [1, 0], offset: 0.02}
stepper: {type: moreau-jean, step: 2e-3, end: 0.4}
output: {vtk_every: 40, probes: {end: rod.end}}
"""


class Grid:
    """Cells of a .vtu by kind: corners and the value of a field."""

    def __init__(self, path):
        reader = vtkXMLUnstructuredGridReader()
        reader.SetFileName(str(path))
        reader.Update()
        self.grid = reader.GetOutput()
        self.xyz = vtk_to_numpy(self.grid.GetPoints().GetData())
        self.kind = vtk_to_numpy(self.grid.GetCellData().GetArray("kind"))

    def cells(self, kind):
        return [int(number) for number in np.flatnonzero(self.kind == kind)]

    def numbers(self, cell):
        ids = self.grid.GetCell(cell).GetPointIds()
        return [ids.GetId(i) for i in range(ids.GetNumberOfIds())]

    def corners(self, cell):
        return self.xyz[self.numbers(cell)]

    def type(self, cell):
        return self.grid.GetCellType(cell)

    def field(self, name, cell):
        return vtk_to_numpy(self.grid.GetCellData().GetArray(name))[cell]

    def point_field(self, name, cell):
        return vtk_to_numpy(self.grid.GetPointData().GetArray(name))[self.numbers(cell)]


def turned(angle, x):
    c, s = np.cos(angle), np.sin(angle)
    return np.array([c * x[0] - s * x[1], s * x[0] + c * x[1], 0])


class Frame(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="ricochet-frame-")
        self.addCleanup(directory.cleanup)
        self.work = pathlib.Path(directory.name)

    def run_input(self, text, ranks=1):
        (self.work / "in.yaml").write_text(text)
        out = self.work / f"out{ranks}"
        launcher = [*MPIEXEC, "-n", str(ranks)] if ranks > 1 else []
        command = [*launcher, FORKED, "run", self.work / "in.yaml", "-o", out, "-quiet"]
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                              check=False, timeout=120)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        run = ricochet.read(out)
        rows = [{name: column[i] for name, column in run.history.items()}
                for i in range(len(run.history["t"]))]
        grids = []
        for t, path in ricochet.read_pvd(out / "in.pvd"):
            grids.append((Grid(path), min(rows, key=lambda row, t=t: abs(row["t"] - t))))
        return grids

    def assert_near(self, found, wanted, tolerance=1e-12):
        np.testing.assert_allclose(found, wanted, rtol=0, atol=tolerance)

    def check_body(self, grid, row, name, cell, local):
        centre = np.array([row[f"{name}.x"], row[f"{name}.y"], 0])
        arms = [turned(row[f"{name}.theta"], x) for x in local]
        self.assert_near(grid.corners(cell), [centre + arm for arm in arms])
        velocity = np.array([row[f"{name}.vx"], row[f"{name}.vy"], 0])
        omega = row[f"{name}.omega"]
        self.assert_near(grid.point_field("velocity", cell),
                         [velocity + omega * np.array([-arm[1], arm[0], 0]) for arm in arms])

    def by_place(self, grid, kind, x):
        """The cell of a kind whose first corner is nearest to x."""
        return min(grid.cells(kind), key=lambda c: np.linalg.norm(grid.corners(c)[0][:2] - x))

    def body_of(self, grid, row, name, corners):
        """The body's cell: the one with that many corners whose mean is nearest to the centre."""
        found = [c for c in grid.cells(BODY) if len(grid.numbers(c)) == corners]
        centre = np.array([row[f"{name}.x"], row[f"{name}.y"], 0])
        return min(found, key=lambda c: np.linalg.norm(grid.corners(c).mean(axis=0) - centre))

    def check_frame(self, grid, row):
        bob = self.body_of(grid, row, "bob", 2)
        self.assertEqual(grid.type(bob), LINE)
        self.check_body(grid, row, "bob", bob, [[-1, 0], [0, 0]])
        box = self.body_of(grid, row, "box", 4)
        self.assertEqual(grid.type(box), POLYGON)
        self.check_body(grid, row, "box", box, [[-.2, -.1], [.2, -.1], [.2, .1], [-.2, .1]])
        angles = 2 * np.pi * np.arange(32) / 32
        self.check_body(grid, row, "wheel", self.body_of(grid, row, "wheel", 32),
                        0.3 * np.column_stack([np.cos(angles), np.sin(angles)]))
        self.check_body(grid, row, "el", self.body_of(grid, row, "el", 3),
                        [[-1, -1], [2, -1], [-1, 2]])
        self.check_contacts(grid, row)
        self.check_joints(grid, row)

    def check_contacts(self, grid, row):
        self.assertEqual(len(grid.cells(CONTACT)), 3)
        centre = np.array([row["box.x"], row["box.y"]])
        for name, x in (("left", [-.2, -.1]), ("right", [.2, -.1])):
            at = centre + turned(row["box.theta"], x)[:2]
            cell = self.by_place(grid, CONTACT, at)
            self.assert_near(grid.corners(cell)[0][:2], at)
            self.assert_near(grid.field("gap", cell), row[f"{name}.gap"])
            self.assert_near(grid.corners(cell)[0][1], row[f"{name}.gap"])
            self.assert_near(grid.field("impulse", cell), row[f"{name}.impulse"])
            self.assert_near(grid.field("contact_force", cell), [0, row[f"{name}.force"], 0], 1e-9)
        self.assertEqual(len(grid.cells(OBSTACLE)), 2, "the floor is drawn once")
        floor = [c for c in grid.cells(OBSTACLE) if grid.type(c) == QUAD][0]
        corners = grid.corners(floor)
        self.assertEqual(corners[:, 1].max(), 0)
        self.assertLess(corners[:, 1].min(), 0)
        self.assertGreater(np.ptp(corners[:, 0]), 5)
        hole = [c for c in grid.cells(OBSTACLE) if c != floor][0]
        self.assert_near(np.linalg.norm(grid.corners(hole) - [3, 0.4, 0], axis=1), 0.5)

    def check_joints(self, grid, row):
        cells = grid.cells(JOINT)
        self.assertEqual(sorted(grid.type(c) for c in cells), [VERTEX, LINE])
        for cell in cells:
            name = "hinge" if grid.type(cell) == VERTEX else "tie"
            self.assert_near(grid.field("joint_error", cell), row[f"{name}.error"])
            size = np.linalg.norm(grid.field("reaction", cell))
            self.assert_near(size, row[f"{name}.force"], 1e-9 * (1 + size))
        rod = [c for c in cells if grid.type(c) == LINE][0]
        self.assert_near(grid.corners(rod), [[row["wheel.x"], row["wheel.y"], 0], [3, 2, 0]])
        (spring,) = grid.cells(ELEMENT)
        box = np.array([row["box.x"], row["box.y"], 0]) + turned(row["box.theta"], [0.2, -0.1])
        top = np.array([row["wheel.x"], row["wheel.y"], 0]) + turned(row["wheel.theta"], [0, 0.3])
        self.assert_near(grid.corners(spring), [top, box])
        ends = grid.point_field("velocity", spring)
        reach, rate = box - top, ends[1] - ends[0]
        length = np.linalg.norm(reach)
        self.assert_near(grid.field("axial_force", spring),
                         3 * (length - 1) + 0.5 * rate @ reach / length)

    def test_bodies(self):
        grids = self.run_input(BODIES)
        self.assertEqual(len(grids), 5)
        for grid, row in grids:
            with self.subTest(t=row["t"]):
                self.check_frame(grid, row)
        _, last = grids[-1]
        self.assertGreater(last["left.force"] + last["right.force"], 1, "the box stands")
        # The hinge carries the weight and more: upwards on the bob, downwards on the ground, b.
        grid = grids[-1][0]
        hinge = [c for c in grid.cells(JOINT) if grid.type(c) == VERTEX][0]
        self.assertLess(grid.field("reaction", hinge)[1], 0)

    def test_ranks(self):
        for ranks in RANKS:
            for grid, row in self.run_input(BODIES, ranks):
                with self.subTest(ranks=ranks, t=row["t"]):
                    self.check_frame(grid, row)

    def check_stop(self, grid, corner, angle, closed):
        """A strip that begins at `corner` and lies on the side `closed` (1: left) of the line at `angle`."""
        def begins_there(cell):
            return np.linalg.norm(grid.corners(cell) - corner, axis=1).min()

        axis, across = turned(angle, [1, 0]), turned(angle, [0, 1])
        found = sorted(grid.cells(OBSTACLE), key=begins_there)
        for cell in found[:2]:
            reach = grid.corners(cell) - corner
            if abs(reach @ across).min() < 1e-12 and (closed * (reach @ across) > -1e-12).all():
                self.assert_near(sorted(reach @ axis)[:2], [0, 0])
                self.assertGreater((reach @ axis).max(), 0.1)
                return
        self.fail(f"no stop at {corner} along {angle}")

    def test_stops_and_faces_of_nodes(self):
        for ranks in (1, *RANKS):
            grids = self.run_input(STOPS, ranks)
            self.assertGreater(sum(row["low.impulse"] for _, row in grids), 0)
            for grid, row in grids:
                with self.subTest(ranks=ranks, t=row["t"]):
                    self.assertEqual((len(grid.cells(CONTACT)), len(grid.cells(OBSTACLE))), (4, 4))
                    self.check_stop(grid, [0, 0, 0], -0.6, -1)
                    self.check_stop(grid, [0, 0, 0], 0.7 - 0.1 * row["t"], 1)
                    tip = np.array([row["arm.x"], row["arm.y"], 0]) + turned(row["arm.theta"], [0.4, 0])
                    self.check_stop(grid, tip, row["arm.theta"] + 0.4, 1)
                    faces = [c for c in grid.cells(OBSTACLE) if np.ptp(grid.corners(c)[:, 1]) > 0.1
                             and abs(grid.corners(c)[:, 1].mean() - 0.6) < 1e-9]
                    self.assert_near(grid.corners(faces[0])[:, 0].max(), row["end.x"] + 0.02)

    def test_system(self):
        for grid, row in self.run_input(SYSTEM):
            (line,) = grid.cells(ELEMENT)
            self.assert_near(grid.corners(line), [[0, 0, 0], [row["ball.q"], 0, 0]])
            self.assert_near(grid.point_field("velocity", line)[1], [row["ball.vq"], 0, 0], 1e-9)
            (contact,) = grid.cells(CONTACT)
            self.assert_near(grid.corners(contact), [[row["ball.q"], 0, 0]])

    def test_refusals(self):
        shape = "{type: polygon, points: [[-1, -1], [2, -1], [-1, 2]]}"
        wrongs = {
            "{type: polygon, points: [[0, 0], [3, 0], [0, 3]]}": r"is at \(1, 1\)",
            "{type: polygon, points: [[0, 0], [3, 0]]}": "2 corners",
            "{type: polygon, points: [[0, 0], [3, 0], [6, 0]]}": "no area",
            "{type: polygon, points: [[0, 0], [4, 4], [4, 0], [0, 1]]}": "crosses",
            "{type: polygon, points: [[0, 0], [3], [3, 0]]}": "2",
            "{type: polygon, radius: 2}": "radius",
            "{type: disk, size: [1, 2]}": "size",
        }
        paths = [self.work / f"{k}.yaml" for k in range(len(wrongs))]
        for path, wrong in zip(paths, wrongs):
            path.write_text(BODIES.replace(shape, wrong))
        done = subprocess.run([FORKED, "check", *map(str, paths)],
                              capture_output=True, text=True, check=False, timeout=60)
        self.assertEqual(done.returncode, 2, done.stdout)
        lines = done.stderr.splitlines()
        self.assertEqual(len(lines), len(wrongs), done.stderr)
        for path, line, (wrong, text) in zip(paths, lines, wrongs.items()):
            with self.subTest(shape=wrong):
                self.assertRegex(line, re.escape(path.name) + r":\d+:\d+: bodies\[3\].*" + text)
        text = BODIES.replace(shape, "{type: polygon, points: [[0, 0], [3, 0], [0, 3]]}, inertia: 2")
        self.assertEqual(len(self.run_input(text)), 5, "an inertia given: the outline is free")


if __name__ == "__main__":
    unittest.main()
