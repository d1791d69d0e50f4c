# SPDX-License-Identifier: BSD-2-Clause
"""Cables that go slack and taut, and a truss that tumbles, with the scheme that makes no energy."""

import unittest

import numpy as np
import runs
from frames import frames

ROUND_OFF = 1e-9  # of the energy at stake, what `energy_tolerance` lets a step make


def at_stake(history):
    """S: the largest kinetic energy and the range of the potential one."""
    return np.max(history["kinetic"]) + np.ptp(history["potential"])


class Slack(runs.RunTest):
    def assert_falls(self, history, first=0):
        """The energy, from a row on."""
        rises = np.diff(history["energy"][first:])
        self.assertLessEqual(rises.max(), ROUND_OFF * at_stake(history))

    def test_cable_falls_and_rests(self):
        end = 1.5 if runs.BRIEF else 5
        history = runs.run("slack-cable", f"-stepper_end {end} -output_history_every 5").history
        stands = np.searchsorted(history["t"], 1.0)
        self.assert_falls(history, stands)
        self.assertGreaterEqual(history["min_gap"].min(), -1e-12)
        self.assertLess(abs(history["mid.y"][-1]), 0.01, "lies on the floor")
        if end == 5:
            self.assertLess(abs(history["energy"][-1] - 0.246), 0.002)

    def test_snaps(self):
        """The mass is thrown back each time, and no energy is lost by it."""
        end, snapped = (1.5, 2) if runs.BRIEF else (4, 5)
        history = runs.run("cable-snap", f"-stepper_end {end}").history
        apart = abs(history["energy"] - history["energy"][0]).max()
        self.assertLess(apart, ROUND_OFF * at_stake(history))
        distance = np.hypot(history["mass.x"], history["mass.y"])
        snaps = np.flatnonzero(np.diff((distance > 1.97).astype(int)) > 0)
        self.assertEqual(len(snaps), snapped)
        self.assertLess(distance.max(), 2.05)

    def test_ball_in_net(self):
        history = runs.run("net-ball").history
        self.assert_falls(history)
        self.assertGreaterEqual(history["min_gap"].min(), -1e-11)
        self.assertGreater(history["ball.x"].max(), 0.3, "the net gives way")
        self.assertLess(history["ball.vx"][-1], -1, "and throws the ball back")

    def test_truss_tumbles(self):
        """Momentum, angular momentum and energy, at a step in which it turns by 0.03 rad."""
        run = runs.run("tumbling-truss", "-output_vtk_every 100")
        energy = run.history["energy"]
        self.assertLess(abs(energy - energy[0]).max(), 1e-9 * energy[0])
        momenta, series = [], frames(run)
        for frame in series:
            ends = frame.lines[1]
            mass = np.bincount(ends.ravel(), np.repeat(frame.lengths, 2) / 2, len(frame["points"]))  # ρS = 1 kg/m
            p = mass[:, None] * frame["velocity"]
            momenta.append([*p.sum(axis=0), *np.cross(frame["points"], p).sum(axis=0)])
        momenta = np.array(momenta)
        self.assertLess(abs(momenta - momenta[0]).max(), 1e-8 * abs(momenta[0]).max())
        self.assertGreater(np.ptp([frame["axial_force"].max() for frame in series]), 1, "it quivers")


if __name__ == "__main__":
    unittest.main()
