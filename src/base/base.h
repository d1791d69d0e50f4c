// SPDX-License-Identifier: BSD-2-Clause
// What every file of Ricochet includes: PETSc and MPI, the checks that stay on in release builds,
// and the sizes shared by all classes.
//
// Errors. A fallible function returns PetscErrorCode and every call stands in PetscCall. A mistake
// of the user or of one of his files is raised with RicCheckUser/RicUserError on ALL ranks of the
// communicator with the same text, one line without a final full stop; the program prints that line
// alone and ends with exit code 2. A file that cannot be written is PETSC_ERR_FILE_WRITE (exit code
// 1). A step that does not converge is no error but a reason (RicReason).
//
// Numbers in text that PETSc formats are written %.6g: to its %g a whole number is "1.".
#ifndef RIC_BASE_BASE_H
#define RIC_BASE_BASE_H

#include "base/compat.h"
#include "base/version.h"

RIC_C_BEGIN

// The longest name, path or message kept in a fixed buffer, bytes.
#define RIC_NAME_LEN 64
#define RIC_PATH_LEN 1024
#define RIC_TEXT_LEN 2048

// The largest number of nodes, and of dofs, an interaction (element, contact, link) touches.
#define RIC_MAX_NODES 4
#define RIC_MAX_DOFS 24

// Answer of anything that may fail to converge. The same on all ranks.
typedef enum {
  RIC_OK = 0,    // converged, state advanced
  RIC_RETRY = 1, // not converged, state untouched, a smaller step may help
  RIC_FAILED = 2 // not converged, and a smaller step will not help
} RicReason;

// Raise a user's mistake: one line, printed alone by the program. Collective: same text on all
// ranks.
#define RicUserError(comm, ...) SETERRQ(comm, PETSC_ERR_USER_INPUT, __VA_ARGS__)
#define RicCheckUser(cond, comm, ...) PetscCheck(cond, comm, PETSC_ERR_USER_INPUT, __VA_ARGS__)

RIC_C_END

#endif
