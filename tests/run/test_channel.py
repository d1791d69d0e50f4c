# SPDX-License-Identifier: BSD-2-Clause
"""The contact `channel`: a bead between two walls against its exact times and velocities, and any
channel against the two lines it is made of, on the ground, on a body and on a finite-element node."""

import functools
import unittest

import numpy as np
import own_input
import runs

STEP, END = 1e-3, 2.9
WIDTH, RADIUS, SPEED = 0.3, 0.02, 1.0  # m, m, m/s

# Starts in the middle, drifts along the channel.
BEAD = f"""
title: Bead between two walls
dimension: 2
bodies:
  - {{name: bead, mass: 2, inertia: 0.1, at: [0.27, 0.06], velocity: [0.2, 1.1, 3]}}
contacts:
  - {{name: slot, type: channel, a: bead, b: [0.35, 0], normal: [0.6, 0.8], width: {WIDTH},
     offset: {RADIUS}, restitution: E}}
stepper: {{type: ggl-alpha, step: {STEP}, end: {END}}}
output: {{vtk_every: 0}}
"""
NORMAL = np.array([0.6, 0.8])

# A pin falls in the slot of a turning plate, the slot slides in the plate; beside it a node hangs on
# springs between walls that a second, lighter node carries.
PLATE = """
title: Channels that move
dimension: 2
gravity: [0, -9.81]
mesh:
  line: {name: bar, from: [5, 0], to: [6, 0], cells: 4}
  node: {name: knob, at: [6, 0.1]}
materials:
  rubber: {E: 1e3, density: 10}
elements:
  - {type: bar, region: bar, material: rubber, area: 0.01}
  - {type: ground-spring, region: bar, stiffness: [20, 20]}
  - {type: point-mass, region: knob, mass: 0.05}
  - {type: ground-spring, region: knob, stiffness: [1, 1]}
initial:
  - {region: knob, velocity: [0, 1]}
bodies:
  - {name: plate, mass: 3, shape: {type: block, size: [2, 1]}, at: [0, 0], angle: 0.3, velocity: [0, 0, 2],
     points: {slot: [0.2, 0.1]}}
  - {name: pin, mass: 0.5, shape: {type: disk, radius: 0.05}, at: [0.2, 0.2], velocity: [1, 4, 0]}
joints:
  - {name: axle, type: revolute, a: [0, 0], b: plate}
contacts:
CONTACTS
stepper: {type: ggl-alpha, step: 1e-3, end: 0.6}
output: {vtk_every: 0, probes: {tip: end}}
"""
CHANNELS = """
  - {name: slot, type: channel, a: pin, b: plate.slot, normal: [1, 2], width: 0.4, offset: 0.05,
     restitution: 0.5, motion: 0.05*sin(5*t)}
  - {name: fork, type: channel, a: end, b: knob, normal: [0, 1], width: 0.3, restitution: 0.8}
"""
LINES = """
  - {name: slot0, type: point-line, a: pin, b: plate.slot, normal: [-1, -2], offset: -0.15, restitution: 0.5,
     motion: -0.05*sin(5*t)}
  - {name: slot1, type: point-line, a: pin, b: plate.slot, normal: [1, 2], offset: -0.15, restitution: 0.5,
     motion: 0.05*sin(5*t)}
  - {name: fork0, type: point-line, a: end, b: knob, normal: [0, -1], offset: -0.15, restitution: 0.8}
  - {name: fork1, type: point-line, a: end, b: knob, normal: [0, 1], offset: -0.15, restitution: 0.8}
"""


@functools.lru_cache(maxsize=None)
def plate(contacts, stepper, ranks=1):
    text = PLATE.replace("CONTACTS", contacts)
    return own_input.run(text, f"-stepper_type {stepper}", ranks=ranks)


class Bead(unittest.TestCase):
    STEPPERS = ("ggl-alpha", "moreau-jean", "projected", "combined", "nsga")

    @staticmethod
    def bounce(stepper, restitution, ranks=1, end=END):
        return own_input.run(BEAD.replace("E}", f"{restitution}}}"), f"-stepper_type {stepper} -stepper_end {end}", ranks=ranks)

    @staticmethod
    def reflections(restitution):
        """Times: half the clearance at full speed, then all of it, slower after each reflection."""
        clearance, times, speed = WIDTH - 2 * RADIUS, [], SPEED
        t = clearance / 2 / speed
        while t < END - 20 * STEP:
            times.append(t)
            speed *= restitution
            t += clearance / speed
        return np.array(times)

    def test_reflections(self):
        """Each is found in its step, which may end v h off the wall: the times are
        those of the exact motion to a step for each reflection before, the velocities are exact."""
        for restitution in (1, 0.5):
            wanted = self.reflections(restitution)
            self.assertEqual(len(wanted), 11 if restitution == 1 else 3)
            for stepper in self.STEPPERS:
                with self.subTest(stepper, restitution=restitution):
                    history = self.bounce(stepper, restitution).history
                    velocity = np.column_stack([history["bead.vx"], history["bead.vy"]])
                    steps = np.flatnonzero(np.abs(np.diff(velocity @ NORMAL)) > 1e-6) + 1
                    self.assertEqual(len(steps), len(wanted))
                    late = history["t"][steps] - wanted
                    number = 1 + np.arange(len(wanted))
                    self.assertTrue(np.all(np.abs(late) <= 2.01 * STEP * number), late)
                    after = velocity[steps] @ NORMAL
                    np.testing.assert_allclose(after, SPEED * (-restitution) ** number, atol=1e-12)
                    np.testing.assert_allclose(velocity @ [-0.8, 0.6], 0.5, atol=1e-12)
                    impulse = 2 * (1 + restitution) * SPEED * np.abs(restitution) ** (number - 1.0)
                    np.testing.assert_allclose(history["slot.impulse"][steps], impulse, atol=1e-11)
                    self.assertAlmostEqual(history["slot.impulse"].sum(), impulse.sum(), delta=1e-9)

    def test_reflections_on_the_grid(self):
        """ggl-alpha ends the step of an impact on the wall: with crossings of no whole number of
        steps each takes that number rounded up, and the gap is nothing."""
        text = BEAD.replace("E}", "0.5}").replace(f"width: {WIDTH}", "width: 0.3003").replace("offset: 0.02", "offset: 0")
        history = own_input.run(text).history
        impacts = np.flatnonzero(history["slot.impulse"] > 0)
        np.testing.assert_array_equal(impacts, [151, 151 + 601, 151 + 601 + 1202])
        np.testing.assert_allclose(history["slot.gap"][impacts], 0, atol=1e-14)
        self.assertGreaterEqual(history["min_gap"].min(), -1e-14)

    def test_gap(self):
        """The smaller of the two: never more than half the clearance."""
        history = self.bounce("ggl-alpha", 1).history
        place = np.column_stack([history["bead.x"] - 0.35, history["bead.y"]]) @ NORMAL
        np.testing.assert_allclose(history["slot.gap"], WIDTH / 2 - RADIUS - np.abs(place), atol=1e-14)

    def test_ranks(self):
        end = END / 4 if runs.BRIEF else END
        alone = self.bounce("ggl-alpha", 0.5, end=end)
        self.assertGreater(alone.history["slot.impulse"].max(), 0)
        for ranks in runs.RANKS:
            apart, column = runs.difference(alone, self.bounce("ggl-alpha", 0.5, ranks, end))
            self.assertLessEqual(apart, 1e-12, column)



class TwoLines(unittest.TestCase):
    """A channel is the two lines it is made of."""

    def check(self, stepper, ranks=1):
        whole, halves = (plate(contacts, stepper, ranks).history for contacts in (CHANNELS, LINES))
        for column, values in whole.items():
            if column in halves and column != "iterations":
                np.testing.assert_allclose(values, halves[column], rtol=1e-12, atol=1e-12, err_msg=column)
        for name in ("slot", "fork"):
            pair = [{key: halves[f"{name}{row}.{key}"] for key in ("gap", "gap_velocity", "impulse", "force", "nu")}
                    for row in (0, 1)]
            nearer = pair[1]["gap"] < pair[0]["gap"]
            for key in ("gap", "gap_velocity"):
                wanted = np.where(nearer, pair[1][key], pair[0][key])
                np.testing.assert_allclose(whole[f"{name}.{key}"], wanted, rtol=1e-12, atol=1e-12)
            for key in ("impulse", "force", "nu"):
                np.testing.assert_allclose(whole[f"{name}.{key}"], pair[0][key] + pair[1][key], rtol=1e-12, atol=1e-10)
            for row in (0, 1):
                self.assertGreater(pair[row]["impulse"].max(), 0, "both walls are met")

    def test_steppers(self):
        for stepper in ("ggl-alpha", "moreau-jean", "combined"):
            with self.subTest(stepper):
                self.check(stepper)

    def test_ranks(self):
        for ranks in runs.RANKS:
            with self.subTest(ranks=ranks):
                self.check("ggl-alpha", ranks)
                alone, apart = plate(CHANNELS, "ggl-alpha"), plate(CHANNELS, "ggl-alpha", ranks)
                # The plate's centre is on its axle: its motion and the axle's error are round-off alone.
                nothing = [*(f"plate.{name}" for name in ("x", "y", "vx", "vy")), "axle.error", "max_joint_error"]
                for name in nothing:
                    self.assertLessEqual(np.abs(apart.history[name]).max(), 1e-14, name)
                largest, column = runs.difference(alone, apart, ("iterations", *nothing))
                self.assertLessEqual(largest, 1e-8, column)


if __name__ == "__main__":
    unittest.main()
