// SPDX-License-Identifier: BSD-2-Clause
// Input, one value. Quotes make no difference: "2" is the number 2.
#include "io/input_impl.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// Beyond it doubles skip integers.
#define MAX_EXACT_INTEGER 9007199254740992.0
// Relative round-off of an expression that shall be whole.
#define WHOLE 1e-12

PetscErrorCode RicInputTextOfNode(RicInputNode node, const char expected[], RicInputText *text) {
  char is[RIC_PATH_LEN];

  PetscFunctionBeginUser;
  *text = (RicInputText){.node = node};
  if (node->kind == RIC_INPUT_SCALAR)
    text->text = node->text;
  if (!text->text || (!text->text[0] && node->unquoted))
    PetscCall(
        RicInputError(node, NULL, "expects %s (is %s)", expected, RicInputDescribe(node, is)));
  if (node->has_zero_byte)
    PetscCall(RicInputError(node, NULL, "expects %s (holds a zero byte)", expected));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputFindText(RicInputNode node, const char key[], const char expected[],
                                PetscBool required, RicInputText *text) {
  RicInputNode child = node;
  char option[RIC_PATH_LEN];

  PetscFunctionBeginUser;
  *text = (RicInputText){.node = node, .key = key};
  PetscCheck(node || !required, PETSC_COMM_SELF, PETSC_ERR_ARG_NULL,
             "'%s' required of an absent node", key ? key : "");
  if (!node)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicInputGetOption(node, key, option, &text->text, &text->from_option));
  if (text->from_option)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (key)
    PetscCall(RicInputGetChild(node, key, &child));
  if (child)
    PetscCall(RicInputTextOfNode(child, expected, text));
  if (!child && required)
    PetscCall(RicInputError(node, NULL, "missing key '%s' (expects %s)", key, expected));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Numbers.

static PetscBool IsInfOrNan(const char text[]) {
  static const char *const names[] = {"inf", "infinity", "nan", ".inf", ".nan"};

  if (text[0] == '-' || text[0] == '+')
    ++text;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i)
    if (strcasecmp(text, names[i]) == 0)
      return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscBool RicInputIsNumber(const char text[]) {
  char *end = NULL;

  (void)strtod(text, &end);
  return (PetscBool)(IsInfOrNan(text) || (end != text && !*end));
}

// strtod with what it takes besides decimals (hexadecimals, leading blanks) shut out; what is no
// number may be an expression.
static PetscErrorCode ConvertReal(const RicInputText *text, const char expected[],
                                  PetscBool *written, PetscReal *number) {
  const PetscBool decimal = (PetscBool)(text->text[strspn(text->text, "+-.eE0123456789")] == '\0');
  char *end = NULL;
  const double x = strtod(text->text, &end);

  PetscFunctionBeginUser;
  *number = (PetscReal)x;
  *written = (PetscBool)(decimal && end != text->text && !*end);
  if (IsInfOrNan(text->text) || (decimal && isinf(x)))
    PetscCall(RicInputError(text->node, text->key, "must be finite (is %s)", text->text));
  if (!*written)
    PetscCall(RicInputEvaluate(text, expected, number));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A number for `(is …)`: as it was written, and what an expression came to.
static const char *Tell(const RicInputText *text, PetscBool written, PetscReal value,
                        char is[RIC_PATH_LEN]) {
  if (written)
    return text->text;
  (void)RicInputQuote(text->text, is);
  snprintf(is + strlen(is), RIC_PATH_LEN - strlen(is), " = %.6g", (double)value);
  return is;
}

PetscErrorCode RicInputParseReal(const RicInputText *text, const char expected[], RicRange range,
                                 PetscReal *value) {
  static const char *const ranges[] = {
      [RIC_POSITIVE] = "> 0", [RIC_NON_NEGATIVE] = ">= 0", [RIC_UNIT_INTERVAL] = "in 0 ... 1"};
  char is[RIC_PATH_LEN];
  PetscBool written;
  PetscReal x;

  PetscFunctionBeginUser;
  PetscCall(ConvertReal(text, expected, &written, &x));
  if ((range == RIC_POSITIVE && !(x > 0)) || (range == RIC_NON_NEGATIVE && !(x >= 0)) ||
      (range == RIC_UNIT_INTERVAL && !(x >= 0 && x <= 1)))
    PetscCall(RicInputError(text->node, text->key, "must be %s (is %s)", ranges[range],
                            Tell(text, written, x, is)));
  *value = x;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RaiseOutOfBounds(const RicInputText *text, PetscInt lowest, PetscInt highest,
                                       const char is[]) {
  PetscFunctionBeginUser;
  if (highest == PETSC_MAX_INT)
    PetscCall(
        RicInputError(text->node, text->key, "must be >= %" PetscInt_FMT " (is %s)", lowest, is));
  if (lowest == PETSC_MIN_INT)
    PetscCall(
        RicInputError(text->node, text->key, "must be <= %" PetscInt_FMT " (is %s)", highest, is));
  PetscCall(RicInputError(text->node, text->key,
                          "must be in %" PetscInt_FMT " ... %" PetscInt_FMT " (is %s)", lowest,
                          highest, is));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputParseInt(const RicInputText *text, PetscInt lowest, PetscInt highest,
                                PetscInt *value) {
  char is[RIC_PATH_LEN];
  PetscBool written;
  PetscReal x;

  PetscFunctionBeginUser;
  PetscCall(ConvertReal(text, "an integer", &written, &x));
  if (!written && fabs(x - rint(x)) <= WHOLE * fabs(x))
    x = rint(x);
  if (x != floor(x))
    PetscCall(RicInputError(text->node, text->key, "expects an integer (is %s)",
                            Tell(text, written, x, is)));
  if (fabs(x) > MAX_EXACT_INTEGER || x < (double)lowest || x > (double)highest)
    PetscCall(RaiseOutOfBounds(text, lowest, highest, Tell(text, written, x, is)));
  *value = (PetscInt)x;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadReal(RicInputNode node, const char key[], RicRange range,
                               PetscBool required, PetscReal *value) {
  RicInputText text;

  PetscFunctionBeginUser;
  PetscCall(RicInputFindText(node, key, "a number", required, &text));
  if (text.text)
    PetscCall(RicInputParseReal(&text, "a number", range, value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputGetReal(RicInputNode node, const char key[], RicRange range,
                               PetscReal *value) {
  return ReadReal(node, key, range, PETSC_FALSE, value);
}

PetscErrorCode RicInputRequireReal(RicInputNode node, const char key[], RicRange range,
                                   PetscReal *value) {
  return ReadReal(node, key, range, PETSC_TRUE, value);
}

static PetscErrorCode ReadInt(RicInputNode node, const char key[], PetscInt lowest,
                              PetscInt highest, PetscBool required, PetscInt *value) {
  RicInputText text;

  PetscFunctionBeginUser;
  PetscCall(RicInputFindText(node, key, "an integer", required, &text));
  if (text.text)
    PetscCall(RicInputParseInt(&text, lowest, highest, value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputGetInt(RicInputNode node, const char key[], PetscInt lowest,
                              PetscInt highest, PetscInt *value) {
  return ReadInt(node, key, lowest, highest, PETSC_FALSE, value);
}

PetscErrorCode RicInputRequireInt(RicInputNode node, const char key[], PetscInt lowest,
                                  PetscInt highest, PetscInt *value) {
  return ReadInt(node, key, lowest, highest, PETSC_TRUE, value);
}

// Words.

PetscErrorCode RicInputGetBool(RicInputNode node, const char key[], PetscBool *value) {
  RicInputText text;
  char is[RIC_PATH_LEN];

  PetscFunctionBeginUser;
  PetscCall(RicInputFindText(node, key, "true or false", PETSC_FALSE, &text));
  if (!text.text)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (strcmp(text.text, "true") == 0 || (text.from_option && !text.text[0]))
    *value = PETSC_TRUE;
  else if (strcmp(text.text, "false") == 0)
    *value = PETSC_FALSE;
  else
    PetscCall(RicInputError(text.node, text.key, "expects true or false (is %s)",
                            RicInputQuote(text.text, is)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadString(RicInputNode node, const char key[], PetscBool required,
                                 char value[], size_t len) {
  RicInputText text;

  PetscFunctionBeginUser;
  PetscCall(RicInputFindText(node, key, "a text", required, &text));
  if (!text.text)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (text.from_option && !text.text[0])
    PetscCall(RicInputError(text.node, text.key, "expects a text (is empty)"));
  if (strlen(text.text) >= len)
    PetscCall(RicInputError(text.node, text.key, "must be of at most %d bytes (is of %d)",
                            (int)len - 1, (int)strlen(text.text)));
  memcpy(value, text.text, strlen(text.text) + 1);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputGetString(RicInputNode node, const char key[], char value[], size_t len) {
  return ReadString(node, key, PETSC_FALSE, value, len);
}

PetscErrorCode RicInputRequireString(RicInputNode node, const char key[], char value[],
                                     size_t len) {
  return ReadString(node, key, PETSC_TRUE, value, len);
}

PetscErrorCode RicInputGetWritten(RicInputNode node, const char key[], char value[], size_t len) {
  RicInputNode child;

  PetscFunctionBeginUser;
  PetscCall(RicInputGetChild(node, key, &child));
  PetscCall(PetscStrncpy(value, child && child->kind == RIC_INPUT_SCALAR ? child->text : "", len));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadEnum(RicInputNode node, const char key[], const char *const choices[],
                               PetscBool required, PetscInt *index) {
  RicInputText text;
  char is[RIC_PATH_LEN], end[RIC_PATH_LEN];
  PetscInt i = 0;

  PetscFunctionBeginUser;
  PetscCall(RicInputFindText(node, key, "a name", required, &text));
  if (!text.text)
    PetscFunctionReturn(PETSC_SUCCESS);
  while (choices[i] && strcmp(choices[i], text.text) != 0)
    ++i;
  if (!choices[i])
    PetscCall(RicInputError(text.node, text.key, "unknown name %s%s", RicInputQuote(text.text, is),
                            RicInputSuggest(text.text, choices, end)));
  *index = i;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputGetEnum(RicInputNode node, const char key[], const char *const choices[],
                               PetscInt *index) {
  return ReadEnum(node, key, choices, PETSC_FALSE, index);
}

PetscErrorCode RicInputRequireEnum(RicInputNode node, const char key[], const char *const choices[],
                                   PetscInt *index) {
  return ReadEnum(node, key, choices, PETSC_TRUE, index);
}
