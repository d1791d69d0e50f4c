// SPDX-License-Identifier: BSD-2-Clause
// Plugins: shared objects that register systems, by dlopen. A plugin is not linked with the
// library: its RicSystemRegisterVersion is the one of the program that loads it, which exports its
// symbols.
#include "system/system.h"
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#define REGISTER_FUNCTION "RicochetPluginRegister"

typedef PetscErrorCode (*RegisterFn)(void);

// The register function of the shared object `path`; NULL where there is none, and `message` says
// why. What is loaded stays so: the registry points into it.
static RegisterFn LoadRegister(const char path[], char message[RIC_TEXT_LEN]) {
  RegisterFn function = NULL;
  void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);

  if (!object) {
    const char *why = dlerror(); // names the file
    snprintf(message, RIC_TEXT_LEN, "plugin %s%s", why,
             strstr(why, "undefined symbol: Ric") ? " (compiled with another version of Ricochet?)"
                                                  : "");
    return NULL;
  }
  *(void **)&function = dlsym(object, REGISTER_FUNCTION);
  if (!function) {
    snprintf(message, RIC_TEXT_LEN, "plugin %s: has no function %s", path, REGISTER_FUNCTION);
    dlclose(object);
  }
  return function;
}

// Raise on all ranks what the first of those that failed has to say.
static PetscErrorCode RaiseFirst(MPI_Comm comm, PetscBool failed, char message[RIC_TEXT_LEN]) {
  int rank, size, first;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &size));
  first = failed ? rank : size;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, comm));
  if (first < size) {
    PetscCallMPI(MPI_Bcast(message, RIC_TEXT_LEN, MPI_CHAR, first, comm));
    RicUserError(comm, "%s", message);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What the register function's error, if any, means, with the plugin's name in front.
static PetscErrorCode Describe(const char path[], PetscErrorCode error,
                               char message[RIC_TEXT_LEN]) {
  char text[RIC_TEXT_LEN - RIC_PATH_LEN - RIC_NAME_LEN], *raised = NULL;

  PetscFunctionBeginUser;
  if (error == PETSC_ERR_USER_INPUT)
    PetscCall(PetscErrorMessage(error, NULL, &raised));
  snprintf(text, sizeof text, "%s", raised ? raised : "");
  if (raised && raised[0])
    snprintf(message, RIC_TEXT_LEN, "plugin %s: %s", path, text);
  else
    snprintf(message, RIC_TEXT_LEN, "plugin %s: its %s ends with error %d, expected 0", path,
             REGISTER_FUNCTION, (int)error);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicPluginLoad(MPI_Comm comm, const char filename[]) {
  char path[RIC_PATH_LEN], message[RIC_TEXT_LEN] = "";
  RegisterFn function;

  PetscFunctionBeginUser;
  RicCheckUser(*filename, comm, "a plugin's file name must not be empty");
  RicCheckUser(strlen(filename) + 3 <= sizeof path, comm, "plugin %s: a path of more than %d bytes",
               filename, RIC_PATH_LEN - 3);
  // dlopen would seek a bare name among the system's libraries.
  snprintf(path, sizeof path, "%s%s", strchr(filename, '/') ? "" : "./", filename);
  function = LoadRegister(path, message);
  PetscCall(RaiseFirst(comm, (PetscBool)!function, message));
  const PetscErrorCode error = function();
  if (error)
    PetscCall(Describe(path, error, message));
  PetscCall(RaiseFirst(comm, (PetscBool)(error != PETSC_SUCCESS), message));
  PetscFunctionReturn(PETSC_SUCCESS);
}
