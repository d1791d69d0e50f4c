#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""The pages of this folder: claims of papers, the command that checks each, what came out.

    make.py [-o DIR] [--check]

Runs every command once, with the program of the environment's RICOCHET or build/release/ricochet, and writes a page
a paper into DIR (here). --check writes nothing and ends with 1 where a verdict is not the one expected.
"""
import argparse
import functools
import json
import os
import pathlib
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(SOURCE / "postproc"), str(SOURCE / "python")]
import system_python  # noqa: E402

if __name__ == "__main__":
    system_python.require("numpy")

import numpy as np  # noqa: E402

import ricochet  # noqa: E402

PROGRAM = os.environ.get("RICOCHET") or str(SOURCE / "build" / "release" / "ricochet")
SCRATCH = tempfile.TemporaryDirectory(prefix="ricochet-papers-")


@functools.lru_cache(maxsize=None)
def done(command):
    """The directory of a finished `run …` or `study …` of the sources' inputs."""
    directory = pathlib.Path(tempfile.mkdtemp(dir=SCRATCH.name))
    words = [*command.split(), "-o", str(directory), "-quiet"]
    if "-output_vtk_every" not in words:
        words += ["-output_vtk_every", "0"]
    if words[0] == "study":
        words += ["-jobs", "2"]
    subprocess.run([PROGRAM, *words], cwd=SOURCE, check=True)
    return directory


def orders(command, column, norm, **of_group):
    """Orders of a column, one for each group of a study that has these values."""
    groups = json.loads((done(command) / "study.json").read_text())["groups"]
    keys = {key.replace("_", "."): value for key, value in of_group.items()}
    return [group["orders"][column][norm] for group in groups
            if all(group["values"].get(key, "").split()[0] == value for key, value in keys.items())]


def run(command):
    return ricochet.read(done(command))


# ---- Measures: command → (what came out, verdict) ----


def near(value, wanted, tolerance, form="{:.4g}"):
    """Agrees within the tolerance, partly within three of them."""
    apart = np.max(np.abs(np.asarray(value) - np.asarray(wanted)))
    text = ", ".join(form.format(x) for x in np.atleast_1d(value))
    return text, "agrees" if apart <= tolerance else "partly" if apart <= 3 * tolerance else "not"


def study_orders(column, norm, wanted, tolerance, groups):
    def measure(command):
        found = [orders(command, column, norm, **group)[0] for group in groups]
        return near(found, wanted, tolerance, "{:.2f}")
    return measure


def summary(path, wanted, tolerance, form="{:.6g}"):
    def measure(command):
        value = run(command).summary
        for key in path.split("."):
            value = value[key]
        return near(value, wanted, tolerance, form)
    return measure


def at_times(column, times, wanted, tolerance):
    def measure(command):
        history = run(command).history
        return near(np.interp(times, history["t"], history[column]), wanted, tolerance, "{:.6g}")
    return measure


def least(column, wanted, tolerance):
    def measure(command):
        return near(run(command).history[column].min(), wanted, tolerance, "{:.3g}")
    return measure


def last(column, wanted, tolerance):
    def measure(command):
        return near(run(command).history[column][-1], wanted, tolerance, "{:.6g}")
    return measure


def first_impacts(column, wanted, tolerance):
    def measure(command):
        history = run(command).history
        force = history[column]
        rows = np.flatnonzero((force[1:] > 0) & (force[:-1] == 0)) + 1
        return near(history["t"][rows[:len(wanted)]], wanted, tolerance, "{:.3f}")
    return measure


def late_speed(column, wanted, tolerance):
    def measure(command):
        return near(np.abs(run(command).history[column][-30:]).max(), wanted, tolerance, "{:.3g}")
    return measure


def stops(column, wanted, tolerance):
    """When a velocity has come to rest for good."""
    def measure(command):
        history = run(command).history
        moving = np.flatnonzero(np.abs(history[column]) > 1e-10)
        return near(history["t"][moving[-1]], wanted, tolerance, "{:.4f}")
    return measure


def span(column, wanted, tolerance):
    def measure(command):
        history = run(command).history
        late = history[column][history["t"] >= history["t"][-1] / 2]
        return near([late.min(), late.max()], wanted, tolerance, "{:.4f}")
    return measure


STEPPERS = [{"stepper_type": name} for name in ("moreau-jean", "schatzman-paoli", "projected", "combined", "ggl-alpha")]
BAR = [{"stepper_type": name} for name in ("moreau-jean", "ggl-alpha", "combined")]
MOREAU = ("moreau", "moreau-symmetric", "moreau-variational")

# ---- Papers: claims as (what, where, expected in words, command, measure, expected verdict, why) ----

PAPERS = {
    "bruels-acary-cardona-2014": (
        "Brüls, Acary & Cardona, Simultaneous enforcement of constraints at position and velocity levels in the nonsmooth generalized-α scheme (2014)", [
            ("ggl-alpha: the ball never penetrates", "10.1", "0 m", "run inputs/bouncing-ball.yaml",
             least("ground.gap", 0, 1e-12), "agrees", ""),
            ("its energy falls at impacts only", "10.1", "5.12, 1.294376, 0.2022417 J at 1, 2, 3 s (exact)", "run inputs/bouncing-ball.yaml",
             at_times("energy", [1, 2, 3], [5.12, 1.294376141, 0.2022416502], 2e-6), "agrees", ""),
            ("it comes to rest on the ground", "10.1", "10 N", "run inputs/bouncing-ball.yaml", last("ground.force", 10, 1e-6), "agrees", ""),
            ("Moreau–Jean penetrates", "10.1", "−7.467e-3 m (independent)", "run inputs/bouncing-ball.yaml -stepper_type moreau-jean",
             least("ground.gap", -7.467e-3, 1e-6), "agrees", ""),
            ("ggl-alpha: the pivot of the pendulum holds at position level", "10.2", "0 m", "run inputs/bouncing-pendulum.yaml",
             summary("max_joint_error", 0, 1e-12), "agrees", ""),
            ("so does its wall", "10.2", "0 m", "run inputs/bouncing-pendulum.yaml", least("wall.gap", 0, 1e-12), "agrees", ""),
            ("Moreau–Jean drifts off the pivot", "10.2", "4.634e-4 m (independent)", "run inputs/bouncing-pendulum.yaml -stepper_type moreau-jean",
             summary("max_joint_error", 4.634e-4, 2e-6), "agrees", ""),
            ("second order before the first impact, Moreau–Jean first", "10.2", "2, 1", "study inputs/bouncing-pendulum.yaml",
             study_orders("rod.theta", "l2", [2, 1], 0.2, [{"stepper_type": "ggl-alpha"}, {"stepper_type": "moreau-jean"}]), "agrees", ""),
            ("about two Newton iterations a step", "10.2", "2.00", "run inputs/bouncing-pendulum.yaml",
             summary("iterations.avg", 2.0, 0.05), "agrees", ""),
            ("the bar keeps its energy", "10.3", "500 J (exact)", "run inputs/impacting-bar.yaml", last("energy", 500, 2), "partly",
             "the scheme damps what the mesh cannot carry: 0.54 % at 200 cells; it falls with refinement, next row"),
            ("the gap at the Courant number 1.2: Moreau–Jean, ggl-alpha, combined", "10.3", "0.50, 0.69, 0.69 (independent)",
             "study inputs/impacting-bar.yaml", study_orders("wall.gap", "l2", [0.5, 0.69, 0.69], 0.1, BAR), "agrees", ""),
            ("its loss of energy likewise", "10.3", "0.49, 0.82, 1.13 (independent)", "study inputs/impacting-bar.yaml",
             study_orders("energy", "max", [0.49, 0.82, 1.13], 0.1, BAR), "agrees", ""),
        ]),
    "acary-2013": (
        "Acary, Projected event-capturing time-stepping schemes for nonsmooth mechanical systems with unilateral contact and Coulomb's friction (2013)", [
            ("all schemes are of first order on the oscillator", "figure 2", "1.00, 0.99, 1.00, 1.05, 1.05 (independent)", "study inputs/linear-oscillator.yaml",
             study_orders("mass.q", "l1", [1.00, 0.99, 1.00, 1.05, 1.05], 0.2, STEPPERS), "agrees", ""),
            ("multipliers of the projection are O(h)", "figure 3", "1, 1, 1 (projected, combined, ggl-alpha)", "study inputs/linear-oscillator.yaml",
             study_orders("mass.ground.nu", "max", [1, 1, 1], 0.2, STEPPERS[2:]), "agrees", ""),
            ("direct projection chatters: a cycle of three steps", "4.5", "8h/3 = 0.1333 m/s", "run inputs/bouncing-ball-acary.yaml -systems_0_q 1.03 -stepper_end 50",
             late_speed("ball.vq", 8 * 0.05 / 3, 1e-4), "agrees", ""),
            ("γ = 1: one of two", "4.5", "4h/3 = 0.0667 m/s", "run inputs/bouncing-ball-acary.yaml -systems_0_q 1.03 -stepper_end 50 -stepper_gamma 1",
             late_speed("ball.vq", 4 * 0.05 / 3, 1e-4), "agrees", ""),
            ("the combined scheme comes to rest", "4.5", "0 m/s", "run inputs/bouncing-ball-acary.yaml -systems_0_q 1.03 -stepper_end 50 -stepper_type combined",
             late_speed("ball.vq", 0, 1e-9), "agrees", ""),
        ]),
    "breuling-2024": (
        "Breuling, Capobianco, Eugster & Leine, A nonsmooth RATTLE algorithm for mechanical systems with frictional unilateral constraints (2024)", [
            ("slider-crank: energy at first, at 0.1 s", "figure 5", "7.4955, 7.2294 J (independent)", "run inputs/slider-crank.yaml",
             at_times("energy", [0, 0.1], [7.4955, 7.2294], 1e-4), "agrees", ""),
            *[(f"the mass on the slope stops, case {case}", "figure 7", f"{stop} s (exact)", f"run inputs/mass-on-slope-{case}.yaml",
               stops("mass.vx", stop, 1.6e-3), "agrees", "") for case, stop in ((1, 2.0974), (2, 1.9296), (3, 2.2198), (4, 2.1879))],
            *[(f"orders of position and velocity, case {case}", "figure 8", words, f"study inputs/mass-on-slope-{case}.yaml",
               lambda command, wanted=wanted: near([orders(command, c, "l1")[0] for c in ("mass.x", "mass.vx")], wanted, 0.2, "{:.2f}"), "agrees", "")
              for case, words, wanted in ((1, "2, 2", [2, 2]), (2, "2, 2", [2, 2]), (3, "about 1, 1", [1, 1]), (4, "about 1, 1", [1, 1]))],
            ("order of the percussions, case 1", "figure 8", "1", "study inputs/mass-on-slope-1.yaml",
             lambda command: near(orders(command, "slope.impulse", "l1"), [1], 0.1, "{:.2f}"), "agrees", "as mean forces of steps"),
        ]),
    "acary-bonnefon-2011": (
        "Acary & Bonnefon, Time integration of nonsmooth mechanical systems with unilateral contact (2011)", [
            ("Moreau–Jean violates the position constraint", "Moreau's scheme", "of order h v", "run inputs/bouncing-ball.yaml -stepper_type moreau-jean",
             least("ground.gap", -2e-3 * 4, 1e-3), "agrees", "h v = 8e-3 m at the first impact"),
            ("combined projection keeps both levels", "combined projection", "0 m", "run inputs/bouncing-ball.yaml -stepper_type combined",
             least("ground.gap", 0, 1e-12), "agrees", ""),
            ("so do bilateral constraints of the pendulum", "combined projection", "0 m", "run inputs/bouncing-pendulum.yaml -stepper_type combined",
             summary("max_joint_error", 0, 1e-10), "agrees", ""),
        ]),
    "capobianco-eugster-2018": (
        "Capobianco & Eugster, Time finite element based Moreau-type integrators (2018)", [
            ("impacts of the ball with Moreau's scheme", "figure 2", "0.453, 1.131, 1.639, 2.020, 2.306, 2.521 s", "run inputs/bouncing-ball-moreau.yaml",
             first_impacts("ball.ground.impulse", [0.453, 1.131, 1.639, 2.020, 2.306, 2.521], 1e-3), "agrees", ""),
            ("its penetration", "figure 2", "−4.328e-3 m", "run inputs/bouncing-ball-moreau.yaml",
             least("ball.ground.gap", -4.328e-3, 1e-5), "agrees", ""),
            ("slopes of the mean square before the first impact", "figure 5", "2, 4, 4", "study inputs/spring-pendulum.yaml",
             lambda command: near([2 * orders(command, "pendulum.l", "l2", stepper_type=name, stepper_end="0.5")[0] for name in MOREAU],
                                  [2, 4, 4], 0.2, "{:.2f}"), "agrees", ""),
            ("over impacts", "figure 5", "2, 2, 2", "study inputs/spring-pendulum.yaml",
             lambda command: near([2 * orders(command, "pendulum.l", "l2", stepper_type=name, stepper_end="10")[0] for name in MOREAU],
                                  [2, 2, 2], 0.2, "{:.2f}"), "agrees", ""),
            ("the sleeve of the woodpecker", "figure 7", "within ± 0.10345 rad", "run inputs/woodpecker.yaml",
             span("toy.phi_M", [-0.10345, 0.10345], 3e-4), "partly", "up to 7e-4 rad beyond"),
        ]),
}


def checked(paper):
    """Claims with what came out."""
    for what, where, expected, command, measure, wanted, why in PAPERS[paper][1]:
        text, verdict = measure(command)
        print(f"{paper}: {what}: {text}: {verdict}" + ("" if verdict == wanted else f", {wanted} expected"), flush=True)
        yield what, where, expected, command, text, verdict, why, verdict == wanted


def page(title, claims):
    lines = ["<!-- SPDX-License-Identifier: BSD-2-Clause -->", "<!-- Made by docs/papers/make.py; a test of the label study holds it to the program. -->",
             f"# {title}", "", "| claim | where | expected | what came out | |", "|---|---|---|---|---|"]
    for what, where, expected, _, text, verdict, why, _ in claims:
        lines.append(f"| {what} | {where} | {expected} | {text} | {verdict}{': ' + why if why else ''} |")
    lines += ["", "By the commands", "", "```text", *dict.fromkeys(f"ricochet {command}" for _, _, _, command, *_ in claims), "```", ""]
    return "\n".join(lines)


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("-o", "--output", metavar="DIR", default=str(pathlib.Path(__file__).parent), help="where the pages go")
    parser.add_argument("--check", action="store_true", help="write nothing, end with 1 where a verdict is not the one expected")
    parser.add_argument("papers", metavar="PAPER", nargs="*", help="some of " + ", ".join(PAPERS))
    arguments = parser.parse_args(argv)
    good = True
    for paper in arguments.papers or PAPERS:
        claims = list(checked(paper))
        good = good and all(claim[-1] for claim in claims)
        if not arguments.check:
            (pathlib.Path(arguments.output) / f"{paper}.md").write_text(page(PAPERS[paper][0], claims), encoding="utf-8")
    return 0 if good or not arguments.check else 1


if __name__ == "__main__":
    sys.exit(main())
