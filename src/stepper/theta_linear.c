// SPDX-License-Identifier: BSD-2-Clause
// The first correction of linear steps of the θ-rule: no norms, no residual.
#include "base/vec.h"
#include "stepper/theta.h"

// dv of a linear step from 0.
static PetscErrorCode LinearFromRest(RicStepper s, RicTheta *t, RicReason *reason) {
  PetscFunctionBegin;
  PetscCall(RicThetaPredict(s, t));
  PetscCall(RicThetaImpulse(s, t, s->state.v));
  if (t->position_rows)
    PetscCall(RicModelMove(s->model, s->state.q, t->h, s->state.v, s->next.q));
  PetscCall(RicThetaFirstOfStep(s, t, s->state.v, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicThetaSolveVelocity(s, t, s->state.v, t->dv, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The same from what moving supports prescribe.
static PetscErrorCode LinearFromSupports(RicStepper s, RicTheta *t, RicReason *reason) {
  PetscFunctionBegin;
  PetscCall(RicThetaStartIterate(s, t));
  PetscCall(RicThetaKinematics(s, t));
  PetscCall(RicThetaImpulse(s, t, t->v_theta));
  PetscCall(RicModelMassMult(s->model, t->dv, t->work));
  PetscCall(RicVecAXPY(t->b, -1.0, t->work));
  PetscCall(RicThetaFirstOfStep(s, t, s->next.v, reason));
  if (*reason == RIC_OK)
    PetscCall(RicThetaVelocityStage(s, t, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// x, τ of a linear step from next.q, the position without projection. *projected: x is not 0, and
// feeds back.
static PetscErrorCode LinearProjection(RicStepper s, RicTheta *t, PetscBool *projected,
                                       RicReason *reason) {
  PetscInt unused = 0;

  PetscFunctionBegin;
  PetscCall(t->PositionLaw(s, t));
  t->projected = PETSC_TRUE;
  PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, t->y0));
  PetscCall(RicVecSet(t->x, 0.0));
  PetscCall(RicStageSolve(t->position, NULL, t->y0, t->position_law, t->x, t->y, s->next.nu,
                          &unused, reason));
  PetscCall(RicStepperAnyNonzero_Private(s, s->next.nu, projected));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicThetaLinearStep(RicStepper s, RicTheta *t, PetscBool *done, RicReason *reason) {
  PetscBool projected = PETSC_FALSE;

  PetscFunctionBegin;
  s->next.iterations++;
  if (s->model_is->moving_supports)
    PetscCall(LinearFromSupports(s, t, reason));
  else
    PetscCall(LinearFromRest(s, t, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicThetaFinish(s, t));
  PetscCall(RicModelPrescribe(s->model, s->next.t, t->h, s->next.q, s->next.v, NULL));
  if (t->metric != RIC_METRIC_NONE)
    PetscCall(LinearProjection(s, t, &projected, reason));
  *done = (PetscBool)!projected;
  PetscFunctionReturn(PETSC_SUCCESS);
}
