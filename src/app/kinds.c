// SPDX-License-Identifier: BSD-2-Clause
#include "app/kinds.h"
#include "app/case.h"
#include "contact/contact.h"
#include "element/element.h"
#include "joint/joint.h"
#include <string.h>

static PetscErrorCode GetStepper(PetscInt i, RicType *type) {
  PetscFunctionBegin;
  *type = (RicType){NULL};
  PetscCall(RicStepperGetTypeInfo(i, &type->name, &type->description, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Elements, joints, contacts ----

static PetscErrorCode CountElements(PetscInt *n) {
  const RicElementOps *const *table;

  PetscFunctionBegin;
  PetscCall(RicElementGetTable(n, &table));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GetElement(PetscInt i, RicType *type) {
  const RicElementOps *const *table;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicElementGetTable(&n, &table));
  *type = (RicType){table[i]->name, table[i]->description, table[i]->parameters, NULL};
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CountJoints(PetscInt *n) {
  const RicJointOps *const *table;

  PetscFunctionBegin;
  PetscCall(RicJointGetTable(n, &table));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GetJoint(PetscInt i, RicType *type) {
  const RicJointOps *const *table;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicJointGetTable(&n, &table));
  *type = (RicType){table[i]->name, table[i]->description, table[i]->parameters, NULL};
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CountContacts(PetscInt *n) {
  const RicContactOps *const *table;

  PetscFunctionBegin;
  PetscCall(RicContactGetTable(n, &table));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GetContact(PetscInt i, RicType *type) {
  const RicContactOps *const *table;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicContactGetTable(&n, &table));
  *type = (RicType){table[i]->name, table[i]->description, table[i]->parameters,
                    RicContactSharedParameters};
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Systems ----

static PetscErrorCode GetSystem(PetscInt i, RicType *type) {
  const RicSystemOps *ops;

  PetscFunctionBegin;
  PetscCall(RicSystemGet(i, &ops));
  *type = (RicType){ops->name, ops->description ? ops->description : "", NULL, NULL};
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Springs: joints made soft ----

static const char *const springs[][2] = {{"linear", "rod"}, {"torsional", "angle"}};

static PetscErrorCode CountSprings(PetscInt *n) {
  PetscFunctionBegin;
  *n = sizeof(springs) / sizeof(springs[0]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GetSpring(PetscInt i, RicType *type) {
  const RicJointOps *ops;

  PetscFunctionBegin;
  PetscCall(RicJointFind(springs[i][1], &ops));
  *type =
      (RicType){springs[i][0],
                i ? "turns b against a as it was at the start" : "along the line between a and b",
                ops->parameters, RicSpringParameters};
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Shapes: those of the plane, then those of space that the plane has not ----

static PetscErrorCode CountShapes(PetscInt *n) {
  PetscFunctionBegin;
  *n = 0;
  while (RicShapesInPlane[*n].name)
    (*n)++;
  for (const RicShapeType *t = RicShapesInSpace; t->name; t++)
    *n += strcmp(t->name, "disk") != 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GetShape(PetscInt i, RicType *type) {
  const RicShapeType *t = RicShapesInPlane;

  PetscFunctionBegin;
  while (t->name && i) {
    t++;
    i--;
  }
  if (!t->name)
    for (t = RicShapesInSpace; i || !strcmp(t->name, "disk"); t++)
      i -= strcmp(t->name, "disk") != 0;
  *type = (RicType){t->name, t->description, t->parameters, NULL};
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- All ----

const RicKind RicKinds[] = {
    {"steppers", RicStepperGetNumTypes, GetStepper},
    {"elements", CountElements, GetElement},
    {"joints", CountJoints, GetJoint},
    {"contacts", CountContacts, GetContact},
    {"systems", RicSystemGetCount, GetSystem},
    {"springs", CountSprings, GetSpring},
    {"shapes", CountShapes, GetShape},
    {NULL},
};
