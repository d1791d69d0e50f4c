// SPDX-License-Identifier: BSD-2-Clause
// ggl-alpha: the nonsmooth generalized-α scheme with the constraints enforced at position and
// velocity level.
//
// Brüls, Acary & Cardona, Simultaneous enforcement of constraints at position and velocity levels
// in the nonsmooth generalized-α scheme (CMAME 281, 2014), equations (29)–(31), with the errata of
// its (42)–(49) (docs/schemes.md):
//
//   M v̇~ = f(q, v, t)                                             smooth motion, generalized-α: q~,
//   v~ M U = Wᵀν,  q = q~ + U,  0 ≤ g(q) ⊥ ν ≥ 0                      position level M J = WᵀΛ,  v
//   = v~ + J,  0 ≤ W v + e W v_n ⊥ Λ ≥ 0 if g(q~) ≤ 0  velocity level
//
// solve: coupled. Eliminating Δv~ = (γ/hβ)(dq − U) from the linearised smooth equation leaves one
// problem for dq,
//   [cγ/(h²β) M + γ/(hβ) C + K] dq = f − M v̇~ + B μ,  ν = h²β/(cγ) μ,  B = Wᵀ + (h/c) C M⁻¹Wᵀ,
// a position stage with the tangent of the smooth scheme; then the velocity stage with M. Exact in
// one pass for a linear undamped structure; damping feeds Λ back and is iterated like a
// nonlinearity. solve: decoupled. Algorithm 1: smooth solve, projection in M on the positions,
// projection in M on the velocities, repeated; its linear rate depends on the Courant number. Falls
// back to coupled when it does not converge.
//
// Symbols: q1, v1 … the new step; U, J corrections; a pseudo-acceleration, vdot = v̇~.
#include "stepper/alpha.h"
#include "stepper/stepper_impl.h"

typedef struct {
  RicAlpha alpha;
  PetscReal h;
  PetscBool decoupled;
  RicStage position, velocity;
  RicNewton newton, newton_decoupled;
  Mat A;               // tangent of the position stage
  Vec a, a1;           // pseudo-acceleration, before and after
  Vec b, dq;           // right-hand side and increment of a correction
  Vec U, U1, J;        // position correction before and after a correction; velocity jump
  Vec dqs, work;       // total increment of the step without U, work
  Vec mu, mu_old;      // multiplier of the position stage
  Vec y0, y;           // rows
  PetscBool corrected; // U is not 0
} GGL;

static PetscErrorCode DampingImage(Vec column, Vec image, void *ctx);

static PetscErrorCode CreateWork(RicStepper s, GGL *g) {
  Vec *dofs[] = {&g->a, &g->a1, &g->b, &g->dq, &g->U, &g->U1, &g->J, &g->dqs, &g->work};

  PetscFunctionBegin;
  for (PetscInt i = 0; i < 9; i++)
    PetscCall(RicModelCreateVec(s->model, dofs[i]));
  PetscCall(RicModelCreateContactVec(s->model, &g->mu));
  PetscCall(VecDuplicate(g->mu, &g->mu_old));
  PetscCall(VecDuplicate(g->mu, &g->y0));
  PetscCall(VecDuplicate(g->mu, &g->y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateSolvers(RicStepper s, GGL *g) {
  Mat mass;

  PetscFunctionBegin;
  PetscCall(RicModelCreateMat(s->model, &g->A));
  PetscCall(RicModelGetMass(s->model, &mass));
  PetscCall(RicStageCreate(s->comm, "position_", &g->position));
  PetscCall(RicStageCreate(s->comm, "velocity_", &g->velocity));
  PetscCall(RicStageSetRows(g->position, s->rows, s->separable));
  PetscCall(RicStageSetRows(g->velocity, s->rows, s->separable));
  if (s->damped)
    PetscCall(RicStageSetColumnImage(g->position, DampingImage, s));
  PetscCall(RicStageSetFromOptions(g->position));
  PetscCall(RicStageSetFromOptions(g->velocity));
  PetscCall(RicStageSetOperator(g->velocity, mass, &s->mass_traits));
  PetscCall(RicNewtonCreate(s->comm, "step_", &g->newton));
  PetscCall(RicNewtonSetFromOptions(g->newton));
  PetscCall(RicNewtonCreate(s->comm, "step_", &g->newton_decoupled));
  PetscCall(RicNewtonSetMaxIterations(g->newton_decoupled, 1000));
  PetscCall(RicNewtonSetFromOptions(g->newton_decoupled));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A = cγ/(h²β) M + γ/(hβ) C + K(q).
static PetscErrorCode SetOperator(RicStepper s, GGL *g, Vec q) {
  const PetscReal r = g->alpha.gamma / (g->h * g->alpha.beta);

  PetscFunctionBegin;
  PetscCall(RicModelOperator(s->model, g->alpha.c * r / g->h, r, 1, q, g->A));
  PetscCall(RicStageSetOperator(g->position, g->A, &s->traits));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_GGL(RicStepper s, PetscReal h) {
  GGL *g = (GGL *)s->data;

  PetscFunctionBegin;
  if (!g) {
    PetscCall(PetscNew(&g));
    s->data = g;
    g->h = h;
    g->alpha = RicAlphaFromRhoInf(RicStepperOption_Private(s, "rho_inf"));
    g->decoupled = (PetscBool)(RicStepperOption_Private(s, "solve") == 1);
    PetscCall(CreateWork(s, g));
    PetscCall(CreateSolvers(s, g));
  }
  g->h = h;
  PetscCall(SetOperator(s, g, s->linear ? NULL : s->state.q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// B e_j = Wᵀe_j + (h/c) C M⁻¹ Wᵀe_j.
static PetscErrorCode DampingImage(Vec column, Vec image, void *ctx) {
  RicStepper s = (RicStepper)ctx;
  GGL *g = (GGL *)s->data;
  RicReason reason;

  PetscFunctionBegin;
  PetscCall(RicStageSolveFree(g->velocity, column, g->work, &reason));
  PetscCall(RicModelDampingMult(s->model, g->work, image));
  PetscCall(VecAYPX(image, g->h / g->alpha.c, column));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The consistent acceleration: a_0 = 0 would cost an order.
static PetscErrorCode Start_GGL(RicStepper s) {
  GGL *g = (GGL *)s->data;

  PetscFunctionBegin;
  PetscCall(RicStepperInitialAcceleration_Private(s, g->velocity, s->state.acceleration));
  PetscCall(VecCopy(s->state.acceleration, g->a));
  PetscCall(VecSet(g->mu, 0.0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// b = f(q1, v1) − M v̇1.
static PetscErrorCode Residual(RicStepper s, GGL *g) {
  PetscFunctionBegin;
  PetscCall(RicModelForce(s->model, s->next.t, s->next.q, s->next.v, g->b));
  PetscCall(RicModelMassMult(s->model, s->next.acceleration, g->work));
  PetscCall(VecAXPY(g->b, -1.0, g->work));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The reference: inertia forces of the step and, where larger, contact forces in the units of b.
static PetscErrorCode Residual_GGL(void *ctx, PetscReal *norm, PetscReal *reference) {
  RicStepper s = (RicStepper)ctx;
  GGL *g = (GGL *)s->data;
  PetscReal inertia, contact = 0;

  PetscFunctionBegin;
  PetscCall(Residual(s, g));
  PetscCall(VecNorm(g->b, NORM_2, norm));
  PetscCall(VecNorm(g->work, NORM_2, &inertia));
  if (g->corrected) {
    PetscCall(MatMultTranspose(s->rows, g->mu, g->work));
    PetscCall(VecNorm(g->work, NORM_2, &contact));
  }
  *reference = PetscMax(inertia, contact);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// U1 = M⁻¹Wᵀν for the new multipliers.
static PetscErrorCode PositionCorrection(RicStepper s, GGL *g, RicReason *reason) {
  const PetscReal to_nu = g->h * g->h * g->alpha.beta / (g->alpha.c * g->alpha.gamma);
  PetscInt count;

  PetscFunctionBegin;
  PetscCall(RicStepperCountPositive_Private(s, g->mu, &count));
  g->corrected = (PetscBool)(count > 0);
  PetscCall(VecAXPBY(s->next.nu, to_nu, 0.0, g->mu));
  if (count)
    PetscCall(RicStageRespond(g->velocity, s->next.nu, g->U1, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Velocity level: rows with g(q~) ≤ 0, q~ = q1 − U, are eligible; v1 (here v~) becomes the new
// velocity, J its jump.
static PetscErrorCode VelocityStage(RicStepper s, GGL *g, RicReason *reason) {
  PetscInt unused = 0;
  PetscBool any;

  PetscFunctionBegin;
  PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, g->y));
  if (g->corrected) {
    PetscCall(MatMult(s->rows, g->U1, s->row_work));
    PetscCall(VecAXPY(g->y, -1.0, s->row_work));
  }
  PetscCall(RicStepperActivate_Private(s, g->y, 0.0, &any));
  if (!any) {
    PetscCall(VecSet(s->next.impulse, 0.0));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RicStepperImpactRows_Private(s, s->next.t, g->h, s->next.v, g->y0));
  PetscCall(VecCopy(s->state.impulse, s->next.impulse)); // guess of the active set
  // The unknown of the stage is the jump: its free value is 0.
  PetscCall(VecSet(g->J, 0.0));
  PetscCall(RicStageSolve(g->velocity, NULL, g->y0, s->eligible, g->J, g->y, s->next.impulse,
                          &unused, reason));
  PetscCall(VecAXPY(s->next.v, 1.0, g->J));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// b −= B μ_old: the stage finds all of μ anew.
static PetscErrorCode SubtractOldMultipliers(RicStepper s, GGL *g) {
  PetscFunctionBegin;
  PetscCall(MatMultTranspose(s->rows, g->mu, g->dqs));
  if (s->damped) {
    PetscCall(DampingImage(g->dqs, g->dq, s));
    PetscCall(VecAXPY(g->b, -1.0, g->dq));
  } else
    PetscCall(VecAXPY(g->b, -1.0, g->dqs));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The position stage from the present iterate. `first`: μ is a guess only, nothing of it is in the
// iterate.
static PetscErrorCode PositionStage(RicStepper s, GGL *g, PetscBool first, RicReason *reason) {
  PetscInt unused = 0;

  PetscFunctionBegin;
  if (!first)
    PetscCall(SubtractOldMultipliers(s, g));
  PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, g->y0));
  PetscCall(VecSet(s->eligible, 1.0));
  PetscCall(
      RicStageSolve(g->position, g->b, g->y0, s->eligible, g->dq, g->y, g->mu, &unused, reason));
  if (*reason == RIC_OK)
    PetscCall(PositionCorrection(s, g, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// One correction of the coupled problem (nonlinear or damped).
static PetscErrorCode Correct_Coupled(void *ctx, PetscReal *correction, PetscReal *increment,
                                      RicReason *reason) {
  RicStepper s = (RicStepper)ctx;
  GGL *g = (GGL *)s->data;
  const PetscBool first = (PetscBool)(s->next.iterations++ == 0);

  PetscFunctionBegin;
  if (!s->linear)
    PetscCall(SetOperator(s, g, s->next.q));
  PetscCall(PositionStage(s, g, first, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (!g->corrected)
    PetscCall(VecSet(g->U1, 0.0));
  PetscCall(VecAYPX(g->U, -1.0, g->U1)); // the change of U
  if (!first)
    PetscCall(VecAXPY(s->next.v, -1.0, g->J)); // back to v~
  PetscCall(
      RicAlphaCorrect(&g->alpha, g->h, g->dq, g->U, s->next.q, s->next.v, s->next.acceleration));
  PetscCall(VecCopy(g->U1, g->U));
  PetscCall(VecSet(g->J, 0.0));
  PetscCall(VelocityStage(s, g, reason));
  PetscCall(VecNorm(g->dq, NORM_INFINITY, correction));
  PetscCall(VecWAXPY(g->work, -1.0, s->state.q, s->next.q));
  PetscCall(VecNorm(g->work, NORM_INFINITY, increment));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The only correction of a linear undamped step.
static PetscErrorCode Correct_Linear(void *ctx, PetscReal *correction, PetscReal *increment,
                                     RicReason *reason) {
  RicStepper s = (RicStepper)ctx;
  GGL *g = (GGL *)s->data;

  PetscFunctionBegin;
  *correction = *increment = 0;
  s->next.iterations++;
  PetscCall(RicModelForce(s->model, s->next.t, s->next.q, s->next.v, g->b));
  PetscCall(PositionStage(s, g, PETSC_TRUE, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicAlphaCorrectAndFinish(&g->alpha, g->h, g->dq, g->corrected ? g->U1 : NULL, g->a,
                                     s->state.acceleration, s->next.q, s->next.v, g->a1,
                                     s->next.acceleration));
  PetscCall(VelocityStage(s, g, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Algorithm 1, one pass: smooth solve, position projection, velocity projection.
static PetscErrorCode Correct_Decoupled(void *ctx, PetscReal *correction, PetscReal *increment,
                                        RicReason *reason) {
  RicStepper s = (RicStepper)ctx;
  GGL *g = (GGL *)s->data;
  const PetscBool first = (PetscBool)(s->next.iterations++ == 0);
  PetscInt unused = 0;

  PetscFunctionBegin;
  if (!s->linear)
    PetscCall(SetOperator(s, g, s->next.q));
  PetscCall(RicStageSolveFree(g->position, g->b, g->dq, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (!first)
    PetscCall(VecAXPY(s->next.v, -1.0, g->J));
  PetscCall(
      RicAlphaCorrect(&g->alpha, g->h, g->dq, NULL, s->next.q, s->next.v, s->next.acceleration));
  PetscCall(VecAXPY(s->next.q, -1.0, g->U)); // q~
  PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, g->y0));
  PetscCall(VecSet(s->eligible, 1.0));
  PetscCall(VecSet(g->U1, 0.0));
  PetscCall(RicStageSolve(g->velocity, NULL, g->y0, s->eligible, g->U1, g->y, s->next.nu, &unused,
                          reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecAXPY(s->next.q, 1.0, g->U1));
  PetscCall(VecAXPY(g->dq, -1.0, g->U));
  PetscCall(VecAXPY(g->dq, 1.0, g->U1));
  PetscCall(VecCopy(g->U1, g->U));
  g->corrected = PETSC_TRUE;
  PetscCall(VecSet(g->J, 0.0));
  PetscCall(VelocityStage(s, g, reason));
  PetscCall(VecNorm(g->dq, NORM_INFINITY, correction));
  PetscCall(VecWAXPY(g->work, -1.0, s->state.q, s->next.q));
  PetscCall(VecNorm(g->work, NORM_INFINITY, increment));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Predict(RicStepper s, GGL *g) {
  PetscFunctionBegin;
  PetscCall(RicAlphaPredict(&g->alpha, g->h, s->state.q, s->state.v, g->a, s->state.acceleration,
                            s->next.q, s->next.v));
  s->next.iterations = 0;
  g->corrected = PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Prediction for the iterated forms: v̇~ = 0 and no corrections, but what supports prescribe.
static PetscErrorCode PredictIterated(RicStepper s, GGL *g) {
  PetscFunctionBegin;
  PetscCall(Predict(s, g));
  PetscCall(VecSet(s->next.acceleration, 0.0));
  PetscCall(VecSet(g->U, 0.0));
  PetscCall(VecSet(g->J, 0.0));
  PetscCall(
      RicModelPrescribe(s->model, s->next.t, g->h, s->next.q, s->next.v, s->next.acceleration));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Step_Iterated(RicStepper s, GGL *g, PetscBool decoupled, RicReason *reason) {
  static const RicNewtonProblem coupled = {.Residual = Residual_GGL, .Correct = Correct_Coupled};
  static const RicNewtonProblem algorithm1 = {.Residual = Residual_GGL,
                                              .Correct = Correct_Decoupled};
  PetscInt iterations;

  PetscFunctionBegin;
  PetscCall(PredictIterated(s, g));
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
  GGL *g = (GGL *)s->data;
  PetscBool moving;
  PetscInt iterations;

  PetscFunctionBegin;
  (void)h;
  *reason = RIC_RETRY;
  PetscCall(VecCopy(g->mu, g->mu_old));
  PetscCall(RicModelHasMovingSupports(s->model, &moving));
  if (g->decoupled) {
    PetscCall(Step_Iterated(s, g, PETSC_TRUE, reason));
    if (*reason == RIC_OK)
      PetscFunctionReturn(PETSC_SUCCESS);
    s->stats.fallbacks++;
  }
  if (s->linear && !s->damped && !moving) {
    PetscCall(Predict(s, g));
    PetscCall(RicNewtonSolve(g->newton, &linear, s, PETSC_TRUE, &iterations, reason));
  } else
    PetscCall(Step_Iterated(s, g, PETSC_FALSE, reason));
  if (*reason != RIC_OK)
    PetscCall(VecCopy(g->mu_old, g->mu));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Accept_GGL(RicStepper s) {
  GGL *g = (GGL *)s->data;
  const Vec a = g->a;

  PetscFunctionBegin;
  g->a = g->a1;
  g->a1 = a;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GetFactorizations_GGL(RicStepper s, PetscInt *n) {
  GGL *g = (GGL *)s->data;
  PetscInt more;

  PetscFunctionBegin;
  PetscCall(RicStageGetFactorizations(g->position, n));
  PetscCall(RicStageGetFactorizations(g->velocity, &more));
  *n += more;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode View_GGL(RicStepper s, PetscViewer viewer) {
  GGL *g = (GGL *)s->data;

  PetscFunctionBegin;
  PetscCall(RicStageView(g->position, viewer));
  PetscCall(RicStageView(g->velocity, viewer));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_GGL(RicStepper s) {
  GGL *g = (GGL *)s->data;
  Vec *vecs[] = {&g->a,   &g->a1,   &g->b,  &g->dq,     &g->U,  &g->U1, &g->J,
                 &g->dqs, &g->work, &g->mu, &g->mu_old, &g->y0, &g->y};

  PetscFunctionBegin;
  for (PetscInt i = 0; i < 13; i++)
    PetscCall(VecDestroy(vecs[i]));
  PetscCall(RicStageDestroy(&g->position));
  PetscCall(RicStageDestroy(&g->velocity));
  PetscCall(RicNewtonDestroy(&g->newton));
  PetscCall(RicNewtonDestroy(&g->newton_decoupled));
  PetscCall(MatDestroy(&g->A));
  PetscCall(PetscFree(s->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicStepperOps RicStepperGGLAlpha = {
    .name = "ggl-alpha",
    .description = "nonsmooth generalized-alpha, constraints at position and velocity level "
                   "(Brüls, Acary & Cardona 2014)",
    .num_options = 2,
    .options = {{.name = "rho_inf",
                 .help = "spectral radius at infinite frequency",
                 .lowest = 0,
                 .highest = 1,
                 .value = 0.8},
                {.name = "solve",
                 .help = "coupled problem, or Algorithm 1 of the paper",
                 .choices = {"coupled", "decoupled"}}},
    .SetUp = SetUp_GGL,
    .Start = Start_GGL,
    .Step = Step_GGL,
    .Accept = Accept_GGL,
    .GetFactorizations = GetFactorizations_GGL,
    .View = View_GGL,
    .Destroy = Destroy_GGL};
