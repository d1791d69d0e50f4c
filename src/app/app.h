// SPDX-License-Identifier: BSD-2-Clause
// App: the commands of the program. Each returns PETSC_SUCCESS or an error that main turns into an
// exit code.
#ifndef RIC_APP_APP_H
#define RIC_APP_APP_H

#include "base/base.h"

// Exit codes.
enum {
  RIC_EXIT_DONE = 0,
  RIC_EXIT_ERROR = 1,
  RIC_EXIT_INPUT = 2,
  RIC_EXIT_SOLVER = 3,
  RIC_EXIT_SIGNAL = 4
};

// Do all ranks raise such an error together: wrong input, a full disk, a wrong option of PETSc? After
// any other they may be anywhere: nothing collective is left to them but MPI_Abort, which is main's.
static inline PetscBool RicErrorIsOfAllRanks(PetscErrorCode n) {
  return (PetscBool)(n == PETSC_ERR_USER_INPUT || n == PETSC_ERR_FILE_WRITE ||
                     n == PETSC_ERR_ARG_UNKNOWN_TYPE || n == PETSC_ERR_MISSING_FACTOR);
}

// Run the input to its end; *exit_code RIC_EXIT_SOLVER when the solver gave up, RIC_EXIT_SIGNAL
// when a signal asked it to stop (files are closed and readable).
PetscErrorCode RicRunCommand(MPI_Comm comm, const char filename[], int *exit_code);
// Read and build only; print what the input describes.
PetscErrorCode RicCheckCommand(MPI_Comm comm, const char filename[]);
// Solve the frictional contact problem of an FCLIB file, one rank only; the file of option -o gets it
// with the solution. *exit_code RIC_EXIT_SOLVER when it has none or none was found.
PetscErrorCode RicSolveCommand(MPI_Comm comm, const char filename[], int *exit_code);
// what: a kind of types (kinds.c), one of their names, or "" for all.
PetscErrorCode RicListCommand(MPI_Comm comm, const char what[]);
// Print a JSON schema of the input file, for editors and for docs/reference.md.
PetscErrorCode RicSchemaCommand(MPI_Comm comm);

#endif
