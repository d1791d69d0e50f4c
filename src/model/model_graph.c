// SPDX-License-Identifier: BSD-2-Clause
// Which nodes are coupled, and matrices with room for that.
//
// Matrices with the pattern of the stiffness are blocked by node (BAIJ) where dim > 1. The mass
// matrix M = m ⊗ I couples equal directions only, so it is scalar (AIJ): dim times smaller.
#include "model/model_impl.h"

// Counts of one loop over the interactions: of ghost nodes, neighbours that their owners have and that
// others have. All neighbours of a ghost are counted where the interaction lives.
typedef struct {
  RicNodeGraph *graph;
  PetscScalar *own, *other; // local arrays of dofs, at the first dof of each node
} Count;

// Node i has the neighbour j.
static void AddNeighbour(const RicModel m, PetscInt i, PetscInt j, Count *count) {
  const PetscBool mine = (PetscBool)(j < m->num_owned);

  if (i < m->num_owned)
    (*(mine ? &count->graph->on[i] : &count->graph->off[i]))++;
  else if (mine)
    count->other[m->first[i]] += 1;
  else { // of one rank or of two: room for both
    count->own[m->first[i]] += 1;
    count->other[m->first[i]] += 1;
  }
}

static PetscErrorCode Couple(RicModel m, PetscInt num_nodes, const PetscInt nodes[], void *count) {
  PetscFunctionBegin;
  for (PetscInt a = 0; a < num_nodes; a++)
    for (PetscInt b = 0; b < num_nodes; b++)
      if (a != b && nodes[a] >= 0 && nodes[b] >= 0)
        AddNeighbour(m, nodes[a], nodes[b], (Count *)count);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// counts of ghosts, local, are added to those of their owners, n [num_owned].
static PetscErrorCode TellOwners(RicModel m, Vec counts, PetscInt n[]) {
  const PetscScalar *sum;

  PetscFunctionBegin;
  if (m->size == 1)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecGhostUpdateBegin(counts, ADD_VALUES, SCATTER_REVERSE));
  PetscCall(VecGhostUpdateEnd(counts, ADD_VALUES, SCATTER_REVERSE));
  PetscCall(VecGetArrayRead(counts, &sum));
  for (PetscInt i = 0; i < m->num_owned; i++)
    if (m->ndof[i])
      n[i] += (PetscInt)sum[m->first[i]];
  PetscCall(VecRestoreArrayRead(counts, &sum));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CountNeighbours(RicModel m, RicCurvature curvature, RicNodeGraph *g) {
  Count count = {.graph = g};
  Vec own, other, own_local, other_local;

  PetscFunctionBegin;
  PetscCall(RicModelCreateVec(m, &own));
  PetscCall(RicModelCreateVec(m, &other));
  PetscCall(RicModelLocalForm_Private(m, own, &own_local));
  PetscCall(RicModelLocalForm_Private(m, other, &other_local));
  PetscCall(VecGetArray(own_local, &count.own));
  PetscCall(VecGetArray(other_local, &count.other));
  PetscCall(RicModelVisit_Private(m, curvature, PETSC_TRUE, Couple, &count));
  PetscCall(VecRestoreArray(own_local, &count.own));
  PetscCall(VecRestoreArray(other_local, &count.other));
  PetscCall(RicModelRestoreLocalForm_Private(own, &own_local));
  PetscCall(RicModelRestoreLocalForm_Private(other, &other_local));
  PetscCall(TellOwners(m, own, g->on));
  PetscCall(TellOwners(m, other, g->off));
  PetscCall(VecDestroy(&own));
  PetscCall(VecDestroy(&other));
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
  const PetscInt other = m->is.constant_mass ? 1 : m->dim; // zeros of m ⊗ I are written, too
  PetscInt *d, *o;

  PetscFunctionBegin;
  PetscCall(PetscMalloc2(m->dofs_owned, &d, m->dofs_owned, &o));
  for (PetscInt i = 0; i < m->num_owned; i++)
    for (PetscInt k = m->first[i]; k < m->first[i + 1]; k++) {
      if (m->is.lumped)
        d[k] = 1, o[k] = 0;
      else
        Room(g, i, m->num_systems || m->is.full_inertia ? m->ndof[i] : 1, other, m->dofs_owned,
             m->dofs, &d[k], &o[k]);
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
