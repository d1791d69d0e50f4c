// SPDX-License-Identifier: BSD-2-Clause
// Points and pairs of points: poses by formula; then every carrier in every dimension at random
// states: twists are the rates of poses, loads their transpose, stiffness the change of loads.
#include "posing.h"

#define NUM_STATES 20
#define STEP 1e-3
#define TOLERANCE 1e-8

typedef struct {
  RicPoint point[2];
  PetscInt dim, nd;
  PetscReal X[6], u[RIC_PAIR_MAX_DOFS], v[RIC_PAIR_MAX_DOFS];
  RicPairWrench w;
} Case;

typedef void (*CheckFn)(const Case *c);

static void ForEveryPair(CheckFn check) {
  uint64_t seed = 7;
  for (PetscInt dim = 1; dim <= 3; ++dim)
    for (int kinds = 0; kinds < 9; ++kinds)
      for (PetscInt i = 0; i < NUM_STATES; ++i) {
        Case c = {.dim = dim};
        const RicPointKind a = (RicPointKind)(kinds / 3), b = (RicPointKind)(kinds % 3);
        if (dim == 1 && (a == RIC_POINT_BODY || b == RIC_POINT_BODY))
          break;
        RandomPoints(a, b, dim, 3, &seed, c.point, c.X, c.u);
        c.nd = RicPairDofs(c.point, dim);
        UniformArray(&seed, -1, 1, c.nd, c.v);
        UniformArray(&seed, -1, 1, 3, c.w.f);
        UniformArray(&seed, -1, 1, 6, c.w.m[0]);
        check(&c);
      }
}

// ---- Poses by formula. ----

static void CheckPosition(const RicPoint *point, PetscInt dim, const PetscReal u[],
                          const PetscReal expected[3]) {
  const PetscReal X[3] = {1, 2, 3};
  RicStand stand;
  RicPointStand(point, dim, X, u, &stand);
  for (PetscInt d = 0; d < 3; ++d)
    assert_close(stand.pose.p[d], expected[d], 1e-15);
}

static void TestPosition(void **state) {
  (void)state;
  const PetscReal u[3] = {0.5, -0.25, PETSC_PI / 2}, turn[6] = {1, 1, 1, 0, PETSC_PI / 2, 0};
  const RicPoint ground = {RIC_POINT_GROUND, {4, 5, 6}}, node = {.kind = RIC_POINT_NODE};
  const RicPoint body = {RIC_POINT_BODY, {0.3, 0.1, 0}};
  CheckPosition(&ground, 3, NULL, (const PetscReal[]){4, 5, 6});
  CheckPosition(&ground, 2, NULL, (const PetscReal[]){4, 5, 0});
  CheckPosition(&node, 1, u, (const PetscReal[]){1.5, 0, 0});
  CheckPosition(&node, 2, u, (const PetscReal[]){1.5, 1.75, 0});
  CheckPosition(&node, 3, u, (const PetscReal[]){1.5, 1.75, 3 + PETSC_PI / 2});
  CheckPosition(&body, 2, u, (const PetscReal[]){1.5 - 0.1, 1.75 + 0.3, 0});
  CheckPosition(&body, 3, turn, (const PetscReal[]){2, 3.1, 4 - 0.3}); // x goes to −z
}

static void TestDofsAndAngle(void **state) {
  (void)state;
  const RicPoint ground = {.kind = RIC_POINT_GROUND}, node = {.kind = RIC_POINT_NODE};
  const RicPoint body = {.kind = RIC_POINT_BODY};
  const PetscReal u[3] = {1, 2, 8}, X[3] = {0};
  RicStand stand;
  assert_int_equal(RicPointDofs(&ground, 2), 0);
  assert_int_equal(RicPointDofs(&node, 1), 1);
  assert_int_equal(RicPointDofs(&node, 3), 3);
  assert_int_equal(RicPointDofs(&body, 2), 3);
  assert_int_equal(RicPointDofs(&body, 3), 6);
  RicPointStand(&body, 2, X, u, &stand);
  assert_close(stand.pose.angle, 8, 0); // full turns and all
  RicPointStand(&node, 2, X, u, &stand);
  assert_close(stand.pose.angle, 0, 0);
}

// ---- Derivatives. ----

static RicPair Stand(const Case *c) { return RicPairOf(c->point, c->dim, c->X, c->u); }

static Case Moved(const Case *c, const PetscReal v[], PetscReal s) {
  Case moved = *c;
  MoveDofs(c->point, c->dim, s, v, moved.u);
  return moved;
}

// Positions and frames [12] of a pose.
static void Flatten(const RicPose *pose, PetscReal x[]) {
  for (PetscInt i = 0; i < 12; ++i)
    x[i] = i < 3 ? pose->p[i] : pose->R[i - 3];
}

static void CheckTwist(const Case *c) {
  const RicPair pair = Stand(c);
  RicTwist motion[2];
  PetscReal x[4][48];
  RicPairTwists(&pair, c->v, motion);
  for (PetscInt k = 0; k < 2; ++k) {
    for (int j = 0; j < 4; ++j) {
      const Case moved = Moved(c, c->v, places[j] * STEP);
      const RicPair there = RicPairOf(moved.point, c->dim, moved.X, moved.u);
      Flatten(&there.stand[k].pose, x[j]);
    }
    for (PetscInt d = 0; d < 3; ++d) {
      const PetscReal *R = pair.stand[k].pose.R, axis[3] = {R[d], R[3 + d], R[6 + d]};
      PetscReal rate[3];
      RicVec3Cross(motion[k].w, axis, rate);
      assert_close(motion[k].v[d], DifferenceOf(d, x, STEP), TOLERANCE);
      for (PetscInt i = 0; i < 3; ++i)
        assert_close(rate[i], DifferenceOf(3 + 3 * i + d, x, STEP), TOLERANCE);
    }
  }
}

// Work on the poses is work on the dofs; the rate of a wrench's function is its power.
static void CheckLoad(const Case *c) {
  const RicPair pair = Stand(c);
  PetscReal W[RIC_PAIR_MAX_DOFS], power = 0, sides = 0;
  RicTwist motion[2];
  RicPairTwists(&pair, c->v, motion);
  RicPairRow(&pair, &c->w, W);
  for (PetscInt i = 0; i < c->nd; ++i)
    power += W[i] * c->v[i];
  for (PetscInt k = 0; k < 2; ++k) {
    const RicWrench side = RicPairSide(&c->w, k);
    sides += RicPower(&side, &motion[k]);
  }
  assert_close(power, RicPairRate(&c->w, motion), 1e-14);
  assert_close(power, sides, 1e-14);
}

// The wrench turns with a's frame: what a kernel may do.
static void Turning(const void *kernel, const RicPose *a, const RicPose *b, RicPairWrench *w) {
  const RicPairWrench *fixed = (const RicPairWrench *)kernel;
  (void)b;
  RicPoseTurn(a, 1, fixed->f, w->f);
  for (PetscInt k = 0; k < 2; ++k)
    RicPoseTurn(a, 1, fixed->m[k], w->m[k]);
}

static void TurningChange(const void *kernel, const RicPose *a, const RicPose *b,
                          const RicTwist motion[2], RicPairWrench *change) {
  RicPairWrench w;
  Turning(kernel, a, b, &w);
  RicVec3Cross(motion[0].w, w.f, change->f);
  for (PetscInt k = 0; k < 2; ++k)
    RicVec3Cross(motion[0].w, w.m[k], change->m[k]);
}

static void TurningDifference(const void *kernel, const RicPose *a, const RicPose *b,
                              const RicTwist motion[2], RicPairWrench *change) {
  RicPairDifference(Turning, kernel, a, b, motion, 0.5, change);
}

static void TurningRow(const Case *c, PetscReal W[]) {
  const RicPair pair = Stand(c);
  RicPairWrench w;
  Turning(&c->w, &pair.stand[0].pose, &pair.stand[1].pose, &w);
  RicPairRow(&pair, &w, W);
}

static void CheckCurvature(const Case *c) {
  const RicPair pair = Stand(c);
  PetscReal H[2][RIC_PAIR_MAX_DOFS * RIC_PAIR_MAX_DOFS], W[4][48];
  RicPairWrench w;
  Turning(&c->w, &pair.stand[0].pose, &pair.stand[1].pose, &w);
  RicPairCurvature(&pair, &w, TurningChange, &c->w, H[0]);
  RicPairCurvature(&pair, &w, TurningDifference, &c->w, H[1]);
  for (PetscInt j = 0; j < c->nd; ++j) {
    PetscReal e[RIC_PAIR_MAX_DOFS] = {0};
    e[j] = 1;
    for (int k = 0; k < 4; ++k) {
      const Case moved = Moved(c, e, places[k] * STEP);
      TurningRow(&moved, W[k]);
    }
    for (PetscInt i = 0; i < c->nd; ++i) {
      assert_close(H[0][i * c->nd + j], DifferenceOf(i, W, STEP), TOLERANCE);
      assert_close(H[1][i * c->nd + j], H[0][i * c->nd + j], TOLERANCE);
    }
  }
}

// A pose moved with its twist is where the dofs moved by their rates put it, to the second order.
static void CheckMovedPose(const Case *c) {
  const RicPair pair = Stand(c);
  const PetscReal s = 1e-4;
  const Case moved = Moved(c, c->v, s);
  const RicPair there = RicPairOf(moved.point, c->dim, moved.X, moved.u);
  RicTwist motion[2];
  RicPairTwists(&pair, c->v, motion);
  for (PetscInt k = 0; k < 2; ++k) {
    const RicPose pose = RicPoseMoved(&pair.stand[k].pose, &motion[k], s);
    PetscReal x[12], y[12];
    Flatten(&pose, x);
    Flatten(&there.stand[k].pose, y);
    for (PetscInt i = 0; i < 12; ++i)
      assert_close(x[i], y[i], 10 * s * s);
    assert_close(pose.angle, there.stand[k].pose.angle + (c->dim < 3 ? 0 : s * motion[k].w[2]),
                 1e-15);
  }
}

static void TestTwist(void **state) {
  (void)state;
  ForEveryPair(CheckTwist);
}
static void TestLoad(void **state) {
  (void)state;
  ForEveryPair(CheckLoad);
}
static void TestCurvature(void **state) {
  (void)state;
  ForEveryPair(CheckCurvature);
}
static void TestMovedPose(void **state) {
  (void)state;
  ForEveryPair(CheckMovedPose);
}

// ---- The direction to a point. ----

// Points that coincide, or do so to round-off, have the direction (1, 0, 0), which does not turn.
static void TestAim(void **state) {
  (void)state;
  const PetscReal p[3] = {1e3, 2, 0}, far[3] = {1003, 6, 0}, v[3] = {0}, up[3] = {0, 1, 0};
  PetscReal e[3], turned[3];
  const RicPose pose = {.p = {p[0], p[1], p[2]}};
  assert_close(RicPoseAim(&pose, far, e), 5, 1e-15);
  assert_close(e[0], 0.6, 1e-15);
  assert_close(e[1], 0.8, 1e-15);
  RicPoseTurnAim(e, 5, v, up, turned);
  assert_close(turned[0], -0.6 * 0.8 / 5, 1e-15);
  assert_close(turned[1], 0.6 * 0.6 / 5, 1e-15);
  for (int k = 0; k < 2; ++k) {
    const PetscReal near[3] = {1e3, 2 + k * 1e-13, 0};
    assert_close(RicPoseAim(&pose, near, e), 0, 0);
    assert_close(e[0], 1, 0);
    assert_close(e[1], 0, 0);
    RicPoseTurnAim(e, 0, v, up, turned);
    assert_close(turned[1], 0, 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestPosition),  cmocka_unit_test(TestDofsAndAngle),
      cmocka_unit_test(TestTwist),     cmocka_unit_test(TestLoad),
      cmocka_unit_test(TestCurvature), cmocka_unit_test(TestMovedPose),
      cmocka_unit_test(TestAim),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
