// SPDX-License-Identifier: BSD-2-Clause
// Regions: named, sorted sets of nodes and cells, built in the whole state.
#include "mesh/mesh_impl.h"

PetscErrorCode RicMeshRegionReplace(RicMeshRegion *region, PetscInt num_nodes, PetscInt *nodes,
                                    PetscInt num_cells, PetscInt *cells) {
  PetscFunctionBegin;
  PetscCall(PetscFree(region->nodes));
  PetscCall(PetscFree(region->cells));
  region->nodes = nodes;
  region->cells = cells;
  region->face.nodes = nodes;
  region->face.cells = cells;
  region->face.num_nodes = num_nodes;
  region->face.num_cells = num_cells;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshRegionDestroy(RicMeshRegion **region) {
  PetscFunctionBegin;
  PetscCall(RicMeshRegionReplace(*region, 0, NULL, 0, NULL));
  PetscCall(PetscFree(*region));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshCheckNewName(RicMesh mesh, const char name[]) {
  const RicRegion *old;
  size_t length;

  PetscFunctionBegin;
  PetscCall(PetscStrlen(name, &length));
  RicCheckUser(length > 0, mesh->comm, "region \"\": the name is empty");
  RicCheckUser(length < RIC_NAME_LEN, mesh->comm,
               "region \"%s\": the name is longer than %d characters", name, RIC_NAME_LEN - 1);
  PetscCall(RicMeshFindRegion(mesh, name, &old));
  RicCheckUser(!old, mesh->comm, "region \"%s\": the mesh has a region of that name already", name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The union of two sets of numbers in any order: ascending, each once. The caller frees *set.
static PetscErrorCode Unite(PetscInt na, const PetscInt a[], PetscInt nb, const PetscInt b[],
                            PetscInt *n, PetscInt **set) {
  PetscFunctionBegin;
  *n = na + nb;
  PetscCall(PetscMalloc1(*n, set));
  for (PetscInt i = 0; i < na; i++)
    (*set)[i] = a[i];
  for (PetscInt i = 0; i < nb; i++)
    (*set)[na + i] = b[i];
  PetscCall(PetscSortRemoveDupsInt(n, *set));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Put nodes and cells into a region, new or old.
static PetscErrorCode Fill(RicMeshRegion *region, PetscInt num_nodes, const PetscInt nodes[],
                           PetscInt num_cells, const PetscInt cells[]) {
  const RicRegion *face = &region->face;
  PetscInt nn, nc, *all_nodes, *all_cells;

  PetscFunctionBegin;
  PetscCall(Unite(face->num_nodes, face->nodes, num_nodes, nodes, &nn, &all_nodes));
  PetscCall(Unite(face->num_cells, face->cells, num_cells, cells, &nc, &all_cells));
  PetscCall(RicMeshRegionReplace(region, nn, all_nodes, nc, all_cells));
  region->face.num_nodes_global = nn;
  region->face.num_cells_global = nc;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshNewRegion(RicMesh mesh, const char name[], PetscInt num_nodes,
                                const PetscInt nodes[], PetscInt num_cells,
                                const PetscInt cells[]) {
  RicMeshRegion *region;

  PetscFunctionBegin;
  PetscCall(RicMeshCheckNewName(mesh, name));
  PetscCall(RicMeshGrow(mesh->num_regions + 1, sizeof(RicMeshRegion *), &mesh->max_regions,
                        &mesh->regions));
  PetscCall(PetscNew(&region));
  PetscCall(PetscStrncpy(region->face.name, name, sizeof(region->face.name)));
  mesh->regions[mesh->num_regions++] = region;
  PetscCall(RicNamesAdd(mesh->region_names, region->face.name, region));
  PetscCall(Fill(region, num_nodes, nodes, num_cells, cells));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshExtendRegion(RicMesh mesh, const char name[], PetscInt num_nodes,
                                   const PetscInt nodes[], PetscInt num_cells,
                                   const PetscInt cells[]) {
  void *found;

  PetscFunctionBegin;
  PetscCall(RicNamesFind(mesh->region_names, name, &found));
  if (found)
    PetscCall(Fill((RicMeshRegion *)found, num_nodes, nodes, num_cells, cells));
  else
    PetscCall(RicMeshNewRegion(mesh, name, num_nodes, nodes, num_cells, cells));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshNewRegionInside(RicMesh mesh, const char name[], const PetscBool inside[]) {
  PetscInt num_nodes = 0, num_cells = 0, *nodes, *cells;

  PetscFunctionBegin;
  PetscCall(PetscMalloc2(mesh->num_nodes, &nodes, mesh->num_cells, &cells));
  for (PetscInt i = 0; i < mesh->num_nodes; i++)
    if (inside[i])
      nodes[num_nodes++] = i;
  for (PetscInt c = 0; c < mesh->num_cells; c++)
    if (inside[mesh->cells[2 * c]] && inside[mesh->cells[2 * c + 1]])
      cells[num_cells++] = c;
  PetscCall(RicMeshNewRegion(mesh, name, num_nodes, nodes, num_cells, cells));
  PetscCall(PetscFree2(nodes, cells));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// 1e-9 of the diameter of the mesh: coordinates that differ by less are the same place.
static PetscErrorCode Tolerance(RicMesh mesh, PetscReal *tolerance) {
  PetscReal lo[3], hi[3];

  PetscFunctionBegin;
  PetscCall(RicMeshGetBox(mesh, lo, hi));
  *tolerance = 1e-9 * PetscSqrtReal(PetscSqr(hi[0] - lo[0]) + PetscSqr(hi[1] - lo[1]) +
                                    PetscSqr(hi[2] - lo[2]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshAddRegionBox(RicMesh mesh, const char name[], const PetscReal lo[3],
                                   const PetscReal hi[3]) {
  PetscReal tolerance = 0;
  PetscBool *inside, empty = PETSC_TRUE;

  PetscFunctionBegin;
  RicMeshCheckWhole(mesh);
  PetscCall(RicMeshCheckNewName(mesh, name));
  PetscCall(Tolerance(mesh, &tolerance));
  PetscCall(PetscMalloc1(mesh->num_nodes, &inside));
  for (PetscInt i = 0; i < mesh->num_nodes; i++) {
    inside[i] = PETSC_TRUE;
    for (PetscInt d = 0; d < 3; d++) {
      const PetscReal x = mesh->xyz[3 * i + d];
      if (!(x >= lo[d] - tolerance && x <= hi[d] + tolerance))
        inside[i] = PETSC_FALSE;
    }
    if (inside[i])
      empty = PETSC_FALSE;
  }
  if (!empty)
    PetscCall(RicMeshNewRegionInside(mesh, name, inside));
  PetscCall(PetscFree(inside));
  RicCheckUser(!empty, mesh->comm,
               "region \"%s\": no node in the box from (%.6g, %.6g, %.6g) to (%.6g, %.6g, %.6g)",
               name, (double)lo[0], (double)lo[1], (double)lo[2], (double)hi[0], (double)hi[1],
               (double)hi[2]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshAddRegionNearest(RicMesh mesh, const char name[], const PetscReal point[3]) {
  PetscReal best = PETSC_INFINITY;
  PetscInt node = -1;

  PetscFunctionBegin;
  RicMeshCheckWhole(mesh);
  for (PetscInt i = 0; i < mesh->num_nodes; i++) {
    const PetscReal *x = mesh->xyz + 3 * i;
    const PetscReal distance =
        PetscSqr(x[0] - point[0]) + PetscSqr(x[1] - point[1]) + PetscSqr(x[2] - point[2]);
    if (!(distance < best))
      continue;
    best = distance;
    node = i;
  }
  RicCheckUser(node >= 0, mesh->comm, "region \"%s\": no node is near (%.6g, %.6g, %.6g)", name,
               (double)point[0], (double)point[1], (double)point[2]);
  PetscCall(RicMeshNewRegion(mesh, name, 1, &node, 0, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshAddRegionAll(RicMesh mesh) {
  PetscInt *numbers;

  PetscFunctionBegin;
  RicMeshCheckWhole(mesh);
  PetscCall(PetscMalloc1(PetscMax(mesh->num_nodes, mesh->num_cells), &numbers));
  for (PetscInt i = 0; i < PetscMax(mesh->num_nodes, mesh->num_cells); i++)
    numbers[i] = i;
  PetscCall(RicMeshExtendRegion(mesh, "all", mesh->num_nodes, numbers, mesh->num_cells, numbers));
  PetscCall(PetscFree(numbers));
  PetscFunctionReturn(PETSC_SUCCESS);
}
