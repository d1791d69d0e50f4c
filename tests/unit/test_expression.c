// SPDX-License-Identifier: BSD-2-Clause
// Expressions: values by formula, complaints about wrong texts, dependence on time, locale.
#include "base/expression.h"
#include "numeric.h"
#include <locale.h>
#include <string.h>

static const PetscReal point[3] = {2, -3, 0.5};

static PetscReal Value(const char text[], PetscReal t) {
  char error[RIC_TEXT_LEN] = "untouched";
  RicExpression expr;
  PetscReal value;
  assert_int_equal(RicExpressionCreate(text, &expr, error), 0);
  assert_string_equal(error, "");
  assert_non_null(expr);
  assert_int_equal(RicExpressionEvaluate(expr, t, point, &value), 0);
  assert_int_equal(RicExpressionDestroy(&expr), 0);
  assert_null(expr);
  return value;
}

// What the caller's function answers at t and x; it may answer something else later.
typedef struct {
  PetscReal factor;
} Caller;

static PetscReal OfCaller(PetscReal t, const PetscReal x[3], void *ctx) {
  return ((Caller *)ctx)->factor * (t + 10 * x[0] + 100 * x[1] + 1000 * x[2]);
}

static void CheckValue(RicExpression expr, PetscReal t, PetscReal expected) {
  PetscReal value;
  assert_int_equal(RicExpressionEvaluate(expr, t, point, &value), 0);
  assert_close(value, expected, 0);
}

static void TestFunctionOfCaller(void **state) {
  (void)state;
  Caller caller = {1};
  RicExpression expr;
  PetscBool yes;
  assert_int_equal(RicExpressionCreateFunction(OfCaller, &caller, &expr), 0);
  CheckValue(expr, 7, 7 + 20 - 300 + 500);
  caller.factor = -2;
  CheckValue(expr, 7, -2 * (7 + 20 - 300 + 500));
  assert_int_equal(RicExpressionIsTimeDependent(expr, &yes), 0);
  assert_true(yes);
  assert_int_equal(RicExpressionDestroy(&expr), 0);
  assert_null(expr);
}

static void TestConstant(void **state) {
  (void)state;
  RicExpression expr[2];
  PetscBool yes;
  assert_int_equal(RicExpressionCreateConstant(0.1, &expr[0]), 0);
  assert_int_equal(RicExpressionCreateConstant(-3, &expr[1]), 0);
  CheckValue(expr[0], 7, 0.1);
  CheckValue(expr[1], 0, -3);
  assert_int_equal(RicExpressionIsTimeDependent(expr[0], &yes), 0);
  assert_false(yes);
  for (int i = 0; i < 2; i++)
    assert_int_equal(RicExpressionDestroy(&expr[i]), 0);
}

static void CheckRejected(const char text[], const char expected[]) {
  char error[RIC_TEXT_LEN] = "untouched";
  RicExpression expr = (RicExpression)error;
  assert_int_equal(RicExpressionCreate(text, &expr, error), 0);
  assert_null(expr);
  assert_string_equal(error, expected);
  assert_int_equal(RicExpressionCreate(text, &expr, NULL), 0);
  assert_null(expr);
}

static void TestValues(void **state) {
  (void)state;
  assert_close(Value("1.5e-3", 0), 1.5e-3, 0);
  assert_close(Value("t + 10*x + 100*y + 1000*z", 7), 7 + 20 - 300 + 500, 0);
  assert_close(Value("3*sin(2*pi*t)*exp(-t)", 0.2),
               3 * PetscSinReal(0.4 * PETSC_PI) * PetscExpReal(-0.2), 1e-15);
  assert_close(Value("ln(_e^x)", 0), 2, 1e-15);
  assert_close(Value("log(exp(1))", 0), 1, 1e-15);
  assert_close(Value("-x^2", 0), -4, 0);
  assert_close(Value("2^-x", 0), 0.25, 0);
  assert_close(Value("2^3^2", 0), 512, 0);
  assert_close(Value("max(x, y, z) - min(x, y, z)", 0), 5, 0);
  assert_close(Value("atan2(y, x)", 0), PetscAtan2Real(-3, 2), 1e-15);
  assert_close(Value("abs(y) +\n sqrt(z*z)", 0), 3.5, 0);
}

static void TestConditional(void **state) {
  (void)state;
  const char text[] = "t < 1e-3 ? 1e3*t : (t >= 2e-3 && x == 2 ? 0 : 1)";
  assert_close(Value(text, 0.5e-3), 0.5, 1e-16);
  assert_close(Value(text, 1.5e-3), 1, 0);
  assert_close(Value(text, 2.5e-3), 0, 0);
  assert_close(Value("t != 1 ? 5 : 6", 1), 6, 0);
  assert_close(Value("t <= 1 ? 5 : 6", 1), 5, 0);
}

static void TestNonFiniteValuesAreReturned(void **state) {
  (void)state;
  assert_true(PetscIsInfReal(Value("1/t", 0)));
  assert_true(PetscIsNanReal(Value("sqrt(y)", 0)));
}

// Each evaluation uses its own t and x, and two expressions do not share theirs.
static void TestRepeatedEvaluation(void **state) {
  (void)state;
  const PetscReal other[3] = {20, 0, 0};
  RicExpression a, b;
  PetscReal value;
  assert_int_equal(RicExpressionCreate("t + x", &a, NULL), 0);
  assert_int_equal(RicExpressionCreate("t - x", &b, NULL), 0);
  assert_int_equal(RicExpressionEvaluate(a, 1, point, &value), 0);
  assert_close(value, 3, 0);
  assert_int_equal(RicExpressionEvaluate(b, 5, other, &value), 0);
  assert_close(value, -15, 0);
  assert_int_equal(RicExpressionEvaluate(a, 2, other, &value), 0);
  assert_close(value, 22, 0);
  assert_int_equal(RicExpressionDestroy(&a), 0);
  assert_int_equal(RicExpressionDestroy(&b), 0);
  assert_int_equal(RicExpressionDestroy(&b), 0);
}

static void TestUnknownNames(void **state) {
  (void)state;
  const char known[] = "(variables: t, x, y, z; constants: pi, _e)";
  char expected[RIC_TEXT_LEN];
  snprintf(expected, sizeof expected, "unknown name 'tt' at position 3 %s", known);
  CheckRejected("2*tt", expected);
  snprintf(expected, sizeof expected, "unknown name 'foo' at position 1 %s", known);
  CheckRejected("foo(t)", expected);
  snprintf(expected, sizeof expected, "unknown name 'T' at position 5 %s", known);
  CheckRejected("t + T", expected);
  snprintf(expected, sizeof expected, "unknown name 'nan' at position 1 %s", known);
  CheckRejected("nan", expected);
  CheckRejected("2*sin t", "function 'sin' at position 3 needs its arguments in parentheses");
  CheckRejected("t +\n ; 3", "cannot read ';' at position 6");
}

// Constants of a scope, its variables and what it says it knows.
static void TestScopes(void **state) {
  const RicConstant constants[] = {{"k", 2, PETSC_FALSE}, {"omega", 0.5, PETSC_FALSE}};
  const RicScope none = {"", constants, 2}, all = {NULL, constants, 2};
  char error[RIC_TEXT_LEN];
  RicExpression expr;
  PetscReal value;
  PetscBool constant;

  (void)state;
  assert_int_equal(RicExpressionCreateIn(&none, "k*omega + pi", &expr, error), 0);
  assert_int_equal(RicExpressionIsConstant(expr, &constant), 0);
  assert_true(constant);
  assert_int_equal(RicExpressionEvaluate(expr, 1, point, &value), 0);
  assert_close(value, 1 + PETSC_PI, 1e-15);
  assert_int_equal(RicExpressionDestroy(&expr), 0);
  assert_int_equal(RicExpressionCreateIn(&all, "k*t", &expr, error), 0);
  assert_int_equal(RicExpressionIsConstant(expr, &constant), 0);
  assert_false(constant);
  assert_int_equal(RicExpressionDestroy(&expr), 0);
  assert_int_equal(RicExpressionCreateIn(&none, "x", &expr, error), 0);
  assert_null(expr);
  assert_string_equal(error,
                      "unknown name 'x' at position 1 (parameters: k, omega; constants: pi, _e)");
  assert_int_equal(RicExpressionCreateIn(&all, "omgea", &expr, error), 0);
  assert_string_equal(error,
                      "unknown name 'omgea' at position 1, did you mean 'omega'? (variables: "
                      "t, x, y, z; parameters: k, omega; constants: pi, _e)");
}

static void TestNames(void **state) {
  const char text[] = "2e3*k1+1e-2.5/_a(x) .5E+2*e";
  static const char *const expected[] = {"k1", "_a", "x", "e"};
  const char *at = text;
  size_t length = 0;

  (void)state;
  for (size_t i = 0; i < sizeof expected / sizeof *expected; ++i) {
    at = RicExpressionNextName(at + length, &length);
    assert_non_null(at);
    assert_int_equal(length, strlen(expected[i]));
    assert_memory_equal(at, expected[i], length);
  }
  assert_null(RicExpressionNextName(at + length, &length));
  assert_true(RicExpressionIsReserved("t"));
  assert_true(RicExpressionIsReserved("atan2"));
  assert_false(RicExpressionIsReserved("atan3"));
}

static void TestWrongTexts(void **state) {
  (void)state;
  CheckRejected("", "empty expression");
  CheckRejected(" \t ", "empty expression");
  CheckRejected("1 +", "the expression ends too early");
  CheckRejected("(t", "missing parenthesis ')' at position 4");
  CheckRejected("t)", "misplaced parenthesis ')' at position 2");
  CheckRejected("t**2", "misplaced operator '*' at position 3");
  CheckRejected("2 x", "operator missing before 'x' at position 3");
  CheckRejected("2 sin(t)", "operator missing before 'sin' at position 3");
  CheckRejected("1.5.2", "operator missing before '.2' at position 4");
  CheckRejected("sin(1, 2)", "too many arguments of 'sin' at position 9");
  CheckRejected("atan2(1)", "too few arguments of 'atan2' at position 8");
  CheckRejected("t < 1 ? 2", "'?' without ':'");
  CheckRejected("t : 2", "':' without '?'");
  CheckRejected("\"t\"", "strings have no place here: 't' at position 4");
}

// muParser itself would take these: as two values and as an assignment.
static void TestSeveralValuesAndAssignments(void **state) {
  (void)state;
  CheckRejected("3,5", "2 values where one is expected (the decimal mark is '.')");
  CheckRejected("(3,5)", "several values in parentheses, where one is expected");
  CheckRejected("t = 3", "'=' at position 3: equality is '=='");
  CheckRejected("x == 2 ? t = 1 : 0", "'=' at position 12: equality is '=='");
}

// At the greatest length a text still works, and a wrong one is still told; one more is refused.
static void TestLength(void **state) {
  (void)state;
  char text[2002];
  memset(text, ' ', 2000);
  text[1999] = 't';
  text[2000] = '\0';
  assert_close(Value(text, 3), 3, 0);
  memset(text, ';', 2000);
  char error[RIC_TEXT_LEN];
  RicExpression expr;
  assert_int_equal(RicExpressionCreate(text, &expr, error), 0);
  assert_null(expr);
  assert_non_null(strstr(error, "cannot read ';;;"));
  text[2000] = ';';
  text[2001] = '\0';
  CheckRejected(text, "an expression has at most 2000 characters");
}

static PetscBool IsTimeDependent(const char text[]) {
  RicExpression expr;
  PetscBool yes;
  assert_int_equal(RicExpressionCreate(text, &expr, NULL), 0);
  assert_int_equal(RicExpressionIsTimeDependent(expr, &yes), 0);
  assert_int_equal(RicExpressionDestroy(&expr), 0);
  return yes;
}

static void TestTimeDependence(void **state) {
  (void)state;
  assert_true(IsTimeDependent("t"));
  assert_true(IsTimeDependent("x > 0 ? y : z*exp(-t)"));
  assert_false(IsTimeDependent("x + sqrt(y)*tan(z)"));
  assert_false(IsTimeDependent("2*pi"));
}

// Under a locale with a decimal comma (where one is installed) numbers read the same.
static void TestLocale(void **state) {
  (void)state;
  static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8",
                                      "fr_FR.utf8",  "de_DE",      "fr_FR"};
  PetscBool found = PETSC_FALSE;
  for (size_t i = 0; i < sizeof names / sizeof *names && !found; ++i)
    found = setlocale(LC_ALL, names[i]) ? PETSC_TRUE : PETSC_FALSE;
  if (!found) {
    print_message("no locale with a decimal comma is installed\n");
    skip();
  }
  const PetscReal value = Value("1.5*max(t, 0.25)", 0.5);
  setlocale(LC_ALL, "C");
  assert_close(value, 0.75, 0);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestValues),
      cmocka_unit_test(TestFunctionOfCaller),
      cmocka_unit_test(TestConstant),
      cmocka_unit_test(TestConditional),
      cmocka_unit_test(TestNonFiniteValuesAreReturned),
      cmocka_unit_test(TestRepeatedEvaluation),
      cmocka_unit_test(TestUnknownNames),
      cmocka_unit_test(TestScopes),
      cmocka_unit_test(TestNames),
      cmocka_unit_test(TestWrongTexts),
      cmocka_unit_test(TestSeveralValuesAndAssignments),
      cmocka_unit_test(TestLength),
      cmocka_unit_test(TestTimeDependence),
      cmocka_unit_test(TestLocale),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
