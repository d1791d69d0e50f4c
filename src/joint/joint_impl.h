// SPDX-License-Identifier: BSD-2-Clause
// The types of the table, and what they share. In the types' files r = p_b − p_a, θ = θ_b − θ_a,
// e = axis turned with a's frame, ⟂e unit vectors across it: in the plane e turned by +90°, in space
// two. Values are made of
//
//   span       r, in axes of space             f = x, y, z
//   component  d·r, d turning with a's frame   f = d, m_a = d × r
//   distance   |r|                             f = r/|r|
//   angle      θ, see geom/turn.h              m_b = along, m_a = −along
//   product    c·d, c with a's frame, d b's    m_a = c × d, m_b = −c × d
#ifndef RIC_JOINT_JOINT_IMPL_H
#define RIC_JOINT_JOINT_IMPL_H

#include "joint/joint.h"
#include "joint/joint_data.h"
#include <math.h>
#include <stddef.h>

extern const RicJointOps RicJoint_Revolute;
extern const RicJointOps RicJoint_Spherical;
extern const RicJointOps RicJoint_Prismatic;
extern const RicJointOps RicJoint_Weld;
extern const RicJointOps RicJoint_Rod;
extern const RicJointOps RicJoint_PointOnLine;
extern const RicJointOps RicJoint_Angle;
extern const RicJointOps RicJoint_DrivePosition;
extern const RicJointOps RicJoint_DriveAngle;
extern const RicJointOps RicJoint_Speed;
extern const RicJointOps RicJoint_Skate;

// The parameters of all types, and the axis of those that turn.
#define RIC_JOINT_POINTS                                                                           \
  {"a", "one point", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE}, {                           \
    "b", "the other", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE                              \
  }
#define RIC_JOINT_TURN_AXIS(at)                                                                    \
  {                                                                                                \
    "axis", "about which it turns, in the frame of a", "", RIC_PARAMETER_DIRECTION,                \
        .value = {0, 0, 1}, .in_space = PETSC_TRUE, .offset = (at)                                 \
  }

// ---- Checks: what is wrong, or NULL ----

static inline const char *RicJointCheckPoints(const RicPoint point[2], PetscInt dim) {
  if (dim < 2)
    return "a model of one dimension";
  if (point[0].kind == RIC_POINT_GROUND && point[1].kind == RIC_POINT_GROUND)
    return "both points on the ground";
  return NULL;
}

// Of a joint that holds or drives an angle: both points need a frame.
static inline const char *RicJointCheckFrames(const RicPoint point[2], PetscInt dim) {
  for (PetscInt k = 0; k < 2; ++k)
    if (point[k].kind == RIC_POINT_NODE)
      return "a node without orientation where a body or the ground is needed";
  return RicJointCheckPoints(point, dim);
}

static inline const char *RicJointCheckAxis(const PetscReal axis[3], PetscInt dim) {
  const PetscBool unit = (PetscBool)(PetscAbsReal(RicVec3Norm(axis) - 1) < 1e-8);

  if (dim < 3)
    return unit && axis[2] == 0 ? NULL : "an axis that is not a unit vector of the plane";
  return unit ? NULL : "an axis that is not a unit vector";
}

// Of a joint that turns about an axis, in space.
static inline const char *RicJointCheckTurn(const RicPoint point[2], const PetscReal axis[3],
                                            PetscInt dim) {
  const char *wrong = RicJointCheckFrames(point, dim);

  return wrong || dim < 3 ? wrong : RicJointCheckAxis(axis, dim);
}

// ---- Span ----

// y [dim].
static inline void RicJointSpan(PetscInt dim, const RicPose *a, const RicPose *b, PetscReal y[],
                                RicPairWrench w[]) {
  for (PetscInt d = 0; d < dim; ++d) {
    y[d] = b->p[d] - a->p[d];
    w[d] = (RicPairWrench){.f = {d == 0, d == 1, d == 2}};
  }
}

// ---- Component ----

// d = e as it stands in space.
static inline void RicJointAlong(const RicLineData *line, const RicPose *a, PetscReal d[3]) {
  RicPoseTurn(a, 1, line->axis, d);
}

// d [dim − 1] = ⟂e as they stand in space.
static inline void RicJointAcross(const PetscReal axis[3], PetscInt dim, const RicPose *a,
                                  PetscReal d[2][3]) {
  PetscReal fixed[2][3] = {{-axis[1], axis[0], 0}};

  if (dim == 3) {
    const PetscReal size = PetscSqrtReal(axis[0] * axis[0] + axis[1] * axis[1]);
    if (size > 0.1)
      RicVec3Scale(1 / size, fixed[0], fixed[0]);
    else
      RicVec3Tangents(axis, PETSC_FALSE, fixed[0], fixed[1]);
    RicVec3Cross(axis, fixed[0], fixed[1]);
  }
  for (PetscInt k = 0; k < dim - 1; ++k)
    RicPoseTurn(a, 1, fixed[k], d[k]);
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

// change += that of a weighted component: ḟ = ω_a × d, ṁ_a = ḟ × r + d × ṙ.
static inline void RicJointComponentChange(const RicPose *a, const RicPose *b, const PetscReal d[3],
                                           PetscReal weight, const RicTwist motion[2],
                                           RicPairWrench *change) {
  PetscReal r[3], velocity[3], turned[3], part[3];

  RicPairSpan(a, b, r);
  RicVec3Add(motion[1].v, -1, motion[0].v, velocity);
  RicVec3Cross(motion[0].w, d, turned);
  RicVec3Add(change->f, weight, turned, change->f);
  RicVec3Cross(turned, r, part);
  RicVec3Add(change->m[0], weight, part, change->m[0]);
  RicVec3Cross(d, velocity, part);
  RicVec3Add(change->m[0], weight, part, change->m[0]);
}

// Rows of b on the line through a along the axis: y [dim − 1], and their change.
static inline void RicJointLine(const RicLineData *line, PetscInt dim, const RicPose *a,
                                const RicPose *b, PetscReal y[], RicPairWrench w[]) {
  PetscReal across[2][3];

  RicJointAcross(line->axis, dim, a, across);
  for (PetscInt k = 0; k < dim - 1; ++k)
    y[k] = RicJointComponent(a, b, across[k], &w[k]);
}

static inline void RicJointLineChange(const RicLineData *line, PetscInt dim, const RicPose *a,
                                      const RicPose *b, const PetscReal lambda[],
                                      const RicTwist motion[2], RicPairWrench *change) {
  PetscReal across[2][3];

  RicJointAcross(line->axis, dim, a, across);
  for (PetscInt k = 0; k < dim - 1; ++k)
    RicJointComponentChange(a, b, across[k], lambda[k], motion, change);
}

// ---- Angle and product ----

static inline void RicJointMoment(const PetscReal along[3], RicPairWrench *w) {
  *w = (RicPairWrench){.m = {{-along[0], -along[1], -along[2]}, {along[0], along[1], along[2]}}};
}

// w += weight times the wrench of c·d.
static inline void RicJointAddProduct(const PetscReal c[3], const PetscReal d[3], PetscReal weight,
                                      RicPairWrench *w) {
  PetscReal moment[3];

  RicVec3Cross(c, d, moment);
  RicVec3Add(w->m[0], weight, moment, w->m[0]);
  RicVec3Add(w->m[1], -weight, moment, w->m[1]);
}

// change += that of the same: c × d with ċ = ω_a × c, ḋ = ω_b × d.
static inline void RicJointAddProductChange(const PetscReal c[3], const PetscReal d[3],
                                            PetscReal weight, const RicTwist motion[2],
                                            RicPairWrench *change) {
  PetscReal moved[3];

  RicVec3Cross(motion[0].w, c, moved);
  RicJointAddProduct(moved, d, weight, change);
  RicVec3Cross(motion[1].w, d, moved);
  RicJointAddProduct(c, moved, weight, change);
}

// w of a type over a path: Rows half-way, moments on the turns themselves.
void RicJointPathHalfWay(const RicJointOps *ops, const void *data, const RicPairPath *path,
                         RicPairWrench w[]);

// ---- Lock: the frames stay to one another as they were (joint_lock.c) ----

// Rows of a lock.
static inline PetscInt RicLockNumRows(PetscInt dim) { return dim < 3 ? 1 : 3; }
void RicLockBegin(RicLock *lock, PetscInt dim, const RicPose *a, const RicPose *b);
void RicLockRows(const RicLock *lock, PetscInt dim, const RicPose *a, const RicPose *b,
                 PetscReal y[], RicPairWrench w[]);
void RicLockPath(const RicLock *lock, const RicPairPath *path, RicPairWrench w[]);
// change += that of Σ λ_i w_i.
void RicLockChange(const RicLock *lock, PetscInt dim, const RicPose *a, const RicPose *b,
                   const PetscReal lambda[], const RicTwist motion[2], RicPairWrench *change);

#endif
