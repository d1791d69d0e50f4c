// SPDX-License-Identifier: BSD-2-Clause
// Contacts that slide on from the first stage of rattle to the second, in the second-order form.
#include "stepper/rattle.h"

// At the edge of the friction cone, but for what the stage leaves.
#define EDGE 1e-8

// Coefficients that depend on speeds, of the contacts that do not slide on.
static PetscErrorCode UpdateSlopes(Vec y, Vec mu, PetscReal *change, void *ctx) {
  RicStepper s = (RicStepper)ctx;
  RicRattle *r = (RicRattle *)s->data;

  PetscFunctionBegin;
  PetscCall(RicStepperUpdateFriction_Private(y, mu, change, s));
  PetscCall(RicStepperCopyRows_Private(s, RIC_ROW_UNILATERAL, s->friction, r->slopes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicRattleSetSlopes(RicStepper s, RicRattle *r) {
  PetscFunctionBegin;
  if (r->printed || !s->num_friction_rows) {
    PetscCall(RicStepperSetFriction_Private(s, r->velocity));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RicStageSetFriction(r->velocity, r->slopes));
  if (s->model_is->friction_of_speed)
    PetscCall(RicStageSetFrictionUpdate(r->velocity, UpdateSlopes, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Was the contact of local row i closed before the step, so that nothing hits? At the start there is
// no step before to tell.
static PetscBool WasClosed(RicStepper s, PetscInt i, const PetscReal before[],
                           const PetscReal gap[], const PetscReal velocity[]) {
  if (s->stats.steps > 0)
    return (PetscBool)(before[i] > 0);
  return (PetscBool)(gap[i] <= RIC_CLOSED * s->row_scale[i] && velocity[i] >= 0);
}

// Does the contact at row i, with n tangential rows behind it, slide in the first stage? Then the
// rates of sliding become the slopes −µ d, µ the coefficient at these.
static PetscBool SlidesOn(PetscInt i, PetscInt n, const PetscReal p[], PetscReal mu,
                          PetscReal f[]) {
  PetscReal rate = 0, force = 0;

  for (PetscInt k = i + 1; k <= i + n; k++) {
    rate += f[k] * f[k];
    force += p[k] * p[k];
  }
  rate = PetscSqrtReal(rate);
  force = PetscSqrtReal(force);
  if (!(p[i] > 0 && rate > 0 && force >= (1 - EDGE) * f[i] * p[i]))
    return PETSC_FALSE;
  for (PetscInt k = i + 1; k <= i + n; k++)
    f[k] *= -mu / rate;
  return PETSC_TRUE;
}

PetscErrorCode RicRattleSlidingLaws(RicStepper s, RicRattle *r) {
  const PetscScalar *before, *stopped, *gap, *velocity, *mu;
  PetscScalar *law, *p, *f, *kept;
  PetscReal change;

  PetscFunctionBegin;
  PetscCall(VecZeroEntries(r->kept));
  if (r->printed || !s->num_friction_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelGapVelocities(s->model, s->next.t, r->h, r->half, r->slopes));
  PetscCall(RicStepperCopyRows_Private(
      s, RIC_ROW_UNILATERAL, s->model_is->friction_of_speed ? r->first : s->friction, r->slopes));
  if (s->model_is->friction_of_speed)
    PetscCall(RicModelUpdateFriction(s->model, r->slopes, r->percussion, &change));
  PetscCall(VecGetArrayRead(s->friction, &mu));
  PetscCall(VecGetArrayRead(s->state.impulse, &before));
  PetscCall(VecGetArrayRead(s->state.gap, &gap));
  PetscCall(VecGetArrayRead(s->state.gap_velocity, &velocity));
  PetscCall(VecGetArrayRead(r->stopped, &stopped));
  PetscCall(VecGetArray(s->eligible, &law));
  PetscCall(VecGetArray(r->percussion, &p));
  PetscCall(VecGetArray(r->slopes, &f));
  PetscCall(VecGetArray(r->kept, &kept));
  for (PetscInt i = 0, n; i < s->num_rows_owned; i += n + 1) {
    n = RicStepperTangents_Private(s, i);
    if (!n || law[i] != RIC_LAW_UNILATERAL || stopped[i] > 0 ||
        !WasClosed(s, i, before, gap, velocity) || !SlidesOn(i, n, p, mu[i], f))
      continue;
    for (PetscInt k = i + 1; k <= i + n; k++) {
      law[k] = RIC_LAW_SLIDING;
      kept[k] = p[k] - f[k] * p[i];
      p[k] -= kept[k];
    }
  }
  PetscCall(VecRestoreArrayRead(s->friction, &mu));
  PetscCall(VecRestoreArrayRead(s->state.impulse, &before));
  PetscCall(VecRestoreArrayRead(s->state.gap, &gap));
  PetscCall(VecRestoreArrayRead(s->state.gap_velocity, &velocity));
  PetscCall(VecRestoreArrayRead(r->stopped, &stopped));
  PetscCall(VecRestoreArray(s->eligible, &law));
  PetscCall(VecRestoreArray(r->percussion, &p));
  PetscCall(VecRestoreArray(r->slopes, &f));
  PetscCall(VecRestoreArray(r->kept, &kept));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicRattleFindStopped(RicStepper s, RicRattle *r, PetscBool *any) {
  const PetscScalar *law, *f, *y;
  PetscScalar *stopped;
  PetscMPIInt found = 0;

  PetscFunctionBegin;
  *any = PETSC_FALSE;
  if (r->printed || !s->num_friction_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecGetArrayRead(s->eligible, &law));
  PetscCall(VecGetArrayRead(r->slopes, &f));
  PetscCall(VecGetArrayRead(r->y, &y));
  PetscCall(VecGetArray(r->stopped, &stopped));
  for (PetscInt i = 0, n; i < s->num_rows_owned; i += n + 1) {
    PetscReal with = 0;
    n = RicStepperTangents_Private(s, i);
    for (PetscInt k = i + 1; k <= i + n && law[k] == RIC_LAW_SLIDING; k++)
      with += f[k] * y[k];
    if (with > 0)
      stopped[i] = found = 1;
  }
  PetscCall(VecRestoreArrayRead(s->eligible, &law));
  PetscCall(VecRestoreArrayRead(r->slopes, &f));
  PetscCall(VecRestoreArrayRead(r->y, &y));
  PetscCall(VecRestoreArray(r->stopped, &stopped));
  PetscCall(RicStepperReduce_Private(s, &found, 1, MPI_INT, MPI_MAX));
  *any = (PetscBool)(found > 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}
