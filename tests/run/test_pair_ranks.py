# SPDX-License-Identifier: BSD-2-Clause
"""Two bodies that meet, one on each rank, under every contact between points: the same motion as on
one rank. Line, edge, hole and channel turn with the second body."""

import functools
import unittest

import numpy as np
import own_input
import runs
from frames import frames

BODY = 3
PAIR = """
title: Two bodies on two ranks
dimension: 2
bodies:
  - {name: first, mass: 1, shape: {type: disk, radius: 0.1}, at: [0, 0.3], velocity: [0.3, -2, 1], points: {p: [0.05, -0.1]}}
  - {name: second, mass: 2, shape: {type: block, size: [1, 0.4]}, at: [0, -0.2], angle: 0.1, velocity: [0, 0.5, 0.5],
     points: {top: [0, 0.2], corner: [-0.5, 0.2], hole: [0, 0.4]}}
contacts:
  - {name: c, restitution: 0.5, CONTACT}
stepper: {type: ggl-alpha, step: 2e-3, end: 0.6}
output: {vtk_every: 300}
"""
CONTACTS = {
    "point-line": "type: point-line, a: first.p, b: second.top, normal: [0, 1]",
    "point-edge": "type: point-edge, a: first, b: second.corner, normal: [0, 1], length: 1, offset: 0.1",
    "circle-circle": "type: circle-circle, a: first, b: second, radius: 0.25, offset: 0.1",
    "point-circle": "type: point-circle, a: first, b: second.hole, radius: 0.5, offset: 0.1",
    "channel": "type: channel, a: first, b: second.hole, normal: [0, 1], width: 0.6, offset: 0.1",
    "angular-stop": "type: angular-stop, a: first, b: second, angle: 0, upper: true",
}


@functools.lru_cache(maxsize=None)
def meet(name, stepper, ranks=1):
    text = PAIR.replace("CONTACT", CONTACTS[name])
    return own_input.run(text, f"-stepper_type {stepper}", "-output_vtk_every 300", ranks=ranks)


class PairOnRanks(unittest.TestCase):
    def check(self, stepper, names):
        for name in names:
            alone = meet(name, stepper)
            for ranks in runs.RANKS:
                with self.subTest(name, stepper=stepper, ranks=ranks):
                    several = meet(name, stepper, ranks)
                    homes = frames(several)[0].field("rank", BODY)
                    self.assertEqual(len(set(homes)), 2, "each body has a rank of its own")
                    self.assertGreater(alone.history["c.impulse"].max(), 0, "they meet")
                    apart, column = runs.difference(alone, several)
                    self.assertLessEqual(apart, 1e-10, column)

    def test_every_contact(self):
        self.check("ggl-alpha", CONTACTS)

    def test_other_steppers(self):
        self.check("moreau-jean", ("point-edge", "channel"))
        self.check("combined", ("circle-circle",))

    def test_momentum(self):
        """What one loses the other gains, and the angular momentum about the origin stays."""
        for name in CONTACTS:
            with self.subTest(name):
                history = meet(name, "ggl-alpha", 2).history
                inertia = {"first": 1 * 0.1**2 / 2, "second": 2 * (1 + 0.16) / 12}
                mass = {"first": 1, "second": 2}
                for axis in ("vx", "vy"):
                    total = sum(m * history[f"{b}.{axis}"] for b, m in mass.items())
                    np.testing.assert_allclose(total, total[0], atol=1e-12)
                spin = sum(inertia[b] * history[f"{b}.omega"] + mass[b] * (
                    history[f"{b}.x"] * history[f"{b}.vy"] - history[f"{b}.y"] * history[f"{b}.vx"]) for b in mass)
                np.testing.assert_allclose(spin, spin[0], atol=2e-3)


if __name__ == "__main__":
    unittest.main()
