// SPDX-License-Identifier: BSD-2-Clause
// Life cycle of a mesh, and its growth piece by piece in the whole state.
#include "mesh/mesh_impl.h"

PetscErrorCode RicMeshCreate(MPI_Comm comm, RicMesh *mesh) {
  RicMesh m;

  PetscFunctionBegin;
  PetscCall(PetscNew(&m));
  m->comm = comm;
  PetscCallMPI(MPI_Comm_rank(comm, &m->rank));
  PetscCallMPI(MPI_Comm_size(comm, &m->size));
  PetscCall(RicNamesCreate(&m->region_names));
  *mesh = m;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshDestroy(RicMesh *mesh) {
  RicMesh m = *mesh;

  PetscFunctionBegin;
  if (!m)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicNamesDestroy(&m->region_names));
  for (PetscInt r = 0; r < m->num_regions; r++)
    PetscCall(RicMeshRegionDestroy(&m->regions[r]));
  PetscCall(PetscFree(m->regions));
  PetscCall(PetscFree(m->xyz));
  PetscCall(PetscFree(m->node_weight));
  PetscCall(PetscFree(m->node_global));
  PetscCall(PetscFree(m->node_original));
  PetscCall(PetscFree(m->cells));
  PetscCall(PetscFree(m->cell_original));
  PetscCall(PetscFree(m->links));
  PetscCall(PetscFree(m->link_original));
  PetscCall(PetscFree(*mesh));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshSetFromOptions(RicMesh mesh) {
  PetscInt times = 0;
  PetscBool given;

  PetscFunctionBegin;
  PetscOptionsBegin(mesh->comm, NULL, "Mesh", "Mesh");
  PetscCall(PetscOptionsInt("-mesh_refine", "Split every cell in two, so many times",
                            "RicMeshRefine", times, &times, &given));
  PetscOptionsEnd();
  if (given)
    PetscCall(RicMeshRefine(mesh, times));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshView(RicMesh mesh, PetscViewer viewer) {
  PetscBool ascii;

  PetscFunctionBegin;
  if (!viewer)
    PetscCall(PetscViewerASCIIGetStdout(mesh->comm, &viewer));
  PetscCall(PetscObjectTypeCompare((PetscObject)viewer, PETSCVIEWERASCII, &ascii));
  if (!ascii)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscViewerASCIIPrintf(
      viewer, "Mesh: %" PetscInt_FMT " nodes, %" PetscInt_FMT " cells, %" PetscInt_FMT " links\n",
      mesh->num_global, mesh->num_cells_global, mesh->num_links_global));
  PetscCall(PetscViewerASCIIPushTab(viewer));
  for (PetscInt r = 0; r < mesh->num_regions; r++) {
    const RicRegion *region = &mesh->regions[r]->face;
    PetscCall(PetscViewerASCIIPrintf(
        viewer, "region %s: %" PetscInt_FMT " nodes, %" PetscInt_FMT " cells\n", region->name,
        region->num_nodes_global, region->num_cells_global));
  }
  if (mesh->partitioned)
    PetscCall(PetscViewerASCIIPrintf(
        viewer, "partition: %d ranks, imbalance %.3g, edge cut %" PetscInt_FMT "\n", mesh->size,
        (double)mesh->quality.imbalance, mesh->quality.edge_cut));
  PetscCall(PetscViewerASCIIPopTab(viewer));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshGrow(PetscInt needed, size_t size, PetscInt *room, void *array) {
  void **data = (void **)array;

  PetscFunctionBegin;
  if (needed <= *room)
    PetscFunctionReturn(PETSC_SUCCESS);
  const PetscInt half = *room / 2;
  const PetscInt grown = *room > PETSC_MAX_INT - half ? PETSC_MAX_INT : *room + half;
  const PetscInt wanted = PetscMax(needed, grown);
  PetscCall(PetscRealloc((size_t)wanted * size, data));
  *room = wanted;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshCheckCounts(RicMesh mesh, const char name[], PetscReal num_nodes,
                                  PetscReal num_cells) {
  // Every array and every sparse pattern of a mesh has at most four times as many entries. Before
  // the partition every rank holds the whole mesh: with the model, a hundred million take some 100
  // GB.
  const PetscReal most = PetscMin(PETSC_MAX_INT / 4, 100000000);

  PetscFunctionBegin;
  RicCheckUser(num_nodes <= most && num_cells <= most, mesh->comm,
               "mesh \"%s\": %.0f nodes and %.0f cells, at most %.0f of each fit into memory", name,
               (double)num_nodes, (double)num_cells, (double)most);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Append nodes and cells to the arrays; the region is the caller's.
static PetscErrorCode AppendArrays(RicMesh mesh, PetscInt num_nodes, const PetscReal xyz[],
                                   PetscInt num_cells, const PetscInt cells[]) {
  const PetscInt nodes = mesh->num_nodes + num_nodes, total = mesh->num_cells + num_cells;
  PetscInt room = mesh->max_nodes;

  PetscFunctionBegin;
  PetscCall(RicMeshGrow(nodes, 3 * sizeof(PetscReal), &room, &mesh->xyz));
  PetscCall(RicMeshGrow(nodes, sizeof(PetscInt), &mesh->max_nodes, &mesh->node_weight));
  PetscCall(RicMeshGrow(total, 2 * sizeof(PetscInt), &mesh->max_cells, &mesh->cells));
  for (PetscInt i = 0; i < 3 * num_nodes; i++)
    mesh->xyz[3 * mesh->num_nodes + i] = xyz[i];
  for (PetscInt i = mesh->num_nodes; i < nodes; i++)
    mesh->node_weight[i] = 0;
  for (PetscInt e = 0; e < 2 * num_cells; e++)
    mesh->cells[2 * mesh->num_cells + e] = cells[e];
  mesh->num_nodes = mesh->num_owned = mesh->num_global = nodes;
  mesh->num_cells = mesh->num_cells_global = total;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Cells must join two different nodes, old or new.
static PetscErrorCode CheckAppended(RicMesh mesh, PetscInt num_nodes, PetscInt num_cells,
                                    const PetscInt cells[]) {
  const PetscInt end = mesh->num_nodes + num_nodes;

  PetscFunctionBegin;
  for (PetscInt c = 0; c < num_cells; c++) {
    const PetscInt a = cells[2 * c], b = cells[2 * c + 1];
    PetscCheck(a >= 0 && a < end && b >= 0 && b < end && a != b, mesh->comm,
               PETSC_ERR_ARG_OUTOFRANGE,
               "appended cell %" PetscInt_FMT " joins nodes %" PetscInt_FMT " and %" PetscInt_FMT
               ": two different ones below %" PetscInt_FMT " are needed",
               c, a, b, end);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshAppend(RicMesh mesh, const char name[], PetscInt num_nodes,
                             const PetscReal xyz[], PetscInt num_cells, const PetscInt cells[]) {
  const PetscInt first_node = mesh->num_nodes, first_cell = mesh->num_cells;
  const RicRegion *region;
  PetscInt members = num_nodes, *nodes, *numbers;

  PetscFunctionBegin;
  RicMeshCheckWhole(mesh);
  PetscCheck(num_nodes >= 0 && num_cells >= 0, mesh->comm, PETSC_ERR_ARG_OUTOFRANGE,
             "negative number of nodes or cells");
  PetscCall(RicMeshCheckCounts(mesh, name, (PetscReal)first_node + num_nodes,
                               (PetscReal)first_cell + num_cells));
  PetscCall(CheckAppended(mesh, num_nodes, num_cells, cells));
  PetscCall(RicMeshFindRegion(mesh, name, &region));
  if (!region)
    PetscCall(RicMeshCheckNewName(mesh, name));
  PetscCall(PetscMalloc2(num_nodes + 2 * num_cells, &nodes, num_cells, &numbers));
  for (PetscInt i = 0; i < num_nodes; i++)
    nodes[i] = first_node + i;
  for (PetscInt e = 0; e < 2 * num_cells; e++)
    if (cells[e] < first_node)
      nodes[members++] = cells[e];
  for (PetscInt c = 0; c < num_cells; c++)
    numbers[c] = first_cell + c;
  PetscCall(RicMeshExtendRegion(mesh, name, members, nodes, num_cells, numbers));
  PetscCall(AppendArrays(mesh, num_nodes, xyz, num_cells, cells));
  PetscCall(PetscFree2(nodes, numbers));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshAddNode(RicMesh mesh, const char name[], const PetscReal xyz[3]) {
  PetscFunctionBegin;
  RicMeshCheckWhole(mesh);
  PetscCall(RicMeshCheckNewName(mesh, name));
  PetscCall(RicMeshAppend(mesh, name, 1, xyz, 0, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshAddLink(RicMesh mesh, PetscInt a, PetscInt b, PetscInt *link) {
  PetscFunctionBegin;
  RicMeshCheckWhole(mesh);
  PetscCheck(a >= 0 && a < mesh->num_nodes && b >= 0 && b < mesh->num_nodes && a != b, mesh->comm,
             PETSC_ERR_ARG_OUTOFRANGE,
             "link between nodes %" PetscInt_FMT " and %" PetscInt_FMT
             ": two different ones below %" PetscInt_FMT " are needed",
             a, b, mesh->num_nodes);
  PetscCall(RicMeshGrow(mesh->num_links + 1, 2 * sizeof(PetscInt), &mesh->max_links, &mesh->links));
  mesh->links[2 * mesh->num_links] = a;
  mesh->links[2 * mesh->num_links + 1] = b;
  *link = mesh->num_links;
  mesh->num_links_global = ++mesh->num_links;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshAddNodeWeight(RicMesh mesh, PetscInt node, PetscInt weight) {
  PetscFunctionBegin;
  RicMeshCheckWhole(mesh);
  PetscCheck(node >= 0 && node < mesh->num_nodes, mesh->comm, PETSC_ERR_ARG_OUTOFRANGE,
             "node %" PetscInt_FMT " of a mesh of %" PetscInt_FMT " nodes", node, mesh->num_nodes);
  PetscCheck(weight >= 0, mesh->comm, PETSC_ERR_ARG_OUTOFRANGE,
             "negative node weight %" PetscInt_FMT, weight);
  mesh->node_weight[node] += weight;
  PetscFunctionReturn(PETSC_SUCCESS);
}
