// SPDX-License-Identifier: BSD-2-Clause
// "weld": the two points coincide and the frames keep their orientation to one another.
// y = (r, lock), r in axes of space, lock as in joint_lock.c.
// Limits: both points on bodies or the ground.
#include "joint/joint_impl.h"

static const char *Check_Weld(const void *data, const RicPoint point[2], PetscInt dim,
                              const RicPose *a, const RicPose *b) {
  (void)data, (void)a, (void)b;
  return RicJointCheckFrames(point, dim);
}

static void Initialise_Weld(void *data, PetscInt dim, const RicPose *a, const RicPose *b) {
  RicWeldData *weld = data;

  RicLockBegin(&weld->lock, dim, a, b);
}

static void Rows_Weld(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                      PetscReal y[], RicPairWrench w[]) {
  const RicWeldData *weld = data;

  RicJointSpan(dim, a, b, y, w);
  RicLockRows(&weld->lock, dim, a, b, &y[dim], &w[dim]);
}

static void Change_Weld(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                        const PetscReal lambda[], const RicTwist motion[2], RicPairWrench *change) {
  const RicWeldData *weld = data;

  *change = (RicPairWrench){.f = {0}};
  RicLockChange(&weld->lock, dim, a, b, &lambda[dim], motion, change);
}

static void Path_Weld(const void *data, PetscInt dim, const RicPairPath *path, RicPairWrench w[]) {
  const RicWeldData *weld = data;
  PetscReal y[3];

  RicJointSpan(dim, &path->mean.stand[0].pose, &path->mean.stand[1].pose, y, w);
  RicLockPath(&weld->lock, path, &w[dim]);
}

static const RicParameter parameters[] = {RIC_JOINT_POINTS, {NULL}};

const RicJointOps RicJoint_Weld = {
    .name = "weld",
    .description = "two points coincide and their bodies do not turn to one another",
    .num_rows = {3, 6},
    .parameters = parameters,
    .data_size = sizeof(RicWeldData),
    .Check = Check_Weld,
    .Initialise = Initialise_Weld,
    .Rows = Rows_Weld,
    .Change = Change_Weld,
    .Path = Path_Weld,
};
