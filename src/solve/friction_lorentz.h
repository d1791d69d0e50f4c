// SPDX-License-Identifier: BSD-2-Clause
// Lorentz cones {x : x₀ ≥ ‖x₁‖} as interior point methods need them, pointwise: x [d], the normal
// component first, d from 1 to RIC_FRICTION_MAX_ROWS. Matrices [d × d] by rows.
#ifndef RIC_SOLVE_FRICTION_LORENTZ_H
#define RIC_SOLVE_FRICTION_LORENTZ_H

#include "base/base.h"

// The largest α for which x + α dx is in the cone, x within; PETSC_MAX_REAL when all are.
PetscReal RicLorentzStep(PetscInt d, const PetscReal x[], const PetscReal dx[]);

// Scaling of Nesterov and Todd: symmetric S with S z = S⁻¹ x = λ, for x and z within the cone.
void RicLorentzScale(PetscInt d, const PetscReal x[], const PetscReal z[], PetscReal S[],
                     PetscReal inverse[], PetscReal lambda[]);

// p = x ∘ y = (x·y, x₀ y₁ + y₀ x₁).
void RicLorentzProduct(PetscInt d, const PetscReal x[], const PetscReal y[], PetscReal p[]);

// y of x ∘ y = p, for x within the cone.
void RicLorentzDivide(PetscInt d, const PetscReal x[], const PetscReal p[], PetscReal y[]);

#endif
