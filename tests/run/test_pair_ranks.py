# SPDX-License-Identifier: BSD-2-Clause
"""Two bodies that meet, one on each rank, under every contact between points: the same motion as on
one rank. Line, edge, hole and channel turn with the second body. Nodes of a region that meet a body: as one contact."""

import functools
import unittest

import numpy as np
import own_input
import runs
from frames import CONTACT, OBSTACLE, frames
from test_impacts import lines

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
        self.check("moreau-jean", ("channel",) if runs.BRIEF else ("point-edge", "channel"))
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


NODES = 9
ROPE = f"""
title: A rope falls on a wheel that hangs on springs and on a block that is thrown at it
dimension: 2
mesh: {{line: {{name: rope, from: [-0.4, 0.45], to: [0.4, 0.45], cells: {NODES - 1}}}}}
regions: {{{", ".join(f"n{i}: {{nearest: [{0.1 * i - 0.4:.1f}, 0.45]}}" for i in range(NODES))}}}
materials: {{m: {{E: 1e5, density: 1000}}}}
elements: [{{type: bar-nonlinear, region: rope, material: m, area: 1e-4}}]
gravity: [0, -9.81]
bodies:
  - {{name: wheel, mass: 0.2, shape: {{type: disk, radius: 0.3}}, at: [0.1, 0], points: {{up: [0, 0.6]}}}}
  - {{name: block, mass: 0.1, shape: {{type: block, size: [1, 0.1]}}, at: [0, 0.7], velocity: [0, -1, 0], points: {{under: [0, -0.05]}}}}
springs: [{{type: linear, a: [0.1, 1], b: wheel, stiffness: 100, damper: 0.5}}]
contacts: [CONTACTS]
stepper: {{type: ggl-alpha, step: 1e-3, end: 0.4}}
output: {{impacts: true, vtk_every: 400}}
"""
MANY = {
    "wheel": "type: circle-circle, b: wheel, radius: 0.3, offset: 0.01, restitution: 0.2, friction: 0.3",
    "block": "type: point-line, b: block.under, normal: [0, -1], offset: 0.01, restitution: 0.2",
    "slot": "type: channel, b: [0, 0], width: 1.5, restitution: 0.2",
}


@functools.lru_cache(maxsize=None)
def fall(together, ranks=1):
    items = [f"{{name: {name}, a: rope, {of}}}" if together else f"{{name: {name}{i}, a: n{i}, {of}}}"
             for name, of in MANY.items() for i in ([0] if together else range(NODES))]
    return own_input.run(ROPE.replace("CONTACTS", ", ".join(items)), "-output_vtk_every 400", ranks=ranks)


class Region(unittest.TestCase):
    """`a: REGION`: a contact for each of its nodes, with the columns of one."""

    def test_as_one_contact_a_node(self):
        one, each = fall(True), fall(False)
        for name in ("wheel.x", "wheel.omega", "block.y", "block.theta"):
            np.testing.assert_allclose(one.history[name], each.history[name], rtol=0, atol=1e-9, err_msg=name)
        for name in MANY:
            gaps, impulses = ([each.history[f"{name}{i}.{of}"] for i in range(NODES)] for of in ("gap", "impulse"))
            np.testing.assert_allclose(one.history[f"{name}.gap"], np.min(gaps, axis=0), rtol=0, atol=1e-9)
            np.testing.assert_allclose(one.history[f"{name}.impulse"], np.sum(impulses, axis=0), rtol=0, atol=1e-9)
        self.assertGreater(one.history["wheel.impulse"].max(), 0)
        self.assertGreater(one.history["block.impulse"].max(), 0)

    def test_impacts(self):
        """Rows are numbered along the region, on any number of ranks."""
        one, each = lines(fall(True)), lines(fall(False))
        contact, node = zip(*((name[:-1], int(name[-1])) for name in each["contact"]))
        found = sorted(zip(one["step"], one["contact"], one["row"]))
        self.assertEqual(found, sorted(zip(each["step"], contact, node)))
        self.assertGreater(len(found), NODES)
        several = lines(fall(True, 2))
        self.assertEqual(sorted(zip(several["step"], several["contact"], several["row"])), found)

    def test_ranks(self):
        alone = fall(True)
        for ranks in runs.RANKS:
            several = fall(True, ranks)
            for name in ("wheel.x", "wheel.omega", "block.y", "block.theta", *(f"{name}.impulse" for name in MANY)):
                np.testing.assert_allclose(several.history[name], alone.history[name], rtol=0, atol=1e-8, err_msg=name)
            last = frames(several)[-1]
            self.assertGreater(len(set(last.field("rank", CONTACT))), 1, "nodes are on several ranks")
            for kind in (CONTACT, OBSTACLE):
                self.assertEqual(len(last.cells(kind)), len(frames(alone)[-1].cells(kind)))


if __name__ == "__main__":
    unittest.main()
