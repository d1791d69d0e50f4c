// SPDX-License-Identifier: BSD-2-Clause
// The elements of a Gmsh file. Lines become cells; points count for their groups alone. Surfaces
// and volumes are counted and left out.
//
// Format 2.2 writes an element once for each of its groups, with the group as its first tag. In 4.1
// the entity of a block lists its groups.
#include "mesh/mesh_gmsh_impl.h"

// Tags an element of 2.2 may have.
#define MAX_TAGS 100
#define MAX_NODES 8

static const struct {
  const char *name;
  PetscInt num_nodes, dim;
} known[RIC_GMSH_NUM_KNOWN] = {
    [RIC_GMSH_LINE] = {"lines", 2, 1}, [2] = {"triangles", 3, 2}, [3] = {"quadrangles", 4, 2},
    [4] = {"tetrahedra", 4, 3},        [5] = {"hexahedra", 8, 3}, [6] = {"prisms", 6, 3},
    [7] = {"pyramids", 5, 3}};

// A run of elements of one type; groups: those of all its members.
typedef struct {
  PetscInt type, num_nodes, dim;
  PetscInt num_groups;
  const PetscInt *groups;
} Run;

const char *RicGmshTypeName(PetscInt type) { return known[type].name; }

// A run of elements of a type that is known.
static Run RunOfType(RicGmshScan *scan, PetscInt type) {
  Run run = {.type = type};

  if (type == RIC_GMSH_POINT) {
    run.num_nodes = 1;
  } else if (type >= 1 && type < RIC_GMSH_NUM_KNOWN) {
    run.num_nodes = known[type].num_nodes;
    run.dim = known[type].dim;
  } else if (type == 8) {
    RicGmshComplain(scan, "it holds lines of second order, only straight two-node lines are read: "
                          "gmsh -order 1");
  } else {
    RicGmshComplain(scan,
                    "it holds elements of Gmsh type %" PetscInt_FMT
                    ", only straight two-node lines are read: gmsh -1 -order 1",
                    type);
  }
  return run;
}

// Double the room of an array of numbers that is full.
static PetscErrorCode Grow(PetscInt needed, PetscInt *room, PetscInt **array) {
  PetscFunctionBegin;
  if (needed <= *room)
    PetscFunctionReturn(PETSC_SUCCESS);
  *room = PetscMax(2 * *room, needed + 256);
  PetscCall(PetscRealloc((size_t)*room * sizeof(PetscInt), array));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The node or cell `member` is in the groups of the run.
static PetscErrorCode Mark(RicGmshReader *r, const Run *run, PetscInt member) {
  RicGmshData *data = r->data;

  PetscFunctionBegin;
  for (PetscInt i = 0; i < run->num_groups; i++) {
    if (run->groups[i] == 0)
      continue; // no group
    PetscCall(Grow(3 * (data->num_marks + 1), &r->max_marks, &data->marks));
    PetscInt *mark = &data->marks[3 * data->num_marks++];
    mark[0] = run->dim;
    mark[1] = run->groups[i];
    mark[2] = member;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Tags of the element's nodes into their numbers; false with a complaint where one does not exist.
static PetscBool FindNodes(RicGmshReader *r, const Run *run, PetscInt tag, PetscInt nodes[]) {
  for (PetscInt i = 0; i < run->num_nodes && !RicGmshScanBad(&r->scan); i++) {
    const PetscInt node = nodes[i];
    nodes[i] = node < r->first || node > r->last ? -1 : r->number[node - r->first];
    if (nodes[i] < 0)
      RicGmshComplain(&r->scan,
                      "section $Elements: element %" PetscInt_FMT " has node %" PetscInt_FMT
                      ", which is not in $Nodes",
                      tag, node);
    else if (run->type == RIC_GMSH_LINE && i == 1 && nodes[0] == nodes[1])
      RicGmshComplain(&r->scan,
                      "section $Elements: element %" PetscInt_FMT
                      " begins and ends at node %" PetscInt_FMT,
                      tag, node);
  }
  return (PetscBool)!RicGmshScanBad(&r->scan);
}

static PetscErrorCode TakeElement(RicGmshReader *r, const Run *run, PetscInt tag,
                                  PetscInt nodes[]) {
  RicGmshData *data = r->data;
  const int use = run->dim == 0   ? RIC_GMSH_ON_POINT
                  : run->dim == 1 ? RIC_GMSH_ON_LINE
                                  : RIC_GMSH_ON_OTHER;

  PetscFunctionBegin;
  if (!FindNodes(r, run, tag, nodes))
    PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < run->num_nodes; i++)
    r->use[nodes[i]] |= (unsigned char)use;
  if (run->dim == 0) {
    PetscCall(Mark(r, run, nodes[0]));
  } else if (run->dim == 1) {
    PetscCall(Grow(2 * (data->num_cells + 1), &r->max_cells, &data->cells));
    PetscCall(PetscArraycpy(&data->cells[2 * data->num_cells], nodes, 2));
    PetscCall(Mark(r, run, data->num_cells++));
  } else {
    r->left_out[run->type]++;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The tags of an element of 2.2: its group, its entity, partitions.
static PetscInt GroupOfTags(RicGmshScan *scan, PetscInt num_tags) {
  const PetscInt group = num_tags > 0 ? RicGmshNextGroup(scan) : 0;

  RicGmshSkipInts(scan, num_tags - 1);
  return group;
}

// Format 2.2: count, then elements; binary files have headers (type, number of elements, number of
// tags) before runs of elements, text files have them within each element.
static PetscErrorCode ReadElements22(RicGmshReader *r) {
  RicGmshScan *scan = &r->scan;
  const PetscInt total = RicGmshNextCountText(scan);
  PetscInt nodes[MAX_NODES], group, done = 0;

  PetscFunctionBegin;
  while (done < total && !RicGmshScanBad(scan)) {
    PetscInt tag = scan->binary ? 0 : RicGmshNextInt(scan);
    Run run = RunOfType(scan, RicGmshNextInt(scan));
    const PetscInt n = scan->binary ? RicGmshNextInt(scan) : 1, tags = RicGmshNextInt(scan);
    if (n < 1 || n > total - done || tags < 0 || tags > MAX_TAGS)
      RicGmshComplain(scan, "section $Elements: wrong number of elements or of tags");
    run.num_groups = 1;
    run.groups = &group;
    for (PetscInt i = 0; i < n && !RicGmshScanBad(scan); i++) {
      if (scan->binary)
        tag = RicGmshNextInt(scan);
      group = GroupOfTags(scan, tags);
      for (PetscInt k = 0; k < run.num_nodes; k++)
        nodes[k] = RicGmshNextInt(scan);
      PetscCall(TakeElement(r, &run, tag, nodes));
    }
    done += n;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Format 4.1: per block its entity and type, then the elements.
static PetscErrorCode ReadElements41(RicGmshReader *r) {
  RicGmshScan *scan = &r->scan;
  const PetscInt blocks = RicGmshNextCount(scan), total = RicGmshNextCount(scan);
  const RicGmshEntity *entity;
  PetscInt nodes[MAX_NODES], dim, done = 0;

  PetscFunctionBegin;
  (void)RicGmshNextTag(scan); // least and greatest tag
  (void)RicGmshNextTag(scan);
  for (PetscInt b = 0; b < blocks && !RicGmshScanBad(scan); b++) {
    PetscCall(RicGmshReadBlockEntity(r, &dim, &entity));
    Run run = RunOfType(scan, RicGmshNextInt(scan));
    const PetscInt n = RicGmshNextCount(scan);
    if (n > total - done || run.dim != dim)
      RicGmshComplain(scan, "section $Elements: wrong number or dimension of elements");
    run.num_groups = entity ? entity->num_groups : 0;
    run.groups = entity ? &r->groups[entity->first] : NULL;
    for (PetscInt i = 0; i < n && !RicGmshScanBad(scan); i++) {
      const PetscInt tag = RicGmshNextTag(scan);
      for (PetscInt k = 0; k < run.num_nodes; k++)
        nodes[k] = RicGmshNextTag(scan);
      PetscCall(TakeElement(r, &run, tag, nodes));
    }
    done += n;
  }
  if (done < total)
    RicGmshComplain(scan, "section $Elements: fewer elements than announced");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicGmshReadElements(RicGmshReader *r) {
  PetscFunctionBegin;
  RicGmshExpect(&r->scan, "$Elements");
  if (r->version == 41)
    PetscCall(ReadElements41(r));
  else
    PetscCall(ReadElements22(r));
  RicGmshExpect(&r->scan, "$EndElements");
  PetscFunctionReturn(PETSC_SUCCESS);
}
