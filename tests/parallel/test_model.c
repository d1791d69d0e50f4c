// SPDX-License-Identifier: BSD-2-Clause
// Masses, forces and operators of a model on a lattice with all that has a force: forces as
// derivatives of energies, tangents as derivatives of forces, damping.
#include "modelling.h"
#include <unistd.h>

enum { MAX_DOFS = 60 };

typedef struct {
  RicMesh mesh;
  RicModel model;
} System;

static void Destroy(System *s) {
  Must(RicModelDestroy(&s->model));
  Must(RicMeshDestroy(&s->mesh));
}

static Vec NewVec(const System *s, const PetscReal values[]) {
  Vec x;
  Must(RicModelCreateVec(s->model, &x));
  if (values)
    PutDofs(s->model, values, x);
  return x;
}

// ---- A lattice with all that has a force ----

typedef struct {
  const char *bars; // type of the bars
  PetscBool lumped, loaded, held, damped;
} Kind;

static void AddLatticeElements(System *s, const Kind *kind) {
  const RicBarNonlinearData bar = {
      .bar = {.material = {40, 2.5}, .area = 0.5, .lumped = kind->lumped}};
  const RicGroundSpringData ground = {.stiffness = {3, 2, 4}, .damper = {kind->damped ? 0.7 : 0}};
  const RicSpringData spring = {.stiffness = 5, .damper = kind->damped ? 0.3 : 0};
  Must(RicModelAddElements(s->model, ElementType(kind->bars), &bar, RegionOf(s->mesh, "truss"),
                           "test"));
  Must(RicModelAddElements(s->model, ElementType("ground-spring"), &ground,
                           RegionOf(s->mesh, "xmax"), "test"));
  const PetscInt link = 0;
  Must(RicModelAddLinkElement(s->model, ElementType("spring"), &spring, &link, "test"));
  AddPointMass(s->model, s->mesh, "corner", 1.5);
}

static void AddLatticeLoads(System *s) {
  const PetscReal gravity[3] = {1, -2, -9.81};
  RicExpression constant[3] = {NewExpression("1 + x*y"), NULL, NewExpression("-2")};
  RicExpression moving[3] = {NULL, NewExpression("3*sin(2*t)*(x + z)"), NULL};
  Must(RicModelSetGravity(s->model, gravity));
  Must(RicModelAddLoad(s->model, RegionOf(s->mesh, "zmax"), constant));
  Must(RicModelAddLoad(s->model, RegionOf(s->mesh, "xmax"), moving));
}

static System NewLattice(MPI_Comm comm, const Kind *kind) {
  const PetscInt counts[3] = {2, 1, 1};
  const PetscReal size[3] = {2, 1, 0.8};
  const PetscBool fixed[3] = {PETSC_TRUE, PETSC_FALSE, PETSC_TRUE};
  PetscInt link;
  System s;
  Must(RicMeshCreate(comm, &s.mesh));
  Must(RicMeshGenerateLattice(s.mesh, "truss", counts, nowhere, size, PETSC_TRUE));
  Must(RicMeshAddRegionNearest(s.mesh, "corner", size));
  Must(RicMeshAddLink(s.mesh, 11, 0, &link));
  Must(RicMeshPartition(s.mesh));
  Must(RicModelCreate(comm, s.mesh, 3, &s.model));
  AddLatticeElements(&s, kind);
  if (kind->loaded)
    AddLatticeLoads(&s);
  if (kind->held)
    Must(RicModelAddSupport(s.model, RegionOf(s.mesh, "xmin"), fixed, NULL, NULL));
  if (kind->damped)
    Must(RicModelSetDamping(s.model, 0.4, 0.05));
  Must(RicModelSetUp(s.model));
  return s;
}

static const Kind kinds[4] = {
    {.bars = "bar", .loaded = PETSC_TRUE},
    {.bars = "bar-nonlinear", .loaded = PETSC_TRUE},
    {.bars = "bar", .lumped = PETSC_TRUE, .loaded = PETSC_TRUE, .held = PETSC_TRUE},
    {.bars = "bar-nonlinear", .loaded = PETSC_TRUE, .held = PETSC_TRUE, .damped = PETSC_TRUE},
};

// Bars: 20 edges and both diagonals of the faces of two cells with one face in common.
static PetscReal LatticeLength(void) {
  const PetscReal edges = 8 * 1.0 + 6 * 1.0 + 6 * 0.8;
  const PetscReal faces =
      4 * 2 * PetscSqrtReal(2) + 4 * 2 * PetscSqrtReal(1.64) + 3 * 2 * PetscSqrtReal(1.64);
  return edges + faces;
}

static void TestMass(void **state) {
  (void)state;
  for (PetscInt k = 0; k < 4; k++) {
    System s = NewLattice(PETSC_COMM_WORLD, &kinds[k]);
    PetscReal mass, kinetic, potential;
    Must(RicModelGetTotalMass(s.model, &mass));
    assert_close(mass, 1.25 * LatticeLength() + 1.5, 1e-12);
    Vec v = NewVec(&s, NULL), q = NewVec(&s, NULL);
    Must(VecSet(v, 2)); // every direction at 2 m/s
    Must(RicModelEnergy(s.model, q, v, &kinetic, &potential));
    assert_close(kinetic, 6 * mass, 1e-11);
    const RicModelTraits *is = TraitsOf(s.model);
    assert_int_equal(is->lumped, kinds[k].lumped);
    assert_int_equal(is->linear, k % 2 == 0);
    assert_false(is->chain);
    Must(VecDestroy(&q)), Must(VecDestroy(&v));
    Destroy(&s);
  }
}

// ---- Force and energy ----

// What loads add at time t, by original number.
static void Loads(const System *s, PetscReal t, PetscReal f[]) {
  const char *const names[2] = {"zmax", "xmax"};
  const PetscReal *xyz;
  const PetscInt *original;
  PetscInt owned;
  Must(RicMeshGetCoordinates(s->mesh, &xyz));
  Must(RicMeshGetNodeNumbers(s->mesh, NULL, &original));
  Must(RicMeshGetNumNodes(s->mesh, NULL, &owned, NULL));
  for (PetscInt i = 0; i < NumDofs(s->model); i++)
    f[i] = 0;
  for (PetscInt k = 0; k < 2; k++) {
    const RicRegion *region = RegionOf(s->mesh, names[k]);
    for (PetscInt i = 0; i < region->num_nodes && region->nodes[i] < owned; i++) {
      const PetscReal *x = &xyz[3 * region->nodes[i]];
      PetscReal *at = &f[3 * original[region->nodes[i]]];
      at[0] += k == 0 ? 1 + x[0] * x[1] : 0;
      at[1] += k == 1 ? 3 * PetscSinReal(2 * t) * (x[0] + x[2]) : 0;
      at[2] += k == 0 ? -2 : 0;
    }
  }
  SumOverRanks(s->model, NumDofs(s->model), f);
}

// Is dof i (original number) fixed? Through an operator that is drop there and nothing elsewhere.
static void FindFixed(const System *s, PetscReal free[]) {
  Vec x = NewVec(s, NULL);
  Must(VecSet(x, 1));
  Must(RicModelZeroFixed(s->model, x));
  GetDofs(s->model, x, free);
  Must(VecDestroy(&x));
}

static PetscReal PotentialAt(const System *s, const PetscReal q[], Vec x) {
  PetscReal kinetic, potential;
  PutDofs(s->model, q, x);
  Must(RicModelEnergy(s->model, x, x, &kinetic, &potential));
  return potential;
}

// f = −∂E/∂q + loads at v = 0 on free dofs, 0 on fixed ones. E is of degree 4 in q at most.
static void TestForce(void **state) {
  PetscReal q[MAX_DOFS], f[MAX_DOFS], loads[MAX_DOFS], free[MAX_DOFS];
  const PetscReal step = 0.02, t = 0.7;
  uint64_t seed = 21;
  (void)state;
  for (PetscInt k = 0; k < 4; k++) {
    System s = NewLattice(PETSC_COMM_WORLD, &kinds[k]);
    const PetscInt n = NumDofs(s.model);
    Vec x = NewVec(&s, NULL), v = NewVec(&s, NULL), y = NewVec(&s, NULL);
    UniformArray(&seed, -0.2, 0.2, n, q);
    PutDofs(s.model, q, x);
    Must(RicModelForce(s.model, t, x, v, y));
    GetDofs(s.model, y, f);
    Loads(&s, t, loads);
    FindFixed(&s, free);
    for (PetscInt i = 0; i < n; i++) {
      PetscReal E[4];
      const PetscReal q0 = q[i];
      for (PetscInt j = 0; j < 4; j++) {
        q[i] = q0 + (PetscReal)(j < 2 ? j - 2 : j - 1) * step;
        E[j] = PotentialAt(&s, q, x);
      }
      q[i] = q0;
      assert_close(f[i], free[i] * (loads[i] - Difference(E, step)), 1e-10);
    }
    Must(VecDestroy(&x)), Must(VecDestroy(&v)), Must(VecDestroy(&y));
    Destroy(&s);
  }
}

// The force on any number of ranks is that of a model that one rank has to itself.
static void TestForceAlone(void **state) {
  PetscReal q[MAX_DOFS], f[2][MAX_DOFS], E[2];
  uint64_t seed = 22;
  (void)state;
  for (PetscInt k = 0; k < 4; k++) {
    System s[2] = {NewLattice(PETSC_COMM_WORLD, &kinds[k]), NewLattice(PETSC_COMM_SELF, &kinds[k])};
    const PetscInt n = NumDofs(s[0].model);
    UniformArray(&seed, -0.3, 0.3, n, q);
    for (PetscInt j = 0; j < 2; j++) {
      Vec x = NewVec(&s[j], q), y = NewVec(&s[j], NULL);
      PetscReal kinetic;
      Must(RicModelForce(s[j].model, 0.3, x, x, y));
      GetDofs(s[j].model, y, f[j]);
      Must(RicModelEnergy(s[j].model, x, x, &kinetic, &E[j]));
      E[j] += kinetic;
      Must(VecDestroy(&x)), Must(VecDestroy(&y));
    }
    assert_close(Distance(n, f[0], f[1]), 0, 1e-12);
    assert_close(E[0], E[1], 1e-12);
    Destroy(&s[0]), Destroy(&s[1]);
  }
}

// ---- Operators ----

// Column j (original number) of a matrix.
static void Column(const System *s, Mat A, PetscInt j, PetscReal column[]) {
  PetscReal unit[MAX_DOFS] = {0};
  unit[j] = 1;
  Vec x = NewVec(s, unit), y = NewVec(s, NULL);
  Must(MatMult(A, x, y));
  GetDofs(s->model, y, column);
  Must(VecDestroy(&x)), Must(VecDestroy(&y));
}

typedef PetscErrorCode (*ProductFn)(RicModel, Vec, Vec);

static void Product(const System *s, ProductFn product, PetscInt j, PetscReal column[]) {
  PetscReal unit[MAX_DOFS] = {0};
  unit[j] = 1;
  Vec x = NewVec(s, unit), y = NewVec(s, NULL);
  Must(product(s->model, x, y));
  GetDofs(s->model, y, column);
  Must(VecDestroy(&x)), Must(VecDestroy(&y));
}

// −∂f/∂(q or v)_j at (q, v): exact, f is of degree 3 at most.
static void ForceDerivative(const System *s, PetscReal q[], PetscReal v[], PetscReal *varied,
                            PetscReal column[]) {
  PetscReal f[4][MAX_DOFS];
  const PetscReal step = 0.02, at = *varied;
  const PetscInt n = NumDofs(s->model);
  for (PetscInt k = 0; k < 4; k++) {
    *varied = at + (PetscReal)(k < 2 ? k - 2 : k - 1) * step;
    Vec x = NewVec(s, q), w = NewVec(s, v), y = NewVec(s, NULL);
    Must(RicModelForce(s->model, 0.2, x, w, y));
    GetDofs(s->model, y, f[k]);
    Must(VecDestroy(&x)), Must(VecDestroy(&w)), Must(VecDestroy(&y));
  }
  *varied = at;
  for (PetscInt i = 0; i < n; i++) {
    const PetscReal values[4] = {f[0][i], f[1][i], f[2][i], f[3][i]};
    column[i] = -Difference(values, step);
  }
}

// cm M + cc C + ck K(q), column by column; C and K by differences of the force.
static void TestOperator(void **state) {
  const PetscReal cm = 3, cc = 0.5, ck = 2;
  PetscReal q[MAX_DOFS], v[MAX_DOFS], free[MAX_DOFS];
  PetscReal a[MAX_DOFS], mass[MAX_DOFS], damping[MAX_DOFS], stiffness[MAX_DOFS];
  uint64_t seed = 23;
  (void)state;
  for (PetscInt k = 0; k < 4; k++) {
    System s = NewLattice(PETSC_COMM_WORLD, &kinds[k]);
    const PetscInt n = NumDofs(s.model);
    Mat A;
    UniformArray(&seed, -0.2, 0.2, n, q);
    UniformArray(&seed, -0.2, 0.2, n, v);
    FindFixed(&s, free);
    Vec x = NewVec(&s, q);
    Must(RicModelCreateMat(s.model, RIC_CURVATURE_ROWS, &A));
    Must(RicModelOperator(s.model, cm, cc, ck, &(RicTangentPoint){.q = x}, A));
    for (PetscInt j = 0; j < n; j++) {
      Column(&s, A, j, a);
      Product(&s, RicModelMassMult, j, mass);
      ForceDerivative(&s, q, v, &q[j], stiffness);
      ForceDerivative(&s, q, v, &v[j], damping);
      for (PetscInt i = 0; i < n; i++) {
        const PetscReal sum = cm * mass[i] + cc * damping[i] + ck * stiffness[i];
        assert_close(a[i], free[i] * free[j] > 0 ? sum : i == j ? cm : 0, 1e-9);
      }
    }
    Must(VecDestroy(&x));
    Must(MatDestroy(&A));
    Destroy(&s);
  }
}

// The mass matrix: as the product, with a unit diagonal at fixed dofs. K(0) is that at q = 0.
static void TestMatrices(void **state) {
  PetscReal a[MAX_DOFS], b[MAX_DOFS], free[MAX_DOFS];
  (void)state;
  for (PetscInt k = 0; k < 4; k++) {
    System s = NewLattice(PETSC_COMM_WORLD, &kinds[k]);
    const PetscInt n = NumDofs(s.model);
    Mat mass, A, B;
    Vec zero = NewVec(&s, NULL);
    Must(RicModelGetMass(s.model, &mass));
    Must(RicModelCreateMat(s.model, RIC_CURVATURE_ROWS, &A));
    Must(RicModelCreateMat(s.model, RIC_CURVATURE_ROWS, &B));
    Must(RicModelOperator(s.model, 0, 0, 1, NULL, A));
    Must(RicModelOperator(s.model, 0, 0, 1, &(RicTangentPoint){.q = zero}, B));
    FindFixed(&s, free);
    for (PetscInt j = 0; j < n; j++) {
      Column(&s, mass, j, a);
      Product(&s, RicModelMassMult, j, b);
      for (PetscInt i = 0; i < n; i++)
        assert_close(a[i], free[i] * free[j] > 0 ? b[i] : i == j ? 1 : 0, 1e-14);
      Column(&s, A, j, a);
      Column(&s, B, j, b);
      assert_close(Distance(n, a, b), 0, 1e-13);
      assert_close(a[j], free[j] > 0 ? a[j] : 1, 0);
    }
    Must(VecDestroy(&zero));
    Must(MatDestroy(&A)), Must(MatDestroy(&B));
    Destroy(&s);
  }
}

// C = α M + η K(0) + dampers, as a product and in the force.
static void TestDamping(void **state) {
  PetscReal c[MAX_DOFS], m[MAX_DOFS], k[MAX_DOFS], d[MAX_DOFS], v[MAX_DOFS] = {0};
  const Kind damped = {.bars = "bar-nonlinear", .damped = PETSC_TRUE};
  PetscReal q[MAX_DOFS] = {0};
  Mat K;
  (void)state;
  System s = NewLattice(PETSC_COMM_WORLD, &damped);
  const PetscInt n = NumDofs(s.model);
  assert_true(TraitsOf(s.model)->damped);
  Must(RicModelCreateMat(s.model, RIC_CURVATURE_ROWS, &K));
  Must(RicModelOperator(s.model, 0, 0, 1, NULL, K));
  // Ends of the spring 11–0: (2, 1, 0.8) and the origin; its damper acts along their line.
  const PetscReal line[3] = {2, 1, 0.8}, length2 = 5.64;
  for (PetscInt j = 0; j < n; j++) {
    Product(&s, RicModelDampingMult, j, c);
    Product(&s, RicModelMassMult, j, m);
    Column(&s, K, j, k);
    for (PetscInt i = 0; i < n; i++) {
      const PetscBool ends = (PetscBool)((i < 3 || i >= 33) && (j < 3 || j >= 33));
      const PetscReal sign = (i < 3) == (j < 3) ? 1 : -1;
      d[i] = ends ? 0.3 * sign * line[i % 3] * line[j % 3] / length2 : 0;
      d[i] += i == j && i >= 24 && i % 3 == 0 ? 0.7 : 0; // ground springs at x = 2: nodes 8 … 11
      assert_close(c[i], 0.4 * m[i] + 0.05 * k[i] + d[i], 1e-13);
    }
    ForceDerivative(&s, q, v, &v[j], d);
    assert_close(Distance(n, c, d), 0, 1e-12);
  }
  Must(MatDestroy(&K));
  Destroy(&s);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestMass),       cmocka_unit_test(TestForce),
      cmocka_unit_test(TestForceAlone), cmocka_unit_test(TestOperator),
      cmocka_unit_test(TestMatrices),   cmocka_unit_test(TestDamping),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  alarm(250); // a deadlock ends the test
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
