// SPDX-License-Identifier: BSD-2-Clause
// Band: products with constant symmetric tridiagonal matrices, two thirds of the bytes away.
#ifndef RIC_BASE_BAND_H
#define RIC_BASE_BAND_H

#include "base/base.h"

// From now on MatMult and MatMultAdd of A run over its diagonals. Nothing happens unless A is
// sequential, stored by rows, symmetric and tridiagonal. Its entries must not change afterwards.
PetscErrorCode RicBandUse(Mat A);

// *value = xᵀA x in one pass over a matrix in use so; else *known is false. Not collective.
PetscErrorCode RicBandQuadratic(Mat A, Vec x, PetscReal *value, PetscBool *known);

#endif
