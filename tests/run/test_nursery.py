# SPDX-License-Identifier: BSD-2-Clause
"""Runs that are forked from a loaded process are those that the program makes: words, environment, directory, files,
exit code; they end with who asked for them."""

import os
import pathlib
import stat
import subprocess
import time
import unittest

import runs

PATIENCE = 60  # s


def start(*words, program=runs.FORKED, **options):
    return subprocess.run([program, *map(str, words)], capture_output=True, text=True, check=False, timeout=runs.TIMEOUT, **options)


@unittest.skipUnless("RICOCHET_NURSERY" in os.environ, "not run by ctest, not on Linux, or under the sanitizers")
class Nursery(unittest.TestCase):
    @staticmethod
    def has_run_in(place):
        """Whether a forked process works in that directory."""
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if entry.joinpath("cwd").readlink() == place and entry.joinpath("comm").read_text() == "nursery\n":
                    return True
            except OSError:  # has ended, or is somebody else's
                continue
        return False

    def test_as_the_program(self):
        place = runs.new_directory()
        (place / "wrong.yaml").write_text("dimension: 7\n")
        for words in (["--version"], ["list", "steppers"], ["check", "wrong.yaml"], ["check", "nowhere.yaml"], ["run"], []):
            with self.subTest(words=words):
                forked, plain = (start(*words, cwd=place, program=program) for program in (runs.FORKED, runs.PROGRAM))
                self.assertEqual((forked.returncode, forked.stdout, forked.stderr), (plain.returncode, plain.stdout, plain.stderr))

    def test_mode_of_files(self):
        place = runs.new_directory()
        done = start("run", runs.SOURCE / "inputs" / "bouncing-ball.yaml", "-o", "out", "-quiet", "-stepper_end", 0.01, cwd=place,
                     umask=0o077)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.assertEqual(stat.S_IMODE((place / "out" / "history.csv").stat().st_mode), 0o600)

    def test_environment(self):
        """Open MPI is told to take a way of messages that is not there."""
        done = start("check", runs.SOURCE / "inputs" / "bouncing-ball.yaml", env={**os.environ, "OMPI_MCA_pml": "nowhere"})
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("nowhere", done.stderr)

    def test_ends_with_who_asks(self):
        place = runs.new_directory()
        words = runs.command("impacting-bar", "-o out -quiet -stepper_end 1e6 -output_history_every 1000")
        with subprocess.Popen(words, cwd=place) as asker:
            self.wait_until(lambda: self.has_run_in(place))
            asker.kill()
        self.wait_until(lambda: not self.has_run_in(place))

    def wait_until(self, ready):
        end = time.monotonic() + PATIENCE
        while not ready():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)


if __name__ == "__main__":
    unittest.main()
