// SPDX-License-Identifier: BSD-2-Clause
// The inside of a Stepper. Stays in this folder.
#ifndef RIC_STEPPER_STEPPER_IMPL_H
#define RIC_STEPPER_STEPPER_IMPL_H

#include "solve/newton.h"
#include "solve/stage.h"
#include "stepper/stepper.h"

#define RIC_STEPPER_MAX_OPTIONS 6

// The verbs of a type. Step computes the state at t + h in `next` and the type's own vectors, and
// returns a reason; only when it is RIC_OK does Accept make the type's own vectors those of the new
// step.
typedef struct {
  const char *name, *description;
  PetscInt num_options;
  RicStepperOption options[RIC_STEPPER_MAX_OPTIONS];
  PetscErrorCode (*SetUp)(RicStepper, PetscReal h); // for step size h; again when h changes
  PetscErrorCode (*Start)(RicStepper);              // state holds t, q, v
  PetscErrorCode (*Step)(RicStepper, PetscReal h, RicReason *reason);
  PetscErrorCode (*Accept)(RicStepper);
  PetscErrorCode (*GetFactorizations)(RicStepper, PetscInt *n);
  PetscErrorCode (*View)(RicStepper, PetscViewer);
  PetscErrorCode (*Destroy)(RicStepper);
} RicStepperOps;

extern const RicStepperOps RicStepperGGLAlpha, RicStepperMoreauJean, RicStepperSmoothAlpha;

struct RicStepper_ {
  MPI_Comm comm;
  const RicStepperOps *ops;
  void *data; // of the type
  RicModel model;
  PetscReal h, h_set_up; // nominal step; step the type is set up for (0: none)
  PetscInt max_halvings;
  PetscReal values[RIC_STEPPER_MAX_OPTIONS]; // of the type's options
  RicState state, next;                      // each with vectors of its own, exchanged after a step
  Vec impulse_sum, nu_sum;                   // over the parts of a halved step
  PetscReal t_velocity;                      // time scale for differences of motions: h
  Vec eligible, row_work, velocity_before;   // [contacts]
  Mat rows;
  Vec restitution;
  PetscBool separable, linear, damped;
  RicOperatorTraits traits, mass_traits;
  RicStepperStats stats;
  char failure[RIC_TEXT_LEN];
};

PetscReal RicStepperOption_Private(RicStepper stepper, const char name[]);
// M v̇ = f(t, q, v) without contact: the consistent initial acceleration. The mass stage solves.
PetscErrorCode RicStepperInitialAcceleration_Private(RicStepper stepper, RicStage mass, Vec a);
// row_work... y = ẏ(t1; v) + e ẏ(t; v_n) for v = 0 of the stage's unknown being `v`: rows of
// Newton's impact law.
PetscErrorCode RicStepperImpactRows_Private(RicStepper stepper, PetscReal t1, PetscReal h, Vec v,
                                            Vec y);
// eligible = 1 where y ≤ tolerance, else 0; *any over all ranks.
PetscErrorCode RicStepperActivate_Private(RicStepper stepper, Vec y, PetscReal tolerance,
                                          PetscBool *any);
// Is any entry of mu positive? Counts rows too.
PetscErrorCode RicStepperCountPositive_Private(RicStepper stepper, Vec mu, PetscInt *n);

#endif
