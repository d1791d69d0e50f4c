// SPDX-License-Identifier: BSD-2-Clause
#include "base/register.h"
#include "element/element_impl.h"
#include <string.h>

// Those built in, then those that were registered, in their order; the one state of this folder.
static const RicElementOps *types[RIC_MAX_TYPES] = {
    &RicElement_Bar,          &RicElement_BarNonlinear, &RicElement_Spring,
    &RicElement_GroundSpring, &RicElement_PointMass,
};

static PetscInt Count(void) {
  PetscInt n = 0;

  while (n < RIC_MAX_TYPES && types[n])
    n++;
  return n;
}

PetscErrorCode RicElementFind(const char name[], const RicElementOps **ops) {
  PetscFunctionBeginUser;
  *ops = NULL;
  for (PetscInt i = 0; i < Count() && !*ops; i++)
    if (!strcmp(name, types[i]->name))
      *ops = types[i];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicElementGetTable(PetscInt *n, const RicElementOps *const **table) {
  PetscFunctionBeginUser;
  *n = Count();
  *table = types;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What every type must say.
static PetscErrorCode CheckOps(const RicElementOps *ops) {
  PetscFunctionBeginUser;
  PetscCall(RicRegisterCheckName("element", ops->name));
  RicCheckUser(ops->description, PETSC_COMM_SELF, "element %s: description is NULL, must be given",
               ops->name);
  RicCheckUser(ops->num_nodes == 1 || ops->num_nodes == 2, PETSC_COMM_SELF,
               "element %s: num_nodes is %" PetscInt_FMT ", must be 1 or 2", ops->name,
               ops->num_nodes);
  RicCheckUser(ops->Mass || ops->Force, PETSC_COMM_SELF,
               "element %s: Mass and Force are both NULL, one must be given", ops->name);
  RicCheckUser(!ops->Force || (ops->Tangent && ops->Energy), PETSC_COMM_SELF,
               "element %s: with Force come Tangent and Energy, must be given", ops->name);
  PetscCall(RicRegisterCheckParameters("element", ops->name, ops->parameters, ops->data_size));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicElementRegisterVersion(const RicElementOps *ops, int version, size_t size) {
  const RicCompiled ours = {"element/element.h", "RicElementOps", RIC_ELEMENT_VERSION,
                            sizeof(RicElementOps)};
  const RicElementOps *known = NULL;

  PetscFunctionBeginUser;
  PetscCall(RicRegisterCheckCompiled(&ours, version, size));
  PetscCall(CheckOps(ops));
  PetscCall(RicElementFind(ops->name, &known));
  RicCheckUser(!known || known == ops, PETSC_COMM_SELF,
               "element %s: another element of this name is registered already", ops->name);
  RicCheckUser(known || Count() < RIC_MAX_TYPES, PETSC_COMM_SELF,
               "element %s: there is room for %d types of elements", ops->name, RIC_MAX_TYPES);
  if (!known)
    types[Count()] = ops;
  PetscFunctionReturn(PETSC_SUCCESS);
}
