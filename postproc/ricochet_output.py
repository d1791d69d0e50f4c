# SPDX-License-Identifier: BSD-2-Clause
"""Read what a run of Ricochet leaves in its directory: history.csv, summary.json, NAME.pvd."""
import dataclasses
import json
import pathlib
import xml.etree.ElementTree

import numpy as np


class OutputError(Exception):
    """A run's output is missing or is not what it should be; the text says which and why."""


@dataclasses.dataclass(frozen=True)
class Run:
    """One run: its directory, the columns of its history by name, its summary ({} without one)."""

    directory: pathlib.Path
    history: dict
    summary: dict

    @property
    def contacts(self):
        """Names of the contacts in the history, in the order of its columns."""
        return contact_names(self.history)

    def is_angular(self, contact):
        """Whether the contact's gap is an angle: rad, rad/s, N m s and N m in place of m, m/s, N s and N."""
        return contact in self.summary.get("angular", {})

    @property
    def label(self):
        """The stepper and its step, as a legend says them; the directory's name without them."""
        stepper = self.summary.get("stepper", {})
        if "type" not in stepper:
            return self.directory.name
        step = stepper.get("step")
        return stepper["type"] + (f", h = {step:g} s" if step else "")


def read_run(directory):
    """Read history.csv and, where there is one, summary.json of a run's directory."""
    directory = pathlib.Path(directory)
    if not directory.is_dir():
        raise OutputError(f"{directory}: no such directory")
    return Run(directory, read_history(directory / "history.csv"), read_summary(directory))


def read_history(path):
    """Columns of a history.csv: {name: array [rows]}. A last line cut short is left out."""
    try:
        text = pathlib.Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise OutputError(f"{path}: {error.strerror}") from error
    lines = text.splitlines()
    if lines and not text.endswith("\n"):
        lines.pop()
    if not lines:
        raise OutputError(f"{path}: no header line")
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


def read_summary(directory):
    """The summary.json of a directory; {} when there is none, as after an interrupted run."""
    path = pathlib.Path(directory) / "summary.json"
    if not path.exists():
        return {}
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise OutputError(f"{path}: {error}") from error


def contact_names(history):
    """Names of the contacts of a history: those with a gap and an impulse."""
    names = [column[: -len(".gap")] for column in history if column.endswith(".gap")]
    return [name for name in names if f"{name}.impulse" in history]


def pick_contact(run, name=None):
    """The contact asked for, or the first of the run."""
    if name is None and run.contacts:
        return run.contacts[0]
    if name not in run.contacts:
        wanted = f"no contact '{name}'" if name else "no contact"
        known = ", ".join(run.contacts) or "none"
        raise OutputError(f"{run.directory}/history.csv: {wanted} (there: {known})")
    return name


def read_pvd(path):
    """The time series of a .pvd: list of (time, path of the .vtu), by time."""
    path = pathlib.Path(path)
    try:
        root = xml.etree.ElementTree.parse(path).getroot()
    except (OSError, xml.etree.ElementTree.ParseError) as error:
        raise OutputError(f"{path}: {error}") from error
    series = [
        (float(entry.get("timestep")), path.parent / entry.get("file"))
        for entry in root.iter("DataSet")
    ]
    return sorted(series, key=lambda item: item[0])
