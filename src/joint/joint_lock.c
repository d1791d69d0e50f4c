// SPDX-License-Identifier: BSD-2-Clause
// Lock: two frames keep their orientation to one another, the part of welds and sliders that turns.
//   plane   y = θ_b − θ_a − angle
//   space   y = ½ Σ A_i × B_i seen from a: y_k = ½ (A_j·B_i − A_i·B_j), (i, j, k) cyclic
// Symbols: A_i the axes of a's frame, B_i those of b's that stood along them at the start, in space;
// y is sin(θ) n for a rotation by θ about n, of second order the rotation vector.
// Limits: in space a half turn has the value 0 as well.
#include "joint/joint_impl.h"

void RicLockBegin(RicLock *lock, PetscInt dim, const RicPose *a, const RicPose *b) {
  lock->angle = b->angle - a->angle;
  if (dim == 3)
    RicPoseSeen(a, b, lock->R);
}

// A and B [3][3].
static void Axes(const RicLock *lock, const RicPose *a, const RicPose *b, PetscReal A[3][3],
                 PetscReal B[3][3]) {
  for (PetscInt i = 0; i < 3; ++i) {
    for (PetscInt d = 0; d < 3; ++d)
      A[i][d] = a->R[3 * d + i];
    RicVec3Map(b->R, &lock->R[3 * i], B[i]); // R row i: axis i of a seen from b
  }
}

void RicLockRows(const RicLock *lock, PetscInt dim, const RicPose *a, const RicPose *b,
                 PetscReal y[], RicPairWrench w[]) {
  const PetscReal z[3] = {0, 0, 1};
  PetscReal A[3][3], B[3][3];

  if (dim < 3) {
    y[0] = b->angle - a->angle - lock->angle;
    RicJointMoment(z, w);
    return;
  }
  Axes(lock, a, b, A, B);
  for (PetscInt k = 0; k < 3; ++k) {
    const PetscInt i = (k + 1) % 3, j = (k + 2) % 3;
    y[k] = (RicVec3Dot(A[j], B[i]) - RicVec3Dot(A[i], B[j])) / 2;
    w[k] = (RicPairWrench){.f = {0}};
    RicJointAddProduct(A[j], B[i], 0.5, &w[k]);
    RicJointAddProduct(A[i], B[j], -0.5, &w[k]);
  }
}

void RicLockPath(const RicLock *lock, const RicPairPath *path, RicPairWrench w[]) {
  const RicPair *mean = &path->mean;
  PetscReal y[3];

  RicLockRows(lock, mean->dim, &mean->stand[0].pose, &mean->stand[1].pose, y, w);
  if (mean->dim < 3)
    RicPairPathOnTurns(path, w);
}

void RicLockChange(const RicLock *lock, PetscInt dim, const RicPose *a, const RicPose *b,
                   const PetscReal lambda[], const RicTwist motion[2], RicPairWrench *change) {
  PetscReal A[3][3], B[3][3];

  if (dim < 3)
    return;
  Axes(lock, a, b, A, B);
  for (PetscInt k = 0; k < 3; ++k) {
    const PetscInt i = (k + 1) % 3, j = (k + 2) % 3;
    RicJointAddProductChange(A[j], B[i], lambda[k] / 2, motion, change);
    RicJointAddProductChange(A[i], B[j], -lambda[k] / 2, motion, change);
  }
}
