// SPDX-License-Identifier: BSD-2-Clause
// Lock: one run at a time writes into a directory. The file DIR/.ricochet.lock says which, host and
// process, and goes when the run ends.
#ifndef RIC_IO_LOCK_H
#define RIC_IO_LOCK_H

#include "base/base.h"

typedef struct RicLock_ *RicLock;

// Take the directory. One whose process on this host is gone is taken over. User error: a run of
// this host, or of another one, has it; the text says what to do. Collective.
PetscErrorCode RicLockTake(MPI_Comm comm, const char dir[], RicLock *lock);
// Remove the file; takes NULL.
PetscErrorCode RicLockRelease(RicLock *lock);

#endif
