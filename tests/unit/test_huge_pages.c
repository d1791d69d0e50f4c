// SPDX-License-Identifier: BSD-2-Clause
// Huge pages: the flag `hg` that the system shows for the mapping of a piece.
#include "base/huge_pages.h"
#include "modelling.h"
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// The mapping of /proc/self/smaps that holds an address is advised.
static PetscBool IsAdvised(const void *address) {
  const uintptr_t at = (uintptr_t)address;
  PetscBool within = PETSC_FALSE, advised = PETSC_FALSE;
  uintptr_t from, to;
  char line[512];
  FILE *file = fopen("/proc/self/smaps", "r");

  assert_non_null(file);
  while (fgets(line, sizeof line, file)) {
    if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " ", &from, &to) == 2)
      within = (PetscBool)(from <= at && at < to);
    else if (within && !strncmp(line, "VmFlags:", 8))
      advised = (PetscBool)(advised || strstr(line, " hg"));
  }
  fclose(file);
  return advised;
}

static PetscBool PiecesAreAdvised(size_t bytes, int n) {
  PetscBool all = PETSC_TRUE;
  char *pieces[64];

  for (int i = 0; i < n; i++) {
    Must(PetscMalloc1(bytes, &pieces[i]));
    all = (PetscBool)(all && IsAdvised(pieces[i] + bytes / 2));
  }
  for (int i = 0; i < n; i++)
    Must(PetscFree(pieces[i]));
  return all;
}

static void TestPiecesOfAllSizes(void **state) {
  char *grown = NULL;
  (void)state;
  if (access("/sys/kernel/mm/transparent_hugepage", F_OK) != 0) {
    print_message("this system has no huge pages\n");
    skip();
  }
  assert_false(PiecesAreAdvised((size_t)40 << 20, 1));
  Must(RicHugePagesUse());
  Must(RicHugePagesUse()); // twice is once
  assert_true(PiecesAreAdvised((size_t)40 << 20, 2));
  Must(PetscMalloc1((size_t)1 << 20, &grown));
  Must(PetscRealloc((size_t)50 << 20, &grown));
  assert_true(IsAdvised(grown + (25 << 20)));
  Must(PetscFree(grown));
#ifndef __SANITIZE_ADDRESS__ // whose malloc has no such heap
  assert_true(PiecesAreAdvised((size_t)6 << 20, 40));
#endif
}

static void TestClearedPiecesAreZero(void **state) {
  enum { N = 5 << 20 };
  double *x;
  (void)state;
  for (int k = 0; k < 2; k++) { // the second one is memory used before
    Must(PetscCalloc1(N, &x));
    for (int i = 0; i < N; i++)
      assert_true(x[i] == 0);
    for (int i = 0; i < N; i++)
      x[i] = 1;
    Must(PetscFree(x));
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(TestPiecesOfAllSizes),
                                     cmocka_unit_test(TestClearedPiecesAreZero)};
  int failed;

  if (PetscInitialize(&argc, &argv, NULL, NULL))
    return 1;
  failed = cmocka_run_group_tests(tests, NULL, NULL);
  return PetscFinalize() ? 1 : failed;
}
