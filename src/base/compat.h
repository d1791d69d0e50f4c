// SPDX-License-Identifier: BSD-2-Clause
// What differs between PETSc versions, 3.18 up to the current one, in one place.
#ifndef RIC_BASE_COMPAT_H
#define RIC_BASE_COMPAT_H

#include <petscksp.h>
#include <petscsnes.h>

#if PETSC_VERSION_LT(3, 19, 0)
#define PETSC_SUCCESS 0
#endif

#endif
