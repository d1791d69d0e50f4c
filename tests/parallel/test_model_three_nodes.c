// SPDX-License-Identifier: BSD-2-Clause
// Interactions of more than two nodes: a bar of three, whose displacement is quadratic, given by a
// user of the library. On any number of ranks, so that two nodes of an element may be ghosts.
#include "modelling.h"
#include <unistd.h>

#define ELEMENTS 4
#define NODES (2 * ELEMENTS + 1)
#define LENGTH 2.0   // m
#define STIFFNESS 7. // E A, N
#define DENSITY 3.   // ρ A, kg/m

// Nodes: one end, the middle, the other end.
static void Mass(const void *data, PetscInt dim, const PetscReal X[], PetscReal M[]) {
  static const PetscReal m[9] = {4, 2, -1, 2, 16, 2, -1, 2, 4};
  (void)data, (void)dim;
  for (PetscInt i = 0; i < 9; i++)
    M[i] = DENSITY * (X[6] - X[0]) / 30 * m[i];
}

static void Tangent(const void *data, PetscInt dim, const PetscReal X[], const PetscReal u[],
                    const PetscReal v[], PetscReal K[], PetscReal C[]) {
  static const PetscReal k[9] = {7, -8, 1, -8, 16, -8, 1, -8, 7};
  (void)data, (void)dim, (void)u, (void)v;
  for (PetscInt i = 0; i < 9; i++) {
    K[i] = STIFFNESS / (3 * (X[6] - X[0])) * k[i];
    if (C)
      C[i] = 0;
  }
}

static void Force(const void *data, PetscInt dim, const PetscReal X[], const PetscReal u[],
                  const PetscReal v[], PetscReal f[]) {
  PetscReal K[9];
  Tangent(data, dim, X, u, v, K, NULL);
  for (PetscInt i = 0; i < 3; i++)
    f[i] = K[3 * i] * u[0] + K[3 * i + 1] * u[1] + K[3 * i + 2] * u[2];
}

static PetscReal Energy(const void *data, PetscInt dim, const PetscReal X[], const PetscReal u[]) {
  PetscReal f[3];
  Force(data, dim, X, u, NULL, f);
  return (u[0] * f[0] + u[1] * f[1] + u[2] * f[2]) / 2;
}

static RicElementTraits Consistent(const void *data) {
  (void)data;
  return (RicElementTraits){.lumped = PETSC_FALSE};
}

typedef struct {
  RicMesh mesh;
  RicModel model;
} System;

// linear: forces by the assembled matrix, else element by element.
static System NewBar(PetscBool linear) {
  static const PetscReal from[3] = {0, 0, 0}, to[3] = {LENGTH, 0, 0};
  static RicElementOps ops;
  PetscInt links[ELEMENTS][2];
  System s;
  ops = (RicElementOps){.name = "bar of three",
                        .num_nodes = 3,
                        .data_size = 1,
                        .linear = linear,
                        .Traits = Consistent,
                        .Mass = Mass,
                        .Force = Force,
                        .Tangent = Tangent,
                        .Energy = Energy};
  Must(RicMeshCreate(PETSC_COMM_WORLD, &s.mesh));
  Must(RicMeshGenerateLine(s.mesh, "bar", NODES - 1, from, to));
  for (PetscInt e = 0; e < ELEMENTS; e++)
    for (PetscInt k = 0; k < 2; k++)
      Must(RicMeshAddLink(s.mesh, 2 * e, 2 * e + 1 + k, &links[e][k]));
  Must(RicMeshPartition(s.mesh));
  Must(RicModelCreate(PETSC_COMM_WORLD, s.mesh, 1, &s.model));
  for (PetscInt e = 0; e < ELEMENTS; e++)
    Must(RicModelAddLinkElement(s.model, &ops, "", links[e], "test"));
  Must(RicModelSetUp(s.model));
  return s;
}

static void Destroy(System *s) {
  Must(RicModelDestroy(&s->model));
  Must(RicMeshDestroy(&s->mesh));
}

static PetscReal Place(PetscInt node) { return LENGTH * (PetscReal)node / (NODES - 1); }

// u = x² has the axial force 2 E A x and the load −2 E A on each metre, which the shape functions
// share out: 1/6, 4/6, 1/6 of an element's length.
static void ForceOfSquare(PetscReal f[]) {
  for (PetscInt i = 0; i < NODES; i++)
    f[i] = 2 * STIFFNESS * LENGTH / ELEMENTS *
           (i % 2                      ? 4. / 6
            : i == 0 || i == NODES - 1 ? 1. / 6
                                       : 2. / 6);
  f[NODES - 1] -= 2 * STIFFNESS * LENGTH;
}

static void TestForce(void **state) {
  PetscReal u[NODES], f[NODES], expected[NODES], kinetic, potential;
  Vec q, v, force;
  (void)state;
  for (PetscInt linear = 0; linear < 2; linear++) {
    System s = NewBar((PetscBool)linear);
    Must(RicModelCreateVec(s.model, &q));
    Must(RicModelCreateVec(s.model, &v));
    Must(RicModelCreateVec(s.model, &force));
    for (PetscInt i = 0; i < NODES; i++)
      u[i] = Place(i) * Place(i);
    PutDofs(s.model, u, q);
    Must(RicModelForce(s.model, 0, q, v, force));
    GetDofs(s.model, force, f);
    ForceOfSquare(expected);
    assert_true(Distance(NODES, f, expected) < 1e-12);
    Must(RicModelEnergy(s.model, q, v, &kinetic, &potential));
    assert_close(potential, STIFFNESS * 4 * LENGTH * LENGTH * LENGTH / 6, 1e-12);
    Must(VecDestroy(&q)), Must(VecDestroy(&v)), Must(VecDestroy(&force));
    Destroy(&s);
  }
}

// A tangent has room for all pairs, and nothing where there is no element; the kinetic energy of
// v = x is exact.
static void TestMatrices(void **state) {
  const RicTangentPoint at = {.t = 0};
  PetscReal x[NODES], y[NODES], kinetic, potential;
  Vec q, v, product;
  Mat A;
  (void)state;
  System s = NewBar(PETSC_FALSE);
  assert_false(TraitsOf(s.model)->chain);
  Must(RicModelCreateVec(s.model, &q));
  Must(RicModelCreateVec(s.model, &v));
  Must(RicModelCreateVec(s.model, &product));
  for (PetscInt i = 0; i < NODES; i++)
    x[i] = Place(i);
  PutDofs(s.model, x, v);
  Must(RicModelEnergy(s.model, q, v, &kinetic, &potential));
  assert_close(kinetic, DENSITY * LENGTH * LENGTH * LENGTH / 6, 1e-12);
  Must(RicModelCreateMat(s.model, RIC_CURVATURE_ROWS, &A));
  Must(RicModelOperator(s.model, 0, 0, 1, &at, A));
  for (PetscInt j = 0; j < NODES; j++) {
    for (PetscInt i = 0; i < NODES; i++)
      x[i] = i == j;
    PutDofs(s.model, x, q);
    Must(MatMult(A, q, product));
    GetDofs(s.model, product, y);
    for (PetscInt i = 0; i < NODES; i++) {
      const PetscInt first = 2 * (PetscMin(i, j) / 2);
      const PetscBool apart = (PetscBool)(PetscMax(i, j) > first + 2);
      assert_true(apart ? y[i] == 0 : y[i] != 0);
    }
  }
  Must(MatDestroy(&A));
  Must(VecDestroy(&q)), Must(VecDestroy(&v)), Must(VecDestroy(&product));
  Destroy(&s);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(TestForce), cmocka_unit_test(TestMatrices)};
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  alarm(60); // a deadlock ends the test
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
