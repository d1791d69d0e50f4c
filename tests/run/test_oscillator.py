# SPDX-License-Identifier: BSD-2-Clause
"""The linear oscillator of Acary, Example 2: errors and orders of the schemes against the exact
solution. The error in q is l1 over time, h times the sum of |q - exact| over the rows."""

import unittest

import numpy as np
import runs

STEP = 1e-3  # s
STEPS = [0.05 / 2 ** (3 * k / 4) for k in range(4 if runs.BRIEF else 9)]  # s, from 0.05 to 7.8e-4
RESTITUTION = 0.5
THETA = "-stepper_theta 0.5"
MOREAU = f"-stepper_type moreau-jean {THETA} -stepper_gamma 0"
PAOLI = "-stepper_type schatzman-paoli -stepper_theta 0"
PROJECTED = f"-stepper_type projected {THETA} -stepper_gamma 0"
COMBINED = f"-stepper_type combined {THETA}"
GGL = "-stepper_type ggl-alpha -stepper_rho_inf 0.8"


def history(options, step=STEP):
    return runs.run("linear-oscillator", options, f"-stepper_step {step!r}").history


def exact(t):
    return RESTITUTION ** np.floor(t / np.pi + 0.5) * abs(np.cos(t))


def error(options, step=STEP):
    h = history(options, step)
    return step * abs(h["mass.ground.gap"] - exact(h["t"])).sum()


class Errors(runs.RunTest):
    def check(self, options, wanted, order, tolerance=1e-3):
        self.assertAlmostEqual(error(options), wanted, delta=tolerance * wanted)
        errors = [error(options, step) for step in STEPS]
        found = np.polyfit(np.log(STEPS), np.log(errors), 1)[0]
        self.assertAlmostEqual(found, order, delta=0.2)

    def test_moreau_jean(self):
        self.check(MOREAU, 2.4715e-3, 1.00)

    def test_schatzman_paoli(self):
        self.check(PAOLI, 2.2824e-3, 0.99)

    def test_projected(self):
        self.check(PROJECTED, 1.3883e-3, 1.00)

    def test_combined(self):
        self.check(COMBINED, 2.47324e-4, 1.05, tolerance=1e-5)

    def test_ggl_alpha(self):
        self.check(GGL, 2.47336e-4, 1.05, tolerance=1e-5)


class PositionMultiplier(runs.RunTest):
    """tau and nu are O(h): never more than the distance of a step, and not of a higher order."""

    def test_order(self):
        for options, least in ((PROJECTED, 0.1), (GGL, 0.1), (COMBINED, -1)):
            found = [history(options, step)["mass.ground.nu"].max() / step for step in STEPS]
            with self.subTest(options=options):
                self.assertLessEqual(max(found), 1)
                self.assertGreater(max(found[:4]), least)
                self.assertGreater(max(found[-4:]), least)


class ExactSolution(runs.RunTest):
    def test_impacts_and_energies(self):
        for options in (COMBINED, GGL):
            h = history(options)
            impacts = h["t"][np.flatnonzero(h["mass.ground.impulse"])]
            with self.subTest(options=options):
                self.assertEqual(len(impacts), 2)
                self.assertLessEqual(abs(impacts - [np.pi / 2, 3 * np.pi / 2]).max(), 2 * STEP)
                for t, wanted in ((1, 1 / 2), (3, 1 / 8), (5, 1 / 32)):
                    self.assertAlmostEqual(h["energy"][int(round(t / STEP))], wanted, delta=1e-6)

    def test_no_penetration(self):
        for options in (COMBINED, GGL, PROJECTED):
            with self.subTest(options=options):
                self.assertGreaterEqual(history(options)["min_gap"].min(), -1e-12)
        self.assertLess(history(MOREAU)["min_gap"].min(), -1e-4)

    def test_second_order_before_the_impact(self):
        for options in (MOREAU, PAOLI, PROJECTED, COMBINED, GGL):
            errors = []
            for step in (0.04, 0.02, 0.01):
                h = history(options, step)
                flight = h["t"] < 1.5
                errors.append(abs(h["mass.ground.gap"] - exact(h["t"]))[flight].max())
            for coarse, fine in zip(errors, errors[1:]):
                with self.subTest(options=options):
                    self.assertAlmostEqual(np.log2(coarse / fine), 2, delta=0.1)


if __name__ == "__main__":
    unittest.main()
