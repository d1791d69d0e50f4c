// SPDX-License-Identifier: BSD-2-Clause
// Joints that repeat what joints before them hold: rows of W that depend on earlier ones.
//
// In the LU factorisation of G = W diag(M)⁻¹ Wᵀ (rows of unit length in that metric, in which a
// radian is no metre; in the order of the joints) the pivot of a row is the square of its distance
// from the span of the rows before it. G is sparse, banded for a chain. Every rank factors the
// whole of it, so that all say the same.
#include "model/model_impl.h"

// Added to the diagonal, so that a dependent row has a pivot; and the pivot that counts as one.
#define SHIFT 1e-13
#define DEPENDENT 1e-11

// Global numbers of the joints' rows in the order of the joints, on every rank.
static PetscErrorCode AllJointRows(RicModel m, IS *rows) {
  PetscInt first, n = 0, *index;

  PetscFunctionBegin;
  PetscCall(MatGetOwnershipRange(m->rows, &first, NULL));
  for (PetscInt k = 0; k < m->num_joints; k++)
    n += m->joints[k].num_rows;
  PetscCall(PetscMalloc1(n, &index));
  n = 0;
  for (PetscInt k = 0; k < m->num_joints; k++)
    for (PetscInt i = 0; i < m->joints[k].num_rows; i++)
      index[n++] = m->joints[k].present ? first + m->joints[k].first_row + i : -1;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, index, (PetscMPIInt)n, MPIU_INT, MPI_MAX, m->comm));
  PetscCall(ISCreateGeneral(PETSC_COMM_SELF, n, index, PETSC_OWN_POINTER, rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// W ← W diag(M)^(−1/2), W [joint rows × all dofs] on every rank.
static PetscErrorCode ScaleByMass(RicModel m, Mat W) {
  VecScatter all;
  Vec mass, here;

  PetscFunctionBegin;
  PetscCall(MatCreateVecs(m->mass, NULL, &mass));
  PetscCall(MatGetDiagonal(m->mass, mass));
  PetscCall(VecScatterCreateToAll(mass, &all, &here));
  PetscCall(VecScatterBegin(all, mass, here, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecScatterEnd(all, mass, here, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecSqrtAbs(here));
  PetscCall(VecReciprocal(here));
  PetscCall(MatDiagonalScale(W, NULL, here));
  PetscCall(VecScatterDestroy(&all));
  PetscCall(VecDestroy(&mass));
  PetscCall(VecDestroy(&here));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The joints' rows, of unit length in the metric of the mass (a row without free dofs stays 0), on
// every rank.
static PetscErrorCode UnitRows(RicModel m, Mat *W) {
  IS rows, cols;
  Mat *sub;
  Vec scale;
  PetscScalar *a;
  PetscInt n, total;

  PetscFunctionBegin;
  PetscCall(AllJointRows(m, &rows));
  PetscCall(MatGetSize(m->rows, NULL, &total));
  PetscCall(ISCreateStride(PETSC_COMM_SELF, total, 0, 1, &cols));
  PetscCall(MatCreateSubMatrices(m->rows, 1, &rows, &cols, MAT_INITIAL_MATRIX, &sub));
  *W = sub[0];
  PetscCall(PetscObjectReference((PetscObject)*W));
  PetscCall(MatDestroySubMatrices(1, &sub));
  PetscCall(ISDestroy(&rows));
  PetscCall(ISDestroy(&cols));
  PetscCall(ScaleByMass(m, *W));
  PetscCall(MatGetSize(*W, &n, NULL));
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, n, &scale));
  PetscCall(VecGetArrayWrite(scale, &a));
  for (PetscInt i = 0; i < n; i++) {
    const PetscScalar *w;
    PetscInt num;
    PetscReal square = 0;
    PetscCall(MatGetRow(*W, i, &num, NULL, &w));
    for (PetscInt k = 0; k < num; k++)
      square += w[k] * w[k];
    PetscCall(MatRestoreRow(*W, i, &num, NULL, &w));
    a[i] = square > 0 ? 1 / PetscSqrtReal(square) : 0;
  }
  PetscCall(VecRestoreArrayWrite(scale, &a));
  PetscCall(MatDiagonalScale(*W, scale, NULL));
  PetscCall(VecDestroy(&scale));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Pivots of W Wᵀ in the order of its rows.
static PetscErrorCode Pivots(Mat W, Vec pivots) {
  MatFactorInfo info;
  PetscInt n;
  Mat G, F;
  IS order;

  PetscFunctionBegin;
  PetscCall(MatGetSize(W, &n, NULL));
  PetscCall(MatMatTransposeMult(W, W, MAT_INITIAL_MATRIX, PETSC_DEFAULT, &G));
  PetscCall(MatShift(G, SHIFT));
  PetscCall(ISCreateStride(PETSC_COMM_SELF, n, 0, 1, &order));
  PetscCall(ISSetPermutation(order));
  PetscCall(MatFactorInfoInitialize(&info));
  info.fill = 2;
  PetscCall(MatGetFactor(G, MATSOLVERPETSC, MAT_FACTOR_LU, &F));
  PetscCall(MatLUFactorSymbolic(F, G, order, order, &info));
  PetscCall(MatLUFactorNumeric(F, G, &info));
  PetscCall(MatGetDiagonal(F, pivots));
  PetscCall(MatDestroy(&F));
  PetscCall(MatDestroy(&G));
  PetscCall(ISDestroy(&order));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelFindRedundantJoints(RicModel m, PetscReal time, Vec q,
                                           PetscBool redundant[]) {
  const PetscScalar *pivot;
  PetscInt n;
  Vec pivots;
  Mat W;

  PetscFunctionBegin;
  if (!m->num_joint_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelUpdate(m, time, q, NULL, NULL));
  PetscCall(UnitRows(m, &W));
  PetscCall(MatGetSize(W, &n, NULL));
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, n, &pivots));
  PetscCall(Pivots(W, pivots));
  PetscCall(VecGetArrayRead(pivots, &pivot));
  for (PetscInt k = 0, row = 0; k < m->num_joints; k++) {
    redundant[k] = PETSC_FALSE;
    for (PetscInt i = 0; i < m->joints[k].num_rows; i++, row++)
      redundant[k] = (PetscBool)(redundant[k] || pivot[row] <= DEPENDENT);
  }
  PetscCall(VecRestoreArrayRead(pivots, &pivot));
  PetscCall(VecDestroy(&pivots));
  PetscCall(MatDestroy(&W));
  PetscFunctionReturn(PETSC_SUCCESS);
}
