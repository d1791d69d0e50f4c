// SPDX-License-Identifier: BSD-2-Clause
// "angular-stop": the angle of one frame seen from another does not pass a stop.
// g = σ (θ_0 − θ_1 − angle) − offset − shift, rad; W = σ ∂(θ_0 − θ_1)/∂u, no curvature.
// Symbols: σ = 1, the angle stays above the stop; σ = −1 with `upper`, it stays below.
// Limits: both points on bodies or the ground. Angles are not taken modulo 2π.
#include "contact/contact_planar.h"

static PetscReal Side(const RicContactData *data) { return data->upper ? -1 : 1; }

static const char *Check_AngularStop(const RicContactData *data, PetscInt dim) {
  for (PetscInt k = 0; k < 2; ++k)
    if (data->on[k].kind == RIC_POINT_NODE)
      return "a node without orientation where a body or the ground is needed";
  return RicContactCheckPoints(data, dim);
}

static PetscReal Gap_AngularStop(const RicContactData *data, PetscInt dim, const PetscReal X[],
                                 const PetscReal u[], PetscReal shift) {
  (void)dim, (void)X;
  const PetscReal angle = -RicPairAngle(data->on, u);
  return Side(data) * (angle - data->angle) - data->offset - shift;
}

static void Rows_AngularStop(const RicContactData *data, PetscInt dim, const PetscReal X[],
                             const PetscReal u[], PetscReal W[]) {
  (void)dim, (void)X, (void)u;
  RicPairAngleRow(data->on, -Side(data), W);
}

const RicContactOps RicContact_AngularStop = {
    .name = "angular-stop",
    .description = "the angle between two bodies, or of a body, does not pass a stop",
    .num_nodes = 2,
    .num_rows = 1,
    .keys = {"angle", "upper"},
    .planar = PETSC_TRUE,
    .linear = PETSC_TRUE,
    .angular = PETSC_TRUE,
    .Check = Check_AngularStop,
    .Gap = Gap_AngularStop,
    .Rows = Rows_AngularStop,
};
