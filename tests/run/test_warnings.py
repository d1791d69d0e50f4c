# SPDX-License-Identifier: BSD-2-Clause
"""What an input may say though it is hardly meant: one line on standard error, from `check` and `run`."""

import json
import subprocess
import unittest

import own_input
import runs

# A braced square of 2 × 2 cells: 20 bars. On it hang a line of 3 cells along x, and a cable.
TRUSS = """\
dimension: 2
mesh:
  lattice: {name: truss, cells: [2, 2], size: [2, 2]}
  line:
    - {name: beam, from: [9, 0], to: [12, 0], cells: 3}
    - {name: cable, from: [9, 1], to: [12, 1], cells: 2}
materials: {steel: {E: 2e11, density: 7800}}
elements:
  - {type: bar, region: truss, material: steel, area: 1e-4}
  - {type: bar-nonlinear, region: beam, material: steel, area: 1e-4}
  - {type: bar-nonlinear, region: cable, material: steel, area: 1e-4, tension_only: true}
supports: [{region: beam, fixed: [y]}]
stepper: {type: moreau-jean, step: 1e-6, end: 1e-6}
"""
BEDDED = TRUSS.replace("supports:", "  - {type: ground-spring, region: truss, stiffness: [1e6, 1e6]}\nsupports:")
ALONG = TRUSS.replace("fixed: [y]", "fixed: [x]")
STRETCH = 'initial: [{region: beam, displacement: ["1e-3 * (x - 9)", 0]}]'
PULLED = TRUSS.replace("region: beam, fixed: [y]", "region: beam.start").replace("stepper:", f"{STRETCH}\nstepper:")


class Hinges(unittest.TestCase):
    def warned(self, text, number, *options, command="check", ranks=1):
        path = own_input.write(text)
        launcher = [*runs.MPIEXEC, "-n", str(ranks)] if ranks > 1 else []
        words = [*launcher, runs.FORKED, command, str(path), "-quiet", *options]
        done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=path.parent,
                              timeout=runs.TIMEOUT)
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        lines = done.stderr.splitlines()
        self.assertEqual(len(lines), 1 if number else 0, done.stderr)
        if number:
            self.assertTrue(lines[0].startswith(f"ricochet: warning: mesh.refine: {number} nodes "), lines[0])

    def test_bars_that_are_split(self):
        self.warned(TRUSS, 0)
        self.warned(TRUSS, 20, "-mesh_refine", "1", command="run")
        for ranks in (1, 2, 3):
            self.warned(TRUSS, 60, "-mesh_refine", "2", ranks=ranks)

    def test_bars_that_are_held(self):
        """By supports across them, springs to the ground, or their own tension."""
        self.warned(BEDDED, 0, "-mesh_refine", "1")
        self.warned(ALONG, 23, "-mesh_refine", "1")
        self.warned(PULLED, 20, "-mesh_refine", "1")


NAMED = """\
dimension: 1
parameters: {h: T/100, T: 1, e0: 0.5, rate: 3, left: 1}
mesh: {node: {name: ball, at: [1]}}
elements: [{type: point-mass, region: ball, mass: 2*e0}]
loads: [{region: ball, force: ["rate*t"]}]
stepper: {type: moreau-jean, step: h, end: 2*T}
"""


class Parameters(unittest.TestCase):
    def ran(self, command, *options):
        path = own_input.write(NAMED)
        done = subprocess.run([runs.FORKED, command, path.name, *options], capture_output=True, text=True,
                              check=False, cwd=path.parent, timeout=runs.TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr, f"ricochet: warning: {path.name}:2:54: parameters.left: "
                                      "nothing uses this parameter\n")
        return path, done.stdout

    def test_values_are_told(self):
        _, said = self.ran("check", "-parameters_T", "2")
        self.assertIn("\nparameters: h = 0.02, T = 2, e0 = 0.5, rate = 3, left = 1\n", said)
        self.assertIn("200 steps to t = 4 s", said)

    def test_values_are_in_the_summary(self):
        path, _ = self.ran("run", "-quiet", "-parameters_h", "2*T/50")
        summary = json.loads((path.parent / "results" / path.stem / "summary.json").read_text())
        self.assertEqual(summary["parameters"], {"h": 0.04, "T": 1, "e0": 0.5, "rate": 3, "left": 1})
        self.assertEqual((summary["stepper"]["step"], summary["mass"], summary["steps"]), (0.04, 1, 50))


class Overridden(unittest.TestCase):
    """A support that holds a node elsewhere than the initial displacement says."""

    HELD = TRUSS.replace("supports:", 'initial:\n  - {region: truss, velocity: [1, 0]}\n  - {region: beam, displacement: ["1e-3*x", "Y"]}\nsupports:')

    def test_one_line(self):
        for word, value, ranks in (("0.1*x", "1.1", 1), ("0.1*x", "1.1", 2), ("0.1 + sin(0*x)", "0.1", 1)):
            path = own_input.write(self.HELD.replace("Y", word).replace("9, 0", "11, 0").replace("12, 0", "14, 0"))
            launcher = [*runs.MPIEXEC, "-n", str(ranks)] if ranks > 1 else []
            done = subprocess.run([*launcher, runs.FORKED, "check", str(path), "-quiet"], capture_output=True, text=True,
                                  check=False, cwd=path.parent, timeout=runs.TIMEOUT)
            self.assertEqual(done.returncode, 0)
            self.assertRegex(done.stderr, rf"^ricochet: warning: .*{path.name}:14:20: initial\[1\].displacement: a support holds the "
                             rf"node at \(11, 0, 0\) at 0 m, not at the {value} m given\n$")

    def test_the_same(self):
        """What agrees, to round-off, and what is overridden but 0."""
        for word in ("0", "1e-16*x"):
            path = own_input.write(self.HELD.replace("Y", word))
            done = subprocess.run([runs.FORKED, "check", str(path), "-quiet"], capture_output=True, text=True, check=False,
                                  cwd=path.parent, timeout=runs.TIMEOUT)
            self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
