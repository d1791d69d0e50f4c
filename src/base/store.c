// SPDX-License-Identifier: BSD-2-Clause
#include "base/store.h"
#include <stdalign.h>
#include <string.h>

// Blocks grow with the store between these, so that small ones stay small.
#define FIRST_BYTES ((size_t)1 << 10)
#define LARGEST_BYTES ((size_t)1 << 23) // a few huge pages
#define ALIGNMENT alignof(union Any)

union Any {
  void *pointer;
  PetscReal real;
  PetscInt64 integer;
};

typedef struct Block_ {
  struct Block_ *next;
  size_t used, size; // bytes of `memory`
  alignas(union Any) char memory[];
} Block;

struct RicStore_ {
  Block *blocks; // the newest first
};

static PetscErrorCode AddBlock(RicStore store, size_t bytes) {
  const size_t twice = store->blocks ? 2 * store->blocks->size : FIRST_BYTES;
  const size_t size = PetscMax(bytes, PetscMin(twice, LARGEST_BYTES));
  Block *block;

  PetscFunctionBegin;
  PetscCall(PetscMalloc(sizeof *block + size, &block));
  block->next = store->blocks;
  block->used = 0;
  block->size = size;
  store->blocks = block;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// `bytes` that begin `skip` behind what is used, where the block has room for both.
static PetscErrorCode Take(RicStore store, size_t skip, size_t bytes, char **memory) {
  Block *block = store->blocks;

  PetscFunctionBegin;
  if (!block || block->size - block->used < skip + bytes) {
    PetscCall(AddBlock(store, bytes));
    block = store->blocks;
    skip = 0;
  }
  *memory = block->memory + block->used + skip;
  block->used += skip + bytes;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStoreCreate(RicStore *store) {
  PetscFunctionBegin;
  PetscCall(PetscNew(store));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStoreDestroy(RicStore *store) {
  PetscFunctionBegin;
  while (*store && (*store)->blocks) {
    Block *block = (*store)->blocks;

    (*store)->blocks = block->next;
    PetscCall(PetscFree(block));
  }
  PetscCall(PetscFree(*store));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStoreTake(RicStore store, size_t bytes, void *memory) {
  const size_t used = store->blocks ? store->blocks->used : 0; // texts end anywhere
  char *taken = NULL;

  PetscFunctionBegin;
  PetscCall(Take(store, (ALIGNMENT - used % ALIGNMENT) % ALIGNMENT, bytes, &taken));
  memset(taken, 0, bytes);
  *(void **)memory = taken;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStoreCopyText(RicStore store, const char text[], size_t length,
                                const char **copy) {
  char *taken = NULL;

  PetscFunctionBegin;
  PetscCall(Take(store, 0, length + 1, &taken));
  if (length)
    memcpy(taken, text, length);
  taken[length] = '\0';
  *copy = taken;
  PetscFunctionReturn(PETSC_SUCCESS);
}
