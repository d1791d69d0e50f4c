// SPDX-License-Identifier: BSD-2-Clause
// Sums of small matrices into a large one. Where that is sequential, stored by rows, and has its
// pattern already, the values are found and added to in place: MatSetValues and the look-ups of
// options in MatAssemblyEnd would take longer than a step of few dofs.
#include "model/model_impl.h"

PetscErrorCode RicWriterOpen_Private(Mat A, RicWriter *w) {
  PetscBool assembled, direct, known;
  PetscInt n;

  PetscFunctionBegin;
  *w = (RicWriter){.A = A};
  PetscCall(MatAssembled(A, &assembled));
  PetscCall(PetscObjectTypeCompare((PetscObject)A, MATSEQAIJ, &direct));
  if (!assembled || !direct) {
    PetscCall(MatZeroEntries(A));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(MatGetRowIJ(A, 0, PETSC_FALSE, PETSC_FALSE, &n, &w->offset, &w->column, &known));
  PetscCall(MatSeqAIJGetArray(A, &w->value));
  PetscCall(PetscArrayzero(w->value, w->offset[n]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicWriterClose_Private(RicWriter *w) {
  PetscBool known;
  PetscInt n;

  PetscFunctionBegin;
  if (w->value) {
    PetscCall(MatSeqAIJRestoreArray(w->A, &w->value)); // which tells that the entries are new
    PetscCall(
        MatRestoreRowIJ(w->A, 0, PETSC_FALSE, PETSC_FALSE, &n, &w->offset, &w->column, &known));
  } else {
    PetscCall(MatAssemblyBegin(w->A, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(w->A, MAT_FINAL_ASSEMBLY));
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
  for (PetscInt i = 0; i < m; i++) {
    if (rows[i] < 0)
      continue;
    const PetscInt begin = w->offset[rows[i]], end = w->offset[rows[i] + 1];
    PetscInt k = begin;
    for (PetscInt j = 0; j < n; j++) {
      if (cols[j] < 0)
        continue;
      if (k == end || w->column[k] > cols[j])
        k = begin; // columns mostly come in their order
      while (k < end && w->column[k] < cols[j])
        k++;
      if (k < end && w->column[k] == cols[j])
        w->value[k] += E[i * n + j];
      else
        PetscCheck(E[i * n + j] == 0, PETSC_COMM_SELF, PETSC_ERR_PLIB,
                   "entry (%" PetscInt_FMT ", %" PetscInt_FMT ") is not in the pattern", rows[i],
                   cols[j]);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
