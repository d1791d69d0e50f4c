// SPDX-License-Identifier: BSD-2-Clause
// Legend: the JSON text of two tables, names of any bytes, units not known; a file that cannot be.
#include "io/legend.h"
#include "numeric.h"
#include "raised.h"
#include "scratch.h"

static char dir[RIC_PATH_LEN], path[2 * RIC_PATH_LEN];

static void ExpectFile(const char expected[]) {
  size_t length;
  char *found = ReadBytes(path, &length);

  assert_non_null(found);
  assert_string_equal(found, expected);
  free(found);
  assert_int_equal(ScratchCount(dir, PETSC_FALSE), 1); // no temporary file
}

static void TestTables(void **state) {
  RicLegend legend;

  (void)state;
  assert_int_equal(RicLegendCreate(PETSC_COMM_SELF, path, &legend), 0);
  assert_int_equal(Raised(RicLegendAdd(legend, "t", "s", "run", NULL)), PETSC_ERR_ORDER);
  assert_int_equal(RicLegendWrite(legend), 0);
  ExpectFile("{\n}\n");
  assert_int_equal(RicLegendBegin(legend, "history.csv"), 0);
  assert_int_equal(RicLegendAdd(legend, "t", "s", "run", NULL), 0);
  assert_int_equal(RicLegendAdd(legend, "a\\ü\t\".x", NULL, "probe", "a\\ü\t\""), 0);
  assert_int_equal(RicLegendWrite(legend), 0);
  assert_int_equal(RicLegendBegin(legend, "other.csv"), 0);
  assert_int_equal(RicLegendWrite(legend), 0);
  ExpectFile("{\n"
             "  \"history.csv\": {\n"
             "    \"t\": {\"unit\": \"s\", \"kind\": \"run\"},\n"
             "    \"a\\\\ü\\u0009\\\".x\": {\"unit\": null, \"kind\": \"probe\", \"of\": "
             "\"a\\\\ü\\u0009\\\"\"}\n"
             "  },\n"
             "  \"other.csv\": {\n"
             "  }\n"
             "}\n");
  assert_int_equal(RicLegendDestroy(&legend), 0);
  assert_null(legend);
  assert_int_equal(RicLegendDestroy(&legend), 0);
}

static void TestFileThatCannotBeWritten(void **state) {
  RicLegend legend;

  (void)state;
  assert_int_equal(RicLegendCreate(PETSC_COMM_SELF, "/dev/null/history.json", &legend), 0);
  assert_int_equal(Raised(RicLegendWrite(legend)), PETSC_ERR_FILE_WRITE);
  assert_int_equal(RicLegendDestroy(&legend), 0);
}

static int SetUp(void **state) {
  (void)state;
  const int code = ScratchCreate(PETSC_COMM_SELF, dir);
  snprintf(path, sizeof(path), "%s/history.json", dir);
  return code;
}

static int TearDown(void **state) {
  (void)state;
  return ScratchRemove(PETSC_COMM_SELF, dir);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(TestTables),
                                     cmocka_unit_test(TestFileThatCannotBeWritten)};
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  const int failed = cmocka_run_group_tests(tests, SetUp, TearDown);
  PetscCall(PetscFinalize());
  return failed;
}
