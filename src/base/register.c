// SPDX-License-Identifier: BSD-2-Clause
#include "base/register.h"
#include <string.h>

PetscErrorCode RicRegisterCheckCompiled(const RicCompiled *ours, int version, size_t size) {
  PetscFunctionBeginUser;
  RicCheckUser(version == ours->version, PETSC_COMM_SELF,
               "compiled with version %d of %s, this program has version %d; compile it again",
               version, ours->header, ours->version);
  RicCheckUser(size == ours->size, PETSC_COMM_SELF,
               "compiled with a %s of %zu bytes, this program has one of %zu; compile it again",
               ours->type, size, ours->size);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscBool IsWord(const char name[]) {
  const size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                     "0123456789-_");

  return (PetscBool)(length > 0 && length < RIC_NAME_LEN && !name[length]);
}

PetscErrorCode RicRegisterCheckName(const char what[], const char name[]) {
  PetscFunctionBeginUser;
  RicCheckUser(name, PETSC_COMM_SELF, "a type of %s must have a name", what);
  RicCheckUser(IsWord(name), PETSC_COMM_SELF,
               "%s '%s': a name has 1 to %d of the characters a-z, A-Z, 0-9, - and _", what, name,
               RIC_NAME_LEN - 1);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Bytes of a value in the data.
static size_t SizeOf(const RicParameter *p) {
  switch (p->kind) {
  case RIC_PARAMETER_REAL:
    return sizeof(PetscReal);
  case RIC_PARAMETER_VECTOR:
  case RIC_PARAMETER_DIRECTION:
    return 3 * sizeof(PetscReal);
  case RIC_PARAMETER_REALS:
    return (size_t)p->count * sizeof(PetscReal);
  case RIC_PARAMETER_BOOL:
    return sizeof(PetscBool);
  case RIC_PARAMETER_INT:
  case RIC_PARAMETER_CHOICE:
    return sizeof(PetscInt);
  case RIC_PARAMETER_INTS:
    return 3 * sizeof(PetscInt);
  case RIC_PARAMETER_TEXT:
    return (size_t)p->count;
  case RIC_PARAMETER_MATERIAL:
    return sizeof(RicMaterial);
  case RIC_PARAMETER_CURVE:
    return sizeof(RicExpression);
  default:
    return 0;
  }
}

PetscErrorCode RicRegisterCheckParameters(const char what[], const char name[],
                                          const RicParameter table[], size_t data_size) {
  PetscFunctionBeginUser;
  RicCheckUser(table, PETSC_COMM_SELF, "%s %s: parameters is NULL, must be a table ended by {NULL}",
               what, name);
  for (const RicParameter *p = table; p->key; p++) {
    RicCheckUser(IsWord(p->key) && p->help && p->unit, PETSC_COMM_SELF,
                 "%s %s: parameter '%s' needs a key of a-z, A-Z, 0-9, - and _, a help and a unit",
                 what, name, p->key);
    RicCheckUser(p->offset + SizeOf(p) <= data_size, PETSC_COMM_SELF,
                 "%s %s: parameter %s ends at byte %zu of data that has %zu", what, name, p->key,
                 p->offset + SizeOf(p), data_size);
    for (const RicParameter *other = table; other < p; other++)
      RicCheckUser(strcmp(other->key, p->key), PETSC_COMM_SELF, "%s %s: two parameters %s", what,
                   name, p->key);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
