// SPDX-License-Identifier: BSD-2-Clause
#include "app/earlier.h"
#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

// NAME.pvd, NAME_<number>.vtu or NAME_contact_<number>.hdf5.
static PetscBool IsOfSeries(const char file[], const char name[]) {
  const size_t length = strlen(name);

  if (strncmp(file, name, length))
    return PETSC_FALSE;
  if (!strcmp(file + length, ".pvd"))
    return PETSC_TRUE;
  const PetscBool contact = (PetscBool)!strncmp(file + length, "_contact_", 9);
  const char *number = file + length + (contact ? 9 : file[length] == '_');
  const size_t digits = number > file + length ? strspn(number, "0123456789") : 0;
  return (PetscBool)(digits && !strcmp(number + digits, contact ? ".hdf5" : ".vtu"));
}

static PetscBool IsResult(const char file[], const char name[]) {
  return (PetscBool)(!strcmp(file, "summary.json") || !strcmp(file, "history.json") ||
                     !strcmp(file, "impacts.csv") || !strcmp(file, "checkpoint.h5") ||
                     IsOfSeries(file, name));
}

// A result under the name it has until it is whole, .FILE.part, or what MPI keeps beside it,
// .FILE.part.data.0.
static PetscBool IsPart(const char file[], const char name[]) {
  char whole[RIC_PATH_LEN];
  const char *end = strstr(file, ".part");

  if (file[0] != '.' || !end || end == file || (end[5] && end[5] != '.'))
    return PETSC_FALSE;
  const size_t length = (size_t)(end - file - 1);
  if (length >= sizeof(whole))
    return PETSC_FALSE;
  memcpy(whole, file + 1, length);
  whole[length] = '\0';
  return IsResult(whole, name);
}

// Rank 0: an errno; `failed` is the file then.
static int Remove(const char dir[], const char name[], char failed[RIC_PATH_LEN]) {
  DIR *directory = opendir(dir);
  int error = directory ? 0 : errno;

  strcpy(failed, ".");
  for (struct dirent *entry; !error && (entry = readdir(directory));) {
    if (!IsResult(entry->d_name, name) && !IsPart(entry->d_name, name))
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

PetscErrorCode RicEarlierRemove(MPI_Comm comm, const char dir[], const char name[]) {
  char failed[RIC_PATH_LEN] = "";
  PetscMPIInt rank;
  int error = 0;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (!rank)
    error = Remove(dir, name, failed);
  PetscCallMPI(MPI_Bcast(&error, 1, MPI_INT, 0, comm));
  PetscCallMPI(MPI_Bcast(failed, RIC_PATH_LEN, MPI_CHAR, 0, comm));
  PetscCheck(!error, comm, PETSC_ERR_FILE_WRITE, "%s/%s: cannot be removed (%s)", dir, failed,
             strerror(error));
  PetscFunctionReturn(PETSC_SUCCESS);
}
