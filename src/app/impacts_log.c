// SPDX-License-Identifier: BSD-2-Clause
// The lines of impacts.csv. Each rank keeps its own until the next flush, so that a step does not
// communicate; rank 0 then sorts and writes all.
#include "app/impacts_impl.h"
#include "io/file.h"
#include <stdlib.h>

struct RicImpactLog_ {
  MPI_Comm comm;
  RicHistory file;
  char path[RIC_PATH_LEN + 16];
  PetscInt *number;   // [normal rows of this rank]: of the row in its contact, over all ranks
  const char **names; // [contacts]
  RicImpact *kept;    // [num_kept] not written yet
  PetscInt num_kept, room;
};

// ---- Columns ----

// Names with units, of contacts whose gap is a length and with those where some are angles.
static const char *const columns[RIC_IMPACT_COLUMNS][3] = {{"step", "1", "1"},
                                                           {"t", "s", "s"},
                                                           {"contact", "name", "name"},
                                                           {"row", "1", "1"},
                                                           {"v_before", "m/s", "m/s, rad/s"},
                                                           {"v_after", "m/s", "m/s, rad/s"},
                                                           {"impulse", "N s", "N s, N m s"},
                                                           {"energy", "J", "J"},
                                                           {"slip_before", "m/s", "m/s"},
                                                           {"slip_after", "m/s", "m/s"},
                                                           {"friction", "N s", "N s"},
                                                           {"spin_before", "rad/s", "rad/s"},
                                                           {"spin_after", "rad/s", "rad/s"},
                                                           {"drilling", "N m s", "N m s"}};

PetscErrorCode RicImpactLogColumns_Private(RicCase *c, PetscInt *n, PetscBool *angles) {
  RicContactView view;
  PetscInt num, width = 1;

  PetscFunctionBegin;
  *angles = PETSC_FALSE;
  PetscCall(RicModelGetNumContacts(c->model, &num));
  for (PetscInt i = 0; i < num; i++) {
    PetscCall(RicModelGetContact(c->model, i, &view));
    width = PetscMax(width, view.width);
    *angles = (PetscBool)(*angles || !view.ops || view.ops->angular);
  }
  *n = width == 1  ? RIC_IMPACT_SLIP_BEFORE
       : width < 4 ? RIC_IMPACT_SPIN_BEFORE
                   : RIC_IMPACT_COLUMNS;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicImpactsAddToLegend(RicCase *c, RicLegend legend) {
  PetscBool angles;
  PetscInt n;

  PetscFunctionBegin;
  if (!c->impacts)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicImpactLogColumns_Private(c, &n, &angles));
  PetscCall(RicLegendBegin(legend, "impacts.csv"));
  for (PetscInt k = 0; k < n; k++)
    PetscCall(RicLegendAdd(legend, columns[k][0], columns[k][angles ? 2 : 1], "impact", NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Numbers of rows ----

// A normal row: its contact, the original number of its node, −1 on the ground, and which of the rows of
// that.
typedef struct {
  PetscInt contact, node, wall;
} Key;

#define KEY_INTS 3

static int CompareKeys(const void *a, const void *b) {
  const Key *x = (const Key *)a, *y = (const Key *)b;

  if (x->contact != y->contact)
    return x->contact < y->contact ? -1 : 1;
  if (x->node != y->node)
    return x->node < y->node ? -1 : 1;
  return (x->wall > y->wall) - (x->wall < y->wall);
}

static Key KeyOf(PetscInt contact, const RicContactView *view, PetscInt k,
                 const PetscInt original[]) {
  const PetscInt node = view->nodes[RIC_MAX_NODES * k];

  return (Key){contact, node < 0 ? -1 : original[node], view->ops ? k % view->ops->num_rows : 0};
}

// Keys [*n] of the normal rows of this rank, the caller's to free.
static PetscErrorCode MyKeys(RicCase *c, PetscInt *n, Key **keys) {
  const PetscInt *original;
  RicContactView view;
  PetscInt num, rows = 0;

  PetscFunctionBegin;
  PetscCall(RicMeshGetNodeNumbers(c->mesh, NULL, &original));
  PetscCall(RicModelGetNumContacts(c->model, &num));
  for (PetscInt i = 0; i < num; i++) {
    PetscCall(RicModelGetContact(c->model, i, &view));
    rows += view.num_rows;
  }
  PetscCall(PetscMalloc1(rows, keys));
  *n = 0;
  for (PetscInt i = 0; i < num; i++) {
    PetscCall(RicModelGetContact(c->model, i, &view));
    for (PetscInt k = 0; k < view.num_rows; k++)
      (*keys)[(*n)++] = KeyOf(i, &view, k, original);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Keys of all ranks, sorted; the caller's to free.
static PetscErrorCode AllKeys(MPI_Comm comm, PetscInt n, const Key mine[], PetscInt *num,
                              Key **keys) {
  PetscMPIInt size, count = (PetscMPIInt)(KEY_INTS * n), *counts, *places;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCall(PetscMalloc2(size, &counts, size + 1, &places));
  PetscCallMPI(MPI_Allgather(&count, 1, MPI_INT, counts, 1, MPI_INT, comm));
  places[0] = 0;
  for (PetscMPIInt r = 0; r < size; r++)
    places[r + 1] = places[r] + counts[r];
  *num = places[size] / KEY_INTS;
  PetscCall(PetscMalloc1(*num, keys));
  PetscCallMPI(MPI_Allgatherv(mine, count, MPIU_INT, *keys, counts, places, MPIU_INT, comm));
  PetscCall(PetscFree2(counts, places));
  qsort(*keys, (size_t)*num, sizeof(Key), CompareKeys);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// How many of the sorted keys are less.
static PetscInt Below(const Key keys[], PetscInt num, const Key *key) {
  PetscInt low = 0, high = num;

  while (low < high) {
    const PetscInt middle = (low + high) / 2;
    if (CompareKeys(&keys[middle], key) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

// number [rows], the caller's to free.
static PetscErrorCode NumberRows(RicCase *c, PetscInt **number) {
  Key *mine, *keys;
  PetscInt n = 0, all;

  PetscFunctionBegin;
  PetscCall(MyKeys(c, &n, &mine));
  PetscCall(AllKeys(c->comm, n, mine, &all, &keys));
  PetscCall(PetscMalloc1(n, number));
  for (PetscInt k = 0; k < n; k++) {
    const Key first = {mine[k].contact, -1, 0};
    (*number)[k] = Below(keys, all, &mine[k]) - Below(keys, all, &first);
  }
  PetscCall(PetscFree(mine));
  PetscCall(PetscFree(keys));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Life ----

static PetscErrorCode CreateFile(RicCase *c, RicImpactLog log) {
  char *path = log->path;
  PetscBool angles;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(PetscSNPrintf(path, sizeof(log->path), "%s/impacts.csv", c->directory));
  PetscCall(RicHistoryCreate(c->comm, path, &log->file));
  PetscCall(RicImpactLogColumns_Private(c, &n, &angles));
  for (PetscInt k = 0; k < n; k++)
    PetscCall(RicHistoryAddColumn(log->file, "%s", columns[k][0]));
  PetscCall(RicHistorySetWords(log->file, RIC_IMPACT_CONTACT, log->names));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicImpactLogOpen_Private(RicImpactLog log) {
  PetscFunctionBegin;
  PetscCall(RicHistoryOpen(log->file));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicImpactLogContinue_Private(RicImpactLog log, PetscInt64 bytes) {
  PetscBool continued;

  PetscFunctionBegin;
  PetscCall(RicHistoryContinue(log->file, bytes, &continued));
  if (continued)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicFileSetAside(log->comm, log->path));
  PetscCall(RicHistoryOpen(log->file));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicImpactLogGetBytes_Private(RicImpactLog log, PetscInt64 *bytes) {
  PetscFunctionBegin;
  PetscCall(RicImpactLogFlush_Private(log));
  PetscCall(RicHistoryGetBytes(log->file, bytes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicImpactLogCreate_Private(RicCase *c, RicImpactLog *log) {
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(PetscNew(log));
  (*log)->comm = c->comm;
  PetscCall(RicModelGetNumContacts(c->model, &n));
  PetscCall(PetscMalloc1(n, &(*log)->names));
  for (PetscInt i = 0; i < n; i++) {
    RicContactView view;
    PetscCall(RicModelGetContact(c->model, i, &view));
    (*log)->names[i] = view.name;
  }
  PetscCall(NumberRows(c, &(*log)->number));
  PetscCall(CreateFile(c, *log));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicImpactLogDestroy_Private(RicImpactLog *log) {
  RicImpactLog l = *log;

  PetscFunctionBegin;
  if (!l)
    PetscFunctionReturn(PETSC_SUCCESS);
  const PetscErrorCode closed = RicHistoryClose(&l->file);
  PetscCall(PetscFree(l->number));
  PetscCall(PetscFree(l->names));
  PetscCall(PetscFree(l->kept));
  PetscCall(PetscFree(*log));
  PetscCall(closed);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Lines ----

PetscErrorCode RicImpactLogAdd_Private(RicImpactLog log, PetscInt row, const RicImpact *impact) {
  PetscFunctionBegin;
  if (log->num_kept == log->room) {
    log->room = PetscMax(64, 2 * log->room);
    PetscCall(PetscRealloc((size_t)log->room * sizeof(RicImpact), &log->kept));
  }
  log->kept[log->num_kept] = *impact;
  log->kept[log->num_kept++].value[RIC_IMPACT_ROW] = log->number[row];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int CompareImpacts(const void *a, const void *b) {
  static const int by[] = {RIC_IMPACT_STEP, RIC_IMPACT_CONTACT, RIC_IMPACT_ROW};
  const PetscReal *x = ((const RicImpact *)a)->value, *y = ((const RicImpact *)b)->value;

  for (size_t k = 0; k < sizeof(by) / sizeof(by[0]); k++)
    if (x[by[k]] != y[by[k]])
      return x[by[k]] < y[by[k]] ? -1 : 1;
  return 0;
}

static PetscErrorCode WriteSorted(RicImpactLog log, PetscInt n, RicImpact lines[]) {
  PetscFunctionBegin;
  qsort(lines, (size_t)n, sizeof(RicImpact), CompareImpacts);
  for (PetscInt i = 0; i < n; i++)
    PetscCall(RicHistoryRow(log->file, lines[i].value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Lines of all ranks on rank 0, [*n] there, the caller's to free.
static PetscErrorCode Gather(RicImpactLog log, PetscInt *n, RicImpact **lines) {
  PetscMPIInt size, count = (PetscMPIInt)(log->num_kept * RIC_IMPACT_COLUMNS), *counts, *places;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_size(log->comm, &size));
  PetscCall(PetscCalloc2(size, &counts, size + 1, &places));
  PetscCallMPI(MPI_Gather(&count, 1, MPI_INT, counts, 1, MPI_INT, 0, log->comm));
  for (PetscMPIInt r = 0; r < size; r++)
    places[r + 1] = places[r] + counts[r];
  *n = places[size] / RIC_IMPACT_COLUMNS; // 0 but on rank 0
  PetscCall(PetscMalloc1(*n, lines));
  PetscCallMPI(
      MPI_Gatherv(log->kept, count, MPIU_REAL, *lines, counts, places, MPIU_REAL, 0, log->comm));
  PetscCall(PetscFree2(counts, places));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicImpactLogFlush_Private(RicImpactLog log) {
  RicImpact *lines;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(Gather(log, &n, &lines));
  PetscCall(WriteSorted(log, n, lines));
  PetscCall(PetscFree(lines));
  log->num_kept = 0;
  PetscCall(RicHistoryFlush(log->file));
  PetscFunctionReturn(PETSC_SUCCESS);
}
