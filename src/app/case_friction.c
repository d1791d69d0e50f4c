// SPDX-License-Identifier: BSD-2-Clause
// The friction of a contact, whatever its kind.
#include "app/case.h"
#include "model/model_build.h"
#include "model/model_view.h"

PetscErrorCode RicCaseFriction_Private(RicCase *c, RicInputNode node, PetscBool has_tangents) {
  PetscReal friction = 0, restitution = 0;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicInputGetReal(node, "friction", RIC_NON_NEGATIVE, &friction));
  PetscCall(RicInputGetReal(node, "tangential_restitution", RIC_UNIT_INTERVAL, &restitution));
  if (friction == 0)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (!has_tangents)
    PetscCall(
        RicInputError(node, "friction", "this contact has no direction to slide in, must be 0"));
  PetscCall(RicModelGetNumContacts(c->model, &n));
  PetscCall(RicModelSetContactFriction(c->model, n - 1, friction, restitution));
  PetscFunctionReturn(PETSC_SUCCESS);
}
