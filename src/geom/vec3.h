// SPDX-License-Identifier: BSD-2-Clause
// Vectors of three components. Outputs may be the same array as inputs, but of products.
#ifndef RIC_GEOM_VEC3_H
#define RIC_GEOM_VEC3_H

#include "base/base.h"

RIC_C_BEGIN

static inline PetscReal RicVec3Dot(const PetscReal a[3], const PetscReal b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline PetscReal RicVec3Norm(const PetscReal a[3]) {
  return PetscSqrtReal(RicVec3Dot(a, a));
}

// c = a × b; c is neither.
static inline void RicVec3Cross(const PetscReal a[3], const PetscReal b[3], PetscReal c[3]) {
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

// c = a + s b.
static inline void RicVec3Add(const PetscReal a[3], PetscReal s, const PetscReal b[3],
                              PetscReal c[3]) {
  for (PetscInt d = 0; d < 3; ++d)
    c[d] = a[d] + s * b[d];
}

// b = s a.
static inline void RicVec3Scale(PetscReal s, const PetscReal a[3], PetscReal b[3]) {
  for (PetscInt d = 0; d < 3; ++d)
    b[d] = s * a[d];
}

// b = A a and b = Aᵀ a, A [9] row-major; b is not a.
static inline void RicVec3Map(const PetscReal A[9], const PetscReal a[3], PetscReal b[3]) {
  for (PetscInt d = 0; d < 3; ++d)
    b[d] = A[3 * d] * a[0] + A[3 * d + 1] * a[1] + A[3 * d + 2] * a[2];
}

static inline void RicVec3MapBack(const PetscReal A[9], const PetscReal a[3], PetscReal b[3]) {
  for (PetscInt d = 0; d < 3; ++d)
    b[d] = A[d] * a[0] + A[3 + d] * a[1] + A[6 + d] * a[2];
}

// Unit vectors s, t across the unit vector n, with n = s × t. In the plane (n[2] = 0, `planar`) s is
// n turned by −90°: along a floor that looks up, to the right.
static inline void RicVec3Tangents(const PetscReal n[3], PetscBool planar, PetscReal s[3],
                                   PetscReal t[3]) {
  PetscReal axis[3] = {0, 0, 0};
  PetscInt k = planar ? 2 : 0;

  for (PetscInt d = 1; d < 3 && !planar; ++d)
    if (PetscAbsReal(n[d]) < PetscAbsReal(n[k]))
      k = d;
  axis[k] = 1;
  RicVec3Cross(n, axis, s);
  RicVec3Scale(1 / RicVec3Norm(s), s, s);
  RicVec3Cross(n, s, t);
}

RIC_C_END

#endif
