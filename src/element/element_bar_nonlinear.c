// SPDX-License-Identifier: BSD-2-Clause
// "bar-nonlinear": the two-node total-Lagrangian bar of St. Venant–Kirchhoff material.
// Green–Lagrange strain ε = (l² − L²)/2L² = (D0·Δu + Δu·Δu/2)/L², second Piola stress S2 = Eε,
// force S·S2 (−D, D)/L, tangent ES/L³ D Dᵀ + S·S2/L I, energy ½ ESL ε².
// Source: M.A. Crisfield, Non-linear Finite Element Analysis of Solids and Structures, vol. 1,
// §3.3. Symbols: D0, D line of reference and now, L, l their lengths, Δu = u2 − u1, λ = l/L
// stretch; true axial force S·S2·λ. With tension_only the bar is a cable: where ε < 0 it has no
// force, no stiffness and no energy (the strain is still reported). Limits: moderate strain; in
// compression below λ = 1/√3 the material softens.
#include "element/element_impl.h"
#include "element/element_line.h"

typedef struct {
  PetscReal length;  // L, m
  PetscReal line[3]; // D, m
  PetscReal strain;  // ε
  PetscBool slack;   // tension_only and shortened
} Stretch;

// ε is formed from Δu, not from l² − L², so that it keeps all digits when it is small.
static Stretch StretchOf(const RicBarNonlinearData *data, PetscInt dim, const PetscReal X[],
                         const PetscReal u[]) {
  Stretch s;
  PetscReal line0[3], du[3];
  RicLineDifference(dim, 3, X, line0);
  RicLineDifference(dim, dim, u, du);
  s.length = RicVec3Norm(line0);
  s.strain = (RicVec3Dot(line0, du) + RicVec3Dot(du, du) / 2) / (s.length * s.length);
  for (PetscInt i = 0; i < 3; ++i)
    s.line[i] = line0[i] + du[i];
  s.slack = data->tension_only && s.strain < 0 ? PETSC_TRUE : PETSC_FALSE;
  return s;
}

// ES, N.
static PetscReal Rigidity(const RicBarNonlinearData *data) {
  return data->bar.material.young * data->bar.area;
}

// S·S2, N.
static PetscReal PiolaForce(const RicBarNonlinearData *data, const Stretch *s) {
  return s->slack ? 0 : Rigidity(data) * s->strain;
}

static RicElementTraits Traits_BarNonlinear(const void *data) {
  const RicBarNonlinearData *bar = data;
  return (RicElementTraits){.lumped = bar->bar.lumped, .cable = bar->tension_only};
}

static const char *Check_BarNonlinear(const void *data, PetscInt dim, const PetscReal X[]) {
  (void)data;
  return RicLineCheck(dim, X);
}

static void Force_BarNonlinear(const void *data, PetscInt dim, const PetscReal X[],
                               const PetscReal u[], const PetscReal v[], PetscReal f[]) {
  (void)v;
  const Stretch s = StretchOf(data, dim, X, u);
  const PetscReal scale = PiolaForce(data, &s) / s.length;
  PetscReal pull[3];
  for (PetscInt i = 0; i < 3; ++i)
    pull[i] = scale * s.line[i];
  RicLineScatterForce(dim, pull, f);
}

static void Tangent_BarNonlinear(const void *data, PetscInt dim, const PetscReal X[],
                                 const PetscReal u[], const PetscReal v[], PetscReal K[],
                                 PetscReal C[]) {
  (void)v;
  const Stretch s = StretchOf(data, dim, X, u);
  const PetscReal cube = s.length * s.length * s.length;
  const PetscReal material = s.slack ? 0 : Rigidity(data) / cube;
  if (K)
    RicLineScatterMatrix(dim, material, s.line, PiolaForce(data, &s) / s.length, K);
  if (C)
    RicLineScatterMatrix(dim, 0, s.line, 0, C);
}

static PetscReal Energy_BarNonlinear(const void *data, PetscInt dim, const PetscReal X[],
                                     const PetscReal u[]) {
  const Stretch s = StretchOf(data, dim, X, u);
  return PiolaForce(data, &s) * s.strain * s.length / 2;
}

static void Fields_BarNonlinear(const void *data, PetscInt dim, const PetscReal X[],
                                const PetscReal u[], const PetscReal v[],
                                RicElementFields *fields) {
  const Stretch s = StretchOf(data, dim, X, u);
  const PetscReal force = PiolaForce(data, &s);
  *fields = (RicElementFields){.axial_strain = s.strain,
                               .axial_force = force * RicVec3Norm(s.line) / s.length,
                               .kinetic_density = RicBarKineticDensity(data, dim, v),
                               .strain_density = force * s.strain / 2};
}

static const RicParameter parameters[] = {
    RIC_BAR_REGION,
    RIC_BAR_MATERIAL,
    RIC_BAR_AREA,
    RIC_BAR_LUMPED,
    {"tension_only", "a cable: no force where it is shortened", "", RIC_PARAMETER_BOOL,
     .offset = offsetof(RicBarNonlinearData, tension_only)},
    {NULL},
};

const RicElementOps RicElement_BarNonlinear = {
    .name = "bar-nonlinear",
    .description = "two-node bar of finite rotation and strain; tension_only makes it a cable",
    .num_nodes = 2,
    .parameters = parameters,
    .data_size = sizeof(RicBarNonlinearData),
    .linear = PETSC_FALSE,
    .Check = Check_BarNonlinear,
    .Traits = Traits_BarNonlinear,
    .Mass = RicBarMass,
    .Force = Force_BarNonlinear,
    .Tangent = Tangent_BarNonlinear,
    .Energy = Energy_BarNonlinear,
    .Fields = Fields_BarNonlinear,
};
