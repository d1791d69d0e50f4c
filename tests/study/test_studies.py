# SPDX-License-Identifier: BSD-2-Clause
"""The studies that inputs hold, each in one command, give the orders of the papers and of an independent implementation."""

import json
import os
import pathlib
import subprocess
import sys
import unittest

sys.path[:0] = [str(pathlib.Path(os.environ["RICOCHET_SOURCE"], "tests", "run"))]

import runs  # noqa: E402


def orders(name, *words):
    """{(column, stepper, end): orders in all norms} of the study of inputs/NAME.yaml."""
    directory = runs.new_directory()
    subprocess.run([runs.PROGRAM, "study", str(runs.SOURCE / "inputs" / f"{name}.yaml"), "-o", str(directory), "-quiet", "-jobs", "2",
                    "-output_vtk_every", "0", *words], check=True)
    groups = json.loads((directory / "study.json").read_text())["groups"]
    return {(column, group["values"].get("stepper.type", "rattle").split()[0], group["values"].get("stepper.end")): norms
            for group in groups for column, norms in group["orders"].items()}


class Studies(unittest.TestCase):
    def check(self, found, column, norm, delta, **wanted):
        for key, order in wanted.items():
            with self.subTest(column=column, stepper=key):
                stepper = key.replace("_", "-")
                values = [norms[norm] for (c, s, _), norms in found.items() if (c, s) == (column, stepper)]
                for value in values:
                    self.assertAlmostEqual(value, order, delta=delta)
                self.assertTrue(values)

    def test_oscillator(self):
        """Acary (2013), figure 2, and figure 3: the multipliers are O(h)."""
        found = orders("linear-oscillator")
        self.check(found, "mass.q", "l1", 0.2, moreau_jean=1.00, schatzman_paoli=0.99, projected=1.00, combined=1.05, ggl_alpha=1.05)
        self.check(found, "mass.ground.nu", "max", 0.2, projected=1, combined=1, ggl_alpha=1)

    def test_slope(self):
        """Breuling et al. (2024), figure 8."""
        for case, of_x, of_v in ((1, 2, 2), (2, 2, 2), (3, 1.04, 1.04), (4, 1.14, 1.0)):
            found = orders(f"mass-on-slope-{case}")
            self.check(found, "mass.x", "l1", 0.15, rattle=of_x)
            self.check(found, "mass.vx", "l1", 0.15, rattle=of_v)

    def test_spring_pendulum(self):
        """Capobianco and Eugster (2018), figure 5: slopes 2, 4, 4 of the squares before the first impact, 2 over impacts."""
        found = orders("spring-pendulum")
        before = {key: norms for key, norms in found.items() if key[2] == "0.5"}
        over = {key: norms for key, norms in found.items() if key[2] == "10"}
        self.check(before, "pendulum.l", "l2", 0.15, moreau=1, moreau_symmetric=2, moreau_variational=2, moreau_jean=2)
        self.check(over, "pendulum.l", "l2", 0.15, moreau=1, moreau_symmetric=1, moreau_variational=1, moreau_jean=1)

    def test_bar(self):
        """Courant number 1.2, mesh and step refined together."""
        found = orders("impacting-bar")
        self.check(found, "wall.gap", "l2", 0.1, moreau_jean=0.50, ggl_alpha=0.69, combined=0.69)
        self.check(found, "energy", "max", 0.1, moreau_jean=0.49, ggl_alpha=0.82, combined=1.13)

    def test_pendulum(self):
        """Brüls, Acary and Cardona (2014), before the first impact."""
        found = orders("bouncing-pendulum")
        self.check(found, "rod.theta", "l2", 0.2, ggl_alpha=2, moreau_jean=1)


class Recipes(unittest.TestCase):
    """What docs/studies.md says of its examples."""

    EXAMPLES = runs.SOURCE / "examples" / "studies"

    def test_sweep(self):
        """Between 0.775 and 0.825 Hz the stop is hit on the way up, once a period, and not on the way down."""
        directory = runs.new_directory()
        subprocess.run([runs.PROGRAM, "study", str(self.EXAMPLES / "vibro-impact.yaml"), "-o", str(directory), "-quiet", "-vary",
                        "parameters.f=0.6:1:17,0.975:0.6:16", "-continue", "-summary", "amplitude.tip.x,impacts"], check=True)
        found = json.loads((directory / "study.json").read_text())["runs"]
        up, down = ({round(float(run["values"]["parameters.f"]), 3): run["summary"] for run in part} for part in (found[:17], found[16:]))
        for f in (0.775, 0.8, 0.825):
            self.assertEqual((up[f]["impacts"], down[f]["impacts"]), (20, 0))
            self.assertGreater(up[f]["amplitude.tip.x"], 1.5 * down[f]["amplitude.tip.x"])
        for f in (0.7, 0.725, 0.75, 0.95, 0.975):
            self.assertEqual(up[f]["impacts"], down[f]["impacts"])
            self.assertAlmostEqual(up[f]["amplitude.tip.x"], down[f]["amplitude.tip.x"], delta=1e-3)

    def test_settled_start(self):
        first = runs.fresh_run(str(self.EXAMPLES / "draped-cable.yaml"), "-output_vtk_every 0")
        h = first.history
        self.assertLess(h["kinetic"][-1], 1e-13)
        self.assertAlmostEqual(h["left.rx"][-1], -h["right.rx"][-1], delta=1e-6)
        self.assertAlmostEqual(h["left.ry"][-1], h["right.ry"][-1], delta=1e-6)
        then = runs.fresh_run(str(self.EXAMPLES / "draped-cable.yaml"), f"-initial_from {first.directory}/checkpoint.h5",
                              "-parameters_weight 5 -parameters_settle 0.5 -stepper_end 2 -output_vtk_every 0")
        self.assertEqual([then.history[name][0] for name in ("t", "aside.x", "aside.y")], [0, h["aside.x"][-1], h["aside.y"][-1]])
        self.assertLess(then.history["aside.y"].min(), h["aside.y"][-1] - 0.05)


if __name__ == "__main__":
    unittest.main()
