// SPDX-License-Identifier: BSD-2-Clause
// Reading a Gmsh file on one rank: a check of the whole file first, then PETSc's DMPlex reader.
//
//   RicGmshScan…  a place in the text of a file, and what comes next (mesh_gmsh_scan.c)
//   RicGmshCheck  the walk through the sections (mesh_gmsh_check.c)
//   RicGmshRead   the reader (mesh_gmsh_read.c)
//
// A bad file is no error of these functions: data->error then says what is wrong with it.
#ifndef RIC_MESH_GMSH_IMPL_H
#define RIC_MESH_GMSH_IMPL_H

#include "base/base.h"

#include <petscbt.h>

// The name of a physical group.
typedef struct {
  PetscInt dim; // 0 of points, 1 of curves; others are of no use here
  PetscInt tag;
  char name[RIC_NAME_LEN];
} RicGmshName;

// What a file holds. All zero before the check; Clear frees the arrays.
typedef struct {
  char error[RIC_TEXT_LEN]; // "FILE: what is wrong with it", "" while nothing is
  PetscInt version;         // 22 or 41
  PetscInt num_names;
  RicGmshName *names; // [num_names]
  PetscInt num_nodes;
  PetscReal *xyz; // [3*num_nodes], m
  PetscInt num_cells;
  PetscInt *cells;    // [2*num_cells] nodes, from 0
  PetscInt num_marks; // memberships in physical groups
  PetscInt *marks;    // [3*num_marks] dimension of the group (0 or 1), its tag, node or cell
} RicGmshData;

PetscErrorCode RicGmshCheck(const char filename[], RicGmshData *data);
// Only for a file that the check found good.
PetscErrorCode RicGmshRead(const char filename[], RicGmshData *data);
PetscErrorCode RicGmshClear(RicGmshData *data);

// A place in the text of a file. Once something was wrong every call is harmless and numbers are 0.
typedef struct {
  const char *filename;
  char *error;          // [RIC_TEXT_LEN] as RicGmshData.error
  char *text;           // the file, with a 0 behind it
  const char *at, *end; // in text; *end = 0
  const char *section;  // being read
  PetscBool binary;     // encoding of numbers
  PetscInt first, last; // least and greatest node tag
  PetscBT nodes;        // [last-first+1] is there such a node?
  PetscInt num_entities[4];
  PetscInt *entities[4]; // sorted tags of the entities of each dimension (4.1)
} RicGmshScan;

// Sections $MeshFormat and $PhysicalNames.
PetscErrorCode RicGmshCheckHead(RicGmshScan *scan, RicGmshData *data);

PetscErrorCode RicGmshScanOpen(const char filename[], RicGmshScan *scan);
PetscErrorCode RicGmshScanClose(RicGmshScan *scan);
PetscBool RicGmshScanBad(const RicGmshScan *scan);
// Keep the complaint "FILE: …", if it is the first.
void RicGmshComplain(RicGmshScan *scan, const char format[], ...) PETSC_ATTRIBUTE_FORMAT(2, 3);
// Step over the line "$NAME" if it comes next.
PetscBool RicGmshEnter(RicGmshScan *scan, const char section[]);
// Step over "$NAME", else complain.
void RicGmshExpect(RicGmshScan *scan, const char section[]);
// The next number: int; size_t that counts things in the rest of the file; size_t that is a tag.
PetscInt RicGmshNextInt(RicGmshScan *scan);
PetscInt RicGmshNextCount(RicGmshScan *scan);
PetscInt RicGmshNextTag(RicGmshScan *scan);
void RicGmshSkipInts(RicGmshScan *scan, PetscInt n);
void RicGmshSkipReals(RicGmshScan *scan, PetscInt n);
// The next text in double quotes, alone up to the end of its line.
void RicGmshNextName(RicGmshScan *scan, char name[RIC_NAME_LEN]);

#endif
