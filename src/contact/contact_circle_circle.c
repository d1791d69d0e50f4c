// SPDX-License-Identifier: BSD-2-Clause
// "circle-circle": two circles outside one another.
// g = |r| − radius − offset − shift, W = ∂|r|/∂u and its curvature.
// Symbols: offset, radius of the circle about on[0]; radius, of that about on[1].
// Limits: the centres must not coincide (geom/pair.h says what is taken there).
#include "contact/contact_planar.h"

static const char *Check_CircleCircle(const RicContactData *data, PetscInt dim) {
  const char *wrong = RicContactCheckPoints(data, dim);
  if (wrong)
    return wrong;
  return data->radius + data->offset > 0 ? NULL : "two circles without radius";
}

static PetscReal Gap_CircleCircle(const RicContactData *data, PetscInt dim, const PetscReal X[],
                                  const PetscReal u[], PetscReal shift) {
  (void)dim;
  const RicPair pair = RicPairOf(data->on, X, u);
  PetscReal n[2];
  return RicPairDirection(&pair, n) - data->radius - data->offset - shift;
}

static void Rows_CircleCircle(const RicContactData *data, PetscInt dim, const PetscReal X[],
                              const PetscReal u[], PetscReal W[]) {
  (void)dim;
  const RicPair pair = RicPairOf(data->on, X, u);
  RicPairDistanceRow(&pair, 1, W);
}

static void Curvature_CircleCircle(const RicContactData *data, PetscInt dim, const PetscReal X[],
                                   const PetscReal u[], PetscReal H[]) {
  (void)dim;
  const RicPair pair = RicPairOf(data->on, X, u);
  RicPairClear(&pair, H);
  RicPairAddDistanceCurvature(&pair, 1, H);
}

const RicContactOps RicContact_CircleCircle = {
    .name = "circle-circle",
    .description = "two circles, each outside the other",
    .num_nodes = 2,
    .num_rows = 1,
    .keys = {"radius"},
    .planar = PETSC_TRUE,
    .Check = Check_CircleCircle,
    .Gap = Gap_CircleCircle,
    .Rows = Rows_CircleCircle,
    .Curvature = Curvature_CircleCircle,
};
