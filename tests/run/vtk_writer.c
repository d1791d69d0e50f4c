// SPDX-License-Identifier: BSD-2-Clause
// Writes the known grid of vtk_grid.h for test_vtk_reader.py and test_disk_full.py.
// usage: vtk_writer -dir DIR [-name NAME] [-points N] [-outputs N] [-empty RANK] [-chunk BYTES] [-single]
//        [-level N]
// A file that cannot be written ends it with exit code 1 and one line on stderr.
#include "raised.h"
#include "vtk_grid.h"

#include <string.h>

typedef struct {
  char dir[RIC_PATH_LEN], name[RIC_NAME_LEN];
  PetscInt points, outputs, empty, chunk, level;
  PetscBool single;
} Request;

static PetscErrorCode GetRequest(Request *request) {
  PetscFunctionBegin;
  *request = (Request){.dir = ".", .name = "grid", .points = 10, .outputs = 1, .empty = -1};
  PetscCall(PetscOptionsGetString(NULL, NULL, "-dir", request->dir, sizeof(request->dir), NULL));
  PetscCall(PetscOptionsGetString(NULL, NULL, "-name", request->name, sizeof(request->name), NULL));
  PetscCall(PetscOptionsGetInt(NULL, NULL, "-points", &request->points, NULL));
  PetscCall(PetscOptionsGetInt(NULL, NULL, "-outputs", &request->outputs, NULL));
  PetscCall(PetscOptionsGetInt(NULL, NULL, "-empty", &request->empty, NULL));
  PetscCall(PetscOptionsGetInt(NULL, NULL, "-chunk", &request->chunk, NULL));
  PetscCall(PetscOptionsGetInt(NULL, NULL, "-level", &request->level, NULL));
  PetscCall(PetscOptionsGetBool(NULL, NULL, "-single", &request->single, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode WriteOutputs(RicVtk vtk, VtkGrid *grid, PetscInt outputs) {
  PetscFunctionBegin;
  for (PetscInt output = 0; output < outputs; output++) {
    PetscCall(PutVtkGrid(vtk, grid, output));
    PetscCall(RicVtkWrite(vtk));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(PetscBool *written) {
  Request request;
  RicVtk vtk;
  VtkGrid grid;

  PetscFunctionBegin;
  PetscCall(GetRequest(&request));
  PetscCall(CreateVtkGrid(PETSC_COMM_WORLD, request.points, (int)request.empty, &grid));
  PetscCall(RicVtkCreate(PETSC_COMM_WORLD, request.dir, request.name, &vtk));
  if (request.chunk)
    PetscCall(RicVtkSetChunk(vtk, request.chunk));
  PetscCall(RicVtkSetFormat(vtk, request.single, request.level));
  PetscErrorCode code = Raised(WriteOutputs(vtk, &grid, request.outputs));
  *written = code ? PETSC_FALSE : PETSC_TRUE;
  if (code)
    PetscCall(PetscFPrintf(PETSC_COMM_WORLD, stderr, "%s\n", raised_line));
  PetscCall(RicVtkDestroy(&vtk));
  PetscCall(DestroyVtkGrid(&grid));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char **argv) {
  PetscBool written = PETSC_FALSE;

  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  PetscCall(Run(&written));
  PetscCall(PetscFinalize());
  return written ? 0 : 1;
}
