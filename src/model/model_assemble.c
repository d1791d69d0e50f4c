// SPDX-License-Identifier: BSD-2-Clause
// Assembly of a mechanism: the initial state moved onto its joints.
//
// Newton on g(q) = 0 of the joints' rows alone, each step the solution of W Δq = −g that is least
// in the norm √(Δqᵀ diag(M) Δq), which adds no radians to metres, by LSQR, which takes repeated
// rows as they are; then W Δv = −ġ once. Where nothing solves that, the motions of joints
// contradict one another.
#include "model/model_impl.h"

#define MAX_STEPS 50

PetscErrorCode RicModelSetAssemble(RicModel m, PetscBool assemble) {
  PetscFunctionBegin;
  m->assemble = assemble;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The rows of joints, global; those at velocity level too when `velocity`.
static PetscErrorCode JointRows(RicModel m, Vec gap, PetscBool velocity, IS *rows) {
  const RicRowKind *kind;
  PetscInt num_owned, first, n = 0, *index;

  PetscFunctionBegin;
  PetscCall(RicModelGetRowKinds(m, &kind, &num_owned));
  PetscCall(VecGetOwnershipRange(gap, &first, NULL));
  PetscCall(PetscMalloc1(num_owned, &index));
  for (PetscInt i = 0; i < num_owned; i++)
    if (kind[i] == RIC_ROW_BILATERAL || (velocity && kind[i] == RIC_ROW_VELOCITY))
      index[n++] = first + i;
  PetscCall(ISCreateGeneral(m->comm, n, index, PETSC_OWN_POINTER, rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// d = 1/√m_jj.
static PetscErrorCode InverseRootMass(RicModel m, Vec d) {
  PetscFunctionBegin;
  PetscCall(MatGetDiagonal(m->mass, d));
  PetscCall(VecSqrtAbs(d));
  PetscCall(VecReciprocal(d));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// x −= D (W D)⁺ r over the rows, D = diag(M)^(−1/2).
static PetscErrorCode Correct(RicModel m, Mat W, IS rows, Vec r, Vec x) {
  Vec part, residual, dx, root;
  Mat S;
  KSP ksp;

  PetscFunctionBegin;
  PetscCall(MatCreateSubMatrix(W, rows, NULL, MAT_INITIAL_MATRIX, &S));
  PetscCall(MatCreateVecs(S, &dx, &residual));
  PetscCall(VecDuplicate(dx, &root));
  PetscCall(InverseRootMass(m, root));
  PetscCall(MatDiagonalScale(S, NULL, root));
  PetscCall(VecGetSubVector(r, rows, &part));
  PetscCall(VecCopy(part, residual));
  PetscCall(VecRestoreSubVector(r, rows, &part));
  PetscCall(KSPCreate(m->comm, &ksp));
  PetscCall(KSPSetType(ksp, KSPLSQR));
  PetscCall(KSPSetOperators(ksp, S, S));
  PetscCall(KSPSetOptionsPrefix(ksp, "assemble_"));
  PC pc;
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetType(pc, PCNONE));
  PetscCall(KSPSetTolerances(ksp, 1e-14, 1e-300, PETSC_DEFAULT, 100000));
  PetscCall(KSPSetFromOptions(ksp));
  PetscCall(KSPSolve(ksp, residual, dx));
  PetscCall(VecPointwiseMult(dx, dx, root));
  PetscCall(VecAXPY(x, -1.0, dx));
  PetscCall(RicModelUpdateGhosts(m, x));
  PetscCall(KSPDestroy(&ksp));
  PetscCall(VecDestroy(&dx));
  PetscCall(VecDestroy(&root));
  PetscCall(VecDestroy(&residual));
  PetscCall(MatDestroy(&S));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Largest |y| of the rows of joint i, those at velocity level too when `velocity`. Collective.
static PetscErrorCode LargestRow(RicModel m, PetscInt i, PetscBool velocity, Vec y,
                                 PetscReal *largest) {
  const PetscScalar *a;
  const RicRowKind *kind;
  RicJointView view;

  PetscFunctionBegin;
  *largest = 0;
  PetscCall(RicModelGetRowKinds(m, &kind, NULL));
  PetscCall(RicModelGetJoint(m, i, &view));
  PetscCall(VecGetArrayRead(y, &a));
  for (PetscInt k = view.first_row; k < view.first_row + view.num_rows && view.present; k++)
    if (kind[k] == RIC_ROW_BILATERAL || velocity)
      *largest = PetscMax(*largest, PetscAbsReal(a[k]));
  PetscCall(VecRestoreArrayRead(y, &a));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, largest, 1, MPIU_REAL, MPI_MAX, m->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Name the joint that is furthest from being held at q; gap is worked in. Collective.
static PetscErrorCode RefuseApart(RicModel m, PetscReal t, Vec q, Vec gap) {
  PetscReal worst = -1, error;
  PetscInt joint = 0;

  PetscFunctionBegin;
  PetscCall(RicModelGaps(m, t, q, gap));
  for (PetscInt i = 0; i < m->num_joints; i++) {
    PetscCall(LargestRow(m, i, PETSC_FALSE, gap, &error));
    if (error > worst)
      worst = error, joint = i;
  }
  RicUserError(m->comm,
               "the joints cannot be held together: after %d Newton steps joint '%s' is violated "
               "by %.6g (m or rad)",
               MAX_STEPS, m->joints[joint].name, (double)worst);
}

// What is left of the joints' rates after the least change of the velocities, in rate; *reference:
// the largest velocity or rate before.
static PetscErrorCode RatesLeft(RicModel m, PetscReal t, PetscReal h, Vec q, Vec v, Vec rate,
                                PetscReal *reference) {
  PetscReal largest;
  Vec moved;
  Mat W;
  IS rows;

  PetscFunctionBegin;
  PetscCall(RicModelUpdate(m, t, q, NULL, NULL));
  PetscCall(RicModelGetRows(m, &W));
  PetscCall(JointRows(m, rate, PETSC_TRUE, &rows));
  PetscCall(VecNorm(v, NORM_INFINITY, reference));
  PetscCall(RicModelGapVelocities(m, t, h, v, rate));
  PetscCall(VecNorm(rate, NORM_INFINITY, &largest));
  *reference = PetscMax(*reference, largest);
  PetscCall(RicModelCreateVec(m, &moved));
  PetscCall(VecCopy(v, moved));
  PetscCall(Correct(m, W, rows, rate, moved));
  PetscCall(RicModelGapVelocities(m, t, h, moved, rate));
  PetscCall(VecDestroy(&moved));
  PetscCall(ISDestroy(&rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelFindContradiction(RicModel m, PetscReal t, PetscReal h, Vec q, Vec v,
                                         PetscInt *joint, PetscReal *left) {
  PetscBool *redundant, any = PETSC_FALSE;
  PetscReal reference = 0;
  Vec rate;

  PetscFunctionBegin;
  *joint = -1;
  PetscCall(PetscCalloc1(m->num_joints, &redundant));
  PetscCall(RicModelFindRedundantJoints(m, t, q, redundant));
  for (PetscInt i = 0; i < m->num_joints; i++)
    any = (PetscBool)(any || redundant[i]);
  if (any) { // rows that are independent never contradict one another
    PetscCall(RicModelCreateContactVec(m, &rate));
    PetscCall(RatesLeft(m, t, h, q, v, rate, &reference));
    for (PetscInt i = 0; i < m->num_joints && *joint < 0; i++) {
      PetscCall(LargestRow(m, i, PETSC_TRUE, rate, left));
      if (redundant[i] && *left > 1e-6 * reference)
        *joint = i;
    }
    PetscCall(VecDestroy(&rate));
  }
  PetscCall(PetscFree(redundant));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelAssemble_Private(RicModel m, PetscReal t, PetscReal h, Vec q, Vec v) {
  PetscReal length, error = 0;
  IS rows, all;
  Vec gap;
  Mat W;

  PetscFunctionBegin;
  PetscCall(RicModelGetLength(m, &length));
  PetscCall(RicModelUpdate(m, t, q, NULL, NULL));
  PetscCall(RicModelGetRows(m, &W));
  PetscCall(MatCreateVecs(W, NULL, &gap));
  PetscCall(JointRows(m, gap, PETSC_FALSE, &rows));
  PetscCall(JointRows(m, gap, PETSC_TRUE, &all));
  for (PetscInt k = 0; k < MAX_STEPS; k++) {
    Vec part;
    PetscCall(RicModelGaps(m, t, q, gap));
    PetscCall(VecGetSubVector(gap, rows, &part));
    PetscCall(VecNorm(part, NORM_INFINITY, &error));
    PetscCall(VecRestoreSubVector(gap, rows, &part));
    if (error <= 1e-13 * length)
      break;
    PetscCall(Correct(m, W, rows, gap, q));
    PetscCall(RicModelUpdate(m, t, q, NULL, NULL));
  }
  PetscCall(RicModelGapVelocities(m, t, h, v, gap));
  PetscCall(Correct(m, W, all, gap, v));
  const PetscErrorCode apart = error <= 1e-6 * length ? PETSC_SUCCESS : RefuseApart(m, t, q, gap);
  PetscCall(VecDestroy(&gap));
  PetscCall(ISDestroy(&rows));
  PetscCall(ISDestroy(&all));
  PetscFunctionReturn(apart);
}
