// SPDX-License-Identifier: BSD-2-Clause
// The first stage of energy-momentum for linear models without dissipation whose supports and obstacles
// rest: one correction from v~ = v, each pass over the dofs once.
#include "base/vec.h"
#include "stepper/energy_momentum.h"

PetscBool RicEnergyMomentumIsPlain(RicStepper s, const RicEnergyMomentum *e) {
  return (PetscBool)(s->model_is->linear && !s->model_is->moving_supports &&
                     !s->model_is->moving_rows && e->dissipation == 0);
}

typedef struct {
  PetscInt n;
  PetscReal h;
  const PetscScalar *q, *v, *x;
  PetscScalar *q1, *v1, *acceleration, *mean, *b;
} Arrays;

RIC_CLONES static void Predict(const Arrays *a) {
  const PetscReal half = a->h / 2;

#pragma GCC ivdep
  for (PetscInt i = 0; i < a->n; i++)
    a->mean[i] = a->q[i] + half * a->v[i];
}

RIC_CLONES static void Scale(const Arrays *a) {
#pragma GCC ivdep
  for (PetscInt i = 0; i < a->n; i++)
    a->b[i] *= a->h;
}

RIC_CLONES static void Finish(const Arrays *a) {
  const PetscReal h = a->h, rate = 1 / h;

#pragma GCC ivdep
  for (PetscInt i = 0; i < a->n; i++) {
    a->q1[i] = a->q[i] + h * (a->v[i] + a->x[i] / 2);
    a->v1[i] = a->v[i] + a->x[i];
    a->acceleration[i] = rate * a->x[i];
  }
}

// b = h f(t + h/2, q + h/2 v, v).
static PetscErrorCode Impulse(RicStepper s, RicEnergyMomentum *e, Arrays *a) {
  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(s->state.q, &a->q));
  PetscCall(VecGetArrayRead(s->state.v, &a->v));
  PetscCall(VecGetArrayWrite(e->mean_q, &a->mean));
  Predict(a);
  PetscCall(VecRestoreArrayWrite(e->mean_q, &a->mean));
  PetscCall(VecRestoreArrayRead(s->state.q, &a->q));
  PetscCall(VecRestoreArrayRead(s->state.v, &a->v));
  PetscCall(RicModelForce(s->model, s->state.t + e->h / 2, e->mean_q, s->state.v, e->b));
  PetscCall(VecGetArray(e->b, &a->b));
  Scale(a);
  PetscCall(VecRestoreArray(e->b, &a->b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// y0 = 2 (g + h ġ − min(g, 0))/h of contacts, 2 ġ of tangential rows.
static PetscErrorCode StageRows(RicStepper s, RicEnergyMomentum *e) {
  const PetscScalar *g, *rate;
  PetscScalar *y;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(s->state.gap, &g));
  PetscCall(VecGetArrayRead(s->state.gap_velocity, &rate));
  PetscCall(VecGetArray(e->y0, &y));
  for (PetscInt i = 0; i < s->num_rows_owned; i++)
    y[i] = 2 * (rate[i] + (s->row_kind[i] == RIC_ROW_FRICTION ? 0 : PetscMax(g[i], 0) / e->h));
  PetscCall(VecRestoreArrayRead(s->state.gap, &g));
  PetscCall(VecRestoreArrayRead(s->state.gap_velocity, &rate));
  PetscCall(VecRestoreArray(e->y0, &y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicEnergyMomentumPlainStage(RicStepper s, RicEnergyMomentum *e, RicReason *reason) {
  Arrays a = {.n = s->num_dofs_owned, .h = e->h};
  PetscInt unused = 0;

  PetscFunctionBegin;
  *reason = RIC_OK;
  s->next.iterations++;
  PetscCall(Impulse(s, e, &a));
  if (s->num_rows) {
    PetscCall(StageRows(s, e));
    PetscCall(RicStageSolve(e->position, e->b, e->y0, e->law_position, e->x, e->y, e->percussion,
                            &unused, reason));
  } else
    PetscCall(RicStageSolveFree(e->position, e->b, e->x, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecGetArrayRead(s->state.q, &a.q));
  PetscCall(VecGetArrayRead(s->state.v, &a.v));
  PetscCall(VecGetArrayRead(e->x, &a.x));
  PetscCall(VecGetArrayWrite(s->next.q, &a.q1));
  PetscCall(VecGetArrayWrite(s->next.v, &a.v1));
  PetscCall(VecGetArrayWrite(s->next.acceleration, &a.acceleration));
  Finish(&a);
  PetscCall(VecRestoreArrayRead(s->state.q, &a.q));
  PetscCall(VecRestoreArrayRead(s->state.v, &a.v));
  PetscCall(VecRestoreArrayRead(e->x, &a.x));
  PetscCall(VecRestoreArrayWrite(s->next.q, &a.q1));
  PetscCall(VecRestoreArrayWrite(s->next.v, &a.v1));
  PetscCall(VecRestoreArrayWrite(s->next.acceleration, &a.acceleration));
  PetscCall(RicModelPrescribe(s->model, s->next.t, e->h, s->next.q, s->next.v, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}
