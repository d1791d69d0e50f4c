// SPDX-License-Identifier: BSD-2-Clause
// Summary: the JSON text, its order, numbers and failures.
#include "io/summary.h"
#include "numeric.h"
#include "raised.h"
#include "scratch.h"

#include <math.h>

static char dir[RIC_PATH_LEN], path[2 * RIC_PATH_LEN];
static RicSummary summary;

static int SetUp(void **state) {
  (void)state;
  int code = ScratchCreate(PETSC_COMM_SELF, dir);
  snprintf(path, sizeof(path), "%s/summary.json", dir);
  return code || RicSummaryCreate(PETSC_COMM_SELF, path, &summary);
}

static int TearDown(void **state) {
  (void)state;
  return RicSummaryDestroy(&summary) || ScratchRemove(PETSC_COMM_SELF, dir) || summary;
}

static void ExpectFile(const char expected[]) {
  size_t length;
  char *found = ReadBytes(path, &length);

  assert_non_null(found);
  assert_string_equal(found, expected);
  free(found);
  assert_int_equal(ScratchCount(dir, PETSC_FALSE), 1); // no temporary file
}

static void TestNestedObjectsInTheOrderSet(void **state) {
  (void)state;
  assert_int_equal(RicSummaryWrite(summary), 0);
  ExpectFile("{}\n");
  assert_int_equal(RicSummarySetString(summary, "title", "a \"bar\"\nü"), 0);
  assert_int_equal(RicSummarySetReal(summary, "energy.initial", 0.5), 0);
  assert_int_equal(RicSummarySetInt(summary, "dofs", (PetscInt64)1 << 40), 0);
  assert_int_equal(RicSummarySetReal(summary, "energy.stage.max", -2), 0);
  assert_int_equal(RicSummarySetBool(summary, "done", PETSC_TRUE), 0);
  assert_int_equal(RicSummarySetBool(summary, "active", PETSC_FALSE), 0);
  assert_int_equal(RicSummarySetString(summary, "title", "again"), 0); // keeps its place
  assert_int_equal(RicSummaryWrite(summary), 0);
  ExpectFile("{\n"
             "  \"title\": \"again\",\n"
             "  \"energy\": {\n"
             "    \"initial\": 0.5,\n"
             "    \"stage\": {\n"
             "      \"max\": -2.0\n"
             "    }\n"
             "  },\n"
             "  \"dofs\": 1099511627776,\n"
             "  \"done\": true,\n"
             "  \"active\": false\n"
             "}\n");
}

static void TestNumbers(void **state) {
  size_t length;

  (void)state;
  assert_int_equal(RicSummarySetReal(summary, "x", 0.1 + 0.2), 0);
  assert_int_equal(RicSummaryWrite(summary), 0);
  char *text = ReadBytes(path, &length);
  assert_close(strtod(strchr(text, ':') + 1, NULL), 0.1 + 0.2, 0);
  free(text);
  assert_int_equal(RicSummarySetReal(summary, "x", NAN), 0);
  assert_int_equal(RicSummarySetReal(summary, "y", -INFINITY), 0);
  assert_int_equal(RicSummaryWrite(summary), 0);
  ExpectFile("{\n  \"x\": null,\n  \"y\": null\n}\n");
}

static void TestStrings(void **state) {
  (void)state;
  assert_int_equal(RicSummarySetString(summary, "a", "\"b\\\n\xc3\xbc"), 0); // ü in UTF-8
  assert_int_equal(RicSummarySetString(summary, "b", "r\xe9sultats"), 0);    // é in Latin-1
  assert_int_equal(RicSummarySetString(summary, "c", NULL), 0);
  assert_int_equal(RicSummaryWrite(summary), 0);
  ExpectFile("{\n  \"a\": \"\\\"b\\\\\\n\xc3\xbc\",\n  \"b\": \"r?sultats\",\n  \"c\": null\n}\n");
}

static void ExpectRefused(const char key_path[]) {
  assert_int_equal(Raised(RicSummarySetInt(summary, key_path, 1)), PETSC_ERR_ARG_WRONG);
  assert_non_null(strstr(raised_line, key_path));
}

static void TestPathsThatCannotBe(void **state) {
  (void)state;
  assert_int_equal(RicSummarySetInt(summary, "a.b", 1), 0);
  ExpectRefused("a");     // an object
  ExpectRefused("a.b.c"); // below a value
  ExpectRefused("");
  ExpectRefused(".a");
  ExpectRefused("a..c");
  ExpectRefused("a.");
  assert_int_equal(RicSummaryWrite(summary), 0);
  ExpectFile("{\n  \"a\": {\n    \"b\": 1\n  }\n}\n");
}

static void TestFileThatCannotBeWritten(void **state) {
  RicSummary other;

  (void)state;
  assert_int_equal(RicSummaryCreate(PETSC_COMM_SELF, "/dev/null/summary.json", &other), 0);
  assert_int_equal(Raised(RicSummaryWrite(other)), PETSC_ERR_FILE_WRITE);
  assert_string_equal(raised_line, "/dev/null/summary.json: cannot be written (Not a directory)");
  assert_int_equal(RicSummaryDestroy(&other), 0);
  assert_int_equal(RicSummaryDestroy(&other), 0);
}

static void TestEntriesUnderNamesAsTheyAre(void **state) {
  (void)state;
  assert_int_equal(RicSummarySetEntry(summary, "impulse", "a", 1), 0);
  assert_int_equal(RicSummarySetEntry(summary, "impulse", "a.b", 2), 0);
  assert_int_equal(RicSummarySetEntry(summary, "impulse", "..", 3), 0);
  assert_int_equal(RicSummarySetEntryInt(summary, "impacts_of", "a.b", 26), 0);
  assert_int_equal(Raised(RicSummarySetEntryInt(summary, "impulse.a", "b", 1)),
                   PETSC_ERR_ARG_WRONG);
  assert_int_equal(RicSummarySetReal(summary, "dofs", 1), 0);
  assert_int_equal(Raised(RicSummarySetEntry(summary, "dofs", "a", 1)), PETSC_ERR_ARG_WRONG);
  assert_int_equal(RicSummaryWrite(summary), 0);
  ExpectFile("{\n"
             "  \"impulse\": {\n"
             "    \"a\": 1.0,\n"
             "    \"a.b\": 2.0,\n"
             "    \"..\": 3.0\n"
             "  },\n"
             "  \"impacts_of\": {\n"
             "    \"a.b\": 26\n"
             "  },\n"
             "  \"dofs\": 1.0\n"
             "}\n");
}

int main(int argc, char **argv) {
#define TEST(function) cmocka_unit_test_setup_teardown(function, SetUp, TearDown)
  const struct CMUnitTest tests[] = {
      TEST(TestNestedObjectsInTheOrderSet),
      TEST(TestNumbers),
      TEST(TestStrings),
      TEST(TestPathsThatCannotBe),
      TEST(TestEntriesUnderNamesAsTheyAre),
      TEST(TestFileThatCannotBeWritten),
  };

  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
