// SPDX-License-Identifier: BSD-2-Clause
// Options: questions about PETSc's options that PETSc does not answer.
#ifndef RIC_BASE_OPTIONS_H
#define RIC_BASE_OPTIONS_H

#include "base/base.h"

// The program's own options that are no values of an input, without their dash, ended by NULL.
extern const char *const RicProgramOptions[];

// Does somebody ask for options of that name (without its dash), now or later: the program, its
// solvers (under the prefixes position_, velocity_, smooth_, step_ and assemble_), PETSc? Of PETSc's
// many names the first words decide.
PetscBool RicOptionIsKnown(const char name[]);

// The first option that nobody has asked for and nobody will, into name; "" without one.
PetscErrorCode RicOptionsFindUnknown(char name[RIC_PATH_LEN]);

// Tell on standard error, a line each, which options of solvers nobody has asked for. Collective.
PetscErrorCode RicOptionsWarnUnused(MPI_Comm comm);

// Is there an option whose name begins so, as in "-step_snes_"?
PetscErrorCode RicOptionsBeginWith(const char start[], PetscBool *yes);

#endif
