// SPDX-License-Identifier: BSD-2-Clause
// Linear: what follows from the preconditioner that the user named.
#ifndef RIC_SOLVE_LINEAR_IMPL_H
#define RIC_SOLVE_LINEAR_IMPL_H

#include "solve/linear.h"

// Relative tolerance of whatever iterates.
#define RIC_LINEAR_RTOL 1e-10

// Below the options, as defaults: CG to the relative tolerance, of the residual itself; GMRES where
// the operator is not symmetric and definite.
PetscErrorCode RicLinearIterate(KSP ksp, PetscReal rtol, PetscBool spd);

// The same: the preconditioner is the solver. Tolerances stay, for a KSP that an option brings.
PetscErrorCode RicLinearApplyOnce(KSP ksp);

// After KSPSetFromOptions, once more with the options: a preconditioner that is no exact solver is
// iterated with, an exact one of the user's is not. `diagonal`: of the operator. A user's error
// where he asks for -<prefix>ksp_type preonly and an inexact -<prefix>pc_type. Collective.
PetscErrorCode RicLinearChooseKSP(KSP ksp, PetscBool diagonal, PetscBool spd);

// Can the preconditioner that the options name, or the default, take matrices in blocks (BAIJ)? To
// be known before KSPSetFromOptions, which looks for factorisations of the operator's type.
PetscErrorCode RicLinearTakesBlocks(KSP ksp, PetscBool *takes);

// Does the user ask for -<prefix>ksp_type preonly?
PetscErrorCode RicLinearAsksPreonly(KSP ksp, PetscBool *asks);

#endif
