// SPDX-License-Identifier: BSD-2-Clause
// Energy watch: tells a scheme that makes energy from one that does not.
//
//   made(t)  = [N(t) − min_{s≤t} N(s)] + [P(t) − min_{s≤t} P(s)]   N: put in between impacts
//                                                                  P: put in at contacts
//   stake(t) = max T + max V − min V so far    the energy that takes part, whatever V = 0 means,
//              + ½ m (g h)²                    and no less than a step of free fall: what sets out from
//                                              rest has less at first, of which no step tells; and no
//                                              less than in the run whose state it begins with
//
// From step 50 on: made > 0.05 stake warns, once; made > 0.5 stake in 50 steps in all stops the
// run. (In all, not one after the other: a scheme that also damps takes part of it back between.) A
// blow-up raises made and stake alike, so that their ratio tends to 1; of a sound run it stays far
// below 0.05 (docs/schemes.md). Below round-off of what was summed nothing is made.
//
// P is the largest of the last three looks: impacts that take that long give back at their end what
// they took too much before. Where positions and velocities belong to different times N is that of
// one time; but as shown, likewise over three looks, when that alone is more than half the stake.
#ifndef RIC_APP_ENERGY_WATCH_H
#define RIC_APP_ENERGY_WATCH_H

#include "base/archive.h"

// What a scheme has put in so far less what it has taken, J: terms of the balance with positions
// and velocities at one time.
typedef struct {
  PetscReal smooth;   // N, −numerical
  PetscReal shown;    // N with positions and velocities as they are shown
  PetscReal contact;  // P, projection − impacts − friction
  PetscReal fall;     // kinetic energy of a step of free fall
  PetscReal turnover; // sum of the magnitudes of all terms, for round-off
} RicEnergyMade;

typedef enum { RIC_WATCH_QUIET, RIC_WATCH_WARN, RIC_WATCH_STOP } RicWatchVerdict;

// A sum whose rise above its least value is sought, largest of three looks.
typedef struct {
  PetscReal before[2], least;
} RicWatchedSum;

// Begin with zeros, but for `before`.
typedef struct {
  PetscBool begun, warned;
  PetscReal least_smooth; // min N
  RicWatchedSum shown, contact;
  PetscReal max_kinetic, max_potential, min_potential, max_fall;
  PetscReal before;       // J, what was at stake in the run whose state this one begins with
  PetscReal made, stake;  // J, at the last look
  PetscReal largest_made; // J, of all looks
  PetscReal share;        // largest made / stake from step 50 on
  PetscInt last_step, steps_above; // of the last look; steps with made > 0.5 stake
} RicEnergyWatch;

// Energies at the end of `step`, J. Steps may be left out: they count as the next one looked at.
RicWatchVerdict RicEnergyWatchLook(RicEnergyWatch *watch, PetscInt step, PetscReal kinetic,
                                   PetscReal potential, const RicEnergyMade *made);
// What a watch that is loaded goes on with: whether the run it was saved in had been stopped.
RicWatchVerdict RicEnergyWatchLoaded(const RicEnergyWatch *watch);
// All of it, within the present group.
PetscErrorCode RicEnergyWatchArchive(RicEnergyWatch *watch, RicArchive archive);

#endif
