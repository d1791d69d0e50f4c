# SPDX-License-Identifier: BSD-2-Clause
"""Many bodies: how often something is factored, which tells how the cost grows, and the same motion by the
sparse form as by the dense one."""

import sys
import unittest

import own_input
import runs

sys.path.append(str(runs.SOURCE / "tests" / "bench"))
import models  # noqa: E402

STEPS = 10


def run(kind, n, stepper, *options, ranks=1):
    return own_input.run(models.bodies(kind, n, stepper, STEPS * 1e-3), *options, ranks=ranks)


class Many(unittest.TestCase):
    def test_stack(self):
        """Sixty blocks rest on one another: all that is closed is in the first set, so that each stage of a
        step factors once, not once an interface."""
        for stepper, stages in (("moreau-jean", 1), ("ggl-alpha", 2)):
            with self.subTest(stepper):
                summary = run("stack", 60, stepper).summary
                self.assertLessEqual(summary["factorizations"], stages * (STEPS + 1))
                energy = summary["energy"]
                self.assertAlmostEqual(energy["final"], energy["initial"], delta=1e-9 * energy["initial"])

    def test_apart(self):
        """Nothing is formed, let alone factored, for disks that do not touch."""
        for stepper in ("moreau-jean", "ggl-alpha"):
            with self.subTest(stepper):
                self.assertEqual(run("gas", 12, stepper).summary["factorizations"], 0)

    def test_one_motion(self):
        """A row of 45 disks: the automatic choice, on one and more ranks, moves as the dense form does."""
        for stepper in ("moreau-jean", "ggl-alpha"):
            dense = run("cradle", 45, stepper, "-stage_type condensed").summary
            for ranks in (1, 2):
                with self.subTest(stepper, ranks=ranks):
                    summary = run("cradle", 45, stepper, ranks=ranks).summary
                    for name, impulse in dense["impulse"].items():
                        self.assertAlmostEqual(summary["impulse"][name], impulse, delta=1e-12)


if __name__ == "__main__":
    unittest.main()
