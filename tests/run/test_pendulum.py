# SPDX-License-Identifier: BSD-2-Clause
"""The bouncing pendulum of Brüls, Acary & Cardona: a pivot and a wall at once, against the motion in
one coordinate, (m l² + J) theta'' = -m g l cos(theta), with its impacts located."""

import functools
import math
import unittest

import numpy as np
import runs

STEP = 1e-3  # s
INERTIA, TORQUE, RESTITUTION = 1.1, 10.0, 0.8  # about the pivot: m l² + J, m g l
WALL = -math.pi / 4  # the angle at which the tip touches
GGL = "-stepper_type ggl-alpha -stepper_rho_inf 0.8"
MOREAU = "-stepper_type moreau-jean -stepper_gamma 0"
IMPACTS = (0.486110, 1.281225, 1.951340, 2.517137, 2.991277)
ACCUMULATION = 5.053978
# Columns that hold no more than that.
ROUND_OFF = ("iterations", "max_joint_error", "pivot.error", "balance_numerical")


def run(*options, step=STEP, end=6):
    return runs.run("bouncing-pendulum", *options, f"-stepper_step {step!r} -stepper_end {end}")


def swing(theta, omega, t):
    """One Runge-Kutta step of length t."""
    def rate(y):
        return np.array([y[1], -TORQUE / INERTIA * math.cos(y[0])])

    y = np.array([theta, omega])
    k1 = rate(y)
    k2 = rate(y + t / 2 * k1)
    k3 = rate(y + t / 2 * k2)
    k4 = rate(y + t * k3)
    return y + t / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


def angle_before_impact(end, n=400):
    theta, omega = math.pi / 12, 0.0
    for _ in range(n):
        theta, omega = swing(theta, omega, end / n)
    return theta


@functools.lru_cache(maxsize=None)
def event_driven(count, step=2e-3):
    """Times and impulses of the impacts."""
    theta, omega, t, found = math.pi / 12, 0.0, 0.0, []
    while len(found) < count:
        after = swing(theta, omega, step)
        if after[0] > WALL:
            (theta, omega), t = after, t + step
            continue
        low, high = 0.0, step
        for _ in range(50):
            middle = (low + high) / 2
            low, high = (middle, high) if swing(theta, omega, middle)[0] > WALL else (low, middle)
        omega, t = swing(theta, omega, high)[1], t + high
        found.append((t, INERTIA * (1 + RESTITUTION) * abs(omega) / abs(math.sin(WALL))))
        theta, omega = WALL + 1e-15, -RESTITUTION * omega
    return np.array(found)


def impacts(h):
    """Rows in which the wall closes."""
    closed = h["wall.impulse"] > 0
    return np.flatnonzero(closed & ~np.roll(closed, 1))


class GGLAlpha(runs.RunTest):
    def test_values(self):
        h = run(GGL).history
        closed = impacts(h)
        found = {f"theta({t})": h["rod.theta"][int(round(t / STEP))] for t in (0.4, 1, 2)}
        found |= {f"impulse {i}": h["wall.impulse"][closed[i]] for i in range(2)}
        found |= {"E(1)": h["energy"][1000], "largest nu": h["wall.nu"].max()}
        self.assert_values(found, {
            "theta(0.4)": (-0.4508768975, 1e-9), "theta(1)": (-0.1503127092, 1e-9),
            "theta(2)": (-0.6873820546, 1e-9), "E(1)": (-0.8970825062, 1e-9),
            "impulse 0": (11.7402, 5e-5), "impulse 1": (9.3691, 5e-5), "largest nu": (5.80e-3, 5e-6),
        })

    def test_constraints(self):
        h = run(GGL).history
        self.assertGreaterEqual(h["min_gap"].min(), -1e-12)
        self.assertLessEqual(h["pivot.error"].max(), 1e-12)
        self.assertLessEqual(run(GGL).summary["max_velocity_error"], 1e-10)

    def test_newton_iterations(self):
        iterations = run(GGL).summary["iterations"]
        self.assert_values(iterations, {"avg": (2.00, 0.02), "max": (3, 0)})

    def test_rest(self):
        h = run(GGL).history
        rest = h["t"] > 5.1
        for column, wanted in (
            ("wall.force", 10), ("pivot.reaction0", -10), ("pivot.reaction1", 10),
            ("pivot.force", 200**0.5), ("energy", -(50**0.5)), ("rod.theta", WALL), ("rod.omega", 0),
        ):
            with self.subTest(column=column):
                self.assertLessEqual(abs(h[column] - wanted)[rest].max(), 1e-9)

    def test_ranks(self):
        options = (GGL, "-stepper_step 1e-2 -stepper_end 0.52")
        for ranks in runs.RANKS:
            with self.subTest(ranks=ranks):
                self.assert_same_history(
                    runs.run("bouncing-pendulum", *options),
                    runs.run("bouncing-pendulum", *options, ranks=ranks), but=ROUND_OFF)

    def test_decoupled(self):
        coupled, decoupled = (run(GGL, f"-stepper_solve {how}", end=2.0)
                              for how in ("coupled", "decoupled"))
        self.assert_same_history(coupled, decoupled, but=ROUND_OFF)


class MoreauJean(runs.RunTest):
    def test_penetration_and_drift(self):
        h = run(MOREAU).history
        self.assertAlmostEqual(h["min_gap"].min(), -2.6225e-3, delta=5e-8)
        self.assertAlmostEqual(h["pivot.error"].max(), 4.634e-4, delta=5e-8)


class EventDriven(runs.RunTest):
    def test_the_reference_itself(self):
        """As published values have it; the accumulation is the limit of the times between impacts,
        each 0.8 of the one before once the arc is flat: the swing back is then 2 omega / decel."""
        found = event_driven(24)
        self.assertLessEqual(abs(found[:5, 0] - IMPACTS).max(), 1e-6)
        t, last = found[-1, 0], found[-1, 0] - found[-2, 0]
        rest = t + last * RESTITUTION / (1 - RESTITUTION)
        self.assertAlmostEqual(rest, ACCUMULATION, delta=1e-4)

    def test_impacts(self):
        """First order: late or early by a number of steps that is the same for both."""
        exact = event_driven(5)
        for step, end in ((STEP, 6), (STEP / 5, 3.1))[: 1 if runs.BRIEF else 2]:
            h = run(GGL, step=step, end=end).history
            rows = impacts(h)[:5]
            late = abs(h["t"][rows] - exact[:, 0]) / step
            pushed = abs(h["wall.impulse"][rows] / exact[:, 1] - 1) / step
            with self.subTest(step=step):
                self.assertTrue((late <= [1, 2, 5, 8, 13]).all(), f"{late} steps")
                self.assertTrue((pushed <= 20).all(), f"{pushed} steps")


class Order(runs.RunTest):
    """Before the first impact, of the angle at 0.4 s."""

    def orders(self, options):
        exact = angle_before_impact(0.4)
        errors = [abs(run(options, step=step, end=0.4).history["rod.theta"][-1] - exact)
                  for step in (4e-3, 2e-3, 1e-3)]
        return np.log2(np.array(errors[:-1]) / errors[1:])

    def test_second(self):
        for options in (GGL, "-stepper_type ggl-alpha -stepper_rho_inf 0", "-stepper_type smooth-alpha",
                        "-stepper_type rattle"):
            with self.subTest(options=options):
                self.assertLessEqual(abs(self.orders(options) - 2).max(), 0.05)

    def test_first(self):
        others = ("nsga", "projected", "combined", "ggl-theta", "theta-position", "schatzman-paoli", "moreau",
                  "moreau-symmetric", "moreau-variational")
        for options in (MOREAU, *(f"-stepper_type {stepper}" for stepper in others[:: 3 if runs.BRIEF else 1])):
            with self.subTest(options=options):
                self.assertLessEqual(abs(self.orders(options) - 1).max(), 0.05)


if __name__ == "__main__":
    unittest.main()
