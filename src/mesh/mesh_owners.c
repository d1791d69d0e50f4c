// SPDX-License-Identifier: BSD-2-Clause
// Which rank owns which node: rank 0 cuts the node graph (edges: cells and links; weights: work of
// a node) with METIS's k-way method and broadcasts the owners.
#include "mesh/mesh_impl.h"

#include <metis.h>

// METIS's random numbers start here, so that a mesh is cut alike in every run.
#define METIS_SEED 20240

// The node graph in compressed rows: node i has neighbours adjacent[start[i] … start[i+1]-1].
typedef struct {
  idx_t *start;    // [nodes+1]
  idx_t *adjacent; // [start[nodes]]
  idx_t *weight;   // [nodes]
} Graph;

static void CountEnds(PetscInt num_edges, const PetscInt edges[], idx_t count[]) {
  for (PetscInt e = 0; e < 2 * num_edges; e++)
    count[edges[e]]++;
}

static void PutNeighbours(PetscInt num_edges, const PetscInt edges[], idx_t next[],
                          idx_t adjacent[]) {
  for (PetscInt e = 0; e < num_edges; e++) {
    const PetscInt a = edges[2 * e], b = edges[2 * e + 1];
    adjacent[next[a]++] = (idx_t)b;
    adjacent[next[b]++] = (idx_t)a;
  }
}

// Leave each neighbour once in its row: a link may lie along a cell, and METIS wants simple graphs.
static PetscErrorCode DropDoubles(PetscInt num_nodes, Graph *graph) {
  idx_t *seen, n = 0;

  PetscFunctionBegin;
  PetscCall(PetscMalloc1(num_nodes, &seen));
  for (PetscInt i = 0; i < num_nodes; i++)
    seen[i] = -1;
  for (PetscInt i = 0; i < num_nodes; i++) {
    const idx_t begin = graph->start[i], end = graph->start[i + 1];
    graph->start[i] = n;
    // start[i + 1] is still that of the full rows: rows only shrink, so n never passes it.
    for (idx_t k = begin; k < end; k++) {
      const idx_t other = graph->adjacent[k];
      if (seen[other] == i)
        continue;
      seen[other] = (idx_t)i;
      graph->adjacent[n++] = other;
    }
  }
  graph->start[num_nodes] = n;
  PetscCall(PetscFree(seen));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GraphCreate(RicMesh mesh, const PetscInt work[], Graph *graph) {
  const PetscInt n = mesh->num_nodes, edges = mesh->num_cells + mesh->num_links;
  idx_t *next;

  PetscFunctionBegin;
  PetscCall(PetscMalloc3(n + 1, &graph->start, 2 * edges, &graph->adjacent, n, &graph->weight));
  PetscCall(PetscCalloc1(n + 1, &next));
  CountEnds(mesh->num_cells, mesh->cells, next + 1);
  CountEnds(mesh->num_links, mesh->links, next + 1);
  for (PetscInt i = 0; i < n; i++) {
    next[i + 1] += next[i];
    graph->weight[i] = (idx_t)work[i];
  }
  PetscCall(PetscArraycpy(graph->start, next, n + 1));
  PutNeighbours(mesh->num_cells, mesh->cells, next, graph->adjacent);
  PutNeighbours(mesh->num_links, mesh->links, next, graph->adjacent);
  PetscCall(DropDoubles(n, graph));
  PetscCall(PetscFree(next));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Owners by METIS; *status is what METIS returned.
static PetscErrorCode CutGraph(RicMesh mesh, const PetscInt work[], PetscInt owner[],
                               PetscMPIInt *status) {
  idx_t n = (idx_t)mesh->num_nodes, parts = mesh->size, constraints = 1, cut;
  idx_t options[METIS_NOPTIONS], *part;
  Graph graph;

  PetscFunctionBegin;
  PetscCall(GraphCreate(mesh, work, &graph));
  PetscCall(PetscMalloc1(n, &part));
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = METIS_SEED;
  *status = METIS_PartGraphKway(&n, &constraints, graph.start, graph.adjacent, graph.weight, NULL,
                                NULL, &parts, NULL, NULL, options, &cut, part);
  for (idx_t i = 0; i < n; i++)
    owner[i] = part[i];
  PetscCall(PetscFree(part));
  PetscCall(PetscFree3(graph.start, graph.adjacent, graph.weight));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// work[node]: 1 + number of its cells + what was added. Total in *total.
static PetscErrorCode WeighNodes(RicMesh mesh, PetscInt work[], PetscReal *total) {
  PetscFunctionBegin;
  for (PetscInt i = 0; i < mesh->num_nodes; i++)
    work[i] = 1 + mesh->node_weight[i];
  for (PetscInt e = 0; e < 2 * mesh->num_cells; e++)
    work[mesh->cells[e]]++;
  *total = 0;
  for (PetscInt i = 0; i < mesh->num_nodes; i++)
    *total += work[i];
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Where there is no graph to cut: one node a rank while there are so few, else runs of about equal
// work.
static void CutByNumber(RicMesh mesh, const PetscInt work[], PetscReal total, PetscInt owner[]) {
  PetscReal before = 0;

  for (PetscInt i = 0; i < mesh->num_nodes; i++) {
    owner[i] = mesh->num_nodes <= mesh->size
                   ? i
                   : (PetscInt)((before + 0.5 * work[i]) / total * mesh->size);
    before += work[i];
  }
}

static PetscErrorCode FindOwners(RicMesh mesh, const PetscInt work[], PetscReal total,
                                 PetscInt owner[]) {
  const PetscInt n = mesh->num_nodes, edges = mesh->num_cells + mesh->num_links;
  PetscMPIInt status = METIS_OK, count;

  PetscFunctionBegin;
  if (mesh->size == 1 || n <= mesh->size || edges == 0) {
    CutByNumber(mesh, work, total, owner);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCheck(n < IDX_MAX && total < IDX_MAX && 2.0 * edges < IDX_MAX, mesh->comm,
             PETSC_ERR_ARG_OUTOFRANGE,
             "the graph of %" PetscInt_FMT " nodes with total weight %.6g is too large for METIS",
             n, (double)total);
  if (mesh->rank == 0)
    PetscCall(CutGraph(mesh, work, owner, &status));
  PetscCallMPI(MPI_Bcast(&status, 1, MPI_INT, 0, mesh->comm));
  PetscCheck(status == METIS_OK, mesh->comm, PETSC_ERR_LIB, "METIS failed with code %d", status);
  PetscCall(PetscMPIIntCast(n, &count));
  PetscCallMPI(MPI_Bcast(owner, count, MPIU_INT, 0, mesh->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscInt CountCut(PetscInt num_edges, const PetscInt edges[], const PetscInt owner[]) {
  PetscInt cut = 0;
  for (PetscInt e = 0; e < num_edges; e++)
    cut += owner[edges[2 * e]] != owner[edges[2 * e + 1]] ? 1 : 0;
  return cut;
}

static PetscErrorCode MeasureQuality(RicMesh mesh, const PetscInt work[], PetscReal total,
                                     const PetscInt owner[]) {
  PetscReal *load, most = 0;

  PetscFunctionBegin;
  PetscCall(PetscCalloc1(mesh->size, &load));
  for (PetscInt i = 0; i < mesh->num_nodes; i++)
    load[owner[i]] += work[i];
  for (PetscMPIInt r = 0; r < mesh->size; r++)
    most = PetscMax(most, load[r]);
  PetscCall(PetscFree(load));
  mesh->quality.imbalance = total > 0 ? most * mesh->size / total : 1;
  mesh->quality.edge_cut =
      CountCut(mesh->num_cells, mesh->cells, owner) + CountCut(mesh->num_links, mesh->links, owner);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshFindOwners(RicMesh mesh, PetscInt owner[]) {
  PetscInt *work;
  PetscReal total;

  PetscFunctionBegin;
  PetscCall(PetscMalloc1(mesh->num_nodes, &work));
  PetscCall(WeighNodes(mesh, work, &total));
  PetscCall(FindOwners(mesh, work, total, owner));
  PetscCall(MeasureQuality(mesh, work, total, owner));
  PetscCall(PetscFree(work));
  PetscFunctionReturn(PETSC_SUCCESS);
}
