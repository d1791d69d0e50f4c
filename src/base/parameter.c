// SPDX-License-Identifier: BSD-2-Clause
#include "base/parameter.h"
#include <stddef.h>

const RicParameter RicMaterialParameters[] = {
    {"E", "Young's modulus", "Pa", RIC_PARAMETER_REAL, RIC_POSITIVE, .required = PETSC_TRUE,
     .offset = offsetof(RicMaterial, young)},
    {"density", "mass by volume", "kg/m³", RIC_PARAMETER_REAL, RIC_NON_NEGATIVE,
     .required = PETSC_TRUE, .offset = offsetof(RicMaterial, density)},
    {NULL},
};

PetscBool RicParameterHasData(const RicParameter *p) {
  return (PetscBool)(p->kind <= RIC_PARAMETER_CURVE);
}

void RicParametersSetDefaults(const RicParameter table[], void *data) {
  for (const RicParameter *p = table; p->key; p++) {
    void *at = (char *)data + p->offset;

    if (p->kind == RIC_PARAMETER_REAL)
      *(PetscReal *)at = p->value[0];
    if (p->kind == RIC_PARAMETER_BOOL)
      *(PetscBool *)at = p->value[0] != 0 ? PETSC_TRUE : PETSC_FALSE;
    for (PetscInt d = 0; d < 3; d++)
      if (p->kind == RIC_PARAMETER_VECTOR || p->kind == RIC_PARAMETER_DIRECTION)
        ((PetscReal *)at)[d] = p->value[d];
  }
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

static const char *RangeOf(const RicParameter *p) {
  static const char *const ranges[] = {[RIC_ANY] = "",
                                       [RIC_POSITIVE] = "> 0",
                                       [RIC_NON_NEGATIVE] = ">= 0",
                                       [RIC_UNIT_INTERVAL] = "0 ... 1"};

  return p->kind == RIC_PARAMETER_BOOL ? "true or false" : ranges[p->range];
}

static PetscErrorCode DefaultOf(const RicParameter *p, char text[], size_t len) {
  PetscFunctionBegin;
  text[0] = '\0';
  if (p->required)
    PetscCall(PetscStrncpy(text, "required", len));
  else if (p->otherwise)
    PetscCall(PetscSNPrintf(text, len, "default: %s", p->otherwise));
  else if (p->kind == RIC_PARAMETER_REAL)
    PetscCall(PetscSNPrintf(text, len, "default %.6g", (double)p->value[0]));
  else if (p->kind == RIC_PARAMETER_BOOL)
    PetscCall(PetscSNPrintf(text, len, "default %s", p->value[0] != 0 ? "true" : "false"));
  else if (p->kind == RIC_PARAMETER_VECTOR || p->kind == RIC_PARAMETER_DIRECTION)
    PetscCall(PetscSNPrintf(text, len, "default [%.6g, %.6g, %.6g]", (double)p->value[0],
                            (double)p->value[1], (double)p->value[2]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicParameterDescribe(const RicParameter *p, char text[], size_t len) {
  char value[RIC_NAME_LEN];

  PetscFunctionBegin;
  PetscCall(DefaultOf(p, value, sizeof(value)));
  PetscCall(PetscSNPrintf(text, len, "%s%s%s%s", p->in_space ? "in space, " : "", RangeOf(p),
                          RangeOf(p)[0] && value[0] ? ", " : "", value));
  PetscFunctionReturn(PETSC_SUCCESS);
}
