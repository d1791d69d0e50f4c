// SPDX-License-Identifier: BSD-2-Clause
// "angle": the frames keep their angle to one another, the points move freely.
// y = θ − angle.
// Symbols: angle, θ at the start.
// Limits: both points on bodies or the ground. Angles are not taken modulo 2π.
#include "joint/joint_impl.h"

static const char *Check_Angle(const RicJointData *data, PetscInt dim, const RicPose *a,
                               const RicPose *b) {
  (void)a, (void)b;
  return RicJointCheckFrames(data, dim);
}

static void Initialise_Angle(RicJointData *data, const RicPose *a, const RicPose *b) {
  data->angle = RicJointAngle(a, b);
}

static void Rows_Angle(const RicJointData *data, const RicPose *a, const RicPose *b, PetscReal y[],
                       RicPairWrench w[]) {
  y[0] = RicJointAngle(a, b) - data->angle;
  RicJointAngleWrench(w);
}

static const RicParameter parameters[] = {
    {"a", "one point", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"b", "the other", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {NULL},
};

const RicJointOps RicJoint_Angle = {
    .name = "angle",
    .description = "two bodies keep the angle between them",
    .num_rows = 1,
    .parameters = parameters,
    .linear = PETSC_TRUE,
    .Check = Check_Angle,
    .Initialise = Initialise_Angle,
    .Rows = Rows_Angle,
};
