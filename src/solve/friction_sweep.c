// SPDX-License-Identifier: BSD-2-Clause
// Block Gauss–Seidel (NSGS): each group in turn is solved exactly, the others held.
#include "solve/friction_impl.h"

// Sweeps between two evaluations of the residual, after the first few.
enum { FIRST_CHECKS = 3, CHECK_EVERY = 10 };

// r = 0 in group k.
static void TakeOut(RicFriction f, PetscInt k, PetscReal r[]) {
  const RicCone *c = &f->work.cone[k];
  PetscReal change[RIC_FRICTION_MAX_ROWS];

  for (PetscInt i = 0; i < c->rows; i++) {
    change[i] = -r[c->start + i];
    r[c->start + i] = 0;
  }
  if (f->kernel->Changed)
    f->kernel->Changed(f, k, change);
}

static void SolveGroup(RicFriction f, PetscInt k, PetscReal r[]) {
  const RicCone *c = &f->work.cone[k];
  const PetscInt d = c->rows;
  PetscReal s[RIC_FRICTION_MAX_ROWS], W[RIC_FRICTION_MAX_ROWS * RIC_FRICTION_MAX_ROWS];

  TakeOut(f, k, r);
  f->kernel->Row(f, k, r, s);
  for (PetscInt i = 0; i < d; i++)
    s[i] += f->q[c->start + i];
  for (PetscInt i = 0; i < d * d; i++)
    W[i] = f->work.diagonal[c->square + i];
  for (PetscInt i = 0; i < d; i++)
    W[i * (d + 1)] += f->shift * c->w;
  if (c->equality) {
    RicSmallSolve(d, W, s, &r[c->start]);
    for (PetscInt i = 0; i < d; i++)
      r[c->start + i] *= -1;
  } else
    RicConeSolve(d, c->mu, W, s, &r[c->start]);
  if (f->kernel->Changed)
    f->kernel->Changed(f, k, &r[c->start]);
}

PetscErrorCode RicFrictionSweeps(RicFriction f, PetscReal tolerance, PetscInt max_sweeps,
                                 PetscBool backwards, PetscReal r[], PetscReal *residual) {
  PetscReal *u = f->work.vector[0];

  PetscFunctionBegin;
  for (PetscInt sweep = 1; sweep <= max_sweeps; sweep++) {
    if (f->kernel->Begin)
      f->kernel->Begin(f, r);
    for (PetscInt i = 0; i < f->num_cones; i++)
      SolveGroup(f, backwards ? f->num_cones - 1 - i : i, r);
    RicFrictionCountSweep(f);
    if (sweep > FIRST_CHECKS && sweep % CHECK_EVERY && sweep < max_sweeps)
      continue;
    RicFrictionVelocity(f, r, u);
    *residual = RicFrictionResidual(f, r, u);
    if (*residual <= tolerance)
      break;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
