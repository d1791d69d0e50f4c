// SPDX-License-Identifier: BSD-2-Clause
// Layout: which dofs a node has and what their numbers are. Mesh nodes have dim dofs, bodies three,
// systems their own number; owned nodes come first, in order, then ghosts, as in the mesh.
#include "model/model_impl.h"

// Global number of the first dof of each ghost: told by its owner through a vector with one entry a
// node.
static PetscErrorCode NumberGhosts(RicModel m, PetscInt first_owned) {
  const PetscInt num_ghosts = m->num_local - m->num_owned;
  PetscScalar *a;
  Vec v, local;

  PetscFunctionBegin;
  PetscCall(VecCreateGhost(m->comm, m->num_owned, PETSC_DECIDE, num_ghosts,
                           m->global + m->num_owned, &v));
  PetscCall(VecGetArray(v, &a));
  for (PetscInt l = 0; l < m->num_owned; l++)
    a[l] = (PetscScalar)(first_owned + m->first[l]);
  PetscCall(VecRestoreArray(v, &a));
  PetscCall(VecGhostUpdateBegin(v, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecGhostUpdateEnd(v, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecGhostGetLocalForm(v, &local));
  PetscCall(VecGetArray(local, &a));
  for (PetscInt l = m->num_owned; l < m->num_local; l++)
    m->global_first[l] = (PetscInt)PetscRealPart(a[l]);
  PetscCall(VecRestoreArray(local, &a));
  PetscCall(VecGhostRestoreLocalForm(v, &local));
  PetscCall(VecDestroy(&v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelSetUpLayout_Private(RicModel m) {
  PetscInt first_owned = 0;

  PetscFunctionBegin;
  PetscCall(PetscMalloc2(m->num_local + 1, &m->first, m->num_local, &m->global_first));
  m->first[0] = 0;
  for (PetscInt l = 0; l < m->num_local; l++)
    m->first[l + 1] = m->first[l] + m->ndof[l];
  m->dofs_owned = m->first[m->num_owned];
  m->dofs_local = m->first[m->num_local];
  PetscCallMPI(MPI_Allreduce(&m->dofs_owned, &m->dofs, 1, MPIU_INT, MPI_SUM, m->comm));
  PetscCallMPI(MPI_Exscan(&m->dofs_owned, &first_owned, 1, MPIU_INT, MPI_SUM, m->comm));
  for (PetscInt l = 0; l < m->num_owned; l++)
    m->global_first[l] = first_owned + m->first[l];
  if (m->size > 1)
    PetscCall(NumberGhosts(m, first_owned));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscInt RicDofs_Private(const RicModel m, PetscInt num_nodes, const PetscInt nodes[],
                         PetscBool global, PetscInt dofs[]) {
  PetscInt n = 0;

  for (PetscInt a = 0; a < num_nodes; a++) {
    if (nodes[a] < 0)
      continue;
    const PetscInt first = global ? m->global_first[nodes[a]] : m->first[nodes[a]];
    for (PetscInt d = 0; d < m->ndof[nodes[a]]; d++)
      dofs[n++] = first + d;
  }
  return n;
}

// A few numbers, 0 where there are none: loops of two or three cost more than their work.
static void CopyFew(PetscInt n, const PetscScalar *from, PetscReal to[]) {
  if (n == 3 && from)
    to[0] = from[0], to[1] = from[1], to[2] = from[2];
  else
    for (PetscInt i = 0; i < n; i++)
      to[i] = from ? from[i] : 0.0;
}

PetscInt RicGather_Private(const RicModel m, PetscInt num_nodes, const PetscInt nodes[],
                           const PetscScalar *q, PetscReal X[], PetscReal u[]) {
  PetscInt n = 0;

  for (PetscInt a = 0; a < num_nodes; a++) {
    const PetscInt node = nodes[a];
    if (X)
      CopyFew(3, node < 0 ? NULL : &m->coordinates[3 * node], &X[3 * a]);
    if (node < 0)
      continue;
    CopyFew(m->ndof[node], q ? &q[m->first[node]] : NULL, &u[n]);
    n += m->ndof[node];
  }
  return n;
}

// A scalar ghosted vector of dofs when nodes differ.
static PetscErrorCode CreateUneven(RicModel m, Vec *x) {
  PetscInt *ghosts, n = 0;

  PetscFunctionBegin;
  PetscCall(PetscMalloc1(m->dofs_local - m->dofs_owned, &ghosts));
  for (PetscInt l = m->num_owned; l < m->num_local; l++)
    for (PetscInt d = 0; d < m->ndof[l]; d++)
      ghosts[n++] = m->global_first[l] + d;
  PetscCall(VecCreateGhost(m->comm, m->dofs_owned, PETSC_DECIDE, n, ghosts, x));
  PetscCall(PetscFree(ghosts));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelCreateVec(RicModel m, Vec *x) {
  PetscFunctionBegin;
  if (m->work) {
    PetscCall(VecDuplicate(m->work, x));
  } else if (m->size == 1) {
    PetscCall(VecCreateSeq(m->comm, m->dofs_owned, x));
    PetscCall(VecSetBlockSize(*x, m->is.uniform ? m->dim : 1));
  } else if (!m->is.uniform) {
    PetscCall(CreateUneven(m, x));
  } else {
    PetscCall(VecCreateGhostBlock(m->comm, m->dim, m->dofs_owned, PETSC_DECIDE,
                                  m->num_local - m->num_owned, m->global + m->num_owned, x));
  }
  PetscCall(VecSet(*x, 0.0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelStamp_Private(RicModel m, PetscReal t, Vec q, RicStamp *stamp,
                                     PetscBool *other) {
  RicStamp now = {.t = t};

  PetscFunctionBegin;
  *other = PETSC_TRUE;
  if (m->size > 1)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscObjectGetId((PetscObject)q, &now.vec));
  PetscCall(PetscObjectStateGet((PetscObject)q, &now.changes));
  *other = (PetscBool)(now.vec != stamp->vec || now.changes != stamp->changes || t != stamp->t);
  *stamp = now;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelLocalForm_Private(RicModel m, Vec x, Vec *local) {
  PetscFunctionBegin;
  *local = x;
  if (m->size > 1)
    PetscCall(VecGhostGetLocalForm(x, local));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelRestoreLocalForm_Private(Vec x, Vec *local) {
  PetscFunctionBegin;
  if (*local != x)
    PetscCall(VecGhostRestoreLocalForm(x, local));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelReadLocal_Private(RicModel m, Vec x, Vec *local, const PetscScalar **a) {
  PetscFunctionBegin;
  *a = NULL;
  *local = NULL;
  if (!x)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelUpdateGhosts(m, x));
  PetscCall(RicModelLocalForm_Private(m, x, local));
  PetscCall(VecGetArrayRead(*local, a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelRestoreLocal_Private(Vec x, Vec *local, const PetscScalar **a) {
  PetscFunctionBegin;
  if (!x)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecRestoreArrayRead(*local, a));
  PetscCall(RicModelRestoreLocalForm_Private(x, local));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetNodeDofs(RicModel m, PetscInt node, PetscInt *first, PetscInt *n) {
  PetscFunctionBegin;
  *first = m->first[node];
  *n = m->ndof[node];
  PetscFunctionReturn(PETSC_SUCCESS);
}
