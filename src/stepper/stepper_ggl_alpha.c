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
#include "stepper/alpha.h"

typedef struct {
  RicAlpha alpha;
  PetscReal h, kappa;
  PetscBool decoupled, modified; // modified: ggl-alpha-mu
  RicStage position, velocity;
  RicNewton newton, newton_decoupled;
  Vec a, a1;    // pseudo-acceleration, before and after
  Vec b, dq;    // right-hand side and increment of a correction
  Vec U, U1, J; // position correction before and after a correction; velocity jump
  Vec work, work2;
  Vec mu, mu_old;  // multiplier of the position stage: κν on contacts, λ~ + κν on joints
  Vec y0, y, rate; // rows
  Vec position_law, smooth_law, velocity_law;
  PetscBool corrected; // U is not 0
  PetscBool pushed;    // J may not be 0
} GGL;

// B e_j = Wᵀe_j + (h/c) C M⁻¹ Wᵀe_j.
static PetscErrorCode DampingImage(Vec column, Vec image, void *ctx) {
  RicStepper s = (RicStepper)ctx;
  GGL *g = (GGL *)s->data;
  RicReason reason;

  PetscFunctionBegin;
  PetscCall(RicStageSolveFree(g->velocity, column, g->work2, &reason));
  PetscCall(RicModelDampingMult(s->model, g->work2, image));
  PetscCall(VecAYPX(image, g->h / g->alpha.c, column));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateWork(RicStepper s, GGL *g) {
  Vec *dofs[] = {&g->a, &g->a1, &g->b, &g->dq, &g->U, &g->U1, &g->J, &g->work, &g->work2, NULL};
  Vec *rows[] = {&g->mu,           &g->mu_old,     &g->y0,           &g->y, &g->rate,
                 &g->position_law, &g->smooth_law, &g->velocity_law, NULL};

  PetscFunctionBegin;
  PetscCall(RicStepperCreateDofVecs_Private(s, dofs));
  PetscCall(RicStepperCreateRowVecs_Private(s, rows));
  PetscCall(RicStepperLaws_Private(s, RIC_LAW_UNILATERAL, RIC_LAW_EQUALITY, RIC_LAW_EQUALITY,
                                   g->position_law));
  PetscCall(RicStepperLaws_Private(s, RIC_LAW_OFF, RIC_LAW_EQUALITY, RIC_LAW_OFF, g->smooth_law));
  PetscCall(
      RicStepperLaws_Private(s, RIC_LAW_OFF, RIC_LAW_EQUALITY, RIC_LAW_EQUALITY, g->velocity_law));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Create_GGL(RicStepper s) {
  GGL *g;

  PetscFunctionBegin;
  PetscCall(PetscNew(&g));
  s->data = g;
  g->alpha = RicAlphaFromRhoInf(RicStepperOption_Private(s, "rho_inf"));
  g->modified = (PetscBool)(s->ops == &RicStepperGGLAlphaMu);
  g->decoupled = (PetscBool)(g->modified || RicStepperOption_Private(s, "solve") == 1);
  PetscCall(CreateWork(s, g));
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

// A = κ M + γ/(hβ) C + K at the present iterate (at NULL: the reference).
static PetscErrorCode SetOperator(RicStepper s, GGL *g, const RicTangentPoint *at) {
  PetscFunctionBegin;
  PetscCall(RicStepperSetTangent_Private(s, g->kappa, g->alpha.gamma / (g->h * g->alpha.beta), 1,
                                         at, g->position));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_GGL(RicStepper s, PetscReal h, const RicTangentPoint *at) {
  GGL *g = (GGL *)s->data;

  PetscFunctionBegin;
  g->h = h;
  g->kappa = g->alpha.c * g->alpha.gamma / (h * h * g->alpha.beta);
  PetscCall(SetOperator(s, g, at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The consistent acceleration: a_0 = 0 would cost an order. Joints count, contacts do not.
static PetscErrorCode Start_GGL(RicStepper s) {
  GGL *g = (GGL *)s->data;

  PetscFunctionBegin;
  PetscCall(RicStepperInitialAcceleration_Private(s, g->velocity, s->state.acceleration,
                                                  s->state.lambda));
  PetscCall(VecCopy(s->state.acceleration, g->a));
  PetscCall(VecSet(g->mu, 0.0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rows and mass of the present iterate.
static PetscErrorCode UpdateGeometry(RicStepper s, GGL *g) {
  PetscBool rows, mass;
  Mat M;

  PetscFunctionBegin;
  PetscCall(RicModelUpdate(s->model, s->next.t, s->next.q, &rows, &mass));
  if (mass) {
    PetscCall(RicModelGetMass(s->model, &M));
    PetscCall(RicStageSetOperator(g->velocity, M, &s->mass_traits));
  } else if (rows)
    PetscCall(RicStageRowsChanged(g->velocity));
  if (rows)
    PetscCall(RicStageRowsChanged(g->position));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The tangent where it changes: with elements, systems, mass, or joints under load.
static PetscErrorCode UpdateTangent(RicStepper s, GGL *g) {
  const RicTangentPoint at = {.t = s->next.t,
                              .q = s->next.q,
                              .v = s->next.v,
                              .inertia = s->next.acceleration,
                              .lambda = s->next.lambda};

  PetscFunctionBegin;
  if (!s->model_is->constant_tangent || s->num_joint_rows)
    PetscCall(SetOperator(s, g, &at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// b = f(q1, v1) − M v̇1.
static PetscErrorCode Balance(RicStepper s, GGL *g) {
  PetscFunctionBegin;
  PetscCall(RicModelForce(s->model, s->next.t, s->next.q, s->next.v, g->b));
  PetscCall(RicModelMassMult(s->model, s->next.acceleration, g->work));
  PetscCall(VecAXPY(g->b, -1.0, g->work));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What turning rows leave of the position problem at the new iterate, κ (M U − Wᵀν), a force.
static PetscErrorCode CorrectionResidual(RicStepper s, GGL *g, PetscReal *force) {
  PetscFunctionBegin;
  *force = 0;
  if (!g->corrected || (s->model_is->constant_rows && s->model_is->constant_mass))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelMassMult(s->model, g->U, g->work));
  PetscCall(MatMultTranspose(s->rows, s->next.nu, g->work2));
  PetscCall(VecAXPY(g->work, -1.0, g->work2));
  PetscCall(RicStepperForceNorm_Private(s, g->work, force));
  *force *= g->kappa;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Of gaps and joints, and of the velocities of active rows where these turn.
static PetscErrorCode Violation(RicStepper s, GGL *g, PetscReal *violation) {
  PetscReal velocity = 0;

  PetscFunctionBegin;
  PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, g->y));
  PetscCall(RicStepperGapViolation_Private(s, g->position_law, g->modified ? g->mu : s->next.nu,
                                           g->y, violation));
  if (s->model_is->constant_rows && s->model_is->constant_mass)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicStepperImpactRows_Private(s, s->next.t, g->h, s->next.v, g->y));
  PetscCall(
      RicStepperRateViolation_Private(s, g->h, g->position_law, s->next.impulse, g->y, &velocity));
  *violation = PetscMax(*violation, velocity);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Unbalanced force against the largest of inertia, contact and joint forces.
static PetscErrorCode Residual_GGL(void *ctx, RicMeasure *residual) {
  RicStepper s = (RicStepper)ctx;
  GGL *g = (GGL *)s->data;
  const RicRoundOff *round_off;
  PetscReal inertia, force;

  PetscFunctionBegin;
  PetscCall(UpdateGeometry(s, g));
  PetscCall(Balance(s, g));
  PetscCall(RicStepperForceNorm_Private(s, g->work, &inertia));
  PetscCall(MatMultTranspose(s->rows, s->next.lambda, g->work));
  PetscCall(RicStepperForceNorm_Private(s, g->work, &force));
  PetscCall(VecWAXPY(g->work2, 1.0, g->b, g->work));
  PetscCall(RicStepperForceNorm_Private(s, g->work2, &residual->value));
  PetscCall(RicStepperRoundOff_Private(s, &round_off));
  residual->reference = PetscMax(inertia, force);
  residual->floor = round_off->force;
  if (s->next.iterations == 0)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatMultTranspose(s->rows, g->mu, g->work));
  PetscCall(RicStepperForceNorm_Private(s, g->work, &force));
  residual->reference = PetscMax(residual->reference, force);
  PetscCall(CorrectionResidual(s, g, &force));
  residual->value = PetscMax(residual->value, force);
  if (g->corrected) // multipliers are κ times lengths, and no more exact
    residual->floor += g->kappa * round_off->position;
  PetscCall(Violation(s, g, &residual->violation));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ν and U1 = M⁻¹Wᵀν from μ and dq; on joints such that W_b v~ = 0 after the correction, what
// remains of μ_b is λ~.
static PetscErrorCode PositionCorrection(RicStepper s, GGL *g, RicReason *reason) {
  const PetscReal r = g->h * g->alpha.beta / g->alpha.gamma;
  PetscInt unused = 0, count;

  PetscFunctionBegin;
  PetscCall(RicStepperCountPositive_Private(s, g->mu, &count));
  g->corrected = (PetscBool)(count > 0 || s->num_joint_rows > 0);
  PetscCall(VecAXPBY(s->next.nu, 1 / g->kappa, 0.0, g->mu));
  if (!s->num_joint_rows) {
    if (count)
      PetscCall(RicStageRespond(g->velocity, s->next.nu, g->U1, reason));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RicStepperMaskRows_Private(s, RIC_ROW_UNILATERAL, s->next.nu));
  PetscCall(MatMultTranspose(s->rows, s->next.nu, g->b));
  // y0 = −[W(dq + U) + r (W v~ − ṡ)]
  PetscCall(VecWAXPY(g->work, 1.0, g->dq, g->U));
  PetscCall(MatMult(s->rows, g->work, g->y0));
  PetscCall(RicModelGapVelocities(s->model, s->next.t, g->h, s->next.q, s->next.v, g->rate));
  PetscCall(VecAXPBY(g->y0, -r, -1.0, g->rate));
  PetscCall(VecSet(g->y, 0.0));
  PetscCall(VecCopy(s->state.nu, s->row_work));
  PetscCall(RicStageSolve(g->velocity, g->b, g->y0, g->smooth_law, g->U1, g->y, s->row_work,
                          &unused, reason));
  PetscCall(VecAXPY(s->next.nu, 1.0, s->row_work));
  PetscCall(VecWAXPY(s->next.lambda, -g->kappa, s->next.nu, g->mu));
  PetscCall(RicStepperZeroRows_Private(s, RIC_ROW_UNILATERAL, s->next.lambda)); // but for round-off
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Velocity level: contacts with g(q~) ≤ 0, q~ = q1 − U, and joints; v1 (here v~) becomes the new
// velocity, J its jump.
static PetscErrorCode VelocityStage(RicStepper s, GGL *g, RicReason *reason) {
  PetscInt unused = 0;
  PetscBool any;

  PetscFunctionBegin;
  if (g->corrected) {
    PetscCall(RicModelMove(s->model, s->next.q, -1.0, g->U1, g->work));
    PetscCall(RicModelGaps(s->model, s->next.t, g->work, g->y));
  } else
    PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, g->y));
  PetscCall(RicStepperActivate_Private(s, g->y, g->velocity_law, &any));
  if (g->pushed)
    PetscCall(VecSet(g->J, 0.0));
  g->pushed = any;
  if (!any) {
    PetscCall(VecSet(s->next.impulse, 0.0));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RicStepperImpactRows_Private(s, s->next.t, g->h, s->next.v, g->y0));
  PetscCall(VecCopy(s->state.impulse, s->next.impulse)); // guess of the active set
  PetscCall(RicStageSolve(g->velocity, NULL, g->y0, s->eligible, g->J, g->y, s->next.impulse,
                          &unused, reason));
  PetscCall(VecAXPY(s->next.v, 1.0, g->J));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// b −= (κM + γ/(hβ) C) U: the stage finds the whole of ν anew.
static PetscErrorCode SubtractCorrection(RicStepper s, GGL *g) {
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

// Rows of the position stage: gaps and joint values; velocity joints in displacements, r (W v~ −
// ṡ).
static PetscErrorCode PositionRows(RicStepper s, GGL *g) {
  PetscFunctionBegin;
  PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, g->y0));
  if (!s->num_velocity_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelGapVelocities(s->model, s->next.t, g->h, s->next.q, s->next.v, g->rate));
  PetscCall(VecScale(g->rate, g->h * g->alpha.beta / g->alpha.gamma));
  PetscCall(RicStepperCopyRows_Private(s, RIC_ROW_VELOCITY, g->rate, g->y0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PositionStage(RicStepper s, GGL *g, RicReason *reason) {
  PetscInt unused = 0;

  PetscFunctionBegin;
  PetscCall(PositionRows(s, g));
  PetscCall(RicStageSolve(g->position, g->b, g->y0, g->position_law, g->dq, g->y, g->mu, &unused,
                          reason));
  if (*reason == RIC_OK)
    PetscCall(PositionCorrection(s, g, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// One correction of the coupled problem (nonlinear, damped or with joints).
static PetscErrorCode Correct_Coupled(void *ctx, RicMeasure *correction, RicReason *reason) {
  RicStepper s = (RicStepper)ctx;
  GGL *g = (GGL *)s->data;

  PetscFunctionBegin;
  s->next.iterations++;
  PetscCall(UpdateTangent(s, g));
  PetscCall(SubtractCorrection(s, g));
  PetscCall(VecAXPY(s->next.v, -1.0, g->J)); // back to v~
  PetscCall(PositionStage(s, g, reason));
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
  PetscCall(VelocityStage(s, g, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The only correction of a linear undamped step.
static PetscErrorCode Correct_Linear(void *ctx, RicMeasure *correction, RicReason *reason) {
  RicStepper s = (RicStepper)ctx;
  GGL *g = (GGL *)s->data;

  PetscFunctionBegin;
  (void)correction;
  s->next.iterations++;
  PetscCall(RicModelForce(s->model, s->next.t, s->next.q, s->next.v, g->b));
  PetscCall(PositionStage(s, g, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicAlphaCorrectAndFinish(&g->alpha, g->h, g->dq, g->corrected ? g->U1 : NULL, g->a,
                                     s->state.acceleration, s->next.q, s->next.v, g->a1,
                                     s->next.acceleration));
  PetscCall(VelocityStage(s, g, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Algorithm 1, step 1: the smooth motion with the joints at velocity level.
static PetscErrorCode SmoothSolve(RicStepper s, GGL *g, RicReason *reason) {
  PetscInt unused = 0;

  PetscFunctionBegin;
  if (!s->num_joint_rows) {
    PetscCall(RicStageSolveFree(g->position, g->b, g->dq, reason));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RicModelGapVelocities(s->model, s->next.t, g->h, s->next.q, s->next.v, g->y0));
  PetscCall(VecScale(g->y0, g->h * g->alpha.beta / g->alpha.gamma));
  PetscCall(VecSet(s->next.lambda, 0.0));
  PetscCall(RicStageSolve(g->position, g->b, g->y0, g->velocity_law, g->dq, g->y, s->next.lambda,
                          &unused, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Step 2: U = M⁻¹Wᵀν with the rows of the present iterate, gaps linearised there.
static PetscErrorCode PositionProjection(RicStepper s, GGL *g, RicReason *reason) {
  PetscInt unused = 0;

  PetscFunctionBegin;
  // y0 + W U: gaps at q~ + U from those at q1 = q~ + U_old.
  PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, g->y0));
  PetscCall(MatMult(s->rows, g->U, g->y));
  PetscCall(VecAXPY(g->y0, -1.0, g->y));
  PetscCall(
      RicStepperLaws_Private(s, RIC_LAW_UNILATERAL, RIC_LAW_EQUALITY, RIC_LAW_OFF, s->eligible));
  // Modified: ν = μ + hΛ, and M⁻¹Wᵀ hΛ = hJ is there before μ acts.
  PetscCall(VecAXPBY(g->U1, g->modified ? g->h : 0.0, 0.0, g->J));
  PetscCall(RicStageSolve(g->velocity, NULL, g->y0, s->eligible, g->U1, g->y, s->next.nu, &unused,
                          reason));
  PetscCall(VecAXPBY(g->mu, g->kappa, 0.0, s->next.nu)); // for the residual: closed rows, forces
  if (g->modified)
    PetscCall(VecAXPY(s->next.nu, g->h, s->next.impulse));
  g->corrected = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Correct_Decoupled(void *ctx, RicMeasure *correction, RicReason *reason) {
  RicStepper s = (RicStepper)ctx;
  GGL *g = (GGL *)s->data;

  PetscFunctionBegin;
  s->next.iterations++;
  PetscCall(UpdateTangent(s, g));
  PetscCall(VecAXPY(s->next.v, -1.0, g->J));
  PetscCall(SmoothSolve(s, g, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicAlphaCorrect(&g->alpha, s->model, g->h, g->dq, NULL, s->state.q, s->next.q,
                            s->next.v, s->next.acceleration));
  if (g->modified) // its position level takes hΛ of this iteration
    PetscCall(VelocityStage(s, g, reason));
  if (*reason == RIC_OK)
    PetscCall(PositionProjection(s, g, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecAYPX(g->U, -1.0, g->U1)); // the change of U
  PetscCall(RicModelExtend(s->model, s->state.q, 1.0, g->U, s->next.q));
  PetscCall(VecWAXPY(g->work, 1.0, g->U, g->dq));
  PetscCall(RicAlphaMeasure(s, &g->alpha, g->h, g->work, g->dq, correction));
  PetscCall(VecCopy(g->U1, g->U));
  if (!g->modified)
    PetscCall(VelocityStage(s, g, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Predict(RicStepper s, GGL *g) {
  PetscFunctionBegin;
  PetscCall(RicAlphaPredict(&g->alpha, s->model, g->h, s->state.q, s->state.v, g->a,
                            s->state.acceleration, s->next.q, s->next.v));
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
  PetscCall(VecCopy(s->state.lambda, s->next.lambda));
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
  GGL *g = (GGL *)s->data;
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
  GGL *g = (GGL *)s->data;
  const Vec a = g->a;

  PetscFunctionBegin;
  s->next.jump = g->J;
  s->next.correction = g->corrected ? g->U1 : NULL;
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
