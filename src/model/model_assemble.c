// SPDX-License-Identifier: BSD-2-Clause
// Assembly of a mechanism: the initial state moved onto its joints.
//
// Newton on g(q) = 0 of the joints' rows alone, each step the least-norm solution of W Δq = −g by
// LSQR, which takes repeated rows as they are; then W Δv = −ġ once.
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

// x −= W⁺ r over the rows.
static PetscErrorCode Correct(RicModel m, Mat W, IS rows, Vec r, Vec x) {
  Vec part, residual, dx;
  Mat S;
  KSP ksp;

  PetscFunctionBegin;
  PetscCall(MatCreateSubMatrix(W, rows, NULL, MAT_INITIAL_MATRIX, &S));
  PetscCall(MatCreateVecs(S, &dx, &residual));
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
  PetscCall(KSPSetTolerances(ksp, 1e-14, PETSC_DEFAULT, PETSC_DEFAULT, 100000));
  PetscCall(KSPSetFromOptions(ksp));
  PetscCall(KSPSolve(ksp, residual, dx));
  PetscCall(VecAXPY(x, -1.0, dx));
  PetscCall(RicModelUpdateGhosts(m, x));
  PetscCall(KSPDestroy(&ksp));
  PetscCall(VecDestroy(&dx));
  PetscCall(VecDestroy(&residual));
  PetscCall(MatDestroy(&S));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The joint that is furthest from being held at q; gap is worked in. Collective.
static PetscErrorCode RefuseApart(RicModel m, PetscReal t, Vec q, Vec gap) {
  const PetscScalar *g;
  const RicRowKind *kind;
  PetscReal worst = -1;
  PetscInt joint = 0;

  PetscFunctionBegin;
  PetscCall(RicModelGetRowKinds(m, &kind, NULL));
  PetscCall(RicModelGaps(m, t, q, gap));
  PetscCall(VecGetArrayRead(gap, &g));
  for (PetscInt i = 0; i < m->num_joints; i++) {
    PetscReal error = 0;
    RicJointView view;
    PetscCall(RicModelGetJoint(m, i, &view));
    for (PetscInt k = 0; k < view.ops->num_rows && view.present; k++)
      if (kind[view.first_row + k] == RIC_ROW_BILATERAL)
        error = PetscMax(error, PetscAbsReal(g[view.first_row + k]));
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPIU_REAL, MPI_MAX, m->comm));
    if (error > worst)
      worst = error, joint = i;
  }
  PetscCall(VecRestoreArrayRead(gap, &g));
  RicUserError(m->comm,
               "the joints cannot be held together: after %d Newton steps joint '%s' is violated "
               "by %g (m or rad)",
               MAX_STEPS, m->joints[joint].name, (double)worst);
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
  PetscCall(RicModelGapVelocities(m, t, h, q, v, gap));
  PetscCall(Correct(m, W, all, gap, v));
  const PetscErrorCode apart = error <= 1e-6 * length ? PETSC_SUCCESS : RefuseApart(m, t, q, gap);
  PetscCall(VecDestroy(&gap));
  PetscCall(ISDestroy(&rows));
  PetscCall(ISDestroy(&all));
  PetscFunctionReturn(apart);
}
