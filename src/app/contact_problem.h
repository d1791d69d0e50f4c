// SPDX-License-Identifier: BSD-2-Clause
// ContactProblem: a problem of a file as the solver takes it, W by blocks. Groups: the contacts,
// then one for each equation.
#ifndef RIC_APP_CONTACT_PROBLEM_H
#define RIC_APP_CONTACT_PROBLEM_H

#include "io/fclib.h"
#include "solve/friction.h"

typedef struct RicContactProblem_ *RicContactProblem;

// `name` stands in the user error for a global problem whose M is singular. The file's problem is
// borrowed.
PetscErrorCode RicContactProblemCreate(const RicFclib *file, const char name[],
                                       RicContactProblem *problem);
PetscErrorCode RicContactProblemDestroy(RicContactProblem *problem);
// Borrowed; *n: its rows.
PetscErrorCode RicContactProblemGet(RicContactProblem problem, const RicFrictionProblem **get,
                                    PetscInt *n);
// v [dofs] = M⁻¹ (H r + G λ + f) of a global problem, r [n] the contacts' and behind them λ.
PetscErrorCode RicContactProblemGetVelocity(RicContactProblem problem, const PetscReal r[],
                                            PetscReal v[]);

#endif
