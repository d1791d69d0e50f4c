// SPDX-License-Identifier: BSD-2-Clause
// How MPI starts a program that no launcher started: what is put into the environment, and what
// is left to the user. No MPI is started here.
#include "app/launch.h"
#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include <cmocka.h>

#define DAEMON "OMPI_MCA_ess_singleton_isolated"
#define SESSION "OMPI_MCA_orte_create_session_dirs"
#define SHARED "OMPI_MCA_sharedfp"
#define PML "OMPI_MCA_pml"
#define MACHINE "HWLOC_SYNTHETIC"
#define DRIVERS "HWLOC_PLUGINS_PATH"

// An environment without launcher, parameters or file of parameters; $HOME is `*state`.
static int Alone(void **state) {
  static const char *const names[] = {DAEMON,
                                      SESSION,
                                      SHARED,
                                      PML,
                                      MACHINE,
                                      DRIVERS,
                                      "OMPI_COMM_WORLD_SIZE",
                                      "PMIX_RANK",
                                      "PMIX_NAMESPACE",
                                      "PMI_RANK",
                                      "PMI_FD",
                                      "SLURM_PROCID",
                                      "SLURM_JOB_ID",
                                      "ALPS_APP_PE",
                                      "FLUX_TASK_RANK",
                                      "MPI_LOCALRANKID",
                                      "JSM_NAMESPACE_RANK"};
  char home[] = "/tmp/ricochet-home-XXXXXX";

  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
    unsetenv(names[i]);
  *state = mkdtemp(home) ? strdup(home) : NULL;
  return !*state || setenv("HOME", *state, 1);
}

static int Leave(void **state) {
  char path[RIC_PATH_LEN];

  snprintf(path, sizeof(path), "%s/.openmpi/mca-params.conf", (char *)*state);
  remove(path);
  snprintf(path, sizeof(path), "%s/.openmpi", (char *)*state);
  rmdir(path);
  const int failed = rmdir(*state);
  free(*state);
  return failed;
}

static void WriteParameters(const char home[], const char text[]) {
  char path[RIC_PATH_LEN];

  snprintf(path, sizeof(path), "%s/.openmpi", home);
  assert_int_equal(mkdir(path, 0700), 0);
  snprintf(path, sizeof(path), "%s/.openmpi/mca-params.conf", home);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
}

static void AssertValue(const char name[], const char value[]) {
  const char *found = getenv(name);

  if (!value) {
    assert_null(found);
    return;
  }
  assert_non_null(found);
  assert_string_equal(found, value);
}

static void AssertValues(const char daemon[], const char session[], const char shared[],
                         const char pml[]) {
  AssertValue(DAEMON, daemon);
  AssertValue(SESSION, session);
  AssertValue(SHARED, shared);
  AssertValue(PML, pml);
}

static void AloneAllIsPrepared(void **state) {
  (void)state;
  const unsigned prepared = RicLaunchPrepare();
  AssertValues("1", "0", "individual", "ob1");
  AssertValue(MACHINE, "core:1 pu:1");
  AssertValue(DRIVERS, "/");
  RicLaunchForget(prepared); // what would break an mpiexec started from here
  AssertValues(NULL, NULL, "individual", "ob1");
  AssertValue(MACHINE, NULL);
  AssertValue(DRIVERS, NULL);
}

static void TheMachineOfTheUserStays(void **state) {
  (void)state;
  setenv(MACHINE, "core:4 pu:1", 1);
  const unsigned prepared = RicLaunchPrepare();
  AssertValues("1", "0", "individual", "ob1");
  RicLaunchForget(prepared);
  AssertValue(MACHINE, "core:4 pu:1");
  AssertValue(DRIVERS, NULL);
  unsetenv(MACHINE);
}

static void UnderALauncherNothingIs(void **state) {
  static const char *const launchers[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK",
                                          "SLURM_PROCID", "SLURM_JOB_ID"};

  (void)state;
  for (size_t i = 0; i < sizeof(launchers) / sizeof(launchers[0]); i++) {
    setenv(launchers[i], "1", 1);
    assert_int_equal(RicLaunchPrepare(), 0);
    AssertValues(NULL, NULL, NULL, NULL);
    unsetenv(launchers[i]);
  }
}

static void TheUsersVariablesAreKept(void **state) {
  (void)state;
  setenv(PML, "cm", 1);
  setenv(SHARED, "sm", 1);
  RicLaunchForget(RicLaunchPrepare());
  AssertValues(NULL, NULL, "sm", "cm");
}

// A daemon needs the session directory: who asks for one of them gets both as Open MPI has them.
static void TheUsersDaemonIsKeptWithItsDirectory(void **state) {
  (void)state;
  setenv(DAEMON, "0", 1);
  const unsigned prepared = RicLaunchPrepare();
  AssertValues("0", NULL, "individual", "ob1");
  RicLaunchForget(prepared);
  AssertValue(DAEMON, "0");
  unsetenv(DAEMON);
  setenv(SESSION, "1", 1);
  RicLaunchForget(RicLaunchPrepare());
  AssertValues(NULL, "1", "individual", "ob1");
}

static void TheUsersFileIsKept(void **state) {
  WriteParameters(*state, "# sharedfp = sm\n\n  pml= ucx\nbtl_sharedfp = 1\n"
                          "orte_create_session_dirs=1\n");
  RicLaunchForget(RicLaunchPrepare());
  AssertValues(NULL, NULL, "individual", NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(AloneAllIsPrepared, Alone, Leave),
      cmocka_unit_test_setup_teardown(TheMachineOfTheUserStays, Alone, Leave),
      cmocka_unit_test_setup_teardown(UnderALauncherNothingIs, Alone, Leave),
      cmocka_unit_test_setup_teardown(TheUsersVariablesAreKept, Alone, Leave),
      cmocka_unit_test_setup_teardown(TheUsersDaemonIsKeptWithItsDirectory, Alone, Leave),
      cmocka_unit_test_setup_teardown(TheUsersFileIsKept, Alone, Leave),
  };

  return cmocka_run_group_tests_name("launch", tests, NULL, NULL);
}
