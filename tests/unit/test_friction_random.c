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

// The merit function of Newton's method falls, or it goes about: 894 steps in all where friction is
// large, 1386 when it may rise again to where it once was.
static void test_newton_goes_down(void **state) {
  RandomProblem *p = (RandomProblem *)malloc(sizeof(*p));
  uint64_t seed = 103;
  PetscInt steps = 0;

  (void)state;
  assert_non_null(p);
  assert_int_equal(RicFrictionCreate(NULL, &friction), 0);
  for (PetscInt trial = 0; trial < 200; trial++) {
    MakeRandom(&seed, 5, p);
    SolveRandom(friction, p);
    steps += p->result.newton;
  }
  assert_in_range(steps, 1, 1100);
  assert_int_equal(RicFrictionDestroy(&friction), 0);
  free(p);
}

// A contact and its opposite, both closing: whatever else there is, no motion opens both.
static void test_opposed_contacts_are_never_solved(void **state) {
  RandomProblem *p = (RandomProblem *)malloc(sizeof(*p));
  uint64_t seed = 31;
  PetscInt tried = 0;

  (void)state;
  assert_non_null(p);
  assert_int_equal(RicFrictionCreate(NULL, &friction), 0);
  while (tried < (Brief() ? 3 : 25)) {
    MakeRandom(&seed, 0.8, p);
    if (p->contacts > 8 || p->contacts < 2)
      continue;
    const PetscInt d = p->dim, last = d * (p->contacts - 1);
    for (PetscInt i = 0; i < d; i++) { // the last contact is the first, turned about
      for (PetscInt j = 0; j < p->n; j++)
        p->W[(last + i) * p->n + j] = (i ? 1 : -1) * p->W[i * p->n + j];
      p->q[last + i] = (i ? 1 : -1) * p->q[i];
    }
    for (PetscInt i = 0; i < d; i++)
      for (PetscInt j = 0; j < p->n; j++)
        p->W[j * p->n + last + i] = (i ? 1 : -1) * p->W[j * p->n + i];
    p->q[0] = p->q[last] = -0.1;
    SolveRandom(friction, p);
    assert_int_equal(p->result.reason, RIC_FRICTION_INFEASIBLE);
    assert_true(p->result.residual > 1e-3);
    tried++;
  }
  assert_int_equal(RicFrictionDestroy(&friction), 0);
  free(p);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_problems),
                                     cmocka_unit_test(test_newton_goes_down),
                                     cmocka_unit_test(test_opposed_contacts_are_never_solved)};
  if (PetscInitialize(&argc, &argv, NULL, NULL))
    return 1;
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  return PetscFinalize() || failed;
}
