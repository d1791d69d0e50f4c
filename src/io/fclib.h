// SPDX-License-Identifier: BSD-2-Clause
// Fclib: frictional contact problems in the exchange format of the field, HDF5 (Acary, Brémond,
// Koziara & Pérignon, FCLIB: a collection of discrete 3D frictional contact problems, INRIA
// RT-0444, 2014). Contacts k of `dim` rows each, the normal one first; equations p:
//
//   local    u = W r + V λ + q,   0 = Vᵀ r + R λ + s
//   global   M v = H r + G λ + f,   u = Hᵀ v + w,   0 = Gᵀ v + b
//
// Files are read and written by one process; nothing here is collective.
#ifndef RIC_IO_FCLIB_H
#define RIC_IO_FCLIB_H

#include "solve/friction.h"

RIC_C_BEGIN

// A sparse matrix, m × n, by rows. Several entries of one place are to be added.
typedef struct {
  PetscInt m, n;
  PetscInt *offset; // [m + 1]
  PetscInt *column; // [offset[m]]
  PetscReal *value; // [offset[m]]
} RicFclibMatrix;

typedef struct {
  PetscBool global;
  PetscInt dim;                 // 2 or 3
  PetscInt contacts, equations; // of dim rows; of one row
  PetscInt dofs;                // global: those of v
  PetscReal *mu;                // [contacts]
  RicFclibMatrix W, V, R;       // local: V [dim contacts × equations], R [equations²]
  PetscReal *q, *s;             // local: [dim contacts], [equations]
  RicFclibMatrix M, H, G;       // global: [dofs²], [dofs × dim contacts], [dofs × equations]
  PetscReal *f, *w, *b;         // global: [dofs], [dim contacts], [equations]
} RicFclib;

// User error `FILE: dataset: what is wrong`: no such file, not HDF5 or truncated, a dataset that is
// missing or of a wrong size, indices out of range, numbers that are not finite, µ < 0.
PetscErrorCode RicFclibRead(const char path[], RicFclib **problem);
PetscErrorCode RicFclibDestroy(RicFclib **problem);

// Write the problem of the file `from` and the solution u, r [dim contacts], λ [equations] and, in
// global ones, v [dofs] as the file `path`, which is replaced as a whole. PETSC_ERR_FILE_WRITE when
// that cannot be done.
PetscErrorCode RicFclibWriteSolution(const RicFclib *problem, const char from[], const char path[],
                                     const PetscReal u[], const PetscReal r[],
                                     const PetscReal lambda[], const PetscReal v[]);

// Write a local problem of the solver with its solution r, u [n] as the file `path`, W [n × n] its matrix
// by rows. Unilateral rows become contacts with µ = 0 whose tangents are zeros, two coefficients of
// friction one in other rows. *written PETSC_FALSE, and no file, when the format has no form for it:
// contacts with spin, or both in the plane and in space, or W between contacts and equations that is not
// symmetric. description: of the file's info, NULL: none.
// PETSC_ERR_FILE_WRITE as above.
PetscErrorCode RicFclibWriteProblem(const char path[], const char description[],
                                    const RicFrictionProblem *problem, const PetscReal W[],
                                    const PetscReal r[], const PetscReal u[], PetscBool *written);

RIC_C_END

#endif
