// SPDX-License-Identifier: BSD-2-Clause
// The one reader of types that say their parameters in a table, and the section `materials`, which
// parameters name.
#include "app/case.h"

#define MAX_KEYS 32

// Is it said in this model?
static PetscBool IsSaid(const RicCase *c, const RicParameter *p) {
  return (PetscBool)(c->dim == 3 || !p->in_space);
}

static PetscErrorCode CheckKeys(RicCase *c, RicInputNode node, const char *const common[],
                                const RicParameter table[]) {
  const char *allowed[MAX_KEYS] = {NULL};
  PetscInt n = 0;

  PetscFunctionBegin;
  for (PetscInt i = 0; common[i] && n < MAX_KEYS - 1; i++)
    allowed[n++] = common[i];
  for (const RicParameter *p = table; p->key && n < MAX_KEYS - 1; p++)
    if (IsSaid(c, p))
      allowed[n++] = p->key;
  PetscCall(RicInputCheckKeys(node, allowed));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadVector(RicCase *c, RicInputNode node, const RicParameter *p,
                                 PetscReal x[3]) {
  PetscFunctionBegin;
  if (p->required)
    PetscCall(RicInputRequireReals(node, p->key, c->dim, p->range, x));
  else
    PetscCall(RicInputGetReals(node, p->key, c->dim, p->range, x));
  for (PetscInt d = c->dim; d < 3; d++)
    x[d] = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadDirection(RicCase *c, RicInputNode node, const RicParameter *p,
                                    PetscReal x[3]) {
  PetscFunctionBegin;
  PetscCall(ReadVector(c, node, p, x));
  const PetscReal norm = PetscSqrtReal(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
  if (norm == 0)
    PetscCall(RicInputError(node, p->key, "has no direction, must not be zero"));
  for (PetscInt d = 0; d < 3; d++)
    x[d] /= norm;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadReal(RicInputNode node, const RicParameter *p, PetscReal *x) {
  PetscFunctionBegin;
  if (p->required)
    PetscCall(RicInputRequireReal(node, p->key, p->range, x));
  else
    PetscCall(RicInputGetReal(node, p->key, p->range, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadCurve(RicInputNode node, const RicParameter *p, RicExpression *curve) {
  PetscBool moves;
  char text[RIC_TEXT_LEN] = "";

  PetscFunctionBegin;
  if (p->required)
    PetscCall(RicInputRequireString(node, p->key, text, sizeof(text)));
  PetscCall(RicInputGetExpression(node, p->key, curve));
  PetscCall(RicExpressionIsTimeDependent(*curve, &moves));
  if (!moves)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicExpressionDestroy(curve));
  PetscCall(RicInputError(node, p->key, "is a function of x, must be without t"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Materials ----

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
  static const char *const none[] = {NULL};

  PetscFunctionBegin;
  PetscCall(RicCaseParameters_Private(c, material, none, RicMaterialParameters, data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode FindMaterial(RicCase *c, RicInputNode node, const char key[],
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

// ---- All ----

// What says where a thing stands is not read here, but is one of two where either will do.
static PetscErrorCode CheckPlace(RicInputNode node, const RicParameter table[]) {
  const char *region = NULL, *nodes = NULL;
  RicInputNode child[2];

  PetscFunctionBegin;
  for (const RicParameter *p = table; p->key; p++) {
    region = p->kind == RIC_PARAMETER_REGION ? p->key : region;
    nodes = p->kind == RIC_PARAMETER_NODES ? p->key : nodes;
  }
  if (!region || !nodes)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicInputGetChild(node, region, &child[0]));
  PetscCall(RicInputGetChild(node, nodes, &child[1]));
  if (!child[0] == !child[1])
    PetscCall(RicInputError(node, NULL, "has %s '%s' %s '%s', give either '%s' or '%s'",
                            child[0] ? "both" : "neither", region, child[0] ? "and" : "nor", nodes,
                            region, nodes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Read(RicCase *c, RicInputNode node, const RicParameter *p, void *at) {
  PetscFunctionBegin;
  if (p->kind == RIC_PARAMETER_REAL)
    PetscCall(ReadReal(node, p, at));
  if (p->kind == RIC_PARAMETER_VECTOR)
    PetscCall(ReadVector(c, node, p, at));
  if (p->kind == RIC_PARAMETER_DIRECTION)
    PetscCall(ReadDirection(c, node, p, at));
  if (p->kind == RIC_PARAMETER_BOOL)
    PetscCall(RicInputGetBool(node, p->key, at));
  if (p->kind == RIC_PARAMETER_CURVE)
    PetscCall(ReadCurve(node, p, at));
  if (p->kind == RIC_PARAMETER_MATERIAL)
    PetscCall(FindMaterial(c, node, p->key, at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseParameters_Private(RicCase *c, RicInputNode node, const char *const common[],
                                         const RicParameter table[], void *data) {
  PetscFunctionBegin;
  PetscCall(CheckKeys(c, node, common, table));
  PetscCall(CheckPlace(node, table));
  RicParametersSetDefaults(table, data);
  for (const RicParameter *p = table; p->key; p++)
    if (IsSaid(c, p))
      PetscCall(Read(c, node, p, (char *)data + p->offset));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseNewData_Private(RicCase *c, RicInputNode node, const char *const common[],
                                      const RicParameter table[], size_t size, void **data) {
  PetscFunctionBegin;
  PetscCall(PetscCalloc(size, data));
  const PetscErrorCode error = RicCaseParameters_Private(c, node, common, table, *data);
  if (error)
    PetscCall(RicParametersDestroy(table, data));
  PetscFunctionReturn(error);
}
