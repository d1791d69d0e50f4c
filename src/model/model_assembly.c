// SPDX-License-Identifier: BSD-2-Clause
// Assembly of a model's matrices. Two forms exist: "full" ones keep fixed dofs (forces and
// energies), reduced ones have a unit diagonal there (what is solved with).
#include "base/band.h"
#include "model/model_impl.h"

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
  const PetscBool blocked = (PetscBool)(!k->mass && m->is.uniform);
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

static const Combination full_mass = {PETSC_FALSE, PETSC_TRUE, 1, 0, 0},
                         reduced_mass = {PETSC_TRUE, PETSC_TRUE, 1, 0, 0};

static PetscErrorCode CreateMass(RicModel m, const RicNodeGraph *g) {
  PetscFunctionBegin;
  PetscCall(RicModelCreateScalar_Private(m, g, &m->mass_full));
  PetscCall(Assemble(m, &full_mass, NULL, m->mass_full));
  PetscCall(RicModelCheckMass_Private(m));
  if (m->free_dofs == m->dofs) {
    PetscCall(PetscObjectReference((PetscObject)m->mass_full));
    m->mass = m->mass_full;
  } else {
    PetscCall(RicModelCreateScalar_Private(m, g, &m->mass));
    PetscCall(Assemble(m, &reduced_mass, NULL, m->mass));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateMatrices(RicModel m, const RicNodeGraph *g) {
  RicWriter writer;

  PetscFunctionBegin;
  PetscCall(CreateMass(m, g));
  if (m->is.constant_mass)
    PetscCall(RicBandUse(m->mass_full));
  if (m->is.linear) {
    PetscCall(RicModelCreateBlocked_Private(m, g, &m->minus_stiffness));
    PetscCall(
        Assemble(m, &(Combination){PETSC_FALSE, PETSC_FALSE, 0, 0, -1}, NULL, m->minus_stiffness));
    PetscCall(RicBandUse(m->minus_stiffness));
  }
  if (m->is.damped) {
    PetscCall(RicModelCreateBlocked_Private(m, g, &m->damping));
    PetscCall(RicWriterOpen_Private(m->damping, &writer));
    PetscCall(
        AssembleElements(m, &(Combination){PETSC_FALSE, PETSC_FALSE, 0, 1, 0}, NULL, &writer));
    PetscCall(RicWriterClose_Private(&writer));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelCreateMatrices_Private(RicModel m) {
  RicNodeGraph g;

  PetscFunctionBegin;
  PetscCall(RicNodeGraphCreate_Private(m, RIC_CURVATURE_ROWS, &g));
  PetscCall(RicNodeGraphIsChain_Private(m, &g, &m->is.chain));
  m->is.chain = (PetscBool)(m->is.chain && m->is.uniform);
  const PetscErrorCode error = CreateMatrices(m, &g);
  PetscCall(RicNodeGraphDestroy_Private(&g));
  PetscCall(error);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelCreateMat(RicModel m, RicCurvature curvature, Mat *A) {
  RicWriter writer;
  RicNodeGraph g;

  PetscFunctionBegin;
  PetscCall(RicNodeGraphCreate_Private(m, curvature, &g));
  PetscCall(RicModelCreateBlocked_Private(m, &g, A));
  PetscCall(RicNodeGraphDestroy_Private(&g));
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
