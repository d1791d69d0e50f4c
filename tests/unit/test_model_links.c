// SPDX-License-Identifier: BSD-2-Clause
// What joins two bodies in the plane: rows, tangent, energy and forces of springs, joints and
// contacts of a model, against differences of one another.
#include "modelling.h"
#include "raised.h"

#define N 6    // dofs
#define ROWS 8 // contacts: normal, tangential; normal; joints: rod, pin, weld of three
#define LENGTH 3.0
#define STIFFNESS 7.0
#define DAMPER 0.8
#define RADIUS 0.5
#define STEP 1e-2

typedef struct {
  RicMesh mesh;
  RicModel model;
  Vec q, v, f, y, lambda;
} System;

static const RicJointOps *JointType(const char name[]) {
  const RicJointOps *ops;
  Must(RicJointFind(name, &ops));
  assert_non_null(ops);
  return ops;
}

static RicPoint PointOf(PetscReal x, PetscReal y) {
  return (RicPoint){.kind = RIC_POINT_BODY, .local = {x, y, 0}};
}

static void AddLinks(RicModel model, const RicRegion *const ends[2], PetscInt link, PetscReal arm) {
  const RicPlace held[2] = {{PointOf(0, arm), ends[0]}, {PointOf(0, -arm), ends[1]}};
  const RicPlace pinned[2] = {{PointOf(arm, arm), ends[0]}, {{.local = {-1, 1, 0}}, NULL}};
  const RicPlace met[2] = {{PointOf(arm, 0), ends[0]}, {PointOf(0, arm), ends[1]}};
  const RicPlace welded[2] = {{PointOf(LENGTH, 0), ends[0]}, {PointOf(0, 0), ends[1]}};
  const RicWeldData weld = {.lock = {0}};
  const RicRodData rod = {LENGTH}, pin = {2};
  const RicCircleData disks = {.radius = RADIUS, .offset = RADIUS};
  Must(RicModelAddSpring(model, JointType("rod"), &rod, held, link, STIFFNESS, DAMPER, "test"));
  Must(RicModelAddJoint(model, "rod", JointType("rod"), &rod, held, link, NULL, "test"));
  Must(RicModelAddJoint(model, "pin", JointType("rod"), &pin, pinned, -1, NULL, "test"));
  Must(RicModelAddJoint(model, "weld", JointType("weld"), &weld, welded, link, NULL, "test"));
  for (PetscInt k = 0; k < 2; k++)
    Must(RicModelAddPointContact(model, k ? "smooth" : "rough", ContactType("circle-circle"),
                                 &disks, met, link, 0, NULL));
  Must(RicModelSetContactFriction(model, 0, &(RicContactFriction){.coefficient = 0.3}));
}

// Disks about (0, 0) and (LENGTH, 0); `arm`: how far from their centres the points of links are.
static System NewDisks(PetscBool linked, PetscReal arm) {
  const PetscReal at[2][3] = {{0, 0, 0}, {LENGTH, 0, 0}};
  PetscInt link;
  System s;
  Must(RicMeshCreate(PETSC_COMM_SELF, &s.mesh));
  Must(RicMeshAddNode(s.mesh, "a", at[0]));
  Must(RicMeshAddNode(s.mesh, "b", at[1]));
  Must(RicMeshAddLink(s.mesh, 0, 1, &link));
  Must(RicMeshPartition(s.mesh));
  Must(RicModelCreate(PETSC_COMM_SELF, s.mesh, 2, &s.model));
  const RicRegion *ends[2] = {RegionOf(s.mesh, "a"), RegionOf(s.mesh, "b")};
  for (PetscInt k = 0; k < 2; k++)
    Must(RicModelAddBody(
        s.model, ends[k],
        &(RicBodyData){.mass = 2, .inertia = 0.5, .angle = 0.3 + 0.2 * (PetscReal)k}));
  if (linked)
    AddLinks(s.model, ends, link, arm);
  Must(RicModelSetUp(s.model));
  Must(RicModelCreateVec(s.model, &s.q));
  Must(VecDuplicate(s.q, &s.v));
  Must(VecDuplicate(s.q, &s.f));
  Must(RicModelCreateContactVec(s.model, &s.y));
  Must(VecDuplicate(s.y, &s.lambda));
  return s;
}

static void Destroy(System *s) {
  Must(VecDestroy(&s->q)), Must(VecDestroy(&s->v)), Must(VecDestroy(&s->f));
  Must(VecDestroy(&s->y)), Must(VecDestroy(&s->lambda));
  Must(RicModelDestroy(&s->model));
  Must(RicMeshDestroy(&s->mesh));
}

static void Put(Vec x, PetscInt n, const PetscReal in[]) {
  PetscScalar *a;
  Must(VecGetArray(x, &a));
  Must(PetscArraycpy(a, in, n));
  Must(VecRestoreArray(x, &a));
}

static void Get(Vec x, PetscInt n, PetscReal out[]) {
  const PetscScalar *a;
  Must(VecGetArrayRead(x, &a));
  Must(PetscArraycpy(out, a, n));
  Must(VecRestoreArrayRead(x, &a));
}

static void Randomise(Vec x, PetscInt n, PetscReal size, uint64_t *seed) {
  PetscReal a[16];
  UniformArray(seed, -size, size, n, a);
  Put(x, n, a);
}

static void ColumnOf(Mat A, PetscInt j, PetscInt m, PetscReal column[]) {
  PetscReal value;
  for (PetscInt i = 0; i < m; i++) {
    Must(MatGetValue(A, i, j, &value));
    column[i] = value;
  }
}

// d/dx_j of `Evaluate` [m] by differences.
typedef void (*EvaluateFn)(System *s, PetscReal out[]);

static void Derivative(System *s, EvaluateFn Evaluate, Vec x, PetscInt j, PetscInt m,
                       PetscReal column[]) {
  PetscReal at[N], values[4][16];
  Get(x, N, at);
  const PetscReal middle = at[j];
  for (PetscInt k = 0; k < 4; k++) {
    at[j] = middle + (PetscReal)(k < 2 ? k - 2 : k - 1) * STEP;
    Put(x, N, at);
    Evaluate(s, values[k]);
  }
  at[j] = middle;
  Put(x, N, at);
  for (PetscInt i = 0; i < m; i++)
    column[i] =
        Difference((PetscReal[4]){values[0][i], values[1][i], values[2][i], values[3][i]}, STEP);
}

static void ForceOf(System *s, PetscReal f[]) {
  Must(RicModelForce(s->model, 0, s->q, s->v, s->f));
  Get(s->f, N, f);
}

// Wᵀλ.
static void ReactionOf(System *s, PetscReal r[]) {
  Mat W;
  Must(RicModelUpdate(s->model, 0, s->q, NULL, NULL));
  Must(RicModelGetRows(s->model, &W));
  Must(MatMultTranspose(W, s->lambda, s->f));
  Get(s->f, N, r);
}

static PetscInt NumRows(const System *s) {
  PetscInt n;
  Must(VecGetSize(s->y, &n));
  return n;
}

static void GapsOf(System *s, PetscReal g[]) {
  Must(RicModelGaps(s->model, 0, s->q, s->y));
  Get(s->y, NumRows(s), g);
}

static void PotentialOf(System *s, PetscReal *potential) {
  PetscReal kinetic;
  Must(RicModelEnergy(s->model, s->q, s->v, &kinetic, potential));
}

// A = cm M + cc C + ck K, with reactions; at rest, where the rate of a damper turns no tangent.
static void TestTangent(void **state) {
  const PetscReal cm = 3, cc = 0.5, ck = 2;
  PetscReal a[N], mass[N], damping[N], stiffness[N], rows[N];
  System s = NewDisks(PETSC_TRUE, 0.3);
  uint64_t seed = 31;
  Mat A, M;
  (void)state;
  Randomise(s.q, N, 0.2, &seed);
  Must(VecSet(s.v, 0.0));
  // The reaction of tangential rows is left out of the tangent.
  Put(s.lambda, ROWS, (PetscReal[ROWS]){2.5, 0, 1.5, -4, 3, 1, -2, 0.5});
  assert_int_equal(NumRows(&s), ROWS);
  for (PetscInt level = RIC_CURVATURE_NONE; level <= RIC_CURVATURE_ROWS; level++) {
    const PetscBool loaded = (PetscBool)(level == RIC_CURVATURE_ROWS);
    Must(RicModelCreateMat(s.model, (RicCurvature)level, &A));
    Must(RicModelOperator(
        s.model, cm, cc, ck,
        &(RicTangentPoint){.q = s.q, .v = s.v, .lambda = loaded ? s.lambda : NULL}, A));
    Must(RicModelGetMass(s.model, &M));
    for (PetscInt j = 0; j < N; j++) {
      ColumnOf(A, j, N, a);
      ColumnOf(M, j, N, mass);
      Derivative(&s, ForceOf, s.v, j, N, damping);
      Derivative(&s, ForceOf, s.q, j, N, stiffness);
      Derivative(&s, ReactionOf, s.q, j, N, rows);
      for (PetscInt i = 0; i < N; i++)
        assert_close(a[i], cm * mass[i] - cc * damping[i] - ck * (stiffness[i] + loaded * rows[i]),
                     1e-6);
    }
    Must(MatDestroy(&A));
  }
  Destroy(&s);
}

// The force of a stretching damper turns with its line: ck c ṙ/r across it.
static void TestDamperTurns(void **state) {
  const PetscReal rate = 0.4, ck = 2;
  System s = NewDisks(PETSC_TRUE, 0);
  PetscReal across[N];
  Mat A;
  (void)state;
  Must(VecSet(s.q, 0.0));
  Put(s.v, N, (PetscReal[]){0, 0, 0, rate, 0, 0});
  Must(RicModelCreateMat(s.model, RIC_CURVATURE_NONE, &A));
  Must(RicModelOperator(s.model, 0, 0, ck, &(RicTangentPoint){.q = s.q, .v = s.v}, A));
  ColumnOf(A, 1, N, across);
  assert_close(across[1], ck * DAMPER * rate / LENGTH, 1e-12);
  assert_close(across[4], -ck * DAMPER * rate / LENGTH, 1e-12);
  assert_close(across[0], 0, 1e-12);
  Must(MatDestroy(&A));
  Destroy(&s);
}

// Rows of positions are the derivatives of their values; tangential ones have no value, are across
// the normal ones, and turn either disk as far as its surface slides.
static void TestRows(void **state) {
  PetscReal column[ROWS], slope[ROWS], w[ROWS][N];
  System s = NewDisks(PETSC_TRUE, 0);
  uint64_t seed = 32;
  Mat W;
  (void)state;
  Randomise(s.q, N, 0.2, &seed);
  Must(RicModelUpdate(s.model, 0, s.q, NULL, NULL));
  Must(RicModelGetRows(s.model, &W));
  for (PetscInt j = 0; j < N; j++) {
    ColumnOf(W, j, ROWS, column);
    Derivative(&s, GapsOf, s.q, j, ROWS, slope);
    for (PetscInt i = 0; i < ROWS; i++) {
      w[i][j] = column[i];
      assert_close(i == 1 ? 0 : column[i], slope[i], 1e-7);
    }
  }
  assert_close(w[1][0] * w[1][0] + w[1][1] * w[1][1], 1, 1e-14);
  assert_close(w[1][0] * w[0][0] + w[1][1] * w[0][1], 0, 1e-14);
  assert_close(PetscAbsReal(w[1][2]), RADIUS, 1e-12);
  GapsOf(&s, slope);
  const PetscReal far = PetscAbsReal(w[1][2]) + PetscAbsReal(w[1][5]) - slope[0];
  assert_close(far, 2 * RADIUS, 1e-12);
  Destroy(&s);
}

// Where rows are constant, too, tangential ones have no value.
static void TestConstantRows(void **state) {
  const PetscReal at[3] = {0, 1, 0}, up[3] = {0, 1, 0};
  PetscReal gaps[2];
  System s;
  (void)state;
  Must(RicMeshCreate(PETSC_COMM_SELF, &s.mesh));
  Must(RicMeshAddNode(s.mesh, "ball", at));
  Must(RicMeshPartition(s.mesh));
  Must(RicModelCreate(PETSC_COMM_SELF, s.mesh, 2, &s.model));
  AddPointMass(s.model, s.mesh, "ball", 1);
  AddPlane(s.model, s.mesh, "ball", "floor", nowhere, up, 0, NULL);
  Must(RicModelSetContactFriction(s.model, 0, &(RicContactFriction){.coefficient = 0.3}));
  Must(RicModelSetUp(s.model));
  Must(RicModelCreateVec(s.model, &s.q));
  Must(RicModelCreateContactVec(s.model, &s.y));
  Put(s.q, 2, (PetscReal[]){3, -0.25});
  Must(RicModelGaps(s.model, 0, s.q, s.y));
  Get(s.y, 2, gaps);
  assert_close(gaps[0], 0.75, 1e-15);
  assert_close(gaps[1], 0, 0);
  Must(VecDestroy(&s.q)), Must(VecDestroy(&s.y));
  Must(RicModelDestroy(&s.model));
  Must(RicMeshDestroy(&s.mesh));
}

// A weld keeps the angles and the place at which the bodies stand.
static void TestStart(void **state) {
  System s = NewDisks(PETSC_TRUE, 0);
  PetscReal gaps[ROWS];
  char text[RIC_TEXT_LEN];
  (void)state;
  Must(RicModelInitialState(s.model, 0, 1e-3, s.q, s.v));
  GapsOf(&s, gaps);
  assert_close(gaps[ROWS - 1], 0, 1e-12);
  Must(RicModelDescribeRow(s.model, 0, s.q, text, sizeof(text)));
  assert_string_equal(text, "contact 'rough', node at (0, 0, 0)"); // an angle is no place
  Destroy(&s);
}

// At rest the force is −dV/dq; ½ vᵀMv is the other energy.
static void TestEnergy(void **state) {
  PetscReal f[N], slope, v[N], kinetic, potential;
  System s = NewDisks(PETSC_TRUE, 0.3);
  uint64_t seed = 33;
  (void)state;
  Randomise(s.q, N, 0.2, &seed);
  Must(VecSet(s.v, 0.0));
  ForceOf(&s, f);
  for (PetscInt j = 0; j < N; j++) {
    Derivative(&s, PotentialOf, s.q, j, 1, &slope);
    assert_close(-slope, f[j], 1e-7);
  }
  Randomise(s.v, N, 1, &seed);
  Get(s.v, N, v);
  Must(RicModelEnergy(s.model, s.q, s.v, &kinetic, &potential));
  assert_close(kinetic,
               v[0] * v[0] + v[1] * v[1] + v[3] * v[3] + v[4] * v[4] +
                   0.25 * (v[2] * v[2] + v[5] * v[5]),
               1e-14);
  Destroy(&s);
}

// What kind of model it is, which stages and solvers are chosen by.
static void TestTraits(void **state) {
  PetscBool diagonal;
  (void)state;
  for (PetscInt linked = 0; linked < 2; linked++) {
    System s = NewDisks((PetscBool)linked, 0);
    Must(RicModelHasDiagonalTangent(s.model, RIC_CURVATURE_ROWS, &diagonal));
    assert_int_equal(TraitsOf(s.model)->damped, linked);
    assert_int_equal(diagonal, !linked);
    assert_int_equal(TraitsOf(s.model)->separable, !linked);
    Destroy(&s);
  }
}

// Numbers that name nothing; there is no element at all.
static void TestMistakes(void **state) {
  System s = NewDisks(PETSC_TRUE, 0);
  const void *data;
  RicContactView contact;
  RicJointView joint;
  RicBodyView body;
  (void)state;
  for (PetscInt i = -1; i <= 2; i += 3) {
    assert_int_equal(Raised(RicModelGetContact(s.model, i, &contact)), PETSC_ERR_ARG_OUTOFRANGE);
    assert_int_equal(Raised(RicModelGetJoint(s.model, i < 0 ? i : 3, &joint)),
                     PETSC_ERR_ARG_OUTOFRANGE);
    assert_int_equal(Raised(RicModelGetBody(s.model, i, &body)), PETSC_ERR_ARG_OUTOFRANGE);
    assert_int_equal(Raised(RicModelGetElementBlock(s.model, PetscMin(i, 0), NULL, NULL, NULL)),
                     PETSC_ERR_ARG_OUTOFRANGE);
    assert_int_equal(Raised(RicModelGetElementData(s.model, PetscMin(i, 0), &data)),
                     PETSC_ERR_ARG_OUTOFRANGE);
  }
  Destroy(&s);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestTangent), cmocka_unit_test(TestDamperTurns),
      cmocka_unit_test(TestRows),    cmocka_unit_test(TestConstantRows),
      cmocka_unit_test(TestStart),   cmocka_unit_test(TestEnergy),
      cmocka_unit_test(TestTraits),  cmocka_unit_test(TestMistakes)};

  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
