// SPDX-License-Identifier: BSD-2-Clause
// Points and pairs of points: positions by formula; every derivative against differences at random
// states, for every kind of point; the pair against the points it is made of.
#include "geom/pair.h"
#include "numeric.h"
#include <math.h>

#define NUM_STATES 20
#define STEP 1e-3
#define TOLERANCE 1e-8

static const PetscReal STENCIL[4] = {-2 * STEP, -STEP, STEP, 2 * STEP};

typedef struct {
  RicPoint point[2];
  PetscInt frame; // whose frame `fixed` is a vector of
  PetscReal X[6], u[6], fixed[3];
} Case;

typedef void (*CheckFn)(const Case *c);

static void ForEveryPair(CheckFn check) {
  uint64_t seed = 7;
  for (int kinds = 0; kinds < 9; ++kinds)
    for (PetscInt i = 0; i < NUM_STATES; ++i) {
      Case c = {.frame = i % 2};
      for (PetscInt k = 0; k < 2; ++k) {
        c.point[k].kind = (RicPointKind)(k == 0 ? kinds / 3 : kinds % 3);
        UniformArray(&seed, k, k + 1, 2, c.point[k].local); // apart, where a distance is smooth
      }
      UniformArray(&seed, -1, 1, 2, c.fixed);
      UniformArray(&seed, -0.2, 0.2, 3, c.X);
      UniformArray(&seed, 2, 3, 3, c.X + 3);
      UniformArray(&seed, -0.5, 0.5, 6, c.u);
      check(&c);
    }
}

// ---- One point. ----

static void TestPosition(void **state) {
  (void)state;
  const PetscReal X[3] = {1, 2, 3}, u[3] = {0.5, -0.25, PETSC_PI / 2};
  const RicPoint ground = {RIC_POINT_GROUND, {4, 5, 6}}, node = {.kind = RIC_POINT_NODE};
  const RicPoint body = {RIC_POINT_BODY, {0.3, 0.1, 0}};
  PetscReal p[3];
  RicPointPosition(&ground, 2, NULL, NULL, p);
  for (PetscInt d = 0; d < 3; ++d)
    assert_close(p[d], 4 + d, 0);
  RicPointPosition(&node, 2, X, u, p);
  for (PetscInt d = 0; d < 3; ++d)
    assert_close(p[d], ((const PetscReal[]){1.5, 1.75, 3})[d], 0);
  RicPointPosition(&node, 3, X, u, p);
  assert_close(p[2], 3 + PETSC_PI / 2, 0);
  RicPointPosition(&body, 2, X, u, p);
  for (PetscInt d = 0; d < 3; ++d)
    assert_close(p[d], ((const PetscReal[]){1.5 - 0.1, 1.75 + 0.3, 3})[d], 1e-15);
}

static void TestDofsAndAngle(void **state) {
  (void)state;
  const RicPoint ground = {.kind = RIC_POINT_GROUND}, node = {.kind = RIC_POINT_NODE};
  const RicPoint body = {.kind = RIC_POINT_BODY};
  const PetscReal u[3] = {1, 2, 3};
  assert_int_equal(RicPointDofs(&ground, 2), 0);
  assert_int_equal(RicPointDofs(&node, 1), 1);
  assert_int_equal(RicPointDofs(&node, 3), 3);
  assert_int_equal(RicPointDofs(&body, 2), 3);
  assert_close(RicPointAngle(&ground, NULL), 0, 0);
  assert_close(RicPointAngle(&node, u), 0, 0);
  assert_close(RicPointAngle(&body, u), 3, 0);
}

// In place, and the third component kept.
static void TestTurn(void **state) {
  (void)state;
  const RicPoint body = {.kind = RIC_POINT_BODY};
  const PetscReal u[3] = {0, 0, PETSC_PI / 6};
  PetscReal w[3] = {2, 4, 5};
  RicPointTurn(&body, u, w, w);
  assert_close(w[0], PetscSqrtReal(3) - 2, 1e-15);
  assert_close(w[1], 1 + 2 * PetscSqrtReal(3), 1e-15);
  assert_close(w[2], 5, 0);
}

// J of the second point's position, and ∂²p/∂θ² as the change of J's last column with θ.
static void CheckPoint(const Case *c) {
  const RicPoint *point = &c->point[1];
  const PetscInt n = RicPointDofs(point, 2);
  PetscReal J[6], second[3], p[4][3], turned[4][6];
  RicPointJacobian(point, 2, c->u, J);
  RicPointSecond(point, c->u, second);
  for (PetscInt j = 0; j < n; ++j) {
    for (int k = 0; k < 4; ++k) {
      Case moved = *c;
      moved.u[j] += STENCIL[k];
      RicPointPosition(point, 2, c->X, moved.u, p[k]);
      RicPointJacobian(point, 2, moved.u, turned[k]);
    }
    for (PetscInt d = 0; d < 2; ++d) {
      const PetscReal f[4] = {p[0][d], p[1][d], p[2][d], p[3][d]};
      assert_close(J[d * n + j], Difference(f, STEP), TOLERANCE);
    }
  }
  for (PetscInt d = 0, at = 2; d < 2; ++d, at += n) {
    const PetscBool body = point->kind == RIC_POINT_BODY ? PETSC_TRUE : PETSC_FALSE;
    PetscReal f[4] = {0};
    for (int k = 0; k < 4 && body; ++k)
      f[k] = turned[k][at];
    assert_close(second[d], Difference(f, STEP), TOLERANCE);
  }
  assert_close(second[2], 0, 0);
}

// ---- Two points. ----

static void CheckPairOfPoints(const Case *c) {
  const RicPair pair = RicPairOf(c->point, c->X, c->u);
  const PetscInt first = RicPointDofs(&c->point[0], 2), n1 = RicPointDofs(&c->point[1], 2);
  PetscReal p[2][3], J[2][6], second[2][3];
  for (PetscInt k = 0; k < 2; ++k) {
    RicPointPosition(&c->point[k], 2, c->X + 3 * k, c->u + k * first, p[k]);
    RicPointJacobian(&c->point[k], 2, c->u + k * first, J[k]);
    RicPointSecond(&c->point[k], c->u + k * first, second[k]);
  }
  assert_int_equal(pair.nd, first + n1);
  for (PetscInt d = 0; d < 2; ++d) {
    assert_close(pair.r[d], p[1][d] - p[0][d], 1e-15);
    assert_close(pair.second[0][d], -second[0][d], 1e-15);
    assert_close(pair.second[1][d], second[1][d], 1e-15);
    for (PetscInt j = 0; j < pair.nd; ++j) {
      const PetscReal entry = j < first ? -J[0][d * first + j] : J[1][d * n1 + j - first];
      assert_close(pair.J[d * pair.nd + j], entry, 1e-15);
    }
  }
}

// The functions of a pair: value, row [nd], H [nd*nd].
enum { COMPONENT, DISTANCE, ANGLE, NUM_FUNCTIONS };

static PetscReal Value(const Case *c, int function) {
  const RicPair pair = RicPairOf(c->point, c->X, c->u);
  PetscReal d[2];
  if (function == ANGLE)
    return -3 * RicPairAngle(c->point, c->u);
  if (function == DISTANCE)
    return -3 * RicPairDirection(&pair, d);
  RicPairTurn(c->point, c->frame, c->u, -3, c->fixed, d);
  return RicPairDot(d, pair.r);
}

static void Row(const Case *c, int function, PetscReal W[]) {
  const RicPair pair = RicPairOf(c->point, c->X, c->u);
  PetscReal d[2];
  for (PetscInt j = 0; j < 6; ++j)
    W[j] = NAN;
  RicPairTurn(c->point, c->frame, c->u, -3, c->fixed, d);
  if (function == ANGLE)
    RicPairAngleRow(c->point, -3, W);
  else if (function == DISTANCE)
    RicPairDistanceRow(&pair, -3, W);
  else
    RicPairComponentRow(&pair, c->frame, d, W);
}

static void Curvature(const Case *c, int function, PetscReal H[]) {
  const RicPair pair = RicPairOf(c->point, c->X, c->u);
  PetscReal d[2];
  for (PetscInt i = 0; i < 36; ++i)
    H[i] = NAN;
  RicPairTurn(c->point, c->frame, c->u, 1, c->fixed, d);
  RicPairClear(&pair, H);
  if (function == DISTANCE)
    RicPairAddDistanceCurvature(&pair, -3, H);
  else if (function == COMPONENT)
    RicPairAddComponentCurvature(&pair, c->frame, d, -3, H);
}

static void CheckDerivatives(const Case *c) {
  const PetscInt nd = RicPairDofs(c->point);
  for (int function = 0; function < NUM_FUNCTIONS; ++function) {
    PetscReal W[6], H[36], f[4], row[4][6];
    Row(c, function, W);
    Curvature(c, function, H);
    for (PetscInt j = 0; j < nd; ++j) {
      for (int k = 0; k < 4; ++k) {
        Case moved = *c;
        moved.u[j] += STENCIL[k];
        f[k] = Value(&moved, function);
        Row(&moved, function, row[k]);
      }
      assert_close(W[j], Difference(f, STEP), TOLERANCE);
      for (PetscInt i = 0; i < nd; ++i) {
        const PetscReal w[4] = {row[0][i], row[1][i], row[2][i], row[3][i]};
        assert_close(H[i * nd + j], Difference(w, STEP), TOLERANCE);
      }
    }
  }
}

// Points that coincide, or do so to round-off, have the direction (1, 0) and finite derivatives.
static void TestCoincidentPoints(void **state) {
  (void)state;
  for (int k = 0; k < 2; ++k) {
    const RicPoint point[2] = {{RIC_POINT_GROUND, {1e3, 2, 0}}, {RIC_POINT_BODY, {-3, 0, 0}}};
    const PetscReal X[6] = {0, 0, 0, 1003, 2, 0}, u[3] = {0, k * 1e-13, 0};
    const RicPair pair = RicPairOf(point, X, u);
    PetscReal n[2], W[3], H[9];
    assert_close(RicPairDirection(&pair, n), 0, 0);
    assert_close(n[0], 1, 0);
    assert_close(n[1], 0, 0);
    RicPairDistanceRow(&pair, 1, W);
    RicPairClear(&pair, H);
    RicPairAddDistanceCurvature(&pair, 1, H);
    for (PetscInt i = 0; i < 9; ++i)
      assert_close(H[i], i == 8 ? 3 : 0, 1e-15);
    for (PetscInt i = 0; i < 3; ++i)
      assert_close(W[i], i == 0 ? 1 : 0, 1e-15);
  }
}

static void TestPoint(void **state) {
  (void)state;
  ForEveryPair(CheckPoint);
}
static void TestPairOfPoints(void **state) {
  (void)state;
  ForEveryPair(CheckPairOfPoints);
}
static void TestDerivatives(void **state) {
  (void)state;
  ForEveryPair(CheckDerivatives);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestPosition),
      cmocka_unit_test(TestDofsAndAngle),
      cmocka_unit_test(TestTurn),
      cmocka_unit_test(TestPoint),
      cmocka_unit_test(TestPairOfPoints),
      cmocka_unit_test(TestDerivatives),
      cmocka_unit_test(TestCoincidentPoints),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
