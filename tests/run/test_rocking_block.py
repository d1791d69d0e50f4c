# SPDX-License-Identifier: BSD-2-Clause
"""The rocking block of Brüls, Acary & Cardona and its variant of Acary, against flights of a parabola
with their impacts located; chatter of the direct projection, rest of the others."""

import functools
import math
import unittest

import numpy as np
import runs

STEP = 1e-2  # s
GRAVITY, RESTITUTION, WIDTH, HEIGHT = 9.81, 0.5, 1.0, 1.5
INERTIA = (WIDTH**2 + HEIGHT**2) / 12  # of 1 kg
GGL = "-stepper_type ggl-alpha -stepper_rho_inf 0.8"
PROJECTED = "-stepper_type projected -stepper_theta 0.5"
COMBINED = "-stepper_type combined -stepper_theta 0.5"
CORNERS = {"A": 1, "B": -1}
TIMES = (0.183751, 0.296297, 0.472693, 0.518577, 0.614646, 0.617556)
ENERGIES = (8.957548, 8.023831, 7.714286, 7.527534, 7.440634, 7.402173)


def run(*options, case="rocking-block"):
    return runs.run(case, "-stepper_impact_rows printed", *options)


def gap(side, y, theta):
    return y - HEIGHT / 2 * math.cos(theta) + side * WIDTH / 2 * math.sin(theta)


def flight_time(side, y, theta, vy, omega):
    """Time to the next touch of a corner of a block in flight, by bisection."""
    def at(t):
        return gap(side, y + vy * t - GRAVITY * t * t / 2, theta + omega * t)

    low, high = 1e-9, 1e-4
    while at(high) > 0:
        low, high = high, high + 1e-4
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if at(middle) > 0 else (low, middle)
    return high


@functools.lru_cache(maxsize=None)
def event_driven(omega=0.0, count=6):
    """Corner, time, energy after it and impulse of each impact."""
    y, theta, vy, t, found = 1.0, 0.2, 0.0, 0.0, []
    while len(found) < count:
        flight, corner = min((flight_time(side, y, theta, vy, omega), corner)
                             for corner, side in CORNERS.items())
        y, theta, t = y + vy * flight - GRAVITY * flight**2 / 2, theta + omega * flight, t + flight
        vy -= GRAVITY * flight
        row = HEIGHT / 2 * math.sin(theta) + CORNERS[corner] * WIDTH / 2 * math.cos(theta)
        impulse = -(1 + RESTITUTION) * (vy + row * omega) / (1 + row**2 / INERTIA)
        vy, omega = vy + impulse, omega + row * impulse / INERTIA
        energy = (vy**2 + INERTIA * omega**2) / 2 + GRAVITY * y
        found.append((corner, t, energy, impulse))
    return found


def late_speed(h, t=1.5):
    rows = h["t"] > t
    return max(abs(h[f"block.{column}"][rows]).max() for column in ("vx", "vy", "omega"))


def impacts(h, count):
    """Corner, time, energy and impulse of the first steps with an impulse."""
    rows = np.flatnonzero(h["A.impulse"] + h["B.impulse"])[:count]
    return [("A" if h["A.impulse"][k] > h["B.impulse"][k] else "B", h["t"][k], h["energy"][k],
             h["A.impulse"][k] + h["B.impulse"][k]) for k in rows]


class GGLAlpha(runs.RunTest):
    def test_values(self):
        h = run(GGL).history
        found = {f"theta({t})": h["block.theta"][int(round(t / STEP))] for t in (0.25, 0.4, 0.5)}
        found |= {"E": h["energy"][0], "E at rest": h["energy"][-1], "min gap": h["min_gap"].min()}
        self.assert_values(found, {
            "theta(0.25)": (0.04319382106, 1e-9), "theta(0.4)": (-0.009038393726, 1e-9),
            "theta(0.5)": (0.00815932213, 1e-9), "E": (9.81, 1e-12), "E at rest": (7.3575, 1e-9),
            "min gap": (0, 1e-12),
        })

    def test_impulses(self):
        wanted = [("B", 0.19, 1.89286), ("A", 0.30, 1.82558), ("B", 0.48, 1.00829),
                  ("A", 0.53, 0.81681)]
        for (corner, t, _, impulse), (w_corner, w_t, w_impulse) in zip(
                impacts(run(GGL).history, 4), wanted):
            with self.subTest(t=w_t):
                self.assertEqual(corner, w_corner)
                self.assertAlmostEqual(t, w_t, delta=1e-9)
                self.assertAlmostEqual(impulse, w_impulse, delta=1e-5)

    def test_rest(self):
        h = run(GGL).history
        for corner in CORNERS:
            self.assertLessEqual(abs(h[f"{corner}.force"][-50:] - 4.905).max(), 1e-9)
        self.assertLessEqual(late_speed(h), 1e-12)

    def test_newton_iterations(self):
        """1.27 a step: about two in steps with an impulse before rest, else one."""
        self.assertAlmostEqual(run(GGL).summary["iterations"]["avg"], 1.18, delta=0.15)

    def test_ranks(self):
        for case, options in (("rocking-block", GGL), ("rocking-block-acary", COMBINED)):
            for ranks in runs.RANKS:
                with self.subTest(case=case, ranks=ranks):
                    end = "-stepper_end 0.7"
                    self.assert_same_history(
                        runs.run(case, options, end), runs.run(case, options, end, ranks=ranks),
                        but=("iterations", "balance_numerical"))

    def test_energy_never_rises(self):
        self.assertLessEqual(np.diff(run(GGL).history["energy"]).max(), 1e-12)


class EventDriven(runs.RunTest):
    def test_the_reference_itself(self):
        found = event_driven()
        self.assertEqual("".join(corner for corner, *_ in found), "BABABA")
        self.assertLessEqual(max(abs(f[1] - t) for f, t in zip(found, TIMES)), 1e-6)
        self.assertLessEqual(max(abs(f[2] - e) for f, e in zip(found, ENERGIES)), 1e-6)

    def check(self, h, exact, time, energy):
        for found, wanted in zip(impacts(h, len(exact)), exact):
            with self.subTest(t=wanted[1]):
                self.assertEqual(found[0], wanted[0])
                self.assertAlmostEqual(found[1], wanted[1], delta=time)
                self.assertAlmostEqual(found[2], wanted[2], delta=energy)

    def test_impacts_at_the_step_of_the_paper(self):
        self.check(run(GGL).history, event_driven(), 1.3 * STEP, 1.3 * STEP)

    def test_impacts_at_a_fine_step(self):
        h = run(GGL, "-stepper_step 1e-4 -stepper_end 0.65").history
        self.check(h, event_driven(), 1e-4, 3e-4)

    def test_variant(self):
        fine = "-stepper_step 2e-4 -stepper_end 0.56"
        for options in (GGL, COMBINED):
            with self.subTest(options=options):
                h = run(options, fine, case="rocking-block-acary").history
                self.check(h, event_driven(0.2, 4), 5e-4, 2e-3)


def averaged_motion(steps):
    """Schatzman and Paoli's scheme, (20)-(22) of Acary (2013), for one corner at a time: the impulses."""
    e, mass = RESTITUTION, np.array([1, 1, INERTIA])
    gravity, q = np.array([0, -GRAVITY, 0]), np.array([0, 1, 0.2])
    before, impulses = q + STEP**2 / 2 * gravity, []
    for _ in range(steps):
        free = 2 * q - before + STEP**2 * gravity
        q1, p = free, 0.0
        for side in CORNERS.values():
            if gap(side, *((free + e * before) / (1 + e))[1:]) >= 0:
                continue
            for _ in range(50):
                mean = (q1 + e * before) / (1 + e)
                row = np.array([0, 1, HEIGHT / 2 * math.sin(mean[2]) + side * WIDTH / 2 * math.cos(mean[2])])
                p = -((1 + e) * gap(side, *mean[1:]) + row @ (free - q1)) / (row @ (row / mass))
                q1 = free + row / mass * p
        impulses.append(p / STEP)
        before, q = q, q1
    return np.array(impulses)


class SchatzmanPaoli(runs.RunTest):
    def test_rows_at_the_averaged_position(self):
        """Against a few lines of arithmetic up to the second impact and beyond."""
        h = runs.run("rocking-block", "-stepper_type schatzman-paoli").history
        exact = averaged_motion(40)
        np.testing.assert_allclose((h["A.impulse"] + h["B.impulse"])[1:41], exact, atol=1e-9)
        self.assertAlmostEqual(exact.max(), 1.87146, delta=1e-5)


class Chatter(runs.RunTest):
    def test_projected_without_forecast(self):
        """Over the entries of v, the largest after 1.5 s: it does not die away."""
        h = run(PROJECTED).history
        self.assertAlmostEqual(late_speed(h), 0.18, delta=0.01)
        self.assertAlmostEqual(late_speed(h, 1.8), 0.18, delta=0.01)
        self.assertGreater(h["energy"][-50:].max(), 7.3575 + 1e-3)
        self.assertGreaterEqual(h["min_gap"].min(), -1e-10)

    def test_projected_with_gamma_1(self):
        self.assertGreater(late_speed(run(PROJECTED, "-stepper_gamma 1").history), 0.05)

    def test_combined_comes_to_rest(self):
        for metric in ("identity", "operator"):
            h = run(COMBINED, f"-stepper_metric {metric}").history
            with self.subTest(metric=metric):
                self.assertLessEqual(late_speed(h), 1e-9)
                self.assertAlmostEqual(h["energy"][-1], 7.3575, delta=1e-9)
                self.assertGreaterEqual(h["min_gap"].min(), -1e-10)
                for corner in CORNERS:
                    self.assertAlmostEqual(h[f"{corner}.force"][-1], 4.905, delta=1e-9)

    def test_variant(self):
        still = run(COMBINED, case="rocking-block-acary").history
        chatters = run(PROJECTED, case="rocking-block-acary").history
        self.assertLessEqual(late_speed(still), 1e-9)
        self.assertGreater(late_speed(chatters), 0.1)
        # Rest costs energy: figure 9 (e), (f).
        middle = int(round(1 / STEP))
        self.assertLess(still["energy"][middle], chatters["energy"][middle])


if __name__ == "__main__":
    unittest.main()
