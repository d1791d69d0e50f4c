// SPDX-License-Identifier: BSD-2-Clause
// Text: bytes that grow by printf, for what is built in memory before it is written.
#ifndef RIC_IO_TEXT_H
#define RIC_IO_TEXT_H

#include "base/base.h"

// Starts as {0}; a plain value, to be freed by RicTextFree.
typedef struct {
  char *bytes;     // [length + 1], zero-terminated once anything was appended; else NULL
  size_t length;   // bytes in use
  size_t capacity; // bytes allocated
} RicText;

// Append as printf does. Numbers are C's own: %.17g gives every bit of a double back.
PetscErrorCode RicTextAppend(RicText *text, const char format[], ...) PETSC_ATTRIBUTE_FORMAT(2, 3);
// Room for `more` bytes behind those in use, for who writes them himself and then adds to length.
PetscErrorCode RicTextReserve(RicText *text, size_t more);
PetscErrorCode RicTextFree(RicText *text);

#endif
