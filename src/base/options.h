// SPDX-License-Identifier: BSD-2-Clause
// Options: questions about PETSc's options that PETSc does not answer.
#ifndef RIC_BASE_OPTIONS_H
#define RIC_BASE_OPTIONS_H

#include "base/base.h"

// Is there an option whose name begins so, as in "-step_snes_"?
PetscErrorCode RicOptionsBeginWith(const char start[], PetscBool *yes);

#endif
