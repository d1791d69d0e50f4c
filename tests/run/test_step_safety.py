# SPDX-License-Identifier: BSD-2-Clause
"""The step against the structure, as `check` and the summary tell it; the README's own override; at what
time velocities are; touching bodies."""

import re
import unittest

import numpy as np
import own_input
import runs

BAR = runs.SOURCE / "inputs" / "impacting-bar.yaml"
FALL = """
title: free fall
dimension: 1
mesh: {node: {name: ball, at: [1]}}
elements: [{type: point-mass, region: ball, mass: 1}]
gravity: [-10]
initial: [{region: ball, velocity: [3]}]
stepper: {type: ggl-alpha, step: 0.01, end: 0.2}
output: {probes: {ball: ball}}
"""
BALLS = """
title: a ball meets two that touch
dimension: 2
bodies:
  - {name: a, shape: {type: disk, radius: 0.1}, mass: 1, at: [-0.25, 0], velocity: [1, 0, 0]}
  - {name: b, shape: {type: disk, radius: 0.1}, mass: 1, at: [0, 0]}
  - {name: c, shape: {type: disk, radius: 0.1}, mass: 1, at: [0.2, 0]}
contacts:
  - {name: ab, type: circle-circle, a: a, b: b, offset: 0.1, radius: 0.1, restitution: 1}
  - {name: bc, type: circle-circle, a: b, b: c, offset: 0.1, radius: 0.1, restitution: 1}
stepper: {type: ggl-alpha, step: 1e-3, end: 0.1}
"""


def told(*options):
    """What `check` says of the step of the bar: h omega, and the rest of what it says of it."""
    done = own_input.program("check", BAR, *options)
    lines = "\n".join(re.findall(r"(?m)^step: .*$", done.stdout))
    return float(re.search(r"h omega up to (\S+)", lines)[1]), lines


class Step(unittest.TestCase):
    def test_bar(self):
        """c = 30 m/s, l = 0.05 m, h = 2 ms: consistent mass 2 sqrt(3) h c / l."""
        h_omega, lines = told()
        self.assertAlmostEqual(h_omega, 2 * 3**0.5 * 1.2, delta=0.01)
        self.assertIn("Courant number of a bar 1.2)", lines)
        self.assertNotIn("warning", lines)

    def test_limit_is_sharp(self):
        _, lines = told("-stepper_type", "moreau")
        safe = float(re.search(r"warning: above 2, .*; a step of (\S+) s is safe", lines)[1])
        moreau = "-stepper_type moreau"
        good = runs.fresh_run("impacting-bar", moreau, f"-stepper_step {safe} -stepper_end 0.4")
        self.assertLess(abs(good.summary["energy"]["final"] / good.summary["energy"]["initial"] - 1), 1e-3)
        done = own_input.program("run", BAR, "-stepper_type", "moreau", "-stepper_step", 1.1 * safe, "-quiet", "-o",
                                 runs.new_directory())
        self.assertEqual(done.returncode, 3)

    def test_theta(self):
        for option, warned in (("0.4", True), ("0.5", False)):
            _, lines = told("-stepper_type", "moreau-jean", "-stepper_theta", option, "-stepper_step", "3e-3")
            self.assertEqual("warning" in lines, warned, lines)

    def test_cables(self):
        done = own_input.program("check", runs.SOURCE / "inputs" / "cable-net.yaml")
        self.assertRegex(done.stdout, r"(?m)^step: warning: above 1\.04, beyond it tension-only links may make energy; "
                         r"a step of \S+ s is safe, with the stepper energy-momentum any$")
        done = own_input.program("check", runs.SOURCE / "inputs" / "slack-cable.yaml")
        self.assertRegex(done.stdout, r"(?m)^step: h omega up to 2")
        self.assertNotIn("warning", done.stdout)

    def test_monotone(self):
        """Its step is limited by accuracy alone; no other line than the one that tells it says so."""
        done = own_input.program("check", runs.SOURCE / "inputs" / "cable-net.yaml", "-stepper_type", "energy-momentum",
                                 "-stepper_step", "2e-3")
        lines = re.findall(r"(?m)^step: .*$", done.stdout)
        self.assertEqual(len(lines), 2)
        self.assertEqual(lines[1], "step: any is safe, energy cannot grow: accuracy alone asks for a shorter one")

    def test_links_that_turn(self):
        """Links that bear both ways: advised beyond sqrt(8), by `check` alone."""
        for step, advised in (("1e-6", False), ("1e-3", True)):
            done = own_input.program("check", runs.SOURCE / "inputs" / "truss-drop.yaml", "-stepper_step", step)
            self.assertEqual("that of the stepper energy-momentum cannot grow" in done.stdout, advised, done.stdout)
            self.assertNotIn("warning", done.stdout)

    def test_readme(self):
        """Its first input, with the scalar that it overrides."""
        readme = (runs.SOURCE / "README.md").read_text(encoding="utf-8")
        text = re.search(r"```yaml\n(title: My bar.*?)```", readme, re.DOTALL)[1]
        option = re.search(r"ricochet run my\.yaml -o results/half (-stepper_step \S+) ", readme)[1]
        run = own_input.run(text, option, "-output_history_every 100")
        energy = run.summary["energy"]
        self.assertTrue(run.summary["complete"])
        self.assertLess(abs(energy["final"] / energy["initial"] - 1), 0.02)
        self.assertLess(energy["largest_share_made"], 0.01)


class Velocities(unittest.TestCase):
    def test_their_time(self):
        for stepper, late, lag in (("ggl-alpha", 0, 0), ("schatzman-paoli", 0.01, 0), ("moreau-symmetric", -0.005, 0),
                                   ("moreau-variational", -0.005, 0), ("moreau", 0, 0.005)):
            with self.subTest(stepper):
                h = own_input.run(FALL, f"-stepper_type {stepper}").history
                t = h["t"][1:]
                np.testing.assert_allclose(h["ball.vx"][1:], 3 - 10 * (t - late), atol=1e-12)
                np.testing.assert_allclose(h["ball.x"][1:], 1 + 3 * t - 5 * t**2 + 10 * lag * t, atol=1e-12)


class Touching(unittest.TestCase):
    def test_row_by_row(self):
        for stepper in ("ggl-alpha", "moreau-jean"):
            with self.subTest(stepper):
                h = own_input.run(BALLS, f"-stepper_type {stepper}").history
                end = [h[f"{name}.vx"][-1] for name in "abc"]
                np.testing.assert_allclose(end, [-1 / 3, 2 / 3, 2 / 3], atol=1e-9)


if __name__ == "__main__":
    unittest.main()
