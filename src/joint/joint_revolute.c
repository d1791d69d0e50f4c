// SPDX-License-Identifier: BSD-2-Clause
// "revolute": a hinge, the two points coincide.
// y = r, W = ∂r/∂u, curvature λ·∂²r/∂θ_k² at the angle of each body.
// With a = ground (0, 0) and b = (−l, 0) of a body these are the rows x − l cos θ, y − l sin θ of a
// pendulum hung l away from its centre of mass. Between nodes the joint ties them together.
#include "joint/joint_impl.h"

static const char *Check_Revolute(const RicJointData *data, PetscInt dim, const PetscReal X[],
                                  const PetscReal u[]) {
  (void)X, (void)u;
  return RicJointCheckPoints(data, dim);
}

static void Value_Revolute(const RicJointData *data, PetscInt dim, const PetscReal X[],
                           const PetscReal u[], PetscReal y[]) {
  (void)dim;
  const RicPair pair = RicPairOf(data->point, X, u);
  y[0] = pair.r[0];
  y[1] = pair.r[1];
}

static void Rows_Revolute(const RicJointData *data, PetscInt dim, const PetscReal X[],
                          const PetscReal u[], PetscReal W[]) {
  (void)dim;
  const RicPair pair = RicPairOf(data->point, X, u);
  for (PetscInt i = 0; i < 2 * pair.nd; ++i)
    W[i] = pair.J[i];
}

static void Curvature_Revolute(const RicJointData *data, PetscInt dim, const PetscReal X[],
                               const PetscReal u[], const PetscReal lambda[], PetscReal H[]) {
  (void)dim;
  const RicPair pair = RicPairOf(data->point, X, u);
  RicPairClear(&pair, H);
  RicPairAddSecond(&pair, lambda, H);
}

const RicJointOps RicJoint_Revolute = {
    .name = "revolute",
    .description = "hinge: two points coincide",
    .num_rows = 2,
    .Check = Check_Revolute,
    .Value = Value_Revolute,
    .Rows = Rows_Revolute,
    .Curvature = Curvature_Revolute,
};
