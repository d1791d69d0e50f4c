// SPDX-License-Identifier: BSD-2-Clause
// "speed": the angular velocity of b's frame seen from a's is prescribed; velocity level.
// W v = ω_b − ω_a (= rate(t)), W = ∂θ/∂u, no value and no curvature.
// Limits: both points on bodies or the ground. No angle is held: what the scheme does to positions
// is not corrected.
#include "joint/joint_impl.h"

static const char *Check_Speed(const RicJointData *data, PetscInt dim, const PetscReal X[],
                               const PetscReal u[]) {
  (void)X, (void)u;
  return RicJointCheckFrames(data, dim);
}

static void Rows_Speed(const RicJointData *data, PetscInt dim, const PetscReal X[],
                       const PetscReal u[], PetscReal W[]) {
  (void)dim, (void)X, (void)u;
  RicPairAngleRow(data->point, 1, W);
}

const RicJointOps RicJoint_Speed = {
    .name = "speed",
    .description = "the angular speed between two bodies follows a rate (velocity level)",
    .num_rows = 1,
    .velocity_level = PETSC_TRUE,
    .driven = PETSC_TRUE,
    .Check = Check_Speed,
    .Rows = Rows_Speed,
};
