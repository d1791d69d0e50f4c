// SPDX-License-Identifier: BSD-2-Clause
// The iterate of ggl-alpha: operator, rows and mass where it is, and how far it is from solving the
// step.
#include "stepper/ggl_alpha.h"

PetscErrorCode RicGGLSetOperator(RicStepper s, RicGGL *g, const RicTangentPoint *at) {
  PetscFunctionBegin;
  PetscCall(RicStepperSetTangent_Private(s, g->kappa, g->alpha.gamma / (g->h * g->alpha.beta), 1,
                                         at, g->position));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicGGLUpdateTangent(RicStepper s, RicGGL *g) {
  const RicTangentPoint at = {.t = s->next.t,
                              .q = s->next.q,
                              .v = s->next.v,
                              .inertia = s->next.acceleration,
                              .lambda = s->next.lambda};

  PetscFunctionBegin;
  if (!s->model_is->constant_tangent || s->num_joint_rows)
    PetscCall(RicGGLSetOperator(s, g, &at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// b = f(q1, v1) − M v̇1.
static PetscErrorCode Balance(RicStepper s, RicGGL *g) {
  PetscFunctionBegin;
  PetscCall(RicModelForce(s->model, s->next.t, s->next.q, s->next.v, g->b));
  PetscCall(RicModelMassMult(s->model, s->next.acceleration, g->work));
  PetscCall(VecAXPY(g->b, -1.0, g->work));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What turning rows leave of the position problem at the new iterate, κ (M U − Wᵀν), a force.
static PetscErrorCode CorrectionResidual(RicStepper s, RicGGL *g, PetscReal *force) {
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
static PetscErrorCode Violation(RicStepper s, RicGGL *g, PetscReal *violation) {
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

PetscErrorCode RicGGLResidual(void *ctx, RicMeasure *residual) {
  RicStepper s = (RicStepper)ctx;
  RicGGL *g = (RicGGL *)s->data;
  const RicRoundOff *round_off;
  PetscReal inertia, force;
  PetscBool rows;

  PetscFunctionBegin;
  PetscCall(RicStepperUpdateMassStage_Private(s, g->velocity, &rows));
  if (rows)
    PetscCall(RicStageRowsChanged(g->position));
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
