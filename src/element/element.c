// SPDX-License-Identifier: BSD-2-Clause
#include "element/element_impl.h"

static const RicElementOps *const types[] = {
    &RicElement_Bar,          &RicElement_BarNonlinear, &RicElement_Spring,
    &RicElement_GroundSpring, &RicElement_PointMass,
};

PetscErrorCode RicElementFind(const char name[], const RicElementOps **ops) {
  PetscFunctionBeginUser;
  *ops = NULL;
  for (size_t i = 0; i < sizeof types / sizeof *types && !*ops; ++i) {
    PetscBool same;
    PetscCall(PetscStrcmp(name, types[i]->name, &same));
    if (same)
      *ops = types[i];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicElementGetTable(PetscInt *n, const RicElementOps *const **table) {
  PetscFunctionBeginUser;
  *n = (PetscInt)(sizeof types / sizeof *types);
  *table = types;
  PetscFunctionReturn(PETSC_SUCCESS);
}
