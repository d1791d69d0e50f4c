// SPDX-License-Identifier: BSD-2-Clause
// theta-position: the θ-rule with the constraint at position level and no impact law (θ = 1/2: the
// trapezoidal rule of Acary, CMAME 256 (2013), §6.2, Fig. 11).
//
//   M(q_θ) (v1 − v) = h f(t+θh, q_θ, v_θ) + WᵀP
//   q1              = q + h v_θ
//
//   0 ≤ g(q1) ⊥ P ≥ 0             contacts
//   g_b(q1) = 0                   joints
//
// Kept because it shows what happens without a velocity level: with θ = 1/2 the contact velocity of
// a bar jumps between two values at every step. One stage, the velocity increment, its rows gaps
// divided by hθ. θ must be positive.
#include "stepper/theta.h"

static PetscErrorCode VelocityLaw_ThetaPosition(RicStepper s, RicTheta *t, Vec dv_free) {
  PetscFunctionBegin;
  (void)dv_free;
  PetscCall(RicStepperLaws_Private(s, RIC_LAW_UNILATERAL, RIC_LAW_EQUALITY, RIC_LAW_EQUALITY,
                                   t->velocity_law));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Create_ThetaPosition(RicStepper s) {
  RicTheta *t;

  PetscFunctionBegin;
  PetscCall(PetscNew(&t));
  s->data = t;
  t->rows_at = 1;
  t->position_rows = PETSC_TRUE;
  t->VelocityLaw = VelocityLaw_ThetaPosition;
  PetscCall(RicThetaCreate(s, t));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicStepperOps RicStepperThetaPosition = {
    .name = "theta-position",
    .description = "theta-rule with the constraint at position level, no impact law, for "
                   "comparison (Acary 2013, Fig. 11)",
    .midpoint = PETSC_TRUE,
    .num_options = 1,
    .options = {RIC_THETA_OPTION_THETA(0.01, 0.5)},
    .Create = Create_ThetaPosition,
    .SetUp = RicThetaSetUp_Verb,
    .Destroy = RicThetaDestroy_Verb,
    .Start = RicThetaStart_Verb,
    .Step = RicThetaStep_Verb};
