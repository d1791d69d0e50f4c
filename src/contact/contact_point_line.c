// SPDX-License-Identifier: BSD-2-Clause
// "point-line": a point against a straight line, a floor or a wall, or a side of another body.
// g = n·(p_0 − p_1) − offset − shift, W = ∂(d·r)/∂u and its curvature.
// Symbols: n = normal turned with the frame of on[1]; on[1] any point of the line.
// Limits: the line has no ends (point-edge has). On the ground or on a node, n does not turn.
#include "contact/contact_planar.h"

static const char *Check_PointLine(const RicContactData *data, PetscInt dim) {
  const char *wrong = RicContactCheckPoints(data, dim);
  return wrong ? wrong : RicContactCheckNormal(data);
}

static PetscReal Gap_PointLine(const RicContactData *data, PetscInt dim, const PetscReal X[],
                               const PetscReal u[], PetscReal shift) {
  (void)dim;
  const RicPair pair = RicPairOf(data->on, X, u);
  PetscReal d[2];
  RicContactInward(data, u, d);
  return RicPairDot(d, pair.r) - data->offset - shift;
}

static void Rows_PointLine(const RicContactData *data, PetscInt dim, const PetscReal X[],
                           const PetscReal u[], PetscReal W[]) {
  (void)dim;
  const RicPair pair = RicPairOf(data->on, X, u);
  PetscReal d[2];
  RicContactInward(data, u, d);
  RicPairComponentRow(&pair, 1, d, W);
}

static void Curvature_PointLine(const RicContactData *data, PetscInt dim, const PetscReal X[],
                                const PetscReal u[], PetscReal H[]) {
  (void)dim;
  const RicPair pair = RicPairOf(data->on, X, u);
  PetscReal d[2];
  RicContactInward(data, u, d);
  RicPairClear(&pair, H);
  RicPairAddComponentCurvature(&pair, 1, d, 1, H);
}

const RicContactOps RicContact_PointLine = {
    .name = "point-line",
    .description = "point against a straight line of the ground or of a body",
    .num_nodes = 2,
    .num_rows = 1,
    .keys = {"normal"},
    .planar = PETSC_TRUE,
    .Check = Check_PointLine,
    .Gap = Gap_PointLine,
    .Rows = Rows_PointLine,
    .Curvature = Curvature_PointLine,
};
