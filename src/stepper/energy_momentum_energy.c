// SPDX-License-Identifier: BSD-2-Clause
// What energy-momentum promises, looked at after each step: E1 ≤ E + work. With dissipation of
// E* = E + ½ χ Σ ½ k δ², δ the last increments of strain. It makes the promise one of the program, whatever
// the tolerances of its solvers. Linear models keep it by algebra: they are not looked at.
#include "stepper/energy_momentum.h"

// Of sums of many terms, each known to a round-off.
#define ROUND_OFF (64 * PETSC_MACHINE_EPSILON)

PetscErrorCode RicEnergyMomentumStartEnergy(RicStepper s, RicEnergyMomentum *e) {
  PetscFunctionBegin;
  if (s->model_is->linear)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelEnergy(s->model, s->state.q, s->state.v, &e->kinetic, &e->potential));
  e->increment = 0;
  e->max_kinetic = e->kinetic;
  e->max_potential = e->min_potential = e->potential;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicEnergyMomentumCheck(RicStepper s, RicEnergyMomentum *e, RicReason *reason) {
  PetscReal before, after, stake;
  RicPathWork of;

  PetscFunctionBegin;
  if (s->model_is->linear && !s->monitor) // nobody asks
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelPathWork(s->model, &e->path, s->state.v, e->v, &of));
  s->next.load_work = of.external;
  s->next.damper_work = of.dissipated;
  s->next.motion_work += of.supports;
  const PetscReal work = s->next.load_work + s->next.motion_work;
  if (s->model_is->linear)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelEnergy(s->model, s->next.q, s->next.v, &e->next_kinetic, &e->next_potential));
  e->next_increment = 0;
  if (e->dissipation > 0)
    PetscCall(RicModelPathEnergy(s->model, s->state.q, s->next.q, &e->next_increment));
  before = e->kinetic + e->potential + e->dissipation / 2 * PetscSqr(e->path.ratio) * e->increment;
  after = e->next_kinetic + e->next_potential + e->dissipation / 2 * e->next_increment;
  stake = PetscMax(e->max_kinetic, e->next_kinetic) +
          PetscMax(e->max_potential, e->next_potential) -
          PetscMin(e->min_potential, e->next_potential);
  const PetscReal sums = e->next_kinetic + PetscAbsReal(e->next_potential) + PetscAbsReal(work);
  if (!(after - before - work <= e->tolerance * stake + ROUND_OFF * sums))
    *reason = RIC_RETRY;
  PetscFunctionReturn(PETSC_SUCCESS);
}

void RicEnergyMomentumAcceptEnergy(RicEnergyMomentum *e) {
  e->kinetic = e->next_kinetic;
  e->potential = e->next_potential;
  e->increment = e->next_increment;
  e->max_kinetic = PetscMax(e->max_kinetic, e->kinetic);
  e->max_potential = PetscMax(e->max_potential, e->potential);
  e->min_potential = PetscMin(e->min_potential, e->potential);
}
