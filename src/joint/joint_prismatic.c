// SPDX-License-Identifier: BSD-2-Clause
// "prismatic": a slider, b stays on the line through a along the axis of a's frame, and the frames
// keep their angle to one another.
// y = (⟂e·r, θ − angle), W = (∂(⟂e·r)/∂u; ∂θ/∂u), curvature that of ⟂e·r.
// Symbols: angle, θ at the start.
// Limits: both points on bodies or the ground; the line has no ends.
#include "joint/joint_impl.h"

static const char *Check_Prismatic(const RicJointData *data, PetscInt dim, const PetscReal X[],
                                   const PetscReal u[]) {
  (void)X, (void)u;
  const char *wrong = RicJointCheckFrames(data, dim);
  return wrong ? wrong : RicJointCheckAxis(data);
}

static void Initialise_Prismatic(RicJointData *data, PetscInt dim, const PetscReal X[],
                                 const PetscReal u[]) {
  (void)dim, (void)X;
  data->angle = RicPairAngle(data->point, u);
}

static void Value_Prismatic(const RicJointData *data, PetscInt dim, const PetscReal X[],
                            const PetscReal u[], PetscReal y[]) {
  (void)dim;
  const RicPair pair = RicPairOf(data->point, X, u);
  PetscReal across[2];
  RicJointAcross(data, u, across);
  y[0] = RicPairDot(across, pair.r);
  y[1] = RicPairAngle(data->point, u) - data->angle;
}

static void Rows_Prismatic(const RicJointData *data, PetscInt dim, const PetscReal X[],
                           const PetscReal u[], PetscReal W[]) {
  (void)dim;
  const RicPair pair = RicPairOf(data->point, X, u);
  PetscReal across[2];
  RicJointAcross(data, u, across);
  RicPairComponentRow(&pair, 0, across, W);
  RicPairAngleRow(data->point, 1, W + pair.nd);
}

static void Curvature_Prismatic(const RicJointData *data, PetscInt dim, const PetscReal X[],
                                const PetscReal u[], const PetscReal lambda[], PetscReal H[]) {
  (void)dim;
  const RicPair pair = RicPairOf(data->point, X, u);
  PetscReal across[2];
  RicJointAcross(data, u, across);
  RicPairClear(&pair, H);
  RicPairAddComponentCurvature(&pair, 0, across, lambda[0], H);
}

const RicJointOps RicJoint_Prismatic = {
    .name = "prismatic",
    .description =
        "slider: a point stays on an axis of the other body, and the bodies keep their angle",
    .num_rows = 2,
    .Check = Check_Prismatic,
    .Initialise = Initialise_Prismatic,
    .Value = Value_Prismatic,
    .Rows = Rows_Prismatic,
    .Curvature = Curvature_Prismatic,
};
