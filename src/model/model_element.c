// SPDX-License-Identifier: BSD-2-Clause
// Elements: how they are added to a model, and what they show of themselves.
#include "model/model_impl.h"

static PetscErrorCode NewBlock(RicModel m, const RicElementOps *ops, const void *data, PetscInt num,
                               RicElementBlock **block) {
  PetscFunctionBegin;
  PetscCheck(!m->set_up, m->comm, PETSC_ERR_ARG_WRONGSTATE, "the model is set up already");
  PetscCall(RicModelGrow_Private(m->num_blocks, sizeof(*m->blocks), &m->blocks));
  *block = &m->blocks[m->num_blocks++];
  **block = (RicElementBlock){.ops = ops, .num = num};
  PetscCall(PetscMalloc(ops->data_size, &(*block)->data));
  PetscCall(PetscMemcpy((*block)->data, data, ops->data_size));
  PetscCall(PetscMalloc1(num * ops->num_nodes, &(*block)->nodes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Ask the type about every element of a block; the first complaint, by rank, becomes a user error
// on all ranks.
static PetscErrorCode CheckBlock(RicModel m, const RicElementBlock *block, const char where[]) {
  const PetscInt nn = block->ops->num_nodes;
  PetscReal X[3 * RIC_MAX_NODES], u[RIC_MAX_DOFS];
  char text[RIC_TEXT_LEN] = "";
  PetscMPIInt rank, mine, first;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_rank(m->comm, &rank));
  for (PetscInt e = 0; e < block->num && !text[0] && block->ops->Check; e++) {
    RicGather_Private(m, nn, &block->nodes[e * nn], NULL, X, u);
    const char *wrong = block->ops->Check(block->data, m->dim, X);
    if (wrong)
      PetscCall(PetscSNPrintf(text, sizeof(text), "%s: an element has %s at (%.6g, %.6g, %.6g)",
                              where, wrong, (double)X[0], (double)X[1], (double)X[2]));
  }
  mine = text[0] ? rank : m->size;
  PetscCallMPI(MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, m->comm));
  if (first == m->size)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCallMPI(MPI_Bcast(text, sizeof(text), MPI_CHAR, first, m->comm));
  RicUserError(m->comm, "%s", text);
}

PetscErrorCode RicModelAddElements(RicModel m, const RicElementOps *ops, const void *data,
                                   const RicRegion *region, const char where[]) {
  const PetscInt *cells;
  RicElementBlock *block = NULL;
  PetscInt n = 0;

  PetscFunctionBegin;
  PetscCall(RicMeshGetCells(m->mesh, &cells));
  if (ops->num_nodes == 1) {
    while (n < region->num_nodes && region->nodes[n] < m->num_owned)
      n++;
    PetscCall(NewBlock(m, ops, data, n, &block));
    PetscCall(PetscArraycpy(block->nodes, region->nodes, n));
  } else {
    RicCheckUser(region->num_cells_global > 0, m->comm,
                 "%s: region '%s' has no cells, elements of two nodes need some", where,
                 region->name);
    PetscCall(NewBlock(m, ops, data, region->num_cells, &block));
    for (PetscInt c = 0; c < region->num_cells; c++)
      PetscCall(PetscArraycpy(&block->nodes[2 * c], &cells[2 * region->cells[c]], 2));
  }
  PetscCall(CheckBlock(m, block, where));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelAddLinkElement(RicModel m, const RicElementOps *ops, const void *data,
                                      const PetscInt links[], const char where[]) {
  RicElementBlock *block = NULL;
  PetscInt nodes[RIC_MAX_NODES];
  PetscBool present = PETSC_FALSE;

  PetscFunctionBegin;
  PetscCheck(ops->num_nodes > 1 && ops->num_nodes <= RIC_MAX_NODES, m->comm,
             PETSC_ERR_ARG_OUTOFRANGE, "an element on links has 2 ... %d nodes", RIC_MAX_NODES);
  for (PetscInt k = 1; k < ops->num_nodes; k++)
    PetscCall(RicMeshGetLink(m->mesh, links[k - 1], &present, &nodes[0], &nodes[k]));
  PetscCall(NewBlock(m, ops, data, present ? 1 : 0, &block));
  if (present)
    PetscCall(PetscArraycpy(block->nodes, nodes, ops->num_nodes));
  PetscCall(CheckBlock(m, block, where));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelSetDamping(RicModel m, PetscReal mass_factor, PetscReal stiffness_factor) {
  PetscFunctionBegin;
  m->damping_mass = mass_factor;
  m->damping_stiffness = stiffness_factor;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetNumElementBlocks(RicModel m, PetscInt *n) {
  PetscFunctionBegin;
  *n = m->num_blocks;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetElementBlock(RicModel m, PetscInt i, const RicElementOps **ops,
                                       PetscInt *num, const PetscInt **nodes) {
  PetscFunctionBegin;
  PetscCheck(i >= 0 && i < m->num_blocks, m->comm, PETSC_ERR_ARG_OUTOFRANGE,
             "no element block %" PetscInt_FMT, i);
  if (ops)
    *ops = m->blocks[i].ops;
  if (num)
    *num = m->blocks[i].num;
  if (nodes)
    *nodes = m->blocks[i].nodes;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetElementData(RicModel m, PetscInt i, const void **data) {
  PetscFunctionBegin;
  PetscCheck(i >= 0 && i < m->num_blocks, m->comm, PETSC_ERR_ARG_OUTOFRANGE,
             "no element block %" PetscInt_FMT, i);
  *data = m->blocks[i].data;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Fields of n elements from `first` on; each of their nodes has dim dofs.
RIC_INLINE void Fields(const RicModel m, const RicElementBlock *block, PetscInt dim,
                       PetscInt num_nodes, PetscInt first, PetscInt n, const PetscScalar *q,
                       const PetscScalar *v, RicElementFields fields[]) {
  PetscReal X[3 * RIC_MAX_NODES], u[RIC_MAX_DOFS], w[RIC_MAX_DOFS];

  for (PetscInt e = 0; e < n; e++) {
    const PetscInt *nodes = &block->nodes[(first + e) * num_nodes];
    for (PetscInt k = 0; k < num_nodes; k++)
      for (PetscInt d = 0; d < 3; d++)
        X[3 * k + d] = m->coordinates[3 * nodes[k] + d];
    for (PetscInt k = 0; k < num_nodes; k++)
      for (PetscInt d = 0; d < dim; d++) {
        u[dim * k + d] = q[m->first[nodes[k]] + d];
        w[dim * k + d] = v[m->first[nodes[k]] + d];
      }
    block->ops->Fields(block->data, dim, X, u, w, &fields[e]);
  }
}

PetscErrorCode RicModelElementFields(RicModel m, PetscInt i, PetscInt first, PetscInt n, Vec q,
                                     Vec v, RicElementFields fields[]) {
  const PetscScalar *a, *b;
  Vec ql, vl;

  PetscFunctionBegin;
  PetscCheck(i >= 0 && i < m->num_blocks, m->comm, PETSC_ERR_ARG_OUTOFRANGE,
             "no element block %" PetscInt_FMT, i);
  PetscCall(RicModelLocalForm_Private(m, q, &ql));
  PetscCall(RicModelLocalForm_Private(m, v, &vl));
  PetscCall(VecGetArrayRead(ql, &a));
  PetscCall(VecGetArrayRead(vl, &b));
  const RicElementBlock *block = &m->blocks[i];
  const PetscInt num_nodes = block->ops->num_nodes;
  if (!block->ops->Fields)
    PetscCall(PetscArrayzero(fields, n));
  else if (m->dim == 3 && num_nodes == 2) // without loops over nodes and directions
    Fields(m, block, 3, 2, first, n, a, b, fields);
  else
    Fields(m, block, m->dim, num_nodes, first, n, a, b, fields);
  PetscCall(VecRestoreArrayRead(ql, &a));
  PetscCall(VecRestoreArrayRead(vl, &b));
  PetscCall(RicModelRestoreLocalForm_Private(q, &ql));
  PetscCall(RicModelRestoreLocalForm_Private(v, &vl));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- As interactions ----

static const PetscReal zero[RIC_MAX_DOFS];

static PetscInt NumGroups(const RicModel m) { return m->num_blocks; }

static RicGroup Group(const RicModel m, PetscInt k) {
  const RicElementBlock *b = &m->blocks[k];
  return (RicGroup){b->num, b->ops->num_nodes, b->ops->num_nodes, b->nodes};
}

// cm·M_e + cc·C_e + ck·K_e(u) of one element, E [nd*nd]. C_e: Rayleigh's with K_e(0), and the
// element's dampers.
static void ElementMatrix(const RicModel m, const RicElementBlock *b, const PetscReal X[],
                          const PetscReal u[], PetscReal cm, PetscReal cc, PetscReal ck,
                          PetscReal E[]) {
  const PetscInt nd = b->ops->num_nodes * m->dim;
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

// An element over a step: its path in the arrays beside it.
typedef struct {
  RicElementPath path;
  PetscReal X[3 * RIC_MAX_NODES], u0[RIC_MAX_DOFS], du[RIC_MAX_DOFS], before[RIC_MAX_DOFS];
} Way;

static void FindWay(const RicModel m, const RicElementBlock *b, PetscInt i, const RicLocalState *at,
                    Way *way) {
  const PetscInt nn = b->ops->num_nodes, *nodes = &b->nodes[i * nn];
  const RicLocalPath *path = at->path;
  const PetscInt n = RicGather_Private(m, nn, nodes, path->q0, way->X, way->u0);

  (void)RicGather_Private(m, nn, nodes, at->v, NULL, way->du);
  for (PetscInt d = 0; d < n; d++)
    way->du[d] *= path->h;
  if (path->before)
    (void)RicGather_Private(m, nn, nodes, path->before, NULL, way->before);
  way->path = (RicElementPath){.u0 = way->u0,
                               .du = way->du,
                               .dissipation = path->dissipation,
                               .before = path->before ? way->before : NULL,
                               .ratio = path->ratio};
}

// E += ck ∂f̄/∂du.
static void AddPathTangent(const RicModel m, const RicElementBlock *b, PetscInt i,
                           const RicLocalState *at, PetscReal ck, PetscReal E[]) {
  const PetscInt nd = b->ops->num_nodes * m->dim;
  PetscReal K[RIC_MAX_DOFS * RIC_MAX_DOFS];
  Way way;

  if (!b->ops->Tangent)
    return;
  FindWay(m, b, i, at, &way);
  RicElementPathTangent(b->ops, b->data, m->dim, way.X, &way.path, K);
  for (PetscInt r = 0; r < nd; r++)
    for (PetscInt s = 0; s < nd; s++)
      E[r * nd + s] +=
          at->path->symmetric ? ck / 2 * (K[r * nd + s] + K[s * nd + r]) : ck * K[r * nd + s];
}

static PetscBool Matrix(const RicModel m, PetscInt k, PetscInt i, const RicLocalState *at,
                        const RicCombination *c, PetscReal E[]) {
  PetscReal X[3 * RIC_MAX_NODES], u[RIC_MAX_DOFS];
  const RicElementBlock *b = &m->blocks[k];
  const PetscInt nn = b->ops->num_nodes;

  (void)RicGather_Private(m, nn, &b->nodes[i * nn], at->q, X, u);
  if (at->path) {
    ElementMatrix(m, b, X, u, c->cm, c->cc, 0, E);
    AddPathTangent(m, b, i, at, c->ck, E);
    return PETSC_TRUE;
  }
  ElementMatrix(m, b, X, u, c->cm, c->cc, c->ck, E);
  return PETSC_TRUE;
}

// Their dampers are in the damping matrix.
static PetscBool Force(const RicModel m, PetscInt k, PetscInt i, const RicLocalState *at,
                       PetscReal f[]) {
  PetscReal X[3 * RIC_MAX_NODES], u[RIC_MAX_DOFS];
  const RicElementBlock *b = &m->blocks[k];
  const PetscInt nn = b->ops->num_nodes;

  if (!b->ops->Force)
    return PETSC_FALSE;
  const PetscInt n = RicGather_Private(m, nn, &b->nodes[i * nn], at->q, X, u);
  if (at->path) {
    Way way;
    FindWay(m, b, i, at, &way);
    RicElementPathForce(b->ops, b->data, m->dim, X, &way.path, f);
  } else
    b->ops->Force(b->data, m->dim, X, u, zero, f);
  for (PetscInt d = 0; d < n; d++)
    f[d] = -f[d];
  return PETSC_TRUE;
}

static PetscReal Energy(const RicModel m, PetscInt k, PetscInt i, const RicLocalState *at) {
  PetscReal X[3 * RIC_MAX_NODES], u[RIC_MAX_DOFS];
  const RicElementBlock *b = &m->blocks[k];
  const PetscInt nn = b->ops->num_nodes;

  if (!b->ops->Energy)
    return 0;
  (void)RicGather_Private(m, nn, &b->nodes[i * nn], at->q, X, u);
  return b->ops->Energy(b->data, m->dim, X, u);
}

static PetscReal PathEnergy(const RicModel m, PetscInt k, PetscInt i, const RicLocalState *at) {
  PetscReal X[3 * RIC_MAX_NODES], u0[RIC_MAX_DOFS], u1[RIC_MAX_DOFS];
  const RicElementBlock *b = &m->blocks[k];
  const PetscInt nn = b->ops->num_nodes;

  (void)RicGather_Private(m, nn, &b->nodes[i * nn], at->path->q0, X, u0);
  (void)RicGather_Private(m, nn, &b->nodes[i * nn], at->q, NULL, u1);
  return RicElementPathEnergy(b->ops, b->data, m->dim, X, u0, u1);
}

const RicInteractionOps RicInteractionElement = {.everywhere = PETSC_TRUE,
                                                 .NumGroups = NumGroups,
                                                 .Group = Group,
                                                 .Matrix = Matrix,
                                                 .Force = Force,
                                                 .Energy = Energy,
                                                 .PathEnergy = PathEnergy};
