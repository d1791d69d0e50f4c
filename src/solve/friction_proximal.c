// SPDX-License-Identifier: BSD-2-Clause
// Proximal point steps: r ← the solution with W + ε diag(w_k) and q − ε diag(w_k) r, which is a
// solution of the problem itself once r stays. Where the shifted problems are solved by Newton
// alone ε falls, where they need many sweeps it rises.
#include "solve/friction_impl.h"

enum { NEWTON_STEPS = 30, FEW_SWEEPS = 50, MANY_SWEEPS = 500 };

#define FIRST_SHIFT 0.1
#define SMALLEST_SHIFT 1e-9
#define LARGEST_SHIFT 10.0

static void Shift(RicFriction f, const PetscReal q[], PetscReal epsilon, const PetscReal r[]) {
  PetscReal *shifted = f->work.shifted_q;

  for (PetscInt k = 0; k < f->num_cones; k++) {
    const RicCone *c = &f->work.cone[k];
    for (PetscInt i = c->start; i < c->start + c->rows; i++)
      shifted[i] = q[i] - epsilon * c->w * r[i];
  }
  f->q = shifted;
  f->shift = epsilon;
}

// Solves the shifted problem; *effort: how many of its methods that took, 4 when it was not solved.
static PetscErrorCode Inner(RicFriction f, PetscReal tolerance, PetscReal r[], PetscInt *effort) {
  const RicNewtonPlan plan = {.tolerance = tolerance,
                              .max_it = NEWTON_STEPS,
                              .shift = 1e-2 * f->kernel->newton_shift,
                              .rho_factor = 1,
                              .memory = 1};
  PetscReal residual;

  PetscFunctionBegin;
  *effort = 1;
  PetscCall(RicFrictionNewton(f, &plan, r, &residual));
  for (; residual > tolerance && *effort < 3; (*effort)++) {
    PetscCall(RicFrictionSweeps(f, tolerance, *effort > 1 ? MANY_SWEEPS : FEW_SWEEPS, PETSC_FALSE,
                                r, &residual));
    if (residual > tolerance)
      PetscCall(RicFrictionNewton(f, &plan, r, &residual));
  }
  if (!(residual <= tolerance))
    *effort = 4;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFrictionProximal(RicFriction f, PetscReal tolerance, PetscInt max_it,
                                   PetscReal max_flops, PetscReal r[], PetscReal *residual) {
  const PetscReal *q = f->q;
  PetscReal *best_r = f->work.center, *u = f->work.vector[15], epsilon = FIRST_SHIFT, now, best;

  PetscFunctionBegin;
  now = best = RicFrictionProject(f, r, u);
  PetscCall(PetscArraycpy(best_r, r, f->n));
  for (PetscInt it = 0; it < max_it && best > tolerance && f->flops < max_flops; it++) {
    PetscInt effort;
    Shift(f, q, epsilon, r);
    PetscCall(Inner(f, PetscMax(0.2 * tolerance, PetscMin(1e-3, 0.05 * now)), r, &effort));
    f->q = q;
    f->shift = 0;
    now = RicFrictionProject(f, r, u);
    if (now < best) {
      best = now;
      PetscCall(PetscArraycpy(best_r, r, f->n));
    }
    if (effort == 1)
      epsilon = PetscMax(0.5 * epsilon, SMALLEST_SHIFT);
    else if (effort >= 3)
      epsilon = PetscMin(4 * epsilon, LARGEST_SHIFT);
  }
  PetscCall(PetscArraycpy(r, best_r, f->n));
  *residual = best;
  PetscFunctionReturn(PETSC_SUCCESS);
}
