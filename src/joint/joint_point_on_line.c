// SPDX-License-Identifier: BSD-2-Clause
// "point-on-line": b stays on the line through a along the axis of a's frame; both may turn.
// y = ⟂e·r, W = ∂(⟂e·r)/∂u and its curvature.
// Limits: the line has no ends; where a is a node the axis keeps its direction in space.
#include "joint/joint_impl.h"

static const char *Check_PointOnLine(const RicJointData *data, PetscInt dim, const PetscReal X[],
                                     const PetscReal u[]) {
  (void)X, (void)u;
  const char *wrong = RicJointCheckPoints(data, dim);
  return wrong ? wrong : RicJointCheckAxis(data);
}

static void Value_PointOnLine(const RicJointData *data, PetscInt dim, const PetscReal X[],
                              const PetscReal u[], PetscReal y[]) {
  (void)dim;
  const RicPair pair = RicPairOf(data->point, X, u);
  PetscReal across[2];
  RicJointAcross(data, u, across);
  y[0] = RicPairDot(across, pair.r);
}

static void Rows_PointOnLine(const RicJointData *data, PetscInt dim, const PetscReal X[],
                             const PetscReal u[], PetscReal W[]) {
  (void)dim;
  const RicPair pair = RicPairOf(data->point, X, u);
  PetscReal across[2];
  RicJointAcross(data, u, across);
  RicPairComponentRow(&pair, 0, across, W);
}

static void Curvature_PointOnLine(const RicJointData *data, PetscInt dim, const PetscReal X[],
                                  const PetscReal u[], const PetscReal lambda[], PetscReal H[]) {
  (void)dim;
  const RicPair pair = RicPairOf(data->point, X, u);
  PetscReal across[2];
  RicJointAcross(data, u, across);
  RicPairClear(&pair, H);
  RicPairAddComponentCurvature(&pair, 0, across, lambda[0], H);
}

const RicJointOps RicJoint_PointOnLine = {
    .name = "point-on-line",
    .description = "a point stays on an axis of the other body",
    .num_rows = 1,
    .Check = Check_PointOnLine,
    .Value = Value_PointOnLine,
    .Rows = Rows_PointOnLine,
    .Curvature = Curvature_PointOnLine,
};
