// SPDX-License-Identifier: BSD-2-Clause
// Which nodes are coupled, and matrices with room for that.
//
// Matrices with the pattern of the stiffness are blocked by node (BAIJ) where dim > 1. The mass
// matrix M = m ⊗ I couples equal directions only, so it is scalar (AIJ): dim times smaller.
#include "model/model_impl.h"

static void Couple(const RicModel m, const PetscInt nodes[2], RicNodeGraph *g,
                   PetscScalar ghosts[]) {
  const PetscInt i = nodes[0], j = nodes[1];

  if (i < 0 || j < 0)
    return;
  if (i < m->num_owned && j < m->num_owned)
    g->on[i]++, g->on[j]++;
  else {
    const PetscInt mine = i < m->num_owned ? i : j, other = i < m->num_owned ? j : i;
    g->off[mine]++;
    ghosts[m->first[other]] += 1;
  }
}

static PetscErrorCode CountNeighbours(RicModel m, RicCurvature curvature, RicNodeGraph *g) {
  Vec counts, local;
  PetscScalar *a;
  const PetscScalar *sum;

  PetscFunctionBegin;
  PetscCall(RicModelCreateVec(m, &counts));
  PetscCall(VecGhostGetLocalForm(counts, &local));
  PetscCall(VecGetArray(local, &a));
  for (PetscInt b = 0; b < m->num_blocks; b++)
    for (PetscInt e = 0; e < m->blocks[b].num && m->blocks[b].ops->num_nodes == 2; e++)
      Couple(m, &m->blocks[b].nodes[2 * e], g, a);
  for (PetscInt k = 0; k < m->num_springs; k++)
    if (m->springs[k].present)
      Couple(m, m->springs[k].nodes, g, a);
  for (PetscInt k = 0; k < m->num_joints && curvature >= RIC_CURVATURE_JOINTS; k++)
    if (m->joints[k].present)
      Couple(m, m->joints[k].nodes, g, a);
  for (PetscInt c = 0; c < m->num_contacts && curvature >= RIC_CURVATURE_ROWS; c++)
    for (PetscInt r = 0; r < m->contacts[c].num_rows && !m->is.constant_rows; r++)
      Couple(m, &m->contacts[c].nodes[2 * r], g, a);
  PetscCall(VecRestoreArray(local, &a));
  PetscCall(VecGhostRestoreLocalForm(counts, &local));
  if (m->size > 1) {
    PetscCall(VecGhostUpdateBegin(counts, ADD_VALUES, SCATTER_REVERSE));
    PetscCall(VecGhostUpdateEnd(counts, ADD_VALUES, SCATTER_REVERSE));
  }
  PetscCall(VecGetArrayRead(counts, &sum));
  for (PetscInt i = 0; i < m->num_owned; i++)
    g->off[i] += (PetscInt)sum[m->first[i]];
  PetscCall(VecRestoreArrayRead(counts, &sum));
  PetscCall(VecDestroy(&counts));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicNodeGraphCreate_Private(RicModel m, RicCurvature curvature, RicNodeGraph *g) {
  PetscFunctionBegin;
  PetscCall(PetscCalloc2(m->num_owned, &g->on, m->num_owned, &g->off));
  PetscCall(CountNeighbours(m, curvature, g));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicNodeGraphIsChain_Private(RicModel m, const RicNodeGraph *g, PetscBool *yes) {
  PetscInt most = 0;

  PetscFunctionBegin;
  for (PetscInt i = 0; i < m->num_owned; i++)
    most = PetscMax(most, g->on[i] + g->off[i]);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPIU_INT, MPI_MAX, m->comm));
  *yes = (PetscBool)(most <= 2);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicNodeGraphDestroy_Private(RicNodeGraph *g) {
  PetscFunctionBegin;
  PetscCall(PetscFree2(g->on, g->off));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Room of one row of node i: blocks [blocked] or scalars, at most what there is.
static void Room(const RicNodeGraph *g, PetscInt i, PetscInt own, PetscInt other, PetscInt most_on,
                 PetscInt most_all, PetscInt *d, PetscInt *o) {
  *d = PetscMin(own + g->on[i] * other, most_on);
  *o = PetscMin(g->off[i] * other, most_all - most_on);
}

PetscErrorCode RicModelCreateBlocked_Private(RicModel m, const RicNodeGraph *g, Mat *A) {
  const PetscInt bs = m->is.uniform ? m->dim : 1;
  PetscInt *d, *o;

  PetscFunctionBegin;
  PetscCall(PetscMalloc2(m->dofs_owned, &d, m->dofs_owned, &o));
  for (PetscInt i = 0; i < m->num_owned; i++) {
    if (m->is.uniform)
      Room(g, i, 1, 1, m->num_owned, m->dofs / m->dim, &d[i], &o[i]);
    else
      for (PetscInt k = m->first[i]; k < m->first[i + 1]; k++)
        Room(g, i, m->ndof[i], m->is.spatial ? 6 : PetscMax(3, m->dim), m->dofs_owned, m->dofs,
             &d[k], &o[k]);
  }
  PetscCall(MatCreate(m->comm, A));
  PetscCall(MatSetSizes(*A, m->dofs_owned, m->dofs_owned, PETSC_DETERMINE, PETSC_DETERMINE));
  PetscCall(MatSetBlockSize(*A, bs));
  PetscCall(MatSetType(*A, bs > 1 ? MATBAIJ : MATAIJ));
  PetscCall(MatXAIJSetPreallocation(*A, bs, d, o, NULL, NULL));
  PetscCall(MatSetOption(*A, MAT_SYMMETRIC, (PetscBool)!m->is.unsymmetric));
  PetscCall(MatSetOption(*A, MAT_SYMMETRY_ETERNAL, PETSC_TRUE));
  PetscCall(PetscFree2(d, o));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelCreateScalar_Private(RicModel m, const RicNodeGraph *g, Mat *A) {
  PetscInt *d, *o;

  PetscFunctionBegin;
  PetscCall(PetscMalloc2(m->dofs_owned, &d, m->dofs_owned, &o));
  for (PetscInt i = 0; i < m->num_owned; i++)
    for (PetscInt k = m->first[i]; k < m->first[i + 1]; k++) {
      if (m->is.lumped)
        d[k] = 1, o[k] = 0;
      else
        Room(g, i, m->num_systems || m->is.full_inertia ? m->ndof[i] : 1, 1, m->dofs_owned, m->dofs,
             &d[k], &o[k]);
    }
  PetscCall(MatCreate(m->comm, A));
  PetscCall(MatSetSizes(*A, m->dofs_owned, m->dofs_owned, PETSC_DETERMINE, PETSC_DETERMINE));
  PetscCall(MatSetType(*A, MATAIJ));
  PetscCall(MatXAIJSetPreallocation(*A, 1, d, o, NULL, NULL));
  if (m->is.constant_mass)
    PetscCall(MatSetOption(*A, MAT_IGNORE_ZERO_ENTRIES, PETSC_TRUE));
  PetscCall(MatSetOption(*A, MAT_SYMMETRIC, PETSC_TRUE));
  PetscCall(MatSetOption(*A, MAT_SYMMETRY_ETERNAL, PETSC_TRUE));
  PetscCall(MatSetOption(*A, MAT_SPD, PETSC_TRUE));
  PetscCall(PetscFree2(d, o));
  PetscFunctionReturn(PETSC_SUCCESS);
}
