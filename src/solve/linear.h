// SPDX-License-Identifier: BSD-2-Clause
// Linear: which PETSc solver a structural operator gets when the user does not say.
#ifndef RIC_SOLVE_LINEAR_H
#define RIC_SOLVE_LINEAR_H

#include "base/base.h"

// What is known of an operator beyond its entries.
typedef struct {
  PetscBool chain;    // banded in its numbering (bars in a row)
  PetscBool diagonal; // lumped mass
} RicOperatorTraits;

// Defaults by size and structure, then -<prefix>ksp_… and -<prefix>pc_… of the user (the KSP's
// prefix is set already):
//   diagonal                    exact division (Jacobi, preonly)
//   chain, one rank             PETSc's LU from both ends: 5 ns a dof
//   chain, several ranks        CG with one such LU a rank: exact but for the few interfaces
//   up to 2·10⁴ dofs            LU: PETSc's with nested dissection on one rank; on several the same
//   on
//                               each of them up to 3000 dofs, MUMPS above
//   larger                      CG with block Jacobi and ICC(0), relative tolerance 1e-10
// Collective.
PetscErrorCode RicLinearSetUp(KSP ksp, Mat A, const RicOperatorTraits *traits);

// Solve; RIC_RETRY when the KSP does not converge. Collective.
PetscErrorCode RicLinearSolve(KSP ksp, Vec b, Vec x, RicReason *reason);

#endif
