// SPDX-License-Identifier: BSD-2-Clause
// What follows from a joint's wrenches: rows and curvature.
#include "joint/joint.h"

void RicJointRows(const RicJointOps *ops, const void *data, const RicPair *pair, PetscReal y[],
                  PetscReal W[]) {
  const PetscInt n = RicJointNumRows(ops, pair->dim);
  RicPairWrench w[RIC_JOINT_MAX_ROWS];

  ops->Rows(data, pair->dim, &pair->stand[0].pose, &pair->stand[1].pose, y, w);
  for (PetscInt i = 0; i < n; ++i)
    RicPairRow(pair, &w[i], &W[i * (pair->nd[0] + pair->nd[1])]);
}

// A joint under load.
typedef struct {
  const RicJointOps *ops;
  const void *data;
  PetscInt dim;
  const PetscReal *lambda;
  PetscReal length;
} Loaded;

// Σ λ_i w_i.
static void Load(const void *kernel, const RicPose *a, const RicPose *b, RicPairWrench *load) {
  const Loaded *joint = (const Loaded *)kernel;
  RicPairWrench w[RIC_JOINT_MAX_ROWS];
  PetscReal y[RIC_JOINT_MAX_ROWS];

  joint->ops->Rows(joint->data, joint->dim, a, b, y, w);
  *load = (RicPairWrench){.f = {0}};
  for (PetscInt i = 0; i < RicJointNumRows(joint->ops, joint->dim); ++i) {
    RicVec3Add(load->f, joint->lambda[i], w[i].f, load->f);
    for (PetscInt k = 0; k < 2; ++k)
      RicVec3Add(load->m[k], joint->lambda[i], w[i].m[k], load->m[k]);
  }
}

static void Change(const void *kernel, const RicPose *a, const RicPose *b, const RicTwist motion[2],
                   RicPairWrench *change) {
  const Loaded *joint = (const Loaded *)kernel;

  if (joint->ops->Change)
    joint->ops->Change(joint->data, joint->dim, a, b, joint->lambda, motion, change);
  else
    RicPairDifference(Load, kernel, a, b, motion, joint->length, change);
}

void RicJointCurvature(const RicJointOps *ops, const void *data, const RicPair *pair,
                       const PetscReal lambda[], PetscReal length, PetscReal H[]) {
  const Loaded joint = {
      .ops = ops, .data = data, .dim = pair->dim, .lambda = lambda, .length = length};
  RicPairWrench load;

  Load(&joint, &pair->stand[0].pose, &pair->stand[1].pose, &load);
  RicPairCurvature(pair, &load, Change, &joint, H);
}
