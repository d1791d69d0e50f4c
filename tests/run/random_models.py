# SPDX-License-Identifier: BSD-2-Clause
"""Random planar models for energy-momentum: trusses, cables and bodies that hit floors, walls and one another."""

import numpy as np
import own_input


def number(value):
    return f"{value:.6g}"


def vector(values):
    return "[" + ", ".join(number(v) for v in values) + "]"


def law(random):
    """A law of contact: restitutions that differ, friction in two of three."""
    friction = random.choice([0, random.uniform(0.05, 1.0), random.uniform(0.05, 0.5)])
    return f"restitution: {number(random.choice([0, 1, random.uniform(0, 1)]))}" + (f", friction: {number(friction)}" if friction else "")


def truss(random):
    """A lattice, or a slack cable, that is thrown at a floor and a wall; h from 1e-4 to 0.1 of a bar's period."""
    cells, size = random.integers(1, 4, 2), random.uniform(0.05, 0.3)
    young, density = 10 ** random.uniform(5, 9), 1000
    period = 2 * np.pi * size / np.sqrt(young / density)
    step = min(period * 10 ** random.uniform(-4, -1), 2e-2)
    cable = random.random() < 0.4
    mesh = (f"mesh: {{line: {{name: t, from: [0, 0.2], to: [{number(size * cells[0] * 4)}, 0.25], cells: {cells[0] * 4}}}}}" if cable else
            f"mesh: {{lattice: {{name: t, cells: [{cells[0]}, {cells[1]}], origin: [0, 0.02], size: [{number(size)}, {number(size)}]}}}}")
    speed = 10 ** random.uniform(-0.5, 0.7)
    return step, f"""
{mesh}
materials: {{m: {{E: {number(young)}, density: {density}}}}}
elements: [{{type: bar-nonlinear, region: t, material: m, area: 1e-4, tension_only: {'true' if cable else 'false'}, lumped: {random.choice(['true', 'false'])}}}]
initial: [{{region: t, velocity: ["{number(random.normal() * speed)} - {number(random.normal() * speed)}*y", "{number(random.normal() * speed)} + {number(random.normal() * speed)}*x"]}}]
contacts:
  - {{name: floor, type: node-plane, region: t, point: [0, 0], normal: [0, 1], {law(random)}}}
  - {{name: wall, type: node-plane, region: t, point: [-0.05, 0], normal: [1, 0], {law(random)}}}
"""


def bodies(random):
    """Disks, hinged bars and a spring between them, over a floor and beside one another."""
    count = random.integers(2, 5)
    lines, contacts = [], []
    for i in range(count):
        at = 0.25 * i, random.uniform(0.1, 0.3)
        velocity = *random.normal(size=2), 3 * random.normal()
        lines.append(f"  - {{name: d{i}, mass: {number(10 ** random.uniform(-1, 1))}, shape: {{type: disk, radius: 0.1}}, at: {vector(at)}, "
                     f"velocity: {vector(velocity)}, points: {{p: [0.05, 0.02]}}}}")
        contacts.append(f"  - {{name: f{i}, type: point-line, a: d{i}, b: [0, 0], offset: 0.1, {law(random)}}}")
        if i:
            contacts.append(f"  - {{name: c{i}, type: circle-circle, a: d{i - 1}, b: d{i}, offset: 0.1, radius: 0.1, {law(random)}}}")
    joint = random.choice(["", "joints: [{name: r, type: rod, a: d0.p, b: d1.p}]",
                           f"springs: [{{type: linear, a: d0.p, b: d1.p, stiffness: {number(10 ** random.uniform(1, 4))}, length: 0.3}}]"])
    return 10 ** random.uniform(-4, -2), "bodies:\n" + "\n".join(lines) + f"\n{joint}\ncontacts:\n" + "\n".join(contacts) + "\n"


def model(seed):
    """The input number `seed`, of 100 steps, and its dissipation."""
    random = np.random.default_rng(seed)
    dissipation = random.choice([0, 0, 0.25])
    step, text = (truss if random.random() < 0.5 else bodies)(random)
    return f"""dimension: 2
gravity: [0, {number(random.choice([0, -9.81]))}]
{text}
stepper: {{type: energy-momentum, step: {number(step)}, end: {number(100 * step)}, dissipation: {dissipation}}}
output: {{vtk_every: 0, energy_balance: true}}
""", dissipation


def check(test, seed):
    """Run it: no step makes energy beyond the work done, but what E* − E allows with dissipation; nothing penetrates."""
    text, dissipation = model(seed)
    h = own_input.run(text).history
    made = np.diff(h["energy"] - h["balance_loads"] - h["balance_motion"])
    stake = h["kinetic"].max() + np.ptp(h["potential"])
    if not dissipation:
        test.assertLessEqual(made.max(), 1e-9 * stake)
    test.assertLessEqual(made.sum(), (0.05 if dissipation else 1e-9) * stake)
    test.assertGreaterEqual(h["min_gap"].min(), -1e-9)
