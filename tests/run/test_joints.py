# SPDX-License-Identifier: BSD-2-Clause
"""Joints of every type on rigid bodies, against closed forms; redundant joints and contacts."""

import functools
import math
import unittest

import numpy as np
import own_input
import runs

G = 9.81
STEP, END = 1e-3, 0.2 if runs.BRIEF else 0.4
# What holds joints at position and velocity level, and what at velocity level alone.
BOTH_LEVELS = ("ggl-alpha", "projected", "combined", "ggl-theta")
VELOCITY_LEVEL = ("moreau-jean", "nsga", "moreau")

# A mechanism of its own for each type. 30 degrees: e = (0.866…, 0.5).
ZOO = """
title: One joint of each type
dimension: 2
gravity: [0, -9.81]
bodies:
  - {name: hung, mass: 2, inertia: 0.1, at: [0, -1], points: {top: [0, 1]}}
  - {name: swinging, mass: 1, inertia: 0.1, at: [6, 0], points: {end: [-1, 0]}}
  - {name: sliding, mass: 2, inertia: 0.1, at: [10, 0]}
  - {name: welded, mass: 3, inertia: 0.1, at: [15.5, 0], points: {root: [-0.5, 0]}}
  - {name: roped, mass: 2, inertia: 0.1, at: [20, -1]}
  - {name: bob, mass: 1, inertia: 0.1, at: [25.6, -0.8]}
  - {name: bead, mass: 2, inertia: 0.1, at: [30, 0], velocity: [3, 0, 2]}
  - {name: wheel, mass: 1, inertia: 0.2, at: [35, 0]}
  - {name: partner, mass: 1, inertia: 0.3, at: [36, 0]}
  - {name: shaken, mass: 2, inertia: 0.1, at: [40, 0], velocity: [2, 0, 0]}
  - {name: turned, mass: 1, inertia: 0.25, at: [45, 0]}
  - {name: spun, mass: 1, inertia: 0.5, at: [50, 0], velocity: [0, 0, 5]}
joints:
  - {name: hang, type: revolute, a: [0, 0], b: hung.top}
  - {name: swing, type: revolute, a: [5, 0], b: swinging.end}
  - {name: slide, type: prismatic, a: [10, 0], b: sliding, axis: [0.86602540378443865, 0.5]}
  - {name: weld, type: weld, a: [15, 0], b: welded.root}
  - {name: rope, type: rod, a: [20, 0], b: roped}
  - {name: rod, type: rod, a: [25, 0], b: bob}
  - {name: wire, type: point-on-line, a: [30, 0], b: bead, axis: [1, 0]}
  - {name: angle, type: angle, a: wheel, b: partner}
  - {name: shake, type: drive-position, a: [40, 0], b: shaken, axis: [1, 0], motion: 0.2*sin(10*t)}
  - {name: turn, type: drive-angle, a: [45, 0], b: turned, motion: 3*t^2}
  - {name: spin, type: speed, a: [50, 0], b: spun, motion: 5}
loads:
  - {region: wheel, force: [0, 0, 2]}
  - {region: spun, force: [0, 0, 1.5]}
"""
HEADER = f"""
stepper: {{type: ggl-alpha, step: {STEP}, end: {END}}}
output: {{vtk_every: 0}}
"""

# A slide of 1 µg whose slot runs over two pins 2 µm apart.
SLOT = """
dimension: 2
bodies: [{name: slide, mass: 1e-9, inertia: 1e-21, at: [0, 0], velocity: [0, 1e-4, 0], points: {up: [0, 1e-6], down: [0, -1e-6]}}]
joints:
  - {name: one, type: point-on-line, a: slide.up, b: [0, 1e-6], axis: [0, 1]}
  - {name: two, type: point-on-line, a: slide.down, b: [0, -1e-6], axis: [0, 1]}
stepper: {type: ggl-alpha, step: 1e-4, end: 1e-3}
output: {vtk_every: 0}
"""


@functools.lru_cache(maxsize=None)
def zoo(stepper, ranks=1):
    end = f"-stepper_end {10 * STEP}" if ranks > 1 else ""
    return own_input.run(ZOO + HEADER, f"-stepper_type {stepper}", end, ranks=ranks)


class EveryJoint(unittest.TestCase):
    @staticmethod
    def each(steppers):
        for stepper in steppers:
            yield stepper, zoo(stepper)

    def assert_steady(self, history, joint, reactions, tolerance):
        """Reactions from the second step on."""
        for row, wanted in enumerate(reactions):
            with self.subTest(joint, row=row):
                found = history[f"{joint}.reaction{row}"][2:]
                np.testing.assert_allclose(found, wanted, atol=tolerance)

    def test_position_level(self):
        for stepper, run in self.each(BOTH_LEVELS):
            with self.subTest(stepper):
                self.assertLessEqual(run.summary["max_joint_error"], 1e-10)

    def test_velocity_level(self):
        """ggl-theta, with its rows at q_k+theta, holds it there."""
        for stepper, run in self.each(("ggl-alpha", "projected", "combined", *VELOCITY_LEVEL)):
            with self.subTest(stepper):
                history = run.history
                self.assertLessEqual(run.summary["max_velocity_error"], 1e-8)
                np.testing.assert_allclose(history["spun.omega"], 5, atol=1e-10)

    def test_drift_without_position_level(self):
        """Of the order of the step, and not nothing: the test above can tell."""
        for stepper, run in self.each(VELOCITY_LEVEL):
            with self.subTest(stepper):
                self.assertLessEqual(run.summary["max_joint_error"], 10 * STEP)
        self.assertGreater(zoo("moreau-jean").summary["max_joint_error"], 1e-8)

    def test_hanging(self):
        for stepper, run in self.each((*BOTH_LEVELS, *VELOCITY_LEVEL)):
            with self.subTest(stepper):
                history = run.history
                self.assert_steady(history, "hang", (0, 2 * G), 1e-8)
                self.assert_steady(history, "rope", (-2 * G,), 1e-8)
                np.testing.assert_allclose(history["hung.y"], -1, atol=1e-10)
                np.testing.assert_allclose(history["roped.y"], -1, atol=1e-10)

    def test_welded_cantilever(self):
        for stepper, run in self.each((*BOTH_LEVELS, *VELOCITY_LEVEL)):
            with self.subTest(stepper):
                history = run.history
                self.assert_steady(history, "weld", (0, 3 * G, 3 * G * 0.5), 1e-8)
                np.testing.assert_allclose(history["welded.theta"], 0, atol=1e-10)

    def test_sliding_down_a_rail(self):
        """s = −g sin 30° t²/2, carried by m g cos 30°, without a moment."""
        for stepper, run in self.each(("ggl-alpha", "projected", "combined", "moreau-jean")):
            with self.subTest(stepper):
                history = run.history
                s = -G * 0.5 * history["t"] ** 2 / 2
                np.testing.assert_allclose(history["sliding.x"], 10 + s * math.cos(math.pi / 6), atol=3e-3)
                np.testing.assert_allclose(history["sliding.y"], s * 0.5, atol=3e-3)
                np.testing.assert_allclose(history["sliding.theta"], 0, atol=1e-12)
                self.assert_steady(history, "slide", (2 * G * math.cos(math.pi / 6), 0), 1e-8)

    def test_swinging(self):
        """Energy of each pendulum: J omega²/2 + m v²/2 + m g y, and the rod's length."""
        for stepper, run in self.each(BOTH_LEVELS):
            with self.subTest(stepper):
                history = run.history
                for name, mass, inertia, height in (("swinging", 1, 0.1, 0), ("bob", 1, 0.1, -0.8)):
                    speed = history[f"{name}.vx"] ** 2 + history[f"{name}.vy"] ** 2
                    energy = (inertia * history[f"{name}.omega"] ** 2 + mass * speed) / 2 + mass * G * (
                        history[f"{name}.y"] - height)
                    np.testing.assert_allclose(energy, 0, atol=2e-2)
                length = np.hypot(history["bob.x"] - 25, history["bob.y"])
                np.testing.assert_allclose(length, 1, atol=1e-12)
                arm = np.hypot(history["swinging.x"] - 5, history["swinging.y"])
                np.testing.assert_allclose(arm, 1, atol=1e-12)

    def test_bead_on_a_wire(self):
        for stepper, run in self.each((*BOTH_LEVELS, *VELOCITY_LEVEL)):
            with self.subTest(stepper):
                history = run.history
                np.testing.assert_allclose(history["bead.x"], 30 + 3 * history["t"], atol=1e-9)
                np.testing.assert_allclose(history["bead.theta"], 2 * history["t"], atol=1e-9)
                self.assert_steady(history, "wire", (2 * G,), 1e-8)

    def test_common_angle(self):
        """The torque turns both: T = (J1 + J2) alpha; the joint gives J2 alpha to the partner. The
        points are free: both fall."""
        for stepper, run in self.each(("ggl-alpha", "projected", "combined", "moreau-jean")):
            with self.subTest(stepper):
                history = run.history
                alpha = 2 / 0.5
                np.testing.assert_allclose(history["wheel.omega"], alpha * history["t"], atol=1e-8)
                np.testing.assert_allclose(history["partner.omega"], alpha * history["t"], atol=1e-8)
                self.assert_steady(history, "angle", (0.3 * alpha,), 1e-8)
                np.testing.assert_allclose(history["partner.vy"], -G * history["t"], atol=1e-9)

    def test_prescribed_position(self):
        """x = 0.2 sin 10 t, driven by m ẍ."""
        for stepper, run in self.each(("ggl-alpha",)):
            with self.subTest(stepper):
                history = run.history
                t = history["t"]
                np.testing.assert_allclose(history["shaken.x"], 40 + 0.2 * np.sin(10 * t), atol=1e-10)
                np.testing.assert_allclose(history["shaken.vx"], 2 * np.cos(10 * t), atol=1e-8)
                np.testing.assert_allclose(history["shake.reaction0"][20:], -2 * 20 * np.sin(10 * t[20:]), atol=0.1)

    def test_prescribed_angle(self):
        """theta = 3 t², driven by J theta'' = 1.5 N m."""
        for stepper, run in self.each(("ggl-alpha",)):
            with self.subTest(stepper):
                history = run.history
                np.testing.assert_allclose(history["turned.theta"], 3 * history["t"] ** 2, atol=1e-10)
                np.testing.assert_allclose(history["turned.omega"], 6 * history["t"], atol=1e-8)
                np.testing.assert_allclose(history["turn.reaction0"][20:], 0.25 * 6, atol=1e-2)

    def test_prescribed_motion_of_first_order_schemes(self):
        for stepper, run in self.each(("projected", "combined", "moreau-jean")):
            with self.subTest(stepper):
                history = run.history
                t = history["t"]
                np.testing.assert_allclose(history["shaken.x"], 40 + 0.2 * np.sin(10 * t), atol=2e-3)
                np.testing.assert_allclose(history["turned.theta"], 3 * t**2, atol=2e-3)

    def test_speed_against_a_torque(self):
        for stepper, run in self.each((*BOTH_LEVELS, *VELOCITY_LEVEL)):
            with self.subTest(stepper):
                history = run.history
                self.assert_steady(history, "spin", (-1.5,), 1e-8)

    def test_ranks(self):
        for stepper in ("ggl-alpha", "projected", "moreau-jean"):
            alone = own_input.run(ZOO + HEADER, f"-stepper_type {stepper} -stepper_end {10 * STEP}")
            for ranks in runs.RANKS:
                with self.subTest(stepper, ranks=ranks):
                    several = zoo(stepper, ranks)
                    for column, values in alone.history.items():
                        if column != "iterations":
                            np.testing.assert_allclose(several.history[column], values, rtol=1e-9, atol=1e-9,
                                                       err_msg=column)


WELDED = """
dimension: 2
gravity: [0, -9.81]
bodies:
  - {name: left, mass: 1, inertia: 0.1, at: [0, 0], velocity: [1, 3, 4], points: {right: [0.5, 0]}}
  - {name: right, mass: 3, inertia: 0.2, at: [1, 0], velocity: [1, 7, 4], points: {left: [-0.5, 0]}}
  # both in one: the centre of mass at x = 0.75, J = 0.1 + 0.2 + 1 * 0.75² + 3 * 0.25²
  - {name: whole, mass: 4, inertia: 1.05, at: [0.75, 10], velocity: [1, 6, 4], points: {left: [-0.75, 0], right: [0.25, 0]}}
joints:
  - {name: weld, type: weld, a: left.right, b: right.left}
"""


class WeldedBodies(unittest.TestCase):
    def test_fly_as_one(self):
        """The projection moves the centre of mass unless its metric is that of the masses."""
        for stepper, tolerance in (("ggl-alpha", 1e-5), ("projected -stepper_metric operator", 1e-2),
                                   ("moreau-jean", 1e-2)):
            with self.subTest(stepper):
                history = own_input.run(WELDED + HEADER, f"-stepper_type {stepper}").history
                x = (history["left.x"] + 3 * history["right.x"]) / 4
                y = (history["left.y"] + 3 * history["right.y"]) / 4
                np.testing.assert_allclose(x, history["whole.x"], atol=1e-9)
                np.testing.assert_allclose(y + 10, history["whole.y"], atol=1e-9)
                np.testing.assert_allclose(history["right.theta"], history["whole.theta"], atol=tolerance)
                np.testing.assert_allclose(history["left.theta"], history["right.theta"], atol=1e-10)


BLOCK = """
dimension: 2
gravity: [0, -9.81]
bodies:
  - name: block
    mass: 2
    shape: {type: block, size: [1, 0.5]}
    at: [0, HEIGHT]
    points: {p0: [-0.5, -0.25], p1: [-0.25, -0.25], p2: [0, -0.25], p3: [0.25, -0.25], p4: [0.5, -0.25]}
contacts:
""" + "".join(
    f"  - {{name: c{i}, type: point-line, a: block.p{i}, b: [0, 0], normal: [0, 1], restitution: 0}}\n"
    for i in range(5))


class FivePoints(unittest.TestCase):
    """A block on five points: the split of the force is not unique, its sum is."""

    def total(self, history, what):
        return sum(history[f"c{i}.{what}"] for i in range(5))

    def test_resting(self):
        for stepper in (*BOTH_LEVELS, *VELOCITY_LEVEL, "moreau-symmetric", "moreau-variational"):
            with self.subTest(stepper):
                history = own_input.run(BLOCK.replace("HEIGHT", "0.25") + HEADER,
                                        f"-stepper_type {stepper} -stepper_end 0.1").history
                np.testing.assert_allclose(self.total(history, "force")[2:], 2 * G, rtol=1e-9)
                np.testing.assert_allclose(history["block.theta"], 0, atol=1e-12)
                np.testing.assert_allclose(history["block.y"], 0.25, atol=2e-5)

    def test_falling_flat(self):
        """From 0.05 m: impulse m v and then the weight; no turning; no penetration."""
        for stepper in ("ggl-alpha", "projected", "combined", "ggl-theta"):
            with self.subTest(stepper):
                history = own_input.run(BLOCK.replace("HEIGHT", "0.3") + HEADER, f"-stepper_type {stepper}").history
                self.assertAlmostEqual(self.total(history, "impulse").sum(), 2 * G * END, delta=1e-8)
                np.testing.assert_allclose(history["block.theta"], 0, atol=1e-10)
                self.assertGreaterEqual(history["min_gap"].min(), -1e-12)
                self.assertAlmostEqual(self.total(history, "force")[-1], 2 * G, delta=1e-6)
                self.assertAlmostEqual(history["block.y"][-1], 0.25, delta=1e-10)


class DoubledHinge(unittest.TestCase):
    @staticmethod
    def hinges(stepper, end=0.1 if runs.BRIEF else 1):
        doubled = (runs.SOURCE / "inputs" / "doubled-hinge.yaml").read_text(encoding="utf-8")
        single = "".join(line for line in doubled.splitlines(True) if "name: double" not in line)
        options = f"-stepper_type {stepper} -stepper_end {end}"
        return own_input.run_warned(doubled, options), own_input.run(single, options)

    def test_same_motion(self):
        for stepper in ("ggl-alpha", "projected", "combined", "moreau-jean"):
            with self.subTest(stepper):
                (doubled, told), single = self.hinges(stepper)
                self.assertIn("'double'", told)
                for column in ("rod.x", "rod.y", "rod.theta", "rod.vx", "rod.vy", "rod.omega", "energy"):
                    np.testing.assert_allclose(doubled.history[column], single.history[column], atol=1e-8)
                for row in ("reaction0", "reaction1"):
                    both = doubled.history[f"hinge.{row}"] + doubled.history[f"double.{row}"]
                    np.testing.assert_allclose(both, single.history[f"hinge.{row}"], atol=1e-6)

    def test_bottom(self):
        """omega² = 3 g / l, the hinge carries 2.5 m g."""
        _, single = self.hinges("ggl-alpha", 1)
        lowest = np.argmin(single.history["rod.y"])
        self.assertAlmostEqual(single.history["rod.y"][lowest], -0.5, delta=1e-5)
        self.assertAlmostEqual(abs(single.history["rod.omega"][lowest]), math.sqrt(3 * G), delta=1e-3)
        self.assertAlmostEqual(single.history["hinge.force"][lowest], 2.5 * G, delta=1e-2)


class Micrometres(unittest.TestCase):
    def test_joints_apart_are_not_redundant(self):
        """Two pins 2 µm apart keep the slide from turning, neither repeats the other: nothing warns."""
        history = own_input.run(SLOT).history
        np.testing.assert_allclose(history["slide.y"], 1e-4 * history["t"], rtol=1e-12)
        np.testing.assert_allclose(history["slide.theta"], 0, atol=1e-15)


if __name__ == "__main__":
    unittest.main()
