// SPDX-License-Identifier: BSD-2-Clause
// The contact problem of a step, on a lattice of bars over tilted planes: all types of stage give
// the same answer, it solves the problem, and a copy of the model on each rank alone gives it too.
#include "raised.h"
#include "staging.h"
#include <string.h>
#include <unistd.h>

enum { REPEATS = 9 };

// ---- All types alike ----

// `number` types against the first, on random problems of all laws, in both forms, from any guess.
static void Compare(const Setting *setting, PetscInt number, const char *const types[],
                    PetscInt stuck) {
  uint64_t seed = 11;
  Structure s = NewStructure(PETSC_COMM_WORLD, setting);
  Structure alone = NewStructure(PETSC_COMM_SELF, setting);
  Data first = NewData(&s), other = NewData(&s);
  RicStage reference = NewStage(PETSC_COMM_SELF, &alone, types[0]);
  Tally tally = {0};
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
      CheckLaws(&s, &other, stuck);
      CheckSame(&s, &first, &other);
      CountRows(&s, &other, &tally);
    }
    Must(RicStageDestroy(&stage));
  }
  assert_true(tally.active > 0 && tally.open > 0 && tally.pulling > 0); // they are worth it
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

// Rows that are no unit vectors, one of them without a free dof.
static void TestScaled(void **state) {
  const char *const types[] = {"condensed", "bound", "kkt", "diagonal"};
  const Setting stiff = {.held = PETSC_TRUE, .scaled = PETSC_TRUE};
  const Setting mass = {.held = PETSC_TRUE, .scaled = PETSC_TRUE, .mass_only = PETSC_TRUE};
  (void)state;
  Compare(&stiff, 3, types, 0);
  Compare(&mass, 4, types, 0);
}

// Two rows on one node.
static void TestWall(void **state) {
  const char *const types[] = {"condensed", "kkt"};
  const Setting stiff = {.wall = PETSC_TRUE, .scaled = PETSC_TRUE};
  const Setting mass = {.wall = PETSC_TRUE, .scaled = PETSC_TRUE, .mass_only = PETSC_TRUE};
  (void)state;
  Compare(&stiff, 2, types, -1);
  Compare(&mass, 2, types, -1);
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

// Matrices that change make bounds of separable rows; 45 rows that turn are kept sparse; 30 that do
// neither are condensed.
static void TestChoiceByTraits(void **state) {
  const Setting plain = {0}, redundant = {.redundant = PETSC_TRUE};
  const Setting *settings[3] = {&plain, &redundant, &plain};
  const char *const got[3] = {"bound", "kkt", "condensed"};
  const char *type;
  (void)state;
  for (PetscInt k = 0; k < 3; k++) {
    Structure s = NewStructure(PETSC_COMM_WORLD, settings[k]);
    s.traits.changes = (PetscBool)(k == 0);
    s.row_traits.constant = (PetscBool)(k != 1);
    RicStage stage = NewStage(PETSC_COMM_WORLD, &s, "auto");
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
      CheckLaws(&s, &d, -1);
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
// of multipliers are unique, and the two may be equations, or one of them).
static void TestRedundant(void **state) {
  const char *const types[] = {"condensed", "kkt"};
  const Setting setting = {.redundant = PETSC_TRUE};
  uint64_t seed = 14;
  (void)state;
  Structure s = NewStructure(PETSC_COMM_WORLD, &setting);
  assert_false(s.row_traits.separable);
  Data d[2] = {NewData(&s), NewData(&s)};
  const PetscInt n = NumNodes(s.model);
  RicStage stage[2];
  for (PetscInt t = 0; t < 2; t++)
    stage[t] = NewStage(PETSC_COMM_WORLD, &s, types[t]);
  for (PetscInt repeat = 0; repeat < REPEATS; repeat++) {
    Randomise(&s, &seed, &d[0]);
    for (PetscInt i = 0; i < n; i++) {
      d[0].eligible[i] = d[0].eligible[2 * n + i] = 1;
      if (repeat % 2 == 0)
        continue;
      d[0].y0[2 * n + i] = d[0].y0[i];
      d[0].eligible[i] = 1 + i % 2;
      d[0].eligible[2 * n + i] = 1 + i / 2 % 2;
    }
    CopyData(&s, &d[0], &d[1]);
    for (PetscInt t = 0; t < 2; t++) {
      Solve(&s, stage[t], repeat % 3 ? BY_LOAD : BY_FREE_MOTION, &d[t]);
      CheckEquations(&s, &d[t]);
      CheckLaws(&s, &d[t], -1);
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

// Rows far open, or none eligible though all are violated and guessed: x is the free motion, and
// nothing is factored for it.
static void TestIdle(void **state) {
  const char *const types[] = {"diagonal", "condensed", "bound", "kkt"};
  const Setting setting = {.mass_only = PETSC_TRUE};
  uint64_t seed = 16;
  PetscInt factored;
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
        d.mu[i] = (PetscReal)!open;
      }
      Solve(&s, stage, open ? BY_LOAD : BY_FREE_MOTION, &d);
      CheckEquations(&s, &d);
      for (PetscInt i = 0; i < s.keys; i++)
        assert_true(d.mu[i] == 0);
      Must(RicStageGetFactorizations(stage, &factored));
      assert_int_equal(factored, 0);
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
    CheckLaws(&s, &d, -1);
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
  Must(RicStageSetRows(stage, s.W, &s.row_traits));
  Must(RicStageSetColumnImage(stage, Image, factors));
  Must(RicStageSetOperator(stage, s.A, &s.traits));
  Must(RicStageGetType(stage, &type));
  assert_string_equal(type, "condensed");
  for (PetscInt repeat = 0; repeat < REPEATS; repeat++) {
    Randomise(&s, &seed, &d);
    Solve(&s, stage, repeat % 2 ? BY_LOAD : BY_FREE_MOTION, &d);
    CheckLaws(&s, &d, -1);
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
  Must(RicStageSetRows(stage, s->W, &s->row_traits));
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

// What a user asks of the solver; which it then is, and whether one rank alone can have it.
typedef struct {
  const char *pc, *option, *value, *name;
  PetscBool alone;
} Choice;

static void SetChoice(const Choice *c) {
  Must(PetscOptionsSetValue(NULL, "-test_pc_type", c->pc));
  if (c->option)
    Must(PetscOptionsSetValue(NULL, c->option, c->value));
}

static void ClearChoice(const Choice *c) {
  Must(PetscOptionsClearValue(NULL, "-test_pc_type"));
  if (c->option)
    Must(PetscOptionsClearValue(NULL, c->option));
}

// ‖b − A x‖ of the free solution.
static PetscReal Residual(const Structure *s, RicStage stage, const Data *d) {
  Vectors v = NewVectors(s, d);
  RicReason reason;
  PetscReal norm;
  Must(RicStageSolveFree(stage, v.b, v.x, &reason));
  assert_int_equal(reason, RIC_OK);
  Must(VecScale(v.b, -1));
  Must(MatMultAdd(s->A, v.x, v.b, v.b));
  Must(VecNorm(v.b, NORM_INFINITY, &norm));
  DestroyVectors(&v);
  return norm;
}

static void CheckChoice(Structure *s, const Choice *choice, const Data *d) {
  char name[RIC_NAME_LEN];
  SetChoice(choice);
  Must(RicModelOperator(s->model, 7, 0, 1, NULL, s->A));
  RicStage stage = NewStage(PETSC_COMM_WORLD, s, "auto");
  Must(RicStageGetSolverName(stage, name, sizeof(name)));
  assert_string_equal(name, choice->name);
  assert_close(Residual(s, stage, d), 0, 2e-8);
  Must(RicModelOperator(s->model, 30, 0, 2, NULL, s->A));
  Must(RicStageSetOperator(stage, s->A, &s->traits));
  assert_close(Residual(s, stage, d), 0, 2e-8);
  Must(RicStageDestroy(&stage));
  ClearChoice(choice);
}

// A matrix in blocks, and preconditioners that take none; those that are no solution are iterated
// with.
static void TestPreconditioners(void **state) {
  static const Choice choices[] = {
      {"gamg", NULL, NULL, "cg + gamg", PETSC_FALSE},
      {"lu", NULL, NULL, "lu", PETSC_FALSE},
      {"lu", "-test_pc_factor_mat_solver_type", "mumps", "lu", PETSC_FALSE},
      {"cholesky", NULL, NULL, "cholesky", PETSC_FALSE},
      {"cholesky", "-test_pc_factor_mat_solver_type", "mumps", "cholesky", PETSC_FALSE},
      {"cholesky", "-test_pc_factor_mat_solver_type", "cholmod", "cholesky", PETSC_TRUE},
      {"redundant", "-test_redundant_pc_type", "cholesky", "redundant", PETSC_FALSE},
      {"redundant", "-test_redundant_pc_type", "jacobi", "cg + redundant", PETSC_FALSE},
      {"bjacobi", "-test_sub_pc_type", "cholesky", "cg + bjacobi", PETSC_FALSE},
      {"asm", NULL, NULL, "cg + asm", PETSC_TRUE}, // not symmetric on several ranks
      {"jacobi", NULL, NULL, "cg + jacobi", PETSC_FALSE},
      {"icc", NULL, NULL, "cg + icc", PETSC_TRUE},
      {"gamg", "-test_ksp_type", "gmres", "gmres + gamg", PETSC_FALSE},
      {"lu", "-test_ksp_type", "cg", "cg + lu", PETSC_FALSE},
  };
  const Setting setting = {.bare = PETSC_TRUE};
  uint64_t seed = 20;
  PetscMPIInt size;
  (void)state;
  MPI_Comm_size(PETSC_COMM_WORLD, &size);
  Structure s = NewStructure(PETSC_COMM_WORLD, &setting);
  Data d = NewData(&s);
  Randomise(&s, &seed, &d);
  for (size_t i = 0; i < sizeof(choices) / sizeof(choices[0]); i++)
    if (size == 1 || !choices[i].alone)
      CheckChoice(&s, &choices[i], &d);
  DestroyData(&d);
  DestroyStructure(&s);
}

// One V-cycle is no solution, whoever asks for it.
static void TestOnlyAPreconditioner(void **state) {
  const Choice choice = {"gamg", "-test_ksp_type", "preonly", "", PETSC_FALSE};
  const Setting setting = {.bare = PETSC_TRUE};
  RicStage stage;
  (void)state;
  Structure s = NewStructure(PETSC_COMM_WORLD, &setting);
  SetChoice(&choice);
  Must(RicStageCreate(PETSC_COMM_WORLD, "test_", &stage));
  Must(RicStageSetRows(stage, s.W, &s.row_traits));
  assert_int_equal(Raised(RicStageSetOperator(stage, s.A, &s.traits)), PETSC_ERR_USER_INPUT);
  assert_non_null(strstr(raised_line, "-test_ksp_type: preonly"));
  Must(RicStageDestroy(&stage));
  ClearChoice(&choice);
  DestroyStructure(&s);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestStiff),
      cmocka_unit_test(TestMass),
      cmocka_unit_test(TestHeld),
      cmocka_unit_test(TestScaled),
      cmocka_unit_test(TestWall),
      cmocka_unit_test(TestChoice),
      cmocka_unit_test(TestChoiceByTraits),
      cmocka_unit_test(TestChangedOperator),
      cmocka_unit_test(TestChangedMass),
      cmocka_unit_test(TestRedundant),
      cmocka_unit_test(TestNoRows),
      cmocka_unit_test(TestIdle),
      cmocka_unit_test(TestAfterNonsense),
      cmocka_unit_test(TestImage),
      cmocka_unit_test(TestRespond),
      cmocka_unit_test(TestOptions),
      cmocka_unit_test(TestPreconditioners),
      cmocka_unit_test(TestOnlyAPreconditioner),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  alarm(250); // a deadlock ends the test
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
