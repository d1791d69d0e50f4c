// SPDX-License-Identifier: BSD-2-Clause
// Loading a Gmsh file: rank 0 reads it, every rank gets the same arrays, or the same
// complaint, and builds the same mesh.
#include "mesh/mesh_gmsh_impl.h"
#include "mesh/mesh_impl.h"

// Where a file's nodes and cells begin in the mesh.
typedef struct {
  PetscInt node, cell;
} Offset;

// Allocate on the other ranks and broadcast `bytes` from rank 0.
static PetscErrorCode BroadcastArray(RicMesh mesh, size_t bytes, void *array) {
  void **data = (void **)array;
  PetscMPIInt count;

  PetscFunctionBegin;
  if (mesh->rank != 0)
    PetscCall(PetscMalloc(bytes, data));
  // In pieces, so that no message is longer than an MPI count.
  for (size_t done = 0; done < bytes; done += (size_t)count) {
    count = (PetscMPIInt)PetscMin(bytes - done, (size_t)1 << 30);
    PetscCallMPI(MPI_Bcast((char *)*data + done, count, MPI_BYTE, 0, mesh->comm));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Broadcast(RicMesh mesh, RicGmshData *data) {
  PetscInt counts[] = {data->num_nodes, data->num_cells, data->num_marks, data->num_names};

  PetscFunctionBegin;
  PetscCallMPI(MPI_Bcast(counts, 4, MPIU_INT, 0, mesh->comm));
  data->num_nodes = counts[0];
  data->num_cells = counts[1];
  data->num_marks = counts[2];
  data->num_names = counts[3];
  const size_t nodes = (size_t)counts[0], cells = (size_t)counts[1], marks = (size_t)counts[2];
  PetscCall(BroadcastArray(mesh, 3 * nodes * sizeof(PetscReal), &data->xyz));
  PetscCall(BroadcastArray(mesh, 2 * cells * sizeof(PetscInt), &data->cells));
  PetscCall(BroadcastArray(mesh, 3 * marks * sizeof(PetscInt), &data->marks));
  PetscCall(BroadcastArray(mesh, (size_t)counts[3] * sizeof(RicGmshName), &data->names));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The region's name of a physical group: its own, else made from the tag.
static PetscErrorCode NameGroup(const RicGmshData *data, PetscInt dim, PetscInt tag,
                                char name[RIC_NAME_LEN]) {
  PetscFunctionBegin;
  PetscCall(PetscSNPrintf(name, RIC_NAME_LEN, "physical-%" PetscInt_FMT, tag));
  for (PetscInt i = 0; i < data->num_names; i++)
    if (data->names[i].dim == dim && data->names[i].tag == tag)
      PetscCall(PetscStrncpy(name, data->names[i].name, RIC_NAME_LEN));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Marks from `begin` up to the returned one are of one group.
static PetscInt EndOfGroup(const RicGmshData *data, PetscInt begin) {
  const PetscInt *marks = data->marks;
  PetscInt end = begin;

  while (end < data->num_marks && marks[3 * end] == marks[3 * begin] &&
         marks[3 * end + 1] == marks[3 * begin + 1])
    end++;
  return end;
}

// Nodes and cells of the group of marks begin … end-1 into the region `name`.
static PetscErrorCode AddGroup(RicMesh mesh, const RicGmshData *data, Offset offset,
                               const char name[], PetscInt begin, PetscInt end) {
  PetscInt num_nodes = 0, num_cells = 0, *nodes, *cells;

  PetscFunctionBegin;
  PetscCall(PetscMalloc2(2 * (end - begin), &nodes, end - begin, &cells));
  for (PetscInt m = begin; m < end; m++) {
    const PetscInt dim = data->marks[3 * m], member = data->marks[3 * m + 2];
    if (dim == 0) {
      nodes[num_nodes++] = offset.node + member;
    } else {
      nodes[num_nodes++] = offset.node + data->cells[2 * member];
      nodes[num_nodes++] = offset.node + data->cells[2 * member + 1];
      cells[num_cells++] = offset.cell + member;
    }
  }
  PetscCall(RicMeshExtendRegion(mesh, name, num_nodes, nodes, num_cells, cells));
  PetscCall(PetscFree2(nodes, cells));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AppendNodesAndCells(RicMesh mesh, const RicGmshData *data, Offset offset) {
  PetscInt *cells;

  PetscFunctionBegin;
  PetscCall(PetscMalloc1(2 * data->num_cells, &cells));
  for (PetscInt e = 0; e < 2 * data->num_cells; e++)
    cells[e] = offset.node + data->cells[e];
  PetscCall(RicMeshAppend(mesh, "all", data->num_nodes, data->xyz, data->num_cells, cells));
  PetscCall(PetscFree(cells));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A group may share its name with another of the file, not with a region from before.
static PetscErrorCode Build(RicMesh mesh, const RicGmshData *data) {
  const Offset offset = {.node = mesh->num_nodes, .cell = mesh->num_cells};
  char name[RIC_NAME_LEN];

  PetscFunctionBegin;
  for (PetscInt m = 0; m < data->num_marks; m = EndOfGroup(data, m)) {
    PetscCall(NameGroup(data, data->marks[3 * m], data->marks[3 * m + 1], name));
    PetscCall(RicMeshCheckNewName(mesh, name));
  }
  PetscCall(RicMeshCheckNewName(mesh, "all"));
  PetscCall(RicMeshCheckCounts(mesh, "all", (PetscReal)offset.node + data->num_nodes,
                               (PetscReal)offset.cell + data->num_cells));
  PetscCall(AppendNodesAndCells(mesh, data, offset));
  for (PetscInt m = 0; m < data->num_marks; m = EndOfGroup(data, m)) {
    PetscCall(NameGroup(data, data->marks[3 * m], data->marks[3 * m + 1], name));
    PetscCall(AddGroup(mesh, data, offset, name, m, EndOfGroup(data, m)));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMeshLoad(RicMesh mesh, const char filename[]) {
  RicGmshData data = {.error = "", .note = ""};
  PetscErrorCode code = PETSC_SUCCESS;

  PetscFunctionBegin;
  RicMeshCheckWhole(mesh);
  // Whatever happens on rank 0, the others wait for its answer and must get one.
  if (mesh->rank == 0)
    code = RicGmshRead(filename, &data);
  if (code)
    PetscCall(PetscSNPrintf(data.error, RIC_TEXT_LEN, "%s: reading it failed with PETSc error %d",
                            filename, code));
  PetscCallMPI(MPI_Bcast(data.error, RIC_TEXT_LEN, MPI_CHAR, 0, mesh->comm));
  PetscCallMPI(MPI_Bcast(data.note, RIC_TEXT_LEN, MPI_CHAR, 0, mesh->comm));
  if (!data.error[0]) {
    PetscCall(Broadcast(mesh, &data));
    code = Build(mesh, &data);
  }
  PetscCall(PetscStrncpy(mesh->note, data.note, sizeof(mesh->note)));
  PetscCall(RicGmshClear(&data));
  RicCheckUser(!data.error[0], mesh->comm, "%s", data.error);
  PetscCall(code);
  PetscFunctionReturn(PETSC_SUCCESS);
}
