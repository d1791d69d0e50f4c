// SPDX-License-Identifier: BSD-2-Clause
// The one reader of types and sections that say their parameters in a table.
#include "app/case.h"

#define MAX_KEYS 32

// Is it said in this model?
static PetscBool IsSaid(const RicCase *c, const RicParameter *p) {
  return (PetscBool)(c->dim == 3 || !p->in_space);
}

PetscErrorCode RicCaseCheckKeys_Private(RicCase *c, RicInputNode node, const RicParameter common[],
                                        const RicParameter table[]) {
  const RicParameter *const tables[] = {common, table};
  const char *allowed[MAX_KEYS] = {NULL};
  PetscInt n = 0;

  PetscFunctionBegin;
  for (PetscInt k = 0; k < 2; k++)
    for (const RicParameter *p = tables[k]; p && p->key && n < MAX_KEYS - 1; p++)
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

static PetscErrorCode ReadInt(RicInputNode node, const RicParameter *p, PetscInt *i) {
  PetscFunctionBegin;
  if (p->required)
    PetscCall(RicInputRequireInt(node, p->key, p->bounds[0], p->bounds[1], i));
  else
    PetscCall(RicInputGetInt(node, p->key, p->bounds[0], p->bounds[1], i));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadChoice(RicInputNode node, const RicParameter *p, PetscInt *i) {
  PetscFunctionBegin;
  if (p->required)
    PetscCall(RicInputRequireEnum(node, p->key, p->choices, i));
  else
    PetscCall(RicInputGetEnum(node, p->key, p->choices, i));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadText(RicInputNode node, const RicParameter *p, char text[]) {
  PetscFunctionBegin;
  if (p->required)
    PetscCall(RicInputRequireString(node, p->key, text, (size_t)p->count));
  else
    PetscCall(RicInputGetString(node, p->key, text, (size_t)p->count));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadReals(RicInputNode node, const RicParameter *p, PetscReal x[]) {
  PetscFunctionBegin;
  if (p->required)
    PetscCall(RicInputRequireReals(node, p->key, p->count, p->range, x));
  else
    PetscCall(RicInputGetReals(node, p->key, p->count, p->range, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Its keys are overridden by options although it is absent.
static PetscErrorCode ReadSection(RicCase *c, RicInputNode node, const RicParameter *p, void *at) {
  RicInputNode section;

  PetscFunctionBegin;
  PetscCall(RicInputGetSection(node, p->key, &section));
  PetscCall(RicCaseFill_Private(c, section, NULL, p->keys, at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

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
    PetscCall(RicCaseMaterial_Private(c, node, p->key, at));
  if (p->kind == RIC_PARAMETER_INT)
    PetscCall(ReadInt(node, p, at));
  if (p->kind == RIC_PARAMETER_INTS)
    PetscCall(RicInputRequireInts(node, p->key, c->dim, p->bounds[0], p->bounds[1], at));
  if (p->kind == RIC_PARAMETER_CHOICE)
    PetscCall(ReadChoice(node, p, at));
  if (p->kind == RIC_PARAMETER_TEXT)
    PetscCall(ReadText(node, p, at));
  if (p->kind == RIC_PARAMETER_REALS)
    PetscCall(ReadReals(node, p, at));
  if (p->kind == RIC_PARAMETER_SECTION)
    PetscCall(ReadSection(c, node, p, at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseRead_Private(RicCase *c, RicInputNode node, const RicParameter table[],
                                   void *data) {
  PetscFunctionBegin;
  for (const RicParameter *p = table; p->key; p++)
    if (IsSaid(c, p))
      PetscCall(Read(c, node, p, (char *)data + p->offset));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseFill_Private(RicCase *c, RicInputNode node, const RicParameter common[],
                                   const RicParameter table[], void *data) {
  PetscFunctionBegin;
  PetscCall(RicCaseCheckKeys_Private(c, node, common, table));
  PetscCall(CheckPlace(node, table));
  PetscCall(RicCaseRead_Private(c, node, table, data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseParameters_Private(RicCase *c, RicInputNode node, const RicParameter common[],
                                         const RicParameter table[], void *data) {
  PetscFunctionBegin;
  RicParametersSetDefaults(table, data);
  PetscCall(RicCaseFill_Private(c, node, common, table, data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseNewData_Private(RicCase *c, RicInputNode node, const RicParameter common[],
                                      const RicParameter table[], size_t size, void **data) {
  PetscFunctionBegin;
  PetscCall(PetscCalloc(size, data));
  const PetscErrorCode error = RicCaseParameters_Private(c, node, common, table, *data);
  if (error)
    PetscCall(RicParametersDestroy(table, data));
  PetscFunctionReturn(error);
}
