// SPDX-License-Identifier: BSD-2-Clause
// The state a model starts from.
#include "model/model_impl.h"

static PetscErrorCode SetInitial(RicModel m, const RicNodalField *f, PetscReal t,
                                 const RicExpression value[3], Vec x) {
  PetscScalar *a;

  PetscFunctionBegin;
  PetscCall(VecGetArray(x, &a));
  for (PetscInt i = 0; i < f->num; i++)
    for (PetscInt d = 0; d < PetscMin(3, m->ndof[f->nodes[i]]); d++)
      if (value[d])
        PetscCall(RicExpressionEvaluate(value[d], t, &m->coordinates[3 * f->nodes[i]],
                                        &a[m->first[f->nodes[i]] + d]));
  PetscCall(VecRestoreArray(x, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Angle and velocity of bodies, state of systems.
static PetscErrorCode SetBodies(RicModel m, Vec q, Vec v) {
  PetscScalar *a, *b;

  PetscFunctionBegin;
  PetscCall(VecGetArray(q, &a));
  PetscCall(VecGetArray(v, &b));
  for (PetscInt k = 0; k < m->num_bodies; k++) {
    if (!m->bodies[k].owned)
      continue;
    const PetscInt first = m->first[m->bodies[k].node];
    const RicBodyData *body = &m->bodies[k].data;
    if (m->dim == 2)
      a[first + 2] += body->angle;
    else
      PetscCall(PetscArraycpy(&a[first + 3], body->rotation, 3));
    for (PetscInt d = 0; d < m->ndof[m->bodies[k].node]; d++)
      b[first + d] += body->velocity[d];
  }
  for (PetscInt k = 0; k < m->num_systems; k++) {
    const RicSystemNode *s = &m->systems[k];
    if (s->node < 0 || s->node >= m->num_owned)
      continue;
    for (PetscInt d = 0; d < s->ops->num_dofs; d++) {
      a[m->first[s->node] + d] += s->q0[d];
      b[m->first[s->node] + d] += s->v0[d];
    }
  }
  PetscCall(VecRestoreArray(q, &a));
  PetscCall(VecRestoreArray(v, &b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// NaN or infinite anywhere is the user's expression dividing by zero.
static PetscErrorCode CheckFinite(RicModel m, Vec x, const char what[]) {
  PetscReal norm;

  PetscFunctionBegin;
  PetscCall(VecNorm(x, NORM_1, &norm));
  RicCheckUser(!PetscIsInfOrNanReal(norm), m->comm,
               "%s: an expression is not a finite number at some node", what);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelSetStart(RicModel m, Vec q, Vec v) {
  PetscFunctionBegin;
  PetscCall(VecDestroy(&m->start_q));
  PetscCall(VecDestroy(&m->start_v));
  m->start_q = q;
  m->start_v = v;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Begin(RicModel m, Vec q, Vec v) {
  PetscFunctionBegin;
  if (m->start_q) {
    PetscCall(VecCopy(m->start_q, q));
    PetscCall(VecCopy(m->start_v, v));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(VecSet(q, 0.0));
  PetscCall(VecSet(v, 0.0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelInitialState(RicModel m, PetscReal t, PetscReal h, Vec q, Vec v) {
  PetscFunctionBegin;
  PetscCall(Begin(m, q, v));
  for (PetscInt i = 0; i < m->num_initials; i++) {
    PetscCall(SetInitial(m, &m->initials[i], t, m->initials[i].value, q));
    PetscCall(SetInitial(m, &m->initials[i], t, m->initials[i].rate, v));
  }
  if (!m->start_q)
    PetscCall(SetBodies(m, q, v));
  PetscCall(CheckFinite(m, q, "initial displacement"));
  PetscCall(CheckFinite(m, v, "initial velocity"));
  PetscCall(RicModelPrescribe(m, t, h, q, v, NULL));
  PetscCall(CheckFinite(m, q, "support displacement"));
  PetscCall(CheckFinite(m, v, "support velocity"));
  if (m->assemble)
    PetscCall(RicModelAssemble_Private(m, t, h, q, v));
  PetscCall(RicModelUpdateGhosts(m, q));
  PetscCall(RicModelUpdateGhosts(m, v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The first of field i, given [dofs] being what the initials say together, held [dofs] what supports
// make of it.
static PetscBool FindOverridden(RicModel m, PetscInt i, const PetscScalar given[],
                                const PetscScalar held[], PetscReal length, RicOverridden *found) {
  const RicNodalField *f = &m->initials[i];

  for (PetscInt k = 0; k < f->num; k++)
    for (PetscInt d = 0; d < PetscMin(3, m->ndof[f->nodes[k]]); d++) {
      const PetscInt dof = m->first[f->nodes[k]] + d;
      if (!f->value[d] || PetscAbsReal(given[dof] - held[dof]) <= 1e-12 * length)
        continue;
      *found = (RicOverridden){.initial = i, .given = given[dof], .held = held[dof]};
      for (PetscInt e = 0; e < 3; e++)
        found->place[e] = m->coordinates[3 * f->nodes[k] + e];
      return PETSC_TRUE;
    }
  return PETSC_FALSE;
}

PetscErrorCode RicModelFindOverridden(RicModel m, PetscReal t, RicOverridden *found) {
  const PetscScalar *a, *b;
  struct {
    int initial, rank;
  } first = {INT_MAX, 0};
  Vec given, held;

  PetscFunctionBegin;
  *found = (RicOverridden){.initial = -1};
  if (!m->num_supports || !m->num_initials)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelCreateVec(m, &given));
  PetscCall(VecDuplicate(given, &held));
  for (PetscInt i = 0; i < m->num_initials; i++)
    PetscCall(SetInitial(m, &m->initials[i], t, m->initials[i].value, given));
  PetscCall(VecCopy(given, held));
  PetscCall(RicModelPrescribe(m, t, 0, held, NULL, NULL));
  PetscCall(VecGetArrayRead(given, &a));
  PetscCall(VecGetArrayRead(held, &b));
  for (PetscInt i = 0; i < m->num_initials && found->initial < 0; i++)
    if (FindOverridden(m, i, a, b, m->length, found))
      first.initial = (int)i;
  PetscCall(VecRestoreArrayRead(given, &a));
  PetscCall(VecRestoreArrayRead(held, &b));
  PetscCall(VecDestroy(&given));
  PetscCall(VecDestroy(&held));
  PetscCallMPI(MPI_Comm_rank(m->comm, &first.rank));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_2INT, MPI_MINLOC, m->comm));
  PetscCallMPI(MPI_Bcast(found, (PetscMPIInt)sizeof *found, MPI_BYTE, first.rank, m->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}
