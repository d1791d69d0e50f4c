// SPDX-License-Identifier: BSD-2-Clause
// Pose: where a point is and how the frame turns that it belongs to. With it the two that go by it:
// twist, how a pose moves, and wrench, what acts on it. Everything in axes of space.
//
// In the plane R turns about z, twists have v_x, v_y, ω_z and wrenches f_x, f_y, m_z.
#ifndef RIC_GEOM_POSE_H
#define RIC_GEOM_POSE_H

#include "geom/rotation.h"

RIC_C_BEGIN

typedef struct {
  PetscReal p[3];  // position, m
  PetscReal R[9];  // from axes of the frame to those of space, row-major
  PetscReal angle; // in the plane: that of R about z, full turns counted, rad; in space 0
} RicPose;

typedef struct {
  PetscReal v[3]; // velocity of the point, m/s
  PetscReal w[3]; // angular velocity of the frame, rad/s
} RicTwist;

typedef struct {
  PetscReal f[3]; // force, N
  PetscReal m[3]; // moment about the point, N m
} RicWrench;

// R of a frame that has not turned.
static inline void RicPoseUnturned(RicPose *pose) {
  pose->angle = 0;
  for (PetscInt i = 0; i < 9; ++i)
    pose->R[i] = i % 4 == 0;
}

// R turned by an angle about z.
static inline void RicPoseTurnPlanar(PetscReal angle, RicPose *pose) {
  const PetscReal c = PetscCosReal(angle), s = PetscSinReal(angle);

  pose->angle = angle;
  pose->R[0] = pose->R[4] = c;
  pose->R[1] = -s, pose->R[3] = s;
  pose->R[2] = pose->R[5] = pose->R[6] = pose->R[7] = 0;
  pose->R[8] = 1;
}

// out = scale R fixed: a vector of the frame as it stands in space. out is not fixed.
static inline void RicPoseTurn(const RicPose *pose, PetscReal scale, const PetscReal fixed[3],
                               PetscReal out[3]) {
  RicVec3Map(pose->R, fixed, out);
  RicVec3Scale(scale, out, out);
}

// The pose after moving with the twist for the time s: p + s v, exp[s ω]× R.
static inline RicPose RicPoseMoved(const RicPose *pose, const RicTwist *twist, PetscReal s) {
  const PetscReal phi[3] = {s * twist->w[0], s * twist->w[1], s * twist->w[2]};
  RicPose moved = {{0}, {0}, pose->angle + phi[2]};
  PetscReal turn[9];

  RicVec3Add(pose->p, s, twist->v, moved.p);
  RicRotationMatrix(phi, turn);
  for (PetscInt i = 0; i < 3; ++i)
    for (PetscInt j = 0; j < 3; ++j)
      for (PetscInt k = 0; k < 3; ++k)
        moved.R[3 * i + j] += turn[3 * i + k] * pose->R[3 * k + j];
  return moved;
}

// e [3] = (c − p)/|c − p|, the direction to a point c; returns |c − p|. Points that coincide to
// round-off: e = (1, 0, 0) and 0.
static inline PetscReal RicPoseAim(const RicPose *pose, const PetscReal c[3], PetscReal e[3]) {
  PetscReal size = 0;

  RicVec3Add(c, -1, pose->p, e);
  for (PetscInt d = 0; d < 3; ++d)
    size = PetscMax(size, PetscMax(PetscAbsReal(c[d]), PetscAbsReal(pose->p[d])));
  const PetscReal length = RicVec3Norm(e);
  const PetscBool apart = (PetscBool)(length > 4 * PETSC_MACHINE_EPSILON * size);
  for (PetscInt d = 0; d < 3; ++d)
    e[d] = apart ? e[d] / length : d == 0;
  return apart ? length : 0;
}

// de/dt [3] = (I − eeᵀ)(ċ − v)/|c − p|; 0 where the points coincide, since e is fixed there.
static inline void RicPoseTurnAim(const PetscReal e[3], PetscReal distance, const PetscReal v[3],
                                  const PetscReal velocity_c[3], PetscReal turned[3]) {
  RicVec3Add(velocity_c, -1, v, turned);
  RicVec3Add(turned, -RicVec3Dot(e, turned), e, turned);
  RicVec3Scale(distance > 0 ? 1 / distance : 0, turned, turned);
}

// v = velocity of the frame's point that is at `arm` from p.
static inline void RicTwistAt(const RicTwist *twist, const PetscReal arm[3], PetscReal v[3]) {
  PetscReal turned[3];

  RicVec3Cross(twist->w, arm, turned);
  RicVec3Add(twist->v, 1, turned, v);
}

// m = moment of the wrench about the point from which p is at `arm`.
static inline void RicWrenchMoment(const RicWrench *wrench, const PetscReal arm[3],
                                   PetscReal m[3]) {
  RicVec3Cross(arm, wrench->f, m);
  RicVec3Add(m, 1, wrench->m, m);
}

// Power, W.
static inline PetscReal RicPower(const RicWrench *wrench, const RicTwist *twist) {
  return RicVec3Dot(wrench->f, twist->v) + RicVec3Dot(wrench->m, twist->w);
}

RIC_C_END

#endif
