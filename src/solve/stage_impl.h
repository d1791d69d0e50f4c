// SPDX-License-Identifier: BSD-2-Clause
// The inside of a Stage. Stays in this folder.
#ifndef RIC_SOLVE_STAGE_IMPL_H
#define RIC_SOLVE_STAGE_IMPL_H

#include "solve/stage.h"

typedef struct {
  const char *name;
  PetscErrorCode (*SetUp)(RicStage);   // rows are known; once
  PetscErrorCode (*Changed)(RicStage); // A has new entries; NULL: nothing to drop
  PetscErrorCode (*Solve)(RicStage, Vec b, Vec y0, Vec eligible, Vec x, Vec y, Vec mu,
                          PetscInt *iterations, RicReason *reason);
  // x = A⁻¹Wᵀμ without a solve, where the type can (*done); NULL: it never can
  PetscErrorCode (*Respond)(RicStage, Vec mu, Vec x, PetscBool *done, RicReason *reason);
  PetscErrorCode (*Destroy)(RicStage);
  // what of it depends on the solves before; NULL: nothing
  PetscErrorCode (*Archive)(RicStage, RicArchive);
} RicStageOps;

extern const RicStageOps RicStageDiagonal, RicStageLumped, RicStageCondensed, RicStageBound,
    RicStageNodal, RicStageKKT;

struct RicStage_ {
  MPI_Comm comm;
  PetscMPIInt size; // of comm
  char prefix[RIC_NAME_LEN];
  char wanted[RIC_NAME_LEN]; // type asked for, "auto" by default
  const char *
      not_nodal; // why the type nodal does not apply where it might be expected, for reports; else NULL
  const RicStageOps *ops;
  void *data; // of the type
  Mat A, W;
  Vec friction;                // coefficients, borrowed; NULL without friction
  const PetscBool *tangential; // [num_rows_owned] borrowed; NULL: not known
  PetscBool knows_tangents;    // SetTangents was called, on all ranks alike
  RicLinear solver;
  RicOperatorTraits traits;
  RicRowTraits row_traits;
  PetscBool set_up;
  RicStageUpdateFn update; // of coefficients; NULL: they are given
  void *update_ctx;
  Vec free;              // x without contact, while coefficients are updated
  RicStageWatchFn watch; // NULL: nobody watches
  void *watch_ctx;
  PetscBool watch_all;
  Vec watch_free, watch_rows; // x without contact, and rows there
  RicStageColumnFn image;
  void *image_ctx;
  PetscReal rtol;
  PetscInt max_it;
  PetscInt factorizations;
  PetscInt num_rows, num_rows_owned, first_row;
  Vec work; // of dofs, for a right-hand side
  Vec image_work;
  RicStageReport report; // of the last solve
};

// The type of that name; NULL: none, or auto.
const RicStageOps *RicStageFind_Private(const char name[]);
// The type for the rows and the operator: what was asked for, where it applies, else the automatic
// choice. Collective.
PetscErrorCode RicStageChoose_Private(RicStage stage);

// stage_watch.c: before a solve, keep what the problem is; after it, tell of it.
PetscErrorCode RicStageWatchBegin_Private(RicStage stage, Vec b, Vec y0, Vec x);
PetscErrorCode RicStageWatchEnd_Private(RicStage stage, Vec law, Vec y, Vec mu, RicReason reason);
PetscErrorCode RicStageWatchDestroy_Private(RicStage stage);

// The entries of a distributed row vector on every rank, out [num_rows]. Collective.
PetscErrorCode RicStageGatherRows_Private(RicStage stage, Vec v, PetscReal out[]);

// y = y0 + W x.
PetscErrorCode RicStageRowValues_Private(RicStage stage, Vec y0, Vec x, Vec y);
// Does any eligible row have y < 0 or a positive guess in mu? One reduction.
PetscErrorCode RicStageAnyActive_Private(RicStage stage, Vec eligible, Vec y, Vec mu,
                                         PetscBool *any);
// work = B e_row.
PetscErrorCode RicStageColumn_Private(RicStage stage, PetscInt row, Vec work);

#endif
