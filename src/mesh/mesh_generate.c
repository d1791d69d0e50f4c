// SPDX-License-Identifier: BSD-2-Clause
// Generated meshes: the straight line and the truss lattice.
//
// Lattice. Nodes are numbered fastest along the direction of fewest cells and slowest along that of
// most, so that the ends of a bar differ by about one cross-section of nodes: narrow bands. Every
// node carries the bars that start there in positive direction and the diagonals of the faces
// whose lowest corner it is; so a bar shared by neighbours exists once and bars run with the nodes.
#include "mesh/mesh_impl.h"

// Sizes of a lattice and how its nodes are numbered.
typedef struct {
  PetscInt counts[3];  // cells per direction
  PetscInt strides[3]; // node numbers from one plane of nodes to the next, per direction
  PetscInt fast[3];    // the directions by ascending stride
  PetscInt num_nodes, num_cells;
} Lattice;

static PetscErrorCode CheckFinite(RicMesh mesh, const char name[], const char what[],
                                  const PetscReal x[3]) {
  PetscFunctionBegin;
  for (PetscInt d = 0; d < 3; d++)
    RicCheckUser(!PetscIsInfOrNanReal(x[d]), mesh->comm, "mesh \"%s\": %s must be finite", name,
                 what);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// User error unless the names of a piece and of its parts are free. Part P of piece NAME is the
// region NAME.P; in the first piece of a mesh it is the region P as well.
static PetscErrorCode CheckNames(RicMesh mesh, const char name[], const char *const parts[],
                                 PetscInt num_parts, PetscBool first) {
  char full[2 * RIC_NAME_LEN];

  PetscFunctionBegin;
  PetscCall(RicMeshCheckNewName(mesh, name));
  for (PetscInt p = 0; p < num_parts; p++) {
    PetscCall(PetscSNPrintf(full, sizeof(full), "%s.%s", name, parts[p]));
    PetscCall(RicMeshCheckNewName(mesh, full));
    if (!first)
      continue;
    PetscBool same;
    PetscCall(PetscStrcmp(name, parts[p], &same));
    RicCheckUser(!same, mesh->comm, "region \"%s\": a part of the mesh has that name already",
                 name);
    PetscCall(RicMeshCheckNewName(mesh, parts[p]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckLine(RicMesh mesh, const char name[], PetscInt num_cells,
                                const PetscReal from[3], const PetscReal to[3]) {
  PetscFunctionBegin;
  RicMeshCheckWhole(mesh);
  RicCheckUser(num_cells >= 1, mesh->comm,
               "mesh \"%s\": %" PetscInt_FMT " cells, at least 1 is needed", name, num_cells);
  PetscCall(RicMeshCheckCounts(mesh, name, (PetscReal)num_cells + 1, num_cells));
  PetscCall(CheckFinite(mesh, name, "from", from));
  PetscCall(CheckFinite(mesh, name, "to", to));
  RicCheckUser(from[0] != to[0] || from[1] != to[1] || from[2] != to[2], mesh->comm,
               "mesh \"%s\": the line has no length: from and to are both (%.6g, %.6g, %.6g)", name,
               (double)from[0], (double)from[1], (double)from[2]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// New region of one end of a line.
static PetscErrorCode AddEnd(RicMesh mesh, const char name[], const char part[], PetscInt node,
                             PetscBool first) {
  char full[2 * RIC_NAME_LEN];

  PetscFunctionBegin;
  PetscCall(PetscSNPrintf(full, sizeof(full), "%s.%s", name, part));
  PetscCall(RicMeshNewRegion(mesh, full, 1, &node, 0, NULL));
  if (first)
    PetscCall(RicMeshNewRegion(mesh, part, 1, &node, 0, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshGenerateLine(RicMesh mesh, const char name[], PetscInt num_cells,
                                   const PetscReal from[3], const PetscReal to[3]) {
  static const char *const parts[] = {"start", "end"};
  const PetscInt start = mesh->num_nodes;
  const PetscBool first = start == 0 ? PETSC_TRUE : PETSC_FALSE;
  PetscReal *xyz;
  PetscInt *cells;

  PetscFunctionBegin;
  PetscCall(CheckLine(mesh, name, num_cells, from, to));
  PetscCall(CheckNames(mesh, name, parts, 2, first));
  PetscCall(PetscMalloc2(3 * (num_cells + 1), &xyz, 2 * num_cells, &cells));
  for (PetscInt i = 0; i <= num_cells; i++) {
    const PetscReal s = (PetscReal)i / num_cells;
    for (PetscInt d = 0; d < 3; d++)
      xyz[3 * i + d] = (1 - s) * from[d] + s * to[d];
  }
  for (PetscInt c = 0; c < num_cells; c++) {
    cells[2 * c] = start + c;
    cells[2 * c + 1] = start + c + 1;
  }
  PetscCall(RicMeshAppend(mesh, name, num_cells + 1, xyz, num_cells, cells));
  PetscCall(PetscFree2(xyz, cells));
  PetscCall(AddEnd(mesh, name, "start", start, first));
  PetscCall(AddEnd(mesh, name, "end", start + num_cells, first));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckLattice(RicMesh mesh, const char name[], const PetscInt counts[3],
                                   const PetscReal origin[3], const PetscReal size[3]) {
  PetscFunctionBegin;
  RicMeshCheckWhole(mesh);
  PetscCall(CheckFinite(mesh, name, "origin", origin));
  for (PetscInt d = 0; d < 3; d++) {
    RicCheckUser(counts[d] >= 0, mesh->comm,
                 "mesh \"%s\": %" PetscInt_FMT " cells along %c, at least 0 are needed", name,
                 counts[d], "xyz"[d]);
    RicCheckUser(counts[d] == 0 || (size[d] > 0 && !PetscIsInfOrNanReal(size[d])), mesh->comm,
                 "mesh \"%s\": size %.6g along %c, must be positive", name, (double)size[d],
                 "xyz"[d]);
  }
  RicCheckUser(counts[0] || counts[1] || counts[2], mesh->comm,
               "mesh \"%s\": counts are all 0, at least one must be positive", name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Number the lattice and count its nodes and bars.
static PetscErrorCode SetUpLattice(RicMesh mesh, const char name[], const PetscInt counts[3],
                                   PetscBool braced, Lattice *lattice) {
  const PetscReal n[3] = {counts[0], counts[1], counts[2]};
  const PetscReal nodes = (n[0] + 1) * (n[1] + 1) * (n[2] + 1);
  PetscReal bars = 0;
  PetscInt *fast = lattice->fast;

  PetscFunctionBegin;
  for (PetscInt d = 0; d < 3; d++) {
    const PetscInt e = (d + 1) % 3, f = (d + 2) % 3;
    bars += n[d] * (n[e] + 1) * (n[f] + 1);
    if (braced)
      bars += 2 * n[d] * n[e] * (n[f] + 1);
    lattice->counts[d] = counts[d];
    fast[d] = d;
  }
  PetscCall(RicMeshCheckCounts(mesh, name, nodes, bars));
  lattice->num_nodes = (PetscInt)nodes;
  lattice->num_cells = (PetscInt)bars;
  for (PetscInt pass = 0; pass < 2; pass++)
    for (PetscInt i = 0; i < 2; i++)
      if (counts[fast[i]] > counts[fast[i + 1]]) {
        const PetscInt swap = fast[i];
        fast[i] = fast[i + 1];
        fast[i + 1] = swap;
      }
  lattice->strides[fast[0]] = 1;
  lattice->strides[fast[1]] = counts[fast[0]] + 1;
  lattice->strides[fast[2]] = lattice->strides[fast[1]] * (counts[fast[1]] + 1);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Position of a node in the lattice, in cells.
static void Locate(const Lattice *lattice, PetscInt node, PetscInt index[3]) {
  for (PetscInt d = 0; d < 3; d++)
    index[d] = (node / lattice->strides[d]) % (lattice->counts[d] + 1);
}

// The bars of a node, as documented above; returns how many were written.
static PetscInt BarsOfNode(const Lattice *lattice, PetscInt node, PetscInt offset, PetscBool braced,
                           PetscInt cells[]) {
  const PetscInt *s = lattice->strides;
  PetscInt index[3], n = 0;
  PetscBool inner[3];

  Locate(lattice, node, index);
  for (PetscInt d = 0; d < 3; d++)
    inner[d] = index[d] < lattice->counts[d] ? PETSC_TRUE : PETSC_FALSE;
  for (PetscInt d = 0; d < 3; d++) {
    const PetscInt e = (d + 1) % 3;
    if (inner[d]) {
      cells[2 * n] = offset + node;
      cells[2 * n++ + 1] = offset + node + s[d];
    }
    if (braced && inner[d] && inner[e]) {
      cells[2 * n] = offset + node;
      cells[2 * n++ + 1] = offset + node + s[d] + s[e];
      cells[2 * n] = offset + node + PetscMin(s[d], s[e]);
      cells[2 * n++ + 1] = offset + node + PetscMax(s[d], s[e]);
    }
  }
  return n;
}

static PetscErrorCode AppendLattice(RicMesh mesh, const char name[], const Lattice *lattice,
                                    const PetscReal origin[3], const PetscReal size[3],
                                    PetscBool braced) {
  const PetscInt offset = mesh->num_nodes;
  PetscInt n = 0, index[3], *cells;
  PetscReal *xyz;

  PetscFunctionBegin;
  PetscCall(PetscMalloc2(3 * lattice->num_nodes, &xyz, 2 * lattice->num_cells, &cells));
  for (PetscInt i = 0; i < lattice->num_nodes; i++) {
    Locate(lattice, i, index);
    for (PetscInt d = 0; d < 3; d++) {
      const PetscReal s = lattice->counts[d] ? (PetscReal)index[d] / lattice->counts[d] : 0;
      xyz[3 * i + d] = lattice->counts[d] ? origin[d] + s * size[d] : origin[d];
    }
    n += BarsOfNode(lattice, i, offset, braced, cells + 2 * n);
  }
  PetscCall(RicMeshAppend(mesh, name, lattice->num_nodes, xyz, lattice->num_cells, cells));
  PetscCall(PetscFree2(xyz, cells));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The region of the nodes of lattice plane index[d] = at.
static PetscErrorCode AddFace(RicMesh mesh, const char name[], const char part[],
                              const Lattice *lattice, PetscInt d, PetscInt at, PetscInt offset,
                              PetscBool first) {
  char full[2 * RIC_NAME_LEN];
  PetscInt index[3];
  PetscBool *inside;

  PetscFunctionBegin;
  PetscCall(PetscCalloc1(mesh->num_nodes, &inside));
  for (PetscInt i = 0; i < lattice->num_nodes; i++) {
    Locate(lattice, i, index);
    inside[offset + i] = index[d] == at ? PETSC_TRUE : PETSC_FALSE;
  }
  PetscCall(PetscSNPrintf(full, sizeof(full), "%s.%s", name, part));
  PetscCall(RicMeshNewRegionInside(mesh, full, inside));
  if (first)
    PetscCall(RicMeshNewRegionInside(mesh, part, inside));
  PetscCall(PetscFree(inside));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshGenerateLattice(RicMesh mesh, const char name[], const PetscInt counts[3],
                                      const PetscReal origin[3], const PetscReal size[3],
                                      PetscBool braced) {
  static const char *const parts[] = {"xmin", "xmax", "ymin", "ymax", "zmin", "zmax"};
  const PetscInt offset = mesh->num_nodes;
  const PetscBool first = offset == 0 ? PETSC_TRUE : PETSC_FALSE;
  Lattice lattice;

  PetscFunctionBegin;
  PetscCall(CheckLattice(mesh, name, counts, origin, size));
  PetscCall(SetUpLattice(mesh, name, counts, braced, &lattice));
  PetscCall(CheckNames(mesh, name, parts, 6, first));
  PetscCall(AppendLattice(mesh, name, &lattice, origin, size, braced));
  for (PetscInt d = 0; d < 3; d++) {
    if (counts[d] == 0)
      continue;
    PetscCall(AddFace(mesh, name, parts[2 * d], &lattice, d, 0, offset, first));
    PetscCall(AddFace(mesh, name, parts[2 * d + 1], &lattice, d, counts[d], offset, first));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
