// SPDX-License-Identifier: BSD-2-Clause
// Pucks that slide side by side on a floor, under every scheme with friction: each by its own
// coefficient, constant or of the speed, as if it were alone; two of them stop.
#include "stepping.h"
#include <string.h>
#include <unistd.h>

static const PetscReal weight = 10, end = 0.1; // m/s², s

static const Scheme rough[] = {{.type = "moreau-jean"},
                               {.type = "projected"},
                               {.type = "combined"},
                               {.type = "ggl-theta"},
                               {.type = "ggl-alpha"},
                               {.type = "ggl-alpha", .choice = "solve", .word = "decoupled"},
                               {.type = "nsga"},
                               {.type = "energy-momentum"},
                               {.type = "moreau"},
                               {.type = "moreau-symmetric"},
                               {.type = "moreau-variational"},
                               {.type = "rattle"},
                               {.type = "rattle", .choice = "form", .word = "printed"}};
enum { NUM_ROUGH = sizeof rough / sizeof *rough };

// In this order: rows of contacts stand in that of their pucks. In the plane the second component is
// left out.
typedef struct {
  const char *name;
  PetscReal velocity[2], mu; // along the floor
  PetscBool of_speed;        // µ = mu s
} Puck;

static const Puck pucks[] = {{"first", {1, 0.75}, 0.2, PETSC_TRUE},
                             {"slow", {0.063, -0.081}, 0.2, PETSC_FALSE},  // stops late in a step
                             {"slower", {0.033, 0.016}, 0.2, PETSC_FALSE}, // early in one
                             {"fast", {-2, 0.5}, 0.3, PETSC_FALSE},
                             {"last", {0.5, 0}, 0.1, PETSC_TRUE}};
enum { NUM_PUCKS = sizeof pucks / sizeof *pucks };

static void AddPuck(System *s, const Puck *puck, PetscInt contact, PetscInt dim) {
  RicContactFriction friction = {.coefficient = puck->of_speed ? 0 : puck->mu};
  RicExpression velocity[3] = {NULL};
  PetscReal up[3] = {0};
  char text[RIC_NAME_LEN];
  up[dim - 1] = 1;
  for (PetscInt d = 0; d < dim - 1; d++) {
    Must(PetscSNPrintf(text, sizeof text, "%.17g", (double)puck->velocity[d]));
    velocity[d] = NewExpression(text);
  }
  AddPointMass(s->model, s->mesh, puck->name, 2 + (PetscReal)contact);
  AddPlane(s->model, s->mesh, puck->name, puck->name, nowhere, up, 0, NULL);
  Must(RicModelAddInitial(s->model, RegionOf(s->mesh, puck->name), NULL, velocity));
  if (puck->of_speed) {
    Must(PetscSNPrintf(text, sizeof text, "%.17g*s", (double)puck->mu));
    Must(RicExpressionCreateIn(&(RicScope){.variable = "s"}, text, &friction.of_speed, NULL));
  }
  Must(RicModelSetContactFriction(s->model, contact, &friction));
}

static System NewPucks(const Scheme *scheme, PetscInt dim, PetscReal h) {
  PetscReal down[3] = {0};
  System s;
  Must(RicMeshCreate(PETSC_COMM_WORLD, &s.mesh));
  for (PetscInt k = 0; k < NUM_PUCKS; k++)
    Must(RicMeshAddNode(s.mesh, pucks[k].name, (PetscReal[3]){(PetscReal)k, 0, 0}));
  BeginModel(&s, dim);
  for (PetscInt k = 0; k < NUM_PUCKS; k++)
    AddPuck(&s, &pucks[k], k, dim);
  down[dim - 1] = -weight;
  Must(RicModelSetGravity(s.model, down));
  Start(&s, scheme, h);
  return s;
}

static PetscReal Speed(const Puck *puck, PetscInt dim) {
  const PetscReal *v = puck->velocity;
  return dim == 2 ? PetscAbsReal(v[0]) : PetscSqrtReal(v[0] * v[0] + v[1] * v[1]);
}

// How much of its velocity is left: v̇ = −µ g v/|v|.
static PetscReal Left(const Puck *puck, PetscInt dim, PetscReal t) {
  return puck->of_speed ? PetscExpReal(-puck->mu * weight * t)
                        : PetscMax(0, 1 - puck->mu * weight * t / Speed(puck, dim));
}

// The same, of the way to its end without friction.
static PetscReal LeftOfWay(const Puck *puck, PetscInt dim) {
  const PetscReal a = puck->mu * weight, stop = PetscMin(end, Speed(puck, dim) / a);
  return puck->of_speed ? (1 - PetscExpReal(-a * end)) / (a * end)
                        : (stop - a * stop * stop / (2 * Speed(puck, dim))) / end;
}

// Velocities of Moreau's half steps are those of half a step later.
static PetscReal Later(const Scheme *scheme, PetscReal h) {
  const PetscBool half = (PetscBool)(!strcmp(scheme->type, "moreau-symmetric") ||
                                     !strcmp(scheme->type, "moreau-variational"));
  return half ? h / 2 : 0;
}

// A constant force is integrated exactly; one that depends on the speed, and the ways, with order 1, by
// rattle in its second form with order 2.
static void CheckPucks(const Scheme *scheme, PetscInt dim) {
  const PetscReal h = 2e-3;
  const PetscBool second = (PetscBool)(!strcmp(scheme->type, "rattle") && !scheme->choice);
  System s = NewPucks(scheme, dim, h);
  for (PetscInt n = 1; n <= (PetscInt)(end / h + 0.5); n++) {
    Advance(&s, (PetscReal)n * h);
    for (PetscInt k = 0; k < NUM_PUCKS; k++)
      for (PetscInt d = 0; d < dim - 1; d++) {
        const PetscReal left = Left(&pucks[k], dim, s.state->t + Later(scheme, h));
        const PetscReal near = !pucks[k].of_speed ? 1e-13 : second ? 1e-6 : 5e-4;
        assert_close(ValueAt(s.model, s.state->v, pucks[k].name, d), left * pucks[k].velocity[d],
                     near);
      }
  }
  for (PetscInt k = 0; k < NUM_PUCKS; k++)
    for (PetscInt d = 0; d < dim - 1; d++)
      assert_close(ValueAt(s.model, s.state->q, pucks[k].name, d),
                   LeftOfWay(&pucks[k], dim) * end * pucks[k].velocity[d], second ? 1e-6 : 5e-4);
  Destroy(&s);
}

static void TestPucks(void **state) {
  (void)state;
  for (PetscInt k = 0; k < NUM_ROUGH; k += SchemeStride())
    for (PetscInt dim = 2; dim <= 3; dim++)
      CheckPucks(&rough[k], dim);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(TestPucks)};
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  alarm(250); // a deadlock ends the test
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
