// SPDX-License-Identifier: BSD-2-Clause
// Lumped: the type diagonal with friction. A is diagonal, alike in all directions of a node with
// tangential rows, and contacts stand on nodes of their own: a contact answers D μ with the number
// D = |w|²/a, and Coulomb's law has a closed form,
//
//   μ_N = max(0, −y_N / D)   μ_T = −y_T / D cut to the disk f μ_N   x += A⁻¹ Wᵀ μ
//
// with y = y0 + W A⁻¹ b. Exact.
#include "solve/nodal.h"

// Masses of a node's directions may differ by so much.
#define SLACK 1e-12

typedef struct {
  PetscInt num_contacts;
  RicNodalContact *contacts; // rho: 1/D
  Vec inverse;               // 1/a
} Lumped;

// 1/D of each contact.
static PetscErrorCode Changed_Lumped(RicStage s) {
  Lumped *d = (Lumped *)s->data;
  const PetscScalar *inverse;
  const char *why_not;

  PetscFunctionBegin;
  PetscCall(PetscFree(d->contacts));
  PetscCall(RicNodalReadContacts(s, &d->num_contacts, &d->contacts, &why_not));
  PetscCheck(!why_not, s->comm, PETSC_ERR_PLIB, "rows that had frames have none any more");
  PetscCall(MatGetDiagonal(s->A, d->inverse));
  PetscCall(VecReciprocal(d->inverse));
  PetscCall(VecGetArrayRead(d->inverse, &inverse));
  for (PetscInt k = 0; k < d->num_contacts; k++) {
    RicNodalContact *c = &d->contacts[k];
    PetscReal response = 0;
    for (PetscInt j = 0; j < c->dofs; j++)
      response += c->frame[j] * c->frame[j] * inverse[c->dof[j]];
    c->rho = 1 / (c->length * c->length * response);
  }
  PetscCall(VecRestoreArrayRead(d->inverse, &inverse));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_Lumped(RicStage s) {
  Lumped *d;

  PetscFunctionBegin;
  PetscCall(PetscNew(&d));
  s->data = d;
  PetscCall(VecDuplicate(s->work, &d->inverse));
  PetscCall(Changed_Lumped(s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// μ from the free y.
static void Answer(RicNodalContact *c, const PetscScalar law[], const PetscScalar friction[],
                   const PetscScalar y[], PetscReal mu[3]) {
  PetscReal z[3] = {0, 0, 0};

  c->equation = (PetscBool)(law[c->row[0]] > 1.5);
  const PetscBool rough =
      (PetscBool)(!c->equation && c->rows > 1 && law[c->row[1]] == RIC_LAW_FRICTION);
  c->mu = rough ? friction[c->row[0]] : 0;
  for (PetscInt i = 0; i < (rough ? c->rows : 1); i++)
    z[i] = -c->rho * y[c->row[i]];
  RicNodalCone(c, z, mu);
}

// x and y as μ leaves them.
static void Push(const RicNodalContact *c, const PetscReal mu[3], const PetscScalar inverse[],
                 PetscScalar x[], PetscScalar y[], PetscScalar out[]) {
  for (PetscInt i = 0; i < c->rows; i++) {
    if (mu[i] == 0)
      continue;
    out[c->row[i]] = mu[i];
    y[c->row[i]] = i ? y[c->row[i]] + mu[i] / c->rho : 0;
    for (PetscInt j = 0; j < c->dofs; j++)
      x[c->dof[j]] += c->length * c->frame[i * c->dofs + j] * mu[i] * inverse[c->dof[j]];
  }
}

static PetscErrorCode PushAll(RicStage s, Vec eligible, Vec x, Vec y, Vec mu) {
  Lumped *d = (Lumped *)s->data;
  const PetscScalar *law, *friction, *inverse;
  PetscScalar *xa, *ya, *m;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(eligible, &law));
  PetscCall(VecGetArrayRead(s->friction, &friction));
  PetscCall(VecGetArrayRead(d->inverse, &inverse));
  PetscCall(VecGetArray(x, &xa));
  PetscCall(VecGetArray(y, &ya));
  PetscCall(VecGetArray(mu, &m));
  for (PetscInt k = 0; k < d->num_contacts; k++) {
    RicNodalContact *c = &d->contacts[k];
    PetscReal answer[3];
    if (law[c->row[0]] <= 0.5)
      continue;
    Answer(c, law, friction, ya, answer);
    Push(c, answer, inverse, xa, ya, m);
  }
  PetscCall(VecRestoreArrayRead(eligible, &law));
  PetscCall(VecRestoreArrayRead(s->friction, &friction));
  PetscCall(VecRestoreArrayRead(d->inverse, &inverse));
  PetscCall(VecRestoreArray(x, &xa));
  PetscCall(VecRestoreArray(y, &ya));
  PetscCall(VecRestoreArray(mu, &m));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Solve_Lumped(RicStage s, Vec b, Vec y0, Vec eligible, Vec x, Vec y, Vec mu,
                                   PetscInt *iterations, RicReason *reason) {
  PetscFunctionBegin;
  if (b)
    PetscCall(RicLinearSolve(s->solver, b, x, reason));
  PetscCall(RicStageRowValues_Private(s, y0, x, y));
  PetscCall(VecZeroEntries(mu));
  PetscCall(PushAll(s, eligible, x, y, mu));
  (*iterations)++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Lumped(RicStage s) {
  Lumped *d = (Lumped *)s->data;

  PetscFunctionBegin;
  PetscCall(VecDestroy(&d->inverse));
  PetscCall(PetscFree(d->contacts));
  PetscCall(PetscFree(s->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStageLumpedApplies_Private(RicStage s, PetscInt n,
                                             const RicNodalContact contacts[], PetscBool *applies) {
  const PetscScalar *a;
  PetscMPIInt all = s->traits.diagonal ? 1 : 0;

  PetscFunctionBegin;
  PetscCall(MatGetDiagonal(s->A, s->work));
  PetscCall(VecGetArrayRead(s->work, &a));
  for (PetscInt k = 0; k < n && all; k++) {
    const RicNodalContact *c = &contacts[k];
    for (PetscInt j = 1; j < c->dofs && c->rows > 1; j++)
      all = all && PetscAbsReal(a[c->dof[j]] / a[c->dof[0]] - 1) <= SLACK;
  }
  PetscCall(VecRestoreArrayRead(s->work, &a));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MIN, s->comm));
  *applies = all ? PETSC_TRUE : PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicStageOps RicStageLumped = {.name = "diagonal",
                                    .SetUp = SetUp_Lumped,
                                    .Changed = Changed_Lumped,
                                    .Solve = Solve_Lumped,
                                    .Destroy = Destroy_Lumped};
