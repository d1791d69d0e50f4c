// SPDX-License-Identifier: BSD-2-Clause
// Reading a Gmsh file on one rank, in one walk through its sections.
//
//   RicGmshScan…      a place in the text of a file, and what comes next (mesh_gmsh_scan.c)
//   RicGmshReadHead   format, names of groups, entities (mesh_gmsh_head.c)
//   RicGmshReadNodes  their tags and places (mesh_gmsh_nodes.c)
//   RicGmshReadElements  lines, points and their groups (mesh_gmsh_elements.c)
//   RicGmshRead       all of it, and the making of one mesh (mesh_gmsh_read.c)
//
// Every number that is used as a size or as an index is verified. A bad file is no error of these
// functions: data->error then says what is wrong with it.
// Source: Gmsh reference manual, "MSH file format" (4.1) and "MSH file format version 2 (Legacy)".
#ifndef RIC_MESH_GMSH_IMPL_H
#define RIC_MESH_GMSH_IMPL_H

#include "base/base.h"

// Types of elements that are told apart: lines, surfaces and volumes of first order, points.
#define RIC_GMSH_LINE 1
#define RIC_GMSH_POINT 15
#define RIC_GMSH_NUM_KNOWN 8 // 2 … 7 are left out

// The name of a physical group.
typedef struct {
  PetscInt dim; // 0 of points, 1 of curves; others are of no use here
  PetscInt tag;
  char name[RIC_NAME_LEN];
} RicGmshName;

// What a file holds. All zero before it is read; Clear frees the arrays.
typedef struct {
  char error[RIC_TEXT_LEN]; // "FILE: what is wrong with it", "" while nothing is
  char note[RIC_TEXT_LEN];  // "FILE: what is left out", "" for nothing
  PetscInt num_names;
  RicGmshName *names; // [num_names]
  PetscInt num_nodes;
  PetscReal *xyz; // [3*num_nodes], m
  PetscInt num_cells;
  PetscInt *cells;    // [2*num_cells] nodes, from 0
  PetscInt num_marks; // memberships in physical groups
  PetscInt *marks;    // [3*num_marks] dimension of the group (0 or 1), its tag, node or cell:
                      // groups of curves first, tags ascending
} RicGmshData;

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
} RicGmshScan;

// A point, curve, surface or volume of the geometry (4.1).
typedef struct {
  PetscInt tag;
  PetscInt first, num_groups; // physical groups it is in: reader->groups[first …]
} RicGmshEntity;

// How elements use a node.
enum { RIC_GMSH_ON_LINE = 1, RIC_GMSH_ON_POINT = 2, RIC_GMSH_ON_OTHER = 4 };

// A file being read.
typedef struct {
  RicGmshScan scan;
  RicGmshData *data;
  PetscInt version;       // 22 or 41
  PetscBool has_entities; // a file of 4.1 may do without, and has no groups then
  PetscInt num_entities[4];
  RicGmshEntity *entities[4]; // by dimension, tags ascending
  PetscInt num_groups, max_groups;
  PetscInt *groups;                      // [num_groups] tags of physical groups, without their sign
  PetscInt first, last;                  // least and greatest node tag
  PetscInt *number;                      // [last-first+1] node of each tag, -1 where there is none
  unsigned char *use;                    // [data->num_nodes] RIC_GMSH_ON_… of each node
  PetscInt max_cells;                    // room in data->cells
  PetscInt max_marks;                    // room in data->marks
  PetscInt left_out[RIC_GMSH_NUM_KNOWN]; // elements of each type
} RicGmshReader;

PetscErrorCode RicGmshReadHead(RicGmshReader *reader);
PetscErrorCode RicGmshReadNodes(RicGmshReader *reader);
PetscErrorCode RicGmshReadElements(RicGmshReader *reader);
// "triangles" … "pyramids" of types 2 … 7.
const char *RicGmshTypeName(PetscInt type);
// Entity dimension and tag that begin a block of 4.1; *entity = NULL where the file lists none.
PetscErrorCode RicGmshReadBlockEntity(RicGmshReader *reader, PetscInt *dim,
                                      const RicGmshEntity **entity);

PetscErrorCode RicGmshScanOpen(const char filename[], RicGmshScan *scan);
PetscErrorCode RicGmshScanClose(RicGmshScan *scan);
PetscBool RicGmshScanBad(const RicGmshScan *scan);
// Keep the complaint "FILE: …", if it is the first.
void RicGmshComplain(RicGmshScan *scan, const char format[], ...) PETSC_ATTRIBUTE_FORMAT(2, 3);
// Step over the line "$NAME" if it comes next, behind sections that are of no use here.
PetscBool RicGmshEnter(RicGmshScan *scan, const char section[]);
// Step over "$NAME", else complain.
void RicGmshExpect(RicGmshScan *scan, const char section[]);
// The next number: int; size_t that counts things in the rest of the file; size_t that is a tag.
PetscInt RicGmshNextInt(RicGmshScan *scan);
PetscInt RicGmshNextCount(RicGmshScan *scan);
PetscInt RicGmshNextTag(RicGmshScan *scan);
// Tag of a physical group. Its sign tells that a member of the group is reversed, which is of no
// matter to bars.
PetscInt RicGmshNextGroup(RicGmshScan *scan);
// The same in text, in binary files too: how sections of 2.2 begin. Steps over the line's end.
PetscInt RicGmshNextCountText(RicGmshScan *scan);
void RicGmshNextReals(RicGmshScan *scan, PetscInt n, PetscReal x[]);
void RicGmshSkipInts(RicGmshScan *scan, PetscInt n);
void RicGmshSkipReals(RicGmshScan *scan, PetscInt n);
// The next text in double quotes, alone up to the end of its line.
void RicGmshNextName(RicGmshScan *scan, char name[RIC_NAME_LEN]);

#endif
