// SPDX-License-Identifier: BSD-2-Clause
#include "contact/contact_impl.h"

const RicParameter RicContactSharedParameters[] = {
    {"motion", "how far the obstacle has moved along its normal at t; angular-stop: rad", "m",
     RIC_PARAMETER_EXPRESSION, .otherwise = "0"},
    {"restitution", "Newton's coefficient e", "", RIC_PARAMETER_REAL, RIC_UNIT_INTERVAL,
     .required = PETSC_FALSE},
    {"friction", "Coulomb's coefficient, or a mapping: docs/input.md", "", RIC_PARAMETER_REAL,
     RIC_NON_NEGATIVE, .required = PETSC_FALSE},
    {"tangential_restitution", "Newton's coefficient of the sliding", "", RIC_PARAMETER_REAL,
     RIC_UNIT_INTERVAL, .required = PETSC_FALSE},
    {NULL},
};

static const RicContactOps *const types[] = {
    &RicContact_NodePlane,   &RicContact_NodeNode,     &RicContact_PointLine,
    &RicContact_PointPlane,  &RicContact_DiskPlane,    &RicContact_PointEdge,
    &RicContact_PointCircle, &RicContact_CircleCircle, &RicContact_AngularStop,
    &RicContact_Channel,     &RicContact_PointCurve};

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
