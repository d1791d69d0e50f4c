// SPDX-License-Identifier: BSD-2-Clause
// Plugins: the example's system is known once it is loaded; what cannot be loaded is told.
#include "numeric.h"
#include "raised.h"
#include "scratch.h"
#include "system/system.h"
#include <string.h>

static const RicSystemOps *Find(const char name[]) {
  const RicSystemOps *ops;
  assert_int_equal(RicSystemFind(name, &ops), 0);
  return ops;
}

static void TestLoad(void **state) {
  (void)state;
  PetscInt before, after;
  assert_null(Find("double-pendulum"));
  assert_int_equal(RicSystemGetCount(&before), 0);
  assert_int_equal(RicPluginLoad(PETSC_COMM_WORLD, EXAMPLE_PLUGIN), 0);
  assert_int_equal(RicPluginLoad(PETSC_COMM_WORLD, EXAMPLE_PLUGIN), 0); // again: nothing happens
  assert_int_equal(RicSystemGetCount(&after), 0);
  assert_int_equal(after, before + 1);
  const RicSystemOps *ops = Find("double-pendulum");
  assert_non_null(ops);
  // Both rods level: the second mass is l1 + l2 to the left, 2.5 from the wall; V = 0.
  const PetscReal q[] = {-PETSC_PI / 2, -PETSC_PI / 2};
  PetscReal g;
  ops->Gap(ops->parameter_defaults, 0, q, &g);
  assert_close(g, 2.5, 1e-15);
  assert_close(ops->Potential(ops->parameter_defaults, q), 0, 1e-14);
}

// Loading `path` is a user's mistake, told in a line that begins and ends thus.
static void Refused(const char path[], const char begin[], const char end[]) {
  assert_int_equal(Raised(RicPluginLoad(PETSC_COMM_WORLD, path)), PETSC_ERR_USER_INPUT);
  assert_int_equal(strncmp(raised_line, begin, strlen(begin)), 0);
  const size_t length = strlen(raised_line), tail = strlen(end);
  assert_true(length >= tail);
  assert_string_equal(raised_line + length - tail, end);
}

static void TestMissing(void **state) {
  (void)state;
  Refused("/nowhere/pendulum.so", "plugin /nowhere/pendulum.so: ", "No such file or directory");
  // A bare name is a file here, never one of the system's libraries.
  Refused("libm.so.6", "plugin ./libm.so.6: ", "No such file or directory");
  Refused("", "a plugin's file name must not be empty", "");
}

static void TestNoSharedObject(void **state) {
  (void)state;
  char dir[RIC_PATH_LEN], path[RIC_PATH_LEN + 16];
  assert_int_equal(ScratchCreate(PETSC_COMM_WORLD, dir), 0);
  snprintf(path, sizeof path, "%s/text.so", dir);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs("no shared object\n", file);
  fclose(file);
  Refused(path, "plugin ", "");
  assert_non_null(strstr(raised_line, "text.so"));
  assert_int_equal(ScratchRemove(PETSC_COMM_WORLD, dir), 0);
}

static void TestNoFunction(void **state) {
  (void)state;
  Refused(NO_PLUGIN, "plugin " NO_PLUGIN ": ", "has no function RicochetPluginRegister");
}

static void TestOtherVersion(void **state) {
  (void)state;
  Refused(OTHER_VERSION_PLUGIN,
          "plugin " OTHER_VERSION_PLUGIN ": compiled with version 1000 of system/system.h, "
          "this program has version ",
          "; compile it again");
  char end[RIC_TEXT_LEN];
  snprintf(end, sizeof end, "of %zu bytes, this program has one of %zu; compile it again",
           sizeof(RicSystemOps) - sizeof(void *), sizeof(RicSystemOps));
  Refused(OTHER_SIZE_PLUGIN, "plugin " OTHER_SIZE_PLUGIN ": compiled with a RicSystemOps ", end);
  Refused(BEFORE_VERSIONS_PLUGIN, "plugin " BEFORE_VERSIONS_PLUGIN ": ",
          "(compiled with another version of Ricochet?)");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestLoad),           cmocka_unit_test(TestMissing),
      cmocka_unit_test(TestNoSharedObject), cmocka_unit_test(TestNoFunction),
      cmocka_unit_test(TestOtherVersion),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
