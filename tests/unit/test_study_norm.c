// SPDX-License-Identifier: BSD-2-Clause
// Norms of differences of functions of time, against integrals done by hand.
#include "numeric.h"
#include "study/study_norm.h"
#include <math.h>

static RicSeries Series(RicSeriesKind kind, PetscInt n, double t[], double x[]) {
  return (RicSeries){kind, n, t, x};
}

static void CheckNorms(const RicNorms *n, double l1, double l2, double max) {
  assert_close(n->l1, l1, 1e-14);
  assert_close(n->l2, l2, 1e-14);
  assert_close(n->max, max, 1e-14);
}

// At the rows of the run, of unequal length, against a reference of other rows: it is 2 t.
static void TestNodal(void **state) {
  double t[] = {0, 1, 3}, x[] = {1, 2, 5}, rt[] = {0, 2, 4}, rx[] = {0, 4, 8};
  const RicSeries run = Series(RIC_SERIES_NODAL, 3, t, x);
  const RicSeries reference = Series(RIC_SERIES_NODAL, 3, rt, rx);
  RicNorms error, size;

  (void)state;
  RicNormsOfDifference(&run, &reference, &error, &size);
  CheckNorms(&error, 0.5 * 1 + 1.5 * 0 + 1 * 1, sqrt(0.5 + 1), 1);
  CheckNorms(&size, 1.5 * 2 + 6, sqrt(1.5 * 4 + 36), 6);
}

// Straight pieces between rows of both, one of which changes sign: 1 − 2 t on 0 … 1, then 0.
static void TestLinear(void **state) {
  double t[] = {0, 1, 2}, x[] = {1, -1, 0}, rt[] = {0, 1, 1.5, 2}, rx[] = {0, 0, -0.5, 0};
  const RicSeries run = Series(RIC_SERIES_LINEAR, 3, t, x);
  const RicSeries reference = Series(RIC_SERIES_LINEAR, 4, rt, rx);
  RicNorms error, size;

  (void)state;
  RicNormsOfDifference(&run, &reference, &error, &size);
  // 1 … 1.5: from −1 to 0 ; 1.5 … 2: 0
  CheckNorms(&error, 0.5 + 0.25, sqrt(1.0 / 3 + 0.5 / 3), 1);
  CheckNorms(&size, 0.25, sqrt(0.25 / 3), 0.5);
}

// Means of steps: a jump at 1 that the run has at 1.25; beyond 2 only one of both is known.
static void TestConstant(void **state) {
  double t[] = {0, 1.25, 2.5}, x[] = {9, 1, 3}, rt[] = {0, 1, 2}, rx[] = {9, 1, 3};
  const RicSeries run = Series(RIC_SERIES_CONSTANT, 3, t, x);
  const RicSeries reference = Series(RIC_SERIES_CONSTANT, 3, rt, rx);
  RicNorms error, size;

  (void)state;
  RicNormsOfDifference(&run, &reference, &error, &size);
  CheckNorms(&error, 0.25 * 2, sqrt(0.25 * 4), 2);
  CheckNorms(&size, 1 + 3, sqrt(1 + 9), 3);
  assert_close(RicSeriesValue(&run, 1.25), 1, 0);
  assert_close(RicSeriesValue(&run, 1.26), 3, 0);
}

static void TestNothingInCommon(void **state) {
  double t[] = {0, 1}, x[] = {1, 2}, rt[] = {2, 3}, rx[] = {0, 0};
  const RicSeries run = Series(RIC_SERIES_NODAL, 2, t, x),
                  late = Series(RIC_SERIES_NODAL, 2, rt, rx);
  const RicSeries none = Series(RIC_SERIES_LINEAR, 0, NULL, NULL);
  RicNorms error, size;

  (void)state;
  RicNormsOfDifference(&run, &late, &error, &size);
  assert_true(isnan(error.l1) && isnan(error.max) && isnan(size.l2));
  RicNormsOfDifference(&none, &run, &error, &size);
  assert_true(isnan(error.l1));
}

// A parabola between rows: none at them, its mean between them.
static void TestExact(void **state) {
  double t[] = {0, 1, 2}, x[] = {0, 0, 0};
  RicSeries run = Series(RIC_SERIES_NODAL, 3, t, x);
  RicNorms error, size;
  RicExpression exact;

  (void)state;
  assert_int_equal(RicExpressionCreate("t < 1 ? 6*t*(1-t) : 0", &exact, NULL), 0);
  assert_int_equal(RicNormsOfExact(&run, exact, &error, &size), 0);
  CheckNorms(&error, 0, 0, 0);
  run.kind = RIC_SERIES_LINEAR;
  assert_int_equal(RicNormsOfExact(&run, exact, &error, &size), 0);
  assert_close(error.l1, 1, 0.01); // of the midpoint rule: 1/128
  assert_close(error.l2, sqrt(1.2), 0.01);
  assert_int_equal(RicExpressionDestroy(&exact), 0);
}

// A velocity that jumps by 2 at t = ½ + h/3: the straight line over the step that jumps is off by h/2 or so
// in l1, by √h in l2, by no less in max.
static void TestOrdersOfAJump(void **state) {
  double h[6], l1[6], l2[6], max[6];

  (void)state;
  for (int k = 0; k < 6; ++k) {
    const PetscInt n = 4 << k;
    double t[129], x[129], rt[] = {0, 0, 0, 1}, rx[] = {-1, -1, 1, 1};

    h[k] = 1.0 / n;
    rt[1] = 0.5 + h[k] / 3;
    rt[2] = rt[1] + 1e-12;
    for (PetscInt i = 0; i <= n; ++i) {
      t[i] = i * h[k];
      x[i] = t[i] > rt[1] ? 1 : -1;
    }
    const RicSeries run = Series(RIC_SERIES_LINEAR, n + 1, t, x);
    const RicSeries reference = Series(RIC_SERIES_LINEAR, 4, rt, rx);
    RicNorms error, size;

    RicNormsOfDifference(&run, &reference, &error, &size);
    l1[k] = error.l1, l2[k] = error.l2, max[k] = error.max;
  }
  assert_close(RicSlope(6, h, l1), 1, 1e-6);
  assert_close(RicSlope(6, h, l2), 0.5, 1e-6);
  assert_close(RicSlope(6, h, max), 0, 1e-6);
}

static void TestSlopes(void **state) {
  const double x[] = {1, 2, 4, 8}, y[] = {3, 12, 48, 192}, gap[] = {3, 0, 48, 192}, same[] = {2, 2};

  (void)state;
  assert_close(RicSlope(4, x, y), 2, 1e-14);
  assert_close(RicSlope(4, x, gap), 2, 1e-14);
  assert_true(isnan(RicSlope(1, x, y)));
  assert_true(isnan(RicSlope(2, same, y)));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestNodal),    cmocka_unit_test(TestLinear),
      cmocka_unit_test(TestConstant), cmocka_unit_test(TestNothingInCommon),
      cmocka_unit_test(TestExact),    cmocka_unit_test(TestOrdersOfAJump),
      cmocka_unit_test(TestSlopes)};

  return cmocka_run_group_tests(tests, NULL, NULL);
}
