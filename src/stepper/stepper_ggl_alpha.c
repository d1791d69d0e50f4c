// SPDX-License-Identifier: BSD-2-Clause
// ggl-alpha: the nonsmooth generalized-α scheme with the constraints enforced at position and
// velocity level.
//
// Brüls, Acary & Cardona, Simultaneous enforcement of constraints at position and velocity levels
// in the nonsmooth generalized-α scheme (CMAME 281, 2014), equations (29)–(31), with the errata of
// its (42)–(49) (docs/schemes.md):
//
//   smooth motion     M v̇~   = f(q, v, t) + W_bᵀλ~         q~, v~ by the generalized-α method
//                     W_b v~ = 0
//
//   position level    M U    = Wᵀν,   q = q~ + U
//                     0 ≤ g(q)            ⊥ ν ≥ 0          contacts
//                     g_b(q) = 0                           joints
//
//   velocity level    M J    = WᵀΛ,   v = v~ + J
//                     0 ≤ W v + e W v_n   ⊥ Λ ≥ 0          contacts with g(q~) ≤ 0
//                     W_b v  = 0                           joints
//
// With friction M U = Wᵀν + h/2 W_FᵀΛ_F, Λ_F that of the step before (ggl_alpha_friction.c).
//
// solve: coupled. Eliminating Δv~ = (γ/hβ)(dq − ΔU) from the linearised smooth equation leaves one
// problem for dq,
//
//   [κ M + γ/(hβ) C + K] dq = f − M v̇~ − κ M U + B μ
//   κ                       = cγ/(h²β),   ν = μ/κ
//   B                       = Wᵀ + (h/c) C M⁻¹Wᵀ
//
// a position stage with the tangent of the smooth scheme; then the velocity stage with M. On joint
// rows λ~ and κν_b push alike: the stage finds their sum, and the smooth rows W_b v~ = 0 fix ν_b in
// a stage with M. Exact in one pass for a linear undamped structure without joints; damping,
// nonlinearity and turning rows are iterated.
//
// solve: decoupled. Algorithm 1: smooth solve, projection in M on the positions, projection in M on
// the velocities, repeated; its linear rate depends on the Courant number. Falls back to coupled
// when it does not converge.
//
// ggl-alpha-mu: the modified complementarity (25), (27) of §6.2, 0 ≤ g(q) ⊥ ν − hΛ ≥ 0, in the
// decoupled form. Kept because it shows what goes wrong: it never comes to rest.
//
// Symbols: q1, v1 … the new step; U, J corrections; a pseudo-acceleration, vdot = v̇~.
#include "stepper/ggl_alpha.h"

// B e_j = Wᵀe_j + (h/c) C M⁻¹ Wᵀe_j.
static PetscErrorCode DampingImage(Vec column, Vec image, void *ctx) {
  RicStepper s = (RicStepper)ctx;
  RicGGL *g = (RicGGL *)s->data;
  RicReason reason;

  PetscFunctionBegin;
  PetscCall(RicStageSolveFree(g->velocity, column, g->work2, &reason));
  PetscCall(RicModelDampingMult(s->model, g->work2, image));
  PetscCall(VecAYPX(image, g->h / g->alpha.c, column));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateWork(RicStepper s, RicGGL *g) {
  Vec *dofs[] = {&g->a, &g->a1, &g->b, &g->dq, &g->U, &g->U1, &g->J, &g->work, &g->work2, NULL};
  Vec *friction[] = {&g->S, &g->S1, &g->shift, NULL};
  Vec *rows[] = {&g->mu,           &g->mu_old,     &g->y0,           &g->y, &g->rate,
                 &g->position_law, &g->smooth_law, &g->velocity_law, NULL};

  PetscFunctionBegin;
  PetscCall(RicStepperCreateDofVecs_Private(s, dofs));
  if (s->num_friction_rows)
    PetscCall(RicStepperCreateDofVecs_Private(s, friction));
  PetscCall(RicStepperCreateRowVecs_Private(s, rows));
  PetscCall(RicStepperLaws_Private(s, RIC_LAW_UNILATERAL, RIC_LAW_EQUALITY, RIC_LAW_EQUALITY,
                                   g->position_law));
  PetscCall(RicStepperLaws_Private(s, RIC_LAW_OFF, RIC_LAW_EQUALITY, RIC_LAW_OFF, g->smooth_law));
  PetscCall(
      RicStepperLaws_Private(s, RIC_LAW_OFF, RIC_LAW_EQUALITY, RIC_LAW_EQUALITY, g->velocity_law));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Create_GGL(RicStepper s) {
  RicGGL *g;

  PetscFunctionBegin;
  PetscCall(PetscNew(&g));
  s->data = g;
  g->alpha = RicAlphaFromRhoInf(RicStepperOption_Private(s, "rho_inf"));
  g->modified = (PetscBool)(s->ops == &RicStepperGGLAlphaMu);
  g->decoupled = (PetscBool)(g->modified || RicStepperOption_Private(s, "solve") == 1);
  PetscCall(CreateWork(s, g));
  PetscCall(RicStepperKeep_Private(
      s, (RicStepperKept[]){{.name = "pushed", .truth = &g->pushed}, {.name = NULL}}));
  PetscCall(RicStepperCreateStage_Private(s, "position_", &g->position));
  // B is full: with many joints, whose stage is sparse, the iteration makes up for its damping
  // term.
  if (s->model_is->damped && s->num_joint_rows < RIC_STAGE_MANY_EQUATIONS)
    PetscCall(RicStageSetColumnImage(g->position, DampingImage, s));
  PetscCall(RicStepperCreateMassStage_Private(s, &g->velocity));
  PetscCall(RicStepperCreateNewton_Private(s, PETSC_DEFAULT, &g->newton));
  PetscCall(RicStepperCreateNewton_Private(s, 1000, &g->newton_decoupled));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_GGL(RicStepper s, PetscReal h, const RicTangentPoint *at) {
  RicGGL *g = (RicGGL *)s->data;

  PetscFunctionBegin;
  g->h = h;
  g->kappa = g->alpha.c * g->alpha.gamma / (h * h * g->alpha.beta);
  PetscCall(RicGGLSetOperator(s, g, at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The consistent acceleration: a_0 = 0 would cost an order. Joints count, contacts do not.
static PetscErrorCode Start_GGL(RicStepper s) {
  RicGGL *g = (RicGGL *)s->data;

  PetscFunctionBegin;
  PetscCall(RicStepperInitialAcceleration_Private(s, g->velocity, s->state.acceleration,
                                                  s->state.lambda));
  PetscCall(VecCopy(s->state.acceleration, g->a));
  PetscCall(VecSet(g->mu, 0.0));
  PetscCall(RicGGLStartFriction(s, g));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// b −= (κM + γ/(hβ) C) U: the stage finds the whole of ν anew.
static PetscErrorCode SubtractCorrection(RicStepper s, RicGGL *g) {
  PetscFunctionBegin;
  if (!g->corrected)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelMassMult(s->model, g->U, g->work));
  PetscCall(VecAXPY(g->b, -g->kappa, g->work));
  if (!s->model_is->damped)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelDampingMult(s->model, g->U, g->work));
  PetscCall(VecAXPY(g->b, -g->alpha.gamma / (g->h * g->alpha.beta), g->work));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// One correction of the coupled problem (nonlinear, damped or with joints).
static PetscErrorCode Correct_Coupled(void *ctx, RicMeasure *correction, RicReason *reason) {
  RicStepper s = (RicStepper)ctx;
  RicGGL *g = (RicGGL *)s->data;

  PetscFunctionBegin;
  s->next.iterations++;
  PetscCall(RicGGLUpdateTangent(s, g));
  PetscCall(SubtractCorrection(s, g));
  PetscCall(VecAXPY(s->next.v, -1.0, g->J)); // back to v~
  PetscCall(RicGGLPositionStage(s, g, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (!g->corrected)
    PetscCall(VecSet(g->U1, 0.0));
  PetscCall(VecAYPX(g->U, -1.0, g->U1)); // the change of U
  PetscCall(RicAlphaCorrect(&g->alpha, s->model, g->h, g->dq, g->U, s->state.q, s->next.q,
                            s->next.v, s->next.acceleration));
  PetscCall(VecWAXPY(g->work, -1.0, g->U, g->dq));
  PetscCall(RicAlphaMeasure(s, &g->alpha, g->h, g->dq, g->work, correction));
  PetscCall(VecCopy(g->U1, g->U));
  PetscCall(RicGGLVelocityStage(s, g, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The only correction of a linear undamped step.
static PetscErrorCode Correct_Linear(void *ctx, RicMeasure *correction, RicReason *reason) {
  RicStepper s = (RicStepper)ctx;
  RicGGL *g = (RicGGL *)s->data;

  PetscFunctionBegin;
  (void)correction;
  s->next.iterations++;
  PetscCall(RicModelForce(s->model, s->next.t, s->next.q, s->next.v, g->b));
  PetscCall(RicGGLPositionStage(s, g, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicAlphaCorrectAndFinish(&g->alpha, g->h, g->dq, g->corrected ? g->U1 : NULL, g->a,
                                     s->state.acceleration, s->next.q, s->next.v, g->a1,
                                     s->next.acceleration));
  PetscCall(RicGGLVelocityStage(s, g, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Predict(RicStepper s, RicGGL *g) {
  PetscFunctionBegin;
  PetscCall(RicAlphaPredict(&g->alpha, s->model, g->h, s->state.q, s->state.v, g->a,
                            s->state.acceleration, s->next.q, s->next.v));
  if (s->num_friction_rows)
    PetscCall(RicModelExtend(s->model, s->state.q, 1.0, g->S, s->next.q));
  s->next.iterations = 0;
  g->corrected = PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Prediction for the iterated forms: v̇~ = 0 and no corrections, but what supports prescribe.
static PetscErrorCode PredictIterated(RicStepper s, RicGGL *g) {
  PetscFunctionBegin;
  PetscCall(Predict(s, g));
  PetscCall(VecSet(s->next.acceleration, 0.0));
  PetscCall(VecSet(g->U, 0.0));
  PetscCall(VecSet(g->J, 0.0));
  PetscCall(VecCopy(s->state.lambda, s->next.lambda));
  PetscCall(
      RicModelPrescribe(s->model, s->next.t, g->h, s->next.q, s->next.v, s->next.acceleration));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Step_Iterated(RicStepper s, RicGGL *g, PetscBool decoupled,
                                    RicReason *reason) {
  static const RicNewtonProblem coupled = {.Residual = RicGGLResidual, .Correct = Correct_Coupled};
  static const RicNewtonProblem algorithm1 = {.Residual = RicGGLResidual,
                                              .Correct = RicGGLCorrectDecoupled};
  PetscInt iterations;

  PetscFunctionBegin;
  PetscCall(PredictIterated(s, g));
  PetscCall(VecSet(s->next.impulse, 0.0));
  if (decoupled)
    PetscCall(VecCopy(s->state.nu, s->next.nu)); // guess of the active set
  PetscCall(RicNewtonSolve(decoupled ? g->newton_decoupled : g->newton,
                           decoupled ? &algorithm1 : &coupled, s, PETSC_FALSE, &iterations,
                           reason));
  if (*reason == RIC_OK)
    PetscCall(RicAlphaFinish(&g->alpha, s->next.acceleration, s->state.acceleration, g->a, g->a1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Step_GGL(RicStepper s, PetscReal h, RicReason *reason) {
  static const RicNewtonProblem linear = {.Correct = Correct_Linear};
  RicGGL *g = (RicGGL *)s->data;
  PetscInt iterations;

  PetscFunctionBegin;
  (void)h;
  *reason = RIC_RETRY;
  PetscCall(VecCopy(g->mu, g->mu_old));
  if (g->decoupled) {
    PetscCall(Step_Iterated(s, g, PETSC_TRUE, reason));
    if (*reason == RIC_OK || g->modified)
      PetscFunctionReturn(PETSC_SUCCESS);
    s->stats.fallbacks++;
  }
  if (s->model_is->linear && !s->model_is->damped && !s->model_is->moving_supports) {
    PetscCall(Predict(s, g));
    PetscCall(RicNewtonSolve(g->newton, &linear, s, PETSC_TRUE, &iterations, reason));
  } else
    PetscCall(Step_Iterated(s, g, PETSC_FALSE, reason));
  if (*reason != RIC_OK)
    PetscCall(VecCopy(g->mu_old, g->mu));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Accept_GGL(RicStepper s) {
  RicGGL *g = (RicGGL *)s->data;
  const Vec a = g->a;

  PetscFunctionBegin;
  PetscCall(RicGGLNextFriction(s, g));
  s->next.jump = g->J;
  s->next.correction = s->num_friction_rows ? g->shift : g->corrected ? g->U1 : NULL;
  g->a = g->a1;
  g->a1 = a;
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicStepperOps RicStepperGGLAlpha = {
    .name = "ggl-alpha",
    .description = "nonsmooth generalized-alpha, constraints at position and velocity level "
                   "(Brüls, Acary & Cardona 2014)",
    .num_options = 2,
    .options = {RIC_ALPHA_OPTION_RHO_INF,
                {.name = "solve",
                 .help = "coupled problem, or Algorithm 1 of the paper",
                 .choices = {"coupled", "decoupled"}}},
    .shared = {&RicStepperOption_ImpactRows},
    .curvature = RIC_CURVATURE_JOINTS,
    .friction = PETSC_TRUE,
    .Create = Create_GGL,
    .SetUp = SetUp_GGL,
    .Start = Start_GGL,
    .Step = Step_GGL,
    .Accept = Accept_GGL};

const RicStepperOps RicStepperGGLAlphaMu = {
    .name = "ggl-alpha-mu",
    .description = "ggl-alpha with the modified complementarity of its paper, (25) and (27): "
                   "chatters, for comparison",
    .num_options = 1,
    .options = {RIC_ALPHA_OPTION_RHO_INF},
    .shared = {&RicStepperOption_ImpactRows},
    .curvature = RIC_CURVATURE_JOINTS,
    .Create = Create_GGL,
    .SetUp = SetUp_GGL,
    .Start = Start_GGL,
    .Step = Step_GGL,
    .Accept = Accept_GGL};
