// SPDX-License-Identifier: BSD-2-Clause
// "spherical": a ball joint, the two points coincide.
// y = r in axes of space, f the unit vectors: no wrench changes.
// Limits: none; between nodes the joint ties them together. In the plane it is the hinge "revolute".
#include "joint/joint_impl.h"

static const char *Check_Spherical(const void *data, const RicPoint point[2], PetscInt dim,
                                   const RicPose *a, const RicPose *b) {
  (void)data, (void)a, (void)b;
  return RicJointCheckPoints(point, dim);
}

static void Rows_Spherical(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                           PetscReal y[], RicPairWrench w[]) {
  (void)data;
  RicJointSpan(dim, a, b, y, w);
}

static void Change_Spherical(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                             const PetscReal lambda[], const RicTwist motion[2],
                             RicPairWrench *change) {
  (void)data, (void)dim, (void)a, (void)b, (void)lambda, (void)motion;
  *change = (RicPairWrench){.f = {0}};
}

static const RicParameter parameters[] = {RIC_JOINT_POINTS, {NULL}};

const RicJointOps RicJoint_Spherical = {
    .name = "spherical",
    .description = "ball joint: two points coincide",
    .num_rows = {2, 3},
    .parameters = parameters,
    .Check = Check_Spherical,
    .Rows = Rows_Spherical,
    .Change = Change_Spherical,
};
