// SPDX-License-Identifier: BSD-2-Clause
#include "io/checkpoint.h"
#include <petscviewer.h>

static PetscErrorCode WriteVec(PetscViewer viewer, Vec x, const char name[]) {
  Vec copy; // a plain vector: ghosts and state names stay out of the file

  PetscFunctionBegin;
  PetscInt n;
  PetscCall(VecGetLocalSize(x, &n));
  PetscCall(VecCreateMPI(PetscObjectComm((PetscObject)x), n, PETSC_DETERMINE, &copy));
  PetscCall(VecCopy(x, copy));
  PetscCall(PetscObjectSetName((PetscObject)copy, name));
  PetscCall(VecView(copy, viewer));
  PetscCall(VecDestroy(&copy));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode WriteNodes(RicModel model, PetscViewer viewer) {
  const PetscInt *original;
  MPI_Comm comm;
  RicMesh mesh;
  PetscInt n;
  Vec numbers;
  PetscScalar *a;

  PetscFunctionBegin;
  PetscCall(RicModelGetComm(model, &comm));
  PetscCall(RicModelGetMesh(model, &mesh));
  PetscCall(RicMeshGetNumNodes(mesh, NULL, &n, NULL));
  PetscCall(RicMeshGetNodeNumbers(mesh, NULL, &original));
  PetscCall(VecCreateMPI(comm, n, PETSC_DETERMINE, &numbers));
  PetscCall(VecGetArray(numbers, &a));
  for (PetscInt i = 0; i < n; i++)
    a[i] = (PetscScalar)original[i];
  PetscCall(VecRestoreArray(numbers, &a));
  PetscCall(WriteVec(viewer, numbers, "original_node"));
  PetscCall(VecDestroy(&numbers));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode WriteTime(MPI_Comm comm, PetscReal t, PetscViewer viewer) {
  PetscMPIInt rank;
  Vec time;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCall(VecCreateMPI(comm, rank ? 0 : 1, 1, &time));
  PetscCall(VecSet(time, t));
  PetscCall(WriteVec(viewer, time, "time"));
  PetscCall(VecDestroy(&time));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode WriteAll(RicModel model, const RicState *state, MPI_Comm comm,
                               const char filename[]) {
  PetscViewer viewer;
  PetscInt rows;

  PetscFunctionBegin;
  PetscCall(PetscViewerCreate(comm, &viewer));
  PetscCall(PetscViewerSetType(viewer, PETSCVIEWERHDF5));
  PetscCall(PetscViewerFileSetMode(viewer, FILE_MODE_WRITE));
  PetscCall(PetscViewerFileSetName(viewer, filename));
  PetscCall(WriteTime(comm, state->t, viewer));
  PetscCall(WriteVec(viewer, state->q, "q"));
  PetscCall(WriteVec(viewer, state->v, "v"));
  PetscCall(WriteVec(viewer, state->acceleration, "acceleration"));
  PetscCall(WriteNodes(model, viewer));
  PetscCall(VecGetSize(state->gap, &rows));
  if (rows) {
    PetscCall(WriteVec(viewer, state->impulse, "impulse"));
    PetscCall(WriteVec(viewer, state->nu, "nu"));
  }
  PetscCall(PetscViewerDestroy(&viewer));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCheckpointWrite(RicModel model, const RicState *state, const char filename[]) {
  MPI_Comm comm;

  PetscFunctionBegin;
  PetscCall(RicModelGetComm(model, &comm));
  PetscCall(WriteAll(model, state, comm, filename));
  PetscFunctionReturn(PETSC_SUCCESS);
}
