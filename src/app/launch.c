// SPDX-License-Identifier: BSD-2-Clause
// Without a launcher Open MPI 4 starts a daemon that only spawning processes needs, and opens every
// transport of the machine to pick one for messages that nobody is there to get. A process without
// the daemon is known by no number of its own: such processes share one session directory and
// remove it under one another's feet. So there is none; what would keep a file there, shared file
// pointers in shared memory, is replaced as well. Where processes could be bound to is nothing to look
// into either: the machine is told to be one core, and drivers of graphics cards are left alone.
#include "app/launch.h"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PREFIX "OMPI_MCA_"
#define LINE_LEN 512

#ifdef OPEN_MPI
enum { IS_OPEN_MPI = 1 };
#else
enum { IS_OPEN_MPI = 0 };
#endif

typedef enum {
  STAYS,     // read when the first file is opened
  ALONE,     // good only without the daemon: put there together or not at all, taken out again
  MEANWHILE, // good only with these, taken out again
} Life;

typedef struct {
  const char *name, *value;
  Life life;
} Parameter;

static const Parameter parameters[] = {
    {PREFIX "ess_singleton_isolated", "1", ALONE},
    {PREFIX "orte_create_session_dirs", "0", ALONE},
    {"HWLOC_SYNTHETIC", "core:1 pu:1", MEANWHILE},
    {"HWLOC_PLUGINS_PATH", "/", MEANWHILE}, // where there are none
    {PREFIX "sharedfp", "individual", STAYS},
    {PREFIX "pml", "ob1", STAYS},
};
enum { NUM_PARAMETERS = sizeof(parameters) / sizeof(parameters[0]) };

// What launchers and batch systems tell their processes.
static const char *const launchers[] = {
    "OMPI_COMM_WORLD_SIZE", "PMIX_RANK",    "PMIX_NAMESPACE", "PMI_RANK",       "PMI_FD",
    "SLURM_PROCID",         "SLURM_JOB_ID", "ALPS_APP_PE",    "FLUX_TASK_RANK", "MPI_LOCALRANKID",
    "JSM_NAMESPACE_RANK"};

static int IsLaunched(void) {
  for (size_t i = 0; i < sizeof(launchers) / sizeof(launchers[0]); i++)
    if (getenv(launchers[i]))
      return 1;
  return 0;
}

// Whether the user's own file gives the parameter (its name without the prefix) a value.
static int IsInFile(const char parameter[]) {
  const char *home = getenv("HOME");
  char path[LINE_LEN], line[LINE_LEN];
  int found = 0;

  if (!home || snprintf(path, sizeof(path), "%s/.openmpi/mca-params.conf", home) >= LINE_LEN)
    return 0;
  FILE *file = fopen(path, "r");
  while (file && !found && fgets(line, sizeof(line), file)) {
    const char *word = line + strspn(line, " \t");
    const size_t n = strcspn(word, " \t=\n");
    found = n == strlen(parameter) && !strncmp(word, parameter, n);
  }
  if (file)
    (void)fclose(file);
  return found;
}

static int IsGiven(const Parameter *p) {
  const int ours = !strncmp(p->name, PREFIX, strlen(PREFIX));

  return getenv(p->name) || (ours && IsInFile(p->name + strlen(PREFIX)));
}

unsigned RicLaunchPrepare(void) {
  unsigned prepared = 0;
  int alone = 1;

  if (!IS_OPEN_MPI || IsLaunched())
    return 0;
  for (int i = 0; i < NUM_PARAMETERS; i++)
    alone = alone && !(parameters[i].life == ALONE && IsGiven(&parameters[i]));
  for (int i = 0; i < NUM_PARAMETERS; i++) {
    const Parameter *p = &parameters[i];
    if (p->life == ALONE ? alone : !IsGiven(p) && (alone || p->life == STAYS))
      prepared |= setenv(p->name, p->value, 0) ? 0u : 1u << i;
  }
  return prepared;
}

void RicLaunchForget(unsigned prepared) {
  for (int i = 0; i < NUM_PARAMETERS; i++)
    if (parameters[i].life != STAYS && prepared & 1u << i)
      (void)unsetenv(parameters[i].name);
}
