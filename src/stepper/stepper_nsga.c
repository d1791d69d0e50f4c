// SPDX-License-Identifier: BSD-2-Clause
// nsga: the nonsmooth generalized-α scheme with the constraints at velocity level only.
//
// Chen, Acary, Virlez & Brüls, A nonsmooth generalized-α scheme for flexible multibody systems with
// unilateral constraints, IJNME 96 (2013):
//
//   smooth motion     M v̇~ = f(q, v, t)                    q~, v~ by the generalized-α method
//
//   velocity level    M J  = WᵀΛ
//                     v    = v~ + J
//                     q    = q~ + h/2 J
//                     0 ≤ W v + e W v_n ⊥ Λ ≥ 0            contacts with g(q~) ≤ 0
//                     W_b v = 0                            joints
//
// What ggl-alpha adds to it is the position level: here contacts penetrate by O(h) and joints
// drift. Each iteration solves the smooth motion with the jump of the one before, then projects the
// velocities in M; on a stiff structure it converges linearly, slower with the Courant number.
#include "stepper/alpha.h"

typedef struct {
  RicAlpha alpha;
  PetscReal h;
  RicStage smooth, velocity;
  RicNewton newton;
  Vec a, a1, b, dq, J, J1, work;
  Vec y, y0, law, all; // all: every row has a law
} NSGA;

static PetscErrorCode Create_NSGA(RicStepper s) {
  NSGA *g;

  PetscFunctionBegin;
  PetscCall(PetscNew(&g));
  s->data = g;
  g->alpha = RicAlphaFromRhoInf(RicStepperOption_Private(s, "rho_inf"));
  Vec *dofs[] = {&g->a, &g->a1, &g->b, &g->dq, &g->J, &g->J1, &g->work, NULL};
  Vec *rows[] = {&g->y, &g->y0, &g->law, &g->all, NULL};
  PetscCall(RicStepperCreateDofVecs_Private(s, dofs));
  PetscCall(RicStepperCreateRowVecs_Private(s, rows));
  PetscCall(VecSet(g->all, RIC_LAW_UNILATERAL));
  PetscCall(RicStepperLaws_Private(s, RIC_LAW_OFF, RIC_LAW_EQUALITY, RIC_LAW_EQUALITY, g->law));
  PetscCall(RicStepperCreateStage_Private(s, "smooth_", &g->smooth));
  PetscCall(RicStepperCreateMassStage_Private(s, &g->velocity));
  PetscCall(RicStepperCreateNewton_Private(s, 1000, &g->newton));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A = cγ/(h²β) M + γ/(hβ) C + K.
static PetscErrorCode SetOperator(RicStepper s, NSGA *g, const RicTangentPoint *at) {
  const PetscReal r = g->alpha.gamma / (g->h * g->alpha.beta);

  PetscFunctionBegin;
  PetscCall(RicStepperSetTangent_Private(s, g->alpha.c * r / g->h, r, 1, at, g->smooth));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_NSGA(RicStepper s, PetscReal h, const RicTangentPoint *at) {
  NSGA *g = (NSGA *)s->data;

  PetscFunctionBegin;
  g->h = h;
  PetscCall(SetOperator(s, g, at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Start_NSGA(RicStepper s) {
  NSGA *g = (NSGA *)s->data;

  PetscFunctionBegin;
  PetscCall(RicStepperInitialAcceleration_Private(s, g->velocity, s->state.acceleration,
                                                  s->state.lambda));
  PetscCall(VecSet(s->state.lambda, 0.0)); // joints act by Λ alone
  if (s->num_joint_rows) {                 // the smooth motion is that of the free system
    PetscCall(RicModelForce(s->model, s->state.t, s->state.q, s->state.v, g->b));
    RicReason reason;
    PetscCall(RicStageSolveFree(g->velocity, g->b, s->state.acceleration, &reason));
  }
  PetscCall(VecCopy(s->state.acceleration, g->a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// b = f(q1, v1) − M v̇1 with rows and mass of the present iterate.
static PetscErrorCode Residual_NSGA(void *ctx, RicMeasure *residual) {
  RicStepper s = (RicStepper)ctx;
  NSGA *g = (NSGA *)s->data;
  const RicRoundOff *round_off;
  PetscBool rows, mass;
  PetscReal force, inertia;
  Mat M;

  PetscFunctionBegin;
  PetscCall(RicModelUpdate(s->model, s->next.t, s->next.q, &rows, &mass));
  PetscCall(RicModelGetMass(s->model, &M));
  if (mass)
    PetscCall(RicStageSetOperator(g->velocity, M, &s->mass_traits));
  else if (rows)
    PetscCall(RicStageRowsChanged(g->velocity));
  PetscCall(RicModelForce(s->model, s->next.t, s->next.q, s->next.v, g->b));
  PetscCall(RicStepperForceNorm_Private(s, g->b, &force));
  PetscCall(RicModelMassMult(s->model, s->next.acceleration, g->work));
  PetscCall(RicStepperForceNorm_Private(s, g->work, &inertia));
  PetscCall(VecAXPY(g->b, -1.0, g->work));
  PetscCall(RicStepperForceNorm_Private(s, g->b, &residual->value));
  PetscCall(RicStepperRoundOff_Private(s, &round_off));
  residual->reference = PetscMax(inertia, force);
  residual->floor = round_off->force;
  if (!s->next.iterations || s->constant_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicStepperImpactRows_Private(s, s->next.t, g->h, s->next.v, g->y));
  PetscCall(RicStepperRateViolation_Private(s, g->h, g->all, s->next.impulse, g->y,
                                            &residual->violation));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Activation by g(q~), q~ = q1 − h/2 J; then the jump.
static PetscErrorCode VelocityStage(RicStepper s, NSGA *g, RicReason *reason) {
  PetscInt unused = 0;
  PetscBool any;

  PetscFunctionBegin;
  PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, g->y));
  PetscCall(RicStepperActivate_Private(s, g->y, g->law, &any));
  PetscCall(VecSet(g->J1, 0.0));
  PetscCall(RicStepperImpactRows_Private(s, s->next.t, g->h, s->next.v, g->y0));
  if (s->next.iterations == 1)
    PetscCall(VecCopy(s->state.impulse, s->next.impulse));
  PetscCall(RicStageSolve(g->velocity, NULL, g->y0, s->eligible, g->J1, g->y, s->next.impulse,
                          &unused, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Correct_NSGA(void *ctx, RicMeasure *correction, RicReason *reason) {
  RicStepper s = (RicStepper)ctx;
  NSGA *g = (NSGA *)s->data;

  PetscFunctionBegin;
  s->next.iterations++;
  if (!s->constant_tangent || !s->constant_mass)
    PetscCall(SetOperator(
        s, g,
        &(RicTangentPoint){
            .t = s->next.t, .q = s->next.q, .v = s->next.v, .inertia = s->next.acceleration}));
  PetscCall(RicStageSolveFree(g->smooth, g->b, g->dq, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecAXPY(s->next.v, -1.0, g->J)); // v~, q~
  PetscCall(VecAXPY(s->next.q, -g->h / 2, g->J));
  PetscCall(
      RicAlphaCorrect(&g->alpha, g->h, g->dq, NULL, s->next.q, s->next.v, s->next.acceleration));
  PetscCall(VelocityStage(s, g, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecAXPY(s->next.v, 1.0, g->J1));
  PetscCall(VecAXPY(s->next.q, g->h / 2, g->J1));
  PetscCall(VecAYPX(g->J, -1.0, g->J1));
  PetscCall(VecWAXPY(g->work, g->h / 2, g->J, g->dq));
  PetscCall(VecCopy(g->J1, g->J));
  PetscCall(RicAlphaMeasure(s, &g->alpha, g->h, g->work, g->dq, correction));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Step_NSGA(RicStepper s, PetscReal h, RicReason *reason) {
  static const RicNewtonProblem problem = {.Residual = Residual_NSGA, .Correct = Correct_NSGA};
  NSGA *g = (NSGA *)s->data;
  PetscInt iterations;

  PetscFunctionBegin;
  *reason = RIC_OK;
  s->next.iterations = 0;
  PetscCall(RicAlphaPredict(&g->alpha, h, s->state.q, s->state.v, g->a, s->state.acceleration,
                            s->next.q, s->next.v));
  PetscCall(VecSet(s->next.acceleration, 0.0));
  PetscCall(VecSet(g->J, 0.0));
  PetscCall(VecSet(s->next.nu, 0.0));
  PetscCall(RicModelPrescribe(s->model, s->next.t, h, s->next.q, s->next.v, s->next.acceleration));
  PetscCall(RicNewtonSolve(g->newton, &problem, s, PETSC_FALSE, &iterations, reason));
  if (*reason == RIC_OK)
    PetscCall(RicAlphaFinish(&g->alpha, s->next.acceleration, s->state.acceleration, g->a, g->a1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Accept_NSGA(RicStepper s) {
  NSGA *g = (NSGA *)s->data;
  const Vec a = g->a;

  PetscFunctionBegin;
  g->a = g->a1;
  g->a1 = a;
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicStepperOps RicStepperNSGA = {.name = "nsga",
                                      .description =
                                          "nonsmooth generalized-alpha, constraints at velocity "
                                          "level only (Chen, Acary, Virlez & Brüls 2013)",
                                      .num_options = 1,
                                      .options = {RIC_ALPHA_OPTION_RHO_INF},
                                      .shared = {&RicStepperOption_ImpactRows},
                                      .Create = Create_NSGA,
                                      .SetUp = SetUp_NSGA,
                                      .Start = Start_NSGA,
                                      .Step = Step_NSGA,
                                      .Accept = Accept_NSGA};
