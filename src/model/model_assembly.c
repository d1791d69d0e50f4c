// SPDX-License-Identifier: BSD-2-Clause
// Assembly of a model's matrices: preallocation from the node graph, then element by element.
//
// Matrices with the pattern of the stiffness are blocked by node (BAIJ) where dim > 1. The mass
// matrix M = m ⊗ I couples equal directions only, so it is scalar (AIJ): dim times smaller. Two
// forms exist: "full" ones keep fixed dofs (forces and energies), reduced ones have a unit diagonal
// there (what is solved with).
#include "model/model_impl.h"

void RicGather_Private(const RicModel m, PetscInt num_nodes, const PetscInt nodes[],
                       const PetscScalar *q, PetscReal X[], PetscReal u[]) {
  for (PetscInt a = 0; a < num_nodes; a++) {
    for (PetscInt d = 0; d < 3; d++)
      X[3 * a + d] = m->coordinates[3 * nodes[a] + d];
    for (PetscInt d = 0; d < m->dim; d++)
      u[a * m->dim + d] = q ? q[nodes[a] * m->dim + d] : 0.0;
  }
}

// Number of neighbours of each owned node through the elements of all ranks, on this rank and on
// others. An element lives with the owner of its first node, so what it means to its ghost node is
// sent there.
static PetscErrorCode CountNeighbours(RicModel m, PetscInt on[], PetscInt off[]) {
  Vec counts, local;
  PetscScalar *a;
  const PetscScalar *sum;
  PetscMPIInt size;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_size(m->comm, &size));
  PetscCall(RicModelCreateVec(m, &counts));
  PetscCall(VecGhostGetLocalForm(counts, &local));
  PetscCall(VecGetArray(local, &a));
  for (PetscInt b = 0; b < m->num_blocks; b++) {
    const RicElementBlock *block = &m->blocks[b];
    if (block->ops->num_nodes != 2)
      continue;
    for (PetscInt e = 0; e < block->num; e++) {
      const PetscInt i = block->nodes[2 * e], j = block->nodes[2 * e + 1];
      if (j < m->num_owned)
        on[i]++, on[j]++;
      else
        off[i]++, a[j * m->dim] += 1;
    }
  }
  PetscCall(VecRestoreArray(local, &a));
  PetscCall(VecGhostRestoreLocalForm(counts, &local));
  if (size > 1) {
    PetscCall(VecGhostUpdateBegin(counts, ADD_VALUES, SCATTER_REVERSE));
    PetscCall(VecGhostUpdateEnd(counts, ADD_VALUES, SCATTER_REVERSE));
  }
  PetscCall(VecGetArrayRead(counts, &sum));
  for (PetscInt i = 0; i < m->num_owned; i++)
    off[i] += (PetscInt)sum[i * m->dim];
  PetscCall(VecRestoreArrayRead(counts, &sum));
  PetscCall(VecDestroy(&counts));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The node graph on this rank, counted once for all matrices.
typedef struct {
  PetscInt *on, *off; // [num_owned]
} NodeGraph;

static PetscErrorCode GraphCreate(RicModel m, NodeGraph *g) {
  PetscInt most = 0;

  PetscFunctionBegin;
  PetscCall(PetscCalloc2(m->num_owned, &g->on, m->num_owned, &g->off));
  PetscCall(CountNeighbours(m, g->on, g->off));
  for (PetscInt i = 0; i < m->num_owned; i++)
    most = PetscMax(most, g->on[i] + g->off[i]);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPIU_INT, MPI_MAX, m->comm));
  m->chain = (PetscBool)(most <= 2);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GraphDestroy(NodeGraph *g) {
  PetscFunctionBegin;
  PetscCall(PetscFree2(g->on, g->off));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// An empty matrix blocked by node with room for itself and its neighbours.
static PetscErrorCode CreateBlocked(RicModel m, const NodeGraph *g, Mat *A) {
  const PetscInt n = m->num_owned * m->dim;
  PetscInt *d, *o;

  PetscFunctionBegin;
  PetscCall(PetscMalloc2(m->num_owned, &d, m->num_owned, &o));
  // Parallel elements count a neighbour twice: never more than there are nodes.
  for (PetscInt i = 0; i < m->num_owned; i++) {
    d[i] = PetscMin(1 + g->on[i], m->num_owned);
    o[i] = PetscMin(g->off[i], m->dofs / m->dim - m->num_owned);
  }
  PetscCall(MatCreate(m->comm, A));
  PetscCall(MatSetSizes(*A, n, n, PETSC_DETERMINE, PETSC_DETERMINE));
  PetscCall(MatSetBlockSize(*A, m->dim));
  PetscCall(MatSetType(*A, m->dim > 1 ? MATBAIJ : MATAIJ));
  PetscCall(MatXAIJSetPreallocation(*A, m->dim, d, o, NULL, NULL));
  PetscCall(MatSetOption(*A, MAT_SYMMETRIC, PETSC_TRUE));
  PetscCall(MatSetOption(*A, MAT_SYMMETRY_ETERNAL, PETSC_TRUE));
  PetscCall(PetscFree2(d, o));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// An empty scalar matrix for m ⊗ I: diagonal when all masses are lumped.
static PetscErrorCode CreateScalar(RicModel m, const NodeGraph *g, Mat *A) {
  const PetscInt n = m->num_owned * m->dim;
  PetscInt *d, *o;

  PetscFunctionBegin;
  PetscCall(PetscMalloc2(n, &d, n, &o));
  for (PetscInt i = 0; i < n; i++) {
    d[i] = m->lumped ? 1 : PetscMin(1 + g->on[i / m->dim], m->num_owned);
    o[i] = m->lumped ? 0 : PetscMin(g->off[i / m->dim], m->dofs / m->dim - m->num_owned);
  }
  PetscCall(MatCreate(m->comm, A));
  PetscCall(MatSetSizes(*A, n, n, PETSC_DETERMINE, PETSC_DETERMINE));
  PetscCall(MatSetType(*A, MATAIJ));
  PetscCall(MatXAIJSetPreallocation(*A, 1, d, o, NULL, NULL));
  PetscCall(MatSetOption(*A, MAT_IGNORE_ZERO_ENTRIES, PETSC_TRUE));
  PetscCall(MatSetOption(*A, MAT_SYMMETRIC, PETSC_TRUE));
  PetscCall(MatSetOption(*A, MAT_SYMMETRY_ETERNAL, PETSC_TRUE));
  PetscCall(MatSetOption(*A, MAT_SPD, PETSC_TRUE));
  PetscCall(PetscFree2(d, o));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// cm·M_e + cc·C_e + ck·K_e(u) of one element, E [nd*nd]. C_e: Rayleigh's with K_e(0), and the
// element's dampers.
static void ElementMatrix(const RicModel m, const RicElementBlock *b, const PetscReal X[],
                          const PetscReal u[], PetscReal cm, PetscReal cc, PetscReal ck,
                          PetscReal E[]) {
  const PetscInt nd = b->ops->num_nodes * m->dim;
  const PetscReal zero[RIC_MAX_DOFS] = {0};
  PetscReal M[RIC_MAX_DOFS * RIC_MAX_DOFS], K[RIC_MAX_DOFS * RIC_MAX_DOFS],
      C[RIC_MAX_DOFS * RIC_MAX_DOFS];

  for (PetscInt i = 0; i < nd * nd; i++)
    E[i] = 0;
  cm += cc * m->damping_mass;
  if (cm != 0 && b->ops->Mass) {
    b->ops->Mass(&b->data, m->dim, X, M);
    for (PetscInt i = 0; i < nd * nd; i++)
      E[i] += cm * M[i];
  }
  if (!b->ops->Tangent)
    return;
  if (cc != 0) {
    b->ops->Tangent(&b->data, m->dim, X, zero, zero, K, C);
    for (PetscInt i = 0; i < nd * nd; i++)
      E[i] += cc * (C[i] + m->damping_stiffness * K[i]);
  }
  if (ck != 0) {
    b->ops->Tangent(&b->data, m->dim, X, u, zero, K, NULL);
    for (PetscInt i = 0; i < nd * nd; i++)
      E[i] += ck * K[i];
  }
}

// Drop rows and columns of fixed dofs.
static void Reduce(const RicModel m, const RicElementBlock *b, const PetscInt nodes[],
                   PetscReal E[]) {
  const PetscInt nd = b->ops->num_nodes * m->dim;

  for (PetscInt i = 0; i < nd; i++) {
    if (!m->fixed[nodes[i / m->dim] * m->dim + i % m->dim])
      continue;
    for (PetscInt j = 0; j < nd; j++)
      E[i * nd + j] = E[j * nd + i] = 0;
  }
}

static PetscErrorCode AddElement(RicModel m, PetscBool scalar, PetscInt nn, const PetscInt nodes[],
                                 const PetscReal E[], Mat A) {
  const PetscInt nd = nn * m->dim;
  PetscInt global[RIC_MAX_NODES], dofs[RIC_MAX_DOFS];

  PetscFunctionBegin;
  for (PetscInt a = 0; a < nn; a++)
    global[a] = m->global[nodes[a]];
  if (scalar) {
    for (PetscInt i = 0; i < nd; i++)
      dofs[i] = global[i / m->dim] * m->dim + i % m->dim;
    PetscCall(MatSetValues(A, nd, dofs, nd, dofs, E, ADD_VALUES));
  } else
    PetscCall(MatSetValuesBlocked(A, nn, global, nn, global, E, ADD_VALUES));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Put `value` on the diagonal of fixed dofs.
static PetscErrorCode AddFixedDiagonal(RicModel m, PetscReal value, Mat A) {
  PetscInt first;

  PetscFunctionBegin;
  PetscCall(MatGetOwnershipRange(A, &first, NULL));
  for (PetscInt i = 0; i < m->num_fixed_owned; i++)
    PetscCall(
        MatSetValue(A, first + m->fixed_owned[i], first + m->fixed_owned[i], value, ADD_VALUES));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A = cm·M + cc·C + ck·K(q), full or reduced.
static PetscErrorCode Assemble(RicModel m, PetscBool reduced, PetscBool scalar, PetscReal cm,
                               PetscReal cc, PetscReal ck, Vec q, Mat A) {
  PetscReal X[3 * RIC_MAX_NODES], u[RIC_MAX_DOFS], E[RIC_MAX_DOFS * RIC_MAX_DOFS];
  const PetscScalar *a = NULL;
  Vec local = NULL;

  PetscFunctionBegin;
  if (q) {
    PetscCall(RicModelUpdateGhosts(m, q));
    PetscCall(VecGhostGetLocalForm(q, &local));
    PetscCall(VecGetArrayRead(local, &a));
  }
  PetscCall(MatZeroEntries(A));
  for (PetscInt b = 0; b < m->num_blocks; b++) {
    const RicElementBlock *block = &m->blocks[b];
    const PetscInt nn = block->ops->num_nodes;
    for (PetscInt e = 0; e < block->num; e++) {
      RicGather_Private(m, nn, &block->nodes[e * nn], a, X, u);
      ElementMatrix(m, block, X, u, cm, cc, ck, E);
      if (reduced)
        Reduce(m, block, &block->nodes[e * nn], E);
      PetscCall(AddElement(m, scalar, nn, &block->nodes[e * nn], E, A));
    }
  }
  if (reduced)
    PetscCall(AddFixedDiagonal(m, cm != 0 ? cm : 1, A));
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  if (q) {
    PetscCall(VecRestoreArrayRead(local, &a));
    PetscCall(VecGhostRestoreLocalForm(q, &local));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A free dof without mass would make M singular: name the first such node.
static PetscErrorCode CheckMass(RicModel m) {
  const PetscScalar *a;
  Vec diagonal;
  PetscInt bad = PETSC_MAX_INT, first;
  PetscReal where[3] = {0, 0, 0};

  PetscFunctionBegin;
  PetscCall(VecDuplicate(m->work, &diagonal));
  PetscCall(MatGetDiagonal(m->mass_full, diagonal));
  PetscCall(VecGetArrayRead(diagonal, &a));
  for (PetscInt i = 0; i < m->num_owned * m->dim && bad == PETSC_MAX_INT; i++)
    if (!m->fixed[i] && !(a[i] > 0))
      bad = m->global[i / m->dim];
  PetscCallMPI(MPI_Allreduce(&bad, &first, 1, MPIU_INT, MPI_MIN, m->comm));
  for (PetscInt i = 0; i < m->num_owned && first < PETSC_MAX_INT; i++)
    if (m->global[i] == first)
      for (PetscInt d = 0; d < 3; d++)
        where[d] = m->coordinates[3 * i + d];
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, where, 3, MPIU_REAL, MPIU_SUM, m->comm));
  PetscCall(VecRestoreArrayRead(diagonal, &a));
  PetscCall(VecDestroy(&diagonal));
  RicCheckUser(first == PETSC_MAX_INT, m->comm,
               "the node at (%g, %g, %g) moves but has no mass, give it elements with density or a "
               "point mass, or fix it",
               (double)where[0], (double)where[1], (double)where[2]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode TotalMass(RicModel m) {
  Vec ones;

  PetscFunctionBegin;
  PetscCall(VecDuplicate(m->work, &ones));
  PetscCall(VecSet(ones, 1.0));
  PetscCall(MatMult(m->mass_full, ones, m->work));
  PetscCall(VecSum(m->work, &m->total_mass));
  m->total_mass /= m->dim;
  PetscCall(VecDestroy(&ones));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateMass(RicModel m, const NodeGraph *g) {
  PetscFunctionBegin;
  PetscCall(CreateScalar(m, g, &m->mass_full));
  PetscCall(Assemble(m, PETSC_FALSE, PETSC_TRUE, 1, 0, 0, NULL, m->mass_full));
  PetscCall(CheckMass(m));
  PetscCall(TotalMass(m));
  if (m->free_dofs == m->dofs) {
    PetscCall(PetscObjectReference((PetscObject)m->mass_full));
    m->mass = m->mass_full;
  } else {
    PetscCall(CreateScalar(m, g, &m->mass));
    PetscCall(Assemble(m, PETSC_TRUE, PETSC_TRUE, 1, 0, 0, NULL, m->mass));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateMatrices(RicModel m, const NodeGraph *g) {
  PetscFunctionBegin;
  PetscCall(CreateMass(m, g));
  if (m->linear) {
    PetscCall(CreateBlocked(m, g, &m->minus_stiffness));
    PetscCall(Assemble(m, PETSC_FALSE, PETSC_FALSE, 0, 0, -1, NULL, m->minus_stiffness));
  }
  if (m->has_damping) {
    PetscCall(CreateBlocked(m, g, &m->damping));
    PetscCall(Assemble(m, PETSC_FALSE, PETSC_FALSE, 0, 1, 0, NULL, m->damping));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelCreateMatrices_Private(RicModel m) {
  NodeGraph g;

  PetscFunctionBegin;
  PetscCall(GraphCreate(m, &g));
  const PetscErrorCode error = CreateMatrices(m, &g);
  PetscCall(GraphDestroy(&g));
  PetscCall(error);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelCreateMat(RicModel m, Mat *A) {
  NodeGraph g;

  PetscFunctionBegin;
  PetscCall(GraphCreate(m, &g));
  PetscCall(CreateBlocked(m, &g, A));
  PetscCall(GraphDestroy(&g));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelOperator(RicModel m, PetscReal cm, PetscReal cc, PetscReal ck, Vec q,
                                Mat A) {
  PetscFunctionBegin;
  PetscCall(Assemble(m, PETSC_TRUE, PETSC_FALSE, cm, cc, ck, q, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}
