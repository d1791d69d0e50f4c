// SPDX-License-Identifier: BSD-2-Clause
#include "app/reactions.h"
#include "model/model.h"
#include "model/model_view.h"

struct RicReactions_ {
  RicCase *c; // borrowed
  PetscInt num_dofs, num_columns;
  PetscInt *column;           // [num_dofs] of this rank: of the reaction of a dof, −1: none
  PetscBool kept;             // there is a state before
  PetscReal t;                // its time, s
  Vec q, v;                   // its dofs
  Vec lambda;                 // of rows
  Vec mean, r, before, force; // Δv/h; reactions after and before; forces of rows, N
};

// The dofs of a support get its columns, −1 where it has no name.
static PetscErrorCode Claim(RicReactions r, const RicSupport *s, PetscInt first_column) {
  PetscInt num_owned, first, n;

  PetscFunctionBegin;
  PetscCall(RicMeshGetNumNodes(r->c->mesh, NULL, &num_owned, NULL));
  for (PetscInt i = 0; i < s->region->num_nodes; i++) {
    const PetscInt node = s->region->nodes[i];
    if (node >= num_owned)
      continue;
    PetscCall(RicModelGetNodeDofs(r->c->model, node, &first, &n));
    for (PetscInt d = 0, column = first_column; d < 3; d++) {
      if (s->fixed[d] && d < n)
        r->column[first + d] = s->name[0] ? column : -1;
      column += s->fixed[d];
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ClaimAll(RicReactions r) {
  PetscFunctionBegin;
  PetscCall(PetscMalloc1(r->num_dofs, &r->column));
  for (PetscInt i = 0; i < r->num_dofs; i++)
    r->column[i] = -1;
  for (PetscInt i = 0; i < r->c->num_supports; i++) {
    const RicSupport *s = &r->c->supports[i];
    PetscCall(Claim(r, s, r->num_columns));
    for (PetscInt d = 0; d < 3 && s->name[0]; d++)
      r->num_columns += s->fixed[d];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicReactionsCreate(RicCase *c, RicReactions *reactions) {
  RicReactions r;
  PetscBool named = PETSC_FALSE;

  PetscFunctionBegin;
  *reactions = NULL;
  for (PetscInt i = 0; i < c->num_supports; i++)
    named = (PetscBool)(named || c->supports[i].name[0]);
  if (!named)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew(reactions));
  r = *reactions;
  r->c = c;
  Vec *dofs[] = {&r->q, &r->v, &r->mean, &r->r, &r->before}, *rows[] = {&r->lambda, &r->force};
  for (PetscInt i = 0; i < 5; i++)
    PetscCall(RicModelCreateVec(c->model, dofs[i]));
  for (PetscInt i = 0; i < 2; i++)
    PetscCall(RicModelCreateContactVec(c->model, rows[i]));
  PetscCall(VecGetLocalSize(r->q, &r->num_dofs));
  PetscCall(ClaimAll(r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicReactionsDestroy(RicReactions *reactions) {
  RicReactions r = *reactions;

  PetscFunctionBegin;
  if (!r)
    PetscFunctionReturn(PETSC_SUCCESS);
  Vec *vecs[] = {&r->q, &r->v, &r->mean, &r->r, &r->before, &r->lambda, &r->force};
  for (PetscInt i = 0; i < 7; i++)
    PetscCall(VecDestroy(vecs[i]));
  PetscCall(PetscFree(r->column));
  PetscCall(PetscFree(*reactions));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicReactionsKeep(RicReactions r, const RicState *state) {
  PetscFunctionBegin;
  if (!r)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecCopy(state->q, r->q));
  PetscCall(VecCopy(state->v, r->v));
  PetscCall(VecCopy(state->lambda, r->lambda));
  r->t = state->t;
  r->kept = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// r = the reactions at fixed dofs.
static PetscErrorCode Find(RicReactions r, const RicState *state) {
  RicModel model = r->c->model;

  PetscFunctionBegin;
  if (!r->kept) {
    PetscCall(
        RicModelSupportReactions(model, state->t, state->q, state->v, state->acceleration, r->r));
    PetscCall(RicModelSubtractRowForces(model, state->lambda, r->r));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  const PetscReal h = state->t - r->t;
  PetscCall(VecAXPBYPCZ(r->mean, 1 / h, -1 / h, 0.0, state->v, r->v));
  PetscCall(RicModelSupportReactions(model, r->t, r->q, r->v, r->mean, r->before));
  PetscCall(RicModelSupportReactions(model, state->t, state->q, state->v, r->mean, r->r));
  PetscCall(VecAXPBY(r->r, 0.5, 0.5, r->before));
  PetscCall(VecAXPBYPCZ(r->force, 0.5, 0.5, 0.0, r->lambda, state->lambda));
  PetscCall(VecAXPY(r->force, 1 / h, state->impulse));
  PetscCall(RicModelSubtractRowForces(model, r->force, r->r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicReactionsGet(RicReactions r, const RicState *state, PetscReal out[]) {
  const PetscScalar *a;

  PetscFunctionBegin;
  PetscCall(Find(r, state));
  PetscCall(PetscArrayzero(out, r->num_columns));
  PetscCall(VecGetArrayRead(r->r, &a));
  for (PetscInt i = 0; i < r->num_dofs; i++)
    if (r->column[i] >= 0)
      out[r->column[i]] += a[i];
  PetscCall(VecRestoreArrayRead(r->r, &a));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, out, (PetscMPIInt)r->num_columns, MPIU_REAL, MPIU_SUM,
                             r->c->comm));
  r->kept = PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}
