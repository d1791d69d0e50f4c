// SPDX-License-Identifier: BSD-2-Clause
// Joints. Every type of the table between every pair of kinds of points it admits, at random
// states: rows and curvature are derivatives of the value, rows are independent, an assembled joint
// has the value zero and keeps it when its bodies move together. Then values by formula.
#include "geom/pair.h"
#include "joint/joint.h"
#include "numeric.h"
#include <math.h>
#include <string.h>

#define NUM_STATES 20
#define STEP 1e-3

static const PetscReal STENCIL[4] = {-2 * STEP, -STEP, STEP, 2 * STEP};

static const RicJointOps *Find(const char name[]) {
  const RicJointOps *ops;
  assert_int_equal(RicJointFind(name, &ops), 0);
  return ops;
}

static PetscBool Is(const RicJointOps *ops, const char name[]) {
  return strcmp(ops->name, name) == 0 ? PETSC_TRUE : PETSC_FALSE;
}

typedef struct {
  RicJointData data;
  PetscInt nd;
  PetscReal X[6], u[6], v[6], lambda[RIC_JOINT_MAX_ROWS];
} Case;

// The points are at least 0.5 apart, so that the direction of a rod is smooth.
static Case RandomCase(RicPointKind a, RicPointKind b, uint64_t *seed) {
  Case c = {.data.point = {{.kind = a}, {.kind = b}}};
  const PetscReal angle = Uniform(seed, -PETSC_PI, PETSC_PI);
  RicPair pair;
  PetscReal n[2];
  c.data.axis[0] = PetscCosReal(angle);
  c.data.axis[1] = PetscSinReal(angle);
  c.nd = RicJointDofs(&c.data, 2);
  do {
    for (PetscInt k = 0; k < 2; ++k)
      UniformArray(seed, -1, 1, 2, c.data.point[k].local);
    UniformArray(seed, -1, 1, 6, c.X);
    UniformArray(seed, -1, 1, c.nd, c.u);
    UniformArray(seed, -1, 1, c.nd, c.v);
    pair = RicPairOf(c.data.point, c.X, c.u);
  } while (RicPairDirection(&pair, n) < 0.5);
  UniformArray(seed, -1, 1, RIC_JOINT_MAX_ROWS, c.lambda);
  return c;
}

typedef void (*CheckFn)(const RicJointOps *ops, const Case *c);

static void ForEveryType(CheckFn check) {
  const RicJointOps *const *table;
  PetscInt n;
  uint64_t seed = 3;
  assert_int_equal(RicJointGetTable(&n, &table), 0);
  for (PetscInt i = 0; i < n; ++i)
    for (int kinds = 0; kinds < 9; ++kinds)
      for (PetscInt k = 0; k < NUM_STATES; ++k) {
        Case c = RandomCase((RicPointKind)(kinds / 3), (RicPointKind)(kinds % 3), &seed);
        if (table[i]->Check(&c.data, 2, c.X, c.u))
          break;
        c.data.length = Uniform(&seed, 0.5, 2);
        c.data.angle = Uniform(&seed, -1, 1);
        check(table[i], &c);
      }
}

static void Value(const RicJointOps *ops, const Case *c, PetscReal y[RIC_JOINT_MAX_ROWS]) {
  for (PetscInt i = 0; i < RIC_JOINT_MAX_ROWS; ++i)
    y[i] = NAN; // outputs must be overwritten
  ops->Value(&c->data, 2, c->X, c->u, y);
}

static void Rows(const RicJointOps *ops, const Case *c, PetscReal W[]) {
  for (PetscInt i = 0; i < ops->num_rows * c->nd; ++i)
    W[i] = NAN;
  ops->Rows(&c->data, 2, c->X, c->u, W);
}

// λᵀW.
static void WeightedRow(const RicJointOps *ops, const Case *c, PetscReal w[]) {
  PetscReal W[RIC_JOINT_MAX_ROWS * RIC_JOINT_MAX_DOFS];
  Rows(ops, c, W);
  for (PetscInt j = 0; j < c->nd; ++j) {
    w[j] = 0;
    for (PetscInt i = 0; i < ops->num_rows; ++i)
      w[j] += c->lambda[i] * W[i * c->nd + j];
  }
}

static Case Moved(const Case *c, PetscInt dof, PetscReal s) {
  Case moved = *c;
  moved.u[dof] += s;
  return moved;
}

static void CheckRows(const RicJointOps *ops, const Case *c) {
  PetscReal W[RIC_JOINT_MAX_ROWS * RIC_JOINT_MAX_DOFS], y[4][RIC_JOINT_MAX_ROWS];
  Rows(ops, c, W);
  for (PetscInt j = 0; j < c->nd && !ops->velocity_level; ++j) {
    for (int k = 0; k < 4; ++k) {
      const Case moved = Moved(c, j, STENCIL[k]);
      Value(ops, &moved, y[k]);
    }
    for (PetscInt i = 0; i < ops->num_rows; ++i) {
      const PetscReal f[4] = {y[0][i], y[1][i], y[2][i], y[3][i]};
      assert_close(W[i * c->nd + j], Difference(f, STEP), 1e-8);
    }
  }
}

static void CheckCurvature(const RicJointOps *ops, const Case *c) {
  PetscReal H[RIC_JOINT_MAX_DOFS * RIC_JOINT_MAX_DOFS], w[4][RIC_JOINT_MAX_DOFS];
  for (PetscInt i = 0; i < c->nd * c->nd; ++i)
    H[i] = ops->Curvature ? NAN : 0;
  if (ops->Curvature)
    ops->Curvature(&c->data, 2, c->X, c->u, c->lambda, H);
  for (PetscInt j = 0; j < c->nd; ++j) {
    for (int k = 0; k < 4; ++k) {
      const Case moved = Moved(c, j, STENCIL[k]);
      WeightedRow(ops, &moved, w[k]);
    }
    for (PetscInt i = 0; i < c->nd; ++i) {
      const PetscReal f[4] = {w[0][i], w[1][i], w[2][i], w[3][i]};
      assert_close(H[i * c->nd + j], Difference(f, STEP), ops->Curvature ? 1e-8 : 0);
      assert_close(H[i * c->nd + j], H[j * c->nd + i], 1e-15);
    }
  }
}

// What is left of each row when the rows above are taken out of it.
static void CheckRank(const RicJointOps *ops, const Case *c) {
  PetscReal W[RIC_JOINT_MAX_ROWS * RIC_JOINT_MAX_DOFS];
  Rows(ops, c, W);
  for (PetscInt i = 0; i < ops->num_rows; ++i) {
    PetscReal *row = W + i * c->nd, square = 0;
    for (PetscInt k = 0; k < i; ++k) {
      PetscReal along = 0;
      for (PetscInt j = 0; j < c->nd; ++j)
        along += row[j] * W[k * c->nd + j];
      for (PetscInt j = 0; j < c->nd; ++j)
        row[j] -= along * W[k * c->nd + j];
    }
    for (PetscInt j = 0; j < c->nd; ++j)
      square += row[j] * row[j];
    assert_true(square > 0.05);
    for (PetscInt j = 0; j < c->nd; ++j)
      row[j] /= PetscSqrtReal(square);
  }
}

// b moved to p_a + s e, where the joint can be assembled, and the data set to the start there.
static Case Assembled(const RicJointOps *ops, const Case *c, PetscReal s) {
  const RicPair pair = RicPairOf(c->data.point, c->X, c->u);
  Case assembled = *c;
  PetscReal e[2];
  RicPairTurn(c->data.point, 0, c->u, s, c->data.axis, e);
  for (PetscInt d = 0; d < 2; ++d) {
    if (c->data.point[1].kind == RIC_POINT_GROUND)
      assembled.data.point[1].local[d] += e[d] - pair.r[d];
    else
      assembled.u[RicPointDofs(&c->data.point[0], 2) + d] += e[d] - pair.r[d];
  }
  assembled.data.length = 0;
  if (ops->Initialise)
    ops->Initialise(&assembled.data, 2, assembled.X, assembled.u);
  return assembled;
}

// How far b may be from a along the axis.
static PetscReal Slide(const RicJointOps *ops) {
  return Is(ops, "revolute") || Is(ops, "weld") ? 0 : 0.75;
}

// What the assembled joint's value is: the driven coordinate, else zero.
static PetscReal Start(const RicJointOps *ops, const Case *c) {
  if (Is(ops, "drive-position"))
    return Slide(ops);
  return Is(ops, "drive-angle") ? RicPairAngle(c->data.point, c->u) : 0;
}

static void CheckInitialise(const RicJointOps *ops, const Case *c) {
  if (ops->velocity_level)
    return;
  const Case assembled = Assembled(ops, c, Slide(ops));
  PetscReal y[RIC_JOINT_MAX_ROWS];
  Value(ops, &assembled, y);
  for (PetscInt i = 0; i < ops->num_rows; ++i)
    assert_close(y[i], Start(ops, c), 2e-15);
  Value(ops, c, y);
  assert_true(ops->driven || PetscAbsReal(y[0]) > 1e-6); // it was not so before
}

// Both points carried along by a translation and, between bodies, a turn about the origin.
static Case Carried(const Case *c) {
  const PetscReal shift[2] = {0.3, -0.7};
  const PetscBool turn = c->nd == 6 ? PETSC_TRUE : PETSC_FALSE;
  const PetscReal phi = turn ? 0.6 : 0, cosine = PetscCosReal(phi), sine = PetscSinReal(phi);
  Case moved = *c;
  PetscReal *u = moved.u;
  for (PetscInt k = 0; k < 2; ++k) {
    RicPoint *point = &moved.data.point[k];
    const PetscReal *X = moved.X + 3 * k;
    PetscReal *at = point->kind == RIC_POINT_GROUND ? point->local : u;
    const PetscReal x[2] = {X[0] + at[0], X[1] + at[1]};
    at[0] += shift[0] + (turn ? cosine * x[0] - sine * x[1] - x[0] : 0);
    at[1] += shift[1] + (turn ? sine * x[0] + cosine * x[1] - x[1] : 0);
    if (turn)
      at[2] += phi;
    u += RicPointDofs(point, 2);
  }
  return moved;
}

static void CheckRigidMotion(const RicJointOps *ops, const Case *c) {
  if (ops->velocity_level)
    return;
  const Case assembled = Assembled(ops, c, Slide(ops)), carried = Carried(&assembled);
  PetscReal y[RIC_JOINT_MAX_ROWS];
  Value(ops, &carried, y);
  for (PetscInt i = 0; i < ops->num_rows; ++i)
    assert_close(y[i], Start(ops, c), 4e-15);
}

static void TestRows(void **state) {
  (void)state;
  ForEveryType(CheckRows);
}
static void TestCurvature(void **state) {
  (void)state;
  ForEveryType(CheckCurvature);
}
static void TestRank(void **state) {
  (void)state;
  ForEveryType(CheckRank);
}
static void TestInitialise(void **state) {
  (void)state;
  ForEveryType(CheckInitialise);
}
static void TestRigidMotion(void **state) {
  (void)state;
  ForEveryType(CheckRigidMotion);
}

static void TestTable(void **state) {
  (void)state;
  const RicJointOps *const *table;
  PetscInt n;
  assert_int_equal(RicJointGetTable(&n, &table), 0);
  assert_int_equal(n, 9);
  for (PetscInt i = 0; i < n; ++i) {
    assert_ptr_equal(Find(table[i]->name), table[i]);
    assert_true(strlen(table[i]->description) > 0);
    assert_in_range(table[i]->num_rows, 1, RIC_JOINT_MAX_ROWS);
    assert_true((table[i]->Value == NULL) == table[i]->velocity_level);
    if (table[i]->driven)
      assert_int_equal(table[i]->num_rows, 1);
  }
  assert_null(Find("hinge"));
  assert_null(Find("rod "));
}

// ---- What is refused. ----

// Joints between points: all but ground to ground. Joints of angles: those among body and ground.
static void TestAdmissibleKinds(void **state) {
  (void)state;
  const char *const points[] = {"revolute", "rod", "point-on-line", "drive-position"};
  const char *const angles[] = {"weld", "prismatic", "angle", "drive-angle", "speed"};
  uint64_t seed = 5;
  for (int kinds = 0; kinds < 9; ++kinds) {
    const RicPointKind a = (RicPointKind)(kinds / 3), b = (RicPointKind)(kinds % 3);
    const Case c = RandomCase(a, b, &seed);
    const int node = a == RIC_POINT_NODE || b == RIC_POINT_NODE, ground = kinds == 0;
    for (size_t i = 0; i < sizeof points / sizeof *points; ++i)
      assert_int_equal(!Find(points[i])->Check(&c.data, 2, c.X, c.u), !ground);
    for (size_t i = 0; i < sizeof angles / sizeof *angles; ++i)
      assert_int_equal(!Find(angles[i])->Check(&c.data, 2, c.X, c.u), !ground && !node);
    for (size_t i = 0; i < sizeof points / sizeof *points; ++i)
      assert_non_null(Find(points[i])->Check(&c.data, 3, c.X, c.u));
  }
}

static void TestRefusedAxis(void **state) {
  (void)state;
  const char *const with_axis[] = {"prismatic", "point-on-line", "drive-position"};
  const PetscReal wrong[3][3] = {{0, 0, 0}, {1, 1, 0}, {0, 0, 1}};
  uint64_t seed = 5;
  Case c = RandomCase(RIC_POINT_GROUND, RIC_POINT_BODY, &seed);
  for (size_t i = 0; i < sizeof with_axis / sizeof *with_axis; ++i)
    for (int k = 0; k < 3; ++k) {
      memcpy(c.data.axis, wrong[k], sizeof wrong[k]);
      assert_string_equal(Find(with_axis[i])->Check(&c.data, 2, c.X, c.u),
                          "an axis that is not a unit vector of the plane");
    }
}

static void TestRefusedRod(void **state) {
  (void)state;
  const RicJointOps *ops = Find("rod");
  RicJointData data = {.point = {{RIC_POINT_GROUND, {0.1, 0.2, 0}}, {.kind = RIC_POINT_NODE}}};
  const PetscReal X[6] = {0, 0, 0, 0, 0, 0}, there[2] = {0.1, 0.2}, near[2] = {0.1 + 1e-15, 0.2};
  const PetscReal apart[2] = {0.1, 0.3};
  assert_string_equal(ops->Check(&data, 2, X, there), "coincident points");
  assert_string_equal(ops->Check(&data, 2, X, near), "coincident points");
  assert_null(ops->Check(&data, 2, X, apart));
  data.length = -1;
  assert_string_equal(ops->Check(&data, 2, X, apart), "a negative length");
}

// ---- Values by formula. ----

// A pendulum hung at the origin: x − l cos θ, y − l sin θ.
static void TestPendulum(void **state) {
  (void)state;
  const PetscReal l = 1.5, X[6] = {0}, u[3] = {0.4, -0.2, 0.8}, lambda[2] = {2, -3};
  const PetscReal c = PetscCosReal(0.8), s = PetscSinReal(0.8);
  const RicJointData data = {.point = {{.kind = RIC_POINT_GROUND}, {RIC_POINT_BODY, {-l, 0, 0}}}};
  const RicJointOps *ops = Find("revolute");
  const PetscReal rows[6] = {1, 0, l * s, 0, 1, -l * c};
  PetscReal y[2], W[6], H[9];
  ops->Value(&data, 2, X, u, y);
  assert_close(y[0], 0.4 - l * c, 1e-15);
  assert_close(y[1], -0.2 - l * s, 1e-15);
  ops->Rows(&data, 2, X, u, W);
  for (PetscInt i = 0; i < 6; ++i)
    assert_close(W[i], rows[i], 1e-15);
  ops->Curvature(&data, 2, X, u, lambda, H);
  for (PetscInt i = 0; i < 9; ++i)
    assert_close(H[i], i == 8 ? l * (2 * c - 3 * s) : 0, 1e-15);
}

// A slider on a vertical guide: b is 0.3 to its right, which is −0.3 on the left of +y.
static void TestSlider(void **state) {
  (void)state;
  const RicJointData data = {.point = {{RIC_POINT_GROUND, {1, 0, 0}}, {RIC_POINT_BODY, {0, 0, 0}}},
                             .axis = {0, 1, 0},
                             .angle = 0.25};
  const PetscReal X[6] = {0, 0, 0, 1, 5, 0}, u[3] = {0.3, 2, 0.75};
  PetscReal y[2];
  Find("prismatic")->Value(&data, 2, X, u, y);
  assert_close(y[0], -0.3, 1e-15);
  assert_close(y[1], 0.5, 1e-15);
  Find("point-on-line")->Value(&data, 2, X, u, y);
  assert_close(y[0], -0.3, 1e-15);
  Find("drive-position")->Value(&data, 2, X, u, y);
  assert_close(y[0], 7, 1e-15);
  Find("drive-angle")->Value(&data, 2, X, u, y);
  assert_close(y[0], 0.75, 0);
}

// A given length is kept; without one the distance at the start is.
static void TestRodLength(void **state) {
  (void)state;
  const RicJointOps *ops = Find("rod");
  RicJointData data = {.point = {{.kind = RIC_POINT_NODE}, {.kind = RIC_POINT_NODE}}, .length = 2};
  const PetscReal X[6] = {1, 1, 0, 4, 4, 0}, u[4] = {0, -1, 0, 0};
  PetscReal y[1], W[4];
  ops->Initialise(&data, 2, X, u);
  ops->Value(&data, 2, X, u, y);
  assert_close(y[0], 3, 1e-15);
  ops->Rows(&data, 2, X, u, W);
  for (PetscInt i = 0; i < 4; ++i)
    assert_close(W[i], ((const PetscReal[]){-0.6, -0.8, 0.6, 0.8})[i], 1e-15);
  data.length = 0;
  ops->Initialise(&data, 2, X, u);
  assert_close(data.length, 5, 1e-15);
}

// ω_b − ω_a, whatever the points do.
static void CheckSpeed(const RicJointOps *ops, const Case *c) {
  if (!Is(ops, "speed"))
    return;
  PetscReal W[RIC_JOINT_MAX_DOFS], rate = 0;
  Rows(ops, c, W);
  for (PetscInt j = 0; j < c->nd; ++j)
    rate += W[j] * c->v[j];
  assert_close(rate, RicPairAngle(c->data.point, c->v), 1e-15);
}

static void TestSpeed(void **state) {
  (void)state;
  ForEveryType(CheckSpeed);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestTable),       cmocka_unit_test(TestRows),
      cmocka_unit_test(TestCurvature),   cmocka_unit_test(TestRank),
      cmocka_unit_test(TestInitialise),  cmocka_unit_test(TestRigidMotion),
      cmocka_unit_test(TestSpeed),       cmocka_unit_test(TestAdmissibleKinds),
      cmocka_unit_test(TestRefusedAxis), cmocka_unit_test(TestRefusedRod),
      cmocka_unit_test(TestPendulum),    cmocka_unit_test(TestSlider),
      cmocka_unit_test(TestRodLength),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
