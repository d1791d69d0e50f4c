// SPDX-License-Identifier: BSD-2-Clause
// The graph of bodies that contacts join, by rows: body b touches column[offset[b] … offset[b + 1] − 1],
// itself among them, ascending.
#ifndef RIC_SOLVE_BODY_GRAPH_H
#define RIC_SOLVE_BODY_GRAPH_H

#include "base/base.h"

// body [contacts × 2]: the bodies of each contact, −1: none. offset, next [bodies + 1], next for work;
// column [bodies + 2 contacts].
PetscErrorCode RicBodyGraphMake(PetscInt num_bodies, PetscInt num_contacts, const PetscInt body[],
                                PetscInt offset[], PetscInt column[], PetscInt next[]);
// entry [contacts × 4]: where the blocks (a, a), (a, b), (b, a), (b, b) of each contact's bodies a, b
// stand in column; −1: there is no such block.
PetscErrorCode RicBodyGraphFind(PetscInt num_contacts, const PetscInt body[],
                                const PetscInt offset[], const PetscInt column[], PetscInt entry[]);

#endif
