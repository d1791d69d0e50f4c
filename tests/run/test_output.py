# SPDX-License-Identifier: BSD-2-Clause
"""What of a run is written: between which times, what its supports bear, what was largest."""

import unittest

import numpy as np
import runs
from ricochet import read_pvd
from test_impacts import lines


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
        self.assertLess(len(found["step"]), part.summary["impacts"])
        for key in ("energy", "impacts", "impulse", "contact_time", "max_penetration"):
            self.assertEqual(part.summary[key], whole.summary[key], key)

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


if __name__ == "__main__":
    unittest.main()
