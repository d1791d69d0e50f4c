// SPDX-License-Identifier: BSD-2-Clause
#include "solve/newton.h"
#include "base/options.h"

struct RicNewton_ {
  SNES snes;
  Vec dummy; // SNESSolve wants a solution vector; the iterate itself belongs to the stepper
  const RicNewtonProblem *problem; // of the solve under way
  void *ctx;
  PetscInt iterations;
  RicReason reason;
  PetscBool plain; // nothing is asked of SNESSolve
};

static PetscBool IsSmall(const RicMeasure *m, PetscReal tolerance, PetscReal absolute) {
  return (PetscBool)(m->value <= PetscMax(tolerance * m->reference, PetscMax(m->floor, absolute)) &&
                     m->violation <= tolerance);
}

// One reading of the residual: is it converged, and what does the monitor show?
static PetscErrorCode Test(RicNewton n, PetscInt it, PetscReal rtol, PetscReal atol,
                           PetscBool *done) {
  RicMeasure residual = {0};

  PetscFunctionBegin;
  PetscCall(n->problem->Residual(n->ctx, &residual));
  PetscCall(SNESMonitor(n->snes, it, residual.value));
  if (PetscIsInfOrNanReal(residual.value)) {
    n->reason = RIC_RETRY;
    PetscCall(SNESSetConvergedReason(n->snes, SNES_DIVERGED_FNORM_NAN));
    *done = PETSC_TRUE;
  } else if (it > 0 && IsSmall(&residual, rtol, atol)) {
    n->reason = RIC_OK;
    PetscCall(SNESSetConvergedReason(n->snes, SNES_CONVERGED_FNORM_RELATIVE));
    *done = PETSC_TRUE;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Solve_Shell(SNES snes, Vec x) {
  RicNewton n;
  PetscReal atol, rtol, stol;
  PetscInt max_it;
  PetscBool done = PETSC_FALSE;

  PetscFunctionBegin;
  (void)x;
  PetscCall(SNESShellGetContext(snes, &n));
  PetscCall(SNESGetTolerances(snes, &atol, &rtol, &stol, &max_it, NULL));
  n->reason = RIC_RETRY;
  PetscCall(SNESSetConvergedReason(snes, SNES_DIVERGED_MAX_IT));
  for (n->iterations = 0; !done;) {
    if (n->iterations == 0 && n->plain && n->problem->Start)
      PetscCall(n->problem->Start(n->ctx));
    else
      PetscCall(Test(n, n->iterations, rtol, atol, &done));
    if (done || n->iterations >= max_it)
      break;
    n->iterations++;
    RicMeasure correction = {0};
    RicReason corrected = RIC_OK;
    PetscCall(n->problem->Correct(n->ctx, &correction, &corrected));
    if (corrected != RIC_OK) {
      PetscCall(SNESSetConvergedReason(snes, SNES_DIVERGED_LINEAR_SOLVE));
      break;
    }
    if (!IsSmall(&correction, stol, 0))
      continue;
    n->reason = RIC_OK;
    done = PETSC_TRUE;
    PetscCall(SNESSetConvergedReason(snes, SNES_CONVERGED_SNORM_RELATIVE));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicNewtonCreate(MPI_Comm comm, const char prefix[], RicNewton *newton) {
  RicNewton n;

  PetscFunctionBegin;
  PetscCall(PetscNew(&n));
  PetscCall(SNESCreate(comm, &n->snes));
  PetscCall(SNESSetOptionsPrefix(n->snes, prefix));
  PetscCall(SNESSetType(n->snes, SNESSHELL));
  PetscCall(SNESShellSetContext(n->snes, n));
  PetscCall(SNESShellSetSolve(n->snes, Solve_Shell));
  PetscCall(SNESSetTolerances(n->snes, 0.0, 1e-10, 1e-10, 50, PETSC_DEFAULT));
  PetscCall(VecCreateMPI(comm, 0, PETSC_DETERMINE, &n->dummy));
  *newton = n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicNewtonDestroy(RicNewton *newton) {
  PetscFunctionBegin;
  if (!*newton)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SNESDestroy(&(*newton)->snes));
  PetscCall(VecDestroy(&(*newton)->dummy));
  PetscCall(PetscFree(*newton));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicNewtonSetMaxIterations(RicNewton n, PetscInt max_it) {
  PetscFunctionBegin;
  PetscCall(SNESSetTolerances(n->snes, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT, max_it,
                              PETSC_DEFAULT));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicNewtonSetFromOptions(RicNewton n) {
  const char *prefix;
  char start[RIC_TEXT_LEN];
  PetscBool given;

  PetscFunctionBegin;
  PetscCall(SNESSetFromOptions(n->snes));
  PetscCall(SNESGetOptionsPrefix(n->snes, &prefix));
  PetscCall(PetscSNPrintf(start, sizeof(start), "-%ssnes_", prefix ? prefix : ""));
  PetscCall(RicOptionsBeginWith(start, &given));
  n->plain = (PetscBool)!given;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicNewtonIsWatched(RicNewton n, PetscBool *watched) {
  PetscFunctionBegin;
  *watched = (PetscBool)!n->plain;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicNewtonSolve(RicNewton n, const RicNewtonProblem *problem, void *ctx,
                              PetscBool exact, PetscInt *iterations, RicReason *reason) {
  RicMeasure unused = {0};

  PetscFunctionBegin;
  n->problem = problem;
  n->ctx = ctx;
  if (exact) {
    *reason = RIC_OK;
    *iterations = 1;
    PetscCall(problem->Correct(ctx, &unused, reason));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (n->plain) // SNESSolve's look-ups of options cost more than the step of a few dofs
    PetscCall(Solve_Shell(n->snes, n->dummy));
  else
    PetscCall(SNESSolve(n->snes, NULL, n->dummy));
  *iterations = n->iterations;
  *reason = n->reason;
  PetscFunctionReturn(PETSC_SUCCESS);
}
