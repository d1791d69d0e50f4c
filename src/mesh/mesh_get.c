// SPDX-License-Identifier: BSD-2-Clause
// What a mesh tells about itself. Arrays are lent.
#include "mesh/mesh_impl.h"

PetscErrorCode RicMeshGetNumNodes(RicMesh mesh, PetscInt *num_global, PetscInt *num_owned,
                                  PetscInt *num_local) {
  PetscFunctionBegin;
  if (num_global)
    *num_global = mesh->num_global;
  if (num_owned)
    *num_owned = mesh->num_owned;
  if (num_local)
    *num_local = mesh->num_nodes;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshGetNumCells(RicMesh mesh, PetscInt *num_global, PetscInt *num_local) {
  PetscFunctionBegin;
  if (num_global)
    *num_global = mesh->num_cells_global;
  if (num_local)
    *num_local = mesh->num_cells;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshGetCoordinates(RicMesh mesh, const PetscReal **xyz) {
  PetscFunctionBegin;
  *xyz = mesh->xyz;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshGetCells(RicMesh mesh, const PetscInt **cells) {
  PetscFunctionBegin;
  *cells = mesh->cells;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshGetNodeNumbers(RicMesh mesh, const PetscInt **global,
                                     const PetscInt **original) {
  PetscFunctionBegin;
  RicMeshCheckPartitioned(mesh);
  if (global)
    *global = mesh->node_global;
  if (original)
    *original = mesh->node_original;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshGetCellNumbers(RicMesh mesh, const PetscInt **original) {
  PetscFunctionBegin;
  RicMeshCheckPartitioned(mesh);
  *original = mesh->cell_original;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshGetNodeOffset(RicMesh mesh, PetscInt *first_global) {
  PetscFunctionBegin;
  RicMeshCheckPartitioned(mesh);
  *first_global = mesh->first_global;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshGetLink(RicMesh mesh, PetscInt link, PetscBool *present, PetscInt *a,
                              PetscInt *b) {
  PetscInt at;

  PetscFunctionBegin;
  RicMeshCheckPartitioned(mesh);
  PetscCheck(link >= 0 && link < mesh->num_links_global, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "link %" PetscInt_FMT " of a mesh of %" PetscInt_FMT " links", link,
             mesh->num_links_global);
  PetscCall(PetscFindInt(link, mesh->num_links, mesh->link_original, &at));
  *present = at >= 0 ? PETSC_TRUE : PETSC_FALSE;
  *a = *present ? mesh->links[2 * at] : -1;
  *b = *present ? mesh->links[2 * at + 1] : -1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshFindRegion(RicMesh mesh, const char name[], const RicRegion **region) {
  void *found;

  PetscFunctionBegin;
  PetscCall(RicNamesFind(mesh->region_names, name, &found));
  *region = found ? &((RicMeshRegion *)found)->face : NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshGetNumRegions(RicMesh mesh, PetscInt *n) {
  PetscFunctionBegin;
  *n = mesh->num_regions;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshGetRegion(RicMesh mesh, PetscInt i, const RicRegion **region) {
  PetscFunctionBegin;
  PetscCheck(i >= 0 && i < mesh->num_regions, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "region %" PetscInt_FMT " of a mesh of %" PetscInt_FMT " regions", i,
             mesh->num_regions);
  *region = &mesh->regions[i]->face;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshGetBox(RicMesh mesh, PetscReal lo[3], PetscReal hi[3]) {
  PetscFunctionBegin;
  for (PetscInt d = 0; d < 3; d++) {
    lo[d] = mesh->partitioned ? mesh->lo[d] : (mesh->num_nodes ? mesh->xyz[d] : 0);
    hi[d] = mesh->partitioned ? mesh->hi[d] : lo[d];
    for (PetscInt i = 0; !mesh->partitioned && i < mesh->num_nodes; i++) {
      lo[d] = PetscMin(lo[d], mesh->xyz[3 * i + d]);
      hi[d] = PetscMax(hi[d], mesh->xyz[3 * i + d]);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshGetPartitionQuality(RicMesh mesh, RicPartitionQuality *quality) {
  PetscFunctionBegin;
  RicMeshCheckPartitioned(mesh);
  *quality = mesh->quality;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshGetNote(RicMesh mesh, const char **note) {
  PetscFunctionBegin;
  *note = mesh->note;
  PetscFunctionReturn(PETSC_SUCCESS);
}
