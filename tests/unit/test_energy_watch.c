// SPDX-License-Identifier: BSD-2-Clause
// The watch over what a scheme makes: sound runs, slow and quick growth, a scheme that takes back
// part of what it made, impacts over several steps, velocities shown late, round-off.
#include "app/energy_watch.h"
#include "numeric.h"

// Looks at steps first … last of a run with kinetic energy 1 at most, N = smooth(step); the step of
// the first verdict of that kind, −1: none.
typedef PetscReal (*SumFn)(PetscInt step);

static PetscInt FirstVerdict(RicWatchVerdict verdict, SumFn smooth, SumFn contact, PetscInt last,
                             PetscInt every) {
  RicEnergyWatch watch = {0};
  for (PetscInt step = 0; step <= last; step += every) {
    const PetscReal N = smooth(step), P = contact(step);
    const RicEnergyMade made = {.smooth = N, .shown = N, .contact = P, .turnover = 1};
    const PetscReal potential = 0.5 + 0.5 * PetscSinReal(0.1 * step), kinetic = 1 - potential;
    if (RicEnergyWatchLook(&watch, step, kinetic + PetscMax(N + P, 0), potential, &made) == verdict)
      return step;
  }
  return -1;
}

static PetscReal None(PetscInt step) { return 0 * step; }
static PetscReal Damped(PetscInt step) { return -0.01 * step; }
static PetscReal Rippled(PetscInt step) { return -0.01 * step + 0.02 * PetscSinReal(step); }
static PetscReal Slow(PetscInt step) { return 0.002 * step; }
static PetscReal Quick(PetscInt step) { return PetscExpReal(0.1 * step) - 1; }
static PetscReal Wandering(PetscInt step) { return step % 20 < 6 ? 10 : 0; }
// 0.5 lost at step 100, of it 0.4 given back within two steps
static PetscReal Dip(PetscInt step) { return step < 100 ? 0 : step < 102 ? -0.9 : -0.5; }
static PetscReal GivenBackLate(PetscInt step) { return step < 100 ? 0 : step < 110 ? -0.9 : -0.5; }

static void test_sound(void **state) {
  const SumFn sound[] = {None, Damped, Rippled};
  (void)state;
  for (PetscInt i = 0; i < 3; i++) {
    assert_int_equal(FirstVerdict(RIC_WATCH_WARN, sound[i], None, 5000, 1), -1);
    assert_int_equal(FirstVerdict(RIC_WATCH_STOP, sound[i], None, 5000, 1), -1);
  }
}

static void test_growth(void **state) {
  (void)state;
  // 0.002 step > 0.05 (1 + …): the stake is 1 to 2
  const PetscInt slow = FirstVerdict(RIC_WATCH_WARN, Slow, None, 5000, 1);
  assert_in_range(slow, 50, 60);
  assert_int_equal(FirstVerdict(RIC_WATCH_WARN, Quick, None, 5000, 1), 50); // not before
  assert_int_equal(FirstVerdict(RIC_WATCH_STOP, Quick, None, 5000, 1), 99); // 50 steps from there
  assert_in_range(FirstVerdict(RIC_WATCH_STOP, Quick, None, 5000, 10), 90, 109);
  assert_in_range(FirstVerdict(RIC_WATCH_STOP, Wandering, None, 5000, 1), 150, 260);
  assert_int_equal(FirstVerdict(RIC_WATCH_WARN, None, Quick, 5000, 1), 50);
}

// What sets out from rest under gravity: a step of free fall is at stake from the start.
static void test_fall(void **state) {
  (void)state;
  for (int with = 0; with < 2; with++) {
    RicEnergyWatch watch = {0};
    RicWatchVerdict verdict = RIC_WATCH_QUIET;
    for (PetscInt step = 0; step < 60; step++) {
      const RicEnergyMade made = {
          .smooth = step > 50 ? 1e-6 : 0, .turnover = 1e-5, .fall = with ? 1e-4 : 0};
      const RicWatchVerdict now = RicEnergyWatchLook(&watch, step, 1e-6, 0, &made);
      verdict = PetscMax(verdict, now);
    }
    assert_int_equal(verdict, with ? RIC_WATCH_QUIET : RIC_WATCH_WARN);
  }
}

static void test_warns_once(void **state) {
  RicEnergyWatch watch = {0};
  PetscInt warnings = 0;
  (void)state;
  for (PetscInt step = 0; step < 1000; step++) {
    const RicEnergyMade made = {.smooth = 1e-4 * step, .shown = 1e-4 * step, .turnover = 1};
    warnings += RicEnergyWatchLook(&watch, step, 1, 0, &made) == RIC_WATCH_WARN;
  }
  assert_int_equal(warnings, 1);
  assert_float_equal(watch.made, 0.0999, 1e-12);
  assert_float_equal(watch.share, 0.0999, 1e-12);
}

// What was made counts when it is taken back, too.
static void test_largest(void **state) {
  const PetscReal N[] = {0, -0.1, 0.2, 0.1, -0.5, -0.4};
  RicEnergyWatch watch = {0};
  (void)state;
  for (PetscInt step = 0; step < 6; step++) {
    const RicEnergyMade made = {.smooth = N[step], .turnover = 1};
    RicEnergyWatchLook(&watch, step, 1, 0, &made);
  }
  assert_float_equal(watch.made, 0.1, 1e-15);
  assert_float_equal(watch.largest_made, 0.3, 1e-15);
}

static void test_impacts(void **state) {
  (void)state;
  assert_int_equal(FirstVerdict(RIC_WATCH_WARN, None, Dip, 500, 1), -1);
  assert_in_range(FirstVerdict(RIC_WATCH_WARN, None, GivenBackLate, 500, 1), 110, 112);
}

// Shown late, energies swing by up to a tenth without a fault; where they grow without bound and N
// of one time does not see it, they count.
static void test_shown(void **state) {
  RicEnergyWatch swinging = {0}, growing = {0};
  RicWatchVerdict verdict = RIC_WATCH_QUIET;
  (void)state;
  for (PetscInt step = 0; step < 200 && verdict == RIC_WATCH_QUIET; step++) {
    const PetscReal swing = 0.2 * PetscSinReal(0.1 * step), growth = PetscExpReal(0.2 * step);
    RicEnergyMade made = {.shown = swing, .turnover = 1};
    assert_int_equal(RicEnergyWatchLook(&swinging, step, 1, 0, &made), RIC_WATCH_QUIET);
    made.shown = growth;
    verdict = RicEnergyWatchLook(&growing, step, growth, 0, &made);
  }
  assert_int_equal(verdict, RIC_WATCH_WARN);
}

static void test_round_off(void **state) {
  RicEnergyWatch watch = {0};
  (void)state;
  for (PetscInt step = 0; step < 1000; step++) { // at rest, high above V = 0
    const RicEnergyMade made = {.smooth = 1e-12 * step, .shown = 1e-12 * step, .turnover = 1e3};
    assert_int_equal(RicEnergyWatchLook(&watch, step, 1e-30, 1e3, &made), RIC_WATCH_QUIET);
  }
  assert_true(watch.share == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sound),      cmocka_unit_test(test_growth),
      cmocka_unit_test(test_impacts),    cmocka_unit_test(test_fall),
      cmocka_unit_test(test_warns_once), cmocka_unit_test(test_shown),
      cmocka_unit_test(test_round_off),  cmocka_unit_test(test_largest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
