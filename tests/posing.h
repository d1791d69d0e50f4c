// SPDX-License-Identifier: BSD-2-Clause
// Two points at random states, of every kind, in one to three dimensions: what tests of carriers,
// contacts and joints share.
#ifndef RIC_TESTS_POSING_H
#define RIC_TESTS_POSING_H

#include "geom/path.h"
#include "numeric.h"

static const PetscReal places[4] = {-2, -1, 1, 2}; // of the stencil of Difference

// The second point is around `apart` from the first along every axis: where distances are smooth.
static inline void RandomPoints(RicPointKind a, RicPointKind b, PetscInt dim, PetscReal apart,
                                uint64_t *seed, RicPoint point[2], PetscReal X[6], PetscReal u[]) {
  const RicPointKind kind[2] = {a, b};
  for (PetscInt k = 0; k < 2; ++k) {
    point[k] = (RicPoint){.kind = kind[k]};
    if (kind[k] != RIC_POINT_NODE)
      UniformArray(seed, -1, 1, PetscMax(dim, 2), point[k].local);
    UniformArray(seed, -1, 1, 3, &X[3 * k]);
    for (PetscInt d = 0; d < dim && k; ++d)
      *(kind[k] == RIC_POINT_GROUND ? &point[k].local[d] : &X[3 + d]) += apart;
  }
  UniformArray(seed, -1, 1, RicPairDofs(point, dim), u);
}

// u ∘ s v: dofs of both points moved along v for the time s.
static inline void MoveDofs(const RicPoint point[2], PetscInt dim, PetscReal s, const PetscReal v[],
                            PetscReal u[]) {
  for (PetscInt k = 0; k < 2; ++k) {
    const PetscInt n = RicPointDofs(&point[k], dim);
    PetscReal turn[3];
    for (PetscInt i = 0; i < PetscMin(n, 3); ++i)
      u[i] += s * v[i];
    if (n == 6) {
      RicVec3Scale(s, &v[3], turn);
      RicRotationCompose(&u[3], turn, &u[3]);
    }
    u += n, v += n;
  }
}

// W·v.
static inline PetscReal Along(PetscInt n, const PetscReal W[], const PetscReal v[]) {
  PetscReal sum = 0;
  for (PetscInt i = 0; i < n; ++i)
    sum += W[i] * v[i];
  return sum;
}

// out = A⁻ᵀ a, by cofactors.
static inline void MapInverse(const PetscReal A[9], const PetscReal a[3], PetscReal out[3]) {
  PetscReal cofactors[9];
  for (PetscInt i = 0; i < 3; ++i)
    RicVec3Cross(&A[3 * ((i + 1) % 3)], &A[3 * ((i + 2) % 3)], &cofactors[3 * i]);
  RicVec3Map(cofactors, a, out);
  RicVec3Scale(1 / RicVec3Dot(A, cofactors), out, out);
}

// moment [3] += that about the origin of what W acts with on point k, its dofs W, over a path.
static inline void AddMoment(const RicPairPath *path, PetscInt k, const PetscReal W[],
                             PetscReal moment[3]) {
  const RicStand *stand = &path->mean.stand[k];
  PetscReal f[3] = {0}, m[3] = {0, 0, 0}, centre[3], turned[3] = {0}, part[3];
  for (PetscInt d = 0; d < PetscMin(path->mean.dim, path->mean.nd[k]); ++d)
    f[d] = W[d];
  RicVec3Add(stand->pose.p, -1, stand->arm, centre);
  RicVec3Cross(centre, f, part);
  RicVec3Add(moment, 1, part, moment);
  if (path->mean.point[k].kind != RIC_POINT_BODY)
    return;
  for (PetscInt d = path->mean.dim == 3 ? 0 : 2; d < 3; ++d)
    m[d] = W[path->mean.dim == 3 ? 3 + d : d] / path->kappa[k];
  MapInverse(stand->pose.R, m, turned);
  RicVec3Add(moment, 1, turned, moment);
}

// df_i/ds [n] of the functions f of s, f(s) [n] for each place of the stencil, h apart.
static inline PetscReal DifferenceOf(PetscInt i, PetscReal f[4][48], PetscReal h) {
  return Difference((const PetscReal[]){f[0][i], f[1][i], f[2][i], f[3][i]}, h);
}

#endif
