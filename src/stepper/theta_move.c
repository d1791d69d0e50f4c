// SPDX-License-Identifier: BSD-2-Clause
// The iterate of the θ-rule from its unknowns, each in one pass over the dofs: as sums, whose
// rotations in space are then turned.
#include "stepper/theta.h"

typedef struct {
  PetscInt n;
  PetscReal h, theta;
  const PetscScalar *q, *v, *dv, *x; // of the step's beginning; unknowns, x may be NULL
  PetscScalar *q1, *v1, *q_theta, *v_theta, *acceleration;
} Arrays;

RIC_CLONES static void Move(const Arrays *a) {
  const PetscReal h = a->h, theta = a->theta;

#pragma GCC ivdep
  for (PetscInt i = 0; i < a->n; i++) {
    const PetscReal v_theta = a->v[i] + theta * a->dv[i];
    const PetscReal q1 = a->q[i] + h * v_theta;
    a->v1[i] = a->v[i] + a->dv[i];
    a->v_theta[i] = v_theta;
    a->q1[i] = q1;
    a->q_theta[i] = (1 - theta) * a->q[i] + theta * q1;
  }
}

RIC_CLONES static void MoveProjected(const Arrays *a) {
  const PetscReal h = a->h, theta = a->theta;

#pragma GCC ivdep
  for (PetscInt i = 0; i < a->n; i++) {
    const PetscReal v_theta = a->v[i] + theta * a->dv[i];
    const PetscReal q1 = a->q[i] + h * v_theta + a->x[i];
    a->v1[i] = a->v[i] + a->dv[i];
    a->v_theta[i] = v_theta;
    a->q1[i] = q1;
    a->q_theta[i] = (1 - theta) * a->q[i] + theta * q1;
  }
}

RIC_CLONES static void Predict(const Arrays *a) {
  const PetscReal h = a->h * a->theta;

#pragma GCC ivdep
  for (PetscInt i = 0; i < a->n; i++)
    a->q_theta[i] = a->q[i] + h * a->v[i];
}

RIC_CLONES static void Finish(const Arrays *a) {
  const PetscReal h = a->h, theta = a->theta, rate = 1 / h;

#pragma GCC ivdep
  for (PetscInt i = 0; i < a->n; i++) {
    const PetscReal dv = a->dv[i];
    a->q1[i] = a->q[i] + h * (a->v[i] + theta * dv);
    a->v1[i] = a->v[i] + dv;
    a->acceleration[i] = rate * dv;
  }
}

static PetscErrorCode Open(RicStepper s, RicTheta *t, Arrays *a) {
  PetscFunctionBegin;
  *a = (Arrays){.h = t->h, .theta = t->theta};
  PetscCall(VecGetLocalSize(t->dv, &a->n));
  PetscCall(VecGetArrayRead(s->state.q, &a->q));
  PetscCall(VecGetArrayRead(s->state.v, &a->v));
  PetscCall(VecGetArrayRead(t->dv, &a->dv));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Close(RicStepper s, RicTheta *t, Arrays *a) {
  PetscFunctionBegin;
  PetscCall(VecRestoreArrayRead(s->state.q, &a->q));
  PetscCall(VecRestoreArrayRead(s->state.v, &a->v));
  PetscCall(VecRestoreArrayRead(t->dv, &a->dv));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicThetaMove(RicStepper s, RicTheta *t) {
  Arrays a;

  PetscFunctionBegin;
  PetscCall(Open(s, t, &a));
  PetscCall(VecGetArrayWrite(s->next.q, &a.q1));
  PetscCall(VecGetArrayWrite(s->next.v, &a.v1));
  PetscCall(VecGetArrayWrite(t->q_theta, &a.q_theta));
  PetscCall(VecGetArrayWrite(t->v_theta, &a.v_theta));
  if (t->metric == RIC_METRIC_NONE)
    Move(&a);
  else {
    PetscCall(VecGetArrayRead(t->x, &a.x));
    MoveProjected(&a);
    PetscCall(VecRestoreArrayRead(t->x, &a.x));
  }
  PetscCall(VecRestoreArrayWrite(s->next.q, &a.q1));
  PetscCall(VecRestoreArrayWrite(s->next.v, &a.v1));
  PetscCall(VecRestoreArrayWrite(t->q_theta, &a.q_theta));
  PetscCall(VecRestoreArrayWrite(t->v_theta, &a.v_theta));
  PetscCall(Close(s, t, &a));
  PetscCall(RicModelTurn(s->model, s->state.q, s->next.q));
  PetscCall(RicModelTurn(s->model, s->state.q, t->q_theta));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicThetaPredict(RicStepper s, RicTheta *t) {
  Arrays a;

  PetscFunctionBegin;
  PetscCall(Open(s, t, &a));
  PetscCall(VecGetArrayWrite(t->q_theta, &a.q_theta));
  Predict(&a);
  PetscCall(VecRestoreArrayWrite(t->q_theta, &a.q_theta));
  PetscCall(Close(s, t, &a));
  PetscCall(RicModelTurn(s->model, s->state.q, t->q_theta));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicThetaFinish(RicStepper s, RicTheta *t) {
  Arrays a;

  PetscFunctionBegin;
  PetscCall(Open(s, t, &a));
  PetscCall(VecGetArrayWrite(s->next.q, &a.q1));
  PetscCall(VecGetArrayWrite(s->next.v, &a.v1));
  PetscCall(VecGetArrayWrite(s->next.acceleration, &a.acceleration));
  Finish(&a);
  PetscCall(VecRestoreArrayWrite(s->next.q, &a.q1));
  PetscCall(VecRestoreArrayWrite(s->next.v, &a.v1));
  PetscCall(VecRestoreArrayWrite(s->next.acceleration, &a.acceleration));
  PetscCall(Close(s, t, &a));
  PetscCall(RicModelTurn(s->model, s->state.q, s->next.q));
  PetscFunctionReturn(PETSC_SUCCESS);
}
