// SPDX-License-Identifier: BSD-2-Clause
// Body: a rigid body, whose dofs are those of the frame at its centre of mass.
#ifndef RIC_BODY_BODY_H
#define RIC_BODY_BODY_H

#include "base/base.h"

RIC_C_BEGIN

// A rigid body, its node at the centre of mass. In the plane: dofs (u, v, θ). In space: displacement
// and rotation vector φ, |φ| ≤ π; velocities and Ω in axes of the body, so that its mass is constant
// and −Ω × JΩ a force.
typedef struct {
  PetscReal mass;        // kg
  PetscReal inertia;     // plane: about the centre of mass, kg m²
  PetscReal angle;       // plane: θ at the start, rad
  PetscReal tensor[9];   // space: J about the centre of mass in axes of the body, symmetric, kg m²
  PetscReal rotation[3]; // space: φ at the start, rad
  PetscReal velocity[6]; // at the start: of the centre of mass, m/s, and ω or Ω, rad/s
} RicBodyData;

RIC_C_END

#endif
