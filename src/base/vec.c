// SPDX-License-Identifier: BSD-2-Clause
#include "base/vec.h"
#include <string.h>

// Up to so many rows what PETSc does around a product takes longer than the product.
#define FEW_ROWS 64

PetscErrorCode RicVecSet(Vec x, PetscReal value) {
  PetscScalar *a;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(VecGetLocalSize(x, &n));
  PetscCall(VecGetArrayWrite(x, &a));
  for (PetscInt i = 0; i < n; i++)
    a[i] = value;
  PetscCall(VecRestoreArrayWrite(x, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicVecCopy(Vec x, Vec y) {
  const PetscScalar *from;
  PetscScalar *to;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(VecGetLocalSize(x, &n));
  PetscCall(VecGetArrayRead(x, &from));
  PetscCall(VecGetArrayWrite(y, &to));
  for (PetscInt i = 0; i < n; i++)
    to[i] = from[i];
  PetscCall(VecRestoreArrayWrite(y, &to));
  PetscCall(VecRestoreArrayRead(x, &from));
  PetscFunctionReturn(PETSC_SUCCESS);
}

RIC_CLONES static void Sum(PetscInt n, PetscReal a, const PetscScalar x[], const PetscScalar y[],
                           PetscScalar w[]) {
#pragma GCC ivdep // w may be x or y itself
  for (PetscInt i = 0; i < n; i++)
    w[i] = a * x[i] + y[i];
}

PetscErrorCode RicVecWAXPY(Vec w, PetscReal a, Vec x, Vec y) {
  const PetscScalar *from, *plus;
  PetscScalar *to;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(VecGetLocalSize(w, &n));
  PetscCall(VecGetArrayRead(x, &from));
  PetscCall(VecGetArrayRead(y, &plus));
  PetscCall(VecGetArray(w, &to));
  Sum(n, a, from, plus, to);
  PetscCall(VecRestoreArray(w, &to));
  PetscCall(VecRestoreArrayRead(y, &plus));
  PetscCall(VecRestoreArrayRead(x, &from));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicVecAXPY(Vec y, PetscReal a, Vec x) {
  PetscFunctionBegin;
  PetscCall(RicVecWAXPY(y, a, x, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMatIsRows(Mat A, PetscBool *fits) {
  MatType type;

  PetscFunctionBegin;
  PetscCall(MatGetType(A, &type));
  *fits = (PetscBool)(type && !strcmp(type, MATSEQAIJ));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// z = y + A x of few rows; y NULL: A x.
static PetscErrorCode MultFew(Mat A, PetscInt n, Vec x, Vec y, Vec z) {
  const PetscInt *offset, *column;
  const PetscScalar *value, *from, *plus = NULL;
  PetscScalar *to;

  PetscFunctionBegin;
  PetscCall(MatSeqAIJGetCSRAndMemType(A, &offset, &column, NULL, NULL));
  PetscCall(MatSeqAIJGetArrayRead(A, &value));
  PetscCall(VecGetArrayRead(x, &from));
  if (y)
    PetscCall(VecGetArrayRead(y, &plus));
  PetscCall(VecGetArray(z, &to));
  for (PetscInt i = 0; i < n; i++) {
    PetscReal sum = y ? plus[i] : 0;
    for (PetscInt k = offset[i]; k < offset[i + 1]; k++)
      sum += value[k] * from[column[k]];
    to[i] = sum;
  }
  PetscCall(VecRestoreArray(z, &to));
  if (y)
    PetscCall(VecRestoreArrayRead(y, &plus));
  PetscCall(VecRestoreArrayRead(x, &from));
  PetscCall(MatSeqAIJRestoreArrayRead(A, &value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// y NULL: A x.
static PetscErrorCode Mult(Mat A, Vec x, Vec y, Vec z) {
  PetscBool few = PETSC_FALSE;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(MatGetLocalSize(A, &n, NULL));
  PetscCall(RicMatIsRows(A, &few));
  if (few && n <= FEW_ROWS)
    PetscCall(MultFew(A, n, x, y, z));
  else
    PetscCall(y ? MatMultAdd(A, x, y, z) : MatMult(A, x, z));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMatMult(Mat A, Vec x, Vec y) {
  PetscFunctionBegin;
  PetscCall(Mult(A, x, NULL, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMatMultAdd(Mat A, Vec x, Vec y, Vec z) {
  PetscFunctionBegin;
  PetscCall(Mult(A, x, y, z));
  PetscFunctionReturn(PETSC_SUCCESS);
}
