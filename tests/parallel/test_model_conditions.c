// SPDX-License-Identifier: BSD-2-Clause
// What a model is subject to: supports and their motion, contacts and theirs, initial conditions,
// gravity; output fields; and the mistakes it refuses.
#include "modelling.h"
#include "raised.h"
#include <string.h>
#include <unistd.h>

enum { MAX_DOFS = 60 };

static const PetscBool nothing[3] = {PETSC_FALSE, PETSC_FALSE, PETSC_FALSE};

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

// ---- Supports ----

// A line of four bars along x, 0 … 2 m, in the plane; `displacement`, `velocity` of its start along
// x.
static System NewSupportedLine(const char displacement[], const char velocity[]) {
  const RicBarData bar = {.material = {8, 3}, .area = 1};
  const PetscReal to[3] = {2, 0, 0};
  const PetscBool fixed[3] = {PETSC_TRUE, PETSC_FALSE, PETSC_FALSE};
  RicExpression u[3] = {displacement ? NewExpression(displacement) : NULL, NULL, NULL};
  RicExpression v[3] = {velocity ? NewExpression(velocity) : NULL, NULL, NULL};
  System s;
  Must(RicMeshCreate(PETSC_COMM_WORLD, &s.mesh));
  Must(RicMeshGenerateLine(s.mesh, "bar", 4, nowhere, to));
  Must(RicMeshPartition(s.mesh));
  Must(RicModelCreate(PETSC_COMM_WORLD, s.mesh, 2, &s.model));
  Must(RicModelAddElements(s.model, ElementType("bar"), &bar, RegionOf(s.mesh, "bar"), "test"));
  Must(RicModelAddSupport(s.model, RegionOf(s.mesh, "start"), fixed, u, v));
  Must(RicModelAddSupport(s.model, RegionOf(s.mesh, "end"), fixed, NULL, NULL));
  Must(RicModelSetUp(s.model));
  return s;
}

static void CheckPrescribed(const System *s, PetscReal t, PetscReal h, const PetscReal expected[3],
                            PetscReal tolerance) {
  PetscReal before[MAX_DOFS], after[MAX_DOFS];
  uint64_t seed = 24;
  UniformArray(&seed, 1, 2, NumDofs(s->model), before);
  Vec x[3];
  for (PetscInt k = 0; k < 3; k++)
    x[k] = NewVec(s, before);
  Must(RicModelPrescribe(s->model, t, h, x[0], x[1], x[2]));
  for (PetscInt k = 0; k < 3; k++) {
    GetDofs(s->model, x[k], after);
    assert_close(after[0], expected[k], tolerance);
    assert_close(after[8], 0, 0); // end: at rest
    for (PetscInt i = 0; i < NumDofs(s->model); i++)
      if (i != 0 && i != 8)
        assert_true(after[i] == before[i]);
    Must(VecDestroy(&x[k]));
  }
}

static void TestPrescribed(void **state) {
  const PetscReal t = 0.4, w = 3;
  const PetscReal motion[3] = {0.1 * PetscSinReal(w * t), 0.1 * w * PetscCosReal(w * t),
                               -0.1 * w * w * PetscSinReal(w * t)};
  PetscInt dofs, free_dofs;
  (void)state;
  System s = NewSupportedLine("0.1*sin(3*t)", NULL);
  assert_true(TraitsOf(s.model)->moving_supports);
  Must(RicModelGetSizes(s.model, &dofs, &free_dofs, NULL, NULL));
  assert_true(dofs == 10 && free_dofs == 8);
  CheckPrescribed(&s, t, 0.01, motion, 1e-9); // differences: h⁴/256 · 0.1 · 3⁶/90
  Destroy(&s);
  s = NewSupportedLine("0.1*sin(3*t)", "0.3*cos(3*t)");
  CheckPrescribed(&s, t, 0.01, motion, 1e-10);
  Destroy(&s);
}

// A support that stands displaced does not move, however short the step.
static void TestStanding(void **state) {
  const PetscReal rest[3] = {0.1, 0, 0};
  (void)state;
  System s = NewSupportedLine("0.1", NULL);
  assert_false(TraitsOf(s.model)->moving_supports);
  for (PetscReal h = 1; h > 1e-7; h /= 10)
    CheckPrescribed(&s, 0, h, rest, 0);
  Destroy(&s);
}

// What moving supports do to the others: forces E S/L u, inertia ρ S L/6 a on the neighbour; and
// the supports' own entries are 0.
static void TestReaction(void **state) {
  PetscReal y[MAX_DOFS];
  (void)state;
  System s = NewSupportedLine("2*t", NULL);
  Vec x = NewVec(&s, NULL), v = NewVec(&s, NULL), f = NewVec(&s, NULL);
  Must(RicModelPrescribe(s.model, 0.25, 0.01, x, NULL, NULL));
  Must(RicModelForce(s.model, 0.25, x, v, f));
  GetDofs(s.model, f, y);
  assert_close(y[0], 0, 0);
  assert_close(y[2], 8 / 0.5 * 0.5, 1e-12);
  Must(RicModelMassMult(s.model, x, f));
  GetDofs(s.model, f, y);
  assert_close(y[0], 0, 0);
  assert_close(y[2], 3 * 0.5 / 6 * 0.5, 1e-13);
  for (PetscInt i = 3; i < 10; i++)
    assert_close(y[i], 0, 1e-15);
  Must(VecDestroy(&x)), Must(VecDestroy(&v)), Must(VecDestroy(&f));
  Destroy(&s);
}

// ---- Contacts ----

// The line again, its start driven by sin(t), its nodes over a moving tilted plane, and a link
// contact from its end back to its start.
static System NewContacts(void) {
  const RicBarData bar = {.material = {8, 3}, .area = 1};
  const RicFaceData link_data = {.normal = {-1, 0, 0}, .offset = 0.25};
  const PetscReal to[3] = {2, 0, 0}, point[3] = {0, -1, 0}, normal[3] = {0.6, 0.8, 0};
  const PetscBool fixed[3] = {PETSC_TRUE, PETSC_FALSE, PETSC_FALSE};
  RicExpression u[3] = {NewExpression("sin(t)"), NULL, NULL};
  PetscInt link;
  System s;
  Must(RicMeshCreate(PETSC_COMM_WORLD, &s.mesh));
  Must(RicMeshGenerateLine(s.mesh, "bar", 4, nowhere, to));
  Must(RicMeshAddLink(s.mesh, 4, 0, &link));
  Must(RicMeshPartition(s.mesh));
  Must(RicModelCreate(PETSC_COMM_WORLD, s.mesh, 2, &s.model));
  Must(RicModelAddElements(s.model, ElementType("bar"), &bar, RegionOf(s.mesh, "bar"), "test"));
  Must(RicModelAddSupport(s.model, RegionOf(s.mesh, "start"), fixed, u, NULL));
  AddPlane(s.model, s.mesh, "bar", "plane", point, normal, 0.7, "0.1*t^2");
  Must(RicModelAddLinkContact(s.model, "link", ContactType("node-node"), &link_data, link, 0.3,
                              NULL));
  Must(RicModelSetUp(s.model));
  return s;
}

static void TestGaps(void **state) {
  const PetscReal t = 0.5;
  PetscReal q[MAX_DOFS], v[MAX_DOFS], y[MAX_DOFS], ydot[MAX_DOFS];
  uint64_t seed = 25;
  PetscInt rows;
  (void)state;
  System s = NewContacts();
  UniformArray(&seed, -1, 1, NumDofs(s.model), q);
  UniformArray(&seed, -1, 1, NumDofs(s.model), v);
  Vec x = NewVec(&s, q), w = NewVec(&s, v), g, gdot;
  Must(RicModelCreateContactVec(s.model, &g));
  Must(VecDuplicate(g, &gdot));
  Must(RicModelGetSizes(s.model, NULL, NULL, NULL, &rows));
  assert_int_equal(rows, 6);
  Must(RicModelGaps(s.model, t, x, g));
  Must(RicModelGapVelocities(s.model, t, 0.01, w, gdot));
  GetRows(s.model, g, y);
  GetRows(s.model, gdot, ydot);
  for (PetscInt i = 0; i < 5; i++) {
    const PetscReal X = 0.5 * (PetscReal)i;
    assert_close(y[i], 0.6 * (X + q[2 * i]) + 0.8 * (1 + q[2 * i + 1]) - 0.1 * t * t, 1e-14);
    assert_close(ydot[i], 0.6 * v[2 * i] + 0.8 * v[2 * i + 1] - 0.2 * t, 1e-12);
  }
  // From the end (its first node) to the start, against x.
  assert_close(y[5 + 4], (2 + q[8]) - q[0] - 0.25, 1e-14);
  assert_close(ydot[5 + 4], v[8] - v[0], 1e-14);
  Must(VecDestroy(&x)), Must(VecDestroy(&w)), Must(VecDestroy(&g)), Must(VecDestroy(&gdot));
  Destroy(&s);
}

// W without the columns of fixed dofs; restitution; the shift; not separable.
static void TestRows(void **state) {
  PetscReal v[MAX_DOFS], y[MAX_DOFS], e[MAX_DOFS], shift;
  uint64_t seed = 26;
  Vec restitution, g;
  Mat W;
  (void)state;
  System s = NewContacts();
  UniformArray(&seed, -1, 1, NumDofs(s.model), v);
  Vec w = NewVec(&s, v);
  Must(RicModelGetRows(s.model, &W));
  Must(RicModelCreateContactVec(s.model, &g));
  Must(MatMult(W, w, g));
  GetRows(s.model, g, y);
  Must(RicModelGetRestitution(s.model, &restitution));
  GetRows(s.model, restitution, e);
  for (PetscInt i = 0; i < 5; i++) {
    assert_close(y[i], (i ? 0.6 * v[2 * i] : 0) + 0.8 * v[2 * i + 1], 1e-14);
    assert_close(e[i], 0.7, 0);
  }
  assert_close(y[5 + 4], v[8], 1e-14);
  assert_close(e[5 + 4], 0.3, 0);
  Must(RicModelContactShift(s.model, 0, 2, &shift));
  assert_close(shift, 0.4, 1e-15);
  Must(RicModelContactShift(s.model, 1, 2, &shift));
  assert_close(shift, 0, 0);
  assert_false(TraitsOf(s.model)->separable);
  Must(VecDestroy(&w)), Must(VecDestroy(&g));
  Destroy(&s);
}

// A place as messages give it.
static void Place(PetscReal x, PetscReal y, PetscReal z, char text[]) {
  snprintf(text, RIC_TEXT_LEN, "(%g, %g, %g)", (double)x, (double)y, (double)z);
}

static void TestDescribeRow(void **state) {
  char text[RIC_TEXT_LEN], place[RIC_TEXT_LEN];
  PetscReal q[MAX_DOFS] = {0};
  PetscInt found[2] = {0, 0};
  (void)state;
  System s = NewContacts();
  Place(2, 0.5, 0, place);
  q[9] = 0.5; // the end, upwards
  Vec x = NewVec(&s, q);
  for (PetscInt row = 0; row < 6; row++) {
    Must(RicModelDescribeRow(s.model, row, x, text, sizeof text));
    found[0] += strstr(text, place) && strstr(text, "'plane'");
    found[1] += strstr(text, place) && strstr(text, "'link'");
    assert_true(strstr(text, "'plane'") || strstr(text, "'link'"));
  }
  assert_true(found[0] == 1 && found[1] == 1);
  Must(VecDestroy(&x));
  Destroy(&s);
}

// ---- Nodes that nothing holds ----

// How many of the nodes of bars in the plane are free to move; `cable`: bars that only pull.
static PetscInt CountFree(RicMesh mesh, const char region[], PetscBool cable) {
  const RicBarNonlinearData bar = {.bar = {.material = {8, 1}, .area = 1}, .tension_only = cable};
  PetscBool asked[MAX_DOFS];
  PetscInt n;
  System s = {.mesh = mesh};
  Vec q, v;
  Must(RicMeshPartition(s.mesh));
  Must(RicModelCreate(PETSC_COMM_WORLD, s.mesh, 2, &s.model));
  Must(RicModelAddElements(s.model, ElementType("bar-nonlinear"), &bar, RegionOf(s.mesh, region),
                           "test"));
  Must(RicModelSetUp(s.model));
  Must(RicModelCreateVec(s.model, &q));
  Must(VecDuplicate(q, &v));
  Must(RicModelInitialState(s.model, 0, 0.01, q, v));
  for (PetscInt i = 0; i < MAX_DOFS; i++)
    asked[i] = PETSC_TRUE;
  Must(RicModelCountFree(s.model, q, asked, &n));
  Must(VecDestroy(&q)), Must(VecDestroy(&v));
  Destroy(&s);
  return n;
}

// All of bars in one line, across it; none where bars meet at right angles, and none of a cable.
static void TestCountFree(void **state) {
  const PetscReal to[3] = {3, 1, 0}, size[3] = {2, 1, 0};
  const PetscInt cells[3] = {2, 2, 0};
  RicMesh mesh;
  (void)state;
  for (int cable = 0; cable < 2; cable++) {
    Must(RicMeshCreate(PETSC_COMM_WORLD, &mesh));
    Must(RicMeshGenerateLine(mesh, "bar", 4, nowhere, to));
    assert_int_equal(CountFree(mesh, "bar", cable), cable ? 0 : 5);
  }
  Must(RicMeshCreate(PETSC_COMM_WORLD, &mesh));
  Must(RicMeshGenerateLattice(mesh, "lattice", cells, nowhere, size, PETSC_FALSE));
  assert_int_equal(CountFree(mesh, "lattice", PETSC_FALSE), 0);
}

// ---- Initial conditions ----

// By region and expression; later ones win, NULL leaves what is there; supports have the last word.
static void TestInitial(void **state) {
  const RicBarData bar = {.material = {1, 1}, .area = 1};
  const PetscReal to[3] = {2, 0, 0};
  const PetscBool fixed[3] = {PETSC_TRUE, PETSC_FALSE, PETSC_FALSE};
  PetscReal u[MAX_DOFS], v[MAX_DOFS];
  (void)state;
  System s;
  Must(RicMeshCreate(PETSC_COMM_WORLD, &s.mesh));
  Must(RicMeshGenerateLine(s.mesh, "bar", 4, nowhere, to));
  Must(RicMeshPartition(s.mesh));
  Must(RicModelCreate(PETSC_COMM_WORLD, s.mesh, 2, &s.model));
  Must(RicModelAddElements(s.model, ElementType("bar"), &bar, RegionOf(s.mesh, "bar"), "test"));
  RicExpression u1[3] = {NewExpression("0.1*x"), NewExpression("t"), NULL};
  RicExpression v1[3] = {NewExpression("-10"), NULL, NULL};
  RicExpression u2[3] = {NULL, NewExpression("-3"), NULL};
  RicExpression motion[3] = {NewExpression("0.25*t"), NULL, NULL};
  Must(RicModelAddInitial(s.model, RegionOf(s.mesh, "bar"), u1, v1));
  Must(RicModelAddInitial(s.model, RegionOf(s.mesh, "end"), u2, NULL));
  Must(RicModelAddSupport(s.model, RegionOf(s.mesh, "start"), fixed, motion, NULL));
  Must(RicModelSetUp(s.model));
  Vec q = NewVec(&s, NULL), w = NewVec(&s, NULL);
  Must(RicModelInitialState(s.model, 2, 0.01, q, w));
  GetDofs(s.model, q, u);
  GetDofs(s.model, w, v);
  assert_close(u[0], 0.5, 1e-15);
  assert_close(v[0], 0.25, 1e-12);
  for (PetscInt i = 0; i < 5; i++) {
    if (i)
      assert_close(u[2 * i], 0.05 * (PetscReal)i, 1e-15);
    if (i)
      assert_close(v[2 * i], -10, 0);
    assert_close(u[2 * i + 1], i == 4 ? -3 : 2, 0);
    assert_close(v[2 * i + 1], 0, 0);
  }
  Must(VecDestroy(&q)), Must(VecDestroy(&w));
  Destroy(&s);
}

// ---- A single mass; energies; output fields ----

// −m g·(X + u), zero at the origin of coordinates.
static void TestGravityEnergy(void **state) {
  const PetscReal at[3] = {1, 2, 3}, gravity[3] = {0, -10, 4}, q[3] = {0.5, 0.25, -1},
                  v[3] = {1, 2, 3};
  PetscReal kinetic, potential, mass;
  (void)state;
  System s;
  Must(RicMeshCreate(PETSC_COMM_WORLD, &s.mesh));
  Must(RicMeshAddNode(s.mesh, "ball", at));
  Must(RicMeshPartition(s.mesh));
  Must(RicModelCreate(PETSC_COMM_WORLD, s.mesh, 3, &s.model));
  AddPointMass(s.model, s.mesh, "ball", 2);
  Must(RicModelSetGravity(s.model, gravity));
  Must(RicModelSetUp(s.model));
  Vec x = NewVec(&s, q), w = NewVec(&s, v), f = NewVec(&s, NULL);
  Must(RicModelEnergy(s.model, x, w, &kinetic, &potential));
  assert_close(kinetic, 14, 1e-14);
  assert_close(potential, -2 * (-10 * 2.25 + 4 * 2), 1e-13);
  Must(RicModelGetTotalMass(s.model, &mass));
  assert_close(mass, 2, 0);
  Must(RicModelForce(s.model, 0, x, w, f));
  assert_close(ValueAt(s.model, f, "ball", 0), 0, 0);
  assert_close(ValueAt(s.model, f, "ball", 1), -20, 0);
  assert_close(ValueAt(s.model, f, "ball", 2), 8, 0);
  Must(VecDestroy(&x)), Must(VecDestroy(&w)), Must(VecDestroy(&f));
  Destroy(&s);
}

// A line stretched by 1 %: the same force in every element, on whatever rank it is.
static void TestFields(void **state) {
  PetscReal q[MAX_DOFS];
  RicElementFields fields[4];
  const RicElementOps *ops;
  const PetscInt *nodes;
  PetscInt blocks, num;
  (void)state;
  System s = NewSupportedLine(NULL, NULL);
  for (PetscInt i = 0; i < 10; i++)
    q[i] = i % 2 ? 0 : 0.01 * 0.5 * (PetscReal)(i / 2);
  Vec x = NewVec(&s, q), v = NewVec(&s, NULL);
  Must(RicModelUpdateGhosts(s.model, v));
  Must(RicModelGetNumElementBlocks(s.model, &blocks));
  assert_int_equal(blocks, 1);
  Must(RicModelGetElementBlock(s.model, 0, &ops, &num, &nodes));
  assert_string_equal(ops->name, "bar");
  Must(RicModelElementFields(s.model, 0, 0, num, x, v, fields));
  PetscReal total = (PetscReal)num;
  for (PetscInt i = 0; i < num; i++)
    assert_close(fields[i].axial_force, 0.08, 1e-14);
  SumOverRanks(s.model, 1, &total);
  assert_close(total, 4, 0);
  Must(VecDestroy(&x)), Must(VecDestroy(&v));
  Destroy(&s);
}

// Loads alone, without gravity: those that are given, and 0 where there is none.
static void TestLoads(void **state) {
  PetscReal f[MAX_DOFS];
  (void)state;
  for (PetscInt loads = 0; loads <= 3; loads++) {
    const RicBarData bar = {.material = {8, 3}, .area = 1};
    const PetscReal to[3] = {2, 0, 0}, down[3] = {0, -9, 0};
    System s;
    Must(RicMeshCreate(PETSC_COMM_WORLD, &s.mesh));
    Must(RicMeshGenerateLine(s.mesh, "bar", 4, nowhere, to));
    Must(RicMeshPartition(s.mesh));
    Must(RicModelCreate(PETSC_COMM_WORLD, s.mesh, 2, &s.model));
    Must(RicModelAddElements(s.model, ElementType("bar"), &bar, RegionOf(s.mesh, "bar"), "test"));
    Must(RicModelSetGravity(s.model, down));
    for (PetscInt k = 0; k < loads; k++) {
      RicExpression force[3] = {NewExpression("3+t"), NewExpression("x"), NULL};
      Must(RicModelAddLoad(s.model, RegionOf(s.mesh, k ? "end" : "start"), force));
    }
    Must(RicModelSetUp(s.model));
    Vec x = NewVec(&s, NULL), y = NewVec(&s, NULL);
    Must(VecSet(y, 7));
    Must(RicModelLoads(s.model, 0.5, x, y));
    GetDofs(s.model, y, f);
    const PetscReal at_end = (PetscReal)PetscMax(0, loads - 1);
    for (PetscInt i = 0; i < 10; i++)
      assert_close(f[i],
                   i == 0   ? 3.5 * (loads > 0)
                   : i == 8 ? 3.5 * at_end
                   : i == 9 ? 2 * at_end
                            : 0,
                   1e-14);
    Must(VecDestroy(&x)), Must(VecDestroy(&y));
    Destroy(&s);
  }
}

// Springs in an oblique line, whose points move apart: the dampers' forces are those of the rate along it.
static void TestFieldsOfDampers(void **state) {
  const RicSpringData spring = {.stiffness = 5, .damper = 2};
  const PetscReal to[3] = {3, 4, 0}, rate = 1.25 * (0.5 * 0.36 - 2 * 0.64);
  PetscReal velocity[MAX_DOFS];
  RicElementFields fields[4];
  const PetscInt *nodes;
  PetscInt num;
  System s;
  (void)state;
  Must(RicMeshCreate(PETSC_COMM_WORLD, &s.mesh));
  Must(RicMeshGenerateLine(s.mesh, "line", 4, nowhere, to));
  Must(RicMeshPartition(s.mesh));
  Must(RicModelCreate(PETSC_COMM_WORLD, s.mesh, 2, &s.model));
  Must(RicModelAddElements(s.model, ElementType("spring"), &spring, RegionOf(s.mesh, "line"),
                           "test"));
  AddPointMass(s.model, s.mesh, "line", 1);
  Must(RicModelSetUp(s.model));
  for (PetscInt i = 0; i < 5; i++) {
    velocity[2 * i] = 0.5 * 0.75 * (PetscReal)i;
    velocity[2 * i + 1] = -2 * (PetscReal)i;
  }
  Vec x = NewVec(&s, NULL), v = NewVec(&s, velocity);
  Must(RicModelGetElementBlock(s.model, 0, NULL, &num, &nodes));
  Must(RicModelElementFields(s.model, 0, 0, num, x, v, fields));
  for (PetscInt i = 0; i < num; i++)
    assert_close(fields[i].axial_force, 2 * rate, 1e-14);
  Must(VecDestroy(&x)), Must(VecDestroy(&v));
  Destroy(&s);
}

// Both ends of a line are held: the first initial displacement that they override is told.
static void CheckOverridden(const char first[], const char second[], PetscInt wanted) {
  const RicBarData bar = {.material = {8, 3}, .area = 1};
  const PetscReal to[3] = {2, 0, 0};
  const PetscBool fixed[3] = {PETSC_TRUE, PETSC_FALSE, PETSC_FALSE};
  const char *const regions[2] = {"end", "start"}, *const given[2] = {first, second};
  RicExpression none[3] = {NULL};
  RicOverridden found;
  System s;
  Must(RicMeshCreate(PETSC_COMM_WORLD, &s.mesh));
  Must(RicMeshGenerateLine(s.mesh, "bar", 4, nowhere, to));
  Must(RicMeshPartition(s.mesh));
  Must(RicModelCreate(PETSC_COMM_WORLD, s.mesh, 2, &s.model));
  Must(RicModelAddElements(s.model, ElementType("bar"), &bar, RegionOf(s.mesh, "bar"), "test"));
  for (PetscInt k = 0; k < 2; k++) {
    Must(RicModelAddSupport(s.model, RegionOf(s.mesh, regions[k]), fixed, none, none));
    AddInitialX(s.model, s.mesh, regions[k], given[k], NULL);
  }
  Must(RicModelSetUp(s.model));
  Must(RicModelFindOverridden(s.model, 0, &found));
  assert_int_equal(found.initial, wanted);
  if (wanted >= 0) {
    assert_close(found.place[0], wanted ? 0 : 2, 0);
    assert_close(found.given, wanted ? 0.1 : 0.2, 0);
    assert_close(found.held, 0, 0);
  }
  Destroy(&s);
}

static void TestOverridden(void **state) {
  (void)state;
  CheckOverridden("0.2", "0.1", 0);
  CheckOverridden("0.2", "0", 0);
  CheckOverridden("0", "0.1", 1);
  CheckOverridden("0", "0", -1);
}

// ---- Mistakes ----

// A line of two bars of which a test adds what it wants.
static System NewBareLine(PetscReal density) {
  const RicBarData bar = {.material = {8, density}, .area = 1};
  const PetscReal from[3] = {3, 0, 0}, to[3] = {5, 0, 0}, apart[3] = {7, 8, 0};
  System s;
  Must(RicMeshCreate(PETSC_COMM_WORLD, &s.mesh));
  Must(RicMeshGenerateLine(s.mesh, "bar", 2, from, to));
  Must(RicMeshAddNode(s.mesh, "apart", apart));
  Must(RicMeshPartition(s.mesh));
  Must(RicModelCreate(PETSC_COMM_WORLD, s.mesh, 2, &s.model));
  if (density > 0)
    Must(RicModelAddElements(s.model, ElementType("bar"), &bar, RegionOf(s.mesh, "bar"), "test"));
  return s;
}

static void TestNoMass(void **state) {
  const PetscBool both[3] = {PETSC_TRUE, PETSC_TRUE, PETSC_FALSE};
  const PetscBool one[3] = {PETSC_TRUE, PETSC_FALSE, PETSC_FALSE};
  char place[RIC_TEXT_LEN];
  (void)state;
  System s = NewBareLine(1);
  assert_int_equal(Raised(RicModelSetUp(s.model)), PETSC_ERR_USER_INPUT);
  Place(7, 8, 0, place);
  assert_non_null(strstr(raised_line, place));
  Destroy(&s);
  s = NewBareLine(1);
  Must(RicModelAddSupport(s.model, RegionOf(s.mesh, "apart"), one, NULL, NULL));
  assert_int_equal(Raised(RicModelSetUp(s.model)), PETSC_ERR_USER_INPUT);
  Destroy(&s);
  s = NewBareLine(1);
  Must(RicModelAddSupport(s.model, RegionOf(s.mesh, "apart"), nothing, NULL, NULL));
  Must(RicModelAddSupport(s.model, RegionOf(s.mesh, "apart"), both, NULL, NULL));
  Must(RicModelSetUp(s.model));
  Destroy(&s);
}

static void TestMistakes(void **state) {
  const RicBarData bar = {.material = {8, 1}, .area = 1};
  RicExpression force[3] = {NewExpression("1/(x - 7)"), NULL, NULL};
  RicExpression speed[3] = {NewExpression("log(x - 7)"), NULL, NULL};
  (void)state;
  System s = NewBareLine(0);
  assert_int_equal(Raised(RicModelSetUp(s.model)), PETSC_ERR_USER_INPUT);
  Destroy(&s);
  s = NewBareLine(0);
  assert_int_equal(Raised(RicModelAddElements(s.model, ElementType("bar"), &bar,
                                              RegionOf(s.mesh, "apart"), "a.yaml:1:2: elements")),
                   PETSC_ERR_USER_INPUT);
  assert_int_equal(strncmp(raised_line, "a.yaml:1:2: elements", 20), 0);
  Destroy(&s);
  s = NewBareLine(1);
  AddPointMass(s.model, s.mesh, "apart", 1);
  Must(RicModelAddLoad(s.model, RegionOf(s.mesh, "apart"), force));
  assert_int_equal(Raised(RicModelSetUp(s.model)), PETSC_ERR_USER_INPUT);
  Destroy(&s);
  s = NewBareLine(1);
  AddPointMass(s.model, s.mesh, "apart", 1);
  Must(RicModelAddInitial(s.model, RegionOf(s.mesh, "apart"), NULL, speed));
  Must(RicModelSetUp(s.model));
  Vec q = NewVec(&s, NULL), v = NewVec(&s, NULL);
  assert_int_equal(Raised(RicModelInitialState(s.model, 0, 0.01, q, v)), PETSC_ERR_USER_INPUT);
  Must(VecDestroy(&q)), Must(VecDestroy(&v));
  Destroy(&s);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestPrescribed),    cmocka_unit_test(TestStanding),
      cmocka_unit_test(TestReaction),      cmocka_unit_test(TestGaps),
      cmocka_unit_test(TestRows),          cmocka_unit_test(TestDescribeRow),
      cmocka_unit_test(TestCountFree),     cmocka_unit_test(TestInitial),
      cmocka_unit_test(TestGravityEnergy), cmocka_unit_test(TestLoads),
      cmocka_unit_test(TestFields),        cmocka_unit_test(TestFieldsOfDampers),
      cmocka_unit_test(TestOverridden),    cmocka_unit_test(TestNoMass),
      cmocka_unit_test(TestMistakes),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  alarm(250); // a deadlock ends the test
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
