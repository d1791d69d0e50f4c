// SPDX-License-Identifier: BSD-2-Clause
// projected: Moreau–Jean with a projection onto the position constraints, the direct use of the
// idea of Gear, Gupta & Leimkuhler.
//
// Acary, CMAME 256 (2013), (28) and Algorithm 1 (its errata: docs/schemes.md):
//
//   M(q_θ) (v1 − v) = h f(t+θh, q_θ, v_θ) + WᵀP
//   q1              = q + h v_θ + N Wᵀτ
//   x_θ             = (1−θ) x + θ x1
//
//   0 ≤ W v1 + e W v ⊥ P ≥ 0      rows whose forecast gap is ≤ 0
//   0 ≤ g(q1)        ⊥ τ ≥ 0      all rows
//   W_b v1 = 0,  g_b(q1) = 0      joints
//
// metric:   identity    N = I
//           operator    N = (M + hθC + h²θ²K)⁻¹, (59), (60)
// forecast: explicit    (61)
//           free        (62)
// solve:    decoupled   the velocity problem with τ of the iteration before, then that of positions
//           coupled     both as one (theta_coupled.c); the solution is the same
//
// With the explicit forecast the scheme chatters after an accumulation of impacts: the paper's
// point.
#include "stepper/theta.h"

static PetscErrorCode Create_Projected(RicStepper s) {
  RicTheta *t;

  PetscFunctionBegin;
  PetscCall(PetscNew(&t));
  s->data = t;
  t->rows_at = 1;
  PetscCall(RicThetaMetric(s, &t->metric));
  t->couple = (PetscBool)(RicStepperOption_Private(s, "solve") == 1);
  RicCheckUser(!t->couple || !s->num_friction_rows, s->comm,
               "'projected' with 'solve: coupled' has no friction (needs 'solve: decoupled')");
  t->VelocityLaw = RicThetaForecastLaw;
  t->PositionLaw = RicThetaPositionLaw;
  PetscCall(RicThetaCreate(s, t));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicStepperOps RicStepperProjected = {
    .name = "projected",
    .description =
        "Moreau-Jean with projection onto the position constraints (Acary 2013, Algorithm 1)",
    .midpoint = PETSC_TRUE,
    .num_options = 4,
    .options = {RIC_THETA_OPTION_THETA(0, 0.5),
                RIC_THETA_OPTION_GAMMA,
                RIC_THETA_OPTION_FORECAST,
                {.name = "solve",
                 .help = "the two problems one after the other, or as one",
                 .choices = {"decoupled", "coupled"}}},
    .shared = {&RicStepperOption_Metric, &RicStepperOption_ImpactRows},
    .friction = PETSC_TRUE,
    .Create = Create_Projected,
    .SetUp = RicThetaSetUp_Verb,
    .Destroy = RicThetaDestroy_Verb,
    .Start = RicThetaStart_Verb,
    .Step = RicThetaStep_Verb};
