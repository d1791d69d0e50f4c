// SPDX-License-Identifier: BSD-2-Clause
// Sums of small matrices into a large one. Where that is sequential, stored by rows, and has its
// pattern already, the values are found and added to in place: MatSetValues and the look-ups of
// options in MatAssemblyEnd would take longer than a step of few dofs.
#include "model/model_impl.h"

PetscErrorCode RicWriterOpen_Private(Mat A, RicWriter *w) {
  PetscBool assembled, direct;
  PetscInt n;

  PetscFunctionBegin;
  *w = (RicWriter){.A = A};
  PetscCall(MatAssembled(A, &assembled));
  PetscCall(PetscObjectTypeCompare((PetscObject)A, MATSEQAIJ, &direct));
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

// Where column `col` stands among those from `begin` to `end` − 1, in their order; `end`: nowhere.
static PetscInt FindColumn(const RicWriter *w, PetscInt begin, PetscInt end, PetscInt col) {
  PetscInt k = begin;

  while (k < end && w->column[k] < col)
    k++;
  return k < end && w->column[k] == col ? k : end;
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
      if (k == end || w->column[k] != cols[j]) // else they come in their order, one by one
        k = FindColumn(w, begin, end, cols[j]);
      if (k < end)
        w->value[k++] += E[i * n + j];
      else
        PetscCheck(E[i * n + j] == 0, PETSC_COMM_SELF, PETSC_ERR_PLIB,
                   "entry (%" PetscInt_FMT ", %" PetscInt_FMT ") is not in the pattern", rows[i],
                   cols[j]);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
