# SPDX-License-Identifier: BSD-2-Clause
# labels: slow
"""The impacting steel bar of Acary (2013), section 6.2, by Moreau and Jean's scheme."""

import unittest

import runs
import compare_bar

STEEL = compare_bar.STEEL
STEP = 2e-6  # s
CLOSED = "-contacts_0_point 0"  # the tip begins on the wall


def measure(*options, ranks=1):
    history = runs.run("impacting-bar-steel", *options, ranks=ranks).history
    bar = STEEL
    if CLOSED in options:
        bar = compare_bar.dataclasses.replace(STEEL, gap=0.0)
    return compare_bar.measure(history, "wall", bar)


class Data(runs.RunTest):
    """What the summary says of the bar for compare_bar.py."""

    def data(self, *options, name="impacting-bar-steel", ranks=1):
        options = ("-mesh_line_cells 10 -stepper_step 1e-6 -stepper_end 1e-6", *options)
        return runs.run(name, *options, ranks=ranks)

    def test_of_the_run(self):
        for ranks in (1, *runs.RANKS):
            found = self.data("-materials_steel_density 7000", ranks=ranks)
            bar = compare_bar.bar_of(found, "wall")
            self.assert_values(compare_bar.dataclasses.asdict(bar), {
                "length": (1, 0), "area": (STEEL.area, 1e-18), "density": (7000, 0), "modulus": (210e9, 0),
                "speed": (0.1, 0), "gap": (5.007e-5, 1e-20)})

    def test_of_no_such_bar(self):
        for options in ("-gravity 1", "-damping_mass 1", "-elements_0_type bar-nonlinear",
                        "-contacts_0_motion 1e-9*t"):
            with self.subTest(options=options):
                self.assertNotIn("bar", self.data(options).summary)


class SteelBar(runs.RunTest):
    def test_exact_solution(self):
        """Force v0 S sqrt(E rho), for 2 L sqrt(rho/E)."""
        self.assertAlmostEqual(STEEL.contact_force, 1271.472, delta=5e-4)
        for options in ([], [CLOSED]):
            with self.subTest(options=options):
                self.assert_values(measure(*options), {
                    "contact_duration": (3.85450e-4, 3 * STEP), "contact_pieces": (1, 0),
                    "mid_force_mean": (1271.472, 0.01),
                    "impulse": (1271.472 * 3.8545e-4, 0.01 * 0.49),
                })

    def test_values(self):
        """Of an independent implementation at the same mesh and step."""
        for options in ([], [CLOSED]):
            with self.subTest(options=options):
                self.assert_values(measure(*options), {
                    "contact_duration": (3.90e-4, 1e-9), "mid_force_mean": (1271.47, 0.01),
                    "mid_force_std": (0.11, 0.02), "energy_ratio": (0.99480, 1e-5),
                })

    def test_penetration(self):
        """With theta = 1/2 the closing step moves the tip on by h v0/2; later ones do not."""
        self.assertAlmostEqual(measure(CLOSED)["min_gap"], -STEP * STEEL.speed / 2, delta=1e-15)
        # 250 steps of 2e-7 m leave 7e-8 m of the gap, one more is 1.3e-7 m inside.
        wanted = -1.3e-7 - STEP * STEEL.speed / 2
        self.assertAlmostEqual(measure()["min_gap"], wanted, delta=1e-15)

    def test_ranks_and_stage_types(self):
        reference = runs.run("impacting-bar-steel")
        self.assertEqual(reference.summary["factorizations"], 1)
        for ranks in runs.RANKS:
            with self.subTest(ranks=ranks):
                self.assert_same_history(reference, runs.run("impacting-bar-steel", ranks=ranks))
        for stage in ("condensed", "bound", "kkt"):
            with self.subTest(stage=stage):
                found = runs.run("impacting-bar-steel", f"-stage_type {stage}")
                self.assert_same_history(reference, found)


if __name__ == "__main__":
    unittest.main()
