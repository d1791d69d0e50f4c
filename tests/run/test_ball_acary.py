# SPDX-License-Identifier: BSD-2-Clause
"""The bouncing ball of Acary, Example 1: Ballard's exact solution, and the chatter after it comes to
rest that tells the direct projection from the others."""

import unittest

import numpy as np
import runs

STEP = 0.05  # s
THETA = "-stepper_theta 0.5"
PROJECTED = f"-stepper_type projected {THETA}"
COMBINED = f"-stepper_type combined {THETA}"
LATE = "-systems_0_q 1.03 -stepper_end 10"  # long after rest; impacts off the steps


def history(*options):
    return runs.run("bouncing-ball-acary", *options).history


def late(*options):
    """|v|/h, P/h and gaps over the last steps, a multiple of all cycles."""
    h = history(LATE, *options)
    rows = slice(-24, None)
    return (abs(h["ball.ground.gap_velocity"][rows]) / STEP, h["ball.ground.impulse"][rows] / STEP,
            h["ball.ground.gap"][rows])


def exact(t):
    """q = (t - t_n)(t_(n+1) - t) with the impacts t_n = 3 - 2^(2-n)."""
    q = np.zeros_like(t)
    for n in range(60):
        start, end = 3 - 2.0 ** (2 - n), 3 - 2.0 ** (1 - n)
        q += np.where((t >= start) & (t < end), (t - start) * (end - t), 0)
    return q


class ExactSolution(runs.RunTest):
    def test_first_order(self):
        """The l1 error of q is between 0.3 and 1.6 steps, at steps whose multiples no impact hits."""
        for options in (PROJECTED, COMBINED, "-stepper_type ggl-alpha",
                        f"-stepper_type moreau-jean {THETA}", "-stepper_type schatzman-paoli"):
            for step in (0.0137, 0.0137 / (2 if runs.BRIEF else 8)):
                h = history(options, f"-stepper_step {step}")
                error = step * abs(h["ball.ground.gap"] - exact(h["t"])).sum()
                with self.subTest(options=options, step=step):
                    self.assertTrue(0.3 * step < error < 1.6 * step, f"{error / step} steps")

    def test_flight_is_exact(self):
        for options in (PROJECTED, COMBINED, "-stepper_type ggl-alpha"):
            h = history(options, "-stepper_step 0.0137")
            flight = h["t"] < 1
            with self.subTest(options=options):
                apart = abs(h["ball.ground.gap"] - exact(h["t"]))[flight]
                self.assertLessEqual(apart.max(), 1e-12)


class Chatter(runs.RunTest):
    def assert_cycle(self, found, wanted):
        """`wanted` is a cycle, which may begin anywhere in what was found."""
        cycle = np.resize(wanted, len(found))
        apart = min(abs(np.roll(cycle, k) - found).max() for k in range(len(wanted)))
        self.assertLessEqual(apart, 1e-4, f"{found[:6]}")

    def test_three_steps_without_forecast(self):
        v, force, _ = late(PROJECTED, "-stepper_gamma 0")
        self.assert_cycle(force, [0, 0, 6])
        self.assert_cycle(v, [2 / 3, 8 / 3, 4 / 3])

    def test_two_steps_with_gamma_1(self):
        v, force, _ = late(PROJECTED, "-stepper_gamma 1")
        self.assert_cycle(force, [0, 4])
        self.assert_cycle(v, [4 / 3, 2 / 3])

    def test_still_with_gamma_2(self):
        _, force, _ = late(PROJECTED, "-stepper_gamma 2")
        self.assertLess(force.min(), 1e-4)
        self.assertGreater(force.max(), 3.9)

    def test_none_with_the_free_forecast(self):
        v, force, gap = late(PROJECTED, "-stepper_forecast free")
        self.assertLessEqual(v.max(), 1e-9)
        self.assertLessEqual(abs(force - 2).max(), 1e-9)
        self.assertGreaterEqual(gap.min(), -1e-12)
        nu = history(LATE, PROJECTED, "-stepper_forecast free")["ball.ground.nu"]
        self.assertEqual(nu[-24:].max(), 0)

    def test_none_in_the_combined_scheme(self):
        v, force, gap = late(COMBINED)
        self.assertLessEqual(v.max() * STEP, 1e-9)
        self.assertLessEqual(abs(force - 2).max(), 1e-9)
        self.assertLessEqual(abs(gap).max(), 1e-12)
        self.assertGreaterEqual(history(LATE, COMBINED)["min_gap"].min(), -1e-12)

    def test_cycle_of_theta_rule_with_both_levels(self):
        """On one straight row ggl-theta is the projected scheme."""
        first, second = (runs.run("bouncing-ball-acary", LATE, options)
                         for options in (PROJECTED, f"-stepper_type ggl-theta {THETA}"))
        self.assert_same_history(first, second)


class Elastic(runs.RunTest):
    """e = 1: projection puts energy in, figure 7 of the paper; without projection none is lost."""

    def energy(self, *options):
        return history(LATE, "-systems_0_contacts_ground_restitution 1", *options)["energy"]

    def test_projection_adds_energy(self):
        energy = self.energy(PROJECTED)
        self.assertGreater(energy[-1], 1.05 * energy[0])

    def test_the_free_forecast_adds_none(self):
        energy = self.energy(PROJECTED, "-stepper_forecast free")
        self.assertLessEqual(np.ptp(energy), 1e-12 * energy[0])

    def test_the_combined_scheme_loses_some(self):
        energy = self.energy(COMBINED)
        self.assertLessEqual(np.diff(energy).max(), 1e-12)
        self.assertLess(energy[-1], 0.9 * energy[0])


if __name__ == "__main__":
    unittest.main()
