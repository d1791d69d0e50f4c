// SPDX-License-Identifier: BSD-2-Clause
// Inertia tensors J [9] of rigid bodies about their centre of mass, kg m², row-major and symmetric.
#ifndef RIC_BODY_INERTIA_H
#define RIC_BODY_INERTIA_H

#include "geom/vec3.h"

RIC_C_BEGIN

static inline void RicInertiaDiagonal(const PetscReal principal[3], PetscReal J[9]) {
  for (PetscInt i = 0; i < 9; ++i)
    J[i] = i % 4 == 0 ? principal[i / 4] : 0;
}

// Principal values, falling: the roots of the characteristic polynomial by the cosine of a third
// (Smith 1961); relative error of the largest 10⁻¹⁵, of equal ones 10⁻⁸.
static inline void RicInertiaPrincipal(const PetscReal J[9], PetscReal e[3]) {
  const PetscReal mean = (J[0] + J[4] + J[8]) / 3;
  const PetscReal off = J[1] * J[1] + J[2] * J[2] + J[5] * J[5];
  PetscReal square = 2 * off;

  for (PetscInt i = 0; i < 3; ++i)
    square += (J[4 * i] - mean) * (J[4 * i] - mean);
  const PetscReal p = PetscSqrtReal(square / 6);
  if (p == 0) {
    e[0] = e[1] = e[2] = mean;
    return;
  }
  const PetscReal a = (J[0] - mean) / p, b = (J[4] - mean) / p, c = (J[8] - mean) / p, d = J[1] / p,
                  f = J[2] / p, g = J[5] / p;
  const PetscReal half = (a * (b * c - g * g) - d * (d * c - g * f) + f * (d * g - b * f)) / 2;
  const PetscReal angle = acos(PetscMax(-1, PetscMin(1, half))) / 3;
  e[0] = mean + 2 * p * PetscCosReal(angle);
  e[2] = mean + 2 * p * PetscCosReal(angle + 2 * PETSC_PI / 3);
  e[1] = 3 * mean - e[0] - e[2];
}

// Is there a body with these principal values, falling: positive, none above the sum of the two
// others? Thin plates, at equality, are let in with their round-off.
static inline PetscBool RicInertiaIsPossible(const PetscReal e[3]) {
  return (PetscBool)(e[2] > 0 && e[0] <= (e[1] + e[2]) * (1 + 1e-6));
}

// ---- Homogeneous shapes, about their centre: principal values per kg, m²; returns the volume, m³ ----

static inline PetscReal RicGyrationSphere(PetscReal radius, PetscReal gyration2[3]) {
  for (PetscInt d = 0; d < 3; ++d)
    gyration2[d] = 2 * radius * radius / 5;
  return 4 * PETSC_PI * radius * radius * radius / 3;
}

// size: of the edges along x, y, z.
static inline PetscReal RicGyrationBox(const PetscReal size[3], PetscReal gyration2[3]) {
  for (PetscInt d = 0; d < 3; ++d) {
    const PetscReal a = size[(d + 1) % 3], b = size[(d + 2) % 3];
    gyration2[d] = (a * a + b * b) / 12;
  }
  return size[0] * size[1] * size[2];
}

// Of length 0 a disk, without volume; its axis is z.
static inline PetscReal RicGyrationCylinder(PetscReal radius, PetscReal length,
                                            PetscReal gyration2[3]) {
  gyration2[0] = gyration2[1] = radius * radius / 4 + length * length / 12;
  gyration2[2] = radius * radius / 2;
  return PETSC_PI * radius * radius * length;
}

RIC_C_END

#endif
