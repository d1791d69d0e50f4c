// SPDX-License-Identifier: BSD-2-Clause
// "weld": the two points coincide and the frames keep their angle to one another.
// y = (r, θ − angle), r in axes of space: no wrench changes.
// Symbols: angle, θ at the start.
// Limits: both points on bodies or the ground.
#include "joint/joint_impl.h"

static const char *Check_Weld(const RicJointData *data, PetscInt dim, const RicPose *a,
                              const RicPose *b) {
  (void)a, (void)b;
  return RicJointCheckFrames(data, dim);
}

static void Initialise_Weld(RicJointData *data, const RicPose *a, const RicPose *b) {
  data->angle = RicJointAngle(a, b);
}

static void Rows_Weld(const RicJointData *data, const RicPose *a, const RicPose *b, PetscReal y[],
                      RicPairWrench w[]) {
  RicJointSpan(a, b, y, w);
  y[2] = RicJointAngle(a, b) - data->angle;
  RicJointAngleWrench(&w[2]);
}

static const RicParameter parameters[] = {
    {"a", "one point", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"b", "the other", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {NULL},
};

const RicJointOps RicJoint_Weld = {
    .name = "weld",
    .description = "two points coincide and their bodies keep the angle between them",
    .num_rows = 3,
    .parameters = parameters,
    .Check = Check_Weld,
    .Initialise = Initialise_Weld,
    .Rows = Rows_Weld,
    .Change = RicJointNoChange,
};
