// SPDX-License-Identifier: BSD-2-Clause
// The sections `mesh` and `regions`, and the links that elements and contacts between two nodes ask
// for.
#include "app/case.h"
#include <string.h>

// More do not fit into the memory of a machine: see RicMeshCheckCounts, which looks at whole
// meshes.
#define MAX_CELLS 99999999

typedef struct {
  char name[RIC_NAME_LEN];
  PetscReal from[3], to[3];
  PetscInt cells;
} Line;

static const RicParameter line_keys[] = {
    {"name", "of its region; its ends are NAME.start, NAME.end, of the first line start, end too",
     "", RIC_PARAMETER_TEXT, .text = "bar", .count = RIC_NAME_LEN, .offset = offsetof(Line, name)},
    {"from", "where it begins", "m", RIC_PARAMETER_VECTOR, .required = PETSC_TRUE,
     .offset = offsetof(Line, from)},
    {"to", "where it ends", "m", RIC_PARAMETER_VECTOR, .required = PETSC_TRUE,
     .offset = offsetof(Line, to)},
    {"cells", "how many", "", RIC_PARAMETER_INT, .required = PETSC_TRUE, .bounds = {1, MAX_CELLS},
     .offset = offsetof(Line, cells)},
    {NULL},
};

typedef struct {
  char name[RIC_NAME_LEN];
  PetscInt cells[3];
  PetscReal origin[3], size[3];
  PetscBool braced;
} Lattice;

static const RicParameter lattice_keys[] = {
    {"name", "of its region; its faces are xmin … zmax", "", RIC_PARAMETER_TEXT, .text = "lattice",
     .count = RIC_NAME_LEN, .offset = offsetof(Lattice, name)},
    {"cells", "along each direction; 0: flat in it", "", RIC_PARAMETER_INTS, .required = PETSC_TRUE,
     .bounds = {0, 100000}, .offset = offsetof(Lattice, cells)},
    {"origin", "its first corner", "m", RIC_PARAMETER_VECTOR, .offset = offsetof(Lattice, origin)},
    {"size", "of all of it", "m", RIC_PARAMETER_VECTOR, RIC_NON_NEGATIVE, .required = PETSC_TRUE,
     .offset = offsetof(Lattice, size)},
    {"braced", "diagonals in every face", "", RIC_PARAMETER_BOOL, .value = {1},
     .offset = offsetof(Lattice, braced)},
    {NULL},
};

typedef struct {
  char name[RIC_NAME_LEN];
  PetscReal at[3];
} Node;

static const RicParameter node_keys[] = {
    {"name", "of its region", "", RIC_PARAMETER_TEXT, .required = PETSC_TRUE, .count = RIC_NAME_LEN,
     .offset = offsetof(Node, name)},
    {"at", "where it is", "m", RIC_PARAMETER_VECTOR, .required = PETSC_TRUE,
     .offset = offsetof(Node, at)},
    {NULL},
};

const RicParameter RicMeshParameters[] = {
    {"file",
     "a Gmsh file, .msh 2.2 or 4.1, ascii or binary: its two-node lines and physical groups", "",
     RIC_PARAMETER_NAME, .otherwise = "none"},
    {"line", "cells along a line", "", RIC_PARAMETER_ITEMS, .keys = line_keys},
    {"lattice", "a truss", "", RIC_PARAMETER_ITEMS, .keys = lattice_keys},
    {"node", "a node on no cell", "", RIC_PARAMETER_ITEMS, .keys = node_keys},
    {"refine", "split every cell in two, that many times; regions follow", "", RIC_PARAMETER_INT,
     .bounds = {0, 20}, .offset = offsetof(RicCase, refine)},
    {NULL},
};

typedef struct {
  PetscReal lo[3], hi[3];
} Box;

static const RicParameter box_keys[] = {
    {"lo", "its least coordinates", "m", RIC_PARAMETER_VECTOR, .required = PETSC_TRUE,
     .offset = offsetof(Box, lo)},
    {"hi", "its greatest coordinates", "m", RIC_PARAMETER_VECTOR, .required = PETSC_TRUE,
     .offset = offsetof(Box, hi)},
    {NULL},
};

const RicParameter RicRegionParameters[] = {
    {"box", "the nodes in it and the cells with both ends in it", "", RIC_PARAMETER_MAPPING,
     .otherwise = "`nearest`", .instead = "nearest", .keys = box_keys},
    {"nearest", "the node nearest to this point", "m", RIC_PARAMETER_PLACE, .otherwise = "`box`"},
    {NULL},
};

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
  Line l;

  PetscFunctionBegin;
  PetscCall(RicCaseParameters_Private(c, node, NULL, line_keys, &l));
  PetscCall(NewName(c, node, "name", l.name));
  if (l.from[0] == l.to[0] && l.from[1] == l.to[1] && l.from[2] == l.to[2])
    PetscCall(RicInputError(node, "to", "the line has no length, must differ from `from`"));
  PetscCall(
      RicInputLocate(node, NULL, RicMeshGenerateLine(c->mesh, l.name, l.cells, l.from, l.to)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GenerateLattice(RicCase *c, RicInputNode node) {
  Lattice l;

  PetscFunctionBegin;
  PetscCall(RicCaseParameters_Private(c, node, NULL, lattice_keys, &l));
  PetscCall(NewName(c, node, "name", l.name));
  if (l.cells[0] + l.cells[1] + l.cells[2] == 0)
    PetscCall(RicInputError(node, "cells",
                            "are all 0, the lattice needs cells in one direction at least"));
  for (PetscInt d = 0; d < 3; d++)
    if (l.cells[d] > 0 && l.size[d] == 0)
      PetscCall(RicInputError(node, "size", "must be > 0 in each direction that has cells"));
  PetscCall(RicInputLocate(
      node, NULL, RicMeshGenerateLattice(c->mesh, l.name, l.cells, l.origin, l.size, l.braced)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddNode(RicCase *c, RicInputNode node) {
  Node n;

  PetscFunctionBegin;
  PetscCall(RicCaseParameters_Private(c, node, NULL, node_keys, &n));
  PetscCall(NewName(c, node, "name", n.name));
  PetscCall(RicInputLocate(node, "name", RicMeshAddNode(c->mesh, n.name, n.at)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode HashMesh(RicCase *c, const char path[]) {
  PetscMPIInt rank;
  uint64_t hash;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_rank(c->comm, &rank));
  if (!rank && !RicHashFile(path, &hash))
    RicHashPrint(hash, c->mesh_hash);
  PetscCallMPI(MPI_Bcast(c->mesh_hash, RIC_HASH_LEN, MPI_CHAR, 0, c->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseFindFile_Private(RicCase *c, const char name[], char path[]) {
  const char *filename;
  PetscBool found = PETSC_FALSE;
  char *slash;

  PetscFunctionBegin;
  PetscCall(RicInputGetFilename(c->input, &filename));
  PetscCall(PetscStrncpy(path, filename, RIC_PATH_LEN));
  PetscCall(PetscStrrchr(path, '/', &slash));
  *slash = '\0';
  PetscCall(PetscStrlcat(path, name, RIC_PATH_LEN));
  if (name[0] != '/')
    PetscCall(PetscTestFile(path, 'r', &found));
  if (name[0] != '/' && !found) // which is told to be no file
    PetscCall(PetscTestDirectory(path, 'r', &found));
  PetscCallMPI(MPI_Bcast(&found, 1, MPIU_BOOL, 0, c->comm));
  if (!found)
    PetscCall(PetscStrncpy(path, name, RIC_PATH_LEN));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode LoadFile(RicCase *c, RicInputNode node) {
  char name[RIC_PATH_LEN] = "", path[RIC_PATH_LEN];
  const char *note;

  PetscFunctionBegin;
  PetscCall(RicInputGetString(node, "file", name, sizeof(name)));
  if (!name[0])
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicCaseFindFile_Private(c, name, path));
  PetscCall(RicInputLocate(node, "file", RicMeshLoad(c->mesh, path)));
  PetscCall(HashMesh(c, path));
  PetscCall(RicMeshGetNote(c->mesh, &note));
  if (note[0])
    PetscCall(PetscFPrintf(c->comm, PETSC_STDERR, "ricochet: note: %s\n", note));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A box or the node nearest to a point: one of the two.
static PetscErrorCode AddRegion(RicCase *c, RicInputNode item) {
  RicInputNode box, nearest;
  const char *name;
  PetscReal at[3];
  Box b;

  PetscFunctionBegin;
  PetscCall(RicCaseCheckKeys_Private(c, item, NULL, RicRegionParameters));
  PetscCall(RicInputGetKey(item, &name));
  PetscCall(NewName(c, item, NULL, name));
  PetscCall(RicInputGetChild(item, "box", &box));
  PetscCall(RicInputGetChild(item, "nearest", &nearest));
  if (!box == !nearest)
    PetscCall(RicInputError(item, NULL, "has %s, give either 'box' or 'nearest'",
                            box ? "both 'box' and 'nearest'" : "neither 'box' nor 'nearest'"));
  if (box) {
    PetscCall(RicCaseParameters_Private(c, box, NULL, box_keys, &b));
    PetscCall(RicInputLocate(box, NULL, RicMeshAddRegionBox(c->mesh, name, b.lo, b.hi)));
  } else {
    PetscCall(RicCaseVector_Private(c, item, "nearest", PETSC_TRUE, at));
    PetscCall(RicInputLocate(nearest, NULL, RicMeshAddRegionNearest(c->mesh, name, at)));
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
    PetscCall(RicCaseFill_Private(c, mesh, NULL, RicMeshParameters, c));
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

// The region whose nodes are each a contact of the item, NULL where it has none.
static PetscErrorCode RegionOfContacts(RicCase *c, RicInputNode item, const RicRegion **region) {
  char name[RIC_NAME_LEN] = "";
  RicInputNode a;
  PetscBool scalar;

  PetscFunctionBegin;
  PetscCall(RicInputGetChild(item, "a", &a));
  PetscCall(RicInputIsScalar(a, &scalar));
  PetscCall(RicInputGetString(item, scalar ? "a" : "region", name, sizeof(name)));
  PetscCall(RicMeshFindRegion(c->mesh, name, region));
  if (*region && scalar && (*region)->num_nodes == 1) // as in joints
    *region = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Each potential contact makes its node heavier, so that the partition balances contacts, too.
static PetscErrorCode WeighContacts(RicCase *c, RicInputNode contacts) {
  RicInputNode item;
  const RicRegion *region;
  PetscBool mapping;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicInputGetSize(contacts, &n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicInputGetItem(contacts, i, &item));
    PetscCall(RicInputIsMapping(item, &mapping));
    if (!mapping)
      continue;
    PetscCall(RegionOfContacts(c, item, &region));
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
