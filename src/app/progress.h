// SPDX-License-Identifier: BSD-2-Clause
// Progress: a bar on a terminal, plain lines every few seconds elsewhere, nothing when quiet. Rank
// 0 prints.
#ifndef RIC_APP_PROGRESS_H
#define RIC_APP_PROGRESS_H

#include "stepper/stepper.h"

typedef struct {
  PetscBool shown, terminal; // this rank prints; to a terminal
  PetscInt num_steps;
  PetscReal end;
  PetscLogDouble start, last;
} RicProgress;

void RicProgressStart(RicProgress *progress, MPI_Comm comm, PetscBool quiet, PetscInt num_steps,
                      PetscReal end);
void RicProgressStep(RicProgress *progress, PetscInt step, const RicState *state);
void RicProgressEnd(RicProgress *progress); // clear the bar
// The line [len] of a terminal `width` columns wide at the share `done` of the run: a bar that
// takes what room `text` leaves, no bar where that is little; never as long as the terminal is
// wide.
void RicProgressBar(double done, const char text[], int width, char line[], size_t len);

#endif
