// SPDX-License-Identifier: BSD-2-Clause
// One correction of a step of the θ-rule: the velocity stage, then the position stage.
#include "base/vec.h"
#include "stepper/theta.h"

// Without contacts: joints only.
static PetscErrorCode SolveFree(RicStepper s, RicTheta *t, Vec v1, RicReason *reason) {
  PetscInt unused = 0;

  PetscFunctionBegin;
  PetscCall(RicThetaUpdateRows(s, t));
  PetscCall(
      RicStepperLaws_Private(s, RIC_LAW_OFF, RIC_LAW_EQUALITY, RIC_LAW_EQUALITY, t->velocity_law));
  PetscCall(RicStepperImpactRows_Private(s, s->next.t, t->h, v1, t->y0));
  PetscCall(RicVecSet(s->row_work, 0.0));
  PetscCall(RicStageSolve(t->velocity, t->b, t->y0, t->velocity_law, t->correction, t->y,
                          s->row_work, &unused, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicThetaFirstOfStep(RicStepper s, RicTheta *t, Vec v1, RicReason *reason) {
  PetscFunctionBegin;
  if (t->needs_free)
    PetscCall(SolveFree(s, t, v1, reason));
  PetscCall(t->VelocityLaw(s, t, t->needs_free ? t->correction : NULL));
  PetscCall(RicStepperAnyNonzero_Private(s, t->velocity_law, &t->held));
  PetscCall(RicVecCopy(s->state.impulse, s->next.impulse)); // guesses of the active sets
  if (t->metric != RIC_METRIC_NONE)                         // else it stays 0
    PetscCall(RicVecCopy(s->state.nu, s->next.nu));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rows of the velocity stage at the present iterate v1 (and next.q): Newton's law, or gaps in units
// of velocity.
static PetscErrorCode VelocityRows(RicStepper s, RicTheta *t, Vec v1) {
  PetscFunctionBegin;
  PetscCall(RicStepperImpactRows_Private(s, s->next.t, t->h, v1, t->y0));
  if (!t->position_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, t->y));
  PetscCall(VecScale(t->y, 1 / (t->h * t->theta)));
  PetscCall(RicStepperCopyRows_Private(s, RIC_ROW_UNILATERAL, t->y, t->y0));
  PetscCall(RicStepperCopyRows_Private(s, RIC_ROW_BILATERAL, t->y, t->y0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicThetaSolveVelocity(RicStepper s, RicTheta *t, Vec v1, Vec dv, RicReason *reason) {
  PetscInt unused = 0;

  PetscFunctionBegin;
  if (!t->held) {
    PetscCall(RicVecSet(s->next.impulse, 0));
    PetscCall(RicStageSolveFree(t->velocity, t->b, dv, reason));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RicThetaUpdateRows(s, t));
  PetscCall(VelocityRows(s, t, v1));
  PetscCall(RicStageSolve(t->velocity, t->b, t->y0, t->velocity_law, dv, t->y, s->next.impulse,
                          &unused, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicThetaVelocityStage(RicStepper s, RicTheta *t, RicReason *reason) {
  PetscFunctionBegin;
  PetscCall(RicThetaSolveVelocity(s, t, s->next.v, t->correction, reason));
  if (*reason == RIC_OK)
    PetscCall(RicVecAXPY(t->dv, 1.0, t->correction));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// x, τ from q_free = q + h v_θ: rows linearised at next.q.
static PetscErrorCode PositionStage(RicStepper s, RicTheta *t, RicReason *reason) {
  PetscInt unused = 0;

  PetscFunctionBegin;
  PetscCall(t->PositionLaw(s, t));
  PetscCall(RicStepperAnyNonzero_Private(s, t->position_law, &t->projected));
  if (!t->projected) { // x stays 0
    PetscCall(RicVecSet(s->next.nu, 0));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RicThetaUpdateRows(s, t));
  // y0 = g(q1) + W (Δ_free − Δ1): increments of the step, q1 = q ∘ Δ1 the present iterate, which the
  // correction of the velocity and the last x lie between. Rotations in space need Δ, not q: only then
  // g(q1) = 0 where the iteration ends.
  PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, t->y0));
  PetscCall(VecAXPBYPCZ(t->work, t->h * t->theta, -1.0, 0.0, t->correction, t->x));
  PetscCall(RicMatMultAdd(s->rows, t->work, t->y0, t->y0));
  PetscCall(RicVecSet(t->x, 0.0));
  PetscCall(RicStageSolve(t->position, NULL, t->y0, t->position_law, t->x, t->y, s->next.nu,
                          &unused, reason));
  PetscCall(RicVecAXPY(t->work, 1.0, t->x)); // the change of q1
  PetscCall(RicStepperVelocityNorm_Private(s, t->work, &t->change));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// How much the last correction changed the velocity, or the position in a step, against dv.
static PetscErrorCode Measure(RicStepper s, RicTheta *t, RicMeasure *correction) {
  const RicRoundOff *round_off;

  PetscFunctionBegin;
  PetscCall(RicStepperVelocityNorm_Private(s, t->correction, &correction->value));
  PetscCall(RicStepperVelocityNorm_Private(s, t->dv, &correction->reference));
  if (t->metric != RIC_METRIC_NONE)
    correction->value = PetscMax(correction->value, t->change / t->h);
  PetscCall(RicStepperRoundOff_Private(s, &round_off));
  correction->floor = round_off->velocity + round_off->position / t->h;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicThetaCorrect(void *ctx, RicMeasure *correction, RicReason *reason) {
  RicStepper s = (RicStepper)ctx;
  RicTheta *t = (RicTheta *)s->data;
  const RicTangentPoint at = {.t = s->state.t + t->theta * t->h, .q = t->q_theta, .v = t->v_theta};
  const PetscBool first = (PetscBool)(s->next.iterations++ == 0);
  PetscBool projected = PETSC_FALSE; // x is not 0

  PetscFunctionBegin;
  if (t->coupled)
    PetscCall(RicThetaUpdateRows(s, t));
  t->moved = PETSC_FALSE;
  if (!s->model_is->constant_tangent || !s->model_is->constant_mass)
    PetscCall(RicThetaSetOperator(s, t, &at));
  if (first)
    PetscCall(RicThetaFirstOfStep(s, t, s->next.v, reason));
  t->change = 0;
  if (*reason == RIC_OK && t->coupled)
    PetscCall(RicThetaCoupledStage(s, t, reason));
  else if (*reason == RIC_OK) {
    PetscCall(RicThetaVelocityStage(s, t, reason));
    if (*reason == RIC_OK && t->metric != RIC_METRIC_NONE)
      PetscCall(PositionStage(s, t, reason));
  }
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  // A linear step without projection is done: nothing feeds back.
  if (first && s->model_is->linear && t->metric != RIC_METRIC_NONE)
    PetscCall(RicStepperAnyNonzero_Private(s, s->next.nu, &projected));
  if (!first || !s->model_is->linear || projected)
    PetscCall(Measure(s, t, correction));
  PetscFunctionReturn(PETSC_SUCCESS);
}
