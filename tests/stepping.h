// SPDX-License-Identifier: BSD-2-Clause
// What tests of steppers share: the table of schemes with what each promises, and a model with its
// stepper.
#ifndef RIC_TESTS_STEPPING_H
#define RIC_TESTS_STEPPING_H

#include "modelling.h"
#include "stepper/stepper.h"

// A scheme with its options set, and what it promises.
typedef struct {
  const char *type;
  const char *number; // an option and its value, NULL: the default
  PetscReal value;
  const char *choice, *word; // another
  PetscReal order;           // in smooth motion
  PetscBool exact_flight;    // exact for a constant acceleration
  PetscBool no_penetration;  // gap ≥ 0 after every step
  PetscBool impact_law;      // Newton's restitution
} Scheme;

static const Scheme schemes[] = {
    {"ggl-alpha", NULL, 0, NULL, NULL, 2, PETSC_TRUE, PETSC_TRUE, PETSC_TRUE},
    {"ggl-alpha", "rho_inf", 0, NULL, NULL, 2, PETSC_TRUE, PETSC_TRUE, PETSC_TRUE},
    {"ggl-alpha", NULL, 0, "solve", "decoupled", 2, PETSC_TRUE, PETSC_TRUE, PETSC_TRUE},
    {"moreau-jean", NULL, 0, NULL, NULL, 1, PETSC_FALSE, PETSC_FALSE, PETSC_TRUE},
    {"moreau-jean", "theta", 0.5, NULL, NULL, 2, PETSC_TRUE, PETSC_FALSE, PETSC_TRUE},
    {"moreau-jean", "theta", 0.5, "forecast", "free", 2, PETSC_TRUE, PETSC_FALSE, PETSC_TRUE},
    {"nsga", NULL, 0, NULL, NULL, 2, PETSC_TRUE, PETSC_FALSE, PETSC_TRUE},
    {"projected", NULL, 0, NULL, NULL, 2, PETSC_TRUE, PETSC_TRUE, PETSC_TRUE},
    {"projected", NULL, 0, "metric", "operator", 2, PETSC_TRUE, PETSC_TRUE, PETSC_TRUE},
    {"combined", NULL, 0, NULL, NULL, 2, PETSC_TRUE, PETSC_TRUE, PETSC_TRUE},
    {"ggl-theta", NULL, 0, NULL, NULL, 2, PETSC_TRUE, PETSC_TRUE, PETSC_TRUE},
    {"theta-position", NULL, 0, NULL, NULL, 2, PETSC_TRUE, PETSC_TRUE, PETSC_FALSE},
    {"energy-momentum", NULL, 0, NULL, NULL, 2, PETSC_TRUE, PETSC_TRUE, PETSC_TRUE},
    {"energy-momentum", "dissipation", 0.25, NULL, NULL, 2, PETSC_TRUE, PETSC_TRUE, PETSC_TRUE},
    {"smooth-alpha", NULL, 0, NULL, NULL, 2, PETSC_TRUE, PETSC_TRUE, PETSC_FALSE},
};
enum { NUM_SCHEMES = sizeof schemes / sizeof *schemes };

// How far the next scheme of a test is: 1, but in brief on several ranks 3, where a test is about
// what ranks share and not about each scheme; one rank goes through all.
static inline PetscInt SchemeStride(void) {
  PetscMPIInt size;
  if (MPI_Comm_size(PETSC_COMM_WORLD, &size))
    return 1;
  return Brief() && size > 1 ? 3 : 1;
}

// Schemes whose velocities belong to another time than t (central or shifted differences), that are
// explicit, or that are kept for comparison: their positions are tested, order in smooth motion
// only.
static const Scheme others[] = {
    {"schatzman-paoli", NULL, 0, NULL, NULL, 2, PETSC_TRUE, PETSC_FALSE, PETSC_FALSE},
    {"schatzman-paoli", "theta", 0.5, NULL, NULL, 1, PETSC_TRUE, PETSC_FALSE, PETSC_FALSE},
    {"moreau", NULL, 0, NULL, NULL, 1, PETSC_FALSE, PETSC_FALSE, PETSC_TRUE},
    {"moreau-symmetric", NULL, 0, NULL, NULL, 2, PETSC_TRUE, PETSC_FALSE, PETSC_TRUE},
    {"moreau-variational", NULL, 0, NULL, NULL, 2, PETSC_TRUE, PETSC_FALSE, PETSC_TRUE},
    {"rattle", NULL, 0, NULL, NULL, 2, PETSC_TRUE, PETSC_TRUE, PETSC_TRUE},
    {"rattle", NULL, 0, "form", "printed", 2, PETSC_TRUE, PETSC_TRUE, PETSC_TRUE},
    {"ggl-alpha-mu", NULL, 0, NULL, NULL, 2, PETSC_TRUE, PETSC_TRUE, PETSC_TRUE},
};
enum { NUM_OTHERS = sizeof others / sizeof *others };

static const Scheme *const ggl = &schemes[0], *const ggl_decoupled = &schemes[2];

typedef struct {
  RicMesh mesh;
  RicModel model;
  RicStepper stepper;
  const RicState *state;
} System;

// ---- Building ----

static inline void BeginModel(System *s, PetscInt dim) {
  Must(RicMeshPartition(s->mesh));
  Must(RicModelCreate(PETSC_COMM_WORLD, s->mesh, dim, &s->model));
}

static inline void SetScheme(RicStepper stepper, const Scheme *scheme) {
  Must(RicStepperSetType(stepper, scheme->type));
  if (scheme->number)
    Must(RicStepperSetOptionReal(stepper, scheme->number, scheme->value));
  if (scheme->choice)
    Must(RicStepperSetOptionChoice(stepper, scheme->choice, scheme->word));
}

static inline void Start(System *s, const Scheme *scheme, PetscReal h) {
  Must(RicModelSetUp(s->model));
  Must(RicStepperCreate(PETSC_COMM_WORLD, &s->stepper));
  Must(RicStepperSetModel(s->stepper, s->model));
  SetScheme(s->stepper, scheme);
  Must(RicStepperSetStep(s->stepper, h));
  Must(RicStepperSetFromOptions(s->stepper));
  Must(RicStepperSetUp(s->stepper));
  Must(RicStepperStart(s->stepper, 0));
  Must(RicStepperGetState(s->stepper, &s->state));
}

static inline void Destroy(System *s) {
  Must(RicStepperDestroy(&s->stepper));
  Must(RicModelDestroy(&s->model));
  Must(RicMeshDestroy(&s->mesh));
}

static inline void Advance(System *s, PetscReal t) {
  RicReason reason;
  Must(RicStepperAdvance(s->stepper, t, &reason));
  assert_int_equal(reason, RIC_OK);
  assert_true(s->state->t == t);
}

static inline PetscReal Energy(const System *s) {
  PetscReal kinetic, potential;
  Must(RicModelEnergy(s->model, s->state->q, s->state->v, &kinetic, &potential));
  return kinetic + potential;
}

static inline PetscReal Smallest(Vec x) {
  PetscReal value;
  Must(VecMin(x, NULL, &value));
  return value;
}

static inline PetscReal Total(Vec x) {
  PetscReal sum;
  Must(VecSum(x, &sum));
  return sum;
}

static inline PetscReal At(const System *s, Vec x, const char region[]) {
  return ValueAt(s->model, x, region, 0);
}

#endif
