// SPDX-License-Identifier: BSD-2-Clause
// The sections `joints` and `springs`.
#include "app/case.h"
#include "model/model_build.h"

static PetscErrorCode JointType(RicInputNode node, const RicJointOps **ops) {
  const RicJointOps *const *table;
  const char *names[32] = {NULL};
  PetscInt n, k = 0;

  PetscFunctionBegin;
  PetscCall(RicJointGetTable(&n, &table));
  for (PetscInt i = 0; i < PetscMin(n, 31); i++)
    names[i] = table[i]->name;
  PetscCall(RicInputRequireEnum(node, "type", names, &k));
  *ops = table[k];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Where(RicCase *c, const char section[], PetscInt i, char where[],
                            size_t len) {
  const char *filename;

  PetscFunctionBegin;
  PetscCall(RicInputGetFilename(c->input, &filename));
  PetscCall(PetscSNPrintf(where, len, "%s: %s[%" PetscInt_FMT "]", filename, section, i));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddJoint(RicCase *c, RicInputNode node, PetscInt i) {
  static const char *const common[] = {"name", "type", NULL};
  char name[RIC_NAME_LEN] = "", where[RIC_PATH_LEN + RIC_NAME_LEN];
  const RicRegion *region[2];
  const RicJointOps *ops = NULL;
  RicExpression motion = NULL;
  RicJointData data = {.axis = {1, 0, 0}};

  PetscFunctionBegin;
  PetscCall(RicInputRequireString(node, "name", name, sizeof(name)));
  PetscCall(RicCaseName_Private(node, "name", name));
  PetscCall(JointType(node, &ops));
  PetscCall(RicCaseParameters_Private(c, node, common, ops->parameters, &data));
  PetscCall(RicCasePoints_Private(c, node, data.point, region));
  if (ops->driven)
    PetscCall(RicCaseMotion_Private(c, node, &motion));
  PetscCall(Where(c, "joints", i, where, sizeof(where)));
  PetscCall(RicModelAddJoint(c->model, name, ops, &data, region, c->joint_links[i], motion, where));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddSpring(RicCase *c, RicInputNode node, PetscInt i) {
  static const char *const types[] = {"linear", "torsional", NULL};
  char where[RIC_PATH_LEN + RIC_NAME_LEN];
  const RicRegion *region[2];
  const RicJointOps *ops;
  RicJointData data = {.axis = {1, 0, 0}};
  PetscReal stiffness = 0, damper = 0;
  PetscInt type = 0;

  PetscFunctionBegin;
  PetscCall(RicInputCheckKeys(node, (const char *const[]){"type", "a", "b", "stiffness", "damper",
                                                          "length", "angle", NULL}));
  PetscCall(RicInputGetEnum(node, "type", types, &type));
  PetscCall(RicCasePoints_Private(c, node, data.point, region));
  PetscCall(RicInputGetReal(node, "stiffness", RIC_NON_NEGATIVE, &stiffness));
  PetscCall(RicInputGetReal(node, "damper", RIC_NON_NEGATIVE, &damper));
  PetscCall(RicInputGetReal(node, "length", RIC_POSITIVE, &data.length));
  PetscCall(RicInputGetReal(node, "angle", RIC_ANY, &data.angle));
  PetscCall(RicJointFind(type == 0 ? "rod" : "drive-angle", &ops));
  PetscCall(Where(c, "springs", i, where, sizeof(where)));
  PetscCall(RicModelAddSpring(c->model, ops, &data, region, c->spring_links[i], stiffness, damper,
                              where));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseJoints_Private(RicCase *c) {
  static const char *const sections[] = {"joints", "springs"};
  static PetscErrorCode (*const add[])(RicCase *, RicInputNode, PetscInt) = {AddJoint, AddSpring};
  RicInputNode section, item;
  PetscInt n;

  PetscFunctionBegin;
  for (PetscInt k = 0; k < 2; k++) {
    PetscCall(RicInputGetChild(c->root, sections[k], &section));
    PetscCall(RicInputGetSize(section, &n));
    for (PetscInt i = 0; i < n; i++) {
      PetscCall(RicInputGetItem(section, i, &item));
      PetscCall(add[k](c, item, i));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
