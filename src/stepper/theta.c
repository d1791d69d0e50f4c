// SPDX-License-Identifier: BSD-2-Clause
// Steppers of the θ-rule: what they are made of, the step and the laws they share.
#include "stepper/theta.h"
#include "base/vec.h"

PetscErrorCode RicThetaMetric(RicStepper s, RicMetric *metric) {
  const RicMetric of_choice[] = {RIC_METRIC_IDENTITY, RIC_METRIC_IDENTITY, RIC_METRIC_OPERATOR};
  const PetscInt choice = (PetscInt)RicStepperOption_Private(s, "metric");

  PetscFunctionBegin;
  *metric = of_choice[choice];
  if (choice == 0 && !s->model_is->of_nodes)
    *metric = RIC_METRIC_OPERATOR;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The metric I (a unit diagonal: nothing is factored).
static PetscErrorCode CreateIdentity(RicStepper s, RicTheta *t) {
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(VecGetLocalSize(t->dv, &n));
  PetscCall(MatCreateAIJ(s->comm, n, n, PETSC_DETERMINE, PETSC_DETERMINE, 1, NULL, 0, NULL,
                         &t->metric_mat));
  PetscCall(MatAssemblyBegin(t->metric_mat, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(t->metric_mat, MAT_FINAL_ASSEMBLY));
  PetscCall(MatShift(t->metric_mat, 1.0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicThetaCreate(RicStepper s, RicTheta *t) {
  Vec *dofs[] = {&t->dv,      &t->correction, &t->b,      &t->work, &t->q_theta,
                 &t->v_theta, &t->x,          &t->q_rows, NULL};
  Vec *rows[] = {&t->y, &t->y0, &t->velocity_law, &t->position_law, NULL};

  PetscFunctionBegin;
  t->theta = RicStepperOption_Private(s, "theta");
  t->gamma = RicStepperOption_Private(s, "gamma");
  t->needs_free = (PetscBool)(RicStepperOption_Private(s, "forecast") == 1);
  PetscCall(RicStepperCreateDofVecs_Private(s, dofs));
  PetscCall(RicStepperCreateRowVecs_Private(s, rows));
  PetscCall(RicStepperCreateStage_Private(s, "velocity_", &t->velocity));
  PetscCall(RicStepperSetFriction_Private(s, t->velocity));
  PetscCall(RicStepperCreateNewton_Private(s, t->metric == RIC_METRIC_NONE ? PETSC_DEFAULT : 500,
                                           &t->newton));
  if (t->metric == RIC_METRIC_NONE)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (t->metric == RIC_METRIC_IDENTITY)
    PetscCall(CreateIdentity(s, t));
  if (t->couple) {
    PetscCall(RicThetaCoupledCreate(s, t));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RicStepperCreateStage_Private(s, "position_", &t->position));
  if (t->metric == RIC_METRIC_IDENTITY)
    PetscCall(RicStageSetOperator(t->position, t->metric_mat,
                                  &(RicOperatorTraits){.diagonal = PETSC_TRUE}));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicThetaSetOperator(RicStepper s, RicTheta *t, const RicTangentPoint *at) {
  PetscFunctionBegin;
  PetscCall(RicStepperSetTangent_Private(s, 1, t->h * t->theta, t->h * t->h * t->theta * t->theta,
                                         at, t->velocity));
  if (t->metric == RIC_METRIC_OPERATOR && !t->metric_mat) {
    PetscCall(PetscObjectReference((PetscObject)s->tangent));
    t->metric_mat = s->tangent;
  }
  if (t->coupled)
    PetscCall(RicThetaCoupledSetOperator(s, t, at));
  else if (t->metric == RIC_METRIC_OPERATOR)
    PetscCall(RicStageSetOperator(t->position, t->metric_mat, &s->traits));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicThetaSetUp_Verb(RicStepper s, PetscReal h, const RicTangentPoint *at) {
  RicTheta *t = (RicTheta *)s->data;

  PetscFunctionBegin;
  t->h = h;
  PetscCall(RicThetaSetOperator(s, t, at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- The step ----

PetscErrorCode RicThetaStep(RicStepper s, RicTheta *t, RicReason *reason) {
  static const RicNewtonProblem problem = {
      .Start = RicThetaStart, .Residual = RicThetaResidual, .Correct = RicThetaCorrect};
  PetscBool watched, done = PETSC_FALSE;
  PetscInt iterations;

  PetscFunctionBegin;
  t->moved = PETSC_FALSE;
  t->projected = t->coupled != NULL;
  *reason = RIC_OK;
  s->next.iterations = 0;
  s->next.correction = t->metric == RIC_METRIC_NONE ? NULL : t->x;
  PetscCall(RicNewtonIsWatched(t->newton, &watched));
  if (s->model_is->linear && !t->coupled && (t->metric == RIC_METRIC_NONE || !watched))
    PetscCall(RicThetaLinearStep(s, t, &done, reason));
  else
    PetscCall(RicThetaStartIterate(s, t));
  if (done || *reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  t->moved = PETSC_FALSE;
  PetscCall(RicNewtonSolve(t->newton, &problem, s, PETSC_FALSE, &iterations, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicThetaKinematics(s, t));
  PetscCall(VecAXPBY(s->next.acceleration, 1 / t->h, 0.0, t->dv));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Laws ----

static PetscErrorCode Forecast(RicStepper s, RicTheta *t, Vec dv_free) {
  PetscFunctionBegin;
  if (dv_free) {
    PetscCall(RicMatMult(s->rows, dv_free, t->y));
    PetscCall(VecAYPX(t->y, t->theta, s->state.gap_velocity));
    PetscCall(VecAYPX(t->y, t->h, s->state.gap));
  } else
    PetscCall(RicVecWAXPY(t->y, t->gamma * t->h, s->state.gap_velocity, s->state.gap));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicThetaForecastLaw(RicStepper s, RicTheta *t, Vec dv_free) {
  PetscBool any;

  PetscFunctionBegin;
  PetscCall(Forecast(s, t, dv_free));
  PetscCall(
      RicStepperLaws_Private(s, RIC_LAW_OFF, RIC_LAW_EQUALITY, RIC_LAW_EQUALITY, t->velocity_law));
  PetscCall(RicStepperActivate_Private(s, t->y, t->velocity_law, &any));
  PetscCall(RicVecCopy(s->eligible, t->velocity_law));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicThetaPositionLaw(RicStepper s, RicTheta *t) {
  PetscFunctionBegin;
  PetscCall(RicStepperLaws_Private(s, RIC_LAW_UNILATERAL, RIC_LAW_EQUALITY, RIC_LAW_OFF,
                                   t->position_law));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Verbs that are the same for all steppers of the rule: their data begins with a RicTheta ----

PetscErrorCode RicThetaStart_Verb(RicStepper s) {
  PetscFunctionBegin;
  PetscCall(RicVecSet(s->state.acceleration, 0.0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicThetaStep_Verb(RicStepper s, PetscReal h, RicReason *reason) {
  PetscFunctionBegin;
  (void)h;
  PetscCall(RicThetaStep(s, (RicTheta *)s->data, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicThetaDestroy_Verb(RicStepper s) {
  RicTheta *t = (RicTheta *)s->data;

  PetscFunctionBegin;
  PetscCall(RicThetaCoupledDestroy(t));
  PetscCall(MatDestroy(&t->metric_mat));
  PetscFunctionReturn(PETSC_SUCCESS);
}
