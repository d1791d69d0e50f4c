// SPDX-License-Identifier: BSD-2-Clause
#include "contact/contact_impl.h"

static const RicParameter friction[] = {
    {"coefficient", "Coulomb's µ; in space also two of them, [along, across]: elliptic friction",
     "", RIC_PARAMETER_COEFFICIENT, RIC_NON_NEGATIVE, .required = PETSC_TRUE},
    {"axis", "of two coefficients: the direction `along`, in the frame of b", "",
     RIC_PARAMETER_PLACE, .otherwise = "none, needed with two coefficients"},
    {"radius", "in space, of bodies: the spin about the normal is resisted as at this radius", "m",
     RIC_PARAMETER_REAL, RIC_POSITIVE, .otherwise = "spin is free"},
    {NULL},
};

const RicParameter RicContactSharedParameters[] = {
    {"name", "of columns, unique", "", RIC_PARAMETER_NAME, .required = PETSC_TRUE},
    {"type", "what touches what", "", RIC_PARAMETER_TYPE, .required = PETSC_TRUE,
     .text = "contacts"},
    {"motion", "how far the obstacle has moved along its normal at t; angular-stop: rad", "m",
     RIC_PARAMETER_EXPRESSION, .otherwise = "0"},
    {"restitution", "Newton's coefficient e", "", RIC_PARAMETER_REAL, RIC_UNIT_INTERVAL,
     .required = PETSC_FALSE},
    {"friction", "Coulomb's µ, a number, an expression of the speed s, or a mapping", "",
     RIC_PARAMETER_FRICTION, RIC_NON_NEGATIVE, .otherwise = "0", .keys = friction},
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
