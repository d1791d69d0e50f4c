// SPDX-License-Identifier: BSD-2-Clause
// "bar": the two-node bar of small strain, f = ES ε (−t, t) with ε = t·(u2 − u1)/L.
// Source: R.D. Cook et al., Concepts and Applications of Finite Element Analysis, 4th ed., §2.4
// (stiffness) and §11.3 (consistent mass ρSL/6 [2 1; 1 2] ⊗ I, row-sum mass ρSL/2 I).
// Symbols: L, t length and direction of reference; E, S, ρ as in RicBarData. The mass acts in
// all dim directions, the stiffness along t only.
// Limits: small rotations (no string stiffness: a bar in 2D or 3D is a mechanism across t); a
// bar has no damper of its own.
#include "element/element_impl.h"
#include "element/element_line.h"

void RicBarMass(const void *data, PetscInt dim, const PetscReal X[], PetscReal M[]) {
  const RicBarData *bar = data;
  const PetscInt nd = 2 * dim;
  const PetscReal mass = bar->material.density * bar->area * RicLineOf(dim, X).length;
  const PetscReal same = bar->lumped ? mass / 2 : mass / 3;
  const PetscReal other = bar->lumped ? 0 : mass / 6;
  for (PetscInt i = 0; i < nd * nd; ++i)
    M[i] = 0;
  for (PetscInt i = 0; i < dim; ++i) {
    M[i * nd + i] = M[(dim + i) * nd + dim + i] = same;
    M[i * nd + dim + i] = M[(dim + i) * nd + i] = other;
  }
}

PetscReal RicBarKineticDensity(const void *data, PetscInt dim, const PetscReal v[]) {
  const RicBarData *bar = data;
  PetscReal v11 = 0, v12 = 0, v22 = 0;
  for (PetscInt i = 0; i < dim; ++i) {
    v11 += v[i] * v[i];
    v12 += v[i] * v[dim + i];
    v22 += v[dim + i] * v[dim + i];
  }
  return bar->material.density * bar->area *
         (bar->lumped ? (v11 + v22) / 4 : (v11 + v12 + v22) / 6);
}

// ES, N.
static PetscReal Rigidity(const RicBarData *bar) { return bar->material.young * bar->area; }

static PetscReal Strain(PetscInt dim, const RicLine *line, const PetscReal u[]) {
  PetscReal du[3];
  RicLineDifference(dim, dim, u, du);
  return RicVec3Dot(line->direction, du) / line->length;
}

static RicElementTraits Traits_Bar(const void *data) {
  return (RicElementTraits){.lumped = ((const RicBarData *)data)->lumped};
}

static const char *Check_Bar(const void *data, PetscInt dim, const PetscReal X[]) {
  (void)data;
  return RicLineCheck(dim, X);
}

static void Force_Bar(const void *data, PetscInt dim, const PetscReal X[], const PetscReal u[],
                      const PetscReal v[], PetscReal f[]) {
  (void)v;
  const RicLine line = RicLineOf(dim, X);
  const PetscReal force = Rigidity(data) * Strain(dim, &line, u);
  PetscReal pull[3];
  for (PetscInt i = 0; i < 3; ++i)
    pull[i] = force * line.direction[i];
  RicLineScatterForce(dim, pull, f);
}

static void Tangent_Bar(const void *data, PetscInt dim, const PetscReal X[], const PetscReal u[],
                        const PetscReal v[], PetscReal K[], PetscReal C[]) {
  (void)u, (void)v;
  const RicLine line = RicLineOf(dim, X);
  const PetscReal stiffness = Rigidity(data) / line.length;
  if (K)
    RicLineScatterMatrix(dim, stiffness, line.direction, 0, K);
  if (C)
    RicLineScatterMatrix(dim, 0, line.direction, 0, C);
}

static PetscReal Energy_Bar(const void *data, PetscInt dim, const PetscReal X[],
                            const PetscReal u[]) {
  const RicLine line = RicLineOf(dim, X);
  const PetscReal strain = Strain(dim, &line, u);
  return Rigidity(data) * line.length * strain * strain / 2;
}

static void Fields_Bar(const void *data, PetscInt dim, const PetscReal X[], const PetscReal u[],
                       const PetscReal v[], RicElementFields *fields) {
  const RicLine line = RicLineOf(dim, X);
  const PetscReal strain = Strain(dim, &line, u);
  const PetscReal force = Rigidity(data) * strain;
  *fields = (RicElementFields){.axial_strain = strain,
                               .axial_force = force,
                               .kinetic_density = RicBarKineticDensity(data, dim, v),
                               .strain_density = force * strain / 2};
}

static const RicParameter parameters[] = {
    RIC_BAR_REGION, RIC_BAR_MATERIAL, RIC_BAR_AREA, RIC_BAR_LUMPED, {NULL},
};

const RicElementOps RicElement_Bar = {
    .name = "bar",
    .description = "two-node linear bar: small strain, small rotation",
    .num_nodes = 2,
    .parameters = parameters,
    .data_size = sizeof(RicBarData),
    .linear = PETSC_TRUE,
    .Check = Check_Bar,
    .Traits = Traits_Bar,
    .Mass = RicBarMass,
    .Force = Force_Bar,
    .Tangent = Tangent_Bar,
    .Energy = Energy_Bar,
    .Fields = Fields_Bar,
};
