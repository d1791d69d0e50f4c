# SPDX-License-Identifier: BSD-2-Clause
"""The command `solve`: what it tells of problems, what it writes, what it refuses."""

import os
import pathlib
import re
import subprocess
import unittest

from runs import FORKED, TIMEOUT, new_directory

WRITER = pathlib.Path(os.environ["RICOCHET_TEST_BIN"]) / "run_fclib_writer"
DIRECTORY = new_directory()

REFUSALS = {
    "mu": r"vectors/mu: contact 0 has the coefficient of friction -0\.5, must be ≥ 0",
    "dim": r"spacedim: 4, must be 2 or 3",
    "q": r"vectors/q: holds 1 numbers, must be 2",
    "number": r"vectors/q: entry 1 is nan, must be finite",
    "index": r"W: entry 1 at \(1, 7\), the matrix is 2 × 2",
    "shape": r"W: 3 × 3, must be 2 × 2",
    "matrix": r"W/m: is missing",
    "group": r"holds no problem, must be a group fclib_local or fclib_global",
    "mass": r"M: is singular",
}


def solve(name, *options):
    words = [FORKED, "solve", str(DIRECTORY / name), *options]
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=TIMEOUT)


class Solve(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        subprocess.run([WRITER, DIRECTORY], check=True, timeout=TIMEOUT)

    def refused(self, done, says):
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertRegex(done.stderr, says)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertEqual(done.stdout, "")

    def test_tells_of_what_it_solved(self):
        done = solve("local.hdf5")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("local problem in the plane, 2 contacts, 0 equations\n", done.stdout)
        self.assertIn("open: 0, stick: 1, slip: 1\n", done.stdout)
        residual = re.search(r"residual: (\S+), natural map: (\S+)\n", done.stdout)
        self.assertLessEqual(max(map(float, residual.groups())), 1e-10)

    def test_solution_is_a_problem_that_is_solved_alike(self):
        first = solve("global.hdf5", "-o", str(DIRECTORY / "solution.hdf5"))
        again = solve("solution.hdf5")
        self.assertEqual((first.returncode, again.returncode), (0, 0), first.stderr + again.stderr)
        self.assertIn("1 equations", first.stdout)
        told = [re.sub(r"(?m)^time: .* ms$", "time", done.stdout) for done in (first, again)]
        self.assertEqual(*told)
        self.assertRegex(told[0], r"(?m)^time$")

    def test_tolerance_and_silence(self):
        self.assertIn("tolerance 0.001", solve("local.hdf5", "-friction_rtol", "1e-3").stdout)
        self.assertEqual(solve("local.hdf5", "-quiet").stdout, "")

    def test_form_of_w(self):
        self.assertIn("dense W", solve("global.hdf5").stdout)
        self.assertIn("sparse W", solve("global.hdf5", "-friction_kernel", "sparse").stdout)
        self.refused(solve("local.hdf5", "-friction_kernel", "none"),
                     r"friction_kernel: unknown name 'none' \(allowed: auto, dense, sparse, primal\)")

    def test_no_solution_ends_with_3(self):
        done = solve("opposed.hdf5")
        self.assertEqual((done.returncode, done.stderr), (3, ""))
        self.assertIn("there is no solution, not even without friction", done.stdout)

    def test_wrong_files(self):
        for name, says in REFUSALS.items():
            with self.subTest(name):
                self.refused(solve(f"{name}.hdf5"), rf"{name}\.hdf5: .*{says}")

    def test_parts_of_files(self):
        whole = (DIRECTORY / "local.hdf5").read_bytes()
        for part in range(0, len(whole) - 1, 2999):
            (DIRECTORY / "part.hdf5").write_bytes(whole[:part])
            with self.subTest(part):
                self.refused(solve("part.hdf5"), r"part\.hdf5: ")
        self.refused(solve("missing.hdf5"), r"missing\.hdf5: cannot be read")

    def test_wrong_options(self):
        self.refused(solve("local.hdf5", "-friction_rtol", "-1"), r"friction_rtol: -1, must be > 0")
        self.refused(solve("local.hdf5", "-repeat", "0"), r"option -repeat: must be in 1 \.\.\. 10000 \(is 0\)")
        self.refused(solve("local.hdf5", "-nonsense", "1"), r"option -nonsense: known neither")

    def test_output_that_cannot_be(self):
        done = solve("local.hdf5", "-o", "/nowhere/solution.hdf5")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"/nowhere/solution\.hdf5: cannot be written")


if __name__ == "__main__":
    unittest.main()
