// SPDX-License-Identifier: BSD-2-Clause
// Values of an axis from a text: lists, ranges, formulas, words, and what is wrong with them.
#include "inputting.h"
#include "study/study_impl.h"

static struct RicStudy_ study;

static int Open(void **state) {
  static const char yaml[] = "parameters: {h: 2e-3, n: 4}\nmesh: {cells: 3}\n";

  assert_int_equal(EnterDirectory(state), 0);
  WriteCase(yaml, strlen(yaml));
  assert_int_equal(RicStoreCreate(&study.store), 0);
  return RicInputOpen(PETSC_COMM_WORLD, CASE_FILE, &study.input);
}

static int Close(void **state) {
  assert_int_equal(RicInputClose(&study.input), 0);
  assert_int_equal(RicStoreDestroy(&study.store), 0);
  return LeaveDirectory(state);
}

static void TestValues(void **state) {
  static const struct {
    const char *text, *values; // with blanks between
  } cases[] = {{"1e-3", "1e-3"},
               {"1e-3, 5e-4,h/4", "1e-3 5e-4 h/4"},
               {"moreau-jean,ggl-alpha", "moreau-jean ggl-alpha"},
               {"min(1,2),3", "min(1,2) 3"},
               {"0:1:5", "0 0.25 0.5 0.75 1"},
               {"h:5*h:n+1", "0.002 0.004 0.006 0.008 0.01"},
               {"3:9:1", "3"},
               {"0.8:0.9:3", "0.8 0.85 0.9"},
               {"1:1e4:5:log", "1 10 100 1000 10000"},
               {"2:1:3,1:2:3", "2 1.5 1 1 1.5 2"},
               {"h/2^k,k=0..3", "0.002 0.001 0.0005 0.00025"},
               {"50*2^k,k=-1..1,7", "25 50 100 7"},
               {"t ? 1 : 2 : 3", "t ? 1 : 2 : 3"}};
  char error[RIC_TEXT_LEN];

  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    char joined[RIC_TEXT_LEN] = "";
    RicWords values = {0};

    assert_int_equal(RicStudyValues(&study, cases[i].text, &values, error), 0);
    assert_string_equal(error, "");
    for (PetscInt k = 0; k < values.n; ++k) {
      strcat(joined, k ? " " : "");
      strcat(joined, values.text[k]);
    }
    assert_string_equal(joined, cases[i].values);
  }
}

// The same at each time, within the bounds, others with another seed.
static void TestRandom(void **state) {
  RicWords once = {0}, again = {0}, other = {0};
  char error[RIC_TEXT_LEN];
  double x, mean = 0;

  (void)state;
  assert_int_equal(RicStudyValues(&study, "2:6:400:random", &once, error), 0);
  assert_int_equal(RicStudyValues(&study, "2:6:400:random", &again, error), 0);
  assert_int_equal(RicStudyValues(&study, "2:6:400:random:9", &other, error), 0);
  for (PetscInt k = 0; k < 400; ++k) {
    assert_true(RicStudyIsNumber(once.text[k], &x));
    assert_true(x >= 2 && x < 6);
    assert_string_equal(once.text[k], again.text[k]);
    assert_string_not_equal(once.text[k], other.text[k]);
    mean += x / 400;
  }
  assert_close(mean, 4, 5 * 4 / sqrt(12 * 400.0)); // five standard deviations
}

static void TestWrong(void **state) {
  static const struct {
    const char *text, *error;
  } cases[] = {{"", "an empty value"},
               {"1,,2", "an empty value"},
               {"0:1:2.5", "a range has 1 ... 100000 values (2.5)"},
               {"0:1:-1", "a range has"},
               {"0:1:5:cubic", "a range is lo:hi:n, lo:hi:n:log"},
               {"0:1:5:log", "bounds of a logarithmic range are > 0 (0, 1)"},
               {"0:q:5", "unknown name 'q'"},
               {"1:2:5:log:3", "a range is"},
               {"1/k,k=0..2", "'1/k' is not finite"},
               {"2^j,k=0..2", "unknown name 'j' at position 3"},
               {"2^k,k=3..1", "k=3..1: from a number to one not below it"},
               {"2^t,t=0..2", "'t' has another meaning"}};

  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    char error[RIC_TEXT_LEN];
    RicWords values = {0};

    assert_int_equal(RicStudyValues(&study, cases[i].text, &values, error), 0);
    if (!strstr(error, cases[i].error))
      print_error("%s: %s\n", cases[i].text, error);
    assert_non_null(strstr(error, cases[i].error));
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(TestValues), cmocka_unit_test(TestRandom),
                                     cmocka_unit_test(TestWrong)};

  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  const int failed = cmocka_run_group_tests(tests, Open, Close);
  PetscCall(PetscFinalize());
  return failed;
}
