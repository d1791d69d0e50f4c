// SPDX-License-Identifier: BSD-2-Clause
// Restart: which checkpoint a run goes on from, and whether it may.
#ifndef RIC_APP_RESTART_H
#define RIC_APP_RESTART_H

#include "app/case.h"
#include "base/archive.h"

// The checkpoint that the option -restart asks for, open: its file, or without one the newest whole one in
// the output directory. NULL without the option, and, with a note, where there is none in the
// directory. *here: it is one of the directory. User error: no checkpoint, or one of an input that differs in
// what may not change. Collective.
PetscErrorCode RicRestartOpen(RicCase *c, RicArchive *archive, PetscBool *here);
// The input, in the group "input": what of it may not change, its text and the program's version.
// Loading compares. Collective.
PetscErrorCode RicRestartArchiveInput(RicCase *c, RicArchive archive);

#endif
