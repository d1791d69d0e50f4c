// SPDX-License-Identifier: BSD-2-Clause
// Norms of the stopping tests, free of units: velocities in the norm of the kinetic energy, forces
// in its dual, gaps and their rates against lengths; and what round-off leaves of each.
//
//   ‖v‖ = √(Σ m_i v_i²),   ‖f‖ = √(Σ f_i²/m_i),   m_i the diagonal of the mass, fixed dofs left out
//
// Round-off. A position is known to eps (|X| + |q|), so a velocity to that over h, an elastic force
// to K times that: no iteration comes closer, whatever its tolerance.
#include "stepper/stepper_impl.h"

#define ROUND_OFF (2 * PETSC_MACHINE_EPSILON)

// Of a gap: this part of the length counts as 1, so that rtol 1e-10 leaves 1e-12 of the length.
#define GAP_TOLERANCE 1e-2

// The entries of x.
static PetscErrorCode CopyOut(Vec x, PetscReal out[]) {
  const PetscScalar *a;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(VecGetLocalSize(x, &n));
  PetscCall(VecGetArrayRead(x, &a));
  PetscCall(PetscArraycpy(out, a, n));
  PetscCall(VecRestoreArrayRead(x, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Weights ----

// m_i and 1/m_i of the model's mass; work [dofs] is overwritten.
static PetscErrorCode ReadMass(RicStepper s, Vec work) {
  const PetscScalar *m;
  Mat mass;

  PetscFunctionBegin;
  PetscCall(RicModelGetMass(s->model, &mass));
  PetscCall(MatGetDiagonal(mass, work));
  PetscCall(RicModelZeroFixed(s->model, work));
  PetscCall(VecGetArrayRead(work, &m));
  for (PetscInt i = 0; i < s->num_dofs_owned; i++) {
    s->mass[i] = m[i];
    s->inverse_mass[i] = m[i] > 0 ? 1 / m[i] : 0;
  }
  PetscCall(VecRestoreArrayRead(work, &m));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// |K_ii| of the tangent; work [dofs] is overwritten.
static PetscErrorCode ReadStiffness(RicStepper s, Vec work) {
  const PetscScalar *a;

  PetscFunctionBegin;
  PetscCall(MatGetDiagonal(s->tangent, work));
  PetscCall(VecGetArrayRead(work, &a));
  for (PetscInt i = 0; i < s->num_dofs_owned; i++)
    s->stiffness[i] = PetscAbsReal(a[i] - s->tangent_m * s->mass[i]) / s->tangent_k;
  PetscCall(VecRestoreArrayRead(work, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Linear steps ask for no norm: then there are no weights.
static PetscErrorCode NeedWeights(RicStepper s) {
  const PetscInt n = s->num_dofs_owned;
  Vec scale, position;

  PetscFunctionBegin;
  if (s->weighted)
    PetscFunctionReturn(PETSC_SUCCESS);
  s->weighted = PETSC_TRUE;
  PetscCall(PetscCalloc5(n, &s->mass, n, &s->inverse_mass, n, &s->stiffness, n, &s->position, n,
                         &s->dof_scale));
  PetscCall(VecDuplicate(s->dof_work, &scale));
  PetscCall(VecDuplicate(s->dof_work, &position));
  PetscCall(RicModelGetDofScales(s->model, scale, position));
  PetscCall(CopyOut(scale, s->dof_scale));
  PetscCall(CopyOut(position, s->position));
  PetscCall(ReadMass(s, scale));
  if (s->tangent_k > 0)
    PetscCall(ReadStiffness(s, scale));
  PetscCall(VecDestroy(&scale));
  PetscCall(VecDestroy(&position));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperSetUpNorms_Private(RicStepper s) {
  PetscFunctionBegin;
  PetscCall(VecGetLocalSize(s->dof_work, &s->num_dofs_owned));
  PetscCall(PetscCalloc1(s->num_rows_owned, &s->row_scale));
  PetscCall(RicModelGetRowScales(s->model, s->row_work));
  PetscCall(CopyOut(s->row_work, s->row_scale));
  if (!s->model_is->linear)
    PetscCall(NeedWeights(s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperDestroyNorms_Private(RicStepper s) {
  PetscFunctionBegin;
  PetscCall(PetscFree(s->row_scale));
  PetscCall(PetscFree5(s->mass, s->inverse_mass, s->stiffness, s->position, s->dof_scale));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperUpdateMass_Private(RicStepper s) {
  PetscFunctionBegin;
  if (s->weighted)
    PetscCall(ReadMass(s, s->dof_work));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperSetStiffness_Private(RicStepper s, PetscReal m, PetscReal k) {
  PetscFunctionBegin;
  s->tangent_m = m;
  s->tangent_k = k;
  if (s->weighted && k > 0)
    PetscCall(ReadStiffness(s, s->dof_work));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperStiffnessTrait_Private(RicStepper s, PetscReal *stiffness) {
  const PetscScalar *a, *m;
  Vec masses;
  Mat mass;

  PetscFunctionBegin;
  *stiffness = 0;
  PetscCall(VecDuplicate(s->dof_work, &masses));
  PetscCall(RicModelGetMass(s->model, &mass));
  PetscCall(MatGetDiagonal(mass, masses));
  PetscCall(RicModelZeroFixed(s->model, masses));
  PetscCall(MatGetDiagonal(s->tangent, s->dof_work));
  PetscCall(VecGetArrayRead(masses, &m));
  PetscCall(VecGetArrayRead(s->dof_work, &a));
  for (PetscInt i = 0; i < s->num_dofs_owned; i++)
    if (m[i] > 0)
      *stiffness = PetscMax(*stiffness, PetscAbsReal(a[i] / (s->tangent_m * m[i]) - 1));
  PetscCall(VecRestoreArrayRead(masses, &m));
  PetscCall(VecRestoreArrayRead(s->dof_work, &a));
  PetscCall(VecDestroy(&masses));
  PetscCall(RicStepperReduce_Private(s, stiffness, 1, MPIU_REAL, MPIU_MAX));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperLargestMass_Private(RicStepper s, PetscReal *largest) {
  PetscFunctionBegin;
  PetscCall(NeedWeights(s));
  *largest = 0;
  for (PetscInt i = 0; i < s->num_dofs_owned; i++)
    *largest = PetscMax(*largest, s->mass[i]);
  PetscCall(RicStepperReduce_Private(s, largest, 1, MPIU_REAL, MPIU_MAX));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Norms ----

// √(Σ w_i x_i²).
static PetscErrorCode WeightedNorm(RicStepper s, const PetscReal weight[], Vec x, PetscReal *norm) {
  const PetscScalar *a;
  PetscReal sum = 0;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(x, &a));
  for (PetscInt i = 0; i < s->num_dofs_owned; i++)
    sum += weight[i] * a[i] * a[i];
  PetscCall(VecRestoreArrayRead(x, &a));
  PetscCall(RicStepperReduce_Private(s, &sum, 1, MPIU_REAL, MPIU_SUM));
  *norm = PetscSqrtReal(sum);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperVelocityNorm_Private(RicStepper s, Vec v, PetscReal *norm) {
  PetscFunctionBegin;
  PetscCall(NeedWeights(s));
  PetscCall(WeightedNorm(s, s->mass, v, norm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperForceNorm_Private(RicStepper s, Vec f, PetscReal *norm) {
  PetscFunctionBegin;
  PetscCall(NeedWeights(s));
  PetscCall(WeightedNorm(s, s->inverse_mass, f, norm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperStiffnessNorm_Private(RicStepper s, Vec x, PetscReal *norm) {
  const PetscScalar *a;
  PetscReal sum = 0;

  PetscFunctionBegin;
  PetscCall(NeedWeights(s));
  PetscCall(VecGetArrayRead(x, &a));
  for (PetscInt i = 0; i < s->num_dofs_owned; i++)
    sum += s->inverse_mass[i] * PetscSqr(s->stiffness[i] * a[i]);
  PetscCall(VecRestoreArrayRead(x, &a));
  PetscCall(RicStepperReduce_Private(s, &sum, 1, MPIU_REAL, MPIU_SUM));
  *norm = PetscSqrtReal(sum);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ‖|X| + |q|‖ and ‖K_ii (|X| + |q|)‖ of the state in one pass.
PetscErrorCode RicStepperRoundOff_Private(RicStepper s, const RicRoundOff **round_off) {
  PetscReal sums[2] = {0, 0};
  const PetscScalar *q;

  PetscFunctionBegin;
  *round_off = &s->round_off;
  if (s->round_off.known)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(NeedWeights(s));
  PetscCall(VecGetArrayRead(s->state.q, &q));
  for (PetscInt i = 0; i < s->num_dofs_owned; i++) {
    const PetscReal size_i = s->position[i] + PetscAbsReal(q[i]), force = s->stiffness[i] * size_i;
    sums[0] += s->mass[i] * size_i * size_i;
    sums[1] += s->inverse_mass[i] * force * force;
  }
  PetscCall(VecRestoreArrayRead(s->state.q, &q));
  PetscCall(RicStepperReduce_Private(s, sums, 2, MPIU_REAL, MPIU_SUM));
  PetscCall(RicStepperVelocityNorm_Private(s, s->state.v, &s->round_off.velocity));
  s->round_off.velocity *= ROUND_OFF;
  s->round_off.position = ROUND_OFF * PetscSqrtReal(sums[0]);
  s->round_off.force = ROUND_OFF * PetscSqrtReal(sums[1]);
  s->round_off.known = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Rows ----

// Largest |y_i| / scale_i of the rows that have to be 0: joints, equalities, contacts with mu > 0;
// with `gaps` also of contacts that penetrate.
static PetscErrorCode LargestRow(RicStepper s, Vec law, Vec mu, Vec y, PetscBool gaps,
                                 PetscReal *largest) {
  const PetscReal *scale = s->row_scale;
  const PetscScalar *a, *n, *l;

  PetscFunctionBegin;
  *largest = 0;
  PetscCall(VecGetArrayRead(y, &a));
  PetscCall(VecGetArrayRead(mu, &n));
  PetscCall(VecGetArrayRead(law, &l));
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    if (l[i] <= 0.5 || (gaps && s->row_kind[i] == RIC_ROW_VELOCITY))
      continue;
    const PetscBool closed =
        (PetscBool)(l[i] > 1.5 || s->row_kind[i] != RIC_ROW_UNILATERAL || n[i] > 0);
    if (closed)
      *largest = PetscMax(*largest, PetscAbsReal(a[i]) / scale[i]);
    else if (gaps)
      *largest = PetscMax(*largest, -a[i] / scale[i]);
  }
  PetscCall(VecRestoreArrayRead(y, &a));
  PetscCall(VecRestoreArrayRead(mu, &n));
  PetscCall(VecRestoreArrayRead(law, &l));
  PetscCall(RicStepperReduce_Private(s, largest, 1, MPIU_REAL, MPIU_MAX));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperGapViolation_Private(RicStepper s, Vec law, Vec mu, Vec gaps,
                                              PetscReal *violation) {
  PetscFunctionBegin;
  PetscCall(LargestRow(s, law, mu, gaps, PETSC_TRUE, violation));
  *violation /= GAP_TOLERANCE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Largest rate of a dof before and after the step against its size, 1/s: what rates of rows are
// compared with.
static PetscErrorCode LargestRate(RicStepper s, PetscReal *rate) {
  const PetscReal *size;
  const PetscScalar *v, *v1;

  PetscFunctionBegin;
  PetscCall(NeedWeights(s));
  size = s->dof_scale;
  *rate = 0;
  PetscCall(VecGetArrayRead(s->state.v, &v));
  PetscCall(VecGetArrayRead(s->next.v, &v1));
  for (PetscInt i = 0; i < s->num_dofs_owned; i++)
    if (size[i] > 0)
      *rate = PetscMax(*rate, PetscMax(PetscAbsReal(v[i]), PetscAbsReal(v1[i])) / size[i]);
  PetscCall(VecRestoreArrayRead(s->state.v, &v));
  PetscCall(VecRestoreArrayRead(s->next.v, &v1));
  PetscCall(RicStepperReduce_Private(s, rate, 1, MPIU_REAL, MPIU_MAX));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperRateViolation_Private(RicStepper s, PetscReal h, Vec law, Vec impulse,
                                               Vec rates, PetscReal *violation) {
  PetscReal largest, rate;

  PetscFunctionBegin;
  PetscCall(LargestRow(s, law, impulse, rates, PETSC_FALSE, &largest));
  *violation = 0;
  if (largest <= PETSC_MACHINE_EPSILON / h) // moves no position
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(LargestRate(s, &rate));
  *violation = largest / rate; // infinite from rest to rest
  PetscFunctionReturn(PETSC_SUCCESS);
}
