// SPDX-License-Identifier: BSD-2-Clause
// "spring-pendulum": a mass on a spring that swings about the origin O beside a vertical wall
// through O.
// Source: Capobianco & Eugster, Time finite element based Moreau-type integrators, section 5,
// equation (64) and figures 3 to 5, whose values are the defaults.
// q = (l, φ): length of the spring, m, and its angle from the vertical, rad; mass at
// (l sin φ, −l cos φ). T = ½ m (l̇² + l²φ̇²), V = ½ k (l − l0)² − m g l cos φ.
// Gap: the wall is closed at φ = 0 and open for φ > 0, and g = φ, rad; its multiplier is a moment,
// N m. Limits: l > 0, where the mass matrix is regular, and φ < π, where the gap is that of the
// wall.
#include "system/system_impl.h"

enum { MASS, LENGTH, STIFFNESS, GRAVITY, NUM_PARAMETERS };

static void Mass_SpringPendulum(const PetscReal p[], PetscReal t, const PetscReal q[],
                                PetscReal M[]) {
  (void)t;
  M[0] = p[MASS];
  M[1] = M[2] = 0;
  M[3] = p[MASS] * q[0] * q[0];
}

static void Force_SpringPendulum(const PetscReal p[], PetscReal t, const PetscReal q[],
                                 const PetscReal v[], PetscReal f[]) {
  (void)t;
  const PetscReal m = p[MASS], l = q[0], weight = m * p[GRAVITY];
  f[0] = m * l * v[1] * v[1] + weight * PetscCosReal(q[1]) - p[STIFFNESS] * (l - p[LENGTH]);
  f[1] = -2 * m * l * v[0] * v[1] - weight * l * PetscSinReal(q[1]);
}

static void Tangent_SpringPendulum(const PetscReal p[], PetscReal t, const PetscReal q[],
                                   const PetscReal v[], PetscReal K[], PetscReal C[]) {
  (void)t;
  const PetscReal m = p[MASS], l = q[0], weight = m * p[GRAVITY];
  K[0] = p[STIFFNESS] - m * v[1] * v[1];
  K[1] = weight * PetscSinReal(q[1]);
  K[2] = 2 * m * v[0] * v[1] + weight * PetscSinReal(q[1]);
  K[3] = weight * l * PetscCosReal(q[1]);
  C[0] = 0;
  C[1] = -2 * m * l * v[1];
  C[2] = 2 * m * l * v[1];
  C[3] = 2 * m * l * v[0];
}

static void MassTangent_SpringPendulum(const PetscReal p[], PetscReal t, const PetscReal q[],
                                       const PetscReal a[], PetscReal K[]) {
  (void)t;
  K[0] = K[1] = K[3] = 0;
  K[2] = 2 * p[MASS] * q[0] * a[1];
}

static PetscReal Potential_SpringPendulum(const PetscReal p[], const PetscReal q[]) {
  const PetscReal stretch = q[0] - p[LENGTH];
  return p[STIFFNESS] * stretch * stretch / 2 - p[MASS] * p[GRAVITY] * q[0] * PetscCosReal(q[1]);
}

static void Gap_SpringPendulum(const PetscReal p[], PetscReal t, const PetscReal q[],
                               PetscReal g[]) {
  (void)p, (void)t;
  g[0] = q[1];
}

static void GapRows_SpringPendulum(const PetscReal p[], PetscReal t, const PetscReal q[],
                                   PetscReal W[]) {
  (void)p, (void)t, (void)q;
  W[0] = 0;
  W[1] = 1;
}

static void GapCurvature_SpringPendulum(const PetscReal p[], PetscReal t, const PetscReal q[],
                                        const PetscReal lambda[], PetscReal H[]) {
  (void)p, (void)t, (void)q, (void)lambda;
  H[0] = H[1] = H[2] = H[3] = 0;
}

// O and the mass.
static void Points_SpringPendulum(const PetscReal p[], const PetscReal q[], PetscReal x[]) {
  (void)p;
  x[0] = x[1] = x[2] = 0;
  x[3] = q[0] * PetscSinReal(q[1]);
  x[4] = -q[0] * PetscCosReal(q[1]);
  x[5] = 0;
}

const RicSystemOps RicSystem_SpringPendulum = {
    .name = "spring-pendulum",
    .description = "mass swinging on a spring beside a vertical wall, in polar coordinates",
    .num_dofs = 2,
    .num_parameters = NUM_PARAMETERS,
    .num_gaps = 1,
    .dof_names = {"l", "phi"},
    .parameter_names = {[MASS] = "m", [LENGTH] = "l0", [STIFFNESS] = "k", [GRAVITY] = "g"},
    .parameter_defaults = {[MASS] = 1, [LENGTH] = 1, [STIFFNESS] = 100, [GRAVITY] = 9.81},
    .gap_names = {"wall"},
    .Mass = Mass_SpringPendulum,
    .Force = Force_SpringPendulum,
    .Tangent = Tangent_SpringPendulum,
    .MassTangent = MassTangent_SpringPendulum,
    .Potential = Potential_SpringPendulum,
    .Gap = Gap_SpringPendulum,
    .GapRows = GapRows_SpringPendulum,
    .GapCurvature = GapCurvature_SpringPendulum,
    .num_points = 2,
    .num_lines = 1,
    .lines = (const PetscInt[]){0, 1},
    .gap_points = (const PetscInt[]){1},
    .Points = Points_SpringPendulum,
};
