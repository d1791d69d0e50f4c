# SPDX-License-Identifier: BSD-2-Clause
# labels: slow
"""Coulomb friction of all kinds of contacts against closed forms, under every stepper that has it."""

import functools
import math
import unittest

import numpy as np
import own_input
import runs

STEPPERS = ("moreau-jean", "projected", "combined", "ggl-theta", "ggl-alpha", "nsga", "moreau", "moreau-symmetric",
            "moreau-variational", "rattle")[:: 3 if runs.BRIEF else 1]
G, STEP, END = 9.81, 1e-3, 0.5
ROLL = """
title: a spinning sphere is put on the ground
dimension: 2
gravity: [0, -9.81]
bodies: [{name: ball, mass: 2, inertia: 0.008, shape: {type: disk, radius: 0.1}, at: [0, 0.1], velocity: [0, 0, 10]}]
contacts: [{name: ground, type: TYPE, friction: 0.3}]
stepper: {type: moreau-jean, step: 1e-3, end: 0.5}
"""
GROUNDS = {"line": "point-line, a: ball, b: [0, 0], normal: [0, 1], offset: 0.1",
           "edge": "point-edge, a: ball, b: [-5, 0], length: 10, normal: [0, 1], offset: 0.1",
           "circle": "circle-circle, a: ball, b: [0, -1000], radius: 1000, offset: 0.1"}
BLOCK = """
title: a block on an incline
dimension: 2
gravity: [GX, GY]
bodies: [{name: block, mass: 3, shape: {type: block, size: [2, HEIGHT]}, at: [0, HALF],
          points: {A: [1, -HALF], B: [-1, -HALF]}}]
contacts:
  - {name: A, type: point-line, a: block.A, b: [0, 0], normal: [0, 1], friction: MU}
  - {name: B, type: point-line, a: block.B, b: [0, 0], normal: [0, 1], friction: MU}
stepper: {type: moreau-jean, step: 1e-3, end: 0.5}
"""
BEADS = """
title: beads on an incline
dimension: DIM
gravity: [GRAVITY]
mesh: {line: {name: beads, from: [FROM], to: [TO], cells: 2}}
materials: {m: {E: 1e6, density: 1000}}
elements: [{type: bar, region: beads, material: m, area: 1e-3, lumped: true}]
contacts: [{name: ground, type: node-plane, region: beads, point: [POINT], normal: [NORMAL], friction: 0.3}]
output: {probes: {bead: start}}
stepper: {type: moreau-jean, step: 1e-3, end: 0.5}
"""


@functools.lru_cache(maxsize=None)
def history(text, stepper, ranks=1):
    return own_input.run(text, f"-stepper_type {stepper}", ranks=ranks).history


def block(angle, mu, height=0.5):
    """On an incline of that angle, whose x axis looks down it."""
    words = {"GX": G * math.sin(angle), "GY": -G * math.cos(angle), "HALF": height / 2, "HEIGHT": height, "MU": mu}
    text = BLOCK
    for word, value in words.items():
        text = text.replace(word, repr(value))
    return text


def beads(angle, dim):
    down, into = G * math.sin(angle), -G * math.cos(angle)
    words = {"DIM": "2", "GRAVITY": f"{down}, {into}", "FROM": "0, 0", "TO": "1, 0", "POINT": "0, 0", "NORMAL": "0, 1"}
    if dim == 3:  # down along (3, 4)/5 in the plane, the beads across
        words = {"DIM": "3", "GRAVITY": f"{0.6 * down}, {0.8 * down}, {into}", "FROM": "0, 0, 0", "TO": "-0.8, 0.6, 0",
                 "POINT": "0, 0, 0", "NORMAL": "0, 0, 1"}
    text = BEADS
    for word, value in words.items():
        text = text.replace(word, value)
    return text


class Rolling(unittest.TestCase):
    def test_two_sevenths(self):
        """Whatever the coefficient, a sphere rolls in the end with 2/7 of the speed of its rim."""
        for ground, kind in GROUNDS.items():
            for stepper in STEPPERS:
                with self.subTest(ground=ground, stepper=stepper):
                    h = history(ROLL.replace("TYPE", kind), stepper)
                    np.testing.assert_allclose([h["ball.vx"][-1], h["ball.omega"][-1]], [-2 / 7, 20 / 7],
                                               atol=1e-9 if ground != "circle" else 3e-3)
                    self.assertLessEqual(np.diff(h["energy"]).max(), 1e-12 if ground != "circle" else 2e-4)


class Incline(unittest.TestCase):
    def test_limit(self):
        """A block stays 1 % below the friction angle, and 1 % above it slides with g (sin − µ cos). In ggl-alpha,
        whose position stage has no friction, what sticks creeps by half of what a step would accelerate it."""
        mu = 0.4
        for stepper in STEPPERS:
            with self.subTest(stepper=stepper):
                h = history(block(math.atan(0.99 * mu), mu), stepper)
                creep = END * STEP * G * math.sin(math.atan(0.99 * mu)) / 2 if stepper == "ggl-alpha" else 0
                self.assertLessEqual(np.abs(h["block.x"] - creep * h["t"] / END).max(), 1e-5)
                angle = math.atan(1.01 * mu)
                h = history(block(angle, mu), stepper)
                self.assertAlmostEqual(h["block.vx"][-1], G * (math.sin(angle) - mu * math.cos(angle)) * END, delta=1e-4)

    def test_tips(self):
        """A tall block with high friction tips over its lower corner where its height is above its width over
        the slope, and stands below."""
        for stepper in STEPPERS:
            with self.subTest(stepper=stepper):
                slope = 0.5
                stands = history(block(math.atan(slope), 2.0, 2 / slope * 0.99), stepper)
                self.assertLessEqual(np.abs(stands["block.theta"]).max(), 1e-5)
                tips = history(block(math.atan(slope), 2.0, 2 / slope * 1.05), stepper)
                self.assertLess(tips["block.theta"][-1], -5e-3)
                self.assertLessEqual(np.abs(tips["A.slip"]).max(), 1e-2)

    def test_beads(self):
        """Nodes of a bar on a plane, in the plane and in space: along the slope alone, whatever the axes are."""
        angle = math.atan(0.5)
        fall = G * (math.sin(angle) - 0.3 * math.cos(angle)) * END
        for dim in (2, 3):
            for stepper in STEPPERS:
                with self.subTest(dim=dim, stepper=stepper):
                    h = history(beads(angle, dim), stepper)
                    v = [h[f"bead.v{axis}"][-1] for axis in "xyz"[:dim]]
                    direction = [1, 0] if dim == 2 else [0.6, 0.8, 0]
                    np.testing.assert_allclose(v, fall * np.array(direction), atol=2e-2 * fall)
                    np.testing.assert_allclose(np.cross(v, direction), 0, atol=1e-9)
                    h = history(beads(math.atan(0.29), dim), stepper)
                    self.assertLessEqual(abs(h["bead.vx"][-1]), 1e-9)

    def test_ranks(self):
        text = beads(math.atan(0.5), 3)
        for ranks in (2, 3):
            for name in ("moreau-jean", "projected", "ggl-alpha"):
                with self.subTest(ranks=ranks, stepper=name):
                    one, more = history(text, name), history(text, name, ranks)
                    for column in ("bead.x", "bead.vx", "bead.vy", "ground.impulse", "ground.friction", "energy"):
                        np.testing.assert_allclose(more[column], one[column], atol=1e-10 * np.abs(one[column]).max())


if __name__ == "__main__":
    unittest.main()
