// SPDX-License-Identifier: BSD-2-Clause
// What types of contacts share, those of the table and one's own: checks, and the two ways in which a
// point a meets an obstacle, through a face whose normal turns with b, and along the line to a centre.
#ifndef RIC_CONTACT_CONTACT_MEET_H
#define RIC_CONTACT_CONTACT_MEET_H

#include "contact/contact.h"
#include "contact/contact_data.h"
#include <math.h>
#include <stddef.h>

RIC_C_BEGIN

// The parameter of all types between points that says what their circle, or sphere, at a has for
// its radius.
#define RIC_CONTACT_OFFSET(at)                                                                     \
  {                                                                                                \
    "offset", "clearance taken off the gap: radius of what meets the obstacle", "m",               \
        RIC_PARAMETER_REAL, RIC_ANY, .offset = (at)                                                \
  }

// What is wrong with the points, or NULL.
static inline const char *RicContactCheckPoints(const RicPoint point[2], PetscInt dim) {
  if (dim < 2)
    return "a model of one dimension";
  if (point[0].kind == RIC_POINT_GROUND && point[1].kind == RIC_POINT_GROUND)
    return "both points on the ground";
  return NULL;
}

static inline const char *RicContactCheckNormal(const PetscReal normal[3], PetscInt dim) {
  const PetscBool unit = (PetscBool)(PetscAbsReal(RicVec3Norm(normal) - 1) < 1e-8);

  if (dim < 3)
    return unit && normal[2] == 0 ? NULL : "a normal that is not a unit vector of the plane";
  return unit ? NULL : "a normal that is not a unit vector";
}

// ---- A face through b, its normal side·normal turning with b's frame; a is a ball of radius
// `offset`: g = n·(p_a − p_b) − offset. ----

static inline void RicContactMeetFace(const RicFaceData *data, PetscReal side, const RicPose *a,
                                      const RicPose *b, RicContactGeometry *g) {
  PetscReal from_b[3];

  RicPoseTurn(b, side, data->normal, g->n);
  RicPairSpan(b, a, from_b);
  g->gap = RicVec3Dot(g->n, from_b) - data->offset;
  RicVec3Scale(-data->offset, g->n, g->arm);
}

// dn/dt = ω_b × n.
static inline void RicContactTurnFace(const RicFaceData *data, const RicContactGeometry *g,
                                      const RicTwist motion[2], RicContactChange *change) {
  RicVec3Cross(motion[1].w, g->n, change->n);
  RicVec3Scale(-data->offset, change->n, change->arm);
}

// ---- The line from a to a centre c: n = side·(c − p_a)/|c − p_a|. ----

// Returns |c − p_a|.
static inline PetscReal RicContactAim(const RicPose *a, const PetscReal c[3], PetscReal side,
                                      PetscReal offset, RicContactGeometry *g) {
  const PetscReal distance = RicPoseAim(a, c, g->n);

  RicVec3Scale(side, g->n, g->n);
  RicVec3Scale(-offset, g->n, g->arm);
  return distance;
}

static inline void RicContactTurnAim(const RicContactGeometry *g, PetscReal side, PetscReal offset,
                                     PetscReal distance, const PetscReal velocity_a[3],
                                     const PetscReal velocity_c[3], RicContactChange *change) {
  RicPoseTurnAim(g->n, distance, velocity_a, velocity_c, change->n);
  RicVec3Scale(side, change->n, change->n);
  RicVec3Scale(-offset, change->n, change->arm);
}

// ---- Over a path: n with Δg = n·(Δp_a − Δp_b), Δp those of the matter along arm ----

// arm of what is round about a, of n that need not be unit.
static inline void RicContactArm(PetscReal offset, RicContactGeometry *g) {
  const PetscReal length = RicVec3Norm(g->n);

  RicVec3Scale(length > 0 ? -offset / length : 0, g->n, g->arm);
}

// The mean of the face's normals.
static inline void RicContactPathFace(const RicFaceData *data, PetscReal side,
                                      const RicPairPath *path, RicContactGeometry *g) {
  RicPoseTurn(&path->mean.stand[1].pose, side, data->normal, g->n);
  RicContactArm(data->offset, g);
}

// Of the distance |d| to a centre, d [2][3] from a to it at the ends: n = side (d_0 + d_1)/(|d_0| + |d_1|);
// where a stays on it, that of RicPoseAim.
static inline void RicContactPathAim(PetscReal d[2][3], PetscReal side, PetscReal offset,
                                     RicContactGeometry *g) {
  const PetscReal sum = RicVec3Norm(d[0]) + RicVec3Norm(d[1]);

  for (PetscInt k = 0; k < 3; ++k)
    g->n[k] = side * (sum > 0 ? (d[0][k] + d[1][k]) / sum : k == 0);
  RicContactArm(offset, g);
}

RIC_C_END

#endif
