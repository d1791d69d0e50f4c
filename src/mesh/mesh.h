// SPDX-License-Identifier: BSD-2-Clause
// Mesh: nodes, two-node line cells and named regions, spread over the ranks.
//
// Life: Create → Generate…, Load or Append, piece by piece → Refine → AddRegion…, AddLink… →
// Partition → getters → Destroy. Until Partition every rank holds the whole mesh ("whole" state),
// so that every mistake is seen alike on all ranks. Partition (METIS on the graph of cells and
// links) keeps on each rank: its owned nodes, the cells and links whose first node it owns, and
// ghosts for the other nodes of these. A call that belongs to the other state is
// PETSC_ERR_ARG_WRONGSTATE. A call that raises an error leaves the mesh as it was.
//
// Numbering. Original numbers, those of the whole state, run from 0 through the pieces in the order
// they were made. After Partition global node numbers run through the ranks (rank 0 owns 0 … n0-1,
// rank 1 the next ones), in the original order within a rank. Local numbers: 0 … num_owned-1 are
// the owned nodes in global order, num_owned … num_local-1 the ghosts, by ascending global number.
// On one rank, global = local = original. A rank may own no node.
//
// Lengths are in metres. Coordinates always have three components; unused ones are 0.
#ifndef RIC_MESH_MESH_H
#define RIC_MESH_MESH_H

#include "base/base.h"

RIC_C_BEGIN

typedef struct RicMesh_ *RicMesh;

// A named set of nodes and cells. Arrays belong to the mesh, numbers in them ascend. Whole state:
// original numbers; after Partition: local numbers; nodes include ghosts, cells are those of this
// rank. A region stays where it is until Destroy; its arrays change with Append, Load (of more),
// Refine and Partition.
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

// A straight line of num_cells ≥ 1 equal cells from `from` to `to` (metres, not the same place).
// Regions: `name` (all nodes and cells), "NAME.start" and "NAME.end" (one node each); the first
// piece of a mesh has its ends as "start" and "end" too. User error: a name that exists, a value
// out of range. Collective.
PetscErrorCode RicMeshGenerateLine(RicMesh mesh, const char name[], PetscInt num_cells,
                                   const PetscReal from[3], const PetscReal to[3]);

// A truss lattice of counts[0]×counts[1]×counts[2] cells (counts[d] = 0 makes it flat in d; at
// least one is positive) of edges size[d]/counts[d], lowest corner at origin. Each cell has its
// edges and, where `braced`, both diagonals of each of its faces (bars shared by neighbours exist
// once). Nodes are numbered fastest along the direction of fewest cells: narrow bands. Regions:
// `name`, and the nodes and cells on the faces "NAME.xmin", "NAME.xmax", "NAME.ymin" … (for d with
// counts[d] > 0; cells: those with both nodes on the face); the first piece of a mesh has its faces
// as "xmin" … too. User error: a name that exists, a value out of range. Collective.
PetscErrorCode RicMeshGenerateLattice(RicMesh mesh, const char name[], const PetscInt counts[3],
                                      const PetscReal origin[3], const PetscReal size[3],
                                      PetscBool braced);

// The lines of a Gmsh file (.msh 2.2 or 4.1, ascii or binary). Line elements become cells, physical
// groups of curves and of points become regions (by physical name, else "physical-<tag>"; groups
// that share a name are one region, and the sign of a group, its orientation, is of no matter);
// "all" is every node on a line and every cell of the file. Surfaces and volumes are left out, see
// RicMeshGetNote. Format 2.2 cannot tell a line in two groups from two lines on the same nodes: it
// gives one cell. User error: a region of that name exists already; and, in a line that begins with
// the file's name: no such file, not a Gmsh mesh, truncated, damaged, partitioned, no lines, curved
// elements, a point on nothing. Collective; the file is read on rank 0.
PetscErrorCode RicMeshLoad(RicMesh mesh, const char filename[]);
// "FILE: what the last Load left out of it", or "". Borrowed. Not collective.
PetscErrorCode RicMeshGetNote(RicMesh mesh, const char **note);

// Append nodes xyz [3*num_nodes] and cells [2*num_cells], the same on all ranks. Ends of cells are
// original numbers: the first new node has the number of nodes there were, and earlier nodes may be
// used. The region `name`, new or old, gets the new nodes and cells and the cells' ends. Ends out
// of range or equal: PETSC_ERR_ARG_OUTOFRANGE. Collective.
PetscErrorCode RicMeshAppend(RicMesh mesh, const char name[], PetscInt num_nodes,
                             const PetscReal xyz[], PetscInt num_cells, const PetscInt cells[]);

// Split every cell at its midpoint, `times` ≥ 0 times. Cell c becomes 2c (with its first node) and
// 2c+1. Nodes are renumbered: old ones keep their order, and a midpoint comes right after the
// lower-numbered end of its cell, so that a line stays numbered along itself (tridiagonal matrices)
// and lattices stay banded. Regions, links and node weights follow: halves of a cell of a region
// belong to it; a midpoint belongs to each region that holds its cell. User error: more cells than
// fit into memory. Collective.
PetscErrorCode RicMeshRefine(RicMesh mesh, PetscInt times);

// New region from existing nodes (whole state). Box: nodes with lo ≤ x ≤ hi (and cells with both
// nodes in), with a tolerance of 1e-9 of the mesh's diameter. Nearest: the node closest to `point`
// (lowest number if several). User error: the name exists, the region would be empty. Collective.
PetscErrorCode RicMeshAddRegionBox(RicMesh mesh, const char name[], const PetscReal lo[3],
                                   const PetscReal hi[3]);
PetscErrorCode RicMeshAddRegionNearest(RicMesh mesh, const char name[], const PetscReal point[3]);
// The region "all": every node and every cell there is; that of a mesh file grows by the rest.
PetscErrorCode RicMeshAddRegionAll(RicMesh mesh);
// New region of one new node at xyz, on no cell (a point mass, a moving support). Whole state.
// Collective.
PetscErrorCode RicMeshAddNode(RicMesh mesh, const char name[], const PetscReal xyz[3]);

// An interaction between nodes a and b (original numbers, whole state) that is no cell: spring,
// node–node contact. To Partition it is an edge of the graph as a cell is, and its second node is
// a ghost on the rank that owns the first. *link is its original number.
PetscErrorCode RicMeshAddLink(RicMesh mesh, PetscInt a, PetscInt b, PetscInt *link);
// Add weight ≥ 0 to that of a node (default: 1 + number of its cells), e.g. for potential contacts.
// Like AddLink: no communication, but to be called alike on all ranks.
PetscErrorCode RicMeshAddNodeWeight(RicMesh mesh, PetscInt node, PetscInt weight);

// Spread over the ranks and free the whole arrays. User error: no nodes. Collective.
PetscErrorCode RicMeshPartition(RicMesh mesh);

// Options: -mesh_refine n (calls Refine here, whole state). Collective.
PetscErrorCode RicMeshSetFromOptions(RicMesh mesh);
// Counts, regions and quality; viewer NULL: standard output. Collective.
PetscErrorCode RicMeshView(RicMesh mesh, PetscViewer viewer);

// ---- Getters. Not collective; arrays are borrowed, until the mesh changes. ----
// Counts; in the whole state all three are the same. NULL where not wanted.
PetscErrorCode RicMeshGetNumNodes(RicMesh mesh, PetscInt *num_global, PetscInt *num_owned,
                                  PetscInt *num_local);
PetscErrorCode RicMeshGetNumCells(RicMesh mesh, PetscInt *num_global, PetscInt *num_local);
// [3*num_local], metres.
PetscErrorCode RicMeshGetCoordinates(RicMesh mesh, const PetscReal **xyz);
// [2*num_cells], local node numbers (whole state: original numbers).
PetscErrorCode RicMeshGetCells(RicMesh mesh, const PetscInt **cells);
// After Partition. [num_local]: global and original number of each local node, NULL where not
// wanted. [num_cells]: original cell number.
PetscErrorCode RicMeshGetNodeNumbers(RicMesh mesh, const PetscInt **global,
                                     const PetscInt **original);
PetscErrorCode RicMeshGetCellNumbers(RicMesh mesh, const PetscInt **original);
// After Partition: first global node number of this rank.
PetscErrorCode RicMeshGetNodeOffset(RicMesh mesh, PetscInt *first_global);
// After Partition: local node numbers of the ends of link `link`, or *present = false and -1 where
// this rank does not own its first node.
PetscErrorCode RicMeshGetLink(RicMesh mesh, PetscInt link, PetscBool *present, PetscInt *a,
                              PetscInt *b);
// *region = NULL when there is none of that name.
PetscErrorCode RicMeshFindRegion(RicMesh mesh, const char name[], const RicRegion **region);
PetscErrorCode RicMeshGetNumRegions(RicMesh mesh, PetscInt *n);
PetscErrorCode RicMeshGetRegion(RicMesh mesh, PetscInt i, const RicRegion **region);
// Bounding box of the whole mesh, lo and hi, metres (0 for an empty one).
PetscErrorCode RicMeshGetBox(RicMesh mesh, PetscReal lo[3], PetscReal hi[3]);
// After Partition.
PetscErrorCode RicMeshGetPartitionQuality(RicMesh mesh, RicPartitionQuality *quality);

RIC_C_END

#endif
