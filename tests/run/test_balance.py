# SPDX-License-Identifier: BSD-2-Clause
"""The energy balance under every stepper: against what positions, velocities and multipliers of a
ball say each scheme does to the energy, and on motions whose numerical part is round-off."""

import functools
import unittest

import numpy as np
import own_input
import runs

MASS, G, H, HEIGHT = 2.0, 9.81, 1e-3, 0.3
BALL = f"""
title: a ball comes to rest
dimension: 1
mesh: {{node: {{name: ball, at: [{HEIGHT}]}}}}
elements: [{{type: point-mass, region: ball, mass: {MASS}}}]
gravity: [{-G}]
contacts: [{{name: ground, type: node-plane, region: ball, point: [0], normal: [1], restitution: 0.5}}]
stepper: {{type: ggl-alpha, step: {H}, end: 1.2}}
output: {{probes: {{ball: ball}}}}
"""
LOADED = """
title: a loaded chain between a rising floor and a support that leaves
dimension: 1
mesh: {node: [{name: a, at: [0.3]}, {name: b, at: [0.8]}, {name: s, at: [1.8]}]}
elements:
  - {type: point-mass, region: a, mass: 1}
  - {type: point-mass, region: b, mass: 2}
  - {type: spring, nodes: [a, b], stiffness: 40, damper: 0.3}
  - {type: spring, nodes: [b, s], stiffness: 20, damper: 0.2}
damping: {mass: 0.1}
gravity: [-9.81]
loads: [{region: b, force: [-3]}]
supports: [{region: s, displacement: ["0.2*t"]}]
contacts: [{name: ground, type: node-plane, region: a, point: [0], normal: [1], restitution: 0.5, motion: "0.1*t"}]
stepper: {type: ggl-alpha, step: 1e-3, end: 1}
"""
DRIVEN = """
title: a driven crank pulls a damped bob
dimension: 2
gravity: [0, -9.81]
bodies:
  - {name: crank, shape: {type: rod, length: 0.5}, mass: 1, at: [0.25, 0], velocity: [0, 0.75, 3], points: {P: [-0.25, 0], E: [0.25, 0]}}
  - {name: bob, shape: {type: disk, radius: 0.1}, mass: 2, at: [1.2, 0]}
joints:
  - {name: pivot, type: revolute, a: [0, 0], b: crank.P}
  - {name: drive, type: speed, a: [0, 0], b: crank, motion: 3}
springs: [{type: linear, a: crank.E, b: bob, stiffness: 200, damper: 4}]
contacts: [{name: wall, type: point-line, a: bob, b: [0, -0.8], normal: [0, 1], restitution: 0.5}]
stepper: {type: ggl-alpha, step: 1e-3, end: 1}
"""
OSCILLATOR = """
title: a damped oscillator that is pushed
dimension: 1
systems: [{name: mass, type: oscillator, parameters: {m: 2, c: 1.5, k: 30, force: 4}, q: [1], v: [0]}]
stepper: {type: moreau-jean, step: 1e-2, end: 3, theta: 0.5}
"""
# Impulses act on: the mean of both velocities, the mean of that without the impulse and the new
# one, or the mean of the velocities before and after their time.
WITHIN = ("nsga", "moreau-jean theta 0.5", "theta-position", "projected",
          "projected theta 0.7", "combined", "ggl-theta", "smooth-alpha",
          "moreau", "moreau-symmetric", "moreau-variational")
AT_THE_END = ("ggl-alpha", "ggl-alpha-mu")
BEFORE = ("schatzman-paoli",)
ROUND_OFF = ("nsga", "moreau-jean theta 0.5", "theta-position", "projected", "combined", "ggl-theta", *AT_THE_END)
SHIFTED = ("moreau", "moreau-symmetric", "moreau-variational", *BEFORE)


@functools.lru_cache(maxsize=None)
def history(text, scheme, *options):
    name, *words = scheme.split()
    if name == "smooth-alpha":  # makes energy at rigid impacts
        options = ("-stepper_energy_check off", *options)
    if words:
        options = (f"-stepper_{words[0]} {words[1]}", *options)
    return own_input.run(text, f"-stepper_type {name}", *options).history


def closes(h):
    """E - E_0 is the sum of the terms."""
    terms = sum(sign * h[f"balance_{name}"] for sign, name in (
        (1, "loads"), (1, "motion"), (-1, "dampers"), (-1, "impacts"), (1, "projection"), (-1, "numerical")))
    return abs(h["energy"] - h["energy"][0] - terms).max()


class Ball(unittest.TestCase):
    def test_impacts_and_projection(self):
        for scheme in (*WITHIN, *AT_THE_END, *BEFORE):
            with self.subTest(scheme):
                h = history(BALL, scheme)
                v, impulse = h["ball.vx"], h["ground.impulse"][1:]
                acts_on = (v[:-1] + v[1:]) / 2
                if scheme in AT_THE_END:
                    acts_on = (v[:-1] - G * H + v[1:]) / 2
                if scheme in BEFORE:  # the velocities of both steps that meet at its time
                    steps = np.diff(np.concatenate([[h["ball.x"][0] + G * H**2 / 2], h["ball.x"]])) / H
                    acts_on = (steps[:-1] + steps[1:]) / 2
                lost = np.cumsum(-impulse * acts_on)
                np.testing.assert_allclose(h["balance_impacts"][1:], lost, rtol=0, atol=1e-9)
                lift = h["ground.nu"] / (MASS if scheme in AT_THE_END else 1)  # metric: mass, identity
                np.testing.assert_allclose(h["balance_projection"], np.cumsum(MASS * G * lift), rtol=0, atol=1e-9)
                self.assertLess(closes(h), 1e-12)

    def test_rest(self):
        """What was there is gone to impacts, less what projections put in."""
        for scheme in (*ROUND_OFF, *SHIFTED):
            if scheme == "ggl-alpha-mu":  # never at rest
                continue
            with self.subTest(scheme):
                h = history(BALL, scheme)
                lost = MASS * G * (HEIGHT - h["ball.x"][-1])
                self.assertLess(abs(h["ball.vx"][-1]), 0.01)
                self.assertAlmostEqual(h["balance_impacts"][-1] - h["balance_projection"][-1], lost, delta=5e-4)

    def test_numerical_is_round_off(self):
        for scheme in ROUND_OFF:
            with self.subTest(scheme):
                self.assertLess(abs(history(BALL, scheme)["balance_numerical"]).max(), 1e-11)

    def test_shifted_velocities(self):
        """Where velocities belong to another time than positions, the rest is what that makes of E:
        without it E = m u²/2 + m g q_½ only changes in impacts."""
        for scheme in SHIFTED:
            with self.subTest(scheme):
                h = history(BALL, scheme)
                x, u = h["ball.x"], h["ball.vx"]
                if scheme in BEFORE:
                    u = np.concatenate([[np.nan], np.diff(x) / H])
                    middle = x - H * u / 2
                else:
                    middle = x + H * u / 2
                amid = MASS * u**2 / 2 + MASS * G * middle
                rest = (amid - h["energy"])[1:]
                rest -= rest[0] - h["balance_numerical"][1]
                np.testing.assert_allclose(h["balance_numerical"][1:], rest, rtol=0, atol=1e-10)


class Sums(unittest.TestCase):
    def test_loads_supports_and_dampers(self):
        for scheme in ("moreau-jean theta 0.5", "projected", "combined", "ggl-theta"):
            with self.subTest(scheme):
                h = history(LOADED, scheme)
                for term in ("loads", "motion", "dampers", "impacts"):
                    self.assertGreater(abs(h[f"balance_{term}"][-1]), 0.05, term)
                self.assertLess(abs(h["balance_numerical"]).max(), 1e-9)

    def test_all_kinds(self):
        """The rest is of the order of the scheme: far below what is turned over."""
        for scheme in ("ggl-alpha", "nsga", "projected", "moreau-symmetric", "schatzman-paoli"):
            for text in (LOADED, DRIVEN):
                with self.subTest(scheme, text=text.splitlines()[1]):
                    h = history(text, scheme)
                    self.assertLess(closes(h), 1e-12 * abs(h["energy"]).max())
                    turned = abs(h["balance_motion"][-1]) + h["balance_impacts"][-1]
                    self.assertLess(abs(h["balance_numerical"][-1]), 0.02 * turned)

    def test_systems(self):
        h = history(OSCILLATOR, "moreau-jean theta 0.5")
        v = h["mass.vq"]
        taken = 1.5 * 1e-2 * np.cumsum(((v[:-1] + v[1:]) / 2)**2)
        np.testing.assert_allclose(h["balance_dampers"][1:], taken, rtol=1e-10)
        self.assertLess(abs(h["balance_numerical"]).max(), 1e-10)

    def test_ranks(self):
        end = f"-stepper_end {0.2 if runs.BRIEF else 0.8}"
        one, two = (own_input.run(DRIVEN, end, ranks=ranks).history for ranks in (1, 2))
        for name, values in one.items():
            if name.startswith("balance_"):
                np.testing.assert_allclose(two[name], values, rtol=0, atol=1e-9, err_msg=name)


if __name__ == "__main__":
    unittest.main()
