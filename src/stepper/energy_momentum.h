// SPDX-License-Identifier: BSD-2-Clause
// EnergyMomentum: data of the stepper energy-momentum, and the parts of its step. Equations and
// symbols: stepper_energy_momentum.c.
#ifndef RIC_STEPPER_ENERGY_MOMENTUM_H
#define RIC_STEPPER_ENERGY_MOMENTUM_H

#include "stepper/stepper_impl.h"

typedef struct {
  PetscReal h, dissipation, tolerance;
  PetscBool restitution;       // of any row
  PetscBool plain;             // see RicEnergyMomentumIsPlain
  PetscBool constant;          // the operator of the first stage does not change
  RicStage position, velocity; // first and second stage
  RicNewton newton;
  RicPath path;       // of the iterate
  Mat rows;           // W̄; where rows do not change, those of the stepper
  Vec v;              // v~ [dofs]
  Vec mean_v, mean_q; // Δ/h, and q in the middle of the step [dofs]
  Vec before;         // q at the beginning of the step before [dofs]
  Vec b, x, work;     // [dofs]
  Vec percussion;     // P [rows]
  Vec y, y0, law;     // [rows]
  Vec law_position;   // of the first stage
  Vec share;          // Z/P of the last pass [rows]
  Vec coefficients;   // µ Z/P of the first stage [rows]
  Vec at_rest;        // min(g(q_n), 0) of contacts [rows]
  Vec approach;       // e w⁻ [rows]
  Vec w;              // w~ [rows]
  Vec contact,
      total; // P of contacts, P + Λ; of joints 0, that of the second stage [rows]. In the first
             // stage total is P of the iterate before
  Vec inelastic, after; // P + Λ⁰ and w⁰ [rows]
  Vec x0;               // x⁰; in the first stage the whole correction [dofs]
  PetscBool evaluated;  // mean_v, mean_q, next.q, W̄, b and the two below are those of v~ and P
  PetscReal lack, part; // norm of the balance, and of the largest of its parts
  Vec last;             // v1 of the pass before [dofs]
  PetscReal h_before;   // 0: no step before
  PetscReal let_go;     // P·(g1 − g)/h ≤ 0 of contacts in the first stage, J
  // Energies of the state, J: increment, see RicModelPathEnergy; and what they have been.
  PetscReal kinetic, potential, increment, next_kinetic, next_potential, next_increment;
  PetscReal max_kinetic, max_potential, min_potential;
} RicEnergyMomentum;

// ---- First stage, which owns the position (energy_momentum_position.c) ----

// A = M + h/2 C + h²/2 K̄.
PetscErrorCode RicEnergyMomentumSetOperator(RicStepper s, RicEnergyMomentum *e,
                                            const RicTangentPoint *at);
// The iterate v~ = v, with the bounds µ P of friction.
PetscErrorCode RicEnergyMomentumBegin(RicStepper s, RicEnergyMomentum *e);
PetscErrorCode RicEnergyMomentumPositionStage(RicStepper s, RicEnergyMomentum *e,
                                              RicReason *reason);

// The same of plain models (energy_momentum_linear.c), with next.v = v~ and the acceleration.
PetscBool RicEnergyMomentumIsPlain(RicStepper s, const RicEnergyMomentum *e);
PetscErrorCode RicEnergyMomentumPlainStage(RicStepper s, RicEnergyMomentum *e, RicReason *reason);

// ---- Second stage, which owns the velocity (energy_momentum_velocity.c) ----

// v1 and P + Λ into `next`, from v~ and P.
PetscErrorCode RicEnergyMomentumVelocityStage(RicStepper s, RicEnergyMomentum *e,
                                              RicReason *reason);

// ---- The promise (energy_momentum_energy.c) ----

// Energies at the start.
PetscErrorCode RicEnergyMomentumStartEnergy(RicStepper s, RicEnergyMomentum *e);
// RIC_RETRY where E grew by more than the work done on the model.
PetscErrorCode RicEnergyMomentumCheck(RicStepper s, RicEnergyMomentum *e, RicReason *reason);
// The new energies are those of the state.
void RicEnergyMomentumAcceptEnergy(RicEnergyMomentum *e);

#endif
