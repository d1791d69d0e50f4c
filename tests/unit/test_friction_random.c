// SPDX-License-Identifier: BSD-2-Clause
// Random frictional contact problems with dependent rows: what is called solved obeys the laws, and
// the rest are few. test_friction_many.c solves 10⁴ of them.
#include "friction_problems.h"

enum { TRIALS = 300, BRIEF_TRIALS = 30 };

static RicFriction friction;

static void test_random_problems(void **state) {
  const PetscInt trials = Brief() ? BRIEF_TRIALS : TRIALS;

  (void)state;
  assert_int_equal(RicFrictionCreate(NULL, &friction), 0);
  assert_int_equal(TryRandom(friction, 1, 0.8, trials, 1e-9), 0);
  assert_int_equal(TryRandom(friction, 2, 2, trials, 1e-9), 0);
  assert_int_equal(RicFrictionDestroy(&friction), 0);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_problems)};
  if (PetscInitialize(&argc, &argv, NULL, NULL))
    return 1;
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  return PetscFinalize() || failed;
}
