// SPDX-License-Identifier: BSD-2-Clause
// Balance: where a run's energy comes from and goes to, summed over its steps, J.
//
//   E − E_0 = loads + motion − dampers − impacts − friction + projection − numerical
//
//   loads       work of nodal loads, ½ (f_n + f_{n+1}) · Δq (gravity is in the potential), and of
//               forces of systems that their potential does not have
//   motion      work of moving obstacles and driven joints, (Λ + h λ~) · ṡ, and of supports,
//               the mean reaction M Δv/h − f times Δq
//   dampers     w · C w / h with w = Δq − x
//   impacts     −Λ · W v_Λ of normal rows, what Newton's law takes at contacts
//   friction    the same of tangential rows
//   projection  −½ (f_n + f_{n+1}) · x, what the correction x of positions puts in
//   numerical   the rest: damping of the scheme, truncation of the rules above
//
// The velocity v_Λ that impulses act on is the mean of both ends where they act within the step,
// v_{n+1} − J/2 where they change it by J at its end, and v_{n+1} itself where that is the mean
// velocity about the time of the impulse (RicStepperGetVelocityOffset −1). Steps that are halved
// are summed part by part. A scheme that knows its works exactly (RicState, work_known) tells them itself.
//
// With θ = ½ and linear forces, and for constant forces and mass in ggl-alpha and nsga, the rest is
// round-off. Where velocities belong to another time than positions E itself is off by about
// |offset| h f·v, which the rest shows and `made` does without.
#ifndef RIC_APP_BALANCE_H
#define RIC_APP_BALANCE_H

#include "app/energy_watch.h"
#include "stepper/stepper.h"

#define RIC_BALANCE_TERMS 7
typedef enum {
  RIC_BALANCE_LOADS,
  RIC_BALANCE_MOTION,
  RIC_BALANCE_DAMPERS,
  RIC_BALANCE_IMPACTS,
  RIC_BALANCE_FRICTION,
  RIC_BALANCE_PROJECTION,
  RIC_BALANCE_NUMERICAL
} RicBalanceTerm;
extern const char *const RicBalanceNames[RIC_BALANCE_TERMS];

typedef struct RicBalance_ *RicBalance;

// From the state of the stepper, at the start, with its energies. The balance monitors the stepper
// until it is destroyed, and must be before the stepper is. Collective.
PetscErrorCode RicBalanceCreate(RicModel model, RicStepper stepper, PetscReal kinetic,
                                PetscReal potential, RicBalance *balance);
PetscErrorCode RicBalanceDestroy(RicBalance *balance);
// After each step, with the energies of its end; terms [RIC_BALANCE_TERMS]: the sums so far; *made:
// the energy that the scheme has put in so far less what it has taken, −numerical + projection,
// with positions and velocities at one time. Collective.
PetscErrorCode RicBalanceStep(RicBalance balance, PetscReal kinetic, PetscReal potential,
                              PetscReal terms[], RicEnergyMade *made);
// Its sums and the state they go up to. Collective.
PetscErrorCode RicBalanceArchive(RicBalance balance, RicArchive archive);

#endif
