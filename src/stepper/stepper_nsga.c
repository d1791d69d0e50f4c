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
// drift.
//
// solve: coupled. With r = γ/(hβ), κ = cr/h, ε = 1 − γ/(2β) and the tangent A = κM + rC + K of the
// smooth motion, eliminating dq~ = (dv − ΔJ)/r from its linearised balance leaves
//
//   A dv = r (f − M v̇~) − B J + B Λ'
//   B    = (κM + εK) M⁻¹Wᵀ
//   J    = M⁻¹WᵀΛ of before
//
// one problem for dv and the new Λ', exact for a linear structure. Only for few rows that do not
// turn.
//
// solve: decoupled. Each iteration solves the smooth motion with the jump of the one before, then
// projects the velocities in M; on a stiff structure it converges linearly, slower with the Courant
// number.
#include "stepper/alpha.h"

// Rows up to which the columns of B are worth their solves.
#define COUPLED_ROWS 64

typedef struct {
  RicAlpha alpha;
  PetscReal h, r, kappa, epsilon;
  PetscBool coupled;
  RicStage smooth, velocity;
  RicNewton newton;
  Vec a, a1, b, dq, dv, J, J1, work, work2;
  Vec y, y0, law, used, all; // used: laws of the iteration under way; all: every row has one
} NSGA;

// y = (κM + εK) x, K = A − κM − rC.
static PetscErrorCode JumpForce(RicStepper s, NSGA *g, Vec x, Vec y) {
  PetscFunctionBegin;
  PetscCall(RicModelMassMult(s->model, x, y));
  PetscCall(VecScale(y, g->kappa * (1 - g->epsilon)));
  PetscCall(MatMult(s->tangent, x, g->work2));
  PetscCall(VecAXPY(y, g->epsilon, g->work2));
  if (!s->model_is->damped)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelDampingMult(s->model, x, g->work2));
  PetscCall(VecAXPY(y, -g->epsilon * g->r, g->work2));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// B e_j of Wᵀ e_j.
static PetscErrorCode JumpImage(Vec column, Vec image, void *ctx) {
  RicStepper s = (RicStepper)ctx;
  NSGA *g = (NSGA *)s->data;
  RicReason reason;

  PetscFunctionBegin;
  PetscCall(RicStageSolveFree(g->velocity, column, g->work, &reason));
  PetscCall(JumpForce(s, g, g->work, image));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Create_NSGA(RicStepper s) {
  PetscInt num_rows;
  NSGA *g;

  PetscFunctionBegin;
  PetscCall(PetscNew(&g));
  s->data = g;
  g->alpha = RicAlphaFromRhoInf(RicStepperOption_Private(s, "rho_inf"));
  g->epsilon = 1 - g->alpha.gamma / (2 * g->alpha.beta);
  Vec *dofs[] = {&g->a, &g->a1, &g->b, &g->dq, &g->dv, &g->J, &g->J1, &g->work, &g->work2, NULL};
  Vec *rows[] = {&g->y, &g->y0, &g->law, &g->used, &g->all, NULL};
  PetscCall(RicStepperCreateDofVecs_Private(s, dofs));
  PetscCall(RicStepperCreateRowVecs_Private(s, rows));
  PetscCall(RicStepperLaws_Private(s, RIC_LAW_UNILATERAL, RIC_LAW_UNILATERAL, RIC_LAW_UNILATERAL,
                                   g->all));
  PetscCall(RicStepperLaws_Private(s, RIC_LAW_OFF, RIC_LAW_EQUALITY, RIC_LAW_EQUALITY, g->law));
  PetscCall(VecGetSize(g->law, &num_rows));
  g->coupled =
      (PetscBool)(RicStepperOption_Private(s, "solve") == 0 && s->model_is->constant_rows &&
                  !s->num_friction_rows && num_rows <= COUPLED_ROWS);
  PetscCall(RicStepperCreateStage_Private(s, "smooth_", &g->smooth));
  if (g->coupled)
    PetscCall(RicStageSetColumnImage(g->smooth, JumpImage, s));
  PetscCall(RicStepperCreateMassStage_Private(s, &g->velocity));
  PetscCall(RicStepperCreateNewton_Private(s, g->coupled ? PETSC_DEFAULT : 1000, &g->newton));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A = cγ/(h²β) M + γ/(hβ) C + K.
static PetscErrorCode SetOperator(RicStepper s, NSGA *g, const RicTangentPoint *at) {
  PetscFunctionBegin;
  PetscCall(RicStepperSetTangent_Private(s, g->kappa, g->r, 1, at, g->smooth));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_NSGA(RicStepper s, PetscReal h, const RicTangentPoint *at) {
  NSGA *g = (NSGA *)s->data;

  PetscFunctionBegin;
  g->h = h;
  g->r = g->alpha.gamma / (h * g->alpha.beta);
  g->kappa = g->alpha.c * g->r / h;
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
  PetscReal force, inertia;
  PetscBool rows;

  PetscFunctionBegin;
  PetscCall(RicStepperUpdateMassStage_Private(s, g->velocity, &rows));
  PetscCall(RicModelForce(s->model, s->next.t, s->next.q, s->next.v, g->b));
  PetscCall(RicStepperForceNorm_Private(s, g->b, &force));
  PetscCall(RicModelMassMult(s->model, s->next.acceleration, g->work));
  PetscCall(RicStepperForceNorm_Private(s, g->work, &inertia));
  PetscCall(VecAXPY(g->b, -1.0, g->work));
  PetscCall(RicStepperForceNorm_Private(s, g->b, &residual->value));
  PetscCall(RicStepperRoundOff_Private(s, &round_off));
  residual->reference = PetscMax(inertia, force);
  residual->floor = round_off->force;
  if (!s->next.iterations || s->model_is->constant_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicStepperImpactRows_Private(s, s->next.t, g->h, s->next.v, g->y));
  PetscCall(RicStepperRateViolation_Private(s, g->h, g->all, s->next.impulse, g->y,
                                            &residual->violation));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode UpdateTangent(RicStepper s, NSGA *g) {
  const RicTangentPoint at = {
      .t = s->next.t, .q = s->next.q, .v = s->next.v, .inertia = s->next.acceleration};

  PetscFunctionBegin;
  if (!s->model_is->constant_tangent || !s->model_is->constant_mass)
    PetscCall(SetOperator(s, g, &at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// v1, q1 from v~, q~ (there now) and the jump J1, which becomes J; J1 is then its change.
static PetscErrorCode Jump(RicStepper s, NSGA *g) {
  const Vec before = g->J;

  PetscFunctionBegin;
  PetscCall(VecAXPY(s->next.v, 1.0, g->J1));
  PetscCall(RicModelExtend(s->model, s->state.q, g->h / 2, g->J1, s->next.q));
  PetscCall(VecAYPX(before, -1.0, g->J1));
  g->J = g->J1;
  g->J1 = before;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// v~, q~ from v1, q1, which they replace.
static PetscErrorCode TakeJumpBack(RicStepper s, NSGA *g) {
  PetscFunctionBegin;
  PetscCall(VecAXPY(s->next.v, -1.0, g->J));
  PetscCall(RicModelExtend(s->model, s->state.q, -g->h / 2, g->J, s->next.q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Decoupled ----

// Activation by g(q~), next.q here; then the jump J1.
static PetscErrorCode VelocityStage(RicStepper s, NSGA *g, RicReason *reason) {
  PetscInt unused = 0;
  PetscBool any;

  PetscFunctionBegin;
  PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, g->y));
  PetscCall(RicStepperActivate_Private(s, g->y, g->law, &any));
  PetscCall(VecSet(g->J1, 0.0));
  PetscCall(RicStepperImpactRows_Private(s, s->next.t, g->h, s->next.v, g->y0));
  PetscCall(RicStageSolve(g->velocity, NULL, g->y0, s->eligible, g->J1, g->y, s->next.impulse,
                          &unused, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Correct_Decoupled(void *ctx, RicMeasure *correction, RicReason *reason) {
  RicStepper s = (RicStepper)ctx;
  NSGA *g = (NSGA *)s->data;

  PetscFunctionBegin;
  s->next.iterations++;
  PetscCall(UpdateTangent(s, g));
  PetscCall(RicStageSolveFree(g->smooth, g->b, g->dq, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(TakeJumpBack(s, g));
  PetscCall(RicAlphaCorrect(&g->alpha, s->model, g->h, g->dq, NULL, s->state.q, s->next.q,
                            s->next.v, s->next.acceleration));
  PetscCall(VelocityStage(s, g, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(Jump(s, g));
  PetscCall(VecWAXPY(g->work, g->h / 2, g->J1, g->dq));
  PetscCall(RicAlphaMeasure(s, &g->alpha, g->h, g->work, g->dq, correction));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Coupled ----

// Rows with g(q) ≤ 0 → s->eligible; *same: these are the ones of `used`.
static PetscErrorCode Activate(RicStepper s, NSGA *g, Vec q, PetscBool *any, PetscBool *same) {
  PetscFunctionBegin;
  PetscCall(RicModelGaps(s->model, s->next.t, q, g->y));
  PetscCall(RicStepperActivate_Private(s, g->y, g->law, any));
  if (same)
    PetscCall(VecEqual(s->eligible, g->used, same));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// dv without contact and J1 = 0; which rows then count: by q~ without contact in the first
// iteration, later by that of the one before.
static PetscErrorCode SolveFree(RicStepper s, NSGA *g, PetscBool *any, RicReason *reason) {
  const PetscBool first = (PetscBool)(s->next.iterations == 1);

  PetscFunctionBegin;
  PetscCall(VecScale(g->b, g->r));
  if (!first) {
    PetscCall(JumpForce(s, g, g->J, g->work));
    PetscCall(VecAXPY(g->b, -1.0, g->work));
  }
  PetscCall(RicStageSolveFree(g->smooth, g->b, g->dv, reason));
  if (first)
    PetscCall(RicModelMove(s->model, s->next.q, 1 / g->r, g->dv, g->work));
  else
    PetscCall(RicModelMove(s->model, s->next.q, -g->h / 2, g->J, g->work));
  PetscCall(Activate(s, g, g->work, any, NULL));
  PetscCall(VecCopy(s->eligible, g->used));
  PetscCall(VecSet(g->J1, 0.0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Λ' and J1, dv with them.
static PetscErrorCode ContactStage(RicStepper s, NSGA *g, RicReason *reason) {
  PetscInt unused = 0;

  PetscFunctionBegin;
  PetscCall(RicStepperImpactRows_Private(s, s->next.t, g->h, s->next.v, g->y0));
  PetscCall(RicStageSolve(g->smooth, NULL, g->y0, g->used, g->dv, g->y, s->next.impulse, &unused,
                          reason));
  if (*reason == RIC_OK)
    PetscCall(RicStageRespond(g->velocity, s->next.impulse, g->J1, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Correct_Coupled(void *ctx, RicMeasure *correction, RicReason *reason) {
  RicStepper s = (RicStepper)ctx;
  NSGA *g = (NSGA *)s->data;
  PetscBool any, same = PETSC_TRUE;

  PetscFunctionBegin;
  s->next.iterations++;
  PetscCall(UpdateTangent(s, g));
  PetscCall(SolveFree(s, g, &any, reason));
  if (*reason == RIC_OK && any)
    PetscCall(ContactStage(s, g, reason));
  else
    PetscCall(VecSet(s->next.impulse, 0.0));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecAXPBYPCZ(g->dq, 1 / g->r, -1 / g->r, 0.0, g->dv, g->J1));
  PetscCall(VecAXPY(g->dq, 1 / g->r, g->J));
  PetscCall(TakeJumpBack(s, g));
  PetscCall(RicAlphaCorrect(&g->alpha, s->model, g->h, g->dq, NULL, s->state.q, s->next.q,
                            s->next.v, s->next.acceleration));
  if (any)
    PetscCall(Activate(s, g, s->next.q, &any, &same));
  PetscCall(Jump(s, g));
  if (s->model_is->linear && same) // nothing feeds back
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecWAXPY(g->work, g->h / 2, g->J1, g->dq));
  PetscCall(RicAlphaMeasure(s, &g->alpha, g->h, g->work, g->dq, correction));
  correction->violation = same ? 0 : 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The only correction of a linear step, from v̇~ = 0; *done: unless other rows are active by it.
static PetscErrorCode SolveLinear(RicStepper s, NSGA *g, PetscBool *done, RicReason *reason) {
  RicMeasure correction = {0};

  PetscFunctionBegin;
  PetscCall(RicModelForce(s->model, s->next.t, s->next.q, s->next.v, g->b));
  PetscCall(Correct_Coupled(s, &correction, reason));
  *done = (PetscBool)(correction.violation == 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Step_NSGA(RicStepper s, PetscReal h, RicReason *reason) {
  static const RicNewtonProblem coupled = {.Residual = Residual_NSGA, .Correct = Correct_Coupled};
  static const RicNewtonProblem decoupled = {.Residual = Residual_NSGA,
                                             .Correct = Correct_Decoupled};
  NSGA *g = (NSGA *)s->data;
  PetscBool done = PETSC_FALSE;
  PetscInt iterations;

  PetscFunctionBegin;
  *reason = RIC_OK;
  s->next.iterations = 0;
  PetscCall(RicAlphaPredict(&g->alpha, s->model, h, s->state.q, s->state.v, g->a,
                            s->state.acceleration, s->next.q, s->next.v));
  PetscCall(VecSet(s->next.acceleration, 0.0));
  PetscCall(VecSet(g->J, 0.0));
  PetscCall(VecSet(s->next.nu, 0.0));
  PetscCall(RicModelPrescribe(s->model, s->next.t, h, s->next.q, s->next.v, s->next.acceleration));
  PetscCall(VecCopy(s->state.impulse, s->next.impulse)); // guess of the active set
  if (g->coupled && s->model_is->linear && !s->model_is->moving_supports)
    PetscCall(SolveLinear(s, g, &done, reason));
  if (!done && *reason == RIC_OK)
    PetscCall(RicNewtonSolve(g->newton, g->coupled ? &coupled : &decoupled, s, PETSC_FALSE,
                             &iterations, reason));
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

const RicStepperOps RicStepperNSGA = {
    .name = "nsga",
    .description = "nonsmooth generalized-alpha, constraints at velocity level only (Chen, Acary, "
                   "Virlez & Brüls 2013)",
    .num_options = 2,
    .options =
        {RIC_ALPHA_OPTION_RHO_INF,
         {.name = "solve",
          .help = "coupled problem (few rows that do not turn), or smooth motion and jump in turn",
          .choices = {"coupled", "decoupled"}}},
    .shared = {&RicStepperOption_ImpactRows},
    .friction = PETSC_TRUE,
    .Create = Create_NSGA,
    .SetUp = SetUp_NSGA,
    .Start = Start_NSGA,
    .Step = Step_NSGA,
    .Accept = Accept_NSGA};
