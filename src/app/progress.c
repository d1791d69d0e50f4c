// SPDX-License-Identifier: BSD-2-Clause
#include "app/progress.h"
#include <petsctime.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define BAR_WIDTH 30 // at most
#define MIN_BAR 5
#define BAR_SECONDS 0.2
#define LINE_SECONDS 5.0
#define MAX_WIDTH 256
#define FALLBACK_WIDTH 80

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

// Columns of the terminal now: it may have been resized.
static int TerminalWidth(void) {
  struct winsize size;

  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_col ? FALLBACK_WIDTH : size.ws_col;
}

void RicProgressBar(double done, const char text[], int width, char line[], size_t len) {
  char words[MAX_WIDTH];
  // The last column stays free: a terminal that is full goes on to the next line.
  const int room = (int)PetscMin((size_t)PetscMax(width, 1), len) - 1;
  int used = 0;

  snprintf(words, sizeof(words), "%3.0f %%  %s", 100 * done, text);
  const int bar = PetscMin(BAR_WIDTH, room - (int)strlen(words) - 3);
  if (bar >= MIN_BAR) {
    line[used++] = '[';
    for (int i = 0; i < bar; i++)
      line[used++] = i < done * bar ? '#' : '.';
    line[used++] = ']';
    line[used++] = ' ';
  }
  snprintf(line + used, (size_t)(room - used + 1), "%s", words);
}

void RicProgressStep(RicProgress *p, PetscInt step, const RicState *state) {
  char left[32], text[MAX_WIDTH], line[MAX_WIDTH];
  PetscLogDouble now;

  if (!p->shown || (step & 15))
    return; // the clock is not read at every step
  (void)PetscTime(&now);
  if (now - p->last < (p->terminal ? BAR_SECONDS : LINE_SECONDS))
    return;
  p->last = now;
  const double done = (double)step / (double)p->num_steps;
  Duration((now - p->start) * (1 - done) / done, left, sizeof(left));
  if (p->terminal) {
    snprintf(text, sizeof(text),
             "left %s  t %.4g s  closed %" PetscInt_FMT "  iterations %" PetscInt_FMT, left,
             (double)state->t, state->active, state->iterations);
    RicProgressBar(done, text, TerminalWidth(), line, sizeof(line));
    printf("\r%s\033[K", line);
  } else {
    printf("step %" PetscInt_FMT "/%" PetscInt_FMT "  t %.4g s  iterations %" PetscInt_FMT
           "  closed %" PetscInt_FMT "  left %s\n",
           step, p->num_steps, (double)state->t, state->iterations, state->active, left);
  }
  fflush(stdout);
}

void RicProgressEnd(RicProgress *p) {
  if (p->shown && p->terminal) {
    printf("\r\033[K");
    fflush(stdout);
  }
}
