// SPDX-License-Identifier: BSD-2-Clause
// History: bits come back, whole lines at every moment, failures told.
#include "io/decimal.h"
#include "io/history.h"
#include "numeric.h"
#include "raised.h"
#include "scratch.h"

#include <float.h>
#include <math.h>
#include <signal.h>
#include <sys/resource.h>

static char dir[RIC_PATH_LEN], path[2 * RIC_PATH_LEN];

static int SetUp(void **state) {
  (void)state;
  int code = ScratchCreate(PETSC_COMM_SELF, dir);
  snprintf(path, sizeof(path), "%s/history.csv", dir);
  return code;
}

static int TearDown(void **state) {
  (void)state;
  return ScratchRemove(PETSC_COMM_SELF, dir);
}

// Columns step, t and end.x.
static RicHistory OpenHistory(const char filename[]) {
  RicHistory history;
  PetscInt columns;

  assert_int_equal(RicHistoryCreate(PETSC_COMM_SELF, filename, &history), 0);
  assert_int_equal(RicHistoryAddColumn(history, "step"), 0);
  assert_int_equal(RicHistoryAddColumn(history, "%s", "t"), 0);
  assert_int_equal(RicHistoryAddColumn(history, "%s.%c", "end", 'x'), 0);
  assert_int_equal(RicHistoryGetNumColumns(history, &columns), 0);
  assert_int_equal(columns, 3);
  assert_int_equal(RicHistoryOpen(history), 0);
  return history;
}

static void ExpectFile(const char expected[]) {
  size_t length;
  char *found = ReadBytes(path, &length);

  assert_non_null(found);
  assert_string_equal(found, expected);
  free(found);
}

static void TestText(void **state) {
  const PetscReal rows[2][3] = {{0, 0, -1}, {1, 0.5, 0.1}};

  (void)state;
  RicHistory history = OpenHistory(path);
  ExpectFile("step,t,end.x\n"); // there from the start
  assert_int_equal(RicHistoryRow(history, rows[0]), 0);
  assert_int_equal(RicHistoryFlush(history), 0);
  ExpectFile("step,t,end.x\n0,0,-1\n");
  assert_int_equal(RicHistoryRow(history, rows[1]), 0);
  assert_int_equal(RicHistoryClose(&history), 0);
  assert_null(history);
  assert_int_equal(RicHistoryClose(&history), 0);
  ExpectFile("step,t,end.x\n0,0,-1\n1,0.5,0.1\n");
  history = OpenHistory(path); // replaces
  assert_int_equal(RicHistoryClose(&history), 0);
  ExpectFile("step,t,end.x\n");
}

static void TestEveryBitComesBack(void **state) {
  const PetscReal values[3] = {5e-324, -DBL_MAX, 0.1 + 0.2};
  PetscReal found[3];
  size_t length;

  (void)state;
  RicHistory history = OpenHistory(path);
  assert_int_equal(RicHistoryRow(history, values), 0);
  assert_int_equal(RicHistoryClose(&history), 0);
  char *text = ReadBytes(path, &length), *next = strchr(text, '\n');
  for (int i = 0; i < 3; i++)
    found[i] = strtod(next + 1, &next);
  assert_memory_equal(found, values, sizeof(values));
  free(text);
}

// The digits of a number without point, exponent, and zeros at either end; returns how many.
static int Digits(const char number[], char digits[]) {
  int n = 0;

  for (const char *c = number; *c && *c != 'e'; c++)
    if (*c >= '0' && *c <= '9' && (n || *c != '0'))
      digits[n++] = *c;
  while (n && digits[n - 1] == '0')
    n--;
  digits[n] = 0;
  return n;
}

// Against C's own: read back, and as short as the shortest of %.1e, %.2e, … that reads back; with
// the same digits, but at a power of two, where a decimal above may do that is not the nearest.
static void ExpectShortest(RicDecimal decimal, double x) {
  char text[RIC_DECIMAL_LEN], digits[RIC_DECIMAL_LEN], expected[RIC_NAME_LEN], other[RIC_NAME_LEN];
  int precision = 0, exponent;

  const size_t length = RicDecimalPrint(decimal, x, text);
  assert_int_equal(length, strlen(text));
  assert_true(strtod(text, NULL) == x);
  do
    snprintf(expected, sizeof(expected), "%.*e", precision++, x);
  while (strtod(expected, NULL) != x);
  const int n = Digits(text, digits), shortest = Digits(expected, other);
  assert_true(n <= shortest);
  if (fabs(frexp(x, &exponent)) != 0.5)
    assert_string_equal(digits, other);
}

static void TestFewestDigitsThatReadBack(void **state) {
  const int n = Brief() ? 1000 : 10000;
  uint64_t seed = 1;
  RicDecimal decimal;

  (void)state;
  assert_int_equal(RicDecimalCreate(&decimal), 0);
  for (int i = 0; i < n; i++) { // any bits: mantissas of few bits and many, all exponents
    uint64_t bits = (uint64_t)Uniform(&seed, 0, 4294967296.0) << 32;
    double x;
    bits |= i % 3 ? (uint64_t)Uniform(&seed, 0, 4294967296.0) : 0;
    memcpy(&x, &bits, sizeof(x));
    if (isfinite(x))
      ExpectShortest(decimal, x);
    ExpectShortest(decimal, Uniform(&seed, -1, 1));
  }
  for (int e = -1074; e < 1024; e++) { // where the neighbours are not equally far
    ExpectShortest(decimal, ldexp(1, e));
    ExpectShortest(decimal, nextafter(ldexp(1, e), 0));
    ExpectShortest(decimal, nextafter(ldexp(1, e), 2 * ldexp(1, e)));
  }
  for (int e = -323; e < 309; e++) {
    char text[RIC_NAME_LEN];
    snprintf(text, sizeof(text), "1e%d", e);
    ExpectShortest(decimal, strtod(text, NULL));
  }
  assert_int_equal(RicDecimalDestroy(&decimal), 0);
}

static void TestLayoutOfNumbers(void **state) {
  const struct {
    double x;
    const char *text;
  } cases[] = {{0, "0"},
               {-0.0, "-0"},
               {-1, "-1"},
               {1200, "1200"},
               {9007199254740993.0, "9007199254740992"},
               {1e16, "10000000000000000"},
               {1e17, "1e+17"},
               {123456789e20, "1.23456789e+28"},
               {0.1, "0.1"},
               {-1234.5678, "-1234.5678"},
               {0.00012, "0.00012"},
               {0.000012, "1.2e-05"},
               {2e-5, "2e-05"},
               {5e-324, "5e-324"},
               {-2.2250738585072014e-308, "-2.2250738585072014e-308"},
               {1.7976931348623157e308, "1.7976931348623157e+308"},
               {9.5367431640625e-07, "9.5367431640625e-07"},
               {2e23, "2e+23"},        // between two doubles
               {9.5e-323, "9.4e-323"}, // two digits, and the closer ones
               {INFINITY, "inf"},
               {-INFINITY, "-inf"}};
  char text[RIC_DECIMAL_LEN];
  RicDecimal decimal;

  (void)state;
  assert_int_equal(RicDecimalCreate(&decimal), 0);
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
    assert_int_equal(RicDecimalPrint(decimal, cases[i].x, text), strlen(cases[i].text));
    assert_string_equal(text, cases[i].text);
  }
  (void)RicDecimalPrint(decimal, NAN, text);
  assert_non_null(strstr(text, "nan"));
  assert_int_equal(RicDecimalDestroy(&decimal), 0);
}

// As a killed run would leave it: the file is looked at after each row, never flushed.
static void TestFileEndsWithAWholeLineAfterEachRow(void **state) {
  PetscReal values[3] = {0, 1.0 / 3, -2.0 / 3};
  size_t length = 0, sizes = 0, last = 0;

  (void)state;
  RicHistory history = OpenHistory(path);
  for (int step = 0; step < 5000; step++) {
    values[0] = step;
    assert_int_equal(RicHistoryRow(history, values), 0);
    char *text = ReadBytes(path, &length);
    assert_int_equal(text[length - 1], '\n');
    free(text);
    if (length != last)
      sizes++;
    last = length;
  }
  assert_in_range(sizes, 3, 100); // rows went out, though not one by one
  assert_int_equal(RicHistoryClose(&history), 0);
}

static PetscErrorCode WriteRows(RicHistory history, int n) {
  const PetscReal row[3] = {7, 0.25, -0.25}; // "7,0.25,-0.25\n", 13 bytes

  PetscFunctionBegin;
  for (int i = 0; i < n; i++)
    PetscCall(RicHistoryRow(history, row));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void LimitFileSize(rlim_t bytes) {
  struct rlimit limit;

  signal(SIGXFSZ, SIG_IGN);
  getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = bytes ? bytes : limit.rlim_max;
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

// The system takes a part of the second flush, to the middle of a row. The file goes back to the
// first, and stays so even when there is room again, since rows between would be missing.
static void TestFailedWriteLeavesWholeLines(void **state) {
  const char whole[] = "step,t,end.x\n7,0.25,-0.25\n7,0.25,-0.25\n";

  (void)state;
  RicHistory history = OpenHistory(path);
  assert_int_equal(WriteRows(history, 2), 0);
  assert_int_equal(RicHistoryFlush(history), 0);
  assert_int_equal(WriteRows(history, 5), 0);
  LimitFileSize(sizeof(whole) - 1 + 13 + 6);
  PetscErrorCode code = Raised(RicHistoryFlush(history));
  LimitFileSize(0);
  assert_int_equal(code, PETSC_ERR_FILE_WRITE);
  assert_non_null(strstr(raised_line, "/history.csv: cannot be written (File too large)"));
  ExpectFile(whole);
  assert_int_equal(WriteRows(history, 1), 0);
  assert_int_equal(Raised(RicHistoryClose(&history)), PETSC_ERR_FILE_WRITE);
  assert_null(history);
  ExpectFile(whole);
}

static void ExpectNoOpen(const char filename[], const char expected[]) {
  RicHistory history;

  assert_int_equal(RicHistoryCreate(PETSC_COMM_SELF, filename, &history), 0);
  assert_int_equal(RicHistoryAddColumn(history, "t"), 0);
  assert_int_equal(Raised(RicHistoryOpen(history)), PETSC_ERR_FILE_WRITE);
  assert_string_equal(raised_line, expected);
  assert_int_equal(Raised(RicHistoryClose(&history)), PETSC_ERR_FILE_WRITE);
}

static void TestFileThatCannotBeOpened(void **state) {
  (void)state;
  ExpectNoOpen("/dev/null/history.csv",
               "/dev/null/history.csv: cannot be written (Not a directory)");
  ExpectNoOpen("/dev/full", "/dev/full: cannot be written (No space left on device)");
}

static void TestWords(void **state) {
  const char *const words[] = {"floor", "a b"};
  const PetscReal rows[2][3] = {{1, 1, NAN}, {2, 0, 0.5}};
  RicHistory history;

  (void)state;
  assert_int_equal(RicHistoryCreate(PETSC_COMM_SELF, path, &history), 0);
  for (int i = 0; i < 3; i++)
    assert_int_equal(RicHistoryAddColumn(history, "%c", 'a' + i), 0);
  assert_int_equal(RicHistorySetWords(history, 1, words), 0);
  assert_int_equal(RicHistoryOpen(history), 0);
  assert_int_equal(Raised(RicHistorySetWords(history, 1, words)), PETSC_ERR_ORDER);
  for (int i = 0; i < 2; i++)
    assert_int_equal(RicHistoryRow(history, rows[i]), 0);
  assert_int_equal(RicHistoryClose(&history), 0);
  ExpectFile("a,b,c\n1,a b,nan\n2,floor,0.5\n");
}

static void TestWrongCalls(void **state) {
  RicHistory history;

  (void)state;
  assert_int_equal(RicHistoryCreate(PETSC_COMM_SELF, path, &history), 0);
  assert_int_equal(Raised(WriteRows(history, 1)), PETSC_ERR_ORDER);
  assert_int_equal(Raised(RicHistoryFlush(history)), PETSC_ERR_ORDER);
  assert_int_equal(Raised(RicHistoryAddColumn(history, "a,b")), PETSC_ERR_USER_INPUT);
  assert_string_equal(raised_line,
                      "history column 'a,b': a name holds no comma, quote or line end");
  assert_int_equal(RicHistoryAddColumn(history, "a"), 0);
  assert_int_equal(RicHistoryOpen(history), 0);
  assert_int_equal(Raised(RicHistoryAddColumn(history, "b")), PETSC_ERR_ORDER);
  assert_int_equal(RicHistoryClose(&history), 0);
  ExpectFile("a\n");
  assert_int_equal(RicHistoryCreate(PETSC_COMM_SELF, path, &history), 0); // closed unopened
  assert_int_equal(RicHistoryClose(&history), 0);
  ExpectFile("a\n");
}

int main(int argc, char **argv) {
#define TEST(function) cmocka_unit_test_setup_teardown(function, SetUp, TearDown)
  const struct CMUnitTest tests[] = {
      TEST(TestText),
      TEST(TestEveryBitComesBack),
      TEST(TestFewestDigitsThatReadBack),
      TEST(TestLayoutOfNumbers),
      TEST(TestFileEndsWithAWholeLineAfterEachRow),
      TEST(TestFailedWriteLeavesWholeLines),
      TEST(TestFileThatCannotBeOpened),
      TEST(TestWords),
      TEST(TestWrongCalls),
  };

  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
