// SPDX-License-Identifier: BSD-2-Clause
// The first stage of rattle, which owns the position.
#include "stepper/rattle.h"

PetscErrorCode RicRattleSetOperator(RicStepper s, RicRattle *r, const RicTangentPoint *at) {
  Mat mass;

  PetscFunctionBegin;
  if (r->plain) {
    PetscCall(RicModelGetMass(s->model, &mass));
    PetscCall(RicStageSetOperator(r->position, mass, &s->mass_traits));
  } else
    PetscCall(RicStepperSetTangent_Private(s, 1, r->h / 2, 0, at, r->position));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicRattleBegin(RicStepper s, RicRattle *r) {
  const RicTangentPoint at = {.t = s->state.t, .q = s->state.q, .v = s->state.v};
  PetscBool rows;

  PetscFunctionBegin;
  PetscCall(RicModelUpdate(s->model, s->state.t, s->state.q, &rows, NULL));
  if (rows) {
    PetscCall(MatCopy(s->rows, r->rows_n, SAME_NONZERO_PATTERN));
    PetscCall(RicStageRowsChanged(r->position));
  }
  if (!s->model_is->linear && !r->plain)
    PetscCall(RicRattleSetOperator(s, r, &at));
  PetscCall(VecCopy(s->state.v, r->half));
  PetscCall(VecCopy(s->state.impulse, r->percussion)); // guess of the active set
  PetscCall(VecScale(r->percussion, 0.5));
  s->next.iterations = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicRattleMove(RicStepper s, RicRattle *r) {
  PetscFunctionBegin;
  PetscCall(RicModelPrescribe(s->model, s->state.t + r->h / 2, r->h, NULL, r->half, NULL));
  PetscCall(RicModelMove(s->model, s->state.q, r->h, r->half, s->next.q));
  PetscCall(RicModelPrescribe(s->model, s->next.t, r->h, s->next.q, NULL, NULL));
  PetscCall(RicModelUpdateRows(s->model, s->next.t, s->next.q, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicRattleBalance(RicStepper s, RicRattle *r) {
  PetscFunctionBegin;
  PetscCall(RicModelForce(s->model, s->state.t, s->state.q, r->half, r->work2));
  PetscCall(VecScale(r->work2, r->h / 2));
  PetscCall(VecWAXPY(r->b, -1.0, s->state.v, r->half));
  PetscCall(RicModelMassMult(s->model, r->b, r->work));
  PetscCall(VecWAXPY(r->b, -1.0, r->work, r->work2));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rates at the iterate that the first stage asks for, into y: those with W_1, in the second-order
// form of friction those with W_n, of joints the mean of both.
static PetscErrorCode Rates(RicStepper s, RicRattle *r, Vec y) {
  const PetscScalar *before, *change;
  PetscScalar *a;

  PetscFunctionBegin;
  PetscCall(RicModelGapVelocities(s->model, s->next.t, r->h, r->half, y));
  if (r->printed || s->model_is->constant_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecWAXPY(r->x, -1.0, s->state.v, r->half));
  PetscCall(MatMult(r->rows_n, r->x, s->row_work));
  PetscCall(VecGetArrayRead(s->state.gap_velocity, &before));
  PetscCall(VecGetArrayRead(s->row_work, &change));
  PetscCall(VecGetArray(y, &a));
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    if (s->row_kind[i] == RIC_ROW_FRICTION)
      a[i] = before[i] + change[i];
    else if (s->row_kind[i] == RIC_ROW_VELOCITY)
      a[i] = (a[i] + before[i] + change[i]) / 2;
  }
  PetscCall(VecRestoreArrayRead(s->state.gap_velocity, &before));
  PetscCall(VecRestoreArrayRead(s->row_work, &change));
  PetscCall(VecRestoreArray(y, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// How far gaps are from what they have to be, and rates from what the stage made of them, r->y.
static PetscErrorCode Violation(RicStepper s, RicRattle *r, PetscReal *violation) {
  PetscReal rate;

  PetscFunctionBegin;
  PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, r->y0));
  PetscCall(RicStepperGapViolation_Private(s, r->law_position, r->percussion, r->y0, violation));
  if (!s->num_velocity_rows && !s->num_friction_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(Rates(s, r, r->y0));
  PetscCall(VecAXPY(r->y0, -1.0, r->y));
  PetscCall(VecCopy(r->half, s->next.v));
  PetscCall(RicStepperRateViolation_Private(s, r->h, r->law_rates, r->percussion, r->y0, &rate));
  *violation = PetscMax(*violation, rate);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicRattleResidual(void *ctx, RicMeasure *residual) {
  RicStepper s = (RicStepper)ctx;
  RicRattle *r = (RicRattle *)s->data;
  const RicRoundOff *round_off;
  PetscReal force, inertia;

  PetscFunctionBegin;
  PetscCall(RicRattleMove(s, r));
  PetscCall(RicRattleBalance(s, r));
  PetscCall(RicStepperForceNorm_Private(s, r->work2, &force));
  PetscCall(RicStepperForceNorm_Private(s, r->work, &inertia));
  PetscCall(RicStepperRoundOff_Private(s, &round_off));
  residual->reference = PetscMax(force, inertia);
  residual->floor = r->h * round_off->force + 4 / r->h * round_off->position;
  if (s->next.iterations == 0) {
    PetscCall(RicStepperForceNorm_Private(s, r->b, &residual->value));
    residual->violation = PETSC_INFINITY; // what contacts and joints say is not known yet
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(MatMultTransposeAdd(r->rows_n, r->percussion, r->b, r->work));
  PetscCall(RicStepperForceNorm_Private(s, r->work, &residual->value));
  PetscCall(Violation(s, r, &residual->violation));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rows of the first stage at the iterate, all in units of velocity.
static PetscErrorCode PositionRows(RicStepper s, RicRattle *r) {
  PetscFunctionBegin;
  PetscCall(Rates(s, r, r->y0));
  PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, r->y));
  PetscCall(VecScale(r->y, 1 / r->h));
  PetscCall(RicStepperCopyRows_Private(s, RIC_ROW_UNILATERAL, r->y, r->y0));
  PetscCall(RicStepperCopyRows_Private(s, RIC_ROW_BILATERAL, r->y, r->y0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicRattleCorrect(void *ctx, RicMeasure *correction, RicReason *reason) {
  RicStepper s = (RicStepper)ctx;
  RicRattle *r = (RicRattle *)s->data;
  const RicRoundOff *round_off;
  PetscInt unused = 0;

  PetscFunctionBegin;
  s->next.iterations++;
  PetscCall(PositionRows(s, r));
  PetscCall(RicStageSolve(r->position, r->b, r->y0, r->law_position, r->x, r->y, r->percussion,
                          &unused, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecAXPY(r->half, 1.0, r->x));
  PetscCall(RicStepperVelocityNorm_Private(s, r->x, &correction->value));
  PetscCall(VecWAXPY(r->work, -1.0, s->state.v, r->half));
  PetscCall(RicStepperVelocityNorm_Private(s, r->work, &correction->reference));
  PetscCall(RicStepperRoundOff_Private(s, &round_off));
  correction->floor = round_off->velocity + round_off->position / r->h;
  PetscFunctionReturn(PETSC_SUCCESS);
}
