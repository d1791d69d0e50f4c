// SPDX-License-Identifier: BSD-2-Clause
// The pointwise kernels of friction: projections, one contact alone against its own law in the plane,
// in space and with spin, and the scaling of Lorentz cones.
#include "numeric.h"
#include "solve/friction_cone.h"
#include "solve/friction_lorentz.h"

enum { TRIALS = 4000 };

static PetscReal Product(PetscInt d, const PetscReal x[], const PetscReal y[]) {
  PetscReal sum = 0;
  for (PetscInt i = 0; i < d; i++)
    sum += x[i] * y[i];
  return sum;
}

// z − p is in the polar cone and orthogonal to p.
static void test_projection(void **state) {
  uint64_t seed = 1;
  (void)state;
  for (PetscInt trial = 0; trial < TRIALS; trial++) {
    const PetscInt d = 1 + trial % 4;
    const PetscReal mu = trial % 7 ? Uniform(&seed, 0, 2) : 0;
    PetscReal z[4], p[4], rest[4];
    UniformArray(&seed, -1, 1, d, z);
    RicConeProject(d, mu, z, p);
    for (PetscInt i = 0; i < d; i++)
      rest[i] = z[i] - p[i];
    assert_true(RicTangentNorm(d, p) <= mu * p[0] + 1e-15);
    assert_true(mu * RicTangentNorm(d, rest) <= -rest[0] + 1e-14 || d == 1);
    assert_true(d > 1 || rest[0] <= 0);
    assert_close(Product(d, p, rest), 0, 1e-14);
  }
}

// W = G Gᵀ + something, of random size; every fourth of rank d − 1.
static void RandomBlock(uint64_t *seed, PetscInt d, PetscInt trial, PetscReal W[]) {
  PetscReal G[4][4];
  const PetscInt rank = trial % 4 ? d : d - 1;
  UniformArray(seed, -1, 1, 16, G[0]);
  for (PetscInt i = 0; i < d; i++)
    for (PetscInt j = 0; j < d; j++) {
      W[d * i + j] = 0;
      for (PetscInt a = 0; a < rank; a++)
        W[d * i + j] += G[i][a] * G[j][a];
    }
}

static void test_one_contact(void **state) {
  uint64_t seed = 2;
  PetscInt status[3] = {0};
  (void)state;
  for (PetscInt trial = 0; trial < TRIALS; trial++) {
    const PetscInt d = 2 + trial % 3;
    const PetscReal mu = trial % 11 ? Uniform(&seed, 0, 1) : 0;
    PetscReal W[16], q[4], r[4], u[4], v[4];
    RandomBlock(&seed, d, trial, W);
    UniformArray(&seed, -1, 1, d, v);
    for (PetscInt i = 0; i < d; i++) // in the range of W, so that there is a solution
      q[i] = Product(d, &W[d * i], v);
    RicConeSolve(d, mu, W, q, r);
    for (PetscInt i = 0; i < d; i++)
      u[i] = q[i] + Product(d, &W[d * i], r);
    const PetscReal size = 1e-9 * (1 + PetscSqrtReal(Product(d, r, r)));
    const PetscReal slide = RicTangentNorm(d, u), force = RicTangentNorm(d, r);
    assert_true(u[0] >= -size && r[0] >= 0 && force <= mu * r[0] * (1 + 1e-12));
    assert_close(r[0] * u[0], 0, size * (1 + r[0]));
    assert_close(Product(d, r, u) - r[0] * u[0], -mu * r[0] * slide, size * (1 + r[0]));
    status[r[0] > 0 ? slide > 1e-9 ? 2 : 1 : 0]++;
  }
  for (PetscInt i = 0; i < 3; i++)
    assert_true(status[i] > TRIALS / 20);
}

static void test_no_answer_where_there_is_none(void **state) {
  const PetscReal W[9] = {0}, q[3] = {-1, 1, 0};
  PetscReal r[3] = {1, 1, 1};
  (void)state;
  RicConeSolve(3, 0.5, W, q, r);
  for (PetscInt i = 0; i < 3; i++)
    assert_close(r[i], 0, 0);
  assert_false(RicSmallSolve(3, W, q, r));
}

// S z = S⁻¹ x = λ, S S⁻¹ = I, and λ ∘ (λ \ p) = p.
static void test_scaling(void **state) {
  uint64_t seed = 3;
  (void)state;
  for (PetscInt trial = 0; trial < TRIALS; trial++) {
    const PetscInt d = 1 + trial % 4;
    PetscReal x[4], z[4], S[16], inverse[16], lambda[4], p[4], y[4], back[4];
    UniformArray(&seed, -1, 1, d, x);
    UniformArray(&seed, -1, 1, d, z);
    UniformArray(&seed, -1, 1, d, p);
    x[0] = RicTangentNorm(d, x) + Uniform(&seed, 0.01, 1);
    z[0] = RicTangentNorm(d, z) + Uniform(&seed, 0.01, 1);
    RicLorentzScale(d, x, z, S, inverse, lambda);
    RicLorentzDivide(d, lambda, p, y);
    RicLorentzProduct(d, lambda, y, back);
    for (PetscInt i = 0; i < d; i++) {
      assert_close(Product(d, &S[d * i], z), lambda[i], 1e-10);
      assert_close(Product(d, &inverse[d * i], x), lambda[i], 1e-10);
      assert_close(back[i], p[i], 1e-9);
    }
    assert_close(Product(d, lambda, lambda), Product(d, x, z), 1e-10);
  }
}

// At the step the boundary is reached, before it is not.
static void test_step(void **state) {
  uint64_t seed = 4;
  (void)state;
  for (PetscInt trial = 0; trial < TRIALS; trial++) {
    const PetscInt d = 1 + trial % 4;
    PetscReal x[4], dx[4], at[4];
    UniformArray(&seed, -1, 1, d, x);
    UniformArray(&seed, -1, 1, d, dx);
    x[0] = RicTangentNorm(d, x) + Uniform(&seed, 0.01, 1);
    const PetscReal step = RicLorentzStep(d, x, dx);
    assert_true(step > 0);
    for (PetscInt part = 1; part <= 4; part++) {
      const PetscReal s = step < PETSC_MAX_REAL ? step * part / 4 : 1e3 * part;
      for (PetscInt i = 0; i < d; i++)
        at[i] = x[i] + s * dx[i];
      assert_true(at[0] - RicTangentNorm(d, at) >= -1e-9 * (1 + s));
    }
    if (step < PETSC_MAX_REAL)
      assert_close(at[0], RicTangentNorm(d, at), 1e-9 * (1 + step));
  }
}

// Sideways, and along the axis, where quadratic and linear terms vanish.
static void test_step_sideways(void **state) {
  const PetscReal x[3] = {2, 0, 0}, up[3] = {1, 0, 0}, sideways[3] = {0, 1, 0},
                  along[3] = {-1, 1, 0}, still[3] = {0, 0, 0};
  (void)state;
  assert_close(RicLorentzStep(3, x, sideways), 2, 1e-15);
  assert_close(RicLorentzStep(2, x, sideways), 2, 1e-15);
  assert_close(RicLorentzStep(3, x, along), 1, 1e-15); // dx on the boundary: linear in the step
  for (PetscInt d = 1; d <= 3; d++) {
    assert_true(RicLorentzStep(d, x, up) == PETSC_MAX_REAL);
    assert_true(RicLorentzStep(d, x, still) == PETSC_MAX_REAL);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_projection),
      cmocka_unit_test(test_one_contact),
      cmocka_unit_test(test_no_answer_where_there_is_none),
      cmocka_unit_test(test_scaling),
      cmocka_unit_test(test_step),
      cmocka_unit_test(test_step_sideways),
  };
  if (PetscInitialize(&argc, &argv, NULL, NULL))
    return 1;
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  return PetscFinalize() || failed;
}
