# SPDX-License-Identifier: BSD-2-Clause
"""rattle on the planar examples of its paper, Breuling et al. (2024), sections 5.1 and 5.2."""

import unittest

import numpy as np
import runs

FORMS = ("second", "printed")


def run(name, form):
    return runs.run(name, f"-stepper_form {form}")


class Ball(unittest.TestCase):
    def test_bounces(self):
        """Impacts at steps 43, 85, 105, 114, 118 and 120, then rest."""
        for form in FORMS:
            with self.subTest(form):
                h = run("rotating-ball-1", form).history
                closed = h["ground.impulse"] > 0
                starts = np.flatnonzero(closed & ~np.concatenate(([False], closed[:-1])))
                self.assertEqual(h["step"][starts].tolist(), [43, 85, 105, 114, 118, 120])
                self.assertAlmostEqual(h["ground.impulse"][43], 6.2784, delta=1e-4)
                self.assertAlmostEqual(h["ball.vy"][43], 2.0601, delta=1e-4)
                end = [h[f"ball.{name}"][-1] for name in ("y", "vx", "vy", "omega")]
                np.testing.assert_allclose(end, [0.1, 0, 0, 0], atol=1e-8)
                self.assertLessEqual(-h["min_gap"].min(), 1e-8)

    def test_slides_then_rolls(self):
        for form in FORMS:
            with self.subTest(form):
                h = run("rotating-ball-2", form).history
                at_impact = [h[name][43] for name in ("ground.impulse", "ground.friction", "ball.vx", "ball.vy", "ball.omega")]
                np.testing.assert_allclose(at_impact, [4.2183, -0.84366, -0.84366, 0, 28.9085], atol=1e-7)
                end = [h[f"ball.{name}"][-1] for name in ("x", "theta", "vx", "vy", "omega")]
                np.testing.assert_allclose(end, [-1.4427749, 38.9306275, -10 / 7, 0, 100 / 7], atol=1e-7)
                self.assertLessEqual(-h["min_gap"].min(), 1e-8)

    def test_sticks_at_once(self):
        for form in FORMS:
            with self.subTest(form):
                h = run("rotating-ball-3", form).history
                for step in (43, -1):
                    rolling = [h[f"ball.{name}"][step] for name in ("vx", "vy", "omega")]
                    np.testing.assert_allclose(rolling, [-2 / 7, 0, 20 / 7], atol=1e-7)


class SliderCrank(unittest.TestCase):
    def test_values(self):
        for form in FORMS:
            with self.subTest(form):
                h = run("slider-crank", form).history
                self.assertAlmostEqual(h["energy"][0], 7.49554875, delta=1e-8)
                for step, delta, angle, omega, energy in ((100, 1e-6, 0.94804539, 67.47568, 7.4507455),
                                                          (1000, 1e-5, 9.0021242, 135.96548, 7.2294489)):
                    self.assertAlmostEqual(h["crank.theta"][step], angle, delta=delta)
                    self.assertAlmostEqual(h["crank.omega"][step], omega, delta=10 * delta)
                    self.assertAlmostEqual(h["energy"][step], energy, delta=delta)
                self.assertAlmostEqual(h["rod.theta"][100], -0.4146510, delta=1e-6)

    def test_aligns(self):
        for form in FORMS:
            with self.subTest(form):
                h = run("slider-crank", form).history
                turned = h["t"][np.abs(h["slider.theta"]) > 1e-6].max()
                self.assertLessEqual(turned, 0.0093)
                self.assertGreaterEqual(turned, 0.008)
                self.assertLessEqual(-h["min_gap"].min(), 1e-10)
                self.assertLessEqual(h["max_joint_error"].max(), 1e-10)


if __name__ == "__main__":
    unittest.main()
