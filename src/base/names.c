// SPDX-License-Identifier: BSD-2-Clause
// A table of hashes with linear probing, at most half full.
#include "base/names.h"
#include "base/store.h"
#include <stdint.h>
#include <string.h>

#define FIRST_SLOTS 16 // a power of two, as all their numbers

typedef struct {
  const char *name; // NULL: free
  void *thing;
  uint32_t hash;
} Slot;

struct RicNames_ {
  Slot *slots; // [n_slots]
  size_t n_slots, n;
  RicStore texts;
};

// FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv).
static uint32_t Hash(const char name[]) {
  uint32_t hash = 2166136261u;

  for (const char *c = name; *c; c++)
    hash = (hash ^ (unsigned char)*c) * 16777619u;
  return hash;
}

// The slot of a name, or the free one where it belongs.
static Slot *Find(const struct RicNames_ *names, const char name[], uint32_t hash) {
  size_t i = hash & (names->n_slots - 1);

  while (names->slots[i].name &&
         (names->slots[i].hash != hash || strcmp(names->slots[i].name, name)))
    i = (i + 1) & (names->n_slots - 1);
  return &names->slots[i];
}

static PetscErrorCode Grow(RicNames names) {
  Slot *old = names->slots;
  const size_t n_old = names->n_slots;

  PetscFunctionBegin;
  names->n_slots = n_old ? 2 * n_old : FIRST_SLOTS;
  PetscCall(PetscCalloc1(names->n_slots, &names->slots));
  for (size_t i = 0; i < n_old; i++)
    if (old[i].name)
      *Find(names, old[i].name, old[i].hash) = old[i];
  PetscCall(PetscFree(old));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicNamesCreate(RicNames *names) {
  PetscFunctionBegin;
  PetscCall(PetscNew(names));
  PetscCall(RicStoreCreate(&(*names)->texts));
  PetscCall(Grow(*names));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicNamesDestroy(RicNames *names) {
  PetscFunctionBegin;
  if (!*names)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicStoreDestroy(&(*names)->texts));
  PetscCall(PetscFree((*names)->slots));
  PetscCall(PetscFree(*names));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicNamesAdd(RicNames names, const char name[], void *thing) {
  const uint32_t hash = Hash(name);
  Slot *slot = Find(names, name, hash);

  PetscFunctionBegin;
  if (slot->name)
    PetscFunctionReturn(PETSC_SUCCESS);
  slot->hash = hash;
  slot->thing = thing;
  PetscCall(RicStoreCopyText(names->texts, name, strlen(name), &slot->name));
  if (2 * ++names->n > names->n_slots)
    PetscCall(Grow(names));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicNamesFind(RicNames names, const char name[], void **thing) {
  PetscFunctionBegin;
  *thing = Find(names, name, Hash(name))->thing;
  PetscFunctionReturn(PETSC_SUCCESS);
}
