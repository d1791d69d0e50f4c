// SPDX-License-Identifier: BSD-2-Clause
#include "io/checkpoint.h"
#include "io/file.h"
#include "model/model_view.h"
#include <errno.h>
#include <fcntl.h>
#include <petscviewer.h>
#include <stdio.h>
#include <sys/statvfs.h>
#include <unistd.h>

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

// What HDF5 adds to the numbers, at most, bytes.
#define OVERHEAD 32768.0

// HDF5 tells of a full or closed disk by pages of its own, on each rank: rank 0 looks before.
// Returns an errno.
static int FindRoom(const char path[], double bytes) {
  struct statvfs disk;
  int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);

  if (descriptor < 0)
    return errno;
  int error = fstatvfs(descriptor, &disk) ? errno : 0;
  if (!error && (double)disk.f_bavail * (double)disk.f_frsize < bytes)
    error = ENOSPC;
  close(descriptor);
  if (error)
    unlink(path);
  return error;
}

// Bytes of all vectors, without HDF5's own.
static PetscErrorCode SizeOf(RicModel model, const RicState *state, double *bytes) {
  PetscInt dofs, rows, dim;

  PetscFunctionBegin;
  PetscCall(VecGetSize(state->q, &dofs));
  PetscCall(VecGetSize(state->gap, &rows));
  PetscCall(RicModelGetDimension(model, &dim));
  *bytes = sizeof(PetscScalar) * (1.0 + 3.0 * dofs + (double)dofs / dim + 2.0 * rows);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCheckpointWrite(RicModel model, const RicState *state, const char filename[]) {
  char temporary[RIC_PATH_LEN];
  double bytes = 0;
  MPI_Comm comm;
  PetscMPIInt rank;

  PetscFunctionBegin;
  PetscCall(RicModelGetComm(model, &comm));
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCall(RicFileTemporaryName(filename, temporary));
  PetscCall(SizeOf(model, state, &bytes));
  PetscCall(RicFileCheck(comm, rank ? 0 : FindRoom(temporary, bytes + OVERHEAD), filename));
  PetscCall(WriteAll(model, state, comm, temporary));
  PetscCall(RicFileCheck(comm, !rank && rename(temporary, filename) ? errno : 0, filename));
  PetscFunctionReturn(PETSC_SUCCESS);
}
