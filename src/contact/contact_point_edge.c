// SPDX-License-Identifier: BSD-2-Clause
// "point-edge": a point against a straight edge with two ends.
// The edge runs from p_1 over `length` along the tangent t, which is n turned by −90° (a floor,
// n = (0, 1), runs along +x). With s = t·(p_0 − p_1):
//   0 ≤ s ≤ length  g = n·(p_0 − p_1) − offset − shift, as over a line
//   beyond an end   g = |p_0 − p_end| − offset − shift, as around a circle about the end
// Outside the obstacle g and W are continuous across the ends, the curvature jumps.
// Symbols: n = normal turned with the frame of on[1]; p_end = p_1 or p_1 + length t.
// Limits: on[1] on a body or the ground. g < 0 in the whole strip behind the edge, and jumps where
// a point leaves that strip sideways: a point that has sunk in by ε at an end is ε outside beyond.
#include "contact/contact_planar.h"

static const char *Check_PointEdge(const RicContactData *data, PetscInt dim) {
  const char *wrong = RicContactCheckPoints(data, dim);
  if (wrong)
    return wrong;
  if (data->on[1].kind == RIC_POINT_NODE)
    return "an edge on a node where a body or the ground is needed";
  if (!(data->length > 0))
    return "an edge without length";
  return RicContactCheckNormal(data);
}

// The point and what it meets now: *on_end, the end of the edge it is beyond, or the edge.
static RicPair Meet(const RicContactData *data, const PetscReal X[], const PetscReal u[],
                    PetscBool *on_end) {
  const RicPair pair = RicPairOf(data->on, X, u);
  const PetscReal tangent[3] = {data->normal[1], -data->normal[0], 0};
  RicPoint to_end[2] = {data->on[0], data->on[1]};
  PetscReal t[2];
  RicPairTurn(data->on, 1, u, 1, tangent, t);
  const PetscReal s = -RicPairDot(t, pair.r);
  *on_end = s < 0 || s > data->length ? PETSC_TRUE : PETSC_FALSE;
  if (s <= data->length)
    return pair;
  for (PetscInt d = 0; d < 2; ++d)
    to_end[1].local[d] += data->length * tangent[d];
  return RicPairOf(to_end, X, u);
}

static PetscReal Gap_PointEdge(const RicContactData *data, PetscInt dim, const PetscReal X[],
                               const PetscReal u[], PetscReal shift) {
  (void)dim;
  PetscBool on_end;
  const RicPair pair = Meet(data, X, u, &on_end);
  PetscReal d[2], distance;
  RicContactInward(data, u, d);
  distance = on_end ? RicPairDirection(&pair, d) : RicPairDot(d, pair.r);
  return distance - data->offset - shift;
}

static void Rows_PointEdge(const RicContactData *data, PetscInt dim, const PetscReal X[],
                           const PetscReal u[], PetscReal W[]) {
  (void)dim;
  PetscBool on_end;
  const RicPair pair = Meet(data, X, u, &on_end);
  PetscReal d[2];
  RicContactInward(data, u, d);
  if (on_end)
    RicPairDistanceRow(&pair, 1, W);
  else
    RicPairComponentRow(&pair, 1, d, W);
}

static void Curvature_PointEdge(const RicContactData *data, PetscInt dim, const PetscReal X[],
                                const PetscReal u[], PetscReal H[]) {
  (void)dim;
  PetscBool on_end;
  const RicPair pair = Meet(data, X, u, &on_end);
  PetscReal d[2];
  RicContactInward(data, u, d);
  RicPairClear(&pair, H);
  if (on_end)
    RicPairAddDistanceCurvature(&pair, 1, H);
  else
    RicPairAddComponentCurvature(&pair, 1, d, 1, H);
}

const RicContactOps RicContact_PointEdge = {
    .name = "point-edge",
    .description = "point against a straight edge with ends, of the ground or of a body",
    .num_nodes = 2,
    .num_rows = 1,
    .keys = {"normal", "length"},
    .planar = PETSC_TRUE,
    .Check = Check_PointEdge,
    .Gap = Gap_PointEdge,
    .Rows = Rows_PointEdge,
    .Curvature = Curvature_PointEdge,
};
