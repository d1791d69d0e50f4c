// SPDX-License-Identifier: BSD-2-Clause
// Files of the exchange format: their three forms of matrices, local and global problems with
// equations, the solution written and read back, and refusals that name what is wrong.
#include "app/contact_problem.h"
#include "fclib_file.h"
#include "numeric.h"
#include "raised.h"
#include "scratch.h"

static char dir[RIC_PATH_LEN], path[RIC_PATH_LEN + 16];
static PetscReal r[16], u[16], v[16];

// Reads and solves `path`; v too where there is one.
static void SolveFile(void) {
  RicFclib *file;
  RicContactProblem problem;
  const RicFrictionProblem *p;
  RicFriction friction;
  RicFrictionResult result;
  PetscInt n;

  assert_int_equal(RicFclibRead(path, &file), 0);
  assert_int_equal(RicContactProblemCreate(file, path, &problem), 0);
  assert_int_equal(RicContactProblemGet(problem, &p, &n), 0);
  assert_true(n <= 16);
  for (PetscInt i = 0; i < 16; i++)
    r[i] = u[i] = v[i] = 0;
  assert_int_equal(RicFrictionCreate(NULL, &friction), 0);
  assert_int_equal(RicFrictionSolve(friction, p, r, u, &result), 0);
  assert_int_equal(result.reason, RIC_FRICTION_SOLVED);
  if (file->global)
    assert_int_equal(RicContactProblemGetVelocity(problem, r, v), 0);
  assert_int_equal(RicFclibWriteSolution(file, path, path, u, r, &r[file->dim * file->contacts], v),
                   0);
  assert_int_equal(RicFrictionDestroy(&friction), 0);
  assert_int_equal(RicContactProblemDestroy(&problem), 0);
  assert_int_equal(RicFclibDestroy(&file), 0);
}

// The n numbers at /solution/`name`.
static void CheckWritten(const char name[], int n, const PetscReal x[]) {
  char full[RIC_NAME_LEN];
  double read[16];
  snprintf(full, sizeof(full), "solution/%s", name);
  const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t set = H5Dopen2(file, full, H5P_DEFAULT);
  assert_true(set >= 0);
  const hid_t space = H5Dget_space(set);
  assert_int_equal(H5Sget_simple_extent_npoints(space), n);
  assert_true(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, read) >= 0);
  for (int i = 0; i < n; i++)
    assert_close(read[i], x[i], 0);
  H5Sclose(space);
  H5Dclose(set);
  H5Fclose(file);
}

static void test_local_in_the_plane(void **state) {
  (void)state;
  for (int form = -2; form <= 0; form++) {
    const PetscReal expected[4] = {6, -2, 1, -0.2};
    WriteLocalPlane(path, form);
    SolveFile();
    for (int i = 0; i < 4; i++)
      assert_close(r[i], expected[i], 1e-12);
    CheckWritten("r", 4, r);
    CheckWritten("u", 4, u);
    SolveFile(); // the file with the solution is a problem, too
  }
}

// Both slide along x with µ m g-like impulses 1 and 0.25, as one of mass 3: v = 3 − 1.25/3.
static void test_global_with_an_equation(void **state) {
  (void)state;
  for (int form = -2; form <= 0; form++) {
    WriteGlobalSpace(path, form);
    SolveFile();
    assert_close(r[0], 2, 1e-9);
    assert_close(r[1], -1, 1e-9);
    assert_close(r[3], 1, 1e-9);
    assert_close(r[4], -0.25, 1e-9);
    assert_close(v[0], 3 - 1.25 / 3, 1e-9);
    assert_close(v[3], v[0], 1e-9);
    assert_close(2 * v[0], 6 - 1 + r[6], 1e-9); // M v = H r + G λ + f
    CheckWritten("v", 6, v);
    CheckWritten("l", 1, &r[6]);
  }
}

// A problem of all that the format has a form for, written and solved again: the same impulses.
static void test_problem_of_the_solver(void **state) {
  enum { ROWS = 9 };
  const RicFrictionGroup groups[4] = {
      {.law = RIC_FRICTION_COULOMB, .rows = 3, .mu = 0.4},
      {.law = RIC_FRICTION_EQUALITY, .rows = 2},
      {.law = RIC_FRICTION_UNILATERAL, .rows = 1},
      {.law = RIC_FRICTION_COULOMB, .rows = 3, .mu = 0.3, .mu2 = 0.6}};
  PetscReal G[ROWS][ROWS], W[ROWS * ROWS] = {0}, M[ROWS * ROWS], q[ROWS], x[ROWS] = {0}, y[ROWS];
  uint64_t seed = 3;
  RicFriction friction;
  RicFrictionResult result;
  PetscBool written;

  (void)state;
  UniformArray(&seed, -1, 1, ROWS * ROWS, G[0]);
  UniformArray(&seed, -1, 0.2, ROWS, q);
  for (int i = 0; i < ROWS * ROWS; i++)
    for (int a = 0; a < ROWS; a++)
      W[i] += G[i / ROWS][a] * G[i % ROWS][a];
  const RicFrictionProblem problem = {
      .num_groups = 4, .groups = groups, .q = q, .W = W, .leading = ROWS};
  assert_int_equal(RicFrictionCreate(NULL, &friction), 0);
  assert_int_equal(RicFrictionSolve(friction, &problem, x, y, &result), 0);
  assert_int_equal(result.reason, RIC_FRICTION_SOLVED);
  assert_int_equal(RicFrictionGetMatrix(friction, &problem, M), 0);
  for (int i = 0; i < ROWS * ROWS; i++)
    assert_close(M[i], W[i], 1e-13);
  assert_int_equal(RicFclibWriteProblem(path, NULL, &problem, M, x, y, &written), 0);
  assert_true(written);
  SolveFile();
  const PetscReal mean = PetscSqrtReal(0.3 * 0.6);
  const PetscReal e[2] = {0.3 / mean, 0.6 / mean};
  for (int i = 0; i < 3; i++)
    assert_close(r[i], x[i], 1e-8);
  for (int i = 0; i < 2; i++)
    assert_close(r[9 + i], x[3 + i], 1e-8);
  assert_close(r[3], x[5], 1e-8);
  assert_close(r[6], x[6], 1e-8);
  for (int i = 0; i < 2; i++)
    assert_close(r[7 + i] * e[i], x[7 + i], 1e-8);
  assert_int_equal(RicFrictionDestroy(&friction), 0);
}

static void test_refusals(void **state) {
  (void)state;
  static const struct {
    FclibMistake mistake;
    const char *says;
  } mistakes[] = {
      {WRONG_MU, "fclib_local/vectors/mu: contact 0 has the coefficient of friction -0.5"},
      {WRONG_DIM, "fclib_local/spacedim: 4, must be 2 or 3"},
      {WRONG_Q, "fclib_local/vectors/q: holds 1 numbers, must be 2"},
      {WRONG_NUMBER, "fclib_local/vectors/q: entry 1 is nan, must be finite"},
      {WRONG_INDEX, "fclib_local/W: entry 1 at (1, 7), the matrix is 2 × 2"},
      {WRONG_SHAPE, "fclib_local/W: 3 × 3, must be 2 × 2"},
      {WRONG_MATRIX, "fclib_local/W/m: is missing"},
      {WRONG_GROUP, "holds no problem, must be a group fclib_local or fclib_global"},
      {WRONG_MASS, "fclib_global/M: is singular"},
  };
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(mistakes); i++) {
    RicFclib *file = NULL;
    RicContactProblem problem = NULL;
    WriteWrong(path, mistakes[i].mistake);
    if (mistakes[i].mistake == WRONG_MASS) {
      assert_int_equal(RicFclibRead(path, &file), 0);
      assert_int_equal(Raised(RicContactProblemCreate(file, path, &problem)), PETSC_ERR_USER_INPUT);
    } else
      assert_int_equal(Raised(RicFclibRead(path, &file)), PETSC_ERR_USER_INPUT);
    if (!strstr(raised_line, mistakes[i].says) || strncmp(raised_line, path, strlen(path)))
      fail_msg("says '%s', should say '%s'", raised_line, mistakes[i].says);
    assert_int_equal(RicFclibDestroy(&file), 0);
  }
}

static int SetUp(void **state) {
  (void)state;
  if (ScratchCreate(PETSC_COMM_SELF, dir))
    return 1;
  snprintf(path, sizeof(path), "%s/problem.hdf5", dir);
  return 0;
}

static int TearDown(void **state) {
  (void)state;
  return ScratchRemove(PETSC_COMM_SELF, dir);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_local_in_the_plane),
      cmocka_unit_test(test_global_with_an_equation),
      cmocka_unit_test(test_problem_of_the_solver),
      cmocka_unit_test(test_refusals),
  };
  if (PetscInitialize(&argc, &argv, NULL, NULL))
    return 1;
  const int failed = cmocka_run_group_tests(tests, SetUp, TearDown);
  return PetscFinalize() || failed;
}
