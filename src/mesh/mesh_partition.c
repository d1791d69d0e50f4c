// SPDX-License-Identifier: BSD-2-Clause
// Spreading a mesh over the ranks. All ranks hold the whole mesh and know the owner of every node,
// so each takes its own pieces without a message, and frees the rest. Memory and time are O(n).
#include "mesh/mesh_impl.h"

// Where the nodes go; by original number.
typedef struct {
  PetscInt *owner;  // [nodes] rank
  PetscInt *global; // [nodes] global number
  PetscInt *local;  // [nodes] local number on this rank, -1 where it has none
} Layout;

// Global numbers of all nodes and local numbers of the owned ones.
static PetscErrorCode NumberNodes(RicMesh mesh, Layout *layout) {
  PetscInt *next;

  PetscFunctionBegin;
  PetscCall(PetscCalloc1(mesh->size + 1, &next));
  for (PetscInt i = 0; i < mesh->num_nodes; i++)
    next[layout->owner[i] + 1]++;
  for (PetscMPIInt r = 0; r < mesh->size; r++)
    next[r + 1] += next[r];
  mesh->first_global = next[mesh->rank];
  mesh->num_owned = next[mesh->rank + 1] - next[mesh->rank];
  for (PetscInt i = 0; i < mesh->num_nodes; i++) {
    const PetscInt owner = layout->owner[i];
    layout->global[i] = next[owner]++;
    layout->local[i] = owner == mesh->rank ? layout->global[i] - mesh->first_global : -1;
  }
  PetscCall(PetscFree(next));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Keep the edges (cells or links) whose first node is owned, with original node numbers yet.
// *kept: the original numbers of these edges.
static PetscErrorCode KeepEdges(const PetscInt local[], PetscInt *num_edges, PetscInt **edges,
                                PetscInt **kept) {
  PetscInt n = 0, *mine;

  PetscFunctionBegin;
  for (PetscInt e = 0; e < *num_edges; e++)
    n += local[(*edges)[2 * e]] >= 0 ? 1 : 0;
  PetscCall(PetscMalloc1(2 * n, &mine));
  PetscCall(PetscMalloc1(n, kept));
  n = 0;
  for (PetscInt e = 0; e < *num_edges; e++) {
    if (local[(*edges)[2 * e]] < 0)
      continue;
    mine[2 * n] = (*edges)[2 * e];
    mine[2 * n + 1] = (*edges)[2 * e + 1];
    (*kept)[n++] = e;
  }
  PetscCall(PetscFree(*edges));
  *edges = mine;
  *num_edges = n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The global numbers of the nodes of kept edges that this rank does not own, ascending.
static PetscErrorCode FindGhosts(RicMesh mesh, const Layout *layout, PetscInt *num_ghosts,
                                 PetscInt **ghosts) {
  PetscInt n = 0;

  PetscFunctionBegin;
  PetscCall(PetscMalloc1(mesh->num_cells + mesh->num_links, ghosts));
  for (PetscInt c = 0; c < mesh->num_cells; c++) {
    const PetscInt node = mesh->cells[2 * c + 1];
    if (layout->local[node] < 0)
      (*ghosts)[n++] = layout->global[node];
  }
  for (PetscInt l = 0; l < mesh->num_links; l++) {
    const PetscInt node = mesh->links[2 * l + 1];
    if (layout->local[node] < 0)
      (*ghosts)[n++] = layout->global[node];
  }
  PetscCall(PetscSortRemoveDupsInt(&n, *ghosts));
  *num_ghosts = n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Tables of the local nodes: global and original numbers; completes the local numbers by the
// ghosts.
static PetscErrorCode NumberLocalNodes(RicMesh mesh, Layout *layout, PetscInt num_ghosts,
                                       const PetscInt ghosts[]) {
  const PetscInt num_local = mesh->num_owned + num_ghosts;
  PetscInt *original; // of a global number

  PetscFunctionBegin;
  PetscCall(PetscMalloc1(mesh->num_nodes, &original));
  for (PetscInt i = 0; i < mesh->num_nodes; i++)
    original[layout->global[i]] = i;
  PetscCall(PetscMalloc1(num_local, &mesh->node_global));
  PetscCall(PetscMalloc1(num_local, &mesh->node_original));
  for (PetscInt i = 0; i < num_local; i++) {
    const PetscInt global =
        i < mesh->num_owned ? mesh->first_global + i : ghosts[i - mesh->num_owned];
    mesh->node_global[i] = global;
    mesh->node_original[i] = original[global];
    layout->local[original[global]] = i;
  }
  PetscCall(PetscFree(original));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The pieces of a region that are on this rank, by local number, ascending.
static PetscErrorCode LocalPieces(PetscInt n, const PetscInt pieces[], const PetscInt local[],
                                  PetscInt *num_kept, PetscInt **kept) {
  PetscFunctionBegin;
  *num_kept = 0;
  PetscCall(PetscMalloc1(n, kept));
  for (PetscInt i = 0; i < n; i++)
    if (local[pieces[i]] >= 0)
      (*kept)[(*num_kept)++] = local[pieces[i]];
  PetscCall(PetscSortRemoveDupsInt(num_kept, *kept));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Leave in every region what is on this rank: the time is that of the regions' pieces, of which
// bodies have one each.
static PetscErrorCode LocaliseRegions(RicMesh mesh, PetscInt num_local) {
  PetscInt *node, *cell, num_nodes, num_cells, *nodes, *cells; // local numbers; pieces kept

  PetscFunctionBegin;
  PetscCall(PetscMalloc2(mesh->num_global, &node, mesh->num_cells_global, &cell));
  for (PetscInt i = 0; i < mesh->num_global; i++)
    node[i] = -1;
  for (PetscInt c = 0; c < mesh->num_cells_global; c++)
    cell[c] = -1;
  for (PetscInt i = 0; i < num_local; i++)
    node[mesh->node_original[i]] = i;
  for (PetscInt c = 0; c < mesh->num_cells; c++)
    cell[mesh->cell_original[c]] = c;
  for (PetscInt r = 0; r < mesh->num_regions; r++) {
    const RicRegion *face = &mesh->regions[r]->face;
    PetscCall(LocalPieces(face->num_nodes, face->nodes, node, &num_nodes, &nodes));
    PetscCall(LocalPieces(face->num_cells, face->cells, cell, &num_cells, &cells));
    PetscCall(RicMeshRegionReplace(mesh->regions[r], num_nodes, nodes, num_cells, cells));
  }
  PetscCall(PetscFree2(node, cell));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Replace coordinates and ends of edges by those of the local nodes.
static PetscErrorCode LocaliseArrays(RicMesh mesh, const PetscInt local[], PetscInt num_local) {
  PetscReal *xyz;

  PetscFunctionBegin;
  PetscCall(PetscMalloc1(3 * num_local, &xyz));
  for (PetscInt i = 0; i < num_local; i++)
    for (PetscInt d = 0; d < 3; d++)
      xyz[3 * i + d] = mesh->xyz[3 * mesh->node_original[i] + d];
  PetscCall(PetscFree(mesh->xyz));
  PetscCall(PetscFree(mesh->node_weight));
  mesh->xyz = xyz;
  mesh->num_nodes = num_local;
  for (PetscInt e = 0; e < 2 * mesh->num_cells; e++)
    mesh->cells[e] = local[mesh->cells[e]];
  for (PetscInt e = 0; e < 2 * mesh->num_links; e++)
    mesh->links[e] = local[mesh->links[e]];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode TakePieces(RicMesh mesh, Layout *layout) {
  PetscInt num_ghosts = 0, *ghosts;

  PetscFunctionBegin;
  PetscCall(NumberNodes(mesh, layout));
  PetscCall(KeepEdges(layout->local, &mesh->num_cells, &mesh->cells, &mesh->cell_original));
  PetscCall(KeepEdges(layout->local, &mesh->num_links, &mesh->links, &mesh->link_original));
  PetscCall(FindGhosts(mesh, layout, &num_ghosts, &ghosts));
  PetscCall(NumberLocalNodes(mesh, layout, num_ghosts, ghosts));
  PetscCall(LocaliseRegions(mesh, mesh->num_owned + num_ghosts));
  PetscCall(LocaliseArrays(mesh, layout->local, mesh->num_owned + num_ghosts));
  PetscCall(PetscFree(ghosts));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshPartition(RicMesh mesh) {
  Layout layout;

  PetscFunctionBegin;
  RicMeshCheckWhole(mesh);
  RicCheckUser(mesh->num_nodes > 0, mesh->comm, "mesh: it has no nodes");
  PetscCall(RicMeshGetBox(mesh, mesh->lo, mesh->hi));
  PetscCall(PetscMalloc3(mesh->num_nodes, &layout.owner, mesh->num_nodes, &layout.global,
                         mesh->num_nodes, &layout.local));
  PetscCall(RicMeshFindOwners(mesh, layout.owner));
  PetscCall(TakePieces(mesh, &layout));
  PetscCall(PetscFree3(layout.owner, layout.global, layout.local));
  mesh->partitioned = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}
