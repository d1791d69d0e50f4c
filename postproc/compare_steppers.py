# SPDX-License-Identifier: BSD-2-Clause
"""One input by several steppers in one figure: gap, gap velocity, energy, impulse, friction and multipliers.

    compare_steppers.py INPUT [STEPPER ...] [--option KEY=VALUE ...] [-o FILE.png]
    compare_steppers.py INPUT DIR [DIR ...]

Without a STEPPER: energy-momentum, ggl-alpha and moreau-jean where the input has cables, else the
input's own and moreau-jean. A STEPPER is a type with options of its own behind colons: moreau-jean:forecast=free:theta=0.5, and
`input` is the input's own. A DIR, with a history.csv in it, is a run made before. --option is for
all runs: a key of the input by its path, as stepper.step=1e-3, contacts.0.restitution=0. The
program is that of the environment's RICOCHET, or build/release/ricochet. A run that gave up ends
early; where others went on it does not stretch their panels.
"""
import argparse
import dataclasses
import os
import pathlib
import re
import sys
import tempfile
import warnings

import system_python

if __name__ == "__main__":
    system_python.require("numpy", "matplotlib", "PIL")

import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402

import figure as style  # noqa: E402
import ricochet  # noqa: E402

CABLES = ["energy-momentum", "ggl-alpha", "moreau-jean"]  # who makes energy, and who does not


class UsageError(Exception):
    """The command line cannot be followed; the text says why."""


@dataclasses.dataclass(frozen=True)
class Curve:
    """A run and what to draw of it: the names of a contact and a joint, or None."""

    label: str
    run: ricochet.Run
    contact: str | None
    joint: str | None

    def whole(self):
        return self.run.summary.get("complete", True)

    def column(self, name, suffix):
        return self.run.history.get(f"{name}.{suffix}") if name else None

    def stepped(self, values):
        """Values of a step at its end, without the initial row, which belongs to none."""
        return np.append(np.nan, values[1:]) if len(values) else values


# ---- The command line ----


def split_option(text):
    """key=value: both, or an error that says what is wrong."""
    key, equals, value = text.partition("=")
    if not (key and equals and value):
        raise UsageError(f"'{text}': must be KEY=VALUE")
    return key, value


def parse_stepper(text):
    """'type:key=value:…': the type and its options [(key, value)]."""
    kind, *options = text.split(":")
    if not kind:
        raise UsageError(f"'{text}': a stepper's type is missing in front of the colon")
    return kind, [split_option(option) for option in options]


def default_steppers(path):
    """Those that tell most of an input, by whether links of it fall slack."""
    text = pathlib.Path(path).read_text(encoding="utf-8")
    return CABLES if re.search(r"(?m)^[^#\n]*\btension_only: *true\b", text) else ["input", "moreau-jean"]


def overrides(kind, own, common):
    """What a stepper and keys of the input override."""
    stepper = {} if kind == "input" else {"stepper.type": kind}
    return {**stepper, **{f"stepper.{key}": value for key, value in own}, **dict(common), "output.vtk_every": 0}


def label_of(kind, own, input_type):
    """What the legend says."""
    details = ", ".join(f"{key} = {value}" for key, value in own)
    return (input_type if kind == "input" else kind) + (f" ({details})" if details else "")


def directory_name(text):
    return "".join(c if c.isalnum() or c in "-_.=" else "_" for c in text)


# ---- Runs ----


def is_run(text):
    return (pathlib.Path(text) / "history.csv").is_file()


def make_run(arguments, text, where):
    """Run the input with a stepper; its label and what it left, also where the solver gave up."""
    kind, own = parse_stepper(text)
    end = ""
    try:
        run = ricochet.run(arguments.input, directory=where, **overrides(kind, own, arguments.options))
    except ricochet.GaveUp as error:
        print(f"compare_steppers: {text}: {error}", file=sys.stderr)
        run, end = error.run, " (gave up)"
    except ricochet.ProgramError as error:
        raise ricochet.OutputError(f"{text}: {error}") from error
    return label_of(kind, own, run.summary.get("stepper", {}).get("type", "input")) + end, run


def collect(arguments, keep):
    """Labels and runs, in the order of the command line."""
    labelled = []
    for text in arguments.steppers:
        if is_run(text):
            run = ricochet.read(text)
            labelled.append((run.label, run))
        elif "/" in text:
            raise UsageError(f"{text}: no run's directory (there is no history.csv in it)")
        else:
            where = pathlib.Path(keep) / directory_name(text)
            labelled.append(make_run(arguments, text, where))
    return labelled


# ---- The figure ----


def joint_names(history):
    """Joints with a force and an error."""
    names = [column[: -len(".error")] for column in history if column.endswith(".error")]
    return [name for name in names if f"{name}.force" in history]


def pick(labelled, wanted):
    """Which contact and joint of each run to draw: the one asked for, or the first of each."""
    picked = []
    for label, run in labelled:
        joints = joint_names(run.history)
        if wanted in joints:
            picked.append(Curve(label, run, None, wanted))
        elif wanted:
            picked.append(Curve(label, run, ricochet.pick_contact(run, wanted), None))
        else:
            first = [next(iter(names), None) for names in (run.contacts, joints)]
            picked.append(Curve(label, run, *first))
    return picked


def panels_of(curves):
    """The panels that have something to show: (title with its unit, values of a curve)."""
    def of_contact(suffix, stepped=False):
        def values(curve):
            found = curve.column(curve.contact, suffix)
            return curve.stepped(found) if stepped and found is not None else found
        return values

    angular = any(curve.run.is_angular(curve.contact) for curve in curves)
    gap, force, inertia = ("rad", "N m", "kg m²") if angular else ("m", "N", "kg m")
    panels = [
        (f"Gap ({gap})", of_contact("gap")),
        (f"Gap velocity ({gap}/s)", of_contact("gap_velocity")),
        ("Energy (J)", lambda curve: curve.run.history["energy"]),
        (f"Impulse Λ/h ({force})", of_contact("force", True)),
        ("Impulse of friction Λ_F (N s)", of_contact("friction", True)),
        ("Rate of sliding γ_F (m/s)", of_contact("slip")),
        (f"Position multiplier ν ({inertia})", of_contact("nu", True)),
        ("Joint force (N)", lambda curve: curve.column(curve.joint, "force")),
        ("Joint error (m)", lambda curve: curve.column(curve.joint, "error")),
    ]
    return [panel for panel in panels if any(worth(panel, curve) for curve in curves)]


def worth(panel, curve):
    """Does a panel show anything of a curve? A ν that is 0 throughout is none of the scheme's."""
    title, values = panel
    found = values(curve)
    return found is not None and ("ν" not in title or bool(np.nanmax(np.abs(found), initial=0)))


def limit(axis, curves, values, span):
    """Fit the height to what is seen of the curves within a span of time."""
    seen = []
    for curve in curves:
        found, t = values(curve), curve.run.history["t"]
        if found is not None:
            seen.append(found[(t >= span[0]) & (t <= span[1])])
    seen = np.concatenate(seen) if seen else np.empty(0)
    seen = seen[np.isfinite(seen)]
    axis.set_xlim(*span)
    if seen.size and np.ptp(seen) > 0:
        margin = 0.06 * np.ptp(seen)
        axis.set_ylim(seen.min() - margin, seen.max() + margin)


def draw_panel(axis, curves, panel, colours, log=False):
    """All curves of a panel: one colour a run, thinner and dashed where they lie on one another."""
    title, values = panel
    for i, curve in enumerate(curves):
        found = values(curve)
        if found is None or not worth(panel, curve):
            continue
        axis.plot(curve.run.history["t"], np.abs(found) if log else found, color=colours[i],
                  linestyle=style.dash_of(i), linewidth=max(2.2 - 0.35 * i, 0.9))
    keep_whole_in_sight(axis, curves, values, log)
    axis.set_title(f"|{title}".replace(" (", "| (", 1) if log else title, loc="left")
    if log:
        axis.set_yscale("log", nonpositive="mask")


def keep_whole_in_sight(axis, curves, values, log):
    """Where some runs gave up and others did not: no more height than twice that of the others."""
    whole = [found for curve in curves if curve.whole() and (found := values(curve)) is not None]
    if log or not whole or all(curve.whole() for curve in curves):
        return
    seen = np.concatenate(whole)
    low, high = np.nanmin(seen), np.nanmax(seen)
    given = axis.get_ylim()
    axis.set_ylim(max(given[0], low - (high - low) / 2), min(given[1], high + (high - low) / 2))


def draw(curves, arguments):
    """The figure: a row of panels a quantity, the zoomed ones beside the whole."""
    panels = panels_of(curves)
    colours = style.colours_of(len(curves))
    if arguments.zoom:
        shape = (len(panels), 2)
    else:
        shape = (-(-len(panels) // 2), 2) if len(panels) > 1 else (1, 1)
    figure, grid = plt.subplots(*shape, figsize=(10, 2.35 * shape[0] + 0.7), squeeze=False,
                                layout="constrained", sharex="none" if arguments.zoom else "all")
    flat = list(grid[:, 0]) if arguments.zoom else list(grid.flat)
    for axis, panel in zip(flat, panels):
        draw_panel(axis, curves, panel, colours, is_logarithmic(panel, arguments.log))
    for axis in flat[len(panels):]:
        axis.axis("off")
    for row, panel in enumerate(panels if arguments.zoom else []):
        draw_panel(grid[row, 1], curves, panel, colours, is_logarithmic(panel, arguments.log))
        limit(grid[row, 1], curves, panel[1], arguments.zoom)
        grid[row, 1].set_title("zoomed", loc="left", color="0.4")
    label_time(grid, len(panels), bool(arguments.zoom))
    draw_legend(figure, curves, colours, arguments)
    return figure


def is_logarithmic(panel, names):
    """Is the panel one of those to draw in logarithmic scale?"""
    return any(panel[0].lower().startswith(name.lower()) for name in names)


def label_time(grid, count, zoomed):
    """Time below the lowest panel of each column."""
    rows, columns = grid.shape
    for column in range(columns):
        filled = rows if zoomed else len(range(column, count, columns))
        if filled:
            grid[filled - 1, column].set_xlabel("Time (s)")
            grid[filled - 1, column].tick_params(labelbottom=True)


def draw_legend(figure, curves, colours, arguments):
    handles = [
        plt.Line2D([], [], color=colours[i], linestyle=style.dash_of(i),
                   linewidth=max(2.2 - 0.35 * i, 0.9), label=curve.label)
        for i, curve in enumerate(curves)
    ]
    columns = 3 if max(len(curve.label) for curve in curves) < 34 else 2
    height = 0.25 * -(-len(curves) // columns) + 0.15  # inches
    top = 1 - height / figure.get_figheight()
    figure.get_layout_engine().set(rect=(0, 0, 1, top))
    figure.legend(handles=handles, loc="upper left", ncols=columns, bbox_to_anchor=(0, 1))
    shown = ", ".join(name for name in (curves[0].contact, curves[0].joint) if name)
    name = pathlib.Path(arguments.input).stem + (f": {shown}" if shown else "")
    figure.text(0.995, 0.995, name, ha="right", va="top", color="0.4", fontsize="small")


def compare(arguments, keep):
    """Make what runs there are to make and write the figure; its path."""
    curves = pick(collect(arguments, keep), arguments.contact)
    path = arguments.output or f"{pathlib.Path(arguments.input).stem}-steppers.png"
    with plt.rc_context({**style.STYLE, "savefig.dpi": arguments.dpi}):
        style.save(draw(curves, arguments), path)
    return path


def parse_arguments(argv):
    parser = argparse.ArgumentParser(prog=os.environ.get("RICOCHET_COMMAND", "compare_steppers.py"),
                                     description=__doc__.split("\n")[0])
    parser.add_argument("input", metavar="INPUT")
    parser.add_argument("steppers", metavar="STEPPER", nargs="*",
                        help="type:key=value:…, `input` for the input's own, or a run's directory")
    parser.add_argument("--option", dest="options", metavar="KEY=VALUE", action="append",
                        default=[], help="a key of the input, for all runs")
    parser.add_argument("--contact", metavar="NAME", help="contact or joint (the first)")
    parser.add_argument("--zoom", nargs=2, type=float, metavar=("T0", "T1"),
                        help="a second column that shows this span of time")
    parser.add_argument("--log", metavar="PANEL", action="append", default=[],
                        help="draw the panels whose title begins so in logarithmic scale")
    parser.add_argument("--keep", metavar="DIR", help="leave the runs in DIR")
    parser.add_argument("--dpi", type=int, default=100, help="of the picture (100)")
    parser.add_argument("-o", "--output", metavar="FILE", help="default: INPUT-steppers.png")
    arguments = parser.parse_args(argv)
    arguments.options = [split_option(option) for option in arguments.options]
    if arguments.zoom and not arguments.zoom[0] < arguments.zoom[1]:
        raise UsageError("--zoom: T0 must be before T1")
    if not pathlib.Path(arguments.input).is_file():
        raise UsageError(f"{arguments.input}: no such input")
    arguments.steppers = arguments.steppers or default_steppers(arguments.input)
    return arguments


def main(argv=None):
    warnings.simplefilter("ignore", ricochet.ProgramWarning)
    try:
        arguments = parse_arguments(argv)
        with tempfile.TemporaryDirectory(prefix="ricochet-compare-") as scratch:
            if arguments.keep:
                pathlib.Path(arguments.keep).mkdir(parents=True, exist_ok=True)
            print(compare(arguments, arguments.keep or scratch))
    except (UsageError, ricochet.Error, OSError) as error:
        print(f"compare_steppers: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
