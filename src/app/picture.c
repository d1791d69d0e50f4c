// SPDX-License-Identifier: BSD-2-Clause
#include "app/picture.h"
#include "model/model_view.h"
#include <string.h>

// Names as the input has them, [num] and their text.
typedef struct {
  PetscInt num;
  const char **names;
  char (*text)[2 * RIC_NAME_LEN];
} Names;

static PetscErrorCode CreateNames(PetscInt n, Names *names) {
  PetscFunctionBegin;
  names->num = n;
  PetscCall(PetscCalloc2(n, &names->names, n, &names->text));
  for (PetscInt i = 0; i < n; i++)
    names->names[i] = names->text[i];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode DestroyNames(Names *names) {
  PetscFunctionBegin;
  PetscCall(PetscFree2(names->names, names->text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The text `key` of each item of a section, "" where it has none.
static PetscErrorCode ReadNames(RicCase *c, const char section[], const char key[], Names *names) {
  RicInputNode list, item;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicInputGetChild(c->root, section, &list));
  PetscCall(RicInputGetSize(list, &n));
  PetscCall(CreateNames(n, names));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicInputGetItem(list, i, &item));
    PetscCall(RicInputGetString(item, key, names->text[i], sizeof(names->text[i])));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Elements between two nodes are called after both, "A-B".
static PetscErrorCode NameLinks(RicCase *c, Names *regions) {
  RicInputNode list, item, nodes, node;
  char name[RIC_NAME_LEN];
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicInputGetChild(c->root, "elements", &list));
  for (PetscInt i = 0; i < regions->num; i++) {
    PetscCall(RicInputGetItem(list, i, &item));
    PetscCall(RicInputGetChild(item, "nodes", &nodes));
    PetscCall(RicInputGetSize(nodes, &n));
    for (PetscInt k = 0; k < n; k++) {
      name[0] = 0;
      PetscCall(RicInputGetItem(nodes, k, &node));
      PetscCall(RicInputGetString(node, NULL, name, sizeof(name)));
      PetscCall(PetscStrlcat(regions->text[i], k ? "-" : "", sizeof(regions->text[i])));
      PetscCall(PetscStrlcat(regions->text[i], name, sizeof(regions->text[i])));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode NameContacts(RicCase *c, Names *names) {
  RicContactView view;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicModelGetNumContacts(c->model, &n));
  PetscCall(CreateNames(n, names));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicModelGetContact(c->model, i, &view));
    PetscCall(PetscStrncpy(names->text[i], view.name, sizeof(names->text[i])));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The different ones among the materials of elements, and which of them each has, −1: none.
static void NumberMaterials(const Names *of_elements, PetscInt material[], const char *different[],
                            PetscInt *n) {
  *n = 0;
  for (PetscInt i = 0; i < of_elements->num; i++) {
    PetscInt k = 0;
    while (k < *n && strcmp(different[k], of_elements->text[i]))
      k++;
    material[i] = of_elements->text[i][0] ? k : -1;
    if (material[i] == *n)
      different[(*n)++] = of_elements->text[i];
  }
}

static PetscErrorCode SetLabels(RicCase *c, RicFrame frame) {
  Names names[RIC_NUM_SECTIONS] = {{0}}, materials;
  RicFrameLabels labels = {.num_materials = 0};
  const char **different;
  PetscInt *material;

  PetscFunctionBegin;
  PetscCall(ReadNames(c, "elements", "region", &names[RIC_SECTION_ELEMENTS]));
  PetscCall(NameLinks(c, &names[RIC_SECTION_ELEMENTS]));
  PetscCall(NameContacts(c, &names[RIC_SECTION_CONTACTS]));
  PetscCall(ReadNames(c, "bodies", "name", &names[RIC_SECTION_BODIES]));
  PetscCall(ReadNames(c, "joints", "name", &names[RIC_SECTION_JOINTS]));
  PetscCall(ReadNames(c, "systems", "name", &names[RIC_SECTION_SYSTEMS]));
  PetscCall(ReadNames(c, "elements", "material", &materials));
  PetscCall(PetscMalloc2(materials.num, &material, materials.num, &different));
  NumberMaterials(&materials, material, different, &labels.num_materials);
  labels.material = material;
  labels.materials = different;
  for (PetscInt s = 0; s < RIC_NUM_SECTIONS; s++) {
    labels.num[s] = names[s].num;
    labels.names[s] = names[s].names;
  }
  PetscCall(RicFrameSetLabels(frame, &labels));
  PetscCall(PetscFree2(material, different));
  PetscCall(DestroyNames(&materials));
  for (PetscInt s = 0; s < RIC_SECTION_SPRINGS; s++)
    PetscCall(DestroyNames(&names[s]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicPictureCreate(RicCase *c, RicFrame *frame) {
  PetscFunctionBegin;
  *frame = NULL;
  if (!c->vtk_every)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicFrameCreate(c->model, c->directory, c->name, c->step, frame));
  PetscCall(RicFrameSetFormat(*frame, c->vtk_single, c->vtk_compression));
  if (c->vtk_points)
    PetscCall(RicFrameSetReference(*frame));
  if (c->vtk_blank)
    PetscCall(RicFrameSetBlank(*frame));
  if (c->vtk_names)
    PetscCall(SetLabels(c, *frame));
  PetscFunctionReturn(PETSC_SUCCESS);
}
