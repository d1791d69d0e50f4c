// SPDX-License-Identifier: BSD-2-Clause
// The element and the contact of examples/c as a plugin: inputs name them.
#define main MainOfElement
#define MakeModel ModelOfElement
#include "../../examples/c/own_element.c"
#undef main
#undef MakeModel
#define main MainOfContact
#define MakeModel ModelOfContact
#include "../../examples/c/own_contact.c"

PetscErrorCode RicochetPluginRegister(void) {
  PetscFunctionBeginUser;
  PetscCall(RicElementRegister(&cubic));
  PetscCall(RicContactRegister(&ring));
  PetscFunctionReturn(PETSC_SUCCESS);
}
