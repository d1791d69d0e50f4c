// SPDX-License-Identifier: BSD-2-Clause
// Files and directories as the writers need them: made by rank 0, judged alike by all ranks.
//
// A file that matters is written under a temporary name in its own directory, forced to disk and
// renamed: whoever opens the final name finds the old file or the new one, never a part of one.
#ifndef RIC_IO_FILE_H
#define RIC_IO_FILE_H

#include "base/base.h"

// Make the directory `path` and its parents where they are missing, and try that a file can be
// created in it. User error: it cannot be made, is no directory, is not writable; the text names
// path and cause. Collective; the file system is touched by rank 0 alone.
PetscErrorCode RicDirectoryCreate(MPI_Comm comm, const char path[]);

// Replace the file `path` as a whole by bytes [size], which need be right on rank 0 only.
// PETSC_ERR_FILE_WRITE on all ranks when it cannot be done; an earlier file then stays as it was.
// Collective.
PetscErrorCode RicFileReplace(MPI_Comm comm, const char path[], const char bytes[], size_t size);

// The same; of the file before and older ones keep - 1 stay, with numbers: of DIR/NAME.h5 the file before
// becomes DIR/NAME.1.h5, the one before that DIR/NAME.2.h5. At every moment the newest whole one is that
// of the smallest number there is, the file without one before all.
PetscErrorCode RicFileReplaceKeeping(MPI_Comm comm, const char path[], PetscInt keep,
                                     const char bytes[], size_t size);
// That name, into name [RIC_PATH_LEN]; number 0: the path itself.
void RicFileNumberedName(const char path[], PetscInt number, char name[]);

// Give a file that is there the first free name of those: DIR/NAME.1.csv, DIR/NAME.2.csv, … Collective.
PetscErrorCode RicFileSetAside(MPI_Comm comm, const char path[]);

// dir/.NAME.part for dir/NAME, into temporary [RIC_PATH_LEN]. Hidden, so that nobody's wildcard
// takes it for a result.
PetscErrorCode RicFileTemporaryName(const char path[], char temporary[]);

// ---- Verdicts. `error` is an errno, 0 for success, each rank's own on entry. Collective. ----

// Give all ranks the same verdict: success only where every rank had it.
PetscErrorCode RicFileAgree(MPI_Comm comm, int *error);
// Agree, and raise PETSC_ERR_FILE_WRITE `path: cannot be written (cause)` on all ranks if any
// failed.
PetscErrorCode RicFileCheck(MPI_Comm comm, int error, const char path[]);

// Write all of bytes [size] to an open file, however many calls the system needs. Returns errno, 0
// for success. Not collective.
int RicFileWriteBytes(int descriptor, const char bytes[], size_t size);

#endif
