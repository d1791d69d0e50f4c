// SPDX-License-Identifier: BSD-2-Clause
// Block LU: random sparse matrices of all sizes of blocks, by their own product; a pattern that stays
// and one that changes; rows of the identity.
#include "numeric.h"
#include "solve/block_lu.h"

enum { ROWS = 40, MOST_BLOCKS = ROWS * ROWS, MOST_SIZE = 6 };

static PetscInt offset[ROWS + 1], column[MOST_BLOCKS];
static PetscReal A[MOST_BLOCKS * MOST_SIZE * MOST_SIZE];

// A random symmetric pattern of n rows; blocks of random numbers, the diagonal dominant.
static void MakeMatrix(uint64_t *seed, PetscInt bs, PetscInt n, PetscReal density) {
  static PetscBool there[ROWS][ROWS];
  PetscInt blocks = 0;

  for (PetscInt i = 0; i < n; i++)
    for (PetscInt j = 0; j <= i; j++)
      there[i][j] = there[j][i] = (PetscBool)(i == j || Uniform(seed, 0, 1) < density);
  offset[0] = 0;
  for (PetscInt i = 0; i < n; i++) {
    for (PetscInt j = 0; j < n; j++)
      if (there[i][j])
        column[blocks++] = j;
    offset[i + 1] = blocks;
  }
  UniformArray(seed, -1, 1, blocks * bs * bs, A);
  for (PetscInt i = 0; i < n; i++)
    for (PetscInt e = offset[i]; e < offset[i + 1]; e++)
      for (PetscInt a = 0; column[e] == i && a < bs; a++)
        A[(e * bs + a) * bs + a] += 10 * bs;
}

// b = A x
static void Apply(PetscInt bs, PetscInt n, const PetscReal x[], PetscReal b[]) {
  for (PetscInt i = 0; i < n * bs; i++)
    b[i] = 0;
  for (PetscInt i = 0; i < n; i++)
    for (PetscInt e = offset[i]; e < offset[i + 1]; e++)
      for (PetscInt a = 0; a < bs; a++)
        for (PetscInt c = 0; c < bs; c++)
          b[i * bs + a] += A[(e * bs + a) * bs + c] * x[column[e] * bs + c];
}

static void test_random_matrices(void **state) {
  static const PetscInt sizes[] = {1, 2, 3, 4, 6};
  uint64_t seed = 1;
  RicBlockLu lu;

  (void)state;
  assert_int_equal(RicBlockLuCreate(&lu), 0);
  for (PetscInt trial = 0; trial < 100; trial++) {
    const PetscInt bs = sizes[trial % 5], n = 1 + (PetscInt)Uniform(&seed, 0, ROWS);
    PetscReal x[ROWS * MOST_SIZE], b[ROWS * MOST_SIZE];
    MakeMatrix(&seed, bs, n, Uniform(&seed, 0, 0.3));
    assert_int_equal(RicBlockLuSetPattern(lu, bs, n, offset, column), 0);
    assert_true(RicBlockLuFlops(lu) >= 2.0 * bs * bs * bs * n);
    for (PetscInt again = 0; again < 2; again++) { // other numbers, the same pattern
      assert_int_equal(RicBlockLuSetPattern(lu, bs, n, offset, column), 0);
      RicBlockLuFactor(lu, A);
      UniformArray(&seed, -1, 1, n * bs, x);
      Apply(bs, n, x, b);
      RicBlockLuSolve(lu, b);
      for (PetscInt i = 0; i < n * bs; i++)
        assert_close(b[i], x[i], 1e-12);
      A[0] += 1;
    }
  }
  assert_int_equal(RicBlockLuDestroy(&lu), 0);
}

// A singular diagonal block gives 0, not infinity.
static void test_zero_rows(void **state) {
  const PetscInt from[3] = {0, 1, 2}, at[2] = {0, 1};
  const PetscReal blocks[8] = {2, 0, 0, 0, 3, 1, 0, 3};
  PetscReal x[4] = {4, 5, 7, 3};
  RicBlockLu lu;

  (void)state;
  assert_int_equal(RicBlockLuCreate(&lu), 0);
  assert_int_equal(RicBlockLuSetPattern(lu, 2, 2, from, at), 0);
  RicBlockLuFactor(lu, blocks);
  RicBlockLuSolve(lu, x);
  assert_close(x[0], 2, 1e-15);
  assert_close(x[1], 0, 0);
  assert_close(x[2], 2, 1e-15);
  assert_close(x[3], 1, 1e-15);
  assert_int_equal(RicBlockLuDestroy(&lu), 0);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_matrices),
                                     cmocka_unit_test(test_zero_rows)};
  if (PetscInitialize(&argc, &argv, NULL, NULL))
    return 1;
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  return PetscFinalize() || failed;
}
