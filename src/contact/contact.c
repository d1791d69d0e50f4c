// SPDX-License-Identifier: BSD-2-Clause
#include "contact/contact_impl.h"

static const RicContactOps *const types[] = {&RicContact_NodePlane,   &RicContact_NodeNode,
                                             &RicContact_PointLine,   &RicContact_PointEdge,
                                             &RicContact_PointCircle, &RicContact_CircleCircle,
                                             &RicContact_AngularStop, &RicContact_Channel};

PetscErrorCode RicContactFind(const char name[], const RicContactOps **ops) {
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

PetscErrorCode RicContactGetTable(PetscInt *n, const RicContactOps *const **table) {
  PetscFunctionBeginUser;
  *n = (PetscInt)(sizeof types / sizeof *types);
  *table = types;
  PetscFunctionReturn(PETSC_SUCCESS);
}
