// SPDX-License-Identifier: BSD-2-Clause
// The command `list`: kinds of types, or one type with what inputs say of it.
#include "app/app.h"
#include "app/case.h"
#include "app/kinds.h"
#include <string.h>

static PetscErrorCode TellOption(MPI_Comm comm, const RicStepperOption *o) {
  PetscFunctionBegin;
  PetscCall(PetscPrintf(comm, "    %-14s %s, ", o->name, o->help));
  if (!o->choices[0])
    PetscCall(PetscPrintf(comm, "%.6g … %.6g, default %.6g", (double)o->lowest, (double)o->highest,
                          (double)o->value));
  for (PetscInt w = 0; o->choices[0] && w < 4 && o->choices[w]; w++)
    PetscCall(PetscPrintf(comm, "%s%s%s", w ? " | " : "", o->choices[w],
                          w == (PetscInt)o->value ? " (default)" : ""));
  PetscCall(PetscPrintf(comm, "\n"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode TellStepper(MPI_Comm comm, PetscInt i) {
  const char *name, *description;
  const RicStepperOption *option;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicStepperGetTypeInfo(i, &name, &description, &n));
  for (PetscInt k = 0; k < n; k++) {
    PetscCall(RicStepperGetTypeOption(i, k, &option));
    PetscCall(TellOption(comm, option));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// "l1 = 0.153", or "l1" where there is no default.
static PetscErrorCode TellValues(MPI_Comm comm, const RicSystemOps *ops) {
  PetscFunctionBegin;
  for (PetscInt i = 0; i < ops->num_parameters; i++) {
    const PetscReal value = ops->parameter_defaults[i];
    PetscCall(PetscPrintf(comm, "%s %s", i ? "," : "    parameters", ops->parameter_names[i]));
    if (!PetscIsInfOrNanReal(value))
      PetscCall(PetscPrintf(comm, " = %.6g", (double)value));
  }
  if (ops->num_parameters)
    PetscCall(PetscPrintf(comm, "\n"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode TellNames(MPI_Comm comm, const char what[], PetscInt n,
                                const char *const names[]) {
  PetscFunctionBegin;
  for (PetscInt i = 0; i < n; i++)
    PetscCall(PetscPrintf(comm, "%s%s %s", i ? "," : "    ", i ? "" : what, names[i]));
  if (n)
    PetscCall(PetscPrintf(comm, "\n"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode TellSystem(MPI_Comm comm, PetscInt i) {
  const RicSystemOps *ops;

  PetscFunctionBegin;
  PetscCall(RicSystemGet(i, &ops));
  PetscCall(TellNames(comm, "coordinates", ops->num_dofs, ops->dof_names));
  PetscCall(TellValues(comm, ops));
  PetscCall(TellNames(comm, "contacts", ops->num_gaps, ops->gap_names));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- The command ----

// What there is to say of type i of a kind beside its parameters.
static PetscErrorCode Tell(MPI_Comm comm, const RicKind *kind, PetscInt i) {
  PetscFunctionBegin;
  if (!strcmp(kind->name, "steppers"))
    PetscCall(TellStepper(comm, i));
  if (!strcmp(kind->name, "systems"))
    PetscCall(TellSystem(comm, i));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode TellKind(MPI_Comm comm, const RicKind *kind) {
  PetscInt n;
  RicType type;

  PetscFunctionBegin;
  PetscCall(PetscPrintf(comm, "%s\n", kind->name));
  PetscCall(kind->Count(&n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(kind->Get(i, &type));
    PetscCall(PetscPrintf(comm, "  %-16s %s\n", type.name, type.description));
    PetscCall(Tell(comm, kind, i));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A line a parameter: "area  [m²] reference cross-section; > 0, required"; keys of mappings follow theirs
// further to the right.
static PetscErrorCode TellParameters(MPI_Comm comm, int indent, const RicParameter table[]) {
  char text[RIC_TEXT_LEN];

  PetscFunctionBegin;
  for (const RicParameter *p = table; p && p->key; p++) {
    if (p->kind == RIC_PARAMETER_TYPE) // this one
      continue;
    PetscCall(RicParameterDescribe(p, text, sizeof(text)));
    PetscCall(PetscPrintf(comm, "%*s%-14s %s%s%s%s%s%s\n", indent, "", p->key,
                          p->unit[0] ? "[" : "", p->unit, p->unit[0] ? "] " : "", p->help,
                          text[0] ? "; " : "", text));
    if (p->keys)
      PetscCall(TellParameters(comm, indent + 2, p->keys));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Tell of each type of that name.
static PetscErrorCode TellType(MPI_Comm comm, const RicKind *kind, const char name[],
                               PetscBool *found) {
  PetscInt n;
  RicType type;

  PetscFunctionBegin;
  PetscCall(kind->Count(&n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(kind->Get(i, &type));
    if (strcmp(name, type.name))
      continue;
    *found = PETSC_TRUE;
    PetscCall(PetscPrintf(comm, "%s\n  %-16s %s\n", kind->name, type.name, type.description));
    PetscCall(TellParameters(comm, 4, type.parameters));
    PetscCall(TellParameters(comm, 4, type.shared));
    PetscCall(Tell(comm, kind, i));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Tell of a section of the input that is no kind of types.
static PetscErrorCode TellSection(MPI_Comm comm, const char name[], PetscBool *found) {
  PetscFunctionBegin;
  for (const RicParameter *p = RicTopParameters; p->key; p++) {
    if (!p->keys || strcmp(name, p->key))
      continue;
    *found = PETSC_TRUE;
    PetscCall(PetscPrintf(comm, "%s\n", p->key));
    PetscCall(TellParameters(comm, 2, p->keys));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicListCommand(MPI_Comm comm, const char what[]) {
  PetscBool any = PETSC_FALSE;

  PetscFunctionBegin;
  for (const RicKind *kind = RicKinds; kind->name; kind++) {
    if (what[0] && strcmp(what, kind->name))
      continue;
    any = PETSC_TRUE;
    PetscCall(TellKind(comm, kind));
  }
  if (!any)
    PetscCall(TellSection(comm, what, &any));
  const PetscBool is_told = any;
  for (const RicKind *kind = RicKinds; kind->name && !is_told; kind++)
    PetscCall(TellType(comm, kind, what, &any));
  RicCheckUser(any, comm,
               "list: unknown kind or type '%s' (allowed: steppers, elements, joints, contacts, "
               "systems, springs, shapes, sections of inputs, and the names they list)",
               what);
  PetscFunctionReturn(PETSC_SUCCESS);
}
