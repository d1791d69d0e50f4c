// SPDX-License-Identifier: BSD-2-Clause
// Store: memory taken in many small pieces and freed at once. A piece costs a few instructions and
// no bytes of its own; nothing ever moves.
#ifndef RIC_BASE_STORE_H
#define RIC_BASE_STORE_H

#include "base/base.h"

typedef struct RicStore_ *RicStore;

PetscErrorCode RicStoreCreate(RicStore *store);
// Free all that was taken; takes NULL and leaves NULL.
PetscErrorCode RicStoreDestroy(RicStore *store);
// `bytes` of zeros, aligned for pointers, integers and reals; `memory` is the address of a pointer.
PetscErrorCode RicStoreTake(RicStore store, size_t bytes, void *memory);
// A copy of `length` bytes of text, and '\0'; text may be NULL where length is 0.
PetscErrorCode RicStoreCopyText(RicStore store, const char text[], size_t length,
                                const char **copy);

#endif
