// SPDX-License-Identifier: BSD-2-Clause
// The section `contacts`: of regions with planes and with each other, and between points.
#include "app/case.h"

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

static PetscErrorCode UnitVector(RicCase *c, RicInputNode node, const char key[], PetscReal x[3]) {
  PetscFunctionBegin;
  PetscCall(RicCaseVector_Private(c, node, key, PETSC_TRUE, x));
  const PetscReal norm = PetscSqrtReal(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
  if (norm == 0)
    PetscCall(RicInputError(node, key, "has no direction, must not be zero"));
  for (PetscInt d = 0; d < 3; d++)
    x[d] /= norm;
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

static PetscErrorCode ReadContact(RicCase *c, RicInputNode node, const RicContactOps *ops,
                                  RicContactData *data) {
  PetscFunctionBegin;
  if (ops->form == RIC_CONTACT_OF_REGION) {
    PetscCall(RicInputCheckKeys(
        node, (const char *const[]){"name", "type", "region", "point", "normal", "offset", "motion",
                                    "restitution", "friction", "tangential_restitution", NULL}));
    PetscCall(RicCaseVector_Private(c, node, "point", PETSC_TRUE, data->on[1].local));
    PetscCall(UnitVector(c, node, "normal", data->normal));
  } else {
    PetscCall(RicInputCheckKeys(
        node, (const char *const[]){"name", "type", "nodes", "direction", "offset", "motion",
                                    "restitution", "friction", "tangential_restitution", NULL}));
    PetscCall(UnitVector(c, node, "direction", data->normal));
    for (PetscInt d = 0; d < 3; d++)
      data->normal[d] = -data->normal[d]; // the second node's face looks back
  }
  PetscCall(RicInputGetReal(node, "offset", RIC_ANY, &data->offset));
  PetscCall(RicInputGetReal(node, "restitution", RIC_UNIT_INTERVAL, &data->restitution));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Contacts between points ----

static PetscErrorCode AddPointContact(RicCase *c, RicInputNode node, const RicContactOps *ops,
                                      const char name[], PetscInt link) {
  const char *allowed[16] = {"name",        "type",     "a",
                             "b",           "offset",   "motion",
                             "restitution", "friction", "tangential_restitution"};
  RicContactData data = {.normal = {0, 1, 0}};
  const RicRegion *region[2];
  RicExpression motion = NULL;

  PetscFunctionBegin;
  for (PetscInt k = 0; k < 4; k++)
    allowed[9 + k] = ops->keys[k];
  PetscCall(RicInputCheckKeys(node, allowed));
  PetscCall(RicCasePoints_Private(c, node, data.on, region));
  PetscCall(RicInputGetReals(node, "normal", 2, RIC_ANY, data.normal));
  const PetscReal norm =
      PetscSqrtReal(data.normal[0] * data.normal[0] + data.normal[1] * data.normal[1]);
  if (norm == 0)
    PetscCall(RicInputError(node, "normal", "has no direction, must not be zero"));
  for (PetscInt d = 0; d < 2; d++)
    data.normal[d] /= norm;
  PetscCall(RicInputGetReal(node, "offset", RIC_ANY, &data.offset));
  PetscCall(RicInputGetReal(node, "radius", RIC_POSITIVE, &data.radius));
  PetscCall(RicInputGetReal(node, "angle", RIC_ANY, &data.angle));
  PetscCall(RicInputGetReal(node, "length", RIC_POSITIVE, &data.length));
  PetscCall(RicInputGetReal(node, "width", RIC_POSITIVE, &data.width));
  PetscCall(RicInputGetBool(node, "upper", &data.upper));
  const char *wrong = ops->Check ? ops->Check(&data, c->dim) : NULL;
  if (wrong)
    PetscCall(RicInputError(node, NULL, "%s has %s", ops->name, wrong));
  PetscCall(RicInputGetReal(node, "restitution", RIC_UNIT_INTERVAL, &data.restitution));
  PetscCall(RicCaseMotion_Private(c, node, &motion));
  PetscCall(RicModelAddPointContact(c->model, name, ops, &data, region, link, motion));
  PetscCall(RicCaseFriction_Private(c, node, (PetscBool)!ops->angular));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- All ----

static PetscErrorCode AddContact(RicCase *c, RicInputNode contacts, PetscInt i) {
  RicContactData data = {0};
  const RicContactOps *ops = NULL;
  const RicRegion *region;
  RicExpression motion = NULL;
  RicInputNode node, nodes;
  char name[RIC_NAME_LEN] = "";

  PetscFunctionBegin;
  PetscCall(RicInputGetItem(contacts, i, &node));
  PetscCall(ContactType(node, &ops));
  PetscCall(ContactName(c, node, name, sizeof(name)));
  if (ops->form == RIC_CONTACT_OF_POINTS) {
    PetscCall(AddPointContact(c, node, ops, name, c->contact_links[i]));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(ReadContact(c, node, ops, &data));
  if (ops->form == RIC_CONTACT_OF_NODES) {
    PetscCall(RicInputRequireChild(node, "nodes", &nodes));
    PetscCall(RicCaseMotion_Private(c, node, &motion));
    PetscCall(RicModelAddLinkContact(c->model, name, ops, &data, c->contact_links[i], motion));
  } else {
    PetscCall(RicCaseRegion_Private(c, node, "region", PETSC_FALSE, &region));
    PetscCall(RicCaseMotion_Private(c, node, &motion));
    PetscCall(RicModelAddContact(c->model, name, ops, &data, region, motion));
  }
  PetscCall(RicCaseFriction_Private(c, node, (PetscBool)(c->dim > 1)));
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
