# SPDX-License-Identifier: BSD-2-Clause
# labels: slow
"""A bar, a net and a frame in space with friction on an incline: the same on any number of ranks, and the same a
tenth as large with everything to match."""

import functools
import math
import unittest

import numpy as np
import own_input
import runs

STEPPERS = ("moreau-jean", "projected", "ggl-alpha")
G, SLOPE = 9.81, math.radians(25)
COLUMNS = ("probe.x", "probe.y", "probe.vx", "probe.vy", "incline.gap", "incline.impulse", "incline.friction", "energy")

# Lengths in L, gravity in L/s²; Young's modulus in N/L² and density in kg/L³, so that forces are L N and masses kg.
HEAD = """
title: on an incline
dimension: {dim}
gravity: [{gravity}]
materials: {{m: {{E: {young}, density: {density}}}}}
contacts: [{{name: incline, type: node-plane, region: {region}, point: [{origin}], normal: [{normal}], friction: 0.3}}]
"""
BAR = HEAD + """
mesh: {{line: {{name: bar, from: [0, 0], to: [{one}, 0], cells: 12}}}}
elements: [{{type: bar, region: bar, material: m, area: {area}}}]
initial: [{{region: bar, velocity: [{fast}, -{fast}]}}]
output: {{energy_balance: false, probes: {{probe: end}}}}
"""
NET = HEAD + """
mesh: {{lattice: {{name: net, cells: [3, 3, 0], size: [{one}, {one}, 0], braced: false}}}}
regions: {{corner: {{nearest: [0, 0, 0]}}, low: {{nearest: [{one}, {one}, 0]}}}}
elements: [{{type: bar-nonlinear, region: net, material: m, area: {area}, tension_only: true, lumped: true}}]
supports: [{{region: corner}}]
initial: [{{region: net, displacement: [-0.05*x, -0.08*y, 0]}}]
output: {{energy_balance: false, probes: {{probe: low}}}}
"""
FRAME = HEAD + """
mesh: {{lattice: {{name: frame, cells: [2, 1, 1], size: [{one}, {half}, {half}]}}}}
regions: {{top: {{nearest: [{one}, {half}, {half}]}}}}
elements: [{{type: bar, region: frame, material: m, area: {area}}}]
initial: [{{region: frame, velocity: [{fast}, {fast}, -{fast}]}}]
output: {{energy_balance: false, probes: {{probe: top}}}}
"""
MODELS = {"bar": (BAR, 2, "bar"), "net": (NET, 3, "net"), "frame": (FRAME, 3, "zmin")}


def text(model, length):
    """The input with L = length, m."""
    pattern, dim, region = MODELS[model]
    down, into = length * G * math.sin(SLOPE), -length * G * math.cos(SLOPE)
    vector = [down, into] if dim == 2 else [down, 0, into]
    words = {"dim": dim, "region": region, "gravity": ", ".join(map(repr, vector)), "origin": ", ".join(["0"] * dim),
             "normal": ", ".join(["0"] * (dim - 1) + ["1"]), "young": 1e6 / length, "density": 1000 / length**3,
             "area": 1e-4 * length**2, "one": length, "half": 0.5 * length, "fast": 0.3 * length}
    return pattern.format(**words) + "stepper: {type: moreau-jean, step: 1e-3, end: 0.06}\n"


@functools.lru_cache(maxsize=None)
def history(model, stepper, length=1.0, ranks=1):
    return own_input.run(text(model, length), f"-stepper_type {stepper}", ranks=ranks).history


class Structures(unittest.TestCase):
    def same(self, other, first, units):
        for column in COLUMNS:
            unit = units.get(column.rpartition(".")[2], 1)
            size = max(1e-3, np.abs(first[column]).max())  # what stays 0 but for round-off is measured by 1 mm, mm/s, …
            np.testing.assert_allclose(other[column] / unit, first[column], atol=1e-8 * size, err_msg=column)

    def test_ranks(self):
        for i, model in enumerate(MODELS):
            for k, stepper in enumerate(STEPPERS[:: 3 if runs.BRIEF else 1]):
                ranks = 2 + (i + k) % 2
                with self.subTest(model=model, stepper=stepper, ranks=ranks):
                    first = history(model, stepper)
                    self.assertGreater(np.abs(first["incline.friction"]).max(), 0)
                    self.same(history(model, stepper, ranks=ranks), first, {})

    def test_scaled(self):
        units = dict.fromkeys(("x", "y", "vx", "vy", "gap", "impulse", "friction"), 0.1) | {"energy": 0.01}
        for model in MODELS:
            for stepper in STEPPERS[:: 3 if runs.BRIEF else 1]:
                with self.subTest(model=model, stepper=stepper):
                    self.same(history(model, stepper, 0.1), history(model, stepper), units)


if __name__ == "__main__":
    unittest.main()
