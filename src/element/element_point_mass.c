// SPDX-License-Identifier: BSD-2-Clause
// "point-mass": a mass concentrated in one node, M = m I in all dim directions; no force.
// Symbols: m = mass.
// Limits: no rotational inertia.
#include "element/element_impl.h"

static void Mass_PointMass(const RicElementData *data, PetscInt dim, const PetscReal X[],
                           PetscReal M[]) {
  (void)X;
  for (PetscInt i = 0; i < dim; ++i)
    for (PetscInt j = 0; j < dim; ++j)
      M[i * dim + j] = i == j ? data->mass : 0;
}

const RicElementOps RicElement_PointMass = {
    .name = "point-mass",
    .description = "mass concentrated in a node",
    .num_nodes = 1,
    .linear = PETSC_TRUE,
    .Mass = Mass_PointMass,
};
