// SPDX-License-Identifier: BSD-2-Clause
#include "app/stop.h"
#include <signal.h>
#include <stdlib.h>

#define NUM_SIGNALS 5

static const int signals[NUM_SIGNALS] = {SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2};

struct RicStopActions_ {
  struct sigaction action[NUM_SIGNALS];
};

RicStopActions RicStopSaveActions(void) {
  RicStopActions saved = calloc(1, sizeof(*saved));

  for (int i = 0; saved && i < NUM_SIGNALS; i++)
    sigaction(signals[i], NULL, &saved->action[i]);
  return saved;
}

void RicStopRestoreActions(RicStopActions *saved) {
  for (int i = 0; *saved && i < NUM_SIGNALS; i++)
    sigaction(signals[i], &(*saved)->action[i], NULL);
  free(*saved);
  *saved = NULL;
}

// A handler has no other way to tell.
static volatile sig_atomic_t asked;

static void Remember(int number) { asked = number; }

void RicStopCatch(void) {
  struct sigaction action, before;

  action.sa_handler = Remember;
  action.sa_flags = SA_RESTART | (int)SA_RESETHAND;
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < NUM_SIGNALS; i++) {
    sigaction(signals[i], NULL, &before);
    if (before.sa_handler != SIG_IGN)
      sigaction(signals[i], &action, NULL);
  }
}

PetscErrorCode RicStopAsked(MPI_Comm comm, int *number, PetscBool *due) {
  int told[2] = {asked, *due};
  PetscMPIInt size;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_size(comm, &size));
  if (size > 1)
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, told, 2, MPI_INT, MPI_MAX, comm));
  *number = told[0];
  *due = told[1] ? PETSC_TRUE : PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}
