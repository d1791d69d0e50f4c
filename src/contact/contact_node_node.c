// SPDX-License-Identifier: BSD-2-Clause
// "node-node": two nodes that meet along a fixed direction.
// g = d·((X2 + u2) − (X1 + u1)) − offset − shift, W = (−dᵀ, dᵀ), no curvature.
// Symbols: d = normal, from the first node to the second.
// Limits: the direction does not turn with the nodes; what happens across it is not seen.
#include "contact/contact_impl.h"

static PetscReal Gap_NodeNode(const RicContactData *data, PetscInt dim, const PetscReal X[],
                              const PetscReal u[], PetscReal shift) {
  PetscReal gap = -data->offset - shift;
  for (PetscInt i = 0; i < 3; ++i)
    gap += data->normal[i] * (X[3 + i] - X[i] + (i < dim ? u[dim + i] - u[i] : 0));
  return gap;
}

static void Rows_NodeNode(const RicContactData *data, PetscInt dim, const PetscReal X[],
                          const PetscReal u[], PetscReal W[]) {
  (void)X, (void)u;
  for (PetscInt i = 0; i < dim; ++i) {
    W[i] = -data->normal[i];
    W[dim + i] = data->normal[i];
  }
}

const RicContactOps RicContact_NodeNode = {
    .name = "node-node",
    .description = "two nodes that meet along a fixed direction",
    .num_nodes = 2,
    .num_rows = 1,
    .linear = PETSC_TRUE,
    .Gap = Gap_NodeNode,
    .Rows = Rows_NodeNode,
};
