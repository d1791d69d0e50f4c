// SPDX-License-Identifier: BSD-2-Clause
// Study: many runs of one input, each a process of its own, and what they come to together. Its
// language is that of docs/studies.md.
#ifndef RIC_STUDY_STUDY_H
#define RIC_STUDY_STUDY_H

#include "io/input.h"
#include <signal.h>

// Keys of the section `study` of an input.
extern const RicParameter RicStudyParameters[];
// The section of the root, NULL when absent: user error for a key it does not have; parameters that
// it names count as used.
PetscErrorCode RicStudyCheckKeys(RicInputNode root, RicInputNode *section);

// Before MPI starts: a copy of what runs shall inherit, and of the mask of signals that they get; from
// here on signals that end a study wait until it looks.
typedef struct {
  char **environment;
  sigset_t mask;
  int nursery; // study/nursery.h
} RicStudyOrigin;
// Returns again in each run on one rank, with its words. An errno, 0 for success.
int RicStudyBegin(RicStudyOrigin *origin, int *argc, char ***argv);
void RicStudyEnd(RicStudyOrigin *origin);

// The command `study`: words [n] are those behind it. *exit_code: 0 all runs are complete, 4 stopped
// by a signal, the code that all failed ones share where none is complete, else 3 where some
// failed. User errors as in input.h. One rank only.
PetscErrorCode RicStudyCommand(const RicStudyOrigin *origin, int n, char **words, int *exit_code);

#endif
