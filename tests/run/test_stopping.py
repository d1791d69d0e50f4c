# SPDX-License-Identifier: BSD-2-Clause
"""When an iteration stops: not above its promise, where a constraint hides what still changes or a
multiplier is negative; not below round-off, where no tolerance can be met."""

import math
import unittest

import numpy as np
import runs

# A light truss of steel slides on a frictionless floor. Its bars hardly strain, so the forces are
# small against EA/l eps |u|, what round-off leaves of them: 1e-7 N of 5 N at the end.
SLIDING_TRUSS = """
title: sliding truss
dimension: 2
mesh: {lattice: {name: t, cells: [2, 1], origin: [0, 0], size: [0.1, 0.05]}}
materials: {m: {E: 210e9, density: 7800}}
elements: [{type: bar-nonlinear, region: t, material: m, area: 1e-4}]
gravity: [0, -9.81]
initial: [{region: t, velocity: [5, 0]}]
regions: {corner: {nearest: [0, 0]}}
contacts: [{name: floor, type: node-plane, region: ymin, point: [0, 0], normal: [0, 1]}]
stepper: {type: moreau-jean, step: 1e-3, end: 0.4}
output: {vtk_every: 0, probes: {corner: corner}}
"""
WEIGHT = 9.81 * 7800 * 1e-4 * (7 + 4 * math.sqrt(2)) * 0.05  # N

# One mass on a spring and a damper, pressed on a plane: closed, its position says nothing.
PRESSED_MASS = """
title: pressed mass
dimension: 1
mesh: {node: {name: m, at: [0.5]}}
elements:
  - {type: point-mass, region: m, mass: 1}
  - {type: ground-spring, region: m, stiffness: [1000], damper: [3]}
gravity: [-700]
contacts: [{name: plane, type: node-plane, region: m, point: [0], normal: [1], restitution: 0.5}]
stepper: {type: ggl-alpha, step: 2e-2, end: 2}
output: {vtk_every: 0}
"""


def run(text, *options):
    """Run an input given as text."""
    path = runs.new_directory() / "input.yaml"
    path.write_text(text, encoding="utf-8")
    return runs.run(str(path), *options)


class Slide(runs.RunTest):
    """At rest on the floor or nearly so, at 5 m/s along it."""

    def check(self, options, iterations):
        found = run(SLIDING_TRUSS, options)
        h = found.history
        self.assertEqual(found.summary["halvings"], 0)
        self.assertLessEqual(found.summary["iterations"]["avg"], iterations)
        self.assertLessEqual(abs(h["corner.x"] - 5 * h["t"]).max(), 1e-8)
        self.assertAlmostEqual(h["floor.impulse"].sum() / h["t"][-1], WEIGHT, delta=0.02)

    def test_every_implicit_scheme(self):
        for stepper, iterations in (("moreau-jean", 2), ("projected", 3), ("combined", 5), ("ggl-theta", 3),
                                    ("ggl-alpha", 3), ("theta-position", 3), ("smooth-alpha", 3), ("nsga", 4)):
            with self.subTest(stepper):
                self.check(f"-stepper_type {stepper}", iterations)

    def test_explicit_scheme_at_small_steps(self):
        """Positions are known to round-off, which forces over a step of 1e-7 s are less than: no second
        iteration looks for what is not there."""
        found = run(SLIDING_TRUSS, "-stepper_type rattle -stepper_step 1e-7 -stepper_end 1e-4")
        self.assertLessEqual(found.summary["iterations"]["avg"], 1.05)


class Corrections(runs.RunTest):
    def test_small_steps(self):
        """Position corrections of contacts that turn are lengths times kappa ~ m/h²: no more exact."""
        found = runs.run("slider-crank-minimal", "-stepper_type ggl-alpha -stepper_step 1e-6 -stepper_end 0.01")
        self.assertGreater(found.summary["impacts"], 0)
        self.assertLessEqual(found.summary["iterations"]["avg"], 2.1)


class Decoupled(runs.RunTest):
    """The same answer as that of the coupled form, which takes one iteration in linear structures."""

    def test_a_contact_that_pins_the_position(self):
        for stepper in ("ggl-alpha", "nsga"):
            # The snap to the plane does work of the order of the step, and at this one is warned of.
            coupled, decoupled = (run(PRESSED_MASS, "-stepper_energy_check off",
                                      f"-stepper_type {stepper} -stepper_solve {solve}")
                                  for solve in ("coupled", "decoupled"))
            with self.subTest(stepper):
                self.assertGreater(np.count_nonzero(coupled.history["active"]), 50)
                self.assert_same_history(coupled, decoupled, 1e-8, but=("iterations",))

    def test_nsga_on_bars(self):
        for case, options, most in (("impacting-bar", "", 30), ("impacting-bar", "-stepper_rho_inf 0", 5),
                                    ("two-bars", "", 20)):
            with self.subTest(case=case, options=options):
                coupled, decoupled = (runs.run(case, f"-stepper_type nsga -stepper_solve {solve} {options}")
                                      for solve in ("coupled", "decoupled"))
                self.assertEqual(coupled.summary["iterations"]["max"], 1)
                self.assertGreater(decoupled.summary["iterations"]["max"], most)
                self.assert_same_history(coupled, decoupled, 1e-8, but=("iterations", "balance_numerical"))


class NegativeMultiplier(runs.RunTest):
    def test_combined_on_the_bar(self):
        """At Courant 1.2 the projection pulls the tip back to the wall: the value of an iteration that
        goes on to the end; one that stops at tau < 0 gives 0.985252."""
        for stage in ("auto", "condensed"):
            with self.subTest(stage):
                h = runs.run("impacting-bar", "-stepper_type combined -stepper_step 8e-3",
                             f"-mesh_line_cells 50 -stage_type {stage}").history
                self.assertAlmostEqual(h["energy"][-1] / h["energy"][0], 0.986766, delta=1e-6)


class Ties(runs.RunTest):
    def test_impacts_on_a_step(self):
        """A ball under gravity lands on whole steps: rho_inf, which changes round-off alone, must not
        decide in which."""
        impacts = [np.flatnonzero(runs.run("bouncing-ball", f"-stepper_rho_inf {rho}").history["ground.impulse"])
                   for rho in (0.8, 0, 0.5, 1)]
        for found in impacts[1:]:
            np.testing.assert_array_equal(found, impacts[0])


if __name__ == "__main__":
    unittest.main()
