// SPDX-License-Identifier: BSD-2-Clause
// The inside of Mesh, for the files of this folder alone.
//
// One set of arrays serves both states. In the whole state every rank holds everything and a local
// number is an original number; Partition replaces the arrays by those of the rank's own pieces.
#ifndef RIC_MESH_MESH_IMPL_H
#define RIC_MESH_MESH_IMPL_H

#include "base/names.h"
#include "mesh/mesh.h"

// A region and the arrays its public face lends.
typedef struct {
  RicRegion face; // face.nodes = nodes, face.cells = cells
  PetscInt *nodes;
  PetscInt *cells;
} RicMeshRegion;

struct RicMesh_ {
  MPI_Comm comm; // borrowed
  PetscMPIInt rank, size;
  PetscBool partitioned;
  char note[RIC_TEXT_LEN]; // of what Load left out

  PetscInt num_nodes;      // local: owned and ghosts; whole state: all
  PetscInt num_owned;      // whole state: all
  PetscInt num_global;     // owned ones, over all ranks
  PetscInt first_global;   // global number of local node 0
  PetscInt max_nodes;      // room in the three arrays of nodes below (whole state)
  PetscReal *xyz;          // [3*num_nodes], m
  PetscInt *node_weight;   // [num_nodes] what AddNodeWeight added; NULL after Partition
  PetscInt *node_global;   // [num_nodes] after Partition, else NULL
  PetscInt *node_original; // [num_nodes] after Partition, else NULL

  PetscInt num_cells; // of this rank
  PetscInt num_cells_global;
  PetscInt max_cells;      // room in cells (whole state)
  PetscInt *cells;         // [2*num_cells] local node numbers
  PetscInt *cell_original; // [num_cells] after Partition, else NULL

  PetscInt num_links; // of this rank
  PetscInt num_links_global;
  PetscInt max_links;      // room in links (whole state)
  PetscInt *links;         // [2*num_links] local node numbers
  PetscInt *link_original; // [num_links], ascending, after Partition, else NULL

  PetscInt num_regions;
  PetscInt max_regions;
  RicMeshRegion **regions; // [num_regions] each allocated alone: borrowed faces stay where they are
  RicNames region_names;   // finds them

  PetscReal lo[3], hi[3]; // bounding box, kept at Partition
  RicPartitionQuality quality;
};

// Raise the misuse of changing a mesh that is partitioned, or of reading one that is not yet.
#define RicMeshCheckWhole(mesh)                                                                    \
  PetscCheck(!(mesh)->partitioned, (mesh)->comm, PETSC_ERR_ARG_WRONGSTATE,                         \
             "the mesh is partitioned already and cannot change")
#define RicMeshCheckPartitioned(mesh)                                                              \
  PetscCheck((mesh)->partitioned, (mesh)->comm, PETSC_ERR_ARG_WRONGSTATE,                          \
             "the mesh is not partitioned yet")

// Lengthen *array of `size`-byte items, *room of them, to hold at least `needed`; grows by halves
// so that n appends cost O(n).
PetscErrorCode RicMeshGrow(PetscInt needed, size_t size, PetscInt *room, void *array);

// User error unless a mesh of so many nodes and cells fits into memory and PetscInt.
PetscErrorCode RicMeshCheckCounts(RicMesh mesh, const char name[], PetscReal num_nodes,
                                  PetscReal num_cells);

// User error unless `name` may name a new region.
PetscErrorCode RicMeshCheckNewName(RicMesh mesh, const char name[]);
// New region of the given nodes and cells, in any order and with repetitions; arrays are copied.
PetscErrorCode RicMeshNewRegion(RicMesh mesh, const char name[], PetscInt num_nodes,
                                const PetscInt nodes[], PetscInt num_cells, const PetscInt cells[]);
// The same, or the addition of nodes and cells to the region of that name where there is one.
PetscErrorCode RicMeshExtendRegion(RicMesh mesh, const char name[], PetscInt num_nodes,
                                   const PetscInt nodes[], PetscInt num_cells,
                                   const PetscInt cells[]);
// New region of the nodes with inside[node] and the cells with both nodes inside, [num_nodes].
PetscErrorCode RicMeshNewRegionInside(RicMesh mesh, const char name[], const PetscBool inside[]);
// Replace the arrays of a region; takes them over.
PetscErrorCode RicMeshRegionReplace(RicMeshRegion *region, PetscInt num_nodes, PetscInt *nodes,
                                    PetscInt num_cells, PetscInt *cells);
PetscErrorCode RicMeshRegionDestroy(RicMeshRegion **region);

// The rank that owns each node of a whole mesh, [num_nodes], alike on all ranks; sets the
// partition's quality. Collective.
PetscErrorCode RicMeshFindOwners(RicMesh mesh, PetscInt owner[]);

#endif
