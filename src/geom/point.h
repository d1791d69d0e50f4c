// SPDX-License-Identifier: BSD-2-Clause
// Point: a material frame that contacts, joints and springs act on, and what carries it. Nobody else
// knows which dofs that has.
//
//                dofs u                  pose                                  rates
//   ground       none                    p = local                             –
//   node         dim: displacement       p = X + u, does not turn              u̇
//   body, plane  3: u, v, θ              p = X + (u, v) + R local, R(θ)        u̇, v̇, θ̇
//   body, space  6: displacement, φ      p = X + u + R local, R = exp [φ]×     u̇, Ω in body axes
//
// X [3] is the reference position of the node (body: of its centre of mass), m. Coordinates beyond dim
// are left out: the plane is z = 0. An interaction's
// dofs are those of its points in order. A body in space moves by φ ∘ δ (geom/rotation.h): changes
// are taken in the directions of the rates, not of φ.
#ifndef RIC_GEOM_POINT_H
#define RIC_GEOM_POINT_H

#include "geom/pose.h"

RIC_C_BEGIN

#define RIC_POINT_MAX_DOFS 6

typedef enum { RIC_POINT_GROUND = 0, RIC_POINT_NODE = 1, RIC_POINT_BODY = 2 } RicPointKind;

typedef struct {
  RicPointKind kind;
  PetscReal local[3]; // ground: position, m; body: coordinates in the body's frame, m; node: 0
} RicPoint;

// A point as it stands.
typedef struct {
  RicPose pose;
  PetscReal arm[3]; // body: from its centre of mass to p, in axes of space, m; else 0
} RicStand;

// Number of dofs of what carries the point.
static inline PetscInt RicPointDofs(const RicPoint *point, PetscInt dim) {
  switch (point->kind) {
  case RIC_POINT_GROUND:
    return 0;
  case RIC_POINT_NODE:
    return dim;
  default:
    return dim == 3 ? 6 : 3;
  }
}

// u [RicPointDofs] and X may be NULL for the ground.
static inline void RicPointStand(const RicPoint *point, PetscInt dim, const PetscReal X[],
                                 const PetscReal u[], RicStand *stand) {
  RicPose *pose = &stand->pose;

  if (point->kind == RIC_POINT_BODY) {
    if (dim == 3)
      RicRotationMatrix(&u[3], pose->R), pose->angle = 0;
    else
      RicPoseTurnPlanar(u[2], pose);
    RicVec3Map(pose->R, point->local, stand->arm);
  } else {
    RicPoseUnturned(pose);
    for (PetscInt d = 0; d < 3; ++d)
      stand->arm[d] = 0;
  }
  for (PetscInt d = 0; d < dim; ++d)
    pose->p[d] = point->kind == RIC_POINT_GROUND ? point->local[d] : stand->arm[d] + (X[d] + u[d]);
  for (PetscInt d = dim; d < 3; ++d)
    pose->p[d] = 0;
}

// twist = J v, v [RicPointDofs] the rates.
static inline void RicPointTwist(const RicPoint *point, PetscInt dim, const RicStand *stand,
                                 const PetscReal v[], RicTwist *twist) {
  *twist = (RicTwist){{0}, {0}};
  for (PetscInt d = 0; d < dim && point->kind != RIC_POINT_GROUND; ++d)
    twist->v[d] = v[d];
  if (point->kind != RIC_POINT_BODY)
    return;
  if (dim == 3)
    RicVec3Map(stand->pose.R, &v[3], twist->w);
  else
    twist->w[2] = v[2];
  RicTwistAt(twist, stand->arm, twist->v);
}

// Q [RicPointDofs] = Jᵀ wrench: the forces on the dofs.
static inline void RicPointLoad(const RicPoint *point, PetscInt dim, const RicStand *stand,
                                const RicWrench *wrench, PetscReal Q[]) {
  const PetscReal *arm = stand->arm, *f = wrench->f;
  PetscReal m[3];

  if (point->kind == RIC_POINT_GROUND)
    return;
  for (PetscInt d = 0; d < dim; ++d)
    Q[d] = f[d];
  if (point->kind != RIC_POINT_BODY)
    return;
  if (dim == 3) {
    RicWrenchMoment(wrench, arm, m);
    RicVec3MapBack(stand->pose.R, m, &Q[3]);
  } else
    Q[2] = wrench->m[2] + arm[0] * f[1] - arm[1] * f[0];
}

// G += ∂(Jᵀ wrench)/∂q, the wrench kept as it is in space: the geometric stiffness. G is a block of
// RicPointDofs rows and columns in a matrix with `stride` columns.
static inline void RicPointAddStiffness(const RicPoint *point, PetscInt dim, const RicStand *stand,
                                        const RicWrench *wrench, PetscInt stride, PetscReal G[]) {
  const PetscReal *arm = stand->arm, *R = stand->pose.R;

  if (point->kind != RIC_POINT_BODY)
    return;
  if (dim < 3) {
    G[2 * stride + 2] -= arm[0] * wrench->f[0] + arm[1] * wrench->f[1];
    return;
  }
  // Rᵀτ, τ = m + arm × f: its change with Ω, ω = RΩ, is Rᵀ((ω × arm) × f − ω × τ).
  for (PetscInt k = 0; k < 3; ++k) {
    const PetscReal w[3] = {R[k], R[3 + k], R[6 + k]};
    PetscReal m[3], moved[3], change[3], turned[3];
    RicWrenchMoment(wrench, arm, m);
    RicVec3Cross(w, arm, moved);
    RicVec3Cross(moved, wrench->f, change);
    RicVec3Cross(w, m, turned);
    RicVec3Add(change, -1, turned, change);
    RicVec3MapBack(R, change, turned);
    for (PetscInt i = 0; i < 3; ++i)
      G[(3 + i) * stride + 3 + k] += turned[i];
  }
}

RIC_C_END

#endif
