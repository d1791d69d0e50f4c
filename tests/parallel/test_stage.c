// SPDX-License-Identifier: BSD-2-Clause
// The contact problem of a step, on a lattice of bars over tilted planes: all types of stage give
// the same answer, it solves the problem, and a copy of the model on each rank alone gives it too.
#include "modelling.h"
#include "raised.h"
#include "solve/stage.h"
#include <string.h>
#include <unistd.h>

enum { REPEATS = 9 };

// The lattice and what of its contacts a test wants.
typedef struct {
  PetscBool mass_only; // the operator is the lumped mass
  PetscBool redundant; // the floor twice
  PetscBool held;      // a corner on the floor is fixed
  PetscBool bare;      // no contacts
} Setting;

typedef struct {
  RicMesh mesh;
  RicModel model;
  PetscInt dofs, keys; // sizes of the arrays by original number
  Mat A, W;
  RicOperatorTraits traits;
  PetscBool separable;
} Structure;

// A problem, and its answer; arrays by original number. keys of no row hold 0.
typedef struct {
  PetscReal *b, *x, *y0, *eligible, *y, *mu; // one block, from b on
} Data;

// ---- The structure ----

static void GenerateMesh(MPI_Comm comm, RicMesh *mesh) {
  const PetscInt counts[3] = {4, 2, 1};
  const PetscReal size[3] = {4, 2, 1};
  Must(RicMeshCreate(comm, mesh));
  Must(RicMeshGenerateLattice(*mesh, "truss", counts, nowhere, size, PETSC_TRUE));
  Must(RicMeshAddRegionNearest(*mesh, "corner", nowhere));
  Must(RicMeshPartition(*mesh));
}

static void AddContacts(Structure *s, const Setting *setting) {
  const PetscReal up[3] = {0, 0, 1}, tilted[3] = {0.36, 0.48, -0.8};
  if (setting->bare)
    return;
  AddPlane(s->model, s->mesh, "zmin", "floor", nowhere, up, 0, NULL);
  AddPlane(s->model, s->mesh, "zmax", "roof", nowhere, tilted, 0, NULL);
  if (setting->redundant)
    AddPlane(s->model, s->mesh, "zmin", "floor again", nowhere, up, 0, NULL);
}

static Structure NewStructure(MPI_Comm comm, const Setting *setting) {
  const RicElementData bar = {.young = 50, .density = 3, .area = 0.4, .lumped = PETSC_TRUE};
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
  Must(RicModelRowsAreSeparable(s.model, &s.separable));
  s.traits.diagonal = setting->mass_only;
  if (setting->mass_only) {
    Must(RicModelGetMass(s.model, &s.A));
    Must(PetscObjectReference((PetscObject)s.A));
  } else {
    Must(RicModelCreateMat(s.model, &s.A));
    Must(RicModelOperator(s.model, 7, 0, 1, NULL, s.A));
  }
  return s;
}

static void DestroyStructure(Structure *s) {
  Must(MatDestroy(&s->A));
  Must(RicModelDestroy(&s->model));
  Must(RicMeshDestroy(&s->mesh));
}

static RicStage NewStage(MPI_Comm comm, const Structure *s, const char type[]) {
  RicStage stage;
  Must(RicStageCreate(comm, "test_", &stage));
  Must(RicStageSetType(stage, type));
  Must(RicStageSetRows(stage, s->W, s->separable));
  Must(RicStageSetOperator(stage, s->A, &s->traits));
  return stage;
}

// ---- A problem ----

static PetscInt DataSize(const Structure *s) { return 2 * s->dofs + 4 * s->keys; }

static Data NewData(const Structure *s) {
  Data d;
  Must(PetscCalloc1(DataSize(s), &d.b));
  d.x = d.b + s->dofs;
  d.y0 = d.x + s->dofs;
  d.eligible = d.y0 + s->keys;
  d.y = d.eligible + s->keys;
  d.mu = d.y + s->keys;
  return d;
}

static void DestroyData(Data *d) { Must(PetscFree(d->b)); }

static void CopyData(const Structure *s, const Data *from, Data *to) {
  Must(PetscArraycpy(to->b, from->b, DataSize(s)));
}

// Numbers of order 1 but 0 at fixed dofs and where there is no row; a quarter of the rows is off.
static void Randomise(const Structure *s, uint64_t *seed, Data *d) {
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
    d->eligible[i] = (PetscReal)(Uniform(seed, 0, 1) < 0.75);
    d->mu[i] = 0;
  }
}

// Vectors of a model for one solve.
typedef struct {
  Vec b, x, y0, eligible, y, mu;
} Vectors;

static Vectors NewVectors(const Structure *s, const Data *d) {
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

static void DestroyVectors(Vectors *v) {
  Vec *all[] = {&v->b, &v->x, &v->y0, &v->eligible, &v->y, &v->mu};
  for (PetscInt i = 0; i < 6; i++)
    Must(VecDestroy(all[i]));
}

// Is b given, or the free solution in x?
typedef enum { BY_LOAD, BY_FREE_MOTION } Form;

static void Solve(const Structure *s, RicStage stage, Form form, Data *d) {
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
static void CheckEquations(const Structure *s, const Data *d) {
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

static void CountRows(const Structure *s, const Data *d, PetscInt *active, PetscInt *open) {
  for (PetscInt i = 0; i < s->keys; i++) {
    *active += d->mu[i] > 0;
    *open += d->eligible[i] > 0.5 && d->y[i] > 1e-9;
  }
}

// 0 ≤ y ⊥ μ ≥ 0 where eligible, μ = 0 elsewhere; `stuck` is the key of a row that cannot move.
static void CheckComplementarity(const Structure *s, const Data *d, PetscInt stuck) {
  for (PetscInt i = 0; i < s->keys; i++) {
    if (d->eligible[i] > 0.5 && i != stuck) {
      assert_true(d->y[i] >= -1e-10);
      assert_true(d->mu[i] >= -1e-12);
      assert_close(d->y[i] * d->mu[i], 0, 1e-9);
    } else
      assert_true(d->mu[i] == 0);
  }
}

static void CheckSame(const Structure *s, const Data *a, const Data *b) {
  assert_close(Distance(s->dofs, a->x, b->x), 0, 1e-9);
  assert_close(Distance(s->keys, a->y, b->y), 0, 1e-9);
  assert_close(Distance(s->keys, a->mu, b->mu), 0, 2e-8); // A is about 20 times larger than x
}

// ---- All types alike ----

// `number` types against the first, on random problems, in both forms, from any guess.
static void Compare(const Setting *setting, PetscInt number, const char *const types[],
                    PetscInt stuck) {
  uint64_t seed = 11;
  Structure s = NewStructure(PETSC_COMM_WORLD, setting);
  Structure alone = NewStructure(PETSC_COMM_SELF, setting);
  Data first = NewData(&s), other = NewData(&s);
  RicStage reference = NewStage(PETSC_COMM_SELF, &alone, types[0]);
  PetscInt active = 0, open = 0;
  for (PetscInt t = 0; t < number; t++) {
    const char *type;
    RicStage stage = NewStage(PETSC_COMM_WORLD, &s, types[t]);
    Must(RicStageGetType(stage, &type));
    assert_string_equal(type, types[t]);
    for (PetscInt repeat = 0; repeat < REPEATS; repeat++) {
      Randomise(&s, &seed, &first);
      CopyData(&s, &first, &other);
      Solve(&alone, reference, BY_LOAD, &first);
      for (PetscInt i = 0; i < s.keys && repeat % 3; i++)
        other.mu[i] = repeat % 3 == 1 ? first.mu[i] : Uniform(&seed, -1, 1) > 0;
      Solve(&s, stage, repeat % 2 ? BY_LOAD : BY_FREE_MOTION, &other);
      CheckEquations(&s, &other);
      CheckComplementarity(&s, &other, stuck);
      CheckSame(&s, &first, &other);
      CountRows(&s, &other, &active, &open);
    }
    Must(RicStageDestroy(&stage));
  }
  assert_true(active > 0 && open > 0); // the problems are worth it
  Must(RicStageDestroy(&reference));
  DestroyData(&first), DestroyData(&other);
  DestroyStructure(&s), DestroyStructure(&alone);
}

static void TestStiff(void **state) {
  const char *const types[] = {"condensed", "bound", "kkt"};
  const Setting setting = {0};
  (void)state;
  Compare(&setting, 3, types, -1);
}

static void TestMass(void **state) {
  const char *const types[] = {"condensed", "diagonal", "bound", "kkt"};
  const Setting setting = {.mass_only = PETSC_TRUE};
  (void)state;
  Compare(&setting, 4, types, -1);
}

// The row of the corner, key 0, has no free dof: no multiplier can move it.
static void TestHeld(void **state) {
  const char *const types[] = {"condensed", "bound", "kkt", "diagonal"};
  const Setting stiff = {.held = PETSC_TRUE}, mass = {.held = PETSC_TRUE, .mass_only = PETSC_TRUE};
  (void)state;
  Compare(&stiff, 3, types, 0);
  Compare(&mass, 4, types, 0);
}

// What does not apply gives way to the automatic choice.
static void TestChoice(void **state) {
  const Setting redundant = {.redundant = PETSC_TRUE}, mass = {.mass_only = PETSC_TRUE};
  const Setting *settings[4] = {&redundant, &redundant, &mass, &mass};
  const char *const wanted[4] = {"bound", "diagonal", "auto", "kkt"};
  const char *const got[4] = {"condensed", "condensed", "diagonal", "kkt"};
  const char *type;
  (void)state;
  for (PetscInt k = 0; k < 4; k++) {
    Structure s = NewStructure(PETSC_COMM_WORLD, settings[k]);
    RicStage stage = NewStage(PETSC_COMM_WORLD, &s, wanted[k]);
    Must(RicStageGetType(stage, &type));
    assert_string_equal(type, got[k]);
    Must(RicStageDestroy(&stage));
    DestroyStructure(&s);
  }
}

// ---- A changed operator ----

static void TestChangedOperator(void **state) {
  const char *const types[] = {"condensed", "bound", "kkt"};
  const PetscReal inertia[3] = {7, 30, 7};
  const Setting setting = {0};
  uint64_t seed = 12;
  (void)state;
  Structure s = NewStructure(PETSC_COMM_WORLD, &setting);
  Data first = NewData(&s), other = NewData(&s);
  for (PetscInt t = 0; t < 3; t++) {
    RicStage stage = NewStage(PETSC_COMM_WORLD, &s, types[t]);
    PetscInt before, after;
    Must(RicStageGetFactorizations(stage, &before));
    for (PetscInt k = 0; k < 6; k++) {
      Must(RicModelOperator(s.model, inertia[k / 2], 0, 1 + (PetscReal)(k / 2), NULL, s.A));
      Must(RicStageSetOperator(stage, s.A, &s.traits));
      RicStage fresh = NewStage(PETSC_COMM_WORLD, &s, "condensed");
      Randomise(&s, &seed, &first);
      CopyData(&s, &first, &other);
      Solve(&s, fresh, BY_LOAD, &first);
      Solve(&s, stage, BY_LOAD, &other);
      CheckEquations(&s, &other);
      CheckSame(&s, &first, &other);
      Must(RicStageDestroy(&fresh));
    }
    Must(RicStageGetFactorizations(stage, &after));
    assert_true(after >= before + 6);
    Must(RicStageDestroy(&stage));
  }
  DestroyData(&first), DestroyData(&other);
  DestroyStructure(&s);
}

// The lumped mass, scaled: all four types.
static void TestChangedMass(void **state) {
  const char *const types[] = {"diagonal", "condensed", "bound", "kkt"};
  const Setting setting = {.mass_only = PETSC_TRUE};
  uint64_t seed = 13;
  (void)state;
  for (PetscInt t = 0; t < 4; t++) {
    Structure s = NewStructure(PETSC_COMM_WORLD, &setting);
    Data d = NewData(&s);
    RicStage stage = NewStage(PETSC_COMM_WORLD, &s, types[t]);
    for (PetscInt k = 0; k < 3; k++) {
      Randomise(&s, &seed, &d);
      Solve(&s, stage, BY_LOAD, &d);
      CheckEquations(&s, &d);
      CheckComplementarity(&s, &d, -1);
      Must(MatScale(s.A, 3));
      Must(RicStageSetOperator(stage, s.A, &s.traits));
    }
    Must(RicStageDestroy(&stage));
    DestroyData(&d);
    DestroyStructure(&s);
  }
}

// ---- Redundant rows, no rows, no candidates ----

// The floor twice, now with different gaps (one of the two is idle), now with the same (only sums
// of multipliers are unique).
static void TestRedundant(void **state) {
  const char *const types[] = {"condensed", "kkt"};
  const Setting setting = {.redundant = PETSC_TRUE};
  uint64_t seed = 14;
  (void)state;
  Structure s = NewStructure(PETSC_COMM_WORLD, &setting);
  assert_false(s.separable);
  Data d[2] = {NewData(&s), NewData(&s)};
  const PetscInt n = NumNodes(s.model);
  RicStage stage[2];
  for (PetscInt t = 0; t < 2; t++)
    stage[t] = NewStage(PETSC_COMM_WORLD, &s, types[t]);
  for (PetscInt repeat = 0; repeat < REPEATS; repeat++) {
    Randomise(&s, &seed, &d[0]);
    for (PetscInt i = 0; i < n; i++) {
      d[0].eligible[i] = d[0].eligible[2 * n + i] = 1;
      if (repeat % 2)
        d[0].y0[2 * n + i] = d[0].y0[i];
    }
    CopyData(&s, &d[0], &d[1]);
    for (PetscInt t = 0; t < 2; t++) {
      Solve(&s, stage[t], repeat % 3 ? BY_LOAD : BY_FREE_MOTION, &d[t]);
      CheckEquations(&s, &d[t]);
      CheckComplementarity(&s, &d[t], -1);
    }
    assert_close(Distance(s.dofs, d[0].x, d[1].x), 0, 1e-9);
    assert_close(Distance(s.keys, d[0].y, d[1].y), 0, 1e-9);
    for (PetscInt i = 0; i < n; i++)
      assert_close(d[0].mu[i] + d[0].mu[2 * n + i], d[1].mu[i] + d[1].mu[2 * n + i], 2e-8);
  }
  for (PetscInt t = 0; t < 2; t++) {
    Must(RicStageDestroy(&stage[t]));
    DestroyData(&d[t]);
  }
  DestroyStructure(&s);
}

static void TestNoRows(void **state) {
  const char *const types[] = {"auto", "diagonal", "condensed", "bound", "kkt"};
  const Setting setting = {.bare = PETSC_TRUE};
  uint64_t seed = 15;
  (void)state;
  Structure s = NewStructure(PETSC_COMM_WORLD, &setting);
  assert_int_equal(s.keys, 0);
  Data d = NewData(&s);
  for (PetscInt t = 0; t < 5; t++)
    for (PetscInt form = 0; form < 2; form++) {
      RicStage stage = NewStage(PETSC_COMM_WORLD, &s, types[t]);
      Randomise(&s, &seed, &d);
      Solve(&s, stage, (Form)form, &d);
      CheckEquations(&s, &d);
      Must(RicStageDestroy(&stage));
    }
  DestroyData(&d);
  DestroyStructure(&s);
}

// Rows far open, or none eligible though all are violated and guessed: x is the free motion.
static void TestIdle(void **state) {
  const char *const types[] = {"diagonal", "condensed", "bound", "kkt"};
  const Setting setting = {.mass_only = PETSC_TRUE};
  uint64_t seed = 16;
  (void)state;
  Structure s = NewStructure(PETSC_COMM_WORLD, &setting);
  Data d = NewData(&s);
  for (PetscInt t = 0; t < 4; t++)
    for (PetscInt open = 0; open < 2; open++) {
      RicStage stage = NewStage(PETSC_COMM_WORLD, &s, types[t]);
      Randomise(&s, &seed, &d);
      for (PetscInt i = 0; i < s.keys; i++) {
        d.y0[i] = open ? 1e3 : -1e3;
        d.eligible[i] = (PetscReal)open;
        d.mu[i] = 1;
      }
      Solve(&s, stage, open ? BY_LOAD : BY_FREE_MOTION, &d);
      CheckEquations(&s, &d);
      for (PetscInt i = 0; i < s.keys; i++)
        assert_true(d.mu[i] == 0);
      Must(RicStageDestroy(&stage));
    }
  DestroyData(&d);
  DestroyStructure(&s);
}

// A stage that was given nonsense solves the next problem as if nothing had been.
static void TestAfterNonsense(void **state) {
  const char *const types[] = {"condensed", "bound", "kkt"};
  const Setting setting = {0};
  uint64_t seed = 17;
  (void)state;
  Structure s = NewStructure(PETSC_COMM_WORLD, &setting);
  Data d = NewData(&s);
  for (PetscInt t = 0; t < 3; t++) {
    RicStage stage = NewStage(PETSC_COMM_WORLD, &s, types[t]);
    Randomise(&s, &seed, &d);
    for (PetscInt i = 0; i < s.dofs; i++)
      d.x[i] = NAN;
    Solve(&s, stage, BY_LOAD, &d);
    CheckEquations(&s, &d);
    CheckComplementarity(&s, &d, -1);
    Must(RicStageDestroy(&stage));
  }
  DestroyData(&d);
  DestroyStructure(&s);
}

// ---- Columns with an image, response, options ----

// Each dof by a factor of its own, ctx.
static PetscErrorCode Image(Vec column, Vec image, void *ctx) {
  PetscFunctionBegin;
  PetscCall(VecPointwiseMult(image, column, (Vec)ctx));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A x − b − B μ, B = diag(factors) Wᵀ.
static void CheckImage(const Structure *s, const Data *d, Vec factors) {
  Vectors v = NewVectors(s, d);
  Vec b;
  PetscReal norm;
  Must(VecDuplicate(v.b, &b));
  Must(MatMultTranspose(s->W, v.mu, b));
  Must(VecPointwiseMult(b, b, factors));
  Must(VecAXPY(b, 1, v.b));
  Must(VecScale(b, -1));
  Must(MatMultAdd(s->A, v.x, b, b));
  Must(VecNorm(b, NORM_INFINITY, &norm));
  assert_close(norm, 0, 1e-9);
  Must(VecDestroy(&b));
  DestroyVectors(&v);
}

static Vec NewFactors(const Structure *s, uint64_t *seed) {
  PetscReal *values;
  Vec factors;
  Must(RicModelCreateVec(s->model, &factors));
  Must(PetscMalloc1(s->dofs, &values));
  UniformArray(seed, 0.5, 1.5, s->dofs, values);
  PutDofs(s->model, values, factors);
  Must(PetscFree(values));
  return factors;
}

// B is not Wᵀ: an unsymmetric problem with the same complementarity, for the condensed type only.
static void TestImage(void **state) {
  const Setting setting = {0};
  uint64_t seed = 18;
  RicStage stage;
  const char *type;
  (void)state;
  Structure s = NewStructure(PETSC_COMM_WORLD, &setting);
  Data d = NewData(&s);
  Vec factors = NewFactors(&s, &seed);
  Must(RicStageCreate(PETSC_COMM_WORLD, "test_", &stage));
  Must(RicStageSetType(stage, "kkt")); // gives way
  Must(RicStageSetRows(stage, s.W, s.separable));
  Must(RicStageSetColumnImage(stage, Image, factors));
  Must(RicStageSetOperator(stage, s.A, &s.traits));
  Must(RicStageGetType(stage, &type));
  assert_string_equal(type, "condensed");
  for (PetscInt repeat = 0; repeat < REPEATS; repeat++) {
    Randomise(&s, &seed, &d);
    Solve(&s, stage, repeat % 2 ? BY_LOAD : BY_FREE_MOTION, &d);
    CheckComplementarity(&s, &d, -1);
    CheckImage(&s, &d, factors);
  }
  Must(RicStageDestroy(&stage));
  Must(VecDestroy(&factors));
  DestroyData(&d);
  DestroyStructure(&s);
}

// x = A⁻¹ Wᵀμ.
static void TestRespond(void **state) {
  const Setting setting = {0};
  uint64_t seed = 19;
  RicReason reason;
  (void)state;
  Structure s = NewStructure(PETSC_COMM_WORLD, &setting);
  Data d = NewData(&s);
  RicStage stage = NewStage(PETSC_COMM_WORLD, &s, "condensed");
  Randomise(&s, &seed, &d);
  UniformArray(&seed, -1, 1, s.keys, d.mu);
  Vectors v = NewVectors(&s, &d);
  Must(RicStageRespond(stage, v.mu, v.x, &reason));
  assert_int_equal(reason, RIC_OK);
  Must(MatMult(s.A, v.x, v.b));
  Must(VecScale(v.b, -1));
  Must(MatMultTransposeAdd(s.W, v.mu, v.b, v.b));
  PetscReal norm;
  Must(VecNorm(v.b, NORM_INFINITY, &norm));
  assert_close(norm, 0, 1e-11);
  DestroyVectors(&v);
  Must(RicStageDestroy(&stage));
  DestroyData(&d);
  DestroyStructure(&s);
}

static void CheckTypeByOptions(const Structure *s, const char expected[]) {
  RicStage stage;
  const char *type;
  Must(RicStageCreate(PETSC_COMM_WORLD, "test_", &stage));
  Must(RicStageSetRows(stage, s->W, s->separable));
  Must(RicStageSetFromOptions(stage));
  Must(RicStageSetOperator(stage, s->A, &s->traits));
  Must(RicStageGetType(stage, &type));
  assert_string_equal(type, expected);
  Must(RicStageDestroy(&stage));
}

// -stage_type for all stages, -PREFIXstage_type for one; unknown words are the user's mistake.
static void TestOptions(void **state) {
  const Setting setting = {0};
  RicStage stage;
  (void)state;
  Structure s = NewStructure(PETSC_COMM_WORLD, &setting);
  Must(PetscOptionsSetValue(NULL, "-stage_type", "bound"));
  CheckTypeByOptions(&s, "bound");
  Must(PetscOptionsSetValue(NULL, "-test_stage_type", "kkt"));
  CheckTypeByOptions(&s, "kkt");
  Must(PetscOptionsSetValue(NULL, "-test_stage_type", "dense"));
  Must(RicStageCreate(PETSC_COMM_WORLD, "test_", &stage));
  assert_int_equal(Raised(RicStageSetFromOptions(stage)), PETSC_ERR_USER_INPUT);
  assert_non_null(strstr(raised_line, "'dense'"));
  Must(RicStageDestroy(&stage));
  Must(PetscOptionsClearValue(NULL, "-test_stage_type"));
  Must(PetscOptionsClearValue(NULL, "-stage_type"));
  DestroyStructure(&s);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestStiff),
      cmocka_unit_test(TestMass),
      cmocka_unit_test(TestHeld),
      cmocka_unit_test(TestChoice),
      cmocka_unit_test(TestChangedOperator),
      cmocka_unit_test(TestChangedMass),
      cmocka_unit_test(TestRedundant),
      cmocka_unit_test(TestNoRows),
      cmocka_unit_test(TestIdle),
      cmocka_unit_test(TestAfterNonsense),
      cmocka_unit_test(TestImage),
      cmocka_unit_test(TestRespond),
      cmocka_unit_test(TestOptions),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  alarm(250); // a deadlock ends the test
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
