// SPDX-License-Identifier: BSD-2-Clause
// Bodies in space: a free top with three different moments of inertia. Every scheme turns it with its
// order; those of the midpoint keep its energy and its angular momentum in space to round-off.
#include "geom/rotation.h"
#include "stepping.h"
#include <string.h>
#include <unistd.h>

static const PetscReal principal[3] = {1, 2, 2.5}, start_turn[3] = {1, 2, 2}; // |φ| = 3
static const PetscReal start_spin[3] = {0.6, 3, -0.2};                        // Ω, tumbling
static const PetscReal end = 1.6;                                             // s

static System NewTop(const Scheme *scheme, PetscReal h) {
  RicBodyData top = {.mass = 2, .velocity = {0.5, 0, -1}};
  System s;
  for (PetscInt d = 0; d < 3; d++) {
    top.tensor[4 * d] = principal[d];
    top.rotation[d] = start_turn[d];
    top.velocity[3 + d] = start_spin[d];
  }
  Must(RicMeshCreate(PETSC_COMM_WORLD, &s.mesh));
  Must(RicMeshAddNode(s.mesh, "top", nowhere));
  BeginModel(&s, 3);
  Must(RicModelAddBody(s.model, RegionOf(s.mesh, "top"), &top));
  Start(&s, scheme, h);
  return s;
}

// y = (quaternion, Ω): its rate.
static void Rate(const PetscReal y[7], PetscReal rate[7]) {
  const PetscReal spin[4] = {0, y[4], y[5], y[6]};
  PetscReal momentum[3], moment[3];
  RicQuaternionProduct(y, spin, rate);
  for (PetscInt i = 0; i < 4; i++)
    rate[i] *= 0.5;
  for (PetscInt d = 0; d < 3; d++)
    momentum[d] = principal[d] * y[4 + d];
  RicVec3Cross(&y[4], momentum, moment);
  for (PetscInt d = 0; d < 3; d++)
    rate[4 + d] = -moment[d] / principal[d];
}

// The exact motion at `end`, by Runge and Kutta's method of fourth order: R [9] and ω [3] in space.
static void Exact(PetscReal R[9], PetscReal omega[3]) {
  const PetscInt steps = 4000;
  const PetscReal h = end / steps, at[4] = {0, h / 2, h / 2, h}, weight[4] = {1, 2, 2, 1};
  PetscReal y[7], x[7], k[4][7];
  RicQuaternionOf(start_turn, y);
  for (PetscInt d = 0; d < 3; d++)
    y[4 + d] = start_spin[d];
  for (PetscInt n = 0; n < steps; n++) {
    for (PetscInt s = 0; s < 4; s++) {
      for (PetscInt i = 0; i < 7; i++)
        x[i] = y[i] + (s ? at[s] * k[s - 1][i] : 0);
      Rate(x, k[s]);
    }
    for (PetscInt s = 0; s < 4; s++)
      for (PetscInt i = 0; i < 7; i++)
        y[i] += h / 6 * weight[s] * k[s][i];
  }
  RicQuaternionMatrix(y, R);
  RicVec3Map(R, &y[4], omega);
}

// R and ω in space of the state, on all ranks.
static void Turned(const System *s, PetscReal R[9], PetscReal omega[3]) {
  PetscReal phi[3], spin[3];
  for (PetscInt d = 0; d < 3; d++) {
    phi[d] = ValueAt(s->model, s->state->q, "top", 3 + d);
    spin[d] = ValueAt(s->model, s->state->v, "top", 3 + d);
  }
  assert_true(RicVec3Norm(phi) <= PETSC_PI * (1 + 1e-15));
  RicRotationMatrix(phi, R);
  RicVec3Map(R, spin, omega);
}

// Largest entry of R − R_exact after the run with step h.
static PetscReal Error(const Scheme *scheme, PetscReal h) {
  const PetscInt steps = (PetscInt)(end / h + 0.5);
  PetscReal R[9], omega[3], exact[9], exact_omega[3], error = 0;
  System s = NewTop(scheme, h);
  for (PetscInt n = 1; n <= steps; n++)
    Advance(&s, (PetscReal)n * h);
  Turned(&s, R, omega);
  Exact(exact, exact_omega);
  for (PetscInt i = 0; i < 9; i++)
    error = PetscMax(error, PetscAbsReal(R[i] - exact[i]));
  assert_true(PetscAbsReal(At(&s, s.state->q, "top") - 0.5 * end) < 1e-12);
  Destroy(&s);
  return error;
}

static void CheckOrder(const Scheme *scheme, PetscReal order) {
  const PetscReal coarse = Error(scheme, 0.02), fine = Error(scheme, 0.01);
  const PetscReal found = log2(coarse / fine);
  if (!(found > order - 0.15 && fine < (order > 1.5 ? 1e-3 : 0.1)))
    fail_msg("%s: order %g (promised %g), error %g", scheme->type, (double)found, (double)order,
             (double)fine);
}

// Forces that depend on velocities cost these the order they have without: their velocity is that of
// another time than the forces.
static PetscBool IsLate(const Scheme *scheme) {
  return (PetscBool)!strcmp(scheme->type, "schatzman-paoli");
}

// All schemes on one rank; on several, where a body has the same one owner, each seventh.
static PetscInt Stride(void) {
  PetscMPIInt size;
  Must(MPI_Comm_size(PETSC_COMM_WORLD, &size));
  return size > 1 ? 7 : 1;
}

static void TestOrder(void **state) {
  (void)state;
  for (PetscInt k = 0; k < NUM_SCHEMES; k += Stride())
    CheckOrder(&schemes[k], schemes[k].order);
  for (PetscInt k = 0; k < NUM_OTHERS; k += Stride())
    CheckOrder(&others[k], IsLate(&others[k]) ? 1 : others[k].order);
}

// R J Rᵀω.
static void Momentum(const PetscReal R[9], const PetscReal omega[3], PetscReal L[3]) {
  PetscReal spin[3];
  RicVec3MapBack(R, omega, spin);
  for (PetscInt d = 0; d < 3; d++)
    spin[d] *= principal[d];
  RicVec3Map(R, spin, L);
}

// Turns of several radians in all, of a tenth a step.
static void CheckInvariants(const Scheme *scheme) {
  const PetscReal h = 0.03;
  PetscReal R[9], omega[3], L[3], L0[3];
  System s = NewTop(scheme, h);
  const PetscReal energy = Energy(&s);
  Turned(&s, R, omega);
  Momentum(R, omega, L0);
  for (PetscInt n = 1; n <= 300; n++)
    Advance(&s, (PetscReal)n * h);
  Turned(&s, R, omega);
  Momentum(R, omega, L);
  assert_true(PetscAbsReal(Energy(&s) / energy - 1) < 1e-11);
  for (PetscInt d = 0; d < 3; d++)
    assert_true(PetscAbsReal(L[d] - L0[d]) < 1e-11 * RicVec3Norm(L0));
  Destroy(&s);
}

static void TestInvariants(void **state) {
  (void)state;
  static const char *const midpoint[] = {"moreau-jean", "projected",      "combined",
                                         "ggl-theta",   "theta-position", "rattle"};
  for (size_t k = 0; k < sizeof midpoint / sizeof *midpoint; k += (size_t)Stride())
    CheckInvariants(&(Scheme){.type = midpoint[k], .number = k ? NULL : "theta", .value = 0.5});
}

// What kind of model a body makes by its tensor of inertia: a ball turns as it is, another with a force
// of its own, and one about other axes than the principal ones has a mass that is not lumped.
static void TestTraits(void **state) {
  static const struct {
    PetscReal tensor[9];
    PetscBool gyroscopic, full;
  } table[] = {{{2, 0, 0, 0, 2, 0, 0, 0, 2}, PETSC_FALSE, PETSC_FALSE},
               {{2, 0, 0, 0, 2, 0, 0, 0, 3}, PETSC_TRUE, PETSC_FALSE},
               {{2, 0, 0, 0, 3, 0, 0, 0, 3}, PETSC_TRUE, PETSC_FALSE},
               {{2, 0.1, 0, 0.1, 2, 0, 0, 0, 2}, PETSC_TRUE, PETSC_TRUE},
               {{2, 0, 0.1, 0, 2, 0, 0.1, 0, 2}, PETSC_TRUE, PETSC_TRUE},
               {{2, 0, 0, 0, 2, 0.1, 0, 0.1, 2}, PETSC_TRUE, PETSC_TRUE}};
  (void)state;
  for (size_t k = 0; k < sizeof(table) / sizeof(*table); k++) {
    RicBodyData top = {.mass = 2};
    System s;
    Must(PetscArraycpy(top.tensor, table[k].tensor, 9));
    Must(RicMeshCreate(PETSC_COMM_WORLD, &s.mesh));
    Must(RicMeshAddNode(s.mesh, "top", nowhere));
    BeginModel(&s, 3);
    Must(RicModelAddBody(s.model, RegionOf(s.mesh, "top"), &top));
    Must(RicModelSetUp(s.model));
    const RicModelTraits *is = TraitsOf(s.model);
    assert_true(is->spatial && !is->linear);
    assert_int_equal(is->gyroscopic, table[k].gyroscopic);
    assert_int_equal(is->unsymmetric, table[k].gyroscopic);
    assert_int_equal(is->constant_tangent, !table[k].gyroscopic);
    assert_int_equal(is->full_inertia, table[k].full);
    assert_int_equal(is->lumped, !table[k].full);
    Must(RicModelDestroy(&s.model));
    Must(RicMeshDestroy(&s.mesh));
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(TestOrder), cmocka_unit_test(TestInvariants),
                                     cmocka_unit_test(TestTraits)};
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  alarm(250); // a deadlock ends the test
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
