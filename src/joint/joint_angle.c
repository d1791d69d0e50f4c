// SPDX-License-Identifier: BSD-2-Clause
// "angle": the frames keep their angle to one another, the points move freely.
// y = θ − angle, W = ∂θ/∂u, no curvature.
// Symbols: angle, θ at the start.
// Limits: both points on bodies or the ground. Angles are not taken modulo 2π.
#include "joint/joint_impl.h"

static const char *Check_Angle(const RicJointData *data, PetscInt dim, const PetscReal X[],
                               const PetscReal u[]) {
  (void)X, (void)u;
  return RicJointCheckFrames(data, dim);
}

static void Initialise_Angle(RicJointData *data, PetscInt dim, const PetscReal X[],
                             const PetscReal u[]) {
  (void)dim, (void)X;
  data->angle = RicPairAngle(data->point, u);
}

static void Value_Angle(const RicJointData *data, PetscInt dim, const PetscReal X[],
                        const PetscReal u[], PetscReal y[]) {
  (void)dim, (void)X;
  y[0] = RicPairAngle(data->point, u) - data->angle;
}

static void Rows_Angle(const RicJointData *data, PetscInt dim, const PetscReal X[],
                       const PetscReal u[], PetscReal W[]) {
  (void)dim, (void)X, (void)u;
  RicPairAngleRow(data->point, 1, W);
}

const RicJointOps RicJoint_Angle = {
    .name = "angle",
    .description = "two bodies keep the angle between them",
    .num_rows = 1,
    .Check = Check_Angle,
    .Initialise = Initialise_Angle,
    .Value = Value_Angle,
    .Rows = Rows_Angle,
};
