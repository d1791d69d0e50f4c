// SPDX-License-Identifier: BSD-2-Clause
// Newton: the iteration of a nonlinear step. Each correction solves a linearised contact problem in
// full (Josephy–Newton: the complementarity conditions are kept, only the smooth part is
// linearised), so that a linear step takes one correction.
//
// It is driven as a PETSc SNES (type shell), so that -<prefix>snes_monitor, -snes_rtol, -snes_atol,
// -snes_stol, -snes_max_it and -snes_converged_reason act as usual. Defaults: rtol 1e-10, stol
// 1e-10, 50 iterations.
#ifndef RIC_SOLVE_NEWTON_H
#define RIC_SOLVE_NEWTON_H

#include "base/base.h"

typedef struct RicNewton_ *RicNewton;

// What a stepper supplies. Both collective.
typedef struct {
  // Norm of the residual at the present iterate, and a reference of the same unit it is compared
  // with.
  PetscErrorCode (*Residual)(void *ctx, PetscReal *norm, PetscReal *reference);
  // Advance the iterate. *correction: norm of the correction; *increment: norm of the whole
  // increment of the step.
  PetscErrorCode (*Correct)(void *ctx, PetscReal *correction, PetscReal *increment,
                            RicReason *reason);
} RicNewtonProblem;

PetscErrorCode RicNewtonCreate(MPI_Comm comm, const char prefix[], RicNewton *newton);
PetscErrorCode RicNewtonDestroy(RicNewton *newton);
PetscErrorCode RicNewtonSetMaxIterations(RicNewton newton, PetscInt max_it);
PetscErrorCode RicNewtonSetFromOptions(RicNewton newton);
// Iterate until the residual is below rtol·reference (or atol), or a correction below
// stol·increment. `exact`: the problem is linear, one correction is the answer and no residual is
// evaluated. *reason: RIC_RETRY when max_it is reached, the residual is not finite, or a correction
// fails.
PetscErrorCode RicNewtonSolve(RicNewton newton, const RicNewtonProblem *problem, void *ctx,
                              PetscBool exact, PetscInt *iterations, RicReason *reason);

#endif
