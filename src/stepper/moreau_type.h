// SPDX-License-Identifier: BSD-2-Clause
// Moreau-type schemes: what moreau, moreau-symmetric and moreau-variational share (Capobianco &
// Eugster, Time finite element based Moreau-type integrators, IJNME 2018, §4).
//
// The motion is piecewise linear in time: q_{k+1} = q_k + Δt u_k, velocities jump at the nodes t_k.
// A step knows q_{k−1}, u_{k−1}, sets q_k and solves there, W = W(q_k), for u_k and percussions
// P_k:
//
//   0 ≤ W u_k + e W u_{k−1} ⊥ P_k ≥ 0      contacts with g(q_k) ≤ 0
//   W_b u_k = 0                            joints
//
// The state at t_k is (q_k, u_k). Positions are not corrected. Forces are taken at q_k:
// conditionally stable, ω Δt < 2.
//
// Symbols: h forces with gyroscopic terms, b = h + Ṁu, p = M u momentum.
#ifndef RIC_STEPPER_MOREAU_TYPE_H
#define RIC_STEPPER_MOREAU_TYPE_H

#include "stepper/stepper_impl.h"

typedef enum { RIC_MOREAU_EXPLICIT, RIC_MOREAU_SYMMETRIC, RIC_MOREAU_VARIATIONAL } RicMoreauKind;

PetscErrorCode RicMoreauCreate(RicStepper s, RicMoreauKind kind);
PetscErrorCode RicMoreauSetUp(RicStepper s, PetscReal h, const RicTangentPoint *at);
PetscErrorCode RicMoreauStart(RicStepper s);
PetscErrorCode RicMoreauStep(RicStepper s, PetscReal h, RicReason *reason);
PetscErrorCode RicMoreauAccept(RicStepper s);

#endif
