// SPDX-License-Identifier: BSD-2-Clause
// Checkpoint: an archive (base/archive.h) in an HDF5 file. A group for each owner, a dataset for each
// entry: numbers as 64-bit floats or integers, texts as bytes. Vectors are in the order of
// io/original.h; one of zeros has no entries. Rank 0 alone touches the file.
//
// It is made in memory, twice its size for a moment, and then written beside, forced to disk and
// renamed: HDF5 never sees a full disk, and a file of that name is whole.
#ifndef RIC_IO_CHECKPOINT_H
#define RIC_IO_CHECKPOINT_H

#include "base/archive.h"

typedef struct RicModel_ *RicModel; // model/model_build.h

// An archive to save into, for the model. Collective, as all of these.
PetscErrorCode RicCheckpointCreate(RicModel model, RicArchive *archive);
// Write it as the file `path`; `keep` in all are left, see RicFileReplaceKeeping. PETSC_ERR_FILE_WRITE
// when that cannot be done, and nothing is lost then.
PetscErrorCode RicCheckpointWrite(RicArchive archive, const char path[], PetscInt keep);
// The file `path` to load from. User error, on all ranks: it cannot be read, is no HDF5 file or
// truncated, or no checkpoint.
PetscErrorCode RicCheckpointOpen(RicModel model, const char path[], RicArchive *archive);
// Can the file be opened so? No error where not.
PetscErrorCode RicCheckpointIsWhole(MPI_Comm comm, const char path[], PetscBool *yes);
// Number of entries of one in the present group; −1: it is missing.
PetscErrorCode RicCheckpointGetSize(RicArchive archive, const char name[], PetscInt *n);
PetscErrorCode RicCheckpointDestroy(RicArchive *archive);

#endif
