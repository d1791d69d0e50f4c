// SPDX-License-Identifier: BSD-2-Clause
// The head of a Gmsh file: its format and the names of its physical groups.
#include "mesh/mesh_gmsh_impl.h"

#include <ctype.h>

// $MeshFormat: version, encoding, size of size_t; in binary files the integer 1.
static void CheckFormat(RicGmshScan *scan, RicGmshData *data) {
  double version;
  int binary, size, length = 0;

  if (RicGmshScanBad(scan))
    return;
  if (!RicGmshEnter(scan, "$MeshFormat")) {
    RicGmshComplain(scan, "not a Gmsh mesh: it does not begin with $MeshFormat");
    return;
  }
  if (sscanf(scan->at, "%lf %d %d%n", &version, &binary, &size, &length) < 3 || length == 0 ||
      !isspace((unsigned char)scan->at[length])) {
    RicGmshComplain(scan, "section $MeshFormat: version, file type and data size expected");
    return;
  }
  data->version = version == 2.2 ? 22 : version == 4.1 ? 41 : 0;
  if (!data->version)
    RicGmshComplain(scan, "Gmsh format %g, only 2.2 and 4.1 are read: gmsh -format msh41", version);
  if (size != 8 || binary < 0 || binary > 1)
    RicGmshComplain(
        scan, "section $MeshFormat: file type %d and data size %d, only 0 or 1 and 8 are read",
        binary, size);
  scan->at += length + 1;
  scan->binary = binary == 1 ? PETSC_TRUE : PETSC_FALSE;
  if (scan->binary && RicGmshNextInt(scan) != 1)
    RicGmshComplain(scan, "written on a machine of another byte order");
  RicGmshExpect(scan, "$EndMeshFormat");
}

// $PhysicalNames, text in binary files too; may be missing.
static PetscErrorCode CheckNames(RicGmshScan *scan, RicGmshData *data) {
  const PetscBool binary = scan->binary;

  PetscFunctionBegin;
  if (!RicGmshEnter(scan, "$PhysicalNames"))
    PetscFunctionReturn(PETSC_SUCCESS);
  scan->binary = PETSC_FALSE;
  const PetscInt n = RicGmshNextCount(scan);
  PetscCall(PetscCalloc1(n, &data->names));
  for (PetscInt i = 0; i < n && !RicGmshScanBad(scan); i++) {
    RicGmshName *name = &data->names[data->num_names++];
    name->dim = RicGmshNextInt(scan);
    name->tag = RicGmshNextInt(scan);
    RicGmshNextName(scan, name->name);
  }
  RicGmshExpect(scan, "$EndPhysicalNames");
  scan->binary = binary;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicGmshCheckHead(RicGmshScan *scan, RicGmshData *data) {
  PetscFunctionBegin;
  CheckFormat(scan, data);
  PetscCall(CheckNames(scan, data));
  PetscFunctionReturn(PETSC_SUCCESS);
}
