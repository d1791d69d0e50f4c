// SPDX-License-Identifier: BSD-2-Clause
// Two systems side by side in a model: its mass, tangent, force, energy and gaps are theirs, each at its
// own dofs; what a system cannot have is refused.
#include "modelling.h"
#include "raised.h"

enum { NUM = 2, N = 5, MOST = RIC_SYSTEM_MAX_DOFS };

typedef struct {
  RicMesh mesh;
  RicModel model;
  Vec q, v, a;
} System;

typedef struct {
  const char *name;
  PetscReal q0[3], q[3], v[3], a[3];
} Part;

static const Part parts[NUM] = {
    {"spring-pendulum", {1.1, 0.4}, {1.3, -0.7}, {0.5, 2}, {-3, 0.25}},
    {"slider-crank", {0.1, 0.2, 0.05}, {0.9, -0.3, 0.02}, {15, -7, 3}, {2, -5, 40}},
};

static const RicSystemOps *Find(const char name[]) {
  const RicSystemOps *ops;
  Must(RicSystemFind(name, &ops));
  assert_non_null(ops);
  return ops;
}

static PetscInt FirstDof(const System *s, const Part *part) {
  PetscInt first, n;
  Must(RicModelGetNodeDofs(s->model, RegionOf(s->mesh, part->name)->nodes[0], &first, &n));
  assert_int_equal(n, Find(part->name)->num_dofs);
  return first;
}

static Vec NewVec(const System *s, const PetscReal of[NUM][3]) {
  PetscScalar *a;
  Vec x;
  Must(RicModelCreateVec(s->model, &x));
  Must(VecGetArray(x, &a));
  for (PetscInt k = 0; k < NUM; k++)
    Must(PetscArraycpy(&a[FirstDof(s, &parts[k])], of[k], Find(parts[k].name)->num_dofs));
  Must(VecRestoreArray(x, &a));
  return x;
}

static System NewPair(void) {
  PetscReal q[NUM][3], v[NUM][3], a[NUM][3];
  System s;
  Must(RicMeshCreate(PETSC_COMM_SELF, &s.mesh));
  for (PetscInt k = 0; k < NUM; k++)
    Must(RicMeshAddNode(s.mesh, parts[k].name, (PetscReal[3]){(PetscReal)k, 0, 0}));
  Must(RicMeshPartition(s.mesh));
  Must(RicModelCreate(PETSC_COMM_SELF, s.mesh, 1, &s.model));
  for (PetscInt k = 0; k < NUM; k++) {
    const RicSystemOps *ops = Find(parts[k].name);
    PetscInt number;
    Must(RicModelAddSystem(s.model, RegionOf(s.mesh, ops->name), ops, ops->parameter_defaults,
                           parts[k].q0, parts[k].v, &number));
    assert_int_equal(number, k);
    for (PetscInt g = ops->num_gaps - 1; g >= 0; g--)
      Must(RicModelAddSystemContact(s.model, ops->gap_names[g], number, g, 0.4));
    for (PetscInt d = 0; d < 3; d++)
      q[k][d] = parts[k].q[d], v[k][d] = parts[k].v[d], a[k][d] = parts[k].a[d];
  }
  Must(RicModelSetUp(s.model));
  s.q = NewVec(&s, q), s.v = NewVec(&s, v), s.a = NewVec(&s, a);
  return s;
}

static void Destroy(System *s) {
  Must(VecDestroy(&s->q)), Must(VecDestroy(&s->v)), Must(VecDestroy(&s->a));
  Must(RicModelDestroy(&s->model));
  Must(RicMeshDestroy(&s->mesh));
}

// cm M + cc C + ck K of one, where at's vectors are given.
static void BlockOf(const Part *part, const PetscReal c[3], const RicTangentPoint *at,
                    PetscReal E[]) {
  const RicSystemOps *ops = Find(part->name);
  const PetscReal zero[3] = {0}, *p = ops->parameter_defaults, *q = at->q ? part->q : part->q0;
  const PetscInt n = ops->num_dofs;
  PetscReal M[MOST * MOST], K[MOST * MOST], C[MOST * MOST], of_mass[MOST * MOST] = {0};
  ops->Mass(p, 0, q, M);
  RicSystemTangent(ops, p, 0, q, at->v ? part->v : zero, K, C);
  if (at->inertia && at->q)
    RicSystemMassTangent(ops, p, 0, q, part->a, of_mass);
  for (PetscInt i = 0; i < n * n; i++)
    E[i] = c[0] * M[i] + c[1] * C[i] + c[2] * (K[i] + of_mass[i]);
}

static void CheckOperator(const System *s, const PetscReal c[3], const RicTangentPoint *at) {
  PetscReal wanted[N][N] = {{0}}, block[MOST * MOST];
  Mat A;
  for (PetscInt k = 0; k < NUM; k++) {
    const PetscInt first = FirstDof(s, &parts[k]), n = Find(parts[k].name)->num_dofs;
    BlockOf(&parts[k], c, at, block);
    for (PetscInt i = 0; i < n * n; i++)
      wanted[first + i / n][first + i % n] = block[i];
  }
  Must(RicModelCreateMat(s->model, RIC_CURVATURE_NONE, &A));
  Must(RicModelOperator(s->model, c[0], c[1], c[2], at, A));
  for (PetscInt i = 0; i < N; i++)
    for (PetscInt j = 0; j < N; j++) {
      PetscReal value;
      Must(MatGetValue(A, i, j, &value));
      assert_close(value, wanted[i][j], 1e-12 * (1 + PetscAbsReal(wanted[i][j])));
    }
  Must(MatDestroy(&A));
}

static void TestOperator(void **state) {
  const PetscReal c[4][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {3, 0.5, -2}};
  System s = NewPair();
  (void)state;
  for (int k = 0; k < 4; k++)
    for (int given = 0; given < 8; given++)
      CheckOperator(&s, c[k],
                    &(RicTangentPoint){.q = given & 1 ? s.q : NULL,
                                       .v = given & 2 ? s.v : NULL,
                                       .inertia = given & 4 ? s.a : NULL});
  Destroy(&s);
}

static void TestForceAndEnergy(void **state) {
  PetscReal kinetic, potential, twice = 0, wanted = 0, f[MOST], M[MOST * MOST];
  const PetscScalar *force;
  System s = NewPair();
  Vec of_model;
  (void)state;
  Must(VecDuplicate(s.q, &of_model));
  Must(RicModelForce(s.model, 0, s.q, s.v, of_model));
  Must(VecGetArrayRead(of_model, &force));
  for (PetscInt k = 0; k < NUM; k++) {
    const RicSystemOps *ops = Find(parts[k].name);
    const PetscReal *p = ops->parameter_defaults, *v = parts[k].v;
    ops->Force(p, 0, parts[k].q, v, f);
    ops->Mass(p, 0, parts[k].q, M);
    wanted += ops->Potential(p, parts[k].q);
    for (PetscInt i = 0; i < ops->num_dofs; i++) {
      assert_close(force[FirstDof(&s, &parts[k]) + i], f[i], 1e-13 * (1 + PetscAbsReal(f[i])));
      for (PetscInt j = 0; j < ops->num_dofs; j++)
        twice += v[i] * M[i * ops->num_dofs + j] * v[j];
    }
  }
  Must(VecRestoreArrayRead(of_model, &force));
  Must(RicModelUpdate(s.model, 0, s.q, NULL, NULL));
  Must(RicModelEnergy(s.model, s.q, s.v, &kinetic, &potential));
  assert_close(kinetic, twice / 2, 1e-13 * twice);
  assert_close(potential, wanted, 1e-13 * PetscAbsReal(wanted));
  Must(VecDestroy(&of_model));
  Destroy(&s);
}

// Rows come in the order of contacts, here from the last gap of each system to its first.
static void TestGaps(void **state) {
  const PetscScalar *gap;
  PetscInt row = 0;
  System s = NewPair();
  Vec y;
  Mat rows;
  (void)state;
  Must(RicModelCreateContactVec(s.model, &y));
  Must(RicModelGaps(s.model, 0, s.q, y));
  Must(RicModelUpdate(s.model, 0, s.q, NULL, NULL));
  Must(RicModelGetRows(s.model, &rows));
  Must(VecGetArrayRead(y, &gap));
  for (PetscInt k = 0; k < NUM; k++) {
    const RicSystemOps *ops = Find(parts[k].name);
    PetscReal g[RIC_SYSTEM_MAX_GAPS], W[RIC_SYSTEM_MAX_GAPS * MOST], value;
    ops->Gap(ops->parameter_defaults, 0, parts[k].q, g);
    RicSystemGapRows(ops, ops->parameter_defaults, 0, parts[k].q, W);
    for (PetscInt i = ops->num_gaps - 1; i >= 0; i--, row++) {
      assert_close(gap[row], g[i], 1e-15);
      for (PetscInt d = 0; d < ops->num_dofs; d++) {
        Must(MatGetValue(rows, row, FirstDof(&s, &parts[k]) + d, &value));
        assert_close(value, W[i * ops->num_dofs + d], 1e-14);
      }
    }
  }
  Must(VecRestoreArrayRead(y, &gap));
  Must(VecDestroy(&y));
  Destroy(&s);
}

// The crank does not say along what it slides.
static void TestRefused(void **state) {
  const RicContactFriction rough = {.coefficient = 0.3};
  System s = NewPair();
  (void)state;
  assert_int_equal(Raised(RicModelSetContactFriction(s.model, 0, &rough)), PETSC_ERR_SUP);
  assert_non_null(strstr(raised_line, "a gap without tangents"));
  Destroy(&s);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(TestOperator),
                                     cmocka_unit_test(TestForceAndEnergy),
                                     cmocka_unit_test(TestGaps), cmocka_unit_test(TestRefused)};

  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
