# SPDX-License-Identifier: BSD-2-Clause
"""Figures of papers, redrawn from runs of the inputs that reproduce their examples.

    paper_figures.py FIGURE [FIGURE ...] [-o DIR] [--steps N]
    paper_figures.py list

Breuling, Capobianco, Eugster & Leine (2024), nonsmooth RATTLE, is `breuling`; Capobianco & Eugster
(2018), Moreau-type integrators, is `capobianco`; numbers are the papers' own. Beside each picture,
FIGURE.png, what can be compared with printed values goes to standard output. --steps ends each run
after so many rows and takes two step sizes only: a look whether all works. The program is that of the environment's RICOCHET,
or build/release/ricochet.
"""
import argparse
import functools
import pathlib
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

SOURCE = pathlib.Path(__file__).resolve().parent.parent
SLOPE_STEPS = np.array([2.56e-2, 1.28e-2, 6.4e-3, 3.2e-3, 1.6e-3, 8e-4, 4e-4, 2e-4])  # s, section 5.3 of breuling
SLOPE_REFERENCE = 5e-5  # s
PENDULUM_STEPS = np.array([1e-2, 5e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4])  # s
MOREAU_TYPE = ("moreau", "moreau-symmetric", "moreau-variational", "moreau-jean")


class Runner:
    """Runs inputs in a scratch directory and keeps their histories."""

    def __init__(self, scratch, steps):
        self.scratch, self.steps, self.count = scratch, steps, 0
        self.history = functools.lru_cache(maxsize=None)(self.make)

    def sizes(self, steps):
        """The step sizes of a convergence study."""
        return steps[:2] if self.steps else steps

    def make(self, name, stepper, step, end, every=1):
        """History of inputs/NAME.yaml with a stepper to its end, s, a row every so many steps."""
        self.count += 1
        where = pathlib.Path(self.scratch) / str(self.count)
        if self.steps:
            end = min(end, self.steps * step * every)
        own = {"theta": 0.5} if stepper == "moreau-jean" else {}
        run = ricochet.run(
            SOURCE / "inputs" / f"{name}.yaml", directory=where,
            stepper={"type": stepper, "step": step, "end": end * (1 + 1e-12), "energy_check": "off", **own},
            output={"vtk_every": 0, "history_every": every, "energy_balance": False})
        return run.history


def panels(rows, columns, height=2.5, width=3.4, **more):
    figure, grid = plt.subplots(rows, columns, figsize=(width * columns, height * rows + 0.3), squeeze=False,
                                layout="constrained", **more)
    return figure, grid


def title(axis, text, across="t (s)"):
    axis.set_title(text, loc="left")
    axis.set_xlabel(across)


def order(steps, errors):
    """Least-squares slope in logarithms."""
    return np.polyfit(np.log(steps), np.log(errors), 1)[0]


# ---- Breuling, Capobianco, Eugster & Leine (2024) ----


def breuling_2(run):
    """Gap of the bouncing ball, case 1."""
    h = run.history("rotating-ball-1", "rattle", 1e-2, 1.5)
    hits = np.flatnonzero((h["ground.impulse"][1:] > 0) & (h["ground.impulse"][:-1] == 0)) + 1
    print("impacts at steps", *hits[:6], f"(first percussion {max([0, *h['ground.impulse'][hits[:1]]]):.5g} N s),",
          f"least gap {h['ground.gap'].min():.1e} m")
    figure, grid = panels(1, 1, width=5)
    grid[0, 0].plot(h["t"], h["ground.gap"])
    title(grid[0, 0], "g_N (m), case 1")
    return figure


def breuling_3(run):
    """Percussion increments of the bouncing ball, cases 2 and 3."""
    figure, grid = panels(2, 2, width=4.5)
    for column, case in zip(grid.T, (2, 3)):
        h = run.history(f"rotating-ball-{case}", "rattle", 1e-2, 1.5)
        for axis, text in zip(column, (f"percussion increments (N s), case {case}", "the same after the impact")):
            axis.plot(h["t"], h["ground.impulse"], label="ΔP_N")
            axis.plot(h["t"], h["ground.friction"], "--", label="ΔP_F")
            title(axis, text)
        column[0].legend()
        column[1].set_ylim(-0.04, 0.12)
        print(f"case {case}: at the end u = ({h['ball.vx'][-1]:.7f}, {h['ball.vy'][-1]:.7f}, {h['ball.omega'][-1]:.7f})")
    return figure


def breuling_5(run):
    """Slider-crank: a contact's gaps and velocities, angular velocities, alignment, portraits."""
    h = run.history("slider-crank", "rattle", 1e-4, 0.1)
    figure, grid = panels(3, 2, width=4.5)
    shown = (("g_N of two corners (m)", "t", ("upper_left.gap", "lower_left.gap"), "t (s)"),
             ("their velocities (m/s)", "t", ("upper_left.gap_velocity", "lower_left.gap_velocity"), "t (s)"),
             ("u_φ1, u_φ2 (rad/s)", "t", ("crank.omega", "rod.omega"), "t (s)"),
             ("φ_3 (rad)", "t", ("slider.theta",), "t (s)"),
             ("u_φ2 (rad/s) over φ_2", "rod.theta", ("rod.omega",), "φ_2 (rad)"),
             ("y_3 (m) over x_3", "slider.x", ("slider.y",), "x_3 (m)"))
    for axis, (text, x, columns, across) in zip(grid.flat, shown):
        for column, style in zip(columns, ("-", "--")):
            axis.plot(h[x], h[column], style, linewidth=0.8, label=column)
        title(axis, text, across)
    grid[1, 1].set_xlim(0, min(0.02, h["t"][-1]))
    grid[1, 1].locator_params("x", nbins=5)
    turned = h["t"][np.abs(h["slider.theta"]) > 1e-6]
    print(f"slider turned until {turned.max():.4f} s, energy {h['energy'][0]:.6f} J at the start, {h['energy'][-1]:.6f} J at the end")
    return figure


def breuling_7(run):
    """Mass on the slope, cases 1 to 4: positions, velocities, percussion increments."""
    figure, grid = panels(3, 4, sharex=True)
    shown = (("x, y (m)", ("mass.x", "mass.y")), ("u_x, u_y (m/s)", ("mass.vx", "mass.vy")),
             ("ΔP_N, ΔP_F (N s)", ("slope.impulse", "slope.friction")))
    for case in (1, 2, 3, 4):
        h = run.history(f"mass-on-slope-{case}", "rattle", 1.6e-3, 3.2768)
        for axis, (text, columns) in zip(grid[:, case - 1], shown):
            for column, style in zip(columns, ("-", "--")):
                axis.plot(h["t"], h[column], style)
            title(axis, f"case {case}: {text}")
        grid[2, case - 1].set_ylim(-0.03, 0.07)  # without that of the impact of case 4
        moving = h["t"][np.abs(h["mass.vx"]) > 1e-7]
        print(f"case {case}: stops at t = {moving.max(initial=0):.4f} s, x = {h['mass.x'][-1]:.6f} m")
    return figure


def slope_errors(run, case):
    """{quantity: errors (56) of the paper a step}; percussions also against increments summed over the step."""
    fine = run.history(f"mass-on-slope-{case}", "rattle", SLOPE_REFERENCE, 3.2768)
    found = {key: [] for key in ("e_q", "e_u", "e_ΔP_N", "e_ΔP_F", "e_ΔP_N, summed", "e_ΔP_F, summed")}
    for step in run.sizes(SLOPE_STEPS):
        h, every = run.history(f"mass-on-slope-{case}", "rattle", step, 3.2768), round(step / SLOPE_REFERENCE)
        rows = min(len(h["t"]), (len(fine["t"]) - 1) // every + 1)

        def norm(column, reference):
            return step * np.abs(h[column][1:rows] - reference[1:rows]).sum()

        found["e_q"].append(max(norm(c, fine[c][::every]) for c in ("mass.x", "mass.y")))
        found["e_u"].append(max(norm(c, fine[c][::every]) for c in ("mass.vx", "mass.vy")))
        for name, c in (("e_ΔP_N", "slope.impulse"), ("e_ΔP_F", "slope.friction")):
            found[name].append(norm(c, fine[c][::every]))
            found[f"{name}, summed"].append(norm(c, np.diff(np.cumsum(fine[c])[::every], prepend=0)))
    return {key: np.array(value) for key, value in found.items()}


def breuling_8(run):
    """Convergence on the slope: a panel a case."""
    figure, grid = panels(1, 4, height=3.4)
    for case, axis in zip((1, 2, 3, 4), grid[0]):
        errors = slope_errors(run, case)
        for (name, error), marker in zip(errors.items(), "os^v^v"):
            axis.loglog(run.sizes(SLOPE_STEPS), np.maximum(error, 1e-17), ":" if "summed" in name else "-", marker=marker, markersize=4,
                        linewidth=0.9, label=name, color=None if "summed" not in name else "0.6")
        title(axis, f"case {case}", "Δt (s)")
        if not run.steps:
            print(f"case {case}: orders", ", ".join(f"{name} {order(SLOPE_STEPS, error):.2f}" for name, error in errors.items()))
    grid[0, 0].legend(fontsize="x-small")
    return figure


# ---- Capobianco & Eugster (2018) ----


def capobianco_2(run):
    """Gap of the bouncing ball with Moreau's scheme."""
    h = run.history("bouncing-ball-moreau", "moreau", 1e-3, 4)
    hits = h["t"][np.flatnonzero((h["ball.ground.impulse"][1:] > 0) & (h["ball.ground.impulse"][:-1] == 0)) + 1]
    print("impacts at", *(f"{t:.3f}" for t in hits[:6]), f"s, least gap {h['ball.ground.gap'].min():.4g} m")
    figure, grid = panels(1, 1, width=5)
    grid[0, 0].plot(h["t"], h["ball.ground.gap"])
    title(grid[0, 0], "gap (m)")
    return figure


def capobianco_4(run):
    """Relative energy error of the spring pendulum over 600 s."""
    figure, grid = panels(1, 1, width=7)
    for stepper, style in zip(MOREAU_TYPE, ("-", "--", ":", "-")):
        h = run.history("spring-pendulum", stepper, 1e-3, 600, 100)
        error = (h["energy"] - h["energy"][0]) / h["energy"][0]
        grid[0, 0].plot(h["t"], error, style, label=stepper, linewidth=0.8)
        windows = [error[(h["t"] >= a) & (h["t"] < a + 100)].mean() for a in range(0, int(h["t"][-1]) - 99, 100)]
        print(f"{stepper}: largest |e_E| {np.abs(error).max():.3g}, means over 100 s", *(f"{mean:.4f}" for mean in windows))
    title(grid[0, 0], "e_E = (E − E_0)/E_0")
    grid[0, 0].legend()
    return figure


def capobianco_5(run):
    """Convergence of the spring pendulum, mean square of the error in q, before and over impacts."""
    figure, grid = panels(1, 2, height=3.4, width=4.5)
    for axis, end in zip(grid[0], (0.5, 10)):
        fine = run.history("spring-pendulum", "moreau-symmetric", 1e-5, end, 1000)
        for stepper, marker in zip(MOREAU_TYPE, "osx^"):
            errors = []
            for step in run.sizes(PENDULUM_STEPS):
                h = run.history("spring-pendulum", stepper, step, end, round(1e-2 / step))
                rows = min(len(h["t"]), len(fine["t"]))
                errors.append(np.mean(sum((h[c][:rows] - fine[c][:rows])**2 for c in ("pendulum.l", "pendulum.phi"))))
            axis.loglog(run.sizes(PENDULUM_STEPS), np.maximum(errors, 1e-32), marker=marker, markersize=4, label=stepper)
            if not run.steps:
                print(f"T = {end} s, {stepper}: slope {order(PENDULUM_STEPS, errors):.2f}, root at 1e-3 s {errors[3]**0.5:.3g}")
        title(axis, f"e_q, T = {end} s", "Δt (s)")
    grid[0, 0].legend(fontsize="small")
    return figure


def capobianco_7(run):
    """Phase plot of the woodpecker's sleeve."""
    figure, grid = panels(1, 1, height=3.4, width=5)
    for stepper, style in zip(MOREAU_TYPE, ("-", "--", ":")):
        h = run.history("woodpecker", stepper, 2e-5, 0.6)
        cycle = h["t"] >= h["t"][-1] / 2
        grid[0, 0].plot(h["toy.phi_M"][cycle], h["toy.omega_M"][cycle], style, label=stepper, linewidth=0.9)
        print(f"{stepper}: φ_M within {h['toy.phi_M'][cycle].min():.4f} … {h['toy.phi_M'][cycle].max():.4f} rad")
    title(grid[0, 0], "rate of φ_M (rad/s)", "φ_M (rad)")
    grid[0, 0].legend()
    return figure


FIGURES = {"breuling-2": breuling_2, "breuling-3": breuling_3, "breuling-5": breuling_5, "breuling-7": breuling_7,
           "breuling-8": breuling_8, "capobianco-2": capobianco_2, "capobianco-4": capobianco_4,
           "capobianco-5": capobianco_5, "capobianco-7": capobianco_7}


def parse_arguments(argv):
    parser = argparse.ArgumentParser(prog="paper_figures.py", description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("figures", metavar="FIGURE", nargs="+", choices=[*FIGURES, "list"], help=", ".join(FIGURES) + ", or list")
    parser.add_argument("-o", "--output", metavar="DIR", default=".", help="where the pictures go (here)")
    parser.add_argument("--steps", type=int, default=0, help="rows of each run at most")
    parser.add_argument("--dpi", type=int, default=80, help="of the pictures (80)")
    return parser.parse_args(argv)


def draw(name, arguments, scratch):
    path = pathlib.Path(arguments.output) / f"{name}.png"
    print(f"{path}")
    with plt.rc_context({**style.STYLE, "savefig.dpi": arguments.dpi}):
        style.save(FIGURES[name](Runner(scratch, arguments.steps)), path)


def main(argv=None):
    arguments = parse_arguments(argv)
    if "list" in arguments.figures:
        print("\n".join(f"{name:14}{function.__doc__}" for name, function in FIGURES.items()))
        return 0
    warnings.simplefilter("ignore", ricochet.ProgramWarning)
    try:
        pathlib.Path(arguments.output).mkdir(parents=True, exist_ok=True)
        for name in arguments.figures:
            with tempfile.TemporaryDirectory(prefix="ricochet-papers-") as scratch:
                draw(name, arguments, scratch)
    except (ricochet.Error, OSError) as error:
        print(f"paper_figures: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
