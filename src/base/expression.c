// SPDX-License-Identifier: BSD-2-Clause
// Expressions by muParser's C interface, the only file that sees it.
// One parser an expression, compiled once to bytecode; its variables are read from
// RicExpression_.values. muParser reads numbers in the classic locale, whatever setlocale says.
// Limits: muParser copies the token it complains of, maybe the whole text, unchecked into a static
// buffer of 2048 characters; so texts are at most MAX_LENGTH long, the token is copied at once, and
// expressions are not created by several threads at a time.
#include "base/expression.h"
#include "base/nearest_word.h"
#include <ctype.h>
#include <muParserDLL.h>
#include <string.h>

enum { MAX_LENGTH = 2000 };
enum { VALUE_T, VALUE_X, VALUE_Y, VALUE_Z, NUM_VALUES };
static const char *const value_names[NUM_VALUES] = {"t", "x", "y", "z"};

struct RicExpression_ {
  muParserHandle_t parser;
  const char *variable;         // its only one, borrowed; NULL: t, x, y, z; "": none
  muFloat_t values[NUM_VALUES]; // t, x, y, z of the evaluation under way
  PetscBool uses_time, is_constant;
  RicExpressionFn fn; // of the caller, with ctx, in place of the parser; NULL: none
  void *ctx;
};

// muParser's error codes (its EErrorCodes, which is C++) and our words for them, which stand alone
// or are followed by the token and its position.
enum { CODE_UNKNOWN_TOKEN = 1 };
static const struct {
  muInt_t code;
  PetscBool names_token;
  const char *what;
} complaints[] = {
    {0, PETSC_TRUE, "misplaced operator"},
    {2, PETSC_FALSE, "the expression ends too early"},
    {3, PETSC_TRUE, "misplaced comma"},
    {4, PETSC_FALSE, "several values in parentheses, where one is expected"},
    {5, PETSC_TRUE, "operator missing before"},
    {6, PETSC_TRUE, "operator missing before"},
    {7, PETSC_TRUE, "misplaced parenthesis"},
    {8, PETSC_TRUE, "strings have no place here:"},
    {11, PETSC_TRUE, "missing parenthesis"},
    {12, PETSC_TRUE, "operator missing before"},
    {13, PETSC_TRUE, "strings have no place here:"},
    {14, PETSC_TRUE, "too many arguments of"},
    {15, PETSC_TRUE, "too few arguments of"},
    {17, PETSC_TRUE, "strings have no place here:"},
    {25, PETSC_FALSE, "empty expression"},
    {33, PETSC_FALSE, "'?' without ':'"},
    {34, PETSC_FALSE, "':' without '?'"},
};

static PetscBool IsFunctionName(const char name[]) {
  static const char *const functions[] = {
      "sin",  "cos",   "tan",   "asin",  "acos", "atan",  "atan2", "sinh", "cosh",
      "tanh", "asinh", "acosh", "atanh", "log2", "log10", "log",   "ln",   "exp",
      "sqrt", "sign",  "rint",  "abs",   "min",  "max",   "sum",   "avg"};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; ++i)
    if (!strcmp(name, functions[i]))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

// What there is to name: `variables: t, x, y, z; parameters: k, v0; constants: pi, _e`.
static PetscErrorCode ListNames(const RicScope *scope, char names[RIC_TEXT_LEN / 2]) {
  const size_t len = RIC_TEXT_LEN / 2;
  const char *variable = scope->variable;

  PetscFunctionBeginUser;
  names[0] = '\0';
  if (!variable || variable[0])
    PetscCall(PetscSNPrintf(names, len, "variable%s%s; ",
                            variable ? ": " : "s: ", variable ? variable : "t, x, y, z"));
  for (PetscInt i = 0; i < scope->num_constants; ++i) {
    PetscCall(PetscStrlcat(names, i ? ", " : "parameters: ", len));
    PetscCall(PetscStrlcat(names, scope->constants[i].name, len));
  }
  PetscCall(PetscStrlcat(names, scope->num_constants ? "; " : "", len));
  PetscCall(PetscStrlcat(names, "constants: pi, _e", len));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The constant of the scope whose name is nearest to the token; NULL: none is near.
static const char *NearestConstant(const RicScope *scope, const char token[]) {
  const char *nearest = NULL;

  for (PetscInt i = 0; i < scope->num_constants; ++i) {
    const char *const known[] = {nearest ? nearest : scope->constants[i].name,
                                 scope->constants[i].name, NULL};

    nearest = RicNearestWord(token, known);
  }
  return nearest;
}

static PetscErrorCode DescribeUnknown(const RicScope *scope, const char token[], int position,
                                      char error[]) {
  char names[RIC_TEXT_LEN / 2];

  PetscFunctionBeginUser;
  PetscCall(ListNames(scope, names));
  if (IsFunctionName(token))
    PetscCall(PetscSNPrintf(error, RIC_TEXT_LEN,
                            "function '%s' at position %d needs its arguments in parentheses",
                            token, position));
  else if (isalpha((unsigned char)token[0]) || token[0] == '_') {
    const char *near = NearestConstant(scope, token);

    PetscCall(PetscSNPrintf(error, RIC_TEXT_LEN, "unknown name '%s' at position %d%s%s%s (%s)",
                            token, position, near ? ", did you mean '" : "", near ? near : "",
                            near ? "'?" : "", names));
  } else
    PetscCall(
        PetscSNPrintf(error, RIC_TEXT_LEN, "cannot read '%s' at position %d", token, position));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The parser's complaint in one line. Positions count from 1.
static PetscErrorCode DescribeError(RicExpression expr, const RicScope *scope, char error[]) {
  muParserHandle_t parser = expr->parser;
  const muInt_t code = mupGetErrorCode(parser);
  const int position = mupGetErrorPos(parser) + 1;
  char token[RIC_NAME_LEN];

  PetscFunctionBeginUser;
  PetscCall(PetscStrncpy(token, mupGetErrorToken(parser), sizeof token));
  token[strcspn(token, " \t\r\n")] = '\0'; // muParser may take the rest of the text for a token
  if (code == CODE_UNKNOWN_TOKEN) {
    PetscCall(DescribeUnknown(scope, token, position, error));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(PetscSNPrintf(error, RIC_TEXT_LEN, "wrong expression near position %d", position));
  for (size_t i = 0; i < sizeof complaints / sizeof *complaints; ++i) {
    if (complaints[i].code != code)
      continue;
    if (complaints[i].names_token)
      PetscCall(PetscSNPrintf(error, RIC_TEXT_LEN, "%s '%s' at position %d", complaints[i].what,
                              token, position));
    else
      PetscCall(PetscStrncpy(error, complaints[i].what, RIC_TEXT_LEN));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A single "=" would assign to a variable: in a function of t, x, y, z it can only be a mistake.
static const char *FindAssignment(const char text[]) {
  for (const char *c = strchr(text, '='); c; c = strchr(c + 1, '=')) {
    if (c[1] == '=')
      ++c;
    else if (c == text || !strchr("<>!", c[-1]))
      return c;
  }
  return NULL;
}

// What muParser would take and we do not.
static PetscErrorCode Refuse(const char text[], char error[]) {
  const char *assignment = FindAssignment(text);

  PetscFunctionBeginUser;
  if (strlen(text) > MAX_LENGTH)
    PetscCall(
        PetscSNPrintf(error, RIC_TEXT_LEN, "an expression has at most %d characters", MAX_LENGTH));
  else if (assignment)
    PetscCall(PetscSNPrintf(error, RIC_TEXT_LEN, "'=' at position %d: equality is '=='",
                            (int)(assignment - text) + 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Compiles `text`; an empty error means that it is right.
static PetscErrorCode Compile(RicExpression expr, const RicScope *scope, const char text[],
                              char error[]) {
  int num_results = 0;
  muBool_t failed;

  PetscFunctionBeginUser;
  error[0] = '\0';
  PetscCall(Refuse(text, error));
  if (error[0])
    PetscFunctionReturn(PETSC_SUCCESS);
  mupSetExpr(expr->parser, text);
  failed = mupError(expr->parser); // asking clears the mark
  if (!failed) {
    (void)mupEvalMulti(expr->parser, &num_results);
    failed = mupError(expr->parser);
  }
  if (failed)
    PetscCall(DescribeError(expr, scope, error));
  else if (num_results != 1)
    PetscCall(PetscSNPrintf(error, RIC_TEXT_LEN,
                            "%d values where one is expected (the decimal mark is '.')",
                            num_results));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscBool UsesTime(RicExpression expr) {
  const int num_used = mupGetExprVarNum(expr->parser);
  for (int i = 0; i < num_used; ++i) {
    const muChar_t *name;
    muFloat_t *value;
    mupGetExprVar(expr->parser, (unsigned)i, &name, &value);
    if (value == &expr->values[VALUE_T])
      return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

static void DefineNames(RicExpression e, const RicScope *scope) {
  if (e->variable && e->variable[0])
    mupDefineVar(e->parser, e->variable, &e->values[VALUE_X]);
  for (int i = 0; i < NUM_VALUES && !e->variable; ++i)
    mupDefineVar(e->parser, value_names[i], &e->values[i]);
  mupDefineConst(e->parser, "pi", PETSC_PI);
  for (PetscInt i = 0; i < scope->num_constants; ++i)
    mupDefineConst(e->parser, scope->constants[i].name, scope->constants[i].value);
}

PetscErrorCode RicExpressionCreateIn(const RicScope *scope, const char text[], RicExpression *expr,
                                     char error[]) {
  char message[RIC_TEXT_LEN];
  RicExpression e;

  PetscFunctionBeginUser;
  *expr = NULL;
  PetscCall(PetscNew(&e));
  e->parser = mupCreate(muBASETYPE_FLOAT);
  e->variable = scope->variable;
  DefineNames(e, scope);
  PetscCall(Compile(e, scope, text, message));
  if (message[0])
    PetscCall(RicExpressionDestroy(&e));
  else {
    e->uses_time = UsesTime(e);
    e->is_constant = (PetscBool)(mupGetExprVarNum(e->parser) == 0);
  }
  if (error)
    PetscCall(PetscStrncpy(error, message, RIC_TEXT_LEN));
  *expr = e;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicExpressionCreate(const char text[], RicExpression *expr, char error[]) {
  PetscFunctionBeginUser;
  PetscCall(RicExpressionCreateIn(&(RicScope){0}, text, expr, error));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicExpressionCreateFunction(RicExpressionFn fn, void *ctx, RicExpression *expr) {
  PetscFunctionBeginUser;
  PetscCall(PetscNew(expr));
  (*expr)->fn = fn;
  (*expr)->ctx = ctx;
  (*expr)->uses_time = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscReal Constant(PetscReal t, const PetscReal x[3], void *ctx) {
  const RicExpression e = ctx;

  (void)t, (void)x;
  return e->values[VALUE_T];
}

PetscErrorCode RicExpressionCreateConstant(PetscReal value, RicExpression *expr) {
  PetscFunctionBeginUser;
  PetscCall(RicExpressionCreateFunction(Constant, NULL, expr));
  (*expr)->ctx = *expr;
  (*expr)->values[VALUE_T] = value;
  (*expr)->uses_time = PETSC_FALSE;
  (*expr)->is_constant = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicExpressionDestroy(RicExpression *expr) {
  PetscFunctionBeginUser;
  if (!*expr)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (!(*expr)->fn)
    mupRelease((*expr)->parser);
  PetscCall(PetscFree(*expr));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicExpressionEvaluate(RicExpression expr, PetscReal t, const PetscReal x[3],
                                     PetscReal *value) {
  PetscFunctionBeginUser;
  if (expr->fn) {
    *value = expr->fn(t, x, expr->ctx);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  expr->values[VALUE_T] = t;
  for (int i = 0; i < 3; ++i)
    expr->values[VALUE_X + i] = x[i];
  *value = mupEval(expr->parser);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicExpressionIsTimeDependent(RicExpression expr, PetscBool *yes) {
  PetscFunctionBeginUser;
  *yes = expr->uses_time;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicExpressionIsConstant(RicExpression expr, PetscBool *yes) {
  PetscFunctionBeginUser;
  *yes = expr->is_constant;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Behind the number that text begins with.
static const char *SkipNumber(const char text[]) {
  const char *end = text + strspn(text, "0123456789.");

  if (*end == 'e' || *end == 'E') {
    const char *digits = end + 1 + (end[1] == '+' || end[1] == '-');

    if (isdigit((unsigned char)*digits))
      end = digits + strspn(digits, "0123456789");
  }
  return end;
}

const char *RicExpressionNextName(const char text[], size_t *length) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

  while (*text && !isalpha((unsigned char)*text) && *text != '_')
    text = isdigit((unsigned char)*text) || *text == '.' ? SkipNumber(text) : text + 1;
  *length = strspn(text, letters);
  return *text ? text : NULL;
}

PetscBool RicExpressionIsReserved(const char name[]) {
  static const char *const others[] = {"t", "x", "y", "z", "s", "pi", "_pi", "_e"};

  for (size_t i = 0; i < sizeof others / sizeof *others; ++i)
    if (!strcmp(name, others[i]))
      return PETSC_TRUE;
  return IsFunctionName(name);
}
