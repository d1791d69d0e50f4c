// SPDX-License-Identifier: BSD-2-Clause
// The commands `check` and `list`.
#include "app/app.h"
#include "app/case.h"

PetscErrorCode RicCheckCommand(MPI_Comm comm, const char filename[]) {
  RicCase *c = NULL;
  PetscViewer viewer = PETSC_VIEWER_STDOUT_(comm);
  PetscBool quiet = PETSC_FALSE;

  PetscFunctionBegin;
  PetscCall(PetscOptionsGetBool(NULL, NULL, "-quiet", &quiet, NULL));
  PetscCall(RicCaseCreate(comm, filename, &c));
  PetscCall(RicCaseWarn(c));
  if (!quiet) {
    PetscCall(PetscViewerASCIIPrintf(viewer, "%s: is good\n", filename));
    PetscCall(RicCaseNote(c));
    PetscCall(RicMeshView(c->mesh, viewer));
    PetscCall(RicModelView(c->model, viewer));
    PetscCall(RicStepperView(c->stepper, viewer));
    PetscCall(RicCaseTellStep(c, "step: "));
    PetscCall(PetscViewerASCIIPrintf(viewer, "output: %s, %" PetscInt_FMT " steps to t = %.6g s\n",
                                     c->directory, c->num_steps,
                                     (double)((PetscReal)c->num_steps * c->step)));
  }
  PetscCall(RicCaseDestroy(&c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ListSteppers(MPI_Comm comm) {
  PetscInt n, num;

  PetscFunctionBegin;
  PetscCall(PetscPrintf(comm, "steppers\n"));
  PetscCall(RicStepperGetNumTypes(&n));
  for (PetscInt i = 0; i < n; i++) {
    const char *name, *description;
    PetscCall(RicStepperGetTypeInfo(i, &name, &description, &num));
    PetscCall(PetscPrintf(comm, "  %-16s %s\n", name, description));
    for (PetscInt k = 0; k < num; k++) {
      const RicStepperOption *o;
      PetscCall(RicStepperGetTypeOption(i, k, &o));
      PetscCall(PetscPrintf(comm, "    %-14s %s, ", o->name, o->help));
      if (!o->choices[0])
        PetscCall(PetscPrintf(comm, "%.6g … %.6g, default %.6g\n", (double)o->lowest,
                              (double)o->highest, (double)o->value));
      for (PetscInt w = 0; o->choices[0] && w < 4 && o->choices[w]; w++)
        PetscCall(PetscPrintf(comm, "%s%s%s", w ? " | " : "", o->choices[w],
                              w == (PetscInt)o->value ? " (default)" : ""));
      if (o->choices[0])
        PetscCall(PetscPrintf(comm, "\n"));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ListElements(MPI_Comm comm) {
  const RicElementOps *const *table;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(PetscPrintf(comm, "elements\n"));
  PetscCall(RicElementGetTable(&n, &table));
  for (PetscInt i = 0; i < n; i++)
    PetscCall(PetscPrintf(comm, "  %-16s %s\n", table[i]->name, table[i]->description));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ListContacts(MPI_Comm comm) {
  const RicContactOps *const *table;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(PetscPrintf(comm, "contacts\n"));
  PetscCall(RicContactGetTable(&n, &table));
  for (PetscInt i = 0; i < n; i++)
    PetscCall(PetscPrintf(comm, "  %-16s %s\n", table[i]->name, table[i]->description));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ListJoints(MPI_Comm comm) {
  const RicJointOps *const *table;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(PetscPrintf(comm, "joints\n"));
  PetscCall(RicJointGetTable(&n, &table));
  for (PetscInt i = 0; i < n; i++)
    PetscCall(PetscPrintf(comm, "  %-16s %s\n", table[i]->name, table[i]->description));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// "l1 = 0.153", or "l1" where there is no default.
static PetscErrorCode ListParameters(MPI_Comm comm, const RicSystemOps *ops) {
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

static PetscErrorCode ListNames(MPI_Comm comm, const char what[], PetscInt n,
                                const char *const names[]) {
  PetscFunctionBegin;
  for (PetscInt i = 0; i < n; i++)
    PetscCall(PetscPrintf(comm, "%s%s %s", i ? "," : "    ", i ? "" : what, names[i]));
  if (n)
    PetscCall(PetscPrintf(comm, "\n"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ListSystems(MPI_Comm comm) {
  const RicSystemOps *ops;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(PetscPrintf(comm, "systems\n"));
  PetscCall(RicSystemGetCount(&n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicSystemGet(i, &ops));
    PetscCall(
        PetscPrintf(comm, "  %-16s %s\n", ops->name, ops->description ? ops->description : ""));
    PetscCall(ListNames(comm, "coordinates", ops->num_dofs, ops->dof_names));
    PetscCall(ListParameters(comm, ops));
    PetscCall(ListNames(comm, "contacts", ops->num_gaps, ops->gap_names));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicListCommand(MPI_Comm comm, const char what[]) {
  static const char *const names[] = {"steppers", "elements", "joints", "contacts", "systems"};
  static PetscErrorCode (*const list[])(MPI_Comm) = {ListSteppers, ListElements, ListJoints,
                                                     ListContacts, ListSystems};
  const PetscInt n = (PetscInt)(sizeof(names) / sizeof(names[0]));
  PetscBool same, any = PETSC_FALSE;

  PetscFunctionBegin;
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(PetscStrcmp(what, names[i], &same));
    if (what[0] && !same)
      continue;
    any = PETSC_TRUE;
    PetscCall(list[i](comm));
  }
  RicCheckUser(any, comm,
               "list: unknown kind '%s' (allowed: steppers, elements, joints, contacts, systems)",
               what);
  PetscFunctionReturn(PETSC_SUCCESS);
}
