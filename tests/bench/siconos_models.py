# SPDX-License-Identifier: BSD-2-Clause
"""The problems of tests/bench/peers in Siconos: q, v, forces and gaps as in the inputs of the same name.

Functions of the plugin (siconos/plugin.c) are named "path:function" with the path without ".so".
"""
from dataclasses import dataclass

import numpy as np
import siconos.kernel as sk

BAR_CELLS = 1000
BAR_START = 0.1  # m


@dataclass
class Model:
    system: object
    relations: list
    restitution: float
    linear: bool  # one iteration a step suffices


def ball(_):
    system = sk.LagrangianLinearTIDS([0.801], [0.0], [[1.0]])
    system.setFExtPtr([-10.0])
    return Model(system, [sk.LagrangianLinearTIR([[1.0]])], 0.8, linear=True)


def gaps(plugin, names):
    return [sk.LagrangianScleronomousR(f"{plugin}:{name}_gap", f"{plugin}:{name}_row") for name in names]


def block(plugin):
    mass, width, height = 1.0, 1.0, 1.5
    inertia = mass * (width ** 2 + height ** 2) / 12
    system = sk.LagrangianLinearTIDS([0.0, 1.0, 0.2], [0.0] * 3, np.diag([mass, mass, inertia]))
    system.setFExtPtr([0.0, -9.81 * mass, 0.0])
    return Model(system, gaps(plugin, ("block_a", "block_b")), 0.5, linear=False)


def crank(plugin):
    system = sk.LagrangianDS([0.0] * 3, [150.0, -75.0, 0.0], f"{plugin}:crank_mass")
    system.setComputeFGyrFunction(plugin, "crank_force")
    system.setComputeJacobianFGyrqFunction(plugin, "crank_force_q")
    system.setComputeJacobianFGyrqDotFunction(plugin, "crank_force_v")
    return Model(system, gaps(plugin, ("upper_left", "upper_right", "lower_left", "lower_right")), 0.4, linear=False)


def tridiagonal(middle, end, beside):
    n = BAR_CELLS + 1
    matrix = sk.SimpleMatrix(n, n, sk.SPARSE, 3 * n)
    for i in range(n):
        matrix.setValue(i, i, end if i in (0, n - 1) else middle)
        if i:
            matrix.setValue(i, i - 1, beside)
            matrix.setValue(i - 1, i, beside)
    return matrix


def bar(_):
    """In displacements. The constructor takes dense matrices alone: the sparse mass comes after it."""
    cell, modulus, density = 10 / BAR_CELLS, 900.0, 1.0
    n = BAR_CELLS + 1
    system = sk.LagrangianLinearTIDS([0.0] * n, [-10.0] * n, np.eye(n))
    system.setMassPtr(tridiagonal(2 * density * cell / 3, density * cell / 3, density * cell / 6))
    system.setKPtr(tridiagonal(2 * modulus / cell, modulus / cell, -modulus / cell))
    row = np.zeros((1, n))
    row[0, 0] = 1
    return Model(system, [sk.LagrangianLinearTIR(row, [BAR_START])], 0.0, linear=True)


def simulation(model, scheme, step):
    """theta = 1/2; moreau-jean keeps Siconos' own forecast of the gap, half a step ahead."""
    problem = sk.NonSmoothDynamicalSystem(0.0, 1e9)
    problem.insertDynamicalSystem(model.system)
    for relation in model.relations:
        problem.link(sk.Interaction(sk.NewtonImpactNSL(model.restitution), relation), model.system)
    times = sk.TimeDiscretisation(0.0, step)
    if scheme == "combined":
        found = sk.TimeSteppingCombinedProjection(problem, times, sk.MoreauJeanCombinedProjectionOSI(0.5), sk.LCP(),
                                                  sk.MLCPProjectOnConstraints())
        found.setProjectionMaxIteration(500)
        found.setConstraintTolUnilateral(1e-10)
        found.setConstraintTol(1e-10)
    else:
        found = sk.TimeStepping(problem, times, sk.MoreauJeanOSI(0.5), sk.LCP())
        if model.linear:
            found.setNewtonOptions(sk.SICONOS_TS_LINEAR)
    found.setNewtonTolerance(1e-10)
    return found
