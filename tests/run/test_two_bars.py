# SPDX-License-Identifier: BSD-2-Clause
# labels: slow
"""Two bars collide: contact between nodes, against the exact waves and an independent
implementation's values."""

import unittest

import numpy as np
import runs
from frames import frames

GAP = 0.1  # m, of the input
MOREAU = "-stepper_type moreau-jean -stepper_forecast explicit"
FREE = "-stepper_type moreau-jean -stepper_forecast free"
GGL = "-stepper_type ggl-alpha"
EQUAL = "-materials_heavy_E 1 -materials_heavy_density 1"  # both bars of impedance 1
UNEQUAL = "-materials_heavy_E 2 -materials_heavy_density 2"
COARSE, FINE = "-stepper_step 0.012", "-stepper_step 0.005"


def bars(*options, ranks=1):
    return runs.run("two-bars", *options, ranks=ranks)


def measure(history):
    """Duration of contact, mean force in mid contact, impulse, what is left of the energy."""
    t, impulse = history["t"], history["collision.impulse"]
    mid = (t > GAP + 0.4) & (t < GAP + 1.6)
    return {
        "duration": np.sum(impulse > 0) * (t[1] - t[0]),
        "mid force": history["collision.force"][mid].mean(),
        "impulse": impulse.sum(),
        "energy": history["energy"][-1] / history["energy"][0],
        "min gap": history["min_gap"].min(),
    }


def momentum(frame, bar_is_heavy, density):
    """Of the bar left or right of the middle of the gap, from the velocities of its nodes: they are
    linear between the nodes."""
    pairs = frame.lines[1]
    right = frame.reference[pairs, 0].mean(axis=1) > GAP / 2
    means = frame["velocity"][pairs, 0].mean(axis=1)
    return density * np.sum((frame.lengths * means)[right == bar_is_heavy])


class ExactSolution(runs.RunTest):
    def check(self, force, *options):
        """The bars push each other with Z1 Z2/(Z1 + Z2) for the time 2."""
        for scheme in (GGL, MOREAU, FREE):
            for step, h in ((COARSE, 0.012), (FINE, 0.005)):
                with self.subTest(scheme=scheme, step=step):
                    found = measure(bars(scheme, step, *options).history)
                    loss = 0.015 if scheme == GGL else 0.025
                    self.assert_values(found, {
                        "mid force": (force, 1e-5), "duration": (2, 2 * h),
                        "impulse": (2 * force, 2 * force * loss),
                    })
                    self.assertGreaterEqual(found["min gap"], -1e-12 if scheme == GGL else -2 * h)
                    self.assertLess(found["energy"], 1)

    def test_impedances_1_and_2(self):
        self.check(2 / 3, UNEQUAL)

    def test_equal_bars(self):
        self.check(1 / 2, EQUAL)

    def test_velocities_after(self):
        """Undeformed again, the lighter bar flies back with V/3; equal ones change places: the
        mean velocities of the bars, momentum over mass."""
        for options, heavy, wanted in ((UNEQUAL, 2, (-1 / 3, 2 / 3)), (EQUAL, 1, (0, 1))):
            with self.subTest(options=options):
                frame = frames(bars(GGL, options, "-output_vtk_every 1"))[-1]
                found = [momentum(frame, False, 1), momentum(frame, True, heavy) / heavy]
                self.assertLessEqual(abs(np.array(found) - wanted).max(), 0.015)


class Momentum(runs.RunTest):
    def test_conserved_and_changed_by_the_impulse(self):
        """From the velocities of all nodes at each step: the sum of both bars stays, each bar's
        changes by the impulse of the step."""
        for scheme in (GGL, MOREAU):
            run = bars(scheme, UNEQUAL, "-output_vtk_every 1")
            series = frames(run)
            left = np.array([momentum(frame, False, 1) for frame in series])
            right = np.array([momentum(frame, True, 2) for frame in series])
            impulse = run.history["collision.impulse"]
            with self.subTest(scheme=scheme):
                self.assertEqual(len(series), len(impulse))
                self.assertAlmostEqual(left[0], 1, delta=1e-13)
                self.assertLessEqual(abs(left + right - 1).max(), 1e-11)
                self.assertLessEqual(abs(np.diff(right) - impulse[1:]).max(), 1e-11)


class Values(runs.RunTest):
    """Of an independent implementation. Where in a step the bars meet decides on whether the last
    step in contact is counted, 0.5 % of the impulse: these belong to a gap of 10.7 mm, and to an end
    2.5 s after the bars meet."""

    GAP = "-mesh_line_1_from 0.0107 -mesh_line_1_to 1.0107 -stepper_end 2.51"

    def test_values(self):
        for options, impulse, energy in (
            ((EQUAL, COARSE, FREE), 0.97433, 0.96502), ((EQUAL, COARSE, GGL), 0.99164, 0.99624),
            ((EQUAL, FINE, FREE), 0.98654, 0.97971), ((EQUAL, FINE, GGL), 0.99485, 0.99783),
            ((UNEQUAL, COARSE, FREE), 1.29911, 0.95337), ((UNEQUAL, COARSE, GGL), 1.32218, 0.99498),
        ):
            with self.subTest(options=options):
                self.assert_values(measure(bars(self.GAP, *options).history), {
                    "impulse": (impulse, 1.1e-5), "energy": (energy, 1.1e-5)})

    def test_values_of_the_input(self):
        """As its comments tell them."""
        for scheme, impulse, energy in ((GGL, 1.32202, 0.9941), (MOREAU, 1.30530, 0.9565)):
            with self.subTest(scheme=scheme):
                self.assert_values(measure(bars(scheme).history), {
                    "impulse": (impulse, 1e-5), "energy": (energy, 1e-4)})


class SameAnswer(runs.RunTest):
    def test_ranks(self):
        for scheme in (GGL, MOREAU):
            for ranks in runs.RANKS:
                with self.subTest(scheme=scheme, ranks=ranks):
                    self.assert_same_history(bars(scheme), bars(scheme, ranks=ranks))

    def test_ways_to_solve(self):
        for scheme in (GGL, MOREAU):
            with self.subTest(scheme=scheme):
                reference = bars(scheme, "-stage_type condensed")
                self.assert_same_history(reference, bars(scheme, "-stage_type kkt"))
        self.assert_same_history(bars(GGL), bars(GGL, "-stepper_solve decoupled"))


if __name__ == "__main__":
    unittest.main()
