// SPDX-License-Identifier: BSD-2-Clause
#include "app/dump.h"
#include "io/fclib.h"

struct RicDump_ {
  RicCase *c;
  PetscInt number;   // of files written
  PetscInt left_out; // problems without a form in the format
  PetscInt too_large;
  char failed[RIC_PATH_LEN];
};

// Rank 0 writes what all have alike; all judge alike.
static PetscErrorCode Write(RicDump d, const RicStageProblem *p, const char path[],
                            PetscBool *written) {
  char about[RIC_TEXT_LEN];
  const RicState *state;
  PetscMPIInt rank, outcome[2] = {0, 0}; // error, written

  PetscFunctionBegin;
  *written = PETSC_FALSE;
  PetscCall(RicStepperGetState(d->c->stepper, &state));
  PetscCall(PetscSNPrintf(about, sizeof(about), "%s, stage %s, step from t = %.9g s, %s",
                          d->c->name, p->prefix, (double)state->t,
                          p->reason == RIC_OK ? "solved" : "not solved"));
  PetscCallMPI(MPI_Comm_rank(d->c->comm, &rank));
  if (!rank) {
    outcome[0] = RicFclibWriteProblem(path, about, &p->problem, p->problem.W, p->r, p->u, written);
    outcome[1] = *written;
  }
  PetscCallMPI(MPI_Bcast(outcome, 2, MPI_INT, 0, d->c->comm));
  *written = outcome[1] ? PETSC_TRUE : PETSC_FALSE;
  PetscFunctionReturn((PetscErrorCode)outcome[0]);
}

// The stepper's watch.
static PetscErrorCode Problem(const RicStageProblem *p, void *ctx) {
  RicDump d = (RicDump)ctx;
  char path[RIC_PATH_LEN];
  PetscBool written;

  PetscFunctionBegin;
  if (!p->problem.W) {
    d->too_large++;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/%s_contact_%06" PetscInt_FMT ".hdf5",
                          d->c->directory, d->c->name, d->number + 1));
  PetscCall(Write(d, p, path, &written));
  d->number += written;
  d->left_out += !written;
  if (written && p->reason != RIC_OK)
    PetscCall(PetscStrncpy(d->failed, path, sizeof(d->failed)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicDumpCreate(RicCase *c, RicDump *dump) {
  static const char *const words[] = {"never", "failed", "all"};
  char word[RIC_NAME_LEN] = "never";
  PetscInt k = 0;
  PetscBool same = PETSC_FALSE;

  PetscFunctionBegin;
  *dump = NULL;
  PetscCall(PetscOptionsGetString(NULL, NULL, "-dump_contact_problem", word, sizeof(word), NULL));
  for (PetscInt i = 0; i < 3 && !same; i++) {
    PetscCall(PetscStrcmp(word, words[i], &same));
    k = i;
  }
  RicCheckUser(same, c->comm,
               "option -dump_contact_problem: must be never, failed or all (is '%s')", word);
  if (!k)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew(dump));
  (*dump)->c = c;
  PetscCall(RicStepperSetWatch(c->stepper, (PetscBool)(k == 2), Problem, *dump));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicDumpDestroy(RicDump *dump) {
  RicDump d = *dump;

  PetscFunctionBegin;
  if (!d)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (d->left_out)
    PetscCall(PetscFPrintf(
        d->c->comm, PETSC_STDERR,
        "ricochet: warning: %" PetscInt_FMT
        " contact problems are not written: the format has none with spin, or of contacts "
        "that slide on beside joints\n",
        d->left_out));
  if (d->too_large)
    PetscCall(PetscFPrintf(d->c->comm, PETSC_STDERR,
                           "ricochet: warning: %" PetscInt_FMT
                           " contact problems are not written: they have more than %d rows\n",
                           d->too_large, RIC_STAGE_WATCH_ROWS));
  PetscCall(PetscFree(*dump));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const char *RicDumpFailed(RicDump d) { return d ? d->failed : ""; }

void RicDumpSetNumber(RicDump d, PetscInt number) {
  if (d)
    d->number = number;
}

PetscInt RicDumpGetNumber(RicDump d) { return d ? d->number : 0; }
