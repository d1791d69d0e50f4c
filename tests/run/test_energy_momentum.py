# SPDX-License-Identifier: BSD-2-Clause
"""energy-momentum keeps what docs/energy-momentum.md promises: energy, momenta, gaps and orders."""

import unittest

import numpy as np
import own_input
import random_models
import runs

HEAD = """
dimension: 2
stepper: {type: energy-momentum, step: 1e-3, end: 0.5}
output: {vtk_every: 0, energy_balance: true}
"""

CABLE = HEAD.replace("end: 0.5", "end: 5") + """
mesh: {line: {name: cable, from: [0, 0.5], to: [4, 0.5], cells: 80}}
materials: {rope: {E: 1e8, density: 1000}}
elements: [{type: bar-nonlinear, region: cable, material: rope, area: 1e-4, tension_only: true}]
damping: {mass: 1}
gravity: [0, -9.81]
supports: [{region: cable.start}, {region: cable.end, displacement: ["-min(t,1)", 0]}]
contacts: [{name: floor, type: node-plane, region: cable, point: [0, 0], normal: [0, 1]}]
"""

TRUSS = """
mesh: {lattice: {name: t, cells: [2, 1], origin: [0, 0], size: [0.1, 0.05]}}
elements: [{type: bar-nonlinear, region: t, material: m, area: 1e-4}]
"""


def history(text, *options, ranks=1):
    return own_input.run(text, *options, ranks=ranks).history


def rise(h):
    """The largest rise of the energy beyond the work done on the model, from any earlier time."""
    kept = h["energy"] - h["balance_loads"] - h["balance_motion"]
    return np.max(kept - np.minimum.accumulate(kept))


def stake(h):
    return h["kinetic"].max() + h["potential"].max() - h["potential"].min()


class Cable(unittest.TestCase):
    """A slack cable falls on a floor while an end is pulled in: schemes that make energy explode."""

    def test_energy(self):
        """Within 1e-4 of a prototype; at 1e-2 s, where no one follows a link, within 1e-3."""
        cases = [(20, 1e-2, 0.2566, 7.4), (20, 1e-3, 0.2552, 3.1), (80, 1e-2, 0.2502, 12.3)]
        if not runs.BRIEF:
            cases += [(20, 2e-4, 0.2551, 1.9), (80, 1e-3, 0.2463, 6.7), (80, 2e-4, 0.2458, 4.0), (320, 1e-3, 0.2469, 11.0)]
        for cells, step, energy, iterations in cases:
            with self.subTest(cells=cells, step=step):
                h = history(CABLE, f"-mesh_line_cells {cells} -stepper_step {step}")
                self.assertAlmostEqual(h["energy"][-1], energy, delta=1e-3 if step == 1e-2 else 1e-4)
                self.assertLess(h["iterations"][1:].mean(), 1.1 * iterations)
                self.assertLessEqual(rise(h), 1e-9 * stake(h))
                self.assertGreaterEqual(h["min_gap"].min(), -1e-12)

    def test_dissipation(self):
        """High frequencies go, and no more is made."""
        h = history(CABLE, "-mesh_line_cells 20 -stepper_step 1e-2 -stepper_dissipation 0.25")
        self.assertLess(h["energy"][-1], 0.27)
        self.assertLess(abs(h["min_gap"].min()), 1e-12)

    def test_ranks(self):
        one, three = (own_input.run(CABLE, "-mesh_line_cells 20 -stepper_step 1e-3 -stepper_end 0.2", ranks=n) for n in (1, 3))
        apart, column = runs.difference(one, three)
        self.assertLess(apart, 1e-6, column)


class Moving(unittest.TestCase):
    """What floors, supports and drives do on a model is known exactly, also where it is hit."""

    CASES = {
        "floor": """
gravity: [0, -9.81]
mesh: {node: {name: p, at: [0, 0.1]}}
elements: [{type: point-mass, region: p, mass: 2}]
contacts: [{name: floor, type: node-plane, region: p, point: [0, 0], normal: [0, 1], restitution: 0.5, motion: 0.05*sin(20*t)}]
""", "support": """
mesh: {line: {name: b, from: [0, 0], to: [1, 0], cells: 10}}
materials: {m: {E: 1e4, density: 100}}
elements: [{type: bar-nonlinear, region: b, material: m, area: 1e-2}]
supports: [{region: b.start, displacement: ["0.1*sin(8*t)", "0.2*sin(3*t)"]}]
contacts: [{name: wall, type: node-plane, region: b, point: [1.02, 0], normal: [-1, 0], restitution: 0.3}]
""", "drive": """
gravity: [0, -9.81]
bodies:
  - {name: crank, mass: 1, shape: {type: rod, length: 1}, at: [0.5, 0], velocity: [0, -1, -2], points: {l: [-0.5, 0], r: [0.5, 0]}}
  - {name: bob, mass: 0.5, inertia: 1e-3, at: [1, -0.5]}
joints:
  - {name: pin, type: revolute, a: [0, 0], b: crank.l}
  - {name: turn, type: drive-angle, a: [0, 0], b: crank.l, motion: -0.5*sin(4*t)}
springs: [{type: linear, a: crank.r, b: bob, stiffness: 200, damper: 1, length: 0.4}]
contacts: [{name: floor, type: point-line, a: bob, b: [0, -0.7], normal: [0, 1], restitution: 0.5}]
"""}

    def test_work(self):
        for name, text in self.CASES.items():
            with self.subTest(name):
                h = history(HEAD.replace("end: 0.5", "end: 0.8") + text)
                self.assertGreater(np.abs(h["balance_motion"]).max(), 0.1 * stake(h))
                self.assertGreater(h["balance_impacts"][-1], 1e-3 * stake(h))
                self.assertLessEqual(np.abs(h["balance_numerical"]).max(), 1e-9 * stake(h))


class Dissipation(unittest.TestCase):
    def test_spectral_radius(self):
        """Of an oscillator: what a step leaves of its motion."""
        for frequency, radius, steps in ((0.63, 0.996, 400), (2, 0.90, 60), (4, 0.71, 30)):
            text = HEAD.replace("dimension: 2", "dimension: 1").replace("end: 0.5", f"end: {steps}").replace("1e-3", "1") + f"""
mesh: {{node: {{name: p, at: [0]}}}}
elements: [{{type: point-mass, region: p, mass: 1}}, {{type: ground-spring, region: p, stiffness: [{frequency**2}]}}]
initial: [{{region: p, velocity: [1]}}]
"""
            h = history(text, "-stepper_dissipation 0.25")
            left = np.sqrt(h["energy"][steps // 4:].clip(1e-300))
            self.assertAlmostEqual(np.exp(np.polyfit(np.arange(len(left)), np.log(left), 1)[0]), radius, delta=0.006)


class Bar(unittest.TestCase):
    def test_impact(self):
        """Exact: 200 N s, 500 J."""
        h = runs.run("impacting-bar", "-stepper_type energy-momentum -output_energy_balance true").history
        self.assertAlmostEqual(h["wall.impulse"].sum(), 198.975, delta=1e-3)
        self.assertAlmostEqual(h["energy"][-1] / 5, 99.71, delta=0.01)
        self.assertGreaterEqual(h["min_gap"].min(), -1e-12)
        self.assertLessEqual(rise(h), 1e-10 * 500)
        self.assertLessEqual(np.abs(h["balance_numerical"]).max(), 1e-10 * 500)


class Bodies(unittest.TestCase):
    def test_ball(self):
        """Impulses and energies of Newton's law; at rest the weight."""
        h = runs.run("bouncing-ball", "-stepper_type energy-momentum").history
        impulses = h["ground.impulse"][h["ground.impulse"] > 0]
        np.testing.assert_allclose(impulses[:3], [7.22, 5.744, 4.5848], atol=1e-3)
        np.testing.assert_allclose([h["energy"][round(t / 2e-3)] for t in (1, 2, 3)], [5.12, 1.2944, 0.2022], atol=5e-4)
        self.assertAlmostEqual(h["ground.force"][-1], 10, delta=1e-6)
        self.assertGreaterEqual(h["min_gap"].min(), -1e-15)

    def test_cradle(self):
        """The first of five balls on rods is let go at 0.5 rad: the last rises as high."""
        balls = "\n".join(f"  - {{name: b{i}, mass: 1, inertia: 1e-9, at: [{0.201 * i if i else -np.sin(0.5)}, {0 if i else 1 - np.cos(0.5)}], "
                          f"shape: {{type: disk, radius: 0.1}}}}" for i in range(5))
        rods = "\n".join(f"  - {{name: r{i}, type: rod, a: [{0.201 * i}, 1], b: b{i}}}" for i in range(5))
        pairs = "\n".join(f"  - {{name: c{i}, type: circle-circle, a: b{i}, b: b{i + 1}, offset: 0.1, radius: 0.1, restitution: 1}}"
                          for i in range(4))
        h = history(HEAD.replace("end: 0.5", "end: 1.1").replace("1e-3", "2e-4") + f"gravity: [0, -9.81]\nbodies:\n{balls}\njoints:\n{rods}\ncontacts:\n{pairs}\n")
        self.assertLessEqual(rise(h), 1e-11 * stake(h))
        self.assertAlmostEqual(h["b4.y"].max(), 1 - np.cos(0.5), delta=2e-3)
        self.assertLess(h["max_joint_error"].max(), 1e-11)

    def test_stick(self):
        """Dropped on its ends with e = 0 it comes to rest at once and for ever, with e = 1 it keeps its energy."""
        text = HEAD.replace("end: 0.5", "end: 2") + """
gravity: [0, -9.81]
bodies: [{name: stick, shape: {type: rod, length: 1}, mass: 1, at: [0, 0.5], velocity: [0, 0, 1], points: {l: [-0.5, 0], r: [0.5, 0]}}]
contacts:
  - {name: left, type: point-line, a: stick.l, b: [0, 0], restitution: E}
  - {name: right, type: point-line, a: stick.r, b: [0, 0], restitution: E}
"""
        h = history(text.replace("E}", "0}"))
        self.assertLess(abs(h["stick.y"][-1]) + abs(h["stick.vy"][-1]) + abs(h["stick.omega"][-1]), 1e-9)
        self.assertAlmostEqual(h["left.force"][-1] + h["right.force"][-1], 9.81, delta=1e-6)
        h = history(text.replace("E}", "1}"))
        self.assertLess(abs(h["energy"][-1] - h["energy"][0]), 1e-3 * h["energy"][0])
        self.assertLessEqual(rise(h), 1e-10 * stake(h))

    def test_stack(self):
        """A thousand boxes rest on one another: what is left of their percussions is small beside each of them."""
        count = 1000
        boxes = "\n".join(f"  - {{name: b{i}, mass: 1, shape: {{type: block, size: [1, 1]}}, at: [0, {i + 0.5}], points: {{l: [-0.5, -0.5], r: [0.5, -0.5], t: [0, 0.5]}}}}"
                          for i in range(count))
        pairs = "\n".join(f"  - {{name: {side}{i}, type: point-line, a: b{i}.{side}, b: {f'b{i - 1}.t' if i else '[0, 0]'}}}"
                          for i in range(count) for side in "lr")
        run = own_input.run(HEAD.replace("end: 0.5", "end: 0.02") + f"gravity: [0, -9.81]\nbodies:\n{boxes}\ncontacts:\n{pairs}\n")
        self.assertEqual(run.summary["halvings"], 0)
        h = run.history
        self.assertAlmostEqual(h["l0.force"][-1] + h["r0.force"][-1], 9.81 * count, delta=1e-6 * count)
        self.assertLess(h["kinetic"].max(), 1e-12)

    def test_friction(self):
        """A point slides to rest in v²/2µg; thrown at the floor it loses µ times the normal percussion of all of the step."""
        text = HEAD.replace("step: 1e-3", "step: 1e-2") + """
gravity: [0, -9.81]
mesh: {node: {name: p, at: [0, HEIGHT]}}
elements: [{type: point-mass, region: p, mass: 1}]
initial: [{region: p, velocity: VELOCITY}]
contacts: [{name: floor, type: node-plane, region: p, point: [0, 0], normal: [0, 1], friction: 0.3, restitution: 0.5}]
"""
        text = text.replace("vtk_every: 0", "vtk_every: 0, probes: {p: p}")
        h = history(text.replace("HEIGHT", "0").replace("VELOCITY", "[1, 0]"))
        self.assertAlmostEqual(h["p.x"][-1], 1 / (2 * 0.3 * 9.81), delta=1e-6)
        h = history(text.replace("HEIGHT", "0.0123").replace("VELOCITY", "[5, -1]"))
        hit = np.flatnonzero(h["floor.impulse"] > 0)[0]
        self.assertAlmostEqual(abs(h["floor.friction"][hit]) / h["floor.impulse"][hit], 0.3, delta=1e-8)
        self.assertLessEqual(rise(h), 1e-12 * stake(h))

    def test_refused(self):
        done = own_input.program("check", runs.SOURCE / "inputs" / "spring-pendulum.yaml", "-stepper_type", "energy-momentum")
        self.assertEqual(done.returncode, 2)
        self.assertIn("energy-momentum takes no system whose mass varies", done.stderr)


class Truss(unittest.TestCase):
    def test_slides(self):
        """Steel, 75 Courant numbers a step: two iterations, and nothing is lost."""
        text = HEAD.replace("end: 0.5", "end: 0.4") + TRUSS + """
materials: {m: {E: 210e9, density: 7800}}
gravity: [0, -9.81]
initial: [{region: t, velocity: [5, 0]}]
contacts: [{name: floor, type: node-plane, region: ymin, point: [0, 0], normal: [0, 1]}]
"""
        h = history(text)
        self.assertLess(h["iterations"][1:].mean(), 2.1)
        self.assertLess(abs(h["energy"][-1] / h["energy"][0] - 1), 1e-13)
        self.assertLessEqual(rise(h), 1e-13 * stake(h))

    def test_tumbles(self):
        """Free, it keeps energy and momenta; the same at ten times the step."""
        text = HEAD.replace("end: 0.5", f"end: {2 if runs.BRIEF else 100}") + TRUSS + """
materials: {m: {E: 1e6, density: 1000}}
initial: [{region: t, velocity: ["1 - 20*(y-0.025)", "2 + 20*(x-0.05)"]}]
"""
        probes = {f"p{i}{j}": (0.05 * i, 0.05 * j) for i in range(3) for j in range(2)}
        regions = ", ".join(f"{name}: {{nearest: [{x}, {y}]}}" for name, (x, y) in probes.items())
        text = text.replace("vtk_every: 0", "vtk_every: 0, history_every: 20, probes: {" + ", ".join(f"{n}: {n}" for n in probes) + "}")
        lumped = text.replace("area: 1e-4", "area: 1e-4, lumped: true") + f"regions: {{{regions}}}\n"
        for step in (1e-3, 1e-2):
            h = history(lumped, f"-stepper_step {step} -step_snes_rtol 1e-12")
            self.assertLess(np.ptp(h["energy"]), 1e-11 * h["energy"][0])
            for momentum, terms in momenta(h, probes):
                self.assertLess(np.ptp(momentum), 1e-11 * terms)


def momenta(h, probes):
    """Linear and angular momenta of a truss of 2 × 1 cells with lumped masses, from its nodes, and how large their terms are."""
    weight = weights()
    x = {n: (h[f"{n}.x"], h[f"{n}.y"], h[f"{n}.vx"], h[f"{n}.vy"]) for n in probes}
    def of(*parts):
        return sum(parts), max(np.abs(part).max() for part in parts)
    return (of(*(weight[n] * x[n][2] for n in probes)), of(*(weight[n] * x[n][3] for n in probes)),
            of(*(weight[n] * (x[n][0] * x[n][3]) for n in probes), *(-weight[n] * (x[n][1] * x[n][2]) for n in probes)))


def weights():
    """Half of the length of the bars at each node: those of the lattice and both diagonals of a cell."""
    nodes = {(i, j): f"p{i}{j}" for i in range(3) for j in range(2)}
    weight = dict.fromkeys(nodes.values(), 0.0)
    for (i, j), a in nodes.items():
        for di, dj in ((1, 0), (0, 1), (1, 1), (1, -1)):
            b = nodes.get((i + di, j + dj))
            if b:
                weight[a] += np.hypot(di, dj) / 2
                weight[b] += np.hypot(di, dj) / 2
    return weight


class Random(unittest.TestCase):
    def test_rise(self):
        """Random models: no step makes energy, nothing penetrates, and each run ends. 1000 of them: study_energy_momentum."""
        for seed in range(6 if runs.BRIEF else 30):
            with self.subTest(seed):
                random_models.check(self, seed)


class Order(unittest.TestCase):
    def error(self, text, step, reference):
        h = history(text, f"-stepper_step {step}")
        return np.hypot(h["m.x"][-1] - reference[0], h["m.y"][-1] - reference[1])

    def check(self, text):
        fine = history(text, "-stepper_step 1.25e-4")
        reference = fine["m.x"][-1], fine["m.y"][-1]
        coarse, half = (self.error(text, step, reference) for step in (4e-3, 2e-3))
        self.assertAlmostEqual(np.log2(coarse / half), 2, delta=0.1)

    def test_spring_pendulum(self):
        self.check(HEAD.replace("end: 0.5", "end: 0.6") + """
gravity: [0, -9.81]
bodies: [{name: m, mass: 1, inertia: 1, at: [1, 0]}]
springs: [{type: linear, a: [0, 0], b: m, stiffness: 100}]
""")

    def test_rod_pendulum(self):
        """With a joint, too."""
        self.check(HEAD.replace("end: 0.5", "end: 1") + """
gravity: [0, -9.81]
bodies: [{name: m, mass: 1, inertia: 1, at: [1, 0]}]
joints: [{name: rod, type: rod, a: [0, 0], b: m}]
""")


if __name__ == "__main__":
    unittest.main()
