// SPDX-License-Identifier: BSD-2-Clause
// The command `run`: build, step to the end, write.
#include "app/app.h"
#include "app/earlier.h"
#include "app/picture.h"
#include "app/run_impl.h"
#include "app/stop.h"
#include "base/options.h"
#include "io/checkpoint.h"
#include "io/file.h"
#include <petsctime.h>
#include <string.h>

// Seconds between two flushes of history.csv: what a killed run loses at most.
#define FLUSH_SECONDS 2.0

// All of it, whatever the first says: a history that has no room for its end leaves no lock.
static PetscErrorCode RunDestroy(Run *run) {
  const PetscErrorCode dump = RicDumpDestroy(&run->dump);
  const PetscErrorCode frame = RicFrameDestroy(&run->frame);
  const PetscErrorCode record = RicRecordDestroy(&run->record);
  const PetscErrorCode lock = RicLockRelease(&run->lock);

  PetscFunctionBegin;
  PetscCall(RicCheckpointDestroy(&run->from));
  PetscCall(RicCaseDestroy(&run->c));
  PetscCall(dump);
  PetscCall(frame);
  PetscCall(record);
  PetscCall(lock);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicRunWriteFrame_Private(Run *run) {
  const RicState *state;

  PetscFunctionBegin;
  PetscCall(RicStepperGetState(run->c->stepper, &state));
  PetscCall(RicFrameWrite(run->frame, state));
  run->t_frame = state->t;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Whatever the observers want of the step that is done. Their time is output time.
static PetscErrorCode Observe(Run *run) {
  const PetscInt step = run->step;
  const RicState *state;
  PetscLogDouble begin, end;

  PetscFunctionBegin;
  PetscCall(PetscTime(&begin));
  PetscCall(RicStepperGetState(run->c->stepper, &state));
  PetscCall(RicRecordStep(run->record, step, state));
  if (run->frame && (step % run->c->vtk_every == 0 || step == run->c->num_steps) &&
      RicCaseShows(run->c, state->t))
    PetscCall(RicRunWriteFrame_Private(run));
  if ((step & 255) == 0) { // ranks must agree on the clock: rank 0's counts
    PetscMPIInt due = begin - run->last_flush > FLUSH_SECONDS;
    PetscCallMPI(MPI_Bcast(&due, 1, MPI_INT, 0, run->c->comm));
    if (due) {
      PetscCall(RicRecordFlush(run->record));
      run->last_flush = begin;
    }
  }
  PetscCall(PetscTime(&end));
  run->times.output += end - begin;
  RicProgressStep(&run->progress, step, state);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What else than a smaller step there is to do.
static PetscErrorCode WarnOfMade(Run *run, const char made[]) {
  const char *monotone;
  PetscBool own;

  PetscFunctionBegin;
  PetscCall(RicCaseMonotoneStepper(run->c, &monotone, &own));
  RicProgressEnd(&run->progress);
  PetscCall(PetscFPrintf(run->c->comm, PETSC_STDERR,
                         "ricochet: warning: %s; take a smaller step%s%s%s or a scheme that damps "
                         "(ggl-alpha with rho_inf 0, moreau-jean with theta 1)\n",
                         made, monotone ? ", the stepper " : "", monotone ? monotone : "",
                         monotone ? ", whose energy cannot grow," : ""));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The words that end the run.
static PetscErrorCode StopForMade(Run *run, const char made[]) {
  const char *monotone;
  PetscBool own;

  PetscFunctionBegin;
  PetscCall(RicCaseMonotoneStepper(run->c, &monotone, &own));
  PetscCall(PetscSNPrintf(
      run->failure, sizeof(run->failure), "%s (%s%s%s-stepper_energy_check off goes on)", made,
      monotone ? "-stepper_type " : "", monotone ? monotone : "", monotone ? " makes none, " : ""));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode TellMade(Run *run, char text[], size_t len) {
  const RicEnergyWatch *w = &run->record->watch;
  const RicState *state;

  PetscFunctionBegin;
  PetscCall(RicStepperGetState(run->c->stepper, &state));
  PetscCall(PetscSNPrintf(
      text, len, "the scheme has made %.4g J, %.3g %% of the energy at stake, at t = %.9g s",
      (double)w->made, 100 * (double)(w->made / w->stake), (double)state->t));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What the energies of a step say: whether to go on.
static PetscErrorCode WatchEnergy(Run *run, RicReason *reason) {
  const RicRecord *r = run->record;
  const RicState *state;
  char made[RIC_TEXT_LEN / 2];

  PetscFunctionBegin;
  PetscCall(RicStepperGetState(run->c->stepper, &state));
  if (!r->finite) {
    *reason = RIC_FAILED;
    PetscCall(PetscSNPrintf(run->failure, sizeof(run->failure),
                            "the energy is not finite at t = %.9g s", (double)state->t));
  }
  if (!r->finite || run->c->energy_check_off || r->verdict == RIC_WATCH_QUIET)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(TellMade(run, made, sizeof(made)));
  if (r->verdict == RIC_WATCH_WARN) {
    PetscCall(WarnOfMade(run, made));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  *reason = RIC_FAILED;
  PetscCall(StopForMade(run, made));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Signals, and checkpoints that are due: one of the last step only where nothing failed in it.
static PetscErrorCode LookOut(Run *run, PetscLogDouble now, RicReason reason) {
  PetscBool due = (PetscBool)(reason == RIC_OK && RicRunKeepDue_Private(run, now));
  PetscMPIInt rank = 0;

  PetscFunctionBegin;
  if (due)
    PetscCallMPI(MPI_Comm_rank(run->c->comm, &rank));
  if (rank) // rank 0's clock counts
    due = PETSC_FALSE;
  PetscCall(RicStopAsked(run->c->comm, &run->signal, &due));
  if (due && !run->signal) // a run that stops keeps one anyway
    PetscCall(RicRunKeep_Private(run));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Loop(Run *run, PetscBool restarted, RicReason *reason) {
  RicCase *c = run->c;

  PetscFunctionBegin;
  *reason = RIC_OK;
  if (restarted) // what had stopped the run before stops it again
    PetscCall(WatchEnergy(run, reason));
  else
    PetscCall(Observe(run));
  while (run->step < c->num_steps && *reason == RIC_OK && !run->signal) {
    const PetscInt step = run->step + 1;
    PetscLogDouble begin, end;
    PetscCall(PetscTime(&begin));
    PetscCall(RicStepperAdvance(c->stepper, (PetscReal)step * c->step, reason));
    PetscCall(PetscTime(&end));
    RicTimesAdd(&run->times, step, end - begin);
    if (*reason != RIC_OK)
      break;
    run->step = step;
    PetscCall(Observe(run));
    PetscCall(WatchEnergy(run, reason));
    PetscCall(LookOut(run, end, *reason));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The frame comes last: a run that goes on from here does without it.
static PetscErrorCode KeepLastState(Run *run) {
  const RicState *state;

  PetscFunctionBegin;
  PetscCall(RicStepperGetState(run->c->stepper, &state));
  PetscCall(RicRunKeep_Private(run));
  if (run->frame && state->t > run->t_frame)
    PetscCall(RicFrameWrite(run->frame, state));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The run ends before its time: keep the last good state and say `why`.
static PetscErrorCode EndEarly(Run *run, const char why[]) {
  char path[RIC_PATH_LEN + 16];

  PetscFunctionBegin;
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/checkpoint.h5", run->c->directory));
  const PetscErrorCode ierr = KeepLastState(run);
  PetscCall(PetscFPrintf(run->c->comm, PETSC_STDERR, "ricochet: %s%s%s\n", why,
                         ierr ? "" : "; the last good state is in ", ierr ? "" : path));
  PetscFunctionReturn(ierr);
}

static PetscErrorCode GiveUp(Run *run) {
  const char *failure, *problem = RicDumpFailed(run->dump);
  char why[RIC_TEXT_LEN + RIC_PATH_LEN];

  PetscFunctionBegin;
  PetscCall(RicStepperGetFailure(run->c->stepper, &failure));
  PetscCall(PetscSNPrintf(why, sizeof(why), "%s%s%s", run->failure[0] ? run->failure : failure,
                          problem[0] ? "; its contact problem is in " : "", problem));
  PetscCall(EndEarly(run, why));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Stop(Run *run) {
  char why[RIC_TEXT_LEN];
  const RicState *state;

  PetscFunctionBegin;
  PetscCall(RicStepperGetState(run->c->stepper, &state));
  PetscCall(PetscSNPrintf(why, sizeof(why), "stopped by signal %d (%s) at t = %.9g s", run->signal,
                          strsignal(run->signal), (double)state->t));
  PetscCall(EndEarly(run, why));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What is left of a run, whole or not, besides frames.
static PetscErrorCode Close(Run *run, PetscBool complete) {
  PetscLogDouble end;

  PetscFunctionBegin;
  PetscCall(RicRecordFlush(run->record));
  PetscCall(PetscTime(&end));
  run->times.wall = run->times.before + end - run->begin;
  PetscCall(RicReportWrite(run->c, run->record, &run->times, complete));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A user's mistake that shows in mid-run, such as a load that is no number from some time on: what
// was computed until then is kept like that of a run that ends early, and the mistake is told.
static PetscErrorCode EndWrong(Run *run, PetscErrorCode error) {
  char path[RIC_PATH_LEN + 16], text[RIC_TEXT_LEN], *message;

  PetscFunctionBegin;
  if (error != PETSC_ERR_USER_INPUT)
    PetscFunctionReturn(error);
  PetscCall(PetscErrorMessage(error, NULL, &message));
  PetscCall(PetscStrncpy(text, message, sizeof(text)));
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/checkpoint.h5", run->c->directory));
  PetscCall(KeepLastState(run));
  PetscCall(Close(run, PETSC_FALSE));
  RicUserError(run->c->comm, "%s; the last good state is in %s", text, path);
}

// Replace what an earlier run left, or go on with it.
static PetscErrorCode Begin(Run *run, PetscBool *restarted) {
  RicCase *c = run->c;
  PetscBool here;

  PetscFunctionBegin;
  PetscCall(RicRunFrom_Private(run, &here));
  *restarted = (PetscBool)(run->from != NULL);
  PetscCall(RicRecordCreate(c, &run->record));
  if (*restarted) {
    PetscCall(RicRunContinue_Private(run, here));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RicEarlierRemove(c->comm, c->directory, c->name));
  PetscCall(RicRecordOpen(run->record));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Read and build all; then, when nothing can refuse a name or a path any more, begin.
static PetscErrorCode Prepare(Run *run, MPI_Comm comm, const char filename[],
                              PetscBool *restarted) {
  PetscLogDouble ready;
  RicCase *c;

  PetscFunctionBegin;
  PetscCall(PetscTime(&run->begin));
  PetscCall(PetscOptionsGetBool(NULL, NULL, "-quiet", &run->quiet, NULL));
  PetscCall(RicCaseCreate(comm, filename, &run->c));
  c = run->c;
  PetscCall(RicCaseWarn(c));
  if (!run->quiet)
    PetscCall(RicCaseNote(c));
  PetscCall(RicDirectoryCreate(comm, c->directory));
  PetscCall(RicLockTake(comm, c->directory, &run->lock));
  PetscCall(RicPictureCreate(c, &run->frame));
  PetscCall(RicDumpCreate(c, &run->dump));
  PetscCall(Begin(run, restarted));
  PetscCall(PetscTime(&ready));
  run->times.setup += ready - run->begin;
  run->last_flush = run->last_checkpoint = ready;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Execute(Run *run, MPI_Comm comm, const char filename[], int *exit_code) {
  PetscBool restarted = PETSC_FALSE;
  RicReason reason;

  PetscFunctionBegin;
  PetscCall(Prepare(run, comm, filename, &restarted));
  RicProgressStart(&run->progress, comm, run->quiet, run->c->num_steps, run->c->end);
  const PetscErrorCode ierr = Loop(run, restarted, &reason);
  RicProgressEnd(&run->progress); // an error is told on a line of its own
  if (ierr)
    PetscCall(EndWrong(run, ierr));
  if (reason != RIC_OK) {
    PetscCall(GiveUp(run));
    *exit_code = RIC_EXIT_SOLVER;
  } else if (run->signal) {
    PetscCall(Stop(run));
    *exit_code = RIC_EXIT_SIGNAL;
  }
  const PetscBool complete = (PetscBool)(*exit_code == RIC_EXIT_DONE);
  PetscCall(Close(run, complete));
  if (complete)
    PetscCall(RicOptionsWarnUnused(comm));
  if (!run->quiet)
    PetscCall(RicReportPrint(run->c, run->record, &run->times, complete));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicRunCommand(MPI_Comm comm, const char filename[], int *exit_code) {
  PetscMPIInt size;
  Run *run;

  PetscFunctionBegin;
  *exit_code = RIC_EXIT_DONE;
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCall(PetscNew(&run));
  const PetscErrorCode ierr = Execute(run, comm, filename, exit_code);
  if (ierr && size > 1 && !RicErrorIsOfAllRanks(ierr))
    PetscFunctionReturn(ierr);
  const PetscErrorCode closed = RunDestroy(run);
  PetscCall(PetscFree(run));
  if (ierr)
    PetscFunctionReturn(ierr);
  PetscFunctionReturn(closed);
}
