// SPDX-License-Identifier: BSD-2-Clause
// The types of the table, and what the two bars share.
#ifndef RIC_ELEMENT_ELEMENT_IMPL_H
#define RIC_ELEMENT_ELEMENT_IMPL_H

#include "element/element.h"
#include "element/element_data.h"
#include <stddef.h>

extern const RicElementOps RicElement_Bar;
extern const RicElementOps RicElement_BarNonlinear;
extern const RicElementOps RicElement_Spring;
extern const RicElementOps RicElement_GroundSpring;
extern const RicElementOps RicElement_PointMass;

// Parameters of a line of material, in the tables of both bars.
#define RIC_BAR_REGION                                                                             \
  { "region", "its cells are the bars", "", RIC_PARAMETER_REGION, .required = PETSC_TRUE }
#define RIC_BAR_MATERIAL                                                                           \
  {                                                                                                \
    "material", "one of `materials`", "", RIC_PARAMETER_MATERIAL,                                  \
        .required = PETSC_TRUE, .offset = offsetof(RicBarData, material)                           \
  }
#define RIC_BAR_AREA                                                                               \
  {                                                                                                \
    "area", "reference cross-section", "m²", RIC_PARAMETER_REAL, RIC_POSITIVE,                     \
        .required = PETSC_TRUE, .offset = offsetof(RicBarData, area)                               \
  }
#define RIC_BAR_LUMPED                                                                             \
  {                                                                                                \
    "lumped", "mass at the nodes, not along the bar", "", RIC_PARAMETER_BOOL,                      \
        .offset = offsetof(RicBarData, lumped)                                                     \
  }

// Mass matrix of a line of density ρS with linear shape functions, consistent or lumped.
void RicBarMass(const void *data, PetscInt dim, const PetscReal X[], PetscReal M[]);
// Kinetic energy ½ vᵀMv of that mass matrix over the reference length, J/m.
PetscReal RicBarKineticDensity(const void *data, PetscInt dim, const PetscReal v[]);

#endif
