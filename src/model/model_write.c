// SPDX-License-Identifier: BSD-2-Clause
// Sums of small matrices into a large one. Where that is sequential, stored by rows, and has its
// pattern already, the values are found and added to in place: MatSetValues and the look-ups of
// options in MatAssemblyEnd would take longer than a step of few dofs.
#include "base/vec.h"
#include "model/model_impl.h"

PetscErrorCode RicWriterOpen_Private(Mat A, RicWriter *w) {
  PetscBool assembled, direct;
  PetscInt n;

  PetscFunctionBegin;
  *w = (RicWriter){.A = A};
  PetscCall(MatAssembled(A, &assembled));
  PetscCall(RicMatIsRows(A, &direct));
  if (!assembled || !direct) {
    PetscCall(MatZeroEntries(A));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(MatGetLocalSize(A, &n, NULL));
  PetscCall(MatSeqAIJGetCSRAndMemType(A, &w->offset, &w->column, NULL, NULL));
  PetscCall(MatSeqAIJGetArray(A, &w->value));
  PetscCall(PetscArrayzero(w->value, w->offset[n]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicWriterClose_Private(RicWriter *w) {
  PetscFunctionBegin;
  if (w->value)
    PetscCall(MatSeqAIJRestoreArray(w->A, &w->value)); // which tells that the entries are new
  else {
    PetscCall(MatAssemblyBegin(w->A, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(w->A, MAT_FINAL_ASSEMBLY));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// e into column `col` of a row, wherever it stands there; *next: the place after it.
static PetscErrorCode AddOne(const RicWriter *w, PetscInt row, PetscInt col, PetscReal e,
                             PetscInt *next) {
  const PetscInt end = w->offset[row + 1];
  PetscInt k = w->offset[row];

  PetscFunctionBegin;
  while (k < end && w->column[k] < col)
    k++;
  if (k < end && w->column[k] == col) {
    w->value[k] += e;
    *next = k + 1;
  } else
    PetscCheck(e == 0, PETSC_COMM_SELF, PETSC_ERR_PLIB,
               "entry (%" PetscInt_FMT ", %" PetscInt_FMT ") is not in the pattern", row, col);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// e [n] into the columns of a row: in general they stand there in their order, one by one.
static PetscErrorCode AddRow(const RicWriter *w, PetscInt row, PetscInt n, const PetscInt cols[],
                             const PetscReal e[]) {
  const PetscInt *column = w->column, end = w->offset[row + 1];
  PetscScalar *value = w->value;
  PetscInt k = w->offset[row];

  PetscFunctionBegin;
  for (PetscInt j = 0; j < n; j++) {
    if (k < end && column[k] == cols[j])
      value[k++] += e[j];
    else if (cols[j] >= 0)
      PetscCall(AddOne(w, row, cols[j], e[j], &k));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicWriterAdd_Private(RicWriter *w, PetscInt m, const PetscInt rows[], PetscInt n,
                                    const PetscInt cols[], const PetscReal E[]) {
  PetscFunctionBegin;
  if (!w->value) {
    PetscCall(MatSetValues(w->A, m, rows, n, cols, E, ADD_VALUES));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  for (PetscInt i = 0; i < m; i++)
    if (rows[i] >= 0)
      PetscCall(AddRow(w, rows[i], n, cols, &E[i * n]));
  PetscFunctionReturn(PETSC_SUCCESS);
}
