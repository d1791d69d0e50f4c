// SPDX-License-Identifier: BSD-2-Clause
// The frictional contact problem against closed forms: one contact in the plane and in space, the
// direction of sliding with unequal inertia, redundant contacts, equations beside contacts, and the
// frictionless problem as an LCP.
#include "numeric.h"
#include "raised.h"
#include "solve/friction.h"
#include "solve/lcp.h"

#include <math.h>
#include <string.h>

enum { LARGEST = 48 };

static RicFriction friction;

typedef struct {
  PetscInt num_groups, n;
  RicFrictionGroup groups[LARGEST];
  PetscReal W[LARGEST * LARGEST], q[LARGEST], r[LARGEST], u[LARGEST];
  RicFrictionResult result;
} Problem;

static void Add(Problem *p, RicFrictionLaw law, PetscInt rows, PetscReal mu) {
  p->groups[p->num_groups++] = (RicFrictionGroup){.law = law, .rows = rows, .mu = mu};
  p->n += rows;
}

static void Solve(Problem *p) {
  const RicFrictionProblem problem = {
      .num_groups = p->num_groups, .groups = p->groups, .q = p->q, .W = p->W, .leading = LARGEST};
  assert_int_equal(RicFrictionSolve(friction, &problem, p->r, p->u, &p->result), 0);
}

// The law of each group, by its own words, to `tolerance`.
static void CheckLaws(const Problem *p, PetscReal tolerance) {
  PetscInt start = 0;

  for (PetscInt k = 0; k < p->num_groups; start += p->groups[k++].rows) {
    const RicFrictionGroup *g = &p->groups[k];
    const PetscReal *r = &p->r[start], *u = &p->u[start];
    PetscReal slide = 0, force = 0, power = 0;
    if (g->law == RIC_FRICTION_EQUALITY) {
      for (PetscInt i = 0; i < g->rows; i++)
        assert_close(u[i], 0, tolerance);
      continue;
    }
    assert_true(u[0] >= -tolerance && r[0] >= 0);
    assert_close(r[0] * u[0], 0, tolerance * (1 + r[0]));
    for (PetscInt i = 1; i < g->rows; i++)
      slide += u[i] * u[i], force += r[i] * r[i], power += r[i] * u[i];
    slide = PetscSqrtReal(slide), force = PetscSqrtReal(force);
    assert_true(force <= g->mu * r[0] * (1 + 1e-12) + 1e-300);
    assert_close(power, -g->mu * r[0] * slide, tolerance * (1 + r[0]));
  }
}

static void Set(Problem *p, PetscInt i, PetscInt j, PetscReal value) {
  p->W[i * LARGEST + j] = p->W[j * LARGEST + i] = value;
}

// A point of mass 2 that hits at (u_N, u_T) = (−3, 1): it sticks from µ = 1/3 on.
static void test_one_contact_in_the_plane(void **state) {
  (void)state;
  for (PetscReal mu = 0; mu < 0.6; mu += 0.05) {
    Problem p = {0};
    Add(&p, RIC_FRICTION_COULOMB, 2, mu);
    Set(&p, 0, 0, 0.5), Set(&p, 1, 1, 0.5);
    p.q[0] = -3, p.q[1] = 1;
    Solve(&p);
    assert_int_equal(p.result.reason, RIC_FRICTION_SOLVED);
    assert_close(p.r[0], 6, 1e-13);
    assert_close(p.r[1], -PetscMin(6 * mu, 2), 1e-12);
    assert_close(p.u[1], PetscMax(1 - 3 * mu, 0), 1e-12);
    assert_int_equal(p.result.stick, mu > 1.0 / 3);
    assert_int_equal(p.result.slip, mu < 1.0 / 3);
  }
}

// A disk (spin inertia half of m R²) that hits the ground and slides or rolls: W = diag(1, 3)/m.
static void test_one_contact_in_space(void **state) {
  (void)state;
  const PetscReal q[3] = {-2, 3, 4}, w[3] = {1, 3.5, 3.5};
  for (PetscReal mu = 0; mu < 2; mu += 0.125) {
    Problem p = {0};
    Add(&p, RIC_FRICTION_COULOMB, 3, mu);
    for (PetscInt i = 0; i < 3; i++)
      Set(&p, i, i, w[i]), p.q[i] = q[i];
    Solve(&p);
    assert_int_equal(p.result.reason, RIC_FRICTION_SOLVED);
    assert_close(p.r[0], 2, 1e-13);
    const PetscReal force = PetscMin(2 * mu, 5 / 3.5);
    assert_close(p.r[1], -0.6 * force, 1e-12);
    assert_close(p.r[2], -0.8 * force, 1e-12);
  }
}

// Unequal inertia along T₁ and T₂: friction opposes the sliding that is, not the sliding that was. A
// ρ per component would give the direction of (1, 1).
static void test_direction_of_sliding(void **state) {
  (void)state;
  const PetscReal w[3] = {1, 1, 9}, mu = 0.1;
  for (PetscInt copies = 1; copies <= 2; copies++) { // alone, and through all links
    Problem p = {0};
    for (PetscInt k = 0; k < copies; k++) {
      Add(&p, RIC_FRICTION_COULOMB, 3, mu);
      for (PetscInt i = 0; i < 3; i++)
        Set(&p, 3 * k + i, 3 * k + i, w[i]), p.q[3 * k + i] = i ? 1 : -1;
    }
    Solve(&p);
    assert_int_equal(p.result.reason, RIC_FRICTION_SOLVED);
    CheckLaws(&p, 1e-10);
    const PetscReal *r = &p.r[3 * (copies - 1)], *u = &p.u[3 * (copies - 1)];
    assert_close(r[0], 1, 1e-12);
    assert_close(r[1] * u[2] - r[2] * u[1], 0, 1e-10);
    assert_true(PetscAbsReal(r[1] - r[2]) > 1e-2);
    for (PetscInt i = 1; i < 3; i++)
      assert_close(u[i], 1 + w[i] * r[i], 1e-12);
  }
}

// A square table on four legs: the sum of the forces is unique, the forces are not, and each start
// gives a solution near it.
static void TableRows(Problem *p, PetscReal H[LARGEST][6]) {
  const PetscReal x[4] = {1, -1, -1, 1}, y[4] = {1, 1, -1, -1}, height = 0.5;

  for (PetscInt k = 0; k < 4; k++) { // rows of (v, ω), centre above the ground
    const PetscReal rows[3][6] = {
        {0, 0, 1, y[k], -x[k], 0}, {1, 0, 0, 0, -height, -y[k]}, {0, 1, 0, height, 0, x[k]}};
    for (PetscInt i = 0; i < 3; i++)
      for (PetscInt j = 0; j < 6; j++)
        H[3 * k + i][j] = rows[i][j];
  }
  for (PetscInt i = 0; i < 12; i++)
    for (PetscInt j = 0; j < 12; j++) {
      PetscReal sum = 0;
      for (PetscInt a = 0; a < 6; a++)
        sum += H[i][a] * H[j][a];
      Set(p, i, j, sum);
    }
}

static void test_redundant_contacts(void **state) {
  (void)state;
  PetscReal H[LARGEST][6];
  const PetscReal v[6] = {0.3, 0.2, -1, 0.05, -0.02, 0.1};
  for (PetscInt cold = 0; cold < 2; cold++) {
    Problem p = {0};
    PetscReal impulse = 0;
    for (PetscInt k = 0; k < 4; k++)
      Add(&p, RIC_FRICTION_COULOMB, 3, 0.6);
    TableRows(&p, H);
    for (PetscInt i = 0; i < 12; i++)
      for (PetscInt a = 0; a < 6; a++)
        p.q[i] += H[i][a] * v[a];
    for (PetscInt k = 0; k < 4 && !cold; k++)
      p.r[3 * k] = k % 2 ? 0.4 : 0.1;
    Solve(&p);
    assert_int_equal(p.result.reason, RIC_FRICTION_SOLVED);
    CheckLaws(&p, 1e-9);
    for (PetscInt k = 0; k < 4; k++)
      impulse += p.r[3 * k];
    assert_close(impulse, 1, 1e-8);
  }
}

// Two masses joined by an equation, one of which hits with friction; the equation given twice.
static void test_equations_beside_contacts(void **state) {
  (void)state;
  for (PetscInt copies = 1; copies <= 2; copies++) {
    Problem p = {0};
    Add(&p, RIC_FRICTION_COULOMB, 2, 0.2);
    for (PetscInt k = 0; k < copies; k++) {
      Add(&p, RIC_FRICTION_EQUALITY, 1, 0);
      p.q[2 + k] = 0;
      Set(&p, 1, 2 + k, 1);
      for (PetscInt j = 0; j <= k; j++)
        Set(&p, 2 + k, 2 + j, 2);
    }
    Set(&p, 0, 0, 1), Set(&p, 1, 1, 1);
    p.q[0] = -1, p.q[1] = 4;
    for (PetscInt k = 0; k < copies; k++)
      p.q[2 + k] = 0;
    Solve(&p);
    assert_int_equal(p.result.reason, RIC_FRICTION_SOLVED);
    assert_close(p.r[0], 1, 1e-12);
    assert_close(p.r[1], -0.2, 1e-10);
    assert_close(p.u[1], 4 - 0.1, 1e-9); // both masses are slowed down
    assert_close(p.u[2], 0, 1e-9);
    assert_close(p.r[2] + (copies > 1 ? p.r[3] : 0), 0.1, 1e-9);
  }
}

// µ = 0, in random problems of full rank: the LCP of the normal rows.
static void test_no_friction_is_an_lcp(void **state) {
  (void)state;
  enum { ROWS = 8 };
  uint64_t seed = 7;
  RicLcp lcp;
  assert_int_equal(RicLcpCreate(&lcp), 0);
  for (PetscInt trial = 0; trial < 200; trial++) {
    Problem p = {0};
    PetscReal G[3 * ROWS][3 * ROWS], D[ROWS * ROWS], b[ROWS], z[ROWS] = {0}, w[ROWS];
    PetscInt pivots = 0;
    RicReason reason;
    UniformArray(&seed, -1, 1, 9 * ROWS * ROWS, G[0]);
    UniformArray(&seed, -1, 1, 3 * ROWS, p.q);
    for (PetscInt k = 0; k < ROWS; k++)
      Add(&p, k % 2 ? RIC_FRICTION_COULOMB : RIC_FRICTION_UNILATERAL, k % 2 ? 3 : 1, 0);
    for (PetscInt i = 0; i < p.n; i++)
      for (PetscInt j = 0; j <= i; j++) {
        PetscReal sum = 0;
        for (PetscInt a = 0; a < 3 * ROWS; a++)
          sum += G[i][a] * G[j][a];
        Set(&p, i, j, sum);
      }
    for (PetscInt k = 0; k < ROWS; k++) {
      const PetscInt i = 4 * (k / 2) + k % 2;
      b[k] = p.q[i];
      for (PetscInt l = 0; l < ROWS; l++)
        D[l * ROWS + k] = p.W[i * LARGEST + 4 * (l / 2) + l % 2];
    }
    Solve(&p);
    assert_int_equal(RicLcpSolve(lcp, ROWS, D, PETSC_TRUE, NULL, b, z, w, &pivots, &reason), 0);
    assert_int_equal(p.result.reason, RIC_FRICTION_SOLVED);
    for (PetscInt k = 0; k < ROWS; k++)
      assert_close(p.r[4 * (k / 2) + k % 2], z[k], 1e-7 * (1 + z[k]));
  }
  assert_int_equal(RicLcpDestroy(&lcp), 0);
}

// The answer is a start that needs no work; near it Newton alone does, and few steps of it.
static void test_warm_start(void **state) {
  PetscReal H[LARGEST][6];
  const PetscReal v[6] = {0.3, 0.2, -1, 0.05, -0.02, 0.1};
  Problem p = {0};
  (void)state;
  for (PetscInt k = 0; k < 4; k++)
    Add(&p, RIC_FRICTION_COULOMB, 3, 0.2);
  TableRows(&p, H);
  for (PetscInt i = 0; i < 12; i++)
    for (PetscInt a = 0; a < 6; a++)
      p.q[i] += H[i][a] * v[a];
  Solve(&p);
  assert_int_equal(p.result.reason, RIC_FRICTION_SOLVED);
  assert_true(p.result.sweeps > 0);
  Solve(&p);
  assert_int_equal(p.result.link, RIC_FRICTION_LINK_START);
  assert_int_equal(p.result.sweeps + p.result.factorizations, 0);
  for (PetscInt i = 0; i < 12; i++)
    for (PetscInt a = 0; a < 6; a++)
      p.q[i] += 1e-3 * H[i][a] * (a % 2 ? -1 : 1);
  Solve(&p);
  assert_int_equal(p.result.link, RIC_FRICTION_LINK_WARM);
  assert_int_equal(p.result.sweeps, 0);
  assert_in_range(p.result.newton, 1, 4);
  CheckLaws(&p, 1e-9);
}

// Other masses, lengths and times: the same counts, impulses and velocities in proportion.
static void test_units(void **state) {
  PetscReal H[LARGEST][6];
  Problem p[2] = {{0}, {0}};
  const PetscReal mass = 1e6, speed = 1e-4;
  (void)state;
  for (PetscInt s = 0; s < 2; s++) {
    for (PetscInt k = 0; k < 4; k++)
      Add(&p[s], RIC_FRICTION_COULOMB, 3, 0.2);
    TableRows(&p[s], H);
    for (PetscInt i = 0; i < 12; i++) {
      p[s].q[i] = (s ? speed : 1) * (0.3 * H[i][0] - H[i][2] + 0.1 * H[i][5]);
      for (PetscInt j = 0; j < 12; j++)
        p[s].W[i * LARGEST + j] /= s ? mass : 1;
    }
    Solve(&p[s]);
    assert_int_equal(p[s].result.reason, RIC_FRICTION_SOLVED);
  }
  assert_int_equal(p[0].result.sweeps, p[1].result.sweeps);
  assert_int_equal(p[0].result.factorizations, p[1].result.factorizations);
  for (PetscInt i = 0; i < 12; i++) {
    assert_close(p[1].u[i] / speed, p[0].u[i], 1e-7);
    assert_close(p[1].r[i] / (mass * speed), p[0].r[i], 1e-6);
  }
}

// Two contacts that cannot both open ask for what cannot be.
static void test_no_solution(void **state) {
  Problem p = {0};
  (void)state;
  for (PetscInt k = 0; k < 2; k++)
    Add(&p, RIC_FRICTION_COULOMB, 2, 0.3);
  for (PetscInt i = 0; i < 4; i++)
    Set(&p, i, i, 1);
  Set(&p, 0, 2, -1), Set(&p, 1, 3, 1);
  p.q[0] = p.q[2] = -1;
  Solve(&p);
  assert_int_equal(p.result.reason, RIC_FRICTION_INFEASIBLE);
  assert_true(p.result.residual > 1e-3);
}

// At rest or moving apart nothing is done; a problem of no rows is solved.
static void test_nothing_to_do(void **state) {
  Problem p = {0};
  (void)state;
  Solve(&p);
  assert_int_equal(p.result.reason, RIC_FRICTION_SOLVED);
  Add(&p, RIC_FRICTION_COULOMB, 3, 0.3);
  Set(&p, 0, 0, 1), Set(&p, 1, 1, 1), Set(&p, 2, 2, 1);
  for (PetscInt speed = 0; speed < 2; speed++) {
    p.q[0] = speed, p.q[1] = 3 * speed;
    Solve(&p);
    assert_int_equal(p.result.link, RIC_FRICTION_LINK_START);
    assert_int_equal(p.result.open, 1);
    assert_close(p.u[1], 3 * speed, 0);
  }
}

static void CheckRefused(RicFrictionGroup group, const char says[]) {
  const PetscReal W[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, q[4] = {-1};
  const RicFrictionProblem problem = {
      .num_groups = 1, .groups = &group, .q = q, .W = W, .leading = 4};
  PetscReal r[4] = {0}, u[4];
  RicFrictionResult result;

  assert_int_equal(Raised(RicFrictionSolve(friction, &problem, r, u, &result)),
                   PETSC_ERR_USER_INPUT);
  if (!strstr(raised_line, says))
    fail_msg("says '%s', should say '%s'", raised_line, says);
}

static void test_refusals(void **state) {
  (void)state;
  CheckRefused((RicFrictionGroup){.law = RIC_FRICTION_COULOMB, .rows = 3, .mu = -0.1},
               "coefficient of friction -0.1, must be ≥ 0");
  CheckRefused((RicFrictionGroup){.law = RIC_FRICTION_COULOMB, .rows = 3, .mu = NAN},
               "coefficient of friction");
  CheckRefused((RicFrictionGroup){.law = RIC_FRICTION_COULOMB, .rows = 1},
               "1 rows, must be 2 to 3");
  CheckRefused((RicFrictionGroup){.law = RIC_FRICTION_UNILATERAL, .rows = 2},
               "2 rows, must be 1 to 1");
  CheckRefused((RicFrictionGroup){.law = RIC_FRICTION_COULOMB, .rows = 2, .mu = 0.1, .mu2 = 0.2},
               "two coefficients of friction");
  CheckRefused((RicFrictionGroup){.law = RIC_FRICTION_CONTENSOU, .rows = 4, .mu = 0.1},
               "radius 0 of the spin, must be > 0");
  assert_int_equal(Raised(RicFrictionSetTolerance(friction, 0)), PETSC_ERR_USER_INPUT);
  assert_int_equal(Raised(RicFrictionSetKernel(friction, "none")), PETSC_ERR_USER_INPUT);
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
      cmocka_unit_test(test_one_contact_in_the_plane),
      cmocka_unit_test(test_one_contact_in_space),
      cmocka_unit_test(test_direction_of_sliding),
      cmocka_unit_test(test_redundant_contacts),
      cmocka_unit_test(test_equations_beside_contacts),
      cmocka_unit_test(test_no_friction_is_an_lcp),
      cmocka_unit_test(test_warm_start),
      cmocka_unit_test(test_units),
      cmocka_unit_test(test_no_solution),
      cmocka_unit_test(test_nothing_to_do),
      cmocka_unit_test(test_refusals),
  };
  if (PetscInitialize(&argc, &argv, NULL, NULL))
    return 1;
  const int failed = cmocka_run_group_tests(tests, SetUp, TearDown);
  return PetscFinalize() || failed;
}
