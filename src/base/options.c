// SPDX-License-Identifier: BSD-2-Clause
#include "base/options.h"
#include <string.h>

PetscErrorCode RicOptionsBeginWith(const char start[], PetscBool *yes) {
  char *all;

  PetscFunctionBegin;
  *yes = PETSC_FALSE;
  PetscCall(PetscOptionsGetAll(NULL, &all));
  for (const char *at = strstr(all, start); at && !*yes; at = strstr(at + 1, start))
    *yes = (PetscBool)(at == all || at[-1] == ' ');
  PetscCall(PetscFree(all));
  PetscFunctionReturn(PETSC_SUCCESS);
}
