// SPDX-License-Identifier: BSD-2-Clause
// Values of an axis:
//
//   1e-3,5e-4           a list; items are numbers, expressions, words, or any of the following
//   0:1:5               five numbers from 0 to 1
//   1:1e4:5:log         five from 1 to 10⁴ in equal ratios
//   0:1:20:random       twenty in 0 … 1 at random, the same ones at each time; another draw: :random:7
//   2e-3/2^k,k=0..5     a formula for each whole k
//
// Bounds, counts and formulas may name parameters of the input.
#include "study/study_impl.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_VALUES 100000

PetscBool RicStudyIsNumber(const char text[], double *value) {
  char *end;

  *value = strtod(text, &end);
  return (PetscBool)(end != text && !*end && isfinite(*value));
}

// The fewest digits that read back.
static PetscErrorCode AddNumber(RicStudy s, double x, RicWords *values) {
  char text[40];

  PetscFunctionBeginUser;
  for (int digits = 6; digits <= 17; ++digits) {
    snprintf(text, sizeof text, "%.*g", digits, x);
    if (strtod(text, NULL) == x)
      break;
  }
  PetscCall(RicWordsAdd(s, values, RicStudyText(s, "%s", text)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The value of an expression of parameters and of k, whose name is NULL where there is none.
static PetscErrorCode Evaluate(RicStudy s, const char text[], const char k_name[], double k,
                               double *value, char error[]) {
  const PetscReal origin[3] = {0, 0, 0};
  const RicConstant *parameters;
  RicConstant *all;
  RicExpression expr;
  PetscInt n;

  PetscFunctionBeginUser;
  PetscCall(RicInputGetParameters(s->input, &n, &parameters));
  PetscCall(PetscCalloc1(n + 1, &all));
  PetscCall(PetscArraycpy(all, parameters, n));
  all[n] = (RicConstant){.name = k_name, .value = k};
  PetscCall(RicExpressionCreateIn(&(RicScope){"", all, k_name ? n + 1 : n}, text, &expr, error));
  PetscCall(PetscFree(all));
  if (!expr)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicExpressionEvaluate(expr, 0, origin, value));
  PetscCall(RicExpressionDestroy(&expr));
  if (!isfinite(*value))
    snprintf(error, RIC_TEXT_LEN, "'%s' is not finite", text);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Ranges ----

// splitmix64 (G. L. Steele, D. Lea, C. H. Flood, OOPSLA 2014): 53 bits of each number.
static double Random(uint64_t *state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15ull;

  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return (double)((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
}

// 0.85, not 0.8500000000000001.
static double WithoutRoundOff(double x) {
  char text[40];

  snprintf(text, sizeof text, "%.15g", x);
  return strtod(text, NULL);
}

// Pieces of lo:hi:n[:how[:seed]]; a conditional expression has a ? before its colon.
static PetscErrorCode CutAtColons(RicStudy s, const char text[], RicWords *pieces) {
  const char *from = text;
  int depth = 0;

  PetscFunctionBeginUser;
  if (strchr(text, '?'))
    PetscFunctionReturn(PETSC_SUCCESS);
  for (const char *at = text;; ++at) {
    depth += (*at == '(') - (*at == ')');
    if (*at && !(*at == ':' && depth == 0))
      continue;
    PetscCall(RicWordsAdd(s, pieces, RicStudyText(s, "%.*s", (int)(at - from), from)));
    from = at + 1;
    if (!*at)
      break;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddRange(RicStudy s, const RicWords *pieces, RicWords *values, char error[]) {
  const char *how = pieces->n > 3 ? pieces->text[3] : "";
  const PetscBool is_log = (PetscBool)!strcmp(how, "log"),
                  random = (PetscBool)!strcmp(how, "random");
  double number[3] = {0}, seed = 1;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < 3 && !error[0]; ++i)
    PetscCall(Evaluate(s, pieces->text[i], NULL, 0, &number[i], error));
  if (!error[0] && pieces->n == 5)
    PetscCall(Evaluate(s, pieces->text[4], NULL, 0, &seed, error));
  const double lo = number[0], hi = number[1], n = number[2];
  if (error[0])
    PetscFunctionReturn(PETSC_SUCCESS);
  if (n != floor(n) || n < 1 || n > MAX_VALUES)
    snprintf(error, RIC_TEXT_LEN, "a range has 1 ... %d values (%g)", MAX_VALUES, n);
  else if (pieces->n > 5 || (pieces->n == 5 && !random) || (how[0] && !is_log && !random))
    snprintf(error, RIC_TEXT_LEN,
             "a range is lo:hi:n, lo:hi:n:log, lo:hi:n:random or lo:hi:n:random:seed");
  else if (is_log && !(lo > 0 && hi > 0))
    snprintf(error, RIC_TEXT_LEN, "bounds of a logarithmic range are > 0 (%g, %g)", lo, hi);
  uint64_t state = (uint64_t)(int64_t)seed;
  for (PetscInt i = 0; i < (PetscInt)n && !error[0]; ++i) {
    const double share = random ? Random(&state) : n > 1 ? (double)i / (n - 1) : 0;
    const double x = is_log ? lo * pow(hi / lo, share) : lo + share * (hi - lo);

    PetscCall(AddNumber(s, share == 1 ? hi : WithoutRoundOff(x), values));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Formulas ----

// The index of `k=0..5`, if a piece is one.
static PetscBool IsIndex(const char piece[], char name[RIC_NAME_LEN], long *from, long *to) {
  char *end;
  size_t length;

  if (RicExpressionNextName(piece, &length) != piece || length >= RIC_NAME_LEN ||
      piece[length] != '=')
    return PETSC_FALSE;
  snprintf(name, RIC_NAME_LEN, "%.*s", (int)length, piece);
  *from = strtol(piece + length + 1, &end, 10);
  if (end == piece + length + 1 || strncmp(end, "..", 2) != 0)
    return PETSC_FALSE;
  const char *last = end + 2;
  *to = strtol(last, &end, 10);
  return (PetscBool)(end != last && !*end);
}

static PetscErrorCode AddFormula(RicStudy s, const char formula[], const char name[], long from,
                                 long to, RicWords *values, char error[]) {
  PetscFunctionBeginUser;
  if (RicExpressionIsReserved(name))
    snprintf(error, RIC_TEXT_LEN, "'%s' has another meaning, take k", name);
  else if (from > to || to - from >= MAX_VALUES)
    snprintf(error, RIC_TEXT_LEN, "%s=%ld..%ld: from a number to one not below it", name, from, to);
  for (long k = from; k <= to && !error[0]; ++k) {
    double x;

    PetscCall(Evaluate(s, formula, name, (double)k, &x, error));
    if (!error[0])
      PetscCall(AddNumber(s, x, values));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStudyValues(RicStudy s, const char text[], RicWords *values, char error[]) {
  RicWords pieces = {0};
  char name[RIC_NAME_LEN];
  long from, to;

  PetscFunctionBeginUser;
  error[0] = '\0';
  PetscCall(RicWordsCut(s, text, &pieces));
  for (PetscInt i = 0; i < pieces.n && !error[0]; ++i) {
    RicWords colons = {0};

    if (!pieces.text[i][0])
      snprintf(error, RIC_TEXT_LEN, "an empty value");
    else if (i + 1 < pieces.n && IsIndex(pieces.text[i + 1], name, &from, &to))
      PetscCall(AddFormula(s, pieces.text[i++], name, from, to, values, error));
    else {
      PetscCall(CutAtColons(s, pieces.text[i], &colons));
      if (colons.n >= 3)
        PetscCall(AddRange(s, &colons, values, error));
      else
        PetscCall(RicWordsAdd(s, values, pieces.text[i]));
    }
  }
  if (!error[0] && values->n > MAX_VALUES)
    snprintf(error, RIC_TEXT_LEN, "at most %d values", MAX_VALUES);
  PetscFunctionReturn(PETSC_SUCCESS);
}
