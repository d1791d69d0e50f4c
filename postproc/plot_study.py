# SPDX-License-Identifier: BSD-2-Clause
"""Plots of a study: errors over what refines, with slopes and observed orders; numbers over what is swept.

    plot_study.py DIR [--norm l1|l2|max] [--relative] [--column NAME ...] [--against PATH] [-o FILE.png]

DIR is the directory of a `ricochet study`, or its study.json. A panel for each column that was compared
and one for each number of summary.json asked for; a curve for each group of runs that differ in
nothing but what refines, with its order from the straight line through all. Grey: the orders next to these.

Where nothing refines, or with --against, numbers are drawn over a value that is varied, in the order of the
runs: each way of a sweep is a curve, solid with > upwards, dashed with < downwards.
"""
import argparse
import json
import os
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

WIDE = 20  # what is swept over more than this ratio has a logarithmic scale
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


# ---- Sweeps ----


def swept(study: dict, asked: str | None) -> str | None:
    """The path of what is swept: the one asked for, or the last that is varied where nothing refines; None: no sweep."""
    axes = {axis["path"]: axis["refines"] for axis in study.get("axes", [])}
    if asked and asked not in axes:
        raise StudyError(f"'{asked}' is not varied{nearest(asked, list(axes))}")
    path = asked or study.get("against") or next(reversed(axes), None)
    return path if axes.get(path) is False else None


def value_at(run: dict, path: str) -> float | None:
    """The value of a run on an axis; None where that is no number."""
    try:
        return float(run["values"][path])
    except ValueError:
        return None


def ways_of(points: list[tuple[float, float]]) -> list[list[tuple[float, float]]]:
    """Points cut where what is swept turns back; the turning point belongs to both ways."""
    ways = [points[:1]]
    for before, point in zip(points, points[1:]):
        way = ways[-1]
        if len(way) > 1 and (point[0] - before[0]) * (way[-1][0] - way[-2][0]) < 0:
            ways.append([before])
        ways[-1].append(point)
    return [way for way in ways if way]


def sweeps_of(study: dict, path: str, name: str) -> list[tuple[str, list[tuple[float, float]]]]:
    """(what the legend calls it, points (swept, number) of a way) of runs that agree in all other values."""
    curves = {}
    for run in study["runs"]:
        x, y = value_at(run, path), (run.get("summary") or {}).get(name)
        if x is not None and y is not None:
            others = tuple((key, value) for key, value in run["values"].items() if key != path)
            curves.setdefault(others, []).append((x, y))
    found = []
    for others, points in curves.items():
        ways = ways_of(points)
        for way in ways:
            words = [label_of({"values": dict(others)}, study)] if others else []
            words += ["up" if way[-1][0] >= way[0][0] else "down"] if len(ways) > 1 else []
            found.append((", ".join(words), way))
    return found


def draw_sweep(axis, study: dict, path: str, name: str) -> int:
    """A number of summary.json over what is swept; how many points."""
    found = sweeps_of(study, path, name)
    for i, (label, way) in enumerate(found):
        x, y = np.array(way, dtype=float).T
        up = x[-1] >= x[0]
        axis.plot(x, y, linestyle="-" if up else "--", marker=">" if up else "<", markersize=4,
                  color=style.colours_of(len(found))[i], label=label or None)
        if np.all(x > 0) and np.max(x) > WIDE * np.min(x):
            set_scale(axis)
    axis.set_ylabel(name)
    if any(label for label, _ in found):
        axis.legend(fontsize="small")
    return sum(len(way) for _, way in found)


# ---- Errors ----


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
    path = None if arguments.columns else swept(study, arguments.against)
    if path:
        columns = []
        if not numbers:
            raise StudyError(f"{directory}: no number was asked for that could be drawn over '{path}'; "
                             "`ricochet study … -summary amplitude.NAME.x`")
    for column in columns:
        if column not in study["columns"]:
            raise StudyError(f"{directory}: no column '{column}' was compared{nearest(column, study['columns'])}")
    count = len(columns) + len(numbers)
    across = 1 if count == 1 else 2
    figure, grid = plt.subplots(-(-count // across), across, figsize=(5.2 * across + 0.6, 3.9 * -(-count // across)),
                                squeeze=False, layout="constrained")
    axes = iter(grid.flat)
    points = sum(draw_errors(next(axes), study, column, unit_of(directory, study, column), arguments) for column in columns)
    points += sum(draw_sweep(next(axes), study, path, name) if path else draw_number(next(axes), study, name)
                  for name in numbers)
    if not points:
        plt.close(figure)
        raise StudyError(f"{directory}: no run has a value over {path or 'what refines'}")
    for axis in list(grid.flat)[:count]:
        against = path or study.get("against") or ""
        axis.set_xlabel(against + (" (s)" if against == "stepper.step" else ""))
    for axis in axes:
        axis.axis("off")
    missing = sum(run["state"] != "done" for run in study["runs"])
    if missing:
        figure.suptitle(f"{missing} of {len(study['runs'])} runs have no result", fontsize="small", color="0.4")
    return figure


def parse_arguments(argv):
    parser = argparse.ArgumentParser(prog=os.environ.get("RICOCHET_COMMAND", "plot_study.py"), description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("study", metavar="DIR", help="directory of a study, or its study.json")
    parser.add_argument("--norm", choices=list(TIMES), help="of the errors (that of the study)")
    parser.add_argument("--relative", action="store_true", help="errors divided by the norm of the reference")
    parser.add_argument("--column", dest="columns", metavar="NAME", action="append", help="of the columns compared (all)")
    parser.add_argument("--against", metavar="PATH", help="of what is varied: draw the numbers of -summary over it")
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
