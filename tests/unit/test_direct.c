// SPDX-License-Identifier: BSD-2-Clause
// Direct solvers of our own against PETSc's LU, on matrices of every size and kind they take.
#include "numeric.h"
#include "raised.h"
#include "solve/direct.h"

#define Must(call) assert_int_equal(call, 0)

// The blocks are coupled up to `reach` apart, the matrix is symmetric unless told, of any sign.
static Mat Random(PetscInt n, PetscInt bs, PetscInt reach, PetscBool blocked, PetscBool symmetric,
                  uint64_t *seed) {
  Mat A;

  Must(MatCreate(PETSC_COMM_SELF, &A));
  Must(MatSetSizes(A, n * bs, n * bs, n * bs, n * bs));
  Must(MatSetBlockSize(A, blocked ? bs : 1));
  Must(MatSetType(A, blocked ? MATSEQBAIJ : MATSEQAIJ));
  Must(MatSetUp(A));
  for (PetscInt i = 0; i < n * bs; i++)
    for (PetscInt j = 0; j <= i; j++) {
      const PetscReal value = Uniform(seed, -1, 1) + (i == j ? 6 : 0);
      if (i / bs - j / bs > reach)
        continue;
      Must(MatSetValue(A, i, j, value, INSERT_VALUES));
      Must(MatSetValue(A, j, i, symmetric ? value : Uniform(seed, -1, 1), INSERT_VALUES));
      if (i == j)
        Must(MatSetValue(A, i, i, i % 3 ? value : -value, INSERT_VALUES));
    }
  Must(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  Must(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  return A;
}

// Its entries alone on the diagonal, in whole blocks.
static Mat RandomDiagonal(PetscInt n, PetscInt bs, PetscBool blocked, uint64_t *seed) {
  Mat A;

  Must(blocked ? MatCreateSeqBAIJ(PETSC_COMM_SELF, bs, n * bs, n * bs, 1, NULL, &A)
               : MatCreateSeqAIJ(PETSC_COMM_SELF, n * bs, n * bs, 1, NULL, &A));
  for (PetscInt i = 0; i < n * bs; i++)
    Must(MatSetValue(A, i, i, Uniform(seed, 1, 2), INSERT_VALUES));
  Must(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  Must(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  return A;
}

static PC NewPC(const char type[], Mat A) {
  PC pc;

  Must(PCCreate(PETSC_COMM_SELF, &pc));
  Must(PCSetOperators(pc, A, A));
  Must(PCSetType(pc, type));
  return pc;
}

// |A x − b| where x = A⁻¹ b by the PC, and by the solver within.
static void CheckSolves(PC pc, Mat A, uint64_t *seed) {
  const PetscInt tries = 2;
  PetscReal norm;
  PetscBool regular;
  RicDirect direct;
  PetscScalar *a;
  PetscInt n;
  Vec b, x, r;

  Must(MatCreateVecs(A, &x, &b));
  Must(VecDuplicate(b, &r));
  Must(VecGetLocalSize(b, &n));
  Must(VecGetArray(b, &a));
  UniformArray(seed, -1, 1, n, a);
  Must(VecRestoreArray(b, &a));
  Must(RicDirectFromPC(pc, &direct));
  assert_non_null(direct);
  for (PetscInt i = 0; i < tries; i++) {
    if (i) {
      Must(RicDirectFactor(direct, A, &regular));
      assert_true(regular);
      Must(RicDirectSolve(direct, b, x));
    } else
      Must(PCApply(pc, b, x));
    Must(MatMult(A, x, r));
    Must(VecAXPY(r, -1, b));
    Must(VecNorm(r, NORM_INFINITY, &norm));
    assert_close(norm, 0, 1e-13 * (PetscReal)(10 + n));
  }
  Must(VecDestroy(&b));
  Must(VecDestroy(&x));
  Must(VecDestroy(&r));
}

static void CheckType(const char type[], Mat A, uint64_t *seed) {
  PetscBool fits;
  PC pc = NewPC(type, A);

  Must(RicDirectFits(type, A, &fits));
  assert_true(fits);
  CheckSolves(pc, A, seed);
  Must(MatShift(A, 0.5)); // new entries
  CheckSolves(pc, A, seed);
  Must(PCDestroy(&pc));
}

static void TestSolutions(void **state) {
  const PetscInt sizes[] = {1, 2, 3, 4, 5, 6, 7, 31, 64};
  uint64_t seed = 3;

  (void)state;
  for (size_t k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++)
    for (PetscInt bs = 1; bs <= 3; bs++)
      for (PetscInt blocked = 0; blocked <= (bs > 1); blocked++) {
        Mat chain = Random(sizes[k], bs, 1, (PetscBool)blocked, PETSC_TRUE, &seed);
        Mat full = Random(sizes[k], bs, sizes[k], (PetscBool)blocked, PETSC_FALSE, &seed);
        CheckType(RIC_PC_CHAIN, chain, &seed);
        CheckType(RIC_PC_DENSE, chain, &seed);
        CheckType(RIC_PC_DENSE, full, &seed);
        Mat diagonal = RandomDiagonal(sizes[k], bs, (PetscBool)blocked, &seed);
        CheckType(RIC_PC_DIAGONAL, diagonal, &seed);
        Must(MatDestroy(&diagonal));
        Must(MatDestroy(&chain));
        Must(MatDestroy(&full));
      }
}

static void TestWhatDoesNotFit(void **state) {
  const char *const types[] = {RIC_PC_CHAIN, RIC_PC_DIAGONAL};
  uint64_t seed = 4;

  (void)state;
  for (int k = 0; k < 2; k++)
    for (PetscInt blocked = 0; blocked < 2; blocked++) {
      const PetscInt reach = k == 0 ? 2 : 0; // the diagonal blocks are full
      Mat A = Random(6, 2, reach, (PetscBool)blocked, PETSC_TRUE, &seed);
      char wanted[RIC_NAME_LEN];
      PetscBool fits;
      PC pc = NewPC(types[k], A);
      Must(RicDirectFits(types[k], A, &fits));
      assert_false(fits);
      assert_int_equal(Raised(PCSetUp(pc)), PETSC_ERR_USER_INPUT);
      Must(PetscSNPrintf(wanted, sizeof(wanted), "'%s' does not suit this matrix", types[k]));
      assert_non_null(strstr(raised_line, wanted));
      Must(PCDestroy(&pc));
      Must(MatDestroy(&A));
    }
}

// A pivot of any size is one, but for 0.
static void TestPivots(void **state) {
  const char *const types[] = {RIC_PC_CHAIN, RIC_PC_DENSE, RIC_PC_DIAGONAL};
  uint64_t seed = 5;

  (void)state;
  for (int k = 0; k < 3; k++)
    for (int zero = 0; zero < 2; zero++) {
      Mat A = Random(5, 1, 0, PETSC_FALSE, PETSC_TRUE, &seed);
      RicDirect direct;
      PetscBool regular;
      PCFailedReason reason;
      PC pc = NewPC(types[k], A);
      Must(MatSetValue(A, 3, 3, zero ? 0 : 1e-200, INSERT_VALUES));
      Must(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
      Must(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
      Must(PCSetUp(pc));
      Must(PCGetFailedReason(pc, &reason));
      assert_int_equal(reason, zero ? PC_FACTOR_NUMERIC_ZEROPIVOT : PC_NOERROR);
      Must(RicDirectFromPC(pc, &direct));
      Must(RicDirectFactor(direct, A, &regular));
      assert_int_equal(regular, !zero);
      Must(PCDestroy(&pc));
      Must(MatDestroy(&A));
    }
}

// A row without an entry of its own is not regular, whatever its neighbours hold.
static void TestMissingDiagonal(void **state) {
  (void)state;
  for (PetscInt bs = 1; bs <= 2; bs++)
    for (PetscInt missing = 0; missing < 3; missing++) {
      RicDirect direct;
      PetscBool regular;
      Mat A;
      Must(MatCreateSeqBAIJ(PETSC_COMM_SELF, bs, 3 * bs, 3 * bs, 1, NULL, &A));
      for (PetscInt i = 0; i < 3 * bs; i++)
        if (i / bs != missing)
          Must(MatSetValue(A, i, i, (PetscReal)(i + 1), INSERT_VALUES));
      Must(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
      Must(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
      PC pc = NewPC(RIC_PC_DIAGONAL, A);
      Must(PCSetUp(pc));
      Must(RicDirectFromPC(pc, &direct));
      Must(RicDirectFactor(direct, A, &regular));
      assert_false(regular);
      Must(PCDestroy(&pc));
      Must(MatDestroy(&A));
    }
}

// Rows of a zero diagonal have no weight of their own: an entry of 1e-20 is no pivot.
static void TestZeroDiagonal(void **state) {
  const PetscScalar values[9] = {1, 1e-20, 0, 1e-20, 0, 1, 0, 1, 1};
  const PetscInt index[3] = {0, 1, 2};
  uint64_t seed = 6;
  Mat A;

  (void)state;
  Must(MatCreateSeqAIJ(PETSC_COMM_SELF, 3, 3, 3, NULL, &A));
  Must(MatSetValues(A, 3, index, 3, index, values, INSERT_VALUES));
  Must(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  Must(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  CheckType(RIC_PC_DENSE, A, &seed);
  Must(MatDestroy(&A));
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestSolutions), cmocka_unit_test(TestWhatDoesNotFit),
      cmocka_unit_test(TestPivots), cmocka_unit_test(TestMissingDiagonal),
      cmocka_unit_test(TestZeroDiagonal)};

  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  PetscCall(RicDirectRegister());
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
