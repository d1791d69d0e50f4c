# SPDX-License-Identifier: BSD-2-Clause
"""What of a run is written: between which times, what its supports bear, what was largest."""

import unittest

import numpy as np
import runs
from ricochet import read_pvd
from test_impacts import lines


class Times(runs.RunTest):
    """The same run, less of it written."""

    BALL = ("bouncing-ball", "-output_vtk_every 100 -output_impacts true -stepper_end 2")

    def compare(self, options, first, last):
        whole, part = runs.run(*self.BALL), runs.run(*self.BALL, options)
        kept = slice(first, last + 1)
        for name, values in whole.history.items():
            np.testing.assert_array_equal(part.history[name], values[kept], name)
        times = [t for t, _ in read_pvd(whole.directory / "bouncing-ball.pvd")]
        self.assertEqual([t for t, _ in read_pvd(part.directory / "bouncing-ball.pvd")],
                         [t for t in times if whole.history["t"][first] <= t <= whole.history["t"][last]])
        among, found = lines(whole), lines(part)
        shown = (among["step"] >= first) & (among["step"] <= last)
        np.testing.assert_array_equal(found["step"], among["step"][shown])
        self.assertLess(len(found["step"]), part.summary["impacts"])
        for key in ("energy", "impacts", "impulse", "contact_time", "max_penetration"):
            self.assertEqual(part.summary[key], whole.summary[key], key)

    def test_from(self):
        self.compare("-output_from 1", 500, 1000)

    def test_until(self):
        self.compare("-output_until 1.0001", 0, 500)  # between two steps

    def test_both(self):
        self.compare("-output_from 0.5001 -output_until 1.2", 251, 600)


if __name__ == "__main__":
    unittest.main()
