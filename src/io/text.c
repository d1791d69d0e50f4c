// SPDX-License-Identifier: BSD-2-Clause
#include "io/text.h"

#include <stdarg.h>
#include <stdio.h>

PetscErrorCode RicTextReserve(RicText *text, size_t more) {
  size_t needed = text->length + more + 1;

  PetscFunctionBegin;
  if (needed > text->capacity) {
    size_t capacity = PetscMax(needed, 2 * text->capacity);
    PetscCall(PetscRealloc(capacity, &text->bytes));
    text->capacity = capacity;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Printed straight to its place, and once more only where the room did not do.
PetscErrorCode RicTextAppend(RicText *text, const char format[], ...) {
  PetscFunctionBegin;
  PetscCall(RicTextReserve(text, RIC_NAME_LEN));
  for (int attempt = 0; attempt < 2; attempt++) {
    size_t room = text->capacity - text->length;
    va_list arguments;

    va_start(arguments, format);
    int length = vsnprintf(text->bytes + text->length, room, format, arguments);
    va_end(arguments);
    PetscCheck(length >= 0, PETSC_COMM_SELF, PETSC_ERR_LIB, "vsnprintf refuses '%s'", format);
    if ((size_t)length < room) {
      text->length += (size_t)length;
      break;
    }
    PetscCall(RicTextReserve(text, (size_t)length));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicTextFree(RicText *text) {
  PetscFunctionBegin;
  PetscCall(PetscFree(text->bytes));
  *text = (RicText){0};
  PetscFunctionReturn(PETSC_SUCCESS);
}
