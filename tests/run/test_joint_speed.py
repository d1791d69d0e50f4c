# SPDX-License-Identifier: BSD-2-Clause
"""Prescribed angular speeds, a constraint of velocities alone, under every stepper: one body driven
against a torque, a second that follows it."""

import functools
import unittest

import numpy as np
import own_input
import runs

STEP, END = 1e-2, 0.4
J1, J2, TORQUE, G = 0.5, 0.25, 1.5, 9.81  # kg m², N m, m/s²
STEPPERS = ("ggl-alpha", "ggl-alpha-mu", "nsga", "smooth-alpha", "moreau-jean", "theta-position", "projected",
            "combined", "ggl-theta", "schatzman-paoli", "moreau", "moreau-symmetric", "moreau-variational", "rattle",
            "energy-momentum")
SPEED = f"""
title: Driven and following
dimension: 2
gravity: [0, -{G}]
bodies:
  - {{name: driven, mass: 1, inertia: {J1}, at: [0, 0], velocity: [0, 0, 2]}}
  - {{name: follower, mass: 3, inertia: {J2}, at: [3, 0], velocity: [0, 0, 2]}}
joints:
  - {{name: axle, type: revolute, a: [0, 0], b: driven}}
  - {{name: shelf, type: point-on-line, a: [0, 0], b: follower, axis: [1, 0]}}
  - {{name: drive, type: speed, a: [0, 0], b: driven, motion: MOTION}}
  - {{name: follow, type: speed, a: driven, b: follower}}
loads:
  - {{region: driven, force: [0, 0, {TORQUE}]}}
stepper: {{type: ggl-alpha, step: {STEP}, end: {END}}}
output: {{vtk_every: 0}}
"""


@functools.lru_cache(maxsize=None)
def run(stepper, motion, ranks=1):
    return own_input.run(SPEED.replace("MOTION", motion), f"-stepper_type {stepper}", ranks=ranks)


class Speed(unittest.TestCase):
    def test_uniform_acceleration(self):
        """omega = 2 + 3 t: the drive gives (J1 + J2) 3 − T, the follower takes J2 3; the weights are
        carried. Schatzman and Paoli's velocity is that in the middle of two steps."""
        for stepper in STEPPERS:
            with self.subTest(stepper):
                history = run(stepper, "2+3*t").history
                t = history["t"] - (STEP if stepper == "schatzman-paoli" else 0)
                for body in ("driven", "follower"):
                    np.testing.assert_allclose(history[f"{body}.omega"][2:], 2 + 3 * t[2:], atol=1e-10)
                for column, wanted in (("drive.reaction0", (J1 + J2) * 3 - TORQUE), ("follow.reaction0", J2 * 3),
                                       ("axle.reaction1", G), ("shelf.reaction0", 3 * G)):
                    np.testing.assert_allclose(history[column][2:], wanted, atol=1e-8, err_msg=column)

    def test_from_rest(self):
        """A drive that sets out at once: its speed is there, and stays."""
        text = SPEED.replace("velocity: [0, 0, 2]", "velocity: [0, 0, 0]").replace("MOTION", "2")
        for stepper in STEPPERS[::-4] if runs.BRIEF else STEPPERS:
            with self.subTest(stepper):
                history = own_input.run(text, f"-stepper_type {stepper}").history
                for body in ("driven", "follower"):
                    np.testing.assert_allclose(history[f"{body}.omega"][3:], 2, atol=1e-10)

    def test_angle(self):
        """The integral of 2 + sin 10 t; the follower keeps up to round-off."""
        for stepper in STEPPERS:
            with self.subTest(stepper):
                history = run(stepper, "2+sin(10*t)").history
                t = history["t"]
                order_two = not stepper.startswith("moreau") or stepper == "moreau-jean"
                np.testing.assert_allclose(history["driven.theta"], 2 * t + (1 - np.cos(10 * t)) / 10,
                                           atol=1e-3 if order_two else 6e-3)
                np.testing.assert_allclose(history["follower.theta"], history["driven.theta"], atol=1e-12)

    def test_schatzman_paoli_exactly(self):
        """The scheme's own numbers: a step turns by h omega(t + h/2), the velocity is the mean of two
        such, the torque their difference."""
        history = run("schatzman-paoli", "2+sin(10*t)").history
        middle = 2 + np.sin(10 * (history["t"][1:] - STEP / 2))
        np.testing.assert_allclose(history["driven.theta"][1:], STEP * np.cumsum(middle), atol=1e-12)
        np.testing.assert_allclose(history["driven.omega"][2:], (middle[1:] + middle[:-1]) / 2, atol=1e-12)
        rate = np.diff(middle) / STEP
        np.testing.assert_allclose(history["drive.reaction0"][2:], (J1 + J2) * rate - TORQUE, atol=1e-8)
        np.testing.assert_allclose(history["follow.reaction0"][2:], J2 * rate, atol=1e-8)

    def test_ranks(self):
        for stepper in ("schatzman-paoli", "smooth-alpha"):
            for ranks in runs.RANKS:
                with self.subTest(stepper, ranks=ranks):
                    alone, several = run(stepper, "2+sin(10*t)"), run(stepper, "2+sin(10*t)", ranks)
                    apart, column = runs.difference(alone, several)
                    self.assertLessEqual(apart, 1e-10, column)


if __name__ == "__main__":
    unittest.main()
