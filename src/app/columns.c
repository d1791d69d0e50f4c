// SPDX-License-Identifier: BSD-2-Clause
#include "app/columns.h"
#include "model/model_view.h"
#include <string.h>

// A visit under way: the column at hand, and whom to tell.
typedef struct {
  RicColumn column;
  RicColumnFn visit;
  void *context;
} Visit;

static PetscErrorCode Tell(Visit *v, const char name[], const char prefix[], const char label[]) {
  PetscFunctionBegin;
  PetscCall(PetscSNPrintf(v->column.name, sizeof(v->column.name), "%s.%s%s", name, prefix, label));
  PetscCall(v->visit(&v->column, v->context));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode VisitProbe(const RicProbe *probe, Visit *v) {
  PetscFunctionBegin;
  v->column.node = probe->node;
  v->column.key = probe->key;
  for (PetscInt d = 0; d < probe->n; d++)
    PetscCall(Tell(v, probe->name, "", probe->labels[d]));
  for (PetscInt d = 0; d < probe->n; d++) {
    const char *label = probe->labels[d];
    const PetscBool angle = (PetscBool)!strcmp(label, "theta"),
                    turn = (PetscBool)!strncmp(label, "phi_", 4);
    PetscCall(Tell(v, probe->name, angle || turn ? "omega" : "v",
                   angle  ? ""
                   : turn ? label + 3
                          : label));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode VisitContact(RicCase *c, PetscInt i, Visit *v) {
  static const char *const labels[] = {"gap", "gap_velocity", "impulse", "force", "nu"};
  static const char *const with_friction[] = {"friction", "slip", "drilling", "spin"};
  RicContactView view;
  void *node;

  PetscFunctionBegin;
  PetscCall(RicModelGetContact(c->model, i, &view));
  PetscCall(RicNamesFind(c->contacts, view.name, &node));
  v->column.node = (RicInputNode)node;
  v->column.key = "name";
  for (size_t k = 0; k < sizeof(labels) / sizeof(labels[0]); k++)
    PetscCall(Tell(v, view.name, "", labels[k]));
  for (size_t k = 0; k < (view.width == 4 ? 4 : 2) && view.width > 1; k++)
    PetscCall(Tell(v, view.name, "", with_friction[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode VisitJoint(RicCase *c, RicInputNode joints, PetscInt i, Visit *v) {
  char number[RIC_NAME_LEN];
  RicJointView view;

  PetscFunctionBegin;
  PetscCall(RicModelGetJoint(c->model, i, &view));
  PetscCall(RicInputGetItem(joints, i, &v->column.node));
  v->column.key = "name";
  PetscCall(Tell(v, view.name, "", "error"));
  PetscCall(Tell(v, view.name, "", "force"));
  for (PetscInt k = 0; k < view.num_rows; k++) {
    PetscCall(PetscSNPrintf(number, sizeof(number), "%" PetscInt_FMT, k));
    PetscCall(Tell(v, view.name, "reaction", number));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicColumnsVisit(RicCase *c, RicColumnFn visit, void *context) {
  Visit v = {.visit = visit, .context = context};
  RicInputNode joints;
  PetscInt n;

  PetscFunctionBegin;
  v.column.kind = RIC_COLUMN_PROBE;
  for (PetscInt i = 0; i < c->num_probes; i++)
    PetscCall(VisitProbe(&c->probes[i], &v));
  v.column.kind = RIC_COLUMN_CONTACT;
  PetscCall(RicModelGetNumContacts(c->model, &n));
  for (PetscInt i = 0; i < n; i++)
    PetscCall(VisitContact(c, i, &v));
  v.column.kind = RIC_COLUMN_JOINT;
  PetscCall(RicInputGetChild(c->root, "joints", &joints));
  PetscCall(RicModelGetNumJoints(c->model, &n));
  for (PetscInt i = 0; i < n; i++)
    PetscCall(VisitJoint(c, joints, i, &v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// context: the columns so far, each with the word for its kind.
static PetscErrorCode RefuseTwice(const RicColumn *column, void *context) {
  static const char *const words[] = {
      [RIC_COLUMN_PROBE] = "a probe, body or system",
      [RIC_COLUMN_CONTACT] = "a contact",
      [RIC_COLUMN_JOINT] = "a joint",
  };
  RicNames names = (RicNames)context;
  void *taken;

  PetscFunctionBegin;
  PetscCall(RicNamesFind(names, column->name, &taken));
  if (taken)
    PetscCall(
        RicInputError(column->node, column->key,
                      "the column '%s' of history.csv is that of %s already, take another name",
                      column->name, *(const char *const *)taken));
  PetscCall(RicNamesAdd(names, column->name, (void *)&words[column->kind]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Add a name; *twice where it is there already, or has a dot, so that it may end like another.
static PetscErrorCode AddOwner(RicNames names, const char name[], PetscBool *twice) {
  void *found;

  PetscFunctionBegin;
  PetscCall(RicNamesFind(names, name, &found));
  *twice = (PetscBool)(*twice || found || strchr(name, '.'));
  PetscCall(RicNamesAdd(names, name, names));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Can two columns be of one name? Not if all names differ and none has a dot, which is told at a
// small part of the cost.
static PetscErrorCode MayCollide(RicCase *c, PetscBool *may) {
  RicContactView contact;
  RicJointView joint;
  RicNames names;
  PetscInt n;

  PetscFunctionBegin;
  *may = PETSC_FALSE;
  PetscCall(RicNamesCreate(&names));
  for (PetscInt i = 0; i < c->num_probes; i++)
    PetscCall(AddOwner(names, c->probes[i].name, may));
  PetscCall(RicModelGetNumContacts(c->model, &n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicModelGetContact(c->model, i, &contact));
    PetscCall(AddOwner(names, contact.name, may));
  }
  PetscCall(RicModelGetNumJoints(c->model, &n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicModelGetJoint(c->model, i, &joint));
    PetscCall(AddOwner(names, joint.name, may));
  }
  PetscCall(RicNamesDestroy(&names));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicColumnsCheck(RicCase *c) {
  PetscBool may;
  RicNames names;

  PetscFunctionBegin;
  PetscCall(MayCollide(c, &may));
  if (!may)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicNamesCreate(&names));
  const PetscErrorCode ierr = RicColumnsVisit(c, RefuseTwice, names);
  PetscCall(RicNamesDestroy(&names));
  PetscFunctionReturn(ierr);
}
