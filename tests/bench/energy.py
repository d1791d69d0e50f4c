# SPDX-License-Identifier: BSD-2-Clause
"""energy-momentum against ggl-alpha and moreau-jean: what a step costs, and what an error does.

All take turns, so that a load of the machine meets them alike. A step is the median of a run's, without output; the time
of a run is that step times their number where all steps cost the same (bar, truss), else processor time but for that of
a run of one step (cable).
"""
import json
import math
import os
import pathlib
import resource
import statistics
import subprocess
import tempfile

STEPPERS = ("energy-momentum", "moreau-jean", "ggl-alpha")
INPUTS = pathlib.Path(__file__).resolve().parents[2] / "inputs"
BAR = ["-mesh_line_cells", "1000"]
BAR_STEPS = (1.6e-3, 8e-4, 4e-4, 2e-4, 1e-4)
TRUSS_STEPS = (1e-2, 5e-3, 2.5e-3, 1.25e-3, 6.25e-4)
TRUSS_REFERENCE = 7.8125e-5
# Each at steps where it is stable: of others the waves that cross a link in 0.16 ms make energy.
CABLE = {"energy-momentum": (1e-2, 2e-3, 1e-3, 5e-4, 1e-4), "moreau-jean": (1.5e-4, 1e-4, 5e-5), "ggl-alpha": (5e-5, 2.5e-5)}
CABLE_END = 0.9


def processor_s():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(program, environment, name, stepper, step, end, words=()):
    """Summary and last row of a run, and its processor time, s."""
    with tempfile.TemporaryDirectory() as directory:
        before = processor_s()
        subprocess.run([program, "run", str(INPUTS / f"{name}.yaml"), "-o", directory, "-quiet", "-stepper_type", stepper,
                        "-stepper_step", repr(step), "-stepper_end", repr(end), "-output_vtk_every", "0",
                        "-output_history_every", str(round(end / step)), *words], env=environment, check=True)
        spent = processor_s() - before
        with open(os.path.join(directory, "summary.json"), encoding="utf-8") as file:
            summary = json.load(file)
        with open(os.path.join(directory, "history.csv"), encoding="utf-8") as file:
            head, *rows = (line.strip().split(",") for line in file)
        return summary, {key: float(value) for key, value in zip(head, rows[-1])}, spent


def fit(errors, times):
    """log t = a + b log e by least squares: (a, b)."""
    x, y = [math.log(e) for e in errors], [math.log(t) for t in times]
    mean_x, mean_y = statistics.fmean(x), statistics.fmean(y)
    slope = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y)) / sum((a - mean_x) ** 2 for a in x)
    return mean_y - slope * mean_x, slope


def ladder(one_run, steps, error, repeats):
    """µs a step at the first of the steps, errors, and times of whole runs, s, of each stepper; medians."""
    found = {}
    for _ in range(repeats):
        for step in steps:
            for stepper in STEPPERS:
                summary, row, _ = one_run(stepper, step)
                found.setdefault((stepper, step), []).append((summary["step_us"], error(summary, row), summary["steps"]))
    cost, errors, times = {}, {}, {}
    for stepper in STEPPERS:
        of = [found[stepper, step] for step in steps]
        cost[stepper] = statistics.median(us for us, *_ in of[0])
        errors[stepper] = [runs[0][1] for runs in of]
        times[stepper] = [statistics.median(1e-6 * us * n for us, _, n in runs) for runs in of]
    return cost, errors, times


def rows_at_equal_error(name, cost, errors, times):
    """A row a stepper: at the largest error that all reach."""
    target = max(min(of) for of in errors.values())
    at = {}
    for stepper in STEPPERS:
        a, b = fit(errors[stepper], times[stepper])
        at[stepper] = math.exp(a + b * math.log(target))
    first = STEPPERS[0]
    return [[name, stepper, cost[stepper], cost[stepper] / cost[first], f"{errors[stepper][0]:.2g}", f"{errors[stepper][-1]:.2g}",
             f"{target:.2g}", at[stepper], at[stepper] / at[first]] for stepper in STEPPERS]


def bar(program, environment, repeats, small):
    """The impacting bar: the error of the impulse, 200 N s."""
    steps = BAR_STEPS[:3] if small else BAR_STEPS
    found = ladder(lambda stepper, step: run(program, environment, "impacting-bar", stepper, step, 2.0, BAR), steps,
                   lambda summary, row: abs(summary["impulse"]["wall"] / 200 - 1), repeats)
    return rows_at_equal_error("bar, 1000 cells", *found)


def truss(program, environment, repeats, small):
    """The truss that tumbles and quivers: where its corner is after a second, in m."""
    steps = TRUSS_STEPS[:3] if small else TRUSS_STEPS
    axes = [f"corner.{axis}" for axis in "xyz"]
    _, exact, _ = run(program, environment, "tumbling-truss", STEPPERS[0], steps[-1] / 4 if small else TRUSS_REFERENCE, 1.0)
    found = ladder(lambda stepper, step: run(program, environment, "tumbling-truss", stepper, step, 1.0), steps,
                   lambda summary, row: math.dist([row[key] for key in axes], [exact[key] for key in axes]), repeats)
    return rows_at_equal_error("tumbling truss", *found)


def cable(program, environment, repeats, small):
    """The slack cable: what energy is left, by step and time."""
    found = {}
    for _ in range(repeats):
        for stepper, steps in CABLE.items():
            for step in steps[:1] if small else steps:
                *_, idle = run(program, environment, "slack-cable", stepper, step, step)
                summary, row, spent = run(program, environment, "slack-cable", stepper, step, CABLE_END)
                found.setdefault((stepper, step), []).append((spent - idle, summary, row))
    times = {key: statistics.median(run[0] for run in runs) for key, runs in found.items()}
    unit = times[STEPPERS[0], CABLE[STEPPERS[0]][0 if small else 2]]
    return [[stepper, f"{step:g}", runs[0][1]["iterations"]["avg"], 1e6 * times[stepper, step] / runs[0][1]["steps"],
             times[stepper, step], times[stepper, step] / unit, runs[0][2]["energy"]]
            for (stepper, step), runs in found.items()]
