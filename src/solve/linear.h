// SPDX-License-Identifier: BSD-2-Clause
// Linear: a PETSc solver, and which one a structural operator gets when the user does not say.
#ifndef RIC_SOLVE_LINEAR_H
#define RIC_SOLVE_LINEAR_H

#include "base/base.h"

RIC_C_BEGIN

// What is known of an operator beyond its entries.
typedef struct {
  PetscBool chain;       // banded in its numbering (bars in a row)
  PetscBool diagonal;    // lumped mass
  PetscBool unsymmetric; // a direct solver whatever its size
  PetscBool changes;     // its entries, from step to step and within
  PetscBool iterated;    // with, by a stage: factored only where one that changes is
  PetscReal stiffness;   // of A = m M + k K: largest k K_ii/(m M_ii), about (hω/2)²; 0: unknown
} RicOperatorTraits;

typedef struct RicLinear_ *RicLinear;

PetscErrorCode RicLinearCreate(MPI_Comm comm, const char prefix[], RicLinear *linear);
PetscErrorCode RicLinearDestroy(RicLinear *linear);

// The operator of a structure, with defaults by size and structure, then -<prefix>ksp_… and
// -<prefix>pc_… of the user:
//   diagonal                    division; on several ranks Jacobi, preonly
//   chain, one rank             LDLᵀ from both ends (solve/direct.h)
//   chain, several ranks        CG with one such factor a rank: exact but for the few interfaces
//   a dozen dofs, one rank      LU of the full matrix
//   as RicLinearFactors says    LU: PETSc's with nested dissection on one rank; on several the same
//                               on each of them up to 3000 dofs, MUMPS above
//   else                        CG with block Jacobi and ICC(0), relative tolerance 1e-10
// A preconditioner of the user's that is no exact solver is iterated with: CG, or GMRES where the
// operator is unsymmetric, to 1e-10 unless he says otherwise; preonly with it is his error. One
// that takes no matrix in blocks (multigrid, Cholesky, other libraries) gets a copy without. Pivots
// of any size are taken, whatever the units, but for 0 (PETSc's own limit is 2.2e-14). Collective.
PetscErrorCode RicLinearSetUp(RicLinear linear, Mat A, const RicOperatorTraits *traits);
// The rule: is A factored, rather than iterated with? Always where it is unsymmetric, or a chain on
// one rank; a constant one up to 2·10⁴ dofs, or 3000 in space where few iterations do; one that
// changes up to 200, or 500 where many do.
PetscErrorCode RicLinearFactors(Mat A, const RicOperatorTraits *traits, PetscBool *yes);
// For who sets defaults of his own on the KSP: options come last, by SetFromOptions.
PetscErrorCode RicLinearGetKSP(RicLinear linear, KSP *ksp);
PetscErrorCode RicLinearSetFromOptions(RicLinear linear);

// The operator has new entries, or is another of the same layout; factored when next solved with.
PetscErrorCode RicLinearSetOperator(RicLinear linear, Mat A);

// Solve; RIC_RETRY when the factorisation fails or the KSP does not converge. A direct solver of
// which no report is asked for goes without KSPSolve, whose look-ups of options cost more than the
// solution of a few dofs. Collective.
PetscErrorCode RicLinearSolve(RicLinear linear, Vec b, Vec x, RicReason *reason);

RIC_C_END

#endif
