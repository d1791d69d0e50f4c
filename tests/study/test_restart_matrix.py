# SPDX-License-Identifier: BSD-2-Clause
# labels: study
"""Every stepper on bar, chain, block, cable net, mechanism and spatial bodies with friction: each of its
checkpoints leads to the end, to the last bit on the same ranks where the run itself does, which from three
ranks on is not so where sums are added as they arrive: there the first steps are compared to round-off. On other
ranks the energy is that of the run the checkpoint is of, in inputs of few contacts and not many steps behind it.

    ctest --preset release -R study_restart_matrix
"""

import os
import pathlib
import re
import subprocess
import sys
import unittest

sys.path[:0] = [str(pathlib.Path(os.environ["RICOCHET_SOURCE"]) / "tests" / "run")]

import runs  # noqa: E402
from ricochet import read  # noqa: E402

INPUTS = ("impacting-bar", "falling-chain", "rocking-block", "cable-net", "slider-crank", "tippedisk", "dominoes",
          "bar-incline", "net-ball")
FEW = ("impacting-bar", "cable-net")  # contacts
STEPS, EVERY = 90, 26


def steppers():
    told = subprocess.run([runs.PROGRAM, "list", "steppers"], capture_output=True, text=True, check=True).stdout
    return re.findall(r"^  ([a-z]+(?:-[a-z]+)*)\s", told, re.MULTILINE)


def end_of(name):
    text = (runs.SOURCE / "inputs" / f"{name}.yaml").read_text()
    step = re.search(r"^stepper:.*?\bstep: *([\d.e+-]+)", text, re.MULTILINE | re.DOTALL)
    return f"-stepper_end {STEPS * float(step[1])!r}"


class Matrix(runs.RunTest):
    def start(self, directory, name, stepper, *options, ranks=1):
        words = runs.command(name, f"-o {directory}", "-quiet", end_of(name), f"-stepper_type {stepper}",
                             "-output_vtk_every 0 -output_history_every 1", *options, ranks=ranks)
        return subprocess.run(words, capture_output=True, text=True, check=False, timeout=runs.TIMEOUT)

    def whole(self, name, stepper, ranks):
        directory = runs.new_directory()
        done = self.start(directory, name, stepper, f"-output_checkpoint_every {EVERY} -output_checkpoint_keep 9", ranks=ranks)
        if done.returncode == 2:  # no stepper of this input
            self.assertIn(f"option -stepper_type: '{stepper}' has no", done.stderr)
        else:
            self.assertIn(done.returncode, (0, 3), done.stderr)  # 3: it gives up
        return directory if done.returncode == 0 else None

    def repeats(self, whole, name, stepper, ranks):
        """Is the history of a run the same in each run?"""
        if ranks < 3:
            return True
        rows = (whole / "history.csv").read_bytes()
        return all((self.whole(name, stepper, ranks) / "history.csv").read_bytes() == rows for _ in range(2))

    def check_close(self, part, whole):
        """The first steps behind a checkpoint; in both histories the columns are the same."""
        found, wanted = read(part).history, read(whole).history
        first = list(wanted["step"]).index(found["step"][0])
        for name in ("kinetic", "potential", "energy"):
            scale = max(abs(wanted["energy"])) + max(abs(wanted["kinetic"]))
            for k in range(4):
                self.assertLess(abs(found[name][k] - wanted[name][first + k]), 1e-9 * scale, (name, k))

    def check_same(self, name, stepper, ranks):
        whole, part = self.whole(name, stepper, ranks), runs.new_directory()
        if not whole:
            return 0
        rows = (whole / "history.csv").read_text().splitlines()
        exact = self.repeats(whole, name, stepper, ranks)
        for checkpoint in sorted(whole.glob("checkpoint.*.h5")):
            done = self.start(part, name, stepper, f"-restart {checkpoint}", ranks=ranks)
            self.assertEqual(done.returncode, 0, done.stderr)
            if not exact:
                self.check_close(part, whole)
                continue
            found = (part / "history.csv").read_text().splitlines()
            self.assertEqual(found[1:], rows[-len(found) + 1:], checkpoint.name)
        return 1

    def test_same_ranks(self):
        for ranks in (1, 2, 3):
            tried = 0
            for name in INPUTS:
                for stepper in steppers():
                    with self.subTest(input=name, stepper=stepper, ranks=ranks):
                        tried += self.check_same(name, stepper, ranks)
            self.assertGreater(tried, 60)

    def test_other_ranks(self):
        compared = 0
        for name in FEW:
            for stepper in steppers():
                kept = {ranks: self.whole(name, stepper, ranks) for ranks in (1, 2, 3)}
                for before in kept:
                    for after in kept:
                        if before == after or not kept[before]:
                            continue
                        with self.subTest(input=name, stepper=stepper, before=before, after=after):
                            part = runs.new_directory()
                            done = self.start(part, name, stepper, f"-restart {kept[before]}/checkpoint.1.h5", ranks=after)
                            self.assertEqual(done.returncode, 0, done.stderr)
                            found, wanted = read(part).history["energy"], read(kept[before]).history["energy"]
                            scale = max(abs(wanted))
                            self.assertLess(abs(found[-1] - wanted[-1]), 1e-6 * scale)
                            compared += 1
        self.assertGreater(compared, 100)


if __name__ == "__main__":
    unittest.main()
