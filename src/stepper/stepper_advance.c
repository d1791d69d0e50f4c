// SPDX-License-Identifier: BSD-2-Clause
// The step, with its halving where it does not converge.
#include "base/archive_memory.h"
#include "stepper/stepper_impl.h"

// Are the velocities of the new state numbers? A sum tells it at a small part of a step's cost.
// Collective.
static PetscErrorCode CheckOverflow(RicStepper s) {
  PetscScalar sums[4] = {0, 0, 0, 0}; // side by side: an addition need not wait for the last one
  const PetscScalar *v;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(VecGetLocalSize(s->next.v, &n));
  PetscCall(VecGetArrayRead(s->next.v, &v));
  for (PetscInt i = 0; i + 3 < n; i += 4)
    for (PetscInt k = 0; k < 4; k++)
      sums[k] += v[i + k];
  for (PetscInt i = n - n % 4; i < n; i++)
    sums[0] += v[i];
  PetscCall(VecRestoreArrayRead(s->next.v, &v));
  s->overflow = PetscIsInfOrNanScalar(sums[0] + sums[1] + sums[2] + sums[3]);
  if (s->size > 1)
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &s->overflow, 1, MPIU_BOOL, MPI_LOR, s->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// One step of length h by the type. On success state is the new one.
static PetscErrorCode TryStep(RicStepper s, PetscReal h, RicReason *reason) {
  PetscFunctionBegin;
  s->round_off.known = PETSC_FALSE;
  if (PetscAbsReal(h - s->h_set_up) > 1e-10 * h)
    PetscCall(RicStepperSetUpType_Private(s, h));
  s->next.t = s->state.t + h;
  s->next.iterations = 0;
  if (!s->model_is->constant_mass)
    PetscCall(RicStepperUpdateMass_Private(s));
  PetscCall(s->ops->Step(s, s->h_set_up, reason));
  if (*reason == RIC_OK)
    PetscCall(CheckOverflow(s));
  if (s->overflow)
    *reason = RIC_FAILED;
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelUpdate(s->model, s->next.t, s->next.q, NULL, NULL));
  PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, s->next.gap));
  PetscCall(RicModelGapVelocities(s->model, s->next.t, h, s->next.v, s->next.gap_velocity));
  if (s->num_rows)
    PetscCall(RicStepperFindImpossible_Private(s, h, &s->impossible));
  if (s->impossible >= 0) {
    *reason = RIC_FAILED;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (s->ops->Accept)
    PetscCall(s->ops->Accept(s));
  const RicState done = s->next;
  s->next = s->state;
  s->state = done;
  if (s->monitor)
    PetscCall(s->monitor(&s->state, h, s->monitor_ctx));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A step of length h in parts: halves, their halves, … Impulses of the parts add up. Where every
// part is hard that could take 2^max_halvings solves and more: max_substeps bounds them.
static PetscErrorCode StepInParts(RicStepper s, PetscReal h, PetscInt depth, RicReason *reason) {
  PetscFunctionBegin;
  if (s->substeps == s->max_substeps) {
    PetscCall(RicStepperDescribeFailure_Private(s, h));
    *reason = RIC_FAILED;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  s->substeps++;
  PetscCall(TryStep(s, h, reason));
  if (*reason == RIC_OK) {
    PetscCall(VecAXPY(s->impulse_sum, 1.0, s->state.impulse));
    PetscCall(VecAXPY(s->nu_sum, 1.0, s->state.nu));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (*reason == RIC_FAILED || depth >= s->max_halvings) {
    PetscCall(RicStepperDescribeFailure_Private(s, h));
    *reason = RIC_FAILED;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  s->stats.halvings++;
  PetscCall(StepInParts(s, h / 2, depth + 1, reason));
  if (*reason == RIC_OK)
    PetscCall(StepInParts(s, h / 2, depth + 1, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The state, and what is kept with it, as they are now.
static PetscErrorCode Mark(RicStepper s) {
  PetscFunctionBegin;
  if (!s->mark)
    PetscCall(RicArchiveMemoryCreate(&s->mark));
  PetscCall(RicArchiveMemorySave(s->mark));
  PetscCall(RicStepperArchive(s, s->mark));
  if (s->monitor_archive)
    PetscCall(s->monitor_archive(s->mark, s->monitor_ctx));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Back to the mark; what was tried since still counts.
static PetscErrorCode GoBack(RicStepper s) {
  const RicStepperStats tried = s->stats;

  PetscFunctionBegin;
  PetscCall(RicArchiveMemoryLoad(s->mark));
  PetscCall(RicStepperArchive(s, s->mark));
  if (s->monitor_archive)
    PetscCall(s->monitor_archive(s->mark, s->monitor_ctx));
  s->stats = tried;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode BothHalves(RicStepper s, PetscReal h, RicReason *reason) {
  PetscFunctionBegin;
  PetscCall(VecSet(s->impulse_sum, 0.0));
  PetscCall(VecSet(s->nu_sum, 0.0));
  PetscCall(StepInParts(s, h / 2, 1, reason));
  s->stats.halvings++;
  if (*reason == RIC_OK)
    PetscCall(StepInParts(s, h / 2, 1, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecCopy(s->impulse_sum, s->state.impulse));
  PetscCall(VecCopy(s->nu_sum, s->state.nu));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A step that is halved is taken whole or not at all, also where a load is no number in a part of it.
static PetscErrorCode HalvedStep(RicStepper s, PetscReal h, RicReason *reason) {
  PetscFunctionBegin;
  PetscCall(Mark(s));
  const PetscErrorCode error = BothHalves(s, h, reason);
  if (error == PETSC_ERR_USER_INPUT || (!error && *reason != RIC_OK))
    PetscCall(GoBack(s));
  PetscFunctionReturn(error);
}

PetscErrorCode RicStepperAdvance(RicStepper s, PetscReal t1, RicReason *reason) {
  const PetscReal h = t1 - s->state.t;

  PetscFunctionBegin;
  PetscCheck(h > 0, s->comm, PETSC_ERR_ARG_OUTOFRANGE, "the time must grow from %.6g s (is %.6g s)",
             (double)s->state.t, (double)t1);
  s->substeps = 0;
  s->overflow = PETSC_FALSE;
  s->impossible = -1;
  PetscCall(TryStep(s, PetscAbsReal(h - s->h) <= 1e-6 * s->h ? s->h : h, reason));
  if (*reason == RIC_RETRY && s->max_halvings > 0)
    PetscCall(HalvedStep(s, h, reason));
  else if (*reason != RIC_OK)
    PetscCall(RicStepperDescribeFailure_Private(s, h));
  if (*reason != RIC_OK) {
    *reason = RIC_FAILED;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  s->state.t = t1;
  PetscCall(RicStepperCountPositive_Private(s, s->state.impulse, &s->state.active));
  s->stats.steps++;
  s->stats.iterations += s->state.iterations;
  s->stats.max_iterations = PetscMax(s->stats.max_iterations, s->state.iterations);
  PetscFunctionReturn(PETSC_SUCCESS);
}
