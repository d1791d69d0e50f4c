// SPDX-License-Identifier: BSD-2-Clause
// "drive-angle": the angle of b's frame seen from a's is prescribed.
// y = θ (= shift(t)).
// Limits: both points on bodies or the ground. The motion gives the angle itself, not its change
// since the start: the initial state must agree with it, full turns included.
#include "joint/joint_impl.h"

static const char *Check_DriveAngle(const RicJointData *data, PetscInt dim, const RicPose *a,
                                    const RicPose *b) {
  (void)a, (void)b;
  return RicJointCheckFrames(data, dim);
}

static void Rows_DriveAngle(const RicJointData *data, const RicPose *a, const RicPose *b,
                            PetscReal y[], RicPairWrench w[]) {
  (void)data;
  y[0] = RicJointAngle(a, b);
  RicJointAngleWrench(w);
}

static const RicParameter parameters[] = {
    {"a", "one point", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"b", "the other", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"motion", "theta_b - theta_a as a function of t", "rad", RIC_PARAMETER_EXPRESSION,
     .required = PETSC_FALSE, .otherwise = "0"},
    {NULL},
};

const RicJointOps RicJoint_DriveAngle = {
    .name = "drive-angle",
    .description = "the angle between two bodies follows a motion",
    .num_rows = 1,
    .parameters = parameters,
    .driven = PETSC_TRUE,
    .linear = PETSC_TRUE,
    .Check = Check_DriveAngle,
    .Rows = Rows_DriveAngle,
};
