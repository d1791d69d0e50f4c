// SPDX-License-Identifier: BSD-2-Clause
// "prismatic": a slider, b stays on the line through a along the axis of a's frame, and the frames
// keep their angle to one another.
// y = (⟂e·r, θ − angle).
// Symbols: angle, θ at the start.
// Limits: both points on bodies or the ground; the line has no ends.
#include "joint/joint_impl.h"

static const char *Check_Prismatic(const RicJointData *data, PetscInt dim, const RicPose *a,
                                   const RicPose *b) {
  (void)a, (void)b;
  const char *wrong = RicJointCheckFrames(data, dim);
  return wrong ? wrong : RicJointCheckAxis(data);
}

static void Initialise_Prismatic(RicJointData *data, const RicPose *a, const RicPose *b) {
  data->angle = RicJointAngle(a, b);
}

static void Rows_Prismatic(const RicJointData *data, const RicPose *a, const RicPose *b,
                           PetscReal y[], RicPairWrench w[]) {
  PetscReal across[3];

  RicJointAcross(data, a, across);
  y[0] = RicJointComponent(a, b, across, &w[0]);
  y[1] = RicJointAngle(a, b) - data->angle;
  RicJointAngleWrench(&w[1]);
}

static void Change_Prismatic(const RicJointData *data, const RicPose *a, const RicPose *b,
                             const PetscReal lambda[], const RicTwist motion[2],
                             RicPairWrench *change) {
  PetscReal across[3];

  RicJointAcross(data, a, across);
  RicJointComponentChange(a, b, across, lambda[0], motion, change);
}

static const RicParameter parameters[] = {
    {"a", "one point", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"b", "the other", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"axis", "of the line through a, in the frame of a", "", RIC_PARAMETER_DIRECTION,
     .required = PETSC_FALSE, .value = {1, 0, 0}, .offset = offsetof(RicJointData, axis)},
    {NULL},
};

const RicJointOps RicJoint_Prismatic = {
    .name = "prismatic",
    .description =
        "slider: a point stays on an axis of the other body, and the bodies keep their angle",
    .num_rows = 2,
    .parameters = parameters,
    .Check = Check_Prismatic,
    .Initialise = Initialise_Prismatic,
    .Rows = Rows_Prismatic,
    .Change = Change_Prismatic,
};
