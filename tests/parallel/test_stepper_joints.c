// SPDX-License-Identifier: BSD-2-Clause
// Conformance of the time-stepping schemes with joints: a physical pendulum swings with an order, its
// hinge holds or drifts by little, and a step takes few iterations.
#include "stepping.h"
#include <string.h>
#include <unistd.h>

static const PetscReal mass = 2, inertia = 0.3, length = 0.5, gravity = 10; // to the hinge, at 0
static const PetscReal angle0 = 1.2, end = 1.5;

static const RicJointOps *JointType(const char name[]) {
  const RicJointOps *ops;
  Must(RicJointFind(name, &ops));
  assert_non_null(ops);
  return ops;
}

static System NewPendulum(const Scheme *scheme, PetscReal h) {
  const PetscReal at[3] = {length * PetscSinReal(angle0), -length * PetscCosReal(angle0), 0};
  const PetscReal down[3] = {0, -gravity, 0};
  const RicBodyData bob = {.mass = mass, .inertia = inertia, .angle = angle0};
  const RicRevoluteData data = {.axis = {0, 0, 1}};
  System s;
  Must(RicMeshCreate(PETSC_COMM_WORLD, &s.mesh));
  Must(RicMeshAddNode(s.mesh, "bob", at));
  BeginModel(&s, 2);
  Must(RicModelAddBody(s.model, RegionOf(s.mesh, "bob"), &bob));
  const RicPlace hinge[2] = {
      {{.kind = RIC_POINT_BODY, .local = {0, length, 0}}, RegionOf(s.mesh, "bob")},
      {{.kind = RIC_POINT_GROUND}, NULL}};
  Must(RicModelAddJoint(s.model, "hinge", JointType("revolute"), &data, hinge, -1, NULL, "test"));
  Must(RicModelSetGravity(s.model, down));
  Start(&s, scheme, h);
  return s;
}

// Angle and rate of (J + m l²) φ¨ = −m g l sin φ a time h later, by Runge and Kutta's method.
static void Swing(PetscReal h, PetscInt parts, PetscReal y[2]) {
  const PetscReal square = mass * gravity * length / (inertia + mass * length * length),
                  d = h / (PetscReal)parts;
  const PetscReal part[4] = {0, d / 2, d / 2, d}, weight[4] = {1, 2, 2, 1};
  for (PetscInt n = 0; n < parts; n++) {
    PetscReal k[4][2], sum[2] = {0, 0};
    for (PetscInt s = 0; s < 4; s++) {
      k[s][0] = y[1] + (s ? part[s] * k[s - 1][1] : 0);
      k[s][1] = -square * PetscSinReal(y[0] + (s ? part[s] * k[s - 1][0] : 0));
      sum[0] += weight[s] * k[s][0], sum[1] += weight[s] * k[s][1];
    }
    y[0] += d / 6 * sum[0], y[1] += d / 6 * sum[1];
  }
}

// What a run has come to: the error of the centre's place in the mean over time, the largest distance of
// the two points of the hinge, the most iterations of a step.
typedef struct {
  PetscReal error, apart;
  PetscInt iterations;
} Swung;

static PetscReal SquaredError(const System *s, PetscReal angle) {
  const PetscReal x = length * (PetscSinReal(angle) - PetscSinReal(angle0));
  const PetscReal y = length * (PetscCosReal(angle0) - PetscCosReal(angle));
  return PetscSqr(ValueAt(s->model, s->state->q, "bob", 0) - x) +
         PetscSqr(ValueAt(s->model, s->state->q, "bob", 1) - y);
}

static Swung Run(const Scheme *scheme, PetscInt steps) {
  const PetscReal h = end / (PetscReal)steps;
  PetscReal y[2] = {angle0, 0}, apart;
  Swung swung = {0};
  System s = NewPendulum(scheme, h);
  for (PetscInt n = 1; n <= steps; n++) {
    Advance(&s, (PetscReal)n * h);
    Swing(h, 10, y);
    swung.error += SquaredError(&s, y[0]) / (PetscReal)steps;
    Must(VecNorm(s.state->gap, NORM_INFINITY, &apart));
    swung.apart = PetscMax(swung.apart, apart);
    swung.iterations = PetscMax(swung.iterations, s.state->iterations);
  }
  swung.error = PetscSqrtReal(swung.error);
  Destroy(&s);
  return swung;
}

// Reactions of joints are taken with order 2 by these, as impulses of the step by the others.
static PetscInt Order(const Scheme *scheme) {
  static const char *const second[] = {"ggl-alpha", "ggl-alpha-mu", "smooth-alpha", "rattle",
                                       "energy-momentum"};
  for (size_t k = 0; k < sizeof second / sizeof *second; k++)
    if (!strcmp(scheme->type, second[k]))
      return 2;
  return 1;
}

// Does it keep joints at position level? `schatzman-paoli` does, without a contact to show it.
static PetscBool Holds(const Scheme *scheme) {
  return (PetscBool)(scheme->no_penetration || !strcmp(scheme->type, "schatzman-paoli"));
}

static void CheckPendulum(const Scheme *scheme) {
  const Swung coarse = Run(scheme, 100), fine = Run(scheme, 200);
  const PetscInt order = Order(scheme);
  assert_close(PetscLog2Real(coarse.error / fine.error), order, 0.12);
  assert_true(fine.error < (order == 2 ? 1e-3 : 0.03));
  assert_true(fine.apart < (Holds(scheme) ? 1e-10 : 0.02));
  assert_in_range(coarse.iterations, 1, 5);
}

static void TestPendulum(void **state) {
  (void)state;
  for (PetscInt k = 0; k < NUM_SCHEMES; k += SchemeStride())
    CheckPendulum(&schemes[k]);
  for (PetscInt k = 0; k < NUM_OTHERS; k += SchemeStride())
    CheckPendulum(&others[k]);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(TestPendulum)};
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  alarm(250); // a deadlock ends the test
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
