// SPDX-License-Identifier: BSD-2-Clause
// Huge pages: large models are touched for the first time in pages of 4 KiB, a fault of the processor
// each, a third of their set-up. Linux has pages of 2 MiB for those who ask
// (Documentation/admin-guide/mm/transhuge.rst of the kernel).
#ifndef RIC_BASE_HUGE_PAGES_H
#define RIC_BASE_HUGE_PAGES_H

#include "base/base.h"

RIC_C_BEGIN

// From now on the heap, as far as it grows, and what PETSc takes in pieces of 32 MiB or more lie in
// huge pages where the system has them; elsewhere nothing changes. Call it behind PetscInitialize,
// which forgets it at PetscFinalize. With PETSc's own book-keeping (-malloc_debug) it does nothing.
// For programs, whose memory it is, not for the library: it sets how glibc's malloc takes memory.
PetscErrorCode RicHugePagesUse(void);

RIC_C_END

#endif
