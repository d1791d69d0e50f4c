# SPDX-License-Identifier: BSD-2-Clause
"""An initial state off its joints: refused, or moved onto them by `assemble: true`."""

import unittest

import numpy as np
import own_input
import runs

# Two rods in a chain hang off their pins, the first one above the hinge and the second below it.
CHAIN = """
title: Chain off its pins
dimension: 2
gravity: [0, -9.81]
bodies:
  - {name: first, mass: 1, inertia: 0.1, at: [1, SHIFT], velocity: [0, 0, 1], points: {left: [-1, 0], right: [1, 0]}}
  - {name: second, mass: 2, inertia: 0.2, at: [3.1, 0], points: {left: [-1, 0]}}
joints:
  - {name: hinge, type: revolute, a: [0, 0], b: first.left}
  - {name: knee, type: revolute, a: first.right, b: second.left}
MORE
stepper: {type: ggl-alpha, step: 1e-3, end: 2e-3}
output: {vtk_every: 0}
"""


def chain(shift, more=""):
    return CHAIN.replace("SHIFT", str(shift)).replace("MORE", more)


class Assemble(runs.RunTest):
    def assert_refused(self, text, *words):
        done = own_input.program("check", own_input.write(text), "-quiet")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        for word in words:
            self.assertIn(word, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1)

    def test_violated_joint_is_refused(self):
        for shift in 0.25, -0.25:  # rows of either sign
            with self.subTest(shift=shift):
                self.assert_refused(chain(shift), "case.yaml:9:6: joints[0]", "'hinge'", "0.25",
                                    "assemble")
        self.assert_refused(chain(0), "case.yaml:10:6: joints[1]", "'knee'", "0.1")

    def test_assembled_on_any_number_of_ranks(self):
        one = own_input.run(chain(0.25, "assemble: true"))
        start = {name: column[0] for name, column in one.history.items()}
        first, second = ([start[f"{body}.{q}"] for q in ("x", "y", "theta", "vx", "vy", "omega")]
                         for body in ("first", "second"))
        # Pins in place: where both bodies say they are.
        (x, y, a, vx, vy, w), (x2, y2, a2, vx2, vy2, w2) = first, second
        np.testing.assert_allclose([x - np.cos(a), y - np.sin(a)], 0, atol=1e-12)
        np.testing.assert_allclose([x2 - np.cos(a2), y2 - np.sin(a2)],
                                   [x + np.cos(a), y + np.sin(a)], atol=1e-12)
        np.testing.assert_allclose([vx + w * np.sin(a), vy - w * np.cos(a)], 0, atol=1e-12)
        np.testing.assert_allclose([vx2 + w2 * np.sin(a2), vy2 - w2 * np.cos(a2)],
                                   [vx - w * np.sin(a), vy + w * np.cos(a)], atol=1e-12)
        # The smallest change by mass is what impulses of the joints make: they leave the moment of
        # momentum about the ground's pin as it was, 0.1 kg m² · 1 rad/s.
        moment = x * vy - y * vx + 0.1 * w + 2 * (x2 * vy2 - y2 * vx2) + 0.2 * w2
        self.assertAlmostEqual(moment, 0.1, delta=1e-12)
        for ranks in 2, 3:
            with self.subTest(ranks=ranks):
                more = own_input.run(chain(0.25, "assemble: true"), ranks=ranks)
                for name in start:
                    self.assertAlmostEqual(more.history[name][0], start[name], delta=1e-10)

    def test_what_fits_is_not_moved(self):
        text = chain(0, "assemble: true").replace("3.1", "3.0").replace(", velocity: [0, 0, 1]", "")
        found = own_input.run(text).history
        self.assertEqual((found["first.x"][0], found["second.x"][0]), (1, 3))

    def test_joints_that_contradict_each_other(self):
        bad = "  - {name: far, type: revolute, a: [0, 9], b: first.left}\nassemble: true"
        self.assert_refused(chain(0.25, bad), "case.yaml:12:11: assemble: ", "cannot be held together")


if __name__ == "__main__":
    unittest.main()
