// SPDX-License-Identifier: BSD-2-Clause
// "spring": a linear spring and damper between two nodes, along their line of reference.
// Force (k t·Δu + c t·Δv) (−t, t), energy ½ k (t·Δu)², no mass.
// Symbols: k = stiffness, c = damper, t direction of reference, Δu = u2 − u1, Δv = v2 − v1.
// Limits: small rotations; relaxed in the reference configuration; the two nodes are apart.
#include "element/element_impl.h"
#include "element/element_line.h"

// t·Δw for w [2*dim].
static PetscReal Elongation(PetscInt dim, const RicLine *line, const PetscReal w[]) {
  PetscReal dw[3];
  RicLineDifference(dim, dim, w, dw);
  return RicVec3Dot(line->direction, dw);
}

static PetscReal AxialForce(const RicSpringData *data, PetscInt dim, const RicLine *line,
                            const PetscReal u[], const PetscReal v[]) {
  return data->stiffness * Elongation(dim, line, u) + data->damper * Elongation(dim, line, v);
}

static const char *Check_Spring(const void *data, PetscInt dim, const PetscReal X[]) {
  (void)data;
  return RicLineCheck(dim, X);
}

static RicElementTraits Traits_Spring(const void *data) {
  const RicSpringData *spring = data;
  return (RicElementTraits){.lumped = PETSC_TRUE, .damped = (PetscBool)(spring->damper > 0)};
}

static void Force_Spring(const void *data, PetscInt dim, const PetscReal X[], const PetscReal u[],
                         const PetscReal v[], PetscReal f[]) {
  const RicLine line = RicLineOf(dim, X);
  const PetscReal force = AxialForce(data, dim, &line, u, v);
  PetscReal pull[3];
  for (PetscInt i = 0; i < 3; ++i)
    pull[i] = force * line.direction[i];
  RicLineScatterForce(dim, pull, f);
}

static void Tangent_Spring(const void *data, PetscInt dim, const PetscReal X[], const PetscReal u[],
                           const PetscReal v[], PetscReal K[], PetscReal C[]) {
  (void)u, (void)v;
  const RicSpringData *spring = data;
  const RicLine line = RicLineOf(dim, X);
  if (K)
    RicLineScatterMatrix(dim, spring->stiffness, line.direction, 0, K);
  if (C)
    RicLineScatterMatrix(dim, spring->damper, line.direction, 0, C);
}

static PetscReal Energy_Spring(const void *data, PetscInt dim, const PetscReal X[],
                               const PetscReal u[]) {
  const RicLine line = RicLineOf(dim, X);
  const PetscReal elongation = Elongation(dim, &line, u);
  return ((const RicSpringData *)data)->stiffness * elongation * elongation / 2;
}

static void Fields_Spring(const void *data, PetscInt dim, const PetscReal X[], const PetscReal u[],
                          const PetscReal v[], RicElementFields *fields) {
  const RicLine line = RicLineOf(dim, X);
  *fields = (RicElementFields){.axial_strain = Elongation(dim, &line, u) / line.length,
                               .axial_force = AxialForce(data, dim, &line, u, v)};
}

static const RicParameter parameters[] = {
    {"region", "its cells are the springs", "", RIC_PARAMETER_REGION, .required = PETSC_FALSE},
    {"nodes", "or two regions of one node, the ends of a spring", "", RIC_PARAMETER_NODES,
     .required = PETSC_FALSE},
    {"stiffness", "force by elongation", "N/m", RIC_PARAMETER_REAL, RIC_NON_NEGATIVE,
     .offset = offsetof(RicSpringData, stiffness)},
    {"damper", "force by rate of elongation", "N s/m", RIC_PARAMETER_REAL, RIC_NON_NEGATIVE,
     .offset = offsetof(RicSpringData, damper)},
    {NULL},
};

const RicElementOps RicElement_Spring = {
    .name = "spring",
    .description = "linear spring and damper between two nodes, along their line of reference",
    .num_nodes = 2,
    .parameters = parameters,
    .data_size = sizeof(RicSpringData),
    .linear = PETSC_TRUE,
    .Check = Check_Spring,
    .Traits = Traits_Spring,
    .Force = Force_Spring,
    .Tangent = Tangent_Spring,
    .Energy = Energy_Spring,
    .Fields = Fields_Spring,
};
