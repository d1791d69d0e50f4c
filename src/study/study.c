// SPDX-License-Identifier: BSD-2-Clause
#include "study/study_impl.h"
#include <stdio.h>
#include <unistd.h>

static PetscErrorCode Create(const RicStudyOrigin *origin, RicStudy *study) {
  RicStudy s;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&s));
  s->origin = origin;
  *study = s;
  PetscCall(RicStoreCreate(&s->store));
  const ssize_t length = readlink("/proc/self/exe", s->program, sizeof s->program - 1);
  PetscCheck(length > 0, PETSC_COMM_SELF, PETSC_ERR_LIB, "/proc/self/exe: cannot be read");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy(RicStudy *study) {
  RicStudy s = *study;

  PetscFunctionBeginUser;
  for (PetscInt r = 0; s->runs && r < s->n_runs; ++r)
    json_decref(s->runs[r].summary);
  PetscCall(RicInputClose(&s->input));
  PetscCall(RicStoreDestroy(&s->store));
  PetscCall(PetscFree(*study));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// On standard error, whatever else is told.
static void TellFailures(RicStudy s) {
  const RicStudyRun *first = NULL;
  PetscInt failed = 0;

  for (PetscInt r = 0; r < s->n_runs; ++r) {
    if (s->runs[r].state != RIC_RUN_FAILED)
      continue;
    first = first ? first : &s->runs[r];
    ++failed;
  }
  (void)fflush(stdout);
  if (first)
    fprintf(stderr,
            "ricochet: study: %" PetscInt_FMT " of %" PetscInt_FMT
            " runs failed, the first: %s (%s/%s/run.log)\n",
            failed, s->n_runs, first->reason, s->directory, first->directory);
}

static PetscErrorCode Do(RicStudy s, int n, char **words) {
  PetscFunctionBeginUser;
  PetscCall(RicStudyReadWords(s, n, words));
  PetscCall(RicStudyPlan(s));
  PetscCall(RicStudyLaunch(s));
  PetscCall(RicStudyCompare(s));
  PetscCall(RicStudyWriteCsv(s));
  PetscCall(RicStudyWriteJson(s));
  PetscCall(RicStudyPrint(s));
  TellFailures(s);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Codes as those of `run`: 3 the solver gave up, 4 stopped.
static int ExitCode(RicStudy s) {
  int code = 0;
  PetscInt done = 0, failed = 0;

  for (PetscInt r = 0; r < s->n_runs; ++r) {
    done += s->runs[r].state == RIC_RUN_DONE;
    if (s->runs[r].state != RIC_RUN_FAILED)
      continue;
    code = failed++ && code != s->runs[r].code ? 3 : s->runs[r].code;
  }
  if (s->stopped)
    return 4;
  return failed && (done || code < 1 || code > 3) ? 3 : code;
}

PetscErrorCode RicStudyCommand(const RicStudyOrigin *origin, int n, char **words, int *exit_code) {
  RicStudy s = NULL;

  PetscFunctionBeginUser;
  PetscCall(Create(origin, &s));
  const PetscErrorCode error = Do(s, n, words);
  if (!error)
    *exit_code = ExitCode(s);
  PetscCall(Destroy(&s));
  PetscFunctionReturn(error);
}
