// SPDX-License-Identifier: BSD-2-Clause
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

static PetscErrorCode SetOperator(RicStepper s, RicTheta *t, const RicTangentPoint *at) {
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
  PetscCall(SetOperator(s, t, at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- The iterate ----

// next.v, v_θ, next.q and q_θ from dv and x, in one pass, unless they are those already.
static PetscErrorCode Kinematics(RicStepper s, RicTheta *t) {
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

// Rows at q1 (or q_θ), for those who ask for them: in flight nobody does.
static PetscErrorCode UpdateRows(RicStepper s, RicTheta *t) {
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

// b = h f(t+θh, q_θ, v_θ).
static PetscErrorCode Impulse(RicStepper s, RicTheta *t, Vec v_theta) {
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
    PetscCall(UpdateRows(s, t));
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
  PetscCall(Kinematics(s, t));
  PetscCall(Impulse(s, t, t->v_theta));
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

// b = h f − M dv where the step begins: dv is 0, or what supports prescribe, or of a linear step.
static PetscErrorCode Start_Theta(void *ctx) {
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

// h f − M dv + WᵀP against the larger of its parts.
static PetscErrorCode Residual_Theta(void *ctx, RicMeasure *residual) {
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
    PetscCall(UpdateRows(s, t));
    PetscCall(MatMultTransposeAdd(s->rows, s->next.impulse, t->b, balance = t->work));
  }
  PetscCall(RicStepperForceNorm_Private(s, balance, &residual->value));
  PetscCall(Violation(s, t, &residual->violation));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- One correction ----

// Without contacts: joints only.
static PetscErrorCode SolveFree(RicStepper s, RicTheta *t, Vec v1, RicReason *reason) {
  PetscInt unused = 0;

  PetscFunctionBegin;
  PetscCall(UpdateRows(s, t));
  PetscCall(
      RicStepperLaws_Private(s, RIC_LAW_OFF, RIC_LAW_EQUALITY, RIC_LAW_EQUALITY, t->velocity_law));
  PetscCall(RicStepperImpactRows_Private(s, s->next.t, t->h, v1, t->y0));
  PetscCall(RicVecSet(s->row_work, 0.0));
  PetscCall(RicStageSolve(t->velocity, t->b, t->y0, t->velocity_law, t->correction, t->y,
                          s->row_work, &unused, reason));
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

// From the iterate v1 (and next.q); dv: what it lacks.
static PetscErrorCode SolveVelocity(RicStepper s, RicTheta *t, Vec v1, Vec dv, RicReason *reason) {
  PetscInt unused = 0;

  PetscFunctionBegin;
  if (!t->held) {
    PetscCall(RicVecSet(s->next.impulse, 0));
    PetscCall(RicStageSolveFree(t->velocity, t->b, dv, reason));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(UpdateRows(s, t));
  PetscCall(VelocityRows(s, t, v1));
  PetscCall(RicStageSolve(t->velocity, t->b, t->y0, t->velocity_law, dv, t->y, s->next.impulse,
                          &unused, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode VelocityStage(RicStepper s, RicTheta *t, RicReason *reason) {
  PetscFunctionBegin;
  PetscCall(SolveVelocity(s, t, s->next.v, t->correction, reason));
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
  PetscCall(UpdateRows(s, t));
  // y0 = g(q1) + W (q_free − q1), q1 the present iterate; dv is the new one.
  PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, t->y0));
  PetscCall(RicVecWAXPY(t->v_theta, t->theta, t->dv, s->state.v));
  PetscCall(RicModelMove(s->model, s->state.q, t->h, t->v_theta, t->work));
  PetscCall(RicModelIncrement(s->model, s->next.q, t->work, t->work));
  PetscCall(RicModelZeroFixed(s->model, t->work));
  PetscCall(RicMatMultAdd(s->rows, t->work, t->y0, t->y0));
  PetscCall(RicVecSet(t->x, 0.0));
  PetscCall(RicStageSolve(t->position, NULL, t->y0, t->position_law, t->x, t->y, s->next.nu,
                          &unused, reason));
  PetscCall(RicVecAXPY(t->work, 1.0, t->x)); // the change of q1
  PetscCall(RicStepperVelocityNorm_Private(s, t->work, &t->change));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// v1: the iterate's.
static PetscErrorCode FirstOfStep(RicStepper s, RicTheta *t, Vec v1, RicReason *reason) {
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

static PetscErrorCode Correct_Theta(void *ctx, RicMeasure *correction, RicReason *reason) {
  RicStepper s = (RicStepper)ctx;
  RicTheta *t = (RicTheta *)s->data;
  const RicTangentPoint at = {.t = s->state.t + t->theta * t->h, .q = t->q_theta, .v = t->v_theta};
  const PetscBool first = (PetscBool)(s->next.iterations++ == 0);
  PetscBool projected = PETSC_FALSE; // x is not 0

  PetscFunctionBegin;
  if (t->coupled)
    PetscCall(UpdateRows(s, t));
  t->moved = PETSC_FALSE;
  if (!s->model_is->constant_tangent || !s->model_is->constant_mass)
    PetscCall(SetOperator(s, t, &at));
  if (first)
    PetscCall(FirstOfStep(s, t, s->next.v, reason));
  t->change = 0;
  if (*reason == RIC_OK && t->coupled)
    PetscCall(RicThetaCoupledStage(s, t, reason));
  else if (*reason == RIC_OK) {
    PetscCall(VelocityStage(s, t, reason));
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

// Velocity increment that supports prescribe, 0 elsewhere; no projection.
static PetscErrorCode StartIterate(RicStepper s, RicTheta *t) {
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

// ---- Linear steps: no norms, no residual ----

// dv of a linear step from 0.
static PetscErrorCode LinearFromRest(RicStepper s, RicTheta *t, RicReason *reason) {
  PetscFunctionBegin;
  PetscCall(RicThetaPredict(s, t));
  PetscCall(Impulse(s, t, s->state.v));
  if (t->position_rows)
    PetscCall(RicModelMove(s->model, s->state.q, t->h, s->state.v, s->next.q));
  PetscCall(FirstOfStep(s, t, s->state.v, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SolveVelocity(s, t, s->state.v, t->dv, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The same from what moving supports prescribe.
static PetscErrorCode LinearFromSupports(RicStepper s, RicTheta *t, RicReason *reason) {
  PetscFunctionBegin;
  PetscCall(StartIterate(s, t));
  PetscCall(Kinematics(s, t));
  PetscCall(Impulse(s, t, t->v_theta));
  PetscCall(RicModelMassMult(s->model, t->dv, t->work));
  PetscCall(RicVecAXPY(t->b, -1.0, t->work));
  PetscCall(FirstOfStep(s, t, s->next.v, reason));
  if (*reason == RIC_OK)
    PetscCall(VelocityStage(s, t, reason));
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

// The first correction of a linear step; *done: nothing feeds back, it was the only one.
static PetscErrorCode LinearStep(RicStepper s, RicTheta *t, PetscBool *done, RicReason *reason) {
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

// ---- The step ----

PetscErrorCode RicThetaStep(RicStepper s, RicTheta *t, RicReason *reason) {
  static const RicNewtonProblem problem = {
      .Start = Start_Theta, .Residual = Residual_Theta, .Correct = Correct_Theta};
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
    PetscCall(LinearStep(s, t, &done, reason));
  else
    PetscCall(StartIterate(s, t));
  if (done || *reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  t->moved = PETSC_FALSE;
  PetscCall(RicNewtonSolve(t->newton, &problem, s, PETSC_FALSE, &iterations, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(Kinematics(s, t));
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
