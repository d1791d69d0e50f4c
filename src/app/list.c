// SPDX-License-Identifier: BSD-2-Clause
// The command `list`: kinds of types, or one type with what inputs say of it.
#include "app/app.h"
#include "app/case.h"
#include "contact/contact.h"
#include "element/element.h"
#include "joint/joint.h"
#include <string.h>

typedef struct {
  const char *name, *description;
  const RicParameter *parameters, *shared; // NULL: the kind tells of itself
} Type;

// A kind of types. Tell: what else there is to say of type i; NULL: nothing beside its parameters.
typedef struct {
  const char *name;
  PetscErrorCode (*Count)(PetscInt *n);
  PetscErrorCode (*Get)(PetscInt i, Type *type);
  PetscErrorCode (*Tell)(MPI_Comm comm, PetscInt i);
} Kind;

// ---- Steppers ----

static PetscErrorCode GetStepper(PetscInt i, Type *type) {
  PetscFunctionBegin;
  *type = (Type){NULL};
  PetscCall(RicStepperGetTypeInfo(i, &type->name, &type->description, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

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

// ---- Elements, joints, contacts ----

static PetscErrorCode CountElements(PetscInt *n) {
  const RicElementOps *const *table;

  PetscFunctionBegin;
  PetscCall(RicElementGetTable(n, &table));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GetElement(PetscInt i, Type *type) {
  const RicElementOps *const *table;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicElementGetTable(&n, &table));
  *type = (Type){table[i]->name, table[i]->description, table[i]->parameters, NULL};
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CountJoints(PetscInt *n) {
  const RicJointOps *const *table;

  PetscFunctionBegin;
  PetscCall(RicJointGetTable(n, &table));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GetJoint(PetscInt i, Type *type) {
  const RicJointOps *const *table;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicJointGetTable(&n, &table));
  *type = (Type){table[i]->name, table[i]->description, table[i]->parameters, NULL};
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CountContacts(PetscInt *n) {
  const RicContactOps *const *table;

  PetscFunctionBegin;
  PetscCall(RicContactGetTable(n, &table));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GetContact(PetscInt i, Type *type) {
  const RicContactOps *const *table;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicContactGetTable(&n, &table));
  *type = (Type){table[i]->name, table[i]->description, table[i]->parameters,
                 RicContactSharedParameters};
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Systems ----

static PetscErrorCode GetSystem(PetscInt i, Type *type) {
  const RicSystemOps *ops;

  PetscFunctionBegin;
  PetscCall(RicSystemGet(i, &ops));
  *type = (Type){ops->name, ops->description ? ops->description : "", NULL, NULL};
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

static const Kind kinds[] = {
    {"steppers", RicStepperGetNumTypes, GetStepper, TellStepper},
    {"elements", CountElements, GetElement, NULL},
    {"joints", CountJoints, GetJoint, NULL},
    {"contacts", CountContacts, GetContact, NULL},
    {"systems", RicSystemGetCount, GetSystem, TellSystem},
};
#define NUM_KINDS ((PetscInt)(sizeof(kinds) / sizeof(kinds[0])))

static PetscErrorCode TellKind(MPI_Comm comm, const Kind *kind) {
  PetscInt n;
  Type type;

  PetscFunctionBegin;
  PetscCall(PetscPrintf(comm, "%s\n", kind->name));
  PetscCall(kind->Count(&n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(kind->Get(i, &type));
    PetscCall(PetscPrintf(comm, "  %-16s %s\n", type.name, type.description));
    if (kind->Tell)
      PetscCall(kind->Tell(comm, i));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A line a parameter: "area  [m²] reference cross-section; > 0, required".
static PetscErrorCode TellParameters(MPI_Comm comm, const RicParameter table[]) {
  char text[RIC_TEXT_LEN];

  PetscFunctionBegin;
  for (const RicParameter *p = table; p && p->key; p++) {
    if (p->kind == RIC_PARAMETER_TYPE) // this one
      continue;
    PetscCall(RicParameterDescribe(p, text, sizeof(text)));
    PetscCall(PetscPrintf(comm, "    %-14s %s%s%s%s%s%s\n", p->key, p->unit[0] ? "[" : "", p->unit,
                          p->unit[0] ? "] " : "", p->help, text[0] ? "; " : "", text));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Tell of each type of that name.
static PetscErrorCode TellType(MPI_Comm comm, const Kind *kind, const char name[],
                               PetscBool *found) {
  PetscInt n;
  Type type;

  PetscFunctionBegin;
  PetscCall(kind->Count(&n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(kind->Get(i, &type));
    if (strcmp(name, type.name))
      continue;
    *found = PETSC_TRUE;
    PetscCall(PetscPrintf(comm, "%s\n  %-16s %s\n", kind->name, type.name, type.description));
    PetscCall(TellParameters(comm, type.parameters));
    PetscCall(TellParameters(comm, type.shared));
    if (kind->Tell)
      PetscCall(kind->Tell(comm, i));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicListCommand(MPI_Comm comm, const char what[]) {
  PetscBool any = PETSC_FALSE;

  PetscFunctionBegin;
  for (PetscInt k = 0; k < NUM_KINDS; k++) {
    if (what[0] && strcmp(what, kinds[k].name))
      continue;
    any = PETSC_TRUE;
    PetscCall(TellKind(comm, &kinds[k]));
  }
  for (PetscInt k = 0; k < NUM_KINDS && !any; k++)
    PetscCall(TellType(comm, &kinds[k], what, &any));
  RicCheckUser(any, comm,
               "list: unknown kind or type '%s' (allowed: steppers, elements, joints, contacts, "
               "systems, and the names they list)",
               what);
  PetscFunctionReturn(PETSC_SUCCESS);
}
