# SPDX-License-Identifier: BSD-2-Clause
"""Whole runs of the program, in directories that go when the tests end, and what they leave."""

import functools
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import numpy as np

SOURCE = pathlib.Path(os.environ["RICOCHET_SOURCE"])
PROGRAM = os.environ["RICOCHET"]
FORKED = os.environ.get("RICOCHET_FORKED", PROGRAM)  # the same, loaded already (tests/nursery); not for what sends signals
MPIEXEC = os.environ["RICOCHET_MPIEXEC"].split(";")
TIMEOUT = 600  # s
BRIEF = os.environ.get("RICOCHET_TEST_BRIEF") == "1"  # fewer values, as long as all paths are gone
RANKS = (2,) if BRIEF else (2, 3)  # the programs of tests/parallel go on three in both forms
sys.path[:0] = [str(SOURCE / "postproc"), str(SOURCE / "python"), str(SOURCE / "tests" / "run")]

from ricochet import read  # noqa: E402

SCRATCH = tempfile.TemporaryDirectory(prefix="ricochet-runs-")


def new_directory():
    """An empty directory, removed when the tests end."""
    return pathlib.Path(tempfile.mkdtemp(dir=SCRATCH.name))


def command(name, *options, ranks=1, program=FORKED):
    """The command that runs inputs/NAME.yaml, or the file of that path. Options are split at blanks."""
    launcher = [*MPIEXEC, "-n", str(ranks)] if ranks > 1 else []
    words = [word for option in options for word in option.split()]
    return [*launcher, program, "run", name if name.endswith(".yaml") else str(SOURCE / "inputs" / f"{name}.yaml"), *words]


def fresh_run(name, *options, ranks=1):
    """Run inputs/NAME.yaml to its end, silently; what it left. Without VTK unless it is asked for."""
    directory = new_directory()
    defaults = [f"-o {directory}", "-quiet"]
    if not any("-output_vtk_every" in option for option in options):
        defaults.append("-output_vtk_every 0")
    words = command(name, *defaults, *options, ranks=ranks)
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=TIMEOUT)
    if done.returncode or done.stdout or done.stderr:
        told = f"{' '.join(words)}\nends with exit code {done.returncode} and tells\n"
        raise AssertionError(told + done.stdout + done.stderr)
    return read(directory)


# The same, but a run already made with these arguments is not made again.
run = functools.lru_cache(maxsize=None)(fresh_run)


def scales(history):
    """What a difference in each column is relative to: the largest value in the column. Components
    of a vector share the largest of them all, and so do energies: what cancels or stays zero but
    for round-off is measured by the whole."""
    shared = {"kinetic": "energy", "potential": "energy"}
    groups = {name: "energy" if name.startswith("balance_") else
              shared.get(name, re.sub(r"\.(v?)[xyz]$", r".\1", name)) for name in history}
    largest = dict.fromkeys(groups.values(), 0.0)
    for name, group in groups.items():
        largest[group] = max(largest[group], np.max(np.abs(history[name])))
    return {name: largest[group] or 1.0 for name, group in groups.items()}


def difference(first, second, but=("iterations",)):
    """The largest relative difference of two runs' histories and its column; all but `but` count."""
    a, b = first.history, second.history
    if list(a) != list(b) or len(a["t"]) != len(b["t"]):
        raise AssertionError(f"{len(a['t'])} rows of {list(a)}, {len(b['t'])} of {list(b)}")
    scale = scales(a)
    apart = {name: np.max(np.abs(a[name] - b[name])) / scale[name] for name in a if name not in but}
    column = max(apart, key=apart.get)
    return apart[column], column


class RunTest(unittest.TestCase):
    def assert_same_history(self, first, second, tolerance=1e-9, but=("iterations",)):
        apart, column = difference(first, second, but)
        self.assertLessEqual(apart, tolerance, f"column {column}")

    def assert_values(self, found, wanted):
        """`wanted` is {name: (value, tolerance)}."""
        for name, (value, tolerance) in wanted.items():
            with self.subTest(value=name):
                self.assertLessEqual(abs(found[name] - value), tolerance, f"{found[name]}")
