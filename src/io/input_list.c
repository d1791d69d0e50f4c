// SPDX-License-Identifier: BSD-2-Clause
// Input, lists of exactly n values, and expressions. As an option a list is one word,
// -gravity 0,0,-9.81; commas inside parentheses belong to the values.
#include "io/input_impl.h"
#include <string.h>

// What the values of a list are called.
typedef struct {
  const char *one, *many;
} Kind;
static const Kind numbers = {"a number", "numbers"};
static const Kind integers = {"an integer", "integers"};
static const Kind expressions = {"an expression of t, x, y, z", "expressions of t, x, y, z"};

// The list at (node, key), as found: absent, a node of the file, or an option's text in pieces.
typedef struct {
  RicInputNode node;
  const char *key;
  PetscBool present;
  RicInputNode sequence;     // NULL for an option
  char pieces[RIC_TEXT_LEN]; // of an option, each ended by '\0'
} List;

// End the pieces of text at the commas between them; answers how many there are.
static PetscInt CutAtCommas(char text[]) {
  PetscInt n = 1, depth = 0;

  for (char *c = text; *c; ++c) {
    depth += (*c == '(') - (*c == ')');
    if (*c != ',' || depth > 0)
      continue;
    *c = '\0';
    ++n;
  }
  return n;
}

static PetscErrorCode RaiseWrongSize(const List *list, const Kind *kind, PetscInt n, PetscInt has) {
  PetscFunctionBeginUser;
  PetscCall(RicInputError(list->node, list->key,
                          "expects a list of %" PetscInt_FMT " %s (has %" PetscInt_FMT ")", n,
                          kind->many, has));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode TakeOption(List *list, const Kind *kind, PetscInt n, const char value[]) {
  PetscInt has;

  PetscFunctionBeginUser;
  if (strlen(value) >= sizeof list->pieces)
    PetscCall(RicInputError(list->node, list->key, "must be of at most %d bytes",
                            (int)sizeof list->pieces - 1));
  memcpy(list->pieces, value, strlen(value) + 1);
  has = value[0] ? CutAtCommas(list->pieces) : 0;
  if (has != n)
    PetscCall(RaiseWrongSize(list, kind, n, has));
  list->present = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode TakeSequence(List *list, const Kind *kind, PetscInt n, RicInputNode node) {
  PetscBool is_sequence;
  PetscInt has;
  char is[RIC_PATH_LEN];

  PetscFunctionBeginUser;
  PetscCall(RicInputIsSequence(node, &is_sequence));
  if (!is_sequence)
    PetscCall(RicInputError(list->node, list->key, "expects a list of %" PetscInt_FMT " %s (is %s)",
                            n, kind->many, RicInputDescribe(node, is)));
  PetscCall(RicInputGetSize(node, &has));
  if (has != n)
    PetscCall(RaiseWrongSize(list, kind, n, has));
  list->sequence = node;
  list->present = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode FindList(RicInputNode node, const char key[], const Kind *kind, PetscInt n,
                               PetscBool required, List *list) {
  const char *value;
  char option[RIC_PATH_LEN];
  PetscBool overridden;
  RicInputNode child = node;

  PetscFunctionBeginUser;
  list->node = node;
  list->key = key;
  list->present = PETSC_FALSE;
  list->sequence = NULL;
  PetscCheck(node || !required, PETSC_COMM_SELF, PETSC_ERR_ARG_NULL,
             "'%s' required of an absent node", key ? key : "");
  if (!node)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicInputGetOption(node, key, option, &value, &overridden));
  if (!overridden && key)
    PetscCall(RicInputGetChild(node, key, &child));
  if (overridden)
    PetscCall(TakeOption(list, kind, n, value));
  else if (child)
    PetscCall(TakeSequence(list, kind, n, child));
  else if (required)
    PetscCall(RicInputError(node, NULL, "missing key '%s' (expects a list of %" PetscInt_FMT " %s)",
                            key, n, kind->many));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The text of item i of a list that is present.
static PetscErrorCode ListText(const List *list, const Kind *kind, PetscInt i, RicInputText *text) {
  const char *piece = list->pieces;

  PetscFunctionBeginUser;
  if (list->sequence) {
    RicInputNode item;

    PetscCall(RicInputGetItem(list->sequence, i, &item));
    PetscCall(RicInputTextOfNode(item, kind->one, text));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  while (i-- > 0)
    piece += strlen(piece) + 1;
  piece += strspn(piece, " ");
  *text = (RicInputText){list->node, list->key, piece, PETSC_TRUE};
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Numbers.

static PetscErrorCode ReadReals(RicInputNode node, const char key[], PetscInt n, RicRange range,
                                PetscBool required, PetscReal values[]) {
  List list;
  RicInputText text;

  PetscFunctionBeginUser;
  PetscCall(FindList(node, key, &numbers, n, required, &list));
  for (PetscInt i = 0; list.present && i < n; ++i) {
    PetscCall(ListText(&list, &numbers, i, &text));
    PetscCall(RicInputParseReal(&text, numbers.one, range, &values[i]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputGetReals(RicInputNode node, const char key[], PetscInt n, RicRange range,
                                PetscReal values[]) {
  return ReadReals(node, key, n, range, PETSC_FALSE, values);
}

PetscErrorCode RicInputRequireReals(RicInputNode node, const char key[], PetscInt n, RicRange range,
                                    PetscReal values[]) {
  return ReadReals(node, key, n, range, PETSC_TRUE, values);
}

PetscErrorCode RicInputRequireInts(RicInputNode node, const char key[], PetscInt n, PetscInt lowest,
                                   PetscInt highest, PetscInt values[]) {
  List list;
  RicInputText text;

  PetscFunctionBeginUser;
  PetscCall(FindList(node, key, &integers, n, PETSC_TRUE, &list));
  for (PetscInt i = 0; i < n; ++i) {
    PetscCall(ListText(&list, &integers, i, &text));
    PetscCall(RicInputParseInt(&text, lowest, highest, &values[i]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Expressions.

static PetscErrorCode ParseExpression(const RicInputText *text, const char expected[],
                                      const char variable[], RicExpression *expr) {
  char error[RIC_TEXT_LEN] = "", is[RIC_PATH_LEN];

  PetscFunctionBeginUser;
  PetscCall(RicInputCompile(RicInputOf(text->node), variable, text->text, expr, error));
  if (!*expr)
    PetscCall(RicInputError(text->node, text->key, "expects %s (is %s): %s", expected,
                            text->text[0] ? RicInputQuote(text->text, is) : "empty", error));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputGetExpression(RicInputNode node, const char key[], RicExpression *expr) {
  RicInputText text;

  PetscFunctionBeginUser;
  *expr = NULL;
  PetscCall(RicInputFindText(node, key, expressions.one, PETSC_FALSE, &text));
  if (text.text)
    PetscCall(ParseExpression(&text, expressions.one, NULL, expr));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputGetRealOrExpression(RicInputNode node, const char key[],
                                           const char variable[], RicRange range, PetscReal *value,
                                           RicExpression *expr) {
  char expected[RIC_NAME_LEN];
  PetscBool constant = PETSC_FALSE;
  RicInputText text;

  PetscFunctionBeginUser;
  *expr = NULL;
  PetscCall(PetscSNPrintf(expected, sizeof expected, "a number or an expression of %s", variable));
  PetscCall(RicInputFindText(node, key, expected, PETSC_FALSE, &text));
  if (!text.text)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (!RicInputIsNumber(text.text))
    PetscCall(ParseExpression(&text, expected, variable, expr));
  if (*expr)
    PetscCall(RicExpressionIsConstant(*expr, &constant));
  if (constant)
    PetscCall(RicExpressionDestroy(expr));
  if (!*expr)
    PetscCall(RicInputParseReal(&text, expected, range, value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ParseExpressions(const List *list, PetscInt n, RicExpression expr[]) {
  RicInputText text;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n; ++i) {
    PetscCall(ListText(list, &expressions, i, &text));
    PetscCall(ParseExpression(&text, expressions.one, NULL, &expr[i]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputGetExpressions(RicInputNode node, const char key[], PetscInt n,
                                      RicExpression expr[]) {
  List list;
  PetscErrorCode error;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n; ++i)
    expr[i] = NULL;
  PetscCall(FindList(node, key, &expressions, n, PETSC_FALSE, &list));
  if (!list.present)
    PetscFunctionReturn(PETSC_SUCCESS);
  error = ParseExpressions(&list, n, expr);
  for (PetscInt i = 0; error && i < n; ++i)
    PetscCall(RicExpressionDestroy(&expr[i]));
  PetscCall(error);
  PetscFunctionReturn(PETSC_SUCCESS);
}
