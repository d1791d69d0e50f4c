// SPDX-License-Identifier: BSD-2-Clause
// The types of the table, and what the two bars share.
#ifndef RIC_ELEMENT_ELEMENT_IMPL_H
#define RIC_ELEMENT_ELEMENT_IMPL_H

#include "element/element.h"

extern const RicElementOps RicElement_Bar;
extern const RicElementOps RicElement_BarNonlinear;
extern const RicElementOps RicElement_Spring;
extern const RicElementOps RicElement_GroundSpring;
extern const RicElementOps RicElement_PointMass;

// Mass matrix of a line of density ρS with linear shape functions, consistent or lumped.
void RicBarMass(const RicElementData *data, PetscInt dim, const PetscReal X[], PetscReal M[]);
// Kinetic energy ½ vᵀMv of that mass matrix over the reference length, J/m.
PetscReal RicBarKineticDensity(const RicElementData *data, PetscInt dim, const PetscReal v[]);

#endif
