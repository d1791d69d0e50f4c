# SPDX-License-Identifier: BSD-2-Clause
"""Inputs of any size: many rigid bodies, and braced steel lattices that fall on a floor."""

import math

EDGE, SPEED_OF_SOUND = 0.5, math.sqrt(210e9 / 7850)  # m of a cell, m/s in steel


def _body(i, at, shape, more=""):
    return f"  - {{name: b{i}, mass: 1, shape: {shape}, at: [{at[0]:.6f}, {at[1]:.6f}]{more}}}\n"


def _disk(i, at, more=""):
    return _body(i, at, "{type: disk, radius: 0.5}", more)


def _circles(i, j, restitution):
    return (f"  - {{name: c{i}_{j}, type: circle-circle, a: b{i}, b: b{j}, radius: 0.5, offset: 0.5, "
            f"restitution: {restitution}}}\n")


def _on_line(name, a, b, restitution):
    return (f"  - {{name: {name}, type: point-line, a: {a}, b: {b}, normal: [0, 1], "
            f"restitution: {restitution}}}\n")


def _stack(n):
    corners = ", points: {l: [-0.5, -0.5], r: [0.5, -0.5], t: [0, 0.5]}"
    return ([_body(i, (0, 0.5 + i), "{type: block, size: [1, 1]}", corners) for i in range(n)],
            [_on_line(f"c{side}{i}", f"b{i}.{side}", f"b{i - 1}.t" if i else "[0, 0]", 0)
             for i in range(n) for side in "lr"])


def _gas(n):
    side = math.ceil(math.sqrt(n))
    return ([_disk(i, (i % side * 1.3, i // side * 1.3),
                   f", velocity: [{math.sin(1.7 * i):.4f}, {math.cos(2.3 * i):.4f}, 0]") for i in range(n)],
            [_circles(i, j, 0.5) for i in range(n) for j in range(i)])


def _balls(n):
    return ([_disk(i, (2 * i, 0.52), ", points: {p: [0, -0.5]}") for i in range(n)],
            [_on_line(f"c{i}", f"b{i}.p", "[0, 0]", 0.5) for i in range(n)])


def _cradle(n):
    return ([_disk(i, (1.01 * i, 0), ", velocity: [1, 0, 0]" if i == 0 else "") for i in range(n)],
            [_circles(i, i + 1, 1) for i in range(n - 1)])


BODIES = {"stack": _stack, "gas": _gas, "balls": _balls, "cradle": _cradle}


def bodies(kind, n, stepper="moreau-jean", end=0.05):
    """stack: n blocks on one another; gas: n disks, a contact a pair; balls: n over a floor; cradle: n disks
    in a row, the first of which moves. Steps of 1 ms."""
    listed, contacts = BODIES[kind](n)
    gravity = "" if kind in ("gas", "cradle") else "gravity: [0, -9.81]\n"
    return (f"title: {kind} of {n}\ndimension: 2\n{gravity}bodies:\n{''.join(listed)}contacts:\n{''.join(contacts)}"
            f"stepper: {{type: {stepper}, step: 1e-3, end: {end}}}\n"
            "output: {vtk_every: 0, history_every: 100000, energy_balance: false}\n")


def lattice(cells, element, stepper, courant, steps):
    """A braced lattice of `cells` [dimension] that reaches the floor in its third step."""
    step, last = courant * EDGE / SPEED_OF_SOUND, len(cells) - 1
    along = [0] * last
    return f"""title: Lattice
dimension: {len(cells)}
mesh:
  lattice: {{name: net, cells: {list(cells)}, origin: {along + [5 * step]}, size: {[EDGE * n for n in cells]}, braced: true}}
materials: {{steel: {{E: 210e9, density: 7850}}}}
elements: [{{type: {element}, region: net, material: steel, area: 5e-4, lumped: true}}]
gravity: {along + [-9.81]}
initial: [{{region: net, velocity: {along + [-2]}}}]
contacts:
  - {{name: floor, type: node-plane, region: {"yz"[last - 1]}min, point: {along + [0]}, normal: {along + [1]}, restitution: 0}}
stepper: {{type: {stepper}, step: {step:.9g}, end: {steps * step:.9g}}}
output: {{vtk_every: 0, history_every: 100000, energy_balance: false}}
"""
