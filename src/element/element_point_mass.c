// SPDX-License-Identifier: BSD-2-Clause
// "point-mass": a mass concentrated in one node, M = m I in all dim directions; no force.
// Symbols: m = mass.
// Limits: no rotational inertia.
#include "element/element_impl.h"

static void Mass_PointMass(const void *data, PetscInt dim, const PetscReal X[], PetscReal M[]) {
  const RicPointMassData *point = data;
  (void)X;
  for (PetscInt i = 0; i < dim; ++i)
    for (PetscInt j = 0; j < dim; ++j)
      M[i * dim + j] = i == j ? point->mass : 0;
}

static const RicParameter parameters[] = {
    {"region", "of its nodes each has the mass", "", RIC_PARAMETER_REGION, .required = PETSC_TRUE},
    {"mass", "of each node", "kg", RIC_PARAMETER_REAL, RIC_POSITIVE, .required = PETSC_TRUE,
     .offset = offsetof(RicPointMassData, mass)},
    {NULL},
};

const RicElementOps RicElement_PointMass = {
    .name = "point-mass",
    .description = "mass concentrated in a node",
    .num_nodes = 1,
    .parameters = parameters,
    .data_size = sizeof(RicPointMassData),
    .linear = PETSC_TRUE,
    .Mass = Mass_PointMass,
};
