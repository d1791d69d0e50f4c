// SPDX-License-Identifier: BSD-2-Clause
// Rotations: three ways of writing one agree, compositions are those of matrices, lengths stay within
// π, tangents are derivatives; at random vectors of every size from 10⁻³⁰⁰ to π.
#include "geom/rotation.h"
#include "numeric.h"
#include "posing.h"

#define NUM_STATES 200

// A random axis times an angle: every size that is stored, by turns.
static void RandomVector(PetscInt i, uint64_t *seed, PetscReal phi[3]) {
  const PetscReal sizes[] = {PETSC_PI, 3, 1, 0.31, 0.29, 1e-2, 1e-5, 1e-9, 1e-200, 0};
  do
    UniformArray(seed, -1, 1, 3, phi);
  while (RicVec3Norm(phi) < 0.1);
  RicVec3Scale(sizes[i % 10] / RicVec3Norm(phi), phi, phi);
}

static void Multiply(const PetscReal A[9], const PetscReal B[9], PetscReal C[9]) {
  for (PetscInt i = 0; i < 9; ++i)
    C[i] =
        A[i - i % 3] * B[i % 3] + A[i - i % 3 + 1] * B[3 + i % 3] + A[i - i % 3 + 2] * B[6 + i % 3];
}

static void CheckSame(PetscInt n, const PetscReal a[], const PetscReal b[], PetscReal tolerance) {
  for (PetscInt i = 0; i < n; ++i)
    assert_close(a[i], b[i], tolerance);
}

// By formula: about z by 90°, and a turn of three axes by 120°.
static void TestByFormula(void **state) {
  (void)state;
  const PetscReal quarter[3] = {0, 0, PETSC_PI / 2}, third = 2 * PETSC_PI / 3 / PetscSqrtReal(3.0);
  const PetscReal cycle[3] = {third, third, third};
  PetscReal R[9];
  RicRotationMatrix(quarter, R);
  CheckSame(9, R, (const PetscReal[]){0, -1, 0, 1, 0, 0, 0, 0, 1}, 4e-16);
  RicRotationMatrix(cycle, R); // x → y → z → x
  CheckSame(9, R, (const PetscReal[]){0, 0, 1, 1, 0, 0, 0, 1, 0}, 4e-16);
}

static void TestThereAndBack(void **state) {
  (void)state;
  uint64_t seed = 11;
  for (PetscInt i = 0; i < NUM_STATES; ++i) {
    PetscReal phi[3], x[4], R[9], back[3], product[9], transposed[9];
    RandomVector(i, &seed, phi);
    RicQuaternionOf(phi, x);
    assert_close(x[0] * x[0] + RicVec3Dot(&x[1], &x[1]), 1, 1e-15);
    RicQuaternionVector(x, back);
    if (i % 10) // of length π there are two
      CheckSame(3, back, phi, 1e-15);
    RicRotationMatrix(phi, R);
    for (PetscInt k = 0; k < 9; ++k)
      transposed[k] = R[3 * (k % 3) + k / 3];
    Multiply(R, transposed, product);
    CheckSame(9, product, (const PetscReal[]){1, 0, 0, 0, 1, 0, 0, 0, 1}, 2e-15);
    RicRotationOfMatrix(R, back);
    RicRotationMatrix(back, product);
    CheckSame(9, product, R, 3e-15);
    assert_true(RicVec3Norm(back) <= PETSC_PI * (1 + 1e-15));
  }
}

// A quaternion of any length, and its opposite, are the same rotation.
static void TestQuaternionSign(void **state) {
  (void)state;
  const PetscReal x[4] = {0.5, 0.5, -0.5, 0.5}, y[4] = {-2, -2, 2, -2};
  PetscReal phi[3], other[3];
  RicQuaternionVector(x, phi);
  RicQuaternionVector(y, other);
  CheckSame(3, other, phi, 1e-15);
  assert_close(RicVec3Norm(phi), 2 * PETSC_PI / 3, 1e-15);
}

static void TestCompose(void **state) {
  (void)state;
  uint64_t seed = 12;
  for (PetscInt i = 0; i < NUM_STATES; ++i) {
    PetscReal phi[3], delta[3], out[3], A[9], B[9], C[9], R[9];
    RandomVector(i, &seed, phi);
    RandomVector(i / 10, &seed, delta);
    RicRotationMatrix(phi, A);
    RicRotationMatrix(delta, B);
    Multiply(A, B, C);
    RicRotationCompose(phi, delta, out);
    RicRotationMatrix(out, R);
    CheckSame(9, R, C, 3e-15);
    assert_true(RicVec3Norm(out) <= PETSC_PI * (1 + 1e-15));
    RicRotationCompose(phi, delta, phi); // in place
    CheckSame(3, phi, out, 0);
  }
}

// Ten thousand turns about an axis through all lengths: no drift beyond round-off.
static void TestManyTurns(void **state) {
  (void)state;
  const PetscReal step = 0.7, axis[3] = {2. / 3, -1. / 3, 2. / 3};
  const PetscInt n = 10000;
  PetscReal phi[3] = {0}, delta[3];
  RicVec3Scale(step, axis, delta);
  for (PetscInt i = 0; i < n; ++i)
    RicRotationCompose(phi, delta, phi);
  const PetscReal turns = step * (PetscReal)n / (2 * PETSC_PI),
                  left = turns - PetscFloorReal(turns);
  const PetscReal angle = 2 * PETSC_PI * (left > 0.5 ? left - 1 : left);
  for (PetscInt d = 0; d < 3; ++d)
    assert_close(phi[d], angle * axis[d], 1e-11);
}

// d(exp φ)/dt = exp φ [T(φ) dφ/dt]×, and T⁻¹ its inverse.
static void TestTangent(void **state) {
  (void)state;
  const PetscReal h = 1e-3;
  uint64_t seed = 13;
  for (PetscInt i = 0; i < NUM_STATES; ++i) {
    PetscReal phi[3], rate[3], T[9], inverse[9], unit[9], w[3], R[9], A[4][48], turned[3];
    RandomVector(i, &seed, phi);
    UniformArray(&seed, -1, 1, 3, rate);
    RicRotationTangent(phi, T);
    RicRotationTangentInverse(phi, inverse);
    Multiply(T, inverse, unit);
    CheckSame(9, unit, (const PetscReal[]){1, 0, 0, 0, 1, 0, 0, 0, 1}, 2e-14);
    RicVec3Map(T, rate, w);
    RicRotationMatrix(phi, R);
    for (int k = 0; k < 4; ++k) {
      PetscReal moved[3];
      RicVec3Add(phi, places[k] * h, rate, moved);
      RicRotationMatrix(moved, A[k]);
    }
    for (PetscInt c = 0; c < 3; ++c) { // column c of R [w]× is R (w × e_c)
      const PetscReal e[3] = {c == 0, c == 1, c == 2};
      PetscReal column[3];
      RicVec3Cross(w, e, column);
      RicVec3Map(R, column, turned);
      for (PetscInt d = 0; d < 3; ++d)
        assert_close(turned[d], DifferenceOf(3 * d + c, A, h), 1e-10);
    }
  }
}

// n = s × t, all of them unit vectors across one another; along a floor to the right.
static void TestTangents(void **state) {
  (void)state;
  const PetscReal up[3] = {0, 1, 0};
  uint64_t seed = 14;
  PetscReal s[3], t[3];
  for (PetscInt i = 0; i < NUM_STATES; ++i) {
    PetscReal n[3], cross[3];
    RandomVector(2, &seed, n);
    RicVec3Tangents(n, PETSC_FALSE, s, t);
    RicVec3Cross(s, t, cross);
    CheckSame(3, cross, n, 1e-15);
    assert_close(RicVec3Dot(s, t), 0, 1e-15);
    assert_close(RicVec3Norm(s), 1, 1e-15);
  }
  RicVec3Tangents(up, PETSC_TRUE, s, t);
  CheckSame(3, s, (const PetscReal[]){1, 0, 0}, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestByFormula),      cmocka_unit_test(TestThereAndBack),
      cmocka_unit_test(TestQuaternionSign), cmocka_unit_test(TestCompose),
      cmocka_unit_test(TestManyTurns),      cmocka_unit_test(TestTangent),
      cmocka_unit_test(TestTangents),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
