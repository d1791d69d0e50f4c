// SPDX-License-Identifier: BSD-2-Clause
// Data of the types of elements, for those who make elements in C: inputs fill them by the types'
// tables of parameters.
#ifndef RIC_ELEMENT_ELEMENT_DATA_H
#define RIC_ELEMENT_ELEMENT_DATA_H

#include "base/parameter.h"

RIC_C_BEGIN

// "bar"
typedef struct {
  RicMaterial material;
  PetscReal area;   // reference cross-section S, m²
  PetscBool lumped; // lumped (row-sum) instead of consistent mass
} RicBarData;

// "bar-nonlinear"
typedef struct {
  RicBarData bar;
  PetscBool tension_only; // no compressive force: cable
} RicBarNonlinearData;

// "spring", along its line
typedef struct {
  PetscReal stiffness; // N/m
  PetscReal damper;    // N s/m
} RicSpringData;

// "ground-spring", along x, y, z
typedef struct {
  PetscReal stiffness[3]; // N/m
  PetscReal damper[3];    // N s/m
} RicGroundSpringData;

// "point-mass"
typedef struct {
  PetscReal mass; // kg
} RicPointMassData;

RIC_C_END

#endif
