// SPDX-License-Identifier: BSD-2-Clause
// Pair: the two points a and b of a joint, a spring or a contact as they stand, and how what acts
// between them becomes rows on their dofs.
//
// A function y of two poses that does not change when both are displaced together has the rate
//   ẏ = f·(v_b − v_a) + m_a·ω_a + m_b·ω_b
// and, with a multiplier λ, acts on the points by λ times the same numbers: the force f on b and its
// opposite on a, each at its point, and the moments m_a on a, m_b on b. Those make the row
// W = ∂ẏ/∂v = Jᵀ (…) of the pair's dofs: those of a, then those of b.
#ifndef RIC_GEOM_PAIR_H
#define RIC_GEOM_PAIR_H

#include "geom/point.h"

RIC_C_BEGIN

#define RIC_PAIR_MAX_DOFS (2 * RIC_POINT_MAX_DOFS)

typedef struct {
  PetscReal f[3];    // on b, −f on a; N
  PetscReal m[2][3]; // on a and on b, N m
} RicPairWrench;

typedef struct {
  const RicPoint *point; // [2], borrowed
  PetscInt dim;
  PetscInt nd[2]; // dofs of either
  RicStand stand[2];
} RicPair;

// Put in point k, whose node is at X [3] and has the dofs u.
static inline void RicPairPut(RicPair *pair, PetscInt k, const PetscReal X[], const PetscReal u[]) {
  pair->nd[k] = RicPointDofs(&pair->point[k], pair->dim);
  RicPointStand(&pair->point[k], pair->dim, X, u, &pair->stand[k]);
}

// The pair of points whose nodes are at X [3*2] and have the dofs u [nd], packed.
static inline RicPair RicPairOf(const RicPoint point[2], PetscInt dim, const PetscReal X[],
                                const PetscReal u[]) {
  RicPair pair;

  pair.point = point;
  pair.dim = dim;
  RicPairPut(&pair, 0, X, u);
  RicPairPut(&pair, 1, X + 3, u + pair.nd[0]);
  return pair;
}

// Dofs of both points.
static inline PetscInt RicPairDofs(const RicPoint point[2], PetscInt dim) {
  return RicPointDofs(&point[0], dim) + RicPointDofs(&point[1], dim);
}

// r = p_b − p_a.
static inline void RicPairSpan(const RicPose *a, const RicPose *b, PetscReal r[3]) {
  RicVec3Add(b->p, -1, a->p, r);
}

// motion [2]: the twists of both points, v [nd] the rates of their dofs.
static inline void RicPairTwists(const RicPair *pair, const PetscReal v[], RicTwist motion[2]) {
  for (PetscInt k = 0; k < 2; ++k)
    RicPointTwist(&pair->point[k], pair->dim, &pair->stand[k], &v[k * pair->nd[0]], &motion[k]);
}

// ẏ of the wrench's function.
static inline PetscReal RicPairRate(const RicPairWrench *w, const RicTwist motion[2]) {
  PetscReal slip[3];

  RicVec3Add(motion[1].v, -1, motion[0].v, slip);
  return RicVec3Dot(w->f, slip) + RicVec3Dot(w->m[0], motion[0].w) +
         RicVec3Dot(w->m[1], motion[1].w);
}

// What acts on point k.
static inline RicWrench RicPairSide(const RicPairWrench *w, PetscInt k) {
  const PetscReal sign = k == 0 ? -1 : 1, *f = w->f, *m = w->m[k];

  return (RicWrench){{sign * f[0], sign * f[1], sign * f[2]}, {m[0], m[1], m[2]}};
}

// W [nd].
static inline void RicPairRow(const RicPair *pair, const RicPairWrench *w, PetscReal W[]) {
  for (PetscInt k = 0; k < 2; ++k) {
    const RicWrench side = RicPairSide(w, k);
    RicPointLoad(&pair->point[k], pair->dim, &pair->stand[k], &side, &W[k * pair->nd[0]]);
  }
}

// A wrench that depends on the poses, `kernel` whatever it is made of; and how it changes, *change, as
// the poses move with motion [2].
typedef void (*RicPairWrenchFn)(const void *kernel, const RicPose *a, const RicPose *b,
                                RicPairWrench *w);
typedef void (*RicPairChangeFn)(const void *kernel, const RicPose *a, const RicPose *b,
                                const RicTwist motion[2], RicPairWrench *change);

// The change by differences of second order: of steps that turn by 10⁻⁵ or move by 10⁻⁵ of length, m.
// Relative error 10⁻¹⁰ where the wrench is smooth over that.
void RicPairDifference(RicPairWrenchFn Wrench, const void *kernel, const RicPose *a,
                       const RicPose *b, const RicTwist motion[2], PetscReal length,
                       RicPairWrench *change);

// H [nd*nd] = ∂(Jᵀw)/∂q, row-major: that of the wrench along each dof, and the geometric stiffness
// of what carries the points.
void RicPairCurvature(const RicPair *pair, const RicPairWrench *w, RicPairChangeFn Change,
                      const void *kernel, PetscReal H[]);

RIC_C_END

#endif
