// SPDX-License-Identifier: BSD-2-Clause
// The iterate of a step of the θ-rule, and how far it is from solving it.
#include "base/vec.h"
#include "stepper/theta.h"

PetscErrorCode RicThetaKinematics(RicStepper s, RicTheta *t) {
  PetscFunctionBegin;
  if (t->moved)
    PetscFunctionReturn(PETSC_SUCCESS);
  t->moved = PETSC_TRUE;
  t->rows_known = PETSC_FALSE;
  PetscCall(RicThetaMove(s, t));
  PetscCall(RicModelPrescribe(s->model, s->next.t, t->h, s->next.q, s->next.v, NULL));
  if (s->model_is->moving_supports)
    PetscCall(RicModelBetween(s->model, s->state.q, t->theta, s->next.q, t->q_theta));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicThetaStartIterate(RicStepper s, RicTheta *t) {
  PetscFunctionBegin;
  PetscCall(RicVecSet(t->dv, 0.0));
  if (t->metric != RIC_METRIC_NONE)
    PetscCall(RicVecSet(t->x, 0.0));
  if (!s->model_is->moving_supports)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicVecCopy(s->state.v, t->dv));
  PetscCall(RicModelPrescribe(s->model, s->next.t, t->h, NULL, t->dv, NULL));
  PetscCall(RicVecAXPY(t->dv, -1.0, s->state.v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicThetaUpdateRows(RicStepper s, RicTheta *t) {
  PetscBool rows;

  PetscFunctionBegin;
  if (t->rows_known)
    PetscFunctionReturn(PETSC_SUCCESS);
  t->rows_known = PETSC_TRUE;
  if (!s->model_is->constant_rows && t->rows_at != 1)
    PetscCall(RicModelBetween(s->model, s->state.q, t->rows_at, s->next.q, t->q_rows));
  PetscCall(RicModelUpdateRows(s->model, s->state.t + t->rows_at * t->h,
                               t->rows_at == 1 ? s->next.q : t->q_rows, &rows));
  if (rows) {
    PetscCall(RicStageRowsChanged(t->velocity));
    if (t->position)
      PetscCall(RicStageRowsChanged(t->position));
    if (t->coupled)
      PetscCall(RicThetaCoupledRowsChanged(s, t));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

RIC_CLONES static void Scale(PetscInt n, PetscReal h, PetscScalar b[]) {
#pragma GCC ivdep
  for (PetscInt i = 0; i < n; i++)
    b[i] *= h;
}

PetscErrorCode RicThetaImpulse(RicStepper s, RicTheta *t, Vec v_theta) {
  PetscScalar *b;

  PetscFunctionBegin;
  PetscCall(RicModelForce(s->model, s->state.t + t->theta * t->h, t->q_theta, v_theta, t->b));
  PetscCall(VecGetArray(t->b, &b));
  Scale(s->num_dofs_owned, t->h, b);
  PetscCall(VecRestoreArray(t->b, &b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Of the rows at the present iterate; the laws are set.
static PetscErrorCode Violation(RicStepper s, RicTheta *t, PetscReal *violation) {
  PetscReal position = 0, velocity = 0;

  PetscFunctionBegin;
  if (t->held || t->projected)
    PetscCall(RicThetaUpdateRows(s, t));
  if (t->projected || (t->held && t->position_rows)) {
    PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, t->y));
    PetscCall(RicStepperGapViolation_Private(
        s, t->position_rows ? t->velocity_law : t->position_law,
        t->position_rows ? s->next.impulse : s->next.nu, t->y, &position));
  }
  if (t->held && !t->position_rows) {
    PetscCall(RicStepperImpactRows_Private(s, s->next.t, t->h, s->next.v, t->y));
    PetscCall(RicStepperRateViolation_Private(s, t->h, t->velocity_law, s->next.impulse, t->y,
                                              &velocity));
  }
  *violation = PetscMax(position, velocity);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The iterate, and the impulse of its forces.
static PetscErrorCode Evaluate(RicStepper s, RicTheta *t) {
  PetscFunctionBegin;
  PetscCall(RicThetaKinematics(s, t));
  PetscCall(RicThetaImpulse(s, t, t->v_theta));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// work = M(q_θ) dv.
static PetscErrorCode Momentum(RicStepper s, RicTheta *t) {
  PetscFunctionBegin;
  if (!s->model_is->constant_mass)
    PetscCall(RicModelUpdateMass(s->model, s->state.t + t->theta * t->h, t->q_theta));
  PetscCall(RicModelMassMult(s->model, t->dv, t->work));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicThetaStart(void *ctx) {
  RicStepper s = (RicStepper)ctx;
  RicTheta *t = (RicTheta *)s->data;

  PetscFunctionBegin;
  PetscCall(Evaluate(s, t));
  if (!s->model_is->moving_supports && s->next.iterations == 0)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(Momentum(s, t));
  PetscCall(RicVecAXPY(t->b, -1.0, t->work));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicThetaResidual(void *ctx, RicMeasure *residual) {
  RicStepper s = (RicStepper)ctx;
  RicTheta *t = (RicTheta *)s->data;
  const RicRoundOff *round_off;
  PetscReal inertia, force;
  Vec balance = t->b;
  PetscBool pushed;

  PetscFunctionBegin;
  PetscCall(Evaluate(s, t));
  PetscCall(RicStepperForceNorm_Private(s, t->b, &force));
  PetscCall(Momentum(s, t));
  PetscCall(RicStepperForceNorm_Private(s, t->work, &inertia));
  PetscCall(RicVecAXPY(t->b, -1.0, t->work));
  PetscCall(RicStepperRoundOff_Private(s, &round_off));
  residual->reference = PetscMax(force, inertia);
  residual->floor = t->h * round_off->force;
  if (s->next.iterations == 0) {
    PetscCall(RicStepperForceNorm_Private(s, t->b, &residual->value));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RicStepperAnyNonzero_Private(s, s->next.impulse, &pushed));
  if (pushed) {
    PetscCall(RicThetaUpdateRows(s, t));
    PetscCall(MatMultTransposeAdd(s->rows, s->next.impulse, t->b, balance = t->work));
  }
  PetscCall(RicStepperForceNorm_Private(s, balance, &residual->value));
  PetscCall(Violation(s, t, &residual->violation));
  PetscFunctionReturn(PETSC_SUCCESS);
}
