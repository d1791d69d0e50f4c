// SPDX-License-Identifier: BSD-2-Clause
// diagonal: one reciprocal a row.
#include "solve/direct_impl.h"

typedef struct {
  PetscInt n;
  PetscReal *inverse; // [n]
} Diagonal;

static PetscBool Fits_Diagonal(const RicEntries *A) {
  const PetscInt bs = A->bs;

  for (PetscInt i = 0; i < A->n; i++)
    for (PetscInt k = A->offset[i]; k < A->offset[i + 1]; k++)
      for (PetscInt e = 0; e < bs * bs; e++)
        if ((A->column[k] != i || e / bs != e % bs) && A->value[k * bs * bs + e] != 0)
          return PETSC_FALSE;
  return PETSC_TRUE;
}

static PetscErrorCode Factor_Diagonal(RicDirect d, const RicEntries *A, PetscBool *regular) {
  const PetscInt bs = A->bs;
  Diagonal *f = (Diagonal *)d->data;

  PetscFunctionBegin;
  if (!f) {
    PetscCall(PetscNew(&f));
    d->data = f;
    f->n = A->n * bs;
    PetscCall(PetscMalloc1(f->n, &f->inverse));
  }
  *regular = PETSC_TRUE;
  PetscCall(PetscArrayzero(f->inverse, f->n));
  for (PetscInt i = 0; i < A->n; i++)
    for (PetscInt k = A->offset[i]; k < A->offset[i + 1]; k++)
      for (PetscInt r = 0; r < bs && A->column[k] == i; r++)
        f->inverse[i * bs + r] = A->value[(k * bs + r) * bs + r];
  for (PetscInt i = 0; i < f->n; i++) {
    *regular = (PetscBool)(*regular && f->inverse[i] != 0 && !PetscIsInfOrNanReal(f->inverse[i]));
    f->inverse[i] = 1 / f->inverse[i];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void Solve_Diagonal(RicDirect d, const PetscScalar b[], PetscScalar x[]) {
  const Diagonal *f = (const Diagonal *)d->data;

#pragma GCC ivdep
  for (PetscInt i = 0; i < f->n; i++)
    x[i] = b[i] * f->inverse[i];
}

static PetscErrorCode Destroy_Diagonal(RicDirect d) {
  Diagonal *f = (Diagonal *)d->data;

  PetscFunctionBegin;
  if (f)
    PetscCall(PetscFree(f->inverse));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicDirectOps RicDirectDiagonal = {.name = RIC_PC_DIAGONAL,
                                        .Fits = Fits_Diagonal,
                                        .Factor = Factor_Diagonal,
                                        .Solve = Solve_Diagonal,
                                        .Destroy = Destroy_Diagonal};
