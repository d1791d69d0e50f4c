// SPDX-License-Identifier: BSD-2-Clause
// What tolerances and steps are measured with: the length of a model, the scales of its dofs and rows,
// a bound on its frequencies.
#include "modelling.h"
#include <string.h>
#include <unistd.h>

typedef struct {
  RicMesh mesh;
  RicModel model;
} System;

static void Destroy(System *s) {
  Must(RicModelDestroy(&s->model));
  Must(RicMeshDestroy(&s->mesh));
}

static PetscReal Length(const System *s) {
  PetscReal length;
  Must(RicModelGetLength(s->model, &length));
  return length;
}

// Of dof d of the one node of a region.
static PetscReal DofValue(const System *s, Vec x, const char name[], PetscInt d) {
  const RicRegion *region = RegionOf(s->mesh, name);
  PetscReal sum = 0;
  const PetscScalar *a;
  PetscInt owned, first, n;
  Must(RicMeshGetNumNodes(s->mesh, NULL, &owned, NULL));
  Must(VecGetArrayRead(x, &a));
  for (PetscInt i = 0; i < region->num_nodes; i++) {
    Must(RicModelGetNodeDofs(s->model, region->nodes[i], &first, &n));
    if (region->nodes[i] < owned && d < n)
      sum += a[first + d];
  }
  Must(VecRestoreArrayRead(x, &a));
  SumOverRanks(s->model, 1, &sum);
  return sum;
}

static const RicJointOps *JointType(const char name[]) {
  const RicJointOps *ops;
  Must(RicJointFind(name, &ops));
  assert_non_null(ops);
  return ops;
}

static void AddJoint(const System *s, const char type[], PetscReal arm) {
  const RicPlace place[2] = {{{RIC_POINT_BODY, {arm, 0, 0}}, RegionOf(s->mesh, "rod")}};
  const union { // in the plane their axes are not read
    RicRevoluteData hinge;
    RicWeldData weld;
    RicAngleData angle;
    RicSpeedData speed;
  } data = {.weld = {{0}}};
  Must(RicModelAddJoint(s->model, type, JointType(type), &data, place, -1, NULL, "test"));
}

static void AddContact(const System *s, const char type[], PetscReal arm) {
  const RicFaceData face = {.normal = {0, 1, 0}};
  const RicStopData stop = {.angle = 0};
  const void *data = ContactType(type)->angular ? (const void *)&stop : &face;
  const RicPlace place[2] = {{{RIC_POINT_BODY, {0, arm, 0}}, RegionOf(s->mesh, "disk")},
                             {{RIC_POINT_GROUND, {0, -9, 0}}, NULL}};
  Must(RicModelAddPointContact(s->model, type, ContactType(type), data, place, -1, 0, NULL));
}

// A disk at (3, 1/2) and a rod at (−1, 0). corner, arm, pin: of an outline, a contact's and a
// joint's point.
static System NewBodies(PetscReal corner, PetscReal arm, PetscReal pin) {
  const RicBodyData disk = {.mass = 2, .inertia = 0.5}, rod = {.mass = 1, .inertia = 4};
  const PetscReal at_disk[3] = {3, 0.5, 0}, at_rod[3] = {-1, 0, 0};
  const PetscReal outline[] = {0, 0, 0, -corner};
  RicSurface surface;
  System s;
  Must(RicMeshCreate(PETSC_COMM_WORLD, &s.mesh));
  Must(RicMeshAddNode(s.mesh, "disk", at_disk));
  Must(RicMeshAddNode(s.mesh, "rod", at_rod));
  Must(RicMeshPartition(s.mesh));
  Must(RicModelCreate(PETSC_COMM_WORLD, s.mesh, 2, &s.model));
  Must(RicModelAddBody(s.model, RegionOf(s.mesh, "disk"), &disk));
  Must(RicModelAddBody(s.model, RegionOf(s.mesh, "rod"), &rod));
  Must(RicSurfaceOutline(2, outline, &surface));
  Must(RicModelSetBodySurface(s.model, 1, &surface));
  AddContact(&s, "point-line", arm);
  AddContact(&s, "angular-stop", 0);
  AddJoint(&s, "revolute", pin);
  AddJoint(&s, "weld", 0);
  AddJoint(&s, "angle", 0);
  Must(RicModelSetUp(s.model));
  return s;
}

// The contact's line stands 9 m below the origin.
static void TestLength(void **state) {
  const PetscReal parts[4][4] = {{1, 1, 1, 9}, {10, 1, 1, 10}, {1, 11, 1, 11}, {1, 1, -12, 12}};
  (void)state;
  for (PetscInt k = 0; k < 4; k++) {
    System s = NewBodies(parts[k][0], parts[k][1], parts[k][2]);
    assert_close(Length(&s), parts[k][3], 0);
    Destroy(&s);
  }
}

static void TestScales(void **state) {
  System s = NewBodies(1, 1, 1);
  PetscReal values[6];
  Vec scale, position, rows;
  (void)state;
  Must(RicModelCreateVec(s.model, &scale));
  Must(RicModelCreateVec(s.model, &position));
  Must(RicModelCreateContactVec(s.model, &rows));
  Must(RicModelGetDofScales(s.model, scale, position));
  Must(RicModelGetRowScales(s.model, rows));
  const PetscReal arm_disk = 0.5, arm_rod = 2;
  const char *const names[2] = {"disk", "rod"};
  const PetscReal wanted[2][3] = {{9, 9, 9 / arm_disk}, {9, 9, 9 / arm_rod}};
  const PetscReal at[2][3] = {{3, 0.5, 0}, {1, 0, 0}};
  for (PetscInt k = 0; k < 2; k++)
    for (PetscInt d = 0; d < 3; d++) {
      assert_close(DofValue(&s, scale, names[k], d), wanted[k][d], 1e-15);
      assert_close(DofValue(&s, position, names[k], d), at[k][d], 0);
    }
  // point-line 9, stop 1; revolute 9, 9; weld 9, 9, 1; angle 1
  Must(VecSum(rows, &values[0]));
  Must(VecMin(rows, NULL, &values[1]));
  Must(VecMax(rows, NULL, &values[2]));
  assert_close(values[0], 5 * 9 + 3, 1e-14);
  assert_close(values[1], 1, 0);
  assert_close(values[2], 9, 0);
  Must(VecDestroy(&scale));
  Must(VecDestroy(&position));
  Must(VecDestroy(&rows));
  Destroy(&s);
}

// An oscillator 2 m above its ground, alone at the origin: its gap is the length, and of its
// coordinate what changes the gap by it.
static void TestSystem(void **state) {
  const PetscReal origin[3] = {0, 0, 0}, parameters[4] = {1, 0, 1, 0}, q0[1] = {2}, v0[1] = {0};
  const RicSystemOps *ops;
  PetscInt number;
  System s;
  Vec scale, position;
  (void)state;
  Must(RicSystemFind("oscillator", &ops));
  Must(RicMeshCreate(PETSC_COMM_WORLD, &s.mesh));
  Must(RicMeshAddNode(s.mesh, "mass", origin));
  Must(RicMeshPartition(s.mesh));
  Must(RicModelCreate(PETSC_COMM_WORLD, s.mesh, 1, &s.model));
  Must(RicModelAddSystem(s.model, RegionOf(s.mesh, "mass"), ops, parameters, q0, v0, &number));
  Must(RicModelAddSystemContact(s.model, "ground", number, 0, 0.5));
  Must(RicModelSetUp(s.model));
  assert_close(Length(&s), 2, 0);
  Must(RicModelCreateVec(s.model, &scale));
  Must(RicModelCreateVec(s.model, &position));
  Must(RicModelGetDofScales(s.model, scale, position));
  assert_close(DofValue(&s, scale, "mass", 0), 2, 1e-6); // rows of systems are differences
  assert_close(DofValue(&s, position, "mass", 0), 0, 0);
  Must(VecDestroy(&scale));
  Must(VecDestroy(&position));
  Destroy(&s);
}

// A bar of ten cells, c = 2 m/s, held or not, alone or beside an oscillator of 10⁶ rad/s.
static PetscReal BarFrequency(PetscBool lumped, PetscBool held, PetscBool beside) {
  const RicBarData bar = {.material = {12, 3}, .area = 0.5, .lumped = lumped};
  const PetscReal to[3] = {1, 0, 0}, parameters[4] = {1, 0, 1e12, 0}, zero[1] = {0};
  const PetscBool fixed[3] = {PETSC_TRUE};
  RicExpression none[3] = {NULL};
  const RicSystemOps *ops;
  PetscInt number;
  PetscReal omega;
  System s;
  Must(RicSystemFind("oscillator", &ops));
  Must(RicMeshCreate(PETSC_COMM_WORLD, &s.mesh));
  Must(RicMeshGenerateLine(s.mesh, "bar", 10, nowhere, to));
  if (beside)
    Must(RicMeshAddNode(s.mesh, "mass", nowhere));
  Must(RicMeshPartition(s.mesh));
  Must(RicModelCreate(PETSC_COMM_WORLD, s.mesh, 1, &s.model));
  Must(RicModelAddElements(s.model, ElementType("bar"), &bar, RegionOf(s.mesh, "bar"), "test"));
  if (beside)
    Must(
        RicModelAddSystem(s.model, RegionOf(s.mesh, "mass"), ops, parameters, zero, zero, &number));
  if (held)
    Must(RicModelAddSupport(s.model, RegionOf(s.mesh, "start"), fixed, none, none));
  Must(RicModelSetUp(s.model));
  Must(RicModelFrequencyBound(s.model, NULL, &omega));
  Destroy(&s);
  return omega;
}

// 2√3 c/l with the mass of bars, 2 c/l with a lumped one.
static void TestFrequencyBound(void **state) {
  (void)state;
  for (PetscInt k = 0; k < 8; k++) {
    const PetscBool lumped = (PetscBool)(k & 1), held = (PetscBool)(k >> 1 & 1);
    const PetscReal wanted = 2 * 2 / 0.1 * (lumped ? 1 : PetscSqrtReal(3));
    assert_close(BarFrequency(lumped, held, (PetscBool)(k >> 2)), wanted, 1e-12 * wanted);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestLength),
      cmocka_unit_test(TestScales),
      cmocka_unit_test(TestSystem),
      cmocka_unit_test(TestFrequencyBound),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  alarm(250); // a deadlock ends the test
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
