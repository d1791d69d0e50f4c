// SPDX-License-Identifier: BSD-2-Clause
// RowProblem: a dense problem of contact rows, each with a law of solve/stage.h,
//
//   w = D z + p,   0 ≤ w_i ⊥ z_i ≥ 0 | w_i = 0 | Coulomb's law,
//
// given to the solver that is made for its laws: Lcp without friction, Friction with it.
#ifndef RIC_SOLVE_ROW_PROBLEM_H
#define RIC_SOLVE_ROW_PROBLEM_H

#include "solve/friction.h"

typedef struct RicRowProblem_ *RicRowProblem;

PetscErrorCode RicRowProblemCreate(const char prefix[], RicRowProblem *problem);
PetscErrorCode RicRowProblemDestroy(RicRowProblem *problem);

// D [n*n], column-major; `symmetric` says that D is symmetric positive semidefinite.
// law [n]: none off; tangential rows follow their unilateral one. friction [n]: coefficients f at
// those, s at sliding rows. p [n]. z [n]: in, the start: the last multipliers, or zeros; out, the
// solution. w [n]: out. *iterations: linear systems solved. *reason: RIC_FAILED when there is no
// solution or none was found. Not collective; the same numbers in give the same numbers out.
PetscErrorCode RicRowProblemSolve(RicRowProblem problem, PetscInt n, const PetscReal D[],
                                  PetscBool symmetric, const PetscReal law[],
                                  const PetscReal friction[], const PetscReal p[], PetscReal z[],
                                  PetscReal w[], PetscInt *iterations, RicReason *reason);

// How Friction did in the last solve; NULL: there was none. Borrowed.
const RicFrictionResult *RicRowProblemGetResult(RicRowProblem problem);

// The groups [n] that rows of laws [n] make, none of them sliding or off; returns how many. Coefficients as
// above.
PetscInt RicRowGroups(PetscInt n, const PetscReal law[], const PetscReal friction[],
                      RicFrictionGroup groups[]);

#endif
