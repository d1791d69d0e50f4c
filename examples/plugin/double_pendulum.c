// SPDX-License-Identifier: BSD-2-Clause
// "double-pendulum": two point masses on massless rods, the second of which may hit a vertical
// wall. q = (φ1, φ2), rad, of the rods from the vertical; masses at (l1 sin φ1, −l1 cos φ1) and,
// from there, at (l2 sin φ2, −l2 cos φ2). With φ = φ1 − φ2: T = ½ (m1 + m2) l1² φ̇1² + ½ m2 l2² φ̇2²
// + m2 l1 l2 cos φ φ̇1 φ̇2, V = −(m1 + m2) g l1 cos φ1 − m2 g l2 cos φ2. Gap: from the second mass to
// the wall at x = wall. No derivative is given: they are formed by differences.
#include "system/system.h"

enum { L1, L2, M1, M2, GRAVITY, WALL, NUM_PARAMETERS };

static void Mass(const PetscReal p[], PetscReal t, const PetscReal q[], PetscReal M[]) {
  (void)t;
  M[0] = (p[M1] + p[M2]) * p[L1] * p[L1];
  M[1] = M[2] = p[M2] * p[L1] * p[L2] * PetscCosReal(q[0] - q[1]);
  M[3] = p[M2] * p[L2] * p[L2];
}

static void Force(const PetscReal p[], PetscReal t, const PetscReal q[], const PetscReal v[],
                  PetscReal f[]) {
  (void)t;
  const PetscReal coupling = p[M2] * p[L1] * p[L2] * PetscSinReal(q[0] - q[1]);
  f[0] = -coupling * v[1] * v[1] - (p[M1] + p[M2]) * p[GRAVITY] * p[L1] * PetscSinReal(q[0]);
  f[1] = coupling * v[0] * v[0] - p[M2] * p[GRAVITY] * p[L2] * PetscSinReal(q[1]);
}

static PetscReal Potential(const PetscReal p[], const PetscReal q[]) {
  return -(p[M1] + p[M2]) * p[GRAVITY] * p[L1] * PetscCosReal(q[0]) -
         p[M2] * p[GRAVITY] * p[L2] * PetscCosReal(q[1]);
}

static void Gap(const PetscReal p[], PetscReal t, const PetscReal q[], PetscReal g[]) {
  (void)t;
  g[0] = p[WALL] - p[L1] * PetscSinReal(q[0]) - p[L2] * PetscSinReal(q[1]);
}

// The pivot and the two masses.
static void Points(const PetscReal p[], const PetscReal q[], PetscReal x[]) {
  x[0] = x[1] = x[2] = 0;
  x[3] = p[L1] * PetscSinReal(q[0]);
  x[4] = -p[L1] * PetscCosReal(q[0]);
  x[6] = x[3] + p[L2] * PetscSinReal(q[1]);
  x[7] = x[4] - p[L2] * PetscCosReal(q[1]);
  x[5] = x[8] = 0;
}

static const RicSystemOps double_pendulum = {
    .name = "double-pendulum",
    .description = "two point masses on rods, the second beside a vertical wall",
    .num_dofs = 2,
    .num_parameters = NUM_PARAMETERS,
    .num_gaps = 1,
    .dof_names = {"phi1", "phi2"},
    .parameter_names =
        {[L1] = "l1", [L2] = "l2", [M1] = "m1", [M2] = "m2", [GRAVITY] = "g", [WALL] = "wall"},
    .parameter_defaults = {[L1] = 1, [L2] = 1, [M1] = 1, [M2] = 1, [GRAVITY] = 9.81, [WALL] = 0.5},
    .gap_names = {"wall"},
    .Mass = Mass,
    .Force = Force,
    .Potential = Potential,
    .Gap = Gap,
    .num_points = 3,
    .num_lines = 2,
    .lines = (const PetscInt[]){0, 1, 1, 2},
    .Points = Points,
};

PetscErrorCode RicochetPluginRegister(void) {
  PetscFunctionBeginUser;
  PetscCall(RicSystemRegister(&double_pendulum));
  PetscFunctionReturn(PETSC_SUCCESS);
}
