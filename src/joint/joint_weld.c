// SPDX-License-Identifier: BSD-2-Clause
// "weld": the two points coincide and the frames keep their angle to one another.
// y = (r, θ − angle), W = (∂r/∂u; ∂θ/∂u), curvature that of r.
// Symbols: angle, θ at the start.
// Limits: both points on bodies or the ground.
#include "joint/joint_impl.h"

static const char *Check_Weld(const RicJointData *data, PetscInt dim, const PetscReal X[],
                              const PetscReal u[]) {
  (void)X, (void)u;
  return RicJointCheckFrames(data, dim);
}

static void Initialise_Weld(RicJointData *data, PetscInt dim, const PetscReal X[],
                            const PetscReal u[]) {
  (void)dim, (void)X;
  data->angle = RicPairAngle(data->point, u);
}

static void Value_Weld(const RicJointData *data, PetscInt dim, const PetscReal X[],
                       const PetscReal u[], PetscReal y[]) {
  (void)dim;
  const RicPair pair = RicPairOf(data->point, X, u);
  y[0] = pair.r[0];
  y[1] = pair.r[1];
  y[2] = RicPairAngle(data->point, u) - data->angle;
}

static void Rows_Weld(const RicJointData *data, PetscInt dim, const PetscReal X[],
                      const PetscReal u[], PetscReal W[]) {
  (void)dim;
  const RicPair pair = RicPairOf(data->point, X, u);
  for (PetscInt i = 0; i < 2 * pair.nd; ++i)
    W[i] = pair.J[i];
  RicPairAngleRow(data->point, 1, W + 2 * pair.nd);
}

static void Curvature_Weld(const RicJointData *data, PetscInt dim, const PetscReal X[],
                           const PetscReal u[], const PetscReal lambda[], PetscReal H[]) {
  (void)dim;
  const RicPair pair = RicPairOf(data->point, X, u);
  RicPairClear(&pair, H);
  RicPairAddSecond(&pair, lambda, H);
}

const RicJointOps RicJoint_Weld = {
    .name = "weld",
    .description = "two points coincide and their bodies keep the angle between them",
    .num_rows = 3,
    .Check = Check_Weld,
    .Initialise = Initialise_Weld,
    .Value = Value_Weld,
    .Rows = Rows_Weld,
    .Curvature = Curvature_Weld,
};
