// SPDX-License-Identifier: BSD-2-Clause
#include "io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static PetscBool IsDirectory(const char path[]) {
  struct stat status;

  return (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) ? PETSC_TRUE : PETSC_FALSE;
}

// mkdir may refuse what exists for any reason of its own; what counts is whether the directory is
// there afterwards.
static int MakeDirectory(const char path[]) {
  if (mkdir(path, 0777) == 0)
    return 0;
  int error = errno;
  if (IsDirectory(path))
    return 0;
  return error == EEXIST ? ENOTDIR : error;
}

// `path` is cut at each of its slashes in turn, and whole again on return.
static int MakeDirectories(char path[]) {
  for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    int error = MakeDirectory(path);
    *slash = '/';
    if (error)
      return error;
  }
  return MakeDirectory(path);
}

// Permission bits do not tell: root passes over them, a read-only or virtual file system too. So a
// file is really made.
static int TryToCreateFile(const char dir[]) {
  char trial[RIC_PATH_LEN + RIC_NAME_LEN];

  snprintf(trial, sizeof(trial), "%s/.trial-XXXXXX", dir);
  int descriptor = mkstemp(trial);
  if (descriptor < 0)
    return errno;
  close(descriptor);
  return unlink(trial) == 0 ? 0 : errno;
}

PetscErrorCode RicDirectoryCreate(MPI_Comm comm, const char path[]) {
  char copy[RIC_PATH_LEN];
  int verdict[2] = {0, 0}; // errno of making the directory, of writing to it
  PetscMPIInt rank;

  PetscFunctionBegin;
  RicCheckUser(*path, comm, "the output directory has no name");
  // Room for the names of the files in it.
  RicCheckUser(strlen(path) < sizeof(copy) - 2 * RIC_NAME_LEN, comm,
               "%s: a path of more than %d bytes", path, RIC_PATH_LEN - 2 * RIC_NAME_LEN - 1);
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0) {
    strcpy(copy, path);
    verdict[0] = MakeDirectories(copy);
    if (!verdict[0])
      verdict[1] = TryToCreateFile(path);
  }
  PetscCallMPI(MPI_Bcast(verdict, 2, MPI_INT, 0, comm));
  RicCheckUser(!verdict[0], comm, "%s: cannot be made a directory (%s)", path,
               strerror(verdict[0]));
  RicCheckUser(!verdict[1], comm, "%s: is not writable (%s)", path, strerror(verdict[1]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFileTemporaryName(const char path[], char temporary[]) {
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  int length = snprintf(temporary, RIC_PATH_LEN, "%.*s.%s.part", (int)(name - path), path, name);

  PetscFunctionBegin;
  PetscCheck(length < RIC_PATH_LEN, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "%s: a path of more than %d bytes", path, RIC_PATH_LEN - 8);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFileAgree(MPI_Comm comm, int *error) {
  PetscFunctionBegin;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, error, 1, MPI_INT, MPI_MAX, comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFileCheck(MPI_Comm comm, int error, const char path[]) {
  PetscFunctionBegin;
  PetscCall(RicFileAgree(comm, &error));
  PetscCheck(!error, comm, PETSC_ERR_FILE_WRITE, "%s: cannot be written (%s)", path,
             strerror(error));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int RicFileWriteBytes(int descriptor, const char bytes[], size_t size) {
  size_t done = 0;

  while (done < size) {
    ssize_t count = write(descriptor, bytes + done, size - done);
    if (count > 0)
      done += (size_t)count;
    else if (count == 0)
      return EIO;
    else if (errno != EINTR)
      return errno;
  }
  return 0;
}

// All of the bytes under a temporary name, on disk; what is there of a failure goes.
static int WriteTemporary(const char temporary[], const char bytes[], size_t size) {
  int descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC, 0666);

  if (descriptor < 0)
    return errno;
  int error = RicFileWriteBytes(descriptor, bytes, size);
  if (!error && fsync(descriptor))
    error = errno;
  if (close(descriptor) && !error)
    error = errno;
  if (error)
    unlink(temporary);
  return error;
}

static int Rename(const char from[], const char to[]) {
  if (!rename(from, to))
    return 0;
  const int error = errno;
  unlink(from);
  return error;
}

PetscErrorCode RicFileReplace(MPI_Comm comm, const char path[], const char bytes[], size_t size) {
  PetscFunctionBegin;
  PetscCall(RicFileReplaceKeeping(comm, path, 1, bytes, size));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void RicFileNumberedName(const char path[], PetscInt number, char name[]) {
  const char *dot = strrchr(path, '.');
  const int length = dot ? (int)(dot - path) : (int)strlen(path);

  if (number)
    snprintf(name, RIC_PATH_LEN, "%.*s.%" PetscInt_FMT "%s", length, path, number, dot ? dot : "");
  else
    snprintf(name, RIC_PATH_LEN, "%s", path);
}

// The file and older ones take the next number, so that `keep` are left with the new one to come. What
// is not there need not move.
static void Shift(const char path[], PetscInt keep) {
  char from[RIC_PATH_LEN], to[RIC_PATH_LEN];

  for (PetscInt k = keep - 1; k > 0; k--) {
    RicFileNumberedName(path, k - 1, from);
    RicFileNumberedName(path, k, to);
    (void)rename(from, to);
  }
}

PetscErrorCode RicFileReplaceKeeping(MPI_Comm comm, const char path[], PetscInt keep,
                                     const char bytes[], size_t size) {
  char temporary[RIC_PATH_LEN];
  PetscMPIInt rank;
  int error = 0;

  PetscFunctionBegin;
  PetscCall(RicFileTemporaryName(path, temporary));
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (!rank)
    error = WriteTemporary(temporary, bytes, size);
  if (!rank && !error) {
    Shift(path, keep);
    error = Rename(temporary, path);
  }
  PetscCall(RicFileCheck(comm, error, path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFileSetAside(MPI_Comm comm, const char path[]) {
  char name[RIC_PATH_LEN];
  PetscMPIInt rank;
  PetscInt k = 1;
  int error = 0;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (!rank && access(path, F_OK) == 0) {
    do
      RicFileNumberedName(path, k++, name);
    while (access(name, F_OK) == 0);
    error = rename(path, name) ? errno : 0;
  }
  PetscCall(RicFileCheck(comm, error, path));
  PetscFunctionReturn(PETSC_SUCCESS);
}
