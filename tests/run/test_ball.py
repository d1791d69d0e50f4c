# SPDX-License-Identifier: BSD-2-Clause
"""The bouncing ball of Brüls, Acary & Cardona: the exact solution, what each scheme makes of it, and
the same motion from a few lines of arithmetic."""

import unittest

import numpy as np
import runs

STEP = 2e-3  # s
GRAVITY, RESTITUTION, GAP = 10.0, 0.8, 0.801
GGL = "-stepper_type ggl-alpha"
MOREAU = "-stepper_type moreau-jean"
MODIFIED = "-stepper_type ggl-alpha-mu"
SMOOTH = "-stepper_type smooth-alpha -stepper_energy_check off"  # it makes energy
IMPACT = (2 * GAP / GRAVITY) ** 0.5  # the first, s
ROUND_OFF = ("iterations", "balance_numerical")  # columns that hold no more than that
ACCUMULATION = IMPACT * (1 + RESTITUTION) / (1 - RESTITUTION)  # s


def history(*options):
    return runs.run("bouncing-ball", *options).history


def at(h, t):
    """The row of time t."""
    return int(round(t / (h["t"][1] - h["t"][0])))


def modified_motion(steps):
    """Gaps by (25) and (27) of the paper, 0 <= g(q) _|_ nu - h Lambda >= 0, in one unknown."""
    q, v, gaps = GAP, 0.0, [GAP]
    for _ in range(steps):
        free, v_free = q + STEP * v - STEP**2 * GRAVITY / 2, v - STEP * GRAVITY
        impulse = max(0.0, -RESTITUTION * v - v_free) if free <= 0 else 0.0
        q, v = max(0.0, free + STEP * impulse), v_free + impulse
        gaps.append(q)
    return np.array(gaps)


class GGLAlpha(runs.RunTest):
    def test_values(self):
        h = history(GGL)
        energy, closed = h["energy"], np.flatnonzero(h["ground.impulse"])
        found = {f"E({t})": energy[at(h, t)] for t in (1, 2, 3)}
        found |= {f"impulse {i}": h["ground.impulse"][k] for i, k in enumerate(closed[:3])}
        found |= {"largest nu": h["ground.nu"].max(), "min gap": h["min_gap"].min()}
        self.assert_values(found, {
            "E(1)": (5.12, 1e-12), "E(2)": (1.294376141, 1e-9), "E(3)": (0.2022416502, 1e-9),
            "impulse 0": (7.22, 1e-12), "impulse 1": (5.744, 1e-12), "impulse 2": (4.5848, 1e-12),
            "largest nu": (7.02e-3, 1e-9), "min gap": (0, 1e-12),
        })

    def test_the_exact_solution(self):
        """Impacts come in the step that holds the exact one, as long as what was lost to it is less
        than a step; accumulation comes early, by the jumps too short for the step."""
        h = history(GGL)
        t = h["t"][np.flatnonzero(h["ground.impulse"])]
        self.assertTrue(IMPACT <= t[0] < IMPACT + STEP)
        self.assertAlmostEqual(IMPACT, 0.4002499, 7)
        self.assertAlmostEqual(ACCUMULATION, 3.6022493, 7)
        for step in (STEP, STEP / (2 if runs.BRIEF else 10)):
            h = history(GGL, f"-stepper_step {step}")
            rest = h["t"][np.flatnonzero(h["ground.impulse"] == 0)[-1] + 1]
            with self.subTest(step=step):
                self.assertLess(abs(rest - ACCUMULATION), 4 * step**0.5)

    def test_rest(self):
        h = history(GGL)
        rest = h["t"] > ACCUMULATION + 0.2  # what jumps are left die with 0.8 a step
        for column, wanted in (("ground.force", 10), ("ground.gap", 0), ("ground.gap_velocity", 0)):
            with self.subTest(column=column):
                self.assertLessEqual(abs(h[column] - wanted)[rest].max(), 1e-12)

    def test_energy(self):
        """Never rises, and changes in no step without an impulse."""
        h = history(GGL)
        change = np.diff(h["energy"])
        flight = h["ground.impulse"][1:] == 0
        self.assertLessEqual(change.max(), 1e-14)
        self.assertLessEqual(abs(change[flight]).max(), 1e-14)
        self.assertLess(change[~flight].min(), -1)

    def test_decoupled(self):
        coupled, decoupled = (runs.run("bouncing-ball", GGL, f"-stepper_solve {how}")
                              for how in ("coupled", "decoupled"))
        self.assert_same_history(coupled, decoupled, but=ROUND_OFF)

    def test_ranks(self):
        for ranks in runs.RANKS:
            with self.subTest(ranks=ranks):
                self.assert_same_history(runs.run("bouncing-ball", GGL),
                                         runs.run("bouncing-ball", GGL, ranks=ranks), but=ROUND_OFF)

    def test_one_iteration_a_step(self):
        self.assertEqual(runs.run("bouncing-ball", GGL).summary["iterations"]["max"], 1)


class Combined(runs.RunTest):
    def test_projected_onto_the_ground(self):
        """The first impact ends the step at g = 0 (Acary 2013, (68)), though the step's free end is
        0.2 mm above it: nu pulls. Whatever solves the position problem."""
        for stage in ("diagonal", "bound"):
            h = history("-stepper_type combined -stepper_end 0.41", f"-position_stage_type {stage}")
            row = np.flatnonzero(h["ground.impulse"])[0]
            found = {"row": row, "gap": h["ground.gap"][row], "nu": h["ground.nu"][row]}
            with self.subTest(stage=stage):
                self.assert_values(found, {"row": (201, 0), "gap": (0, 1e-15), "nu": (-2e-4, 1e-14)})


class MoreauJean(runs.RunTest):
    def test_penetration(self):
        for options, wanted, tolerance in (
            ("-stepper_gamma 0", -7.467e-3, 1e-6), ("-stepper_gamma 0.5", -2.0e-3, 1e-6),
            ("-stepper_gamma 1", -1.67e-5, 1e-7),
        ):
            with self.subTest(options=options):
                self.assertAlmostEqual(history(MOREAU, options)["min_gap"].min(), wanted,
                                       delta=tolerance)
        self.assertGreater(history(MOREAU, "-stepper_forecast free")["min_gap"].min(), 0)

    def test_energy(self):
        h = history(MOREAU)
        self.assertAlmostEqual(h["energy"][at(h, 1)], 5.0900391, delta=1e-7)
        # Falls slowly in flight: theta is not 1/2.
        flight = h["t"] < IMPACT
        self.assertLess(h["energy"][flight][-1], h["energy"][0] - 1e-3)

    def test_rest(self):
        for options in ("-stepper_gamma 0", "-stepper_gamma 1", "-stepper_forecast free"):
            with self.subTest(options=options):
                self.assertAlmostEqual(history(MOREAU, options)["ground.force"][-1], 10, delta=1e-6)


class WhatGoesWrong(runs.RunTest):
    def test_the_modified_law_never_comes_to_rest(self):
        h = history(MODIFIED, "-stepper_end 8")
        late = h["t"] > 6
        self.assertLessEqual(abs(h["ground.gap"] - modified_motion(len(h["t"]) - 1)).max(), 1e-11)
        self.assertGreater(abs(h["ground.gap_velocity"][late]).max(), 0.05)
        self.assertGreater(h["ground.gap"][late].max(), 1e-4)
        self.assertGreater(np.ptp(h["ground.force"][late]), 10)
        self.assertGreaterEqual(h["min_gap"].min(), -1e-12)

    def test_smooth_alpha_gains_energy(self):
        h = history(SMOOTH, "-stepper_end 0.5")
        self.assertGreater(h["energy"][-1], 2 * h["energy"][0])


if __name__ == "__main__":
    unittest.main()
