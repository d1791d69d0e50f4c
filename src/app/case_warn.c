// SPDX-License-Identifier: BSD-2-Clause
// What is allowed and hardly meant.
#include "app/case.h"
#include "model/model.h"
#include "model/model_view.h"

// Joints that repeat what others hold run (their reactions are not unique): say which.
static PetscErrorCode WarnRedundant(RicCase *c) {
  const RicState *state;
  PetscBool *redundant;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicModelGetNumJoints(c->model, &n));
  PetscCall(PetscCalloc1(n, &redundant));
  PetscCall(RicStepperGetState(c->stepper, &state));
  PetscCall(RicModelFindRedundantJoints(c->model, state->t, state->q, redundant));
  for (PetscInt i = 0; i < n; i++) {
    RicJointView view;
    PetscCall(RicModelGetJoint(c->model, i, &view));
    if (redundant[i])
      PetscCall(PetscFPrintf(c->comm, PETSC_STDERR,
                             "ricochet: warning: joint '%s' repeats what joints before it hold, "
                             "its reactions are not unique\n",
                             view.name));
  }
  PetscCall(PetscFree(redundant));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Refinement splits a bar in two that are pinned to each other: nothing holds the node between them
// across the bar. Such nodes are the first ones of cells whose number is no multiple of 2^refine
// (see RicMeshRefine).
static PetscErrorCode WarnHinges(RicCase *c) {
  const PetscInt *cells, *original;
  const RicState *state;
  PetscInt num_cells, num_local, n;
  PetscBool *middle;

  PetscFunctionBegin;
  if (!c->refine || c->dim == 1)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicMeshGetNumCells(c->mesh, NULL, &num_cells));
  PetscCall(RicMeshGetNumNodes(c->mesh, NULL, NULL, &num_local));
  PetscCall(RicMeshGetCells(c->mesh, &cells));
  PetscCall(RicMeshGetCellNumbers(c->mesh, &original));
  PetscCall(PetscCalloc1(num_local, &middle));
  for (PetscInt e = 0; e < num_cells; e++)
    if (original[e] % (1 << c->refine))
      middle[cells[2 * e]] = PETSC_TRUE;
  PetscCall(RicStepperGetState(c->stepper, &state));
  PetscCall(RicModelCountFree(c->model, state->q, middle, &n));
  PetscCall(PetscFree(middle));
  if (n)
    PetscCall(PetscFPrintf(c->comm, PETSC_STDERR,
                           "ricochet: warning: mesh.refine: %" PetscInt_FMT
                           " nodes in the middle of bars can move across them freely, a mechanism: "
                           "bars are pinned at their ends\n",
                           n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A support has the last word on where its nodes begin.
static PetscErrorCode WarnOverridden(RicCase *c) {
  RicInputNode initials, item;
  PetscBool alone;
  const RicState *state;
  RicOverridden o;

  PetscFunctionBegin;
  PetscCall(RicStepperGetState(c->stepper, &state));
  PetscCall(RicModelFindOverridden(c->model, state->t, &o));
  if (o.initial < 0)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicInputGetChild(c->root, "initial", &initials));
  PetscCall(RicInputIsMapping(initials, &alone));
  item = initials;
  if (!alone)
    PetscCall(RicInputGetItem(initials, o.initial + (c->start ? 1 : 0), &item));
  PetscCall(RicInputWarn(item, "displacement",
                         "a support holds the node at (%g, %g, %g) at %g m, not at the %g m given",
                         (double)o.place[0], (double)o.place[1], (double)o.place[2], (double)o.held,
                         (double)o.given));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseNote(RicCase *c) {
  const char *type;

  PetscFunctionBegin;
  PetscCall(RicStepperGetType(c->stepper, &type));
  if (c->left_aside[0])
    PetscCall(PetscPrintf(c->comm,
                          "note: -stepper_type %s: options of the file's own stepper are left "
                          "aside: %s\n",
                          type, c->left_aside));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseWarn(RicCase *c) {
  PetscFunctionBegin;
  PetscCall(WarnRedundant(c));
  PetscCall(WarnHinges(c));
  PetscCall(WarnOverridden(c));
  PetscCall(RicInputWarnParameters(c->input));
  PetscFunctionReturn(PETSC_SUCCESS);
}
