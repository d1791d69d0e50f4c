// SPDX-License-Identifier: BSD-2-Clause
// Body: a rigid body, whose dofs are those of the frame at its centre of mass.
#ifndef RIC_BODY_BODY_H
#define RIC_BODY_BODY_H

#include "base/base.h"

// A planar rigid body: dofs (u, v, θ), its node at the centre of mass.
typedef struct {
  PetscReal mass;        // kg
  PetscReal inertia;     // about the centre of mass, kg m²
  PetscReal angle;       // θ at the start, rad
  PetscReal velocity[3]; // of the centre of mass, m/s, and angular, rad/s, at the start
} RicBodyData;

#endif
