# SPDX-License-Identifier: BSD-2-Clause
"""Gap, gap velocity, force and energy of one or several runs in one figure.

    plot_history.py DIR [DIR ...] [--contact NAME] [-o FILE.png]

Any other columns: plot.py, which draws runs without contacts here, too.
"""
import argparse
import sys

import system_python

if __name__ == "__main__":
    system_python.require("numpy", "matplotlib", "PIL")

import matplotlib.pyplot as plt  # noqa: E402

import figure as style  # noqa: E402
import plot  # noqa: E402
import ricochet  # noqa: E402


def four_panels(angular=False):
    """An empty figure of 2 x 2 panels and its axes by name: gap, velocity, force, energy; angular: of a
    contact whose gap is an angle."""
    figure, grid = plt.subplots(2, 2, figsize=(10, 6.5), sharex=True, layout="constrained")
    axes = dict(zip(("gap", "velocity", "force", "energy"), grid.flat))
    if angular:
        titles = ("Gap (rad)", "Gap velocity (rad/s)", "Contact moment (N m)", "Energy (J)")
    else:
        titles = ("Gap (m)", "Gap velocity (m/s)", "Contact force (N)", "Energy (J)")
    for axis, title in zip(grid.flat, titles):
        axis.set_title(title, loc="left")
    for axis in grid[1]:
        axis.set_xlabel("Time (s)")
    return figure, axes


def draw_run(axes, run, contact, label=None):
    """Draw the history of one contact and the total energy of a run."""
    history, t = run.history, run.history["t"]
    curves = {
        "gap": history[f"{contact}.gap"],
        "velocity": history[f"{contact}.gap_velocity"],
        "force": history[f"{contact}.force"],
        "energy": history["energy"],
    }
    for name, values in curves.items():
        axes[name].plot(t, values, label=label or run.label)


def draw_energy_parts(axis, run):
    """Kinetic and potential energy, where a single run leaves room for them."""
    for name, style in (("kinetic", "--"), ("potential", ":")):
        axis.plot(run.history["t"], run.history[name], style, color="0.45", label=name)
    axis.legend(loc="best", fontsize="small")


def draw(runs, contact, path):
    """Write the figure of the runs to `path`; of runs without contacts what plot.py shows of them."""
    if contact is None and not any(run.contacts for run in runs):
        plot.plot(runs, [], plot.parse_arguments([str(runs[0].directory)]), path)
        return
    angular = {run.is_angular(ricochet.pick_contact(run, contact)) for run in runs}
    if len(angular) > 1:
        raise ricochet.OutputError("contacts of a length and of an angle do not fit into one figure")
    with plt.rc_context(style.STYLE):
        figure, axes = four_panels(*angular)
        for run, label in zip(runs, style.tell_apart(runs)):
            draw_run(axes, run, ricochet.pick_contact(run, contact), label)
        axes["gap"].legend()
        if len(runs) == 1:
            draw_energy_parts(axes["energy"], runs[0])
        style.save(figure, path)


def parse_arguments(argv):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("directories", metavar="DIR", nargs="+", help="directory of a run")
    parser.add_argument("--contact", metavar="NAME", help="contact to draw (default: the first)")
    parser.add_argument("-o", "--output", metavar="FILE", help="default: history.png in DIR")
    return parser.parse_args(argv)


def main(argv=None):
    arguments = parse_arguments(argv)
    try:
        runs = [ricochet.read(directory) for directory in arguments.directories]
        path = arguments.output or runs[0].directory / "history.png"
        draw(runs, arguments.contact, path)
    except (ricochet.OutputError, plot.UsageError, OSError) as error:
        print(f"plot_history: {error}", file=sys.stderr)
        return 2
    print(f"{path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
