// SPDX-License-Identifier: BSD-2-Clause
// Systems. Every registered one, that of the example plugin among them, at random states: the mass
// matrix, the derivatives, forces that are those of its own T and V. Then the built-in ones by
// formula, and derivatives where none is given.
#include "numeric.h"
#include "raised.h"
#include "system/system.h"
#include <math.h>
#include <string.h>

#define NUM_STATES 50
#define MAX_DOFS RIC_SYSTEM_MAX_DOFS
#define MAX_ENTRIES (RIC_SYSTEM_MAX_GAPS * MAX_DOFS)
#define MAX_POINTS 32

static const RicSystemOps *Find(const char name[]) {
  const RicSystemOps *ops;
  assert_int_equal(RicSystemFind(name, &ops), 0);
  return ops;
}

typedef struct {
  const RicSystemOps *ops;
  PetscReal p[RIC_SYSTEM_MAX_PARAMETERS], q[MAX_DOFS], v[MAX_DOFS];
} Case;

// Parameters near their defaults; coordinates positive, for a spring has a length.
static Case RandomCase(const RicSystemOps *ops, uint64_t *seed) {
  Case c = {.ops = ops};
  for (PetscInt i = 0; i < ops->num_parameters; ++i)
    c.p[i] = Uniform(seed, 0.5, 1.5) *
             (PetscIsNanReal(ops->parameter_defaults[i]) ? 1 : ops->parameter_defaults[i]);
  UniformArray(seed, 0.1, 6, ops->num_dofs, c.q);
  UniformArray(seed, -5, 5, ops->num_dofs, c.v);
  return c;
}

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

static void Mass(const Case *c, PetscReal M[]) {
  for (PetscInt i = 0; i < c->ops->num_dofs * c->ops->num_dofs; ++i)
    M[i] = NAN; // outputs must be overwritten
  c->ops->Mass(c->p, 0, c->q, M);
}

static void Force(const Case *c, const PetscReal v[], PetscReal f[]) {
  for (PetscInt i = 0; i < c->ops->num_dofs; ++i)
    f[i] = NAN;
  c->ops->Force(c->p, 0, c->q, v, f);
}

static PetscReal Dot(PetscInt n, const PetscReal a[], const PetscReal b[]) {
  PetscReal sum = 0;
  for (PetscInt i = 0; i < n; ++i)
    sum += a[i] * b[i];
  return sum;
}

// ½ vᵀMv.
static PetscReal KineticEnergy(const Case *c) {
  const PetscInt n = c->ops->num_dofs;
  PetscReal M[MAX_DOFS * MAX_DOFS], twice = 0;
  Mass(c, M);
  for (PetscInt i = 0; i < n; ++i)
    twice += c->v[i] * Dot(n, M + i * n, c->v);
  return twice / 2;
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

// ---- Built-in systems by formula ----

static Case DefaultCase(const char name[]) {
  Case c = {.ops = Find(name)};
  memcpy(c.p, c.ops->parameter_defaults, sizeof c.p);
  return c;
}

static void TestOscillator(void **state) {
  (void)state;
  const Case c = {.ops = Find("oscillator"), .p = {2, 0.5, 3, -4}, .q = {0.7}, .v = {-1.5}};
  PetscReal f[1], K[1], C[1], g[1];
  Force(&c, c.v, f);
  RicSystemTangent(c.ops, c.p, 0, c.q, c.v, K, C);
  c.ops->Gap(c.p, 0, c.q, g);
  assert_close(f[0], -4 + 0.5 * 1.5 - 3 * 0.7, 1e-15);
  assert_close(K[0], 3, 0);
  assert_close(C[0], 0.5, 0);
  assert_close(g[0], 0.7, 0);
  assert_close(KineticEnergy(&c), 2.25, 1e-15);
  assert_close(c.ops->Potential(c.p, c.q), 1.5 * 0.49 + 4 * 0.7, 1e-15);
}

// The energy at the start of Capobianco and Eugster's figure 4.
static void TestSpringPendulum(void **state) {
  (void)state;
  Case c = DefaultCase("spring-pendulum");
  c.q[0] = 1.1, c.q[1] = PETSC_PI / 4;
  assert_close(KineticEnergy(&c) + c.ops->Potential(c.p, c.q), -7.13038928, 5e-9);
  c.v[0] = 0.3, c.v[1] = -2;
  assert_close(KineticEnergy(&c), 0.5 * (0.09 + 1.21 * 4), 1e-15);
}

// T as the sum over the three bodies. Centres of mass: in the middle of crank and of rod, and the
// slider's; velocities from the points' positions.
static PetscReal SumOverBodies(const Case *c) {
  const PetscReal h = 1e-4, *m = c->p + 2, *J = c->p + 5;
  PetscReal x[4][3 * MAX_POINTS], velocity[9], T = 0;
  for (int k = 0; k < 4; ++k) {
    PetscReal q[3];
    for (int i = 0; i < 3; ++i)
      q[i] = c->q[i] + (const PetscReal[]){-2, -1, 1, 2}[k] * h * c->v[i];
    c->ops->Points(c->p, q, x[k]);
  }
  for (int i = 0; i < 9; ++i)
    velocity[i] = Difference((const PetscReal[]){x[0][i], x[1][i], x[2][i], x[3][i]}, h);
  for (int body = 0; body < 3; ++body) {
    const PetscReal *end = velocity + 3 * PetscMin(body + 1, 2);
    const PetscReal *start = body == 2 ? end : end - 3;
    const PetscReal vx = (start[0] + end[0]) / 2, vy = (start[1] + end[1]) / 2;
    T += m[body] * (vx * vx + vy * vy) / 2 + J[body] * c->v[body] * c->v[body] / 2;
  }
  return T;
}

static void TestSliderCrankKineticEnergy(void **state) {
  (void)state;
  uint64_t seed = 2;
  for (int k = 0; k < NUM_STATES; ++k) {
    const Case c = RandomCase(Find("slider-crank"), &seed);
    const PetscReal T = KineticEnergy(&c);
    assert_close(T, SumOverBodies(&c), 1e-10 * T);
  }
}

// The start of Breuling's example, section 5.2, whose energy is 7.49554875 J; with the rod's
// inertia as Acary's table 2 prints it, 8.9e-4 kg m², there would be 8.33930 J.
static void TestSliderCrankStart(void **state) {
  (void)state;
  Case c = DefaultCase("slider-crank");
  PetscReal g[4], x[3 * MAX_POINTS];
  c.q[2] = 0.017, c.v[0] = 150, c.v[1] = -75;
  assert_close(KineticEnergy(&c) + c.ops->Potential(c.p, c.q), 7.49554875, 1e-12);
  c.ops->Points(c.p, c.q, x);
  assert_close(x[6], 0.459, 1e-15);
  c.p[6] = 8.9e-4;
  assert_close(KineticEnergy(&c), 7.49554875 + 3e-4 * 75 * 75 / 2, 1e-12);
  c.q[2] = 0; // aligned, each corner is the clearance away from its guide
  c.ops->Gap(c.p, 0, c.q, g);
  for (int i = 0; i < 4; ++i)
    assert_close(g[i], 1e-3, 1e-15);
}

// Breuling (48), and the corners of the picture: a gap is the corner's distance to the guide.
static void TestSliderCrankGaps(void **state) {
  (void)state;
  uint64_t seed = 3;
  for (int k = 0; k < NUM_STATES; ++k) {
    const Case c = RandomCase(Find("slider-crank"), &seed);
    const PetscReal a = c.p[8], b = c.p[9], d = c.p[10], s = sin(c.q[2]), r = cos(c.q[2]);
    const PetscReal y = c.p[0] * sin(c.q[0]) + c.p[1] * sin(c.q[1]);
    PetscReal g[4], x[3 * MAX_POINTS];
    c.ops->Gap(c.p, 0, c.q, g);
    c.ops->Points(c.p, c.q, x);
    assert_close(g[0], d / 2 - (y - a * s + b * r), 1e-15);
    assert_close(g[1], d / 2 - (y + a * s + b * r), 1e-15);
    assert_close(g[2], d / 2 + (y - a * s - b * r), 1e-15);
    assert_close(g[3], d / 2 + (y + a * s - b * r), 1e-15);
    for (int i = 0; i < 4; ++i)
      assert_close(g[i], d / 2 - (i < 2 ? 1 : -1) * x[9 + 3 * i + 1], 1e-15);
  }
}

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

// Where the pictures' points are, from the coordinates: pins along the rods, the slider's corners
// about its centre, guides above and below.
static void TestPictureOfTheSliderCrank(void **state) {
  (void)state;
  uint64_t seed = 5;
  for (int k = 0; k < NUM_STATES; ++k) {
    const Case c = RandomCase(Find("slider-crank"), &seed);
    const PetscReal l1 = c.p[0], l2 = c.p[1], a = c.p[8], b = c.p[9], d = c.p[10];
    PetscReal x[3 * MAX_POINTS];
    c.ops->Points(c.p, c.q, x);
    assert_close(x[3], l1 * cos(c.q[0]), 1e-15);
    assert_close(x[4], l1 * sin(c.q[0]), 1e-15);
    assert_close(x[6] - x[3], l2 * cos(c.q[1]), 1e-15);
    assert_close(x[7] - x[4], l2 * sin(c.q[1]), 1e-15);
    for (int i = 0; i < 4; ++i) {
      const PetscReal along = i % 2 ? a : -a, across = i < 2 ? b : -b;
      const PetscReal *corner = x + 9 + 3 * i, *guide = x + 21 + 3 * i;
      assert_close(corner[0] - x[6], along * cos(c.q[2]) - across * sin(c.q[2]), 1e-15);
      assert_close(corner[1] - x[7], along * sin(c.q[2]) + across * cos(c.q[2]), 1e-15);
      assert_close(guide[0], l2 + (i % 2 ? l1 + a : -l1 - a), 1e-15);
      assert_close(guide[1], i < 2 ? d / 2 : -d / 2, 1e-15);
    }
    for (int i = 0; i < c.ops->num_points; ++i)
      assert_true(x[3 * i + 2] == 0);
  }
}

// The woodpecker's sleeve is turned by a small angle about its centre, and it by its own.
static void TestPictureOfTheWoodpecker(void **state) {
  (void)state;
  uint64_t seed = 8;
  for (int k = 0; k < NUM_STATES; ++k) {
    const Case c = RandomCase(Find("woodpecker"), &seed);
    const PetscReal pole = c.p[6], r = c.p[7], h = c.p[8], l = c.p[9], *bird = c.p + 10, *q = c.q;
    PetscReal x[3 * MAX_POINTS];
    c.ops->Points(c.p, q, x);
    for (int i = 0; i < 4; ++i) { // the right ones first
      const PetscReal across = i < 2 ? r : -r, along = i % 2 ? -h : h;
      assert_close(x[3 * i], across - along * q[1], 1e-15);
      assert_close(x[3 * i + 1], q[0] + along + across * q[1], 1e-15);
      assert_close(x[21 + 3 * i], i < 2 ? pole : -pole, 0);
      assert_close(x[22 + 3 * i], q[0] + (i % 2 ? 3 : -3) * bird[1], 1e-15);
    }
    assert_close(x[12], l, 0);
    assert_close(x[13], q[0] + l * q[1], 1e-15);
    assert_close(x[15] - x[12], bird[0], 1e-15);
    assert_close(x[16] - x[13], bird[0] * q[2], 1e-15);
    assert_close(x[18] - x[15], -bird[2] - bird[1] * q[2], 1e-15);
    assert_close(x[19] - x[16], bird[1] - bird[2] * q[2], 1e-15);
    for (int i = 0; i < c.ops->num_points; ++i)
      assert_true(x[3 * i + 2] == 0);
  }
}

// Its gaps: how far beak, lower and upper right edge of the picture are from the pole; friction acts
// on their motion along it.
static void TestWoodpeckerGaps(void **state) {
  const int points[3] = {6, 1, 0};
  (void)state;
  uint64_t seed = 9;
  for (int k = 0; k < NUM_STATES; ++k) {
    const Case c = RandomCase(Find("woodpecker"), &seed);
    PetscReal x[3 * MAX_POINTS], moved[3 * MAX_POINTS], g[3], tangents[9], q[3];
    for (int i = 0; i < 9; ++i)
      tangents[i] = NAN;
    for (int i = 0; i < 3; ++i)
      q[i] = c.q[i] + c.v[i];
    c.ops->Points(c.p, c.q, x);
    c.ops->Points(c.p, q, moved);
    c.ops->Gap(c.p, 0, c.q, g);
    c.ops->GapTangents(c.p, 0, c.q, tangents);
    for (int i = 0; i < 3; ++i) {
      const int at = 3 * points[i];
      assert_close(g[i], x[at] - c.p[6], 1e-15);
      assert_close(Dot(3, tangents + 3 * i, c.v), moved[at + 1] - x[at + 1], 1e-14);
    }
  }
}

// The pendulum hangs down at the angle 0 and swings to positive x; the oscillator moves along x.
static void TestPicturesOfPoints(void **state) {
  (void)state;
  uint64_t seed = 6;
  for (int k = 0; k < NUM_STATES; ++k) {
    PetscReal x[3 * MAX_POINTS];
    Case c = RandomCase(Find("spring-pendulum"), &seed);
    c.ops->Points(c.p, c.q, x);
    assert_close(x[3], c.q[0] * sin(c.q[1]), 1e-15);
    assert_close(x[4], -c.q[0] * cos(c.q[1]), 1e-15);
    assert_true(x[0] == 0 && x[1] == 0 && x[2] == 0 && x[5] == 0);
    c = RandomCase(Find("oscillator"), &seed);
    c.ops->Points(c.p, c.q, x);
    for (int i = 0; i < 3 * c.ops->num_points; ++i)
      assert_true(x[i] == (i == 3 ? c.q[0] : 0));
  }
}

// Each derivative fills its own entries, and none behind them.
static void TestNothingBehind(void **state) {
  const char *const names[] = {"oscillator", "spring-pendulum", "slider-crank"};
  (void)state;
  uint64_t seed = 7;
  for (int k = 0; k < 3; ++k) {
    const Case c = RandomCase(Find(names[k]), &seed);
    const PetscInt n = c.ops->num_dofs;
    PetscReal K[10] = {0}, C[10] = {0}, g[4] = {0};
    K[n * n] = C[n * n] = g[n] = 7;
    RicSystemTangent(c.ops, c.p, 0, c.q, c.v, K, C);
    RicSystemPotentialGradient(c.ops, c.p, 0, c.q, g);
    assert_true(K[n * n] == 7 && C[n * n] == 7 && g[n] == 7);
    RicSystemMassTangent(c.ops, c.p, 0, c.q, c.v, K);
    RicSystemMassRate(c.ops, c.p, 0, c.q, c.v, g);
    assert_true(K[n * n] == 7 && g[n] == 7);
  }
}

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
      cmocka_unit_test(TestOscillator),
      cmocka_unit_test(TestSpringPendulum),
      cmocka_unit_test(TestSliderCrankKineticEnergy),
      cmocka_unit_test(TestSliderCrankStart),
      cmocka_unit_test(TestSliderCrankGaps),
      cmocka_unit_test(TestPictureOfTheSliderCrank),
      cmocka_unit_test(TestPictureOfTheWoodpecker),
      cmocka_unit_test(TestWoodpeckerGaps),
      cmocka_unit_test(TestPicturesOfPoints),
      cmocka_unit_test(TestNothingBehind),
      cmocka_unit_test(TestTimeDerivatives),
      cmocka_unit_test(TestCheckFindsMistakes),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  PetscCall(RicPluginLoad(PETSC_COMM_WORLD, EXAMPLE_PLUGIN));
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
