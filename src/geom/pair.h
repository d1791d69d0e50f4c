// SPDX-License-Identifier: BSD-2-Clause
// Pair: two points of the plane (geom/point.h), the vector between them, and the functions of the
// dofs that joints and contacts are made of, with first and second derivatives.
//
//   vector     r = p_1 − p_0
//   component  d·r, d turning with the frame of one of the points
//   distance   |r|
//   angle      θ_1 − θ_0
//
// The dofs u [nd] are those of the first point, then those of the second; X [3*2]. ⟂ turns by +90°:
// ⟂d = (−d_y, d_x). Second derivatives of p exist for a body's angle only: ∂²p/∂θ² = −R(θ) local.
#ifndef RIC_GEOM_PAIR_H
#define RIC_GEOM_PAIR_H

#include "geom/point.h"

typedef struct {
  PetscInt nd;       // dofs of both points
  PetscInt theta[2]; // where the angle of each point's frame stands among the dofs, −1: it has none
  PetscReal r[2];    // p_1 − p_0, m
  PetscReal size; // largest |coordinate| of the two points, m: what round-off in r is measured by
  PetscReal J[2 * 6];     // ∂r/∂u [2*nd], row-major
  PetscReal second[2][2]; // ∂²r/∂θ_k², m; 0 where there is no angle
} RicPair;

// Dofs of both points.
static inline PetscInt RicPairDofs(const RicPoint point[2]) {
  return RicPointDofs(&point[0], 2) + RicPointDofs(&point[1], 2);
}

// Put in point k, whose dofs u begin at `first` of the pair's.
static inline void RicPairPut(RicPair *pair, PetscInt k, PetscInt first, const RicPoint *point,
                              const PetscReal X[], const PetscReal u[]) {
  const PetscReal sign = k == 0 ? -1 : 1;
  PetscReal arm[3] = {0}; // R(θ) local, of the ground its position

  if (point->kind != RIC_POINT_NODE)
    RicPointTurn(point, u, point->local, arm);
  for (PetscInt d = 0; d < 2; ++d) {
    const PetscReal p = arm[d] + (point->kind == RIC_POINT_GROUND ? 0 : X[d] + u[d]);
    pair->r[d] += sign * p;
    pair->size = PetscMax(pair->size, PetscAbsReal(p));
    if (point->kind != RIC_POINT_GROUND)
      pair->J[d * pair->nd + first + d] = sign;
  }
  pair->theta[k] = -1;
  if (point->kind != RIC_POINT_BODY)
    return;
  pair->theta[k] = first + 2;
  pair->J[first + 2] = -sign * arm[1];
  pair->J[pair->nd + first + 2] = sign * arm[0];
  for (PetscInt d = 0; d < 2; ++d)
    pair->second[k][d] = -sign * arm[d];
}

static inline RicPair RicPairOf(const RicPoint point[2], const PetscReal X[], const PetscReal u[]) {
  const PetscInt first = RicPointDofs(&point[0], 2);
  RicPair pair = {.nd = RicPairDofs(point)};

  RicPairPut(&pair, 0, 0, &point[0], X, u);
  RicPairPut(&pair, 1, first, &point[1], X + 3, u + first);
  return pair;
}

// d = scale R(θ_k) fixed: a vector of point k's frame as it stands in space, the frame's dofs being
// found in u [nd].
static inline void RicPairTurn(const RicPoint point[2], PetscInt k, const PetscReal u[],
                               PetscReal scale, const PetscReal fixed[3], PetscReal d[2]) {
  PetscReal turned[3];

  RicPointTurn(&point[k], k == 0 ? u : u + RicPointDofs(&point[0], 2), fixed, turned);
  d[0] = scale * turned[0];
  d[1] = scale * turned[1];
}

static inline PetscReal RicPairDot(const PetscReal a[2], const PetscReal b[2]) {
  return a[0] * b[0] + a[1] * b[1];
}

// W [nd] = dᵀ ∂r/∂u.
static inline void RicPairProject(const RicPair *pair, const PetscReal d[2], PetscReal W[]) {
  for (PetscInt j = 0; j < pair->nd; ++j)
    W[j] = d[0] * pair->J[j] + d[1] * pair->J[pair->nd + j];
}

// H [nd*nd] += Σ_k d·∂²r/∂θ_k²: the vector's part of every curvature.
static inline void RicPairAddSecond(const RicPair *pair, const PetscReal d[2], PetscReal H[]) {
  for (PetscInt k = 0; k < 2; ++k)
    if (pair->theta[k] >= 0)
      H[pair->theta[k] * (pair->nd + 1)] += RicPairDot(d, pair->second[k]);
}

static inline void RicPairClear(const RicPair *pair, PetscReal H[]) {
  for (PetscInt i = 0; i < pair->nd * pair->nd; ++i)
    H[i] = 0;
}

// ---- The component d·r, d [2] as it stands in space and turns with point k's frame. ----

// W [nd] = ∂(d·r)/∂u = dᵀ ∂r/∂u + ⟂d·r at θ_k.
static inline void RicPairComponentRow(const RicPair *pair, PetscInt k, const PetscReal d[2],
                                       PetscReal W[]) {
  RicPairProject(pair, d, W);
  if (pair->theta[k] >= 0)
    W[pair->theta[k]] += d[0] * pair->r[1] - d[1] * pair->r[0];
}

// H [nd*nd] += weight ∂²(d·r)/∂u².
static inline void RicPairAddComponentCurvature(const RicPair *pair, PetscInt k,
                                                const PetscReal d[2], PetscReal weight,
                                                PetscReal H[]) {
  const PetscReal along[2] = {weight * d[0], weight * d[1]}, across[2] = {-along[1], along[0]};
  const PetscInt nd = pair->nd, theta = pair->theta[k];
  PetscReal mixed[6];

  RicPairAddSecond(pair, along, H);
  if (theta < 0)
    return;
  RicPairProject(pair, across, mixed);
  for (PetscInt j = 0; j < nd; ++j) {
    H[theta * nd + j] += mixed[j];
    H[j * nd + theta] += mixed[j];
  }
  H[theta * (nd + 1)] -= RicPairDot(along, pair->r);
}

// ---- The distance |r|. ----

// n = r/|r|; returns |r|. Points that coincide to round-off: n = (1, 0) and 0.
static inline PetscReal RicPairDirection(const RicPair *pair, PetscReal n[2]) {
  const PetscReal length = PetscSqrtReal(RicPairDot(pair->r, pair->r));
  const PetscBool apart =
      length > 4 * PETSC_MACHINE_EPSILON * pair->size ? PETSC_TRUE : PETSC_FALSE;

  n[0] = apart ? pair->r[0] / length : 1;
  n[1] = apart ? pair->r[1] / length : 0;
  return apart ? length : 0;
}

// W [nd] = weight ∂|r|/∂u = weight nᵀ ∂r/∂u.
static inline void RicPairDistanceRow(const RicPair *pair, PetscReal weight, PetscReal W[]) {
  PetscReal n[2];

  RicPairDirection(pair, n);
  RicPairProject(pair, (const PetscReal[]){weight * n[0], weight * n[1]}, W);
}

// H [nd*nd] += weight ∂²|r|/∂u², with w = (⟂n)ᵀ ∂r/∂u: wᵀw/|r| and the vector's part. Where the
// points coincide the first is left out: n is fixed there.
static inline void RicPairAddDistanceCurvature(const RicPair *pair, PetscReal weight,
                                               PetscReal H[]) {
  PetscReal n[2], w[6];
  const PetscReal length = RicPairDirection(pair, n), scale = length > 0 ? weight / length : 0;

  RicPairAddSecond(pair, (const PetscReal[]){weight * n[0], weight * n[1]}, H);
  RicPairProject(pair, (const PetscReal[]){-n[1], n[0]}, w);
  for (PetscInt i = 0; i < pair->nd; ++i)
    for (PetscInt j = 0; j < pair->nd; ++j)
      H[i * pair->nd + j] += scale * (w[i] * w[j]);
}

// ---- The angle θ_1 − θ_0, rad. ----

static inline PetscReal RicPairAngle(const RicPoint point[2], const PetscReal u[]) {
  return RicPointAngle(&point[1], u + RicPointDofs(&point[0], 2)) - RicPointAngle(&point[0], u);
}

// W [nd] = weight ∂(θ_1 − θ_0)/∂u, the same at every u.
static inline void RicPairAngleRow(const RicPoint point[2], PetscReal weight, PetscReal W[]) {
  const PetscInt nd = RicPairDofs(point);

  for (PetscInt j = 0; j < nd; ++j)
    W[j] = 0;
  if (point[0].kind == RIC_POINT_BODY)
    W[2] = -weight;
  if (point[1].kind == RIC_POINT_BODY)
    W[nd - 1] = weight;
}

#endif
