// SPDX-License-Identifier: BSD-2-Clause
// Saddle: a structure held by equations, factored as one sparse matrix,
//
//     [ A    W_aᵀ ] [  x ]   [   b   ]
//     [ W_a  −εI  ] [ −μ ] = [ −y0_a ],      a the active rows; μ = 0 on the others.
//
// Its pattern holds the rows that were active when it was made, and is made anew when others become
// so or most of them no longer are: rows that stay open cost nothing. Where A is diagonal (bodies)
// dofs without an active row are left out as well, on one rank.
//
// A is symmetric positive definite on the free dofs, so the matrix is quasi-definite (Vanderbei
// 1995): it has an LU factorisation without pivoting in any order, a stable one when each row
// follows the dofs it touches. PETSc's LU on one rank works in such an order ("rows-after-dofs",
// nested dissection otherwise): linear in the number of links of a chain. ε is a proximal term, far
// below the rows' compliance, that keeps dependent rows solvable; refinement takes its trace out of
// x.
//
// Options: -<prefix>kkt_ksp_… and -<prefix>kkt_pc_…. On several ranks each of them factors the
// whole matrix when it is small, MUMPS does when it is large.
#ifndef RIC_SOLVE_SADDLE_H
#define RIC_SOLVE_SADDLE_H

#include "base/archive.h"
#include "solve/linear.h"

typedef struct RicSaddle_ *RicSaddle;

// A [dofs × dofs] and W [rows × dofs] are referenced; diagonal: A is. Nothing is factored yet.
// Collective.
PetscErrorCode RicSaddleCreate(MPI_Comm comm, const char prefix[], Mat A, Mat W, PetscBool diagonal,
                               RicSaddle *saddle);
PetscErrorCode RicSaddleDestroy(RicSaddle *saddle);

// A or W have new entries, or A is another matrix of the same layout.
PetscErrorCode RicSaddleOperatorChanged(RicSaddle saddle, Mat A);
// Which rows are equations, [rows owned]; those that no free dof moves never are. Collective.
PetscErrorCode RicSaddleSetActive(RicSaddle saddle, const PetscBool active[]);
// Rows that a free dof moves, [rows owned]. Borrowed.
PetscErrorCode RicSaddleGetResponding(RicSaddle saddle, const PetscBool *responding[]);

// Solve to round-off from the start values x, mu (μ of rows that are not active becomes 0). Factors
// first where A, W or the set changed. *reason RIC_RETRY when that fails. Collective.
PetscErrorCode RicSaddleSolve(RicSaddle saddle, Vec b, Vec y0, Vec x, Vec mu, RicReason *reason);

// Compliance of the stiffest dof by A's diagonal, 1/max a_ii: turns multipliers into row values.
PetscErrorCode RicSaddleGetCompliance(RicSaddle saddle, PetscReal *compliance);
// Factorisations since Create.
PetscErrorCode RicSaddleGetFactorizations(RicSaddle saddle, PetscInt *n);
// The rows of the pattern, on whose order of elimination the last digits of a solution depend. A and W are
// those of the time it was saved. Collective.
PetscErrorCode RicSaddleArchive(RicSaddle saddle, RicArchive archive);

#endif
