// SPDX-License-Identifier: BSD-2-Clause
// "oscillator": one mass on a spring and a damper, pushed by a constant force, that may hit the
// ground at q = 0: m v̇ = f − c v − k q + λ, q ≥ 0.
// Source: Acary, Projected event-capturing time-stepping schemes for nonsmooth mechanical systems,
// Examples 1 (the bouncing ball: c = k = 0, f = −2) and 2 (m = k = 1, c = f = 0).
// V = ½ k q² − f q. In pictures q runs along x.
#include "system/system_impl.h"

enum { MASS, DAMPING, STIFFNESS, FORCE, NUM_PARAMETERS };

static void Mass_Oscillator(const PetscReal p[], PetscReal t, const PetscReal q[], PetscReal M[]) {
  (void)t, (void)q;
  M[0] = p[MASS];
}

static void Force_Oscillator(const PetscReal p[], PetscReal t, const PetscReal q[],
                             const PetscReal v[], PetscReal f[]) {
  (void)t;
  f[0] = p[FORCE] - p[DAMPING] * v[0] - p[STIFFNESS] * q[0];
}

static void Tangent_Oscillator(const PetscReal p[], PetscReal t, const PetscReal q[],
                               const PetscReal v[], PetscReal K[], PetscReal C[]) {
  (void)t, (void)q, (void)v;
  K[0] = p[STIFFNESS];
  C[0] = p[DAMPING];
}

static PetscReal Potential_Oscillator(const PetscReal p[], const PetscReal q[]) {
  return p[STIFFNESS] * q[0] * q[0] / 2 - p[FORCE] * q[0];
}

static void Gap_Oscillator(const PetscReal p[], PetscReal t, const PetscReal q[], PetscReal g[]) {
  (void)p, (void)t;
  g[0] = q[0];
}

static void GapRows_Oscillator(const PetscReal p[], PetscReal t, const PetscReal q[],
                               PetscReal W[]) {
  (void)p, (void)t, (void)q;
  W[0] = 1;
}

static void GapCurvature_Oscillator(const PetscReal p[], PetscReal t, const PetscReal q[],
                                    const PetscReal lambda[], PetscReal H[]) {
  (void)p, (void)t, (void)q, (void)lambda;
  H[0] = 0;
}

// The ground and the mass.
static void Points_Oscillator(const PetscReal p[], const PetscReal q[], PetscReal x[]) {
  (void)p;
  for (PetscInt i = 0; i < 6; ++i)
    x[i] = 0;
  x[3] = q[0];
}

const RicSystemOps RicSystem_Oscillator = {
    .name = "oscillator",
    .description = "mass on a spring and a damper above the ground; a bouncing ball without them",
    .num_dofs = 1,
    .num_parameters = NUM_PARAMETERS,
    .num_gaps = 1,
    .dof_names = {"q"},
    .parameter_names = {[MASS] = "m", [DAMPING] = "c", [STIFFNESS] = "k", [FORCE] = "force"},
    .parameter_defaults = {[MASS] = 1, [DAMPING] = 0, [STIFFNESS] = 1, [FORCE] = 0},
    .gap_names = {"ground"},
    .constant_mass = PETSC_TRUE,
    .constant_tangent = PETSC_TRUE,
    .Mass = Mass_Oscillator,
    .Force = Force_Oscillator,
    .Tangent = Tangent_Oscillator,
    .Potential = Potential_Oscillator,
    .Gap = Gap_Oscillator,
    .GapRows = GapRows_Oscillator,
    .GapCurvature = GapCurvature_Oscillator,
    .num_points = 2,
    .num_lines = 1,
    .lines = (const PetscInt[]){0, 1},
    .gap_points = (const PetscInt[]){1},
    .Points = Points_Oscillator,
};
