// SPDX-License-Identifier: BSD-2-Clause
// Rattle: data of the stepper rattle, and the parts of its step. Equations and symbols:
// stepper_rattle.c.
#ifndef RIC_STEPPER_RATTLE_H
#define RIC_STEPPER_RATTLE_H

#include "stepper/stepper_impl.h"

typedef struct {
  PetscReal h;
  PetscBool printed;
  PetscBool plain;             // the operator of the first stage is the mass
  RicStage position, velocity; // first and second stage
  RicNewton newton;
  Mat rows_n;            // W_n; where rows do not change, those of the stepper
  Vec x, b, work, work2; // [dofs]
  Vec half;              // u½ [dofs]
  Vec percussion;        // P' [rows]
  Vec y, y0, law;        // [rows]
  Vec law_position;      // of the first stage
  Vec kept, stopped;     // see RicRattleSlidingLaws, RicRattleFindStopped
  Vec slopes;            // coefficients µ, and −µ d where a contact slides on
  Vec first;             // coefficients of the first stage, where they depend on speeds
  Vec law_rates;         // equality for what the first stage asks of rates, else off
} RicRattle;

// ---- First stage (rattle_position.c) ----

// A = M + h/2 C.
PetscErrorCode RicRattleSetOperator(RicStepper s, RicRattle *r, const RicTangentPoint *at);
// Rows and mass at q_n; the iterate u½ = u.
PetscErrorCode RicRattleBegin(RicStepper s, RicRattle *r);
// q1 = q + h u½, with what supports prescribe, and the rows there.
PetscErrorCode RicRattleMove(RicStepper s, RicRattle *r);
// b = h/2 f(t_n, q_n, u½) − M_n (u½ − u); work2 the first of them, work the second.
PetscErrorCode RicRattleBalance(RicStepper s, RicRattle *r);
PetscErrorCode RicRattleResidual(void *stepper, RicMeasure *residual);
PetscErrorCode RicRattleCorrect(void *stepper, RicMeasure *correction, RicReason *reason);

// ---- Second stage (rattle_velocity.c) ----

PetscErrorCode RicRattleVelocityStage(RicStepper s, RicRattle *r, RicReason *reason);

// ---- Sliding on (rattle_sliding.c) ----

// Friction of the second stage: in the second-order form some of its tangential rows have the law
// `sliding`, so that it is not told which of them are tangential.
PetscErrorCode RicRattleSetSlopes(RicStepper s, RicRattle *r);
// The law `sliding` for tangential rows of contacts that slide on, and P' → what of P the second
// stage takes back, into `percussion`; what it leaves of P' into `kept`.
PetscErrorCode RicRattleSlidingLaws(RicStepper s, RicRattle *r);
// Contacts whose friction has turned their sliding, rates y, round: they stop. *any of all ranks.
PetscErrorCode RicRattleFindStopped(RicStepper s, RicRattle *r, PetscBool *any);

#endif
