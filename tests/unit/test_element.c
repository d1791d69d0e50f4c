// SPDX-License-Identifier: BSD-2-Clause
// Elements. Every type of the table, in 1D, 2D, 3D, with random geometry, data and states:
//   rigid motion gives no force (a grounded type: the force of its springs, by formula);
//   K = ∂f/∂u and C = ∂f/∂v by differences, f = ∂W/∂u; M, K, C symmetric;
//   total mass and kinetic energy of translation; fields agree with matrices and energy.
#include "elementing.h"

static PetscReal LengthOf(const Case *c) {
  return hypot(hypot(c->X[3] - c->X[0], c->X[4] - c->X[1]), c->X[5] - c->X[2]);
}

static void Poison(PetscInt n, PetscReal x[]) {
  for (PetscInt i = 0; i < n; ++i)
    x[i] = NAN;
}

static void Force(const Case *c, const PetscReal u[], const PetscReal v[], PetscReal f[]) {
  for (PetscInt i = 0; i < c->nd; ++i)
    f[i] = 0;
  if (!c->ops->Force)
    return;
  Poison(c->nd, f);
  c->ops->Force(&c->data, c->dim, c->X, u, v, f);
}

#define GUARD 17.0 // behind the last entry of a matrix

static void Tangent(const Case *c, const PetscReal u[], const PetscReal v[], PetscReal K[],
                    PetscReal C[]) {
  for (PetscInt i = 0; i < c->nd * c->nd; ++i)
    K[i] = C[i] = 0;
  if (!c->ops->Tangent)
    return;
  Poison(c->nd * c->nd, K);
  Poison(c->nd * c->nd, C);
  K[c->nd * c->nd] = C[c->nd * c->nd] = GUARD;
  c->ops->Tangent(&c->data, c->dim, c->X, u, v, K, C);
  assert_true(K[c->nd * c->nd] == GUARD && C[c->nd * c->nd] == GUARD);
}

static void Mass(const Case *c, PetscReal M[]) {
  for (PetscInt i = 0; i < c->nd * c->nd; ++i)
    M[i] = 0;
  if (!c->ops->Mass)
    return;
  Poison(c->nd * c->nd, M);
  M[c->nd * c->nd] = GUARD;
  c->ops->Mass(&c->data, c->dim, c->X, M);
  assert_true(M[c->nd * c->nd] == GUARD);
}

static PetscReal Energy(const Case *c, const PetscReal u[]) {
  return c->ops->Energy ? c->ops->Energy(&c->data, c->dim, c->X, u) : 0;
}

static PetscReal KineticEnergy(const Case *c, const PetscReal v[]) {
  PetscReal M[MAX_ENTRIES], energy = 0;
  Mass(c, M);
  for (PetscInt i = 0; i < c->nd; ++i)
    for (PetscInt j = 0; j < c->nd; ++j)
      energy += v[i] * M[i * c->nd + j] * v[j] / 2;
  return energy;
}

// Force of the motion u, v: none, or for a grounded type its springs' and dampers'.
static void CheckRigidForce(const Case *c, const PetscReal u[], const PetscReal v[]) {
  PetscReal f[RIC_MAX_DOFS];
  Force(c, u, v, f);
  for (PetscInt i = 0; i < c->nd; ++i) {
    const RicGroundSpringData *ground = &c->data.ground;
    const PetscInt d = i % c->dim;
    assert_close(f[i],
                 c->traits->grounded ? ground->stiffness[d] * u[i] + ground->damper[d] * v[i] : 0,
                 2e-14);
  }
  if (!c->traits->grounded)
    assert_close(Energy(c, u), 0, 1e-28);
}

static void CheckTranslation(const Case *c, uint64_t *seed) {
  PetscReal a[3], b[3], u[RIC_MAX_DOFS], v[RIC_MAX_DOFS];
  UniformArray(seed, -2, 2, 3, a);
  UniformArray(seed, -2, 2, 3, b);
  for (PetscInt i = 0; i < c->nd; ++i) {
    u[i] = a[i % c->dim];
    v[i] = b[i % c->dim];
  }
  CheckRigidForce(c, u, v);
}

// w = axis × r with an axis that keeps the space of the dofs: none in 1D, z in 2D.
static void RandomAxis(PetscInt dim, uint64_t *seed, PetscReal axis[3]) {
  UniformArray(seed, -1, 1, 3, axis);
  if (dim < 3)
    axis[0] = axis[1] = 0;
  if (dim < 2)
    axis[2] = 0;
}

static void Cross(const PetscReal a[3], const PetscReal b[3], PetscReal c[3]) {
  for (int i = 0; i < 3; ++i)
    c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

// u = θ × X, v = ω × X: to first order rigid, and exactly so for types linear in u. A finite type's
// force then is of second order in θ (ε = |θ × D0|²/2L²), so it is asked at a tiny θ.
static void CheckInfinitesimalRotation(const Case *c, uint64_t *seed) {
  PetscReal axis[3], w[3], u[RIC_MAX_DOFS], v[RIC_MAX_DOFS];
  const PetscReal angle = c->traits->rotation == ROTATION_FINITE ? 1e-8 : 1;
  if (c->traits->rotation == ROTATION_FREE) {
    assert_int_equal(c->ops->num_nodes, 1);
    return;
  }
  RandomAxis(c->dim, seed, axis);
  for (PetscInt n = 0; n < c->ops->num_nodes; ++n) {
    Cross(axis, &c->X[3 * n], w);
    for (PetscInt i = 0; i < c->dim; ++i) {
      u[n * c->dim + i] = angle * w[i];
      v[n * c->dim + i] = w[i];
    }
  }
  CheckRigidForce(c, u, v);
}

// r turned about the axis by its length as angle (Rodrigues).
static void Rotate(const PetscReal axis[3], const PetscReal r[3], PetscReal turned[3]) {
  const PetscReal angle = hypot(hypot(axis[0], axis[1]), axis[2]);
  PetscReal once[3], twice[3];
  Cross(axis, r, once);
  Cross(axis, once, twice);
  for (int i = 0; i < 3; ++i) {
    turned[i] = r[i];
    if (angle > 0)
      turned[i] += sin(angle) / angle * once[i] + (1 - cos(angle)) / (angle * angle) * twice[i];
  }
}

// u = R X − X + a, v = ω × (R X): no force for types of finite rotation; the others, which are not
// meant for it, show in 2D and 3D that they feel it.
static void CheckFiniteRotation(const Case *c, uint64_t *seed) {
  PetscReal axis[3], a[3], x[3], w[3], u[RIC_MAX_DOFS], v[RIC_MAX_DOFS];
  if (c->traits->rotation == ROTATION_FREE) {
    assert_int_equal(c->ops->num_nodes, 1);
    return;
  }
  RandomAxis(c->dim, seed, axis);
  for (int i = 0; i < 3; ++i)
    axis[i] *= PETSC_PI;
  UniformArray(seed, -2, 2, 3, a);
  for (PetscInt n = 0; n < c->ops->num_nodes; ++n) {
    Rotate(axis, &c->X[3 * n], x);
    Cross(axis, x, w);
    for (PetscInt i = 0; i < c->dim; ++i) {
      u[n * c->dim + i] = x[i] - c->X[3 * n + i] + a[i];
      v[n * c->dim + i] = w[i];
    }
  }
  if (c->traits->rotation == ROTATION_FINITE || c->dim == 1) {
    CheckRigidForce(c, u, v);
    return;
  }
  assert_true(Energy(c, u) > 1e-12);
}

// Column j of ∂f/∂u (of_u) or ∂f/∂v. The quotient is exact for cubic forces.
static void ForceDifference(const Case *c, PetscBool of_u, PetscInt j, PetscReal column[]) {
  const PetscReal h = 5e-3;
  PetscReal f[4][RIC_MAX_DOFS];
  for (int k = 0; k < 4; ++k) {
    Case moved = *c;
    PetscReal *x = of_u ? moved.u : moved.v;
    x[j] += (const PetscReal[]){-2, -1, 1, 2}[k] * h;
    Force(&moved, moved.u, moved.v, f[k]);
  }
  for (PetscInt i = 0; i < c->nd; ++i)
    column[i] = Difference((const PetscReal[]){f[0][i], f[1][i], f[2][i], f[3][i]}, h);
}

static void CheckTangent(const Case *c, uint64_t *seed) {
  (void)seed;
  PetscReal K[MAX_ENTRIES], C[MAX_ENTRIES], of_u[RIC_MAX_DOFS], of_v[RIC_MAX_DOFS];
  Tangent(c, c->u, c->v, K, C);
  for (PetscInt j = 0; j < c->nd; ++j) {
    ForceDifference(c, PETSC_TRUE, j, of_u);
    ForceDifference(c, PETSC_FALSE, j, of_v);
    for (PetscInt i = 0; i < c->nd; ++i) {
      assert_close(K[i * c->nd + j], of_u[i], 1e-10);
      assert_close(C[i * c->nd + j], of_v[i], 1e-11);
    }
  }
}

// Either matrix may be left out, which does not change the other.
static void CheckTangentParts(const Case *c, uint64_t *seed) {
  (void)seed;
  PetscReal K[MAX_ENTRIES], C[MAX_ENTRIES], alone[MAX_ENTRIES];
  const size_t bytes = (size_t)(c->nd * c->nd) * sizeof *K;
  if (!c->ops->Tangent) {
    assert_null(c->ops->Force);
    return;
  }
  Tangent(c, c->u, c->v, K, C);
  Poison(c->nd * c->nd, alone);
  c->ops->Tangent(&c->data, c->dim, c->X, c->u, c->v, alone, NULL);
  assert_memory_equal(alone, K, bytes);
  Poison(c->nd * c->nd, alone);
  c->ops->Tangent(&c->data, c->dim, c->X, c->u, c->v, NULL, alone);
  assert_memory_equal(alone, C, bytes);
}

static void CheckEnergyDerivative(const Case *c, uint64_t *seed) {
  (void)seed;
  const PetscReal h = 5e-3, at_rest[RIC_MAX_DOFS] = {0};
  PetscReal f[RIC_MAX_DOFS];
  Force(c, c->u, at_rest, f);
  for (PetscInt j = 0; j < c->nd; ++j) {
    PetscReal energy[4];
    for (int k = 0; k < 4; ++k) {
      Case moved = *c;
      moved.u[j] += (const PetscReal[]){-2, -1, 1, 2}[k] * h;
      energy[k] = Energy(&moved, moved.u);
    }
    assert_close(f[j], Difference(energy, h), 1e-11);
  }
  assert_close(Energy(c, at_rest), 0, 0);
}

static void CheckSymmetry(const Case *c, uint64_t *seed) {
  (void)seed;
  PetscReal M[MAX_ENTRIES], K[MAX_ENTRIES], C[MAX_ENTRIES];
  Mass(c, M);
  Tangent(c, c->u, c->v, K, C);
  for (PetscInt i = 0; i < c->nd; ++i)
    for (PetscInt j = 0; j < i; ++j) {
      assert_close(M[i * c->nd + j], M[j * c->nd + i], 0);
      assert_close(K[i * c->nd + j], K[j * c->nd + i], 0);
      assert_close(C[i * c->nd + j], C[j * c->nd + i], 0);
    }
}

// A linear type: f = K u + C v with matrices that are the same at any state, even none.
static void CheckLinearity(const Case *c, uint64_t *seed) {
  (void)seed;
  PetscReal K[MAX_ENTRIES], C[MAX_ENTRIES], f[RIC_MAX_DOFS];
  if (!c->ops->linear) {
    assert_int_equal(c->traits->rotation, ROTATION_FINITE);
    return;
  }
  Tangent(c, NULL, NULL, K, C);
  Force(c, c->u, c->v, f);
  for (PetscInt i = 0; i < c->nd; ++i) {
    PetscReal sum = 0;
    for (PetscInt j = 0; j < c->nd; ++j)
      sum += K[i * c->nd + j] * c->u[j] + C[i * c->nd + j] * c->v[j];
    assert_close(f[i], sum, 1e-13);
  }
}

static PetscReal TotalMass(const Case *c) {
  switch (c->traits->mass) {
  case MASS_LINE:
    return c->data.bar.bar.material.density * c->data.bar.bar.area * LengthOf(c);
  case MASS_POINT:
    return c->data.point.mass;
  default:
    return 0;
  }
}

// Σ of the entries between direction i and direction j: the mass if i = j, else 0.
static void CheckTotalMass(const Case *c, uint64_t *seed) {
  (void)seed;
  PetscReal M[MAX_ENTRIES], sum[3][3] = {{0}};
  Mass(c, M);
  for (PetscInt i = 0; i < c->nd; ++i)
    for (PetscInt j = 0; j < c->nd; ++j)
      sum[i % c->dim][j % c->dim] += M[i * c->nd + j];
  for (PetscInt i = 0; i < c->dim; ++i)
    for (PetscInt j = 0; j < c->dim; ++j)
      assert_close(sum[i][j], i == j ? TotalMass(c) : 0, 4e-15 * TotalMass(c));
}

static void CheckKineticEnergy(const Case *c, uint64_t *seed) {
  PetscReal V[3], v[RIC_MAX_DOFS], square = 0;
  UniformArray(seed, -1, 1, 3, V);
  for (PetscInt i = 0; i < c->nd; ++i)
    v[i] = V[i % c->dim];
  for (PetscInt i = 0; i < c->dim; ++i)
    square += V[i] * V[i];
  assert_close(KineticEnergy(c, v), TotalMass(c) * square / 2, 4e-15 * TotalMass(c));
  if (c->traits->mass != MASS_NONE)
    assert_true(KineticEnergy(c, c->v) > 0);
}

// A type says so of its matrix. Lumped: the same total on the diagonal alone.
static void CheckLumped(const Case *c, uint64_t *seed) {
  (void)seed;
  const PetscBool lumped = RicElementTraitsOf(c->ops, &c->data).lumped;
  PetscReal M[MAX_ENTRIES], beside = 0;
  Mass(c, M);
  for (PetscInt i = 0; i < c->nd; ++i)
    for (PetscInt j = 0; j < c->nd; ++j) {
      if (i != j)
        beside += PetscAbsReal(M[i * c->nd + j]);
      if (lumped && i == j)
        assert_close(M[i * c->nd + i], TotalMass(c) / c->ops->num_nodes, 4e-15 * TotalMass(c));
    }
  assert_int_equal(beside == 0, lumped);
}

// A type says so of its force, and whether it is a cable.
static void CheckDamped(const Case *c, uint64_t *seed) {
  (void)seed;
  PetscReal K[MAX_ENTRIES], C[MAX_ENTRIES], size = 0;
  Tangent(c, c->u, c->v, K, C);
  for (PetscInt i = 0; i < c->nd * c->nd; ++i)
    size += PetscAbsReal(C[i]);
  assert_int_equal(size > 0, RicElementTraitsOf(c->ops, &c->data).damped);
  assert_int_equal(IsCable(&c->data, c->traits), RicElementTraitsOf(c->ops, &c->data).cable);
}

static void CheckFields(const Case *c, uint64_t *seed) {
  (void)seed;
  const RicElementFields fields = FieldsOf(c);
  const PetscReal length = c->traits->densities ? LengthOf(c) : 0;
  if (!c->traits->densities) {
    assert_close(fields.kinetic_density, 0, 0);
    assert_close(fields.strain_density, 0, 0);
    return;
  }
  assert_close(fields.kinetic_density * length, KineticEnergy(c, c->v), 1e-13);
  assert_close(fields.strain_density * length, Energy(c, c->u), 1e-13);
}

// The axial force is the internal force along the line from node to node as it is drawn: the line
// of reference for linear types, the deformed one for the others.
static void CheckAxialForce(const Case *c, uint64_t *seed) {
  (void)seed;
  PetscReal f[RIC_MAX_DOFS], line[3] = {0}, length = 0, along = 0, squared = 0;
  if (c->ops->num_nodes < 2) {
    assert_close(FieldsOf(c).axial_force, 0, 0);
    return;
  }
  Force(c, c->u, c->v, f);
  for (PetscInt i = 0; i < c->dim; ++i) {
    line[i] = c->X[3 + i] - c->X[i] + (c->ops->linear ? 0 : c->u[c->dim + i] - c->u[i]);
    length += line[i] * line[i];
    along += f[c->dim + i] * line[i];
    squared += f[c->dim + i] * f[c->dim + i];
    assert_close(f[i], -f[c->dim + i], 0);
  }
  along /= PetscSqrtReal(length);
  assert_close(FieldsOf(c).axial_force, along, 1e-13);
  assert_close(PetscSqrtReal(squared), PetscAbsReal(along), 1e-13);
}

#define CONFORMANCE_TEST(name)                                                                     \
  static void Test##name(void **state) {                                                           \
    (void)state;                                                                                   \
    ForEveryType(Check##name);                                                                     \
  }
CONFORMANCE_TEST(Translation)
CONFORMANCE_TEST(InfinitesimalRotation)
CONFORMANCE_TEST(FiniteRotation)
CONFORMANCE_TEST(Tangent)
CONFORMANCE_TEST(TangentParts)
CONFORMANCE_TEST(EnergyDerivative)
CONFORMANCE_TEST(Symmetry)
CONFORMANCE_TEST(Linearity)
CONFORMANCE_TEST(TotalMass)
CONFORMANCE_TEST(KineticEnergy)
CONFORMANCE_TEST(Lumped)
CONFORMANCE_TEST(Damped)
CONFORMANCE_TEST(Fields)
CONFORMANCE_TEST(AxialForce)

static void TestTable(void **state) {
  (void)state;
  const RicElementOps *const *table;
  PetscInt n;
  assert_int_equal(RicElementGetTable(&n, &table), 0);
  for (PetscInt i = 0; i < n; ++i) {
    assert_ptr_equal(Find(table[i]->name), table[i]);
    assert_true(strlen(table[i]->description) > 0);
    assert_in_range(table[i]->num_nodes, 1, RIC_MAX_NODES);
    CheckParameters(table[i]->parameters, table[i]->data_size);
  }
  assert_null(Find("beam"));
  assert_null(Find("bar-"));
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestTable),
      cmocka_unit_test(TestTranslation),
      cmocka_unit_test(TestInfinitesimalRotation),
      cmocka_unit_test(TestFiniteRotation),
      cmocka_unit_test(TestTangent),
      cmocka_unit_test(TestTangentParts),
      cmocka_unit_test(TestEnergyDerivative),
      cmocka_unit_test(TestSymmetry),
      cmocka_unit_test(TestLinearity),
      cmocka_unit_test(TestTotalMass),
      cmocka_unit_test(TestKineticEnergy),
      cmocka_unit_test(TestLumped),
      cmocka_unit_test(TestDamped),
      cmocka_unit_test(TestFields),
      cmocka_unit_test(TestAxialForce),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
