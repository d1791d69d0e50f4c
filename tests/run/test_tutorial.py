# SPDX-License-Identifier: BSD-2-Clause
"""docs/tutorial.md from top to bottom: the files it has the user write are written, its commands run as they stand
(what is Python in this process, which has matplotlib already)."""

import contextlib
import io
import os
import pathlib
import re
import runpy
import shlex
import subprocess
import sys
import unittest
from unittest import mock

import runs

PAGE = runs.SOURCE / "docs" / "tutorial.md"
BLOCK = re.compile(r"^```(sh|yaml|c)\n(.*?)^```", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"(?:#|//) ([\w-]+\.(?:yaml|geo))\n")  # of a block that is a file, in its first line
BUILDS = re.compile(r"\./bootstrap .*|export PATH=.*")


def call(words):
    """What a command tells; a mistake where it fails or warns."""
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=runs.TIMEOUT)
    if done.returncode or "warning" in done.stderr:
        raise AssertionError(f"{words}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def call_python(words):
    with mock.patch.object(sys, "argv", words), contextlib.redirect_stdout(io.StringIO()):
        try:
            runpy.run_path(words[0], run_name="__main__")
        except SystemExit as end:
            if end.code:
                raise AssertionError(f"{words}: {end.code}") from end


class Tutorial(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """In a directory that looks like that of the sources."""
        cls.directory = runs.new_directory()
        cls.addClassCleanup(os.chdir, os.getcwd())
        os.chdir(cls.directory)
        for name in ("inputs", "postproc", "meshes", "examples", "src"):
            pathlib.Path(name).symlink_to(runs.SOURCE / name)
        cls.commands, cls.told = [], ""
        with mock.patch.dict(os.environ, {"PATH": f"{pathlib.Path(runs.PROGRAM).parent}:{os.environ['PATH']}",
                                          "MPLBACKEND": "agg"}):
            for language, block in BLOCK.findall(PAGE.read_text()):
                file = FILE.match(block)
                if file:
                    pathlib.Path(file[1]).write_text(block)
                elif language == "sh":
                    for line in block.splitlines():
                        cls.take(line)

    @classmethod
    def take(cls, line):
        if BUILDS.fullmatch(line):
            return
        cls.commands.append(line)
        if line.startswith("python3 "):
            call_python(shlex.split(line)[1:])
        else:
            cls.told += call(["bash", "-c", line])

    def test_every_picture_is_there(self):
        self.assertGreater(len(self.commands), 12)
        for line in self.commands:
            for name in re.findall(r"-o (\S+\.png)", line):
                self.assertGreater(pathlib.Path(name).stat().st_size, 10000, name)

    def test_what_the_page_says_of_the_runs(self):
        wall = runs.read("results/spring-wall")
        self.assertEqual(wall.summary["impacts"], 2)
        force, t = wall.history["hit.force"], wall.history["t"]
        self.assertAlmostEqual(t[force > 0][0], 0.05, delta=0.002)
        self.assertIn("h omega up to 0.0141", self.told)
        self.assertIn("h omega up to 0.704", self.told)
        self.assertGreater(runs.read("results/tower").history["stop.force"].max(), 0)
        funnel = runs.read("results/funnel")
        self.assertLess(funnel.summary["max_penetration"], 1e-3)
        self.assertLess(funnel.history["energy"][-1], funnel.history["energy"][0])
        self.assertLess(runs.read("results/tower-em").summary["energy"]["largest_share_made"], 1e-9)


if __name__ == "__main__":
    unittest.main()
