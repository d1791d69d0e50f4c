// SPDX-License-Identifier: BSD-2-Clause
// What tests of stages share: a lattice of bars over tilted planes, random contact problems on it,
// and what an answer must be.
#ifndef RIC_TESTS_STAGING_H
#define RIC_TESTS_STAGING_H

#include "element/element_data.h"
#include "modelling.h"
#include "solve/stage.h"

// The lattice and what of its contacts a test wants.
typedef struct {
  PetscBool mass_only; // the operator is the lumped mass
  PetscBool redundant; // the floor twice
  PetscBool held;      // a corner on the floor is fixed
  PetscBool scaled;    // rows of lengths from 1/4 to 4
  PetscBool wall;      // a wall that shares nodes with the floor and the roof
  PetscBool bare;      // no contacts
} Setting;

typedef struct {
  RicMesh mesh;
  RicModel model;
  PetscInt dofs, keys; // sizes of the arrays by original number
  Mat A, W;
  RicOperatorTraits traits;
  RicRowTraits row_traits;
} Structure;

// A problem, and its answer; arrays by original number. keys of no row hold 0.
typedef struct {
  PetscReal *b, *x, *y0, *eligible, *y, *mu; // one block, from b on
} Data;

// ---- The structure ----

static inline void GenerateMesh(MPI_Comm comm, RicMesh *mesh) {
  const PetscInt counts[3] = {4, 2, 1};
  const PetscReal size[3] = {4, 2, 1};
  Must(RicMeshCreate(comm, mesh));
  Must(RicMeshGenerateLattice(*mesh, "truss", counts, nowhere, size, PETSC_TRUE));
  Must(RicMeshAddRegionNearest(*mesh, "corner", nowhere));
  Must(RicMeshPartition(*mesh));
}

static inline void AddContacts(Structure *s, const Setting *setting) {
  const PetscReal up[3] = {0, 0, 1}, tilted[3] = {0.36, 0.48, -0.8}, aside[3] = {1, 0, 0};
  if (setting->bare)
    return;
  AddPlane(s->model, s->mesh, "zmin", "floor", nowhere, up, 0, NULL);
  AddPlane(s->model, s->mesh, "zmax", "roof", nowhere, tilted, 0, NULL);
  if (setting->redundant)
    AddPlane(s->model, s->mesh, "zmin", "floor again", nowhere, up, 0, NULL);
  if (setting->wall)
    AddPlane(s->model, s->mesh, "xmin", "wall", nowhere, aside, 0, NULL);
}

static inline void ScaleRows(const Structure *s) {
  uint64_t seed = 10;
  PetscReal *factors;
  Vec scale;
  Must(PetscMalloc1(s->keys, &factors));
  for (PetscInt i = 0; i < s->keys; i++)
    factors[i] = PetscPowReal(4, Uniform(&seed, -1, 1));
  Must(RicModelCreateContactVec(s->model, &scale));
  PutRows(s->model, factors, scale);
  Must(MatDiagonalScale(s->W, scale, NULL));
  Must(VecDestroy(&scale));
  Must(PetscFree(factors));
}

static inline Structure NewStructure(MPI_Comm comm, const Setting *setting) {
  const RicBarData bar = {.material = {50, 3}, .area = 0.4, .lumped = PETSC_TRUE};
  const PetscBool all[3] = {PETSC_TRUE, PETSC_TRUE, PETSC_TRUE};
  Structure s = {0};
  GenerateMesh(comm, &s.mesh);
  Must(RicModelCreate(comm, s.mesh, 3, &s.model));
  Must(RicModelAddElements(s.model, ElementType("bar"), &bar, RegionOf(s.mesh, "truss"), "test"));
  if (setting->held)
    Must(RicModelAddSupport(s.model, RegionOf(s.mesh, "corner"), all, NULL, NULL));
  AddContacts(&s, setting);
  Must(RicModelSetUp(s.model));
  s.dofs = NumDofs(s.model);
  s.keys = NumRowKeys(s.model);
  Must(RicModelGetRows(s.model, &s.W));
  s.row_traits.separable = TraitsOf(s.model)->separable;
  s.row_traits.constant = PETSC_TRUE;
  if (setting->scaled)
    ScaleRows(&s);
  s.traits.diagonal = setting->mass_only;
  if (setting->mass_only) {
    Mat mass;
    Must(RicModelGetMass(s.model, &mass));
    Must(MatDuplicate(mass, MAT_COPY_VALUES, &s.A));
  } else {
    Must(RicModelCreateMat(s.model, RIC_CURVATURE_ROWS, &s.A));
    Must(RicModelOperator(s.model, 7, 0, 1, NULL, s.A));
  }
  return s;
}

static inline void DestroyStructure(Structure *s) {
  Must(MatDestroy(&s->A));
  Must(RicModelDestroy(&s->model));
  Must(RicMeshDestroy(&s->mesh));
}

static inline RicStage NewStage(MPI_Comm comm, const Structure *s, const char type[]) {
  RicStage stage;
  Must(RicStageCreate(comm, "test_", &stage));
  Must(RicStageSetType(stage, type));
  Must(RicStageSetRows(stage, s->W, &s->row_traits));
  Must(RicStageSetOperator(stage, s->A, &s->traits));
  return stage;
}

// ---- A problem ----

static inline PetscInt DataSize(const Structure *s) { return 2 * s->dofs + 4 * s->keys; }

static inline Data NewData(const Structure *s) {
  Data d;
  Must(PetscCalloc1(DataSize(s), &d.b));
  d.x = d.b + s->dofs;
  d.y0 = d.x + s->dofs;
  d.eligible = d.y0 + s->keys;
  d.y = d.eligible + s->keys;
  d.mu = d.y + s->keys;
  return d;
}

static inline void DestroyData(Data *d) { Must(PetscFree(d->b)); }

static inline void CopyData(const Structure *s, const Data *from, Data *to) {
  Must(PetscArraycpy(to->b, from->b, DataSize(s)));
}

// A quarter of the rows is off, a quarter an equation.
static inline PetscReal RandomLaw(uint64_t *seed) {
  const PetscReal u = Uniform(seed, 0, 4);
  return u < 1 ? RIC_LAW_OFF : u < 3 ? RIC_LAW_UNILATERAL : RIC_LAW_EQUALITY;
}

// Numbers of order 1 but 0 at fixed dofs and where there is no row.
static inline void Randomise(const Structure *s, uint64_t *seed, Data *d) {
  Vec v;
  UniformArray(seed, -20, 20, s->dofs, d->b);
  UniformArray(seed, -20, 20, s->dofs, d->x); // what a stage finds there shall not matter
  Must(RicModelCreateVec(s->model, &v));
  PutDofs(s->model, d->b, v);
  Must(RicModelZeroFixed(s->model, v));
  GetDofs(s->model, v, d->b);
  Must(VecDestroy(&v));
  for (PetscInt i = 0; i < s->keys; i++) {
    d->y0[i] = Uniform(seed, -0.6, 0.5);
    d->eligible[i] = RandomLaw(seed);
    d->mu[i] = 0;
  }
}

// Vectors of a model for one solve.
typedef struct {
  Vec b, x, y0, eligible, y, mu;
} Vectors;

static inline Vectors NewVectors(const Structure *s, const Data *d) {
  Vectors v;
  Must(RicModelCreateVec(s->model, &v.b));
  Must(RicModelCreateVec(s->model, &v.x));
  Must(RicModelCreateContactVec(s->model, &v.y0));
  Must(VecDuplicate(v.y0, &v.eligible));
  Must(VecDuplicate(v.y0, &v.y));
  Must(VecDuplicate(v.y0, &v.mu));
  PutDofs(s->model, d->b, v.b);
  PutDofs(s->model, d->x, v.x);
  PutRows(s->model, d->y0, v.y0);
  PutRows(s->model, d->eligible, v.eligible);
  PutRows(s->model, d->mu, v.mu);
  return v;
}

static inline void DestroyVectors(Vectors *v) {
  Vec *all[] = {&v->b, &v->x, &v->y0, &v->eligible, &v->y, &v->mu};
  for (PetscInt i = 0; i < 6; i++)
    Must(VecDestroy(all[i]));
}

// Is b given, or the free solution in x?
typedef enum { BY_LOAD, BY_FREE_MOTION } Form;

static inline void Solve(const Structure *s, RicStage stage, Form form, Data *d) {
  Vectors v = NewVectors(s, d);
  PetscInt iterations = 0;
  RicReason reason = RIC_OK;
  if (form == BY_FREE_MOTION)
    Must(RicStageSolveFree(stage, v.b, v.x, &reason));
  assert_int_equal(reason, RIC_OK);
  Must(RicStageSolve(stage, form == BY_LOAD ? v.b : NULL, v.y0, v.eligible, v.x, v.y, v.mu,
                     &iterations, &reason));
  assert_int_equal(reason, RIC_OK);
  GetDofs(s->model, v.x, d->x);
  GetRows(s->model, v.y, d->y);
  GetRows(s->model, v.mu, d->mu);
  DestroyVectors(&v);
}

// ---- What an answer must be ----

// A x − b − Wᵀμ and y − y0 − W x.
static inline void CheckEquations(const Structure *s, const Data *d) {
  Vectors v = NewVectors(s, d);
  PetscReal norm;
  Must(MatMultTransposeAdd(s->W, v.mu, v.b, v.b));
  Must(VecScale(v.b, -1));
  Must(MatMultAdd(s->A, v.x, v.b, v.b));
  Must(VecNorm(v.b, NORM_INFINITY, &norm));
  assert_close(norm, 0, 1e-9);
  PutRows(s->model, d->y, v.y);
  Must(VecAXPY(v.y, -1, v.y0));
  Must(VecScale(v.y, -1));
  Must(MatMultAdd(s->W, v.x, v.y, v.y));
  Must(VecNorm(v.y, NORM_INFINITY, &norm));
  assert_close(norm, 0, 1e-10);
  DestroyVectors(&v);
}

// Rows that are active, open, and equations whose multiplier pulls.
typedef struct {
  PetscInt active, open, pulling;
} Tally;

static inline void CountRows(const Structure *s, const Data *d, Tally *tally) {
  for (PetscInt i = 0; i < s->keys; i++) {
    tally->active += d->eligible[i] == RIC_LAW_UNILATERAL && d->mu[i] > 0;
    tally->open += d->eligible[i] == RIC_LAW_UNILATERAL && d->y[i] > 1e-9;
    tally->pulling += d->eligible[i] == RIC_LAW_EQUALITY && d->mu[i] < -1e-3;
  }
}

// Each row by its law; `stuck` is the key of a row that cannot move.
static inline void CheckLaws(const Structure *s, const Data *d, PetscInt stuck) {
  for (PetscInt i = 0; i < s->keys; i++) {
    if (d->eligible[i] == RIC_LAW_EQUALITY && i != stuck)
      assert_close(d->y[i], 0, 1e-10);
    else if (d->eligible[i] == RIC_LAW_UNILATERAL && i != stuck) {
      assert_true(d->y[i] >= -1e-10);
      assert_true(d->mu[i] >= -1e-12);
      assert_close(d->y[i] * d->mu[i], 0, 1e-9);
    } else
      assert_true(d->mu[i] == 0);
  }
}

static inline void CheckSame(const Structure *s, const Data *a, const Data *b) {
  assert_close(Distance(s->dofs, a->x, b->x), 0, 1e-9);
  assert_close(Distance(s->keys, a->y, b->y), 0, 1e-9);
  assert_close(Distance(s->keys, a->mu, b->mu), 0, 2e-8); // A is about 20 times larger than x
}

#endif
