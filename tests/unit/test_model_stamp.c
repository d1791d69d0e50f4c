// SPDX-License-Identifier: BSD-2-Clause
// Gaps, rows and mass are those of the configuration that is asked for, whatever the model was asked
// for before: against a model that was never asked.
#include "modelling.h"

typedef struct {
  RicMesh mesh;
  RicModel model;
} System;

// A slider-crank, whose mass and four gaps turn with its angles.
static System NewCrank(void) {
  const PetscReal origin[3] = {0, 0, 0}, v0[3] = {150, -75, 0}, q0[3] = {0.1, 0.2, 0};
  const RicSystemOps *ops;
  PetscInt number;
  System s;

  Must(RicSystemFind("slider-crank", &ops));
  Must(RicMeshCreate(PETSC_COMM_SELF, &s.mesh));
  Must(RicMeshAddNode(s.mesh, "crank", origin));
  Must(RicMeshPartition(s.mesh));
  Must(RicModelCreate(PETSC_COMM_SELF, s.mesh, 1, &s.model));
  Must(RicModelAddSystem(s.model, RegionOf(s.mesh, "crank"), ops, ops->parameter_defaults, q0, v0,
                         &number));
  for (PetscInt g = 0; g < ops->num_gaps; g++)
    Must(RicModelAddSystemContact(s.model, ops->gap_names[g], number, g, 0.4));
  Must(RicModelSetUp(s.model));
  return s;
}

static void Destroy(System *s) {
  Must(RicModelDestroy(&s->model));
  Must(RicMeshDestroy(&s->mesh));
}

// Σ g_i (i + 1), ‖W‖, ‖M‖ at q.
static void Ask(const System *s, Vec q, PetscReal answer[3]) {
  const PetscScalar *a;
  PetscInt n;
  Vec gaps;
  Mat rows, mass;

  Must(RicModelCreateContactVec(s->model, &gaps));
  Must(RicModelGaps(s->model, 0, q, gaps));
  Must(VecGetLocalSize(gaps, &n));
  Must(VecGetArrayRead(gaps, &a));
  answer[0] = 0;
  for (PetscInt i = 0; i < n; i++)
    answer[0] += (PetscReal)(i + 1) * a[i];
  Must(VecRestoreArrayRead(gaps, &a));
  Must(VecDestroy(&gaps));
  Must(RicModelUpdate(s->model, 0, q, NULL, NULL));
  Must(RicModelGetRows(s->model, &rows));
  Must(RicModelGetMass(s->model, &mass));
  Must(MatNorm(rows, NORM_FROBENIUS, &answer[1]));
  Must(MatNorm(mass, NORM_FROBENIUS, &answer[2]));
}

static void CheckAgainstNew(const System *s, Vec q) {
  PetscReal ours[3], wanted[3];
  System fresh = NewCrank();

  Ask(s, q, ours);
  Ask(&fresh, q, wanted);
  for (int k = 0; k < 3; k++)
    assert_close(ours[k], wanted[k], 0);
  Destroy(&fresh);
}

static void TestEveryConfiguration(void **state) {
  System s = NewCrank();
  Vec q[2];

  (void)state;
  for (int k = 0; k < 2; k++) {
    Must(RicModelCreateVec(s.model, &q[k]));
    Must(VecSet(q[k], 0.3 * (k + 1)));
  }
  for (int k = 0; k < 4; k++)
    CheckAgainstNew(&s, q[k % 2]); // by turns
  for (int k = 0; k < 3; k++) {
    CheckAgainstNew(&s, q[0]); // and again, the same
    Must(VecSetValue(q[0], k, -0.7, INSERT_VALUES));
    Must(VecAssemblyBegin(q[0]));
    Must(VecAssemblyEnd(q[0]));
    CheckAgainstNew(&s, q[0]); // with one entry changed
  }
  Must(VecCopy(q[0], q[1]));
  CheckAgainstNew(&s, q[1]);
  for (int k = 0; k < 2; k++)
    Must(VecDestroy(&q[k]));
  Destroy(&s);
}

// What is asked for twice is not given from a vector that is gone.
static void TestVectorsThatComeAndGo(void **state) {
  System s = NewCrank();

  (void)state;
  for (int k = 0; k < 4; k++) {
    Vec q;
    Must(RicModelCreateVec(s.model, &q));
    Must(VecSet(q, 0.2 * k));
    CheckAgainstNew(&s, q);
    Must(VecDestroy(&q));
  }
  Destroy(&s);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(TestEveryConfiguration),
                                     cmocka_unit_test(TestVectorsThatComeAndGo)};

  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
