// SPDX-License-Identifier: BSD-2-Clause
// Conformance of the time-stepping schemes without contact: every registered type stands in the
// table of promises; free flight, smooth motion with its observed order, changing step lengths,
// moving supports; options.
#include "raised.h"
#include "stepping.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// ---- Every type is here ----

static void TestRegistry(void **state) {
  PetscInt n;
  (void)state;
  Must(RicStepperGetNumTypes(&n));
  assert_true(n > 0);
  for (PetscInt i = 0; i < n; i++) {
    const char *name, *description;
    const RicStepperOption *option;
    PetscInt num_options;
    PetscBool found = PETSC_FALSE;
    Must(RicStepperGetTypeInfo(i, &name, &description, &num_options));
    assert_true(strlen(description) > 0);
    for (PetscInt k = 0; k < num_options; k++) {
      Must(RicStepperGetTypeOption(i, k, &option));
      assert_true(strlen(option->name) > 0 && strlen(option->help) > 0);
    }
    for (PetscInt k = 0; k < NUM_SCHEMES; k++)
      found = (PetscBool)(found || !strcmp(schemes[k].type, name));
    for (PetscInt k = 0; k < NUM_OTHERS; k++)
      found = (PetscBool)(found || !strcmp(others[k].type, name));
    if (!found)
      print_error("stepper %s: what it promises must stand in the table of this test\n", name);
    assert_true(found);
  }
}

// ---- Free flight ----

// Thrown in space: q = vt − gt²/2, v = v0 − gt.
static void CheckFlight(const Scheme *scheme) {
  const PetscReal gravity[3] = {0, -10, 3}, h = 0.01, T = 0.5;
  RicExpression v0[3] = {NewExpression("2"), NewExpression("5"), NewExpression("-1")};
  System s;
  Must(RicMeshCreate(PETSC_COMM_WORLD, &s.mesh));
  Must(RicMeshAddNode(s.mesh, "ball", nowhere));
  BeginModel(&s, 3);
  AddPointMass(s.model, s.mesh, "ball", 2);
  Must(RicModelSetGravity(s.model, gravity));
  Must(RicModelAddInitial(s.model, RegionOf(s.mesh, "ball"), NULL, v0));
  Start(&s, scheme, h);
  for (PetscInt n = 1; n <= 50; n++)
    Advance(&s, (PetscReal)n * h);
  const PetscReal v[3] = {2, 5, -1}, near = scheme->exact_flight ? 1e-13 : 0.5 * h;
  for (PetscInt d = 0; d < 3; d++) {
    assert_close(ValueAt(s.model, s.state->v, "ball", d), v[d] + gravity[d] * T, 1e-13);
    assert_close(ValueAt(s.model, s.state->q, "ball", d), v[d] * T + gravity[d] * T * T / 2, near);
    assert_close(ValueAt(s.model, s.state->acceleration, "ball", d), gravity[d], 1e-10);
  }
  Destroy(&s);
}

static void TestFlight(void **state) {
  (void)state;
  for (PetscInt k = 0; k < NUM_SCHEMES; k += SchemeStride())
    CheckFlight(&schemes[k]);
}

// ---- Smooth motion ----

// Two unit masses, the first on a ground spring of 3 N/m, a spring of 2 N/m between them: K = [5
// −2; −2 2], modes (1, 2) at ω² = 1 and (2, −1) at ω² = 6.
typedef struct {
  PetscReal mass_damping, stiffness_damping;
  const char *load; // on the second mass
} Motion;

static System NewOscillator(const Motion *motion) {
  const RicGroundSpringData ground = {.stiffness = {3}};
  const RicSpringData spring = {.stiffness = 2};
  const PetscReal second[3] = {1, 0, 0};
  PetscInt link;
  System s;
  Must(RicMeshCreate(PETSC_COMM_WORLD, &s.mesh));
  Must(RicMeshAddNode(s.mesh, "one", nowhere));
  Must(RicMeshAddNode(s.mesh, "two", second));
  Must(RicMeshAddLink(s.mesh, 0, 1, &link));
  BeginModel(&s, 1);
  AddPointMass(s.model, s.mesh, "one", 1);
  AddPointMass(s.model, s.mesh, "two", 1);
  Must(RicModelAddElements(s.model, ElementType("ground-spring"), &ground, RegionOf(s.mesh, "one"),
                           "test"));
  Must(RicModelAddLinkElement(s.model, ElementType("spring"), &spring, &link, "test"));
  Must(RicModelSetDamping(s.model, motion->mass_damping, motion->stiffness_damping));
  if (motion->load) {
    RicExpression force[3] = {NewExpression(motion->load), NULL, NULL};
    Must(RicModelAddLoad(s.model, RegionOf(s.mesh, "two"), force));
  }
  return s;
}

// A mode of ω² = k started at (x, v), damped by α + ηk.
static PetscReal Mode(const Motion *m, PetscReal k, PetscReal x, PetscReal v, PetscReal t) {
  const PetscReal d = (m->mass_damping + m->stiffness_damping * k) / 2,
                  w = PetscSqrtReal(k - d * d);
  return PetscExpReal(-d * t) * (x * PetscCosReal(w * t) + (v + d * x) / w * PetscSinReal(w * t));
}

// Started in both modes, and in the response to the load cos(t/2), if there is one: (K − 1/4) X =
// (0, 1).
static void SetOscillation(System *s, const PetscReal X[2]) {
  char u[2][RIC_NAME_LEN];
  snprintf(u[0], RIC_NAME_LEN, "%.17g", 0.3 + X[0]);
  snprintf(u[1], RIC_NAME_LEN, "%.17g", 0.6 + X[1]);
  AddInitialX(s->model, s->mesh, "one", u[0], "1");
  AddInitialX(s->model, s->mesh, "two", u[1], "-0.5");
}

// |error of q|² now.
static PetscReal SquaredError(const System *s, const Motion *motion, const PetscReal X[2]) {
  const PetscReal t = s->state->t, forced = PetscCosReal(t / 2);
  const PetscReal a = Mode(motion, 1, 0.3, 0, t), b = Mode(motion, 6, 0, 0.5, t);
  const PetscReal e1 = At(s, s->state->q, "one") - (a + 2 * b + X[0] * forced);
  const PetscReal e2 = At(s, s->state->q, "two") - (2 * a - b + X[1] * forced);
  return e1 * e1 + e2 * e2;
}

// In the mean over time: at one time errors may cancel.
static PetscReal OscillatorError(const Scheme *scheme, const Motion *motion, PetscInt steps) {
  const PetscReal T = 3, h = T / (PetscReal)steps, det = 4.75 * 1.75 - 4;
  const PetscReal X[2] = {motion->load ? 2 / det : 0, motion->load ? 4.75 / det : 0};
  PetscReal sum = 0;
  System s = NewOscillator(motion);
  SetOscillation(&s, X);
  Start(&s, scheme, h);
  for (PetscInt n = 1; n <= steps; n++) {
    Advance(&s, (PetscReal)n * h);
    sum += h * SquaredError(&s, motion, X);
  }
  Destroy(&s);
  return PetscSqrtReal(sum / T);
}

static void TestOrder(void **state) {
  const Motion motions[3] = {{0, 0, NULL}, {0, 0, "cos(0.5*t)"}, {0.2, 0.05, NULL}};
  (void)state;
  for (PetscInt k = 0; k < NUM_SCHEMES; k += SchemeStride())
    for (PetscInt m = 0; m < 3; m++) {
      const PetscReal coarse = OscillatorError(&schemes[k], &motions[m], 50);
      const PetscReal fine = OscillatorError(&schemes[k], &motions[m], 100);
      assert_close(PetscLog2Real(coarse / fine), schemes[k].order, 0.12);
    }
}

// Explicit central differences take damping at the velocity of half a step before.
static PetscReal OrderOf(const Scheme *scheme, const Motion *motion) {
  const PetscBool before = (PetscBool)(!strcmp(scheme->type, "schatzman-paoli") && !scheme->number);
  return before && motion->mass_damping > 0 ? 1 : scheme->order;
}

static void TestOrderOfOthers(void **state) {
  const Motion motions[3] = {{0, 0, NULL}, {0, 0, "cos(0.5*t)"}, {0.2, 0.05, NULL}};
  (void)state;
  for (PetscInt k = 0; k < NUM_OTHERS; k += SchemeStride())
    for (PetscInt m = 0; m < 3; m++) {
      const PetscReal coarse = OscillatorError(&others[k], &motions[m], 100);
      const PetscReal fine = OscillatorError(&others[k], &motions[m], 200);
      assert_close(PetscLog2Real(coarse / fine), OrderOf(&others[k], &motions[m]), 0.12);
    }
}

// The consistent acceleration at the start: −K q.
static void TestInitialAcceleration(void **state) {
  const Motion motion = {0, 0, NULL};
  (void)state;
  for (PetscInt k = 0; k < NUM_SCHEMES; k += SchemeStride()) {
    if (!strstr(schemes[k].type, "alpha") && strcmp(schemes[k].type, "nsga"))
      continue; // has none
    System s = NewOscillator(&motion);
    AddInitialX(s.model, s.mesh, "one", "1", NULL);
    Start(&s, &schemes[k], 0.1);
    assert_close(At(&s, s.state->acceleration, "one"), -5, 1e-14);
    assert_close(At(&s, s.state->acceleration, "two"), 2, 1e-14);
    Destroy(&s);
  }
}

// Steps of other lengths and back: the exact solution to the scheme's order as ever.
static void TestStepLengths(void **state) {
  const Motion motion = {0, 0, NULL};
  const PetscReal h = 0.01, parts[6] = {1, 1 / 3.0, 2 / 3.0, 0.5, 1.5, 1}, still[2] = {0, 0};
  (void)state;
  for (PetscInt k = 0; k < NUM_SCHEMES; k += SchemeStride()) {
    RicStepperStats stats;
    PetscReal t = 0, worst = 0;
    System s = NewOscillator(&motion);
    SetOscillation(&s, still);
    Start(&s, &schemes[k], h);
    for (PetscInt n = 0; n < 240; n++) {
      t += parts[n % 6] * h;
      Advance(&s, t);
      worst = PetscMax(worst, PetscSqrtReal(SquaredError(&s, &motion, still)));
    }
    assert_true(worst < (schemes[k].order == 2 ? 2e-3 : 0.03));
    Must(RicStepperGetStats(s.stepper, &stats));
    assert_true(stats.steps == 240 && stats.halvings == 0);
    Destroy(&s);
  }
}

// ---- Prescribed motion ----

// A bar of stiffness 4 N/m and mass 0.6 kg between a support that moves as sin t and a mass of
// 0.8 kg: m q¨ + 4 q = 4 s − mc s¨ with m = 0.8 + 0.6/3, mc = 0.6/6.
// `here`: its velocities belong to the time of its positions.
static PetscReal DragError(const Scheme *scheme, PetscBool here, PetscInt steps) {
  const RicBarData bar = {.material = {4, 0.6}, .area = 1};
  const PetscReal to[3] = {1, 0, 0}, T = 3, h = T / (PetscReal)steps, m = 1, k = 4, mc = 0.1;
  const PetscReal A = (k + mc) / (k - m), w = PetscSqrtReal(k / m);
  const PetscBool fixed[3] = {PETSC_TRUE, PETSC_FALSE, PETSC_FALSE};
  RicExpression motion[3] = {NewExpression("sin(t)"), NULL, NULL};
  PetscReal sum = 0;
  System s;
  Must(RicMeshCreate(PETSC_COMM_WORLD, &s.mesh));
  Must(RicMeshGenerateLine(s.mesh, "bar", 1, nowhere, to));
  BeginModel(&s, 1);
  Must(RicModelAddElements(s.model, ElementType("bar"), &bar, RegionOf(s.mesh, "bar"), "test"));
  AddPointMass(s.model, s.mesh, "end", 0.8);
  Must(RicModelAddSupport(s.model, RegionOf(s.mesh, "start"), fixed, motion, NULL));
  Start(&s, scheme, h);
  for (PetscInt n = 1; n <= steps; n++) {
    Advance(&s, (PetscReal)n * h);
    const PetscReal t = s.state->t;
    assert_close(At(&s, s.state->q, "start"), PetscSinReal(t), 1e-14);
    if (here)
      assert_close(At(&s, s.state->v, "start"), PetscCosReal(t), 1e-8);
    const PetscReal error =
        At(&s, s.state->q, "end") - A * (PetscSinReal(t) - PetscSinReal(w * t) / w);
    sum += h * error * error;
  }
  Destroy(&s);
  return PetscSqrtReal(sum / T);
}

static void CheckDrag(const Scheme *scheme, PetscBool here, PetscInt order, PetscReal tolerance) {
  const PetscReal coarse = DragError(scheme, here, 50), fine = DragError(scheme, here, 100);
  assert_close(PetscLog2Real(coarse / fine), order, tolerance);
  assert_true(fine < (order == 2 ? 3e-3 : 0.03));
}

// Moreau's midpoint takes the motion of a support with order 1, not yet its limit here.
static void TestMovingSupport(void **state) {
  (void)state;
  for (PetscInt k = 0; k < NUM_SCHEMES; k += SchemeStride())
    CheckDrag(&schemes[k], PETSC_TRUE, schemes[k].order, 0.15);
  for (PetscInt k = 0; k < NUM_OTHERS; k += SchemeStride()) {
    const PetscBool midpoint = (PetscBool)(strncmp(others[k].type, "moreau", 6) == 0);
    CheckDrag(&others[k], PETSC_FALSE, midpoint ? 1 : others[k].order, midpoint ? 0.3 : 0.15);
  }
}

// ---- Options ----

static void CheckRefused(PetscErrorCode code, const char part[]) {
  assert_int_equal(code, PETSC_ERR_USER_INPUT);
  assert_non_null(strstr(raised_line, part));
}

// Whatever a type offers: its range is kept, words are known, a number is no word.
static void CheckOption(RicStepper stepper, PetscInt k) {
  const RicStepperOption *option;
  PetscReal value;
  Must(RicStepperGetOption(stepper, k, &option, &value));
  assert_true(value == option->value);
  if (option->choices[0]) {
    CheckRefused(Raised(RicStepperSetOptionReal(stepper, option->name, 1)), option->name);
    CheckRefused(Raised(RicStepperSetOptionChoice(stepper, option->name, "neither")), "'neither'");
    for (PetscInt i = 0; option->choices[i]; i++) {
      Must(RicStepperSetOptionChoice(stepper, option->name, option->choices[i]));
      Must(RicStepperGetOption(stepper, k, &option, &value));
      assert_true(value == (PetscReal)i);
    }
    return;
  }
  CheckRefused(Raised(RicStepperSetOptionReal(stepper, option->name, option->lowest - 0.01)),
               option->name);
  CheckRefused(Raised(RicStepperSetOptionReal(stepper, option->name, option->highest + 0.01)),
               option->name);
  CheckRefused(Raised(RicStepperSetOptionReal(stepper, option->name, NAN)), option->name);
  CheckRefused(Raised(RicStepperSetOptionChoice(stepper, option->name, "word")), "number");
  Must(RicStepperSetOptionReal(stepper, option->name, option->highest));
  Must(RicStepperGetOption(stepper, k, &option, &value));
  assert_true(value == option->highest);
}

static void TestOptions(void **state) {
  PetscInt n, num_options;
  (void)state;
  Must(RicStepperGetNumTypes(&n));
  for (PetscInt i = 0; i < n; i++) {
    const char *name, *type;
    RicStepper stepper;
    Must(RicStepperGetTypeInfo(i, &name, NULL, NULL));
    Must(RicStepperCreate(PETSC_COMM_WORLD, &stepper));
    Must(RicStepperSetType(stepper, name));
    Must(RicStepperGetType(stepper, &type));
    assert_string_equal(type, name);
    Must(RicStepperGetNumOptions(stepper, &num_options));
    for (PetscInt k = 0; k < num_options; k++)
      CheckOption(stepper, k);
    CheckRefused(Raised(RicStepperSetOptionReal(stepper, "colour", 1)), "colour");
    CheckRefused(Raised(RicStepperSetOptionChoice(stepper, "colour", "red")), "colour");
    Must(RicStepperDestroy(&stepper));
  }
}

static void TestMistakes(void **state) {
  const RicStepperOption *option;
  RicStepper stepper;
  PetscReal value;
  (void)state;
  Must(RicStepperCreate(PETSC_COMM_WORLD, &stepper));
  CheckRefused(Raised(RicStepperSetType(stepper, "leapfrog")), "ggl-alpha");
  CheckRefused(Raised(RicStepperSetStep(stepper, 0)), "step");
  CheckRefused(Raised(RicStepperSetStep(stepper, -1)), "step");
  CheckRefused(Raised(RicStepperSetStep(stepper, NAN)), "step");
  CheckRefused(Raised(RicStepperSetStep(stepper, INFINITY)), "step");
  Must(RicStepperSetType(stepper, "ggl-alpha"));
  Must(PetscOptionsSetValue(NULL, "-stepper_rho_inf", "0.3"));
  Must(PetscOptionsSetValue(NULL, "-stepper_solve", "decoupled"));
  Must(RicStepperSetFromOptions(stepper));
  Must(RicStepperGetOption(stepper, 0, &option, &value));
  assert_close(value, 0.3, 0);
  Must(RicStepperGetOption(stepper, 1, &option, &value));
  assert_close(value, 1, 0);
  Must(PetscOptionsSetValue(NULL, "-stepper_rho_inf", "1.5"));
  CheckRefused(Raised(RicStepperSetFromOptions(stepper)), "rho_inf");
  Must(PetscOptionsClearValue(NULL, "-stepper_rho_inf"));
  Must(PetscOptionsSetValue(NULL, "-stepper_solve", "both"));
  CheckRefused(Raised(RicStepperSetFromOptions(stepper)), "'both'");
  Must(PetscOptionsClearValue(NULL, "-stepper_solve"));
  Must(RicStepperDestroy(&stepper));
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestRegistry),
      cmocka_unit_test(TestFlight),
      cmocka_unit_test(TestOrder),
      cmocka_unit_test(TestOrderOfOthers),
      cmocka_unit_test(TestInitialAcceleration),
      cmocka_unit_test(TestStepLengths),
      cmocka_unit_test(TestMovingSupport),
      cmocka_unit_test(TestOptions),
      cmocka_unit_test(TestMistakes),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  alarm(250); // a deadlock ends the test
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
