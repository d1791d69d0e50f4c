// SPDX-License-Identifier: BSD-2-Clause
// Vec: sums and products of this rank's entries, for vectors that may be short.
//
// PETSc's functions of the same names keep norms, locks and logs, which takes ten times as long as
// the work on three entries. On many entries these take as long as those. None communicates.
#ifndef RIC_BASE_VEC_H
#define RIC_BASE_VEC_H

#include "base/base.h"

// x = value.
PetscErrorCode RicVecSet(Vec x, PetscReal value);
// y = x.
PetscErrorCode RicVecCopy(Vec x, Vec y);
// y += a x.
PetscErrorCode RicVecAXPY(Vec y, PetscReal a, Vec x);
// w = a x + y; w may be x or y.
PetscErrorCode RicVecWAXPY(Vec w, PetscReal a, Vec x, Vec y);
// y = A x and z = y + A x, z may be y: PETSc's own products but for a few rows on one rank.
// Collective.
PetscErrorCode RicMatMult(Mat A, Vec x, Vec y);
PetscErrorCode RicMatMultAdd(Mat A, Vec x, Vec y, Vec z);
// *fits: A is sequential and stored by rows.
PetscErrorCode RicMatIsRows(Mat A, PetscBool *fits);

#endif
