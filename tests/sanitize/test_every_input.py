# SPDX-License-Identifier: BSD-2-Clause
"""Each of inputs/ for some steps, with files for VTK, each by another scheme in turn and every third on two
ranks. What comes out is looked at elsewhere; here nothing may be told by the sanitizers, or by the program."""

import pathlib
import re
import subprocess
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "run"))
import runs  # noqa: E402

STEPS = 8
WARNED = "doubled-hinge"  # of its joints


def steppers():
    """All there are, as the program tells them."""
    told = subprocess.run([runs.FORKED, "list", "steppers"], capture_output=True, text=True, check=True).stdout
    return re.findall(r"(?m)^  ([a-z][\w-]+)", told)


class EveryInput(unittest.TestCase):
    def run_some_steps(self, path, ranks, *options):
        step = float(re.search(r"\bstep: *([0-9.e+-]+)", path.read_text())[1])
        words = runs.command(str(path), f"-o {runs.new_directory()} -quiet -output_vtk_every 4",
                             f"-stepper_end {STEPS * step!r}", *options, ranks=ranks)
        return subprocess.run(words, capture_output=True, text=True, check=False, timeout=runs.TIMEOUT)

    def test_as_it_stands(self):
        paths = sorted((runs.SOURCE / "inputs").glob("*.yaml"))
        self.assertGreater(len(paths), 30)
        for k, path in enumerate(paths):
            with self.subTest(path.name):
                done = self.run_some_steps(path, 2 if k % 3 == 0 else 1)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(done.stderr.count("\n"), path.stem == WARNED, done.stderr)

    def test_schemes(self):
        """Each scheme on bars with contacts; what a scheme has not it tells in a line. Bodies: tests/parallel."""
        names = steppers()
        self.assertGreater(len(names), 12)
        for name in names:
            with self.subTest(stepper=name):
                path = runs.SOURCE / "inputs" / "cable-net.yaml"
                done = self.run_some_steps(path, 1, f"-stepper_type {name}")
                self.assertIn(done.returncode, (0, 2), done.stderr)
                self.assertLessEqual(done.stderr.count("\n"), 1, done.stderr)


if __name__ == "__main__":
    unittest.main()
