// SPDX-License-Identifier: BSD-2-Clause
// The sections `joints` and `springs`.
#include "app/case.h"
#include "base/register.h"

const RicParameter RicJointParameters[] = {
    {"name", "of columns", "", RIC_PARAMETER_NAME, .required = PETSC_TRUE},
    {"type", "what it holds", "", RIC_PARAMETER_TYPE, .required = PETSC_TRUE, .text = "joints"},
    {NULL},
};

typedef struct {
  PetscReal stiffness, damper;
} Spring;

const RicParameter RicSpringParameters[] = {
    {"type", "along the line between a and b, or by the angle", "", RIC_PARAMETER_TYPE,
     .otherwise = "linear", .text = "springs"},
    {"stiffness", "force by elongation; torsional: N m/rad", "N/m", RIC_PARAMETER_REAL,
     RIC_NON_NEGATIVE, .offset = offsetof(Spring, stiffness)},
    {"damper", "force by rate of elongation; torsional: N m s/rad", "N s/m", RIC_PARAMETER_REAL,
     RIC_NON_NEGATIVE, .offset = offsetof(Spring, damper)},
    {NULL},
};

static PetscErrorCode JointType(RicInputNode node, const RicJointOps **ops) {
  const RicJointOps *const *table;
  const char *names[RIC_MAX_TYPES + 1] = {NULL};
  PetscInt n, k = 0;

  PetscFunctionBegin;
  PetscCall(RicJointGetTable(&n, &table));
  for (PetscInt i = 0; i < n; i++)
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

// Of one type, whose data are `data`, where its entry says.
static PetscErrorCode PlaceJoint(RicCase *c, RicInputNode node, PetscInt i, const RicJointOps *ops,
                                 const void *data) {
  char name[RIC_NAME_LEN] = "", where[RIC_PATH_LEN + RIC_NAME_LEN];
  RicExpression motion = NULL;
  RicPlace place[2];

  PetscFunctionBegin;
  PetscCall(RicInputGetString(node, "name", name, sizeof(name)));
  PetscCall(RicCasePoints_Private(c, node, PETSC_FALSE, place));
  if (ops->driven)
    PetscCall(RicCaseMotion_Private(c, node, &motion));
  PetscCall(Where(c, "joints", i, where, sizeof(where)));
  PetscCall(RicModelAddJoint(c->model, name, ops, data, place, c->joint_links[i], motion, where));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddJoint(RicCase *c, RicInputNode node, PetscInt i) {
  char name[RIC_NAME_LEN] = "";
  const RicJointOps *ops = NULL;
  void *data;

  PetscFunctionBegin;
  PetscCall(RicInputRequireString(node, "name", name, sizeof(name)));
  PetscCall(RicCaseName_Private(node, "name", name));
  PetscCall(JointType(node, &ops));
  PetscCall(
      RicCaseNewData_Private(c, node, RicJointParameters, ops->parameters, ops->data_size, &data));
  const PetscErrorCode error = PlaceJoint(c, node, i, ops, data);
  PetscCall(RicParametersDestroy(ops->parameters, &data));
  PetscFunctionReturn(error);
}

static PetscErrorCode PlaceSpring(RicCase *c, RicInputNode node, PetscInt i, const RicJointOps *ops,
                                  const void *data) {
  char where[RIC_PATH_LEN + RIC_NAME_LEN];
  Spring s;
  RicPlace place[2];

  PetscFunctionBegin;
  PetscCall(RicCasePoints_Private(c, node, PETSC_FALSE, place));
  RicParametersSetDefaults(RicSpringParameters, &s);
  PetscCall(RicCaseRead_Private(c, node, RicSpringParameters, &s));
  PetscCall(Where(c, "springs", i, where, sizeof(where)));
  PetscCall(RicModelAddSpring(c->model, ops, data, place, c->spring_links[i], s.stiffness, s.damper,
                              where));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A spring is a joint made soft.
static PetscErrorCode AddSpring(RicCase *c, RicInputNode node, PetscInt i) {
  static const char *const types[] = {"linear", "torsional", NULL}, *const joints[] = {"rod",
                                                                                       "angle"};
  const RicJointOps *ops;
  PetscInt type = 0;
  void *data;

  PetscFunctionBegin;
  PetscCall(RicInputGetEnum(node, "type", types, &type));
  PetscCall(RicJointFind(joints[type], &ops));
  PetscCall(
      RicCaseNewData_Private(c, node, RicSpringParameters, ops->parameters, ops->data_size, &data));
  const PetscErrorCode error = PlaceSpring(c, node, i, ops, data);
  PetscCall(RicParametersDestroy(ops->parameters, &data));
  PetscFunctionReturn(error);
}

PetscErrorCode RicCaseJoints_Private(RicCase *c) {
  static const char *const sections[] = {"joints", "springs"};
  static const RicCaseItemFn add[] = {AddJoint, AddSpring};

  PetscFunctionBegin;
  PetscCall(RicCaseItems_Private(c, 2, sections, add));
  PetscFunctionReturn(PETSC_SUCCESS);
}
