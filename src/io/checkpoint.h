// SPDX-License-Identifier: BSD-2-Clause
// Checkpoint: the state of a run as an HDF5 file, written when a run gives up.
#ifndef RIC_IO_CHECKPOINT_H
#define RIC_IO_CHECKPOINT_H

#include "stepper/stepper.h"

// Datasets time [1], q, v, acceleration [dofs, global numbering of the run's ranks], original_node
// [nodes]: the original number of each node, impulse, nu [contacts]. PETSC_ERR_FILE_WRITE when it
// cannot be written. Collective.
PetscErrorCode RicCheckpointWrite(RicModel model, const RicState *state, const char filename[]);

#endif
