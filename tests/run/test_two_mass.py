# SPDX-License-Identifier: BSD-2-Clause
"""A ball that falls on a mass on a spring, e = 0 and e = 1, against the closed form."""

import math
import unittest

import numpy as np
import runs

BALL, MASS, STIFFNESS, GRAVITY = 1.0, 2.0, 8000.0, 10.0
STEP = 1e-4
HIT = 0.1  # s: from 0.05 m above the mass at rest
SPEED = 1.0  # m/s, of the ball when it hits
REDUCED = BALL * MASS / (BALL + MASS)
BOTH_LEVELS = ("ggl-alpha", "projected", "combined", "ggl-theta")
STEPPERS = (*BOTH_LEVELS, "moreau-jean", "moreau", "nsga")


def thrown_off():
    """When and how fast the ball leaves after e = 0: where the spring is relaxed, u = 0 (bisection)."""
    omega = math.sqrt(STIFFNESS / (BALL + MASS))
    u0, v0 = -MASS * GRAVITY / STIFFNESS, -BALL * SPEED / (BALL + MASS)
    middle = -(BALL + MASS) * GRAVITY / STIFFNESS
    low, high = math.pi / 2 / omega, 3 * math.pi / 2 / omega
    for _ in range(60):
        t = (low + high) / 2
        u = middle + (u0 - middle) * math.cos(omega * t) + v0 / omega * math.sin(omega * t)
        low, high = (t, high) if u < 0 else (low, t)
    return HIT + low, math.sqrt(v0**2 + omega**2 * ((u0 - middle) ** 2 - middle**2))


def collision(stepper, restitution, *options):
    return runs.run("two-mass-collision", f"-stepper_type {stepper} -stepper_end 0.25",
                    f"-contacts_0_restitution {restitution}", *options).history


class Collision(unittest.TestCase):
    def test_rest_before_the_impact(self):
        history = collision("ggl-alpha", 0)
        before = history["t"] < HIT - STEP
        np.testing.assert_allclose(history["mass.x"][before], -2.5e-3, atol=1e-12)
        np.testing.assert_allclose(history["ball.vx"][before], -GRAVITY * history["t"][before], atol=1e-11)

    def test_impulse_and_velocities(self):
        """P = (1 + e) mu v, shared by the masses; O(step) from the weight within the impact's step."""
        for stepper in STEPPERS:
            for e in (0, 1):
                with self.subTest(stepper, e=e):
                    history = collision(stepper, e)
                    hit = np.flatnonzero(history["touch.impulse"] > 0)[0]
                    self.assertAlmostEqual(history["t"][hit], HIT, delta=1.5 * STEP)
                    self.assertAlmostEqual(history["touch.impulse"][hit], (1 + e) * REDUCED * SPEED, delta=2e-3)
                    jump = (1 + e) * REDUCED * SPEED
                    self.assertAlmostEqual(history["ball.vx"][hit], -SPEED + jump / BALL, delta=2.5e-3)
                    self.assertAlmostEqual(history["mass.vx"][hit], -jump / MASS, delta=2.5e-3)

    def test_energy_over_the_impact(self):
        """Loss (1 − e²) mu v²/2."""
        for stepper in BOTH_LEVELS:
            for e in (0, 1):
                with self.subTest(stepper, e=e):
                    history = collision(stepper, e)
                    after = np.flatnonzero(history["touch.impulse"] > 0)[0] + 2
                    loss = history["energy"][0] - history["energy"][after]
                    self.assertAlmostEqual(loss, (1 - e**2) * REDUCED * SPEED**2 / 2, delta=1e-3)

    def test_together_until_the_spring_is_relaxed(self):
        time, speed = thrown_off()
        for stepper in BOTH_LEVELS:
            with self.subTest(stepper):
                history = collision(stepper, 0)
                closed = np.flatnonzero(history["touch.impulse"] > 1e-9)
                gone = closed[np.flatnonzero(np.append(np.diff(closed), len(history["t"])) > 5)][0]
                self.assertAlmostEqual(history["t"][gone], time, delta=5 * STEP)
                self.assertAlmostEqual(history["ball.vx"][gone], speed, delta=5e-3)
                together = history["touch.gap"][closed[2] : gone]
                self.assertLessEqual(np.max(np.abs(together)), 1e-12)
                self.assertEqual(len(closed[closed <= gone]), gone - closed[0] + 1, "leaves between")

    def test_no_penetration(self):
        for stepper in BOTH_LEVELS:
            for e in (0, 1):
                with self.subTest(stepper, e=e):
                    self.assertGreaterEqual(collision(stepper, e)["min_gap"].min(), -1e-12)

    def test_momentum_of_the_ball(self):
        """All impulses on it against its weight: m (v(T) − v(0)) = sum P − m g T."""
        for stepper in STEPPERS:
            for e in (0, 1):
                with self.subTest(stepper, e=e):
                    history = collision(stepper, e)
                    gained = BALL * history["ball.vx"][-1] + BALL * GRAVITY * history["t"][-1]
                    self.assertAlmostEqual(gained, history["touch.impulse"].sum(), delta=1e-3)


if __name__ == "__main__":
    unittest.main()
