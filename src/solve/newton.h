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

// How far an iterate is from the solution, all of one unit but the violation.
typedef struct {
  PetscReal value;     // norm of what should vanish
  PetscReal reference; // of what it is compared with
  PetscReal floor;     // round-off of what it is a sum of: below that it is 0
  PetscReal violation; // of constraints, without a unit: to be below the same tolerance
} RicMeasure;

// What a stepper supplies. All collective; *measure is 0 on entry.
typedef struct {
  // What the first Correct starts from, where nobody is to be told the residual; NULL: the Residual.
  PetscErrorCode (*Start)(void *ctx);
  // The residual at the present iterate.
  PetscErrorCode (*Residual)(void *ctx, RicMeasure *residual);
  // Advance the iterate; how large the correction was, against the whole increment of the step.
  PetscErrorCode (*Correct)(void *ctx, RicMeasure *correction, RicReason *reason);
} RicNewtonProblem;

PetscErrorCode RicNewtonCreate(MPI_Comm comm, const char prefix[], RicNewton *newton);
PetscErrorCode RicNewtonDestroy(RicNewton *newton);
PetscErrorCode RicNewtonSetMaxIterations(RicNewton newton, PetscInt max_it);
PetscErrorCode RicNewtonSetFromOptions(RicNewton newton);
// Does an option -<prefix>snes_… ask something of the iterations? Then none is passed over.
PetscErrorCode RicNewtonIsWatched(RicNewton newton, PetscBool *watched);
// Iterate until the residual is below rtol·reference (or its floor, or atol) and its violation
// below rtol, or a correction likewise with stol. `exact`: the problem is linear, one correction is
// the answer and no residual is evaluated. *reason: RIC_RETRY when max_it is reached, the residual
// is not finite, or a correction fails.
PetscErrorCode RicNewtonSolve(RicNewton newton, const RicNewtonProblem *problem, void *ctx,
                              PetscBool exact, PetscInt *iterations, RicReason *reason);

#endif
