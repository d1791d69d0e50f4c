// SPDX-License-Identifier: BSD-2-Clause
// What the types have in common: the initial acceleration, and the handling of rows (laws, impact
// rows, violations).
#include "stepper/stepper_impl.h"

// Right-hand side of the joints' acceleration rows: −(d/dt W) v by a difference of W(q + εv) v.
static PetscErrorCode AccelerationRows(RicStepper s, Vec y) {
  const PetscReal eps = 1e-4 * s->h;
  Vec v = s->state.v;

  PetscFunctionBegin;
  for (PetscInt side = -1; side <= 1; side += 2) {
    PetscCall(RicModelMove(s->model, s->state.q, side * eps, v, s->next.q));
    PetscCall(RicModelUpdate(s->model, s->state.t + side * eps, s->next.q, NULL, NULL));
    PetscCall(RicModelGapVelocities(s->model, s->state.t + side * eps, s->h, v, s->row_work));
    if (side < 0)
      PetscCall(VecAXPBY(y, -1 / (2 * eps), 0.0, s->row_work));
    else
      PetscCall(VecAXPY(y, 1 / (2 * eps), s->row_work));
  }
  PetscCall(RicModelUpdate(s->model, s->state.t, s->state.q, NULL, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperInitialAcceleration_Private(RicStepper s, RicStage mass, Vec a,
                                                     Vec lambda) {
  Vec f, y0, y;
  Mat M;
  RicReason reason;
  PetscInt unused = 0;

  PetscFunctionBegin;
  PetscCall(RicModelCreateVec(s->model, &f));
  PetscCall(VecDuplicate(s->row_work, &y0));
  PetscCall(VecDuplicate(s->row_work, &y));
  if (s->num_joint_rows)
    PetscCall(AccelerationRows(s, y0));
  PetscCall(RicModelUpdate(s->model, s->state.t, s->state.q, NULL, NULL));
  PetscCall(RicModelGetMass(s->model, &M));
  if (!s->model_is->linear)
    PetscCall(RicStageSetOperator(mass, M, &s->mass_traits));
  PetscCall(VecSet(a, 0.0));
  PetscCall(RicModelPrescribe(s->model, s->state.t, s->h, NULL, NULL, a));
  PetscCall(
      RicModelMassMult(s->model, a, s->next.q)); // what moving supports demand of the free dofs
  PetscCall(RicModelForce(s->model, s->state.t, s->state.q, s->state.v, f));
  PetscCall(VecAXPY(f, -1.0, s->next.q));
  PetscCall(
      RicStepperLaws_Private(s, RIC_LAW_OFF, RIC_LAW_EQUALITY, RIC_LAW_EQUALITY, s->eligible));
  PetscCall(VecSet(lambda, 0.0));
  PetscCall(RicStageSolve(mass, f, y0, s->eligible, a, y, lambda, &unused, &reason));
  RicCheckUser(reason == RIC_OK, s->comm,
               "the acceleration at the start cannot be found: masses, forces or joints are "
               "singular or out of the range of numbers");
  PetscCall(RicModelPrescribe(s->model, s->state.t, s->h, NULL, NULL, a));
  PetscCall(VecDestroy(&f));
  PetscCall(VecDestroy(&y0));
  PetscCall(VecDestroy(&y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// W v_n with the rows W of v. Approach that the row owes to its turning since t_n counts no more
// than that it had then: sliding along a curved wall is no impact, which would make it chatter.
static PetscErrorCode VelocityBefore(RicStepper s, PetscReal h, Vec before) {
  const PetscScalar *at_n;
  PetscScalar *a;

  PetscFunctionBegin;
  PetscCall(RicModelGapVelocities(s->model, s->state.t, h, s->state.v, before));
  PetscCall(VecGetArrayRead(s->state.gap_velocity, &at_n));
  PetscCall(VecGetArray(before, &a));
  for (PetscInt i = 0; i < s->num_rows_owned; i++)
    if (s->row_kind[i] == RIC_ROW_UNILATERAL && a[i] < 0)
      a[i] = PetscMax(a[i], 2 * PetscMin(at_n[i], 0));
  PetscCall(VecRestoreArray(before, &a));
  PetscCall(VecRestoreArrayRead(s->state.gap_velocity, &at_n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperImpactRows_Private(RicStepper s, PetscReal t1, PetscReal h, Vec v, Vec y) {
  Vec before = s->state.gap_velocity;
  const PetscScalar *e, *a;
  PetscScalar *b;

  PetscFunctionBegin;
  PetscCall(RicModelGapVelocities(s->model, t1, h, v, y));
  if (s->same_rows) {
    before = s->velocity_before;
    PetscCall(VelocityBefore(s, h, before));
  }
  PetscCall(VecGetArrayRead(s->restitution, &e));
  PetscCall(VecGetArrayRead(before, &a));
  PetscCall(VecGetArray(y, &b));
  for (PetscInt i = 0; i < s->num_rows_owned; i++)
    b[i] += e[i] * a[i];
  PetscCall(VecRestoreArrayRead(s->restitution, &e));
  PetscCall(VecRestoreArrayRead(before, &a));
  PetscCall(VecRestoreArray(y, &b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperLaws_Private(RicStepper s, PetscReal unilateral, PetscReal bilateral,
                                      PetscReal velocity, Vec law) {
  const PetscReal by_kind[] = {[RIC_ROW_UNILATERAL] = unilateral,
                               [RIC_ROW_BILATERAL] = bilateral,
                               [RIC_ROW_VELOCITY] = velocity,
                               [RIC_ROW_FRICTION] = RIC_LAW_OFF};
  PetscScalar *a;

  PetscFunctionBegin;
  PetscCall(VecGetArray(law, &a));
  for (PetscInt i = 0; i < s->num_rows_owned; i++)
    a[i] = by_kind[s->row_kind[i]];
  PetscCall(VecRestoreArray(law, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperFrictionLaws_Private(RicStepper s, Vec law) {
  PetscReal normal = RIC_LAW_OFF;
  PetscScalar *a;

  PetscFunctionBegin;
  if (!s->num_friction_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecGetArray(law, &a));
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    if (s->row_kind[i] == RIC_ROW_FRICTION)
      a[i] = normal == RIC_LAW_UNILATERAL ? RIC_LAW_FRICTION : RIC_LAW_OFF;
    else
      normal = a[i];
  }
  PetscCall(VecRestoreArray(law, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscInt RicStepperTangents_Private(RicStepper s, PetscInt i) {
  PetscInt n = 0;

  while (i + n + 1 < s->num_rows_owned && s->row_kind[i + n + 1] == RIC_ROW_FRICTION)
    n++;
  return n;
}

PetscErrorCode RicStepperZeroRows_Private(RicStepper s, RicRowKind kind, Vec y) {
  PetscScalar *a;

  PetscFunctionBegin;
  PetscCall(VecGetArray(y, &a));
  for (PetscInt i = 0; i < s->num_rows_owned; i++)
    if (s->row_kind[i] == kind)
      a[i] = 0;
  PetscCall(VecRestoreArray(y, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperMaskRows_Private(RicStepper s, RicRowKind kind, Vec y) {
  PetscScalar *a;

  PetscFunctionBegin;
  PetscCall(VecGetArray(y, &a));
  for (PetscInt i = 0; i < s->num_rows_owned; i++)
    if (s->row_kind[i] != kind)
      a[i] = 0;
  PetscCall(VecRestoreArray(y, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperCopyRows_Private(RicStepper s, RicRowKind kind, Vec from, Vec to) {
  const PetscScalar *a;
  PetscScalar *b;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(from, &a));
  PetscCall(VecGetArray(to, &b));
  for (PetscInt i = 0; i < s->num_rows_owned; i++)
    if (s->row_kind[i] == kind)
      b[i] = a[i];
  PetscCall(VecRestoreArrayRead(from, &a));
  PetscCall(VecRestoreArray(to, &b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperReduce_Private(RicStepper s, void *values, PetscMPIInt n,
                                        MPI_Datatype type, MPI_Op op) {
  PetscFunctionBegin;
  if (s->size > 1)
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, values, n, type, op, s->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperActivate_Private(RicStepper s, Vec y, Vec base, PetscBool *any) {
  const PetscScalar *a, *b;
  PetscScalar *e;
  PetscMPIInt found = 0;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(y, &a));
  PetscCall(VecGetArrayRead(base, &b));
  PetscCall(VecGetArray(s->eligible, &e));
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    e[i] = s->row_kind[i] == RIC_ROW_UNILATERAL
               ? (a[i] <= RIC_CLOSED * s->row_scale[i] ? RIC_LAW_UNILATERAL : RIC_LAW_OFF)
               : b[i];
    found = found || e[i] > 0.5;
  }
  PetscCall(VecRestoreArrayRead(y, &a));
  PetscCall(VecRestoreArrayRead(base, &b));
  PetscCall(VecRestoreArray(s->eligible, &e));
  PetscCall(RicStepperFrictionLaws_Private(s, s->eligible));
  PetscCall(RicStepperReduce_Private(s, &found, 1, MPI_INT, MPI_MAX));
  *any = found ? PETSC_TRUE : PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperCountPositive_Private(RicStepper s, Vec mu, PetscInt *count) {
  const PetscScalar *a;

  PetscFunctionBegin;
  *count = 0;
  PetscCall(VecGetArrayRead(mu, &a));
  for (PetscInt i = 0; i < s->num_rows_owned; i++)
    *count += s->row_kind[i] == RIC_ROW_UNILATERAL && a[i] > 0;
  PetscCall(VecRestoreArrayRead(mu, &a));
  PetscCall(RicStepperReduce_Private(s, count, 1, MPIU_INT, MPI_SUM));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperAnyNonzero_Private(RicStepper s, Vec mu, PetscBool *any) {
  const PetscScalar *a;
  PetscMPIInt found = 0;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(mu, &a));
  for (PetscInt i = 0; i < s->num_rows_owned; i++)
    found = found || a[i] != 0;
  PetscCall(VecRestoreArrayRead(mu, &a));
  PetscCall(RicStepperReduce_Private(s, &found, 1, MPI_INT, MPI_MAX));
  *any = found ? PETSC_TRUE : PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}
