// SPDX-License-Identifier: BSD-2-Clause
// "bar": the two-node bar of small strain, f = ES ε (−t, t) with ε = t·(u2 − u1)/L.
// Source: R.D. Cook et al., Concepts and Applications of Finite Element Analysis, 4th ed., §2.4
// (stiffness) and §11.3 (consistent mass ρSL/6 [2 1; 1 2] ⊗ I, row-sum mass ρSL/2 I).
// Symbols: L, t length and direction of reference; E, S, ρ as in RicElementData. The mass acts in
// all dim directions, the stiffness along t only.
// Limits: small rotations (no string stiffness: a bar in 2D or 3D is a mechanism across t); no
// tension_only, which is not linear; a bar has no damper of its own.
#include "element/element_impl.h"
#include "element/element_line.h"

void RicBarMass(const RicElementData *data, PetscInt dim, const PetscReal X[], PetscReal M[]) {
  const PetscInt nd = 2 * dim;
  const PetscReal mass = data->density * data->area * RicLineOf(dim, X).length;
  const PetscReal same = data->lumped ? mass / 2 : mass / 3;
  const PetscReal other = data->lumped ? 0 : mass / 6;
  for (PetscInt i = 0; i < nd * nd; ++i)
    M[i] = 0;
  for (PetscInt i = 0; i < dim; ++i) {
    M[i * nd + i] = M[(dim + i) * nd + dim + i] = same;
    M[i * nd + dim + i] = M[(dim + i) * nd + i] = other;
  }
}

PetscReal RicBarKineticDensity(const RicElementData *data, PetscInt dim, const PetscReal v[]) {
  PetscReal v11 = 0, v12 = 0, v22 = 0;
  for (PetscInt i = 0; i < dim; ++i) {
    v11 += v[i] * v[i];
    v12 += v[i] * v[dim + i];
    v22 += v[dim + i] * v[dim + i];
  }
  return data->density * data->area * (data->lumped ? (v11 + v22) / 4 : (v11 + v12 + v22) / 6);
}

static PetscReal Strain(PetscInt dim, const RicLine *line, const PetscReal u[]) {
  PetscReal du[3];
  RicLineDifference(dim, dim, u, du);
  return RicVec3Dot(line->direction, du) / line->length;
}

static const char *Check_Bar(const RicElementData *data, PetscInt dim, const PetscReal X[]) {
  if (data->tension_only)
    return "tension_only, which only bar-nonlinear knows";
  return RicLineCheck(dim, X);
}

static void Force_Bar(const RicElementData *data, PetscInt dim, const PetscReal X[],
                      const PetscReal u[], const PetscReal v[], PetscReal f[]) {
  (void)v;
  const RicLine line = RicLineOf(dim, X);
  const PetscReal force = data->young * data->area * Strain(dim, &line, u);
  PetscReal pull[3];
  for (PetscInt i = 0; i < 3; ++i)
    pull[i] = force * line.direction[i];
  RicLineScatterForce(dim, pull, f);
}

static void Tangent_Bar(const RicElementData *data, PetscInt dim, const PetscReal X[],
                        const PetscReal u[], const PetscReal v[], PetscReal K[], PetscReal C[]) {
  (void)u, (void)v;
  const RicLine line = RicLineOf(dim, X);
  const PetscReal stiffness = data->young * data->area / line.length;
  if (K)
    RicLineScatterMatrix(dim, stiffness, line.direction, 0, K);
  if (C)
    RicLineScatterMatrix(dim, 0, line.direction, 0, C);
}

static PetscReal Energy_Bar(const RicElementData *data, PetscInt dim, const PetscReal X[],
                            const PetscReal u[]) {
  const RicLine line = RicLineOf(dim, X);
  const PetscReal strain = Strain(dim, &line, u);
  return data->young * data->area * line.length * strain * strain / 2;
}

static void Fields_Bar(const RicElementData *data, PetscInt dim, const PetscReal X[],
                       const PetscReal u[], const PetscReal v[], RicElementFields *fields) {
  const RicLine line = RicLineOf(dim, X);
  const PetscReal strain = Strain(dim, &line, u);
  const PetscReal force = data->young * data->area * strain;
  *fields = (RicElementFields){.axial_strain = strain,
                               .axial_force = force,
                               .kinetic_density = RicBarKineticDensity(data, dim, v),
                               .strain_density = force * strain / 2};
}

const RicElementOps RicElement_Bar = {
    .name = "bar",
    .description = "two-node linear bar: small strain, small rotation",
    .num_nodes = 2,
    .linear = PETSC_TRUE,
    .Check = Check_Bar,
    .Mass = RicBarMass,
    .Force = Force_Bar,
    .Tangent = Tangent_Bar,
    .Energy = Energy_Bar,
    .Fields = Fields_Bar,
};
