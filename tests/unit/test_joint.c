// SPDX-License-Identifier: BSD-2-Clause
// Joints. Every type of the table between every pair of carriers it admits, in the plane and in
// space, at random states: rows and curvature are derivatives of the value, rows are independent, an
// assembled joint has the value zero and keeps it when its bodies move together.
#include "jointing.h"

#define NUM_STATES 20

typedef void (*CheckFn)(const RicJointOps *ops, const Case *c);

// A case that was set to its start 0.4 s of its motion ago: no value is 0.
static void AtRandomStates(const RicJointOps *ops, RicPointKind a, RicPointKind b, PetscInt dim,
                           CheckFn check, uint64_t *seed) {
  for (PetscInt k = 0; k < NUM_STATES; ++k) {
    const Case c = RandomCase(ops, a, b, dim, seed);
    Case begun = Moved(&c, c.v, -0.4);
    if (Check(ops, &c))
      return;
    Initialise(ops, &begun);
    const Case now = Moved(&begun, c.v, 0.4);
    check(ops, &now);
  }
}

static void ForEveryType(CheckFn check) {
  const RicJointOps *const *table;
  PetscInt n;
  uint64_t seed = 3;
  assert_int_equal(RicJointGetTable(&n, &table), 0);
  for (PetscInt i = 0; i < n; ++i)
    for (PetscInt dim = 2; dim <= 3; ++dim)
      for (int kinds = 0; kinds < 9; ++kinds)
        AtRandomStates(table[i], (RicPointKind)(kinds / 3), (RicPointKind)(kinds % 3), dim, check,
                       &seed);
}

// λᵀW.
static void WeightedRow(const RicJointOps *ops, const Case *c, PetscReal w[]) {
  PetscReal W[RIC_JOINT_MAX_ROWS * RIC_PAIR_MAX_DOFS];
  Evaluate(ops, c, NULL, W);
  for (PetscInt j = 0; j < c->nd; ++j) {
    w[j] = 0;
    for (PetscInt i = 0; i < RicJointNumRows(ops, c->dim); ++i)
      w[j] += c->lambda[i] * W[i * c->nd + j];
  }
}

// At the places of the stencil along dof j.
static Case Place(const Case *c, PetscInt j, int place) {
  PetscReal v[RIC_PAIR_MAX_DOFS] = {0};
  v[j] = 1;
  return Moved(c, v, places[place] * STEP);
}

static void CheckRows(const RicJointOps *ops, const Case *c) {
  PetscReal W[RIC_JOINT_MAX_ROWS * RIC_PAIR_MAX_DOFS], y[4][48];
  Evaluate(ops, c, NULL, W);
  for (PetscInt j = 0; j < c->nd && !ops->velocity_level; ++j) {
    for (int k = 0; k < 4; ++k) {
      const Case moved = Place(c, j, k);
      Evaluate(ops, &moved, y[k], NULL);
    }
    for (PetscInt i = 0; i < RicJointNumRows(ops, c->dim); ++i)
      assert_close(W[i * c->nd + j], DifferenceOf(i, y, STEP), 1e-8);
  }
}

// By the type's Change and, as types without one have it, by differences of its rows.
static void CheckCurvature(const RicJointOps *ops, const Case *c) {
  const RicPair pair = Stand(c);
  const PetscBool linear = RicJointIsLinear(ops, c->dim);
  PetscReal H[2][RIC_PAIR_MAX_DOFS * RIC_PAIR_MAX_DOFS] = {{0}}, w[4][48];
  RicJointOps without = *ops;
  without.Change = NULL;
  if (!linear) {
    RicJointCurvature(ops, &c->data, &pair, c->lambda, 1, H[0]);
    RicJointCurvature(&without, &c->data, &pair, c->lambda, 1, H[1]);
  }
  for (PetscInt j = 0; j < c->nd; ++j) {
    for (int k = 0; k < 4; ++k) {
      const Case moved = Place(c, j, k);
      WeightedRow(ops, &moved, w[k]);
    }
    for (PetscInt i = 0; i < c->nd; ++i) {
      const PetscReal h = H[0][i * c->nd + j];
      assert_close(h, DifferenceOf(i, w, STEP), linear ? 0 : 1e-8);
      assert_close(H[1][i * c->nd + j], h, 1e-8);
      if (c->dim == 2 && !ops->velocity_level) // a Hessian
        assert_close(h, H[0][j * c->nd + i], 1e-15);
    }
  }
}

// What is left of each row when the rows above are taken out of it.
static void CheckRank(const RicJointOps *ops, const Case *c) {
  PetscReal W[RIC_JOINT_MAX_ROWS * RIC_PAIR_MAX_DOFS];
  Evaluate(ops, c, NULL, W);
  for (PetscInt i = 0; i < RicJointNumRows(ops, c->dim); ++i) {
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
    assert_true(square > 0.02);
    for (PetscInt j = 0; j < c->nd; ++j)
      row[j] /= PetscSqrtReal(square);
  }
}

// ---- Assembled joints ----

// The axis of a type along which b may be off a, NULL: nowhere along one.
static const PetscReal *SlideAxis(const RicJointOps *ops, const Case *c) {
  if (ops->data_size == 0 || Is(ops, "revolute") || Is(ops, "weld") || Is(ops, "rod"))
    return NULL;
  return (const PetscReal *)&c->data; // of a line, or any
}

// b moved to p_a + s e, and the data set to the start there.
static Case Assembled(const RicJointOps *ops, const Case *c) {
  const RicPair pair = Stand(c);
  const PetscReal *axis = SlideAxis(ops, c);
  const PetscInt b = c->point[1].kind;
  Case assembled = *c;
  PetscReal e[3] = {0}, r[3];
  if (axis)
    RicPoseTurn(&pair.stand[0].pose, 0.75, axis, e);
  if (Is(ops, "rod"))
    e[0] = 0.75, ((RicRodData *)&assembled.data)->length = 0;
  if (Is(ops, "angle"))
    ((RicAngleData *)&assembled.data)->angle = NAN;
  RicPairSpan(&pair.stand[0].pose, &pair.stand[1].pose, r);
  for (PetscInt d = 0; d < c->dim; ++d)
    *(b == RIC_POINT_GROUND ? &assembled.point[1].local[d] : &assembled.u[pair.nd[0] + d]) +=
        e[d] - r[d];
  Initialise(ops, &assembled);
  return assembled;
}

// What the assembled joint's value is: the driven coordinate, else zero.
static PetscReal Start(const RicJointOps *ops, const Case *c) {
  const RicPair pair = Stand(c);
  if (Is(ops, "drive-position"))
    return 0.75;
  if (!Is(ops, "drive-angle"))
    return 0;
  PetscReal R[9], phi[3];
  if (c->dim == 2)
    return pair.stand[1].pose.angle - pair.stand[0].pose.angle;
  RicPoseSeen(&pair.stand[0].pose, &pair.stand[1].pose, R);
  RicRotationOfMatrix(R, phi); // its twist: tan(θ/2) is that part of tan(|φ|/2) φ/|φ|
  const PetscReal *axis = ((const RicAngleData *)&c->data)->turn.axis, size = RicVec3Norm(phi);
  return size > 0 ? 2 * atan(PetscTanReal(size / 2) * RicVec3Dot(phi, axis) / size) : 0;
}

static void CheckInitialise(const RicJointOps *ops, const Case *c) {
  const Case assembled = Assembled(ops, c);
  PetscReal y[RIC_JOINT_MAX_ROWS], size = 0;
  if (ops->velocity_level)
    return;
  Evaluate(ops, &assembled, y, NULL);
  for (PetscInt i = 0; i < RicJointNumRows(ops, c->dim); ++i)
    assert_close(y[i], Start(ops, &assembled), 3e-15);
  Evaluate(ops, c, y, NULL);
  for (PetscInt i = 0; i < RicJointNumRows(ops, c->dim); ++i)
    size += PetscAbsReal(y[i]);
  assert_true(ops->driven || size > 1e-6); // it was not so before
}

// Both points carried along by a translation and, between bodies, a turn about the origin.
static Case Carried(const Case *c) {
  const PetscBool turn =
      (PetscBool)(c->point[0].kind == c->point[1].kind && c->point[0].kind == RIC_POINT_BODY);
  const PetscReal shift[3] = {0.3, -0.7, c->dim == 3 ? 0.2 : 0};
  const PetscReal phi[3] = {c->dim == 3 ? 0.3 : 0, c->dim == 3 ? -0.4 : 0, 0.6};
  PetscReal R[9], x[3], *u;
  Case moved = *c;
  RicRotationMatrix(phi, R);
  u = moved.u;
  for (PetscInt k = 0; k < 2; ++k) {
    RicPoint *point = &moved.point[k];
    const PetscReal *X = moved.X + 3 * k;
    PetscReal *at = point->kind == RIC_POINT_GROUND ? point->local : u, turned[3];
    for (PetscInt d = 0; d < 3; ++d)
      x[d] = d < c->dim ? X[d] + at[d] : 0;
    RicVec3Map(R, x, turned);
    for (PetscInt d = 0; d < c->dim; ++d)
      at[d] += shift[d] + (turn ? turned[d] - x[d] : 0);
    if (turn && c->dim == 2)
      at[2] += phi[2];
    if (turn && c->dim == 3)
      RicRotationCompose(phi, &at[3], &at[3]);
    u += RicPointDofs(point, c->dim);
  }
  return moved;
}

static void CheckRigidMotion(const RicJointOps *ops, const Case *c) {
  const Case assembled = Assembled(ops, c), carried = Carried(&assembled);
  PetscReal y[RIC_JOINT_MAX_ROWS];
  if (ops->velocity_level)
    return;
  Evaluate(ops, &carried, y, NULL);
  for (PetscInt i = 0; i < RicJointNumRows(ops, c->dim); ++i)
    assert_close(y[i], Start(ops, &assembled), 6e-15);
}

// What a joint of the plane holds, it holds in space too: with its axis along z, and everything in the
// plane z = 0, its rows on the dofs of the plane span the same.
static void CheckPlaneInSpace(const RicJointOps *ops, const Case *c) {
  Case flat = *c;
  PetscReal y[2][RIC_JOINT_MAX_ROWS];
  if (c->dim != 2 || c->point[0].kind != RIC_POINT_BODY || c->point[1].kind != RIC_POINT_BODY)
    return;
  flat.dim = 3, flat.nd = 12;
  for (PetscInt k = 0; k < 2; ++k) {
    const PetscReal *u = &c->u[3 * k], at[6] = {u[0], u[1], 0, 0, 0, u[2]};
    memcpy(&flat.u[6 * k], at, sizeof at);
    flat.X[3 * k + 2] = 0;
  }
  Case turned = Assembled(ops, &flat), planar = Assembled(ops, c);
  const PetscReal v[12] = {0.3, -0.2, 0, 0, 0, 0.7, -0.1, 0.4, 0, 0, 0, -0.2};
  const PetscReal v2[6] = {0.3, -0.2, 0.7, -0.1, 0.4, -0.2};
  turned = Moved(&turned, v, 1e-3), planar = Moved(&planar, v2, 1e-3);
  Evaluate(ops, &turned, y[1], NULL);
  Evaluate(ops, &planar, y[0], NULL);
  PetscReal size[2] = {0, 0};
  for (PetscInt d = 0; d < 2; ++d)
    for (PetscInt i = 0; i < RicJointNumRows(ops, 2 + d); ++i)
      size[d] += y[d][i] * y[d][i];
  assert_close(PetscSqrtReal(size[1]), PetscSqrtReal(size[0]), 1e-9); // sin θ for θ
}

// ---- Over a path ----

static const PetscReal lengths[] = {1, 0.1, 1e-3, 1e-6, 1e-10, 0};

static void PathRows(const RicJointOps *ops, const Case *c, PetscReal s, PetscReal delta[],
                     RicPair ends[2], RicPairPath *path, PetscReal W[]) {
  const PetscInt n = RicJointNumRows(ops, c->dim) * c->nd;
  const Case moved = Moved(c, c->v, s);
  ends[0] = RicPairOf(c->point, c->dim, c->X, c->u);
  ends[1] = RicPairOf(c->point, c->dim, c->X, moved.u);
  for (PetscInt i = 0; i < c->nd; ++i)
    delta[i] = s * c->v[i];
  RicPairPathOf(&ends[0], &ends[1], delta, path);
  for (PetscInt i = 0; i < n; ++i)
    W[i] = NAN;
  W[n] = 17;
  RicJointPathRows(ops, &c->data, path, 0.7, W);
  assert_true(W[n] == 17);
}

#define MAX_PATH (RIC_JOINT_MAX_ROWS * RIC_PAIR_MAX_DOFS + 1)

// W·delta is what values change by.
static void CheckPath(const RicJointOps *ops, const Case *c) {
  PetscReal W[MAX_PATH], delta[RIC_PAIR_MAX_DOFS], y[2][RIC_JOINT_MAX_ROWS];
  RicPair ends[2];
  RicPairPath path;
  for (size_t k = 0; k < sizeof lengths / sizeof *lengths && !ops->velocity_level; ++k) {
    const Case moved = Moved(c, c->v, lengths[k]);
    Evaluate(ops, c, y[0], NULL);
    Evaluate(ops, &moved, y[1], NULL);
    PathRows(ops, c, lengths[k], delta, ends, &path, W);
    for (PetscInt i = 0; i < RicJointNumRows(ops, c->dim); ++i) {
      const PetscReal change = y[1][i] - y[0][i], turned = remainder(change, 2 * PETSC_PI);
      assert_close(Along(c->nd, &W[i * c->nd], delta),
                   ops->angular && c->dim == 3 ? turned : change, 1e-13);
    }
  }
}

static void CheckPathLimit(const RicJointOps *ops, const Case *c) {
  PetscReal W[MAX_PATH], rows[MAX_PATH], delta[RIC_PAIR_MAX_DOFS];
  RicPair ends[2];
  RicPairPath path;
  Evaluate(ops, c, NULL, rows);
  for (size_t k = 4; k < sizeof lengths / sizeof *lengths; ++k) {
    PathRows(ops, c, lengths[k], delta, ends, &path, W);
    for (PetscInt i = 0; i < RicJointNumRows(ops, c->dim) * c->nd; ++i)
      assert_close(W[i], rows[i], lengths[k] > 0 ? 2e-9 : 1e-14);
  }
}

// What a joint does to two bodies has no moment: rows with a force, but for those along fixed axes,
// which have none where the points coincide.
static void CheckPathBalance(const RicJointOps *ops, const Case *c) {
  const PetscBool fixed =
      (PetscBool)(Is(ops, "revolute") || Is(ops, "spherical") || Is(ops, "weld"));
  PetscReal W[MAX_PATH], delta[RIC_PAIR_MAX_DOFS];
  RicPair ends[2];
  RicPairPath path;
  if (c->point[0].kind != RIC_POINT_BODY || c->point[1].kind != RIC_POINT_BODY || ops->angular)
    return;
  PathRows(ops, c, 1, delta, ends, &path, W);
  for (PetscInt i = fixed ? c->dim : 0; i < RicJointNumRows(ops, c->dim); ++i) {
    const PetscReal *row = &W[i * c->nd];
    PetscReal moment[3] = {0};
    if (row[0] == 0 && row[1] == 0 && c->dim == 2) { // a lock, of turns
      assert_close(row[2] + row[5], 0, 1e-15);
      continue;
    }
    for (PetscInt k = 0; k < 2 && !ops->velocity_level; ++k)
      AddMoment(&path, k, row + k * path.mean.nd[0], moment);
    for (PetscInt d = 0; d < 3; ++d)
      assert_close(moment[d], 0, 1e-13);
  }
}

static void TestPath(void **state) {
  (void)state;
  ForEveryType(CheckPath);
}
static void TestPathLimit(void **state) {
  (void)state;
  ForEveryType(CheckPathLimit);
}
static void TestPathBalance(void **state) {
  (void)state;
  ForEveryType(CheckPathBalance);
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
static void TestPlaneInSpace(void **state) {
  (void)state;
  ForEveryType(CheckPlaneInSpace);
}

// A reaction is a moment where it exerts no force, whatever the state.
static void CheckMoments(const RicJointOps *ops, const Case *c) {
  const RicPair pair = Stand(c);
  PetscReal y[RIC_JOINT_MAX_ROWS];
  RicPairWrench w[RIC_JOINT_MAX_ROWS];
  PetscBool moment[RIC_JOINT_MAX_ROWS];
  ops->Rows(&c->data, c->dim, &pair.stand[0].pose, &pair.stand[1].pose, y, w);
  RicJointMoments(ops, &c->data, c->dim, moment);
  for (PetscInt i = 0; i < RicJointNumRows(ops, c->dim); ++i)
    assert_int_equal(moment[i], RicVec3Norm(w[i].f) == 0);
}
static void TestMoments(void **state) {
  (void)state;
  ForEveryType(CheckMoments);
}

static void TestTable(void **state) {
  (void)state;
  const RicJointOps *const *table;
  PetscInt n;
  assert_int_equal(RicJointGetTable(&n, &table), 0);
  assert_int_equal(n, 11);
  for (PetscInt i = 0; i < n; ++i) {
    assert_ptr_equal(Find(table[i]->name), table[i]);
    assert_true(strlen(table[i]->description) > 0);
    assert_true(table[i]->data_size <= sizeof(RoomForData));
    assert_in_range(table[i]->num_rows[0], 1, 3);
    assert_in_range(table[i]->num_rows[1], table[i]->num_rows[0], RIC_JOINT_MAX_ROWS);
    if (table[i]->driven)
      assert_int_equal(table[i]->num_rows[1], 1);
    CheckParameters(table[i]->parameters, table[i]->data_size);
  }
  assert_null(Find("hinge"));
  assert_null(Find("rod "));
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestTable),        cmocka_unit_test(TestRows),
      cmocka_unit_test(TestCurvature),    cmocka_unit_test(TestRank),
      cmocka_unit_test(TestInitialise),   cmocka_unit_test(TestRigidMotion),
      cmocka_unit_test(TestPlaneInSpace), cmocka_unit_test(TestPath),
      cmocka_unit_test(TestPathLimit),    cmocka_unit_test(TestPathBalance),
      cmocka_unit_test(TestMoments),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
