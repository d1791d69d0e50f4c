// SPDX-License-Identifier: BSD-2-Clause
#include "base/names.h"
#include <search.h>
#include <string.h>

typedef struct {
  char *name;
  void *thing;
} Entry;

struct RicNames_ {
  void *tree; // of Entry
};

static int Compare(const void *a, const void *b) {
  return strcmp(((const Entry *)a)->name, ((const Entry *)b)->name);
}

static PetscErrorCode FreeEntry(Entry *entry) {
  PetscFunctionBegin;
  PetscCall(PetscFree(entry->name));
  PetscCall(PetscFree(entry));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicNamesCreate(RicNames *names) {
  PetscFunctionBegin;
  PetscCall(PetscNew(names));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicNamesDestroy(RicNames *names) {
  PetscFunctionBegin;
  while (*names && (*names)->tree) {
    Entry *entry = *(Entry **)(*names)->tree; // a node begins with the pointer to its entry
    (void)tdelete(entry, &(*names)->tree, Compare);
    PetscCall(FreeEntry(entry));
  }
  PetscCall(PetscFree(*names));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicNamesAdd(RicNames names, const char name[], void *thing) {
  Entry *entry;
  const void *node;

  PetscFunctionBegin;
  PetscCall(PetscNew(&entry));
  PetscCall(PetscStrallocpy(name, &entry->name));
  entry->thing = thing;
  node = tsearch(entry, &names->tree, Compare);
  PetscCheck(node, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for the name '%s'", name);
  if (*(Entry *const *)node != entry)
    PetscCall(FreeEntry(entry));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicNamesFind(RicNames names, const char name[], void **thing) {
  const Entry key = {.name = (char *)name, .thing = NULL}; // not written to
  void *const *node;

  PetscFunctionBegin;
  node = tfind(&key, &names->tree, Compare);
  *thing = node ? (*(Entry *const *)node)->thing : NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}
