// SPDX-License-Identifier: BSD-2-Clause
// ggl-theta: Moreau–Jean with the constraints at both levels, the rows taken at q_{k+θ}.
//
// Acary & Bonnefon, ENOC 2011 (seeds 003), (6):
//
//   M(q_θ) (v1 − v) = h f(t+θh, q_θ, v_θ) + W(q_θ)ᵀP,   q1 = q + h v_θ + W(q_θ)ᵀτ,   x_θ = (1−θ) x
//   + θ x1 0 ≤ W(q_θ) v1 + e U ⊥ P ≥ 0 for the rows whose forecast gap is ≤ 0,   0 ≤ g(q1) ⊥ τ ≥ 0
//
// The forecast is explicit, g + γ h U; e U uses the velocity of the step before with the row at q.
#include "stepper/theta.h"

typedef struct {
  RicTheta theta; // first: theta.h
  PetscReal gamma, tolerance;
} GGLTheta;

static PetscErrorCode VelocityLaw_GGLTheta(RicStepper s, RicTheta *t, Vec dv_free) {
  const GGLTheta *p = (const GGLTheta *)s->data;

  PetscFunctionBegin;
  PetscCall(RicThetaForecast(s, t, p->gamma, dv_free));
  PetscCall(RicThetaActivate(s, t, p->tolerance));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PositionLaw_GGLTheta(RicStepper s, RicTheta *t) {
  PetscFunctionBegin;
  PetscCall(RicStepperLaws_Private(s, RIC_LAW_UNILATERAL, RIC_LAW_EQUALITY, RIC_LAW_OFF,
                                   t->position_law));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Create_GGLTheta(RicStepper s) {
  GGLTheta *p;

  PetscFunctionBegin;
  PetscCall(PetscNew(&p));
  s->data = p;
  p->gamma = RicStepperOption_Private(s, "gamma");
  p->tolerance = 1e-12 * s->length; // after a projection a gap is ±round-off: it counts as closed
  p->theta.theta = RicStepperOption_Private(s, "theta");
  p->theta.rows_at = p->theta.theta;
  p->theta.metric = RIC_METRIC_IDENTITY;
  p->theta.VelocityLaw = VelocityLaw_GGLTheta;
  p->theta.PositionLaw = PositionLaw_GGLTheta;
  PetscCall(RicThetaCreate(s, &p->theta));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicStepperOps RicStepperGGLTheta = {
    .name = "ggl-theta",
    .description =
        "Moreau-Jean with both levels enforced, rows at q_k+theta (Acary & Bonnefon 2011)",
    .num_options = 2,
    .options =
        {{.name = "theta", .help = "theta of the rule", .lowest = 0, .highest = 1, .value = 0.5},
         {.name = "gamma",
          .help = "factor of h W v in the explicit forecast",
          .lowest = 0,
          .highest = 2,
          .value = 0}},
    .Create = Create_GGLTheta,
    .SetUp = RicThetaSetUp_Verb,
    .Destroy = RicThetaDestroy_Verb,
    .Start = RicThetaStart_Verb,
    .Step = RicThetaStep_Verb};
