// SPDX-License-Identifier: BSD-2-Clause
#include "base/options.h"
#include <string.h>

const char *const RicProgramOptions[] = {"o",
                                         "quiet",
                                         "plugin",
                                         "model_check_derivatives",
                                         "stage_type",
                                         "stage_rtol",
                                         "stage_max_it",
                                         "friction_rtol",
                                         "friction_kernel",
                                         "repeat",
                                         "dump_contact_problem",
                                         "restart",
                                         NULL};

// Of the stages, of Newton's method, of the assembly of an initial state.
static const char *const solver_prefixes[] = {"position_", "velocity_", "smooth_",
                                              "step_",     "assemble_", NULL};

// How names behind such a prefix begin.
static const char *const solver_starts[] = {
    "ksp_",    "pc_",    "snes_",       "mat_",       "sub_", "redundant_", "mg_",       "npc_",
    "esteig_", "inner_", "fieldsplit_", "telescope_", "kkt_", "stage_",     "friction_", NULL};

static const char *const petsc_starts[] = {
    "log_",    "malloc",    "options_", "objects_",     "viewer_",        "vec",   "mat",
    "is_",     "sf_",       "dm_",      "draw_",        "cuda_",          "hip_",  "device",
    "random_", "debugger_", "on_error", "error_output", "saws_",          "blas_", "memory_",
    "fp_trap", "check_",    "use_gpu",  "petsc",        "splitreduction", "info_", "mpi_",
    NULL};

static const char *const petsc_names[] = {
    "help",       "version",           "history",         "info",      "start_in_debugger",
    "tmp",        "no_signal_handler", "shared_tmp",      "log",       "stop_for_debugger",
    "nox",        "nox_warning",       "not_shared_tmp",  "display",   "get_total_flops",
    "python",     "skip_petscrc",      "viewfromoptions", "x_virtual", "checkfunctionlist",
    "stack_view", "checkstack",        "mpidump",         "citations", NULL};

static PetscBool IsOneOf(const char name[], const char *const names[]) {
  for (size_t i = 0; names[i]; i++)
    if (!strcmp(name, names[i]))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

// The one of `starts` that the name begins with; NULL: none.
static const char *StartOf(const char name[], const char *const starts[]) {
  for (size_t i = 0; starts[i]; i++)
    if (!strncmp(name, starts[i], strlen(starts[i])))
      return starts[i];
  return NULL;
}

PetscBool RicOptionIsKnown(const char name[]) {
  const char *prefix = StartOf(name, solver_prefixes);

  if (prefix)
    return (PetscBool)(StartOf(name + strlen(prefix), solver_starts) != NULL);
  return (PetscBool)(IsOneOf(name, RicProgramOptions) || IsOneOf(name, petsc_names) ||
                     StartOf(name, petsc_starts));
}

PetscErrorCode RicOptionsFindUnknown(char name[RIC_PATH_LEN]) {
  char **names, **values;
  PetscInt n;

  PetscFunctionBegin;
  name[0] = '\0';
  PetscCall(PetscOptionsLeftGet(NULL, &n, &names, &values));
  for (PetscInt i = 0; i < n && !name[0]; i++)
    if (!RicOptionIsKnown(names[i]))
      PetscCall(PetscStrncpy(name, names[i], RIC_PATH_LEN));
  PetscCall(PetscOptionsLeftRestore(NULL, &n, &names, &values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicOptionsWarnUnused(MPI_Comm comm) {
  char **names, **values;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(PetscOptionsLeftGet(NULL, &n, &names, &values));
  for (PetscInt i = 0; i < n; i++)
    if (StartOf(names[i], solver_prefixes))
      PetscCall(PetscFPrintf(comm, PETSC_STDERR,
                             "ricochet: warning: option -%s: no solver of this run asked for it\n",
                             names[i]));
  PetscCall(PetscOptionsLeftRestore(NULL, &n, &names, &values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicOptionsBeginWith(const char start[], PetscBool *yes) {
  char *all;

  PetscFunctionBegin;
  *yes = PETSC_FALSE;
  PetscCall(PetscOptionsGetAll(NULL, &all));
  for (const char *at = strstr(all, start); at && !*yes; at = strstr(at + 1, start))
    *yes = (PetscBool)(at == all || at[-1] == ' ');
  PetscCall(PetscFree(all));
  PetscFunctionReturn(PETSC_SUCCESS);
}
