// SPDX-License-Identifier: BSD-2-Clause
// What the state at the start must satisfy: contacts open or just closed, joints held.
#include "app/case.h"
#include "model/model.h"
#include "model/model_view.h"

// What the input says of the contact that a global row belongs to: an item of `contacts`, or a
// system with its contacts; and the unit of its gap.
static PetscErrorCode ContactOfRow(RicCase *c, Vec rows, PetscInt row, RicInputNode *item,
                                   const char **unit) {
  PetscInt n, first, found = -1, contact;
  RicContactView view;
  void *node;

  PetscFunctionBegin;
  PetscCall(VecGetOwnershipRange(rows, &first, NULL));
  PetscCall(RicModelGetNumContacts(c->model, &n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicModelGetContact(c->model, i, &view));
    const PetscInt r = row - first - view.first_row;
    if (r >= 0 && r < view.num_rows * view.width)
      found = i;
  }
  PetscCallMPI(MPI_Allreduce(&found, &contact, 1, MPIU_INT, MPI_MAX, c->comm));
  PetscCall(RicModelGetContact(c->model, contact, &view));
  PetscCall(RicNamesFind(c->contacts, view.name, &node));
  *item = (RicInputNode)node;
  *unit = view.ops && view.ops->angular ? "rad" : "m";
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The smallest gap and its global row, those of joints left out; +inf without contacts. *n: how many are
// below `least`.
static PetscErrorCode SmallestGap(RicCase *c, Vec gaps, PetscReal least, PetscInt *row,
                                  PetscReal *gap, PetscInt *n) {
  const RicRowKind *kind;
  PetscInt num_rows;
  PetscScalar *g;
  Vec open;

  PetscFunctionBegin;
  PetscCall(VecDuplicate(gaps, &open));
  PetscCall(VecCopy(gaps, open));
  PetscCall(RicModelGetRowKinds(c->model, &kind, &num_rows));
  PetscCall(VecGetArray(open, &g));
  *n = 0;
  for (PetscInt i = 0; i < num_rows; i++) {
    g[i] = kind[i] == RIC_ROW_UNILATERAL ? g[i] : PETSC_MAX_REAL;
    *n += g[i] < least;
  }
  PetscCall(VecRestoreArray(open, &g));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, n, 1, MPIU_INT, MPI_SUM, c->comm));
  PetscCall(VecMin(open, row, gap));
  PetscCall(VecDestroy(&open));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What an input says of a point: of a body or node its name.
static PetscErrorCode WriteCarrier(RicInputNode item, const char key[], char text[], size_t len) {
  char name[RIC_NAME_LEN];
  RicInputNode child;
  PetscBool named = PETSC_FALSE;

  PetscFunctionBegin;
  PetscCall(RicInputGetChild(item, key, &child));
  if (child)
    PetscCall(RicInputIsScalar(child, &named));
  if (named) {
    PetscCall(RicInputGetString(item, key, name, sizeof(name)));
    PetscCall(PetscSNPrintf(text, len, "'%s'", name));
  } else
    PetscCall(PetscStrncpy(text, "the ground", len));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// "'a' and 'b' overlap, " where the input names two points; "" of other contacts.
static PetscErrorCode WriteCarriers(RicInputNode item, char text[], size_t len) {
  char a[2 * RIC_NAME_LEN], b[2 * RIC_NAME_LEN];
  RicInputNode child;

  PetscFunctionBegin;
  text[0] = '\0';
  PetscCall(RicInputGetChild(item, "a", &child));
  if (!child)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(WriteCarrier(item, "a", a, sizeof(a)));
  PetscCall(WriteCarrier(item, "b", b, sizeof(b)));
  PetscCall(PetscSNPrintf(text, len, "%s and %s overlap, ", a, b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A contact that begins closed more than by round-off, or than the run had it whose state this is, is a
// mistake of the input.
static PetscErrorCode CheckPenetration(RicCase *c, const RicState *state, PetscReal length) {
  char text[RIC_TEXT_LEN] = "", who[5 * RIC_NAME_LEN], more[RIC_NAME_LEN] = "";
  const PetscReal least = -PetscMax(1e-12 * length, 1.0001 * c->left.penetration);
  const char *unit = "";
  RicInputNode item = NULL;
  PetscReal gap;
  PetscInt row, n;

  PetscFunctionBegin;
  PetscCall(SmallestGap(c, state->gap, least, &row, &gap, &n));
  if (gap >= least)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelDescribeRow(c->model, row, state->q, text, sizeof(text)));
  PetscCall(ContactOfRow(c, state->gap, row, &item, &unit));
  PetscCall(WriteCarriers(item, who, sizeof(who)));
  if (n > 1)
    PetscCall(PetscSNPrintf(more, sizeof(more), " (%" PetscInt_FMT " gaps are not)", n));
  PetscCall(RicInputError(item, NULL, "%s: %sthe gap is %g %s at the start, must be >= 0%s", text,
                          who, (double)gap, unit, more));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A joint may begin with the rounding of coordinates written in decimals, which the first steps
// take away, or with the error of the run whose state this is, not with more.
static PetscErrorCode CheckJoints(RicCase *c, const RicState *state, PetscReal length) {
  const RicRowKind *kind;
  const PetscScalar *g;
  RicInputNode joints, item;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicModelGetNumJoints(c->model, &n));
  PetscCall(RicModelGetRowKinds(c->model, &kind, NULL));
  for (PetscInt i = 0; i < n; i++) {
    PetscReal error = 0;
    RicJointView view;
    PetscCall(RicModelGetJoint(c->model, i, &view));
    PetscCall(VecGetArrayRead(state->gap, &g));
    for (PetscInt k = 0; k < view.num_rows && view.present; k++)
      if (kind[view.first_row + k] == RIC_ROW_BILATERAL)
        error = PetscMax(error, PetscAbsReal(g[view.first_row + k]));
    PetscCall(VecRestoreArrayRead(state->gap, &g));
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPIU_REAL, MPI_MAX, c->comm));
    if (error <= PetscMax(1e-6 * length, 1.0001 * c->left.joint_error))
      continue;
    PetscCall(RicInputGetChild(c->root, "joints", &joints));
    PetscCall(RicInputGetItem(joints, i, &item));
    PetscCall(RicInputError(item, NULL,
                            "joint '%s': the initial state violates it by %g (m or rad), must be 0 "
                            "('assemble: true' moves bodies and nodes there)",
                            view.name, (double)error));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Joints that repeat others may; not with motions of their own.
static PetscErrorCode CheckMotions(RicCase *c, const RicState *state) {
  RicInputNode joints, item;
  RicJointView view;
  PetscReal left;
  PetscInt i;

  PetscFunctionBegin;
  PetscCall(RicModelFindContradiction(c->model, state->t, c->step, state->q, state->v, &i, &left));
  if (i < 0)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelGetJoint(c->model, i, &view));
  PetscCall(RicInputGetChild(c->root, "joints", &joints));
  PetscCall(RicInputGetItem(joints, i, &item));
  PetscCall(RicInputError(item, NULL,
                          "joint '%s' contradicts joints before it: no velocities satisfy them "
                          "together at the start, at best %g (m/s or rad/s) is left",
                          view.name, (double)left));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseCheckStart_Private(RicCase *c) {
  const RicState *state;
  PetscReal length;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicStepperGetState(c->stepper, &state));
  PetscCall(VecGetSize(state->gap, &n));
  if (!n)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelGetLength(c->model, &length));
  PetscCall(CheckPenetration(c, state, length));
  PetscCall(CheckJoints(c, state, length));
  PetscCall(CheckMotions(c, state));
  PetscFunctionReturn(PETSC_SUCCESS);
}
