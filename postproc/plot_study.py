# SPDX-License-Identifier: BSD-2-Clause
"""Convergence plots of a study: errors over what refines, with slopes and observed orders.

    plot_study.py DIR [--norm l1|l2|max] [--relative] [--column NAME ...] [-o FILE.png]

DIR is the directory of a `ricochet study`, or its study.json. A panel for each column that was compared
and one for each number of summary.json asked for; a curve for each group of runs that differ in
nothing but what refines, with its order from the straight line through all. Grey: the orders next to these.
"""
import argparse
import json
import pathlib
import sys

import system_python

if __name__ == "__main__":
    system_python.require("numpy", "matplotlib", "PIL")

import matplotlib.pyplot as plt  # noqa: E402
import matplotlib.ticker  # noqa: E402
import numpy as np  # noqa: E402

import figure as style  # noqa: E402
import ricochet  # noqa: E402
from ricochet.output import nearest, read_json  # noqa: E402

TIMES = {"l1": " s", "l2": " √s", "max": ""}  # what a norm over time does to a unit


class StudyError(Exception):
    """The study cannot be drawn as asked for; the text says why."""


def read_study(path) -> tuple[pathlib.Path, dict]:
    """The study.json of a directory, or of that name: its directory, what is in it."""
    path = pathlib.Path(path)
    path = path / "study.json" if path.is_dir() else path
    if not path.is_file():
        raise StudyError(f"{path}: no such file; `ricochet study` writes it")
    try:
        study = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise StudyError(f"{path}: {error}") from error
    if not all(isinstance(study.get(key), list) for key in ("runs", "groups", "columns")):
        raise StudyError(f"{path}: no study: runs, groups or columns are missing")
    return path.parent, study


def unit_of(directory: pathlib.Path, study: dict, column: str) -> str:
    """The unit of a column, from the history.json of a run of the study; "" where none tells."""
    for run in study["runs"]:
        about = read_json(directory / run["directory"] / "history.json").get("history.csv", {})
        if column in about:
            return ricochet.Run(directory, {}, {}, about).unit(column)
    return ""


def label_of(group: dict, study: dict) -> str:
    """What the legend calls a group: its values, with their paths where there are several."""
    values = group["values"]
    if not values:
        return pathlib.Path(study["input"]).stem
    if len(values) == 1:
        return next(iter(values.values()))
    return ", ".join(f"{path.rpartition('.')[2]} = {value}" for path, value in values.items())


def points_of(study: dict, group: dict, value_of) -> tuple[np.ndarray, np.ndarray]:
    """(what refines, values) of the runs of a group that have a value, by what refines."""
    pairs = []
    for run in study["runs"]:
        value = value_of(run) if run["run"] in group["runs"] else None
        if value is not None and run["against"] is not None:
            pairs.append((run["against"], value))
    return tuple(np.array(sorted(pairs), dtype=float).reshape(-1, 2).T)


def error_of(column: str, norm: str, relative: bool):
    """The error of a run in a column; None where it has none."""
    def found(run):
        errors = (run.get("errors") or {}).get(column) or {}
        return (errors.get("relative") or {}).get(norm) if relative else errors.get(norm)
    return found


def set_scale(axis) -> None:
    """A logarithmic one with 1, 2 and 5 of each decade written out."""
    axis.set_xscale("log")
    axis.xaxis.set_major_locator(matplotlib.ticker.LogLocator(subs=(1, 2, 5)))
    axis.xaxis.set_major_formatter(matplotlib.ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    axis.xaxis.set_minor_formatter(matplotlib.ticker.NullFormatter())


def draw_slopes(axis, orders: list[float], points: list[tuple[np.ndarray, np.ndarray]]) -> None:
    """A grey line of each whole or half order next to those observed, below the curves."""
    x = np.concatenate([x for x, _ in points])
    least = min(np.min(y[y > 0]) for _, y in points if np.any(y > 0))
    ends = np.array([np.min(x), np.max(x)])
    for order in sorted({round(2 * order) / 2 for order in orders} - {0.0}):
        start = ends[0] if order > 0 else ends[1]
        axis.plot(ends, 0.5 * least * (ends / start) ** order, color="0.65", linestyle=(0, (4, 2)), linewidth=1, zorder=1)
        at = ends[1] if order > 0 else ends[0]
        axis.annotate(f"{order:g}", (at, 0.5 * least * (at / start) ** order), color="0.45", fontsize="small",
                      xytext=(3, 0), textcoords="offset points", va="center")


def draw_errors(axis, study: dict, column: str, unit: str, arguments) -> int:
    """The errors of a column in logarithmic scales; how many points."""
    drawn, orders = [], []
    for i, group in enumerate(study["groups"]):
        x, y = points_of(study, group, error_of(column, arguments.norm, arguments.relative))
        order = group["orders"].get(column, {}).get(arguments.norm)
        if not np.any(y > 0):
            continue
        label = label_of(group, study) + (f": order {order:.2f}" if order is not None else "")
        axis.plot(x, np.where(y > 0, y, np.nan), "o-", markersize=4, color=style.colours_of(len(study["groups"]))[i], label=label)
        drawn.append((x, y))
        orders += [order] if order is not None else []
    if drawn:
        set_scale(axis)
        axis.set_yscale("log")
        draw_slopes(axis, orders, drawn)
        axis.legend(fontsize="small")
    what = "relative error" if arguments.relative else "error"
    unit = "" if arguments.relative or not unit else f" ({unit}{TIMES[arguments.norm]})"
    axis.set_ylabel(f"{what} of {column}, {arguments.norm}{unit}")
    return sum(len(x) for x, _ in drawn)


def draw_number(axis, study: dict, name: str) -> int:
    """A number of summary.json over what refines; how many points."""
    count = 0
    for i, group in enumerate(study["groups"]):
        x, y = points_of(study, group, lambda run: (run.get("summary") or {}).get(name))
        if len(x):
            axis.plot(x, y, "o-", markersize=4, color=style.colours_of(len(study["groups"]))[i], label=label_of(group, study))
            set_scale(axis)
        count += len(x)
    axis.set_ylabel(name)
    if count:
        axis.legend(fontsize="small")
    return count


def draw(directory: pathlib.Path, study: dict, arguments):
    """The figure: a panel for each column and number."""
    columns, numbers = arguments.columns or study["columns"], [] if arguments.columns else study.get("summary", [])
    for column in columns:
        if column not in study["columns"]:
            raise StudyError(f"{directory}: no column '{column}' was compared{nearest(column, study['columns'])}")
    count = len(columns) + len(numbers)
    across = 1 if count == 1 else 2
    figure, grid = plt.subplots(-(-count // across), across, figsize=(5.2 * across + 0.6, 3.9 * -(-count // across)),
                                squeeze=False, layout="constrained")
    axes = iter(grid.flat)
    points = sum(draw_errors(next(axes), study, column, unit_of(directory, study, column), arguments) for column in columns)
    points += sum(draw_number(next(axes), study, name) for name in numbers)
    if not points:
        plt.close(figure)
        raise StudyError(f"{directory}: no run has a value over what refines")
    for axis in list(grid.flat)[:count]:
        against = study.get("against") or ""
        axis.set_xlabel(against + (" (s)" if against == "stepper.step" else ""))
    for axis in axes:
        axis.axis("off")
    missing = sum(run["state"] != "done" for run in study["runs"])
    if missing:
        figure.suptitle(f"{missing} of {len(study['runs'])} runs have no result", fontsize="small", color="0.4")
    return figure


def parse_arguments(argv):
    parser = argparse.ArgumentParser(prog="plot_study.py", description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("study", metavar="DIR", help="directory of a study, or its study.json")
    parser.add_argument("--norm", choices=list(TIMES), help="of the errors (that of the study)")
    parser.add_argument("--relative", action="store_true", help="errors divided by the norm of the reference")
    parser.add_argument("--column", dest="columns", metavar="NAME", action="append", help="of the columns compared (all)")
    parser.add_argument("-o", "--output", metavar="FILE", help="default: study.png beside study.json")
    return parser.parse_args(argv)


def main(argv=None) -> int:
    arguments = parse_arguments(argv)
    try:
        directory, study = read_study(arguments.study)
        arguments.norm = arguments.norm or study.get("norm", "l2")
        path = arguments.output or directory / "study.png"
        with plt.rc_context(style.STYLE):
            style.save(draw(directory, study, arguments), path)
    except (StudyError, ricochet.OutputError, OSError) as error:
        print(f"plot_study: {error}", file=sys.stderr)
        return 2
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
