// SPDX-License-Identifier: BSD-2-Clause
// Diagonal: A is a lumped mass and each row touches one node of its own, so rows do not interact:
// μ_i = −y_i / D_ii, D_ii = Σ_j w_ij² / a_jj, where y_i < 0 or the row is an equation, else 0; and
// x_j += w_ij μ_i / a_jj. Exact, about 7 ns a contact.
#include "solve/stage_impl.h"

typedef struct {
  Vec inverse;         // 1 / a_jj
  PetscInt *offset;    // [rows owned + 1] into column and value
  PetscInt *column;    // local dofs
  PetscReal *value;    // w
  PetscReal *delassus; // D_ii [rows owned]
} Diagonal;

static PetscErrorCode FillDelassus(RicStage s) {
  Diagonal *d = (Diagonal *)s->data;
  const PetscScalar *inverse;

  PetscFunctionBegin;
  PetscCall(MatGetDiagonal(s->A, d->inverse));
  PetscCall(VecReciprocal(d->inverse));
  PetscCall(VecGetArrayRead(d->inverse, &inverse));
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    d->delassus[i] = 0;
    for (PetscInt k = d->offset[i]; k < d->offset[i + 1]; k++)
      d->delassus[i] += d->value[k] * d->value[k] * inverse[d->column[k]];
  }
  PetscCall(VecRestoreArrayRead(d->inverse, &inverse));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_Diagonal(RicStage s) {
  Diagonal *d;
  const PetscInt *cols;
  const PetscScalar *values;
  PetscInt n, first;

  PetscFunctionBegin;
  PetscCall(PetscNew(&d));
  s->data = d;
  PetscCall(VecDuplicate(s->work, &d->inverse));
  PetscCall(PetscMalloc4(s->num_rows_owned + 1, &d->offset, s->num_rows_owned * RIC_MAX_DOFS,
                         &d->column, s->num_rows_owned * RIC_MAX_DOFS, &d->value, s->num_rows_owned,
                         &d->delassus));
  PetscCall(MatGetOwnershipRangeColumn(s->W, &first, NULL));
  d->offset[0] = 0;
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    PetscCall(MatGetRow(s->W, s->first_row + i, &n, &cols, &values));
    for (PetscInt k = 0; k < n; k++) {
      d->column[d->offset[i] + k] = cols[k] - first;
      d->value[d->offset[i] + k] = values[k];
    }
    d->offset[i + 1] = d->offset[i] + n;
    PetscCall(MatRestoreRow(s->W, s->first_row + i, &n, &cols, &values));
  }
  PetscCall(FillDelassus(s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Solve_Diagonal(RicStage s, Vec b, Vec y0, Vec eligible, Vec x, Vec y, Vec mu,
                                     PetscInt *iterations, RicReason *reason) {
  const Diagonal *d = (const Diagonal *)s->data;
  const PetscScalar *e, *inverse;
  PetscScalar *xa, *ya, *m;

  PetscFunctionBegin;
  if (b)
    PetscCall(RicLinearSolve(s->solver, b, x, reason));
  PetscCall(RicStageRowValues_Private(s, y0, x, y));
  PetscCall(VecGetArrayRead(eligible, &e));
  PetscCall(VecGetArrayRead(d->inverse, &inverse));
  PetscCall(VecGetArray(x, &xa));
  PetscCall(VecGetArray(y, &ya));
  PetscCall(VecGetArray(mu, &m));
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    const PetscBool active = (PetscBool)(e[i] > 1.5 || (e[i] > 0.5 && ya[i] < 0));
    m[i] = active && d->delassus[i] > 0 ? -ya[i] / d->delassus[i] : 0;
    if (m[i] == 0)
      continue;
    for (PetscInt k = d->offset[i]; k < d->offset[i + 1]; k++)
      xa[d->column[k]] += d->value[k] * m[i] * inverse[d->column[k]];
    ya[i] = 0;
  }
  PetscCall(VecRestoreArrayRead(eligible, &e));
  PetscCall(VecRestoreArrayRead(d->inverse, &inverse));
  PetscCall(VecRestoreArray(x, &xa));
  PetscCall(VecRestoreArray(y, &ya));
  PetscCall(VecRestoreArray(mu, &m));
  (*iterations)++;
  *reason = RIC_OK;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Diagonal(RicStage s) {
  Diagonal *d = (Diagonal *)s->data;

  PetscFunctionBegin;
  PetscCall(VecDestroy(&d->inverse));
  PetscCall(PetscFree4(d->offset, d->column, d->value, d->delassus));
  PetscCall(PetscFree(s->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicStageOps RicStageDiagonal = {.name = "diagonal",
                                      .SetUp = SetUp_Diagonal,
                                      .Changed = FillDelassus,
                                      .Solve = Solve_Diagonal,
                                      .Destroy = Destroy_Diagonal};
