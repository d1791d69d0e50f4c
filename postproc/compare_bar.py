# SPDX-License-Identifier: BSD-2-Clause
"""The impacting bar against its exact solution: a figure and a table.

    compare_bar.py DIR [-o FILE.png] [--table] [--json FILE] [--contact NAME]

A bar flies at speed v0 against a rigid wall, undeformed. From t1 = gap0/v0 to t2 = t1 + 2L/c,
c = sqrt(E/rho), it is in contact with the constant force E S v0/c; then it flies back, undeformed,
at v0 (Doyen, Ern, Piperno, SIAM J. Sci. Comput. 33, 2011). L, S, rho and E stand in summary.json,
gap0 and v0 in the first row of history.csv; a run of something else is refused.
"""
import argparse
import dataclasses
import json
import math
import sys

import system_python

if __name__ == "__main__":
    system_python.require("numpy", "matplotlib", "PIL")

import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402

import figure as style  # noqa: E402
import plot_history  # noqa: E402
import ricochet  # noqa: E402


@dataclasses.dataclass(frozen=True)
class Bar:
    """A bar and its exact solution. SI units; by default the bar of Doyen, Ern and Piperno."""

    length: float = 10.0
    area: float = 1.0
    density: float = 1.0
    modulus: float = 900.0
    speed: float = 10.0  # towards the wall
    gap: float = 5.005  # at t = 0

    @property
    def mass(self):
        return self.density * self.area * self.length

    @property
    def wave_speed(self):
        return math.sqrt(self.modulus / self.density)

    @property
    def contact_start(self):
        return self.gap / self.speed

    @property
    def contact_duration(self):
        return 2 * self.length / self.wave_speed

    @property
    def contact_end(self):
        return self.contact_start + self.contact_duration

    @property
    def contact_force(self):
        return self.modulus * self.area * self.speed / self.wave_speed

    @property
    def energy(self):
        return 0.5 * self.mass * self.speed**2

    def closed(self, t):
        return (self.contact_start <= t) & (t < self.contact_end)

    def gap_at(self, t):
        before, after = self.contact_start - t, t - self.contact_end
        return self.speed * np.maximum(0, np.maximum(before, after))

    def velocity_at(self, t):
        return self.speed * np.where(self.closed(t), 0, np.sign(t - self.contact_start))

    def force_at(self, t):
        return self.contact_force * self.closed(t)

    def energy_at(self, t):
        return self.energy * np.ones_like(t)

    def kinetic_at(self, t):
        """The wave brings the bar to rest in L/c and to full speed in another L/c."""
        in_contact = np.clip((t - self.contact_start) / self.contact_duration, 0, 1)
        return self.energy * np.abs(1 - 2 * in_contact)

    def table(self):
        """The values of `measure` for the exact solution."""
        return {
            "contact_duration": self.contact_duration,
            "contact_pieces": 1,
            "mid_force_mean": self.contact_force,
            "mid_force_std": 0.0,
            "peak_force": self.contact_force,
            "impulse": self.contact_force * self.contact_duration,
            "min_gap": 0.0,
            "energy_ratio": 1.0,
            "velocity_after": self.speed,
        }


# Acary, Comput. Methods Appl. Mech. Engrg. 256, 2013, section 6.2.
STEEL = Bar(length=1.0, area=math.pi * 1e-4, density=7800.0, modulus=210e9, speed=0.1, gap=5.007e-5)

ROWS = {
    "contact_duration": "contact duration (s)",
    "contact_pieces": "contacts",
    "mid_force_mean": "force in mid contact, mean (N)",
    "mid_force_std": "force in mid contact, std (N)",
    "peak_force": "peak force (N)",
    "impulse": "impulse (N s)",
    "min_gap": "smallest gap (m)",
    "energy_ratio": "E(end)/E(0)",
    "velocity_after": "velocity after, centre of mass (m/s)",
}


def bar_of(run, contact):
    """The bar of a run, from its summary and the first row of its history."""
    data = run.summary.get("bar")
    if not data:
        raise ricochet.OutputError(
            f"{run.directory}/summary.json: no 'bar': only a uniform linear bar in one dimension, with "
            "nothing but walls at rest acting on it, has this exact solution"
        )
    first = {name: float(values[0]) for name, values in run.history.items()}
    bar = Bar(**{name: data[name] for name in ("length", "area", "density", "modulus")},
              speed=-first[f"{contact}.gap_velocity"], gap=first[f"{contact}.gap"])
    if not bar.speed > 0:
        raise ricochet.OutputError(f"{run.directory}: the bar does not fly towards contact '{contact}'")
    if abs(first["kinetic"] - bar.energy) > 1e-6 * bar.energy or abs(first["potential"]) > 1e-6 * bar.energy:
        raise ricochet.OutputError(
            f"{run.directory}: the bar is deformed or not at one speed at the start, the exact solution "
            "is of one that is neither"
        )
    return bar


def check_alone(run, contact):
    """The exact solution knows one wall."""
    for other in run.contacts:
        if other != contact and closed_steps(run.history[f"{other}.impulse"]).any():
            raise ricochet.OutputError(f"{run.directory}: contact '{other}' closes as well as '{contact}'")


def closed_steps(impulse):
    """True where a step's impulse is positive: a scheme may rest at a small non-zero gap."""
    return impulse > 1e-9 * np.max(np.abs(impulse), initial=0)


def measure(history, contact, bar):
    """What the run found, under the keys of ROWS.

    A row stands for the step that ends at its time. Mid contact is the middle three fifths of the
    exact time of contact; a run that ends before it has no value there.
    """
    t, impulse = history["t"], history[f"{contact}.impulse"]
    force, gap = history[f"{contact}.force"], history[f"{contact}.gap"]
    closed = closed_steps(impulse)
    step = np.diff(t, prepend=t[0])
    if not closed.any():
        raise ricochet.OutputError(f"contact '{contact}' never closed")
    margin = 0.2 * bar.contact_duration
    mid = force[(t >= bar.contact_start + margin) & (t <= bar.contact_end - margin)]
    total = float(np.sum(impulse))
    return {
        "contact_duration": float(np.sum(step[closed])),
        "contact_pieces": int(np.sum(np.diff(closed.astype(int), prepend=0) == 1)),
        "mid_force_mean": float(np.mean(mid)) if len(mid) else math.nan,
        "mid_force_std": float(np.std(mid)) if len(mid) else math.nan,
        "peak_force": float(np.max(force)),
        "impulse": total,
        "min_gap": float(np.min(gap)),
        "energy_ratio": float(history["energy"][-1] / history["energy"][0]),
        "velocity_after": total / bar.mass - bar.speed,
    }


def check_complete(run):
    """Impulses can be added up only when every step has its row."""
    if len(run.history["t"]) < 2:
        raise ricochet.OutputError(f"{run.directory}/history.csv: fewer than two rows")
    if np.any(np.diff(run.history["step"]) > 1):
        raise ricochet.OutputError(
            f"{run.directory}/history.csv: not every step has a row; record each to compare"
        )


def format_table(label, found, exact):
    """The table as text, a row per value: the run, the exact solution."""
    column = max(14, len(label))
    lines = [f"{'':38}{label:>{column}}{'exact':>14}"]
    for key, name in ROWS.items():
        lines.append(f"{name:38}{found[key]:>{column}.7g}{exact[key]:>14.7g}")
    return "\n".join(lines)


def exact_curves(bar, t):
    """The exact solution as (panel, values) at times t."""
    kinetic, total = bar.kinetic_at(t), bar.energy_at(t)
    return [
        ("gap", bar.gap_at(t)),
        ("velocity", bar.velocity_at(t)),
        ("force", bar.force_at(t)),
        ("energy", total),
        ("energy", kinetic),
        ("energy", total - kinetic),
    ]


def plot(run, contact, bar, path):
    """Write the figure: the run on top of the exact solution."""
    t = run.history["t"]
    jumps = [bar.contact_start, bar.contact_end]
    fine = np.union1d(np.linspace(t[0], t[-1], 2001), [x for x in jumps if x <= t[-1]])
    with plt.rc_context(style.STYLE):
        figure, axes = plot_history.four_panels()
        for panel, values in exact_curves(bar, fine):
            axes[panel].plot(fine, values, color="0.8", linewidth=4, label="exact")
        plot_history.draw_run(axes, run, contact)
        lines = axes["energy"].get_lines()[-1:]
        for part in ("kinetic", "potential"):
            lines += axes["energy"].plot(t, run.history[part])
        axes["energy"].legend(lines, ["total", "kinetic", "elastic"], loc="center left")
        axes["gap"].legend()
        figure.savefig(path)
        plt.close(figure)


def parse_arguments(argv):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("directory", metavar="DIR", help="directory of the run")
    parser.add_argument("-o", "--output", metavar="FILE", help="default: comparison.png in DIR")
    parser.add_argument("--table", action="store_true",
                        help="print the table alone: a figure only where -o asks for it")
    parser.add_argument("--json", metavar="FILE", help="write the table there, too")
    parser.add_argument("--contact", metavar="NAME", help="contact to look at (default: the first)")
    return parser.parse_args(argv)


def report(arguments):
    """Read, measure, print, draw."""
    run = ricochet.read(arguments.directory)
    contact = ricochet.pick_contact(run, arguments.contact)
    check_complete(run)
    bar = bar_of(run, contact)
    check_alone(run, contact)
    found = measure(run.history, contact, bar)
    print(format_table(run.label, found, bar.table()))
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(found, file, indent=2)
            file.write("\n")
    if arguments.output or not arguments.table:
        plot(run, contact, bar, arguments.output or run.directory / "comparison.png")


def main(argv=None):
    try:
        report(parse_arguments(argv))
    except (ricochet.OutputError, OSError) as error:
        print(f"compare_bar: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
