// SPDX-License-Identifier: BSD-2-Clause
// Joints: what is refused, and values by formula, in the plane and in space.
#include "jointing.h"

// ---- What is refused. ----

// Joints between points: all but ground to ground. Joints of angles: those among body and ground. A
// hinge is one of points in the plane, one of angles in space.
static void TestAdmissibleKinds(void **state) {
  (void)state;
  const char *const points[] = {"spherical", "rod", "point-on-line", "drive-position"};
  const char *const angles[] = {"weld", "prismatic", "angle", "drive-angle", "speed", "skate"};
  uint64_t seed = 5;
  for (PetscInt dim = 1; dim <= 3; ++dim)
    for (int kinds = 0; kinds < 9; ++kinds) {
      const RicPointKind a = (RicPointKind)(kinds / 3), b = (RicPointKind)(kinds % 3);
      const int node = a == RIC_POINT_NODE || b == RIC_POINT_NODE, allowed = kinds > 0 && dim > 1;
      for (size_t i = 0; i < sizeof points / sizeof *points + sizeof angles / sizeof *angles; ++i) {
        const RicJointOps *ops = Find(i < 4 ? points[i] : angles[i - 4]);
        Case c = RandomCase(ops, a, b, PetscMax(dim, 2), &seed);
        c.dim = dim;
        assert_int_equal(!Check(ops, &c), allowed && (i < 4 || !node));
      }
      Case c = RandomCase(Find("revolute"), a, b, PetscMax(dim, 2), &seed);
      c.dim = dim;
      assert_int_equal(!Check(Find("revolute"), &c), allowed && (dim == 2 || !node));
    }
}

static void TestRefusedAxis(void **state) {
  (void)state;
  const char *const with_axis[] = {"prismatic", "point-on-line", "drive-position", "skate"};
  const char *const turning[] = {"revolute", "angle", "drive-angle", "speed"};
  const PetscReal wrong[3][3] = {{0, 0, 0}, {1, 1, 0}, {0, 0, 1}};
  uint64_t seed = 5;
  for (size_t i = 0; i < sizeof with_axis / sizeof *with_axis; ++i)
    for (int k = 0; k < 3; ++k) {
      const RicJointOps *ops = Find(with_axis[i]);
      Case c = RandomCase(ops, RIC_POINT_GROUND, RIC_POINT_BODY, 2, &seed);
      memcpy(&c.data, wrong[k], sizeof wrong[k]); // the axis is first in all of them
      assert_string_equal(Check(ops, &c), "an axis that is not a unit vector of the plane");
    }
  for (size_t i = 0; i < sizeof turning / sizeof *turning; ++i)
    for (int k = 0; k < 3; ++k) {
      const RicJointOps *ops = Find(turning[i]);
      Case c = RandomCase(ops, RIC_POINT_GROUND, RIC_POINT_BODY, 3, &seed);
      memcpy(&c.data, wrong[k], sizeof wrong[k]);
      if (k == 2)
        assert_null(Check(ops, &c));
      else
        assert_string_equal(Check(ops, &c), "an axis that is not a unit vector");
    }
}

static const char *CheckRod(PetscReal length, const PetscReal u[2]) {
  Case c = {.point = {{RIC_POINT_GROUND, {0.1, 0.2, 0}}, {.kind = RIC_POINT_NODE}},
            .dim = 2,
            .nd = 2,
            .u = {u[0], u[1]}};
  c.data.reals[0] = length;
  return Check(Find("rod"), &c);
}

static void TestRefusedRod(void **state) {
  (void)state;
  const PetscReal there[2] = {0.1, 0.2}, near[2] = {0.1 + 1e-15, 0.2}, apart[2] = {0.1, 0.3};
  assert_string_equal(CheckRod(0, there), "coincident points");
  assert_string_equal(CheckRod(0, near), "coincident points");
  assert_null(CheckRod(0, apart));
  assert_string_equal(CheckRod(-1, apart), "a negative length");
}

// What counts as coincident goes by where the points are, and by no unit.
static void TestTinyRod(void **state) {
  (void)state;
  Case c = {.point = {{.kind = RIC_POINT_GROUND}, {.kind = RIC_POINT_NODE}}, .dim = 2, .nd = 2};
  c.u[0] = 1e-15;
  assert_null(Check(Find("rod"), &c));
  c.u[0] = 0;
  assert_string_equal(Check(Find("rod"), &c), "coincident points");
}

// ---- Values by formula, in the plane. ----

// A pendulum hung at the origin: x − l cos θ, y − l sin θ.
static void TestPendulum(void **state) {
  (void)state;
  const PetscReal l = 1.5, lambda[2] = {2, -3};
  const PetscReal cosine = PetscCosReal(0.8), sine = PetscSinReal(0.8);
  const Case c = {
      .point = {{.kind = RIC_POINT_GROUND}, {RIC_POINT_BODY, {-l, 0, 0}}},
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
  Case c = {
      .point = {{RIC_POINT_GROUND, {1, 0, 0}}, {.kind = RIC_POINT_BODY}},
      .dim = 2,
      .nd = 3,
      .X = {0, 0, 0, 1, 5, 0},
      .u = {0.3, 2, 0.75},
  };
  PetscReal y[RIC_JOINT_MAX_ROWS];
  RicPrismaticData *slider = (RicPrismaticData *)&c.data;
  slider->line.axis[1] = 1, slider->lock.angle = 0.25;
  Evaluate(Find("prismatic"), &c, y, NULL);
  assert_close(y[0], -0.3, 1e-15);
  assert_close(y[1], 0.5, 1e-15);
  Evaluate(Find("point-on-line"), &c, y, NULL);
  assert_close(y[0], -0.3, 1e-15);
  Evaluate(Find("drive-position"), &c, y, NULL);
  assert_close(y[0], 7, 1e-15);
  Evaluate(Find("drive-angle"), &c, y, NULL);
  assert_close(y[0], 0.75, 0);
  ((RicAngleData *)&c.data)->angle = 0.5;
  Evaluate(Find("angle"), &c, y, NULL);
  assert_close(y[0], 0.25, 0);
}

// A given length is kept; without one the distance at the start is.
static void TestRodLength(void **state) {
  (void)state;
  const RicJointOps *ops = Find("rod");
  Case c = {
      .point = {{.kind = RIC_POINT_NODE}, {.kind = RIC_POINT_NODE}},
      .data = {.reals = {2}},
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
  c.data.reals[0] = 0;
  Initialise(ops, &c);
  assert_close(c.data.reals[0], 5, 1e-15);
}

// ω_b − ω_a about z, in space about an axis that a carries.
static void TestSpeed(void **state) {
  (void)state;
  const RicJointOps *ops = Find("speed");
  uint64_t seed = 8;
  for (PetscInt dim = 2; dim <= 3; ++dim) {
    const Case c = RandomCase(ops, RIC_POINT_BODY, RIC_POINT_BODY, dim, &seed);
    const RicPair pair = Stand(&c);
    PetscReal W[RIC_PAIR_MAX_DOFS], e[3] = {0, 0, 1}, rate = 0, expected = 0;
    RicTwist motion[2];
    Evaluate(ops, &c, NULL, W);
    for (PetscInt j = 0; j < c.nd; ++j)
      rate += W[j] * c.v[j];
    RicPairTwists(&pair, c.v, motion);
    if (dim == 3)
      RicPoseTurn(&pair.stand[0].pose, 1, c.data.reals, e);
    for (PetscInt d = 0; d < 3; ++d)
      expected += e[d] * (motion[1].w[d] - motion[0].w[d]);
    assert_close(rate, expected, 1e-15);
  }
}

// The velocity of b's point against what a carries there, along an axis that b carries.
static void TestSkate(void **state) {
  (void)state;
  const RicJointOps *ops = Find("skate");
  uint64_t seed = 9;
  for (PetscInt dim = 2; dim <= 3; ++dim) {
    const Case c = RandomCase(ops, RIC_POINT_BODY, RIC_POINT_BODY, dim, &seed);
    const RicPair pair = Stand(&c);
    const RicPose *a = &pair.stand[0].pose, *b = &pair.stand[1].pose;
    PetscReal W[RIC_PAIR_MAX_DOFS], across[3], r[3], carried[3], rate = 0, expected = 0;
    RicTwist motion[2];
    Evaluate(ops, &c, NULL, W);
    for (PetscInt j = 0; j < c.nd; ++j)
      rate += W[j] * c.v[j];
    RicPairTwists(&pair, c.v, motion);
    RicPoseTurn(b, 1, c.data.reals, across);
    RicPairSpan(a, b, r);
    RicVec3Cross(motion[0].w, r, carried);
    for (PetscInt d = 0; d < 3; ++d)
      expected += across[d] * (motion[1].v[d] - motion[0].v[d] - carried[d]);
    assert_close(rate, expected, 1e-14);
  }
}

// ---- In space. ----

// A body on the ground turned about an axis of the ground's, then on by `angle`: its hinge is closed,
// its angle what it has turned in all.
static Case Door(const RicJointOps *ops, const PetscReal axis[3], PetscReal angle) {
  Case c = {.point = {{.kind = RIC_POINT_GROUND}, {.kind = RIC_POINT_BODY}}, .dim = 3, .nd = 6};
  PetscReal turn[3];
  memcpy(&c.data, axis, 3 * sizeof *axis);
  RicVec3Scale(0.5, axis, &c.u[3]);
  Initialise(ops, &c);
  RicVec3Scale(angle, axis, turn);
  RicRotationCompose(&c.u[3], turn, &c.u[3]);
  return c;
}

static void TestDoor(void **state) {
  (void)state;
  const PetscReal axis[3] = {0.48, -0.6, 0.64}, angles[3] = {0.75, -2, 2.5};
  for (int k = 0; k < 3; ++k) {
    PetscReal y[RIC_JOINT_MAX_ROWS], W[RIC_JOINT_MAX_ROWS * RIC_PAIR_MAX_DOFS];
    const Case hinge = Door(Find("revolute"), axis, angles[k]);
    Evaluate(Find("revolute"), &hinge, y, NULL);
    for (PetscInt i = 0; i < 5; ++i)
      assert_close(y[i], 0, 2e-15);
    const Case turn = Door(Find("drive-angle"), axis, angles[k]);
    Evaluate(Find("drive-angle"), &turn, y, W);
    assert_close(y[0], 0.5 + angles[k], 2e-15);
    for (PetscInt d = 0; d < 3; ++d)
      assert_close(W[3 + d], axis[d], 2e-15); // the axis is the same in the body
  }
}

// θ is known but for full turns: 0.5 + 2.75 rad are 0.5 + 2.75 − 2π.
static void TestHalfTurn(void **state) {
  (void)state;
  const PetscReal axis[3] = {0, 0.6, 0.8};
  const Case turn = Door(Find("drive-angle"), axis, 2.75);
  Case kept = Door(Find("angle"), axis, 2.75);
  PetscReal y[RIC_JOINT_MAX_ROWS];
  Evaluate(Find("drive-angle"), &turn, y, NULL);
  assert_close(y[0], 3.25 - 2 * PETSC_PI, 4e-15);
  ((RicAngleData *)&kept.data)->angle = 3;
  Evaluate(Find("angle"), &kept, y, NULL);
  assert_close(y[0], 0.25, 4e-15);
}

// Frames that are turned by θ about n from how they were: a lock says sin(θ) n, seen from a.
static void TestLock(void **state) {
  (void)state;
  const RicJointOps *ops = Find("weld");
  const PetscReal n[3] = {0.48, -0.6, 0.64}, theta = 0.3;
  Case c = {.point = {{.kind = RIC_POINT_GROUND}, {.kind = RIC_POINT_BODY}},
            .dim = 3,
            .nd = 6,
            .u = {0.1, 0.2, 0.3, -0.4, 0.9, 0.2}};
  PetscReal y[RIC_JOINT_MAX_ROWS], turn[3];
  Initialise(ops, &c);
  RicVec3Scale(theta, n, turn);
  RicRotationCompose(turn, &c.u[3], &c.u[3]); // about n of the ground
  Evaluate(ops, &c, y, NULL);
  for (PetscInt d = 0; d < 3; ++d) {
    assert_close(y[d], c.u[d], 1e-15);
    assert_close(y[3 + d], PetscSinReal(theta) * n[d], 2e-15);
  }
}

// Across the axis z first the direction that is ⟂e in the plane, then that out of it.
static void TestLineInSpace(void **state) {
  (void)state;
  const Case c = {.point = {{RIC_POINT_GROUND, {1, 0, 0.5}}, {.kind = RIC_POINT_NODE}},
                  .data = {.reals = {0.6, 0.8, 0}},
                  .dim = 3,
                  .nd = 3,
                  .u = {2, 3, 4}};
  PetscReal y[RIC_JOINT_MAX_ROWS];
  Evaluate(Find("point-on-line"), &c, y, NULL);
  assert_close(y[0], -0.8 * 1 + 0.6 * 3, 1e-15);
  assert_close(y[1], 3.5, 1e-15);
  Evaluate(Find("drive-position"), &c, y, NULL);
  assert_close(y[0], 0.6 * 1 + 0.8 * 3, 1e-15);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestAdmissibleKinds), cmocka_unit_test(TestRefusedAxis),
      cmocka_unit_test(TestRefusedRod),      cmocka_unit_test(TestTinyRod),
      cmocka_unit_test(TestPendulum),        cmocka_unit_test(TestSlider),
      cmocka_unit_test(TestRodLength),       cmocka_unit_test(TestSpeed),
      cmocka_unit_test(TestSkate),           cmocka_unit_test(TestDoor),
      cmocka_unit_test(TestHalfTurn),        cmocka_unit_test(TestLock),
      cmocka_unit_test(TestLineInSpace),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
