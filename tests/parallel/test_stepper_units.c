// SPDX-License-Identifier: BSD-2-Clause
// Small things in SI: a steel bead of 0.2 mm and a bar of silicon 1 µm long move as their models in
// other units do. All units differ by powers of two, so that nothing but a limit that has a unit
// can tell the models apart; every scheme.
#include "stepping.h"
#include <stdio.h>
#include <unistd.h>

// SI units in units of the model: powers of two.
typedef struct {
  PetscReal length, mass, time;
} Units;

static const Units si = {1, 1, 1};
static const Units other = {16777216, 1073741824, 67108864}; // 2²⁴, 2³⁰, 2²⁶: about 1 in them

// The bead falls from 1.9 mm onto a floor, turning by 100 rad/s.
static System NewBead(const Units *units, const Scheme *scheme, PetscReal h) {
  const PetscReal L = units->length, M = units->mass, T = units->time;
  const RicBodyData bead = {
      .mass = 3.3e-8 * M, .inertia = 1.65e-16 * M * L * L, .velocity = {0, 0, 100 / T}};
  const PetscReal gravity[3] = {0, -9.81 * L / T / T, 0};
  const RicFaceData floor = {.normal = {0, 1, 0}, .offset = 1e-4 * L};
  System s;
  Must(RicMeshCreate(PETSC_COMM_WORLD, &s.mesh));
  Must(RicMeshAddNode(s.mesh, "bead", nowhere));
  BeginModel(&s, 2);
  Must(RicModelAddBody(s.model, RegionOf(s.mesh, "bead"), &bead));
  Must(RicModelSetGravity(s.model, gravity));
  const RicPlace place[2] = {
      {{.kind = RIC_POINT_BODY}, RegionOf(s.mesh, "bead")},
      {{RIC_POINT_GROUND, {0, -2e-3 * L, 0}}, NULL}}; // the only length there is, but the bead's
  Must(RicModelAddPointContact(s.model, "floor", ContactType("point-line"), &floor, place, -1, 0.5,
                               NULL));
  Start(&s, scheme, h);
  return s;
}

// The bar flies at 10 m/s against a wall.
static System NewBar(const Units *units, const Scheme *scheme, PetscReal h) {
  const PetscReal L = units->length, M = units->mass, T = units->time;
  const RicBarData silicon = {.material = {170e9 * M / L / T / T, 2330 * M / (L * L * L)},
                              .area = 1e-14 * L * L};
  const PetscReal from[3] = {1e-9 * L, 0, 0}, to[3] = {1.001e-6 * L, 0, 0}, normal[3] = {1, 0, 0};
  char velocity[RIC_NAME_LEN];
  System s;
  Must(RicMeshCreate(PETSC_COMM_WORLD, &s.mesh));
  Must(RicMeshGenerateLine(s.mesh, "bar", 20, from, to));
  BeginModel(&s, 1);
  Must(RicModelAddElements(s.model, ElementType("bar"), &silicon, RegionOf(s.mesh, "bar"), "test"));
  AddPlane(s.model, s.mesh, "start", "wall", nowhere, normal, 0, NULL);
  snprintf(velocity, sizeof(velocity), "%.17g", -10 * L / T);
  AddInitialX(s.model, s.mesh, "bar", NULL, velocity);
  Start(&s, scheme, h);
  return s;
}

// Is b, in other units, a bit for bit? `unit`: what 1 is in them; `turning`: of angles, the third
// dof of the bead.
static PetscBool Same(Vec a, Vec b, PetscReal unit, PetscReal turning, PetscBool bead) {
  const PetscScalar *x, *y;
  PetscInt n;
  PetscBool same = PETSC_TRUE;
  Must(VecGetLocalSize(a, &n));
  Must(VecGetArrayRead(a, &x));
  Must(VecGetArrayRead(b, &y));
  for (PetscInt i = 0; i < n; i++)
    same = (PetscBool)(same && y[i] == x[i] * (bead && i == 2 ? turning : unit));
  Must(VecRestoreArrayRead(a, &x));
  Must(VecRestoreArrayRead(b, &y));
  return same;
}

static void CheckUnits(PetscBool bead, const Scheme *scheme, PetscReal h, PetscInt steps) {
  const PetscReal L = other.length, M = other.mass, T = other.time;
  System a = (bead ? NewBead : NewBar)(&si, scheme, h);
  System b = (bead ? NewBead : NewBar)(&other, scheme, h * T);
  PetscReal length[2];
  PetscInt impacts = 0;
  Must(RicModelGetLength(a.model, &length[0]));
  Must(RicModelGetLength(b.model, &length[1]));
  assert_true(length[1] == length[0] * L);
  for (PetscInt n = 1; n <= steps; n++) {
    Advance(&a, (PetscReal)n * h);
    Advance(&b, (PetscReal)n * h * T);
    assert_true(Same(a.state->q, b.state->q, L, 1, bead));
    assert_true(Same(a.state->v, b.state->v, L / T, 1 / T, bead));
    assert_true(Same(a.state->impulse, b.state->impulse, M * L / T, M * L / T, PETSC_FALSE));
    impacts += a.state->active > 0;
  }
  assert_true(impacts > 0);
  Destroy(&a);
  Destroy(&b);
}

// All schemes on one rank; on several, where only the solvers of the stages are others, each third.
static PetscInt Stride(void) {
  PetscMPIInt size;
  Must(MPI_Comm_size(PETSC_COMM_WORLD, &size));
  return size > 1 ? 3 : 1;
}

static void TestBead(void **state) {
  (void)state;
  for (PetscInt k = 0; k < NUM_SCHEMES; k += Stride())
    CheckUnits(PETSC_TRUE, &schemes[k], 2e-4, 150);
  for (PetscInt k = 0; k < NUM_OTHERS; k += Stride())
    CheckUnits(PETSC_TRUE, &others[k], 2e-4, 150);
}

// Explicit schemes are stable at this step.
static void TestBar(void **state) {
  (void)state;
  for (PetscInt k = 0; k < NUM_SCHEMES; k += Stride())
    CheckUnits(PETSC_FALSE, &schemes[k], 2e-12, 100);
  for (PetscInt k = 0; k < NUM_OTHERS; k += Stride())
    CheckUnits(PETSC_FALSE, &others[k], 2e-12, 100);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestBead),
      cmocka_unit_test(TestBar),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  alarm(250); // a deadlock ends the test
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
