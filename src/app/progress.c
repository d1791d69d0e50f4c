// SPDX-License-Identifier: BSD-2-Clause
#include "app/progress.h"
#include <petsctime.h>
#include <unistd.h>

#define BAR_WIDTH 30
#define BAR_SECONDS 0.2
#define LINE_SECONDS 5.0

void RicProgressStart(RicProgress *p, MPI_Comm comm, PetscBool quiet, PetscInt num_steps,
                      PetscReal end) {
  PetscMPIInt rank;

  MPI_Comm_rank(comm, &rank);
  p->shown = (PetscBool)(!rank && !quiet);
  // OpenMPI's mpiexec gives ranks a terminal for standard output, wherever its own goes.
  p->terminal = (PetscBool)(isatty(STDOUT_FILENO) && isatty(STDERR_FILENO));
  p->num_steps = num_steps;
  p->end = end;
  (void)PetscTime(&p->start);
  p->last = p->start;
}

static void Duration(double seconds, char text[], size_t len) {
  const int s = (int)(seconds + 0.5);

  if (s < 3600)
    snprintf(text, len, "%d:%02d", s / 60, s % 60);
  else
    snprintf(text, len, "%d:%02d:%02d", s / 3600, s / 60 % 60, s % 60);
}

void RicProgressStep(RicProgress *p, PetscInt step, const RicState *state) {
  PetscLogDouble now;
  char left[32], bar[BAR_WIDTH + 1];

  if (!p->shown || (step & 15))
    return; // the clock is not read at every step
  (void)PetscTime(&now);
  if (now - p->last < (p->terminal ? BAR_SECONDS : LINE_SECONDS))
    return;
  p->last = now;
  const double done = (double)step / (double)p->num_steps;
  Duration((now - p->start) * (1 - done) / done, left, sizeof(left));
  for (int i = 0; i < BAR_WIDTH; i++)
    bar[i] = i < done * BAR_WIDTH ? '#' : '.';
  bar[BAR_WIDTH] = '\0';
  if (p->terminal)
    printf("\r[%s] %3.0f %%  step %" PetscInt_FMT "  t %.4g s  iterations %" PetscInt_FMT
           "  closed %" PetscInt_FMT "  left %s   ",
           bar, 100 * done, step, (double)state->t, state->iterations, state->active, left);
  else
    printf("step %" PetscInt_FMT "/%" PetscInt_FMT "  t %.4g s  iterations %" PetscInt_FMT
           "  closed %" PetscInt_FMT "  left %s\n",
           step, p->num_steps, (double)state->t, state->iterations, state->active, left);
  fflush(stdout);
}

void RicProgressEnd(RicProgress *p) {
  if (p->shown && p->terminal) {
    printf("\r\033[K");
    fflush(stdout);
  }
}
