// SPDX-License-Identifier: BSD-2-Clause
// The nodes of a Gmsh file: tags, which may have gaps, and places.
#include "mesh/mesh_gmsh_impl.h"

// Make room for n nodes and for the table of their tags, `first` to `last`: a few nodes with wide
// gaps between their tags are refused.
static PetscErrorCode CreateTable(RicGmshReader *r, PetscInt n, PetscInt first, PetscInt last) {
  RicGmshScan *scan = &r->scan;

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
  r->first = first;
  r->last = last;
  PetscCall(PetscMalloc1(last - first + 1, &r->number));
  for (PetscInt i = 0; i <= last - first; i++)
    r->number[i] = -1;
  PetscCall(PetscMalloc1(3 * n, &r->data->xyz));
  PetscCall(PetscCalloc1(n, &r->use));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The next node gets the tag.
static void EnterTag(RicGmshReader *r, PetscInt tag) {
  RicGmshScan *scan = &r->scan;

  if (RicGmshScanBad(scan))
    return;
  if (tag < r->first || tag > r->last)
    RicGmshComplain(
        scan, "section $Nodes: tag %" PetscInt_FMT " is outside the range the section announces",
        tag);
  else if (r->number[tag - r->first] >= 0)
    RicGmshComplain(scan, "section $Nodes: two nodes have the tag %" PetscInt_FMT, tag);
  else
    r->number[tag - r->first] = r->data->num_nodes++;
}

// Format 2.2: count, then tag and place of each node. Gone through twice: for the range of the
// tags, then for the nodes.
static PetscErrorCode ReadNodes22(RicGmshReader *r) {
  RicGmshScan *scan = &r->scan;
  const PetscInt n = RicGmshNextCountText(scan);
  const char *begin = scan->at;
  PetscInt first = PETSC_MAX_INT, last = PETSC_MIN_INT;

  PetscFunctionBegin;
  for (PetscInt i = 0; i < n && !RicGmshScanBad(scan); i++) {
    const PetscInt tag = RicGmshNextInt(scan);
    RicGmshSkipReals(scan, 3);
    first = PetscMin(first, tag);
    last = PetscMax(last, tag);
  }
  PetscCall(CreateTable(r, n, first, last));
  scan->at = begin;
  for (PetscInt i = 0; i < n && !RicGmshScanBad(scan); i++) {
    EnterTag(r, RicGmshNextInt(scan));
    RicGmshNextReals(scan, 3, &r->data->xyz[3 * i]);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Format 4.1: per block its entity, the tags, the places; behind a place its parameters on the
// entity, as many as that has dimensions, where the block says so.
static PetscErrorCode ReadNodes41(RicGmshReader *r) {
  RicGmshScan *scan = &r->scan;
  const PetscInt blocks = RicGmshNextCount(scan), total = RicGmshNextCount(scan);
  const PetscInt first = RicGmshNextTag(scan), last = RicGmshNextTag(scan);
  const RicGmshEntity *entity;
  PetscInt dim, done = 0;

  PetscFunctionBegin;
  PetscCall(CreateTable(r, total, first, last));
  for (PetscInt b = 0; b < blocks && !RicGmshScanBad(scan); b++) {
    PetscCall(RicGmshReadBlockEntity(r, &dim, &entity));
    const PetscInt parameters = RicGmshNextInt(scan) ? dim : 0;
    const PetscInt n = RicGmshNextCount(scan);
    if (n > total - done)
      RicGmshComplain(scan, "section $Nodes: more nodes than announced");
    for (PetscInt i = 0; i < n && !RicGmshScanBad(scan); i++)
      EnterTag(r, RicGmshNextTag(scan));
    for (PetscInt i = 0; i < n && !RicGmshScanBad(scan); i++) {
      RicGmshNextReals(scan, 3, &r->data->xyz[3 * (done + i)]);
      RicGmshSkipReals(scan, parameters);
    }
    done += n;
  }
  if (done < total)
    RicGmshComplain(scan, "section $Nodes: fewer nodes than announced");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicGmshReadNodes(RicGmshReader *r) {
  PetscFunctionBegin;
  if (RicGmshEnter(&r->scan, "$ParametricNodes"))
    RicGmshComplain(&r->scan, "section $ParametricNodes is not read: "
                              "gmsh -setnumber Mesh.SaveParametric 0");
  RicGmshExpect(&r->scan, "$Nodes");
  if (r->version == 41)
    PetscCall(ReadNodes41(r));
  else
    PetscCall(ReadNodes22(r));
  RicGmshExpect(&r->scan, "$EndNodes");
  for (PetscInt i = 0; i < 3 * r->data->num_nodes && !RicGmshScanBad(&r->scan); i++)
    if (PetscIsInfOrNanReal(r->data->xyz[i]))
      RicGmshComplain(&r->scan, "a node has a coordinate that is not a finite number");
  PetscFunctionReturn(PETSC_SUCCESS);
}
