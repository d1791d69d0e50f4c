// SPDX-License-Identifier: BSD-2-Clause
// Sums and products of this rank's entries against PETSc's, of few and of many, in place and not.
#include "base/band.h"
#include "base/vec.h"
#include "numeric.h"

#define Must(call) assert_int_equal(call, 0)

static Vec Random(PetscInt n, uint64_t *seed) {
  PetscScalar *a;
  Vec x;

  Must(VecCreateSeq(PETSC_COMM_SELF, n, &x));
  Must(VecGetArray(x, &a));
  for (PetscInt i = 0; i < n; i++)
    a[i] = Uniform(seed, -1, 1);
  Must(VecRestoreArray(x, &a));
  return x;
}

// Three entries a row, none in the first.
static Mat RandomRows(PetscInt n, uint64_t *seed) {
  Mat A;

  Must(MatCreateSeqAIJ(PETSC_COMM_SELF, n, n, 3, NULL, &A));
  for (PetscInt i = 1; i < n; i++)
    for (PetscInt k = 0; k < 3; k++)
      Must(MatSetValue(A, i, (i + k * k) % n, Uniform(seed, -1, 1), INSERT_VALUES));
  Must(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  Must(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  return A;
}

static void AssertSame(Vec x, Vec expected) {
  const PetscScalar *a, *b;
  PetscInt n;

  Must(VecGetLocalSize(expected, &n));
  Must(VecGetArrayRead(x, &a));
  Must(VecGetArrayRead(expected, &b));
  for (PetscInt i = 0; i < n; i++)
    assert_close(a[i], b[i], 1e-15);
  Must(VecRestoreArrayRead(x, &a));
  Must(VecRestoreArrayRead(expected, &b));
}

static void CheckSums(PetscInt n, uint64_t *seed) {
  Vec x = Random(n, seed), y = Random(n, seed), w = Random(n, seed), expected;

  Must(VecDuplicate(x, &expected));
  Must(VecWAXPY(expected, 0.7, x, y));
  Must(RicVecWAXPY(w, 0.7, x, y));
  AssertSame(w, expected);
  Must(RicVecCopy(x, w));
  Must(RicVecWAXPY(w, 0.7, w, y)); // in place of x
  AssertSame(w, expected);
  Must(RicVecCopy(y, w));
  Must(RicVecAXPY(w, 0.7, x)); // in place of y
  AssertSame(w, expected);
  Must(VecSet(expected, 0.25));
  Must(RicVecSet(w, 0.25));
  AssertSame(w, expected);
  Must(VecDestroy(&x));
  Must(VecDestroy(&y));
  Must(VecDestroy(&w));
  Must(VecDestroy(&expected));
}

static void CheckProducts(PetscInt n, uint64_t *seed) {
  Vec x = Random(n, seed), y = Random(n, seed), z = Random(n, seed), expected;
  Mat A = RandomRows(n, seed);

  Must(VecDuplicate(x, &expected));
  Must(MatMult(A, x, expected));
  Must(RicMatMult(A, x, z));
  AssertSame(z, expected);
  Must(MatMultAdd(A, x, y, expected));
  Must(RicMatMultAdd(A, x, y, z));
  AssertSame(z, expected);
  Must(RicMatMultAdd(A, x, y, y));
  AssertSame(y, expected);
  Must(MatDestroy(&A));
  Must(VecDestroy(&x));
  Must(VecDestroy(&y));
  Must(VecDestroy(&z));
  Must(VecDestroy(&expected));
}

static void TestSumsAndProducts(void **state) {
  static const PetscInt sizes[] = {1, 2, 3, 7, 64, 65, 200};
  uint64_t seed = 20;

  (void)state;
  for (size_t k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++) {
    CheckSums(sizes[k], &seed);
    CheckProducts(sizes[k], &seed);
  }
}

// What a norm remembers of a vector must not outlive its entries.
static void TestNormsAreNew(void **state) {
  uint64_t seed = 21;
  Vec x = Random(5, &seed);
  PetscReal norm;

  (void)state;
  Must(VecNorm(x, NORM_INFINITY, &norm));
  Must(RicVecSet(x, 2));
  Must(VecNorm(x, NORM_INFINITY, &norm));
  assert_close(norm, 2, 0);
  Must(RicVecAXPY(x, 1, x));
  Must(VecNorm(x, NORM_INFINITY, &norm));
  assert_close(norm, 4, 0);
  Must(VecDestroy(&x));
}

// Elements e [ratio 1; 1 ratio] side by side, n nodes; `spring` onto the last.
static Mat Chain(PetscInt n, PetscReal ratio, PetscReal spring) {
  uint64_t seed = 22;
  Mat A;

  Must(MatCreateSeqAIJ(PETSC_COMM_SELF, n, n, 3, NULL, &A));
  Must(MatSetValue(A, n - 1, n - 1, spring, ADD_VALUES));
  for (PetscInt i = 0; i + 1 < n; i++) {
    const PetscReal e = Uniform(&seed, 0.5, 1);
    Must(MatSetValue(A, i, i, ratio * e, ADD_VALUES));
    Must(MatSetValue(A, i + 1, i + 1, ratio * e, ADD_VALUES));
    Must(MatSetValue(A, i, i + 1, e, ADD_VALUES));
    Must(MatSetValue(A, i + 1, i, e, ADD_VALUES));
  }
  Must(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  Must(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  return A;
}

static void CheckChain(PetscInt n, PetscReal ratio, PetscReal spring) {
  uint64_t seed = 23;
  Vec x = Random(n, &seed), y = Random(n, &seed), product = Random(n, &seed);
  Mat plain = Chain(n, ratio, spring), A = Chain(n, ratio, spring);
  PetscReal expected, value;
  PetscBool known;

  Must(RicBandUse(A));
  Must(MatMult(plain, x, product));
  Must(MatMult(A, x, y));
  AssertSame(y, product);
  Must(VecDot(x, product, &expected));
  Must(RicBandQuadratic(A, x, &value, &known));
  assert_true(known);
  assert_close(value, expected, 1e-15 * 4 * (double)n);
  Must(VecSet(x, 1e8)); // far away, undeformed
  Must(RicBandQuadratic(A, x, &value, &known));
  if (ratio == -1 && spring == 0 && n > 1)
    assert_true(value == 0);
  Must(RicBandQuadratic(plain, x, &value, &known));
  assert_false(known);
  Must(MatDestroy(&A));
  Must(MatDestroy(&plain));
  Must(VecDestroy(&x));
  Must(VecDestroy(&y));
  Must(VecDestroy(&product));
}

// Stiffness and mass of bars, free and on a spring, and what is neither.
static void TestChains(void **state) {
  static const PetscInt sizes[] = {1, 2, 9, 10, 67};

  (void)state;
  for (size_t k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++)
    for (PetscInt spring = 0; spring < 2; spring++) {
      CheckChain(sizes[k], -1, spring);
      CheckChain(sizes[k], 2, spring);
      CheckChain(sizes[k], 1.3, spring);
    }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(TestSumsAndProducts),
                                     cmocka_unit_test(TestNormsAreNew),
                                     cmocka_unit_test(TestChains)};

  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
