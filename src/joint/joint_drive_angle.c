// SPDX-License-Identifier: BSD-2-Clause
// "drive-angle": the angle of b's frame seen from a's is prescribed.
// y = θ (= shift(t)), W = ∂θ/∂u, no curvature.
// Limits: both points on bodies or the ground. The motion gives the angle itself, not its change
// since the start: the initial state must agree with it, full turns included.
#include "joint/joint_impl.h"

static const char *Check_DriveAngle(const RicJointData *data, PetscInt dim, const PetscReal X[],
                                    const PetscReal u[]) {
  (void)X, (void)u;
  return RicJointCheckFrames(data, dim);
}

static void Value_DriveAngle(const RicJointData *data, PetscInt dim, const PetscReal X[],
                             const PetscReal u[], PetscReal y[]) {
  (void)dim, (void)X;
  y[0] = RicPairAngle(data->point, u);
}

static void Rows_DriveAngle(const RicJointData *data, PetscInt dim, const PetscReal X[],
                            const PetscReal u[], PetscReal W[]) {
  (void)dim, (void)X, (void)u;
  RicPairAngleRow(data->point, 1, W);
}

const RicJointOps RicJoint_DriveAngle = {
    .name = "drive-angle",
    .description = "the angle between two bodies follows a motion",
    .num_rows = 1,
    .driven = PETSC_TRUE,
    .Check = Check_DriveAngle,
    .Value = Value_DriveAngle,
    .Rows = Rows_DriveAngle,
};
