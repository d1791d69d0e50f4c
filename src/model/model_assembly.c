// SPDX-License-Identifier: BSD-2-Clause
// Assembly of a model's matrices. Two forms exist: "full" ones keep fixed dofs (forces and
// energies), reduced ones have a unit diagonal there (what is solved with).
#include "base/band.h"
#include "model/model_impl.h"

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

// A = cm·M + cc·C + ck·K at a point (NULL: the reference).
static PetscErrorCode Assemble(RicModel m, const RicCombination *c, const RicTangentPoint *at,
                               Mat A) {
  const RicTangentPoint reference = {.t = 0};
  const RicTangentPoint *p = at ? at : &reference;
  RicLocalState local = {.t = p->t};
  Vec ql, vl, al;
  RicPathReading reading;
  RicWriter writer;

  PetscFunctionBegin;
  if (p->path)
    PetscCall(RicModelReadPath_Private(m, p->path, &reading, &local));
  else {
    PetscCall(RicModelReadLocal_Private(m, p->q, &ql, &local.q));
    PetscCall(RicModelReadLocal_Private(m, p->v, &vl, &local.v));
  }
  PetscCall(RicModelReadLocal_Private(m, p->inertia, &al, &local.a));
  if (local.q && p->lambda)
    PetscCall(VecGetArrayRead(p->lambda, &local.lambda));
  PetscCall(RicWriterOpen_Private(A, &writer));
  PetscCall(RicModelAssembleAll_Private(m, &local, c, &writer));
  if (c->reduced)
    PetscCall(AddFixedDiagonal(m, c->cm != 0 ? c->cm : 1, &writer));
  PetscCall(RicWriterClose_Private(&writer));
  if (local.q && p->lambda)
    PetscCall(VecRestoreArrayRead(p->lambda, &local.lambda));
  PetscCall(RicModelRestoreLocal_Private(p->inertia, &al, &local.a));
  if (p->path)
    PetscCall(RicModelRestorePath_Private(p->path, &reading, &local));
  else {
    PetscCall(RicModelRestoreLocal_Private(p->q, &ql, &local.q));
    PetscCall(RicModelRestoreLocal_Private(p->v, &vl, &local.v));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const RicCombination full_mass = {PETSC_FALSE, PETSC_TRUE, 1, 0, 0},
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
    PetscCall(Assemble(m, &(RicCombination){PETSC_FALSE, PETSC_FALSE, 0, 0, -1}, NULL,
                       m->minus_stiffness));
    PetscCall(RicBandUse(m->minus_stiffness));
  }
  if (m->is.damped) {
    PetscCall(RicModelCreateBlocked_Private(m, g, &m->damping));
    PetscCall(RicWriterOpen_Private(m->damping, &writer));
    PetscCall(RicInteractionAssemble_Private(m, &RicInteractionElement, &(RicLocalState){.t = 0},
                                             &(RicCombination){PETSC_FALSE, PETSC_FALSE, 0, 1, 0},
                                             &writer));
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

static PetscErrorCode AddZeros(RicModel m, PetscInt num_nodes, const PetscInt nodes[], void *A) {
  static const PetscReal zero[RIC_MAX_DOFS * RIC_MAX_DOFS];
  PetscInt dofs[RIC_MAX_DOFS];
  const PetscInt n = RicDofs_Private(m, num_nodes, nodes, PETSC_TRUE, dofs);

  PetscFunctionBegin;
  PetscCall(RicWriterAdd_Private((RicWriter *)A, n, dofs, n, dofs, zero));
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
  PetscCall(RicModelVisit_Private(m, curvature, PETSC_FALSE, AddZeros, &writer));
  PetscCall(MatAssemblyBegin(*A, MAT_FLUSH_ASSEMBLY));
  PetscCall(MatAssemblyEnd(*A, MAT_FLUSH_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelOperator(RicModel m, PetscReal cm, PetscReal cc, PetscReal ck,
                                const RicTangentPoint *at, Mat A) {
  const RicCombination k = {PETSC_TRUE, PETSC_FALSE, cm, cc, ck};

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
