// SPDX-License-Identifier: BSD-2-Clause
// Reactions: what each support with a name bears, N: the force of
// the support on the model, summed over its nodes.
//
// Over a step from t0 to t1 the mean of
//
//   r = M (v1 − v0)/h − ½ (f(t0, q0, v0) + f(t1, q1, v1)) − Wᵀ (Λ/h + ½ (λ~0 + λ~1))
//
// at the fixed dofs: the momentum of the model changes by h times all reactions, loads, weights and
// percussions, to round-off where a scheme weighs forces by that trapezoidal rule, elsewhere to its
// order. At the start it is M a − f − Wᵀ λ~ of the initial state. A dof that several supports fix is the
// last one's, as in prescribing it.
#ifndef RIC_APP_REACTIONS_H
#define RIC_APP_REACTIONS_H

#include "app/case.h"

typedef struct RicReactions_ *RicReactions;

// *reactions = NULL where no support has a name. Collective.
PetscErrorCode RicReactionsCreate(RicCase *c, RicReactions *reactions);
PetscErrorCode RicReactionsDestroy(RicReactions *reactions);
// Keep the state that the next step starts from, if its reactions will be asked for. NULL: nothing.
PetscErrorCode RicReactionsKeep(RicReactions reactions, const RicState *state);
// out: of each support with a name its directions, over the step from the state kept last; without one
// at the state. Collective.
PetscErrorCode RicReactionsGet(RicReactions reactions, const RicState *state, PetscReal out[]);

#endif
