// SPDX-License-Identifier: BSD-2-Clause
// "revolute": a hinge, the two points coincide.
// y = r in axes of space, f the unit vectors: no wrench changes.
// With a = ground (0, 0) and b = (−l, 0) of a body these are the rows x − l cos θ, y − l sin θ of a
// pendulum hung l away from its centre of mass. Between nodes the joint ties them together.
#include "joint/joint_impl.h"

static const char *Check_Revolute(const RicJointData *data, PetscInt dim, const RicPose *a,
                                  const RicPose *b) {
  (void)a, (void)b;
  return RicJointCheckPoints(data, dim);
}

static void Rows_Revolute(const RicJointData *data, const RicPose *a, const RicPose *b,
                          PetscReal y[], RicPairWrench w[]) {
  (void)data;
  RicJointSpan(a, b, y, w);
}

static const RicParameter parameters[] = {
    {"a", "one point", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"b", "the other", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {NULL},
};

const RicJointOps RicJoint_Revolute = {
    .name = "revolute",
    .description = "hinge: two points coincide",
    .num_rows = 2,
    .parameters = parameters,
    .Check = Check_Revolute,
    .Rows = Rows_Revolute,
    .Change = RicJointNoChange,
};
