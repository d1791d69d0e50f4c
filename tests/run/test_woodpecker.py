# SPDX-License-Identifier: BSD-2-Clause
"""The woodpecker toy, Capobianco & Eugster (2018), section 5: Coulomb friction in every stepper that has it."""

import subprocess
import unittest

import numpy as np
import runs

STEPPERS = ("moreau-jean", "projected", "combined", "ggl-theta", "ggl-alpha", "nsga", "moreau",
            "moreau-symmetric", "moreau-variational", "rattle",
            "energy-momentum")
PROJECTED = ("projected", "combined", "ggl-theta", "ggl-alpha", "rattle")


def toy(stepper, *options):
    return runs.run("woodpecker", f"-stepper_type {stepper}", *options)


def pecks(history):
    """Times of the beak's impacts, and the sleeve's height at each."""
    hit = np.flatnonzero(history["toy.beak.impulse"] > 0)
    first = hit[np.concatenate(([True], np.diff(history["t"][hit]) > 1e-3))]
    return history["t"][first], history["toy.y"][first]


class Woodpecker(unittest.TestCase):
    def test_limit_cycle(self):
        """Reference: period 0.1460 s to 3e-4, drop 0.01948 m to 1 %, |phi_M| up to 0.10345."""
        for stepper in STEPPERS:
            with self.subTest(stepper=stepper):
                history = toy(stepper).history
                t, y = pecks(history)
                self.assertGreaterEqual(len(t), 4)
                self.assertAlmostEqual(t[-1] - t[-2], 0.1460, delta=3e-4)
                self.assertAlmostEqual(y[-2] - y[-1], 0.01948, delta=2e-4)
                angle = np.abs(history["toy.phi_M"]).max()
                self.assertAlmostEqual(angle, 0.10345, delta=1e-5 if stepper in PROJECTED else 1.5e-3)

    def test_cone(self):
        """Friction stays in the cone, against the sliding; what slides is at its edge."""
        for stepper in STEPPERS:
            history = toy(stepper).history
            for edge, mu in (("beak", 0.3), ("lower", 0.3), ("upper", 0.3)):
                normal, friction = (history[f"toy.{edge}.{c}"] for c in ("impulse", "friction"))
                slip = history[f"toy.{edge}.slip"]
                with self.subTest(stepper=stepper, edge=edge):
                    scale = normal.max()
                    self.assertLessEqual((np.abs(friction) - mu * normal).max(), 1e-10 * scale)
                    slides = (normal > 0) & (np.abs(slip) > 1e-6)
                    np.testing.assert_allclose(friction[slides], -mu * normal[slides] * np.sign(slip[slides]),
                                               atol=1e-9 * scale)

    def test_balance(self):
        """With theta 1/2 what friction and impacts take is all that is lost."""
        for stepper in ("combined", "projected"):
            with self.subTest(stepper=stepper):
                history = toy(stepper).history
                self.assertLessEqual(np.abs(history["balance_numerical"]).max(), 1e-14)
                taken = history["balance_impacts"] + history["balance_friction"]
                self.assertGreaterEqual(np.diff(taken).min(), -1e-15)
                self.assertGreater(history["balance_friction"][-1], 3e-3)

    def test_refused(self):
        for option, text in (("-stepper_type schatzman-paoli", "no friction (allowed with friction: "),
                             ("-stepper_type smooth-alpha", "stepper_type: 'smooth-alpha' has no contact law for velocities"),
                             ("-stepper_type projected -stepper_solve coupled", "has no friction (needs 'solve: decoupled')")):
            with self.subTest(option=option):
                done = subprocess.run(runs.command("woodpecker", option, f"-o {runs.new_directory()}"),
                                      capture_output=True, text=True, check=False, timeout=runs.TIMEOUT)
                self.assertEqual(done.returncode, 2)
                self.assertIn(text, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1)


if __name__ == "__main__":
    unittest.main()
