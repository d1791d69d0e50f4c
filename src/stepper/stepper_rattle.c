// SPDX-License-Identifier: BSD-2-Clause
// rattle: nonsmooth RATTLE, two half-steps, the first of which owns the position.
//
// Breuling, Capobianco, Eugster & Leine, Nonlinear Anal. Hybrid Syst. 52 (2024), (25)–(36), (41),
// (43); its errata: docs/schemes.md. In the velocity u½ of the step,
//
//   M_n (u½ − u)    = h/2 f(t_n, q_n, u½) + W_nᵀ P'            first stage
//   q1              = q + h u½
//   0 ≤ g(q1)       ⊥ P'_N ≥ 0             all contacts
//   g_b(q1) = 0,  γ_b(q1, u½) = 0          joints, joints of velocities
//   −γ_F(q1, u½)    ∈ N_C(P'_N)(P'_F)      friction
//
//   M_1 (v1 − u½)   = h/2 f(t_1, q1, u½) + W_1ᵀ (P − P')       second stage
//   0 ≤ W v1 + e W v ⊥ P_N ≥ 0             contacts with P' > 0 or g(q1) = 0, else P = 0
//   W_b v1 = 0                             joints, those of velocities too
//   −ξ_F            ∈ N_C(P_N)(P_F)        ξ_F = γ_F(q1, v1) + e_F γ_F(q, v)
//
// P is the percussion of the step. As printed the scheme is of first order where bodies slide on
// curved paths or have joints of velocities (docs/schemes.md).
//
// form: second    γ_F(q, u½) and ½ γ_b(q, u½) + ½ γ_b(q1, u½) in the first stage; a contact that
//                 slides on gets P_F − P'_F = −µ (P_N − P'_N) d, d = γ_F(q1, u½)/‖·‖
//       printed   as above
//
// The first stage is iterated with the rows W_n alone, the second is linear. Forces are taken at
// both ends: conditionally stable, ω h < 2.
#include "stepper/rattle.h"

static PetscErrorCode SetUpLaws(RicStepper s, RicRattle *r) {
  PetscScalar *rates;

  PetscFunctionBegin;
  PetscCall(RicStepperLaws_Private(s, RIC_LAW_UNILATERAL, RIC_LAW_EQUALITY, RIC_LAW_EQUALITY,
                                   r->law_position));
  PetscCall(RicStepperFrictionLaws_Private(s, r->law_position));
  PetscCall(VecGetArray(r->law_rates, &rates));
  for (PetscInt i = 0; i < s->num_rows_owned; i++)
    rates[i] = s->row_kind[i] == RIC_ROW_FRICTION || s->row_kind[i] == RIC_ROW_VELOCITY
                   ? RIC_LAW_EQUALITY
                   : RIC_LAW_OFF;
  PetscCall(VecRestoreArray(r->law_rates, &rates));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Create_Rattle(RicStepper s) {
  RicRattle *r;
  Mat mass;

  PetscFunctionBegin;
  PetscCall(PetscNew(&r));
  s->data = r;
  r->printed = (PetscBool)(RicStepperOption_Private(s, "form") == 1);
  r->plain = (PetscBool)(s->model_is->constant_mass && s->model_is->constant_tangent &&
                         !s->model_is->damped);
  Vec *dofs[] = {&r->x, &r->b, &r->work, &r->work2, &r->half, NULL};
  Vec *rows[] = {&r->percussion,   &r->y,         &r->y0,   &r->law,
                 &r->law_position, &r->law_rates, &r->kept, &r->stopped,
                 &r->slopes,       &r->first,     NULL};
  PetscCall(RicStepperCreateDofVecs_Private(s, dofs));
  PetscCall(RicStepperCreateRowVecs_Private(s, rows));
  PetscCall(SetUpLaws(s, r));
  PetscCall(RicStepperCreateStage_Private(s, "position_", &r->position));
  PetscCall(RicStepperSetFriction_Private(s, r->position));
  if (s->model_is->constant_rows) {
    PetscCall(PetscObjectReference((PetscObject)s->rows));
    r->rows_n = s->rows;
  } else
    PetscCall(MatDuplicate(s->rows, MAT_COPY_VALUES, &r->rows_n));
  PetscCall(RicStageSetRows(r->position, r->rows_n, &s->row_traits));
  PetscCall(VecCopy(s->friction, r->slopes));
  PetscCall(RicStepperCreateStage_Private(s, "velocity_", &r->velocity));
  PetscCall(RicRattleSetSlopes(s, r));
  PetscCall(RicModelGetMass(s->model, &mass));
  PetscCall(RicStageSetOperator(r->velocity, mass, &s->mass_traits));
  PetscCall(RicStepperCreateNewton_Private(s, PETSC_DEFAULT, &r->newton));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_Rattle(RicStepper s, PetscReal h, const RicTangentPoint *at) {
  RicRattle *r = (RicRattle *)s->data;

  PetscFunctionBegin;
  r->h = h;
  PetscCall(RicRattleSetOperator(s, r, at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Start_Rattle(RicStepper s) {
  PetscFunctionBegin;
  PetscCall(VecSet(s->state.acceleration, 0.0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Step_Rattle(RicStepper s, PetscReal h, RicReason *reason) {
  static const RicNewtonProblem problem = {.Residual = RicRattleResidual,
                                           .Correct = RicRattleCorrect};
  RicRattle *r = (RicRattle *)s->data;
  PetscInt iterations;

  PetscFunctionBegin;
  PetscCall(RicRattleBegin(s, r));
  if (s->model_is->linear) {
    PetscCall(RicRattleMove(s, r));
    PetscCall(RicRattleBalance(s, r));
  }
  PetscCall(RicNewtonSolve(r->newton, &problem, s, s->model_is->linear, &iterations, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicRattleMove(s, r));
  PetscCall(RicRattleVelocityStage(s, r, reason));
  PetscCall(VecWAXPY(s->next.acceleration, -1.0, s->state.v, s->next.v));
  PetscCall(VecScale(s->next.acceleration, 1 / h));
  PetscCall(VecSet(s->next.nu, 0.0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Rattle(RicStepper s) {
  PetscFunctionBegin;
  PetscCall(MatDestroy(&((RicRattle *)s->data)->rows_n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicStepperOps RicStepperRattle = {
    .name = "rattle",
    .description = "nonsmooth RATTLE, contacts and friction at position and velocity level "
                   "(Breuling et al. 2024)",
    .midpoint = PETSC_TRUE,
    .num_options = 1,
    .options = {{.name = "form",
                 .help = "of second order in sliding, or as printed",
                 .choices = {"second", "printed"}}},
    .shared = {&RicStepperOption_ImpactRows},
    .friction = PETSC_TRUE,
    .Create = Create_Rattle,
    .SetUp = SetUp_Rattle,
    .Start = Start_Rattle,
    .Step = Step_Rattle,
    .Destroy = Destroy_Rattle};
