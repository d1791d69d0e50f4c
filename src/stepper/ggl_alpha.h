// SPDX-License-Identifier: BSD-2-Clause
// GGL: data of ggl-alpha and ggl-alpha-mu, and the parts of their step. Equations and symbols:
// stepper_ggl_alpha.c.
#ifndef RIC_STEPPER_GGL_ALPHA_H
#define RIC_STEPPER_GGL_ALPHA_H

#include "stepper/alpha.h"

typedef struct {
  RicAlpha alpha;
  PetscReal h, kappa;
  PetscBool decoupled, modified; // modified: ggl-alpha-mu
  RicStage position, velocity;
  RicNewton newton, newton_decoupled;
  Vec a, a1;    // pseudo-acceleration, before and after
  Vec b, dq;    // right-hand side and increment of a correction
  Vec U, U1, J; // position correction before and after a correction; velocity jump
  Vec S, S1;    // what friction adds to the positions in this step, and in the next
  Vec shift;    // U + S − S1: with friction, what of q is no motion of the step
  Vec work, work2;
  Vec mu, mu_old;  // multiplier of the position stage: κν on contacts, λ~ + κν on joints
  Vec y0, y, rate; // rows
  Vec position_law, smooth_law, velocity_law;
  PetscBool corrected; // U is not 0
  PetscBool pushed;    // J may not be 0
} RicGGL;

// ---- The iterate (ggl_alpha_iterate.c) ----

// A = κ M + γ/(hβ) C + K at the present iterate (at NULL: the reference).
PetscErrorCode RicGGLSetOperator(RicStepper s, RicGGL *g, const RicTangentPoint *at);
// The same where it changes: with elements, systems, mass, or joints under load.
PetscErrorCode RicGGLUpdateTangent(RicStepper s, RicGGL *g);
// Unbalanced force, left in b, against the largest of inertia, contact and joint forces.
PetscErrorCode RicGGLResidual(void *stepper, RicMeasure *residual);

// ---- The stages (ggl_alpha_stages.c) ----

// From b: dq and μ, and with them ν and U1.
PetscErrorCode RicGGLPositionStage(RicStepper s, RicGGL *g, RicReason *reason);
// Velocity level: contacts with g(q~) ≤ 0, q~ = q1 − U, and joints; v1 (here v~) becomes the new
// velocity, J its jump.
PetscErrorCode RicGGLVelocityStage(RicStepper s, RicGGL *g, RicReason *reason);

// ---- Friction in the positions (ggl_alpha_friction.c). Without friction rows nothing is done ----

// S of the start, whose rows and mass are there.
PetscErrorCode RicGGLStartFriction(RicStepper s, RicGGL *g);
// The step is done: `shift` of it, and S for the next.
PetscErrorCode RicGGLNextFriction(RicStepper s, RicGGL *g);

// ---- Algorithm 1 (ggl_alpha_decoupled.c) ----

PetscErrorCode RicGGLCorrectDecoupled(void *stepper, RicMeasure *correction, RicReason *reason);

#endif
