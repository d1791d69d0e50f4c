// SPDX-License-Identifier: BSD-2-Clause
// "node-plane": one node against a plane that moves along its normal.
// g = n·(X + u − p) − offset − shift, W = nᵀ, no curvature.
// Symbols: n = normal, out of the obstacle; p = point, of the plane at shift 0.
// Limits: the normal does not turn; in 1D and 2D it lies in the space of the dofs.
#include "contact/contact_impl.h"

static PetscReal Gap_NodePlane(const RicContactData *data, PetscInt dim, const PetscReal X[],
                               const PetscReal u[], PetscReal shift) {
  PetscReal gap = -data->offset - shift;
  for (PetscInt i = 0; i < 3; ++i)
    gap += data->normal[i] * (X[i] - data->point[i] + (i < dim ? u[i] : 0));
  return gap;
}

static void Rows_NodePlane(const RicContactData *data, PetscInt dim, const PetscReal X[],
                           const PetscReal u[], PetscReal W[]) {
  (void)X, (void)u;
  for (PetscInt i = 0; i < dim; ++i)
    W[i] = data->normal[i];
}

const RicContactOps RicContact_NodePlane = {
    .name = "node-plane",
    .description = "node against a plane, fixed or moving along its normal",
    .num_nodes = 1,
    .num_rows = 1,
    .linear = PETSC_TRUE,
    .Gap = Gap_NodePlane,
    .Rows = Rows_NodePlane,
};
