# SPDX-License-Identifier: BSD-2-Clause
"""What can go wrong: one class for each of the program's exit codes, one for files."""


class Error(Exception):
    """Any error of this module."""


class OutputError(Error):
    """A run's output is missing or is not what it should be; the text says which and why."""


class ColumnError(OutputError, KeyError):
    """No such column; the text names the nearest."""

    __str__ = Exception.__str__  # KeyError's would be in quotes


class ProgramError(Error):
    """The program ended with an error. The text is what it said, a line each.

    exit_code: the program's, negative for a signal. command: its words. run: what there is of the
    run, or None.
    """

    def __init__(self, text: str, exit_code: int, command: list, run=None):
        super().__init__(text)
        self.exit_code, self.command, self.run = exit_code, command, run


class InputError(ProgramError):
    """Exit code 2: the input or an override is wrong; the line says where, what, and what is allowed."""


class GaveUp(ProgramError):
    """Exit code 3: the solver gave up; `run` is the run to there."""


class Stopped(ProgramError):
    """Exit code 4: a signal stopped the run after a step; `run` is the run to there."""


class TimedOut(Stopped):
    """`timeout` was over: the run was asked to stop; `run` is the run to there."""


class ProgramWarning(UserWarning):
    """A warning of the program."""
