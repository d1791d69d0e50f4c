// SPDX-License-Identifier: BSD-2-Clause
// The section `contacts`: of regions with planes and with each other, and between points.
#include "app/case.h"
#include "model/model_build.h"

static PetscErrorCode ContactType(RicInputNode node, const RicContactOps **ops) {
  const RicContactOps *const *table;
  const char *names[32] = {NULL};
  PetscInt n, k = 0;

  PetscFunctionBegin;
  PetscCall(RicContactGetTable(&n, &table));
  for (PetscInt i = 0; i < PetscMin(n, 31); i++)
    names[i] = table[i]->name;
  PetscCall(RicInputRequireEnum(node, "type", names, &k));
  *ops = table[k];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ContactName(RicCase *c, RicInputNode node, char name[], size_t len) {
  void *other;

  PetscFunctionBegin;
  PetscCall(RicInputRequireString(node, "name", name, len));
  PetscCall(RicCaseName_Private(node, "name", name));
  PetscCall(RicNamesFind(c->contacts, name, &other));
  if (other)
    PetscCall(RicInputError(node, "name", "the name '%s' is taken by another contact", name));
  PetscCall(RicNamesAdd(c->contacts, name, node));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What the table of the type says, and the restitution of all types.
static PetscErrorCode ReadContact(RicCase *c, RicInputNode node, const RicContactOps *ops,
                                  RicContactData *data, const RicRegion *region[2]) {
  static const char *const common[] = {
      "name", "type", "motion", "restitution", "friction", "tangential_restitution", NULL};

  PetscFunctionBegin;
  PetscCall(RicCaseParameters_Private(c, node, common, ops->parameters, data));
  if (ops->form == RIC_CONTACT_OF_POINTS)
    PetscCall(RicCasePoints_Private(c, node, data->on, region));
  for (PetscInt d = 0; d < 3 && ops->form == RIC_CONTACT_OF_NODES; d++)
    data->normal[d] = -data->normal[d]; // the second node's face looks back
  const char *wrong =
      ops->form == RIC_CONTACT_OF_POINTS && ops->Check ? ops->Check(data, c->dim) : NULL;
  if (wrong) {
    PetscCall(RicExpressionDestroy(&data->curve));
    PetscCall(RicInputError(node, NULL, "%s has %s", ops->name, wrong));
  }
  PetscCall(RicInputGetReal(node, "restitution", RIC_UNIT_INTERVAL, &data->restitution));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddContact(RicCase *c, RicInputNode contacts, PetscInt i) {
  RicContactData data = {0};
  const RicContactOps *ops = NULL;
  const RicRegion *region[2] = {NULL, NULL};
  const PetscInt link = c->contact_links[i];
  PetscBool slides;
  RicExpression motion = NULL;
  RicInputNode node, nodes;
  char name[RIC_NAME_LEN] = "";

  PetscFunctionBegin;
  PetscCall(RicInputGetItem(contacts, i, &node));
  PetscCall(ContactType(node, &ops));
  PetscCall(ContactName(c, node, name, sizeof(name)));
  PetscCall(ReadContact(c, node, ops, &data, region));
  if (ops->form == RIC_CONTACT_OF_REGION)
    PetscCall(RicCaseRegion_Private(c, node, "region", PETSC_FALSE, &region[0]));
  if (ops->form == RIC_CONTACT_OF_NODES)
    PetscCall(RicInputRequireChild(node, "nodes", &nodes));
  PetscCall(RicCaseMotion_Private(c, node, &motion));
  if (ops->form == RIC_CONTACT_OF_REGION)
    PetscCall(RicModelAddContact(c->model, name, ops, &data, region[0], motion));
  else if (ops->form == RIC_CONTACT_OF_NODES)
    PetscCall(RicModelAddLinkContact(c->model, name, ops, &data, link, motion));
  else
    PetscCall(RicModelAddPointContact(c->model, name, ops, &data, region, link, motion));
  slides = (PetscBool)(!ops->angular && c->dim > 1);
  PetscCall(RicCaseFriction_Private(c, node, &data, slides));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseContacts_Private(RicCase *c) {
  RicInputNode contacts;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicInputGetChild(c->root, "contacts", &contacts));
  PetscCall(RicInputGetSize(contacts, &n));
  for (PetscInt i = 0; i < n; i++)
    PetscCall(AddContact(c, contacts, i));
  PetscFunctionReturn(PETSC_SUCCESS);
}
