// SPDX-License-Identifier: BSD-2-Clause
// Balance: where a run's energy comes from and goes to, summed over its steps, J.
//
//   E − E_0 = loads + motion − dampers − impacts + projection − numerical
//
//   loads       work of nodal loads (gravity is in the potential): ½ (f_n + f_{n+1}) · Δq
//   motion      work of moving obstacles, driven joints and supports
//   dampers     Δq · C Δq / h
//   impacts     −Λ · W v̄, what Newton's law takes at contacts; v̄ = ½ (v_n + v_{n+1}), W at the end
//   of the step projection  −f̄ · (q_{n+1} − q_n − h v̄) in steps with a position multiplier: what
//   the correction of positions puts in numerical   the rest: damping of the scheme, truncation of
//   the rules above
//
// With θ = ½ and linear forces, and for constant forces and mass in ggl-alpha, the rest is
// round-off.
#ifndef RIC_APP_BALANCE_H
#define RIC_APP_BALANCE_H

#include "model/model.h"
#include "stepper/stepper.h"

#define RIC_BALANCE_TERMS 6
typedef enum {
  RIC_BALANCE_LOADS,
  RIC_BALANCE_MOTION,
  RIC_BALANCE_DAMPERS,
  RIC_BALANCE_IMPACTS,
  RIC_BALANCE_PROJECTION,
  RIC_BALANCE_NUMERICAL
} RicBalanceTerm;
extern const char *const RicBalanceNames[RIC_BALANCE_TERMS];

typedef struct RicBalance_ *RicBalance;

// From the state at the start with energy E_0. h: step, s. Collective.
PetscErrorCode RicBalanceCreate(RicModel model, PetscReal h, const RicState *start,
                                PetscReal energy, RicBalance *balance);
PetscErrorCode RicBalanceDestroy(RicBalance *balance);
// After each step, with the energy of its end; terms [RIC_BALANCE_TERMS]: the sums so far.
// Collective.
PetscErrorCode RicBalanceStep(RicBalance balance, const RicState *state, PetscReal energy,
                              PetscReal terms[]);

#endif
