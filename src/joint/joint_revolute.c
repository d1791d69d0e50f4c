// SPDX-License-Identifier: BSD-2-Clause
// "revolute": a hinge, the two points coincide and, in space, an axis of one body is one of the other.
//   y = r in axes of space, f the unit vectors: no wrench changes
//   space  and ⟂e·e_b, two rows
// Symbols: e_b, the axis as it stood in b's frame at the start.
// With a = ground (0, 0) and b = (−l, 0) of a body the plane's rows are x − l cos θ, y − l sin θ of a
// pendulum hung l away from its centre of mass. Between nodes of the plane the joint ties them
// together.
// Limits: in space both points on bodies or the ground ("spherical" ties nodes).
#include "joint/joint_impl.h"

static const char *Check_Revolute(const void *data, const RicPoint point[2], PetscInt dim,
                                  const RicPose *a, const RicPose *b) {
  const RicRevoluteData *hinge = data;

  (void)a, (void)b;
  return dim < 3 ? RicJointCheckPoints(point, dim) : RicJointCheckTurn(point, hinge->axis, dim);
}

static void Initialise_Revolute(void *data, PetscInt dim, const RicPose *a, const RicPose *b) {
  RicRevoluteData *hinge = data;
  PetscReal e[3];

  if (dim < 3)
    return;
  RicPoseTurn(a, 1, hinge->axis, e);
  RicVec3MapBack(b->R, e, hinge->axis_of_b);
}

// ⟂e and e_b in space.
static void Axes(const RicRevoluteData *hinge, const RicPose *a, const RicPose *b,
                 PetscReal across[2][3], PetscReal axis_of_b[3]) {
  RicJointAcross(hinge->axis, 3, a, across);
  RicPoseTurn(b, 1, hinge->axis_of_b, axis_of_b);
}

static void Rows_Revolute(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                          PetscReal y[], RicPairWrench w[]) {
  PetscReal across[2][3], axis_of_b[3];

  RicJointSpan(dim, a, b, y, w);
  if (dim < 3)
    return;
  Axes(data, a, b, across, axis_of_b);
  for (PetscInt k = 0; k < 2; ++k) {
    y[3 + k] = RicVec3Dot(across[k], axis_of_b);
    w[3 + k] = (RicPairWrench){.f = {0}};
    RicJointAddProduct(across[k], axis_of_b, 1, &w[3 + k]);
  }
}

static void Change_Revolute(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                            const PetscReal lambda[], const RicTwist motion[2],
                            RicPairWrench *change) {
  PetscReal across[2][3], axis_of_b[3];

  *change = (RicPairWrench){.f = {0}};
  if (dim < 3)
    return;
  Axes(data, a, b, across, axis_of_b);
  for (PetscInt k = 0; k < 2; ++k)
    RicJointAddProductChange(across[k], axis_of_b, lambda[3 + k], motion, change);
}

static const RicParameter parameters[] = {
    RIC_JOINT_POINTS,
    RIC_JOINT_TURN_AXIS(offsetof(RicRevoluteData, axis)),
    {NULL},
};

const RicJointOps RicJoint_Revolute = {
    .name = "revolute",
    .description = "hinge: two points coincide, in space an axis too",
    .num_rows = {2, 5},
    .parameters = parameters,
    .data_size = sizeof(RicRevoluteData),
    .Check = Check_Revolute,
    .Initialise = Initialise_Revolute,
    .Rows = Rows_Revolute,
    .Change = Change_Revolute,
};
