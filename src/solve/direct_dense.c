// SPDX-License-Identifier: BSD-2-Clause
// dense: PA = LU of the full matrix, rows of it [n] in their first place, order[i] the i-th pivot.
// The largest pivot is that of rows divided by √|a_ii|: displacements and angles may stand in one
// matrix, and no unit is to choose.
#include "solve/direct_impl.h"
#include <math.h>

typedef struct {
  PetscInt n;
  PetscReal *lu;      // [n*n] by rows, diagonal: 1/u
  PetscInt *order;    // [n]
  PetscReal *forward; // [n]
  PetscReal *weight;  // [n] 1/√|a_ii|
} Dense;

static PetscBool Fits_Dense(const RicEntries *A) {
  (void)A;
  return PETSC_TRUE;
}

static PetscErrorCode Reserve(RicDirect d, PetscInt n, Dense **dense) {
  Dense *f = (Dense *)d->data;

  PetscFunctionBegin;
  if (!f) {
    PetscCall(PetscNew(&f));
    d->data = f;
  }
  if (f->n != n) {
    PetscCall(PetscFree4(f->lu, f->order, f->forward, f->weight));
    PetscCall(PetscMalloc4(n * n, &f->lu, n, &f->order, n, &f->forward, n, &f->weight));
    f->n = n;
  }
  *dense = f;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void Load(const RicEntries *A, Dense *f) {
  const PetscInt bs = A->bs, n = f->n;

  for (PetscInt i = 0; i < n * n; i++)
    f->lu[i] = 0;
  for (PetscInt i = 0; i < A->n; i++)
    for (PetscInt k = A->offset[i]; k < A->offset[i + 1]; k++) {
      const PetscReal *block = &A->value[k * bs * bs]; // by columns
      PetscReal *to = &f->lu[i * bs * n + A->column[k] * bs];
      for (PetscInt c = 0; c < bs; c++)
        for (PetscInt r = 0; r < bs; r++)
          to[r * n + c] = *block++;
    }
  for (PetscInt i = 0; i < f->n; i++) {
    const PetscReal diagonal = PetscAbsReal(f->lu[i * f->n + i]);
    f->order[i] = i;
    f->weight[i] = diagonal > 0 ? 1 / PetscSqrtReal(diagonal) : 1;
  }
}

// Which of the rows from j on is to be the pivot of column j?
static PetscInt BestRow(const Dense *f, PetscInt j) {
  PetscReal largest = 0;
  PetscInt best = j;

  for (PetscInt i = j; i < f->n; i++) {
    const PetscInt row = f->order[i];
    const PetscReal size = PetscAbsReal(f->lu[row * f->n + j]) * f->weight[row];
    if (size > largest) {
      largest = size;
      best = i;
    }
  }
  return best;
}

static PetscErrorCode Factor_Dense(RicDirect d, const RicEntries *A, PetscBool *regular) {
  const PetscInt n = A->n * A->bs;
  Dense *f = NULL;

  PetscFunctionBegin;
  PetscCall(Reserve(d, n, &f));
  Load(A, f);
  *regular = PETSC_TRUE;
  for (PetscInt j = 0; j < n && *regular; j++) {
    const PetscInt best = BestRow(f, j), row = f->order[best];
    f->order[best] = f->order[j];
    f->order[j] = row;
    PetscReal *pivot = &f->lu[row * n];
    *regular = (PetscBool)(pivot[j] != 0 && isfinite(pivot[j]));
    pivot[j] = 1 / pivot[j];
    for (PetscInt i = j + 1; i < n; i++) {
      PetscReal *other = &f->lu[f->order[i] * n];
      const PetscReal factor = other[j] *= pivot[j];
      for (PetscInt k = j + 1; k < n && factor != 0; k++)
        other[k] -= factor * pivot[k];
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void Solve_Dense(RicDirect d, const PetscScalar b[], PetscScalar x[]) {
  const Dense *f = (const Dense *)d->data;
  const PetscInt n = f->n;

  for (PetscInt i = 0; i < n; i++) {
    const PetscReal *row = &f->lu[f->order[i] * n];
    PetscReal sum = b[f->order[i]];
    for (PetscInt k = 0; k < i; k++)
      sum -= row[k] * f->forward[k];
    f->forward[i] = sum;
  }
  for (PetscInt i = n - 1; i >= 0; i--) {
    const PetscReal *row = &f->lu[f->order[i] * n];
    PetscReal sum = f->forward[i];
    for (PetscInt k = i + 1; k < n; k++)
      sum -= row[k] * x[k];
    x[i] = sum * row[i];
  }
}

static PetscErrorCode Destroy_Dense(RicDirect d) {
  Dense *f = (Dense *)d->data;

  PetscFunctionBegin;
  if (f)
    PetscCall(PetscFree4(f->lu, f->order, f->forward, f->weight));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicDirectOps RicDirectDense = {.name = RIC_PC_DENSE,
                                     .Fits = Fits_Dense,
                                     .Factor = Factor_Dense,
                                     .Solve = Solve_Dense,
                                     .Destroy = Destroy_Dense};
