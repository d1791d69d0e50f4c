// SPDX-License-Identifier: BSD-2-Clause
// The stages of a correction of ggl-alpha in its coupled form.
#include "stepper/ggl_alpha.h"

// ν and U1 = M⁻¹Wᵀν from μ and dq; on joints such that W_b v~ = 0 after the correction, what
// remains of μ_b is λ~.
static PetscErrorCode PositionCorrection(RicStepper s, RicGGL *g, RicReason *reason) {
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
  PetscCall(RicModelGapVelocities(s->model, s->next.t, g->h, s->next.v, g->rate));
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

// Rows of the position stage: gaps and joint values; velocity joints in displacements, r (W v~ −
// ṡ).
static PetscErrorCode PositionRows(RicStepper s, RicGGL *g) {
  PetscFunctionBegin;
  PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, g->y0));
  if (!s->num_velocity_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelGapVelocities(s->model, s->next.t, g->h, s->next.v, g->rate));
  PetscCall(VecScale(g->rate, g->h * g->alpha.beta / g->alpha.gamma));
  PetscCall(RicStepperCopyRows_Private(s, RIC_ROW_VELOCITY, g->rate, g->y0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicGGLPositionStage(RicStepper s, RicGGL *g, RicReason *reason) {
  PetscInt unused = 0;

  PetscFunctionBegin;
  PetscCall(PositionRows(s, g));
  PetscCall(RicStageSolve(g->position, g->b, g->y0, g->position_law, g->dq, g->y, g->mu, &unused,
                          reason));
  if (*reason == RIC_OK)
    PetscCall(PositionCorrection(s, g, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// y = g(q~), q~ = q1 without its corrections.
static PetscErrorCode SmoothGaps(RicStepper s, RicGGL *g) {
  Vec q = s->next.q;

  PetscFunctionBegin;
  if (g->corrected) {
    PetscCall(RicModelMove(s->model, q, -1.0, g->U1, g->work));
    q = g->work;
  }
  if (s->num_friction_rows) {
    PetscCall(RicModelMove(s->model, q, -1.0, g->S, g->work));
    q = g->work;
  }
  PetscCall(RicModelGaps(s->model, s->next.t, q, g->y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicGGLVelocityStage(RicStepper s, RicGGL *g, RicReason *reason) {
  PetscInt unused = 0;
  PetscBool any;

  PetscFunctionBegin;
  PetscCall(SmoothGaps(s, g));
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
