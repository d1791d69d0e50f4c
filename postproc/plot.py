# SPDX-License-Identifier: BSD-2-Clause
"""Columns of one or several runs against time or against each other.

    plot.py RUN ... [COLUMN ...] [-o FILE.png] [--zoom A B] [--log] [--spectrum | --poincare T[:PHASE]]
            [--csv FILE]

RUN is a run's directory. COLUMN is a name in history.csv, one with wildcards ('wall.*', in quotes),
a contact's, joint's or probe's, for all of its columns, or several with commas between. X:Y draws one against the other: ball.x:ball.vx,
in short ball.x:vx. A number of summary.json is a name, too: energy.final; X:Y of two of them is a point for each run.
Each COLUMN has panels of its own, one for each unit. Without a COLUMN: the first contact and the energies,
where there is none the first joint and probe.
"""
from __future__ import annotations

import argparse
import csv
import dataclasses
import fnmatch
import os
import pathlib
import sys

import system_python

if __name__ == "__main__":
    system_python.require("numpy", "matplotlib", "PIL")

import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402

import figure as style  # noqa: E402
import ricochet  # noqa: E402
from ricochet.output import nearest  # noqa: E402

NO_TIME = "a span of time with fewer than two rows"


class UsageError(Exception):
    """The command line cannot be followed; the text says why."""


@dataclasses.dataclass
class Curve:
    """Values of a run to be drawn, y over x (arrays [points]), and their names."""

    run: int
    x_name: str
    y_name: str
    x: np.ndarray
    y: np.ndarray


@dataclasses.dataclass
class Panel:
    """Curves of the same units; the names are those of the columns in their order."""

    x_label: str
    y_unit: str
    curves: list[Curve]

    @property
    def names(self) -> list[str]:
        return list(dict.fromkeys(curve.y_name for curve in self.curves))

    @property
    def y_label(self) -> str:
        return with_unit(self.names[0], self.y_unit) if len(self.names) == 1 else self.y_unit


def with_unit(name: str, unit: str) -> str:
    return f"{name} ({unit})" if unit else name


# ---- Names ----


def scalars(summary: dict, above: str = "") -> dict:
    """The numbers of a summary by their paths: {"energy.final": 500.0}."""
    found = {}
    for key, value in summary.items():
        if isinstance(value, dict):
            found |= scalars(value, f"{above}{key}.")
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            found[above + key] = float(value)
    return found


def expand(run: ricochet.Run, word: str) -> list[str]:
    """The names of a run that a word, or several with commas, means; [] where there are none."""
    found = []
    for part in word.split(","):
        one = [part] if part in run.history or part in scalars(run.summary) else []
        found += one or fnmatch.filter(run.history, part) or fnmatch.filter(run.history, f"{part}.*")
    return found


def pairs_of(run: ricochet.Run, word: str) -> list[tuple[str, str]]:
    """(x, y) of a word; [] where the run has no such names. x is one name."""
    if ":" not in word:
        return [("t", name) for name in expand(run, word)]
    across, _, up = word.partition(":")
    x = expand(run, across)
    owner = across.rpartition(".")[0]
    y = expand(run, up) or (expand(run, f"{owner}.{up}") if owner else [])
    return [(x[0], name) for name in y] if len(x) == 1 else []


def complain(runs: list[ricochet.Run], word: str) -> None:
    """Say what is wrong with a word that no run knows."""
    for part in word.replace(",", ":").split(":"):
        if not any(expand(run, part) for run in runs):
            known = {name for run in runs for name in (*run.history, *scalars(run.summary))}
            owners = {name.rpartition(".")[0] for name in known} - {""}
            raise UsageError(f"{runs[0].directory}: no column '{part}'{nearest(part, sorted(known | owners))}")
    raise UsageError(f"'{word}': X of X:Y must be one column of the same run")


def default_words(run: ricochet.Run) -> list[str]:
    """What tells most of a run."""
    names = list(run.history)
    energies = "energy,kinetic,potential"
    if run.contacts:
        return [f"{run.contacts[0]}.{what}" for what in ("gap", "gap_velocity", "force")] + [energies]
    joints = [name[: -len(".error")] for name in names if name.endswith(".error")]
    probes = [name.rpartition(".")[0] for name in names if name.endswith((".vx", ".omega"))]
    return [energies, *[f"{joint}.{what}" for joint in joints[:1] for what in ("force", "error")], *probes[:1]]


# ---- Values ----


def values(run: ricochet.Run, name: str) -> np.ndarray:
    """A column, or a number of the summary as long as one [rows]."""
    if name in run.history:
        return run.history[name]
    return np.full(len(run.history["t"]), scalars(run.summary)[name])


def within(t: np.ndarray, span) -> np.ndarray:
    """Which rows are in a span of time; all without one."""
    return np.full(len(t), True) if span is None else (t >= span[0]) & (t <= span[1])


def spectrum(t: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """One-sided amplitudes over frequency, Hz, of what y varies about its mean.

    A Hann window, so that a sine of amplitude a is a peak of a where its frequency is one of the
    transform's (0.85 a half-way between two). Where steps vary y is first interpolated to as many
    even ones.
    """
    if len(t) < 2:
        raise UsageError(f"--spectrum: {NO_TIME}")
    even = np.linspace(t[0], t[-1], len(t))
    if np.max(np.abs(even - t)) > 1e-6 * (even[1] - even[0]):
        y = np.interp(even, t, y)
    window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(len(y)) / len(y))
    amplitudes = 2 * np.abs(np.fft.rfft(window * (y - np.mean(y)))) / max(np.sum(window), 1e-300)
    return np.fft.rfftfreq(len(y), even[1] - even[0]), amplitudes


def strobe(t: np.ndarray, y: np.ndarray, period: float, phase: float) -> np.ndarray:
    """y at the times phase + k · period that lie in t, between rows interpolated."""
    if not len(t):
        return np.empty(0)
    first = np.ceil((t[0] - phase) / period - 1e-9)
    last = np.floor((t[-1] - phase) / period + 1e-9)
    return np.interp(phase + period * np.arange(first, last + 1), t, y)


def curve_of(run: ricochet.Run, number: int, x_name: str, y_name: str, arguments) -> Curve:
    """The curve of a run as the options want it."""
    seen = within(run["t"], arguments.zoom)
    t, x, y = run["t"][seen], values(run, x_name)[seen], values(run, y_name)[seen]
    if arguments.spectrum:
        x, y = spectrum(t, y)
    elif arguments.poincare:
        x, y = (strobe(t, what, *arguments.poincare) for what in (x, y))
    elif x_name not in run.history and y_name not in run.history:
        x, y = x[:1], y[:1]
    return Curve(number, x_name, y_name, x, y)


def panels_of(runs: list[ricochet.Run], word: str, arguments) -> list[Panel]:
    """The panels of a word: its columns by unit."""
    panels = {}
    for number, run in enumerate(runs):
        for x_name, y_name in pairs_of(run, word):
            unit = run.unit(y_name) if y_name in run.history else ""
            x_label = "f (Hz)" if arguments.spectrum else with_unit(x_name, run.unit(x_name))
            panel = panels.setdefault((x_label, unit), Panel(x_label, unit, []))
            panel.curves.append(curve_of(run, number, x_name, y_name, arguments))
    if not panels:
        complain(runs, word)
    return list(panels.values())


def join_points(panel: Panel) -> None:
    """One curve of what is a point for each run."""
    first = panel.curves[0]
    if len(panel.curves) < 2 or any(len(curve.x) != 1 or curve.y_name != first.y_name for curve in panel.curves):
        return
    x, y = np.concatenate([c.x for c in panel.curves]), np.concatenate([c.y for c in panel.curves])
    order = np.argsort(x)
    panel.curves = [Curve(0, first.x_name, first.y_name, x[order], y[order])]


# ---- The figure ----


def looks(panel: Panel, curve: Curve, count: int) -> dict:
    """Colour by run, of several columns by column, and dashes by run."""
    alone = len(panel.names) == 1
    number = curve.run if alone else panel.names.index(curve.y_name)
    colour = style.colours_of(count if alone else len(panel.names))[number]
    return {"color": colour, "linestyle": "-" if alone else style.dash_of(curve.run)}


def draw_panel(axis, panel: Panel, arguments, count: int) -> None:
    """The curves of a panel, or their points, and its axes."""
    for curve in panel.curves:
        form = looks(panel, curve, count)
        if arguments.poincare:
            form |= {"linestyle": "none", "marker": ".", "markersize": 3}
        elif len(curve.x) <= 24:
            form |= {"marker": "o", "markersize": 4}
        y = np.abs(curve.y) if arguments.log else curve.y
        axis.plot(curve.x, y, label=curve.y_name if curve.run == panel.curves[0].run else None, **form)
    axis.set_xlabel(panel.x_label)
    label = panel.y_label
    axis.set_ylabel(f"|{label}".replace(" (", "| (", 1) if arguments.log and len(panel.names) == 1 else label)
    if arguments.log:
        axis.set_yscale("log", nonpositive="mask")
    if len(panel.names) > 1:
        axis.legend(fontsize="small")
    first = panel.curves[0].x_name
    if first != "t" and panel.x_label.partition(" (")[2] == f"{panel.y_unit})" and not arguments.spectrum:
        axis.set_aspect("equal", "datalim")  # a path


def draw_legend(figure, panels: list[Panel], labels: list[str]) -> None:
    """Which run is which, above all panels."""
    if len(labels) == 1 or all(len(panel.curves) == 1 for panel in panels):
        return
    dashed = all(len(panel.names) > 1 for panel in panels)
    mixed = not dashed and any(len(panel.names) > 1 for panel in panels)
    colours = style.colours_of(len(labels))
    handles = [plt.Line2D([], [], label=label, color="0.3" if dashed else colours[i],
                          linestyle=style.dash_of(i) if dashed or mixed else "-") for i, label in enumerate(labels)]
    rows = -(-len(labels) // 3)
    top = 1 - (0.24 * rows + 0.1) / figure.get_figheight()
    figure.get_layout_engine().set(rect=(0, 0, 1, top))
    figure.legend(handles=handles, loc="upper left", ncols=3, bbox_to_anchor=(0, 1))


def draw(runs: list[ricochet.Run], panels: list[Panel], arguments):
    """The figure: one panel below the other, from four on in two columns."""
    columns = 1 if len(panels) < 4 else 2
    rows = -(-len(panels) // columns)
    across = all(panel.x_label == panels[0].x_label for panel in panels)
    figure, grid = plt.subplots(rows, columns, figsize=(7.5 if columns == 1 else 10.5, max(2.3 * rows, 3.6) + 0.4),
                                squeeze=False, layout="constrained", sharex=across and "all")
    for axis, panel in zip(grid.flat, panels):
        draw_panel(axis, panel, arguments, len(runs))
        axis.tick_params(labelbottom=True)
    for axis in list(grid.flat)[len(panels):]:
        axis.axis("off")
    draw_legend(figure, panels, style.tell_apart(runs))
    return figure


def write_csv(path, runs: list[ricochet.Run], panels: list[Panel]) -> None:
    """The points drawn, a line each: run, names of x and y, x, y."""
    with open(path, "w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file, lineterminator="\n")
        lines.writerow(["run", "x_name", "y_name", "x", "y"])
        for panel in panels:
            for curve in panel.curves:
                head = [runs[curve.run].directory, curve.x_name, curve.y_name]
                lines.writerows([*head, repr(float(x)), repr(float(y))] for x, y in zip(curve.x, curve.y))


# ---- The command line ----


def period_of(text: str) -> tuple[float, float]:
    """T or T:PHASE, s."""
    try:
        period, phase = (float(word) for word in (text.split(":") + ["0"])[:2])
    except ValueError:
        raise UsageError(f"--poincare {text}: T or T:PHASE, in seconds") from None
    if not period > 0:
        raise UsageError(f"--poincare {text}: the period must be > 0")
    return period, phase


def parse_arguments(argv):
    parser = argparse.ArgumentParser(prog=os.environ.get("RICOCHET_COMMAND", "plot.py"), description=__doc__.split("\n")[0])
    parser.add_argument("words", metavar="RUN|COLUMN", nargs="+",
                        help="a run's directory, or a column: NAME, 'NAME.*', X:Y")
    parser.add_argument("-o", "--output", metavar="FILE", help="default: plot.png in the first RUN")
    parser.add_argument("--zoom", nargs=2, type=float, metavar=("A", "B"), help="only this span of time, s")
    parser.add_argument("--log", action="store_true", help="absolute values in logarithmic scale")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--spectrum", action="store_true", help="amplitudes over frequency, by a Hann window")
    what.add_argument("--poincare", metavar="T[:PHASE]", help="points at the times PHASE + k T, s")
    parser.add_argument("--csv", metavar="FILE", help="write the points drawn there, too")
    arguments = parser.parse_args(argv)
    if arguments.zoom and not arguments.zoom[0] < arguments.zoom[1]:
        raise UsageError("--zoom: A must be before B")
    arguments.poincare = arguments.poincare and period_of(arguments.poincare)
    return arguments


def split_words(words: list[str]) -> tuple[list[ricochet.Run], list[str]]:
    """The runs and the columns of a command line."""
    runs = [word for word in words if pathlib.Path(word).is_dir() or "/" in word]
    if not runs:
        raise UsageError("no run: one of the words must be a run's directory")
    return [ricochet.read(run) for run in runs], [word for word in words if word not in runs]


def plot(runs: list[ricochet.Run], words: list[str], arguments, path) -> list[Panel]:
    """Write the figure of the columns that the words mean; what it shows."""
    panels = [panel for word in words or default_words(runs[0]) for panel in panels_of(runs, word, arguments)]
    for panel in panels:
        join_points(panel)
    if not any(len(curve.x) for panel in panels for curve in panel.curves):
        raise UsageError(f"nothing to draw: {NO_TIME}")
    with plt.rc_context(style.STYLE):
        style.save(draw(runs, panels, arguments), path)
    return panels


def main(argv=None) -> int:
    try:
        arguments = parse_arguments(argv)
        runs, words = split_words(arguments.words)
        path = arguments.output or runs[0].directory / "plot.png"
        panels = plot(runs, words, arguments, path)
        if arguments.csv:
            write_csv(arguments.csv, runs, panels)
    except (UsageError, ricochet.OutputError, OSError) as error:
        print(f"plot: {error}", file=sys.stderr)
        return 2
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
