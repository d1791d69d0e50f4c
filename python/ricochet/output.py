# SPDX-License-Identifier: BSD-2-Clause
"""What a run leaves in its directory: history.csv, history.json, summary.json, NAME.pvd."""
from __future__ import annotations

import csv
import dataclasses
import difflib
import fnmatch
import json
import pathlib

from ricochet.errors import ColumnError, OutputError
from ricochet.frames import Frame, read_pvd


@dataclasses.dataclass(frozen=True)
class Run:
    """One run: its directory, the columns of its history by name (arrays [rows]), its summary ({} without one).

    `run["wall.gap"]` is a column; `about["wall.gap"]` its unit, kind and owner in history.json, of
    which the former is `unit("wall.gap")`. `scratch` keeps a directory that goes with the run.
    """

    directory: pathlib.Path
    history: dict
    summary: dict
    about: dict = dataclasses.field(default_factory=dict, repr=False)
    scratch: object = dataclasses.field(default=None, repr=False, compare=False)

    def __repr__(self) -> str:
        t = self.history.get("t", [])
        end = f" to t = {t[-1]:.6g} s" if len(t) else ""
        return f"<Run {self.directory}: {self.label}, {len(t)} rows{end}>"

    def __getitem__(self, column: str):
        """A column, array [rows]; ColumnError with the nearest name where there is none."""
        if column not in self.history:
            raise ColumnError(f"{self.directory}: no column '{column}'{nearest(column, self.history)}")
        return self.history[column]

    def columns(self, pattern: str = "*") -> list[str]:
        """Names of the columns that match a pattern (*, ?, […]), in the file's order."""
        if pattern in self.history:
            return [pattern]
        found = fnmatch.filter(self.history, pattern)
        if not found:
            what = f"no column matches '{pattern}'" if set(pattern) & set("*?[") else f"no column '{pattern}'"
            raise ColumnError(f"{self.directory}: {what}{nearest(pattern, self.history)}")
        return found

    def unit(self, column: str) -> str:
        """The unit of a column; "" where it has none or it is not known."""
        unit = self.about.get(column, {}).get("unit")
        return "" if unit in (None, "1") else unit.replace("^2", "²")

    def frames(self) -> list[Frame]:
        """The frames of the VTK output by time, each read when it is looked at."""
        series = sorted(self.directory.glob("*.pvd"))
        if len(series) != 1:
            there = ", ".join(path.name for path in series) or "none"
            raise OutputError(f"{self.directory}: one .pvd expected, there: {there}")
        return [Frame(t, path, self.scratch) for t, path in read_pvd(series[0])]

    def impacts(self) -> dict:
        """The columns of impacts.csv, arrays [impacts]; `contact` holds names. For runs with
        `output: {impacts: true}`."""
        return read_impacts(self.directory / "impacts.csv")

    @property
    def contacts(self) -> list[str]:
        """Names of the contacts in the history, in the order of its columns."""
        return contact_names(self.history)

    def is_angular(self, contact: str) -> bool:
        """Whether the contact's gap is an angle: rad, rad/s, N m s and N m in place of m, m/s, N s and N."""
        return contact in self.summary.get("angular", {})

    @property
    def label(self) -> str:
        """The stepper and its step, as a legend says them; the directory's name without them."""
        stepper = self.summary.get("stepper", {})
        if "type" not in stepper:
            return self.directory.name
        step = stepper.get("step")
        return stepper["type"] + (f", h = {step:g} s" if step else "")


def nearest(name: str, known) -> str:
    """`, did you mean X?`, or the names there are where they are few; else nothing."""
    found = difflib.get_close_matches(name, list(known), 1, 0.5)
    if found:
        return f", did you mean {found[0]}?"
    return f" (there: {', '.join(known)})" if len(known) <= 12 else ""


def read(directory) -> Run:
    """Read history.csv and, where there are, history.json and summary.json of a run's directory."""
    directory = pathlib.Path(directory)
    if not directory.is_dir():
        raise OutputError(f"{directory}: no such directory")
    history = read_history(directory / "history.csv")
    about = read_json(directory / "history.json").get("history.csv", {})
    return Run(directory, history, read_summary(directory), about)


def whole_lines(path) -> list[str]:
    """The lines of a csv, its header first; a last line cut short is left out."""
    try:
        text = pathlib.Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise OutputError(f"{path}: {error.strerror}") from error
    lines = text.splitlines()
    if lines and not text.endswith("\n"):
        lines.pop()
    if not lines:
        raise OutputError(f"{path}: no header line")
    return lines


def read_history(path) -> dict:
    """Columns of a history.csv: {name: array [rows]}. A last line cut short is left out."""
    import numpy as np  # to check an input, and to tell what is missing, it is not needed

    lines = whole_lines(path)
    names = lines[0].split(",")
    try:
        rows = np.loadtxt(lines[1:], delimiter=",", ndmin=2) if lines[1:] else np.empty((0, 0))
    except ValueError as error:
        raise OutputError(f"{path}: {error}") from error
    if rows.size == 0:
        rows = np.empty((0, len(names)))
    if rows.shape[1] != len(names):
        counts = f"{len(names)} columns in the header, {rows.shape[1]} in the rows"
        raise OutputError(f"{path}: {counts}")
    return dict(zip(names, rows.T))


def read_impacts(path) -> dict:
    """Columns of an impacts.csv: {name: array [impacts]}, names of contacts as texts."""
    import numpy as np

    try:
        names, *rows = csv.reader(whole_lines(path))
    except OutputError as error:
        raise OutputError(f"{error}; output: {{impacts: true}} writes it") from error
    columns = zip(*rows) if rows else ((),) * len(names)
    return {name: np.array(column, dtype=str if name == "contact" else float) for name, column in zip(names, columns)}


def read_summary(directory) -> dict:
    """The summary.json of a directory; {} when there is none, as after an interrupted run."""
    return read_json(pathlib.Path(directory) / "summary.json")


def read_json(path: pathlib.Path) -> dict:
    """A file of JSON; {} when there is none."""
    if not path.exists():
        return {}
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise OutputError(f"{path}: {error}") from error


def contact_names(history: dict) -> list[str]:
    """Names of the contacts of a history: those with a gap and an impulse."""
    names = [column[: -len(".gap")] for column in history if column.endswith(".gap")]
    return [name for name in names if f"{name}.impulse" in history]


def pick_contact(run: Run, name: str | None = None) -> str:
    """The contact asked for, or the first of the run."""
    if name is None and run.contacts:
        return run.contacts[0]
    if name not in run.contacts:
        wanted = f"no contact '{name}'" if name else "no contact"
        known = ", ".join(run.contacts) or "none"
        raise OutputError(f"{run.directory}/history.csv: {wanted} (there: {known})")
    return name
