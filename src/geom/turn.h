// SPDX-License-Identifier: BSD-2-Clause
// Turn: the angle by which a frame b has turned from a frame a, about z in the plane, about an axis of
// a in space.
//   plane   θ = θ_b − θ_a, full turns counted
//   space   θ = atan2(y, x) in (−π, π],  x = u·m,  y = w·m,  θ̇ = ((y u − x w) × m)·(ω_b − ω_a)/(x² + y²)
// Symbols: e the axis, u and w = e × u across it, all turning with a; m, the mark, turning with b,
// which is across the axis where the turn begins. Of frames that are turned about e to one another θ
// is what it is in the plane, on a hinge along e its angle.
// Limits: there is no θ where the mark is along the axis, a quarter of a turn off any hinge.
#ifndef RIC_GEOM_TURN_H
#define RIC_GEOM_TURN_H

#include "geom/pose.h"

RIC_C_BEGIN

typedef struct {
  PetscReal axis[3]; // e, unit, in the frame of a
  PetscReal zero[3]; // u, likewise
  PetscReal mark[3]; // m, unit, in the frame of b
} RicTurn;

// R = R_aᵀR_b: b's frame seen from a's.
static inline void RicPoseSeen(const RicPose *a, const RicPose *b, PetscReal R[9]) {
  for (PetscInt i = 0; i < 3; ++i)
    for (PetscInt j = 0; j < 3; ++j)
      R[3 * i + j] = a->R[i] * b->R[j] + a->R[3 + i] * b->R[3 + j] + a->R[6 + i] * b->R[6 + j];
}

// Set zero and mark from two frames that turn about the axis from here on. θ is here that part of
// their rotation to one another which is about the axis (the twist of swing and twist).
static inline void RicTurnBegin(RicTurn *turn, const RicPose *a, const RicPose *b) {
  PetscReal R[9], x[4], w[3], twisted[3];

  RicVec3Tangents(turn->axis, PETSC_FALSE, turn->zero, w);
  RicPoseSeen(a, b, R);
  RicQuaternionOfMatrix(R, x);
  const PetscReal angle = 2 * atan2(RicVec3Dot(&x[1], turn->axis), x[0]);
  RicVec3Cross(turn->axis, turn->zero, w);
  RicVec3Scale(PetscCosReal(angle), turn->zero, twisted);
  RicVec3Add(twisted, PetscSinReal(angle), w, twisted);
  RicVec3MapBack(R, twisted, turn->mark);
}

// Returns θ; along [3]: θ̇ = along·(ω_b − ω_a).
static inline PetscReal RicTurnAngle(const RicTurn *turn, PetscInt dim, const RicPose *a,
                                     const RicPose *b, PetscReal along[3]) {
  PetscReal e[3], u[3], w[3], m[3], part[3];

  if (dim < 3) {
    along[0] = along[1] = 0, along[2] = 1;
    return b->angle - a->angle;
  }
  RicVec3Map(a->R, turn->axis, e);
  RicVec3Map(a->R, turn->zero, u);
  RicVec3Cross(e, u, w);
  RicVec3Map(b->R, turn->mark, m);
  const PetscReal x = RicVec3Dot(u, m), y = RicVec3Dot(w, m), scale = 1 / (x * x + y * y);
  RicVec3Scale(scale * y, u, part);
  RicVec3Add(part, -scale * x, w, part);
  RicVec3Cross(part, m, along);
  return atan2(y, x);
}

RIC_C_END

#endif
