// SPDX-License-Identifier: BSD-2-Clause
// "point-on-line": b stays on the line through a along the axis of a's frame; both may turn.
// y = ⟂e·r.
// Limits: the line has no ends; where a is a node the axis keeps its direction in space.
#include "joint/joint_impl.h"

static const char *Check_PointOnLine(const RicJointData *data, PetscInt dim, const RicPose *a,
                                     const RicPose *b) {
  (void)a, (void)b;
  const char *wrong = RicJointCheckPoints(data, dim);
  return wrong ? wrong : RicJointCheckAxis(data);
}

static void Rows_PointOnLine(const RicJointData *data, const RicPose *a, const RicPose *b,
                             PetscReal y[], RicPairWrench w[]) {
  PetscReal across[3];

  RicJointAcross(data, a, across);
  y[0] = RicJointComponent(a, b, across, w);
}

static void Change_PointOnLine(const RicJointData *data, const RicPose *a, const RicPose *b,
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

const RicJointOps RicJoint_PointOnLine = {
    .name = "point-on-line",
    .description = "a point stays on an axis of the other body",
    .num_rows = 1,
    .parameters = parameters,
    .Check = Check_PointOnLine,
    .Rows = Rows_PointOnLine,
    .Change = Change_PointOnLine,
};
