// SPDX-License-Identifier: BSD-2-Clause
// Pieces of less than MAPPED bytes come from the heap, which grows by GROWTH bytes at a time: what has
// been added is advised at the next piece. Larger ones are mappings of their own.
#include "base/huge_pages.h"
#include <stdlib.h> // __GLIBC__

#ifdef __GLIBC__
#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE ((uintptr_t)1 << 21)
#define MAPPED (1 << 25) // most that glibc allows
#define GROWTH (1 << 26)

static PetscErrorCode (*plain_malloc)(size_t, PetscBool, int, const char[], const char[], void **);
static PetscErrorCode (*plain_realloc)(size_t, int, const char[], const char[], void **);
static uintptr_t heap_end; // up to which it is advised, the beginning of a huge page

static uintptr_t PageOf(const void *address) { return (uintptr_t)address & ~(PAGE - 1); }

// Whole huge pages. What the system answers changes no result.
static void Advise(uintptr_t from, uintptr_t to) {
  if (to > from)
    (void)madvise((void *)from, to - from, MADV_HUGEPAGE);
}

static void AdvisePiece(const char *memory, size_t bytes) {
  const uintptr_t end = PageOf(sbrk(0));

  if (bytes >= MAPPED)
    Advise(PageOf(memory) + PAGE, PageOf(memory + bytes));
  if (end > heap_end)
    Advise(heap_end, end);
  heap_end = end;
}

static PetscErrorCode Malloc(size_t bytes, PetscBool clear, int line, const char function[],
                             const char file[], void **memory) {
  const PetscErrorCode error = plain_malloc(bytes, clear, line, function, file, memory);

  if (!error && *memory)
    AdvisePiece(*memory, bytes);
  return error;
}

static PetscErrorCode Realloc(size_t bytes, int line, const char function[], const char file[],
                              void **memory) {
  const PetscErrorCode error = plain_realloc(bytes, line, function, file, memory);

  if (!error && *memory)
    AdvisePiece(*memory, bytes);
  return error;
}

PetscErrorCode RicHugePagesUse(void) {
  PetscBool debugged;

  PetscFunctionBegin;
  PetscCall(PetscMallocGetDebug(&debugged, NULL, NULL));
  if (debugged || PetscTrMalloc == Malloc)
    PetscFunctionReturn(PETSC_SUCCESS);
  (void)mallopt(M_MMAP_THRESHOLD, MAPPED);
  (void)mallopt(M_TOP_PAD, GROWTH);
  heap_end = PageOf(sbrk(0)) + PAGE;
  plain_malloc = PetscTrMalloc;
  plain_realloc = PetscTrRealloc;
  PetscTrMalloc = Malloc;
  PetscTrRealloc = Realloc;
  PetscFunctionReturn(PETSC_SUCCESS);
}

#else
PetscErrorCode RicHugePagesUse(void) { return PETSC_SUCCESS; }
#endif
