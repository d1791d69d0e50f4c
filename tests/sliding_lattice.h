// SPDX-License-Identifier: BSD-2-Clause
// A braced lattice of steel bars on a floor, with friction: what tests and benchmarks of the nodal
// stage share. Assembled here, in slabs along x, a block a node; frames of contacts at the nodes of
// the bottom, rows (N, T1, T2) each. Moves by moreau-jean with θ = 1/2, x the increment of velocity:
//
//   A = M + h²/4 K   b = h f − h K (q + h/2 v)   y0 = W v (1 + e on closing normals)
//
// Nothing of the model or the steppers takes part.
#ifndef RIC_TESTS_SLIDING_LATTICE_H
#define RIC_TESTS_SLIDING_LATTICE_H

#include "solve/stage.h"

typedef enum { SCENE_REST, SCENE_INCLINE, SCENE_DROP } Scene;

typedef struct {
  PetscInt dim, cells[3];      // dim 2: in the plane of the first and the last axis, cells[1] 0
  PetscReal courant, mu, tilt; // tilt of the incline in units of its friction angle
  Scene scene;
} LatticeSetting;

typedef struct {
  MPI_Comm comm;
  PetscInt dim, counts[3];      // nodes along the axes
  PetscInt first, owned, plane; // nodes of this rank; of one slab
  PetscInt contacts;            // of this rank
  PetscReal h, edge, speed;     // step, s; cell, m; what velocities are measured against, m/s
  Scene scene;
  PetscReal *gap;        // [contacts] initial, m
  PetscBool *tangential; // [contacts * dim]
  Mat A, W, normals;     // all rows; normal ones alone
  Vec mass, force, q, v, b;
  Vec y0, law, mu, y, friction; // of all rows
  PetscInt in_play;             // contacts of the step, all ranks
} Lattice;

static inline PetscReal LatticeNoise(PetscInt i) {
  uint64_t s = 88172645463325252ULL + (uint64_t)i * 2654435761ULL;
  for (PetscInt k = 0; k < 4; k++)
    s ^= s << 13, s ^= s >> 7, s ^= s << 17;
  return (PetscReal)(s % 1000003) / 1000003.0;
}

// ---- Assembly ----

static inline void LatticePlace(const Lattice *l, PetscInt node, PetscInt at[3]) {
  at[0] = node / l->plane;
  at[1] = node / l->counts[2] % l->counts[1];
  at[2] = node % l->counts[2];
}

// Neighbour of a node by offsets of −1, 0, 1; −1: none, or no bar to it (more than two axes differ).
static inline PetscInt LatticeNeighbour(const Lattice *l, const PetscInt at[3],
                                        const PetscInt offset[3]) {
  PetscInt other[3], axes = 0;
  for (PetscInt d = 0; d < 3; d++) {
    other[d] = at[d] + offset[d];
    axes += offset[d] != 0;
    if (other[d] < 0 || other[d] >= l->counts[d])
      return -1;
  }
  return axes < 1 || axes > 2 ? -1 : (other[0] * l->counts[1] + other[1]) * l->counts[2] + other[2];
}

// Row of blocks of A of a node, and its mass: bars of 210 GPa, 1 cm², 7850 kg/m³.
static inline PetscErrorCode LatticeNode(Lattice *l, PetscInt node, PetscReal *mass) {
  const PetscInt axis[3] = {0, l->dim == 2 ? 2 : 1, 2};
  PetscReal diagonal[9] = {0}, block[9];
  PetscInt at[3], o[3];

  PetscFunctionBegin;
  *mass = 0;
  LatticePlace(l, node, at);
  for (PetscInt k = 0; k < 27; k++) {
    o[0] = k / 9 - 1, o[1] = k / 3 % 3 - 1, o[2] = k % 3 - 1;
    const PetscInt other = LatticeNeighbour(l, at, o);
    if (other < 0)
      continue;
    const PetscReal square = (PetscReal)(o[0] * o[0] + o[1] * o[1] + o[2] * o[2]);
    const PetscReal length = l->edge * PetscSqrtReal(square);
    const PetscReal stiffness = 210e9 * 1e-4 / length * l->h * l->h / 4;
    for (PetscInt i = 0; i < l->dim; i++)
      for (PetscInt j = 0; j < l->dim; j++) {
        const PetscReal entry = stiffness * (PetscReal)(o[axis[i]] * o[axis[j]]) / square;
        block[i * l->dim + j] = -entry;
        diagonal[i * l->dim + j] += entry;
      }
    *mass += 7850 * 1e-4 * length / 2;
    PetscCall(MatSetValuesBlocked(l->A, 1, &node, 1, &other, block, INSERT_VALUES));
  }
  for (PetscInt i = 0; i < l->dim; i++)
    diagonal[i * (l->dim + 1)] += *mass;
  PetscCall(MatSetValuesBlocked(l->A, 1, &node, 1, &node, diagonal, INSERT_VALUES));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static inline PetscErrorCode LatticeOperator(Lattice *l) {
  const PetscInt n = l->owned * l->dim;
  PetscScalar *m;
  PetscReal mass;

  PetscFunctionBegin;
  PetscCall(
      MatCreateBAIJ(l->comm, l->dim, n, n, PETSC_DECIDE, PETSC_DECIDE, 19, NULL, 9, NULL, &l->A));
  PetscCall(MatCreateVecs(l->A, &l->v, &l->b));
  PetscCall(VecDuplicate(l->v, &l->q));
  PetscCall(VecDuplicate(l->v, &l->mass));
  PetscCall(VecDuplicate(l->v, &l->force));
  PetscCall(VecGetArray(l->mass, &m));
  for (PetscInt i = 0; i < l->owned; i++) {
    PetscCall(LatticeNode(l, l->first + i, &mass));
    for (PetscInt d = 0; d < l->dim; d++)
      m[i * l->dim + d] = mass;
  }
  PetscCall(VecRestoreArray(l->mass, &m));
  PetscCall(MatAssemblyBegin(l->A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(l->A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The normal is the last axis, the tangents the others in order.
static inline PetscErrorCode LatticeRows(Lattice *l) {
  const PetscInt dim = l->dim, dofs = l->owned * dim, rows = l->contacts * dim;
  PetscInt first, row, first_normal;

  PetscFunctionBegin;
  PetscCall(
      MatCreateAIJ(l->comm, rows, dofs, PETSC_DECIDE, PETSC_DECIDE, dim, NULL, 0, NULL, &l->W));
  PetscCall(MatCreateAIJ(l->comm, l->contacts, dofs, PETSC_DECIDE, PETSC_DECIDE, 1, NULL, 0, NULL,
                         &l->normals));
  PetscCall(MatGetOwnershipRange(l->W, &first, NULL));
  PetscCall(MatGetOwnershipRange(l->normals, &first_normal, NULL));
  for (PetscInt k = 0; k < l->contacts; k++) {
    const PetscInt dof = (l->first + k * l->counts[2]) * dim;
    for (PetscInt i = 0; i < dim; i++) {
      row = first + k * dim + i;
      PetscCall(MatSetValue(l->W, row, dof + (i ? i - 1 : dim - 1), 1, INSERT_VALUES));
    }
    PetscCall(MatSetValue(l->normals, first_normal + k, dof + dim - 1, 1, INSERT_VALUES));
  }
  for (PetscInt i = 0; i < 2; i++) {
    PetscCall(MatAssemblyBegin(i ? l->W : l->normals, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(i ? l->W : l->normals, MAT_FINAL_ASSEMBLY));
  }
  Vec *vecs[] = {&l->y0, &l->law, &l->mu, &l->y, &l->friction};
  for (PetscInt i = 0; i < 5; i++)
    PetscCall(MatCreateVecs(l->W, NULL, vecs[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Scenes ----

// Drop: oblique, with waves, and an acceleration that turns the velocity round in 20 steps; gaps up
// to three steps. Otherwise gravity, the floor tilted.
static inline PetscErrorCode LatticeScene(Lattice *l, const LatticeSetting *set) {
  const PetscBool drop = (PetscBool)(set->scene == SCENE_DROP);
  const PetscReal gravity = drop ? 0.1 * 2 / l->h : 9.81;
  const PetscReal angle = set->scene == SCENE_INCLINE ? set->tilt * PetscAtanReal(set->mu) : 0;
  const PetscInt last = l->dim - 1;
  PetscScalar *v, *f, *m;
  PetscInt at[3];

  PetscFunctionBegin;
  PetscCall(VecGetArray(l->v, &v));
  PetscCall(VecGetArray(l->force, &f));
  PetscCall(VecGetArray(l->mass, &m));
  for (PetscInt i = 0; i < l->owned; i++) {
    PetscScalar *vi = v + i * l->dim, *fi = f + i * l->dim;
    const PetscReal mass = m[i * l->dim];
    LatticePlace(l, l->first + i, at);
    const PetscReal x = l->edge * (PetscReal)at[0], y = l->edge * (PetscReal)at[1];
    if (drop && l->dim == 3)
      vi[1] = 0.15 * PetscSinReal(2 * y);
    if (drop)
      vi[0] = 0.5 + PetscSinReal(5 * x + 2 * y), vi[last] = -2 + PetscSinReal(3 * x);
    fi[0] = mass * gravity * PetscSinReal(angle);
    fi[last] = -mass * gravity * PetscCosReal(angle);
  }
  PetscCall(VecRestoreArray(l->v, &v));
  PetscCall(VecRestoreArray(l->force, &f));
  PetscCall(VecRestoreArray(l->mass, &m));
  for (PetscInt k = 0; k < l->contacts; k++)
    l->gap[k] = drop ? LatticeNoise(l->first / l->counts[2] + k) * 6 * l->h : 0;
  l->speed = drop ? 2 : 10 * gravity * l->h;
  PetscCall(VecSet(l->friction, set->mu));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static inline PetscErrorCode LatticeCreate(MPI_Comm comm, const LatticeSetting *set, Lattice *l) {
  PetscMPIInt rank, size;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &size));
  *l = (Lattice){.comm = comm, .dim = set->dim, .edge = 0.1, .scene = set->scene};
  l->h = set->courant * l->edge / PetscSqrtReal(210e9 / 7850);
  for (PetscInt d = 0; d < 3; d++)
    l->counts[d] = set->cells[d] + 1;
  l->plane = l->counts[1] * l->counts[2];
  l->first = l->counts[0] * rank / size * l->plane;
  l->owned = l->counts[0] * (rank + 1) / size * l->plane - l->first;
  l->contacts = l->owned / l->counts[2];
  PetscCall(PetscMalloc2(l->contacts, &l->gap, l->contacts * l->dim, &l->tangential));
  for (PetscInt i = 0; i < l->contacts * l->dim; i++)
    l->tangential[i] = (PetscBool)(i % l->dim > 0);
  PetscCall(LatticeOperator(l));
  PetscCall(LatticeRows(l));
  PetscCall(LatticeScene(l, set));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static inline PetscErrorCode LatticeDestroy(Lattice *l) {
  Vec *vecs[] = {&l->mass, &l->force, &l->q,  &l->v, &l->b,
                 &l->y0,   &l->law,   &l->mu, &l->y, &l->friction};

  PetscFunctionBegin;
  for (PetscInt i = 0; i < 10; i++)
    PetscCall(VecDestroy(vecs[i]));
  PetscCall(MatDestroy(&l->A));
  PetscCall(MatDestroy(&l->W));
  PetscCall(MatDestroy(&l->normals));
  PetscCall(PetscFree2(l->gap, l->tangential));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Steps ----

// A stage of the type; without friction on the normal rows alone.
static inline PetscErrorCode LatticeStage(const Lattice *l, const char type[], PetscBool friction,
                                          RicStage *stage) {
  const PetscReal half = l->h / l->edge * PetscSqrtReal(210e9 / 7850) * 0.52; // hω/2
  const RicOperatorTraits traits = {.stiffness = half * half};
  const RicRowTraits rows = {.separable = (PetscBool)!friction, .constant = PETSC_TRUE};

  PetscFunctionBegin;
  PetscCall(RicStageCreate(l->comm, "", stage));
  PetscCall(RicStageSetType(*stage, type));
  PetscCall(RicStageSetRows(*stage, friction ? l->W : l->normals, &rows));
  if (friction)
    PetscCall(RicStageSetFriction(*stage, l->friction));
  PetscCall(RicStageSetTangents(*stage, friction ? l->tangential : NULL));
  PetscCall(RicStageSetFromOptions(*stage));
  PetscCall(RicStageSetOperator(*stage, l->A, &traits));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// b, y0 and the laws of the next step. Contacts whose gap half a step ahead is closed are in play.
static inline PetscErrorCode LatticePredict(Lattice *l, Vec work) {
  const PetscScalar *q, *v;
  PetscScalar *law;

  PetscFunctionBegin;
  PetscCall(VecWAXPY(work, l->h / 2, l->v, l->q)); // q + h/2 v
  PetscCall(MatMult(l->A, work, l->b));
  PetscCall(VecPointwiseMult(work, l->mass, work));
  PetscCall(VecAXPY(l->b, -1, work)); // h²/4 K of it
  PetscCall(VecAXPBY(l->b, l->h, -4 / l->h, l->force));
  PetscCall(MatMult(l->W, l->v, l->y0));
  PetscCall(VecGetArrayRead(l->q, &q));
  PetscCall(VecGetArrayRead(l->v, &v));
  PetscCall(VecGetArray(l->law, &law));
  l->in_play = 0;
  for (PetscInt k = 0; k < l->contacts; k++) {
    const PetscInt normal = (k * l->counts[2] + 1) * l->dim - 1;
    const PetscBool on =
        (PetscBool)(l->gap[k] + q[normal] + l->h / 2 * v[normal] <= 1e-9 * l->h * l->speed);
    for (PetscInt i = 0; i < l->dim; i++)
      law[k * l->dim + i] = !on ? RIC_LAW_OFF : i ? RIC_LAW_FRICTION : RIC_LAW_UNILATERAL;
    l->in_play += on;
  }
  PetscCall(VecRestoreArrayRead(l->q, &q));
  PetscCall(VecRestoreArrayRead(l->v, &v));
  PetscCall(VecRestoreArray(l->law, &law));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &l->in_play, 1, MPIU_INT, MPI_SUM, l->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static inline PetscErrorCode LatticeAdvance(Lattice *l, Vec dv) {
  PetscFunctionBegin;
  PetscCall(VecAXPY(l->q, l->h, l->v));
  PetscCall(VecAXPY(l->q, l->h / 2, dv));
  PetscCall(VecAXPY(l->v, 1, dv));
  PetscFunctionReturn(PETSC_SUCCESS);
}

#endif
