// SPDX-License-Identifier: BSD-2-Clause
// Lcp: a small dense linear complementarity problem,  0 ≤ w = D z + p ⊥ z ≥ 0.
//
// Block principal pivoting (Júdice & Pires 1994; the semismooth Newton step on the whole active
// set), with Murty's least-index rule when the number of infeasible entries stops falling: it
// cannot cycle, and ends for every P-matrix. A singular D (redundant contacts) is treated by
// proximal-point steps: the limit solves the problem itself and z is the solution closest to the
// start. The same on every rank that is given the same numbers.
#ifndef RIC_SOLVE_LCP_H
#define RIC_SOLVE_LCP_H

#include "base/base.h"

typedef struct RicLcp_ *RicLcp;

PetscErrorCode RicLcpCreate(RicLcp *lcp);
PetscErrorCode RicLcpDestroy(RicLcp *lcp);

// free [n] (NULL: none): entry i is an equation, w_i = 0 with z_i of any sign (bilateral rows).
// D [n*n], column-major; `symmetric` says that D is symmetric positive semidefinite (else P or P0).
// p [n]. z [n]: in, entries > 0 are the first guess of the active set; out, the solution. w [n]:
// out, D z + p. *pivots: number of linear systems solved. RIC_FAILED when there is no solution or
// none was found. Not collective.
PetscErrorCode RicLcpSolve(RicLcp lcp, PetscInt n, const PetscReal D[], PetscBool symmetric,
                           const PetscBool free[], const PetscReal p[], PetscReal z[],
                           PetscReal w[], PetscInt *pivots, RicReason *reason);

#endif
