// SPDX-License-Identifier: BSD-2-Clause
// "ground-spring": springs and dampers along x, y, z from one node to the ground.
// Force k_i u_i + c_i v_i, energy ½ Σ k_i u_i², no mass.
// Symbols: k = stiffness, c = damper, one value a direction.
// Limits: along the global axes; relaxed in the reference configuration.
#include "element/element_impl.h"

static void Diagonal(PetscInt dim, const PetscReal d[], PetscReal A[]) {
  for (PetscInt i = 0; i < dim; ++i)
    for (PetscInt j = 0; j < dim; ++j)
      A[i * dim + j] = i == j ? d[i] : 0;
}

static RicElementTraits Traits_GroundSpring(const void *data) {
  const PetscReal *c = ((const RicGroundSpringData *)data)->damper;
  return (RicElementTraits){.lumped = PETSC_TRUE,
                            .damped = (PetscBool)(c[0] > 0 || c[1] > 0 || c[2] > 0)};
}

static void Force_GroundSpring(const void *data, PetscInt dim, const PetscReal X[],
                               const PetscReal u[], const PetscReal v[], PetscReal f[]) {
  const RicGroundSpringData *spring = data;
  (void)X;
  for (PetscInt i = 0; i < dim; ++i)
    f[i] = spring->stiffness[i] * u[i] + spring->damper[i] * v[i];
}

static void Tangent_GroundSpring(const void *data, PetscInt dim, const PetscReal X[],
                                 const PetscReal u[], const PetscReal v[], PetscReal K[],
                                 PetscReal C[]) {
  const RicGroundSpringData *spring = data;
  (void)X, (void)u, (void)v;
  if (K)
    Diagonal(dim, spring->stiffness, K);
  if (C)
    Diagonal(dim, spring->damper, C);
}

static PetscReal Energy_GroundSpring(const void *data, PetscInt dim, const PetscReal X[],
                                     const PetscReal u[]) {
  const RicGroundSpringData *spring = data;
  PetscReal energy = 0;
  (void)X;
  for (PetscInt i = 0; i < dim; ++i)
    energy += spring->stiffness[i] * u[i] * u[i] / 2;
  return energy;
}

static const RicParameter parameters[] = {
    {"region", "of its nodes each has the springs", "", RIC_PARAMETER_REGION,
     .required = PETSC_TRUE},
    {"stiffness", "force by displacement, along x, y, z", "N/m", RIC_PARAMETER_VECTOR,
     RIC_NON_NEGATIVE, .offset = offsetof(RicGroundSpringData, stiffness)},
    {"damper", "force by velocity, along x, y, z", "N s/m", RIC_PARAMETER_VECTOR, RIC_NON_NEGATIVE,
     .offset = offsetof(RicGroundSpringData, damper)},
    {NULL},
};

const RicElementOps RicElement_GroundSpring = {
    .name = "ground-spring",
    .description = "springs and dampers along x, y, z from a node to the ground",
    .num_nodes = 1,
    .parameters = parameters,
    .data_size = sizeof(RicGroundSpringData),
    .linear = PETSC_TRUE,
    .Traits = Traits_GroundSpring,
    .Force = Force_GroundSpring,
    .Tangent = Tangent_GroundSpring,
    .Energy = Energy_GroundSpring,
};
