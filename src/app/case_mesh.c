// SPDX-License-Identifier: BSD-2-Clause
// The sections `mesh` and `regions`, and the links that elements and contacts between two nodes ask
// for.
#include "app/case.h"
#include <string.h>

// More do not fit into the memory of a machine: see RicMeshCheckCounts, which looks at whole
// meshes.
#define MAX_CELLS 99999999

// A list of items, or a single one: the i-th mapping and how many there are.
static PetscErrorCode ItemsOf(RicInputNode node, PetscInt *n) {
  PetscBool mapping;

  PetscFunctionBegin;
  *n = 0;
  if (!node)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicInputIsMapping(node, &mapping));
  if (mapping)
    *n = 1;
  else
    PetscCall(RicInputGetSize(node, n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ItemOf(RicInputNode node, PetscInt i, RicInputNode *item) {
  PetscBool mapping;

  PetscFunctionBegin;
  PetscCall(RicInputIsMapping(node, &mapping));
  if (mapping)
    *item = node;
  else
    PetscCall(RicInputGetItem(node, i, item));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A region name that is new: the mesh's own check knows no line number.
static PetscErrorCode NewName(RicCase *c, RicInputNode node, const char key[], const char name[]) {
  const RicRegion *region;

  PetscFunctionBegin;
  if (!strcmp(name, "all"))
    PetscCall(RicInputError(node, key, "the name 'all' is taken by the whole mesh"));
  PetscCall(RicMeshFindRegion(c->mesh, name, &region));
  if (region)
    PetscCall(RicInputError(node, key, "the name '%s' is taken by another region", name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GenerateLine(RicCase *c, RicInputNode node) {
  char name[RIC_NAME_LEN] = "bar";
  PetscReal from[3], to[3];
  PetscInt cells = 0;

  PetscFunctionBegin;
  PetscCall(RicInputCheckKeys(node, (const char *const[]){"name", "from", "to", "cells", NULL}));
  PetscCall(RicInputGetString(node, "name", name, sizeof(name)));
  PetscCall(NewName(c, node, "name", name));
  PetscCall(RicCaseVector_Private(c, node, "from", PETSC_TRUE, from));
  PetscCall(RicCaseVector_Private(c, node, "to", PETSC_TRUE, to));
  PetscCall(RicInputRequireInt(node, "cells", 1, MAX_CELLS, &cells));
  if (from[0] == to[0] && from[1] == to[1] && from[2] == to[2])
    PetscCall(RicInputError(node, "to", "the line has no length, must differ from `from`"));
  PetscCall(RicInputLocate(node, NULL, RicMeshGenerateLine(c->mesh, name, cells, from, to)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GenerateLattice(RicCase *c, RicInputNode node) {
  char name[RIC_NAME_LEN] = "lattice";
  PetscReal origin[3] = {0, 0, 0}, size[3] = {0, 0, 0};
  PetscInt counts[3] = {0, 0, 0};
  PetscBool braced = PETSC_TRUE;

  PetscFunctionBegin;
  PetscCall(RicInputCheckKeys(
      node, (const char *const[]){"name", "cells", "origin", "size", "braced", NULL}));
  PetscCall(RicInputGetString(node, "name", name, sizeof(name)));
  PetscCall(NewName(c, node, "name", name));
  PetscCall(RicInputRequireInts(node, "cells", c->dim, 0, 100000, counts));
  PetscCall(RicCaseVector_Private(c, node, "origin", PETSC_FALSE, origin));
  PetscCall(RicInputRequireReals(node, "size", c->dim, RIC_NON_NEGATIVE, size));
  PetscCall(RicInputGetBool(node, "braced", &braced));
  if (counts[0] + counts[1] + counts[2] == 0)
    PetscCall(RicInputError(node, "cells",
                            "are all 0, the lattice needs cells in one direction at least"));
  for (PetscInt d = 0; d < 3; d++)
    if (counts[d] > 0 && size[d] == 0)
      PetscCall(RicInputError(node, "size", "must be > 0 in each direction that has cells"));
  PetscCall(RicInputLocate(node, NULL,
                           RicMeshGenerateLattice(c->mesh, name, counts, origin, size, braced)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddNode(RicCase *c, RicInputNode node) {
  char name[RIC_NAME_LEN] = "";
  PetscReal at[3];

  PetscFunctionBegin;
  PetscCall(RicInputCheckKeys(node, (const char *const[]){"name", "at", NULL}));
  PetscCall(RicInputRequireString(node, "name", name, sizeof(name)));
  PetscCall(NewName(c, node, "name", name));
  PetscCall(RicCaseVector_Private(c, node, "at", PETSC_TRUE, at));
  PetscCall(RicInputLocate(node, "name", RicMeshAddNode(c->mesh, name, at)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A mesh file; a relative path is looked up beside the input first, then from where the program
// runs.
static PetscErrorCode LoadFile(RicCase *c, RicInputNode node) {
  char path[RIC_PATH_LEN] = "", beside[RIC_PATH_LEN] = "", *slash;
  const char *filename, *note;
  PetscBool found = PETSC_FALSE;

  PetscFunctionBegin;
  PetscCall(RicInputGetString(node, "file", path, sizeof(path)));
  if (!path[0])
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicInputGetFilename(c->input, &filename));
  PetscCall(PetscStrncpy(beside, filename, sizeof(beside)));
  PetscCall(PetscStrrchr(beside, '/', &slash));
  *slash = '\0';
  PetscCall(PetscStrlcat(beside, path, sizeof(beside)));
  if (path[0] != '/')
    PetscCall(PetscTestFile(beside, 'r', &found));
  PetscCallMPI(MPI_Bcast(&found, 1, MPIU_BOOL, 0, c->comm));
  PetscCall(RicInputLocate(node, "file", RicMeshLoad(c->mesh, found ? beside : path)));
  PetscCall(RicMeshGetNote(c->mesh, &note));
  if (note[0])
    PetscCall(PetscFPrintf(c->comm, PETSC_STDERR, "ricochet: note: %s\n", note));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A box or the node nearest to a point: one of the two.
static PetscErrorCode AddRegion(RicCase *c, RicInputNode item) {
  RicInputNode box, nearest;
  const char *name;
  PetscReal lo[3], hi[3];

  PetscFunctionBegin;
  PetscCall(RicInputCheckKeys(item, (const char *const[]){"box", "nearest", NULL}));
  PetscCall(RicInputGetKey(item, &name));
  PetscCall(NewName(c, item, NULL, name));
  PetscCall(RicInputGetChild(item, "box", &box));
  PetscCall(RicInputGetChild(item, "nearest", &nearest));
  if (!box == !nearest)
    PetscCall(RicInputError(item, NULL, "has %s, give either 'box' or 'nearest'",
                            box ? "both 'box' and 'nearest'" : "neither 'box' nor 'nearest'"));
  if (box) {
    PetscCall(RicInputCheckKeys(box, (const char *const[]){"lo", "hi", NULL}));
    PetscCall(RicCaseVector_Private(c, box, "lo", PETSC_TRUE, lo));
    PetscCall(RicCaseVector_Private(c, box, "hi", PETSC_TRUE, hi));
    PetscCall(RicInputLocate(box, NULL, RicMeshAddRegionBox(c->mesh, name, lo, hi)));
  } else {
    PetscCall(RicCaseVector_Private(c, item, "nearest", PETSC_TRUE, lo));
    PetscCall(RicInputLocate(nearest, NULL, RicMeshAddRegionNearest(c->mesh, name, lo)));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddRegions(RicCase *c) {
  RicInputNode regions, item;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicInputGetChild(c->root, "regions", &regions));
  PetscCall(RicCaseMapping_Private(regions));
  PetscCall(RicInputGetSize(regions, &n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicInputGetItem(regions, i, &item));
    PetscCall(AddRegion(c, item));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseMesh_Private(RicCase *c) {
  static const char *const generators[] = {"line", "lattice", "node"};
  static PetscErrorCode (*const generate[])(RicCase *, RicInputNode) = {GenerateLine,
                                                                        GenerateLattice, AddNode};
  RicInputNode mesh, node, item;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicMeshCreate(c->comm, &c->mesh));
  PetscCall(RicInputGetChild(c->root, "mesh", &mesh));
  if (mesh)
    PetscCall(RicInputCheckKeys(
        mesh, (const char *const[]){"file", "line", "lattice", "node", "refine", NULL}));
  if (mesh)
    PetscCall(LoadFile(c, mesh));
  for (PetscInt k = 0; k < 3 && mesh; k++) {
    PetscCall(RicInputGetChild(mesh, generators[k], &node));
    PetscCall(ItemsOf(node, &n));
    for (PetscInt i = 0; i < n; i++) {
      PetscCall(ItemOf(node, i, &item));
      PetscCall(generate[k](c, item));
    }
  }
  PetscCall(RicMeshGetNumNodes(c->mesh, &n, NULL, NULL));
  if (!n && mesh)
    PetscCall(RicInputError(mesh, NULL,
                            "the mesh is empty, give at least one of file, line, lattice, node"));
  PetscCall(RicInputGetInt(mesh, "refine", 0, 20, &c->refine));
  if (mesh)
    PetscCall(RicInputLocate(mesh, "refine", RicMeshRefine(c->mesh, c->refine)));
  if (mesh)
    PetscCall(RicMeshAddRegionAll(c->mesh));
  PetscCall(RicCaseBodyNodes_Private(c));
  PetscCall(RicMeshGetNumNodes(c->mesh, &n, NULL, NULL));
  if (!n) // neither mesh nor bodies nor systems
    PetscCall(RicInputRequireChild(c->root, "mesh", &mesh));
  PetscCall(AddRegions(c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Links ----

// The link between the two regions of `nodes: [a, b]`, or −1 when the item has none.
static PetscErrorCode LinkOf(RicCase *c, RicInputNode item, PetscInt *link) {
  RicInputNode nodes, end;
  const RicRegion *region;
  PetscInt n, ends[2];

  PetscFunctionBegin;
  PetscCall(RicCasePointLink_Private(c, item, link));
  PetscCall(RicInputGetChild(item, "nodes", &nodes));
  if (!nodes)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicInputGetSize(nodes, &n));
  if (n != 2)
    PetscCall(RicInputError(item, "nodes", "expects two regions (are %" PetscInt_FMT ")", n));
  for (PetscInt i = 0; i < 2; i++) {
    PetscCall(RicInputGetItem(nodes, i, &end));
    PetscCall(RicCaseRegion_Private(c, end, NULL, PETSC_TRUE, &region));
    ends[i] = region->nodes[0];
  }
  if (ends[0] == ends[1])
    PetscCall(RicInputError(item, "nodes", "the two regions are the same node"));
  PetscCall(RicMeshAddLink(c->mesh, ends[0], ends[1], link));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode LinksOfSection(RicCase *c, RicInputNode section, PetscInt links[]) {
  RicInputNode item;
  PetscBool mapping;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicInputGetSize(section, &n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicInputGetItem(section, i, &item));
    links[i] = -1;
    PetscCall(RicInputIsMapping(item, &mapping));
    if (mapping)
      PetscCall(LinkOf(c, item, &links[i]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Each potential contact makes its node heavier, so that the partition balances contacts, too.
static PetscErrorCode WeighContacts(RicCase *c, RicInputNode contacts) {
  RicInputNode item;
  const RicRegion *region;
  char name[RIC_NAME_LEN];
  PetscBool mapping;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicInputGetSize(contacts, &n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicInputGetItem(contacts, i, &item));
    PetscCall(RicInputIsMapping(item, &mapping));
    if (!mapping)
      continue;
    name[0] = '\0';
    PetscCall(RicInputGetString(item, "region", name, sizeof(name)));
    PetscCall(RicMeshFindRegion(c->mesh, name, &region));
    for (PetscInt k = 0; region && k < region->num_nodes; k++)
      PetscCall(RicMeshAddNodeWeight(c->mesh, region->nodes[k], 1));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseLinks_Private(RicCase *c) {
  static const char *const names[] = {"elements", "contacts", "joints", "springs"};
  RicInputNode sections[4];
  PetscInt n[4];

  PetscFunctionBegin;
  for (PetscInt k = 0; k < 4; k++) {
    PetscCall(RicInputGetChild(c->root, names[k], &sections[k]));
    PetscCall(RicInputGetSize(sections[k], &n[k]));
  }
  PetscCall(PetscMalloc4(n[0], &c->element_links, n[1], &c->contact_links, n[2], &c->joint_links,
                         n[3], &c->spring_links));
  PetscCall(LinksOfSection(c, sections[0], c->element_links));
  PetscCall(LinksOfSection(c, sections[1], c->contact_links));
  PetscCall(LinksOfSection(c, sections[2], c->joint_links));
  PetscCall(LinksOfSection(c, sections[3], c->spring_links));
  PetscCall(WeighContacts(c, sections[1]));
  PetscCall(RicMeshPartition(c->mesh));
  PetscFunctionReturn(PETSC_SUCCESS);
}
