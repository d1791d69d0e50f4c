// SPDX-License-Identifier: BSD-2-Clause
#include "base/register.h"
#include "contact/contact_impl.h"
#include <string.h>

static const RicParameter friction[] = {
    {"coefficient", "Coulomb's µ; in space also two of them, [along, across]: elliptic friction",
     "", RIC_PARAMETER_COEFFICIENT, RIC_NON_NEGATIVE, .required = PETSC_TRUE},
    {"axis",
     "of two coefficients: the direction `along`, in the frame of b; its part along the normal is "
     "left out",
     "", RIC_PARAMETER_PLACE, .otherwise = "none, needed with two coefficients"},
    {"radius",
     "in space, of bodies: the spin about the normal is resisted as at this radius "
     "(Coulomb–Contensou)",
     "m", RIC_PARAMETER_REAL, RIC_POSITIVE, .otherwise = "spin is free"},
    {NULL},
};

const RicParameter RicContactSharedParameters[] = {
    {"name", "of columns, unique", "", RIC_PARAMETER_NAME, .required = PETSC_TRUE},
    {"type", "what touches what", "", RIC_PARAMETER_TYPE, .required = PETSC_TRUE,
     .text = "contacts"},
    {"motion", "how far the obstacle has moved along its normal at t; angular-stop: rad", "m",
     RIC_PARAMETER_EXPRESSION, .otherwise = "0"},
    {"restitution", "Newton's coefficient e of impacts", "", RIC_PARAMETER_REAL, RIC_UNIT_INTERVAL,
     .required = PETSC_FALSE},
    {"friction", "Coulomb's µ, a number, an expression of the speed s, or a mapping", "",
     RIC_PARAMETER_FRICTION, RIC_NON_NEGATIVE, .otherwise = "0", .keys = friction},
    {"tangential_restitution", "Newton's coefficient e_F of the sliding", "", RIC_PARAMETER_REAL,
     RIC_UNIT_INTERVAL, .required = PETSC_FALSE},
    {NULL},
};

// Those built in, then those that were registered, in their order; the one state of this folder.
static const RicContactOps *types[RIC_MAX_TYPES] = {
    &RicContact_NodePlane,   &RicContact_NodeNode,     &RicContact_PointLine,
    &RicContact_PointPlane,  &RicContact_DiskPlane,    &RicContact_PointEdge,
    &RicContact_PointCircle, &RicContact_CircleCircle, &RicContact_AngularStop,
    &RicContact_Channel,     &RicContact_PointCurve};

static PetscInt Count(void) {
  PetscInt n = 0;

  while (n < RIC_MAX_TYPES && types[n])
    n++;
  return n;
}

PetscErrorCode RicContactFind(const char name[], const RicContactOps **ops) {
  PetscFunctionBeginUser;
  *ops = NULL;
  for (PetscInt i = 0; i < Count() && !*ops; i++)
    if (!strcmp(name, types[i]->name))
      *ops = types[i];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicContactGetTable(PetscInt *n, const RicContactOps *const **table) {
  PetscFunctionBeginUser;
  *n = Count();
  *table = types;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What every type must say.
static PetscErrorCode CheckOps(const RicContactOps *ops) {
  PetscFunctionBeginUser;
  PetscCall(RicRegisterCheckName("contact", ops->name));
  RicCheckUser(ops->description, PETSC_COMM_SELF, "contact %s: description is NULL, must be given",
               ops->name);
  RicCheckUser(ops->Geometry, PETSC_COMM_SELF, "contact %s: Geometry is NULL, must be given",
               ops->name);
  RicCheckUser(ops->form >= RIC_CONTACT_OF_REGION && ops->form <= RIC_CONTACT_OF_POINTS,
               PETSC_COMM_SELF, "contact %s: form is none of RicContactForm", ops->name);
  RicCheckUser(ops->num_rows >= 1 && ops->num_rows <= RIC_CONTACT_MAX_ROWS, PETSC_COMM_SELF,
               "contact %s: num_rows is %" PetscInt_FMT ", must be from 1 to %d", ops->name,
               ops->num_rows, RIC_CONTACT_MAX_ROWS);
  PetscCall(RicRegisterCheckParameters("contact", ops->name, ops->parameters, ops->data_size));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicContactRegisterVersion(const RicContactOps *ops, int version, size_t size) {
  const RicCompiled ours = {"contact/contact.h", "RicContactOps", RIC_CONTACT_VERSION,
                            sizeof(RicContactOps)};
  const RicContactOps *known = NULL;

  PetscFunctionBeginUser;
  PetscCall(RicRegisterCheckCompiled(&ours, version, size));
  PetscCall(CheckOps(ops));
  PetscCall(RicContactFind(ops->name, &known));
  RicCheckUser(!known || known == ops, PETSC_COMM_SELF,
               "contact %s: another contact of this name is registered already", ops->name);
  RicCheckUser(known || Count() < RIC_MAX_TYPES, PETSC_COMM_SELF,
               "contact %s: there is room for %d types of contacts", ops->name, RIC_MAX_TYPES);
  if (!known)
    types[Count()] = ops;
  PetscFunctionReturn(PETSC_SUCCESS);
}
