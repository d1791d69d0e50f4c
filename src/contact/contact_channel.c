// SPDX-License-Identifier: BSD-2-Clause
// "channel": a point between two parallel walls, a pin in a slot. One row for each wall:
//   row 0, the wall ahead along n  g = width/2 − n·(p_0 − p_1) − offset + shift
//   row 1, the wall behind         g = width/2 + n·(p_0 − p_1) − offset − shift
// The channel moves along its normal as one: its shift closes one gap and opens the other. With
// σ = −1 in row 0 and 1 in row 1, W = ∂(σ d·r)/∂u and its curvature.
// Symbols: n = normal turned with the frame of on[1]; on[1] a point of the centre line; offset, the
// radius of what moves between the walls.
// Limits: the walls have no ends. On the ground or on a node, n does not turn.
#include "contact/contact_planar.h"

static const PetscReal sides[] = {-1, 1};

static const char *Check_Channel(const RicContactData *data, PetscInt dim) {
  const char *wrong = RicContactCheckPoints(data, dim);
  if (wrong)
    return wrong;
  if (!(data->width > 0))
    return "walls without a width between them";
  if (!(data->width > 2 * data->offset))
    return "a width no larger than what moves in it, twice its offset";
  return RicContactCheckNormal(data);
}

// σ d: the direction into the wall of this row.
static void IntoWall(const RicContactData *data, const PetscReal u[], PetscReal d[2]) {
  RicPairTurn(data->on, 1, u, -sides[data->row], data->normal, d);
}

static PetscReal Gap_Channel(const RicContactData *data, PetscInt dim, const PetscReal X[],
                             const PetscReal u[], PetscReal shift) {
  (void)dim;
  const RicPair pair = RicPairOf(data->on, X, u);
  PetscReal d[2];
  IntoWall(data, u, d);
  return data->width / 2 + RicPairDot(d, pair.r) - data->offset - sides[data->row] * shift;
}

static void Rows_Channel(const RicContactData *data, PetscInt dim, const PetscReal X[],
                         const PetscReal u[], PetscReal W[]) {
  (void)dim;
  const RicPair pair = RicPairOf(data->on, X, u);
  PetscReal d[2];
  IntoWall(data, u, d);
  RicPairComponentRow(&pair, 1, d, W);
}

static void Curvature_Channel(const RicContactData *data, PetscInt dim, const PetscReal X[],
                              const PetscReal u[], PetscReal H[]) {
  (void)dim;
  const RicPair pair = RicPairOf(data->on, X, u);
  PetscReal d[2];
  IntoWall(data, u, d);
  RicPairClear(&pair, H);
  RicPairAddComponentCurvature(&pair, 1, d, 1, H);
}

const RicContactOps RicContact_Channel = {
    .name = "channel",
    .description = "point between two parallel walls of the ground or of a body",
    .num_nodes = 2,
    .num_rows = 2,
    .sides = sides,
    .keys = {"normal", "width"},
    .planar = PETSC_TRUE,
    .Check = Check_Channel,
    .Gap = Gap_Channel,
    .Rows = Rows_Channel,
    .Curvature = Curvature_Channel,
};
