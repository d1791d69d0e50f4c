// SPDX-License-Identifier: BSD-2-Clause
// The command `run`: build, step to the end, write.
#include "app/app.h"
#include "app/progress.h"
#include "app/record.h"
#include "app/report.h"
#include "io/checkpoint.h"
#include "io/file.h"
#include "io/frame.h"
#include <petsctime.h>

// Seconds between two flushes of history.csv: what a killed run loses at most.
#define FLUSH_SECONDS 2.0

typedef struct {
  RicCase *c;
  RicRecord *record;
  RicFrame frame;    // NULL without VTK output
  PetscReal t_frame; // time of the last frame
  RicTimes times;
  RicProgress progress;
  PetscLogDouble last_flush;
} Run;

static PetscErrorCode RunDestroy(Run *run) {
  PetscFunctionBegin;
  PetscCall(RicFrameDestroy(&run->frame));
  PetscCall(RicRecordDestroy(&run->record));
  PetscCall(RicCaseDestroy(&run->c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode WriteFrame(Run *run, const RicState *state) {
  PetscFunctionBegin;
  PetscCall(RicFrameWrite(run->frame, state));
  run->t_frame = state->t;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Whatever the observers want of a step. Their time is output time.
static PetscErrorCode Observe(Run *run, PetscInt step) {
  const RicState *state;
  PetscLogDouble begin, end;

  PetscFunctionBegin;
  PetscCall(PetscTime(&begin));
  PetscCall(RicStepperGetState(run->c->stepper, &state));
  PetscCall(RicRecordStep(run->record, step, state));
  if (run->frame && (step % run->c->vtk_every == 0 || step == run->c->num_steps))
    PetscCall(WriteFrame(run, state));
  if ((step & 255) == 0) { // ranks must agree on the clock: rank 0's counts
    PetscMPIInt due = begin - run->last_flush > FLUSH_SECONDS;
    PetscCallMPI(MPI_Bcast(&due, 1, MPI_INT, 0, run->c->comm));
    if (due) {
      PetscCall(RicHistoryFlush(run->record->history));
      run->last_flush = begin;
    }
  }
  PetscCall(PetscTime(&end));
  run->times.output += end - begin;
  RicProgressStep(&run->progress, step, state);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Loop(Run *run, RicReason *reason) {
  RicCase *c = run->c;

  PetscFunctionBegin;
  *reason = RIC_OK;
  PetscCall(Observe(run, 0));
  for (PetscInt step = 1; step <= c->num_steps && *reason == RIC_OK; step++) {
    PetscLogDouble begin, end;
    PetscCall(PetscTime(&begin));
    PetscCall(RicStepperAdvance(c->stepper, (PetscReal)step * c->step, reason));
    PetscCall(PetscTime(&end));
    RicTimesAdd(&run->times, step, end - begin);
    if (*reason == RIC_OK)
      PetscCall(Observe(run, step));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode KeepLastState(Run *run, const char path[]) {
  const RicState *state;

  PetscFunctionBegin;
  PetscCall(RicStepperGetState(run->c->stepper, &state));
  if (run->frame && state->t > run->t_frame)
    PetscCall(RicFrameWrite(run->frame, state));
  PetscCall(RicCheckpointWrite(run->c->model, state, path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The solver gave up: say so, keep the last good state.
static PetscErrorCode GiveUp(Run *run) {
  char path[RIC_PATH_LEN + 16];
  const char *failure;

  PetscFunctionBegin;
  PetscCall(RicStepperGetFailure(run->c->stepper, &failure));
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/checkpoint.h5", run->c->directory));
  const PetscErrorCode ierr = KeepLastState(run, path);
  PetscCall(PetscFPrintf(run->c->comm, PETSC_STDERR, "ricochet: %s%s%s\n", failure,
                         ierr ? "" : "; the last good state is in ", ierr ? "" : path));
  PetscFunctionReturn(ierr);
}

static PetscErrorCode Execute(Run *run, MPI_Comm comm, const char filename[], int *exit_code) {
  PetscLogDouble begin, ready, end;
  PetscBool quiet = PETSC_FALSE;
  RicReason reason;

  PetscFunctionBegin;
  PetscCall(PetscTime(&begin));
  PetscCall(PetscOptionsGetBool(NULL, NULL, "-quiet", &quiet, NULL));
  PetscCall(RicCaseCreate(comm, filename, &run->c));
  PetscCall(RicCaseWarn(run->c));
  PetscCall(RicDirectoryCreate(comm, run->c->directory));
  // What may refuse a name or a path comes before what replaces files of an earlier run.
  if (run->c->vtk_every)
    PetscCall(
        RicFrameCreate(run->c->model, run->c->directory, run->c->name, run->c->step, &run->frame));
  PetscCall(RicRecordCreate(run->c, &run->record));
  PetscCall(PetscTime(&ready));
  run->times.setup = ready - begin;
  run->last_flush = ready;
  RicProgressStart(&run->progress, comm, quiet, run->c->num_steps, run->c->end);
  const PetscErrorCode ierr = Loop(run, &reason);
  RicProgressEnd(&run->progress); // an error is told on a line of its own
  PetscCall(ierr);
  if (reason != RIC_OK) {
    PetscCall(GiveUp(run));
    *exit_code = RIC_EXIT_SOLVER;
  }
  PetscCall(RicHistoryFlush(run->record->history));
  PetscCall(PetscTime(&end));
  run->times.wall = end - begin;
  PetscCall(RicReportWrite(run->c, run->record, &run->times, (PetscBool)(reason == RIC_OK)));
  if (!quiet)
    PetscCall(RicReportPrint(run->c, run->record, &run->times, (PetscBool)(reason == RIC_OK)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicRunCommand(MPI_Comm comm, const char filename[], int *exit_code) {
  Run *run;

  PetscFunctionBegin;
  *exit_code = RIC_EXIT_DONE;
  PetscCall(PetscNew(&run));
  const PetscErrorCode ierr = Execute(run, comm, filename, exit_code);
  const PetscErrorCode closed = RunDestroy(run);
  PetscCall(PetscFree(run));
  if (ierr)
    PetscFunctionReturn(ierr);
  PetscFunctionReturn(closed);
}
