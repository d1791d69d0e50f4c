// SPDX-License-Identifier: BSD-2-Clause
// The head of a Gmsh file: its format, the names of its physical groups, and in 4.1 the entities of
// the geometry with the groups they are in.
#include "mesh/mesh_gmsh_impl.h"

#include <ctype.h>

// $MeshFormat: version, encoding, size of size_t; in binary files the integer 1.
static void ReadFormat(RicGmshReader *r) {
  RicGmshScan *scan = &r->scan;
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
  r->version = version == 2.2 ? 22 : version == 4.1 ? 41 : 0;
  if (!r->version)
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
static PetscErrorCode ReadNames(RicGmshReader *r) {
  RicGmshScan *scan = &r->scan;
  RicGmshData *data = r->data;
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
    name->tag = RicGmshNextGroup(scan);
    RicGmshNextName(scan, name->name);
  }
  RicGmshExpect(scan, "$EndPhysicalNames");
  scan->binary = binary;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The groups of an entity.
static PetscErrorCode ReadGroups(RicGmshReader *r, RicGmshEntity *entity) {
  const PetscInt n = RicGmshNextCount(&r->scan);

  PetscFunctionBegin;
  entity->first = r->num_groups;
  entity->num_groups = n;
  if (r->num_groups + n > r->max_groups) {
    r->max_groups = 2 * r->max_groups + n + 16;
    PetscCall(PetscRealloc((size_t)r->max_groups * sizeof(PetscInt), &r->groups));
  }
  for (PetscInt i = 0; i < n; i++)
    r->groups[r->num_groups++] = RicGmshNextGroup(&r->scan);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int CompareEntities(const void *x, const void *y) {
  const PetscInt a = ((const RicGmshEntity *)x)->tag, b = ((const RicGmshEntity *)y)->tag;

  return (a > b) - (a < b);
}

// $Entities (4.1): points, curves, surfaces, volumes; may be missing.
static PetscErrorCode ReadEntities(RicGmshReader *r) {
  RicGmshScan *scan = &r->scan;
  PetscInt counts[4];

  PetscFunctionBegin;
  r->has_entities = RicGmshEnter(scan, "$Entities");
  if (!r->has_entities)
    PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt d = 0; d < 4; d++)
    counts[d] = RicGmshNextCount(scan);
  for (PetscInt d = 0; d < 4; d++) {
    PetscCall(PetscMalloc1(counts[d], &r->entities[d]));
    for (PetscInt i = 0; i < counts[d] && !RicGmshScanBad(scan); i++) {
      RicGmshEntity *entity = &r->entities[d][r->num_entities[d]++];
      entity->tag = RicGmshNextInt(scan);
      RicGmshSkipReals(scan, d == 0 ? 3 : 6);
      PetscCall(ReadGroups(r, entity));
      if (d > 0)
        RicGmshSkipInts(scan, RicGmshNextCount(scan)); // its boundary
    }
    if (r->num_entities[d])
      qsort(r->entities[d], (size_t)r->num_entities[d], sizeof(RicGmshEntity), CompareEntities);
  }
  RicGmshExpect(scan, "$EndEntities");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicGmshReadBlockEntity(RicGmshReader *r, PetscInt *dim,
                                      const RicGmshEntity **entity) {
  RicGmshEntity wanted;

  PetscFunctionBegin;
  *entity = NULL;
  *dim = RicGmshNextInt(&r->scan);
  wanted.tag = RicGmshNextInt(&r->scan);
  const PetscBool dim_exists = (PetscBool)(*dim >= 0 && *dim <= 3);
  if (dim_exists && r->num_entities[*dim])
    *entity =
        (const RicGmshEntity *)bsearch(&wanted, r->entities[*dim], (size_t)r->num_entities[*dim],
                                       sizeof(RicGmshEntity), CompareEntities);
  if (!dim_exists || (r->has_entities && !*entity))
    RicGmshComplain(&r->scan,
                    "section %s: entity %" PetscInt_FMT " of dimension %" PetscInt_FMT
                    " is not in $Entities",
                    r->scan.section, wanted.tag, *dim);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicGmshReadHead(RicGmshReader *r) {
  PetscFunctionBegin;
  ReadFormat(r);
  PetscCall(ReadNames(r));
  if (r->version != 41)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ReadEntities(r));
  if (RicGmshEnter(&r->scan, "$PartitionedEntities"))
    RicGmshComplain(&r->scan, "it is partitioned already ($PartitionedEntities), save it whole: "
                              "gmsh without -part");
  PetscFunctionReturn(PETSC_SUCCESS);
}
