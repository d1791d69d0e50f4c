// SPDX-License-Identifier: BSD-2-Clause
// What a stepper says of a step that failed.
#include "stepper/stepper_impl.h"

// The row of the smallest gap of contacts, or that of the largest reaction of joints; −1 without such
// rows. Collective.
static PetscErrorCode FindForemost(RicStepper s, PetscBool joints, PetscInt *row) {
  struct {
    double value;
    int row;
  } mine = {-PETSC_INFINITY, -1}, most;
  const PetscScalar *gap, *lambda, *impulse;
  PetscInt first;

  PetscFunctionBegin;
  PetscCall(VecGetOwnershipRange(s->state.gap, &first, NULL));
  PetscCall(VecGetArrayRead(s->state.gap, &gap));
  PetscCall(VecGetArrayRead(s->state.lambda, &lambda));
  PetscCall(VecGetArrayRead(s->state.impulse, &impulse));
  for (PetscInt r = 0; r < s->num_rows_owned; r++) {
    const double value = joints ? PetscAbsReal(s->h * lambda[r] + impulse[r]) : -gap[r];
    const PetscBool wanted =
        (PetscBool)(joints ? RicRowIsJoint(s->row_kind[r]) : s->row_kind[r] == RIC_ROW_UNILATERAL);
    if (wanted && value > mine.value)
      mine.value = value, mine.row = (int)(first + r);
  }
  PetscCall(VecRestoreArrayRead(s->state.gap, &gap));
  PetscCall(VecRestoreArrayRead(s->state.lambda, &lambda));
  PetscCall(VecRestoreArrayRead(s->state.impulse, &impulse));
  // A rank without such rows does not win over one with a value that is not finite.
  mine.value = mine.row < 0 ? -PETSC_INFINITY : PetscMax(mine.value, PETSC_MIN_REAL);
  PetscCallMPI(MPI_Allreduce(&mine, &most, 1, MPI_DOUBLE_INT, MPI_MAXLOC, s->comm));
  *row = most.row;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ", what: row", or "" without such rows.
static PetscErrorCode DescribeForemost(RicStepper s, PetscBool joints, const char what[],
                                       char text[], size_t len) {
  char name[RIC_TEXT_LEN / 4];
  PetscInt row = -1;

  PetscFunctionBegin;
  text[0] = 0;
  PetscCall(FindForemost(s, joints, &row));
  if (row < 0)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelDescribeRow(s->model, row, s->state.q, name, sizeof(name)));
  PetscCall(PetscSNPrintf(text, len, ", %s: %s", what, name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperDescribeFailure_Private(RicStepper s, PetscReal h) {
  const char *what = s->overflow ? "velocities that are not finite after" : "no convergence at";
  char contact[RIC_TEXT_LEN / 4], joint[RIC_TEXT_LEN / 4], tried[RIC_NAME_LEN] = "";
  char why[RIC_TEXT_LEN / 4];

  PetscFunctionBegin;
  if (s->impossible >= 0) {
    PetscCall(
        RicStepperDescribeImpossible_Private(s, s->impossible, s->failure, sizeof(s->failure)));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(DescribeForemost(s, PETSC_FALSE, "closest contact", contact, sizeof(contact)));
  PetscCall(DescribeForemost(s, PETSC_TRUE, "largest reaction", joint, sizeof(joint)));
  if (s->substeps == s->max_substeps)
    PetscCall(PetscSNPrintf(tried, sizeof(tried),
                            " after %" PetscInt_FMT " sub-steps (max_substeps)", s->substeps));
  PetscCall(RicStepperWorkDescribe_Private(s, why, sizeof(why)));
  PetscCall(PetscSNPrintf(s->failure, sizeof(s->failure),
                          "%s t = %.9g s with a step of %.3g s%s%s%s%s", what, (double)s->state.t,
                          (double)h, tried, why, contact, joint));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperGetFailure(RicStepper s, const char **text) {
  PetscFunctionBegin;
  *text = s->failure;
  PetscFunctionReturn(PETSC_SUCCESS);
}
