# SPDX-License-Identifier: BSD-2-Clause
"""Run Ricochet and read what its runs leave: columns as numpy arrays, the summary as a dict, frames.

    import ricochet
    run = ricochet.run("inputs/impacting-bar.yaml", stepper={"step": 1e-3})
    run["wall.force"].max(), run.summary["energy"]["final"]

SI units and radians throughout; `run.unit(column)` tells which. The module works on the program's
files and needs numpy alone.
"""
from ricochet.errors import (ColumnError, Error, GaveUp, InputError, OutputError, ProgramError,
                             ProgramWarning, Stopped, TimedOut)
from ricochet.frames import KINDS, Frame, read_pvd
from ricochet.output import Run, contact_names, pick_contact, read, read_history, read_summary
from ricochet.program import check, find_program, option_words, run

__all__ = ["run", "read", "check", "Run", "Frame", "KINDS", "Error", "ProgramError", "InputError", "GaveUp",
           "Stopped", "TimedOut", "OutputError", "ColumnError", "ProgramWarning", "find_program", "option_words",
           "read_history", "read_summary", "read_pvd", "contact_names", "pick_contact"]
