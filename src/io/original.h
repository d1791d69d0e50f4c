// SPDX-License-Identifier: BSD-2-Clause
// Original: vectors of a model in an order that does not depend on the ranks, whole on rank 0: dofs by
// the original numbers of their nodes; rows by contact and then joint, as in the input, rows of one
// contact by the original numbers of their nodes.
#ifndef RIC_IO_ORIGINAL_H
#define RIC_IO_ORIGINAL_H

#include "base/archive.h"

typedef struct RicModel_ *RicModel; // model/model_build.h
typedef struct RicOriginal_ *RicOriginal;

// The model is set up. Collective, as all of these; x is a vector of the kind.
PetscErrorCode RicOriginalCreate(RicModel model, RicOriginal *original);
PetscErrorCode RicOriginalDestroy(RicOriginal *original);
// all [size of x] on rank 0, NULL elsewhere: x in that order. Borrowed until the next call.
PetscErrorCode RicOriginalGather(RicOriginal original, RicArchiveKind kind, Vec x,
                                 const PetscScalar **all);
// Room for all on rank 0, and x from what is there. Ghosts are left alone.
PetscErrorCode RicOriginalGetRoom(RicOriginal original, RicArchiveKind kind, Vec x,
                                  PetscScalar **all);
PetscErrorCode RicOriginalScatter(RicOriginal original, RicArchiveKind kind, Vec x);

#endif
