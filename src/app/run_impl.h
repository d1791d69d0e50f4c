// SPDX-License-Identifier: BSD-2-Clause
// The inside of the command `run`: run.c steps and watches, run_keep.c keeps checkpoints and goes on from
// them.
#ifndef RIC_APP_RUN_IMPL_H
#define RIC_APP_RUN_IMPL_H

#include "app/dump.h"
#include "app/progress.h"
#include "app/record.h"
#include "app/report.h"
#include "base/archive.h"
#include "io/frame.h"
#include "io/lock.h"

typedef struct {
  RicCase *c;
  RicLock lock;
  RicRecord *record;
  RicDump dump;      // of contact problems, NULL where nobody asked for it
  RicFrame frame;    // NULL without VTK output
  RicArchive from;   // the checkpoint that the run goes on from, while it is read; else NULL
  PetscInt step;     // the last one that is done
  PetscReal t_frame; // time of the last frame
  RicTimes times;
  RicProgress progress;
  PetscLogDouble begin, last_flush, last_checkpoint;
  PetscBool quiet;
  int signal;                 // that asked the run to stop; 0: none
  char failure[RIC_TEXT_LEN]; // of the energy; empty: the stepper's
} Run;

PetscErrorCode RicRunWriteFrame_Private(Run *run);

// ---- run_keep.c ----

// DIR/checkpoint.h5, the names of older ones shifted.
PetscErrorCode RicRunKeep_Private(Run *run);
// Is a checkpoint due, by steps, or by the clock that read `now` at the end of the step? This rank's
// clock counts where it is rank 0.
PetscBool RicRunKeepDue_Private(const Run *run, PetscLogDouble now);
// Open the checkpoint that the options ask for, if any; then `from` is there. All is built.
PetscErrorCode RicRunFrom_Private(Run *run, PetscBool *here);
// Load it: stepper, record, frames go on behind it; `here`, in the files it belongs to.
PetscErrorCode RicRunContinue_Private(Run *run, PetscBool here);

#endif
