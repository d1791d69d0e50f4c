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

static void Force_GroundSpring(const RicElementData *data, PetscInt dim, const PetscReal X[],
                               const PetscReal u[], const PetscReal v[], PetscReal f[]) {
  (void)X;
  for (PetscInt i = 0; i < dim; ++i)
    f[i] = data->stiffness[i] * u[i] + data->damper[i] * v[i];
}

static void Tangent_GroundSpring(const RicElementData *data, PetscInt dim, const PetscReal X[],
                                 const PetscReal u[], const PetscReal v[], PetscReal K[],
                                 PetscReal C[]) {
  (void)X, (void)u, (void)v;
  if (K)
    Diagonal(dim, data->stiffness, K);
  if (C)
    Diagonal(dim, data->damper, C);
}

static PetscReal Energy_GroundSpring(const RicElementData *data, PetscInt dim, const PetscReal X[],
                                     const PetscReal u[]) {
  PetscReal energy = 0;
  (void)X;
  for (PetscInt i = 0; i < dim; ++i)
    energy += data->stiffness[i] * u[i] * u[i] / 2;
  return energy;
}

const RicElementOps RicElement_GroundSpring = {
    .name = "ground-spring",
    .description = "springs and dampers along x, y, z from a node to the ground",
    .num_nodes = 1,
    .linear = PETSC_TRUE,
    .Force = Force_GroundSpring,
    .Tangent = Tangent_GroundSpring,
    .Energy = Energy_GroundSpring,
};
