// SPDX-License-Identifier: BSD-2-Clause
#include "app/earlier.h"
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What of an earlier run goes: frames and contact problems from these numbers on; checkpoints and the
// series or not.
typedef struct {
  const char *name; // of the series
  long frames, problems;
  PetscBool all;
} Going;

// NAME.pvd, NAME_<number>.vtu or NAME_contact_<number>.hdf5.
static PetscBool IsOfSeries(const char file[], const Going *going) {
  const size_t length = strlen(going->name);

  if (strncmp(file, going->name, length))
    return PETSC_FALSE;
  if (!strcmp(file + length, ".pvd"))
    return going->all;
  const PetscBool contact = (PetscBool)!strncmp(file + length, "_contact_", 9);
  const char *number = file + length + (contact ? 9 : file[length] == '_');
  const size_t digits = number > file + length ? strspn(number, "0123456789") : 0;
  if (!digits || strcmp(number + digits, contact ? ".hdf5" : ".vtu"))
    return PETSC_FALSE;
  return (PetscBool)(strtol(number, NULL, 10) >= (contact ? going->problems : going->frames));
}

// checkpoint.h5 or checkpoint.<number>.h5.
static PetscBool IsCheckpoint(const char file[]) {
  if (strncmp(file, "checkpoint.", 11))
    return PETSC_FALSE;
  const size_t digits = strspn(file + 11, "0123456789");
  return (PetscBool)!strcmp(file + 11 + digits + (digits && file[11 + digits] == '.'), "h5");
}

static PetscBool IsResult(const char file[], const Going *going) {
  return (PetscBool)(!strcmp(file, "summary.json") ||
                     (going->all && (!strcmp(file, "history.json") ||
                                     !strcmp(file, "impacts.csv") || IsCheckpoint(file))) ||
                     IsOfSeries(file, going));
}

// A result under the name it has until it is whole, .FILE.part, or what MPI keeps beside it,
// .FILE.part.data.0.
static PetscBool IsPart(const char file[], const char name[]) {
  const Going any = {.name = name, .all = PETSC_TRUE};
  char whole[RIC_PATH_LEN];
  const char *end = strstr(file, ".part");

  if (file[0] != '.' || !end || end == file || (end[5] && end[5] != '.'))
    return PETSC_FALSE;
  const size_t length = (size_t)(end - file - 1);
  if (length >= sizeof(whole))
    return PETSC_FALSE;
  memcpy(whole, file + 1, length);
  whole[length] = '\0';
  return IsResult(whole, &any);
}

// Rank 0: an errno; `failed` is the file then.
static int Remove(const char dir[], const Going *going, char failed[RIC_PATH_LEN]) {
  DIR *directory = opendir(dir);
  int error = directory ? 0 : errno;

  strcpy(failed, ".");
  for (struct dirent *entry; !error && (entry = readdir(directory));) {
    if (!IsResult(entry->d_name, going) && !IsPart(entry->d_name, going->name))
      continue;
    if (unlinkat(dirfd(directory), entry->d_name, 0) && errno != ENOENT) {
      error = errno;
      (void)PetscStrncpy(failed, entry->d_name, RIC_PATH_LEN);
    }
  }
  if (directory)
    closedir(directory);
  return error;
}

static PetscErrorCode RemoveAll(MPI_Comm comm, const char dir[], const Going *going) {
  char failed[RIC_PATH_LEN] = "";
  PetscMPIInt rank;
  int error = 0;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (!rank)
    error = Remove(dir, going, failed);
  PetscCallMPI(MPI_Bcast(&error, 1, MPI_INT, 0, comm));
  PetscCallMPI(MPI_Bcast(failed, RIC_PATH_LEN, MPI_CHAR, 0, comm));
  PetscCheck(!error, comm, PETSC_ERR_FILE_WRITE, "%s/%s: cannot be removed (%s)", dir, failed,
             strerror(error));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicEarlierRemove(MPI_Comm comm, const char dir[], const char name[]) {
  PetscFunctionBegin;
  PetscCall(RemoveAll(comm, dir, &(Going){.name = name, .all = PETSC_TRUE}));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicEarlierRemoveBehind(MPI_Comm comm, const char dir[], const char name[],
                                      PetscInt frames, PetscInt problems) {
  const Going going = {.name = name, .frames = (long)frames, .problems = (long)problems + 1};

  PetscFunctionBegin;
  PetscCall(RemoveAll(comm, dir, &going));
  PetscFunctionReturn(PETSC_SUCCESS);
}
