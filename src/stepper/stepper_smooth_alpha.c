// SPDX-License-Identifier: BSD-2-Clause
// smooth-alpha: the generalized-α method with the contact at position level only (index 3), no
// impact law.
//
// Brüls, Acary & Cardona 2014, §9.2, (51), (52):
//
//   M v̇1 = f(t1, q1, v1) + Wᵀλ    with the difference equations of the generalized-α method
//   0 ≤ g(q1) ⊥ λ ≥ 0
//
// Kept because it shows what happens without a velocity level: on rigid impacts energy grows, on a
// bar force and velocity oscillate. Not consistent when velocities jump. One stage, the
// displacement increment with A = cγ/(h²β) M + γ/(hβ) C + K and μ = λ. Velocity joints hold for v1.
#include "stepper/alpha.h"

typedef struct {
  RicAlpha alpha;
  PetscReal h;
  RicStage position, mass;
  RicNewton newton;
  Vec a, a1, b, dq, work;
  Vec lambda, lambda_old, y, y0;
  // Multipliers at t, and what is to them as a to v̇: h [(1−γ) m + γ m1] changes v.
  Vec multiplier, m, m1, acting;
} Smooth;

static PetscErrorCode Create_Smooth(RicStepper s) {
  Smooth *g;

  PetscFunctionBegin;
  PetscCall(PetscNew(&g));
  s->data = g;
  g->alpha = RicAlphaFromRhoInf(RicStepperOption_Private(s, "rho_inf"));
  Vec *dofs[] = {&g->a, &g->a1, &g->b, &g->dq, &g->work, NULL};
  Vec *rows[] = {&g->lambda, &g->lambda_old, &g->y,      &g->y0, &g->multiplier,
                 &g->m,      &g->m1,         &g->acting, NULL};
  PetscCall(RicStepperCreateDofVecs_Private(s, dofs));
  PetscCall(RicStepperCreateRowVecs_Private(s, rows));
  PetscCall(RicStepperCreateStage_Private(s, "position_", &g->position));
  PetscCall(RicStepperCreateMassStage_Private(s, &g->mass));
  PetscCall(RicStepperCreateNewton_Private(s, PETSC_DEFAULT, &g->newton));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetOperator(RicStepper s, Smooth *g, const RicTangentPoint *at) {
  const PetscReal r = g->alpha.gamma / (g->h * g->alpha.beta);

  PetscFunctionBegin;
  PetscCall(RicStepperSetTangent_Private(s, g->alpha.c * r / g->h, r, 1, at, g->position));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_Smooth(RicStepper s, PetscReal h, const RicTangentPoint *at) {
  Smooth *g = (Smooth *)s->data;

  PetscFunctionBegin;
  g->h = h;
  PetscCall(SetOperator(s, g, at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Start_Smooth(RicStepper s) {
  Smooth *g = (Smooth *)s->data;

  PetscFunctionBegin;
  PetscCall(
      RicStepperInitialAcceleration_Private(s, g->mass, s->state.acceleration, s->state.lambda));
  PetscCall(VecCopy(s->state.acceleration, g->a));
  PetscCall(VecCopy(s->state.lambda, g->multiplier));
  PetscCall(VecCopy(s->state.lambda, g->m));
  PetscCall(VecSet(g->lambda, 0.0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// b = f(q1, v1) − M v̇1, with rows and mass of the present iterate.
static PetscErrorCode Residual(RicStepper s, Smooth *g) {
  PetscBool rows;

  PetscFunctionBegin;
  PetscCall(RicModelUpdate(s->model, s->next.t, s->next.q, &rows, NULL));
  if (rows)
    PetscCall(RicStageRowsChanged(g->position));
  PetscCall(RicModelForce(s->model, s->next.t, s->next.q, s->next.v, g->b));
  PetscCall(RicModelMassMult(s->model, s->next.acceleration, g->work));
  PetscCall(VecAXPY(g->b, -1.0, g->work));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Residual_Smooth(void *ctx, RicMeasure *residual) {
  RicStepper s = (RicStepper)ctx;
  Smooth *g = (Smooth *)s->data;
  const RicRoundOff *round_off;
  PetscReal inertia, contact;

  PetscFunctionBegin;
  PetscCall(Residual(s, g));
  PetscCall(RicStepperForceNorm_Private(s, g->work, &inertia));
  if (s->next.iterations) {
    PetscCall(MatMultTranspose(s->rows, g->lambda, g->work));
    PetscCall(RicStepperForceNorm_Private(s, g->work, &contact));
    PetscCall(VecAXPY(g->b, 1.0, g->work));
    inertia = PetscMax(inertia, contact);
  }
  PetscCall(RicStepperForceNorm_Private(s, g->b, &residual->value));
  PetscCall(RicStepperRoundOff_Private(s, &round_off));
  residual->reference = inertia;
  residual->floor = round_off->force;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// y0: gaps and joint values; velocity joints in displacements, hβ/γ (W v − ṡ). Their laws.
static PetscErrorCode Rows(RicStepper s, Smooth *g) {
  PetscFunctionBegin;
  PetscCall(RicStepperLaws_Private(s, RIC_LAW_UNILATERAL, RIC_LAW_EQUALITY, RIC_LAW_EQUALITY,
                                   s->eligible));
  PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, g->y0));
  if (!s->num_velocity_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelGapVelocities(s->model, s->next.t, g->h, s->next.v, g->y));
  PetscCall(VecScale(g->y, g->h * g->alpha.beta / g->alpha.gamma));
  PetscCall(RicStepperCopyRows_Private(s, RIC_ROW_VELOCITY, g->y, g->y0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Correct_Smooth(void *ctx, RicMeasure *correction, RicReason *reason) {
  RicStepper s = (RicStepper)ctx;
  Smooth *g = (Smooth *)s->data;
  PetscInt unused = 0;

  PetscFunctionBegin;
  if (!s->model_is->linear)
    PetscCall(SetOperator(s, g,
                          &(RicTangentPoint){.t = s->next.t,
                                             .q = s->next.q,
                                             .v = s->next.v,
                                             .inertia = s->next.acceleration,
                                             .lambda = g->lambda}));
  if (s->next.iterations++) { // the stage finds λ anew
    PetscCall(MatMultTranspose(s->rows, g->lambda, g->work));
    PetscCall(VecAXPY(g->b, -1.0, g->work));
  }
  PetscCall(Rows(s, g));
  PetscCall(RicStageSolve(g->position, g->b, g->y0, s->eligible, g->dq, g->y, g->lambda, &unused,
                          reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicAlphaCorrect(&g->alpha, s->model, g->h, g->dq, NULL, s->state.q, s->next.q,
                            s->next.v, s->next.acceleration));
  PetscCall(RicAlphaMeasure(s, &g->alpha, g->h, g->dq, g->dq, correction));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A linear step: the residual, then the only correction.
static PetscErrorCode Correct_Linear(void *ctx, RicMeasure *correction, RicReason *reason) {
  RicStepper s = (RicStepper)ctx;

  PetscFunctionBegin;
  PetscCall(Residual(s, (Smooth *)s->data));
  PetscCall(Correct_Smooth(ctx, correction, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Step_Smooth(RicStepper s, PetscReal h, RicReason *reason) {
  static const RicNewtonProblem nonlinear = {.Residual = Residual_Smooth,
                                             .Correct = Correct_Smooth};
  static const RicNewtonProblem linear = {.Correct = Correct_Linear};
  Smooth *g = (Smooth *)s->data;
  PetscInt iterations;

  PetscFunctionBegin;
  *reason = RIC_OK;
  s->next.iterations = 0;
  PetscCall(VecCopy(g->lambda, g->lambda_old));
  PetscCall(RicAlphaPredict(&g->alpha, s->model, h, s->state.q, s->state.v, g->a,
                            s->state.acceleration, s->next.q, s->next.v));
  PetscCall(VecSet(s->next.acceleration, 0.0));
  PetscCall(RicModelPrescribe(s->model, s->next.t, h, s->next.q, s->next.v, s->next.acceleration));
  PetscCall(RicNewtonSolve(g->newton, s->model_is->linear ? &linear : &nonlinear, s,
                           s->model_is->linear, &iterations, reason));
  if (*reason != RIC_OK) {
    PetscCall(VecCopy(g->lambda_old, g->lambda));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RicAlphaFinish(&g->alpha, s->next.acceleration, s->state.acceleration, g->a, g->a1));
  PetscCall(RicAlphaFinish(&g->alpha, g->lambda, g->multiplier, g->m, g->m1));
  PetscCall(VecAXPBYPCZ(g->acting, h * (1 - g->alpha.gamma), h * g->alpha.gamma, 0.0, g->m, g->m1));
  s->next.acting = g->acting;
  PetscCall(VecAXPBY(s->next.impulse, h, 0.0, g->lambda));
  PetscCall(VecSet(s->next.lambda, 0.0)); // that of the start; joints act by Λ alone
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Accept_Smooth(RicStepper s) {
  Smooth *g = (Smooth *)s->data;
  const Vec a = g->a, m = g->m;

  PetscFunctionBegin;
  g->a = g->a1;
  g->a1 = a;
  g->m = g->m1;
  g->m1 = m;
  PetscCall(VecCopy(g->lambda, g->multiplier));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicStepperOps RicStepperSmoothAlpha = {
    .name = "smooth-alpha",
    .description = "generalized-alpha with contact at position level only, index 3, for comparison",
    .num_options = 1,
    .options = {RIC_ALPHA_OPTION_RHO_INF},
    .curvature = RIC_CURVATURE_ROWS,
    .Create = Create_Smooth,
    .SetUp = SetUp_Smooth,
    .Start = Start_Smooth,
    .Step = Step_Smooth,
    .Accept = Accept_Smooth};
