# SPDX-License-Identifier: BSD-2-Clause
# labels: study
"""600 s of the spring pendulum: figure 4 of Capobianco & Eugster (2018)."""

import unittest

import numpy as np
import runs


def energy_error(option):
    few = "-output_history_every 10 -output_energy_balance false"
    history = runs.fresh_run("spring-pendulum", option, "-stepper_end 600", few).history
    return history["t"], history["energy"] / history["energy"][0] - 1


class LongRun(unittest.TestCase):
    def test_symmetric_and_variational_do_not_drift(self):
        for name in ("moreau-symmetric", "moreau-variational"):
            with self.subTest(name):
                _, error = energy_error(f"-stepper_type {name}")
                self.assertLess(np.max(np.abs(error)), 2e-3)
                self.assertGreater(np.max(np.abs(error)), 1.9e-3)
                windows = [np.mean(error[10000 * k : 10000 * (k + 1)]) for k in range(6)]
                self.assertLess(np.ptp(windows), 2e-4)

    def test_moreau_gains_energy(self):
        """Means over windows of 100 s; E(0) < 0, so that a positive error is a loss. How fast the
        pendular motion dies away depends on round-off after some hundred impacts."""
        _, error = energy_error("-stepper_type moreau")
        windows = [np.mean(error[10000 * k : 10000 * (k + 1)]) for k in range(6)]
        np.testing.assert_allclose(windows, [0.0070, 0.0116, -0.0123, -0.0934, -0.2725, -0.5693],
                                   rtol=0.01, atol=3e-4)

    def test_moreau_jean_does_not_drift(self):
        _, error = energy_error("-stepper_type moreau-jean -stepper_theta 0.5")
        self.assertLess(np.max(np.abs(error)), 1e-3)


if __name__ == "__main__":
    unittest.main()
