// SPDX-License-Identifier: BSD-2-Clause
// Theta: what the steppers of the θ-rule share: moreau-jean, theta-position, projected, combined,
// ggl-theta.
//
//   M(q_θ) (v1 − v) = h f(t+θh, q_θ, v_θ) + WᵀP
//   q1              = q + h v_θ + x
//   x               = N Wᵀτ
//   z_θ             = (1−θ) z + θ z1
//
// in the unknowns dv = v1 − v, P (velocity stage, A = M + hθC + h²θ²K) and x, τ (position stage,
// metric N). One Newton iteration solves the velocity stage with x of the iteration before, then
// the position stage: Algorithm 1 of Acary (CMAME 256, 2013), (56)–(60). Which rows take part, and
// how, is for the steppers to say by laws (solve/stage.h).
#ifndef RIC_STEPPER_THETA_H
#define RIC_STEPPER_THETA_H

#include "stepper/stepper_impl.h"

typedef enum {
  RIC_METRIC_NONE,
  RIC_METRIC_IDENTITY,
  RIC_METRIC_OPERATOR
} RicMetric; // no projection, N = I, N = A⁻¹

typedef struct RicTheta_ RicTheta;
typedef struct RicThetaCoupled_ RicThetaCoupled;
struct RicTheta_ {
  PetscReal theta, h;
  PetscReal gamma;         // of the forecast
  PetscReal rows_at;       // rows W at q + rows_at (q1 − q): 1, or θ in ggl-theta
  PetscBool position_rows; // the velocity stage enforces g(q1), not the velocities (theta-position)
  RicMetric metric;
  PetscBool couple;            // both stages as one problem, else one after the other
  RicThetaCoupled *coupled;    // NULL: one after the other
  Mat metric_mat;              // N⁻¹, NULL without projection
  RicStage velocity, position; // position NULL when coupled or without projection
  RicNewton newton;
  Vec dv, correction, b, work, q_theta, v_theta; // of dofs
  Vec x, q_rows;
  Vec y, y0, velocity_law, position_law; // of rows
  PetscReal change;                      // of q1 in the last correction, √kg m
  PetscBool moved;                       // next.q, … are those of dv and x
  PetscBool rows_known;                  // W is that of the iterate
  PetscBool held, projected;             // any row takes part in the velocity, position stage
  // Set velocity_law for the step; dv_free (NULL unless `needs_free`) is the increment without
  // contact. Once a step, before the first correction.
  PetscErrorCode (*VelocityLaw)(RicStepper, RicTheta *, Vec dv_free);
  // Set position_law from next.impulse. At each iteration.
  PetscErrorCode (*PositionLaw)(RicStepper, RicTheta *);
  PetscBool needs_free;
};

// Options that several of the steppers have.
#define RIC_THETA_OPTION_THETA(least, usual)                                                       \
  {                                                                                                \
    .name = "theta", .help = "theta of the rule", .lowest = (least), .highest = 1,                 \
    .value = (usual)                                                                               \
  }
#define RIC_THETA_OPTION_GAMMA                                                                     \
  { .name = "gamma", .help = "factor of h W v in the explicit forecast", .lowest = 0, .highest = 2 }
#define RIC_THETA_OPTION_FORECAST                                                                  \
  {                                                                                                \
    .name = "forecast", .help = "gap that decides on activation", .choices = {                     \
      "explicit",                                                                                  \
      "free"                                                                                       \
    }                                                                                              \
  }

// What the option `metric` says of the stepper's model: auto is the operator where there are bodies
// or systems, for the identity adds metres and radians, else the identity.
PetscErrorCode RicThetaMetric(RicStepper s, RicMetric *metric);

// Create solvers and vectors, read the options theta, gamma and forecast where the type has them;
// metric, couple, rows_at, position_rows and the two functions are set by the caller, before.
PetscErrorCode RicThetaCreate(RicStepper s, RicTheta *t);
// The operators of both stages at `at` (NULL: the reference).
PetscErrorCode RicThetaSetOperator(RicStepper s, RicTheta *t, const RicTangentPoint *at);
// One step.
PetscErrorCode RicThetaStep(RicStepper s, RicTheta *t, RicReason *reason);

// ---- The iterate (theta_move.c) ----
// next.v = v + dv, v_θ = v + θ dv, next.q = q + h v_θ + x, q_θ = (1−θ) q + θ next.q.
PetscErrorCode RicThetaMove(RicStepper s, RicTheta *t);
// q_θ where dv = x = 0.
PetscErrorCode RicThetaPredict(RicStepper s, RicTheta *t);
// next.v, next.q and the acceleration dv/h where x = 0.
PetscErrorCode RicThetaFinish(RicStepper s, RicTheta *t);

// ---- The iterate, and how far it is from solving the step (theta_iterate.c) ----
// Velocity increment that supports prescribe, 0 elsewhere; no projection.
PetscErrorCode RicThetaStartIterate(RicStepper s, RicTheta *t);
// RicThetaMove, unless next.v, … are those of dv and x already; with what supports prescribe.
PetscErrorCode RicThetaKinematics(RicStepper s, RicTheta *t);
// Rows at q1 (or q_θ), for those who ask for them: in flight nobody does.
PetscErrorCode RicThetaUpdateRows(RicStepper s, RicTheta *t);
// b = h f(t+θh, q_θ, v_θ).
PetscErrorCode RicThetaImpulse(RicStepper s, RicTheta *t, Vec v_theta);
// b = h f − M dv where the step begins: dv is 0, or what supports prescribe, or of a linear step.
PetscErrorCode RicThetaStart(void *stepper);
// h f − M dv + WᵀP against the larger of its parts.
PetscErrorCode RicThetaResidual(void *stepper, RicMeasure *residual);

// ---- One correction (theta_correct.c) ----
// Which rows take part, and a guess of their multipliers; v1: the iterate's velocity.
PetscErrorCode RicThetaFirstOfStep(RicStepper s, RicTheta *t, Vec v1, RicReason *reason);
// From the iterate v1 (and next.q); dv: what it lacks.
PetscErrorCode RicThetaSolveVelocity(RicStepper s, RicTheta *t, Vec v1, Vec dv, RicReason *reason);
// The same for next.v, added to dv.
PetscErrorCode RicThetaVelocityStage(RicStepper s, RicTheta *t, RicReason *reason);
PetscErrorCode RicThetaCorrect(void *stepper, RicMeasure *correction, RicReason *reason);

// ---- Linear steps (theta_linear.c) ----
// The first correction of a linear step; *done: nothing feeds back, it was the only one.
PetscErrorCode RicThetaLinearStep(RicStepper s, RicTheta *t, PetscBool *done, RicReason *reason);

// ---- Both stages as one (theta_coupled.c) ----
PetscErrorCode RicThetaCoupledCreate(RicStepper s, RicTheta *t);
PetscErrorCode RicThetaCoupledDestroy(RicTheta *t);
// After the tangent has new entries.
PetscErrorCode RicThetaCoupledSetOperator(RicStepper s, RicTheta *t, const RicTangentPoint *at);
PetscErrorCode RicThetaCoupledRowsChanged(RicStepper s, RicTheta *t);
// One correction: dv, x, next.impulse and next.nu; correction is that of dv.
PetscErrorCode RicThetaCoupledStage(RicStepper s, RicTheta *t, RicReason *reason);

// ---- Laws that several steppers have ----

// Contacts whose forecast gap is ≤ tolerance unilateral, joints equality. The forecast is (61),
// g + γ h W v, or (62) with the increment without contact.
PetscErrorCode RicThetaForecastLaw(RicStepper s, RicTheta *t, Vec dv_free);
// All contacts unilateral, joints equality, those of velocities off.
PetscErrorCode RicThetaPositionLaw(RicStepper s, RicTheta *t);

// ---- Verbs that are the same for all steppers of the rule: their data begins with a RicTheta ----
PetscErrorCode RicThetaSetUp_Verb(RicStepper s, PetscReal h, const RicTangentPoint *at);
PetscErrorCode RicThetaStart_Verb(RicStepper s);
PetscErrorCode RicThetaStep_Verb(RicStepper s, PetscReal h, RicReason *reason);
PetscErrorCode RicThetaDestroy_Verb(RicStepper s);

#endif
