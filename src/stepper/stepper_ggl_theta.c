// SPDX-License-Identifier: BSD-2-Clause
// ggl-theta: Moreau–Jean with the constraints at both levels, the rows taken at q_{k+θ}.
//
// Acary & Bonnefon, ENOC 2011, (6):
//
//   M(q_θ) (v1 − v) = h f(t+θh, q_θ, v_θ) + W(q_θ)ᵀP
//   q1              = q + h v_θ + W(q_θ)ᵀτ
//   x_θ             = (1−θ) x + θ x1
//
//   0 ≤ W(q_θ) v1 + e U ⊥ P ≥ 0   rows whose forecast gap is ≤ 0
//   0 ≤ g(q1)           ⊥ τ ≥ 0   all rows
//
// The forecast is explicit, g + γ h W(q) v. As printed, with metric: identity, q1 = q + h v_θ
// + W(q_θ)ᵀτ, else + N W(q_θ)ᵀτ; and U = W(q) v, see impact_rows.
#include "stepper/theta.h"

static PetscErrorCode Create_GGLTheta(RicStepper s) {
  RicTheta *t;

  PetscFunctionBegin;
  PetscCall(PetscNew(&t));
  s->data = t;
  t->rows_at = RicStepperOption_Private(s, "theta");
  PetscCall(RicThetaMetric(s, &t->metric));
  t->VelocityLaw = RicThetaForecastLaw;
  t->PositionLaw = RicThetaPositionLaw;
  PetscCall(RicThetaCreate(s, t));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicStepperOps RicStepperGGLTheta = {
    .name = "ggl-theta",
    .description =
        "Moreau-Jean with both levels enforced, rows at q_k+theta (Acary & Bonnefon 2011)",
    .midpoint = PETSC_TRUE,
    .num_options = 2,
    .options = {RIC_THETA_OPTION_THETA(0, 0.5), RIC_THETA_OPTION_GAMMA},
    .shared = {&RicStepperOption_Metric, &RicStepperOption_ImpactRows},
    .friction = PETSC_TRUE,
    .Create = Create_GGLTheta,
    .SetUp = RicThetaSetUp_Verb,
    .Destroy = RicThetaDestroy_Verb,
    .Start = RicThetaStart_Verb,
    .Step = RicThetaStep_Verb};
