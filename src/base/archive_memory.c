// SPDX-License-Identifier: BSD-2-Clause
#include "base/archive_memory.h"
#include <string.h>

typedef struct {
  struct RicArchive_ base;
  char *bytes;
  size_t at, kept, room;
} Memory;

static PetscErrorCode Reserve(Memory *m, size_t n) {
  const size_t wanted = m->at + n;

  PetscFunctionBegin;
  if (wanted <= m->room)
    PetscFunctionReturn(PETSC_SUCCESS);
  m->room = PetscMax(wanted, 2 * m->room);
  PetscCall(PetscRealloc(m->room, &m->bytes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// n bytes from x, or to x.
static PetscErrorCode Pass(Memory *m, size_t n, void *x) {
  PetscFunctionBegin;
  if (!m->base.loading) {
    PetscCall(Reserve(m, n));
    PetscCall(PetscMemcpy(m->bytes + m->at, x, n));
  } else {
    PetscCheck(m->at + n <= m->kept, PETSC_COMM_SELF, PETSC_ERR_PLIB,
               "more is loaded than was saved");
    PetscCall(PetscMemcpy(x, m->bytes + m->at, n));
  }
  m->at += n;
  m->kept = PetscMax(m->kept, m->at);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Group(RicArchive a, const char name[]) {
  (void)a, (void)name;
  return PETSC_SUCCESS;
}

static PetscErrorCode Reals(RicArchive a, const char name[], PetscInt n, PetscReal x[]) {
  PetscFunctionBegin;
  (void)name;
  PetscCall(Pass((Memory *)a, (size_t)n * sizeof(*x), x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Ints(RicArchive a, const char name[], PetscInt n, PetscInt x[]) {
  PetscFunctionBegin;
  (void)name;
  PetscCall(Pass((Memory *)a, (size_t)n * sizeof(*x), x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Text(RicArchive a, const char name[], char **text) {
  size_t n = a->loading ? 0 : strlen(*text) + 1;

  PetscFunctionBegin;
  (void)name;
  PetscCall(Pass((Memory *)a, sizeof(n), &n));
  if (a->loading)
    PetscCall(PetscMalloc1(n, text));
  PetscCall(Pass((Memory *)a, n, *text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Vector(RicArchive a, const char name[], RicArchiveKind kind, Vec x) {
  PetscScalar *entries;
  PetscInt n;

  PetscFunctionBegin;
  (void)name, (void)kind;
  PetscCall(VecGetLocalSize(x, &n));
  PetscCall(VecGetArray(x, &entries));
  PetscCall(Pass((Memory *)a, (size_t)n * sizeof(*entries), entries));
  PetscCall(VecRestoreArray(x, &entries));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const RicArchiveOps ops = {Group, Reals, Ints, Text, Vector};

PetscErrorCode RicArchiveMemoryCreate(RicArchive *archive) {
  Memory *m;

  PetscFunctionBegin;
  PetscCall(PetscNew(&m));
  m->base.ops = &ops;
  *archive = &m->base;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Rewind(RicArchive archive, PetscBool loading) {
  Memory *m = (Memory *)archive;

  PetscFunctionBegin;
  archive->loading = loading;
  m->at = 0;
  if (!loading)
    m->kept = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicArchiveMemorySave(RicArchive archive) {
  PetscFunctionBegin;
  PetscCall(Rewind(archive, PETSC_FALSE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicArchiveMemoryLoad(RicArchive archive) {
  PetscFunctionBegin;
  PetscCall(Rewind(archive, PETSC_TRUE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicArchiveMemoryDestroy(RicArchive *archive) {
  Memory *m = (Memory *)*archive;

  PetscFunctionBegin;
  if (!m)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscFree(m->bytes));
  PetscCall(PetscFree(m));
  *archive = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}
