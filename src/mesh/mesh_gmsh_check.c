// SPDX-License-Identifier: BSD-2-Clause
// The check of a Gmsh file before PETSc reads it.
//
// PETSc's reader trusts the numbers in a file: a count, an entity or a node tag that is wrong makes
// it read and write outside its arrays, or loop for ever. So this file walks once through the
// sections it reads, in both formats (2.2, 4.1) and both encodings, and verifies every number that
// the reader uses as a size or as an index. It also knows better what to say: a meshed surface, a
// truncated file.
// Source: Gmsh reference manual, "MSH file format" (4.1) and "MSH file format version 2 (Legacy)".
#include "mesh/mesh_gmsh_impl.h"

#define GMSH_LINE 1
#define GMSH_POINT 15

// Tags an element may have in the reader's buffer, and physical groups an entity may be in.
#define MAX_TAGS 100
#define MAX_GROUPS 16

// $Entities (4.1): points, curves, surfaces, volumes; keeps their tags.
static PetscErrorCode CheckEntities(RicGmshScan *scan) {
  PetscInt counts[4];

  PetscFunctionBegin;
  RicGmshExpect(scan, "$Entities");
  for (PetscInt d = 0; d < 4; d++)
    counts[d] = RicGmshNextCount(scan);
  for (PetscInt d = 0; d < 4; d++) {
    PetscCall(PetscMalloc1(counts[d], &scan->entities[d]));
    for (PetscInt i = 0; i < counts[d] && !RicGmshScanBad(scan); i++) {
      scan->entities[d][scan->num_entities[d]++] = RicGmshNextInt(scan);
      RicGmshSkipReals(scan, d == 0 ? 3 : 6);
      const PetscInt groups = RicGmshNextCount(scan);
      if (groups > MAX_GROUPS)
        RicGmshComplain(
            scan, "a point or curve is in %" PetscInt_FMT " physical groups, at most %d are read",
            groups, MAX_GROUPS);
      RicGmshSkipInts(scan, groups);
      if (d > 0)
        RicGmshSkipInts(scan, RicGmshNextCount(scan)); // its boundary
    }
    PetscCall(PetscSortInt(scan->num_entities[d], scan->entities[d]));
  }
  RicGmshExpect(scan, "$EndEntities");
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Entity dimension and tag that begin a block of 4.1; returns the dimension.
static PetscErrorCode CheckBlockEntity(RicGmshScan *scan, PetscInt *dim) {
  PetscInt tag, at = -1;

  PetscFunctionBegin;
  *dim = RicGmshNextInt(scan);
  tag = RicGmshNextInt(scan);
  if (*dim >= 0 && *dim <= 3)
    PetscCall(PetscFindInt(tag, scan->num_entities[*dim], scan->entities[*dim], &at));
  if (at < 0)
    RicGmshComplain(scan,
                    "section %s: entity %" PetscInt_FMT " of dimension %" PetscInt_FMT
                    " is not in $Entities",
                    scan->section, tag, *dim);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Make room for the table of node tags from `first` to `last`. The reader has one as long, so a few
// nodes with wide gaps between their tags are refused.
static PetscErrorCode CreateNodeTable(RicGmshScan *scan, PetscInt n, PetscInt first,
                                      PetscInt last) {
  PetscFunctionBegin;
  if (n < 1)
    RicGmshComplain(scan, "the mesh has no nodes");
  if (last < first || (PetscInt64)last - first > (PetscInt64)1000000 + 16 * (PetscInt64)n)
    RicGmshComplain(scan,
                    "section $Nodes: tags from %" PetscInt_FMT " to %" PetscInt_FMT
                    " for %" PetscInt_FMT " nodes have too wide gaps",
                    first, last, n);
  if (RicGmshScanBad(scan))
    PetscFunctionReturn(PETSC_SUCCESS);
  scan->first = first;
  scan->last = last;
  PetscCall(PetscBTCreate(last - first + 1, &scan->nodes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void EnterNode(RicGmshScan *scan, PetscInt tag) {
  if (RicGmshScanBad(scan))
    return;
  if (tag < scan->first || tag > scan->last)
    RicGmshComplain(
        scan, "section $Nodes: tag %" PetscInt_FMT " is outside the range the section announces",
        tag);
  else if (PetscBTLookupSet(scan->nodes, tag - scan->first))
    RicGmshComplain(scan, "section $Nodes: two nodes have the tag %" PetscInt_FMT, tag);
}

// Format 2.2: count (text), then tag and place of each node. Gone through twice: for the range of
// the tags, then for the tags.
static PetscErrorCode CheckNodes22(RicGmshScan *scan) {
  const PetscBool binary = scan->binary;
  PetscInt first = PETSC_MAX_INT, last = PETSC_MIN_INT;

  PetscFunctionBegin;
  scan->binary = PETSC_FALSE;
  const PetscInt n = RicGmshNextCount(scan);
  scan->binary = binary;
  if (!RicGmshScanBad(scan) && scan->at < scan->end)
    scan->at++;
  const char *begin = scan->at;
  for (PetscInt pass = 0; pass < 2; pass++) {
    scan->at = begin;
    for (PetscInt i = 0; i < n && !RicGmshScanBad(scan); i++) {
      const PetscInt tag = RicGmshNextInt(scan);
      RicGmshSkipReals(scan, 3);
      first = PetscMin(first, tag);
      last = PetscMax(last, tag);
      if (pass == 1)
        EnterNode(scan, tag);
    }
    if (pass == 0)
      PetscCall(CreateNodeTable(scan, n, first, last));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Format 4.1: per block its entity, the tags, the places.
static PetscErrorCode CheckNodes41(RicGmshScan *scan) {
  const PetscInt blocks = RicGmshNextCount(scan), total = RicGmshNextCount(scan);
  const PetscInt first = RicGmshNextTag(scan), last = RicGmshNextTag(scan);
  PetscInt dim, done = 0;

  PetscFunctionBegin;
  PetscCall(CreateNodeTable(scan, total, first, last));
  for (PetscInt b = 0; b < blocks && !RicGmshScanBad(scan); b++) {
    PetscCall(CheckBlockEntity(scan, &dim));
    if (RicGmshNextInt(scan) != 0)
      RicGmshComplain(
          scan,
          "nodes with parametric coordinates are not read: gmsh -setnumber Mesh.SaveParametric 0");
    const PetscInt n = RicGmshNextCount(scan);
    if (n > total - done)
      RicGmshComplain(scan, "section $Nodes: more nodes than announced");
    for (PetscInt i = 0; i < n && !RicGmshScanBad(scan); i++)
      EnterNode(scan, RicGmshNextTag(scan));
    RicGmshSkipReals(scan, 3 * n);
    done += n;
  }
  if (done < total)
    RicGmshComplain(scan, "section $Nodes: fewer nodes than announced");
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Only lines and points; returns the number of nodes of the type.
static PetscInt CheckType(RicGmshScan *scan, PetscInt type) {
  static const char *const names[] = {
      "",          "",       "triangles", "quadrangles",          "tetrahedra",
      "hexahedra", "prisms", "pyramids",  "lines of second order"};

  if (type == GMSH_LINE)
    return 2;
  if (type == GMSH_POINT)
    return 1;
  if (type >= 2 && type <= 8)
    RicGmshComplain(scan, "it holds %s, only straight two-node lines are read: gmsh -1 -order 1",
                    names[type]);
  else
    RicGmshComplain(scan,
                    "it holds elements of Gmsh type %" PetscInt_FMT
                    ", only straight two-node lines are read: gmsh -1 -order 1",
                    type);
  return 0;
}

static void CheckElement(RicGmshScan *scan, PetscInt tag, PetscInt num_nodes,
                         const PetscInt nodes[]) {
  if (RicGmshScanBad(scan))
    return;
  for (PetscInt i = 0; i < num_nodes; i++) {
    const PetscInt node = nodes[i];
    if (node < scan->first || node > scan->last || !PetscBTLookup(scan->nodes, node - scan->first))
      RicGmshComplain(scan,
                      "section $Elements: element %" PetscInt_FMT " has node %" PetscInt_FMT
                      ", which is not in $Nodes",
                      tag, node);
  }
  if (num_nodes == 2 && nodes[0] == nodes[1])
    RicGmshComplain(
        scan, "section $Elements: element %" PetscInt_FMT " begins and ends at node %" PetscInt_FMT,
        tag, nodes[0]);
}

// Format 2.2: count (text), then elements; binary files have headers (type, number of elements,
// number of tags) before runs of elements, text files have them within each element.
static void CheckElements22(RicGmshScan *scan, PetscInt *lines) {
  const PetscBool binary = scan->binary;
  PetscInt nodes[2], done = 0;

  scan->binary = PETSC_FALSE;
  const PetscInt total = RicGmshNextCount(scan);
  scan->binary = binary;
  if (!RicGmshScanBad(scan) && scan->at < scan->end)
    scan->at++;
  while (done < total && !RicGmshScanBad(scan)) {
    PetscInt tag = binary ? 0 : RicGmshNextInt(scan);
    const PetscInt size = CheckType(scan, RicGmshNextInt(scan));
    const PetscInt run = binary ? RicGmshNextInt(scan) : 1, tags = RicGmshNextInt(scan);
    if (run < 1 || run > total - done || tags < 0 || tags > MAX_TAGS)
      RicGmshComplain(scan, "section $Elements: wrong number of elements or of tags");
    for (PetscInt i = 0; i < run && !RicGmshScanBad(scan); i++) {
      if (binary)
        tag = RicGmshNextInt(scan);
      RicGmshSkipInts(scan, tags);
      for (PetscInt k = 0; k < size; k++)
        nodes[k] = RicGmshNextInt(scan);
      CheckElement(scan, tag, size, nodes);
      *lines += size == 2 ? 1 : 0;
    }
    done += run;
  }
}

// Format 4.1: per block its entity and type, then the elements.
static PetscErrorCode CheckElements41(RicGmshScan *scan, PetscInt *lines) {
  const PetscInt blocks = RicGmshNextCount(scan), total = RicGmshNextCount(scan);
  PetscInt nodes[2], dim, done = 0;

  PetscFunctionBegin;
  (void)RicGmshNextTag(scan); // least and greatest tag
  (void)RicGmshNextTag(scan);
  for (PetscInt b = 0; b < blocks && !RicGmshScanBad(scan); b++) {
    PetscCall(CheckBlockEntity(scan, &dim));
    const PetscInt size = CheckType(scan, RicGmshNextInt(scan)), n = RicGmshNextCount(scan);
    if (n > total - done || size != dim + 1)
      RicGmshComplain(scan, "section $Elements: wrong number or dimension of elements");
    for (PetscInt i = 0; i < n && !RicGmshScanBad(scan); i++) {
      const PetscInt tag = RicGmshNextTag(scan);
      for (PetscInt k = 0; k < size; k++)
        nodes[k] = RicGmshNextTag(scan);
      CheckElement(scan, tag, size, nodes);
    }
    if (size == 2)
      *lines += n;
    done += n;
  }
  if (done < total)
    RicGmshComplain(scan, "section $Elements: fewer elements than announced");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckSections(RicGmshScan *scan, RicGmshData *data) {
  PetscInt lines = 0;

  PetscFunctionBegin;
  PetscCall(RicGmshCheckHead(scan, data));
  if (data->version == 41)
    PetscCall(CheckEntities(scan));
  RicGmshExpect(scan, "$Nodes");
  if (data->version == 41)
    PetscCall(CheckNodes41(scan));
  else
    PetscCall(CheckNodes22(scan));
  RicGmshExpect(scan, "$EndNodes");
  RicGmshExpect(scan, "$Elements");
  if (data->version == 41)
    PetscCall(CheckElements41(scan, &lines));
  else
    CheckElements22(scan, &lines);
  RicGmshExpect(scan, "$EndElements");
  if (lines == 0)
    RicGmshComplain(scan, "it holds points only, no lines: gmsh -1");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicGmshCheck(const char filename[], RicGmshData *data) {
  RicGmshScan scan = {.error = data->error};

  PetscFunctionBegin;
  PetscCall(RicGmshScanOpen(filename, &scan));
  if (!RicGmshScanBad(&scan))
    PetscCall(CheckSections(&scan, data));
  PetscCall(RicGmshScanClose(&scan));
  PetscFunctionReturn(PETSC_SUCCESS);
}
