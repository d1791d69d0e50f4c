# SPDX-License-Identifier: BSD-2-Clause
# labels: slow
"""Coulomb friction of all kinds of contacts against closed forms, under every stepper that has it."""

import functools
import itertools
import math
import unittest

import numpy as np
import own_input
import runs

STEPPERS = ("moreau-jean", "projected", "combined", "ggl-theta", "ggl-alpha", "nsga", "moreau", "moreau-symmetric",
            "moreau-variational", "rattle",
            "energy-momentum")[:: 3 if runs.BRIEF else 1]
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
PUCK = """
title: a puck
dimension: DIM
gravity: [GRAVITY]
mesh: {node: {name: puck, at: [ORIGIN]}}
elements: [{type: point-mass, region: puck, mass: 2}]
initial: [{region: puck, velocity: [VELOCITY]}]
contacts: [{name: floor, type: node-plane, region: puck, point: [ORIGIN], normal: [NORMAL], friction: FRICTION}]
output: {probes: {puck: puck}}
stepper: {type: rattle, step: 1e-3, end: 0.2}
"""
SHIFTED = {"moreau-symmetric": 0.5, "moreau-variational": 0.5}  # what v belongs to is so many steps later than q


@functools.lru_cache(maxsize=None)
def history(text, stepper, ranks=1, step=None):
    options = f"-stepper_step {step}" if step else ""
    return own_input.run(text, f"-stepper_type {stepper} {options}", ranks=ranks).history


def puck(friction, dim=3, velocity="1, 1, 0"):
    words = {"DIM": str(dim), "GRAVITY": "0, 0, -10"[3 * (3 - dim):], "ORIGIN": "0, 0, 0"[3 * (3 - dim):],
             "NORMAL": "0, 0, 1"[3 * (3 - dim):], "VELOCITY": velocity, "FRICTION": friction}
    text = PUCK
    for word, value in words.items():
        text = text.replace(word, value)
    return text


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


class Elliptic(unittest.TestCase):
    """µ₁ along an axis, µ₂ across it: by maximal dissipation u̇_i = −g µ_i² u_i / (Σ µ_j² u_j²)^½, so that
    u_1 / u_1(0) = (u_2 / u_2(0))^((µ₁/µ₂)²)."""

    FRICTION = "{coefficient: [0.4, 0.2], axis: [0.8, 0.6, 0.5]}"  # what of the axis is along the normal is left out

    def test_sliding(self):
        for stepper in STEPPERS:
            with self.subTest(stepper=stepper):
                h = history(puck(self.FRICTION), stepper)
                along, across = 0.8 * h["puck.vx"] + 0.6 * h["puck.vy"], 0.8 * h["puck.vy"] - 0.6 * h["puck.vx"]
                np.testing.assert_allclose(along / 1.4, (across / 0.2) ** 4, atol=1e-6 if stepper == "rattle" else 4e-3)
                slip = np.hypot(0.4 * along, 0.2 * across)
                force = 20 * np.hypot(0.16 * along, 0.04 * across) / slip
                measured = h["floor.friction"] / h["floor.impulse"].clip(1e-300) * 20
                np.testing.assert_allclose(measured[2:], force[2:], rtol=2e-2)

    def test_not_nodal(self):
        """Rows of two lengths are no frame: asked for the stage that takes frames, `check` says why it takes another."""
        for friction, says in ((self.FRICTION, r"velocity_: condensed, .* \(not nodal: rows of a contact differ in length, as with "
                                               r"two coefficients of friction\)\n"), ("0.3", r"velocity_: nodal, [^(]*\n")):
            path = own_input.write(puck(friction))
            told = own_input.program("check", str(path), "-stepper_type", "moreau-jean", "-stage_type", "nodal")
            self.assertRegex(told.stdout, says)

    def test_second_order(self):
        """rattle against the solution of the equation above."""
        exact = np.array([0.38573641, 0.49189216])  # at 0.2 s, by Runge–Kutta steps of 1e-5 s
        errors = []
        for step in (2e-3, 1e-3):
            h = history(puck(self.FRICTION), "rattle", step=step)
            errors.append(np.hypot(h["puck.vx"][-1] - exact[0], h["puck.vy"][-1] - exact[1]))
        self.assertLess(errors[0], 3e-7)
        self.assertGreater(math.log2(errors[0] / errors[1]), 1.8)

    def test_limit(self):
        """It stays on a slope of 0.3 along the axis, and slides where that is turned by a right angle."""
        for axis, stays in (("1, 0", True), ("0, 1", False)):
            text = puck("{coefficient: [0.4, 0.2], axis: [%s, 0]}" % axis, velocity="0, 0, 0").replace("0, 0, -10", "3, 0, -10")
            for stepper in STEPPERS:
                with self.subTest(axis=axis, stepper=stepper):
                    v = history(text, stepper)["puck.vx"][-1]
                    self.assertAlmostEqual(v, 0 if stays else (3 - 2) * 0.2, delta=1e-12 if stays else 2e-3)


class Spin(unittest.TestCase):
    """Coulomb–Contensou: with û = (u, ℓω), u̇ = −µ g u/‖û‖ and ω̇ = −µ g (m ℓ²/J) ω/‖û‖, so that
    ω/ω(0) = (u/u(0))^(m ℓ²/J); without sliding ω falls by µ g m ℓ/J."""

    PUCK = """
title: a spinning puck
dimension: 3
gravity: [0, 0, -10]
bodies: [{name: puck, mass: 2, inertia: [0.05, 0.05, 0.01], at: [0, 0, HEIGHT], velocity: [SPEED, 0], angular_velocity: [0, 0, 10]}]
contacts: [{name: floor, type: point-plane, a: puck, b: [0, 0, 0], normal: [0, 0, 1], offset: HEIGHT, friction: FRICTION}]
stepper: {type: rattle, step: 1e-3, end: 0.3}
"""
    POWER = 2 * 0.05**2 / 0.01

    def puck(self, speed="0.6, 0.8", friction="{coefficient: 0.3, radius: 0.05}", height="0"):
        return self.PUCK.replace("SPEED", speed).replace("FRICTION", friction).replace("HEIGHT", height)

    def test_sliding_and_spinning(self):
        for stepper in STEPPERS:
            with self.subTest(stepper=stepper):
                h = history(self.puck(), stepper)
                u = np.hypot(h["puck.vx"], h["puck.vy"])
                np.testing.assert_allclose(h["puck.omega_z"] / 10, u**self.POWER, atol=1e-6 if stepper == "rattle" else 1e-3)
                np.testing.assert_allclose(0.6 * h["puck.vy"], 0.8 * h["puck.vx"], atol=1e-12)
                if stepper not in SHIFTED:
                    np.testing.assert_allclose((h["floor.slip"], h["floor.spin"]), (u, h["puck.omega_z"]), rtol=1e-14)
                used = np.hypot(h["floor.friction"], h["floor.drilling"] / 0.05)[2:]
                np.testing.assert_allclose(used, 0.3 * h["floor.impulse"][2:], rtol=1e-9)
                self.assertLessEqual(np.diff(h["energy"]).max(), 1e-15)
                self.assertGreaterEqual(np.diff(h["balance_friction"]).min(), 0)

    def test_decay_of_a_spinning_sphere(self):
        """It spins on where it stands and stops at J ω / (µ m g ℓ) = 1/3 s; without a radius it never does."""
        for stepper in STEPPERS:
            with self.subTest(stepper=stepper):
                h = history(self.puck("0, 0", height="0.1").replace("end: 0.3", "end: 0.4"), stepper)
                t = h["t"] + SHIFTED.get(stepper, 0) * STEP * (h["t"] > 0)
                np.testing.assert_allclose(h["puck.omega_z"], np.maximum(0, 10 - 30 * t), atol=0.03)
                self.assertLessEqual(abs(h["puck.omega_z"][-1]), 1e-12)
                self.assertLessEqual(np.hypot(h["puck.x"], h["puck.y"]).max(), 1e-12)
        h = history(self.puck("0, 0", "0.3", "0.1"), "rattle")
        np.testing.assert_allclose(h["puck.omega_z"], 10, atol=1e-12)

    def test_other_laws_of_bodies(self):
        """Two coefficients, and one of the speed ‖û‖, along the diagonal of û as along a line."""
        h = history(self.puck("1, 1", Elliptic.FRICTION).replace("end: 0.3", "end: 0.2"), "rattle")
        np.testing.assert_allclose([h["puck.vx"][-1], h["puck.vy"][-1]], [0.38573641, 0.49189216], atol=1e-7)
        text = self.puck("0, 0", '{coefficient: "0.2 + 0.1*exp(-s/0.1)", radius: 0.05}').replace("0.01]", "0.005]")
        h = history(text, "rattle")  # m ℓ² = J: ℓω falls as v does of a puck, from 0.5 m/s
        w = (math.exp(0.5 / 0.1) + 0.5) * np.exp(-0.2 * 10 * h["t"] / 0.1) - 0.5
        moving = h["t"] < 0.2
        np.testing.assert_allclose(0.05 * h["puck.omega_z"][moving], 0.1 * np.log(w[moving]), atol=2e-5)

    def test_ranks(self):
        one, more = (history(self.puck(), "rattle", ranks) for ranks in (1, runs.RANKS[-1]))
        for column in ("puck.vx", "puck.omega_z", "floor.drilling", "floor.spin"):
            np.testing.assert_allclose(more[column], one[column], atol=1e-12)


class OfSpeed(unittest.TestCase):
    """v̇ = −g µ(v), µ = 0.2 + 0.1 exp(−v/c): with w = exp(v/c), w(t) + ½ = (w(0) + ½) exp(−0.2 g t/c)."""

    FRICTION, C = '"0.2 + 0.1*exp(-s/0.1)"', 0.1

    def exact(self, t):
        return self.C * np.log((math.exp(1 / self.C) + 0.5) * np.exp(-0.2 * 10 * t / self.C) - 0.5)

    def test_decay(self):
        for dim, velocity, direction in ((2, "1, 0", [1, 0]), (3, "0.6, 0.8, 0", [0.6, 0.8, 0])):
            text = puck(self.FRICTION, dim, velocity).replace("end: 0.2", "end: 0.46")
            for stepper in STEPPERS[dim - 2:: 2 * dim - 3]:
                with self.subTest(dim=dim, stepper=stepper):
                    h = history(text, stepper)
                    v = sum(h[f"puck.v{axis}"] * d for axis, d in zip("xyz", direction))
                    t = h["t"] + SHIFTED.get(stepper, 0) * STEP
                    np.testing.assert_allclose(v[1:], self.exact(t[1:]), atol=2e-6 if stepper == "rattle" else 5e-4)

    def test_second_order_and_stop(self):
        text = puck(self.FRICTION, 2, "1, 0").replace("end: 0.2", "end: 0.6")
        errors = []
        for step in (2e-3, 1e-3):
            h = history(text, "rattle", step=step)
            errors.append(abs(h["puck.vx"] - self.exact(0.4))[np.argmin(abs(h["t"] - 0.4))])
            stop = h["t"][np.argmax(np.abs(h["puck.vx"]) <= 1e-12)]
            self.assertAlmostEqual(stop, self.C / 2 * math.log((math.exp(1 / self.C) + 0.5) / 1.5), delta=step)
        self.assertGreater(math.log2(errors[0] / errors[1]), 1.8)

    def test_constant(self):
        """An expression that does not depend on s gives what the number does."""
        for stepper in STEPPERS:
            with self.subTest(stepper=stepper):
                number, text = (history(puck(mu), stepper) for mu in ("0.25", '"0.5/2"'))
                np.testing.assert_array_equal(number["puck.vx"], text["puck.vx"])


class Energy(unittest.TestCase):
    def test_friction_only_takes(self):
        """Whatever the law and the scheme: sliding, turning, stopping; of what acts along the velocities friction takes
        in every step, and with constant forces nothing else changes the energy."""
        for friction in ("0.3", Elliptic.FRICTION, OfSpeed.FRICTION):
            for stepper in STEPPERS:
                with self.subTest(friction=friction, stepper=stepper):
                    h = history(puck(friction).replace("end: 0.2", "end: 0.7"), stepper, step=3e-3)
                    taken = h["balance_friction"]
                    self.assertGreaterEqual(np.diff(taken).min(), 0)
                    self.assertAlmostEqual(taken[-1], 2, delta=1e-12 if stepper not in SHIFTED else 3e-2)
                    self.assertLessEqual(np.diff(h["energy"]).max(), 1e-15)


class Incline(unittest.TestCase):
    def test_limit(self):
        """A block stays 1 % below the friction angle, and 1 % above it slides with g (sin − µ cos)."""
        mu = 0.4
        for stepper in STEPPERS:
            with self.subTest(stepper=stepper):
                h = history(block(math.atan(0.99 * mu), mu), stepper)
                self.assertLessEqual(np.abs(h["block.x"]).max(), 1e-5)
                angle = math.atan(1.01 * mu)
                h = history(block(angle, mu), stepper)
                self.assertAlmostEqual(h["block.vx"][-1], G * (math.sin(angle) - mu * math.cos(angle)) * END, delta=1e-4)

    def test_stays_and_slides(self):
        """Schemes that take a smooth motion without friction into the positions: what sticks stays where it is
        to round-off, on closed gaps, and what slides moves by the mean velocity of each step."""
        mu = 0.4
        for stepper in ("ggl-alpha", "nsga", "ggl-theta"):
            with self.subTest(stepper=stepper):
                rests = block(math.atan(0.99 * mu), mu).replace("end: 0.5", "end: 10")
                h = history(rests.replace("title", "output: {energy_balance: true}\ntitle"), stepper)
                self.assertEqual(h["step"][-1], 10**4)
                self.assertLessEqual(np.abs([h["block.x"], h["block.theta"], h["A.gap"], h["B.gap"]]).max(), 1e-13)
                self.assertLessEqual(np.abs(h["balance_friction"]).max(), 1e-11)
                h = history(block(math.atan(0.5), mu), stepper)
                np.testing.assert_allclose(h["block.x"], G * (0.5 - mu) / math.sqrt(1.25) * h["t"] ** 2 / 2, atol=1e-12)

    def test_elastic_bar_stays(self):
        """Beads with an elastic bar between them and a blow to one: where all have stopped no step moves them."""
        text = beads(math.atan(0.2), 2).replace("contacts", "initial: [{region: start, velocity: [0.05, 0]}]\ncontacts")
        h = history(text, "ggl-alpha")
        stopped = h["kinetic"] < 1e-30
        self.assertFalse(stopped[1])
        self.assertGreater(stopped.sum(), 100)
        self.assertLessEqual(np.ptp(h["bead.x"][stopped][10:]), 1e-14)
        self.assertLessEqual(np.abs(h["ground.gap"]).max(), 1e-15)

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
        """In the brief form each scheme with one law, each law with a scheme."""
        plain = beads(math.atan(0.5), 3)
        laws = {"number": "0.3", "elliptic": "{coefficient: [0.4, 0.2], axis: [1, 0, 0]}",
                "of speed": '"0.2 + 0.1*exp(-s/0.1)"'}
        for ranks, name, law in itertools.product(runs.RANKS, ("moreau-jean", "projected", "ggl-alpha", "rattle"), laws):
            brief = (name, law) in (("moreau-jean", "elliptic"), ("projected", "number"), ("ggl-alpha", "number"),
                                    ("rattle", "of speed"))
            if brief or not runs.BRIEF and (law == "number" or name in ("moreau-jean", "rattle")):
                with self.subTest(ranks=ranks, stepper=name, law=law):
                    text = plain.replace("friction: 0.3", "friction: " + laws[law])
                    one, more = history(text, name), history(text, name, ranks)
                    for column in ("bead.x", "bead.vx", "bead.vy", "ground.impulse", "ground.friction", "energy"):
                        np.testing.assert_allclose(more[column], one[column], atol=1e-10 * np.abs(one[column]).max())


if __name__ == "__main__":
    unittest.main()
