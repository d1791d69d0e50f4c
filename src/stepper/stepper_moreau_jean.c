// SPDX-License-Identifier: BSD-2-Clause
// moreau-jean: the θ-scheme with the contact law at velocity level only.
//
// Acary, CMAME 256 (2013) 224–250, (18), with the forecasts (61) and (62); Brüls, Acary & Cardona
// 2014, §9.1:
//
//   M(q_θ) (v1 − v) = h f(t+θh, q_θ, v_θ) + Wᵀ(q1) P
//   q1              = q + h v_θ
//   x_θ             = (1−θ) x + θ x1
//
//   0 ≤ W v1 + e W v ⊥ P ≥ 0      rows whose forecast gap is ≤ 0
//   P                = 0          the others
//   W_b v1           = 0          joints
//
// forecast: explicit   g + γ h W v                                             (61)
//           free       g + h (θ W v_free + (1−θ) W v), v_free without contact  (62)
//
// The forecast stays what it is during Newton. A row rests at a small gap of its own: closed means
// P > 0, not g = 0. Joints drift. One stage, the velocity increment with A = M + hθC + h²θ²K.
#include "stepper/theta.h"

static PetscErrorCode Create_MoreauJean(RicStepper s) {
  RicTheta *t;

  PetscFunctionBegin;
  PetscCall(PetscNew(&t));
  s->data = t;
  t->rows_at = 1;
  t->VelocityLaw = RicThetaForecastLaw;
  PetscCall(RicThetaCreate(s, t));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicStepperOps RicStepperMoreauJean = {
    .name = "moreau-jean",
    .description =
        "theta-scheme with the contact law at velocity level (Jean & Moreau; Acary 2013)",
    .midpoint = PETSC_TRUE,
    .num_options = 3,
    .options = {RIC_THETA_OPTION_THETA(0, 1 / 1.8), RIC_THETA_OPTION_FORECAST,
                RIC_THETA_OPTION_GAMMA},
    .shared = {&RicStepperOption_ImpactRows},
    .friction = PETSC_TRUE,
    .Create = Create_MoreauJean,
    .SetUp = RicThetaSetUp_Verb,
    .Destroy = RicThetaDestroy_Verb,
    .Start = RicThetaStart_Verb,
    .Step = RicThetaStep_Verb};
