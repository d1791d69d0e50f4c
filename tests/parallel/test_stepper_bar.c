// SPDX-License-Identifier: BSD-2-Clause
// Conformance of the time-stepping schemes on elastic bars that hit a wall: momentum, penetration,
// coupled and decoupled solution, damping, nonlinear elements; halved steps and failure.
#include "stepping.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// ---- Bars that hit a wall ----

typedef struct {
  const char *element;
  PetscInt cells;
  const char *velocity;
  PetscReal gap, mass_damping, stiffness_damping;
  const char *displacement; // NULL: none
} Bar;

// The rubber bar of the paper, §10.3: E = 900 Pa, ρ = 1 kg/m³, 1 m², 10 m long, at the wall.
static System NewBar(const Bar *bar, const Scheme *scheme, PetscReal h) {
  const RicBarNonlinearData data = {.bar = {.material = {900, 1}, .area = 1}};
  const PetscReal from[3] = {bar->gap, 0, 0}, to[3] = {10 + bar->gap, 0, 0}, normal[3] = {1, 0, 0};
  System s;
  Must(RicMeshCreate(PETSC_COMM_WORLD, &s.mesh));
  Must(RicMeshGenerateLine(s.mesh, "bar", bar->cells, from, to));
  BeginModel(&s, 1);
  Must(RicModelAddElements(s.model, ElementType(bar->element), &data, RegionOf(s.mesh, "bar"),
                           "test"));
  Must(RicModelSetDamping(s.model, bar->mass_damping, bar->stiffness_damping));
  AddPlane(s.model, s.mesh, "start", "wall", nowhere, normal, 0, NULL);
  AddInitialX(s.model, s.mesh, "bar", bar->displacement, bar->velocity);
  Start(&s, scheme, h);
  return s;
}

// Σ m v of the bar, through the mass matrix.
static PetscReal Momentum(const System *s) {
  Vec p;
  Must(VecDuplicate(s->state->v, &p));
  Must(RicModelMassMult(s->model, s->state->v, p));
  const PetscReal sum = Total(p);
  Must(VecDestroy(&p));
  return sum;
}

// Linear and nonlinear, until it has left the wall: Σ Λ is the change of momentum.
static void TestMomentum(void **state) {
  const char *const elements[2] = {"bar", "bar-nonlinear"};
  (void)state;
  for (PetscInt k = 0; k < NUM_SCHEMES; k += SchemeStride())
    for (PetscInt e = 0; e < 2; e++) {
      const Bar bar = {elements[e], 10, "-3", 0.05, 0, 0, NULL};
      const PetscReal h = 0.01;
      PetscReal impulse = 0, min_gap = 1;
      PetscInt contacts = 0;
      System s = NewBar(&bar, &schemes[k], h);
      assert_close(Momentum(&s), -30, 1e-12);
      for (PetscInt n = 1; n <= 100; n++) {
        Advance(&s, (PetscReal)n * h);
        impulse += Total(s.state->impulse);
        contacts += s.state->active;
        min_gap = PetscMin(min_gap, Smallest(s.state->gap));
      }
      assert_true(contacts > 5);
      assert_true(Smallest(s.state->gap) > 0);
      // smooth-alpha: but for what is left of the contact in its pseudo-acceleration.
      assert_close(Momentum(&s), impulse - 30, schemes[k].impact_law ? 1e-10 : 1e-7);
      if (schemes[k].impact_law)
        assert_close(impulse, 60, 3); // 60 in the limit
      if (schemes[k].no_penetration)
        assert_true(min_gap >= -1e-12);
      Destroy(&s);
    }
}

// Two runs side by side: the largest differences of q and v over all steps, and the impulses.
typedef struct {
  PetscReal q, v, impulse, nu, total;
} Apart;

static Apart Compare(System *a, System *b, PetscReal h, PetscInt steps) {
  Apart d = {0};
  Vec work;
  PetscReal norm;
  Must(VecDuplicate(a->state->q, &work));
  for (PetscInt n = 1; n <= steps; n++) {
    Advance(a, (PetscReal)n * h);
    Advance(b, (PetscReal)n * h);
    Must(VecWAXPY(work, -1, a->state->q, b->state->q));
    Must(VecNorm(work, NORM_INFINITY, &norm));
    d.q = PetscMax(d.q, norm);
    Must(VecWAXPY(work, -1, a->state->v, b->state->v));
    Must(VecNorm(work, NORM_INFINITY, &norm));
    d.v = PetscMax(d.v, norm);
    d.impulse =
        PetscMax(d.impulse, PetscAbsReal(Total(a->state->impulse) - Total(b->state->impulse)));
    d.nu = PetscMax(d.nu, PetscAbsReal(Total(a->state->nu) - Total(b->state->nu)));
    d.total += Total(a->state->impulse);
  }
  Must(VecDestroy(&work));
  return d;
}

// Strains of 0.1: the coupled problem and Algorithm 1 agree.
static void TestCoupledIsDecoupled(void **state) {
  const char *const elements[2] = {"bar", "bar-nonlinear"};
  (void)state;
  for (PetscInt e = 0; e < 2; e++)
    for (PetscInt damped = 0; damped < 2; damped++) {
      const Bar bar = {elements[e], 10, "-3", 0.05, 0, damped ? 2e-3 : 0, NULL};
      const PetscReal h = 0.02;
      RicStepperStats stats;
      System a = NewBar(&bar, ggl, h), b = NewBar(&bar, ggl_decoupled, h);
      const Apart d = Compare(&a, &b, h, 30);
      assert_true(d.total > 30);
      assert_close(d.q, 0, 1e-9);
      assert_close(d.v, 0, 2e-8);
      assert_close(d.impulse, 0, 2e-8);
      assert_close(d.nu, 0, 1e-9);
      Must(RicStepperGetStats(b.stepper, &stats));
      assert_int_equal(stats.fallbacks, 0);
      Destroy(&a), Destroy(&b);
    }
}

// Damped, hitting the wall, at strains of 1e-6: the nonlinear element is the linear one.
static void TestDampedBar(void **state) {
  (void)state;
  for (PetscInt k = 0; k < NUM_SCHEMES; k += SchemeStride()) {
    const Bar linear = {"bar", 20, "-3e-5", 5e-7, 0, 2e-3, NULL},
              tiny = {"bar-nonlinear", 20, "-3e-5", 5e-7, 0, 2e-3, NULL};
    const PetscReal h = 0.01;
    if (!schemes[k].impact_law)
      continue; // contact force and velocity oscillate: round-off grows
    System a = NewBar(&linear, &schemes[k], h), b = NewBar(&tiny, &schemes[k], h);
    const Apart d = Compare(&a, &b, h, 40);
    assert_true(d.total > 5 * 3e-5); // it has hit
    assert_close(d.q, 0, 1e-5 * 3e-5);
    assert_close(d.v, 0, 1e-4 * 3e-5);
    Destroy(&a), Destroy(&b);
  }
}

// Started again, a stepper runs as it did.
static void TestStartAgain(void **state) {
  const Bar bar = {"bar", 20, "-3", 0.05, 0, 0, NULL};
  PetscReal q[2][21], first[2];
  (void)state;
  for (PetscInt k = 0; k < NUM_SCHEMES; k += SchemeStride()) {
    RicStepperStats stats;
    System s = NewBar(&bar, &schemes[k], 5e-3);
    for (PetscInt run = 0; run < 2; run++) {
      if (run)
        Must(RicStepperStart(s.stepper, 0));
      assert_true(s.state->t == 0);
      first[run] = Energy(&s);
      for (PetscInt n = 1; n <= 20; n++)
        Advance(&s, (PetscReal)n * 5e-3);
      GetDofs(s.model, s.state->q, q[run]);
    }
    assert_close(first[1], first[0], 0);
    assert_close(Distance(21, q[0], q[1]), 0, 1e-13);
    Must(RicStepperGetStats(s.stepper, &stats));
    assert_int_equal(stats.steps, 20);
    Destroy(&s);
  }
}

// ---- Failure ----

static void TestHalving(void **state) {
  const Bar bar = {"bar-nonlinear", 10, "-3", 0.05, 0, 0, NULL};
  const char *text;
  RicReason reason;
  RicStepperStats stats;
  PetscReal before[11], after[11];
  (void)state;
  for (PetscInt k = 0; k < NUM_SCHEMES; k += SchemeStride())
    for (PetscInt most = 0; most <= 3; most += 3) {
      Must(PetscOptionsSetValue(NULL, "-step_snes_max_it", "0"));
      System s = NewBar(&bar, &schemes[k], 0.02);
      Must(RicStepperSetMaxHalvings(s.stepper, most));
      GetDofs(s.model, s.state->v, before);
      Must(RicStepperAdvance(s.stepper, 0.02, &reason));
      assert_int_equal(reason, RIC_FAILED);
      assert_true(s.state->t == 0);
      GetDofs(s.model, s.state->v, after);
      assert_close(Distance(11, before, after), 0, 0);
      Must(RicStepperGetStats(s.stepper, &stats));
      assert_int_equal(stats.halvings, most);
      assert_int_equal(stats.steps, 0);
      Must(RicStepperGetFailure(s.stepper, &text));
      assert_non_null(strstr(text, "'wall'"));
      Destroy(&s);
      Must(PetscOptionsClearValue(NULL, "-step_snes_max_it"));
    }
}

// A bar released from a strong compression at the wall. Two halves of a step; *most: the iterations
// of the longer one.
static void RunHalves(System *s, PetscReal h, PetscReal *impulse, PetscReal *nu, PetscInt *most) {
  *impulse = *nu = 0;
  *most = 0;
  for (PetscInt n = 1; n <= 2; n++) {
    Advance(s, (PetscReal)n * h / 2);
    *impulse += Total(s->state->impulse);
    *nu += Total(s->state->nu);
    *most = PetscMax(*most, s->state->iterations);
  }
}

// A step that would take one iteration too many is two of half the length, Λ and ν their sums.
static void CheckHalvedOnce(const Scheme *scheme) {
  const Bar bar = {"bar-nonlinear", 10, "-1", 0, 0, 0, "-0.35*x"};
  const PetscReal h = 0.05;
  PetscReal impulse, nu, q[2][11];
  PetscInt whole, half;
  char most[RIC_NAME_LEN];
  RicStepperStats stats;
  System a = NewBar(&bar, scheme, h), b = NewBar(&bar, scheme, h / 2);
  Advance(&a, h);
  whole = a.state->iterations;
  RunHalves(&b, h, &impulse, &nu, &half);
  assert_true(half < whole && impulse > 0);
  snprintf(most, sizeof most, "%d", (int)whole - 1);
  Must(PetscOptionsSetValue(NULL, "-step_snes_max_it", most));
  System s = NewBar(&bar, scheme, h);
  Must(PetscOptionsClearValue(NULL, "-step_snes_max_it"));
  Advance(&s, h);
  Must(RicStepperGetStats(s.stepper, &stats));
  assert_true(stats.steps == 1 && stats.halvings == 1);
  GetDofs(b.model, b.state->q, q[0]);
  GetDofs(s.model, s.state->q, q[1]);
  assert_close(Distance(11, q[0], q[1]), 0, 1e-12);
  assert_close(Total(s.state->impulse), impulse, 1e-11);
  assert_close(Total(s.state->nu), nu, 1e-12);
  Destroy(&a), Destroy(&b), Destroy(&s);
}

static void TestHalvedOnce(void **state) {
  (void)state;
  for (PetscInt k = 0; k < NUM_SCHEMES; k += SchemeStride())
    // ggl-alpha decoupled falls back before it halves; combined solves several problems a step.
    if (&schemes[k] != ggl_decoupled && strcmp(schemes[k].type, "combined"))
      CheckHalvedOnce(&schemes[k]);
}

// Algorithm 1 stopped short leaves the step to the coupled problem.
static void TestFallback(void **state) {
  const Bar bar = {"bar-nonlinear", 10, "-3", 0.05, 0, 0, NULL};
  const PetscReal h = 0.02;
  RicStepperStats stats;
  (void)state;
  System a = NewBar(&bar, ggl, h);
  Must(PetscOptionsSetValue(NULL, "-step_snes_max_it", "8"));
  System b = NewBar(&bar, ggl_decoupled, h);
  Must(PetscOptionsClearValue(NULL, "-step_snes_max_it"));
  const Apart d = Compare(&a, &b, h, 20);
  Must(RicStepperGetStats(b.stepper, &stats));
  assert_true(stats.fallbacks > 0 && stats.halvings == 0);
  assert_close(d.q, 0, 1e-9);
  assert_close(d.v, 0, 2e-8);
  Destroy(&a), Destroy(&b);
}

// What a linear scheme factors: its tangent, and with it the mass where that acts alone.
static PetscInt NumOperators(const Scheme *scheme) {
  static const char *const with_mass[] = {"ggl-alpha", "nsga", "smooth-alpha", "energy-momentum"};
  for (size_t k = 0; k < sizeof(with_mass) / sizeof(*with_mass); k++)
    if (!strcmp(scheme->type, with_mass[k]))
      return 2;
  return scheme->choice && !strcmp(scheme->choice, "metric") ? 2 : 1;
}

// Each once: linear steps factor nothing anew, whatever the contact does.
static void TestFactorizations(void **state) {
  const Bar bar = {"bar", 20, "-3", 0.05, 0, 0, NULL};
  (void)state;
  for (PetscInt k = 0; k < NUM_SCHEMES; k += SchemeStride()) {
    RicStepperStats first, last;
    System s = NewBar(&bar, &schemes[k], 5e-3);
    Advance(&s, 5e-3);
    Must(RicStepperGetStats(s.stepper, &first));
    for (PetscInt n = 2; n <= 40; n++)
      Advance(&s, (PetscReal)n * 5e-3);
    Must(RicStepperGetStats(s.stepper, &last));
    assert_int_equal(first.factorizations, NumOperators(&schemes[k]));
    assert_int_equal(last.factorizations, first.factorizations);
    assert_int_equal(last.steps, 40);
    Destroy(&s);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestMomentum),  cmocka_unit_test(TestCoupledIsDecoupled),
      cmocka_unit_test(TestDampedBar), cmocka_unit_test(TestStartAgain),
      cmocka_unit_test(TestHalving),   cmocka_unit_test(TestHalvedOnce),
      cmocka_unit_test(TestFallback),  cmocka_unit_test(TestFactorizations),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  alarm(250); // a deadlock ends the test
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
