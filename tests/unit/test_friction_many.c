// SPDX-License-Identifier: BSD-2-Clause
// labels: study
// 10⁴ random frictional contact problems of 1 to 50 contacts: at most 10 unsolved with µ to 2, at
// most 2 with µ to 0.8, none falsely solved.
#include "friction_problems.h"

enum { TRIALS = 10000 };

static void TryMany(uint64_t seed, PetscReal mu_max, PetscInt allowed) {
  RicFriction friction;
  assert_int_equal(RicFrictionCreate(NULL, &friction), 0);
  assert_in_range(TryRandom(friction, seed, mu_max, TRIALS, 1e-9), 0, allowed);
  assert_int_equal(RicFrictionDestroy(&friction), 0);
}

static void test_moderate_friction(void **state) {
  (void)state;
  TryMany(11, 0.8, 2);
}

static void test_large_friction(void **state) {
  (void)state;
  TryMany(12, 2, 10);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_moderate_friction),
                                     cmocka_unit_test(test_large_friction)};
  if (PetscInitialize(&argc, &argv, NULL, NULL))
    return 1;
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  return PetscFinalize() || failed;
}
