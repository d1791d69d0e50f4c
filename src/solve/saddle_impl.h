// SPDX-License-Identifier: BSD-2-Clause
// The inside of a Saddle. Stays in this folder.
#ifndef RIC_SOLVE_SADDLE_IMPL_H
#define RIC_SOLVE_SADDLE_IMPL_H

#include "solve/linear.h"
#include "solve/saddle.h"

// Name of the ordering, for -<prefix>kkt_pc_factor_mat_ordering_type too.
#define RIC_SADDLE_ORDERING "rows-after-dofs"

struct RicSaddle_ {
  MPI_Comm comm;
  Mat A, W;
  PetscBool diagonal; // A is
  Mat scalar;         // A as a matrix without blocks; NULL: it is one
  Mat K;              // NULL: not made yet
  RicLinear solver;
  PetscInt num_dofs, num_rows; // owned

  // Unknowns of K: each rank its dofs, then its rows. Rows that were open when the pattern was made
  // are none, nor are dofs that only they touch where A is diagonal (one rank).
  Vec rhs, sol;              // [unknowns]
  PetscInt num_unknown_dofs; // owned
  PetscInt *dofs;            // [num_unknown_dofs] owned dofs that are unknowns
  PetscInt *unknown;         // [num_dofs] their numbers in `dofs`, −1: none
  PetscInt num_pattern_rows; // owned
  PetscInt *rows;            // [num_pattern_rows] owned rows that are unknowns
  PetscBool *in_pattern;     // [num_rows]
  PetscCount num_entries;    // of K
  PetscScalar *values;       // [num_entries]
  PetscObjectState state[2]; // patterns of A and W as K was made

  PetscBool *active, *responds; // [num_rows]; responds: the row has an entry that is not 0
  PetscBool responds_valid;
  PetscBool valid;      // K is of A, W and `active`
  PetscReal compliance; // 1/max a_ii
  PetscBool compliance_valid;
  Vec a; // diagonal of A
  Vec residual, row_residual;
  PetscInt factorizations;
};

// saddle_order.c
PetscErrorCode RicSaddleRegisterOrdering_Private(void);
// saddle_matrix.c: K for the rows that are active, with the pattern it has where that holds them;
// *fresh: K and its vectors are new. Collective.
PetscErrorCode RicSaddleForm_Private(RicSaddle saddle, PetscBool *fresh);

#endif
