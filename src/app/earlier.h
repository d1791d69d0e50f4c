// SPDX-License-Identifier: BSD-2-Clause
// Earlier: what a run finds of an earlier one in its directory.
#ifndef RIC_APP_EARLIER_H
#define RIC_APP_EARLIER_H

#include "base/base.h"

// Remove dir/summary.json, dir/checkpoint.h5 and those with a number, dir/NAME.pvd, dir/NAME_<number>.vtu and parts of them
// that a killed run left, so that no result of an earlier run stands beside those of this one.
// PETSC_ERR_FILE_WRITE on all ranks when one cannot be removed. Collective.
PetscErrorCode RicEarlierRemove(MPI_Comm comm, const char dir[], const char name[]);
// Of a run that is gone on with: remove what it wrote behind its first `frames` frames and `problems`
// contact problems, and its summary; checkpoints stay. Collective.
PetscErrorCode RicEarlierRemoveBehind(MPI_Comm comm, const char dir[], const char name[],
                                      PetscInt frames, PetscInt problems);

#endif
