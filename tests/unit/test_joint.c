// SPDX-License-Identifier: BSD-2-Clause
// Joints. Every type of the table between every pair of carriers it admits, at random states, in
// space too where it has no angle: rows and curvature are derivatives of the value, rows are
// independent, an assembled joint has the value zero and keeps it when its bodies move together.
// Then values by formula.
#include "joint/joint.h"
#include "parameters.h"
#include "posing.h"
#include <math.h>
#include <string.h>

#define NUM_STATES 20
#define STEP 1e-3

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
  PetscInt dim, nd;
  PetscReal X[6], u[RIC_PAIR_MAX_DOFS], v[RIC_PAIR_MAX_DOFS], lambda[RIC_JOINT_MAX_ROWS];
} Case;

static RicPair Stand(const Case *c) { return RicPairOf(c->data.point, c->dim, c->X, c->u); }

// What a type says of the case.
static const char *Check(const RicJointOps *ops, const Case *c, PetscInt dim) {
  const RicPair pair = Stand(c);
  return ops->Check(&c->data, dim, &pair.stand[0].pose, &pair.stand[1].pose);
}

static void Initialise(const RicJointOps *ops, Case *c) {
  const RicPair pair = Stand(c);
  if (ops->Initialise)
    ops->Initialise(&c->data, &pair.stand[0].pose, &pair.stand[1].pose);
}

static PetscReal Angle(const Case *c) {
  const RicPair pair = Stand(c);
  return pair.stand[1].pose.angle - pair.stand[0].pose.angle;
}

// The points are at least 0.5 apart, so that the direction of a rod is smooth.
static Case RandomCase(RicPointKind a, RicPointKind b, PetscInt dim, uint64_t *seed) {
  Case c = {.dim = dim};
  const PetscReal angle = Uniform(seed, -PETSC_PI, PETSC_PI);
  PetscReal n[3];
  RicPair pair;
  c.data.axis[0] = PetscCosReal(angle);
  c.data.axis[1] = PetscSinReal(angle);
  do {
    RandomPoints(a, b, dim, 0, seed, c.data.point, c.X, c.u);
    pair = Stand(&c);
  } while (RicPoseAim(&pair.stand[0].pose, pair.stand[1].pose.p, n) < 0.5);
  c.nd = RicPairDofs(c.data.point, dim);
  UniformArray(seed, -1, 1, c.nd, c.v);
  UniformArray(seed, -1, 1, RIC_JOINT_MAX_ROWS, c.lambda);
  return c;
}

typedef void (*CheckFn)(const RicJointOps *ops, const Case *c);

static void ForEveryPair(const RicJointOps *ops, PetscInt dim, CheckFn check, uint64_t *seed) {
  for (int kinds = 0; kinds < 9; ++kinds)
    for (PetscInt k = 0; k < NUM_STATES; ++k) {
      Case c = RandomCase((RicPointKind)(kinds / 3), (RicPointKind)(kinds % 3), dim, seed);
      if (Check(ops, &c, 2)) // kinds of points are refused in the plane's words
        break;
      c.data.length = Uniform(seed, 0.5, 2);
      c.data.angle = Uniform(seed, -1, 1);
      check(ops, &c);
    }
}

static void ForEveryType(CheckFn check) {
  const RicJointOps *const *table;
  PetscInt n;
  uint64_t seed = 3;
  assert_int_equal(RicJointGetTable(&n, &table), 0);
  for (PetscInt i = 0; i < n; ++i)
    ForEveryPair(table[i], 2, check, &seed);
}

// And in space, where the type has no angle: what its rows say of bodies that turn there.
static void ForEveryTypeInSpace(CheckFn check) {
  const char *const types[] = {"revolute", "rod", "point-on-line", "drive-position"};
  uint64_t seed = 4;
  for (size_t i = 0; i < sizeof types / sizeof *types; ++i)
    ForEveryPair(Find(types[i]), 3, check, &seed);
}

static void Evaluate(const RicJointOps *ops, const Case *c, PetscReal y[RIC_JOINT_MAX_ROWS],
                     PetscReal W[]) {
  const RicPair pair = Stand(c);
  for (PetscInt i = 0; i < RIC_JOINT_MAX_ROWS; ++i)
    y[i] = NAN; // outputs must be overwritten
  for (PetscInt i = 0; i < ops->num_rows * c->nd; ++i)
    W[i] = NAN;
  RicJointRows(ops, &c->data, &pair, y, W);
}

static void Value(const RicJointOps *ops, const Case *c, PetscReal y[RIC_JOINT_MAX_ROWS]) {
  PetscReal W[RIC_JOINT_MAX_ROWS * RIC_PAIR_MAX_DOFS];
  Evaluate(ops, c, y, W);
}

static void Rows(const RicJointOps *ops, const Case *c, PetscReal W[]) {
  PetscReal y[RIC_JOINT_MAX_ROWS];
  Evaluate(ops, c, y, W);
}

// λᵀW.
static void WeightedRow(const RicJointOps *ops, const Case *c, PetscReal w[]) {
  PetscReal W[RIC_JOINT_MAX_ROWS * RIC_PAIR_MAX_DOFS];
  Rows(ops, c, W);
  for (PetscInt j = 0; j < c->nd; ++j) {
    w[j] = 0;
    for (PetscInt i = 0; i < ops->num_rows; ++i)
      w[j] += c->lambda[i] * W[i * c->nd + j];
  }
}

static Case Moved(const Case *c, PetscInt dof, PetscReal s) {
  PetscReal v[RIC_PAIR_MAX_DOFS] = {0};
  Case moved = *c;
  v[dof] = 1;
  MoveDofs(c->data.point, c->dim, s, v, moved.u);
  return moved;
}

static void CheckRows(const RicJointOps *ops, const Case *c) {
  PetscReal W[RIC_JOINT_MAX_ROWS * RIC_PAIR_MAX_DOFS], y[4][48];
  Rows(ops, c, W);
  for (PetscInt j = 0; j < c->nd && !ops->velocity_level; ++j) {
    for (int k = 0; k < 4; ++k) {
      const Case moved = Moved(c, j, places[k] * STEP);
      Value(ops, &moved, y[k]);
    }
    for (PetscInt i = 0; i < ops->num_rows; ++i)
      assert_close(W[i * c->nd + j], DifferenceOf(i, y, STEP), 1e-8);
  }
}

// By the type's Change and, as types without one have it, by differences of its rows.
static void CheckCurvature(const RicJointOps *ops, const Case *c) {
  const RicPair pair = Stand(c);
  PetscReal H[2][RIC_PAIR_MAX_DOFS * RIC_PAIR_MAX_DOFS] = {{0}}, w[4][48];
  RicJointOps without = *ops;
  without.Change = NULL;
  if (!ops->linear) {
    RicJointCurvature(ops, &c->data, &pair, c->lambda, 1, H[0]);
    RicJointCurvature(&without, &c->data, &pair, c->lambda, 1, H[1]);
  }
  for (PetscInt j = 0; j < c->nd; ++j) {
    for (int k = 0; k < 4; ++k) {
      const Case moved = Moved(c, j, places[k] * STEP);
      WeightedRow(ops, &moved, w[k]);
    }
    for (PetscInt i = 0; i < c->nd; ++i) {
      const PetscReal h = H[0][i * c->nd + j];
      assert_close(h, DifferenceOf(i, w, STEP), ops->linear ? 0 : 1e-8);
      assert_close(H[1][i * c->nd + j], h, 1e-8);
      if (c->dim == 2)
        assert_close(h, H[0][j * c->nd + i], 1e-15);
    }
  }
}

// What is left of each row when the rows above are taken out of it.
static void CheckRank(const RicJointOps *ops, const Case *c) {
  PetscReal W[RIC_JOINT_MAX_ROWS * RIC_PAIR_MAX_DOFS];
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
  const RicPair pair = Stand(c);
  Case assembled = *c;
  PetscReal e[3], r[3];
  RicPoseTurn(&pair.stand[0].pose, s, c->data.axis, e);
  RicPairSpan(&pair.stand[0].pose, &pair.stand[1].pose, r);
  for (PetscInt d = 0; d < 2; ++d) {
    if (c->data.point[1].kind == RIC_POINT_GROUND)
      assembled.data.point[1].local[d] += e[d] - r[d];
    else
      assembled.u[pair.nd[0] + d] += e[d] - r[d];
  }
  assembled.data.length = 0;
  Initialise(ops, &assembled);
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
  return Is(ops, "drive-angle") ? Angle(c) : 0;
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
  ForEveryTypeInSpace(CheckRows);
}
static void TestCurvature(void **state) {
  (void)state;
  ForEveryType(CheckCurvature);
  ForEveryTypeInSpace(CheckCurvature);
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
    if (table[i]->driven)
      assert_int_equal(table[i]->num_rows, 1);
    CheckParameters(table[i]->parameters, sizeof(RicJointData));
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
    const Case c = RandomCase(a, b, 2, &seed);
    const int node = a == RIC_POINT_NODE || b == RIC_POINT_NODE, ground = kinds == 0;
    for (size_t i = 0; i < sizeof points / sizeof *points; ++i)
      assert_int_equal(!Check(Find(points[i]), &c, 2), !ground);
    for (size_t i = 0; i < sizeof angles / sizeof *angles; ++i)
      assert_int_equal(!Check(Find(angles[i]), &c, 2), !ground && !node);
    for (size_t i = 0; i < sizeof points / sizeof *points; ++i)
      assert_non_null(Check(Find(points[i]), &c, 3));
  }
}

static void TestRefusedAxis(void **state) {
  (void)state;
  const char *const with_axis[] = {"prismatic", "point-on-line", "drive-position"};
  const PetscReal wrong[3][3] = {{0, 0, 0}, {1, 1, 0}, {0, 0, 1}};
  uint64_t seed = 5;
  Case c = RandomCase(RIC_POINT_GROUND, RIC_POINT_BODY, 2, &seed);
  for (size_t i = 0; i < sizeof with_axis / sizeof *with_axis; ++i)
    for (int k = 0; k < 3; ++k) {
      memcpy(c.data.axis, wrong[k], sizeof wrong[k]);
      assert_string_equal(Check(Find(with_axis[i]), &c, 2),
                          "an axis that is not a unit vector of the plane");
    }
}

static const char *CheckRod(const RicJointData *data, const PetscReal u[2]) {
  const Case c = {.data = *data, .dim = 2, .nd = 2, .u = {u[0], u[1]}};
  return Check(Find("rod"), &c, 2);
}

static void TestRefusedRod(void **state) {
  (void)state;
  RicJointData data = {.point = {{RIC_POINT_GROUND, {0.1, 0.2, 0}}, {.kind = RIC_POINT_NODE}}};
  const PetscReal there[2] = {0.1, 0.2}, near[2] = {0.1 + 1e-15, 0.2}, apart[2] = {0.1, 0.3};
  assert_string_equal(CheckRod(&data, there), "coincident points");
  assert_string_equal(CheckRod(&data, near), "coincident points");
  assert_null(CheckRod(&data, apart));
  data.length = -1;
  assert_string_equal(CheckRod(&data, apart), "a negative length");
}

// ---- Values by formula. ----

// A pendulum hung at the origin: x − l cos θ, y − l sin θ.
static void TestPendulum(void **state) {
  (void)state;
  const PetscReal l = 1.5, lambda[2] = {2, -3};
  const PetscReal cosine = PetscCosReal(0.8), sine = PetscSinReal(0.8);
  const Case c = {
      .data = {.point = {{.kind = RIC_POINT_GROUND}, {RIC_POINT_BODY, {-l, 0, 0}}}},
      .dim = 2,
      .nd = 3,
      .u = {0.4, -0.2, 0.8},
  };
  const RicJointOps *ops = Find("revolute");
  const PetscReal rows[6] = {1, 0, l * sine, 0, 1, -l * cosine};
  const RicPair pair = Stand(&c);
  PetscReal y[RIC_JOINT_MAX_ROWS], W[6], H[9];
  Evaluate(ops, &c, y, W);
  assert_close(y[0], 0.4 - l * cosine, 1e-15);
  assert_close(y[1], -0.2 - l * sine, 1e-15);
  for (PetscInt i = 0; i < 6; ++i)
    assert_close(W[i], rows[i], 1e-15);
  RicJointCurvature(ops, &c.data, &pair, lambda, 1, H);
  for (PetscInt i = 0; i < 9; ++i)
    assert_close(H[i], i == 8 ? l * (2 * cosine - 3 * sine) : 0, 1e-15);
}

// A slider on a vertical guide: b is 0.3 to its right, which is −0.3 on the left of +y.
static void TestSlider(void **state) {
  (void)state;
  const Case c = {
      .data = {.point = {{RIC_POINT_GROUND, {1, 0, 0}}, {RIC_POINT_BODY, {0, 0, 0}}},
               .axis = {0, 1, 0},
               .angle = 0.25},
      .dim = 2,
      .nd = 3,
      .X = {0, 0, 0, 1, 5, 0},
      .u = {0.3, 2, 0.75},
  };
  PetscReal y[RIC_JOINT_MAX_ROWS];
  Value(Find("prismatic"), &c, y);
  assert_close(y[0], -0.3, 1e-15);
  assert_close(y[1], 0.5, 1e-15);
  Value(Find("point-on-line"), &c, y);
  assert_close(y[0], -0.3, 1e-15);
  Value(Find("drive-position"), &c, y);
  assert_close(y[0], 7, 1e-15);
  Value(Find("drive-angle"), &c, y);
  assert_close(y[0], 0.75, 0);
}

// A given length is kept; without one the distance at the start is.
static void TestRodLength(void **state) {
  (void)state;
  const RicJointOps *ops = Find("rod");
  Case c = {
      .data = {.point = {{.kind = RIC_POINT_NODE}, {.kind = RIC_POINT_NODE}}, .length = 2},
      .dim = 2,
      .nd = 4,
      .X = {1, 1, 0, 4, 4, 0},
      .u = {0, -1, 0, 0},
  };
  PetscReal y[RIC_JOINT_MAX_ROWS], W[4];
  Initialise(ops, &c);
  Evaluate(ops, &c, y, W);
  assert_close(y[0], 3, 1e-15);
  for (PetscInt i = 0; i < 4; ++i)
    assert_close(W[i], ((const PetscReal[]){-0.6, -0.8, 0.6, 0.8})[i], 1e-15);
  c.data.length = 0;
  Initialise(ops, &c);
  assert_close(c.data.length, 5, 1e-15);
}

// ω_b − ω_a, whatever the points do.
static void CheckSpeed(const RicJointOps *ops, const Case *c) {
  if (!Is(ops, "speed"))
    return;
  const RicPair pair = Stand(c);
  PetscReal W[RIC_PAIR_MAX_DOFS], rate = 0;
  RicTwist motion[2];
  Rows(ops, c, W);
  for (PetscInt j = 0; j < c->nd; ++j)
    rate += W[j] * c->v[j];
  RicPairTwists(&pair, c->v, motion);
  assert_close(rate, motion[1].w[2] - motion[0].w[2], 1e-15);
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
