// SPDX-License-Identifier: BSD-2-Clause
// Rows of a joint over a path (geom/path.h). Values bilinear in span and axes, as most are, have theirs at
// the mean pose.
#include "joint/joint_impl.h"

void RicJointPathHalfWay(const RicJointOps *ops, const void *data, const RicPairPath *path,
                         RicPairWrench w[]) {
  PetscReal y[RIC_JOINT_MAX_ROWS];
  RicPose middle[2];

  RicPairPathMiddle(path, middle);
  ops->Rows(data, path->mean.dim, &middle[0], &middle[1], y, w);
  for (PetscInt i = 0; i < RicJointNumRows(ops, path->mean.dim); ++i)
    RicPairPathOnTurns(path, &w[i]);
}

// Wrenches but for what they lack.
static void Wrenches(const RicJointOps *ops, const void *data, const RicPairPath *path,
                     RicPairWrench w[]) {
  const RicPair *mean = &path->mean;
  PetscReal y[RIC_JOINT_MAX_ROWS];

  if (ops->Path)
    ops->Path(data, mean->dim, path, w);
  else if (ops->velocity_level)
    RicJointPathHalfWay(ops, data, path, w);
  else
    ops->Rows(data, mean->dim, &mean->stand[0].pose, &mean->stand[1].pose, y, w);
}

// From the values at one end to those at the other: lengths, or numbers and angles of the order of 1.
static void Complete(const RicJointOps *ops, const void *data, const RicPairPath *path,
                     PetscReal length, RicPairWrench w[]) {
  const RicPair *from = path->from, *to = path->to;
  PetscReal y[2][RIC_JOINT_MAX_ROWS];
  RicPairWrench unused[RIC_JOINT_MAX_ROWS];

  ops->Rows(data, from->dim, &from->stand[0].pose, &from->stand[1].pose, y[0], unused);
  ops->Rows(data, to->dim, &to->stand[0].pose, &to->stand[1].pose, y[1], unused);
  for (PetscInt i = 0; i < RicJointNumRows(ops, from->dim); ++i) {
    const PetscReal change = y[1][i] - y[0][i];
    const PetscReal size = RicVec3Norm(w[i].f) > 0 ? RicPairPathSize(path) : 1;
    RicPairPathComplete(path, length, ops->angular ? remainder(change, 2 * PETSC_PI) : change,
                        size + PetscAbsReal(y[0][i]) + PetscAbsReal(y[1][i]), &w[i]);
  }
}

void RicJointPathRows(const RicJointOps *ops, const void *data, const RicPairPath *path,
                      PetscReal length, PetscReal W[]) {
  const RicPair *mean = &path->mean;
  PetscReal y[RIC_JOINT_MAX_ROWS];
  RicPairWrench w[RIC_JOINT_MAX_ROWS];

  if (RicJointIsLinear(ops, mean->dim)) {
    RicJointRows(ops, data, path->from, y, W);
    return;
  }
  Wrenches(ops, data, path, w);
  if (!ops->velocity_level)
    Complete(ops, data, path, length, w);
  for (PetscInt i = 0; i < RicJointNumRows(ops, mean->dim); ++i)
    RicPairPathRow(path, &w[i], &W[i * (mean->nd[0] + mean->nd[1])]);
}
