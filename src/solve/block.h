// SPDX-License-Identifier: BSD-2-Clause
// Small dense blocks, by rows, of a size the compiler knows: loops that unroll.
#ifndef RIC_SOLVE_BLOCK_H
#define RIC_SOLVE_BLOCK_H

#include "base/base.h"

#define RIC_BLOCK_MOST 6 // the largest size

// C += sign A B
RIC_INLINE void RicBlockAddProduct(const PetscInt bs, PetscReal sign, const PetscReal A[],
                                   const PetscReal B[], PetscReal C[]) {
  for (PetscInt i = 0; i < bs; i++) {
    PetscReal sum[RIC_BLOCK_MOST];
    for (PetscInt j = 0; j < bs; j++)
      sum[j] = C[bs * i + j];
    for (PetscInt k = 0; k < bs; k++) {
      const PetscReal a = sign * A[bs * i + k];
      for (PetscInt j = 0; j < bs; j++)
        sum[j] += a * B[bs * k + j];
    }
    for (PetscInt j = 0; j < bs; j++)
      C[bs * i + j] = sum[j];
  }
}

// By Gauss and Jordan; 1/0 counts as 0.
RIC_INLINE void RicBlockInvert(const PetscInt bs, const PetscReal A[], PetscReal inverse[]) {
  PetscReal a[RIC_BLOCK_MOST][2 * RIC_BLOCK_MOST];

  for (PetscInt i = 0; i < bs; i++)
    for (PetscInt j = 0; j < bs; j++)
      a[i][j] = A[bs * i + j], a[i][bs + j] = i == j;
  for (PetscInt c = 0; c < bs; c++) {
    PetscInt best = c;
    for (PetscInt i = c + 1; i < bs; i++)
      best = PetscAbsReal(a[i][c]) > PetscAbsReal(a[best][c]) ? i : best;
    for (PetscInt j = 0; j < 2 * bs && best != c; j++) {
      const PetscReal swap = a[c][j];
      a[c][j] = a[best][j], a[best][j] = swap;
    }
    const PetscReal pivot = a[c][c] != 0 ? 1 / a[c][c] : 0;
    for (PetscInt j = c; j < 2 * bs; j++)
      a[c][j] *= pivot;
    for (PetscInt i = 0; i < bs; i++) {
      const PetscReal factor = i == c ? 0 : a[i][c];
      for (PetscInt j = c; j < 2 * bs; j++)
        a[i][j] -= factor * a[c][j];
    }
  }
  for (PetscInt i = 0; i < bs; i++)
    for (PetscInt j = 0; j < bs; j++)
      inverse[bs * i + j] = a[i][bs + j];
}

#endif
