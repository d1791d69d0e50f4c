// SPDX-License-Identifier: BSD-2-Clause
// The registry. What is registered is the one state of this folder; it ends with PetscFinalize.
#include "base/register.h"
#include "system/system_impl.h"
#include <string.h>

static const RicSystemOps *const builtin[] = {&RicSystem_Oscillator, &RicSystem_SpringPendulum,
                                              &RicSystem_SliderCrank, &RicSystem_Woodpecker};
#define NUM_BUILTIN ((PetscInt)(sizeof builtin / sizeof *builtin))

static struct {
  const RicSystemOps **ops; // [count of capacity], borrowed; NULL while nothing is registered
  PetscInt count, capacity;
} registered;

static PetscInt Count(void) { return NUM_BUILTIN + registered.count; }

static const RicSystemOps *At(PetscInt i) {
  return i < NUM_BUILTIN ? builtin[i] : registered.ops[i - NUM_BUILTIN];
}

PetscErrorCode RicSystemGetCount(PetscInt *n) {
  PetscFunctionBeginUser;
  *n = Count();
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicSystemGet(PetscInt i, const RicSystemOps **ops) {
  PetscFunctionBeginUser;
  PetscCheck(i >= 0 && i < Count(), PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "system number %" PetscInt_FMT ": there are %" PetscInt_FMT ", counted from 0", i,
             Count());
  *ops = At(i);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicSystemFind(const char name[], const RicSystemOps **ops) {
  PetscFunctionBeginUser;
  *ops = NULL;
  for (PetscInt i = 0; i < Count() && !*ops; ++i)
    if (!strcmp(name, At(i)->name))
      *ops = At(i);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckSize(const RicSystemOps *ops, const char what[], PetscInt size,
                                PetscInt low, PetscInt high) {
  PetscFunctionBeginUser;
  RicCheckUser(size >= low && size <= high, PETSC_COMM_SELF,
               "system %s: %s is %" PetscInt_FMT ", must be from %" PetscInt_FMT
               " to %" PetscInt_FMT,
               ops->name, what, size, low, high);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckSizes(const RicSystemOps *ops) {
  PetscFunctionBeginUser;
  PetscCall(CheckSize(ops, "num_dofs", ops->num_dofs, 1, RIC_SYSTEM_MAX_DOFS));
  PetscCall(CheckSize(ops, "num_parameters", ops->num_parameters, 0, RIC_SYSTEM_MAX_PARAMETERS));
  PetscCall(CheckSize(ops, "num_gaps", ops->num_gaps, 0, RIC_SYSTEM_MAX_GAPS));
  PetscCall(CheckSize(ops, "num_points", ops->num_points, 0, PETSC_MAX_INT));
  PetscCall(CheckSize(ops, "num_lines", ops->num_lines, 0, PETSC_MAX_INT));
  for (PetscInt i = 0; ops->lines && i < 2 * ops->num_lines; ++i)
    PetscCall(CheckSize(ops, "an entry of lines", ops->lines[i], 0, ops->num_points - 1));
  for (PetscInt i = 0; ops->gap_points && i < ops->num_gaps; ++i)
    PetscCall(CheckSize(ops, "an entry of gap_points", ops->gap_points[i], 0, ops->num_points - 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckThere(const RicSystemOps *ops, const char what[], PetscBool there) {
  PetscFunctionBeginUser;
  RicCheckUser(there, PETSC_COMM_SELF, "system %s: %s is NULL, must be given", ops->name, what);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckFunctions(const RicSystemOps *ops) {
  PetscFunctionBeginUser;
  PetscCall(CheckThere(ops, "Mass", (PetscBool)(ops->Mass != NULL)));
  PetscCall(CheckThere(ops, "Force", (PetscBool)(ops->Force != NULL)));
  PetscCall(CheckThere(ops, "Potential", (PetscBool)(ops->Potential != NULL)));
  PetscCall(CheckThere(ops, "Gap", (PetscBool)(ops->Gap || !ops->num_gaps)));
  PetscCall(CheckThere(ops, "Points", (PetscBool)(ops->Points || !ops->num_points)));
  PetscCall(CheckThere(ops, "lines", (PetscBool)(ops->lines || !ops->num_lines)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What names that are keys of inputs and heads of columns must not hold.
#define NOT_IN_NAMES " \t\r\n.,:#'\"{}[]"

static PetscErrorCode CheckNames(const RicSystemOps *ops, const char what[], PetscInt n,
                                 const char *const names[]) {
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n; ++i) {
    RicCheckUser(names[i] && *names[i], PETSC_COMM_SELF,
                 "system %s: %s [%" PetscInt_FMT "] is missing", ops->name, what, i);
    RicCheckUser(
        strlen(names[i]) < RIC_NAME_LEN && !strpbrk(names[i], NOT_IN_NAMES), PETSC_COMM_SELF,
        "system %s: %s has '%s', a name is shorter than %d bytes, without blanks and . , : "
        "# ' \" brackets",
        ops->name, what, names[i], RIC_NAME_LEN);
    for (PetscInt j = 0; j < i; ++j)
      RicCheckUser(strcmp(names[i], names[j]), PETSC_COMM_SELF, "system %s: %s has %s twice",
                   ops->name, what, names[i]);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The rate of a coordinate x is the column vx of history.csv, that of theta is omega: no coordinate
// may be called so.
static PetscErrorCode CheckRates(const RicSystemOps *ops) {
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < ops->num_dofs; ++i) {
    const char *rate = strcmp(ops->dof_names[i], "theta") ? ops->dof_names[i] : NULL;
    for (PetscInt j = 0; j < ops->num_dofs; ++j) {
      const char *name = ops->dof_names[j];
      const PetscBool same =
          (PetscBool)(rate ? name[0] == 'v' && !strcmp(name + 1, rate) : !strcmp(name, "omega"));
      RicCheckUser(!same, PETSC_COMM_SELF,
                   "system %s: dof_names has %s, the name of the rate of %s", ops->name, name,
                   ops->dof_names[i]);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckDefaults(const RicSystemOps *ops) {
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < ops->num_parameters; ++i)
    RicCheckUser(!PetscIsInfReal(ops->parameter_defaults[i]), PETSC_COMM_SELF,
                 "system %s: the default of parameter %s must be finite, or NaN for none",
                 ops->name, ops->parameter_names[i]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckOps(const RicSystemOps *ops) {
  PetscFunctionBeginUser;
  RicCheckUser(ops->name && *ops->name, PETSC_COMM_SELF, "a system must have a name");
  RicCheckUser(strlen(ops->name) < RIC_NAME_LEN, PETSC_COMM_SELF,
               "system %s: a name must be shorter than %d bytes", ops->name, RIC_NAME_LEN);
  PetscCall(CheckSizes(ops));
  PetscCall(CheckFunctions(ops));
  PetscCall(CheckNames(ops, "dof_names", ops->num_dofs, ops->dof_names));
  PetscCall(CheckNames(ops, "parameter_names", ops->num_parameters, ops->parameter_names));
  PetscCall(CheckNames(ops, "gap_names", ops->num_gaps, ops->gap_names));
  PetscCall(CheckRates(ops));
  PetscCall(CheckDefaults(ops));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ForgetRegistered(void) {
  PetscFunctionBeginUser;
  PetscCall(PetscFree(registered.ops));
  registered.count = registered.capacity = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Append(const RicSystemOps *ops) {
  PetscFunctionBeginUser;
  if (registered.count == registered.capacity) {
    const PetscInt capacity = registered.capacity ? 2 * registered.capacity : 4;
    const RicSystemOps **larger;
    PetscCall(PetscMalloc1(capacity, &larger));
    PetscCall(PetscArraycpy(larger, registered.ops, registered.count));
    if (!registered.ops)
      PetscCall(PetscRegisterFinalize(ForgetRegistered));
    PetscCall(PetscFree(registered.ops));
    registered.ops = larger;
    registered.capacity = capacity;
  }
  registered.ops[registered.count++] = ops;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicSystemRegisterVersion(const RicSystemOps *ops, int version, size_t size) {
  const RicCompiled ours = {"system/system.h", "RicSystemOps", RIC_SYSTEM_VERSION,
                            sizeof(RicSystemOps)};
  const RicSystemOps *known = NULL;

  PetscFunctionBeginUser;
  PetscCall(RicRegisterCheckCompiled(&ours, version, size));
  PetscCall(CheckOps(ops));
  PetscCall(RicSystemFind(ops->name, &known));
  RicCheckUser(!known || known == ops, PETSC_COMM_SELF,
               "system %s: another system of this name is registered already", ops->name);
  if (!known)
    PetscCall(Append(ops));
  PetscFunctionReturn(PETSC_SUCCESS);
}
