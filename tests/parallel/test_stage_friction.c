// SPDX-License-Identifier: BSD-2-Clause
// Stages with friction: two particles on planes, against closed forms and Coulomb's law; equations,
// rows without friction and rows without a free dof beside them.
#include "modelling.h"
#include "raised.h"
#include "solve/stage.h"
#include <unistd.h>

enum { N = 6, ROWS = 7 };

// Masses 2 and 4 kg; contacts with frames e_z, e_x, e_y; the last row couples both in x.
typedef struct {
  Mat A, W;
  Vec b, x, y0, law, y, mu, f;
} Problem;

static void Set(Vec v, PetscInt n, const PetscReal values[]) {
  PetscInt first, last;
  Must(VecGetOwnershipRange(v, &first, &last));
  for (PetscInt i = first; i < PetscMin(n, last); i++)
    Must(VecSetValue(v, i, values[i], INSERT_VALUES));
  Must(VecAssemblyBegin(v));
  Must(VecAssemblyEnd(v));
}

// All entries on this rank.
static void Get(Vec v, PetscReal values[]) {
  const PetscScalar *a;
  PetscInt n;
  VecScatter scatter;
  Vec all;
  Must(VecScatterCreateToAll(v, &scatter, &all));
  Must(VecScatterBegin(scatter, v, all, INSERT_VALUES, SCATTER_FORWARD));
  Must(VecScatterEnd(scatter, v, all, INSERT_VALUES, SCATTER_FORWARD));
  Must(VecGetSize(v, &n));
  Must(VecGetArrayRead(all, &a));
  Must(PetscArraycpy(values, a, n));
  Must(VecRestoreArrayRead(all, &a));
  Must(VecScatterDestroy(&scatter));
  Must(VecDestroy(&all));
}

static void Assemble(Mat A) {
  Must(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  Must(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
}

static Problem NewProblem(void) {
  const PetscInt column[] = {2, 0, 1, 5, 3, 4};
  Problem p;
  PetscMPIInt rank;
  MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
  Must(MatCreateAIJ(PETSC_COMM_WORLD, PETSC_DECIDE, PETSC_DECIDE, N, N, 1, NULL, 0, NULL, &p.A));
  Must(MatCreateAIJ(PETSC_COMM_WORLD, PETSC_DECIDE, PETSC_DECIDE, ROWS, N, 2, NULL, 2, NULL, &p.W));
  for (PetscInt i = 0; i < N && !rank; i++) {
    Must(MatSetValue(p.A, i, i, i < 3 ? 2 : 4, INSERT_VALUES));
    Must(MatSetValue(p.W, i, column[i], 1, INSERT_VALUES));
  }
  if (!rank) {
    Must(MatSetValue(p.W, 6, 0, 1, INSERT_VALUES));
    Must(MatSetValue(p.W, 6, 3, -1, INSERT_VALUES));
  }
  Assemble(p.A), Assemble(p.W);
  Must(MatCreateVecs(p.W, &p.b, &p.y0));
  Must(VecDuplicate(p.b, &p.x));
  Vec *rows[] = {&p.law, &p.y, &p.mu, &p.f};
  for (PetscInt i = 0; i < 4; i++)
    Must(VecDuplicate(p.y0, rows[i]));
  return p;
}

static void DestroyProblem(Problem *p) {
  Vec *vecs[] = {&p->b, &p->x, &p->y0, &p->law, &p->y, &p->mu, &p->f};
  for (PetscInt i = 0; i < 7; i++)
    Must(VecDestroy(vecs[i]));
  Must(MatDestroy(&p->A));
  Must(MatDestroy(&p->W));
}

// Friction 0.5 and 0.25 at the two contacts.
static void Solve(Problem *p, const PetscReal b[], const PetscReal law[], PetscReal x[],
                  PetscReal y[], PetscReal mu[]) {
  const PetscReal f[ROWS] = {0.5, 0.5, 0.5, 0.25, 0.25, 0.25, 0};
  const RicOperatorTraits traits = {.diagonal = PETSC_TRUE};
  const RicRowTraits rows = {.constant = PETSC_TRUE};
  PetscInt iterations = 0;
  const char *type;
  RicReason reason;
  RicStage stage;
  Set(p->f, ROWS, f);
  Must(RicStageCreate(PETSC_COMM_WORLD, "test_", &stage));
  Must(RicStageSetType(stage, "kkt")); // which has no friction: the automatic choice stands in
  Must(RicStageSetRows(stage, p->W, &rows));
  Must(RicStageSetFriction(stage, p->f));
  Must(RicStageSetOperator(stage, p->A, &traits));
  Must(RicStageGetType(stage, &type));
  assert_string_equal(type, "condensed");
  Set(p->b, N, b), Set(p->law, ROWS, law);
  Must(RicStageSolve(stage, p->b, p->y0, p->law, p->x, p->y, p->mu, &iterations, &reason));
  assert_int_equal(reason, RIC_OK);
  Get(p->x, x), Get(p->y, y), Get(p->mu, mu);
  Must(RicStageDestroy(&stage));
}

static const PetscReal both[ROWS] = {RIC_LAW_UNILATERAL, RIC_LAW_FRICTION, RIC_LAW_FRICTION,
                                     RIC_LAW_UNILATERAL, RIC_LAW_FRICTION, RIC_LAW_FRICTION,
                                     RIC_LAW_OFF};

// The first slides along (3, 4)/5 with its friction against it, the second sticks.
static void TestSlipAndStick(void **state) {
  const PetscReal b[N] = {6, 8, -10, 0.6, -0.8, -8};
  PetscReal x[N], y[ROWS], mu[ROWS];
  Problem p = NewProblem();
  (void)state;
  Solve(&p, b, both, x, y, mu);
  assert_close(mu[0], 10, 1e-11);
  assert_close(mu[1], -3, 1e-11);
  assert_close(mu[2], -4, 1e-11);
  assert_close(x[0], (6 - 3.0) / 2, 1e-11);
  assert_close(x[1], (8 - 4.0) / 2, 1e-11);
  assert_close(mu[3], 8, 1e-11);
  assert_close(mu[4], -0.6, 1e-11);
  assert_close(mu[5], 0.8, 1e-11);
  assert_close(x[3], 0, 1e-12);
  assert_close(x[5], 0, 1e-12);
  assert_close(y[1], 1.5, 1e-11);
  DestroyProblem(&p);
}

// An open contact has no friction, a contact whose tangential rows are off does not have it.
static void TestOpenAndSmooth(void **state) {
  const PetscReal b[N] = {6, 8, 10, 0.6, -0.8, -8};
  const PetscReal smooth[ROWS] = {RIC_LAW_UNILATERAL, RIC_LAW_FRICTION, RIC_LAW_FRICTION,
                                  RIC_LAW_UNILATERAL, RIC_LAW_OFF,      RIC_LAW_OFF,
                                  RIC_LAW_OFF};
  PetscReal x[N], y[ROWS], mu[ROWS];
  Problem p = NewProblem();
  (void)state;
  Solve(&p, b, smooth, x, y, mu);
  for (PetscInt i = 0; i < 3; i++)
    assert_close(mu[i], 0, 1e-14);
  assert_close(x[0], 3, 1e-12);
  assert_close(mu[3], 8, 1e-11);
  assert_close(mu[4], 0, 1e-14);
  assert_close(x[3], 0.15, 1e-12);
  DestroyProblem(&p);
}

// Tied in x the two slide as one: 6 kg under 6 + 0.6 N s less what friction holds.
static void TestEquation(void **state) {
  const PetscReal b[N] = {6, 0, -10, 0.6, 0, -8};
  PetscReal law[ROWS], x[N], y[ROWS], mu[ROWS];
  Problem p = NewProblem();
  (void)state;
  Must(PetscArraycpy(law, both, ROWS));
  law[6] = RIC_LAW_EQUALITY;
  Solve(&p, b, law, x, y, mu);
  assert_close(x[0], 0, 1e-11); // 6.6 < 0.5·10 + 0.25·8
  Solve(&p, (const PetscReal[]){8, 0, -10, 0.6, 0, -8}, law, x, y, mu);
  assert_close(x[0], (8.6 - 7) / 6, 1e-11);
  assert_close(x[3], x[0], 1e-12);
  assert_close(mu[1], -5, 1e-10);
  assert_close(mu[4], -2, 1e-10);
  assert_close(mu[6], -(4 * x[3] - 0.6 + 2), 1e-10);
  DestroyProblem(&p);
}

// A normal row that has no free dof takes its tangential rows with it.
static void TestFixed(void **state) {
  const PetscReal b[N] = {6, 8, -10, 0.6, -0.8, -8};
  PetscReal x[N], y[ROWS], mu[ROWS];
  Problem p = NewProblem();
  (void)state;
  Set(p.y0, ROWS, (const PetscReal[]){-1, 0, 0, 0, 0, 0, 0});
  PetscInt first, last;
  Must(MatGetOwnershipRange(p.W, &first, &last));
  if (first == 0 && last > 0)
    Must(MatSetValue(p.W, 0, 2, 0, INSERT_VALUES));
  Assemble(p.W);
  Solve(&p, b, both, x, y, mu);
  for (PetscInt i = 0; i < 3; i++)
    assert_close(mu[i], 0, 1e-14);
  assert_close(x[1], 4, 1e-12);
  assert_close(mu[3], 8, 1e-11);
  DestroyProblem(&p);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(TestSlipAndStick),
                                     cmocka_unit_test(TestOpenAndSmooth),
                                     cmocka_unit_test(TestEquation), cmocka_unit_test(TestFixed)};
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  alarm(250); // a deadlock ends the test
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
