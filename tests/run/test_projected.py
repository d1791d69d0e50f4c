# SPDX-License-Identifier: BSD-2-Clause
"""projected, coupled and decoupled: one solution, found in another number of iterations."""

import unittest

import runs


class Projected(runs.RunTest):
    def both(self, name, *options):
        decoupled, coupled = (runs.fresh_run(name, "-stepper_type projected", *options, f"-stepper_solve {solve}")
                              for solve in ("decoupled", "coupled"))
        self.assertGreater(max(coupled.history["active"]), 0, "nothing touches")
        return decoupled, coupled

    def test_flexible(self):
        """The bar: decoupled is a linear iteration in each step with contact, coupled needs one solution."""
        brief = "-stepper_end 0.6" if runs.BRIEF else ""
        for metric in "identity", "operator":
            with self.subTest(metric):
                decoupled, coupled = self.both("impacting-bar", f"-stepper_metric {metric}", brief)
                self.assert_same_history(decoupled, coupled, 1e-9)
                self.assertGreater(max(decoupled.history["iterations"]), 20)
                self.assertEqual(max(coupled.history["iterations"]), 1)

    def test_rigid(self):
        """A block of stiffness 0: nothing couples, every iteration is the same."""
        decoupled, coupled = self.both("rocking-block-acary", "-stepper_metric operator")
        self.assert_same_history(decoupled, coupled, 1e-9, but=())

    def test_flexible_and_joints(self):
        decoupled, coupled = self.both("bar-pendulum", "-stepper_end 0.4")
        round_off = ("iterations", "pivot.error", "pin.error", "max_joint_error")
        self.assert_same_history(decoupled, coupled, 3e-5, but=round_off)
        self.assertLess(sum(coupled.history["iterations"]), sum(decoupled.history["iterations"]))

    def test_ranks(self):
        for name, options in ("impacting-bar", "-stepper_end 0.6"), ("rocking-block-acary", ""):
            alone = runs.fresh_run(name, "-stepper_type projected -stepper_solve coupled", options)
            for ranks in runs.RANKS:
                with self.subTest(name, ranks=ranks):
                    self.assert_same_history(alone, runs.fresh_run(
                        name, "-stepper_type projected -stepper_solve coupled", options, ranks=ranks), 1e-9)

    def test_combined_has_no_such_option(self):
        with self.assertRaisesRegex(AssertionError, "(?s)exit code 2.*solve"):
            runs.fresh_run("rocking-block-acary", "-stepper_type combined -stepper_solve coupled")


if __name__ == "__main__":
    unittest.main()
