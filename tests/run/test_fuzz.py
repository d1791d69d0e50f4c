# SPDX-License-Identifier: BSD-2-Clause
"""Mutants of inputs and meshes by tests/fuzz: each is good or refused in one line. And does tests/fuzz see what it is for?"""

import re
import subprocess
import sys
import unittest

import runs

SANITIZED = runs.os.environ.get("UBSAN_OPTIONS") is not None
COUNT = 100 if SANITIZED else 200 if runs.BRIEF else 1000

# Programs that do one thing wrong with the third of their inputs: what they do, and what tests/fuzz says of it.
WRONG = (
    ("kill -SEGV $$", "exit code -11"),
    ("exit 1", "exit code 1"),
    ("echo 'ricochet: '$input': wrong' >&2; echo more >&2; code=2", "more"),
    ("true", "exit code 0"),
    ("echo $input: is good; echo 'ricochet: '$input':1:1: wrong' >&2; code=2", "is good"),
    ("printf 'ricochet: %s:1:1: \\033[31m\\n' $input >&2; code=2", "exit code 2"),
    ("echo $input: is good; echo '[0]Total memory 32 total memory' >&1", "total memory"),
)
PROGRAM = """\
#!/bin/sh
code=0
for input in "$@"; do
  case "$input" in
  m2.yaml) WRONG ;;
  *.yaml) echo "$input: is good" ;;
  esac
done
exit $code
"""


def fuzz(program, *options):
    words = [sys.executable, str(runs.SOURCE / "tests" / "fuzz"), str(program), *options]
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=runs.TIMEOUT)


class Fuzz(unittest.TestCase):
    def test_mutants(self):
        done = fuzz(runs.PROGRAM, f"--count={COUNT}", "--seed=9", "--runs=5")
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        good, run = map(int, re.search(r"seed 9: (\d+) good, (\d+) run, 0 failed", done.stdout).groups())
        self.assertGreater(good, COUNT // 20)
        self.assertLess(good, COUNT // 2)
        self.assertEqual(run, 5)

    def test_it_sees_what_is_wrong(self):
        """The one of six that a program does not do right is found and kept, and no other."""
        directory = runs.new_directory()
        program = directory / "program"
        for does, says in WRONG:
            with self.subTest(does):
                program.write_text(PROGRAM.replace("WRONG", does))
                program.chmod(0o755)
                kept = runs.new_directory()
                done = fuzz(program, "--count=6", "--runs=0", f"--keep={kept}")
                self.assertEqual((done.returncode, done.stderr), (1, ""), done.stdout)
                self.assertRegex(done.stdout, r"(?s)\Am2\.yaml: check: .* 1 failed\n\Z")
                self.assertIn(says, done.stdout)
                self.assertEqual({path.stem for path in kept.iterdir()}, {"m2"})


if __name__ == "__main__":
    unittest.main()
