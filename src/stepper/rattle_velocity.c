// SPDX-License-Identifier: BSD-2-Clause
// The second stage of rattle, which owns the velocity.
#include "stepper/rattle.h"

// Contacts that pushed in the first stage, or are closed at q1, and joints.
static PetscErrorCode ActiveSet(RicStepper s, RicRattle *r) {
  const PetscScalar *p;
  PetscScalar *g;
  PetscBool any;

  PetscFunctionBegin;
  PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, r->y));
  PetscCall(VecGetArrayRead(r->percussion, &p));
  PetscCall(VecGetArray(r->y, &g));
  for (PetscInt i = 0; i < s->num_rows_owned; i++)
    if (s->row_kind[i] == RIC_ROW_UNILATERAL && p[i] > 0)
      g[i] = 0;
  PetscCall(VecRestoreArrayRead(r->percussion, &p));
  PetscCall(VecRestoreArray(r->y, &g));
  PetscCall(RicStepperLaws_Private(s, RIC_LAW_OFF, RIC_LAW_EQUALITY, RIC_LAW_EQUALITY, r->law));
  PetscCall(RicStepperActivate_Private(s, r->y, r->law, &any));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// next.v = u½, but what moving supports prescribe at t1; b without the inertia of that change.
static PetscErrorCode Supports(RicStepper s, RicRattle *r) {

  PetscFunctionBegin;
  PetscCall(VecCopy(r->half, s->next.v));
  if (!s->model_is->moving_supports)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelPrescribe(s->model, s->next.t, r->h, NULL, s->next.v, NULL));
  PetscCall(VecWAXPY(r->work2, -1.0, r->half, s->next.v));
  PetscCall(RicModelMassMult(s->model, r->work2, r->work));
  PetscCall(VecAXPY(r->b, -1.0, r->work));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// v1 and P: the part P' of P has acted, by W_1 its force is taken back.
static PetscErrorCode SolveVelocity(RicStepper s, RicRattle *r, RicReason *reason) {
  PetscInt unused = 0;

  PetscFunctionBegin;
  PetscCall(ActiveSet(s, r));
  PetscCall(RicRattleSlidingLaws(s, r));
  PetscCall(RicModelForce(s->model, s->next.t, s->next.q, r->half, r->b));
  PetscCall(VecScale(r->b, r->h / 2));
  PetscCall(MatMultTranspose(s->rows, r->percussion, r->work));
  PetscCall(VecAXPY(r->b, -1.0, r->work));
  PetscCall(Supports(s, r));
  PetscCall(RicStepperImpactRows_Private(s, s->next.t, r->h, s->next.v, r->y0));
  PetscCall(VecCopy(r->percussion, s->next.impulse));
  PetscCall(RicStageSolve(r->velocity, r->b, r->y0, s->eligible, r->x, r->y, s->next.impulse,
                          &unused, reason));
  if (*reason == RIC_OK)
    PetscCall(VecAXPY(s->next.v, 1.0, r->x));
  PetscCall(VecAXPY(r->percussion, 1.0, r->kept));
  PetscCall(VecAXPY(s->next.impulse, 1.0, r->kept));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicRattleVelocityStage(RicStepper s, RicRattle *r, RicReason *reason) {
  PetscBool again = PETSC_TRUE, rows;

  PetscFunctionBegin;
  PetscCall(RicStepperUpdateMassStage_Private(s, r->velocity, &rows));
  PetscCall(VecZeroEntries(r->stopped));
  if (s->model_is->friction_of_speed)
    PetscCall(VecCopy(s->friction, r->first));
  while (again) {
    PetscCall(SolveVelocity(s, r, reason));
    if (*reason != RIC_OK)
      break;
    PetscCall(RicRattleFindStopped(s, r, &again)); // at most once for each contact
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
