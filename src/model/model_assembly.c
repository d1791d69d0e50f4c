// SPDX-License-Identifier: BSD-2-Clause
// Assembly of a model's matrices: preallocation from the node graph, then element by element.
//
// Matrices with the pattern of the stiffness are blocked by node (BAIJ) where dim > 1. The mass
// matrix M = m ⊗ I couples equal directions only, so it is scalar (AIJ): dim times smaller. Two
// forms exist: "full" ones keep fixed dofs (forces and energies), reduced ones have a unit diagonal
// there (what is solved with).
#include "base/band.h"
#include "model/model_impl.h"

// Other nodes each owned node is coupled to through the interactions of all ranks: on this rank and
// on others. An interaction lives with the owner of its first node, so what it means to its ghost
// node is sent there.
typedef struct {
  PetscInt *on, *off; // [num_owned]
} NodeGraph;

static void Couple(const RicModel m, const PetscInt nodes[2], NodeGraph *g, PetscScalar ghosts[]) {
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

static PetscErrorCode CountNeighbours(RicModel m, RicCurvature curvature, NodeGraph *g) {
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
    for (PetscInt r = 0; r < m->contacts[c].num_rows && !m->constant_rows; r++)
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

static PetscErrorCode GraphCreate(RicModel m, RicCurvature curvature, NodeGraph *g) {
  PetscFunctionBegin;
  PetscCall(PetscCalloc2(m->num_owned, &g->on, m->num_owned, &g->off));
  PetscCall(CountNeighbours(m, curvature, g));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Each node on at most two others?
static PetscErrorCode FindChain(RicModel m, const NodeGraph *g) {
  PetscInt most = 0;

  PetscFunctionBegin;
  for (PetscInt i = 0; i < m->num_owned; i++)
    most = PetscMax(most, g->on[i] + g->off[i]);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPIU_INT, MPI_MAX, m->comm));
  m->chain = (PetscBool)(most <= 2 && m->uniform);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GraphDestroy(NodeGraph *g) {
  PetscFunctionBegin;
  PetscCall(PetscFree2(g->on, g->off));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Room of one row of node i: blocks [blocked] or scalars, at most what there is.
static void Room(const RicModel m, const NodeGraph *g, PetscInt i, PetscInt own, PetscInt other,
                 PetscInt most_on, PetscInt most_all, PetscInt *d, PetscInt *o) {
  *d = PetscMin(own + g->on[i] * other, most_on);
  *o = PetscMin(g->off[i] * other, most_all - most_on);
  (void)m;
}

// An empty matrix with room for each node, itself and its neighbours: blocked by node where all
// nodes have dim > 1 dofs.
static PetscErrorCode CreateBlocked(RicModel m, const NodeGraph *g, Mat *A) {
  const PetscInt bs = m->uniform ? m->dim : 1;
  PetscInt *d, *o;

  PetscFunctionBegin;
  PetscCall(PetscMalloc2(m->dofs_owned, &d, m->dofs_owned, &o));
  for (PetscInt i = 0; i < m->num_owned; i++) {
    if (m->uniform)
      Room(m, g, i, 1, 1, m->num_owned, m->dofs / m->dim, &d[i], &o[i]);
    else
      for (PetscInt k = m->first[i]; k < m->first[i + 1]; k++)
        Room(m, g, i, m->ndof[i], m->spatial ? 6 : PetscMax(3, m->dim), m->dofs_owned, m->dofs,
             &d[k], &o[k]);
  }
  PetscCall(MatCreate(m->comm, A));
  PetscCall(MatSetSizes(*A, m->dofs_owned, m->dofs_owned, PETSC_DETERMINE, PETSC_DETERMINE));
  PetscCall(MatSetBlockSize(*A, bs));
  PetscCall(MatSetType(*A, bs > 1 ? MATBAIJ : MATAIJ));
  PetscCall(MatXAIJSetPreallocation(*A, bs, d, o, NULL, NULL));
  PetscCall(MatSetOption(*A, MAT_SYMMETRIC, (PetscBool)!m->gyroscopic_tangent));
  PetscCall(MatSetOption(*A, MAT_SYMMETRY_ETERNAL, PETSC_TRUE));
  PetscCall(PetscFree2(d, o));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// An empty scalar matrix for m ⊗ I: diagonal when all masses are lumped; systems have full blocks.
static PetscErrorCode CreateScalar(RicModel m, const NodeGraph *g, Mat *A) {
  PetscInt *d, *o;

  PetscFunctionBegin;
  PetscCall(PetscMalloc2(m->dofs_owned, &d, m->dofs_owned, &o));
  for (PetscInt i = 0; i < m->num_owned; i++)
    for (PetscInt k = m->first[i]; k < m->first[i + 1]; k++) {
      if (m->lumped)
        d[k] = 1, o[k] = 0;
      else
        Room(m, g, i, m->num_systems || m->full_inertia ? m->ndof[i] : 1, 1, m->dofs_owned, m->dofs,
             &d[k], &o[k]);
    }
  PetscCall(MatCreate(m->comm, A));
  PetscCall(MatSetSizes(*A, m->dofs_owned, m->dofs_owned, PETSC_DETERMINE, PETSC_DETERMINE));
  PetscCall(MatSetType(*A, MATAIJ));
  PetscCall(MatXAIJSetPreallocation(*A, 1, d, o, NULL, NULL));
  if (m->constant_mass)
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
    b->ops->Mass(b->data, m->dim, X, M);
    for (PetscInt i = 0; i < nd * nd; i++)
      E[i] += cm * M[i];
  }
  if (!b->ops->Tangent)
    return;
  if (cc != 0) {
    b->ops->Tangent(b->data, m->dim, X, zero, zero, K, C);
    for (PetscInt i = 0; i < nd * nd; i++)
      E[i] += cc * (C[i] + m->damping_stiffness * K[i]);
  }
  if (ck != 0) {
    b->ops->Tangent(b->data, m->dim, X, u, zero, K, NULL);
    for (PetscInt i = 0; i < nd * nd; i++)
      E[i] += ck * K[i];
  }
}

// Drop rows and columns of fixed dofs.
static void Reduce(const RicModel m, const RicElementBlock *b, const PetscInt nodes[],
                   PetscReal E[]) {
  const PetscInt nd = b->ops->num_nodes * m->dim;

  for (PetscInt i = 0; i < nd; i++) {
    if (!m->fixed[m->first[nodes[i / m->dim]] + i % m->dim])
      continue;
    for (PetscInt j = 0; j < nd; j++)
      E[i * nd + j] = E[j * nd + i] = 0;
  }
}

static PetscErrorCode AddElement(RicModel m, PetscBool blocked, PetscInt nn, const PetscInt nodes[],
                                 const PetscReal E[], RicWriter *A) {
  PetscInt global[RIC_MAX_NODES], dofs[RIC_MAX_DOFS];

  PetscFunctionBegin;
  if (blocked && !A->value) {
    for (PetscInt a = 0; a < nn; a++)
      global[a] = m->global[nodes[a]];
    PetscCall(MatSetValuesBlocked(A->A, nn, global, nn, global, E, ADD_VALUES));
  } else {
    const PetscInt nd = RicDofs_Private(m, nn, nodes, PETSC_TRUE, dofs);
    PetscCall(RicWriterAdd_Private(A, nd, dofs, nd, dofs, E));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Put `value` on the diagonal of fixed dofs.
static PetscErrorCode AddFixedDiagonal(RicModel m, PetscReal value, RicWriter *A) {
  PetscInt first;

  PetscFunctionBegin;
  PetscCall(MatGetOwnershipRange(A->A, &first, NULL));
  for (PetscInt i = 0; i < m->num_fixed_owned; i++) {
    const PetscInt dof = first + m->fixed_owned[i];
    PetscCall(RicWriterAdd_Private(A, 1, &dof, 1, &dof, &value));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What is assembled: the mass matrix alone has another pattern.
typedef struct {
  PetscBool reduced, mass;
  PetscReal cm, cc, ck;
} Combination;

static PetscErrorCode AssembleElements(RicModel m, const Combination *k, const PetscScalar *q,
                                       RicWriter *A) {
  const PetscBool blocked = (PetscBool)(!k->mass && m->uniform);
  PetscReal X[3 * RIC_MAX_NODES], u[RIC_MAX_DOFS], E[RIC_MAX_DOFS * RIC_MAX_DOFS];

  PetscFunctionBegin;
  for (PetscInt b = 0; b < m->num_blocks; b++) {
    const RicElementBlock *block = &m->blocks[b];
    const PetscInt nn = block->ops->num_nodes;
    for (PetscInt e = 0; e < block->num; e++) {
      (void)RicGather_Private(m, nn, &block->nodes[e * nn], q, X, u);
      ElementMatrix(m, block, X, u, k->cm, k->cc, k->ck, E);
      if (k->reduced)
        Reduce(m, block, &block->nodes[e * nn], E);
      PetscCall(AddElement(m, blocked, nn, &block->nodes[e * nn], E, A));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode LocalRead(RicModel m, Vec x, Vec *local, const PetscScalar **a) {
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

static PetscErrorCode LocalRestore(Vec x, Vec *local, const PetscScalar **a) {
  PetscFunctionBegin;
  if (!x)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecRestoreArrayRead(*local, a));
  PetscCall(RicModelRestoreLocalForm_Private(x, local));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A = cm·M + cc·C + ck·K at a point (NULL: the reference).
static PetscErrorCode Assemble(RicModel m, const Combination *k, const RicTangentPoint *at, Mat A) {
  const PetscScalar *q, *v, *a;
  Vec ql, vl, al;
  RicWriter writer;

  PetscFunctionBegin;
  PetscCall(LocalRead(m, at ? at->q : NULL, &ql, &q));
  PetscCall(LocalRead(m, at ? at->v : NULL, &vl, &v));
  PetscCall(LocalRead(m, at ? at->inertia : NULL, &al, &a));
  PetscCall(RicWriterOpen_Private(A, &writer));
  PetscCall(AssembleElements(m, k, q, &writer));
  if (k->cm != 0 && (m->num_bodies || m->num_systems))
    PetscCall(RicModelInertia_Private(m, at ? at->t : 0, q, k->reduced, k->cm, &writer));
  if (!k->mass)
    PetscCall(RicModelBodyTangents_Private(m, at, q, v, a, k->cc, k->ck, &writer));
  if (k->reduced)
    PetscCall(AddFixedDiagonal(m, k->cm != 0 ? k->cm : 1, &writer));
  PetscCall(RicWriterClose_Private(&writer));
  PetscCall(LocalRestore(at ? at->q : NULL, &ql, &q));
  PetscCall(LocalRestore(at ? at->v : NULL, &vl, &v));
  PetscCall(LocalRestore(at ? at->inertia : NULL, &al, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Masses are squared in norms and divided by: their squares must be numbers, too.
#define LEAST_MASS 1e-150
#define LARGEST_MASS 1e150

// The first node with a free dof whose mass is none or no number that can be computed with: its
// place, and that mass; PETSC_FALSE where there is none. Collective.
static PetscErrorCode FindMassless(RicModel m, const PetscScalar mass[], PetscReal where[3],
                                   PetscReal *wrong, PetscBool *any) {
  PetscInt bad = PETSC_MAX_INT, first;
  PetscReal found[4] = {0, 0, 0, 0};

  PetscFunctionBegin;
  for (PetscInt l = 0; l < m->num_owned; l++)
    for (PetscInt i = m->first[l]; i < m->first[l + 1]; i++) {
      if (m->fixed[i] || (mass[i] >= LEAST_MASS && mass[i] <= LARGEST_MASS) || m->global[l] >= bad)
        continue;
      bad = m->global[l];
      PetscCall(PetscArraycpy(found, &m->coordinates[3 * l], 3));
      found[3] = mass[i];
    }
  PetscCallMPI(MPI_Allreduce(&bad, &first, 1, MPIU_INT, MPI_MIN, m->comm));
  if (bad != first)
    PetscCall(PetscArrayzero(found, 4));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, found, 4, MPIU_REAL, MPIU_SUM, m->comm));
  PetscCall(PetscArraycpy(where, found, 3));
  *wrong = found[3];
  *any = (PetscBool)(first < PETSC_MAX_INT);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A free dof without mass would make M singular: name the first such node.
static PetscErrorCode CheckMass(RicModel m) {
  const PetscScalar *a;
  PetscReal x[3], wrong;
  PetscBool any;
  Vec diagonal;

  PetscFunctionBegin;
  PetscCall(VecDuplicate(m->work, &diagonal));
  PetscCall(MatGetDiagonal(m->mass_full, diagonal));
  PetscCall(VecGetArrayRead(diagonal, &a));
  PetscCall(FindMassless(m, a, x, &wrong, &any));
  PetscCall(VecRestoreArrayRead(diagonal, &a));
  PetscCall(VecDestroy(&diagonal));
  RicCheckUser(
      !any || wrong != 0, m->comm,
      "the node at (%.6g, %.6g, %.6g) moves but has no mass, give it elements with density or a "
      "point mass, or fix it",
      (double)x[0], (double)x[1], (double)x[2]);
  RicCheckUser(!any, m->comm,
               "the node at (%.6g, %.6g, %.6g) has the mass %.6g, must be in %.6g ... %.6g",
               (double)x[0], (double)x[1], (double)x[2], (double)wrong, LEAST_MASS, LARGEST_MASS);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Of one direction: systems have masses of their own kind and do not count.
static PetscErrorCode TotalMass(RicModel m) {
  Vec ones;
  PetscScalar *a;

  PetscFunctionBegin;
  PetscCall(VecDuplicate(m->work, &ones));
  PetscCall(VecSet(ones, 0.0));
  PetscCall(VecGetArray(ones, &a));
  for (PetscInt l = 0; l < m->num_owned; l++)
    if (m->ndof[l] == m->dim || m->num_bodies)
      a[m->first[l]] = 1;
  PetscCall(VecRestoreArray(ones, &a));
  PetscCall(MatMult(m->mass_full, ones, m->work));
  PetscCall(VecDot(ones, m->work, &m->total_mass));
  PetscCall(VecDestroy(&ones));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const Combination full_mass = {PETSC_FALSE, PETSC_TRUE, 1, 0, 0},
                         reduced_mass = {PETSC_TRUE, PETSC_TRUE, 1, 0, 0};

static PetscErrorCode CreateMass(RicModel m, const NodeGraph *g) {
  PetscFunctionBegin;
  PetscCall(CreateScalar(m, g, &m->mass_full));
  PetscCall(Assemble(m, &full_mass, NULL, m->mass_full));
  PetscCall(CheckMass(m));
  PetscCall(TotalMass(m));
  if (m->free_dofs == m->dofs) {
    PetscCall(PetscObjectReference((PetscObject)m->mass_full));
    m->mass = m->mass_full;
  } else {
    PetscCall(CreateScalar(m, g, &m->mass));
    PetscCall(Assemble(m, &reduced_mass, NULL, m->mass));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateMatrices(RicModel m, const NodeGraph *g) {
  RicWriter writer;

  PetscFunctionBegin;
  PetscCall(CreateMass(m, g));
  if (m->constant_mass)
    PetscCall(RicBandUse(m->mass_full));
  if (m->linear) {
    PetscCall(CreateBlocked(m, g, &m->minus_stiffness));
    PetscCall(
        Assemble(m, &(Combination){PETSC_FALSE, PETSC_FALSE, 0, 0, -1}, NULL, m->minus_stiffness));
    PetscCall(RicBandUse(m->minus_stiffness));
  }
  if (m->has_damping) {
    PetscCall(CreateBlocked(m, g, &m->damping));
    PetscCall(RicWriterOpen_Private(m->damping, &writer));
    PetscCall(
        AssembleElements(m, &(Combination){PETSC_FALSE, PETSC_FALSE, 0, 1, 0}, NULL, &writer));
    PetscCall(RicWriterClose_Private(&writer));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelCreateMatrices_Private(RicModel m) {
  NodeGraph g;

  PetscFunctionBegin;
  PetscCall(GraphCreate(m, RIC_CURVATURE_ROWS, &g));
  PetscCall(FindChain(m, &g));
  const PetscErrorCode error = CreateMatrices(m, &g);
  PetscCall(GraphDestroy(&g));
  PetscCall(error);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelCreateMat(RicModel m, RicCurvature curvature, Mat *A) {
  RicWriter writer;
  NodeGraph g;

  PetscFunctionBegin;
  PetscCall(GraphCreate(m, curvature, &g));
  PetscCall(CreateBlocked(m, &g, A));
  PetscCall(GraphDestroy(&g));
  // Room that the first assembly does not use is gone after it.
  writer = (RicWriter){.A = *A};
  PetscCall(RicModelPattern_Private(m, curvature, &writer));
  PetscCall(MatAssemblyBegin(*A, MAT_FLUSH_ASSEMBLY));
  PetscCall(MatAssemblyEnd(*A, MAT_FLUSH_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelOperator(RicModel m, PetscReal cm, PetscReal cc, PetscReal ck,
                                const RicTangentPoint *at, Mat A) {
  const Combination k = {PETSC_TRUE, PETSC_FALSE, cm, cc, ck};

  PetscFunctionBegin;
  PetscCall(Assemble(m, &k, at, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelHasConstantTangent(RicModel m, PetscBool *yes) {
  PetscFunctionBegin;
  *yes = m->constant_tangent;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What is not diagonal: elements that are stiff, consistent masses, springs, systems, and joints or
// contacts whose curvature counts.
PetscErrorCode RicModelHasDiagonalTangent(RicModel m, RicCurvature curvature, PetscBool *yes) {
  PetscFunctionBegin;
  *yes = (PetscBool)(m->lumped && !m->num_springs && !m->num_systems && !m->has_damping &&
                     !m->gyroscopic_tangent);
  if (curvature >= RIC_CURVATURE_JOINTS && m->num_joints)
    *yes = PETSC_FALSE;
  if (curvature >= RIC_CURVATURE_ROWS && m->num_contacts)
    *yes = PETSC_FALSE;
  for (PetscInt b = 0; b < m->num_blocks; b++)
    if (m->blocks[b].ops->Tangent)
      *yes = PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelUpdateMass(RicModel m, PetscReal t, Vec q) {
  const RicTangentPoint at = {.t = t, .q = q};
  PetscBool other;

  PetscFunctionBegin;
  PetscCall(RicModelStamp_Private(m, t, q, &m->mass_at, &other));
  if (!other)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(Assemble(m, &full_mass, &at, m->mass_full));
  if (m->mass != m->mass_full)
    PetscCall(Assemble(m, &reduced_mass, &at, m->mass));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelHasConstantMass(RicModel m, PetscBool *yes) {
  PetscFunctionBegin;
  *yes = m->constant_mass;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelHasConstantRows(RicModel m, PetscBool *yes) {
  PetscFunctionBegin;
  *yes = m->constant_rows;
  PetscFunctionReturn(PETSC_SUCCESS);
}
