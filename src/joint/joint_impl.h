// SPDX-License-Identifier: BSD-2-Clause
// The types of the table, and what they share. In the types' files r = p_b − p_a, θ = θ_b − θ_a,
// e = axis turned with a's frame, ⟂e = e turned by +90°. Values are made of
//
//   span       r, in axes of space             f = x, y
//   component  d·r, d turning with a's frame   f = d, m_a = d × r
//   distance   |r|                             f = r/|r|
//   angle      θ                               m_b = z, m_a = −z
#ifndef RIC_JOINT_JOINT_IMPL_H
#define RIC_JOINT_JOINT_IMPL_H

#include "joint/joint.h"
#include <stddef.h>

extern const RicJointOps RicJoint_Revolute;
extern const RicJointOps RicJoint_Prismatic;
extern const RicJointOps RicJoint_Weld;
extern const RicJointOps RicJoint_Rod;
extern const RicJointOps RicJoint_PointOnLine;
extern const RicJointOps RicJoint_Angle;
extern const RicJointOps RicJoint_DrivePosition;
extern const RicJointOps RicJoint_DriveAngle;
extern const RicJointOps RicJoint_Speed;

// What is wrong with the points of a joint, or NULL.
static inline const char *RicJointCheckPoints(const RicJointData *data, PetscInt dim) {
  if (dim != 2)
    return "a model that is not planar (dim 2)";
  if (data->point[0].kind == RIC_POINT_GROUND && data->point[1].kind == RIC_POINT_GROUND)
    return "both points on the ground";
  return NULL;
}

// The same for a joint that holds or drives an angle: both points need a frame.
static inline const char *RicJointCheckFrames(const RicJointData *data, PetscInt dim) {
  for (PetscInt k = 0; k < 2; ++k)
    if (data->point[k].kind == RIC_POINT_NODE)
      return "a node without orientation where a body or the ground is needed";
  return RicJointCheckPoints(data, dim);
}

static inline const char *RicJointCheckAxis(const RicJointData *data) {
  if (!(PetscAbsReal(RicVec3Norm(data->axis) - 1) < 1e-8) || data->axis[2] != 0)
    return "an axis that is not a unit vector of the plane";
  return NULL;
}

// d = e, and across = ⟂e, as they stand in space.
static inline void RicJointAlong(const RicJointData *data, const RicPose *a, PetscReal d[3]) {
  RicPoseTurn(a, 1, data->axis, d);
}

static inline void RicJointAcross(const RicJointData *data, const RicPose *a, PetscReal d[3]) {
  const PetscReal fixed[3] = {-data->axis[1], data->axis[0], 0};

  RicPoseTurn(a, 1, fixed, d);
}

static inline PetscReal RicJointAngle(const RicPose *a, const RicPose *b) {
  return b->angle - a->angle;
}

static inline void RicJointAngleWrench(RicPairWrench *w) {
  *w = (RicPairWrench){.m = {{0, 0, -1}, {0, 0, 1}}};
}

// y [2] = r in axes of space.
static inline void RicJointSpan(const RicPose *a, const RicPose *b, PetscReal y[],
                                RicPairWrench w[]) {
  for (PetscInt d = 0; d < 2; ++d) {
    y[d] = b->p[d] - a->p[d];
    w[d] = (RicPairWrench){.f = {d == 0, d == 1, 0}};
  }
}

static inline void RicJointNoChange(const RicJointData *data, const RicPose *a, const RicPose *b,
                                    const PetscReal lambda[], const RicTwist motion[2],
                                    RicPairWrench *change) {
  (void)data, (void)a, (void)b, (void)lambda, (void)motion;
  *change = (RicPairWrench){.f = {0}};
}

// Returns d·r.
static inline PetscReal RicJointComponent(const RicPose *a, const RicPose *b, const PetscReal d[3],
                                          RicPairWrench *w) {
  PetscReal r[3];

  RicPairSpan(a, b, r);
  *w = (RicPairWrench){.f = {d[0], d[1], d[2]}};
  RicVec3Cross(d, r, w->m[0]);
  return RicVec3Dot(d, r);
}

// As the poses move, with a weight: ḟ = ω_a × d, ṁ_a = ḟ × r + d × ṙ.
static inline void RicJointComponentChange(const RicPose *a, const RicPose *b, const PetscReal d[3],
                                           PetscReal weight, const RicTwist motion[2],
                                           RicPairWrench *change) {
  PetscReal r[3], velocity[3], part[3];

  RicPairSpan(a, b, r);
  RicVec3Add(motion[1].v, -1, motion[0].v, velocity);
  *change = (RicPairWrench){.f = {0}};
  RicVec3Cross(motion[0].w, d, change->f);
  RicVec3Cross(change->f, r, change->m[0]);
  RicVec3Cross(d, velocity, part);
  RicVec3Add(change->m[0], 1, part, change->m[0]);
  RicVec3Scale(weight, change->f, change->f);
  RicVec3Scale(weight, change->m[0], change->m[0]);
}

#endif
