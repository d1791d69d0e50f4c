// SPDX-License-Identifier: BSD-2-Clause
// The error a call raises, for tests: its code is the answer, its line is kept, nothing is printed.
#ifndef RIC_TESTS_RAISED_H
#define RIC_TESTS_RAISED_H

#include "base/base.h"

#include <stdio.h>

// The line of the last error raised in Raised(), "" when the call succeeded.
static char raised_line[RIC_TEXT_LEN];

static inline PetscErrorCode KeepLine(MPI_Comm comm, int line, const char *function,
                                      const char *file, PetscErrorCode code, PetscErrorType type,
                                      const char *message, void *context) {
  (void)comm, (void)line, (void)function, (void)file, (void)context;
  if (type == PETSC_ERROR_INITIAL)
    snprintf(raised_line, sizeof(raised_line), "%s", message);
  return code;
}

static inline void BeginRaised(void) {
  raised_line[0] = '\0';
  PetscPushErrorHandler(KeepLine, NULL);
}

static inline PetscErrorCode EndRaised(PetscErrorCode code) {
  PetscPopErrorHandler();
  return code;
}

#define Raised(call) (BeginRaised(), EndRaised(call))

#endif
