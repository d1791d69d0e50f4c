// SPDX-License-Identifier: BSD-2-Clause
// Motion that cannot be: an obstacle driven into what is held, a drive that pulls where nothing gives
// way. The solve of such a step may end well, for rows that depend on others are left as redundant;
// what tells is the new state.
//
//   contact        penetrates, and no free dof is in its row
//   position row   violated more than before, and its rate says so as well (schemes that drift or
//                  that hold positions only violate one of the two); or by a tenth of the length
//   velocity row   its integral lags by more than ten steps of its motion
#include "base/vec.h"
#include "stepper/stepper_impl.h"

#define TOLERANCE 1e-6 // of a row's scale: the model's length, or 1 rad
#define APART 1e5      // tolerances: no drift

typedef struct {
  PetscReal h;
  const PetscScalar *gap, *gap1, *rate1, *motion, *scale; // motion: −ṡ
} Rows;

static PetscErrorCode HasFreeDof(RicStepper s, PetscInt i, PetscBool *yes) {
  const PetscScalar *w;
  PetscInt first, n;

  PetscFunctionBegin;
  *yes = PETSC_FALSE;
  PetscCall(MatGetOwnershipRange(s->rows, &first, NULL));
  PetscCall(MatGetRow(s->rows, first + i, &n, NULL, &w));
  for (PetscInt k = 0; k < n; k++)
    *yes = (PetscBool)(*yes || w[k] != 0);
  PetscCall(MatRestoreRow(s->rows, first + i, &n, NULL, &w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ContactCannot(RicStepper s, const Rows *r, PetscInt i, PetscBool *yes) {
  PetscBool free_dof = PETSC_TRUE;

  PetscFunctionBegin;
  if (r->gap1[i] < -TOLERANCE * r->scale[i])
    PetscCall(HasFreeDof(s, i, &free_dof));
  *yes = (PetscBool)!free_dof;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscBool PositionCannot(const Rows *r, PetscInt i) {
  const PetscReal growth = PetscAbsReal(r->gap1[i]) - PetscAbsReal(r->gap[i]);
  const PetscReal tolerance = TOLERANCE * r->scale[i];

  return (PetscBool)(PetscAbsReal(r->gap1[i]) > APART * tolerance ||
                     (PetscAbsReal(r->gap1[i]) > tolerance && growth > 1e-3 * tolerance &&
                      r->h * PetscAbsReal(r->rate1[i]) > 0.1 * growth));
}

static PetscBool VelocityCannot(RicStepper s, const Rows *r, PetscInt i, PetscScalar *lag) {
  const PetscReal rate = r->rate1[i], motion = PetscAbsReal(r->motion[i]);

  *lag += r->h * rate;
  return (PetscBool)(PetscAbsReal(*lag) > 10 * r->h * motion + 1e3 * TOLERANCE * r->scale[i] &&
                     PetscAbsReal(rate) > 0.1 * motion && s->row_kind[i] == RIC_ROW_VELOCITY);
}

// The first such row of this rank (local), −1 when there is none.
static PetscErrorCode FindRow(RicStepper s, const Rows *r, PetscScalar *lag, PetscInt *row) {
  PetscFunctionBegin;
  *row = -1;
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    PetscBool cannot = PETSC_FALSE;
    if (s->row_kind[i] == RIC_ROW_UNILATERAL)
      PetscCall(ContactCannot(s, r, i, &cannot));
    else if (s->row_kind[i] == RIC_ROW_BILATERAL)
      cannot = PositionCannot(r, i);
    else if (s->row_kind[i] == RIC_ROW_VELOCITY)
      cannot = VelocityCannot(s, r, i, &lag[i]);
    if (cannot && *row < 0)
      *row = i;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperFindImpossible_Private(RicStepper s, PetscReal h, PetscInt *row) {
  Rows r = {.h = h, .scale = s->row_scale};
  PetscInt local, first;
  PetscScalar *lag;

  PetscFunctionBegin;
  PetscCall(RicVecSet(s->row_work, 0.0));
  if (s->num_velocity_rows)
    PetscCall(RicModelRowRates(s->model, s->next.t, h, s->row_work));
  PetscCall(VecGetArrayRead(s->state.gap, &r.gap));
  PetscCall(VecGetArrayRead(s->next.gap, &r.gap1));
  PetscCall(VecGetArrayRead(s->next.gap_velocity, &r.rate1));
  PetscCall(VecGetArrayRead(s->row_work, &r.motion));
  PetscCall(VecGetArray(s->row_lag, &lag));
  PetscCall(FindRow(s, &r, lag, &local));
  PetscCall(VecRestoreArrayRead(s->state.gap, &r.gap));
  PetscCall(VecRestoreArrayRead(s->next.gap, &r.gap1));
  PetscCall(VecRestoreArrayRead(s->next.gap_velocity, &r.rate1));
  PetscCall(VecRestoreArrayRead(s->row_work, &r.motion));
  PetscCall(VecRestoreArray(s->row_lag, &lag));
  PetscCall(VecGetOwnershipRange(s->row_lag, &first, NULL));
  *row = local < 0 ? -1 : first + local;
  PetscCall(RicStepperReduce_Private(s, row, 1, MPIU_INT, MPI_MAX)); // any, the same on all ranks
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperDescribeImpossible_Private(RicStepper s, PetscInt row, char text[],
                                                    size_t len) {
  PetscReal local[3] = {0, 0, 0}; // kind, violation, rate
  char what[RIC_TEXT_LEN / 2];
  PetscInt first, last;

  PetscFunctionBegin;
  PetscCall(RicModelDescribeRow(s->model, row, s->state.q, what, sizeof(what)));
  PetscCall(VecGetOwnershipRange(s->next.gap, &first, &last));
  if (row >= first && row < last) {
    local[0] = s->row_kind[row - first];
    PetscCall(VecGetValues(s->next.gap, 1, &row, &local[1]));
    PetscCall(VecGetValues(s->next.gap_velocity, 1, &row, &local[2]));
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, local, 3, MPIU_REAL, MPIU_SUM, s->comm));
  if ((PetscInt)local[0] == RIC_ROW_UNILATERAL)
    PetscCall(PetscSNPrintf(text, len,
                            "%s: nothing gives way to its motion, gap %.3g m at t = %.9g s", what,
                            (double)local[1], (double)s->next.t));
  else if ((PetscInt)local[0] == RIC_ROW_BILATERAL)
    PetscCall(PetscSNPrintf(
        text, len,
        "%s does not hold, off by %.3g at t = %.9g s: motions that no state satisfies together",
        what, (double)local[1], (double)s->next.t));
  else
    PetscCall(PetscSNPrintf(text, len,
                            "%s does not hold, its rate off by %.3g at t = %.9g s: motions that no "
                            "state satisfies together",
                            what, (double)local[2], (double)s->next.t));
  PetscFunctionReturn(PETSC_SUCCESS);
}
