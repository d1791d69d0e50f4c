// SPDX-License-Identifier: BSD-2-Clause
// "speed": the angular velocity of b's frame seen from a's is prescribed; velocity level.
// W v = ω_b − ω_a (= rate(t)), no value.
// Limits: both points on bodies or the ground. No angle is held: what the scheme does to positions
// is not corrected.
#include "joint/joint_impl.h"

static const char *Check_Speed(const RicJointData *data, PetscInt dim, const RicPose *a,
                               const RicPose *b) {
  (void)a, (void)b;
  return RicJointCheckFrames(data, dim);
}

static void Rows_Speed(const RicJointData *data, const RicPose *a, const RicPose *b, PetscReal y[],
                       RicPairWrench w[]) {
  (void)data, (void)a, (void)b;
  y[0] = 0;
  RicJointAngleWrench(w);
}

static const RicParameter parameters[] = {
    {"a", "one point", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"b", "the other", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"motion", "omega_b - omega_a as a function of t", "rad/s", RIC_PARAMETER_EXPRESSION,
     .required = PETSC_FALSE, .otherwise = "0"},
    {NULL},
};

const RicJointOps RicJoint_Speed = {
    .name = "speed",
    .description = "the angular speed between two bodies follows a rate (velocity level)",
    .num_rows = 1,
    .parameters = parameters,
    .velocity_level = PETSC_TRUE,
    .driven = PETSC_TRUE,
    .linear = PETSC_TRUE,
    .Check = Check_Speed,
    .Rows = Rows_Speed,
};
