# SPDX-License-Identifier: BSD-2-Clause
"""What of a run is written: between which times, what its supports bear, what was largest."""

import unittest

import numpy as np
import runs
from ricochet import read_pvd
from test_impacts import lines
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkIOXML import vtkXMLUnstructuredGridReader


class Times(runs.RunTest):
    """The same run, less of it written."""

    BALL = ("bouncing-ball", "-output_vtk_every 100 -output_impacts true -stepper_end 2")

    def compare(self, options, first, last):
        whole, part = runs.run(*self.BALL), runs.run(*self.BALL, options)
        kept = slice(first, last + 1)
        for name, values in whole.history.items():
            np.testing.assert_array_equal(part.history[name], values[kept], name)
        times = [t for t, _ in read_pvd(whole.directory / "bouncing-ball.pvd")]
        self.assertEqual([t for t, _ in read_pvd(part.directory / "bouncing-ball.pvd")],
                         [t for t in times if whole.history["t"][first] <= t <= whole.history["t"][last]])
        among, found = lines(whole), lines(part)
        shown = (among["step"] >= first) & (among["step"] <= last)
        np.testing.assert_array_equal(found["step"], among["step"][shown])
        self.assertLess(len(found["step"]), len(among["step"]))
        for key in ("energy", "impulse", "contact_time", "max_penetration"):
            self.assertEqual(part.summary[key], whole.summary[key], key)
        self.compare_summary(part)

    def compare_summary(self, part):
        """What is counted or largest is so of the times that are written."""
        h, s = part.history, part.summary
        self.assertEqual((s["impacts"], s["impacts_of"]), (len(lines(part)["step"]), {"ground": len(lines(part)["step"])}))
        self.assertIsInstance(s["impacts_of"]["ground"], int)
        self.assertEqual(s["largest_force"]["contacts"]["ground"], h["ground.force"].max())
        self.assertEqual(s["largest_force_t"]["contacts"]["ground"], h["t"][np.argmax(h["ground.force"])])
        probes = [name for name in h if name.startswith("ball.")]
        for key, of in (("smallest", np.min), ("largest", np.max), ("amplitude", lambda x: (x.max() - x.min()) / 2)):
            self.assertEqual(s[key], {name: of(h[name]) for name in probes})

    def test_from(self):
        self.compare("-output_from 1", 500, 1000)

    def test_until(self):
        self.compare("-output_until 1.0001", 0, 500)  # between two steps

    def test_both(self):
        self.compare("-output_from 0.5001 -output_until 1.2", 251, 600)


HANGING = """
title: a mass hangs on a spring between two nodes, the upper one driven from 1 s on
dimension: 2
mesh:
  node: [{name: top, at: [0, 1]}, {name: weight, at: [0, 0]}]
elements:
  - {type: spring, nodes: [top, weight], stiffness: 100}
  - {type: point-mass, region: top, mass: 0.5}
  - {type: point-mass, region: weight, mass: 2}
gravity: [0, -10]
supports: [{name: hook, region: top, displacement: [0, "MOTION"]}]
initial: [{region: weight, displacement: [0, -0.2]}]
stepper: {type: ggl-alpha, step: 0.01, end: 0.5}
output: {vtk_every: 0}
"""
TRUSS = """
title: a cantilever of bars, loaded at its end, at rest after a few steps of backward Euler
dimension: 2
mesh: {lattice: {name: t, cells: [4, 1], size: [8, 1]}}
regions: {low: {nearest: [0, 0]}, high: {nearest: [0, 1]}, end: {nearest: [8, 1]}}
materials: {m: {E: 1e9, density: 1}}
elements: [{type: bar, region: t, material: m, area: 1e-4}]
loads: [{region: end, force: [7, -30]}]
supports: [{name: below, region: low}, {name: above, region: high}]
stepper: {type: moreau-jean, theta: 1, step: 1, end: 6}
output: {vtk_every: 0}
"""
BAR = """
title: a bar fixed at its end is hit at its start, and hits a held node on the other side
dimension: 1
mesh:
  line: {name: bar, from: [0.01], to: [1.01], cells: 6}
  node: [{name: stop, at: [1.5]}, {name: free, at: [1.48]}]
materials: {m: {E: 100, density: 1}}
elements:
  - {type: bar, region: bar, material: m, area: 1}
  - {type: point-mass, region: stop, mass: 0.1}
  - {type: point-mass, region: free, mass: 0.3}
gravity: [-3]
loads: [{region: start, force: ["5*sin(40*t)"]}]
supports: [{name: wall, region: end}, {name: stop, region: stop}]
initial: [{region: bar, velocity: ["-1.01 + x"]}, {region: free, velocity: [1]}]
contacts:
  - {name: hit, type: node-plane, region: start, point: [0], normal: [1]}
  - {name: bump, type: node-node, nodes: [free, stop], direction: [1], restitution: 0.5}
stepper: {type: moreau-jean, theta: 0.5, step: 1e-3, end: 0.2}
output: {vtk_every: 0, probes: {n0: start, free: free}}
"""
OF_BAR = np.full(7, 1 / 6)  # kg: sums of the rows of its mass matrix
OF_BAR[[0, -1]] /= 2


def of_text(text, *options, ranks=1):
    path = runs.new_directory() / "input.yaml"
    path.write_text(text, encoding="utf-8")
    return runs.run(str(path), *options, ranks=ranks)


class Supports(runs.RunTest):
    def test_hanging_mass(self):
        for every in (1, 7):
            h = of_text(HANGING.replace("MOTION", "0"), f"-output_history_every {every}").history
            np.testing.assert_allclose(h["hook.ry"], 25, rtol=1e-12)
            np.testing.assert_allclose(h["hook.rx"], 0, atol=1e-12)

    def test_driven(self):
        """The hook is shaken: what moves it is its inertia, its weight and the spring."""
        text = HANGING.replace("MOTION", "0.1*t^2").replace("vtk_every: 0", "vtk_every: 0, probes: {weight: weight}")
        h = of_text(text, "-stepper_type moreau-jean -stepper_theta 0.5").history
        self.assertAlmostEqual(of_text(text).history["hook.ry"][0], 25 + 0.5 * 0.2, delta=1e-9)
        self.assertGreater(np.ptp(h["hook.ry"]), 0.1)
        borne = 0.5 * (0.2 + 10) + 2 * (np.diff(h["weight.vy"]) / 0.01 + 10)
        np.testing.assert_allclose(h["hook.ry"][1:], borne, rtol=1e-9)

    def test_cantilever(self):
        for ranks in (1, 2):
            h = of_text(TRUSS, ranks=ranks).history
            self.assertAlmostEqual(h["below.ry"][-1] + h["above.ry"][-1], 30, delta=1e-6)
            self.assertAlmostEqual(h["above.rx"][-1], -30 * 8 - 7, delta=1e-5)  # moments about the lower node
            self.assertAlmostEqual(h["below.rx"][-1], 30 * 8, delta=1e-5)

    def test_momentum(self):
        """Reactions, loads, weights and percussions are all that changes the momentum of the bar, to round-off."""
        probes = ", ".join(f"p{k}: p{k}" for k in range(1, 6))
        regions = ", ".join(f"p{k}: {{nearest: [{0.01 + k / 6}]}}" for k in range(1, 6))
        text = BAR.replace("probes: {", "probes: {" + probes + ", ").replace("materials:", f"regions: {{{regions}}}\nmaterials:")
        for ranks in (1, 2, 3):
            h = of_text(text, ranks=ranks).history
            t, step = h["t"], 1e-3
            momentum = sum(m * h[f"{name}.vx"] for m, name in zip(OF_BAR, ("n0", "p1", "p2", "p3", "p4", "p5")))
            load = 5 * np.sin(40 * t) - 3 * OF_BAR.sum()
            forces = h["wall.rx"][1:] + h["hit.force"][1:]
            at_theta = 5 * np.sin(40 * (t[1:] + t[:-1]) / 2) - 3 * OF_BAR.sum()
            trapezoidal = (load[1:] + load[:-1]) / 2
            change = np.diff(momentum) / step
            scale = np.abs(h["wall.rx"]).max()
            self.assertGreater(h["hit.force"].max(), 1)
            # The scheme takes loads amid the step: known, and not the support's.
            np.testing.assert_allclose(forces + at_theta, change, rtol=0, atol=1e-9 * scale)
            self.assertLess(np.abs(at_theta - trapezoidal).max(), 0.01)
            bump = np.flatnonzero(h["bump.impulse"])
            self.assertEqual(len(bump), 1)
            np.testing.assert_allclose(h["stop.rx"], 0.3 - h["bump.force"], rtol=0, atol=1e-9 * h["bump.force"].max())

    def test_of_two_supports_the_last(self):
        text = TRUSS.replace("supports: [", "supports: [{name: both, region: xmin}, ")
        h = of_text(text).history
        for column in ("both.rx", "both.ry"):
            np.testing.assert_array_equal(h[column], 0)
        self.assertAlmostEqual(h["below.rx"][-1], 30 * 8, delta=1e-5)


class Largest(runs.RunTest):
    def test_contacts_supports(self):
        run = of_text(BAR)
        h, s = run.history, run.summary
        for kind, columns in (("contacts", {"hit": "hit.force", "bump": "bump.force"}),
                              ("supports", {"wall": "wall.rx", "stop": "stop.rx"})):
            for name, column in columns.items():
                at = np.argmax(np.abs(h[column]))
                self.assertEqual(s["largest_force"][kind][name], abs(h[column][at]))
                self.assertEqual(s["largest_force_t"][kind][name], h["t"][at])
        self.assertEqual(list(s["largest_force"]), ["contacts", "supports"])

    def test_joints(self):
        run = runs.run("slider-crank", "-stepper_end 0.02")
        self.assertEqual(list(run.summary["largest_force"]["joints"]), ["shaft", "pin", "bolt"])
        for name, value in run.summary["largest_force"]["joints"].items():
            at = np.argmax(run.history[f"{name}.force"])
            self.assertEqual((value, run.summary["largest_force_t"]["joints"][name]),
                             (run.history[f"{name}.force"][at], run.history["t"][at]))

    def test_contacts_of_all_steps(self):
        """Of contacts every step counts, recorded or not."""
        every, few = (runs.run("bouncing-ball", "-stepper_end 1", f"-output_history_every {n}") for n in (1, 450))
        self.assertEqual(few.summary["largest_force"], every.summary["largest_force"])
        self.assertEqual(every.summary["largest_force_t"]["contacts"]["ground"], 0.402)


MANY = """
title: one of each that a picture shows
dimension: 2
mesh:
  line: {name: rope, from: [0, 2], to: [1, 2], cells: 3}
  node: [{name: hook, at: [2, 2]}]
materials: {steel: {E: 1e6, density: 100}, 'rubber & "cloth"': {E: 1e4, density: 50}, unused: {E: 1, density: 1}}
elements:
  - {type: point-mass, region: hook, mass: 1}
  - {type: bar, region: rope, material: 'rubber & "cloth"', area: 1e-2}
  - {type: spring, nodes: [rope.end, hook], stiffness: 10}
bodies:
  - {name: block, shape: {type: block, size: [0.5, 0.25]}, mass: 1, at: [3, 1], angle: 0.5, velocity: [1, 0, 2]}
  - {name: arm, shape: {type: rod, length: 1}, mass: 1, at: [5.5, 1], points: {end: [-0.5, 0]}}
joints: [{name: pin ü, type: revolute, a: [5, 1], b: arm.end}]
springs: [{type: linear, a: block, b: [3, 4], stiffness: 2}]
gravity: [0, -10]
supports: [{region: rope.start}]
contacts:
  - {name: floor, type: node-plane, region: rope, point: [0, 0], normal: [0, 1]}
  - {name: catch, type: point-line, a: block, b: [0, 0], normal: [0, 1]}
stepper: {type: moreau-jean, step: 1e-3, end: 0.2}
output: {vtk_every: 100, vtk_names: true, vtk_blank: nan, vtk_points: reference}
"""
SECTIONS = ("elements", "contacts", "bodies", "joints", "systems", "springs")


class Pictures(runs.RunTest):
    def read(self, *options, ranks=1):
        """The last frame of MANY, by VTK's reader."""
        run = of_text(MANY, "-output_vtk_every 100", *options, ranks=ranks)
        reader = vtkXMLUnstructuredGridReader()
        reader.SetFileName(str(read_pvd(run.directory / "input.pvd")[-1][1]))
        reader.Update()
        grid = reader.GetOutput()
        cells = {grid.GetCellData().GetArrayName(i): vtk_to_numpy(grid.GetCellData().GetArray(i))
                 for i in range(grid.GetCellData().GetNumberOfArrays())}
        words = {name: [grid.GetFieldData().GetAbstractArray(name).GetValue(i)
                        for i in range(grid.GetFieldData().GetAbstractArray(name).GetNumberOfValues())]
                 for name in ("names", "materials") if grid.GetFieldData().GetAbstractArray(name)}
        points = vtk_to_numpy(grid.GetPoints().GetData())
        moved = vtk_to_numpy(grid.GetPointData().GetArray("displacement"))
        return cells, words, points, moved

    def test_names(self):
        for ranks in (1, 2):
            cells, words, _, _ = self.read(ranks=ranks)
            self.assertEqual(words["materials"], ['rubber & "cloth"'])
            seen = {}
            for section, number, name, material in zip(*(cells[key].astype(int) for key in (
                    "section", "id", "name", "material"))):
                called = words["names"][name] if name >= 0 else None
                made_of = words["materials"][material] if material >= 0 else None
                seen.setdefault((SECTIONS[section], number, called, made_of), 0)
                seen[SECTIONS[section], number, called, made_of] += 1
            self.assertEqual(seen, {
                ("elements", 0, "hook", None): 1, ("elements", 1, "rope", 'rubber & "cloth"'): 3,
                ("elements", 2, "rope.end-hook", None): 1, ("bodies", 0, "block", None): 1,
                ("bodies", 1, "arm", None): 1, ("joints", 0, "pin ü", None): 1, ("springs", 0, None, None): 1,
                ("contacts", 0, "floor", None): 4 + 1, ("contacts", 1, "catch", None): 1 + 1})  # with their obstacles

    def test_blank(self):
        cells, _, _, _ = self.read()
        zeros, _, _, _ = self.read("-output_vtk_blank zero")
        says = {"axial_strain": [0, 0, 0], "axial_force": [0, 0, 0], "kinetic_energy_density": [0, 0, 0],
                "strain_energy_density": [0, 0, 0], "gap": [1], "gap_velocity": [1], "impulse": [1],
                "contact_force": [1], "joint_error": [4], "reaction": [4]}
        for name, kinds in says.items():
            known = np.isin(cells["kind"], kinds)
            if name == "axial_force":  # springs too
                self.assertTrue(np.isfinite(cells[name][cells["section"] == 5]).all())
            elif name in ("axial_strain", "kinetic_energy_density", "strain_energy_density"):
                known &= cells["section"] == 0
            np.testing.assert_array_equal(np.isfinite(cells[name]).reshape(len(known), -1).all(axis=1), known, name)
            np.testing.assert_array_equal(np.nan_to_num(cells[name]), zeros[name], name)

    def test_reference(self):
        """Warped by its displacement it is the picture of where all is."""
        for ranks in (1, 2):
            _, _, points, moved = self.read(ranks=ranks)
            _, _, current, same = self.read("-output_vtk_points current", ranks=ranks)
            np.testing.assert_array_equal(moved, same)
            np.testing.assert_allclose(points + moved, current, rtol=0, atol=1e-14)
            for place in ([1 / 3, 2, 0], [2, 2, 0], [3.25, 1.125, 0]):  # nodes, a corner of the block unturned
                self.assertLess(np.linalg.norm(points - place, axis=1).min(), 1e-15)

    def test_none_by_default(self):
        run = of_text(MANY.replace(", vtk_names: true, vtk_blank: nan, vtk_points: reference", ""), "-output_vtk_every 200")
        text = read_pvd(run.directory / "input.pvd")[-1][1].read_bytes()
        for word in (b"String", b'"section"', b'"name"'):
            self.assertNotIn(word, text)


if __name__ == "__main__":
    unittest.main()
