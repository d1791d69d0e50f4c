// SPDX-License-Identifier: BSD-2-Clause
// moreau-jean: the θ-scheme with the contact law at velocity level only.
//
// Acary, CMAME 256 (2013) 224–250, (18), with the forecasts (61) and (62); Brüls, Acary & Cardona
// 2014, §9.1:
//
//   M (v1 − v) = h f(t+θh, q_θ, v_θ) + WᵀP,   q1 = q + h v_θ,   x_θ = (1−θ) x + θ x1
//   0 ≤ W v1 + e W v ⊥ P ≥ 0 for the rows whose forecast gap is ≤ 0, P = 0 for the others
//
// forecast: explicit   g + γ h W v                                  (61)
//           free       g + h (θ W v_free + (1−θ) W v), v_free without contact (62)
// The forecast stays what it is during Newton. A row rests at a small gap of its own: closed means
// P > 0, not g = 0. One stage, the velocity increment x = v1 − v with A = M + hθC + h²θ²K.
#include "stepper/stepper_impl.h"

typedef struct {
  PetscReal theta, gamma, h, tolerance;
  PetscBool free;
  RicStage stage, mass;
  RicNewton newton;
  Mat A;
  Vec dv, correction, b, work, q_theta, v_theta;
  Vec y, y0;
} MoreauJean;

static PetscErrorCode SetOperator(RicStepper s, MoreauJean *m, Vec q) {
  PetscFunctionBegin;
  PetscCall(
      RicModelOperator(s->model, 1, m->h * m->theta, m->h * m->h * m->theta * m->theta, q, m->A));
  PetscCall(RicStageSetOperator(m->stage, m->A, &s->traits));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Create(RicStepper s, MoreauJean *m) {
  Vec *dofs[] = {&m->dv, &m->correction, &m->b, &m->work, &m->q_theta, &m->v_theta};
  PetscReal length;

  PetscFunctionBegin;
  m->theta = RicStepperOption_Private(s, "theta");
  m->gamma = RicStepperOption_Private(s, "gamma");
  m->free = (PetscBool)(RicStepperOption_Private(s, "forecast") == 1);
  for (PetscInt i = 0; i < 6; i++)
    PetscCall(RicModelCreateVec(s->model, dofs[i]));
  PetscCall(RicModelCreateContactVec(s->model, &m->y));
  PetscCall(VecDuplicate(m->y, &m->y0));
  // An exactly closed gap is ±round-off: count it as closed.
  PetscCall(RicModelGetLength(s->model, &length));
  m->tolerance = 1e-14 * length;
  PetscCall(RicModelCreateMat(s->model, &m->A));
  PetscCall(RicStageCreate(s->comm, "velocity_", &m->stage));
  PetscCall(RicStageSetRows(m->stage, s->rows, s->separable));
  PetscCall(RicStageSetFromOptions(m->stage));
  PetscCall(RicNewtonCreate(s->comm, "step_", &m->newton));
  PetscCall(RicNewtonSetFromOptions(m->newton));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_MoreauJean(RicStepper s, PetscReal h) {
  MoreauJean *m = (MoreauJean *)s->data;

  PetscFunctionBegin;
  if (!m) {
    PetscCall(PetscNew(&m));
    s->data = m;
    PetscCall(Create(s, m));
  }
  m->h = h;
  PetscCall(SetOperator(s, m, s->linear ? NULL : s->state.q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Start_MoreauJean(RicStepper s) {
  PetscFunctionBegin;
  PetscCall(VecSet(s->state.acceleration, 0.0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// b = h f(t+θh, q_θ, v_θ) − M dv at the present velocity increment.
static PetscErrorCode Residual(RicStepper s, MoreauJean *m) {
  const PetscReal h = m->h, theta = m->theta;

  PetscFunctionBegin;
  PetscCall(VecWAXPY(m->v_theta, theta, m->dv, s->state.v));
  PetscCall(VecWAXPY(m->q_theta, h * theta, m->v_theta, s->state.q));
  PetscCall(RicModelForce(s->model, s->state.t + theta * h, m->q_theta, m->v_theta, m->b));
  PetscCall(VecScale(m->b, h));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SubtractInertia(RicStepper s, MoreauJean *m) {
  PetscFunctionBegin;
  PetscCall(RicModelMassMult(s->model, m->dv, m->work));
  PetscCall(VecAXPY(m->b, -1.0, m->work));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Residual with the impulses in it, for the convergence test.
static PetscErrorCode Residual_MoreauJean(void *ctx, PetscReal *norm, PetscReal *reference) {
  RicStepper s = (RicStepper)ctx;
  MoreauJean *m = (MoreauJean *)s->data;
  PetscReal inertia, force;

  PetscFunctionBegin;
  PetscCall(Residual(s, m));
  PetscCall(VecNorm(m->b, NORM_2, &force));
  PetscCall(SubtractInertia(s, m));
  PetscCall(VecNorm(m->work, NORM_2, &inertia));
  if (s->next.iterations)
    PetscCall(MatMultTransposeAdd(s->rows, s->next.impulse, m->b, m->b));
  PetscCall(VecNorm(m->b, NORM_2, norm));
  *reference = PetscMax(inertia, force);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rows eligible by the forecast; with `free`, dv_free is the velocity increment without contact.
static PetscErrorCode Forecast(RicStepper s, MoreauJean *m, Vec dv_free, PetscBool *any) {
  PetscFunctionBegin;
  if (m->free) {
    PetscCall(MatMult(s->rows, dv_free, m->y));
    PetscCall(VecAYPX(m->y, m->theta, s->state.gap_velocity));
    PetscCall(VecAYPX(m->y, m->h, s->state.gap));
  } else
    PetscCall(VecWAXPY(m->y, m->gamma * m->h, s->state.gap_velocity, s->state.gap));
  PetscCall(RicStepperActivate_Private(s, m->y, m->tolerance, any));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// One correction x of the velocity, from the iterate v: b is the residual without impulses. The
// forecast is taken at the first.
static PetscErrorCode Solve(RicStepper s, MoreauJean *m, Vec v, Vec x, RicReason *reason) {
  const PetscBool first = (PetscBool)(s->next.iterations++ == 0);
  const PetscBool solved = (PetscBool)(first && m->free);
  PetscBool any = PETSC_TRUE;
  PetscInt unused = 0;

  PetscFunctionBegin;
  if (solved)
    PetscCall(RicStageSolveFree(m->stage, m->b, x, reason));
  if (first)
    PetscCall(Forecast(s, m, x, &any));
  // Rows at the present iterate, Newton's law in them: y0 + W x ≥ 0.
  PetscCall(RicStepperImpactRows_Private(s, s->next.t, m->h, v, m->y0));
  if (first)
    PetscCall(VecCopy(s->state.impulse, s->next.impulse)); // guess of the active set
  if (first && !any)
    PetscCall(VecSet(s->next.impulse, 0.0));
  PetscCall(RicStageSolve(m->stage, solved ? NULL : m->b, m->y0, s->eligible, x, m->y,
                          s->next.impulse, &unused, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Correct_MoreauJean(void *ctx, PetscReal *correction, PetscReal *increment,
                                         RicReason *reason) {
  RicStepper s = (RicStepper)ctx;
  MoreauJean *m = (MoreauJean *)s->data;

  PetscFunctionBegin;
  if (!s->linear)
    PetscCall(SetOperator(s, m, m->q_theta));
  // The residual carries the impulses of the last correction: the stage finds them anew.
  if (s->next.iterations) {
    PetscCall(MatMultTranspose(s->rows, s->next.impulse, m->work));
    PetscCall(VecAXPY(m->b, -1.0, m->work));
  }
  PetscCall(VecWAXPY(m->work, 1.0, m->dv, s->state.v));
  PetscCall(Solve(s, m, m->work, m->correction, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecAXPY(m->dv, 1.0, m->correction));
  PetscCall(VecNorm(m->correction, NORM_INFINITY, correction));
  PetscCall(VecNorm(m->dv, NORM_INFINITY, increment));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The only correction of a linear step whose supports move: dv is what they prescribe.
static PetscErrorCode Correct_Linear(void *ctx, PetscReal *correction, PetscReal *increment,
                                     RicReason *reason) {
  RicStepper s = (RicStepper)ctx;
  MoreauJean *m = (MoreauJean *)s->data;

  PetscFunctionBegin;
  *correction = *increment = 0;
  PetscCall(Residual(s, m));
  PetscCall(SubtractInertia(s, m));
  PetscCall(VecWAXPY(m->work, 1.0, m->dv, s->state.v));
  PetscCall(Solve(s, m, m->work, m->correction, reason));
  if (*reason == RIC_OK)
    PetscCall(VecAXPY(m->dv, 1.0, m->correction));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The same with supports at rest: from dv = 0 the correction is dv.
static PetscErrorCode Correct_AtRest(void *ctx, PetscReal *correction, PetscReal *increment,
                                     RicReason *reason) {
  RicStepper s = (RicStepper)ctx;
  MoreauJean *m = (MoreauJean *)s->data;
  const PetscReal h = m->h, theta = m->theta;

  PetscFunctionBegin;
  *correction = *increment = 0;
  PetscCall(VecWAXPY(m->q_theta, h * theta, s->state.v, s->state.q));
  PetscCall(RicModelForce(s->model, s->state.t + theta * h, m->q_theta, s->state.v, m->b));
  PetscCall(VecScale(m->b, h));
  PetscCall(Solve(s, m, s->state.v, m->dv, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Velocity increment that supports prescribe; 0 elsewhere.
static PetscErrorCode StartIncrement(RicStepper s, MoreauJean *m, PetscBool moving) {
  PetscFunctionBegin;
  if (!moving) {
    PetscCall(VecSet(m->dv, 0.0));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(VecCopy(s->state.v, m->dv));
  PetscCall(RicModelPrescribe(s->model, s->next.t, m->h, NULL, m->dv, NULL));
  PetscCall(VecAXPY(m->dv, -1.0, s->state.v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// q1 = q + h v_θ, v1 = v + dv, and the mean acceleration for output, in one pass over memory.
static PetscErrorCode Finish(RicStepper s, MoreauJean *m) {
  const PetscReal h = m->h, theta = m->theta, inverse = 1 / m->h;
  const PetscScalar *q, *v, *dv;
  PetscScalar *q1, *v1, *a1;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(VecGetLocalSize(m->dv, &n));
  PetscCall(VecGetArrayRead(s->state.q, &q));
  PetscCall(VecGetArrayRead(s->state.v, &v));
  PetscCall(VecGetArrayRead(m->dv, &dv));
  PetscCall(VecGetArrayWrite(s->next.q, &q1));
  PetscCall(VecGetArrayWrite(s->next.v, &v1));
  PetscCall(VecGetArrayWrite(s->next.acceleration, &a1));
  for (PetscInt i = 0; i < n; i++) {
    q1[i] = q[i] + h * (v[i] + theta * dv[i]);
    v1[i] = v[i] + dv[i];
    a1[i] = inverse * dv[i];
  }
  PetscCall(VecRestoreArrayRead(s->state.q, &q));
  PetscCall(VecRestoreArrayRead(s->state.v, &v));
  PetscCall(VecRestoreArrayRead(m->dv, &dv));
  PetscCall(VecRestoreArrayWrite(s->next.q, &q1));
  PetscCall(VecRestoreArrayWrite(s->next.v, &v1));
  PetscCall(VecRestoreArrayWrite(s->next.acceleration, &a1));
  PetscCall(RicModelPrescribe(s->model, s->next.t, m->h, s->next.q, s->next.v, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Step_MoreauJean(RicStepper s, PetscReal h, RicReason *reason) {
  static const RicNewtonProblem nonlinear = {.Residual = Residual_MoreauJean,
                                             .Correct = Correct_MoreauJean};
  static const RicNewtonProblem linear = {.Correct = Correct_Linear};
  static const RicNewtonProblem at_rest = {.Correct = Correct_AtRest};
  MoreauJean *m = (MoreauJean *)s->data;
  PetscInt iterations;
  PetscBool moving;

  PetscFunctionBegin;
  (void)h;
  *reason = RIC_OK;
  s->next.iterations = 0;
  PetscCall(RicModelHasMovingSupports(s->model, &moving));
  if (!s->linear || moving)
    PetscCall(StartIncrement(s, m, moving));
  PetscCall(RicNewtonSolve(m->newton,
                           !s->linear ? &nonlinear
                           : moving   ? &linear
                                      : &at_rest,
                           s, s->linear, &iterations, reason));
  if (*reason == RIC_OK)
    PetscCall(Finish(s, m));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Accept_MoreauJean(RicStepper s) {
  PetscFunctionBegin;
  (void)s;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GetFactorizations_MoreauJean(RicStepper s, PetscInt *n) {
  PetscFunctionBegin;
  PetscCall(RicStageGetFactorizations(((MoreauJean *)s->data)->stage, n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode View_MoreauJean(RicStepper s, PetscViewer viewer) {
  PetscFunctionBegin;
  PetscCall(RicStageView(((MoreauJean *)s->data)->stage, viewer));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_MoreauJean(RicStepper s) {
  MoreauJean *m = (MoreauJean *)s->data;
  Vec *vecs[] = {&m->dv, &m->correction, &m->b, &m->work, &m->q_theta, &m->v_theta, &m->y, &m->y0};

  PetscFunctionBegin;
  for (PetscInt i = 0; i < 8; i++)
    PetscCall(VecDestroy(vecs[i]));
  PetscCall(RicStageDestroy(&m->stage));
  PetscCall(RicNewtonDestroy(&m->newton));
  PetscCall(MatDestroy(&m->A));
  PetscCall(PetscFree(s->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicStepperOps RicStepperMoreauJean = {
    .name = "moreau-jean",
    .description =
        "theta-scheme with the contact law at velocity level (Jean & Moreau; Acary 2013)",
    .num_options = 3,
    .options = {{.name = "theta",
                 .help = "theta of the rule",
                 .lowest = 0,
                 .highest = 1,
                 .value = 1 / 1.8},
                {.name = "forecast",
                 .help = "gap that decides on activation",
                 .choices = {"explicit", "free"}},
                {.name = "gamma",
                 .help = "factor of h W v in the explicit forecast",
                 .lowest = 0,
                 .highest = 2,
                 .value = 0}},
    .SetUp = SetUp_MoreauJean,
    .Start = Start_MoreauJean,
    .Step = Step_MoreauJean,
    .Accept = Accept_MoreauJean,
    .GetFactorizations = GetFactorizations_MoreauJean,
    .View = View_MoreauJean,
    .Destroy = Destroy_MoreauJean};
