// SPDX-License-Identifier: BSD-2-Clause
// Contacts with friction on nodes of their own: the nodal stage against the condensed one on random
// problems, against closed forms on a sliding lattice, and where it does not apply.
#include "modelling.h"
#include "raised.h"
#include "sliding_lattice.h"
#include <string.h>
#include <unistd.h>

static const LatticeSetting box = {
    .dim = 3, .cells = {4, 2, 2}, .courant = 5, .mu = 0.3, .scene = SCENE_REST};
static const LatticeSetting sheet = {
    .dim = 2, .cells = {9, 0, 3}, .courant = 5, .mu = 0.3, .scene = SCENE_REST};

// ---- Random problems ----

// An orthonormal frame [dim × dim], rows, of any orientation.
static void RandomFrame(uint64_t *seed, PetscInt dim, PetscReal frame[]) {
  for (PetscInt i = 0; i < dim; i++) {
    PetscReal *row = frame + i * dim, norm2 = 0;
    UniformArray(seed, -1, 1, dim, row);
    for (PetscInt k = 0; k < 2 * i; k++) { // each row before twice
      PetscReal dot = 0;
      for (PetscInt j = 0; j < dim; j++)
        dot += row[j] * frame[k / 2 * dim + j];
      for (PetscInt j = 0; j < dim; j++)
        row[j] -= dot * frame[k / 2 * dim + j];
    }
    for (PetscInt j = 0; j < dim; j++)
      norm2 += row[j] * row[j];
    for (PetscInt j = 0; j < dim; j++)
      row[j] /= PetscSqrtReal(norm2);
  }
}

// Rows of random frames and lengths in place of those of the floor; the first contact of all cannot
// move: its rows are 0. Numbers are the same whatever the ranks.
static Mat RandomRows(const Lattice *l, uint64_t seed) {
  PetscInt first, total;
  PetscReal frame[9];
  Mat W;
  Must(MatCreateAIJ(l->comm, l->contacts * l->dim, l->owned * l->dim, PETSC_DECIDE, PETSC_DECIDE,
                    l->dim, NULL, 0, NULL, &W));
  Must(MatGetOwnershipRange(W, &first, NULL));
  Must(MatGetSize(l->normals, &total, NULL));
  for (PetscInt c = 0; c < total; c++) {
    const PetscReal length = c ? PetscPowReal(4, Uniform(&seed, -1, 1)) : 0;
    const PetscInt k = c - first / l->dim;
    RandomFrame(&seed, l->dim, frame);
    for (PetscInt i = 0; i < l->dim * l->dim && k >= 0 && k < l->contacts; i++)
      Must(MatSetValue(W, c * l->dim + i / l->dim,
                       (l->first + k * l->counts[2]) * l->dim + i % l->dim, length * frame[i],
                       INSERT_VALUES));
  }
  Must(MatAssemblyBegin(W, MAT_FINAL_ASSEMBLY));
  Must(MatAssemblyEnd(W, MAT_FINAL_ASSEMBLY));
  return W;
}

// Entry i of the vector, over all ranks, is the i-th of the sequence.
static void RandomVec(uint64_t *seed, PetscReal low, PetscReal high, Vec v) {
  PetscInt first, last, n;
  Must(VecGetOwnershipRange(v, &first, &last));
  Must(VecGetSize(v, &n));
  for (PetscInt i = 0; i < n; i++) {
    const PetscReal value = Uniform(seed, low, high);
    if (i >= first && i < last)
      Must(VecSetValue(v, i, value, INSERT_VALUES));
  }
  Must(VecAssemblyBegin(v));
  Must(VecAssemblyEnd(v));
}

// An eighth of the contacts is off, an eighth without friction, an eighth an equation.
static void RandomLaws(const Lattice *l, uint64_t *seed, Vec law) {
  PetscInt first;
  PetscScalar *a;
  RandomVec(seed, 0, 8, law);
  Must(VecGetOwnershipRange(law, &first, NULL));
  Must(VecGetArray(law, &a));
  for (PetscInt k = 0; k < l->contacts; k++) {
    const PetscReal u = a[k * l->dim];
    const PetscReal normal = u < 1 ? RIC_LAW_OFF : u < 2 ? RIC_LAW_EQUALITY : RIC_LAW_UNILATERAL;
    for (PetscInt i = 0; i < l->dim; i++)
      a[k * l->dim + i] = !i ? normal : u < 3 ? RIC_LAW_OFF : RIC_LAW_FRICTION;
  }
  Must(VecRestoreArray(law, &a));
}

static RicStage NewStage(const Lattice *l, Mat W, const char type[]) {
  const RicOperatorTraits traits = {.stiffness = 7};
  const RicRowTraits rows = {.constant = PETSC_TRUE};
  RicStage stage;
  const char *got;
  Must(RicStageCreate(l->comm, "test_", &stage));
  Must(RicStageSetType(stage, type));
  Must(RicStageSetRows(stage, W, &rows));
  Must(RicStageSetFriction(stage, l->friction));
  Must(RicStageSetTangents(stage, l->tangential));
  Must(RicStageSetFromOptions(stage));
  Must(RicStageSetOperator(stage, l->A, &traits));
  Must(RicStageGetType(stage, &got));
  assert_string_equal(got, type);
  return stage;
}

static void SolveOK(const Lattice *l, RicStage stage, Vec b, Vec x, Vec y, Vec mu) {
  PetscInt iterations = 0;
  RicReason reason;
  Must(RicStageSolve(stage, b, l->y0, l->law, x, y, mu, &iterations, &reason));
  assert_int_equal(reason, RIC_OK);
}

// ‖a − b‖_∞ relative to the larger; a is lost.
static PetscReal Apart(Vec a, Vec b) {
  PetscReal size, difference;
  Must(VecNorm(b, NORM_INFINITY, &size));
  Must(VecAXPY(a, -1, b));
  Must(VecNorm(a, NORM_INFINITY, &difference));
  return difference / PetscMax(size, 1e-300);
}

// Statuses that came up; a test of them all is worth it.
static void Count(RicStage stage, PetscInt count[3]) {
  RicStageReport report;
  Must(RicStageGetReport(stage, &report));
  assert_int_equal(report.end, RIC_STAGE_SOLVED);
  count[0] += report.open;
  count[1] += report.stick;
  count[2] += report.slip;
}

// The same solution from the condensed stage, by load or by the free motion, with any guess.
static void CompareOn(const LatticeSetting *set, uint64_t seed, PetscInt count[3]) {
  Lattice l;
  Vec x, other, y, mu;
  RicReason reason;
  Must(LatticeCreate(PETSC_COMM_WORLD, set, &l));
  Mat W = RandomRows(&l, seed);
  Must(VecDuplicate(l.v, &x));
  Must(VecDuplicate(l.v, &other));
  Must(VecDuplicate(l.y, &y));
  Must(VecDuplicate(l.y, &mu));
  RandomVec(&seed, 0.05, 0.9, l.friction);
  RicStage condensed = NewStage(&l, W, "condensed"), nodal = NewStage(&l, W, "nodal");
  for (PetscInt repeat = 0; repeat < 4; repeat++) {
    RandomVec(&seed, -1, 1, l.b);
    RandomVec(&seed, -0.2, 0.15, l.y0);
    RandomLaws(&l, &seed, l.law);
    RandomVec(&seed, -1, 1, x);
    Must(VecZeroEntries(mu));
    SolveOK(&l, condensed, l.b, other, y, mu);
    if (repeat % 2)
      Must(RicStageSolveFree(nodal, l.b, x, &reason));
    Must(VecZeroEntries(l.mu));
    if (repeat == 2)
      RandomVec(&seed, -1, 1, l.mu);
    else if (repeat == 3)
      Must(VecCopy(mu, l.mu));
    SolveOK(&l, nodal, repeat % 2 ? NULL : l.b, x, l.y, l.mu);
    assert_close(Apart(x, other), 0, 1e-8);
    assert_close(Apart(l.y, y), 0, 1e-8);
    assert_close(Apart(l.mu, mu), 0, 1e-8);
    Count(nodal, count);
  }
  Must(RicStageDestroy(&condensed));
  Must(RicStageDestroy(&nodal));
  Vec *vecs[] = {&x, &other, &y, &mu};
  for (PetscInt i = 0; i < 4; i++)
    Must(VecDestroy(vecs[i]));
  Must(MatDestroy(&W));
  Must(LatticeDestroy(&l));
}

static void Compare(const LatticeSetting *set) {
  const PetscReal courant[] = {0.5, 5, 40};
  PetscInt count[3] = {0, 0, 0};
  for (PetscInt k = 0; k < (Brief() ? 1 : 3); k++) {
    LatticeSetting s = *set;
    s.courant = courant[k];
    CompareOn(&s, 40 + (uint64_t)k, count);
  }
  assert_true(count[0] > 0 && count[1] > 0 && count[2] > 0);
}

static void TestSpace(void **state) {
  (void)state;
  Compare(&box);
}

static void TestPlane(void **state) {
  (void)state;
  Compare(&sheet);
}

// A lumped mass has a closed form, the answer of the condensed stage.
static void TestLumped(void **state) {
  const RicOperatorTraits traits = {.diagonal = PETSC_TRUE};
  const LatticeSetting *settings[2] = {&box, &sheet};
  const char *const types[3] = {"condensed", "auto", "nodal"};
  const char *const got[3] = {"condensed", "diagonal", "nodal"};
  const RicRowTraits rows = {.constant = PETSC_TRUE};
  (void)state;
  for (PetscInt k = 0; k < 2; k++) {
    uint64_t seed = 70 + (uint64_t)k;
    Vec x[3], y[3], mu[3];
    Lattice l;
    Must(LatticeCreate(PETSC_COMM_WORLD, settings[k], &l));
    Mat W = RandomRows(&l, seed);
    Must(MatZeroEntries(l.A));
    Must(MatDiagonalSet(l.A, l.mass, INSERT_VALUES));
    RandomVec(&seed, 0.05, 0.9, l.friction);
    RandomVec(&seed, -1, 1, l.b);
    RandomVec(&seed, -0.2, 0.15, l.y0);
    RandomLaws(&l, &seed, l.law);
    for (PetscInt t = 0; t < 3; t++) {
      const char *type;
      RicStage stage;
      Must(VecDuplicate(l.b, &x[t]));
      Must(VecDuplicate(l.y, &y[t]));
      Must(VecDuplicate(l.y, &mu[t]));
      Must(RicStageCreate(l.comm, "test_", &stage));
      Must(RicStageSetType(stage, types[t]));
      Must(RicStageSetRows(stage, W, &rows));
      Must(RicStageSetFriction(stage, l.friction));
      Must(RicStageSetTangents(stage, l.tangential));
      Must(RicStageSetOperator(stage, l.A, &traits));
      Must(RicStageGetType(stage, &type));
      assert_string_equal(type, got[t]);
      SolveOK(&l, stage, l.b, x[t], y[t], mu[t]);
      Must(RicStageDestroy(&stage));
    }
    for (PetscInt t = 2; t >= 0; t--) {
      assert_true(!t || Apart(x[t], x[0]) <= 1e-8);
      assert_true(!t || Apart(y[t], y[0]) <= 1e-8);
      assert_true(!t || Apart(mu[t], mu[0]) <= 1e-8);
      Must(VecDestroy(&x[t]));
      Must(VecDestroy(&y[t]));
      Must(VecDestroy(&mu[t]));
    }
    Must(MatDestroy(&W));
    Must(LatticeDestroy(&l));
  }
}

// ---- Motions ----

// What a motion took, and its end.
typedef struct {
  PetscInt products, outer, fallbacks, stick, slip, in_play; // stick … of the last step
} Course;

static void Steps(Lattice *l, PetscInt steps, Course *course) {
  RicStage stage;
  Vec dv;
  Must(LatticeStage(l, "nodal", PETSC_TRUE, &stage));
  Must(VecDuplicate(l->v, &dv));
  *course = (Course){0};
  for (PetscInt step = 0; step < steps; step++) {
    RicStageReport report;
    Must(LatticePredict(l, dv));
    SolveOK(l, stage, l->b, dv, l->y, l->mu);
    Must(LatticeAdvance(l, dv));
    Must(RicStageGetReport(stage, &report));
    course->products += report.products;
    course->outer += report.outer;
    course->fallbacks += report.fallbacks;
    course->stick = report.stick, course->slip = report.slip;
    course->in_play = l->in_play;
  }
  Must(VecDestroy(&dv));
  Must(RicStageDestroy(&stage));
}

// Gravity alone: everything sticks, and stays.
static void TestRest(void **state) {
  LatticeSetting set = box;
  Lattice l;
  Course c;
  (void)state;
  set.mu = 0.8;
  Must(LatticeCreate(PETSC_COMM_WORLD, &set, &l));
  Steps(&l, 5, &c);
  assert_int_equal(c.in_play, 15);
  assert_int_equal(c.stick, 15);
  assert_int_equal(c.slip, 0);
  assert_int_equal(c.fallbacks, 0);
  Must(LatticeDestroy(&l));
}

// Momentum of the body along an axis, and its mass.
static PetscReal Momentum(const Lattice *l, PetscInt axis, PetscReal *mass) {
  PetscReal sum[2] = {0, 0};
  const PetscScalar *m, *v;
  Must(VecGetArrayRead(l->mass, &m));
  Must(VecGetArrayRead(l->v, &v));
  for (PetscInt i = 0; i < l->owned; i++) {
    sum[0] += m[i * l->dim] * v[i * l->dim + axis];
    sum[1] += m[i * l->dim];
  }
  Must(VecRestoreArrayRead(l->mass, &m));
  Must(VecRestoreArrayRead(l->v, &v));
  Must(MPI_Allreduce(MPI_IN_PLACE, sum, 2, MPIU_REAL, MPI_SUM, l->comm));
  *mass = sum[1];
  return sum[0];
}

// While all contacts slide along x, what x loses is µ times what the floor pushes up:
// p_x − p_x(0) = −µ (p_z + m g t).
static void TestSliding(void **state) {
  const LatticeSetting settings[2] = {box, sheet};
  (void)state;
  for (PetscInt k = 0; k < 2; k++) {
    Lattice l;
    Course c;
    PetscReal mass;
    Must(LatticeCreate(PETSC_COMM_WORLD, &settings[k], &l));
    Must(VecSet(l.v, 0));
    PetscScalar *v;
    Must(VecGetArray(l.v, &v));
    for (PetscInt i = 0; i < l.owned; i++)
      v[i * l.dim] = 30;
    Must(VecRestoreArray(l.v, &v));
    const PetscReal before = Momentum(&l, 0, &mass);
    Steps(&l, 20, &c);
    assert_true(c.slip > 0 && c.stick == 0);
    const PetscReal up = Momentum(&l, l.dim - 1, &mass) + mass * 9.81 * 20 * l.h;
    assert_true(up > 1e-3 * mass);
    assert_close((Momentum(&l, 0, &mass) - before) / (settings[k].mu * up), -1, 1e-6);
    Must(LatticeDestroy(&l));
  }
}

// The same with Jacobi's preconditioner on these ranks and on one of them alone.
static void TestCounts(void **state) {
  LatticeSetting set = {.dim = 3, .cells = {6, 3, 3}, .courant = 5, .mu = 0.3, .scene = SCENE_DROP};
  Lattice alone, all;
  Course a, b;
  (void)state;
  Must(PetscOptionsSetValue(NULL, "-pc_type", "jacobi"));
  for (PetscInt k = 0; k < 2; k++) {
    set.courant = k ? 20 : 5;
    Must(LatticeCreate(PETSC_COMM_SELF, &set, &alone));
    Must(LatticeCreate(PETSC_COMM_WORLD, &set, &all));
    Steps(&alone, 10, &a);
    Steps(&all, 10, &b);
    assert_true(a.products > 50);
    assert_int_equal(a.products, b.products);
    assert_int_equal(a.outer, b.outer);
    assert_int_equal(a.stick, b.stick);
    assert_int_equal(a.slip, b.slip);
    Must(LatticeDestroy(&alone));
    Must(LatticeDestroy(&all));
  }
  Must(PetscOptionsClearValue(NULL, "-pc_type"));
}

// Nothing fails; tests/parallel/test_stage_nodal_scenes.c has more of them.
static void TestScenes(void **state) {
  const PetscReal mu[] = {0.1, 1}, courant[] = {1, 20, 100};
  (void)state;
  for (PetscInt k = 0; k < (Brief() ? 6 : 18); k++) {
    const LatticeSetting set = {.dim = k % 2 ? 2 : 3,
                                .cells = {6, k % 2 ? 0 : 2, 3},
                                .courant = courant[k / 2 % 3],
                                .mu = mu[k % 2],
                                .tilt = 1,
                                .scene = (Scene)(k / 6)};
    Lattice l;
    Course c;
    Must(LatticeCreate(PETSC_COMM_WORLD, &set, &l));
    Steps(&l, 8, &c);
    Must(LatticeDestroy(&l));
  }
}

// ---- Where it applies, and where it fails ----

// Of a stage with friction on the rows.
static void CheckType(const Lattice *l, Mat W, const char wanted[], PetscBool changes,
                      const char expected[]) {
  const RicOperatorTraits traits = {.stiffness = 7, .changes = changes};
  const RicRowTraits rows = {.constant = PETSC_TRUE};
  const char *got;
  RicStage stage;
  Must(RicStageCreate(l->comm, "test_", &stage));
  Must(RicStageSetType(stage, wanted));
  Must(RicStageSetRows(stage, W, &rows));
  Must(RicStageSetFriction(stage, l->friction));
  Must(RicStageSetTangents(stage, l->tangential));
  Must(RicStageSetOperator(stage, l->A, &traits));
  Must(RicStageGetType(stage, &got));
  assert_string_equal(got, expected);
  Must(RicStageDestroy(&stage));
}

static void Spoil(const Lattice *l, PetscInt row, PetscInt column, PetscReal value, Mat *W) {
  Must(MatDuplicate(l->W, MAT_COPY_VALUES, W));
  Must(MatSetOption(*W, MAT_NEW_NONZERO_ALLOCATION_ERR, PETSC_FALSE));
  PetscInt first, last;
  Must(MatGetOwnershipRange(*W, &first, &last));
  if (row >= first && row < last)
    Must(MatSetValue(*W, row, column, value, INSERT_VALUES));
  Must(MatAssemblyBegin(*W, MAT_FINAL_ASSEMBLY));
  Must(MatAssemblyEnd(*W, MAT_FINAL_ASSEMBLY));
}

// Few contacts are condensed where columns are kept; frames that are none, at any price.
static void TestChoice(void **state) {
  const LatticeSetting broad = {.dim = 3, .cells = {6, 6, 1}, .courant = 5, .mu = 0.3};
  Lattice l;
  Mat skew, longer, across;
  (void)state;
  Must(LatticeCreate(PETSC_COMM_WORLD, &box, &l));
  CheckType(&l, l.W, "auto", PETSC_FALSE, "condensed");
  CheckType(&l, l.W, "auto", PETSC_TRUE, "nodal");
  CheckType(&l, l.W, "bound", PETSC_TRUE, "nodal");
  CheckType(&l, l.W, "nodal", PETSC_FALSE, "nodal");
  CheckType(&l, l.W, "condensed", PETSC_TRUE, "condensed");
  Spoil(&l, 1, 2, 0.5, &skew);   // T1 of the first contact leans to N
  Spoil(&l, 0, 2, 2, &longer);   // N longer than T1 and T2
  Spoil(&l, 0, 3, 0.1, &across); // N touches another node
  CheckType(&l, skew, "nodal", PETSC_TRUE, "condensed");
  CheckType(&l, longer, "nodal", PETSC_TRUE, "condensed");
  CheckType(&l, across, "nodal", PETSC_TRUE, "condensed");
  Must(MatDestroy(&skew)), Must(MatDestroy(&longer)), Must(MatDestroy(&across));
  Must(LatticeDestroy(&l));
  Must(LatticeCreate(PETSC_COMM_WORLD, &broad, &l)); // 147 rows
  CheckType(&l, l.W, "auto", PETSC_FALSE, "nodal");
  Must(LatticeDestroy(&l));
}

// Solves a drop onto a floor that all touch at once, as far as the counts go.
static RicStageEnd EndOf(Lattice *l) {
  PetscInt iterations = 0;
  RicStageReport report;
  RicReason reason;
  RicStage stage;
  Vec dv;
  Must(VecDuplicate(l->v, &dv));
  Must(LatticeStage(l, "nodal", PETSC_TRUE, &stage));
  Must(RicStageSolve(stage, l->b, l->y0, l->law, dv, l->y, l->mu, &iterations, &reason));
  Must(RicStageGetReport(stage, &report));
  assert_int_equal(reason, report.end == RIC_STAGE_SOLVED ? RIC_OK : RIC_RETRY);
  Must(RicStageDestroy(&stage));
  Must(VecDestroy(&dv));
  return report.end;
}

// Out of counts: there is a solution without friction. Without inertia nothing keeps a body that is
// lifted.
static void TestFailure(void **state) {
  LatticeSetting set = box;
  Lattice l;
  Vec work;
  (void)state;
  set.scene = SCENE_DROP;
  Must(LatticeCreate(PETSC_COMM_WORLD, &set, &l));
  Must(PetscArrayzero(l.gap, l.contacts));
  Must(VecDuplicate(l.v, &work));
  Must(LatticePredict(&l, work));
  assert_int_equal(EndOf(&l), RIC_STAGE_SOLVED);
  Must(VecZeroEntries(l.mu));
  Must(PetscOptionsSetValue(NULL, "-friction_max_outer", "1"));
  Must(PetscOptionsSetValue(NULL, "-friction_rounds", "0"));
  assert_int_equal(EndOf(&l), RIC_STAGE_UNSOLVED);
  Must(PetscOptionsClearValue(NULL, "-friction_max_outer"));
  Must(PetscOptionsClearValue(NULL, "-friction_rounds"));
  Must(PetscOptionsSetValue(NULL, "-pc_type", "jacobi"));
  Must(VecScale(l.mass, -1));
  Must(MatDiagonalSet(l.A, l.mass, ADD_VALUES)); // h²/4 K alone
  Must(VecCopy(l.force, l.b));
  Must(VecScale(l.b, -l.h)); // upwards
  assert_int_equal(EndOf(&l), RIC_STAGE_INFEASIBLE);
  Must(PetscOptionsClearValue(NULL, "-pc_type"));
  Must(VecDestroy(&work));
  Must(LatticeDestroy(&l));
}

// Words and numbers that no option has.
static void TestOptions(void **state) {
  static const char *const wrong[][2] = {{"-friction_krylov", "gmres"},
                                         {"-test_friction_krylov", "minres"},
                                         {"-friction_inner_rtol", "1"},
                                         {"-friction_admm_scale", "0"}};
  const RicOperatorTraits traits = {.stiffness = 7};
  const RicRowTraits rows = {.constant = PETSC_TRUE};
  RicStage stage;
  Lattice l;
  (void)state;
  Must(LatticeCreate(PETSC_COMM_WORLD, &box, &l));
  for (PetscInt i = 0; i < 4; i++) {
    Must(PetscOptionsSetValue(NULL, wrong[i][0], wrong[i][1]));
    Must(RicStageCreate(l.comm, "test_", &stage));
    Must(RicStageSetType(stage, "nodal"));
    Must(RicStageSetRows(stage, l.W, &rows));
    Must(RicStageSetFriction(stage, l.friction));
    Must(RicStageSetTangents(stage, l.tangential));
    assert_int_equal(Raised(RicStageSetOperator(stage, l.A, &traits)), PETSC_ERR_USER_INPUT);
    assert_non_null(strstr(raised_line, wrong[i][0]));
    Must(RicStageDestroy(&stage));
    Must(PetscOptionsClearValue(NULL, wrong[i][0]));
  }
  Must(LatticeDestroy(&l));
}

// The methods in the face agree.
static void TestKrylov(void **state) {
  static const char *const names[] = {"bicgstab", "cg", "auto"};
  LatticeSetting set = box;
  Vec first = NULL;
  (void)state;
  set.scene = SCENE_DROP;
  for (PetscInt i = 0; i < 3; i++) {
    Lattice l;
    Course c;
    Must(PetscOptionsSetValue(NULL, "-friction_krylov", names[i]));
    Must(LatticeCreate(PETSC_COMM_WORLD, &set, &l));
    Steps(&l, 6, &c);
    if (!first) {
      Must(VecDuplicate(l.v, &first));
      Must(VecCopy(l.v, first));
    }
    assert_close(Apart(l.v, first), 0, 1e-9);
    Must(LatticeDestroy(&l));
  }
  Must(PetscOptionsClearValue(NULL, "-friction_krylov"));
  Must(VecDestroy(&first));
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestSpace),   cmocka_unit_test(TestPlane),   cmocka_unit_test(TestLumped),
      cmocka_unit_test(TestRest),    cmocka_unit_test(TestSliding), cmocka_unit_test(TestCounts),
      cmocka_unit_test(TestScenes),  cmocka_unit_test(TestChoice),  cmocka_unit_test(TestFailure),
      cmocka_unit_test(TestOptions), cmocka_unit_test(TestKrylov),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  alarm(250); // a deadlock ends the test
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
