// SPDX-License-Identifier: BSD-2-Clause
// Direct: factorisations of our own for kinds of sequential matrices that PETSc's general ones are
// slow for, as preconditioners among PETSc's: -<prefix>pc_type chain, dense, diagonal.
//
//   chain   block tridiagonal (bars in a row): LDLᵀ from both ends to the middle, two recurrences
//           side by side in the processor's pipeline. Symmetric; no pivoting.
//   dense   few dofs: LU of the full matrix with partial pivoting.
//   diagonal  lumped masses: division.
//
// A factor that meets a zero pivot is a failed factorisation (PCGetFailedReason), no error.
#ifndef RIC_SOLVE_DIRECT_H
#define RIC_SOLVE_DIRECT_H

#include "base/base.h"

#define RIC_PC_CHAIN "chain"
#define RIC_PC_DENSE "dense"
#define RIC_PC_DIAGONAL "diagonal"

typedef struct RicDirect_ *RicDirect;

// Make the types known to PCSetType; again: nothing.
PetscErrorCode RicDirectRegister(void);
// May the type factor A: a sequential matrix by rows, scalar or blocked, for `chain` coupling next
// neighbours only (in blocks of 1, 2 or 3), for `diagonal` none?
PetscErrorCode RicDirectFits(const char type[], Mat A, PetscBool *fits);
// The solver inside a PC of one of the types; NULL inside any other.
PetscErrorCode RicDirectFromPC(PC pc, RicDirect *direct);
// Name of its type.
PetscErrorCode RicDirectGetType(RicDirect direct, const char **type);
// What PCSetUp and PCApply do, without their ceremonies: factor A, anew when its entries are;
// *regular: false at a zero pivot. User error: A does not fit. Then x = A⁻¹ b.
PetscErrorCode RicDirectFactor(RicDirect direct, Mat A, PetscBool *regular);
PetscErrorCode RicDirectSolve(RicDirect direct, Vec b, Vec x);

#endif
