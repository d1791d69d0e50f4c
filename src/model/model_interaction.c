// SPDX-License-Identifier: BSD-2-Clause
// Loops over all interactions of a model: a loop over their kinds, the groups of a kind, and what a
// group has on this rank.
#include "model/model_impl.h"

// A new kind: its verbs in a file of its own, and one line here.
static const RicInteractionOps *const kinds[] = {&RicInteractionElement, &RicInteractionBody,
                                                 &RicInteractionSystem,  &RicInteractionSpring,
                                                 &RicInteractionJoint,   &RicInteractionContact};
#define NUM_KINDS ((PetscInt)(sizeof(kinds) / sizeof(kinds[0])))

static const PetscInt *NodesOf(const RicGroup *group, PetscInt i) {
  return &group->nodes[i * group->stride];
}

PetscErrorCode RicModelVisit_Private(RicModel m, RicCurvature curvature, PetscBool everywhere,
                                     RicVisitFn Visit, void *ctx) {
  PetscFunctionBegin;
  for (PetscInt t = 0; t < NUM_KINDS; t++) {
    if ((kinds[t]->everywhere && !everywhere) ||
        (kinds[t]->Couples && !kinds[t]->Couples(m, curvature)))
      continue;
    for (PetscInt k = 0; k < kinds[t]->NumGroups(m); k++) {
      const RicGroup group = kinds[t]->Group(m, k);
      for (PetscInt i = 0; i < group.num; i++)
        PetscCall(Visit(m, group.num_nodes, NodesOf(&group, i), ctx));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelVisitRows_Private(RicModel m, RicRowVisitFn Visit, void *ctx) {
  PetscFunctionBegin;
  for (PetscInt t = 0; t < NUM_KINDS; t++) {
    RicRowed it = {.ops = kinds[t]};
    for (it.k = 0; it.ops->NumRows && it.k < it.ops->NumGroups(m); it.k++) {
      const RicGroup group = it.ops->Group(m, it.k);
      it.num_nodes = group.num_nodes;
      for (it.i = 0; it.i < group.num; it.i++) {
        it.nodes = NodesOf(&group, it.i);
        it.num = it.ops->NumRows(m, it.k, it.i, &it.first);
        if (it.num > 0)
          PetscCall(Visit(m, &it, ctx));
      }
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rows and columns of fixed dofs of E [n*n] become 0.
static void Reduce(const RicModel m, PetscInt num_nodes, const PetscInt nodes[], PetscReal E[]) {
  PetscInt local[RIC_MAX_DOFS];
  const PetscInt n = RicDofs_Private(m, num_nodes, nodes, PETSC_FALSE, local);

  for (PetscInt i = 0; i < n; i++)
    if (m->fixed[local[i]])
      for (PetscInt j = 0; j < n; j++)
        E[i * n + j] = E[j * n + i] = 0;
}

// A += E [n*n] of the dofs of nodes; `blocked`: A is blocked by node, and each node has a block.
static PetscErrorCode AddMatrix(RicModel m, PetscBool blocked, PetscInt num_nodes,
                                const PetscInt nodes[], const PetscReal E[], RicWriter *A) {
  PetscInt global[RIC_MAX_NODES], dofs[RIC_MAX_DOFS];

  PetscFunctionBegin;
  if (blocked && !A->value) {
    for (PetscInt a = 0; a < num_nodes; a++)
      global[a] = m->global[nodes[a]];
    PetscCall(MatSetValuesBlocked(A->A, num_nodes, global, num_nodes, global, E, ADD_VALUES));
  } else {
    const PetscInt n = RicDofs_Private(m, num_nodes, nodes, PETSC_TRUE, dofs);
    PetscCall(RicWriterAdd_Private(A, n, dofs, n, dofs, E));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInteractionAssemble_Private(RicModel m, const RicInteractionOps *ops,
                                              const RicLocalState *at, const RicCombination *c,
                                              RicWriter *A) {
  const PetscBool blocked = (PetscBool)(ops->everywhere && !c->mass && m->is.uniform);
  PetscReal E[RIC_MAX_DOFS * RIC_MAX_DOFS];

  PetscFunctionBegin;
  for (PetscInt k = 0; k < ops->NumGroups(m); k++) {
    const RicGroup group = ops->Group(m, k);
    for (PetscInt i = 0; i < group.num; i++) {
      const PetscInt *nodes = NodesOf(&group, i);
      if (!ops->Matrix(m, k, i, at, c, E))
        continue;
      if (c->reduced)
        Reduce(m, group.num_nodes, nodes, E);
      PetscCall(AddMatrix(m, blocked, group.num_nodes, nodes, E, A));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelAssembleAll_Private(RicModel m, const RicLocalState *at,
                                           const RicCombination *c, RicWriter *A) {
  PetscFunctionBegin;
  for (PetscInt t = 0; t < NUM_KINDS; t++)
    if (at->lambda || !kinds[t]->of_reactions)
      PetscCall(RicInteractionAssemble_Private(m, kinds[t], at, c, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void Scatter(const RicModel m, PetscInt num_nodes, const PetscInt nodes[],
                    const PetscReal fe[], PetscScalar f[]) {
  for (PetscInt a = 0, n = 0; a < num_nodes; a++)
    for (PetscInt d = 0; nodes[a] >= 0 && d < m->ndof[nodes[a]]; d++)
      f[m->first[nodes[a]] + d] += fe[n++];
}

void RicModelAddForces_Private(const RicModel m, const RicLocalState *at, PetscScalar f[]) {
  PetscReal fe[RIC_MAX_DOFS];

  for (PetscInt t = 0; t < NUM_KINDS; t++) {
    const RicInteractionOps *ops = kinds[t];
    for (PetscInt k = 0; ops->Force && k < ops->NumGroups(m); k++) {
      const RicGroup group = ops->Group(m, k);
      for (PetscInt i = 0; i < group.num; i++)
        if (ops->Force(m, k, i, at, fe))
          Scatter(m, group.num_nodes, NodesOf(&group, i), fe, f);
    }
  }
}

typedef PetscReal (*EnergyFn)(const RicModel m, PetscInt k, PetscInt i, const RicLocalState *at);

static PetscReal Sum(const RicModel m, const RicInteractionOps *ops, EnergyFn Energy,
                     const RicLocalState *at) {
  PetscReal sum = 0;

  for (PetscInt k = 0; Energy && k < ops->NumGroups(m); k++) {
    const RicGroup group = ops->Group(m, k);
    for (PetscInt i = 0; i < group.num; i++)
      sum += Energy(m, k, i, at);
  }
  return sum;
}

PetscReal RicModelStoredEnergy_Private(const RicModel m, const RicLocalState *at) {
  PetscReal sum = 0;

  for (PetscInt t = 0; t < NUM_KINDS; t++)
    sum += Sum(m, kinds[t], kinds[t]->Energy, at);
  return sum;
}

PetscReal RicModelPathEnergy_Private(const RicModel m, const RicLocalState *at) {
  PetscReal sum = 0;

  for (PetscInt t = 0; t < NUM_KINDS; t++)
    sum += Sum(m, kinds[t], kinds[t]->PathEnergy, at);
  return sum;
}
