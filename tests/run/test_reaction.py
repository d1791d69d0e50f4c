# SPDX-License-Identifier: BSD-2-Clause
"""The field `reaction` of VTK files against statics: its size and which way it points, with the
moving side as b and as a, on bodies and on finite-element nodes; `contact_force` in a channel."""

import math
import unittest

import numpy as np
import own_input
import runs
from frames import frames

CONTACT, JOINT = 1, 4
G = 9.81
COS, SIN = math.cos(math.pi / 6), math.sin(math.pi / 6)

# Each joint has a place of its own: point a is at x = 0, 10, 20 …. A rail rises at 30 degrees.
TEXT = f"""
dimension: 2
gravity: [0, -{G}]
mesh:
  node: {{name: knob, at: [60, -2]}}
elements:
  - {{type: point-mass, region: knob, mass: 0.5}}
bodies:
  - {{name: lifted, mass: 2, inertia: 0.1, at: [0, -1]}}
  - {{name: holding, mass: 3, inertia: 0.1, at: [10, -1]}}
  - {{name: sliding, mass: 2, inertia: 0.1, at: [20, 0]}}
  - {{name: railed, mass: 4, inertia: 0.1, at: [30, 0]}}
  - {{name: base, mass: 5, inertia: 2, at: [40, 0], points: {{top: [0, 1]}}}}
  - {{name: rider, mass: 1, inertia: 0.1, at: [40, 1]}}
  - {{name: turned, mass: 2, inertia: 0.5, at: [50, 0]}}
  - {{name: arm, mass: 3, inertia: 0.1, at: [70.5, 0], points: {{root: [-0.5, 0]}}}}
joints:
  - {{name: lift, type: drive-position, a: [0, 0], b: lifted, axis: [0, 1], motion: t*t - 1}}
  - {{name: hold, type: drive-position, a: holding, b: [10, 0], axis: [0, 1], motion: 1}}
  - {{name: slide, type: prismatic, a: [20, 0], b: sliding, axis: [{COS}, {SIN}]}}
  - {{name: rail, type: prismatic, a: railed, b: [30, 0], axis: [{COS}, {SIN}]}}
  - {{name: bed, type: weld, a: [40, 0], b: base}}
  - {{name: ride, type: prismatic, a: base.top, b: rider, axis: [{COS}, {SIN}]}}
  - {{name: hinge, type: revolute, a: [50, 0], b: turned}}
  - {{name: turn, type: drive-angle, a: [50, 0.5], b: turned, motion: 3*t*t}}
  - {{name: carry, type: drive-position, a: [60, 0], b: knob, axis: [0, 1], motion: -2}}
  - {{name: weld, type: weld, a: [70, 0], b: arm.root}}
stepper: {{type: ggl-alpha, step: 1e-3, end: 0.02}}
output: {{vtk_every: 20}}
"""
ACROSS = np.array([-SIN, COS])
# By where point a is drawn at the end: the force on b.
RIDE = 1 * G * COS * ACROSS
WANTED = {
    "lift": ((0, 0), (0, 2 * (G + 2))),
    "hold": ((10, -1), (0, -3 * G)),
    "slide": ((20, 0), 2 * G * COS * ACROSS),
    "rail": (None, -4 * G * COS * ACROSS),  # a slides down
    "bed": ((40, 0), np.array([0, 5 * G]) + RIDE),
    "ride": ((40, 1), RIDE),
    "hinge": ((50, 0), (0, 2 * G)),
    "turn": ((50, 0.5), (0, 0)),
    "carry": ((60, 0), (0, 0.5 * G)),
    "weld": ((70, 0), (0, 3 * G)),
}


class Reaction(unittest.TestCase):
    def check(self, stepper, ranks=1):
        run = own_input.run(TEXT, "-output_vtk_every 20", f"-stepper_type {stepper}", ranks=ranks)
        last, history = frames(run)[-1], run.history
        self.assertEqual(len(last.cells(JOINT)), len(WANTED))
        places = last["points"][last.vertices(JOINT)][:, :2]
        found = last.field("reaction", JOINT)
        for name, (place, force) in WANTED.items():
            place = place or (history["railed.x"][-1], history["railed.y"][-1])
            with self.subTest(name, stepper=stepper, ranks=ranks):
                cell = np.argmin(np.linalg.norm(places - place, axis=1))
                np.testing.assert_allclose(places[cell], place, atol=1e-9)
                # ggl-alpha: the lifting force comes in with the second difference of the motion.
                np.testing.assert_allclose(found[cell], [*force, 0], atol=2e-2 if name in ("lift", "turn") else 1e-6)
                self.assertAlmostEqual(last.field("joint_error", JOINT)[cell], history[f"{name}.error"][-1], delta=1e-14)

    def test_statics(self):
        for stepper in ("ggl-alpha", "moreau-jean"):
            self.check(stepper)

    def test_ranks(self):
        for ranks in runs.RANKS:
            self.check("ggl-alpha", ranks)


# Lies against one wall of a channel that rises at 30 degrees, and slides along it.
LYING = f"""
dimension: 2
gravity: [0, GRAVITY]
bodies:
  - {{name: puck, mass: 2, inertia: 0.1, at: [0, 0]}}
contacts:
  - {{name: slot, type: channel, a: puck, b: [{-0.5 * ACROSS[0]}, {-0.5 * ACROSS[1]}], normal: [{ACROSS[0]}, {ACROSS[1]}],
     width: 2, offset: OFFSET}}
stepper: {{type: ggl-alpha, step: 1e-3, end: 0.02}}
output: {{vtk_every: 20}}
"""


class ContactForce(unittest.TestCase):
    """Two vertices at the bead, one for each wall: ahead, then behind."""

    def force(self, gravity, at, ranks):
        text = LYING.replace("GRAVITY", str(gravity)).replace("OFFSET", "0.5")
        text = text.replace("at: [0, 0]", f"at: [{at[0]}, {at[1]}]")
        run = own_input.run(text, "-output_vtk_every 20", ranks=ranks)
        last = frames(run)[-1]
        places = last["points"][last.vertices(CONTACT)][:, :2]
        np.testing.assert_allclose(places, [[run.history["puck.x"][-1], run.history["puck.y"][-1]]] * 2, atol=1e-14)
        return last.field("contact_force", CONTACT), last.field("gap", CONTACT)

    def test_channel(self):
        for ranks in (1, 2):
            force, gap = self.force(-G, -1 * ACROSS, ranks)
            np.testing.assert_allclose(force, [[0, 0, 0], [*(2 * G * COS * ACROSS), 0]], atol=1e-8)
            np.testing.assert_allclose(gap, [1, 0], atol=1e-12)
            force, gap = self.force(G, 0 * ACROSS, ranks)
            np.testing.assert_allclose(force, [[*(-2 * G * COS * ACROSS), 0], [0, 0, 0]], atol=1e-8)
            np.testing.assert_allclose(gap, [0, 1], atol=1e-12)


if __name__ == "__main__":
    unittest.main()
