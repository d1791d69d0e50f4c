// SPDX-License-Identifier: BSD-2-Clause
#include "base/archive.h"

PetscBool RicArchiveIsLoading(RicArchive a) { return a->loading; }

PetscErrorCode RicArchiveGroup(RicArchive a, const char name[]) {
  PetscFunctionBegin;
  PetscCall(a->ops->Group(a, name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicArchiveReals(RicArchive a, const char name[], PetscInt n, PetscReal x[]) {
  PetscFunctionBegin;
  PetscCall(a->ops->Reals(a, name, n, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicArchiveReal(RicArchive a, const char name[], PetscReal *x) {
  PetscFunctionBegin;
  PetscCall(a->ops->Reals(a, name, 1, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicArchiveInts(RicArchive a, const char name[], PetscInt n, PetscInt x[]) {
  PetscFunctionBegin;
  PetscCall(a->ops->Ints(a, name, n, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicArchiveInt(RicArchive a, const char name[], PetscInt *x) {
  PetscFunctionBegin;
  PetscCall(a->ops->Ints(a, name, 1, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicArchiveBools(RicArchive a, const char name[], PetscInt n, PetscBool x[]) {
  PetscInt *numbers;

  PetscFunctionBegin;
  PetscCall(PetscMalloc1(n, &numbers));
  for (PetscInt i = 0; i < n; i++)
    numbers[i] = x[i];
  const PetscErrorCode error = a->ops->Ints(a, name, n, numbers);
  for (PetscInt i = 0; i < n && !error; i++)
    x[i] = numbers[i] ? PETSC_TRUE : PETSC_FALSE;
  PetscCall(PetscFree(numbers));
  PetscFunctionReturn(error);
}

PetscErrorCode RicArchiveBool(RicArchive a, const char name[], PetscBool *x) {
  PetscFunctionBegin;
  PetscCall(RicArchiveBools(a, name, 1, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicArchiveText(RicArchive a, const char name[], char **text) {
  PetscFunctionBegin;
  PetscCall(a->ops->Text(a, name, text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicArchiveVector(RicArchive a, const char name[], RicArchiveKind kind, Vec x) {
  PetscFunctionBegin;
  PetscCall(a->ops->Vector(a, name, kind, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}
