// SPDX-License-Identifier: BSD-2-Clause
// Checkpoints of a run, and going on from one.
#include "app/earlier.h"
#include "app/restart.h"
#include "app/run_impl.h"
#include "io/checkpoint.h"
#include "model/model_view.h"
#include <petsctime.h>

// The run has to end behind the checkpoint.
static PetscErrorCode CheckEnd(Run *run) {
  RicInputNode stepper;

  PetscFunctionBegin;
  if (run->step <= run->c->num_steps)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicInputRequireChild(run->c->root, "stepper", &stepper));
  PetscCall(RicInputError(stepper, "end", "the checkpoint is beyond it, at t = %g s",
                          (double)((PetscReal)run->step * run->c->step)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// All but the input. Loading `here`, in the directory of the checkpoint, goes on with its frames as well:
// last, since nothing in the directory changes before it is known that all can be loaded.
static PetscErrorCode Archive(Run *run, RicArchive archive, PetscBool here) {
  PetscBool frames = (PetscBool)(run->frame != NULL);
  PetscInt problems = RicDumpGetNumber(run->dump), dofs;

  PetscFunctionBegin;
  PetscCall(RicArchiveGroup(archive, "run"));
  PetscCall(RicArchiveInt(archive, "step", &run->step));
  PetscCall(RicModelGetSizes(run->c->model, &dofs, NULL, NULL, NULL));
  PetscCall(RicArchiveInt(archive, "num_dofs", &dofs));
  PetscCall(CheckEnd(run));
  PetscCall(RicArchiveInt(archive, "num_problems", &problems));
  PetscCall(RicArchiveReal(archive, "t_frame", &run->t_frame));
  PetscCall(RicArchiveBool(archive, "has_frames", &frames));
  PetscCall(RicTimesArchive(&run->times, archive));
  PetscCall(RicStepperArchive(run->c->stepper, archive));
  PetscCall(RicRecordArchive(run->record, archive));
  if (here)
    RicDumpSetNumber(run->dump, problems);
  PetscCall(RicArchiveGroup(archive, "frames"));
  if (frames && run->frame && here)
    PetscCall(RicFrameArchive(run->frame, archive));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicRunKeep_Private(Run *run) {
  char path[RIC_PATH_LEN + 16];
  PetscLogDouble begin, end;
  RicArchive archive;

  PetscFunctionBegin;
  PetscCall(PetscTime(&begin));
  run->times.wall = run->times.before + begin - run->begin;
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/checkpoint.h5", run->c->directory));
  PetscCall(RicCheckpointCreate(run->c->model, &archive));
  PetscErrorCode error = RicRestartArchiveInput(run->c, archive);
  if (!error)
    error = Archive(run, archive, PETSC_TRUE);
  if (!error)
    error = RicCheckpointWrite(archive, path, run->c->checkpoint.keep);
  PetscCall(RicCheckpointDestroy(&archive));
  PetscCall(PetscTime(&end));
  run->times.output += end - begin;
  run->last_checkpoint = end;
  PetscFunctionReturn(error);
}

PetscBool RicRunKeepDue_Private(const Run *run, PetscLogDouble now) {
  const RicCase *c = run->c;

  if (c->checkpoint.every && (run->step % c->checkpoint.every == 0 || run->step == c->num_steps))
    return PETSC_TRUE;
  if (c->checkpoint.minutes <= 0)
    return PETSC_FALSE;
  return (PetscBool)(run->step == c->num_steps ||
                     (now - run->last_checkpoint) / 60 >= c->checkpoint.minutes);
}

// ---- Going on ----

PetscErrorCode RicRunFrom_Private(Run *run, PetscBool *here) {
  PetscFunctionBegin;
  PetscCall(RicRestartOpen(run->c, &run->from, here));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What begins in a directory of its own shows where it begins.
static PetscErrorCode BeginElsewhere(Run *run) {
  const RicState *state;

  PetscFunctionBegin;
  PetscCall(RicEarlierRemove(run->c->comm, run->c->directory, run->c->name));
  PetscCall(RicRecordOpen(run->record));
  PetscCall(RicStepperGetState(run->c->stepper, &state));
  PetscCall(RicRecordRow(run->record, run->step, state));
  if (run->frame)
    PetscCall(RicRunWriteFrame_Private(run));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ContinueHere(Run *run) {
  PetscInt frames = 0;
  PetscBool continued;

  PetscFunctionBegin;
  if (run->frame)
    PetscCall(RicFrameGetNumFiles(run->frame, &frames));
  PetscCall(RicEarlierRemoveBehind(run->c->comm, run->c->directory, run->c->name, frames,
                                   RicDumpGetNumber(run->dump)));
  PetscCall(RicRecordContinue(run->record, run->step, &continued));
  if (!continued)
    PetscCall(PetscFPrintf(run->c->comm, PETSC_STDERR,
                           "ricochet: note: %s/history.csv has other columns or ends too early; a "
                           "new one begins, the old one, if any, is kept with a number\n",
                           run->c->directory));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicRunContinue_Private(Run *run, PetscBool here) {
  const RicState *state;

  PetscFunctionBegin;
  PetscCall(Archive(run, run->from, here));
  PetscCall(RicCheckpointDestroy(&run->from));
  PetscCall(here ? ContinueHere(run) : BeginElsewhere(run));
  PetscCall(RicStepperGetState(run->c->stepper, &state));
  if (!run->quiet)
    PetscCall(PetscPrintf(run->c->comm, "restart   from step %" PetscInt_FMT ", t = %.9g s\n",
                          run->step, (double)state->t));
  PetscFunctionReturn(PETSC_SUCCESS);
}
