// SPDX-License-Identifier: BSD-2-Clause
// Systems. Every registered one, that of the example plugin among them, at random states: the mass
// matrix, the derivatives, forces that are those of its own T and V. Then derivatives where none is given.
#include "raised.h"
#include "system_case.h"
#include <math.h>
#include <string.h>

#define MAX_ENTRIES (RIC_SYSTEM_MAX_GAPS * MAX_DOFS)

typedef void (*CheckFn)(const Case *c);

static void ForEverySystem(CheckFn check) {
  PetscInt n;
  uint64_t seed = 1;
  assert_int_equal(RicSystemGetCount(&n), 0);
  assert_true(n >= 4);
  for (PetscInt i = 0; i < n; ++i) {
    const RicSystemOps *ops;
    assert_int_equal(RicSystemGet(i, &ops), 0);
    for (PetscInt k = 0; k < NUM_STATES; ++k) {
      const Case c = RandomCase(ops, &seed);
      check(&c);
    }
  }
}

// d/ds V(q + s d) at s = 0.
static PetscReal PotentialRate(const Case *c, const PetscReal d[]) {
  const PetscReal h = 1e-3;
  PetscReal V[4];
  for (int k = 0; k < 4; ++k) {
    PetscReal q[MAX_DOFS];
    for (PetscInt i = 0; i < c->ops->num_dofs; ++i)
      q[i] = c->q[i] + (const PetscReal[]){-2, -1, 1, 2}[k] * h * d[i];
    V[k] = c->ops->Potential(c->p, q);
  }
  return Difference(V, h);
}

// Symmetric, and positive definite: Cholesky's pivots.
static void CheckMass(const Case *c) {
  const PetscInt n = c->ops->num_dofs;
  PetscReal M[MAX_DOFS * MAX_DOFS];
  Mass(c, M);
  for (PetscInt i = 0; i < n; ++i)
    for (PetscInt j = 0; j < i; ++j)
      assert_close(M[i * n + j], M[j * n + i], 0);
  for (PetscInt k = 0; k < n; ++k) {
    assert_true(M[k * n + k] > 0);
    for (PetscInt i = k + 1; i < n; ++i)
      for (PetscInt j = k + 1; j < n; ++j)
        M[i * n + j] -= M[i * n + k] * M[k * n + j] / M[k * n + k];
  }
}

// Each derivative that is given is that of its function; also far round the circle.
static void CheckDerivatives(const Case *c) {
  for (int turns = 0; turns <= 100; turns += 100) {
    RicSystemCheck check;
    PetscReal q[MAX_DOFS];
    for (PetscInt i = 0; i < c->ops->num_dofs; ++i)
      q[i] = c->q[i] + turns;
    RicSystemCheckDerivatives(c->ops, c->p, 0, q, c->v, &check);
    assert_close(check.tangent_q, 0, 1e-7);
    assert_close(check.tangent_v, 0, 1e-7);
    assert_close(check.mass_tangent, 0, 1e-7);
    assert_close(check.rows, 0, 1e-7);
    assert_close(check.curvature, 0, 1e-7);
  }
}

static void CheckSymmetricCurvature(const Case *c) {
  const PetscInt n = c->ops->num_dofs;
  const PetscReal lambda[RIC_SYSTEM_MAX_GAPS] = {1, 0.3, -0.7, 2};
  PetscReal H[MAX_DOFS * MAX_DOFS];
  RicSystemGapCurvature(c->ops, c->p, 0, c->q, lambda, H);
  for (PetscInt i = 0; i < n; ++i)
    for (PetscInt j = 0; j < i; ++j)
      assert_close(H[i * n + j], H[j * n + i], 1e-8);
}

// Lagrange: f = −Ṁv + ½ ∂(vᵀMv)/∂q − ∂V/∂q. At their defaults no system is damped.
static void CheckLagrange(const Case *c) {
  const PetscInt n = c->ops->num_dofs;
  PetscReal f[MAX_DOFS], mdot_v[MAX_DOFS], K[MAX_DOFS * MAX_DOFS], scale = 0;
  Force(c, c->v, f);
  RicSystemMassRate(c->ops, c->p, 0, c->q, c->v, mdot_v);
  RicSystemMassTangent(c->ops, c->p, 0, c->q, c->v, K);
  for (PetscInt i = 0; i < n; ++i)
    scale = PetscMax(scale, PetscAbsReal(f[i]) + PetscAbsReal(mdot_v[i]));
  for (PetscInt j = 0; j < n; ++j) {
    PetscReal unit[MAX_DOFS] = {0}, gyroscopic = -mdot_v[j];
    unit[j] = 1;
    for (PetscInt i = 0; i < n; ++i)
      gyroscopic += c->v[i] * K[i * n + j] / 2;
    assert_close(f[j], gyroscopic - PotentialRate(c, unit), 1e-8 * scale);
  }
}

// d/dt (T + V) = v·f + ½ v·Ṁv + ∂V/∂q·v = 0 along the free motion M v̇ = f.
static void CheckPower(const Case *c) {
  const PetscInt n = c->ops->num_dofs;
  PetscReal f[MAX_DOFS], mdot_v[MAX_DOFS];
  Force(c, c->v, f);
  RicSystemMassRate(c->ops, c->p, 0, c->q, c->v, mdot_v);
  const PetscReal of_f = Dot(n, c->v, f), of_mass = Dot(n, c->v, mdot_v) / 2;
  assert_close(of_f + of_mass + PotentialRate(c, c->v), 0,
               1e-8 * (PetscAbsReal(of_f) + PetscAbsReal(of_mass) + 1));
}

// Ṁ v is (∂(M a)/∂q) v for a = v, when M does not depend on t.
static void CheckMassRate(const Case *c) {
  const PetscInt n = c->ops->num_dofs;
  PetscReal mdot_v[MAX_DOFS], K[MAX_DOFS * MAX_DOFS];
  RicSystemMassRate(c->ops, c->p, 0, c->q, c->v, mdot_v);
  RicSystemMassTangent(c->ops, c->p, 0, c->q, c->v, K);
  for (PetscInt i = 0; i < n; ++i)
    assert_close(mdot_v[i], Dot(n, K + i * n, c->v), 1e-9 * (1 + PetscAbsReal(mdot_v[i])));
}

// Where nothing is given, all is formed, within a tolerance of what was given.
static void CheckFallback(const Case *c) {
  const PetscInt n = c->ops->num_dofs, m = c->ops->num_gaps;
  const PetscReal lambda[RIC_SYSTEM_MAX_GAPS] = {1, 0.3, -0.7, 2};
  RicSystemOps bare = *c->ops;
  PetscReal x[4][MAX_ENTRIES], y[4][MAX_ENTRIES], scale[4] = {0};
  bare.Tangent = NULL, bare.MassTangent = NULL, bare.GapRows = NULL, bare.GapCurvature = NULL;
  for (int k = 0; k < 2; ++k) {
    const RicSystemOps *ops = k ? &bare : c->ops;
    PetscReal(*D)[MAX_ENTRIES] = k ? y : x;
    RicSystemTangent(ops, c->p, 0, c->q, c->v, D[0], NULL);
    RicSystemTangent(ops, c->p, 0, c->q, c->v, NULL, D[1]);
    RicSystemGapRows(ops, c->p, 0, c->q, D[2]);
    RicSystemGapCurvature(ops, c->p, 0, c->q, lambda, D[3]);
  }
  const PetscInt size[4] = {n * n, n * n, m * n, n * n};
  const PetscReal tolerance[4] = {1e-7, 1e-7, 1e-7, 1e-6};
  for (int k = 0; k < 4; ++k) {
    for (PetscInt i = 0; i < size[k]; ++i)
      scale[k] = PetscMax(scale[k], PetscAbsReal(x[k][i]));
    for (PetscInt i = 0; i < size[k]; ++i)
      assert_close(y[k][i], x[k][i], tolerance[k] * (scale[k] + 1e-2));
  }
}

static PetscReal PotentialAt(const Case *c, const PetscReal dq[], PetscReal s) {
  PetscReal q[MAX_DOFS];
  for (PetscInt i = 0; i < c->ops->num_dofs; ++i)
    q[i] = c->q[i] + s * dq[i];
  return c->ops->Potential(c->p, q);
}

// Over a way along v rows do what the gaps change by, and the force what V loses.
static void CheckPath(const Case *c) {
  const PetscInt n = c->ops->num_dofs, m = c->ops->num_gaps;
  const PetscReal rest[MAX_DOFS] = {0};
  PetscReal W[MAX_ENTRIES + 1], f[MAX_DOFS], g[2][RIC_SYSTEM_MAX_GAPS], dq[MAX_DOFS], q[MAX_DOFS];
  for (PetscReal s = 0.1; s > 1e-9; s *= 1e-3) {
    PetscReal size = 1;
    for (PetscInt i = 0; i < MAX_DOFS; ++i) // beyond the last dof nothing is read
      dq[i] = i < n ? s * c->v[i] : NAN, q[i] = c->q[i] + dq[i];
    c->ops->Gap(c->p, 0, c->q, g[0]);
    c->ops->Gap(c->p, 0, q, g[1]);
    for (PetscInt i = 0; i < m * n; ++i)
      W[i] = NAN;
    W[m * n] = 17; // nor written
    RicSystemPathRows(c->ops, c->p, 0, c->q, dq, W);
    assert_true(W[m * n] == 17);
    for (PetscInt i = 0; i < m; ++i)
      assert_close(Dot(n, &W[i * n], dq), g[1][i] - g[0][i], 1e-13);
    RicSystemPathForce(c->ops, c->p, 0, c->q, dq, rest, f);
    for (PetscInt i = 0; i < n; ++i)
      size += PetscAbsReal(f[i]);
    const PetscReal from = PotentialAt(c, dq, 0), to = PotentialAt(c, dq, 1);
    if (c->ops->constant_mass)
      assert_close(Dot(n, f, dq), from - to, 1e-9 * s * size + 1e-15 * PetscAbsReal(from));
  }
}

// Without a way they are the rows and the force where it stands.
static void CheckPathLimit(const Case *c) {
  const PetscInt n = c->ops->num_dofs;
  const PetscReal dq[MAX_DOFS] = {0};
  PetscReal W[2][MAX_ENTRIES], f[2][MAX_DOFS];
  RicSystemPathRows(c->ops, c->p, 0, c->q, dq, W[0]);
  RicSystemGapRows(c->ops, c->p, 0, c->q, W[1]);
  RicSystemPathForce(c->ops, c->p, 0, c->q, dq, c->v, f[0]);
  Force(c, c->v, f[1]);
  for (PetscInt i = 0; i < n * c->ops->num_gaps; ++i)
    assert_close(W[0][i], W[1][i], 0);
  for (PetscInt i = 0; i < n; ++i)
    assert_close(f[0][i], f[1][i], 0);
}

// All coordinates of all points are set.
static void CheckPoints(const Case *c) {
  PetscReal x[3 * MAX_POINTS];
  assert_in_range(c->ops->num_points, 1, MAX_POINTS);
  for (PetscInt i = 0; i < 3 * c->ops->num_points; ++i)
    x[i] = NAN;
  c->ops->Points(c->p, c->q, x);
  for (PetscInt i = 0; i < 3 * c->ops->num_points; ++i)
    assert_false(PetscIsInfOrNanReal(x[i]));
}

#define CONFORMANCE_TEST(name)                                                                     \
  static void Test##name(void **state) {                                                           \
    (void)state;                                                                                   \
    ForEverySystem(Check##name);                                                                   \
  }
CONFORMANCE_TEST(Mass)
CONFORMANCE_TEST(Derivatives)
CONFORMANCE_TEST(SymmetricCurvature)
CONFORMANCE_TEST(Lagrange)
CONFORMANCE_TEST(Power)
CONFORMANCE_TEST(MassRate)
CONFORMANCE_TEST(Fallback)
CONFORMANCE_TEST(Path)
CONFORMANCE_TEST(PathLimit)
CONFORMANCE_TEST(Points)

// ---- A system whose functions depend on the time, with mistakes to be found ----

static void TimeMass(const PetscReal p[], PetscReal t, const PetscReal q[], PetscReal M[]) {
  (void)p;
  M[0] = 2 + q[0] * q[0] + t * t;
}

static void TimeForce(const PetscReal p[], PetscReal t, const PetscReal q[], const PetscReal v[],
                      PetscReal f[]) {
  (void)p;
  f[0] = -sin(q[0]) * v[0] * v[0] + t;
}

static PetscReal NoPotential(const PetscReal p[], const PetscReal q[]) {
  (void)p, (void)q;
  return 0;
}

static void TimeGap(const PetscReal p[], PetscReal t, const PetscReal q[], PetscReal g[]) {
  (void)p;
  g[0] = q[0] * q[0] * q[0] - sin(3 * t);
}

static void WrongTangent(const PetscReal p[], PetscReal t, const PetscReal q[], const PetscReal v[],
                         PetscReal K[], PetscReal C[]) {
  (void)p, (void)t;
  K[0] = cos(q[0]) * v[0] * v[0];
  C[0] = sin(q[0]) * v[0]; // half of it
}

static void WrongRows(const PetscReal p[], PetscReal t, const PetscReal q[], PetscReal W[]) {
  (void)p, (void)t;
  W[0] = 3.003 * q[0] * q[0];
}

static void NoCurvature(const PetscReal p[], PetscReal t, const PetscReal q[],
                        const PetscReal lambda[], PetscReal H[]) {
  (void)p, (void)t, (void)q, (void)lambda;
  H[0] = NAN;
}

static const RicSystemOps timed = {
    .name = "timed",
    .num_dofs = 1,
    .num_gaps = 1,
    .dof_names = {"x"},
    .gap_names = {"stop"},
    .Mass = TimeMass,
    .Force = TimeForce,
    .Potential = NoPotential,
    .Gap = TimeGap,
};

static void TestTimeDerivatives(void **state) {
  (void)state;
  const PetscReal q[] = {0.8}, v[] = {-40}, t = 0.3;
  PetscReal mdot_v, rate;
  RicSystemMassRate(&timed, NULL, t, q, v, &mdot_v);
  RicSystemGapRate(&timed, NULL, t, q, &rate);
  assert_close(mdot_v, (2 * q[0] * v[0] + 2 * t) * v[0], 1e-8);
  assert_close(rate, -3 * cos(3 * t), 1e-10);
}

static void TestCheckFindsMistakes(void **state) {
  (void)state;
  const PetscReal q[] = {0.8}, v[] = {-1.7};
  RicSystemOps wrong = timed;
  RicSystemCheck check;
  RicSystemCheckDerivatives(&timed, NULL, 0.3, q, v, &check);
  assert_memory_equal(&check, &(RicSystemCheck){0}, sizeof check); // none is given
  wrong.Tangent = WrongTangent, wrong.GapRows = WrongRows, wrong.GapCurvature = NoCurvature;
  wrong.constant_mass = PETSC_TRUE; // which it is not
  RicSystemCheckDerivatives(&wrong, NULL, 0.3, q, v, &check);
  assert_close(check.tangent_q, 0, 1e-9);
  assert_close(check.tangent_v, 0.5, 1e-9);
  assert_close(check.mass_tangent, 1, 1e-9);
  assert_close(check.rows, 0.001, 1e-6);
  assert_close(check.curvature, PETSC_INFINITY, 0);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestMass),
      cmocka_unit_test(TestDerivatives),
      cmocka_unit_test(TestSymmetricCurvature),
      cmocka_unit_test(TestLagrange),
      cmocka_unit_test(TestPower),
      cmocka_unit_test(TestMassRate),
      cmocka_unit_test(TestFallback),
      cmocka_unit_test(TestPath),
      cmocka_unit_test(TestPathLimit),
      cmocka_unit_test(TestPoints),
      cmocka_unit_test(TestTimeDerivatives),
      cmocka_unit_test(TestCheckFindsMistakes),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  PetscCall(RicPluginLoad(PETSC_COMM_WORLD, EXAMPLE_PLUGIN));
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
