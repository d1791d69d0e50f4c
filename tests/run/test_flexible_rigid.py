# SPDX-License-Identifier: BSD-2-Clause
"""The impacting bar carried by a rigid pendulum: finite elements, a body, joints between them and
to the ground, and a contact in one model."""

import functools
import math
import unittest

import numpy as np
import own_input
import runs

CELLS, STEP, END = 20, 1e-2, 1.2
LENGTH, SPEED, PENDULUM, ROD = 10.0, 10.0, 5.0, 20.0  # m, m/s, kg, m; the bar has 1 kg/m
BAR_MASS = LENGTH
START_ENERGY = BAR_MASS * SPEED**2 / 2 + PENDULUM * ROD**2 / 3 * 0.5**2 / 2  # J, without the weights
CONSISTENT = ("ggl-alpha", "projected", "moreau-jean")
FREE = "-contacts_rim_friction 0"


@functools.lru_cache(maxsize=None)
def text():
    """inputs/bar-pendulum.yaml, coarser, with a region and a probe for every node of the bar."""
    source = (runs.SOURCE / "inputs" / "bar-pendulum.yaml").read_text(encoding="utf-8")
    places = [f"  n{i}: {{nearest: [{0.005 + LENGTH * i / CELLS}, 0]}}\n" for i in range(CELLS + 1)]
    probes = ", ".join(f"n{i}: n{i}" for i in range(CELLS + 1))
    edits = (("cells: 200", f"cells: {CELLS}"), ("regions:\n", "regions:\n" + "".join(places)),
             ("probes: {tip: start, tail: end}", f"probes: {{{probes}}}"))
    for old, new in edits:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    return source


@functools.lru_cache(maxsize=None)
def fly(stepper, *options):
    return own_input.run(text(), f"-stepper_type {stepper} -stepper_step {STEP} -stepper_end {END}", *options)


def momentum(history):
    """Of bar and pendulum along x; the bar's masses are the row sums of its mass matrix."""
    share = [0.5 if i in (0, CELLS) else 1.0 for i in range(CELLS + 1)]
    bar = sum(w * LENGTH / CELLS * history[f"n{i}.vx"] for i, w in enumerate(share))
    return bar + PENDULUM * history["pendulum.vx"]


class BarOnPendulum(unittest.TestCase):
    def test_momentum(self):
        """Its change is the wall's impulse and what the pivot gives: to round-off where the pivot's
        reaction is an impulse of the step, to the order of the step with ggl-alpha's smooth part."""
        for stepper, tolerance in (("ggl-alpha", 2), ("projected", 1e-7), ("moreau-jean", 1e-7)):
            with self.subTest(stepper):
                history = fly(stepper).history
                given = np.cumsum(history["wall.impulse"] + STEP * history["pivot.reaction0"])
                change = momentum(history) - momentum(history)[0]
                np.testing.assert_allclose(change[1:], given[1:], atol=tolerance)
                self.assertGreater(change[-1], 150)

    def test_joints_hold(self):
        for stepper in ("ggl-alpha", "projected"):
            with self.subTest(stepper):
                self.assertLessEqual(fly(stepper).summary["max_joint_error"], 1e-10)
        self.assertLess(fly("moreau-jean").summary["max_joint_error"], 2e-2)
        self.assertGreater(fly("moreau-jean").summary["max_joint_error"], 1e-6)

    def test_velocities_hold(self):
        for stepper in CONSISTENT:
            with self.subTest(stepper):
                self.assertLessEqual(fly(stepper).summary["max_velocity_error"], 1e-8)

    def test_pinned_node_moves_with_the_foot(self):
        for stepper in ("ggl-alpha", "projected"):
            with self.subTest(stepper):
                history = fly(stepper).history
                foot_x = history["pendulum.x"] + ROD / 2 * np.sin(history["pendulum.theta"])
                foot_y = history["pendulum.y"] - ROD / 2 * np.cos(history["pendulum.theta"])
                np.testing.assert_allclose(history[f"n{CELLS}.x"], foot_x, atol=1e-10)
                np.testing.assert_allclose(history[f"n{CELLS}.y"], foot_y, atol=1e-10)
                self.assertGreater(np.max(np.abs(history["pendulum.theta"])), 0.1)

    def test_no_penetration(self):
        for stepper in ("ggl-alpha", "projected"):
            with self.subTest(stepper):
                self.assertLessEqual(fly(stepper).summary["max_penetration"], 1e-12)
        theta = 1 / 1.8  # the step into the wall, and the share 1 − theta of the old velocity in the next
        deepest = (2 - theta) * SPEED * STEP - 0.005
        self.assertAlmostEqual(fly("moreau-jean").summary["max_penetration"], deepest, delta=1e-6)

    def test_energy(self):
        """e = 0 on a mesh: the impact costs the contact node's share. The projection of `projected`,
        in its default metric, does work that the other schemes do not know."""
        for stepper, gain in (("ggl-alpha", 1e-3), ("projected", 2e-2), ("moreau-jean", 1e-9)):
            with self.subTest(stepper):
                history = fly(stepper).history
                kinetic = history["kinetic"][0]
                self.assertAlmostEqual(kinetic, START_ENERGY, delta=1e-8)
                change = history["energy"] - history["energy"][0]
                self.assertLessEqual(change.max(), gain * START_ENERGY)
                self.assertGreater(change[-1], -0.15 * START_ENERGY)
                self.assertLess(change[-1], -1e-3 * START_ENERGY)

    def test_impulse(self):
        """One contact, of a little more than the wave's 2 L/c = 2/3 s; its impulse lies between the
        bar's own, 2 m v, and that of bar and pendulum together, and the schemes agree on it."""
        impulses = {}
        for stepper in CONSISTENT:
            with self.subTest(stepper):
                history = fly(stepper).history
                closed = history["t"][history["wall.impulse"] > 0]
                self.assertAlmostEqual(closed[-1] - closed[0], 0.75, delta=0.06)
                impulses[stepper] = history["wall.impulse"].sum()
                self.assertGreater(impulses[stepper], 2 * BAR_MASS * SPEED)
                effective = BAR_MASS + PENDULUM / 3  # of the pendulum at its foot
                self.assertLess(impulses[stepper], 2 * effective * SPEED)
        middle = impulses["ggl-alpha"]
        for stepper, impulse in impulses.items():
            self.assertAlmostEqual(impulse / middle, 1, delta=0.02, msg=stepper)

    def test_hinge_carries_the_weight(self):
        """At the start the pivot carries the pendulum and the pinned node's weight, and what turns them."""
        history = fly("ggl-alpha").history
        node = LENGTH / CELLS / 2
        centripetal = (PENDULUM * ROD / 2 + node * ROD) * 0.5**2
        self.assertAlmostEqual(history["pivot.reaction1"][2], (PENDULUM + node) * 9.81 + centripetal,
                               delta=0.01 * 9.81 * PENDULUM)

    def test_ranks(self):
        few = "-stepper_end 0.05"
        for stepper in CONSISTENT:
            options = f"-stepper_type {stepper} -stepper_step {STEP}"
            alone = own_input.run(text(), options, few)
            self.assertGreater(alone.history["wall.impulse"].sum(), 1)
            scale = runs.scales(alone.history)
            for ranks in runs.RANKS:
                with self.subTest(stepper, ranks=ranks):
                    several = own_input.run(text(), options, few, ranks=ranks).history
                    for column, values in alone.history.items():
                        if column != "iterations":
                            np.testing.assert_allclose(several[column], values, rtol=0,
                                                       atol=1e-9 * max(1, scale[column]), err_msg=column)


class RollerAndSlider(unittest.TestCase):
    """inputs/roller-slider.yaml without its friction: a torque on a body, a body's side against a circle."""

    def test_roller(self):
        history = runs.run("roller-slider", FREE).history
        np.testing.assert_allclose(history["roller.omega"], 4 * history["t"], atol=1e-9)

    def test_slider(self):
        history = runs.run("roller-slider", FREE).history
        impulse = history["rim.impulse"]
        first = np.flatnonzero((impulse[1:] > 0) & (impulse[:-1] == 0)) + 1
        fall = math.sqrt(2 * 0.1 / 10)
        self.assertAlmostEqual(history["t"][first[0]], fall, delta=2e-3)
        self.assertAlmostEqual(history["t"][first[1]], 2 * fall, delta=3e-3)
        self.assertAlmostEqual(impulse[first[0]], 1.5 * math.sqrt(2 * 0.1 * 10), delta=2e-2)
        rest = history["t"] > 3 * fall + 0.02
        np.testing.assert_allclose(history["rim.force"][rest], 10, atol=1e-6)
        np.testing.assert_allclose(history["slider.y"][rest], 0.8, atol=1e-9)
        self.assertGreaterEqual(history["min_gap"].min(), -1e-12)

    def test_projected_keeps_bouncing(self):
        """The artefact of 4.5 of Acary (2013)."""
        history = runs.run("roller-slider", FREE, "-stepper_type projected").history
        late = np.abs(history["slider.vy"][history["t"] > 0.8])
        self.assertGreater(late.max(), 1e-3)
        combined = np.abs(runs.run("roller-slider", FREE).history["slider.vy"][-200:])
        self.assertLess(combined.max(), 1e-9)


if __name__ == "__main__":
    unittest.main()
