// SPDX-License-Identifier: BSD-2-Clause
// nsga: the nonsmooth generalized-α scheme with the constraints at velocity level only.
//
// Chen, Acary, Virlez & Brüls, A nonsmooth generalized-α scheme for flexible multibody systems with
// unilateral constraints, IJNME 96 (2013):
//
//   M v̇~ = f(q, v, t),  generalized-α: v~, q~
//   M J = WᵀΛ,  v = v~ + J,  q = q~ + h/2 J
//   0 ≤ W v + e W v_n ⊥ Λ ≥ 0 for the rows with g(q~) ≤ 0,  W_b v = 0
//
// What ggl-alpha adds to it is the position level: here contacts penetrate by O(h) and joints
// drift. Each iteration solves the smooth motion with the jump of the one before, then projects the
// velocities in M; on a stiff structure it converges linearly, slower with the Courant number.
#include "stepper/alpha.h"
#include "stepper/stepper_impl.h"

typedef struct {
  RicAlpha alpha;
  PetscReal h;
  RicStage smooth, velocity;
  RicNewton newton;
  Mat A;
  Vec a, a1, b, dq, J, J1, work;
  Vec y, y0, law, all; // all: every row has a law
} NSGA;

static PetscErrorCode SetOperator(RicStepper s, NSGA *g, const RicTangentPoint *at) {
  const PetscReal r = g->alpha.gamma / (g->h * g->alpha.beta);

  PetscFunctionBegin;
  PetscCall(RicModelOperator(s->model, g->alpha.c * r / g->h, r, 1, at, g->A));
  PetscCall(RicStageSetOperator(g->smooth, g->A, &s->traits));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Create(RicStepper s, NSGA *g) {
  Vec *dofs[] = {&g->a, &g->a1, &g->b, &g->dq, &g->J, &g->J1, &g->work};
  Vec *rows[] = {&g->y, &g->y0, &g->law, &g->all};
  Mat mass;

  PetscFunctionBegin;
  g->alpha = RicAlphaFromRhoInf(RicStepperOption_Private(s, "rho_inf"));
  for (PetscInt i = 0; i < 7; i++)
    PetscCall(RicModelCreateVec(s->model, dofs[i]));
  for (PetscInt i = 0; i < 4; i++)
    PetscCall(RicModelCreateContactVec(s->model, rows[i]));
  PetscCall(VecSet(g->all, RIC_LAW_UNILATERAL));
  PetscCall(RicStepperLaws_Private(s, RIC_LAW_OFF, RIC_LAW_EQUALITY, RIC_LAW_EQUALITY, g->law));
  PetscCall(RicModelCreateMat(s->model, &g->A));
  PetscCall(RicModelGetMass(s->model, &mass));
  PetscCall(RicStageCreate(s->comm, "smooth_", &g->smooth));
  PetscCall(RicStageSetRows(g->smooth, s->rows, s->separable));
  PetscCall(RicStageSetFromOptions(g->smooth));
  PetscCall(RicStageCreate(s->comm, "velocity_", &g->velocity));
  PetscCall(RicStageSetRows(g->velocity, s->rows, s->separable));
  PetscCall(RicStageSetFromOptions(g->velocity));
  PetscCall(RicStageSetOperator(g->velocity, mass, &s->mass_traits));
  PetscCall(RicNewtonCreate(s->comm, "step_", &g->newton));
  PetscCall(RicNewtonSetMaxIterations(g->newton, 1000));
  PetscCall(RicNewtonSetFromOptions(g->newton));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_NSGA(RicStepper s, PetscReal h) {
  NSGA *g = (NSGA *)s->data;

  PetscFunctionBegin;
  if (!g) {
    PetscCall(PetscNew(&g));
    s->data = g;
    PetscCall(Create(s, g));
  }
  g->h = h;
  PetscCall(SetOperator(
      s, g,
      s->linear ? NULL : &(RicTangentPoint){.t = s->state.t, .q = s->state.q, .v = s->state.v}));
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
static PetscErrorCode Residual_NSGA(void *ctx, PetscReal *norm, PetscReal *reference) {
  RicStepper s = (RicStepper)ctx;
  NSGA *g = (NSGA *)s->data;
  PetscBool rows, mass;
  PetscReal force;
  Mat M;

  PetscFunctionBegin;
  PetscCall(RicModelUpdate(s->model, s->next.t, s->next.q, &rows, &mass));
  PetscCall(RicModelGetMass(s->model, &M));
  if (mass)
    PetscCall(RicStageSetOperator(g->velocity, M, &s->mass_traits));
  else if (rows)
    PetscCall(RicStageRowsChanged(g->velocity));
  PetscCall(RicModelForce(s->model, s->next.t, s->next.q, s->next.v, g->b));
  PetscCall(VecNorm(g->b, NORM_2, &force));
  PetscCall(RicModelMassMult(s->model, s->next.acceleration, g->work));
  PetscCall(VecNorm(g->work, NORM_2, reference));
  *reference = PetscMax(*reference, force);
  PetscCall(VecAXPY(g->b, -1.0, g->work));
  PetscCall(VecNorm(g->b, NORM_2, norm));
  if (!s->next.iterations || s->constant_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicStepperImpactRows_Private(s, s->next.t, g->h, s->next.v, g->y));
  PetscCall(RicStepperActiveNorm_Private(s, g->all, s->next.impulse, g->y, &force));
  *norm = PetscMax(*norm, force * s->unit_mass / g->h);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Activation by g(q~), q~ = q1 − h/2 J; then the jump.
static PetscErrorCode VelocityStage(RicStepper s, NSGA *g, RicReason *reason) {
  PetscInt unused = 0;
  PetscBool any;

  PetscFunctionBegin;
  PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, g->y));
  PetscCall(RicStepperActivate_Private(s, g->y, 0.0, g->law, &any));
  PetscCall(VecSet(g->J1, 0.0));
  PetscCall(RicStepperImpactRows_Private(s, s->next.t, g->h, s->next.v, g->y0));
  if (s->next.iterations == 1)
    PetscCall(VecCopy(s->state.impulse, s->next.impulse));
  PetscCall(RicStageSolve(g->velocity, NULL, g->y0, s->eligible, g->J1, g->y, s->next.impulse,
                          &unused, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Correct_NSGA(void *ctx, PetscReal *correction, PetscReal *increment,
                                   RicReason *reason) {
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
  PetscCall(VecAXPY(s->next.v, 1.0, g->J1));
  PetscCall(VecAXPY(s->next.q, g->h / 2, g->J1));
  PetscCall(VecAYPX(g->J, -1.0, g->J1));
  PetscCall(VecAXPY(g->dq, g->h / 2, g->J));
  PetscCall(VecCopy(g->J1, g->J));
  PetscCall(VecNorm(g->dq, NORM_INFINITY, correction));
  PetscCall(VecWAXPY(g->work, -1.0, s->state.q, s->next.q));
  PetscCall(VecNorm(g->work, NORM_INFINITY, increment));
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

static PetscErrorCode GetFactorizations_NSGA(RicStepper s, PetscInt *n) {
  NSGA *g = (NSGA *)s->data;
  PetscInt more;

  PetscFunctionBegin;
  PetscCall(RicStageGetFactorizations(g->smooth, n));
  PetscCall(RicStageGetFactorizations(g->velocity, &more));
  *n += more;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode View_NSGA(RicStepper s, PetscViewer viewer) {
  PetscFunctionBegin;
  PetscCall(RicStageView(((NSGA *)s->data)->smooth, viewer));
  PetscCall(RicStageView(((NSGA *)s->data)->velocity, viewer));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_NSGA(RicStepper s) {
  NSGA *g = (NSGA *)s->data;
  Vec *vecs[] = {&g->a,    &g->a1, &g->b,  &g->dq,  &g->J,  &g->J1,
                 &g->work, &g->y,  &g->y0, &g->law, &g->all};

  PetscFunctionBegin;
  for (PetscInt i = 0; i < 11; i++)
    PetscCall(VecDestroy(vecs[i]));
  PetscCall(RicStageDestroy(&g->smooth));
  PetscCall(RicStageDestroy(&g->velocity));
  PetscCall(RicNewtonDestroy(&g->newton));
  PetscCall(MatDestroy(&g->A));
  PetscCall(PetscFree(s->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicStepperOps RicStepperNSGA = {.name = "nsga",
                                      .description =
                                          "nonsmooth generalized-alpha, constraints at velocity "
                                          "level only (Chen, Acary, Virlez & Brüls 2013)",
                                      .num_options = 1,
                                      .options = {{.name = "rho_inf",
                                                   .help = "spectral radius at infinite frequency",
                                                   .lowest = 0,
                                                   .highest = 1,
                                                   .value = 0.8}},
                                      .SetUp = SetUp_NSGA,
                                      .Start = Start_NSGA,
                                      .Step = Step_NSGA,
                                      .Accept = Accept_NSGA,
                                      .GetFactorizations = GetFactorizations_NSGA,
                                      .View = View_NSGA,
                                      .Destroy = Destroy_NSGA};
