// SPDX-License-Identifier: BSD-2-Clause
// The section `materials`, which parameters name.
#include "app/case.h"

// One of a file is unknown: name the nearest and the known.
static PetscErrorCode RaiseUnknownMaterial(RicInputNode node, const char key[], const char name[],
                                           RicInputNode materials) {
  char known[RIC_TEXT_LEN] = "";
  const char *names[65] = {NULL};
  RicInputNode material;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicInputGetSize(materials, &n));
  for (PetscInt i = 0; i < PetscMin(n, 64); i++) {
    PetscCall(RicInputGetItem(materials, i, &material));
    PetscCall(RicInputGetKey(material, &names[i]));
    PetscCall(PetscStrlcat(known, i ? ", " : "", sizeof(known)));
    PetscCall(PetscStrlcat(known, names[i], sizeof(known)));
  }
  const char *near = RicNearestWord(name, names);
  PetscCall(RicInputError(node, key, "unknown material '%s'%s%s%s (known: %s)", name,
                          near ? ", did you mean '" : "", near ? near : "", near ? "'?" : "",
                          known));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadMaterial(RicCase *c, RicInputNode material, RicMaterial *data) {
  PetscFunctionBegin;
  PetscCall(RicCaseParameters_Private(c, material, NULL, RicMaterialParameters, data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseMaterial_Private(RicCase *c, RicInputNode node, const char key[],
                                       RicMaterial *data) {
  char name[RIC_NAME_LEN] = "";
  RicInputNode materials, material;

  PetscFunctionBegin;
  PetscCall(RicInputRequireString(node, key, name, sizeof(name)));
  PetscCall(RicInputRequireChild(c->root, "materials", &materials));
  PetscCall(RicInputGetChild(materials, name, &material));
  if (!material)
    PetscCall(RaiseUnknownMaterial(node, key, name, materials));
  PetscCall(ReadMaterial(c, material, data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseMaterials_Private(RicCase *c) {
  RicMaterial data;
  RicInputNode materials, material;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicInputGetChild(c->root, "materials", &materials));
  PetscCall(RicCaseMapping_Private(materials));
  PetscCall(RicInputGetSize(materials, &n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicInputGetItem(materials, i, &material));
    PetscCall(ReadMaterial(c, material, &data));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
