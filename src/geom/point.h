// SPDX-License-Identifier: BSD-2-Clause
// Point: a material point that contacts, joints and springs act on, and how it moves with the dofs
// of its node.
//
//   ground  p = local, no dofs
//   node    p = X + u, a finite-element node: dim dofs
//   body    p = X + (u, v) + R(θ) local, a planar rigid body: 3 dofs (u, v, θ); dim = 2
//
// An interaction's dofs are those of its points in order, ground points having none: their number
// is nd = Σ RicPointDofs. X [3] is the reference position of the point's node (body: of its centre
// of mass), metres.
#ifndef RIC_GEOM_POINT_H
#define RIC_GEOM_POINT_H

#include "base/base.h"

typedef enum { RIC_POINT_GROUND = 0, RIC_POINT_NODE = 1, RIC_POINT_BODY = 2 } RicPointKind;

typedef struct {
  RicPointKind kind;
  PetscReal local[3]; // ground: position, m; body: coordinates in the body's frame, m; node: 0
} RicPoint;

// Number of dofs of the point's node.
static inline PetscInt RicPointDofs(const RicPoint *point, PetscInt dim) {
  return point->kind == RIC_POINT_GROUND ? 0 : point->kind == RIC_POINT_NODE ? dim : 3;
}

// Orientation angle of the point's frame, rad: θ of a body, 0 otherwise.
static inline PetscReal RicPointAngle(const RicPoint *point, const PetscReal u[]) {
  return point->kind == RIC_POINT_BODY ? u[2] : 0.0;
}

// A vector fixed to the point's frame, turned to space. In and out may be the same.
static inline void RicPointTurn(const RicPoint *point, const PetscReal u[],
                                const PetscReal fixed[3], PetscReal out[3]) {
  const PetscReal a = RicPointAngle(point, u), c = PetscCosReal(a), s = PetscSinReal(a);
  const PetscReal x = c * fixed[0] - s * fixed[1], y = s * fixed[0] + c * fixed[1];

  out[0] = x, out[1] = y, out[2] = fixed[2];
}

// Position p [3], m. u [RicPointDofs] may be NULL for the ground.
static inline void RicPointPosition(const RicPoint *point, PetscInt dim, const PetscReal X[],
                                    const PetscReal u[], PetscReal p[3]) {
  if (point->kind == RIC_POINT_GROUND) {
    for (PetscInt d = 0; d < 3; d++)
      p[d] = point->local[d];
  } else if (point->kind == RIC_POINT_NODE) {
    for (PetscInt d = 0; d < 3; d++)
      p[d] = X[d] + (d < dim ? u[d] : 0.0);
  } else {
    RicPointTurn(point, u, point->local, p);
    p[0] += X[0] + u[0];
    p[1] += X[1] + u[1];
    p[2] = X[2];
  }
}

// J = ∂p/∂u [dim * RicPointDofs], row-major.
static inline void RicPointJacobian(const RicPoint *point, PetscInt dim, const PetscReal u[],
                                    PetscReal J[]) {
  const PetscInt n = RicPointDofs(point, dim);
  PetscReal r[3];

  for (PetscInt i = 0; i < dim * n; i++)
    J[i] = 0;
  for (PetscInt d = 0; d < dim && d < n; d++)
    J[d * n + d] = 1;
  if (point->kind != RIC_POINT_BODY)
    return;
  RicPointTurn(point, u, point->local, r);
  J[0 * n + 2] = -r[1];
  J[1 * n + 2] = r[0];
}

// ∂²p/∂θ² [3] of a body's point (all other second derivatives vanish); 0 otherwise.
static inline void RicPointSecond(const RicPoint *point, const PetscReal u[], PetscReal second[3]) {
  for (PetscInt d = 0; d < 3; d++)
    second[d] = 0;
  if (point->kind != RIC_POINT_BODY)
    return;
  RicPointTurn(point, u, point->local, second);
  for (PetscInt d = 0; d < 3; d++)
    second[d] = d < 2 ? -second[d] : 0;
}

#endif
