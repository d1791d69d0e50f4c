// SPDX-License-Identifier: BSD-2-Clause
// Uniform refinement: every cell is cut at its midpoint.
//
// Numbers. The midpoint of a cell is numbered right after the lower-numbered of the cell's ends,
// midpoints of one node in the order of their cells; old nodes keep their order. So a line whose
// numbers run along it (tridiagonal matrix) still has that order afterwards, and in a mesh of
// at most k cells starting at a node, a band of width b becomes one of at most (1 + k) b.
#include "mesh/mesh_impl.h"

// Where the nodes go in one refinement.
typedef struct {
  PetscInt num_nodes; // after it
  PetscInt *node;     // [old nodes] new number of an old node
  PetscInt *midpoint; // [old cells] number of the midpoint of a cell
} Numbering;

static PetscErrorCode NumberingCreate(RicMesh mesh, Numbering *numbering) {
  const PetscInt *cells = mesh->cells;
  PetscInt *next;

  PetscFunctionBegin;
  numbering->num_nodes = mesh->num_nodes + mesh->num_cells;
  PetscCall(PetscMalloc2(mesh->num_nodes, &numbering->node, mesh->num_cells, &numbering->midpoint));
  PetscCall(PetscCalloc1(mesh->num_nodes + 1, &next));
  for (PetscInt c = 0; c < mesh->num_cells; c++)
    next[PetscMin(cells[2 * c], cells[2 * c + 1]) + 1]++;
  for (PetscInt i = 0; i < mesh->num_nodes; i++) {
    next[i + 1] += next[i];
    numbering->node[i] = i + next[i];
  }
  for (PetscInt c = 0; c < mesh->num_cells; c++) {
    const PetscInt low = PetscMin(cells[2 * c], cells[2 * c + 1]);
    numbering->midpoint[c] = low + 1 + next[low]++;
  }
  PetscCall(PetscFree(next));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RefineNodes(RicMesh mesh, const Numbering *numbering) {
  const PetscReal *old = mesh->xyz;
  PetscReal *xyz;
  PetscInt *weight;

  PetscFunctionBegin;
  PetscCall(PetscMalloc1(3 * numbering->num_nodes, &xyz));
  PetscCall(PetscCalloc1(numbering->num_nodes, &weight));
  for (PetscInt i = 0; i < mesh->num_nodes; i++) {
    weight[numbering->node[i]] = mesh->node_weight[i];
    for (PetscInt d = 0; d < 3; d++)
      xyz[3 * numbering->node[i] + d] = old[3 * i + d];
  }
  for (PetscInt c = 0; c < mesh->num_cells; c++) {
    const PetscInt a = mesh->cells[2 * c], b = mesh->cells[2 * c + 1];
    for (PetscInt d = 0; d < 3; d++)
      xyz[3 * numbering->midpoint[c] + d] = 0.5 * old[3 * a + d] + 0.5 * old[3 * b + d];
  }
  PetscCall(PetscFree(mesh->xyz));
  PetscCall(PetscFree(mesh->node_weight));
  mesh->xyz = xyz;
  mesh->node_weight = weight;
  mesh->num_nodes = mesh->num_owned = mesh->num_global = mesh->max_nodes = numbering->num_nodes;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RefineCells(RicMesh mesh, const Numbering *numbering) {
  const PetscInt halves = 2 * mesh->num_cells;
  PetscInt *cells;

  PetscFunctionBegin;
  PetscCall(PetscMalloc1(2 * halves, &cells));
  for (PetscInt c = 0; c < mesh->num_cells; c++) {
    cells[4 * c] = numbering->node[mesh->cells[2 * c]];
    cells[4 * c + 1] = numbering->midpoint[c];
    cells[4 * c + 2] = numbering->midpoint[c];
    cells[4 * c + 3] = numbering->node[mesh->cells[2 * c + 1]];
  }
  PetscCall(PetscFree(mesh->cells));
  mesh->cells = cells;
  mesh->num_cells = mesh->num_cells_global = mesh->max_cells = halves;
  for (PetscInt e = 0; e < 2 * mesh->num_links; e++)
    mesh->links[e] = numbering->node[mesh->links[e]];
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Nodes: those of before and the midpoints of the region's cells. Cells: their halves.
static PetscErrorCode RefineRegion(RicMeshRegion *region, const Numbering *numbering) {
  const PetscInt num_cells = region->face.num_cells;
  const PetscInt num_nodes = region->face.num_nodes + num_cells;
  PetscInt *nodes, *cells;

  PetscFunctionBegin;
  PetscCall(PetscMalloc1(num_nodes, &nodes));
  PetscCall(PetscMalloc1(2 * num_cells, &cells));
  for (PetscInt i = 0; i < region->face.num_nodes; i++)
    nodes[i] = numbering->node[region->nodes[i]];
  for (PetscInt c = 0; c < num_cells; c++) {
    nodes[region->face.num_nodes + c] = numbering->midpoint[region->cells[c]];
    cells[2 * c] = 2 * region->cells[c];
    cells[2 * c + 1] = 2 * region->cells[c] + 1;
  }
  PetscCall(PetscSortInt(num_nodes, nodes));
  PetscCall(RicMeshRegionReplace(region, num_nodes, nodes, 2 * num_cells, cells));
  region->face.num_nodes_global = num_nodes;
  region->face.num_cells_global = 2 * num_cells;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RefineOnce(RicMesh mesh) {
  Numbering numbering;

  PetscFunctionBegin;
  PetscCall(NumberingCreate(mesh, &numbering));
  for (PetscInt r = 0; r < mesh->num_regions; r++)
    PetscCall(RefineRegion(mesh->regions[r], &numbering));
  PetscCall(RefineNodes(mesh, &numbering));
  PetscCall(RefineCells(mesh, &numbering));
  PetscCall(PetscFree2(numbering.node, numbering.midpoint));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshRefine(RicMesh mesh, PetscInt times) {
  PetscReal cells = mesh->num_cells, nodes = mesh->num_nodes;

  PetscFunctionBegin;
  RicMeshCheckWhole(mesh);
  RicCheckUser(times >= 0, mesh->comm, "mesh_refine: %" PetscInt_FMT ", must be at least 0", times);
  // The first count too large ends the loop, so that a huge `times` costs nothing.
  for (PetscInt t = 0; t < times && cells > 0; t++) {
    nodes += cells;
    cells *= 2;
    PetscCall(RicMeshCheckCounts(mesh, "refined", nodes, cells));
  }
  for (PetscInt t = 0; t < times && mesh->num_cells > 0; t++)
    PetscCall(RefineOnce(mesh));
  PetscFunctionReturn(PETSC_SUCCESS);
}
