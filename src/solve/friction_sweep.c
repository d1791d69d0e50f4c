// SPDX-License-Identifier: BSD-2-Clause
// Block Gauss–Seidel (NSGS): each group in turn is solved exactly, the others held.
#include "solve/friction_impl.h"

// Sweeps between two evaluations of the residual, after the first few.
enum { FIRST_CHECKS = 3, CHECK_EVERY = 10 };

static void SolveGroup(RicFriction f, PetscInt k, PetscReal r[]) {
  const RicCone *c = &f->work.cone[k];
  const PetscInt d = c->rows;
  PetscReal s[RIC_FRICTION_MAX_ROWS], W[RIC_FRICTION_MAX_ROWS * RIC_FRICTION_MAX_ROWS];

  for (PetscInt i = 0; i < d; i++)
    r[c->start + i] = 0;
  f->kernel->Row(f, k, r, s);
  for (PetscInt i = 0; i < d; i++)
    s[i] += f->q[c->start + i];
  for (PetscInt i = 0; i < d * d; i++)
    W[i] = f->work.diagonal[c->square + i];
  for (PetscInt i = 0; i < d; i++)
    W[i * (d + 1)] += f->shift * c->w;
  if (!c->equality) {
    RicConeSolve(d, c->mu, W, s, &r[c->start]);
    return;
  }
  RicSmallSolve(d, W, s, &r[c->start]);
  for (PetscInt i = 0; i < d; i++)
    r[c->start + i] *= -1;
}

PetscErrorCode RicFrictionSweeps(RicFriction f, PetscReal tolerance, PetscInt max_sweeps,
                                 PetscBool backwards, PetscReal r[], PetscReal *residual) {
  PetscReal *u = f->work.vector[0];

  PetscFunctionBegin;
  for (PetscInt sweep = 1; sweep <= max_sweeps; sweep++) {
    for (PetscInt i = 0; i < f->num_cones; i++)
      SolveGroup(f, backwards ? f->num_cones - 1 - i : i, r);
    f->result->sweeps++;
    if (sweep > FIRST_CHECKS && sweep % CHECK_EVERY && sweep < max_sweeps)
      continue;
    RicFrictionVelocity(f, r, u);
    *residual = RicFrictionResidual(f, r, u, NULL);
    if (*residual <= tolerance)
      break;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
