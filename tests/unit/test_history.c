// SPDX-License-Identifier: BSD-2-Clause
// History: bits come back, whole lines at every moment, failures told.
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
  ExpectFile("step,t,end.x\n0,0,-1\n1,0.5,0.10000000000000001\n");
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
      TEST(TestFileEndsWithAWholeLineAfterEachRow),
      TEST(TestFailedWriteLeavesWholeLines),
      TEST(TestFileThatCannotBeOpened),
      TEST(TestWrongCalls),
  };

  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
