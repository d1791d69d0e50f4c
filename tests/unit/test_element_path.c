// SPDX-License-Identifier: BSD-2-Clause
// Elements over a path. Every type of the table, in 1D, 2D, 3D, and every type as one that has no forces over
// a path of its own (Gonzalez' formula), with random geometry, data and ways, cables that tighten and slacken:
//   f·du is what V changes by, dissipation takes from the energy that it says;
//   K = ∂f/∂du by differences; no way has the force where it stands; momenta.
#include "elementing.h"

// Ways of this part of a random motion.
static const PetscReal ways[] = {1, 0.1, 1e-4, 1e-8};
#define NUM_WAYS (sizeof ways / sizeof *ways)

typedef struct {
  const Case *c;
  RicElementOps ops; // as in the table, or without what is its own
  PetscReal du[RIC_MAX_DOFS], end[RIC_MAX_DOFS], before[RIC_MAX_DOFS];
  RicElementPath path;
} Way;

static void SetWay(const Case *c, PetscReal s, PetscBool bare, Way *way) {
  *way = (Way){.c = c, .ops = *c->ops, .path = {.u0 = c->u, .du = way->du}};
  if (bare && c->ops->Force)
    way->ops.linear = PETSC_FALSE, way->ops.PathForce = NULL, way->ops.PathTangent = NULL,
    way->ops.PathEnergy = NULL;
  for (PetscInt i = 0; i < c->nd; ++i) {
    way->du[i] = s * c->v[i];
    way->end[i] = c->u[i] + way->du[i];
    way->before[i] = c->u[i] - 0.3 * c->v[(i + 1) % c->nd];
  }
}

// With χ and what came before.
static void Dissipate(Way *way) {
  way->path.dissipation = 0.4;
  way->path.before = way->before;
  way->path.ratio = 0.5;
}

static void PathForce(const Way *way, const PetscReal du[], PetscReal f[]) {
  RicElementPath path = way->path;
  path.du = du;
  for (PetscInt i = 0; i < way->c->nd; ++i)
    f[i] = NAN;
  f[way->c->nd] = 17; // behind the last entry
  RicElementPathForce(&way->ops, &way->c->data, way->c->dim, way->c->X, &path, f);
  assert_true(f[way->c->nd] == 17);
}

static PetscReal Energy(const Case *c, const PetscReal u[]) {
  return c->ops->Energy ? c->ops->Energy(&c->data, c->dim, c->X, u) : 0;
}

static PetscReal PathEnergy(const Way *way, const PetscReal u0[], const PetscReal u1[]) {
  return RicElementPathEnergy(&way->ops, &way->c->data, way->c->dim, way->c->X, u0, u1);
}

// f·du − (V1 − V0).
static PetscReal Loss(const Way *way) {
  PetscReal f[RIC_MAX_DOFS + 1], work = 0;
  PathForce(way, way->du, f);
  for (PetscInt i = 0; i < way->c->nd; ++i)
    work += f[i] * way->du[i];
  return work - (Energy(way->c, way->end) - Energy(way->c, way->c->u));
}

static void CheckWork(const Case *c, uint64_t *seed) {
  (void)seed;
  for (size_t k = 0; k < 2 * NUM_WAYS; ++k) {
    Way way;
    SetWay(c, ways[k / 2], (PetscBool)(k % 2), &way);
    assert_close(Loss(&way), 0, 1e-13);
  }
}

// What the strain that bears grows by from u0 to u1, of types with one.
static PetscReal Growth(const Case *c, const PetscReal u0[], const PetscReal u1[]) {
  Case at[2] = {*c, *c};
  PetscReal strain[2];
  for (int k = 0; k < 2; ++k) {
    memcpy(at[k].u, k ? u1 : u0, sizeof at[k].u);
    strain[k] = FieldsOf(&at[k]).axial_strain;
    if (IsCable(&c->data, c->traits))
      strain[k] = PetscMax(strain[k], 0);
  }
  return strain[1] - strain[0];
}

// With the energies E of this increment and B of the one before, counted by the ratio: the loss is
// ½χ (E − B) + ½χ D, D the energy of their difference, and √D from |√E − √B| to √E + √B.
static void CheckDissipation(const Case *c, uint64_t *seed) {
  (void)seed;
  for (size_t k = 0; k < NUM_WAYS; ++k) {
    Way way;
    SetWay(c, ways[k], PETSC_FALSE, &way);
    Dissipate(&way);
    const PetscReal e = PathEnergy(&way, c->u, way.end), ratio = way.path.ratio;
    const PetscReal b = ratio * ratio * PathEnergy(&way, way.before, c->u);
    const PetscReal d = 2 * Loss(&way) / way.path.dissipation - (e - b);
    const PetscReal mixed = 2 * PetscSqrtReal(e * b);
    const PetscReal alike = Growth(c, c->u, way.end) * Growth(c, way.before, c->u);
    assert_true(e >= 0 && (!c->ops->Force || e > 0 || IsCable(&c->data, c->traits)));
    assert_true(d > e + b - mixed - 1e-12 && d < e + b + mixed + 1e-12);
    if (c->ops->num_nodes == 2) // one strain
      assert_close(d, e + b - (alike > 0 ? mixed : -mixed), 1e-12);
  }
}

// Without a step before, as if that had not moved.
static void CheckStart(const Case *c, uint64_t *seed) {
  (void)seed;
  Way way;
  PetscReal f[2][RIC_MAX_DOFS + 1];
  SetWay(c, 1, PETSC_FALSE, &way);
  Dissipate(&way);
  way.path.before = NULL;
  PathForce(&way, way.du, f[0]);
  way.path.before = c->u;
  PathForce(&way, way.du, f[1]);
  assert_memory_equal(f[0], f[1], (size_t)c->nd * sizeof **f);
}

// Are all strains on the way that the force depends on away from 0, where a cable's tangent jumps?
static PetscBool IsSmooth(const Way *way) {
  Case at = *way->c;
  if (!IsCable(&at.data, at.traits))
    return PETSC_TRUE;
  for (int k = 0; k < 2; ++k) {
    for (PetscInt i = 0; i < at.nd; ++i)
      at.u[i] = k ? way->end[i] : way->c->u[i] + way->du[i] / 2;
    if (PetscAbsReal(FieldsOf(&at).axial_strain) < 0.02)
      return PETSC_FALSE;
  }
  return PETSC_TRUE;
}

static void CheckTangentOf(const Way *way) {
  const PetscReal h = 1e-3;
  const PetscInt nd = way->c->nd;
  PetscReal K[MAX_ENTRIES + 1];
  K[nd * nd] = 17;
  RicElementPathTangent(&way->ops, &way->c->data, way->c->dim, way->c->X, &way->path, K);
  assert_true(K[nd * nd] == 17);
  for (PetscInt j = 0; j < nd; ++j) {
    PetscReal f[4][RIC_MAX_DOFS + 1];
    for (int k = 0; k < 4; ++k) {
      PetscReal du[RIC_MAX_DOFS];
      memcpy(du, way->du, sizeof du);
      du[j] += (const PetscReal[]){-2, -1, 1, 2}[k] * h;
      PathForce(way, du, f[k]);
    }
    for (PetscInt i = 0; i < nd; ++i)
      assert_close(K[i * nd + j],
                   Difference((const PetscReal[]){f[0][i], f[1][i], f[2][i], f[3][i]}, h), 2e-7);
  }
}

static void CheckTangent(const Case *c, uint64_t *seed) {
  (void)seed;
  for (int k = 0; k < 3; ++k) {
    Way way;
    SetWay(c, 1, (PetscBool)(k == 2), &way);
    if (k == 1)
      Dissipate(&way);
    if (IsSmooth(&way))
      CheckTangentOf(&way);
  }
}

// On no way the force is that where it stands, and depends on the end by half its tangent; nearly so on a
// short one.
static void CheckLimit(const Case *c, uint64_t *seed) {
  (void)seed;
  const PetscReal at_rest[RIC_MAX_DOFS] = {0};
  PetscReal f[2][RIC_MAX_DOFS + 1] = {{0}}, K[2][MAX_ENTRIES] = {{0}};
  for (int k = 0; k < 4; ++k) {
    const PetscReal tolerance = k / 2 ? 1e-6 : 1e-14;
    Way way;
    SetWay(c, k / 2 ? 1e-8 : 0, (PetscBool)(k % 2), &way);
    PathForce(&way, way.du, f[0]);
    RicElementPathTangent(&way.ops, &c->data, c->dim, c->X, &way.path, K[0]);
    if (c->ops->Force) {
      c->ops->Force(&c->data, c->dim, c->X, c->u, at_rest, f[1]);
      c->ops->Tangent(&c->data, c->dim, c->X, c->u, at_rest, K[1], NULL);
    }
    for (PetscInt i = 0; i < c->nd; ++i)
      assert_close(f[0][i], f[1][i], tolerance);
    for (PetscInt i = 0; i < c->nd * c->nd; ++i)
      assert_close(K[0][i], K[1][i] / 2, tolerance);
  }
}

// Forces sum to none, and at the mean of the way their moments, of types that turn as they may.
static void CheckMomenta(const Case *c, uint64_t *seed) {
  (void)seed;
  PetscReal f[RIC_MAX_DOFS + 1], x[RIC_MAX_NODES][3] = {{0}}, force[RIC_MAX_NODES][3] = {{0}};
  PetscReal sum[3] = {0}, moment[3] = {0}, part[3];
  Way way;
  if (c->traits->grounded)
    return;
  SetWay(c, 1, PETSC_FALSE, &way);
  Dissipate(&way);
  PathForce(&way, way.du, f);
  for (PetscInt n = 0; n < c->ops->num_nodes; ++n) {
    for (PetscInt d = 0; d < c->dim; ++d) {
      x[n][d] = c->X[3 * n + d] + (c->u[n * c->dim + d] + way.end[n * c->dim + d]) / 2;
      force[n][d] = f[n * c->dim + d];
    }
    RicVec3Cross(x[n], force[n], part);
    RicVec3Add(moment, 1, part, moment);
    RicVec3Add(sum, 1, force[n], sum);
  }
  for (PetscInt d = 0; d < 3; ++d) {
    assert_close(sum[d], 0, 0);
    if (c->traits->rotation == ROTATION_FINITE)
      assert_close(moment[d], 0, 1e-13);
  }
}

// Of a cable's ways some tighten it, some slacken it, some leave it taut or slack.
static void TestCables(void **state) {
  (void)state;
  uint64_t seed = 1;
  int seen[2][2] = {{0}};
  for (int k = 0; k < 1000; ++k) {
    Case c = RandomCase(Find("bar-nonlinear"), 1 + k % 3, &seed), end = c;
    for (PetscInt i = 0; i < c.nd; ++i)
      end.u[i] += c.v[i];
    c.data.bar.tension_only = PETSC_TRUE;
    seen[FieldsOf(&c).axial_strain > 0][FieldsOf(&end).axial_strain > 0]++;
  }
  for (int k = 0; k < 4; ++k)
    assert_true(seen[k / 2][k % 2] > 50);
}

// A cable's force over a path by formula: EA = 2, L = 1, from slack to taut and back.
static void TestCableForce(void **state) {
  (void)state;
  const RicBarNonlinearData data = {.bar = {.material = {4, 1}, .area = 0.5},
                                    .tension_only = PETSC_TRUE};
  const PetscReal X[6] = {0, 0, 0, 1}, slack[2] = {0, -0.1}, taut[2] = {0, 0.3};
  const PetscReal strain[2] = {-0.1 + 0.005, 0.3 + 0.045}, mean = 1.1;
  const PetscReal rho = strain[1] / (strain[1] - strain[0]);
  const PetscReal tighten[2] = {0, 0.4}, slacken[2] = {0, -0.4};
  const RicElementPath to_taut = {.u0 = slack, .du = tighten}, back = {.u0 = taut, .du = slacken};
  PetscReal f[2], K[4];
  const RicElementOps *bar = Find("bar-nonlinear");
  RicElementPathForce(bar, &data, 1, X, &to_taut, f);
  assert_close(f[1], strain[1] * rho * mean, 1e-15);
  RicElementPathTangent(bar, &data, 1, X, &to_taut, K);
  assert_close(K[3], (1 - (1 - rho) * (1 - rho)) * mean * 1.3 + strain[1] * rho / 2, 1e-15);
  RicElementPathForce(bar, &data, 1, X, &back, f);
  assert_close(f[1], strain[1] * rho * mean, 1e-15);
  RicElementPathTangent(bar, &data, 1, X, &back, K);
  assert_close(K[3], rho * rho * mean * 0.9 + strain[1] * rho / 2, 1e-15);
}

#define CONFORMANCE_TEST(name)                                                                     \
  static void Test##name(void **state) {                                                           \
    (void)state;                                                                                   \
    ForEveryType(Check##name);                                                                     \
  }
CONFORMANCE_TEST(Work)
CONFORMANCE_TEST(Dissipation)
CONFORMANCE_TEST(Start)
CONFORMANCE_TEST(Tangent)
CONFORMANCE_TEST(Limit)
CONFORMANCE_TEST(Momenta)

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestWork),   cmocka_unit_test(TestDissipation),
      cmocka_unit_test(TestStart),  cmocka_unit_test(TestTangent),
      cmocka_unit_test(TestLimit),  cmocka_unit_test(TestMomenta),
      cmocka_unit_test(TestCables), cmocka_unit_test(TestCableForce),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
