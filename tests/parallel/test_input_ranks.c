// SPDX-License-Identifier: BSD-2-Clause
// Input on several ranks: only rank 0 sees the file, yet values and errors are the same on all.
#include "io/input.h"
#include "numeric.h"
#include "raised.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CASE_FILE "ricochet-case-of-rank-0.yaml"

static PetscMPIInt Rank(void) {
  PetscMPIInt rank;

  MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
  return rank;
}

static void WriteOnRank0(const char yaml[]) {
  if (Rank() == 0) {
    FILE *file = fopen(CASE_FILE, "w");

    assert_non_null(file);
    assert_true(fputs(yaml, file) >= 0);
    assert_int_equal(fclose(file), 0);
  } else {
    assert_int_not_equal(access(CASE_FILE, F_OK), 0);
  }
}

static void CheckSameOnAllRanks(const void *bytes, size_t size) {
  unsigned char *first = malloc(size);

  assert_non_null(first);
  memcpy(first, bytes, size);
  assert_int_equal(MPI_Bcast(first, (int)size, MPI_BYTE, 0, PETSC_COMM_WORLD), MPI_SUCCESS);
  assert_memory_equal(first, bytes, size);
  free(first);
}

static PetscErrorCode ReadStep(const char filename[], RicInput *input) {
  RicInputNode root;
  PetscReal step;

  PetscCall(RicInputOpen(PETSC_COMM_WORLD, filename, input));
  PetscCall(RicInputGetRoot(*input, &root));
  PetscCall(RicInputRequireReal(root, "step", RIC_POSITIVE, &step));
  return PETSC_SUCCESS;
}

static void CheckError(const char filename[], const char expected[]) {
  RicInput input = NULL;

  assert_int_equal(Raised(ReadStep(filename, &input)), PETSC_ERR_USER_INPUT);
  assert_string_equal(raised_line, expected);
  CheckSameOnAllRanks(raised_line, strlen(expected));
  assert_int_equal(RicInputClose(&input), 0);
}

static void TestSameValues(void **state) {
  RicInput input;
  RicInputNode root;
  PetscReal values[4];

  (void)state;
  WriteOnRank0("step: 0.1\nx: [1e-3, 3.3, -7]\n");
  assert_int_equal(RicInputOpen(PETSC_COMM_WORLD, CASE_FILE, &input), 0);
  assert_int_equal(RicInputGetRoot(input, &root), 0);
  assert_int_equal(RicInputRequireReal(root, "step", RIC_POSITIVE, &values[0]), 0);
  assert_int_equal(RicInputRequireReals(root, "x", 3, RIC_ANY, &values[1]), 0);
  assert_int_equal(RicInputClose(&input), 0);
  assert_close(values[0], 0.1, 0);
  assert_close(values[3], -7, 0);
  CheckSameOnAllRanks(values, sizeof values);
}

static void TestSameErrors(void **state) {
  (void)state;
  CheckError("none.yaml", "none.yaml: cannot be read (No such file or directory)");
  CheckError("/", "/: cannot be read (Is a directory)");
  WriteOnRank0("");
  CheckError(CASE_FILE, CASE_FILE ": is empty, expects a mapping of keys");
  WriteOnRank0("a: 1\nstep: -2\n");
  CheckError(CASE_FILE, CASE_FILE ":2:7: step: must be > 0 (is -2)");
  WriteOnRank0("step: 1\nstep: 2\n");
  CheckError(CASE_FILE, CASE_FILE ":2:1: duplicate key 'step'");
}

// A text larger than what is read at once.
static void TestLongText(void **state) {
  const size_t n = 200000;
  char *yaml = malloc(n + 16);

  (void)state;
  assert_non_null(yaml);
  memset(yaml, '#', n);
  strcpy(yaml + n, "\nstep: 0\n");
  WriteOnRank0(yaml);
  free(yaml);
  CheckError(CASE_FILE, CASE_FILE ":2:7: step: must be > 0 (is 0)");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestSameValues),
      cmocka_unit_test(TestSameErrors),
      cmocka_unit_test(TestLongText),
  };
  char directory[] = "/tmp/ricochet-input-XXXXXX";
  int failed;

  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  alarm(60); // a deadlock ends the test
  if (Rank() == 0 && (!mkdtemp(directory) || chdir(directory) != 0))
    return 1;
  failed = cmocka_run_group_tests(tests, NULL, NULL);
  if (Rank() == 0) {
    (void)remove(CASE_FILE);
    (void)rmdir(directory);
  }
  PetscCall(PetscFinalize());
  return failed;
}
