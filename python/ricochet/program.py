# SPDX-License-Identifier: BSD-2-Clause
"""Start the program: overrides become its options, its exit codes exceptions."""
from __future__ import annotations

import dataclasses
import json
import numbers
import os
import pathlib
import shutil
import subprocess
import tempfile
import warnings
import weakref
from collections.abc import Mapping

from ricochet import errors
from ricochet.output import Run, read

HERE = pathlib.Path(__file__).resolve().parent
CLASSES = {2: errors.InputError, 3: errors.GaveUp, 4: errors.Stopped}
PATIENCE = 60  # s, for a run that was asked to stop to finish its step and its files


class Scratch:
    """A directory that goes with this object, at the latest when Python ends."""

    def __init__(self):
        self.path = tempfile.mkdtemp(prefix="ricochet-")
        weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)


def run(input, *, ranks: int = 1, directory=None, timeout: float | None = None, options: Mapping | None = None,
        **overrides) -> Run:
    """Run an input to its end; what it left.

    input      path of a YAML file, or the input itself as a dict
    ranks      number of MPI ranks
    directory  where the files go; without it a temporary one, which goes with the Run
    timeout    seconds, after which the run is stopped behind its step: TimedOut
    options    of the program and of PETSc: {"position_ksp_type": "cg", "mesh_refine": 1}, True for
               those without a value
    overrides  of the input by path: stepper={"step": 1e-3}, contacts={"wall": {"restitution": 0.5}};
               items of lists by name or number

    Raises InputError, GaveUp, Stopped (exit codes 2, 3, 4) or ProgramError with the program's lines.
    Its warnings are Python's, of the class ProgramWarning.
    """
    scratch = None if directory else Scratch()
    directory = pathlib.Path(directory or scratch.path)
    words = [input_path(input, directory), "-o", directory, "-quiet", *option_words(overrides, options)]
    command = [*launcher(ranks), find_program(), "run", *words]
    done, late = call([str(word) for word in command], timeout)
    if done.returncode or late:
        raise failure(done, late, lambda: with_scratch(read(directory), scratch))
    return with_scratch(read(directory), scratch)


def check(input, *, options: Mapping | None = None, **overrides) -> str:
    """Read and build an input, run nothing: what the program tells of it. Raises InputError, a line
    for each thing that is wrong. Arguments as those of `run`."""
    with tempfile.TemporaryDirectory(prefix="ricochet-") as scratch:
        words = [input_path(input, pathlib.Path(scratch)), *option_words(overrides, options)]
        done, _ = call([str(word) for word in [find_program(), "check", *words]], None)
        if done.returncode:
            raise failure(done)
        return done.stdout


def find_program() -> pathlib.Path:
    """The program: the environment's RICOCHET, that of the sources this module stands in, that of the
    installation, or the first on the PATH."""
    named = os.environ.get("RICOCHET")
    beside = [HERE.parents[1] / "build" / "release" / "ricochet", *(up / "bin" / "ricochet" for up in HERE.parents)]
    on_path = shutil.which("ricochet")
    places = [pathlib.Path(named)] if named else beside + ([pathlib.Path(on_path)] if on_path else [])
    for place in places:
        if place.is_file():
            return place
    raise errors.Error(f"{named or beside[0]}: no such program; build it, or set RICOCHET to where it is")


def option_words(overrides: Mapping, options: Mapping | None = None) -> list[str]:
    """The command line of overrides and options: {"stepper": {"step": 1e-3}} is -stepper_step 0.001."""
    words = []
    for path, value in flat(overrides):
        words += ["-" + path, word_of(path, value)]
    for key, value in (options or {}).items():
        words += ["-" + key.lstrip("-")] + ([] if value is True else [word_of(key, value)])
    return words


def flat(overrides: Mapping, above: str = ""):
    """(path with underscores, value) of all leaves."""
    for key, value in overrides.items():
        path = above + str(key).replace(".", "_")
        if isinstance(value, Mapping):
            yield from flat(value, path + "_")
        else:
            yield path, value


def word_of(path: str, value) -> str:
    """A value as the program reads it."""
    if isinstance(value, (bool, str)):
        word = value if isinstance(value, str) else str(value).lower()
        return " " + word if word.startswith("-") else word  # not to be taken for an option
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Real):
        return repr(float(value))
    try:
        return ",".join(word_of(path, item).strip() for item in value)
    except TypeError:
        raise TypeError(f"{path}: {value!r} is no number, text, bool or list of these") from None


def input_path(input, directory: pathlib.Path) -> pathlib.Path:
    """The path of an input; a dict is written first, as JSON, which is YAML."""
    if not isinstance(input, Mapping):
        return pathlib.Path(input)
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / "model.yaml"
    path.write_text(json.dumps(input, indent=1, default=plain), encoding="utf-8")
    return path


def plain(value):
    """What JSON does not know: numpy's numbers and arrays."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{value!r} has no form in an input")


def launcher(ranks: int) -> list[str]:
    """What starts several ranks; the environment's RICOCHET_MPIEXEC, words between semicolons, or mpiexec."""
    if ranks == 1:
        return []
    return [*os.environ.get("RICOCHET_MPIEXEC", "mpiexec").split(";"), "-n", str(ranks)]


def call(command: list[str], timeout: float | None):
    """Run a command to its end: (what it was, whether it had to be stopped). Nothing is left running."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        late = False
        try:
            told = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            late, told = True, stop(process)
        except BaseException:  # an interrupt of the notebook
            stop(process)
            raise
    done = subprocess.CompletedProcess(command, process.returncode, *told)
    for line in done.stderr.splitlines():
        if ": warning: " in line:
            warnings.warn(line.removeprefix("ricochet: warning: "), errors.ProgramWarning, stacklevel=3)
    return done, late


def stop(process: subprocess.Popen):
    """Ask a process to end behind its step, and end it if it does not; what it told."""
    process.terminate()
    try:
        return process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.communicate()


def failure(done: subprocess.CompletedProcess, late: bool = False, reader=None) -> errors.ProgramError:
    """The exception for a process that ended with an error, with what there is of its run."""
    lines = [line for line in done.stderr.splitlines() if line.strip() and ": warning: " not in line]
    lines = [line for line in lines if line.startswith("ricochet: ")] or lines  # without what mpiexec adds
    code = done.returncode
    text = "\n".join(lines) or (f"ended by signal {-code}" if code < 0 else f"ended with exit code {code}")
    kind = errors.TimedOut if late else CLASSES.get(code, errors.ProgramError)
    found = None
    if reader and kind is not errors.InputError:
        try:
            found = reader()
        except errors.OutputError:
            pass
    return kind(text, code, done.args, found)


def with_scratch(found: Run, scratch) -> Run:
    return dataclasses.replace(found, scratch=scratch)
