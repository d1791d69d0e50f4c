# SPDX-License-Identifier: BSD-2-Clause
# labels: slow
"""The impacting bar by each scheme: the exact solution where the scheme is exact, elsewhere values
of an independent implementation at the same mesh and step; the same answer from every way to it."""

import unittest

import runs
import compare_bar

EXACT = compare_bar.Bar()
STEP = 2e-3  # s
THETA = 1 / 1.8
GGL = "-stepper_type ggl-alpha"
MOREAU = "-stepper_type moreau-jean -stepper_forecast explicit"
FREE = "-stepper_type moreau-jean -stepper_forecast free"
SMOOTH = "-stepper_type smooth-alpha"

# Moreau and Jean's scheme stops the tip in the first step with a forecast gap <= 0. The tip comes by
# 0.02 m a step: 5 mm above the wall after 250 steps, 15 mm inside after 251. In the closing step
# it moves on by (1 - theta) h v0.
CLOSING = (1 - THETA) * STEP * EXACT.speed


def bar(*options, ranks=1):
    return runs.run("impacting-bar", *options, ranks=ranks)


class Values(runs.RunTest):
    def check(self, options, wanted):
        found = compare_bar.measure(bar(options).history, "wall", EXACT)
        self.assert_values(found, wanted)

    def test_ggl_alpha(self):
        self.check(GGL, {
            "contact_duration": (0.670, 1e-9), "contact_pieces": (1, 0),
            "mid_force_mean": (300, 1e-3), "mid_force_std": (6e-3, 1e-3),
            "peak_force": (308.30, 0.1), "impulse": (198.945, 2e-3), "min_gap": (0, 1e-9),
            "energy_ratio": (0.994611, 2e-6), "velocity_after": (9.8945, 1e-4),
        })

    def test_moreau_jean_free(self):
        self.check(FREE, {
            "contact_duration": (0.668, 1e-9), "contact_pieces": (1, 0),
            "mid_force_mean": (300, 1e-6), "mid_force_std": (6e-8, 1e-8),
            "peak_force": (314.42, 0.01), "impulse": (197.06, 5e-3),
            "min_gap": (5e-3 - CLOSING, 1e-9),
            "energy_ratio": (0.950960, 2e-6), "velocity_after": (9.7062, 1e-4),
        })

    def test_moreau_jean_explicit(self):
        self.check(MOREAU, {
            "contact_duration": (0.668, 1e-9), "contact_pieces": (1, 0),
            "mid_force_mean": (300, 1e-6), "mid_force_std": (9e-8, 1e-8),
            "peak_force": (314.42, 0.01), "impulse": (197.06, 5e-3),
            "min_gap": (-15e-3 - CLOSING, 1e-9),
            "energy_ratio": (0.950968, 2e-6), "velocity_after": (9.7062, 1e-4),
        })

    def test_combined(self):
        self.check("-stepper_type combined -stepper_theta 0.5", {
            "contact_duration": (0.670, 1e-9), "contact_pieces": (1, 0),
            "mid_force_mean": (300, 1e-3), "mid_force_std": (0.036, 1e-3),
            "peak_force": (317.42, 0.01), "impulse": (198.97, 5e-3), "min_gap": (0, 1e-12),
            "energy_ratio": (0.997002, 2e-6), "velocity_after": (9.8974, 1e-4),
        })

    def test_smooth_alpha(self):
        self.check(SMOOTH, {
            "contact_duration": (0.652, 1e-9), "contact_pieces": (10, 0),
            "mid_force_mean": (300.02, 0.05), "mid_force_std": (0.99, 0.05),
            "peak_force": (750, 7.5), "impulse": (198.93, 0.02), "min_gap": (0, 1e-9),
            "energy_ratio": (0.9949, 2e-5), "velocity_after": (9.8927, 1e-3),
        })

    def test_the_exact_solution(self):
        """What the schemes that put the contact law on velocities share with it."""
        for options in (GGL, FREE, MOREAU):
            with self.subTest(options=options):
                found = compare_bar.measure(bar(options).history, "wall", EXACT)
                self.assert_values(found, {
                    "contact_duration": (2 / 3, 2 * STEP), "mid_force_mean": (300, 1e-3),
                    "impulse": (200, 3), "velocity_after": (10, 0.3),
                })

    def test_until_the_impact_the_bar_flies(self):
        for options in (GGL, FREE, MOREAU, SMOOTH):
            history = bar(options).history
            flight = history["t"] <= 0.499
            for column, wanted in (
                ("wall.gap", EXACT.gap_at(history["t"])), ("tip.vx", -10), ("tail.vx", -10),
                ("energy", 500), ("kinetic", 500), ("wall.gap_velocity", -10),
            ):
                with self.subTest(options=options, column=column):
                    apart = abs(history[column] - wanted)[flight]
                    self.assertLessEqual(apart.max(), 1e-9 * abs(history[column]).max())


class SameAnswer(runs.RunTest):
    def test_coupled_and_decoupled(self):
        coupled, decoupled = (bar(GGL, f"-stepper_solve {how}") for how in ("coupled", "decoupled"))
        self.assert_same_history(coupled, decoupled)
        self.assertEqual(coupled.summary["iterations"]["max"], 1)
        self.assertGreater(decoupled.summary["iterations"]["max"], 10)

    def test_stage_types(self):
        for options in (GGL, MOREAU, SMOOTH):
            reference = bar(options, "-stage_type condensed")
            for stage in ("bound", "kkt", "auto"):
                with self.subTest(options=options, stage=stage):
                    self.assert_same_history(reference, bar(options, f"-stage_type {stage}"))

    def test_ranks(self):
        for options in (GGL, SMOOTH) if runs.BRIEF else (GGL, FREE, MOREAU, SMOOTH):
            for ranks in runs.RANKS:
                with self.subTest(options=options, ranks=ranks):
                    found = bar(options, ranks=ranks)
                    self.assertEqual(found.summary["ranks"], ranks)
                    # Of smooth-alpha round-off grows: 1e-15 of the velocity at the start makes 2e-8.
                    self.assert_same_history(bar(options), found, 1e-6 if options == SMOOTH else 1e-9)

    def test_twice_the_same_bytes(self):
        for options in (MOREAU,) if runs.BRIEF else (GGL, MOREAU):
            for ranks in (1, runs.RANKS[-1]):
                with self.subTest(options=options, ranks=ranks):
                    first, second = (
                        (found.directory / "history.csv").read_bytes()
                        for found in (bar(options, ranks=ranks),
                                      runs.fresh_run("impacting-bar", options, ranks=ranks))
                    )
                    self.assertEqual(first, second)

    def test_refined_mesh(self):
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                refined = bar(GGL, "-mesh_refine 1", ranks=ranks)
                self.assertEqual(refined.summary["elements"], 400)
                self.assert_same_history(bar(GGL, "-mesh_line_cells 400"), refined)


class Summary(runs.RunTest):
    def test_keys(self):
        summary = bar(GGL).summary
        keys = """input title version petsc ranks stepper dofs elements contacts joints steps t_end
                  wall_s setup_s output_s step_us iterations factorizations max_penetration
                  max_joint_error max_velocity_error energy impacts contact_time peak_rss_mb"""
        self.assertLessEqual(set(keys.split()), set(summary))
        self.assertLessEqual({"avg", "max"}, set(summary["iterations"]))
        parts = {"initial", "final", "max", "max_step_increase"}
        self.assertLessEqual(parts, set(summary["energy"]))

    def test_values(self):
        found = bar(GGL)
        summary, history = found.summary, found.history
        self.assertEqual(summary["stepper"]["type"], "ggl-alpha")
        self.assertTrue(summary["input"].endswith("impacting-bar.yaml"))
        self.assertEqual(summary["title"], "Impacting elastic bar")
        self.assertRegex(summary["petsc"], r"^3\.\d+\.\d+$")
        self.assert_values(summary, {
            "ranks": (1, 0), "dofs": (201, 0), "elements": (200, 0), "contacts": (1, 0),
            "joints": (0, 0), "steps": (1000, 0), "t_end": (2, 1e-12), "mass": (10, 1e-12),
            "impacts": (1, 0), "contact_time": (0.670, 1e-12), "max_penetration": (0, 0),
            "max_joint_error": (0, 0),
        })
        self.assert_values(summary["stepper"], {"step": (STEP, 0), "rho_inf": (0.8, 0)})
        self.assert_values(summary["energy"], {
            "initial": (history["energy"][0], 0), "final": (history["energy"][-1], 0),
            "max": (history["energy"].max(), 0),
            "max_step_increase": (max(history["energy"][1:] - history["energy"][:-1]), 0),
        })
        self.assert_values(summary["impulse"], {"wall": (history["wall.impulse"].sum(), 1e-10)})
        self.assertGreater(summary["wall_s"], summary["setup_s"] + summary["output_s"])
        self.assertTrue(0 < summary["step_us"] < 1e6)
        self.assertTrue(1 < summary["peak_rss_mb"] < 1e4)

    def test_penetration(self):
        found = bar(MOREAU)
        self.assertEqual(found.summary["max_penetration"], -found.history["min_gap"].min())

    def test_each_matrix_is_factored_once(self):
        for options, matrices in ((GGL, 2), (FREE, 1), (MOREAU, 1)):
            with self.subTest(options=options):
                self.assertEqual(bar(options).summary["factorizations"], matrices)

    def test_the_history_adds_up(self):
        for options in (GGL, FREE, MOREAU, SMOOTH):
            history = bar(options).history
            with self.subTest(options=options):
                self.assertEqual(list(history["step"]), list(range(1001)))
                self.assertLessEqual(abs(history["t"] - STEP * history["step"]).max(), 1e-12)
                total = history["kinetic"] + history["potential"]
                self.assertLessEqual(abs(history["energy"] - total).max(), 1e-10)
                force = history["wall.impulse"] / STEP
                self.assertLessEqual(abs(history["wall.force"] - force).max(), 1e-9)
                self.assertEqual(list(history["wall.gap"]), list(history["min_gap"]))
                self.assertLessEqual(abs(history["tip.x"] - history["wall.gap"]).max(), 1e-12)
                closed = history["wall.impulse"] > 0
                self.assertTrue((history["active"][closed] >= 1).all())


if __name__ == "__main__":
    unittest.main()
