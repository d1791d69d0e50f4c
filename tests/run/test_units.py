# SPDX-License-Identifier: BSD-2-Clause
"""A model in other units of length, mass and time, all powers of two, has the same history, bit for
bit: no tolerance, pivot or step control has a unit of its own, and those that history.json names are right."""

import json
import unittest

import numpy as np
import runs

STEPPERS = ("ggl-alpha", "ggl-alpha -stepper_solve decoupled", "moreau-jean", "moreau-jean -stepper_forecast free",
            "nsga", "projected", "projected -stepper_solve coupled", "combined", "ggl-theta", "theta-position",
            "smooth-alpha", "schatzman-paoli", "moreau", "moreau-symmetric", "moreau-variational", "rattle",
            "energy-momentum")
UNITS = ((1, 1, 1), (2.0**20, 2.0**-30, 2.0**24), (2.0**-10, 2.0**12, 2.0**-8))  # of L, M, T in SI units

# A rod on a hinge, held by springs, swings into an angular stop; a disk falls on it and on a floor.
LINKAGE = """
title: linkage
dimension: 2
bodies:
  - {{name: rod, shape: {{type: rod, length: {l}}}, mass: {m}, at: [{l2}, {l}], points: {{hinge: [-{l2}, 0], tip: [{l2}, 0]}}}}
  - {{name: disk, shape: {{type: disk, radius: {r}}}, mass: {m2}, at: [{l2}, {high}], velocity: [{v}, 0, {turn}]}}
joints: [{{name: hinge, type: revolute, a: [0, {l}], b: rod.hinge}}]
springs:
  - {{type: torsional, a: [0, 0], b: rod, stiffness: {torsion}, damper: {torsion_damper}}}
  - {{type: linear, a: [0, 0], b: rod.tip, stiffness: {k}}}
gravity: [0, -{g}]
contacts:
  - {{name: stop, type: angular-stop, a: rod, b: [0, 0], angle: -0.1, restitution: 0.3}}
  - {{name: top, type: point-line, a: disk, b: rod.hinge, normal: [0, 1], offset: {r}, restitution: 0.5}}
  - {{name: floor, type: point-line, a: rod.tip, b: [0, 0], normal: [0, 1]}}
stepper: {{type: ggl-alpha, step: {h}, end: {end}}}
output: {{vtk_every: 0, energy_balance: false}}
"""

# Bars of Green-Lagrange strain fall on a floor and bounce.
TRUSS = """
title: truss
dimension: 2
mesh: {{lattice: {{name: t, cells: [2, 1], origin: [0, {low}], size: [{l}, {l2}]}}}}
materials: {{m: {{E: {young}, density: {density}}}}}
elements: [{{type: bar-nonlinear, region: t, material: m, area: {area}}}]
regions: {{corner: {{nearest: [0, {low}]}}}}
gravity: [0, -{g}]
initial: [{{region: t, velocity: [{v}, -{v}]}}]
contacts: [{{name: floor, type: node-plane, region: ymin, point: [0, 0], normal: [0, 1], restitution: 0.5}}]
stepper: {{type: ggl-alpha, step: {h_truss}, end: {end_truss}}}
output: {{vtk_every: 0, energy_balance: false, probes: {{corner: corner}}}}
"""


def fill(text, units):
    """The input in units that make 1 m, kg, s to L, M, T."""
    L, M, T = units
    force = M * L / T**2
    values = {
        "l": L, "l2": L / 2, "r": L / 8, "high": 1.25 * L, "low": L / 256, "m": M, "m2": M / 2, "v": L / T,
        "turn": 3 / T, "torsion": 20 * force * L, "torsion_damper": 0.25 * force * L * T, "k": 30 * force / L,
        "g": 9.81 * L / T**2, "h": T / 256, "end": T * 0.75, "young": 1e5 * force / L**2, "density": 1000 * M / L**3,
        "area": L**2 * 1e-3, "h_truss": T / 2048, "end_truss": 40 * T / 2048,
    }
    return text.format(**{name: repr(float(value)) for name, value in values.items()})


def size_of(unit, units):
    """How many of the unit history.json names, as N m s or kg m^2, one is in units L, M, T; None: not one unit."""
    L, M, T = units
    sizes = {"1": 1, "rad": 1, "m": L, "kg": M, "s": T, "N": M * L / T**2, "J": M * L**2 / T**2, "m^2": L**2}
    if unit is None or ", " in unit:
        return None
    above, _, below = unit.partition("/")
    size = 1.0
    for word in above.split():
        size *= sizes[word]
    return size / sizes[below] if below else size


def history(text, units, stepper):
    path = runs.new_directory() / "input.yaml"
    path.write_text(fill(text, units), encoding="utf-8")
    return runs.run(str(path), f"-stepper_type {stepper}")


class Units(runs.RunTest):
    def check(self, text, contacts):
        for k, stepper in enumerate(STEPPERS[:: 4 if runs.BRIEF else 1]):
            tried = UNITS if k % 4 == 0 else UNITS[:2]
            made = [history(text, units, stepper) for units in tried]
            legend = json.loads((made[0].directory / "history.json").read_text(encoding="utf-8"))["history.csv"]
            first, *others = (run.history for run in made)
            self.assertEqual(list(legend), list(first))
            impacts = {contact: np.count_nonzero(first[f"{contact}.impulse"]) for contact in contacts}
            self.assertTrue(all(impacts.values()), f"{stepper}: {impacts}")
            for units, other in zip(tried[1:], others):
                with self.subTest(stepper=stepper, units=units):
                    for column, values in first.items():
                        size = size_of(legend[column]["unit"], units)
                        if size and column != "iterations":
                            np.testing.assert_array_equal(values * size, other[column], column)

    def test_bodies_joints_springs_and_stops(self):
        self.check(LINKAGE, ("stop", "top"))

    def test_nonlinear_bars(self):
        self.check(TRUSS, ("floor",))


if __name__ == "__main__":
    unittest.main()
