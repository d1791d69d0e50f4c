// SPDX-License-Identifier: BSD-2-Clause
// "rod": a massless rigid rod, hinged at both points, keeps their distance.
// y = |r| − length, W = nᵀ ∂r/∂u, curvature (⟂nᵀ ∂r/∂u)ᵀ(⟂nᵀ ∂r/∂u)/|r| + n·∂²r/∂θ_k².
// Symbols: n = r/|r|. The distance itself and not its square: y is in metres, λ the force of the
// rod (tension where negative, M v̇ = f + Wᵀλ) at every length.
// Limits: the points must be apart, where n has no meaning.
#include "joint/joint_impl.h"

static const char *Check_Rod(const RicJointData *data, PetscInt dim, const PetscReal X[],
                             const PetscReal u[]) {
  const char *wrong = RicJointCheckPoints(data, dim);
  if (wrong)
    return wrong;
  const RicPair pair = RicPairOf(data->point, X, u);
  PetscReal n[2];
  if (!(RicPairDirection(&pair, n) > 1e-12 * pair.size))
    return "coincident points";
  return data->length >= 0 ? NULL : "a negative length";
}

static void Initialise_Rod(RicJointData *data, PetscInt dim, const PetscReal X[],
                           const PetscReal u[]) {
  (void)dim;
  const RicPair pair = RicPairOf(data->point, X, u);
  PetscReal n[2];
  if (data->length == 0)
    data->length = RicPairDirection(&pair, n);
}

static void Value_Rod(const RicJointData *data, PetscInt dim, const PetscReal X[],
                      const PetscReal u[], PetscReal y[]) {
  (void)dim;
  const RicPair pair = RicPairOf(data->point, X, u);
  PetscReal n[2];
  y[0] = RicPairDirection(&pair, n) - data->length;
}

static void Rows_Rod(const RicJointData *data, PetscInt dim, const PetscReal X[],
                     const PetscReal u[], PetscReal W[]) {
  (void)dim;
  const RicPair pair = RicPairOf(data->point, X, u);
  RicPairDistanceRow(&pair, 1, W);
}

static void Curvature_Rod(const RicJointData *data, PetscInt dim, const PetscReal X[],
                          const PetscReal u[], const PetscReal lambda[], PetscReal H[]) {
  (void)dim;
  const RicPair pair = RicPairOf(data->point, X, u);
  RicPairClear(&pair, H);
  RicPairAddDistanceCurvature(&pair, lambda[0], H);
}

const RicJointOps RicJoint_Rod = {
    .name = "rod",
    .description = "rigid rod: two points keep their distance",
    .num_rows = 1,
    .Check = Check_Rod,
    .Initialise = Initialise_Rod,
    .Value = Value_Rod,
    .Rows = Rows_Rod,
    .Curvature = Curvature_Rod,
};
