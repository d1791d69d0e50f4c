// SPDX-License-Identifier: BSD-2-Clause
// The registry of systems: what is found by name, what is taken and what is refused.
#include "numeric.h"
#include "raised.h"
#include "system/system.h"
#include <math.h>
#include <string.h>

static const RicSystemOps *Find(const char name[]) {
  const RicSystemOps *ops;
  assert_int_equal(RicSystemFind(name, &ops), 0);
  return ops;
}

static void UnitMass(const PetscReal p[], PetscReal t, const PetscReal q[], PetscReal M[]) {
  (void)p, (void)t, (void)q;
  M[0] = 1;
}

static void NoForce(const PetscReal p[], PetscReal t, const PetscReal q[], const PetscReal v[],
                    PetscReal f[]) {
  (void)p, (void)t, (void)q, (void)v;
  f[0] = 0;
}

static PetscReal NoPotential(const PetscReal p[], const PetscReal q[]) {
  (void)p, (void)q;
  return 0;
}

static void Height(const PetscReal p[], PetscReal t, const PetscReal q[], PetscReal g[]) {
  (void)p, (void)t;
  g[0] = q[0];
}

static const RicSystemOps free_mass = {
    .name = "mass",
    .num_dofs = 1,
    .num_gaps = 1,
    .dof_names = {"x"},
    .gap_names = {"stop"},
    .Mass = UnitMass,
    .Force = NoForce,
    .Potential = NoPotential,
    .Gap = Height,
};

static void TestFind(void **state) {
  (void)state;
  const RicSystemOps *ops;
  PetscInt n;
  assert_int_equal(RicSystemGetCount(&n), 0);
  for (PetscInt i = 0; i < n; ++i) {
    assert_int_equal(RicSystemGet(i, &ops), 0);
    assert_ptr_equal(Find(ops->name), ops);
    assert_true(strlen(ops->description) > 0);
  }
  assert_null(Find("slider"));
  assert_int_equal(Raised(RicSystemGet(n, &ops)), PETSC_ERR_ARG_OUTOFRANGE);
  assert_int_equal(Raised(RicSystemGet(-1, &ops)), PETSC_ERR_ARG_OUTOFRANGE);
}

// What is built in would itself be accepted; and the array grows.
static void TestRegister(void **state) {
  (void)state;
  static const char *const names[] = {"r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9"};
  static RicSystemOps copies[10];
  PetscInt before, after;
  assert_int_equal(RicSystemGetCount(&before), 0);
  for (PetscInt i = 0; i < 10; ++i) {
    const RicSystemOps *ops;
    assert_int_equal(RicSystemGet(i % before, &ops), 0);
    copies[i] = *ops;
    copies[i].name = names[i];
    assert_int_equal(RicSystemRegister(&copies[i]), 0);
    assert_int_equal(RicSystemRegister(&copies[i]), 0); // the same again
  }
  assert_int_equal(RicSystemGetCount(&after), 0);
  assert_int_equal(after, before + 10);
  for (PetscInt i = 0; i < 10; ++i)
    assert_ptr_equal(Find(names[i]), &copies[i]);
}

static void Refused(const RicSystemOps *ops, const char message[]) {
  PetscInt before, after;
  assert_int_equal(RicSystemGetCount(&before), 0);
  assert_int_equal(Raised(RicSystemRegister(ops)), PETSC_ERR_USER_INPUT);
  assert_string_equal(raised_line, message);
  assert_int_equal(RicSystemGetCount(&after), 0);
  assert_int_equal(after, before);
}

// The free mass with one member changed is refused with that message.
#define REFUSED(member, value, message)                                                            \
  do {                                                                                             \
    RicSystemOps changed = free_mass;                                                              \
    changed.member = value;                                                                        \
    Refused(&changed, message);                                                                    \
  } while (0)

static void TestRefused(void **state) {
  (void)state;
  REFUSED(name, "oscillator",
          "system oscillator: another system of this name is registered already");
  REFUSED(name, NULL, "a system must have a name");
  REFUSED(num_dofs, 0, "system mass: num_dofs is 0, must be from 1 to 12");
  REFUSED(num_dofs, 13, "system mass: num_dofs is 13, must be from 1 to 12");
  REFUSED(num_parameters, 33, "system mass: num_parameters is 33, must be from 0 to 32");
  REFUSED(num_gaps, -1, "system mass: num_gaps is -1, must be from 0 to 16");
  REFUSED(Mass, NULL, "system mass: Mass is NULL, must be given");
  REFUSED(Force, NULL, "system mass: Force is NULL, must be given");
  REFUSED(Potential, NULL, "system mass: Potential is NULL, must be given");
  REFUSED(Gap, NULL, "system mass: Gap is NULL, must be given");
  REFUSED(num_points, 1, "system mass: Points is NULL, must be given");
  REFUSED(num_lines, 1, "system mass: lines is NULL, must be given");
  REFUSED(num_dofs, 2, "system mass: dof_names [1] is missing");
  REFUSED(num_parameters, 1, "system mass: parameter_names [0] is missing");
  REFUSED(gap_names[0], "", "system mass: gap_names [0] is missing");
  RicSystemOps twice = free_mass;
  twice.num_dofs = 2, twice.dof_names[1] = "x";
  Refused(&twice, "system mass: dof_names has x twice");
  twice.dof_names[1] = "vx";
  Refused(&twice, "system mass: dof_names has vx, the name of the rate of x");
  twice.dof_names[0] = "omega", twice.dof_names[1] = "theta";
  Refused(&twice, "system mass: dof_names has omega, the name of the rate of theta");
  RicSystemOps infinite = free_mass;
  infinite.num_parameters = 1, infinite.parameter_names[0] = "m";
  infinite.parameter_defaults[0] = -INFINITY;
  Refused(&infinite, "system mass: the default of parameter m must be finite, or NaN for none");
  REFUSED(gap_names[0], "a,b",
          "system mass: gap_names has 'a,b', a name is shorter than 64 bytes, without blanks and "
          ". , : # ' \" brackets");
  RicSystemOps line = free_mass;
  line.num_lines = 1, line.lines = (const PetscInt[]){0, 1};
  Refused(&line, "system mass: an entry of lines is 0, must be from 0 to -1");
}

// The points that gaps are shown at must be points of the picture.
static void TestRefusedGapPoints(void **state) {
  (void)state;
  RicSystemOps ops = free_mass;
  ops.gap_points = (const PetscInt[RIC_SYSTEM_MAX_GAPS]){0};
  assert_true(ops.num_gaps > 0);
  Refused(&ops, "system mass: an entry of gap_points is 0, must be from 0 to -1");
  ops = *Find("slider-crank");
  ops.name = "other-crank";
  assert_int_equal(ops.num_gaps, 4);
  char message[RIC_TEXT_LEN];
  for (PetscInt i = 0; i < 4; ++i)
    for (int low = 0; low < 2; ++low) {
      PetscInt at[4] = {0, 0, 0, 0};
      at[i] = low ? -1 : ops.num_points;
      ops.gap_points = at;
      snprintf(message, sizeof message,
               "system other-crank: an entry of gap_points is %d, must be from 0 to %d", (int)at[i],
               (int)ops.num_points - 1);
      Refused(&ops, message);
    }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestFind),
      cmocka_unit_test(TestRegister),
      cmocka_unit_test(TestRefused),
      cmocka_unit_test(TestRefusedGapPoints),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
