# SPDX-License-Identifier: BSD-2-Clause
"""A million steps at rest with friction: energy and memory stay as they are. Minutes."""

import os
import pathlib
import sys
import unittest

sys.path[:0] = [str(pathlib.Path(os.environ["RICOCHET_SOURCE"], "tests", "run"))]

import numpy as np  # noqa: E402
import own_input  # noqa: E402

STEPPERS = ("moreau-jean", "projected", "combined", "ggl-theta", "nsga", "moreau", "moreau-symmetric", "moreau-variational", "rattle")
BLOCK = """
title: a block at rest on an incline
dimension: 2
gravity: [2, -9.81]
bodies: [{name: block, mass: 3, shape: {type: block, size: [2, 0.5]}, at: [0, 0.25], points: {A: [1, -0.25], B: [-1, -0.25]}}]
contacts:
  - {name: A, type: point-line, a: block.A, b: [0, 0], normal: [0, 1], friction: 0.4}
  - {name: B, type: point-line, a: block.B, b: [0, 0], normal: [0, 1], friction: 0.4}
output: {history_every: 1000, energy_balance: false}
stepper: {type: moreau-jean, step: 1e-3, end: 1000}
"""


class Rest(unittest.TestCase):
    def test_energy_and_memory(self):
        for stepper in STEPPERS:
            with self.subTest(stepper):
                short = own_input.run(BLOCK.replace("end: 1000", "end: 10"), f"-stepper_type {stepper}")
                long = own_input.run(BLOCK, f"-stepper_type {stepper}")
                self.assertEqual(long.summary["steps"], 1000000)
                self.assertLessEqual(long.summary["peak_rss_mb"], short.summary["peak_rss_mb"] + 0.5)
                h = long.history
                weight = 3 * np.hypot(2, 9.81)
                self.assertLessEqual(np.ptp(h["energy"]), 1e-9 * weight)
                self.assertLessEqual(np.abs(h["block.x"]).max(), 1e-9)
                np.testing.assert_allclose((h["A.impulse"] + h["B.impulse"])[1:], 3 * 9.81 * 1e-3, rtol=1e-9)


if __name__ == "__main__":
    unittest.main()
