// SPDX-License-Identifier: BSD-2-Clause
// Algorithm 1 of ggl-alpha: smooth motion, projection on the positions, projection on the velocities.
#include "stepper/ggl_alpha.h"

// Algorithm 1, step 1: the smooth motion with the joints at velocity level.
static PetscErrorCode SmoothSolve(RicStepper s, RicGGL *g, RicReason *reason) {
  PetscInt unused = 0;

  PetscFunctionBegin;
  if (!s->num_joint_rows) {
    PetscCall(RicStageSolveFree(g->position, g->b, g->dq, reason));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RicModelGapVelocities(s->model, s->next.t, g->h, s->next.v, g->y0));
  PetscCall(VecScale(g->y0, g->h * g->alpha.beta / g->alpha.gamma));
  PetscCall(VecSet(s->next.lambda, 0.0));
  PetscCall(RicStageSolve(g->position, g->b, g->y0, g->velocity_law, g->dq, g->y, s->next.lambda,
                          &unused, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Step 2: U = M⁻¹Wᵀν with the rows of the present iterate, gaps linearised there.
static PetscErrorCode PositionProjection(RicStepper s, RicGGL *g, RicReason *reason) {
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

PetscErrorCode RicGGLCorrectDecoupled(void *ctx, RicMeasure *correction, RicReason *reason) {
  RicStepper s = (RicStepper)ctx;
  RicGGL *g = (RicGGL *)s->data;

  PetscFunctionBegin;
  s->next.iterations++;
  PetscCall(RicGGLUpdateTangent(s, g));
  PetscCall(VecAXPY(s->next.v, -1.0, g->J));
  PetscCall(SmoothSolve(s, g, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicAlphaCorrect(&g->alpha, s->model, g->h, g->dq, NULL, s->state.q, s->next.q,
                            s->next.v, s->next.acceleration));
  if (g->modified) // its position level takes hΛ of this iteration
    PetscCall(RicGGLVelocityStage(s, g, reason));
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
    PetscCall(RicGGLVelocityStage(s, g, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}
