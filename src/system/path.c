// SPDX-License-Identifier: BSD-2-Clause
// A system's gaps and potential over the way from q0 to q1 = q0 + Δq, by Gonzalez' formula: what the
// derivative at the mean lacks of the difference of values is added along Δq.
#include "system/system.h"

// Of a size, what a difference of values loses.
#define ROUND_OFF (16 * PETSC_MACHINE_EPSILON)

// The mean and the end of the way; returns |Δq|².
static PetscReal Way(PetscInt n, const PetscReal q0[], const PetscReal dq[], PetscReal mean[],
                     PetscReal q1[]) {
  PetscReal square = 0;

  for (PetscInt j = 0; j < n; ++j) {
    mean[j] = q0[j] + dq[j] / 2;
    q1[j] = q0[j] + dq[j];
    square += dq[j] * dq[j];
  }
  return square;
}

// row [n] += what makes row·Δq the change; nothing where that is round-off of the values, size, and of the
// terms of q.
static void Complete(PetscInt n, const PetscReal q0[], const PetscReal dq[], PetscReal square,
                     PetscReal change, PetscReal size, PetscReal row[]) {
  PetscReal lack = change;

  for (PetscInt j = 0; j < n; ++j) {
    lack -= row[j] * dq[j];
    size += PetscAbsReal(row[j]) * (PetscAbsReal(q0[j]) + PetscAbsReal(dq[j]));
  }
  if (!(PetscAbsReal(lack) > ROUND_OFF * size))
    return;
  for (PetscInt j = 0; j < n; ++j)
    row[j] += lack / square * dq[j];
}

void RicSystemPathRows(const RicSystemOps *ops, const PetscReal p[], PetscReal t,
                       const PetscReal q0[], const PetscReal dq[], PetscReal W[]) {
  const PetscInt n = ops->num_dofs;
  PetscReal mean[RIC_SYSTEM_MAX_DOFS] = {0}, q1[RIC_SYSTEM_MAX_DOFS] = {0};
  PetscReal from[RIC_SYSTEM_MAX_GAPS], to[RIC_SYSTEM_MAX_GAPS];
  const PetscReal square = Way(n, q0, dq, mean, q1);

  if (ops->num_gaps == 0)
    return;
  ops->Gap(p, t, q0, from);
  ops->Gap(p, t, q1, to);
  RicSystemGapRows(ops, p, t, mean, W);
  for (PetscInt i = 0; i < ops->num_gaps; ++i)
    Complete(n, q0, dq, square, to[i] - from[i], PetscAbsReal(from[i]) + PetscAbsReal(to[i]),
             &W[i * n]);
}

void RicSystemPathForce(const RicSystemOps *ops, const PetscReal p[], PetscReal t,
                        const PetscReal q0[], const PetscReal dq[], const PetscReal v[],
                        PetscReal f[]) {
  const PetscInt n = ops->num_dofs;
  PetscReal mean[RIC_SYSTEM_MAX_DOFS] = {0}, q1[RIC_SYSTEM_MAX_DOFS] = {0};
  PetscReal slope[2][RIC_SYSTEM_MAX_DOFS];
  const PetscReal square = Way(n, q0, dq, mean, q1);

  ops->Force(p, t, mean, v, f);
  if (!ops->Potential)
    return;
  RicSystemPotentialGradient(ops, p, t, mean, slope[0]);
  const PetscReal from = ops->Potential(p, q0), to = ops->Potential(p, q1);
  for (PetscInt j = 0; j < n; ++j)
    slope[1][j] = slope[0][j];
  Complete(n, q0, dq, square, to - from, PetscAbsReal(from) + PetscAbsReal(to), slope[1]);
  for (PetscInt j = 0; j < n; ++j)
    f[j] -= slope[1][j] - slope[0][j];
}
