// SPDX-License-Identifier: BSD-2-Clause
// The command `check`.
#include "app/app.h"
#include "app/case.h"
#include "model/model_build.h"

// `parameters: k = 1e+06, T = 0.00628319`
static PetscErrorCode TellParameters(RicCase *c, PetscViewer viewer) {
  const RicConstant *p;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicInputGetParameters(c->input, &n, &p));
  for (PetscInt i = 0; i < n; i++)
    PetscCall(PetscViewerASCIIPrintf(viewer, "%s%s = %.6g%s", i ? ", " : "parameters: ", p[i].name,
                                     (double)p[i].value, i + 1 < n ? "" : "\n"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

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
    PetscCall(TellParameters(c, viewer));
    PetscCall(RicMeshView(c->mesh, viewer));
    PetscCall(RicModelView(c->model, viewer));
    PetscCall(RicStepperView(c->stepper, viewer));
    PetscCall(RicCaseTellStep(c, "step: "));
    PetscCall(RicCaseAdviseStepper(c, "step: "));
    PetscCall(PetscViewerASCIIPrintf(viewer, "output: %s, %" PetscInt_FMT " steps to t = %.6g s\n",
                                     c->directory, c->num_steps,
                                     (double)((PetscReal)c->num_steps * c->step)));
  }
  PetscCall(RicCaseDestroy(&c));
  PetscFunctionReturn(PETSC_SUCCESS);
}
