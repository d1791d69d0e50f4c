// SPDX-License-Identifier: BSD-2-Clause
#include "base/parameter.h"
#include <stddef.h>
#include <stdio.h>

const RicParameter RicMaterialParameters[] = {
    {"E", "Young's modulus", "Pa", RIC_PARAMETER_REAL, RIC_POSITIVE, .required = PETSC_TRUE,
     .offset = offsetof(RicMaterial, young)},
    {"density", "mass by volume", "kg/m³", RIC_PARAMETER_REAL, RIC_NON_NEGATIVE,
     .required = PETSC_TRUE, .offset = offsetof(RicMaterial, density)},
    {NULL},
};

PetscBool RicParameterHasData(const RicParameter *p) {
  return (PetscBool)(p->kind <= RIC_PARAMETER_SECTION);
}

// How many numbers stand in the data.
static PetscInt NumbersOf(const RicParameter *p) {
  if (p->kind == RIC_PARAMETER_VECTOR || p->kind == RIC_PARAMETER_DIRECTION ||
      p->kind == RIC_PARAMETER_INTS)
    return 3;
  return p->kind == RIC_PARAMETER_REALS ? p->count : 1;
}

static void SetDefault(const RicParameter *p, void *at) {
  const PetscBool ints =
      (PetscBool)(p->kind == RIC_PARAMETER_INT || p->kind == RIC_PARAMETER_INTS ||
                  p->kind == RIC_PARAMETER_CHOICE);
  const PetscBool reals =
      (PetscBool)(p->kind == RIC_PARAMETER_REAL || p->kind == RIC_PARAMETER_VECTOR ||
                  p->kind == RIC_PARAMETER_DIRECTION || p->kind == RIC_PARAMETER_REALS);

  if (p->kind == RIC_PARAMETER_SECTION)
    RicParametersSetDefaults(p->keys, at);
  if (p->kind == RIC_PARAMETER_BOOL)
    *(PetscBool *)at = p->value[0] != 0 ? PETSC_TRUE : PETSC_FALSE;
  if (p->kind == RIC_PARAMETER_TEXT)
    snprintf(at, (size_t)p->count, "%s", p->text ? p->text : "");
  for (PetscInt d = 0; d < NumbersOf(p); d++) {
    if (ints)
      ((PetscInt *)at)[d] = (PetscInt)p->value[d < 3 ? d : 0];
    if (reals)
      ((PetscReal *)at)[d] = d < 3 ? p->value[d] : 0;
  }
}

void RicParametersSetDefaults(const RicParameter table[], void *data) {
  for (const RicParameter *p = table; p->key; p++)
    SetDefault(p, (char *)data + p->offset);
}

PetscErrorCode RicParametersCopy(const void *data, size_t size, void **copy) {
  PetscFunctionBegin;
  PetscCall(PetscMalloc(size, copy));
  PetscCall(PetscMemcpy(*copy, data, size));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicParametersClear(const RicParameter table[], void *data) {
  PetscFunctionBegin;
  for (const RicParameter *p = table; p->key; p++)
    if (p->kind == RIC_PARAMETER_CURVE)
      PetscCall(RicExpressionDestroy((RicExpression *)((char *)data + p->offset)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicParametersDestroy(const RicParameter table[], void **data) {
  PetscFunctionBegin;
  if (*data)
    PetscCall(RicParametersClear(table, *data));
  PetscCall(PetscFree(*data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const char *RicParameterKindWords(const RicParameter *p) {
  static const char *const words[] = {
      [RIC_PARAMETER_REAL] = "number",
      [RIC_PARAMETER_VECTOR] = "vector",
      [RIC_PARAMETER_DIRECTION] = "direction",
      [RIC_PARAMETER_BOOL] = "switch",
      [RIC_PARAMETER_MATERIAL] = "material",
      [RIC_PARAMETER_CURVE] = "expression of x",
      [RIC_PARAMETER_INT] = "integer",
      [RIC_PARAMETER_INTS] = "integers",
      [RIC_PARAMETER_CHOICE] = "word",
      [RIC_PARAMETER_TEXT] = "text",
      [RIC_PARAMETER_REALS] = "numbers",
      [RIC_PARAMETER_SECTION] = "mapping",
      [RIC_PARAMETER_REGION] = "region",
      [RIC_PARAMETER_NODES] = "two regions of one node",
      [RIC_PARAMETER_PLACE] = "vector",
      [RIC_PARAMETER_POINT] = "point",
      [RIC_PARAMETER_EXPRESSION] = "expression of t",
      [RIC_PARAMETER_FIELD] = "vector of expressions",
      [RIC_PARAMETER_NAME] = "text",
      [RIC_PARAMETER_TYPE] = "type",
      [RIC_PARAMETER_AXES] = "list of x, y, z",
      [RIC_PARAMETER_NUMBERS] = "numbers",
      [RIC_PARAMETER_INERTIA] = "number, three, or rows",
      [RIC_PARAMETER_COEFFICIENT] = "number, expression of s, or two numbers",
      [RIC_PARAMETER_FRICTION] = "number, expression of s, or mapping",
      [RIC_PARAMETER_CORNERS] = "list of vectors",
      [RIC_PARAMETER_NAMED_NUMBERS] = "names: number",
      [RIC_PARAMETER_PLACES] = "names: vector",
      [RIC_PARAMETER_REGIONS] = "names: region",
      [RIC_PARAMETER_WORDS] = "word, number, or list of them",
      [RIC_PARAMETER_NAMED_WORDS] = "names: words, or a word",
      [RIC_PARAMETER_MAPPING] = "mapping",
      [RIC_PARAMETER_LIST] = "list of mappings",
      [RIC_PARAMETER_ITEMS] = "mapping or list of them",
      [RIC_PARAMETER_NAMED] = "names: mapping"};

  return words[p->kind];
}

static PetscErrorCode RangeOf(const RicParameter *p, char text[], size_t len) {
  static const char *const ranges[] = {[RIC_ANY] = "",
                                       [RIC_POSITIVE] = "> 0",
                                       [RIC_NON_NEGATIVE] = ">= 0",
                                       [RIC_UNIT_INTERVAL] = "0 ... 1"};

  PetscFunctionBegin;
  PetscCall(
      PetscStrncpy(text, p->kind == RIC_PARAMETER_BOOL ? "true or false" : ranges[p->range], len));
  for (PetscInt w = 0; p->kind == RIC_PARAMETER_CHOICE && p->choices[w]; w++) {
    PetscCall(PetscStrlcat(text, w ? " | " : "", len));
    PetscCall(PetscStrlcat(text, p->choices[w], len));
  }
  if (p->kind != RIC_PARAMETER_INT && p->kind != RIC_PARAMETER_INTS)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (p->bounds[1] == PETSC_MAX_INT)
    PetscCall(PetscSNPrintf(text, len, ">= %" PetscInt_FMT, p->bounds[0]));
  else
    PetscCall(PetscSNPrintf(text, len, "%" PetscInt_FMT " ... %" PetscInt_FMT, p->bounds[0],
                            p->bounds[1]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode DefaultOf(const RicParameter *p, char text[], size_t len) {
  PetscFunctionBegin;
  text[0] = '\0';
  if (p->required)
    PetscCall(PetscStrncpy(text, "required", len));
  else if (p->otherwise)
    PetscCall(PetscSNPrintf(text, len, "default: %s", p->otherwise));
  else if (p->kind == RIC_PARAMETER_TEXT && p->text)
    PetscCall(PetscSNPrintf(text, len, "default %s", p->text));
  else if (p->kind == RIC_PARAMETER_CHOICE)
    PetscCall(PetscSNPrintf(text, len, "default %s", p->choices[(PetscInt)p->value[0]]));
  else if (p->kind == RIC_PARAMETER_REAL || p->kind == RIC_PARAMETER_INT)
    PetscCall(PetscSNPrintf(text, len, "default %.6g", (double)p->value[0]));
  else if (p->kind == RIC_PARAMETER_BOOL)
    PetscCall(PetscSNPrintf(text, len, "default %s", p->value[0] != 0 ? "true" : "false"));
  else if (p->kind == RIC_PARAMETER_VECTOR || p->kind == RIC_PARAMETER_DIRECTION)
    PetscCall(PetscSNPrintf(text, len, "default [%.6g, %.6g, %.6g]", (double)p->value[0],
                            (double)p->value[1], (double)p->value[2]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicParameterDescribe(const RicParameter *p, char text[], size_t len) {
  char value[RIC_NAME_LEN], range[RIC_NAME_LEN];

  PetscFunctionBegin;
  PetscCall(RangeOf(p, range, sizeof(range)));
  PetscCall(DefaultOf(p, value, sizeof(value)));
  PetscCall(PetscSNPrintf(text, len, "%s%s%s%s", p->in_space ? "in space, " : "", range,
                          range[0] && value[0] ? ", " : "", value));
  PetscFunctionReturn(PETSC_SUCCESS);
}
