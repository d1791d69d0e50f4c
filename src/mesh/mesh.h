// SPDX-License-Identifier: BSD-2-Clause
// Mesh: nodes, two-node line cells and named regions, spread over the ranks.
//
// Life: Create → Generate… or Load → Refine → AddRegion…, AddLink… → Partition → getters → Destroy.
// Until Partition every rank holds the whole mesh ("whole" state), so that every mistake is seen
// alike on all ranks. Partition (METIS on the graph of cells and links) keeps on each rank: its
// owned nodes, the cells and links whose first node it owns, and ghosts for the other nodes of
// these.
//
// Numbering after Partition. Global node numbers run through the ranks (rank 0 owns 0 … n0-1, rank
// 1 the next ones), in the original order within a rank. Local numbers: 0 … num_owned-1 are the
// owned nodes in global order, num_owned … num_local-1 the ghosts, by ascending global number. On
// one rank, global = local = original. Lengths are in metres. Coordinates always have three
// components; unused ones are 0.
#ifndef RIC_MESH_MESH_H
#define RIC_MESH_MESH_H

#include "base/base.h"

typedef struct RicMesh_ *RicMesh;

// A named set of nodes and cells. Arrays belong to the mesh. "whole" state: original numbers;
// after Partition: local numbers, ascending; nodes include ghosts, cells are those of this rank.
typedef struct {
  char name[RIC_NAME_LEN];
  PetscInt num_nodes;        // local
  const PetscInt *nodes;     // [num_nodes]
  PetscInt num_cells;        // local
  const PetscInt *cells;     // [num_cells]
  PetscInt num_nodes_global; // over all ranks, ghosts not counted
  PetscInt num_cells_global;
} RicRegion;

// Quality of the partition, for the run's report.
typedef struct {
  PetscReal imbalance; // max over ranks of owned node weight / mean
  PetscInt edge_cut;   // cells and links between nodes of two ranks
} RicPartitionQuality;

PetscErrorCode RicMeshCreate(MPI_Comm comm, RicMesh *mesh);
PetscErrorCode RicMeshDestroy(RicMesh *mesh);

// A straight line of num_cells ≥ 1 equal cells from `from` to `to` (metres). Regions: `name` (all
// nodes and cells), "start" and "end" (one node each). Collective.
PetscErrorCode RicMeshGenerateLine(RicMesh mesh, const char name[], PetscInt num_cells,
                                   const PetscReal from[3], const PetscReal to[3]);

// A truss lattice of counts[0]×counts[1]×counts[2] cells (counts[d] = 0 makes it flat in d; at
// least one is positive) of edges size[d]/counts[d], lowest corner at origin. Each cell has its
// edges and, where `braced`, both diagonals of each of its faces (bars shared by neighbours exist
// once). Regions: `name`, and the nodes and cells on the faces "xmin", "xmax", "ymin", "ymax",
// "zmin", "zmax" (for d with counts[d] > 0; cells: those with both nodes on the face). Collective.
PetscErrorCode RicMeshGenerateLattice(RicMesh mesh, const char name[], const PetscInt counts[3],
                                      const PetscReal origin[3], const PetscReal size[3],
                                      PetscBool braced);

// A Gmsh file (.msh 2.2 or 4.1, ascii or binary) by PETSc's DMPlex reader. Line elements become
// cells, physical groups of curves and of points become regions (by physical name, else
// "physical-<tag>"); "all" is every node and cell. Nodes on no line are an error. User error: no
// such file, not a mesh, no line elements, truncated. Collective; the file is read on rank 0.
PetscErrorCode RicMeshLoad(RicMesh mesh, const char filename[]);

// Append a mesh given by arrays (whole state, original numbers; the same on all ranks): nodes xyz
// [3*num_nodes], cells [2*num_cells]. May be called several times: numbers continue; the region
// `name` gets the new nodes and cells. The generators use it. Collective.
PetscErrorCode RicMeshAppend(RicMesh mesh, const char name[], PetscInt num_nodes,
                             const PetscReal xyz[], PetscInt num_cells, const PetscInt cells[]);

// Split every cell in two, `times` ≥ 0 times. New nodes follow the old ones; cell c becomes 2c and
// 2c+1. Regions follow: halves of a cell of a region belong to it; a midpoint belongs to each
// region that holds its cell. "Line" meshes keep a number order along the line: after each split
// nodes are renumbered so that the numbers run along chains (see mesh_refine.c), for banded
// matrices. Whole state. Collective.
PetscErrorCode RicMeshRefine(RicMesh mesh, PetscInt times);

// New region from existing nodes (whole state). Box: nodes with lo ≤ x ≤ hi (and cells with both
// nodes in), with a tolerance of 1e-9 of the mesh's diameter. Nearest: the node closest to `point`
// (lowest number if several). User error: the name exists, the region would be empty. Collective.
PetscErrorCode RicMeshAddRegionBox(RicMesh mesh, const char name[], const PetscReal lo[3],
                                   const PetscReal hi[3]);
PetscErrorCode RicMeshAddRegionNearest(RicMesh mesh, const char name[], const PetscReal point[3]);
// New region of one new node at xyz, on no cell (a point mass, a moving support). Whole state.
// Collective.
PetscErrorCode RicMeshAddNode(RicMesh mesh, const char name[], const PetscReal xyz[3]);

// An interaction between nodes a and b (original numbers, whole state) that is no cell: spring,
// node–node contact. Partition weighs it like a cell and ghosts its second node on the rank that
// owns the first. *link is its original number.
PetscErrorCode RicMeshAddLink(RicMesh mesh, PetscInt a, PetscInt b, PetscInt *link);
// Add to the weight of a node (default weight: 1 + number of its cells), e.g. for potential
// contacts.
PetscErrorCode RicMeshAddNodeWeight(RicMesh mesh, PetscInt node, PetscInt weight);

// Spread over the ranks. Collective.
PetscErrorCode RicMeshPartition(RicMesh mesh);

// Options: -mesh_refine n (Refine at SetFromOptions, whole state).
PetscErrorCode RicMeshSetFromOptions(RicMesh mesh);
PetscErrorCode RicMeshView(RicMesh mesh, PetscViewer viewer);

// ---- Getters. Arrays are borrowed. ----
PetscErrorCode RicMeshGetNumNodes(RicMesh mesh, PetscInt *num_global, PetscInt *num_owned,
                                  PetscInt *num_local);
PetscErrorCode RicMeshGetNumCells(RicMesh mesh, PetscInt *num_global, PetscInt *num_local);
// [3*num_local], metres (whole state: all nodes).
PetscErrorCode RicMeshGetCoordinates(RicMesh mesh, const PetscReal **xyz);
// [2*num_cells], local node numbers.
PetscErrorCode RicMeshGetCells(RicMesh mesh, const PetscInt **cells);
// [num_local]: global and original number of each local node; after Partition. [num_cells]:
// original cell number.
PetscErrorCode RicMeshGetNodeNumbers(RicMesh mesh, const PetscInt **global,
                                     const PetscInt **original);
PetscErrorCode RicMeshGetCellNumbers(RicMesh mesh, const PetscInt **original);
// First global node number of this rank.
PetscErrorCode RicMeshGetNodeOffset(RicMesh mesh, PetscInt *first_global);
// After Partition: local node numbers of the ends of link `link`, or *present = false where this
// rank does not own its first node.
PetscErrorCode RicMeshGetLink(RicMesh mesh, PetscInt link, PetscBool *present, PetscInt *a,
                              PetscInt *b);
// *region = NULL when there is none of that name.
PetscErrorCode RicMeshFindRegion(RicMesh mesh, const char name[], const RicRegion **region);
PetscErrorCode RicMeshGetNumRegions(RicMesh mesh, PetscInt *n);
PetscErrorCode RicMeshGetRegion(RicMesh mesh, PetscInt i, const RicRegion **region);
// Bounding box over all ranks, lo and hi, metres.
PetscErrorCode RicMeshGetBox(RicMesh mesh, PetscReal lo[3], PetscReal hi[3]);
PetscErrorCode RicMeshGetPartitionQuality(RicMesh mesh, RicPartitionQuality *quality);

#endif
