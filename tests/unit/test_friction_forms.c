// SPDX-License-Identifier: BSD-2-Clause
// The same problem as a full matrix, by blocks and by bodies, with equations
// among the contacts, by all back-ends: each answer
// obeys the laws; cones that are others in other rows; walls of boxes, whose counts do not grow.
#include "friction_forms.h"
#include "friction_walls.h"
#include "solve/friction_impl.h"

#include <malloc.h>

enum { TRIALS = 150, BRIEF_TRIALS = 20 };

static RicFriction friction;

// What round-off is measured by: at least the largest |Σ_j W_ij r_j|, at most that of |W_ij| |r_j|
// where W is a full matrix, a few times that where its blocks are taken as one.
static void CheckMagnitude(const RandomProblem *p) {
  const PetscReal magnitude = friction->kernel->Magnitude(friction, p->r);
  PetscReal least = 0, most = 0;

  for (PetscInt i = 0; i < p->n; i++) {
    PetscReal sum = 0, sizes = 0;
    for (PetscInt j = 0; j < p->n; j++) {
      sum += p->W[i * p->n + j] * p->r[j];
      sizes += PetscAbsReal(p->W[i * p->n + j] * p->r[j]);
    }
    least = PetscMax(least, PetscAbsReal(sum));
    most = PetscMax(most, sizes);
  }
  if (friction->kernel == &RicFrictionKernel_Dense) {
    assert_close(magnitude, most, 1e-12 * most);
    assert_close(friction->product_flops, 2.0 * (PetscReal)(p->n * p->n), 0);
  }
  assert_close(friction->kernel->Magnitude(friction, (PetscReal[MOST_ROWS]){0}), 0, 0);
  assert_true(magnitude >= least * (1 - 1e-12) && magnitude <= 20 * most);
}

static void test_three_forms(void **state) {
  const PetscInt trials = Brief() ? BRIEF_TRIALS : TRIALS;
  RandomProblem *p = (RandomProblem *)malloc(sizeof(*p));
  Forms *forms = (Forms *)malloc(sizeof(*forms));
  PetscInt factorizations[6] = {0};
  uint64_t seed = 21;

  (void)state;
  assert_true(p && forms);
  for (PetscInt trial = 0; trial < trials; trial++) {
    MakeRandom(&seed, 0.8, p);
    for (PetscInt k = 0; k < p->contacts; k++)
      if (trial % 2 && Uniform(&seed, 0, 1) < 0.2)
        p->groups[k].law = RIC_FRICTION_EQUALITY;
    const RicFrictionProblem problems[] = {DenseForm(p), BlockForm(p, forms), BodyForm(p, forms)};
    for (PetscInt form = 0; form < 6; form++) {
      static const char *const kernels[] = {"auto", "auto", "auto", "dense", "sparse", "primal"};
      assert_int_equal(RicFrictionSetKernel(friction, kernels[form]), 0);
      PetscMemzero(p->r, sizeof(p->r));
      assert_int_equal(
          RicFrictionSolve(friction, &problems[PetscMin(form, 2)], p->r, p->u, &p->result), 0);
      assert_int_equal(p->result.reason, RIC_FRICTION_SOLVED);
      CheckRandom(p, 1e-9);
      CheckMagnitude(p);
      factorizations[form] += p->result.factorizations;
    }
  }
  for (PetscInt form = 4; form < 6; form++) // another factorisation of the same matrices
    assert_true(PetscAbsInt(factorizations[form] - factorizations[3]) <= factorizations[3] / 2);
  assert_int_equal(RicFrictionSetKernel(friction, "auto"), 0);
  free(forms);
  free(p);
}

// After the largest problem, no other takes memory.
static void test_memory_is_taken_once(void **state) {
  RandomProblem *p = (RandomProblem *)malloc(3 * sizeof(*p));
  Forms *forms = (Forms *)malloc(sizeof(*forms));
  static const char *const kernels[] = {"dense", "sparse", "primal"};
  uint64_t seed = 9;

  (void)state;
  assert_true(p && forms);
  for (PetscInt i = 0; i < 3; i++)
    do
      MakeRandom(&seed, 0.5, &p[i]);
    while (p[i].dim < 3 || p[i].contacts > 30);
  for (PetscInt form = 0; form < 3; form++) {
    size_t bytes = 0;
    assert_int_equal(RicFrictionSetKernel(friction, kernels[form]), 0);
    for (PetscInt round = 0; round < 3; round++) {
      for (PetscInt i = 0; i < 3; i++) {
        const RicFrictionProblem problem = BodyForm(&p[i], forms);
        PetscMemzero(p[i].r, sizeof(p[i].r));
        assert_int_equal(RicFrictionSolve(friction, &problem, p[i].r, p[i].u, &p[i].result), 0);
      }
      // the block LU is made anew for another graph: its memory comes back to the same
      assert_true(!round || mallinfo2().uordblks <= bytes);
      bytes = mallinfo2().uordblks;
    }
  }
  assert_int_equal(RicFrictionSetKernel(friction, "auto"), 0);
  free(forms);
  free(p);
}

// ‖r_T‖ within the ellipse and, sliding, u_T along its outward normal there: with a = (r₁/µ₁², r₂/µ₂²),
// u_T = −λ a.
static void CheckEllipse(const RandomProblem *p, PetscInt k, PetscReal tolerance) {
  const PetscReal *r = &p->r[3 * k], *u = &p->u[3 * k];
  const PetscReal m1 = p->groups[k].mu, m2 = p->groups[k].mu2;
  const PetscReal inside = PetscSqr(r[1] / m1) + PetscSqr(r[2] / m2) - r[0] * r[0];
  const PetscReal a1 = r[1] / (m1 * m1), a2 = r[2] / (m2 * m2);

  assert_true(inside <= 1e-9 * (1 + r[0] * r[0]));
  assert_close(a1 * u[2] - a2 * u[1], 0, tolerance);
  assert_true(u[1] * a1 + u[2] * a2 <= tolerance);
  if (inside < -1e-6 * r[0] * r[0]) {
    assert_close(u[1], 0, tolerance);
    assert_close(u[2], 0, tolerance);
  }
}

static void test_elliptic_cones(void **state) {
  RandomProblem *p = (RandomProblem *)malloc(sizeof(*p));
  Forms *forms = (Forms *)malloc(sizeof(*forms));
  uint64_t seed = 5;
  PetscInt seen = 0;

  (void)state;
  assert_true(p && forms);
  while (seen < 40) {
    MakeRandom(&seed, 0.8, p);
    if (p->dim == 2 || p->contacts > 12)
      continue;
    for (PetscInt k = 0; k < p->contacts; k++) {
      p->groups[k].mu = Uniform(&seed, 0.1, 0.8);
      p->groups[k].mu2 = Uniform(&seed, 0.1, 0.8);
    }
    const RicFrictionProblem problems[] = {DenseForm(p), BlockForm(p, forms), BodyForm(p, forms)};
    PetscMemzero(p->r, sizeof(p->r));
    assert_int_equal(RicFrictionSolve(friction, &problems[seen % 3], p->r, p->u, &p->result), 0);
    assert_int_equal(p->result.reason, RIC_FRICTION_SOLVED);
    for (PetscInt k = 0; k < p->contacts; k++)
      CheckEllipse(p, k, 1e-7 * (1 + p->r[3 * k]));
    seen++;
  }
  free(forms);
  free(p);
}

// A disk of radius ℓ that spins and slides on its face: W = diag(1, 1, 1, 2/ℓ²)/m. The combined sliding
// (u_T, ℓ ω) is braked along itself: with scaled masses 1 and 2 its two parts fall in proportion only
// while the cone is one of (r_T, r_s/ℓ).
static void test_contensou_cones(void **state) {
  (void)state;
  for (PetscReal mu = 0.05; mu < 3; mu += 0.25) {
    const RicFrictionGroup groups[2] = {
        {.law = RIC_FRICTION_CONTENSOU, .rows = 4, .mu = mu, .radius = 0.3},
        {.law = RIC_FRICTION_COULOMB, .rows = 3, .mu = mu}};
    const PetscReal l = 0.3, q[7] = {-1, 0.6, 0.3, 5, -1, 0.3, 0.2};
    PetscReal W[49] = {0}, r[7] = {0}, u[7], slide = 0, force = 0, power = 0;
    RicFrictionResult result;
    for (PetscInt i = 0; i < 7; i++)
      W[8 * i] = i == 3 ? 2 / (l * l) : 1;
    const RicFrictionProblem problem = {
        .num_groups = 2, .groups = groups, .q = q, .W = W, .leading = 7};
    assert_int_equal(RicFrictionSolve(friction, &problem, r, u, &result), 0);
    assert_int_equal(result.reason, RIC_FRICTION_SOLVED);
    assert_close(r[0], 1, 1e-12);
    for (PetscInt i = 1; i < 4; i++) {
      const PetscReal e = i == 3 ? l : 1;
      slide += PetscSqr(e * u[i]);
      force += PetscSqr(r[i] / e);
      power += u[i] * r[i];
      assert_close(u[i], q[i] + W[8 * i] * r[i], 1e-12);
    }
    assert_true(PetscSqrtReal(force) <= mu * (1 + 1e-12));
    assert_close(power, -mu * PetscSqrtReal(slide), 1e-9);
    assert_int_equal(result.stick + result.slip, 2);
  }
}

static void test_walls(void **state) {
  static const PetscInt width[] = {3, 5, 10, 15}, layers[] = {3, 6, 10, 20};
  const PetscInt sizes = Brief() ? 2 : 4;

  (void)state;
  for (PetscInt i = 0; i < sizes; i++) {
    RicFrictionResult result;
    Wall w;
    assert_int_equal(WallCreate(width[i], layers[i], 0.5, 0.1, 0.02, &w), 0);
    const RicFrictionProblem problem = WallProblem(&w);
    assert_int_equal(RicFrictionSolve(friction, &problem, w.r, w.u, &result), 0);
    assert_int_equal(result.reason, RIC_FRICTION_SOLVED);
    assert_in_range(result.factorizations, 1, 25);
    assert_true(result.stick > 0.8 * (PetscReal)w.contacts);
    assert_int_equal(WallDestroy(&w), 0);
  }
}

static int SetUp(void **state) {
  (void)state;
  return RicFrictionCreate(NULL, &friction);
}

static int TearDown(void **state) {
  (void)state;
  return RicFrictionDestroy(&friction);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_three_forms),    cmocka_unit_test(test_memory_is_taken_once),
      cmocka_unit_test(test_elliptic_cones), cmocka_unit_test(test_contensou_cones),
      cmocka_unit_test(test_walls),
  };
  if (PetscInitialize(&argc, &argv, NULL, NULL))
    return 1;
  const int failed = cmocka_run_group_tests(tests, SetUp, TearDown);
  return PetscFinalize() || failed;
}
