// SPDX-License-Identifier: BSD-2-Clause
// The inside of a Direct. Stays in this folder.
#ifndef RIC_SOLVE_DIRECT_IMPL_H
#define RIC_SOLVE_DIRECT_IMPL_H

#include "solve/direct.h"

// Entries of a sequential matrix: block row i [n] has blocks offset[i] … offset[i+1]−1, block k
// stands in block column column[k], its entries value[k*bs*bs …] column by column.
typedef struct {
  PetscInt n, bs;
  PetscBool blocked; // stored so
  const PetscInt *offset, *column;
  const PetscScalar *value;
} RicEntries;

typedef struct {
  const char *name;
  PetscBool (*Fits)(const RicEntries *A);
  PetscErrorCode (*Factor)(RicDirect, const RicEntries *A, PetscBool *regular);
  void (*Solve)(RicDirect, const PetscScalar b[], PetscScalar x[]); // b and x apart
  PetscErrorCode (*Destroy)(RicDirect);
} RicDirectOps;

extern const RicDirectOps RicDirectChain, RicDirectDense, RicDirectDiagonal;

struct RicDirect_ {
  const RicDirectOps *ops;
  void *data; // of the type; NULL before the first factorisation
};

#endif
