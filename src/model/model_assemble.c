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
  PetscCall(VecDestroy(&gap));
  PetscCall(ISDestroy(&rows));
  PetscCall(ISDestroy(&all));
  RicCheckUser(
      error <= 1e-6 * length, m->comm,
      "assemble: the joints cannot be held together: %g (m or rad) is left after %d Newton "
      "steps",
      (double)error, MAX_STEPS);
  PetscFunctionReturn(PETSC_SUCCESS);
}
