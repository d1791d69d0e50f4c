// SPDX-License-Identifier: BSD-2-Clause
// "point-circle": a point, or a circle about it, inside a circular hole: a hinge with clearance.
// g = (radius − offset) − |r| − shift, W = −∂|r|/∂u and its curvature.
// Symbols: radius, of the hole about on[1]; offset, of the circle about on[0]; n = r/|r|.
// Limits: where the centres coincide to round-off there is no n: (1, 0) is taken, its turning is
// left out of the curvature, and the gap is at its largest. Too little clearance (|r| of the order
// of round-off when closed) makes rows of no meaning.
#include "contact/contact_planar.h"

static const char *Check_PointCircle(const RicContactData *data, PetscInt dim) {
  const char *wrong = RicContactCheckPoints(data, dim);
  if (wrong)
    return wrong;
  return data->radius > data->offset ? NULL : "a hole no larger than what moves in it";
}

static PetscReal Gap_PointCircle(const RicContactData *data, PetscInt dim, const PetscReal X[],
                                 const PetscReal u[], PetscReal shift) {
  (void)dim;
  const RicPair pair = RicPairOf(data->on, X, u);
  PetscReal n[2];
  return data->radius - data->offset - RicPairDirection(&pair, n) - shift;
}

static void Rows_PointCircle(const RicContactData *data, PetscInt dim, const PetscReal X[],
                             const PetscReal u[], PetscReal W[]) {
  (void)dim;
  const RicPair pair = RicPairOf(data->on, X, u);
  RicPairDistanceRow(&pair, -1, W);
}

static void Curvature_PointCircle(const RicContactData *data, PetscInt dim, const PetscReal X[],
                                  const PetscReal u[], PetscReal H[]) {
  (void)dim;
  const RicPair pair = RicPairOf(data->on, X, u);
  RicPairClear(&pair, H);
  RicPairAddDistanceCurvature(&pair, -1, H);
}

const RicContactOps RicContact_PointCircle = {
    .name = "point-circle",
    .description = "point or circle inside a circular hole",
    .num_nodes = 2,
    .num_rows = 1,
    .keys = {"radius"},
    .planar = PETSC_TRUE,
    .Check = Check_PointCircle,
    .Gap = Gap_PointCircle,
    .Rows = Rows_PointCircle,
    .Curvature = Curvature_PointCircle,
};
