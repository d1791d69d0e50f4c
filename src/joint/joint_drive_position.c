// SPDX-License-Identifier: BSD-2-Clause
// "drive-position": the coordinate of b along the axis of a's frame, counted from a, is prescribed.
// y = e·r (= shift(t)).
// Limits: the motion gives the coordinate itself, not its change since the start: the initial state
// must agree with it. Where a is a node the axis keeps its direction in space.
#include "joint/joint_impl.h"

static const char *Check_DrivePosition(const RicJointData *data, PetscInt dim, const RicPose *a,
                                       const RicPose *b) {
  (void)a, (void)b;
  const char *wrong = RicJointCheckPoints(data, dim);
  return wrong ? wrong : RicJointCheckAxis(data);
}

static void Rows_DrivePosition(const RicJointData *data, const RicPose *a, const RicPose *b,
                               PetscReal y[], RicPairWrench w[]) {
  PetscReal along[3];

  RicJointAlong(data, a, along);
  y[0] = RicJointComponent(a, b, along, w);
}

static void Change_DrivePosition(const RicJointData *data, const RicPose *a, const RicPose *b,
                                 const PetscReal lambda[], const RicTwist motion[2],
                                 RicPairWrench *change) {
  PetscReal along[3];

  RicJointAlong(data, a, along);
  RicJointComponentChange(a, b, along, lambda[0], motion, change);
}

static const RicParameter parameters[] = {
    {"a", "one point", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"b", "the other", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"axis", "of the motion, in the frame of a", "", RIC_PARAMETER_DIRECTION,
     .required = PETSC_FALSE, .value = {1, 0, 0}, .offset = offsetof(RicJointData, axis)},
    {"motion", "axis · (b - a) as a function of t", "m", RIC_PARAMETER_EXPRESSION,
     .required = PETSC_FALSE, .otherwise = "0"},
    {NULL},
};

const RicJointOps RicJoint_DrivePosition = {
    .name = "drive-position",
    .description = "a point's coordinate along an axis of the other body follows a motion",
    .num_rows = 1,
    .parameters = parameters,
    .driven = PETSC_TRUE,
    .Check = Check_DrivePosition,
    .Rows = Rows_DrivePosition,
    .Change = Change_DrivePosition,
};
