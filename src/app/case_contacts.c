// SPDX-License-Identifier: BSD-2-Clause
// The section `contacts`: of regions with planes, of nodes with each other, and between points, of which
// the first may be each node of a region.
#include "app/case.h"
#include "base/register.h"

static PetscErrorCode ContactType(RicInputNode node, const RicContactOps **ops) {
  const RicContactOps *const *table;
  const char *names[RIC_MAX_TYPES + 1] = {NULL};
  PetscInt n, k = 0;

  PetscFunctionBegin;
  PetscCall(RicContactGetTable(&n, &table));
  for (PetscInt i = 0; i < n; i++)
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

// An entry of `contacts` with the data of its type, which owns its expressions until the model does.
typedef struct {
  RicInputNode node;
  char name[RIC_NAME_LEN];
  PetscInt link;
  const RicContactOps *ops;
  void *data;
  PetscReal restitution;
} Entry;

static PetscErrorCode AddToPoints(RicCase *c, const Entry *e) {
  RicExpression motion = NULL;
  RicPlace place[2];

  PetscFunctionBegin;
  // An angle is that of one frame: nodes have none.
  PetscCall(RicCasePoints_Private(c, e->node, (PetscBool)!e->ops->angular, place));
  const RicPoint point[2] = {place[0].point, place[1].point};
  const char *wrong = e->ops->Check ? e->ops->Check(e->data, point, c->dim) : NULL;
  if (wrong)
    PetscCall(RicInputError(e->node, NULL, "%s has %s", e->ops->name, wrong));
  PetscCall(RicCaseMotion_Private(c, e->node, &motion));
  PetscCall(RicModelAddPointContact(c->model, e->name, e->ops, e->data, place, e->link,
                                    e->restitution, motion));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddToRegion(RicCase *c, const Entry *e) {
  const RicRegion *region;
  RicExpression motion = NULL;
  PetscReal point[3];

  PetscFunctionBegin;
  PetscCall(RicCaseVector_Private(c, e->node, "point", PETSC_TRUE, point));
  PetscCall(RicCaseRegion_Private(c, e->node, "region", PETSC_FALSE, &region));
  PetscCall(RicCaseMotion_Private(c, e->node, &motion));
  PetscCall(RicModelAddContact(c->model, e->name, e->ops, e->data, region, point, e->restitution,
                               motion));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddToNodes(RicCase *c, const Entry *e) {
  RicExpression motion = NULL;
  RicInputNode nodes;

  PetscFunctionBegin;
  PetscCall(RicInputRequireChild(e->node, "nodes", &nodes));
  PetscCall(RicCaseMotion_Private(c, e->node, &motion));
  PetscCall(
      RicModelAddLinkContact(c->model, e->name, e->ops, e->data, e->link, e->restitution, motion));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddEntry(RicCase *c, Entry *e) {
  static PetscErrorCode (*const add[])(RicCase *,
                                       const Entry *) = {[RIC_CONTACT_OF_REGION] = AddToRegion,
                                                         [RIC_CONTACT_OF_NODES] = AddToNodes,
                                                         [RIC_CONTACT_OF_POINTS] = AddToPoints};

  PetscFunctionBegin;
  PetscCall(RicInputGetReal(e->node, "restitution", RIC_UNIT_INTERVAL, &e->restitution));
  PetscCall(add[e->ops->form](c, e));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddContact(RicCase *c, RicInputNode contacts, PetscInt i) {
  Entry e = {.link = c->contact_links[i]};

  PetscFunctionBegin;
  PetscCall(RicInputGetItem(contacts, i, &e.node));
  PetscCall(ContactType(e.node, &e.ops));
  PetscCall(ContactName(c, e.node, e.name, sizeof(e.name)));
  PetscCall(RicCaseNewData_Private(c, e.node, RicContactSharedParameters, e.ops->parameters,
                                   e.ops->data_size, &e.data));
  const PetscErrorCode error = AddEntry(c, &e);
  if (error)
    PetscCall(RicParametersClear(e.ops->parameters, e.data));
  PetscCall(PetscFree(e.data));
  PetscCall(error);
  PetscCall(RicCaseFriction_Private(c, e.node, (PetscBool)(!e.ops->angular && c->dim > 1)));
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
