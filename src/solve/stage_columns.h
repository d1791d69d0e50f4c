// SPDX-License-Identifier: BSD-2-Clause
// Columns: those of A⁻¹ B and of the Delassus operator D = W A⁻¹ B that a condensed stage has asked for.
//
// Both are computed when a row first enters its problem, and kept while A and W are: D e_j on every
// rank, A⁻¹ B e_j as long as all of them take no more than 512 MB a rank.
#ifndef RIC_SOLVE_STAGE_COLUMNS_H
#define RIC_SOLVE_STAGE_COLUMNS_H

#include "solve/stage_impl.h"

typedef struct {
  PetscInt num_columns; // computed so far
  PetscInt room;        // for columns
  PetscInt keep;        // how many columns of A⁻¹ B may be kept
  PetscInt *slot;       // [num_rows] number of the row's column, −1: none yet
  PetscReal **delassus; // [room] D e_j, [num_rows] each, same on all ranks
  Vec *column;          // [room] A⁻¹ B e_j where kept
  VecScatter scatter;   // rows of all ranks to each; NULL on one rank
  Vec all;              // [num_rows] on this rank
  Vec row_work;
} RicColumns;

PetscErrorCode RicColumnsCreate_Private(RicStage stage, RicColumns *columns);
PetscErrorCode RicColumnsDestroy_Private(RicColumns *columns);
// A or W has new entries: none is known.
void RicColumnsDrop_Private(RicStage stage, RicColumns *columns);
// Those of rows [n], none of which has one. Collective.
PetscErrorCode RicColumnsCompute_Private(RicStage stage, RicColumns *columns, PetscInt n,
                                         const PetscInt rows[], RicReason *reason);
// The entries of a distributed row vector on every rank, out [num_rows]. Collective.
PetscErrorCode RicColumnsGather_Private(RicStage stage, RicColumns *columns, Vec v,
                                        PetscReal out[]);

#endif
