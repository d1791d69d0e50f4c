# SPDX-License-Identifier: BSD-2-Clause
"""Joints and contacts in space: mechanisms of the plane written in space, and closed forms."""

import math
import unittest

import numpy as np
import own_input
import runs

G = 9.81

# Each joint of the plane once; motions stay below half a turn. In space: dimension, gravity and bodies
# have more to say.
BODIES = {  # mass, inertia, at, velocity and angular velocity in the plane
    "hung": (2, 0.1, (0.6, -0.8), (0, 0, 0)), "slider": (2, 0.1, (10, 0), (0, 0, 0)),
    "welded": (3, 0.2, (15.5, 0), (0, 0, 0)), "roped": (2, 0.1, (20.6, -0.8), (0, 0, 1)),
    "bead": (2, 0.1, (30, 0), (3, 0, 2)), "shaken": (2, 0.1, (40, 0), (2, 0, 0)),
    "turned": (1, 0.25, (45, 0), (0, 0, 0)), "spun": (1, 0.5, (50, 0), (0, 0, 3)),
    "stopped": (1, 0.5, (55, 0), (0, 0, 2)), "rolling": (1, 0.4, (60, 1), (1, 0, 0)),
}
POINTS = {"hung": (-0.6, 0.8), "welded": (-0.5, 0)}
LINKS = """
joints:
  - {name: hang, type: revolute, a: [0, 0Z], b: hung.p}
  - {name: slide, type: prismatic, a: [10, 0Z], b: slider, axis: [0.8, 0.6Z]}
  - {name: weld, type: weld, a: [15, 0Z], b: welded.p}
  - {name: rope, type: rod, a: [20, 0Z], b: roped}
  - {name: wire, type: point-on-line, a: [30, 0Z], b: bead, axis: [1, 0Z]}
  - {name: shake, type: drive-position, a: [40, 0Z], b: shaken, axis: [1, 0Z], motion: 0.2*sin(10*t)}
  - {name: turn, type: drive-angle, a: [45, 0Z], b: turned, motion: 3*t^2}
  - {name: spin, type: speed, a: [50, 0Z], b: spun, motion: 3}
  - {name: pin, type: revolute, a: [55, 0Z], b: stopped}
springs:
  - {type: torsional, a: [50, 0Z], b: spun, stiffness: 2, damper: 0.1}
contacts:
  - {name: stop, type: angular-stop, a: stopped, b: [55, 0Z], angle: 0.3, upper: true, restitution: 0.5}
  - {name: floor, type: point-plane, a: rolling, b: [0, 0Z], normal: [0, 1Z], offset: 1, friction: 0.1}
  - {name: edge, type: disk-plane, a: rolling, b: [0, -9Z], normal: [0, 1Z], radius: 1}
stepper: {type: combined, step: 1e-3, end: 0.2}
"""


def plane():
    bodies = [f"  - {{name: {name}, mass: {m}, inertia: {i}, at: {list(at)}, velocity: {list(v)}"
              + (f", points: {{p: {list(POINTS[name])}}}" if name in POINTS else "") + "}"
              for name, (m, i, at, v) in BODIES.items()]
    return "dimension: 2\ngravity: [0, -9.81]\nbodies:\n" + "\n".join(bodies) + LINKS.replace("Z", "")


def space():
    bodies = [f"  - {{name: {name}, mass: {m}, inertia: [{i}, {i}, {i}], at: {[*at, 0]}, velocity: {[*v[:2], 0]}, "
              f"angular_velocity: {[0, 0, v[2]]}"
              + (f", points: {{p: {[*POINTS[name], 0]}}}" if name in POINTS else "") + "}"
              for name, (m, i, at, v) in BODIES.items()]
    return "dimension: 3\ngravity: [0, -9.81, 0]\nbodies:\n" + "\n".join(bodies) + LINKS.replace("Z", ", 0")


class PlaneInSpace(unittest.TestCase):
    """Bodies that start in a plane and whose axes stand on it move as they do in the plane."""

    def test_histories(self):
        for stepper in ("combined",) if runs.BRIEF else ("combined", "moreau-jean", "ggl-alpha"):
            flat = own_input.run(plane(), f"-stepper_type {stepper}").history
            deep = own_input.run(space(), f"-stepper_type {stepper}").history
            pairs = {".x": ".x", ".y": ".y", ".theta": ".phi_z", ".vx": ".vx", ".vy": ".vy", ".omega": ".omega_z"}
            for name in BODIES:
                for one, other in pairs.items():
                    with self.subTest(stepper, column=name + one):
                        apart = deep[name + other] - flat[name + one]
                        self.assertLessEqual(abs(apart).max(), 1e-10 * max(1, abs(flat[name + one]).max()))
                for rest in (".z", ".phi_x", ".phi_y", ".vz", ".omega_x", ".omega_y"):
                    self.assertLessEqual(abs(deep[name + rest]).max(), 1e-10)
            for name in ("stop.impulse", "floor.impulse", "floor.friction"):
                self.assertLessEqual(abs(abs(deep[name]) - abs(flat[name])).max(), 1e-10)


LOOP = """
dimension: {dim}
gravity: [0, -9.81{z}]
bodies:
  - {{name: left, mass: 1, inertia: {left}, at: [0, 0.5{z}], velocity: [-0.5, 0, {v1}], {w1} points: {{o: [0, -0.5{z}], e: [0, 0.5{z}]}}}}
  - {{name: rod, mass: 3, inertia: {rod}, at: [1, 1{z}], velocity: [-1, 0, 0], points: {{o: [-1, 0{z}], e: [1, 0{z}]}}}}
  - {{name: right, mass: 1, inertia: {left}, at: [2, 0.5{z}], velocity: [-0.5, 0, {v1}], {w1} points: {{o: [0, -0.5{z}], e: [0, 0.5{z}]}}}}
joints:
  - {{name: one, type: revolute, a: [0, 0{z}], b: left.o}}
  - {{name: two, type: revolute, a: left.e, b: rod.o}}
  - {{name: three, type: revolute, a: rod.e, b: right.e}}
  - {{name: four, type: revolute, a: [2, 0{z}], b: right.o}}
stepper: {{type: combined, step: 1e-3, end: 0.2}}
"""


class ClosedLoop(unittest.TestCase):
    def test_parallelogram(self):
        """Four hinges that stand on a plane hold three rows more than it takes: it moves as in the plane."""
        flat = own_input.run(LOOP.format(dim=2, z="", left=0.1, rod=1, v1=1, w1="")).history
        deep, told = own_input.run_warned(LOOP.format(dim=3, z=", 0", left=[0.1] * 3, rod=[1] * 3, v1=0,
                                                      w1="angular_velocity: [0, 0, 1],"))
        self.assertIn("'four'", told)
        for name in ("left", "rod", "right"):
            for one, other in {".x": ".x", ".y": ".y", ".theta": ".phi_z", ".omega": ".omega_z"}.items():
                self.assertLessEqual(abs(deep.history[name + other] - flat[name + one]).max(), 1e-9)
            self.assertLessEqual(abs(deep.history[f"{name}.z"]).max(), 1e-10)


CONE = """
dimension: 3
gravity: [0, 0, -9.81]
bodies: [{{name: bob, mass: 2, inertia: [0.1, 0.1, 0.1], at: [{x}, 0, {z}], velocity: [0, {v}, 0], angular_velocity: [0, 0, {spin}], points: {{top: [{back}, 0, {up}]}}}}]
joints: [{{name: hang, type: {type}, a: [0, 0, 0], b: {b}}}]
stepper: {{type: ggl-alpha, step: 1e-3, end: 1}}
"""


class Pendulum(unittest.TestCase):
    def test_conical(self):
        """A bob of a rod of 1 m, 0.6 m off its axis: ω² = g / 0.8 m, its height is the same."""
        omega = math.sqrt(G / 0.8)
        h = own_input.run(CONE.format(x=0.6, z=-0.8, v=0.6 * omega, spin=0, type="rod", b="bob", back=0, up=0)).history
        self.assertLessEqual(abs(h["bob.z"] + 0.8).max(), 2e-5)
        self.assertLessEqual(abs(h["bob.x"] - 0.6 * np.cos(omega * h["t"])).max(), 2e-5)
        self.assertLessEqual(abs(h["bob.y"] - 0.6 * np.sin(omega * h["t"])).max(), 2e-5)
        np.testing.assert_allclose(h["hang.force"][2:], 2 * G / 0.8, rtol=1e-3)

    def test_ball_joint(self):
        """What is held at a point keeps its angular momentum about the vertical through it, and its energy."""
        h = own_input.run(CONE.format(x=0.6, z=-0.8, v=0.9, spin=1.5, type="spherical", b="bob.top", back=-0.6, up=0.8)).history
        arm = np.sqrt(h["bob.x"]**2 + h["bob.y"]**2 + h["bob.z"]**2)
        self.assertLessEqual(abs(arm - 1).max(), 1e-9)
        spin = 2 * (h["bob.x"] * h["bob.vy"] - h["bob.y"] * h["bob.vx"]) + 0.1 * h["bob.omega_z"]
        self.assertLessEqual(abs(spin - spin[0]).max(), 1e-4 * abs(spin[0]))
        self.assertLessEqual(abs(h["energy"] - h["energy"][0]).max(), 1e-4)


BALL = """
dimension: 3
gravity: [0, 0, -9.81]
bodies: [{name: ball, shape: {type: sphere, radius: 0.1}, mass: 2, at: [0, 0, 0.1], velocity: [1.2, 1.6, 0]}]
contacts: [{name: floor, type: point-plane, a: ball, b: [0, 0, 0], normal: [0, 0, 1], offset: 0.1, friction: 0.3}]
stepper: {type: moreau-jean, step: 1e-3, end: 0.4}
"""


class Rolling(unittest.TestCase):
    def test_five_sevenths(self):
        """A ball that slides at first rolls at 5/7 of its speed from (2/7) v / (µ g) = 0.194 s on."""
        h = own_input.run(BALL).history
        rolling = h["t"] > 2 / 7 * 2 / (0.3 * G) + 2e-3
        for column, wanted in {"vx": 1.2 * 5 / 7, "vy": 1.6 * 5 / 7, "omega_x": -16 * 5 / 7, "omega_y": 12 * 5 / 7,
                               "omega_z": 0, "vz": 0}.items():
            with self.subTest(column):
                np.testing.assert_allclose(h[f"ball.{column}"][rolling], wanted, atol=1e-9)
        sliding = h["t"] < 0.19
        speed = np.hypot(h["ball.vx"], h["ball.vy"])
        self.assertLessEqual(abs(speed - (2 - 0.3 * G * h["t"]))[sliding].max(), 1e-9)
        np.testing.assert_allclose((h["ball.vy"] / h["ball.vx"])[sliding], 4 / 3, rtol=1e-9)


def block(slope, friction, height):
    """A block of 1 m × 1 m × height on a plane that falls by `slope` along x: gravity is tilted instead."""
    corners = {f"{name}": [x, y, -height / 2] for name, x, y in
               (("a", -0.5, -0.5), ("b", 0.5, -0.5), ("c", 0.5, 0.5), ("d", -0.5, 0.5))}
    angle = math.atan(slope)
    contacts = "\n".join(f"  - {{name: {name}, type: point-plane, a: block.{name}, b: [0, 0, 0], normal: [0, 0, 1], "
                         f"friction: {friction}}}" for name in corners)
    return (f"dimension: 3\ngravity: [{G * math.sin(angle)}, 0, {-G * math.cos(angle)}]\n"
            f"bodies: [{{name: block, shape: {{type: box, size: [1, 1, {height}]}}, mass: 3, at: [0, 0, {height / 2}], "
            f"points: {corners}}}]\n".replace("'", "")
            + f"contacts:\n{contacts}\nstepper: {{type: moreau-jean, step: 2e-3, end: 0.2}}\n")


class Incline(unittest.TestCase):
    """Four corners on a plane: one more than hold the block."""

    def test_friction_limit(self):
        """tan α = 1/4: it sticks at 1 % more friction than that, and slides at 1 % less."""
        stuck = own_input.run(block(0.25, 0.2525, 0.5)).history
        self.assertLessEqual(abs(stuck["block.x"]).max(), 1e-12)
        self.assertLessEqual(abs(stuck["block.vx"]).max(), 1e-12)
        slid = own_input.run(block(0.25, 0.2475, 0.5)).history
        acceleration = G * math.cos(math.atan(0.25)) * (0.25 - 0.2475)
        np.testing.assert_allclose(slid["block.vx"][1:], acceleration * slid["t"][1:], rtol=1e-8)
        self.assertLessEqual(abs(slid["block.omega_y"]).max(), 1e-12)

    def test_tipping(self):
        """A block 4 times as high as wide tips from tan α = 1/4 on, about its lower edge."""
        still = own_input.run(block(0.2475, 0.9, 4)).history
        self.assertLessEqual(abs(still["block.omega_y"]).max(), 1e-12)
        tips = own_input.run(block(0.2525, 0.9, 4)).history
        # About the edge: J ω' = m g (h/2 sin α − w/2 cos α), J = m (w² + h²)/3.
        rate = G * math.cos(math.atan(0.2525)) * (2 * 0.2525 - 0.5) / ((1 + 16) / 3)
        np.testing.assert_allclose(tips["block.omega_y"][1:], rate * tips["t"][1:], rtol=3e-2)  # faster as it tips on
        self.assertLessEqual(abs(tips["b.gap"]).max(), 1e-4)
        self.assertGreater(tips["a.gap"][-1], 1e-6)


if __name__ == "__main__":
    unittest.main()
