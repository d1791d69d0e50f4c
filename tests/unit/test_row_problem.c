// SPDX-License-Identifier: BSD-2-Clause
// Rows of contacts with friction whose matrix is not symmetric, as gyroscopic forces make it: the law holds
// for that matrix, not for its transpose or its symmetric part.
#include "numeric.h"
#include "solve/row_problem.h"
#include "solve/stage.h"

enum { CONTACTS = 3, N = 3 * CONTACTS };

typedef struct {
  PetscReal D[N * N]; // column-major
  PetscReal law[N], mu[N], p[N], z[N], w[N];
} Problem;

// GGᵀ + 1 and a skew part of a fifth of that; contacts that approach and slide.
static Problem RandomProblem(uint64_t *seed) {
  Problem q = {.z = {0}};
  PetscReal G[N * N];
  for (PetscInt i = 0; i < N * N; i++)
    G[i] = Uniform(seed, -1, 1);
  for (PetscInt i = 0; i < N; i++)
    for (PetscInt j = 0; j < N; j++) {
      q.D[j * N + i] = i == j;
      for (PetscInt k = 0; k < N; k++)
        q.D[j * N + i] += G[i * N + k] * G[j * N + k];
    }
  for (PetscInt i = 0; i < N; i++)
    for (PetscInt j = 0; j < i; j++) {
      const PetscReal skew =
          Uniform(seed, -0.2, 0.2) * PetscSqrtReal(q.D[i * N + i] * q.D[j * N + j]);
      q.D[j * N + i] += skew;
      q.D[i * N + j] -= skew;
    }
  for (PetscInt i = 0; i < N; i++) {
    q.law[i] = i % 3 ? RIC_LAW_FRICTION : RIC_LAW_UNILATERAL;
    q.mu[i] = 0.4;
    q.p[i] = i % 3 ? Uniform(seed, -2, 2) : Uniform(seed, -3, 0.5);
  }
  return q;
}

// w = D z + p and Coulomb's law of one contact, rows i, i + 1, i + 2.
static PetscBool CheckContact(const Problem *q, PetscInt i) {
  const PetscReal radius = q->mu[i] * q->z[i], force = hypot(q->z[i + 1], q->z[i + 2]);
  const PetscReal rate = hypot(q->w[i + 1], q->w[i + 2]);
  for (PetscInt r = i; r < i + 3; r++) {
    PetscReal w = q->p[r];
    for (PetscInt k = 0; k < N; k++)
      w += q->D[k * N + r] * q->z[k];
    assert_close(q->w[r], w, 1e-9);
  }
  assert_true(q->z[i] >= -1e-10 && q->w[i] >= -1e-9);
  assert_close(q->z[i] * q->w[i], 0, 1e-9);
  assert_true(force <= radius + 1e-9);
  for (PetscInt k = 1; k < 3; k++)
    assert_close(rate * q->z[i + k], -radius * q->w[i + k], 1e-8);
  return (PetscBool)(rate > 1e-6 && radius > 1e-6);
}

static void TestUnsymmetric(void **state) {
  RicRowProblem problem;
  uint64_t seed = 11;
  PetscInt sliding = 0;
  (void)state;
  assert_int_equal(RicRowProblemCreate("", &problem), 0);
  for (int trial = 0; trial < 200; trial++) {
    Problem q = RandomProblem(&seed);
    PetscInt iterations;
    RicReason reason;
    assert_int_equal(RicRowProblemSolve(problem, N, q.D, PETSC_FALSE, q.law, q.mu, q.p, q.z, q.w,
                                        &iterations, &reason),
                     0);
    assert_int_equal(reason, RIC_OK);
    for (PetscInt c = 0; c < CONTACTS; c++)
      sliding += CheckContact(&q, 3 * c);
  }
  assert_true(sliding > 100);
  assert_int_equal(RicRowProblemDestroy(&problem), 0);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(TestUnsymmetric)};
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
