// SPDX-License-Identifier: BSD-2-Clause
// "drive-position": the coordinate of b along the axis of a's frame, counted from a, is prescribed.
// y = e·r (= shift(t)), W = ∂(e·r)/∂u and its curvature.
// Limits: the motion gives the coordinate itself, not its change since the start: the initial state
// must agree with it. Where a is a node the axis keeps its direction in space.
#include "joint/joint_impl.h"

static const char *Check_DrivePosition(const RicJointData *data, PetscInt dim, const PetscReal X[],
                                       const PetscReal u[]) {
  (void)X, (void)u;
  const char *wrong = RicJointCheckPoints(data, dim);
  return wrong ? wrong : RicJointCheckAxis(data);
}

static void Value_DrivePosition(const RicJointData *data, PetscInt dim, const PetscReal X[],
                                const PetscReal u[], PetscReal y[]) {
  (void)dim;
  const RicPair pair = RicPairOf(data->point, X, u);
  PetscReal along[2];
  RicPairTurn(data->point, 0, u, 1, data->axis, along);
  y[0] = RicPairDot(along, pair.r);
}

static void Rows_DrivePosition(const RicJointData *data, PetscInt dim, const PetscReal X[],
                               const PetscReal u[], PetscReal W[]) {
  (void)dim;
  const RicPair pair = RicPairOf(data->point, X, u);
  PetscReal along[2];
  RicPairTurn(data->point, 0, u, 1, data->axis, along);
  RicPairComponentRow(&pair, 0, along, W);
}

static void Curvature_DrivePosition(const RicJointData *data, PetscInt dim, const PetscReal X[],
                                    const PetscReal u[], const PetscReal lambda[], PetscReal H[]) {
  (void)dim;
  const RicPair pair = RicPairOf(data->point, X, u);
  PetscReal along[2];
  RicPairTurn(data->point, 0, u, 1, data->axis, along);
  RicPairClear(&pair, H);
  RicPairAddComponentCurvature(&pair, 0, along, lambda[0], H);
}

const RicJointOps RicJoint_DrivePosition = {
    .name = "drive-position",
    .description = "a point's coordinate along an axis of the other body follows a motion",
    .num_rows = 1,
    .driven = PETSC_TRUE,
    .Check = Check_DrivePosition,
    .Value = Value_DrivePosition,
    .Rows = Rows_DrivePosition,
    .Curvature = Curvature_DrivePosition,
};
