// SPDX-License-Identifier: BSD-2-Clause
// Path: the two points of a pair on their way through a step, and rows over it that are exact.
//
// A vector c of a frame that turns by δ (vector; plane: Δθ about z) from R0 to R1 changes by
//   c1 − c0 = w × c̄,  c̄ = R̄ c,  R̄ = ½(R0 + R1),  w = κ R0 δ,  κ = tan(|δ|/2)/(|δ|/2)
// whatever c is. So a function bilinear in span and frame vectors changes over the path by the rate of
// its ordinary wrench at the mean pose (p̄, R̄, which is no rotation), with the motion (Δp, w) for the
// velocities. All other functions get what that lacks along the motion (Gonzalez 1996).
// Limits: turns below π, where κ is singular.
#ifndef RIC_GEOM_PATH_H
#define RIC_GEOM_PATH_H

#include "geom/pair.h"

RIC_C_BEGIN

typedef struct {
  const RicPair *from, *to; // borrowed
  RicPair mean;             // p̄, R̄ and R̄ local; the angle is the mean
  RicTwist motion[2];       // of either point: Δp, m, and w, rad
  PetscReal kappa[2];       // κ, 1 where nothing turns
} RicPairPath;

// The path by the increments delta [nd] of the dofs of a, then b: u ∘ delta is where `to` stands.
void RicPairPathOf(const RicPair *from, const RicPair *to, const PetscReal delta[],
                   RicPairPath *path);

// W [nd] with W·delta = RicPairRate(w, motion).
void RicPairPathRow(const RicPairPath *path, const RicPairWrench *w, PetscReal W[]);

// Moments over κ: each works on the turn itself, as the angle of a frame changes, not on w.
void RicPairPathOnTurns(const RicPairPath *path, RicPairWrench *w);

// The poses [2] half-way, whose frames are rotations.
void RicPairPathMiddle(const RicPairPath *path, RicPose middle[2]);

// The size, m, of which positions over the path have round-off.
PetscReal RicPairPathSize(const RicPairPath *path);

// w += what makes its rate over the path `change`, the difference of its function's values at the
// ends: a wrench in balance along the motion of a seen from b; length, m, weighs turns. Nothing where
// what lacks is round-off of size.
void RicPairPathComplete(const RicPairPath *path, PetscReal length, PetscReal change,
                         PetscReal size, RicPairWrench *w);

RIC_C_END

#endif
