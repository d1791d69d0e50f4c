// SPDX-License-Identifier: BSD-2-Clause
// Friction in the positions of ggl-alpha: the share ν_F = h/2 Λ_F that the impulse of friction has
// in M U = Wᵀν, so that what sticks stays and what slides moves by the mean velocity of the step.
//
// It acts a step late, ν_F = h/2 Λ_F of the step before, and is no unknown then: a linear step stays
// one pass at any Courant number. The lag telescopes: positions are h/2 M⁻¹W_FᵀΛ_F away from what
// they would be without it, whatever has gone before. At the start Λ_F is that of contacts that
// are closed and do not approach, under the forces there.
#include "stepper/ggl_alpha.h"

// S = h/2 M⁻¹W_FᵀΛ_F of an impulse, whose other rows are cleared.
static PetscErrorCode Share(RicStepper s, RicGGL *g, Vec impulse, Vec share) {
  PetscBool any;
  RicReason reason;

  PetscFunctionBegin;
  PetscCall(RicStepperMaskRows_Private(s, RIC_ROW_FRICTION, impulse));
  PetscCall(RicStepperAnyNonzero_Private(s, impulse, &any));
  PetscCall(VecSet(share, 0.0));
  if (any) {
    PetscCall(RicStageRespond(g->velocity, impulse, share, &reason));
    PetscCall(VecScale(share, reason == RIC_OK ? g->h / 2 : 0));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// y = ∞, which is open, on contacts that approach by more than round-off within the step.
static PetscErrorCode LeaveOutImpacts(RicStepper s, RicGGL *g, Vec rates, Vec y) {
  const PetscScalar *rate;
  PetscScalar *a;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(rates, &rate));
  PetscCall(VecGetArray(y, &a));
  for (PetscInt i = 0; i < s->num_rows_owned; i++)
    if (s->row_kind[i] == RIC_ROW_UNILATERAL && -g->h * rate[i] > RIC_CLOSED * s->row_scale[i])
      a[i] = PETSC_MAX_REAL;
  PetscCall(VecRestoreArray(y, &a));
  PetscCall(VecRestoreArrayRead(rates, &rate));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicGGLStartFriction(RicStepper s, RicGGL *g) {
  RicState *x = &s->state;
  PetscInt unused = 0;
  RicReason reason;
  PetscBool any;

  PetscFunctionBegin;
  if (!s->num_friction_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelGaps(s->model, x->t, x->q, g->y));
  PetscCall(RicModelGapVelocities(s->model, x->t, g->h, x->v, x->gap_velocity));
  PetscCall(LeaveOutImpacts(s, g, x->gap_velocity, g->y));
  PetscCall(RicStepperActivate_Private(s, g->y, g->velocity_law, &any));
  PetscCall(VecWAXPY(s->next.v, g->h, g->a, x->v));
  PetscCall(RicStepperImpactRows_Private(s, x->t, g->h, s->next.v, g->y0));
  PetscCall(VecSet(g->work, 0.0));
  PetscCall(VecSet(s->row_work, 0.0));
  PetscCall(RicStageSolve(g->velocity, NULL, g->y0, s->eligible, g->work, g->y, s->row_work,
                          &unused, &reason));
  if (reason != RIC_OK) // the first step will tell
    PetscCall(VecSet(s->row_work, 0.0));
  PetscCall(Share(s, g, s->row_work, g->S));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicGGLNextFriction(RicStepper s, RicGGL *g) {
  const Vec before = g->S;

  PetscFunctionBegin;
  if (!s->num_friction_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecCopy(s->next.impulse, s->row_work));
  PetscCall(Share(s, g, s->row_work, g->S1));
  PetscCall(VecWAXPY(g->shift, -1.0, g->S1, g->S));
  if (g->corrected)
    PetscCall(VecAXPY(g->shift, 1.0, g->U1));
  g->S = g->S1;
  g->S1 = before;
  PetscFunctionReturn(PETSC_SUCCESS);
}
