// SPDX-License-Identifier: BSD-2-Clause
// Input, parameters: named numbers, and numbers written as expressions of them. A parameter may name
// any other: those named are given their values first.
#include "io/input_impl.h"
#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#define MAX_PARAMETERS 1000
#define MAX_CHAIN 64 // parameters that stand on one another

// ---- Texts ----

// Count the parameters that a text names as used.
static void MarkUsed(RicInput input, const char text[]) {
  size_t length;

  if (!input->n_parameters)
    return;
  for (const char *at = RicExpressionNextName(text, &length); at;
       at = RicExpressionNextName(at + length, &length))
    for (PetscInt i = 0; i < input->n_parameters; ++i) {
      const char *name = input->parameters[i].name;

      if (strlen(name) == length && !strncmp(name, at, length))
        input->parameters[i].used = PETSC_TRUE;
    }
}

PetscErrorCode RicInputCompile(RicInput input, const char variable[], const char text[],
                               RicExpression *expr, char error[RIC_TEXT_LEN]) {
  const RicScope scope = {variable, input->parameters, input->n_parameters};

  PetscFunctionBeginUser;
  PetscCall(RicExpressionCreateIn(&scope, text, expr, error));
  if (*expr)
    MarkUsed(input, text);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// muParser would take these: blanks around it, hexadecimals.
static PetscBool LooksLikeExpression(const char text[]) {
  const char *hex = strpbrk(text, "xX");

  if (!text[0] || isspace((unsigned char)text[0]) || isspace((unsigned char)text[strlen(text) - 1]))
    return PETSC_FALSE;
  return (PetscBool) !(hex && hex > text && hex[-1] == '0');
}

static PetscBool HasLooseComma(const char text[]) {
  int depth = 0;

  for (; *text; ++text) {
    depth += (*text == '(') - (*text == ')');
    if (*text == ',' && depth == 0)
      return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

// Without parameters most such texts are mistyped numbers: why they are no expression is of no help.
static PetscErrorCode RaiseNoNumber(const RicInputText *text, const char expected[],
                                    const char error[]) {
  const PetscBool comma = HasLooseComma(text->text);
  const PetscBool why = (PetscBool)(error[0] && !comma && RicInputOf(text->node)->n_parameters);
  char is[RIC_PATH_LEN];

  PetscFunctionBeginUser;
  PetscCall(RicInputError(text->node, text->key, "expects %s%s (is %s)%s%s", expected,
                          comma ? ", with a decimal point" : "",
                          text->text[0] ? RicInputQuote(text->text, is) : "empty", why ? ": " : "",
                          why ? error : ""));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputEvaluate(const RicInputText *text, const char expected[], PetscReal *value) {
  const PetscReal origin[3] = {0, 0, 0};
  char error[RIC_TEXT_LEN] = "", is[RIC_PATH_LEN];
  RicExpression expr = NULL;

  PetscFunctionBeginUser;
  if (LooksLikeExpression(text->text))
    PetscCall(RicInputCompile(RicInputOf(text->node), "", text->text, &expr, error));
  if (!expr)
    PetscCall(RaiseNoNumber(text, expected, error));
  PetscCall(RicExpressionEvaluate(expr, 0, origin, value));
  PetscCall(RicExpressionDestroy(&expr));
  if (PetscIsInfOrNanReal(*value))
    PetscCall(RicInputError(text->node, text->key, "must be finite (is %s = %g)",
                            RicInputQuote(text->text, is), (double)*value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- The table ----

typedef enum { NEW, BUSY, DONE } Progress;

// Parameters on their way to a value, each because the one before names it.
typedef struct {
  RicInput input;
  RicInputNode section;
  Progress *progress; // [n_parameters]
  PetscInt chain[MAX_CHAIN];
  PetscInt length;
} Evaluation;

// Raise that the parameter j, which is on its way, is named by the last one: `a -> b -> a`.
static PetscErrorCode RaiseCycle(const Evaluation *e, PetscInt j) {
  const RicConstant *p = e->input->parameters;
  char path[RIC_TEXT_LEN] = "";
  PetscInt from = 0;

  PetscFunctionBeginUser;
  while (e->chain[from] != j)
    ++from;
  for (PetscInt i = from; i < e->length; ++i) {
    PetscCall(PetscStrlcat(path, p[e->chain[i]].name, sizeof path));
    PetscCall(PetscStrlcat(path, " -> ", sizeof path));
  }
  PetscCall(RicInputError(e->section, p[e->chain[e->length - 1]].name,
                          "a parameter that stands on itself: %s%s", path, p[j].name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Evaluate(Evaluation *e, PetscInt i);

// Give those their values that a text names.
static PetscErrorCode EvaluateNamed(Evaluation *e, const char text[]) {
  const RicConstant *p = e->input->parameters;
  size_t length;

  PetscFunctionBeginUser;
  for (const char *at = RicExpressionNextName(text, &length); at;
       at = RicExpressionNextName(at + length, &length))
    for (PetscInt j = 0; j < e->input->n_parameters; ++j) {
      if (strlen(p[j].name) != length || strncmp(p[j].name, at, length) != 0)
        continue;
      if (e->progress[j] == BUSY)
        PetscCall(RaiseCycle(e, j));
      PetscCall(Evaluate(e, j));
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Evaluate(Evaluation *e, PetscInt i) {
  RicConstant *p = &e->input->parameters[i];
  RicInputText text;

  PetscFunctionBeginUser;
  if (e->progress[i] == DONE)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (e->length == MAX_CHAIN)
    PetscCall(RicInputError(e->section, p->name, "more than %d parameters stand on one another",
                            MAX_CHAIN));
  e->progress[i] = BUSY;
  e->chain[e->length++] = i;
  PetscCall(RicInputFindText(e->section, p->name, "a number", PETSC_TRUE, &text));
  if (!RicInputIsNumber(text.text))
    PetscCall(EvaluateNamed(e, text.text));
  PetscCall(RicInputParseReal(&text, "a number", RIC_ANY, &p->value));
  e->progress[i] = DONE;
  --e->length;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckName(RicInputNode entry) {
  const char *name = entry->key;
  size_t length;

  PetscFunctionBeginUser;
  if (RicExpressionNextName(name, &length) != name || length != strlen(name) ||
      length >= RIC_NAME_LEN)
    PetscCall(RicInputKeyError(entry, "a name of letters, digits and _ is needed, not a digit "
                                      "first, 63 at most"));
  if (RicExpressionIsReserved(name))
    PetscCall(RicInputKeyError(entry, "would hide a variable, a constant or a function of that "
                                      "name (t, x, y, z, s, pi, _e, sin, ...): choose another"));
  for (PetscInt i = 0; i < entry->index; ++i)
    if (!strcasecmp(entry->parent->children[i]->key, name))
      PetscCall(RicInputKeyError(entry, "differs from one above by case alone, to which options "
                                        "are blind"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode EvaluateAll(RicInput input, RicInputNode section) {
  Evaluation e = {.input = input, .section = section};
  PetscErrorCode error = PETSC_SUCCESS;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(input->n_parameters, &e.progress));
  for (PetscInt i = 0; i < input->n_parameters && !error; ++i)
    error = Evaluate(&e, i);
  PetscCall(PetscFree(e.progress));
  PetscFunctionReturn(error);
}

PetscErrorCode RicInputReadParameters(RicInput input) {
  RicInputNode section;

  PetscFunctionBeginUser;
  PetscCall(RicInputGetChild(input->root, "parameters", &section));
  if (!section)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicInputNeedMapping(section));
  if (section->n_children > MAX_PARAMETERS)
    PetscCall(RicInputError(section, NULL, "at most %d parameters (are %" PetscInt_FMT ")",
                            MAX_PARAMETERS, section->n_children));
  for (PetscInt i = 0; i < section->n_children; ++i)
    PetscCall(CheckName(section->children[i]));
  input->n_parameters = section->n_children;
  PetscCall(RicStoreTake(input->store, (size_t)input->n_parameters * sizeof *input->parameters,
                         &input->parameters));
  for (PetscInt i = 0; i < input->n_parameters; ++i)
    input->parameters[i].name = section->children[i]->key;
  PetscCall(EvaluateAll(input, section));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputGetParameters(RicInput input, PetscInt *n, const RicConstant **parameters) {
  PetscFunctionBeginUser;
  *n = input->n_parameters;
  *parameters = input->parameters;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputUseParameters(RicInputNode node) {
  PetscFunctionBeginUser;
  if (!node)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (node->kind == RIC_INPUT_SCALAR)
    MarkUsed(RicInputOf(node), node->text);
  for (PetscInt i = 0; i < node->n_children; ++i)
    PetscCall(RicInputUseParameters(node->children[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputWarnParameters(RicInput input) {
  RicInputNode section;

  PetscFunctionBeginUser;
  PetscCall(RicInputGetChild(input->root, "parameters", &section));
  for (PetscInt i = 0; i < input->n_parameters; ++i)
    if (!input->parameters[i].used)
      PetscCall(RicInputWarn(section, input->parameters[i].name, "nothing uses this parameter"));
  PetscFunctionReturn(PETSC_SUCCESS);
}
