// SPDX-License-Identifier: BSD-2-Clause
#include "geom/path.h"

// Of a size, what a change over a path loses.
#define ROUND_OFF (16 * PETSC_MACHINE_EPSILON)

// x [nd of point k] *= s where its dofs turn.
static void ScaleTurns(const RicPair *pair, PetscInt k, PetscReal s, PetscReal x[]) {
  for (PetscInt i = pair->dim < 3 ? 2 : 3; i < pair->nd[k]; ++i)
    x[i] *= s;
}

// κ of the increments of point k.
static PetscReal Kappa(const RicPair *pair, PetscInt k, const PetscReal delta[]) {
  PetscReal square = 0;

  for (PetscInt i = pair->dim < 3 ? 2 : 3; i < pair->nd[k]; ++i)
    square += delta[i] * delta[i];
  const PetscReal half = PetscSqrtReal(square) / 2;
  return half > 0 ? PetscTanReal(half) / half : 1;
}

static void Mean(PetscInt n, const PetscReal a[], const PetscReal b[], PetscReal c[]) {
  for (PetscInt i = 0; i < n; ++i)
    c[i] = (a[i] + b[i]) / 2;
}

static void MeanStand(const RicStand *from, const RicStand *to, RicStand *mean) {
  Mean(3, from->pose.p, to->pose.p, mean->pose.p);
  Mean(9, from->pose.R, to->pose.R, mean->pose.R);
  Mean(1, &from->pose.angle, &to->pose.angle, &mean->pose.angle);
  Mean(3, from->arm, to->arm, mean->arm);
}

void RicPairPathOf(const RicPair *from, const RicPair *to, const PetscReal delta[],
                   RicPairPath *path) {
  *path = (RicPairPath){.from = from, .to = to, .mean = *from};
  for (PetscInt k = 0; k < 2; ++k) {
    PetscReal rate[RIC_POINT_MAX_DOFS] = {0};
    for (PetscInt i = 0; i < from->nd[k]; ++i)
      rate[i] = delta[i];
    path->kappa[k] = Kappa(from, k, delta);
    ScaleTurns(from, k, path->kappa[k], rate);
    MeanStand(&from->stand[k], &to->stand[k], &path->mean.stand[k]);
    RicPointTwist(&from->point[k], from->dim, &path->mean.stand[k], rate, &path->motion[k]);
    delta += from->nd[k];
  }
}

void RicPairPathRow(const RicPairPath *path, const RicPairWrench *w, PetscReal W[]) {
  RicPairRow(&path->mean, w, W);
  ScaleTurns(&path->mean, 0, path->kappa[0], W);
  ScaleTurns(&path->mean, 1, path->kappa[1], &W[path->mean.nd[0]]);
}

void RicPairPathMiddle(const RicPairPath *path, RicPose middle[2]) {
  for (PetscInt k = 0; k < 2; ++k) {
    RicTwist turn = path->motion[k];
    RicVec3Scale(1 / path->kappa[k], turn.w, turn.w);
    middle[k] = RicPoseMoved(&path->from->stand[k].pose, &turn, 0.5);
  }
}

void RicPairPathOnTurns(const RicPairPath *path, RicPairWrench *w) {
  for (PetscInt k = 0; k < 2; ++k)
    RicVec3Scale(1 / path->kappa[k], w->m[k], w->m[k]);
}

PetscReal RicPairPathSize(const RicPairPath *path) {
  const RicPair *pairs[] = {path->from, path->to};
  PetscReal size = 0, r[3];

  for (PetscInt i = 0; i < 2; ++i)
    for (PetscInt k = 0; k < 2; ++k) {
      const RicStand *stand = &pairs[i]->stand[k];
      RicPairSpan(&pairs[i]->stand[0].pose, &pairs[i]->stand[1].pose, r);
      const PetscReal reach = RicVec3Norm(stand->arm) + RicVec3Norm(r);
      size = PetscMax(size,
                      RicVec3Norm(stand->pose.p) + (1 + PetscAbsReal(stand->pose.angle)) * reach);
    }
  return size;
}

// What is left of the motion when both move with b: the slip of b against a and the turn of a, 0 of a
// node. r: the mean of p_b − p_a.
static void Relative(const RicPairPath *path, RicTwist *left, PetscReal r[3]) {
  const RicTwist *a = &path->motion[0], *b = &path->motion[1];
  PetscReal carried[3];

  RicPairSpan(&path->mean.stand[0].pose, &path->mean.stand[1].pose, r);
  RicVec3Cross(b->w, r, carried);
  RicVec3Add(b->v, -1, a->v, left->v);
  RicVec3Add(left->v, -1, carried, left->v);
  RicVec3Add(a->w, -1, b->w, left->w);
  if (path->mean.point[0].kind == RIC_POINT_NODE)
    RicVec3Scale(0, left->w, left->w);
}

// With ζ the slip and ω the turn that are left:
//   f += s ζ,  m_a += s l² ω,  m_b −= s (l² ω + r × ζ),  s = lack/(|ζ|² + l²|ω|²)
// The moments of the wrench stay in balance.
void RicPairPathComplete(const RicPairPath *path, PetscReal length, PetscReal change,
                         PetscReal size, RicPairWrench *w) {
  const PetscReal lack = change - RicPairRate(w, path->motion), square = length * length;
  PetscReal r[3], moment[3];
  RicTwist left;

  if (!(PetscAbsReal(lack) > ROUND_OFF * size))
    return;
  Relative(path, &left, r);
  const PetscReal motion = RicVec3Dot(left.v, left.v) + square * RicVec3Dot(left.w, left.w);
  if (!(motion > 0))
    return;
  const PetscReal s = lack / motion;
  RicVec3Add(w->f, s, left.v, w->f);
  RicVec3Add(w->m[0], s * square, left.w, w->m[0]);
  RicVec3Cross(r, left.v, moment);
  RicVec3Add(moment, square, left.w, moment);
  RicVec3Add(w->m[1], -s, moment, w->m[1]);
}
