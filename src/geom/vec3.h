// SPDX-License-Identifier: BSD-2-Clause
// Vectors of three components.
#ifndef RIC_GEOM_VEC3_H
#define RIC_GEOM_VEC3_H

#include "base/base.h"

static inline PetscReal RicVec3Dot(const PetscReal a[3], const PetscReal b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline PetscReal RicVec3Norm(const PetscReal a[3]) {
  return PetscSqrtReal(RicVec3Dot(a, a));
}

#endif
