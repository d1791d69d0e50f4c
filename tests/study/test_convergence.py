# SPDX-License-Identifier: BSD-2-Clause
"""Convergence of the impacting bar at the Courant number 1.2, mesh and step refined together.

The exact gap is piecewise linear in time, its velocity jumps at the impact and at the release: that
bounds the orders. Those expected are of an independent implementation; Moreau and Jean's scheme is
the one with the free forecast (the explicit one penetrates by up to v0 h more, by where in a step
the impact falls, which adds to the order of its error: 0.59).
"""

import os
import pathlib
import sys
import unittest

import numpy as np

sys.path[:0] = [str(pathlib.Path(os.environ["RICOCHET_SOURCE"], "tests", "run"))]

import runs  # noqa: E402
import compare_bar  # noqa: E402

EXACT = compare_bar.Bar()
CELLS = np.array([50, 100, 200, 400, 800])
STEPS = 0.4 / CELLS  # s: 8e-3 to 5e-4


def bar(scheme, cells, step):
    return runs.run("impacting-bar", f"-stepper_type {scheme} -stepper_step {step:.17g}",
                    f"-mesh_line_cells {cells}").history


def gap_error(history):
    """L2 norm in time of the error of the gap."""
    t = history["t"]
    error = history["wall.gap"] - EXACT.gap_at(t)
    return np.sqrt(np.sum(error[1:] ** 2 * np.diff(t)))


def energy_loss(history):
    return 1 - history["energy"][-1] / history["energy"][0]


def order(values):
    """Slope of the straight line nearest to log(values) over log(STEPS)."""
    return np.polyfit(np.log(STEPS), np.log(values), 1)[0]


class Convergence(unittest.TestCase):
    def check(self, scheme, gap_order, energy_order):
        histories = [bar(scheme, cells, step) for cells, step in zip(CELLS, STEPS)]
        for measure, wanted in ((gap_error, gap_order), (energy_loss, energy_order)):
            with self.subTest(measure=measure.__name__):
                values = [measure(history) for history in histories]
                self.assertTrue(all(np.diff(values) < 0), f"falls at each refinement: {values}")
                self.assertAlmostEqual(order(values), wanted, delta=0.1)

    def test_courant_number(self):
        c = np.sqrt(EXACT.modulus / EXACT.density)
        np.testing.assert_allclose(c * STEPS * CELLS / EXACT.length, 1.2, rtol=1e-14)

    def test_moreau_jean(self):
        self.check("moreau-jean -stepper_forecast free", 0.50, 0.49)

    def test_ggl_alpha(self):
        self.check("ggl-alpha", 0.69, 0.82)


if __name__ == "__main__":
    unittest.main()
