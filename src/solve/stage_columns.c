// SPDX-License-Identifier: BSD-2-Clause
#include "solve/stage_columns.h"
#include "base/vec.h"

#define KEEP_BYTES 512e6

PetscErrorCode RicColumnsCreate_Private(RicStage s, RicColumns *c) {
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(MatCreateVecs(s->W, NULL, &c->row_work));
  if (s->size > 1)
    PetscCall(VecScatterCreateToAll(c->row_work, &c->scatter, &c->all));
  PetscCall(PetscMalloc1(s->num_rows, &c->slot));
  PetscCall(VecGetSize(s->work, &n)); // of all ranks, so that all decide alike
  c->keep = (PetscInt)PetscMax(1, KEEP_BYTES / (8.0 * (double)PetscMax(n, 1)));
  RicColumnsDrop_Private(s, c);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicColumnsDestroy_Private(RicColumns *c) {
  PetscFunctionBegin;
  for (PetscInt j = 0; j < c->room; j++) {
    PetscCall(PetscFree(c->delassus[j]));
    PetscCall(VecDestroy(&c->column[j]));
  }
  PetscCall(PetscFree(c->delassus));
  PetscCall(PetscFree(c->column));
  PetscCall(PetscFree(c->slot));
  PetscCall(VecScatterDestroy(&c->scatter));
  PetscCall(VecDestroy(&c->all));
  PetscCall(VecDestroy(&c->row_work));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void RicColumnsDrop_Private(RicStage s, RicColumns *c) {
  c->num_columns = 0; // the vectors stay for reuse
  for (PetscInt i = 0; i < s->num_rows; i++)
    c->slot[i] = -1;
}

PetscErrorCode RicColumnsGather_Private(RicStage s, RicColumns *c, Vec v, PetscReal out[]) {
  const PetscScalar *a;

  PetscFunctionBegin;
  if (c->scatter) {
    PetscCall(VecScatterBegin(c->scatter, v, c->all, INSERT_VALUES, SCATTER_FORWARD));
    PetscCall(VecScatterEnd(c->scatter, v, c->all, INSERT_VALUES, SCATTER_FORWARD));
    v = c->all;
  }
  PetscCall(VecGetArrayRead(v, &a));
  PetscCall(PetscArraycpy(out, a, s->num_rows));
  PetscCall(VecRestoreArrayRead(v, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Reserve(RicStage s, RicColumns *c, PetscInt needed) {
  PetscInt room = PetscMax(c->room, 4);

  PetscFunctionBegin;
  while (room < needed)
    room *= 2;
  if (room == c->room)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscRealloc(room * sizeof(*c->delassus), &c->delassus));
  PetscCall(PetscRealloc(room * sizeof(*c->column), &c->column));
  for (PetscInt j = c->room; j < room; j++) {
    PetscCall(PetscMalloc1(s->num_rows, &c->delassus[j]));
    c->column[j] = NULL;
  }
  c->room = room;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The vector of the next column. Beyond `keep` all share that of the last kept one: it is not read
// again.
static PetscErrorCode Next(RicStage s, RicColumns *c, Vec *column) {
  const PetscInt j = c->num_columns;

  PetscFunctionBegin;
  if (!c->column[j] && j < c->keep)
    PetscCall(VecDuplicate(s->work, &c->column[j]));
  else if (!c->column[j]) {
    PetscCall(PetscObjectReference((PetscObject)c->column[c->keep - 1]));
    c->column[j] = c->column[c->keep - 1];
  }
  *column = c->column[j];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Compute(RicStage s, RicColumns *c, PetscInt row, RicReason *reason) {
  Vec column = NULL;

  PetscFunctionBegin;
  PetscCall(Next(s, c, &column));
  PetscCall(RicStageColumn_Private(s, row, s->work));
  PetscCall(RicLinearSolve(s->solver, s->work, column, reason));
  PetscCall(RicMatMult(s->W, column, c->row_work));
  PetscCall(RicColumnsGather_Private(s, c, c->row_work, c->delassus[c->num_columns]));
  c->slot[row] = c->num_columns++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// One by one: for matrices blocked by node PETSc 3.18 has no solve of many right-hand sides, MUMPS
// included.
PetscErrorCode RicColumnsCompute_Private(RicStage s, RicColumns *c, PetscInt n,
                                         const PetscInt rows[], RicReason *reason) {
  PetscFunctionBegin;
  PetscCall(Reserve(s, c, c->num_columns + n));
  for (PetscInt k = 0; k < n && *reason == RIC_OK; k++)
    PetscCall(Compute(s, c, rows[k], reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}
