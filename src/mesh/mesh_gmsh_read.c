// SPDX-License-Identifier: BSD-2-Clause
// Reading a Gmsh file by PETSc's DMPlex.
//
// The reader puts the physical groups of curves in the label "Cell Sets" and those of points in
// "Face Sets", by tag. Its labels by name are of no use here: they confuse a group of points with a
// group of curves that has the same tag. Format 2.2 writes an element once for each of its groups,
// with the group as its first tag and its curve as the second: only first tags are taken, and lines
// between the same two nodes are one cell. In 4.1 a curve lists all its groups.
#include "mesh/mesh_gmsh_impl.h"

#include <petscdmplex.h>

// Keep the words of the first error, and print nothing.
static PetscErrorCode KeepMessage(MPI_Comm comm, int line, const char *function, const char *file,
                                  PetscErrorCode code, PetscErrorType type, const char *message,
                                  void *context) {
  char *kept = (char *)context;

  (void)comm, (void)line, (void)function, (void)file;
  if (type == PETSC_ERROR_INITIAL && message)
    (void)snprintf(kept, RIC_TEXT_LEN, "%s", message);
  return code;
}

// Call the reader with options of its own and with errors kept quiet. *dm = NULL on failure.
static PetscErrorCode CallReader(const char filename[], RicGmshData *data, DM *dm) {
  char message[RIC_TEXT_LEN] = "";
  PetscOptions options;
  PetscErrorCode code;

  PetscFunctionBegin;
  PetscCall(PetscOptionsCreate(&options));
  PetscCall(PetscOptionsSetValue(options, "-dm_plex_gmsh_spacedim", "3"));
  PetscCall(PetscOptionsSetValue(options, "-dm_plex_gmsh_periodic", "false"));
  PetscCall(PetscOptionsSetValue(options, "-dm_plex_gmsh_highorder", "false"));
  PetscCall(PetscOptionsSetValue(options, "-dm_plex_gmsh_multiple_tags",
                                 data->version == 41 ? "true" : "false"));
  PetscCall(PetscOptionsPush(options));
  PetscCall(PetscPushErrorHandler(KeepMessage, message));
  *dm = NULL;
  code = DMPlexCreateGmshFromFile(PETSC_COMM_SELF, filename, PETSC_TRUE, dm);
  PetscCall(PetscPopErrorHandler());
  PetscCall(PetscOptionsPop());
  PetscCall(PetscOptionsDestroy(&options));
  if (code) {
    PetscCall(PetscSNPrintf(data->error, sizeof(data->error), "%s: not readable as a Gmsh mesh: %s",
                            filename, message));
    PetscCall(DMDestroy(dm));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode TakeNodes(DM dm, const char filename[], RicGmshData *data) {
  const PetscScalar *values;
  Vec coordinates;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(DMGetCoordinatesLocal(dm, &coordinates));
  PetscCall(VecGetLocalSize(coordinates, &n));
  data->num_nodes = n / 3;
  PetscCall(PetscMalloc1(n, &data->xyz));
  PetscCall(VecGetArrayRead(coordinates, &values));
  for (PetscInt i = 0; i < n; i++) {
    data->xyz[i] = PetscRealPart(values[i]);
    if (PetscIsInfOrNanReal(data->xyz[i]))
      PetscCall(PetscSNPrintf(data->error, sizeof(data->error),
                              "%s: a node has a coordinate that is not a finite number", filename));
  }
  PetscCall(VecRestoreArrayRead(coordinates, &values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode TakeCells(DM dm, RicGmshData *data) {
  PetscInt first, end, first_node;
  const PetscInt *ends;

  PetscFunctionBegin;
  PetscCall(DMPlexGetDepthStratum(dm, 0, &first_node, NULL));
  PetscCall(DMPlexGetHeightStratum(dm, 0, &first, &end));
  data->num_cells = end - first;
  PetscCall(PetscMalloc1(2 * data->num_cells, &data->cells));
  for (PetscInt c = 0; c < data->num_cells; c++) {
    PetscCall(DMPlexGetCone(dm, first + c, &ends));
    data->cells[2 * c] = ends[0] - first_node;
    data->cells[2 * c + 1] = ends[1] - first_node;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Add the members of all groups in a label to data->marks, which has room; points of the DM count
// from `first`. Tag 0 is no group.
static PetscErrorCode TakeLabel(DMLabel label, PetscInt dim, PetscInt first, RicGmshData *data) {
  const PetscInt *tags, *points;
  PetscInt num_tags, n;
  IS values, members;

  PetscFunctionBegin;
  PetscCall(DMLabelGetValueIS(label, &values));
  PetscCall(ISGetLocalSize(values, &num_tags));
  PetscCall(ISGetIndices(values, &tags));
  for (PetscInt t = 0; t < num_tags; t++) {
    if (tags[t] == 0)
      continue;
    PetscCall(DMLabelGetStratumIS(label, tags[t], &members));
    PetscCall(ISGetLocalSize(members, &n));
    PetscCall(ISGetIndices(members, &points));
    PetscCall(PetscRealloc((size_t)(3 * (data->num_marks + n)) * sizeof(PetscInt), &data->marks));
    for (PetscInt i = 0; i < n; i++) {
      PetscInt *mark = data->marks + 3 * data->num_marks++;
      mark[0] = dim;
      mark[1] = tags[t];
      mark[2] = points[i] - first;
    }
    PetscCall(ISRestoreIndices(members, &points));
    PetscCall(ISDestroy(&members));
  }
  PetscCall(ISRestoreIndices(values, &tags));
  PetscCall(ISDestroy(&values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode TakeGroups(DM dm, RicGmshData *data) {
  PetscInt first_cell, first_node;
  DMLabel curves, points;

  PetscFunctionBegin;
  PetscCall(DMPlexGetHeightStratum(dm, 0, &first_cell, NULL));
  PetscCall(DMPlexGetDepthStratum(dm, 0, &first_node, NULL));
  PetscCall(DMGetLabel(dm, "Cell Sets", &curves));
  PetscCall(DMGetLabel(dm, "Face Sets", &points));
  if (curves)
    PetscCall(TakeLabel(curves, 1, first_cell, data));
  if (points)
    PetscCall(TakeLabel(points, 0, first_node, data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A node on no line is a mistake of the geometry (a forgotten point): it would hang in the air.
static PetscErrorCode CheckNodesOnLines(const char filename[], RicGmshData *data) {
  PetscBT on_line;

  PetscFunctionBegin;
  PetscCall(PetscBTCreate(data->num_nodes, &on_line));
  for (PetscInt e = 0; e < 2 * data->num_cells; e++)
    PetscCall(PetscBTSet(on_line, data->cells[e]));
  for (PetscInt i = 0; i < data->num_nodes && !data->error[0]; i++)
    if (!PetscBTLookup(on_line, i))
      PetscCall(PetscSNPrintf(
          data->error, sizeof(data->error), "%s: the node at (%g, %g, %g) is on no line", filename,
          (double)data->xyz[3 * i], (double)data->xyz[3 * i + 1], (double)data->xyz[3 * i + 2]));
  PetscCall(PetscBTDestroy(&on_line));
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

PetscErrorCode RicGmshRead(const char filename[], RicGmshData *data) {
  DM dm;

  PetscFunctionBegin;
  PetscCall(CallReader(filename, data, &dm));
  if (!dm)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(TakeNodes(dm, filename, data));
  PetscCall(TakeCells(dm, data));
  PetscCall(TakeGroups(dm, data));
  PetscCall(DMDestroy(&dm));
  if (!data->error[0])
    PetscCall(CheckNodesOnLines(filename, data));
  if (data->version == 22)
    PetscCall(MergeTwins(data));
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
