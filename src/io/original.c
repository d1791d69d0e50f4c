// SPDX-License-Identifier: BSD-2-Clause
#include "io/original.h"
#include "model/model_view.h"
#include <stdlib.h>

#define NUM_KINDS 2

struct RicOriginal_ {
  RicModel model;
  MPI_Comm comm;
  PetscMPIInt rank, size;
  Vec all[NUM_KINDS]; // whole on rank 0
  VecScatter scatter[NUM_KINDS];
};

// ---- Places of this rank's entries in the order ----

// Number of dofs of all nodes, by their original numbers, into first [nodes + 1] as offsets.
static PetscErrorCode DofOffsets(RicModel model, RicMesh mesh, PetscInt **first) {
  const PetscInt *number;
  PetscInt nodes, owned, at, n;
  MPI_Comm comm;

  PetscFunctionBegin;
  PetscCall(RicModelGetComm(model, &comm));
  PetscCall(RicMeshGetNumNodes(mesh, &nodes, &owned, NULL));
  PetscCall(RicMeshGetNodeNumbers(mesh, NULL, &number));
  PetscCall(PetscCalloc1(nodes + 1, first));
  for (PetscInt l = 0; l < owned; l++) {
    PetscCall(RicModelGetNodeDofs(model, l, &at, &n));
    (*first)[number[l] + 1] = n;
  }
  PetscCallMPI(
      MPI_Allreduce(MPI_IN_PLACE, *first, (PetscMPIInt)(nodes + 1), MPIU_INT, MPI_SUM, comm));
  for (PetscInt i = 0; i < nodes; i++)
    (*first)[i + 1] += (*first)[i];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode DofPlaces(RicModel model, PetscInt place[]) {
  const PetscInt *number;
  PetscInt owned, at, n, *first;
  RicMesh mesh;

  PetscFunctionBegin;
  PetscCall(RicModelGetMesh(model, &mesh));
  PetscCall(RicMeshGetNumNodes(mesh, NULL, &owned, NULL));
  PetscCall(RicMeshGetNodeNumbers(mesh, NULL, &number));
  PetscCall(DofOffsets(model, mesh, &first));
  for (PetscInt l = 0; l < owned; l++) {
    PetscCall(RicModelGetNodeDofs(model, l, &at, &n));
    for (PetscInt d = 0; d < n; d++)
      place[at + d] = first[number[l]] + d;
  }
  PetscCall(PetscFree(first));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What a row is sorted by: contact or joint, original numbers of its nodes, number among the rows that
// share them; and which row it is.
enum { GROUP, NODE, ROW_OF_NODES = NODE + RIC_MAX_NODES, ROW, KEY_LEN };

static int Compare(const void *a, const void *b) {
  const PetscInt *x = a, *y = b;

  for (int k = 0; k < ROW; k++)
    if (x[k] != y[k])
      return x[k] < y[k] ? -1 : 1;
  return 0;
}

static void PutKey(PetscInt group, const PetscInt nodes[], PetscInt num_nodes,
                   const PetscInt number[], PetscInt sequence, PetscInt key[]) {
  key[GROUP] = group;
  for (PetscInt k = 0; k < RIC_MAX_NODES; k++)
    key[NODE + k] = k < num_nodes && nodes[k] >= 0 ? number[nodes[k]] : -1;
  key[ROW_OF_NODES] = sequence;
}

static PetscErrorCode RowKeys(RicModel model, PetscInt first, PetscInt n, PetscInt keys[]) {
  const PetscInt *number;
  PetscInt contacts, joints;
  RicMesh mesh;

  PetscFunctionBegin;
  PetscCall(RicModelGetMesh(model, &mesh));
  PetscCall(RicMeshGetNodeNumbers(mesh, NULL, &number));
  PetscCall(RicModelGetNumContacts(model, &contacts));
  PetscCall(RicModelGetNumJoints(model, &joints));
  for (PetscInt i = 0; i < contacts; i++) {
    RicContactView v;
    PetscCall(RicModelGetContact(model, i, &v));
    for (PetscInt r = 0; r < v.num_rows * v.width; r++)
      PutKey(i, &v.nodes[RIC_MAX_NODES * (r / v.width)], RIC_MAX_NODES, number, r,
             &keys[KEY_LEN * (v.first_row + r)]);
  }
  for (PetscInt j = 0; j < joints; j++) {
    RicJointView v;
    PetscCall(RicModelGetJoint(model, j, &v));
    for (PetscInt r = 0; r < v.num_rows && v.present; r++)
      PutKey(contacts + j, NULL, 0, number, r, &keys[KEY_LEN * (v.first_row + r)]);
  }
  for (PetscInt r = 0; r < n; r++)
    keys[KEY_LEN * r + ROW] = first + r;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rank 0: the place of each of n rows from the keys of all.
static PetscErrorCode Sort(PetscInt n, PetscInt keys[], PetscInt places[]) {
  PetscFunctionBegin;
  qsort(keys, (size_t)n, KEY_LEN * sizeof(*keys), Compare);
  for (PetscInt i = 0; i < n; i++)
    places[keys[KEY_LEN * i + ROW]] = i;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The ranks' keys go to rank 0, places come back.
static PetscErrorCode RowPlaces(RicModel model, Vec rows, PetscInt place[]) {
  PetscMPIInt size, rank, n, *count, *start;
  PetscInt total, first, last, *keys, *all = NULL, *places = NULL;
  MPI_Comm comm;

  PetscFunctionBegin;
  PetscCall(RicModelGetComm(model, &comm));
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCall(VecGetSize(rows, &total));
  PetscCall(VecGetOwnershipRange(rows, &first, &last));
  n = (PetscMPIInt)(last - first);
  PetscCall(PetscMalloc3(KEY_LEN * n, &keys, size, &count, size, &start));
  PetscCall(RowKeys(model, first, n, keys));
  PetscCall(PetscMalloc2(rank ? 0 : KEY_LEN * total, &all, rank ? 0 : total, &places));
  PetscCallMPI(MPI_Gather(&n, 1, MPI_INT, count, 1, MPI_INT, 0, comm));
  for (PetscMPIInt r = 0, sum = 0; r < size && !rank; sum += count[r++])
    start[r] = KEY_LEN * sum;
  for (PetscMPIInt r = 0; r < size && !rank; r++)
    count[r] *= KEY_LEN;
  PetscCallMPI(MPI_Gatherv(keys, KEY_LEN * n, MPIU_INT, all, count, start, MPIU_INT, 0, comm));
  if (!rank)
    PetscCall(Sort(total, all, places));
  for (PetscMPIInt r = 0; r < size && !rank; r++)
    count[r] /= KEY_LEN, start[r] /= KEY_LEN;
  PetscCallMPI(MPI_Scatterv(places, count, start, MPIU_INT, place, n, MPIU_INT, 0, comm));
  PetscCall(PetscFree2(all, places));
  PetscCall(PetscFree3(keys, count, start));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Life ----

// Made when a vector of the kind first comes.
static PetscErrorCode NeedScatter(RicOriginal o, RicArchiveKind kind, Vec x) {
  PetscInt first, last, n, *place;
  IS from, to;

  PetscFunctionBegin;
  if (o->scatter[kind])
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecGetSize(x, &n));
  PetscCall(VecGetOwnershipRange(x, &first, &last));
  PetscCall(PetscMalloc1(last - first, &place));
  if (kind == RIC_ARCHIVE_DOFS)
    PetscCall(DofPlaces(o->model, place));
  else
    PetscCall(RowPlaces(o->model, x, place));
  PetscCall(VecCreate(o->comm, &o->all[kind]));
  PetscCall(VecSetSizes(o->all[kind], o->rank ? 0 : n, n));
  PetscCall(VecSetType(o->all[kind], o->size == 1 ? VECSEQ : VECMPI));
  PetscCall(ISCreateStride(o->comm, last - first, first, 1, &from));
  PetscCall(ISCreateGeneral(o->comm, last - first, place, PETSC_OWN_POINTER, &to));
  PetscCall(VecScatterCreate(x, from, o->all[kind], to, &o->scatter[kind]));
  PetscCall(ISDestroy(&from));
  PetscCall(ISDestroy(&to));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicOriginalCreate(RicModel model, RicOriginal *original) {
  RicOriginal o;

  PetscFunctionBegin;
  PetscCall(PetscNew(&o));
  *original = o;
  o->model = model;
  PetscCall(RicModelGetComm(model, &o->comm));
  PetscCallMPI(MPI_Comm_rank(o->comm, &o->rank));
  PetscCallMPI(MPI_Comm_size(o->comm, &o->size));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicOriginalDestroy(RicOriginal *original) {
  RicOriginal o = *original;

  PetscFunctionBegin;
  if (!o)
    PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < NUM_KINDS; k++) {
    PetscCall(VecDestroy(&o->all[k]));
    PetscCall(VecScatterDestroy(&o->scatter[k]));
  }
  PetscCall(PetscFree(*original));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- There and back ----

PetscErrorCode RicOriginalGather(RicOriginal o, RicArchiveKind kind, Vec x,
                                 const PetscScalar **all) {
  PetscFunctionBegin;
  PetscCall(NeedScatter(o, kind, x));
  PetscCall(VecScatterBegin(o->scatter[kind], x, o->all[kind], INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecScatterEnd(o->scatter[kind], x, o->all[kind], INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecGetArrayRead(o->all[kind], all));
  PetscCall(VecRestoreArrayRead(o->all[kind], NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicOriginalGetRoom(RicOriginal o, RicArchiveKind kind, Vec x, PetscScalar **all) {
  PetscFunctionBegin;
  PetscCall(NeedScatter(o, kind, x));
  PetscCall(VecGetArray(o->all[kind], all));
  PetscCall(VecRestoreArray(o->all[kind], NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicOriginalScatter(RicOriginal o, RicArchiveKind kind, Vec x) {
  PetscFunctionBegin;
  PetscCall(NeedScatter(o, kind, x));
  PetscCall(VecScatterBegin(o->scatter[kind], o->all[kind], x, INSERT_VALUES, SCATTER_REVERSE));
  PetscCall(VecScatterEnd(o->scatter[kind], o->all[kind], x, INSERT_VALUES, SCATTER_REVERSE));
  PetscFunctionReturn(PETSC_SUCCESS);
}
