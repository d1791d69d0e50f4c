// SPDX-License-Identifier: BSD-2-Clause
// Reading a Gmsh file, and making one mesh of bars of what it holds.
//
// Format 2.2 writes an element once for each of its groups: lines between the same two nodes are
// one cell. In 4.1 each line stands once.
#include "mesh/mesh_gmsh_impl.h"

// A node on no line is a mistake of the geometry (a forgotten point), it would hang in the air;
// those of a surface are left out with it.
static void CheckNodesOnLines(RicGmshReader *r) {
  const PetscReal *xyz = r->data->xyz;

  for (PetscInt i = 0; i < r->data->num_nodes; i++)
    if (r->use[i] == RIC_GMSH_ON_POINT)
      RicGmshComplain(&r->scan, "the node at (%g, %g, %g) is on no line", (double)xyz[3 * i],
                      (double)xyz[3 * i + 1], (double)xyz[3 * i + 2]);
}

// Keep the nodes on lines, in their order.
static PetscErrorCode KeepNodesOnLines(RicGmshReader *r) {
  RicGmshData *data = r->data;
  PetscInt n = 0, num_marks = 0, *number;

  PetscFunctionBegin;
  PetscCall(PetscMalloc1(data->num_nodes, &number));
  for (PetscInt i = 0; i < data->num_nodes; i++) {
    number[i] = r->use[i] & RIC_GMSH_ON_LINE ? n++ : -1;
    if (number[i] >= 0)
      PetscCall(PetscArraymove(&data->xyz[3 * number[i]], &data->xyz[3 * i], 3));
  }
  data->num_nodes = n;
  for (PetscInt k = 0; k < 2 * data->num_cells; k++)
    data->cells[k] = number[data->cells[k]];
  for (PetscInt m = 0; m < data->num_marks; m++) {
    PetscInt *mark = &data->marks[3 * m];
    if (mark[0] == 0)
      mark[2] = number[mark[2]];
    if (mark[2] >= 0)
      PetscCall(PetscArraymove(&data->marks[3 * num_marks++], mark, 3));
  }
  data->num_marks = num_marks;
  PetscCall(PetscFree(number));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A cell by its nodes, for sorting.
typedef struct {
  PetscInt low, high, cell;
} Pair;

static int ComparePairs(const void *x, const void *y) {
  const Pair *a = (const Pair *)x, *b = (const Pair *)y;

  if (a->low != b->low)
    return a->low < b->low ? -1 : 1;
  if (a->high != b->high)
    return a->high < b->high ? -1 : 1;
  return a->cell < b->cell ? -1 : a->cell > b->cell;
}

// first[cell]: the lowest-numbered cell between the same two nodes.
static PetscErrorCode FindTwins(const RicGmshData *data, PetscInt first[]) {
  const PetscInt *cells = data->cells;
  Pair *pairs;

  PetscFunctionBegin;
  PetscCall(PetscMalloc1(data->num_cells, &pairs));
  for (PetscInt c = 0; c < data->num_cells; c++)
    pairs[c] = (Pair){.low = PetscMin(cells[2 * c], cells[2 * c + 1]),
                      .high = PetscMax(cells[2 * c], cells[2 * c + 1]),
                      .cell = c};
  qsort(pairs, (size_t)data->num_cells, sizeof(*pairs), ComparePairs);
  for (PetscInt k = 0; k < data->num_cells; k++) {
    const PetscBool twin =
        k > 0 && pairs[k].low == pairs[k - 1].low && pairs[k].high == pairs[k - 1].high;
    first[pairs[k].cell] = twin ? first[pairs[k - 1].cell] : pairs[k].cell;
  }
  PetscCall(PetscFree(pairs));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Make one cell of those between the same two nodes.
static PetscErrorCode MergeTwins(RicGmshData *data) {
  PetscInt n = 0, *number;

  PetscFunctionBegin;
  PetscCall(PetscMalloc1(data->num_cells, &number));
  PetscCall(FindTwins(data, number));
  for (PetscInt c = 0; c < data->num_cells; c++) {
    if (number[c] < c) {
      number[c] = number[number[c]];
      continue;
    }
    data->cells[2 * n] = data->cells[2 * c];
    data->cells[2 * n + 1] = data->cells[2 * c + 1];
    number[c] = n++;
  }
  data->num_cells = n;
  for (PetscInt m = 0; m < data->num_marks; m++)
    if (data->marks[3 * m] == 1)
      data->marks[3 * m + 2] = number[data->marks[3 * m + 2]];
  PetscCall(PetscFree(number));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Curves before points, tags ascending, members ascending.
static int CompareMarks(const void *x, const void *y) {
  const PetscInt *a = (const PetscInt *)x, *b = (const PetscInt *)y;

  if (a[0] != b[0])
    return a[0] > b[0] ? -1 : 1;
  if (a[1] != b[1])
    return a[1] < b[1] ? -1 : 1;
  return (a[2] > b[2]) - (a[2] < b[2]);
}

// What is left out: "FILE: 12 triangles, 3 quadrangles are left out, …".
static PetscErrorCode Note(RicGmshReader *r) {
  char *note = r->data->note, part[64];

  PetscFunctionBegin;
  for (PetscInt type = 0; type < RIC_GMSH_NUM_KNOWN; type++) {
    if (!r->left_out[type])
      continue;
    PetscCall(PetscSNPrintf(part, sizeof(part), "%s %" PetscInt_FMT " %s", note[0] ? "," : ":",
                            r->left_out[type], RicGmshTypeName(type)));
    if (!note[0])
      PetscCall(PetscStrncpy(note, r->scan.filename, RIC_TEXT_LEN));
    PetscCall(PetscStrlcat(note, part, RIC_TEXT_LEN));
  }
  if (note[0])
    PetscCall(PetscStrlcat(note, " are left out, its lines are the mesh", RIC_TEXT_LEN));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void CheckLines(RicGmshReader *r) {
  if (r->data->num_cells)
    return;
  for (PetscInt type = 2; type < RIC_GMSH_NUM_KNOWN; type++)
    if (r->left_out[type])
      RicGmshComplain(&r->scan,
                      "it holds %s and no lines, only straight two-node lines are read: "
                      "gmsh -1 -order 1",
                      RicGmshTypeName(type));
  RicGmshComplain(&r->scan, "it holds points only, no lines: gmsh -1");
}

static PetscErrorCode ReadSections(RicGmshReader *r) {
  RicGmshData *data = r->data;

  PetscFunctionBegin;
  PetscCall(RicGmshReadHead(r));
  PetscCall(RicGmshReadNodes(r));
  PetscCall(RicGmshReadElements(r));
  CheckLines(r);
  CheckNodesOnLines(r);
  if (RicGmshScanBad(&r->scan))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(Note(r));
  PetscCall(KeepNodesOnLines(r));
  if (r->version == 22)
    PetscCall(MergeTwins(data));
  if (data->num_marks)
    qsort(data->marks, (size_t)data->num_marks, 3 * sizeof(PetscInt), CompareMarks);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicGmshRead(const char filename[], RicGmshData *data) {
  RicGmshReader reader = {.scan = {.error = data->error}, .data = data};

  PetscFunctionBegin;
  PetscCall(RicGmshScanOpen(filename, &reader.scan));
  if (!RicGmshScanBad(&reader.scan))
    PetscCall(ReadSections(&reader));
  PetscCall(RicGmshScanClose(&reader.scan));
  for (PetscInt d = 0; d < 4; d++)
    PetscCall(PetscFree(reader.entities[d]));
  PetscCall(PetscFree(reader.groups));
  PetscCall(PetscFree(reader.number));
  PetscCall(PetscFree(reader.use));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicGmshClear(RicGmshData *data) {
  PetscFunctionBegin;
  PetscCall(PetscFree(data->names));
  PetscCall(PetscFree(data->xyz));
  PetscCall(PetscFree(data->cells));
  PetscCall(PetscFree(data->marks));
  PetscFunctionReturn(PETSC_SUCCESS);
}
