// SPDX-License-Identifier: BSD-2-Clause
// Built-in systems by formula: energies, gaps, pictures.
#include "system_case.h"
#include <math.h>
#include <string.h>

static Case DefaultCase(const char name[]) {
  Case c = {.ops = Find(name)};
  memcpy(c.p, c.ops->parameter_defaults, sizeof c.p);
  return c;
}

static void TestOscillator(void **state) {
  (void)state;
  const Case c = {.ops = Find("oscillator"), .p = {2, 0.5, 3, -4}, .q = {0.7}, .v = {-1.5}};
  PetscReal f[1], K[1], C[1], g[1];
  Force(&c, c.v, f);
  RicSystemTangent(c.ops, c.p, 0, c.q, c.v, K, C);
  c.ops->Gap(c.p, 0, c.q, g);
  assert_close(f[0], -4 + 0.5 * 1.5 - 3 * 0.7, 1e-15);
  assert_close(K[0], 3, 0);
  assert_close(C[0], 0.5, 0);
  assert_close(g[0], 0.7, 0);
  assert_close(KineticEnergy(&c), 2.25, 1e-15);
  assert_close(c.ops->Potential(c.p, c.q), 1.5 * 0.49 + 4 * 0.7, 1e-15);
}

// The energy at the start of Capobianco and Eugster's figure 4.
static void TestSpringPendulum(void **state) {
  (void)state;
  Case c = DefaultCase("spring-pendulum");
  c.q[0] = 1.1, c.q[1] = PETSC_PI / 4;
  assert_close(KineticEnergy(&c) + c.ops->Potential(c.p, c.q), -7.13038928, 5e-9);
  c.v[0] = 0.3, c.v[1] = -2;
  assert_close(KineticEnergy(&c), 0.5 * (0.09 + 1.21 * 4), 1e-15);
}

// T as the sum over the three bodies. Centres of mass: in the middle of crank and of rod, and the
// slider's; velocities from the points' positions.
static PetscReal SumOverBodies(const Case *c) {
  const PetscReal h = 1e-4, *m = c->p + 2, *J = c->p + 5;
  PetscReal x[4][3 * MAX_POINTS], velocity[9], T = 0;
  for (int k = 0; k < 4; ++k) {
    PetscReal q[3];
    for (int i = 0; i < 3; ++i)
      q[i] = c->q[i] + (const PetscReal[]){-2, -1, 1, 2}[k] * h * c->v[i];
    c->ops->Points(c->p, q, x[k]);
  }
  for (int i = 0; i < 9; ++i)
    velocity[i] = Difference((const PetscReal[]){x[0][i], x[1][i], x[2][i], x[3][i]}, h);
  for (int body = 0; body < 3; ++body) {
    const PetscReal *end = velocity + 3 * PetscMin(body + 1, 2);
    const PetscReal *start = body == 2 ? end : end - 3;
    const PetscReal vx = (start[0] + end[0]) / 2, vy = (start[1] + end[1]) / 2;
    T += m[body] * (vx * vx + vy * vy) / 2 + J[body] * c->v[body] * c->v[body] / 2;
  }
  return T;
}

static void TestSliderCrankKineticEnergy(void **state) {
  (void)state;
  uint64_t seed = 2;
  for (int k = 0; k < NUM_STATES; ++k) {
    const Case c = RandomCase(Find("slider-crank"), &seed);
    const PetscReal T = KineticEnergy(&c);
    assert_close(T, SumOverBodies(&c), 1e-10 * T);
  }
}

// The start of Breuling's example, section 5.2, whose energy is 7.49554875 J; with the rod's
// inertia as Acary's table 2 prints it, 8.9e-4 kg m², there would be 8.33930 J.
static void TestSliderCrankStart(void **state) {
  (void)state;
  Case c = DefaultCase("slider-crank");
  PetscReal g[4], x[3 * MAX_POINTS];
  c.q[2] = 0.017, c.v[0] = 150, c.v[1] = -75;
  assert_close(KineticEnergy(&c) + c.ops->Potential(c.p, c.q), 7.49554875, 1e-12);
  c.ops->Points(c.p, c.q, x);
  assert_close(x[6], 0.459, 1e-15);
  c.p[6] = 8.9e-4;
  assert_close(KineticEnergy(&c), 7.49554875 + 3e-4 * 75 * 75 / 2, 1e-12);
  c.q[2] = 0; // aligned, each corner is the clearance away from its guide
  c.ops->Gap(c.p, 0, c.q, g);
  for (int i = 0; i < 4; ++i)
    assert_close(g[i], 1e-3, 1e-15);
}

// Breuling (48), and the corners of the picture: a gap is the corner's distance to the guide.
static void TestSliderCrankGaps(void **state) {
  (void)state;
  uint64_t seed = 3;
  for (int k = 0; k < NUM_STATES; ++k) {
    const Case c = RandomCase(Find("slider-crank"), &seed);
    const PetscReal a = c.p[8], b = c.p[9], d = c.p[10], s = sin(c.q[2]), r = cos(c.q[2]);
    const PetscReal y = c.p[0] * sin(c.q[0]) + c.p[1] * sin(c.q[1]);
    PetscReal g[4], x[3 * MAX_POINTS];
    c.ops->Gap(c.p, 0, c.q, g);
    c.ops->Points(c.p, c.q, x);
    assert_close(g[0], d / 2 - (y - a * s + b * r), 1e-15);
    assert_close(g[1], d / 2 - (y + a * s + b * r), 1e-15);
    assert_close(g[2], d / 2 + (y - a * s - b * r), 1e-15);
    assert_close(g[3], d / 2 + (y + a * s - b * r), 1e-15);
    for (int i = 0; i < 4; ++i)
      assert_close(g[i], d / 2 - (i < 2 ? 1 : -1) * x[9 + 3 * i + 1], 1e-15);
  }
}

// Where the pictures' points are, from the coordinates: pins along the rods, the slider's corners
// about its centre, guides above and below.
static void TestPictureOfTheSliderCrank(void **state) {
  (void)state;
  uint64_t seed = 5;
  for (int k = 0; k < NUM_STATES; ++k) {
    const Case c = RandomCase(Find("slider-crank"), &seed);
    const PetscReal l1 = c.p[0], l2 = c.p[1], a = c.p[8], b = c.p[9], d = c.p[10];
    PetscReal x[3 * MAX_POINTS];
    c.ops->Points(c.p, c.q, x);
    assert_close(x[3], l1 * cos(c.q[0]), 1e-15);
    assert_close(x[4], l1 * sin(c.q[0]), 1e-15);
    assert_close(x[6] - x[3], l2 * cos(c.q[1]), 1e-15);
    assert_close(x[7] - x[4], l2 * sin(c.q[1]), 1e-15);
    for (int i = 0; i < 4; ++i) {
      const PetscReal along = i % 2 ? a : -a, across = i < 2 ? b : -b;
      const PetscReal *corner = x + 9 + 3 * i, *guide = x + 21 + 3 * i;
      assert_close(corner[0] - x[6], along * cos(c.q[2]) - across * sin(c.q[2]), 1e-15);
      assert_close(corner[1] - x[7], along * sin(c.q[2]) + across * cos(c.q[2]), 1e-15);
      assert_close(guide[0], l2 + (i % 2 ? l1 + a : -l1 - a), 1e-15);
      assert_close(guide[1], i < 2 ? d / 2 : -d / 2, 1e-15);
    }
    for (int i = 0; i < c.ops->num_points; ++i)
      assert_true(x[3 * i + 2] == 0);
  }
}

// The woodpecker's sleeve is turned by a small angle about its centre, and it by its own.
static void TestPictureOfTheWoodpecker(void **state) {
  (void)state;
  uint64_t seed = 8;
  for (int k = 0; k < NUM_STATES; ++k) {
    const Case c = RandomCase(Find("woodpecker"), &seed);
    const PetscReal pole = c.p[6], r = c.p[7], h = c.p[8], l = c.p[9], *bird = c.p + 10, *q = c.q;
    PetscReal x[3 * MAX_POINTS];
    c.ops->Points(c.p, q, x);
    for (int i = 0; i < 4; ++i) { // the right ones first
      const PetscReal across = i < 2 ? r : -r, along = i % 2 ? -h : h;
      assert_close(x[3 * i], across - along * q[1], 1e-15);
      assert_close(x[3 * i + 1], q[0] + along + across * q[1], 1e-15);
      assert_close(x[21 + 3 * i], i < 2 ? pole : -pole, 0);
      assert_close(x[22 + 3 * i], q[0] + (i % 2 ? 3 : -3) * bird[1], 1e-15);
    }
    assert_close(x[12], l, 0);
    assert_close(x[13], q[0] + l * q[1], 1e-15);
    assert_close(x[15] - x[12], bird[0], 1e-15);
    assert_close(x[16] - x[13], bird[0] * q[2], 1e-15);
    assert_close(x[18] - x[15], -bird[2] - bird[1] * q[2], 1e-15);
    assert_close(x[19] - x[16], bird[1] - bird[2] * q[2], 1e-15);
    for (int i = 0; i < c.ops->num_points; ++i)
      assert_true(x[3 * i + 2] == 0);
  }
}

// Its gaps: how far beak, lower and upper right edge of the picture are from the pole; friction acts
// on their motion along it.
static void TestWoodpeckerGaps(void **state) {
  const int points[3] = {6, 1, 0};
  (void)state;
  uint64_t seed = 9;
  for (int k = 0; k < NUM_STATES; ++k) {
    const Case c = RandomCase(Find("woodpecker"), &seed);
    PetscReal x[3 * MAX_POINTS], moved[3 * MAX_POINTS], g[3], tangents[9], q[3];
    for (int i = 0; i < 9; ++i)
      tangents[i] = NAN;
    for (int i = 0; i < 3; ++i)
      q[i] = c.q[i] + c.v[i];
    c.ops->Points(c.p, c.q, x);
    c.ops->Points(c.p, q, moved);
    c.ops->Gap(c.p, 0, c.q, g);
    c.ops->GapTangents(c.p, 0, c.q, tangents);
    for (int i = 0; i < 3; ++i) {
      const int at = 3 * points[i];
      assert_close(g[i], x[at] - c.p[6], 1e-15);
      assert_close(Dot(3, tangents + 3 * i, c.v), moved[at + 1] - x[at + 1], 1e-14);
    }
  }
}

// The pendulum hangs down at the angle 0 and swings to positive x; the oscillator moves along x.
static void TestPicturesOfPoints(void **state) {
  (void)state;
  uint64_t seed = 6;
  for (int k = 0; k < NUM_STATES; ++k) {
    PetscReal x[3 * MAX_POINTS];
    Case c = RandomCase(Find("spring-pendulum"), &seed);
    c.ops->Points(c.p, c.q, x);
    assert_close(x[3], c.q[0] * sin(c.q[1]), 1e-15);
    assert_close(x[4], -c.q[0] * cos(c.q[1]), 1e-15);
    assert_true(x[0] == 0 && x[1] == 0 && x[2] == 0 && x[5] == 0);
    c = RandomCase(Find("oscillator"), &seed);
    c.ops->Points(c.p, c.q, x);
    for (int i = 0; i < 3 * c.ops->num_points; ++i)
      assert_true(x[i] == (i == 3 ? c.q[0] : 0));
  }
}

// Each derivative fills its own entries, and none behind them.
static void TestNothingBehind(void **state) {
  const char *const names[] = {"oscillator", "spring-pendulum", "slider-crank"};
  (void)state;
  uint64_t seed = 7;
  for (int k = 0; k < 3; ++k) {
    const Case c = RandomCase(Find(names[k]), &seed);
    const PetscInt n = c.ops->num_dofs;
    PetscReal K[10] = {0}, C[10] = {0}, g[4] = {0};
    K[n * n] = C[n * n] = g[n] = 7;
    RicSystemTangent(c.ops, c.p, 0, c.q, c.v, K, C);
    RicSystemPotentialGradient(c.ops, c.p, 0, c.q, g);
    assert_true(K[n * n] == 7 && C[n * n] == 7 && g[n] == 7);
    RicSystemMassTangent(c.ops, c.p, 0, c.q, c.v, K);
    RicSystemMassRate(c.ops, c.p, 0, c.q, c.v, g);
    assert_true(K[n * n] == 7 && g[n] == 7);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestOscillator),
      cmocka_unit_test(TestSpringPendulum),
      cmocka_unit_test(TestSliderCrankKineticEnergy),
      cmocka_unit_test(TestSliderCrankStart),
      cmocka_unit_test(TestSliderCrankGaps),
      cmocka_unit_test(TestPictureOfTheSliderCrank),
      cmocka_unit_test(TestPictureOfTheWoodpecker),
      cmocka_unit_test(TestWoodpeckerGaps),
      cmocka_unit_test(TestPicturesOfPoints),
      cmocka_unit_test(TestNothingBehind),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
