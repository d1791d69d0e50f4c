// SPDX-License-Identifier: BSD-2-Clause
// Nodes that the elements leave free to move: the block D = Σ K_aa of a node's own stiffness is
// singular, as where two bars meet in one line.
#include "model/model_impl.h"

// Smallest pivot of D against its trace: bars in tension are held across by strain times E A / L.
#define SINGULAR 1e-12

// Larger than any stiffness.
#define HELD 1e300

// The blocks [dim*dim*num_local] of this rank's elements. Nodes of cables, which are chains of
// bars by intent, are held.
static PetscErrorCode AddElements(RicModel m, const PetscScalar *q, PetscReal D[]) {
  const PetscReal zero[RIC_MAX_DOFS] = {0};
  PetscReal X[3 * RIC_MAX_NODES], u[RIC_MAX_DOFS], K[RIC_MAX_DOFS * RIC_MAX_DOFS];
  const PetscInt dim = m->dim;

  PetscFunctionBegin;
  for (PetscInt k = 0; k < m->num_blocks; k++) {
    const RicElementBlock *b = &m->blocks[k];
    const PetscInt nn = b->ops->num_nodes, nd = nn * dim;
    const PetscBool cable = RicElementTraitsOf(b->ops, b->data).cable;
    for (PetscInt e = 0; e < b->num && b->ops->Tangent; e++) {
      (void)RicGather_Private(m, nn, &b->nodes[e * nn], q, X, u);
      b->ops->Tangent(b->data, dim, X, u, zero, K, NULL);
      for (PetscInt a = 0; a < nn; a++)
        for (PetscInt i = 0; i < dim; i++)
          for (PetscInt j = 0; j < dim; j++)
            D[(b->nodes[e * nn + a] * dim + i) * dim + j] +=
                cable ? (i == j) * HELD : K[(a * dim + i) * nd + a * dim + j];
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Add what other ranks have for this rank's nodes, column by column of the blocks.
static PetscErrorCode AddGhosts(RicModel m, PetscReal D[]) {
  const PetscInt dim = m->dim;
  PetscScalar *values;
  PetscMPIInt size;
  Vec column, local;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_size(m->comm, &size));
  if (size == 1)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelCreateVec(m, &column));
  for (PetscInt j = 0; j < dim; j++) {
    PetscCall(VecGhostGetLocalForm(column, &local));
    PetscCall(VecSet(local, 0));
    PetscCall(VecGetArray(local, &values));
    for (PetscInt l = 0; l < m->num_local; l++)
      for (PetscInt i = 0; i < PetscMin(dim, m->ndof[l]); i++)
        values[m->first[l] + i] = D[(l * dim + i) * dim + j];
    PetscCall(VecRestoreArray(local, &values));
    PetscCall(VecGhostRestoreLocalForm(column, &local));
    PetscCall(VecGhostUpdateBegin(column, ADD_VALUES, SCATTER_REVERSE));
    PetscCall(VecGhostUpdateEnd(column, ADD_VALUES, SCATTER_REVERSE));
    PetscCall(VecGetArray(column, &values));
    for (PetscInt l = 0; l < m->num_owned; l++)
      for (PetscInt i = 0; i < PetscMin(dim, m->ndof[l]); i++)
        D[(l * dim + i) * dim + j] = values[m->first[l] + i];
    PetscCall(VecRestoreArray(column, &values));
  }
  PetscCall(VecDestroy(&column));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Is there a direction of free dofs in which D has no stiffness? By Cholesky's method on the block.
static PetscBool IsFree(const RicModel m, PetscInt node, PetscReal D[]) {
  const PetscInt dim = m->dim, *fixed = &m->fixed[m->first[node]];
  PetscReal trace = 0;

  for (PetscInt i = 0; i < dim; i++)
    trace += PetscAbsReal(D[i * dim + i]);
  for (PetscInt i = 0; i < dim; i++) {
    if (fixed[i])
      continue;
    if (!(D[i * dim + i] > SINGULAR * trace))
      return PETSC_TRUE;
    for (PetscInt j = i + 1; j < dim; j++)
      for (PetscInt k = i + 1; k < dim; k++)
        if (!fixed[j] && !fixed[k])
          D[j * dim + k] -= D[j * dim + i] * D[i * dim + k] / D[i * dim + i];
  }
  return PETSC_FALSE;
}

PetscErrorCode RicModelCountFree(RicModel m, Vec q, const PetscBool asked[], PetscInt *n) {
  const PetscInt block = m->dim * m->dim;
  const PetscScalar *values;
  PetscReal *D;
  Vec local;

  PetscFunctionBegin;
  PetscCall(RicModelUpdateGhosts(m, q));
  PetscCall(PetscCalloc1(block * m->num_local, &D));
  PetscCall(VecGhostGetLocalForm(q, &local));
  PetscCall(VecGetArrayRead(local ? local : q, &values));
  PetscCall(AddElements(m, values, D));
  PetscCall(VecRestoreArrayRead(local ? local : q, &values));
  PetscCall(VecGhostRestoreLocalForm(q, &local));
  PetscCall(AddGhosts(m, D));
  *n = 0;
  for (PetscInt l = 0; l < m->num_owned; l++)
    *n += asked[l] && IsFree(m, l, &D[block * l]);
  PetscCall(PetscFree(D));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, n, 1, MPIU_INT, MPI_SUM, m->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}
