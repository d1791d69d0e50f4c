// SPDX-License-Identifier: BSD-2-Clause
#include "app/balance.h"

const char *const RicBalanceNames[RIC_BALANCE_TERMS] = {"loads",   "motion",     "dampers",
                                                        "impacts", "projection", "numerical"};

struct RicBalance_ {
  RicModel model;
  MPI_Comm comm;
  PetscReal h, initial;
  PetscReal sums[RIC_BALANCE_TERMS];
  Vec q, v, force, load; // at the end of the last step; of dofs
  Vec now, work, mean;   // of dofs
  Vec velocity, rates;   // of rows
  PetscBool damped, loaded, moving;
  const RicRowKind *kind;
  PetscInt num_rows;
};

PetscErrorCode RicBalanceCreate(RicModel model, PetscReal h, const RicState *start,
                                PetscReal energy, RicBalance *balance) {
  RicBalance b;

  PetscFunctionBegin;
  PetscCall(PetscNew(&b));
  *balance = b;
  b->model = model;
  b->h = h;
  b->initial = energy;
  PetscCall(RicModelGetComm(model, &b->comm));
  PetscCall(RicModelHasDamping(model, &b->damped));
  PetscCall(RicModelHasLoads(model, &b->loaded));
  PetscCall(RicModelHasMovingSupports(model, &b->moving));
  PetscCall(RicModelGetRowKinds(model, &b->kind, &b->num_rows));
  Vec *dofs[] = {&b->q, &b->v, &b->force, &b->load, &b->now, &b->work, &b->mean};
  for (PetscInt i = 0; i < 7; i++)
    PetscCall(RicModelCreateVec(model, dofs[i]));
  PetscCall(VecDuplicate(start->gap_velocity, &b->velocity));
  PetscCall(VecDuplicate(start->gap_velocity, &b->rates));
  PetscCall(VecCopy(start->q, b->q));
  PetscCall(VecCopy(start->v, b->v));
  PetscCall(RicModelForce(model, start->t, b->q, b->v, b->force));
  if (b->loaded)
    PetscCall(RicModelLoads(model, start->t, b->load));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicBalanceDestroy(RicBalance *balance) {
  RicBalance b = *balance;

  PetscFunctionBegin;
  if (!b)
    PetscFunctionReturn(PETSC_SUCCESS);
  Vec *vecs[] = {&b->q,    &b->v,    &b->force,    &b->load, &b->now,
                 &b->work, &b->mean, &b->velocity, &b->rates};
  for (PetscInt i = 0; i < 9; i++)
    PetscCall(VecDestroy(vecs[i]));
  PetscCall(PetscFree(*balance));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Loads, dampers, moving supports: work = Δq.
static PetscErrorCode Continuous(RicBalance b, const RicState *state) {
  PetscReal value;

  PetscFunctionBegin;
  PetscCall(VecWAXPY(b->work, -1.0, b->q, state->q));
  if (b->damped) {
    PetscCall(RicModelDampingMult(b->model, b->work, b->now));
    PetscCall(VecDot(b->work, b->now, &value));
    b->sums[RIC_BALANCE_DAMPERS] += value / b->h;
  }
  if (b->loaded) {
    PetscCall(RicModelLoads(b->model, state->t, b->now));
    PetscCall(VecAXPY(b->load, 1.0, b->now));
    PetscCall(VecDot(b->work, b->load, &value));
    b->sums[RIC_BALANCE_LOADS] += value / 2;
    PetscCall(VecCopy(b->now, b->load));
  }
  if (b->moving) {
    PetscCall(RicModelSupportReactions(b->model, state->t, state->q, state->v, state->acceleration,
                                       b->now));
    PetscCall(VecDot(b->work, b->now, &value));
    b->sums[RIC_BALANCE_MOTION] += value;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// −f̄ · (Δq − h v̄), work = Δq, mean = v̄; force becomes that of the new state.
static PetscErrorCode Projection(RicBalance b, const RicState *state) {
  PetscReal value, nu = 0;
  PetscInt rows;

  PetscFunctionBegin;
  PetscCall(RicModelForce(b->model, state->t, state->q, state->v, b->now));
  PetscCall(VecAXPY(b->force, 1.0, b->now));
  PetscCall(VecAXPY(b->work, -b->h, b->mean));
  PetscCall(VecDot(b->force, b->work, &value));
  PetscCall(VecGetSize(state->nu, &rows));
  if (rows)
    PetscCall(VecMax(state->nu, NULL, &nu));
  if (nu > 0)
    b->sums[RIC_BALANCE_PROJECTION] -= value / 2;
  PetscCall(VecCopy(b->now, b->force));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rows: −Λ·W v̄ of contacts, (Λ + hλ~)·ṡ of all. rates holds −ṡ, velocity W v̄ − ṡ.
static PetscErrorCode Impulsive(RicBalance b, const RicState *state) {
  const PetscScalar *velocity, *impulse, *lambda, *rate;
  PetscReal sums[2] = {0, 0};

  PetscFunctionBegin;
  PetscCall(VecSet(b->rates, 0.0));
  PetscCall(RicModelRowRates(b->model, state->t - b->h / 2, b->h, b->rates));
  PetscCall(
      RicModelGapVelocities(b->model, state->t - b->h / 2, b->h, state->q, b->mean, b->velocity));
  PetscCall(VecGetArrayRead(b->velocity, &velocity));
  PetscCall(VecGetArrayRead(state->impulse, &impulse));
  PetscCall(VecGetArrayRead(state->lambda, &lambda));
  PetscCall(VecGetArrayRead(b->rates, &rate));
  for (PetscInt i = 0; i < b->num_rows; i++) {
    if (b->kind[i] == RIC_ROW_UNILATERAL)
      sums[0] -= impulse[i] * velocity[i];
    sums[1] -= (impulse[i] + b->h * lambda[i]) * rate[i];
  }
  PetscCall(VecRestoreArrayRead(b->velocity, &velocity));
  PetscCall(VecRestoreArrayRead(state->impulse, &impulse));
  PetscCall(VecRestoreArrayRead(state->lambda, &lambda));
  PetscCall(VecRestoreArrayRead(b->rates, &rate));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPIU_REAL, MPIU_SUM, b->comm));
  b->sums[RIC_BALANCE_IMPACTS] += sums[0];
  b->sums[RIC_BALANCE_MOTION] += sums[1];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicBalanceStep(RicBalance b, const RicState *state, PetscReal energy,
                              PetscReal terms[]) {
  PetscReal *s = b->sums;

  PetscFunctionBegin;
  PetscCall(VecAXPBYPCZ(b->mean, 0.5, 0.5, 0.0, b->v, state->v));
  PetscCall(Continuous(b, state));
  PetscCall(Impulsive(b, state));
  PetscCall(Projection(b, state));
  s[RIC_BALANCE_NUMERICAL] = s[RIC_BALANCE_LOADS] + s[RIC_BALANCE_MOTION] - s[RIC_BALANCE_DAMPERS] -
                             s[RIC_BALANCE_IMPACTS] + s[RIC_BALANCE_PROJECTION] -
                             (energy - b->initial);
  PetscCall(VecCopy(state->q, b->q));
  PetscCall(VecCopy(state->v, b->v));
  PetscCall(PetscArraycpy(terms, s, RIC_BALANCE_TERMS));
  PetscFunctionReturn(PETSC_SUCCESS);
}
