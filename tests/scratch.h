// SPDX-License-Identifier: BSD-2-Clause
// A directory for the files of one test, alike on all ranks, and their bytes read back.
#ifndef RIC_TESTS_SCRATCH_H
#define RIC_TESTS_SCRATCH_H

#include "base/base.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Made by rank 0 below TMPDIR; removed by ScratchRemove.
static inline PetscErrorCode ScratchCreate(MPI_Comm comm, char dir[RIC_PATH_LEN]) {
  const char *root = getenv("TMPDIR");
  int rank;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0) {
    snprintf(dir, RIC_PATH_LEN, "%s/ricochet-XXXXXX", root ? root : "/tmp");
    PetscCheck(mkdtemp(dir), PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "%s: cannot be made", dir);
  }
  PetscCallMPI(MPI_Bcast(dir, RIC_PATH_LEN, MPI_CHAR, 0, comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The names in `dir` but . and .., how many; each is removed where `remove_them`.
static inline int ScratchCount(const char dir[], PetscBool remove_them) {
  char path[2 * RIC_PATH_LEN];
  DIR *stream = opendir(dir);
  struct dirent *entry;
  int count = 0;

  while (stream && (entry = readdir(stream))) {
    if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
      continue;
    snprintf(path, sizeof(path), "%s/%s", dir, entry->d_name);
    if (remove_them)
      remove(path);
    count++;
  }
  if (stream)
    closedir(stream);
  return count;
}

// Files of the directory and the directory; no directories in it.
static inline PetscErrorCode ScratchRemove(MPI_Comm comm, const char dir[]) {
  int rank;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Barrier(comm));
  if (rank == 0) {
    ScratchCount(dir, PETSC_TRUE);
    rmdir(dir);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The bytes of a file, zero-terminated, to be freed; NULL where there is none.
static inline char *ReadBytes(const char path[], size_t *size) {
  FILE *file = fopen(path, "rb");
  char *bytes = NULL;

  *size = 0;
  if (!file)
    return NULL;
  fseek(file, 0, SEEK_END);
  long length = ftell(file);
  rewind(file);
  bytes = calloc((size_t)length + 1, 1);
  *size = fread(bytes, 1, (size_t)length, file);
  fclose(file);
  return bytes;
}

#endif
