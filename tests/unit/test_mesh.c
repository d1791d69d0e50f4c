// SPDX-License-Identifier: BSD-2-Clause
// Mesh in the whole state: generators, appending, regions and refinement against formulas, and
// every mistake a user can make with them. Files: test_mesh_gmsh.c; ranks: test_mesh_partition.c.
#include "mesh/mesh.h"
#include "numeric.h"
#include "raised.h"
#include <math.h>
#include <string.h>

static const PetscReal origin[3] = {0, 0, 0}, unit[3] = {1, 0, 0}, ones[3] = {1, 1, 1};

static RicMesh NewMesh(void) {
  RicMesh mesh;
  assert_int_equal(RicMeshCreate(PETSC_COMM_SELF, &mesh), 0);
  return mesh;
}

static RicMesh NewLine(PetscInt num_cells) {
  RicMesh mesh = NewMesh();
  assert_int_equal(RicMeshGenerateLine(mesh, "bar", num_cells, origin, unit), 0);
  return mesh;
}

static void Destroy(RicMesh mesh) {
  assert_int_equal(RicMeshDestroy(&mesh), 0);
  assert_null(mesh);
}

static void CheckCounts(RicMesh mesh, PetscInt num_nodes, PetscInt num_cells) {
  PetscInt global, owned, local;
  assert_int_equal(RicMeshGetNumNodes(mesh, &global, &owned, &local), 0);
  assert_int_equal(global, num_nodes);
  assert_int_equal(owned, num_nodes);
  assert_int_equal(local, num_nodes);
  assert_int_equal(RicMeshGetNumCells(mesh, &global, &local), 0);
  assert_int_equal(global, num_cells);
  assert_int_equal(local, num_cells);
}

static const RicRegion *Region(RicMesh mesh, const char name[]) {
  const RicRegion *region;
  assert_int_equal(RicMeshFindRegion(mesh, name, &region), 0);
  if (!region)
    fail_msg("no region '%s'", name);
  return region;
}

// Counts, and that the numbers ascend.
static const RicRegion *CheckRegion(RicMesh mesh, const char name[], PetscInt num_nodes,
                                    PetscInt num_cells) {
  const RicRegion *region = Region(mesh, name);
  assert_string_equal(region->name, name);
  assert_int_equal(region->num_nodes, num_nodes);
  assert_int_equal(region->num_cells, num_cells);
  assert_int_equal(region->num_nodes_global, num_nodes);
  assert_int_equal(region->num_cells_global, num_cells);
  for (PetscInt i = 1; i < num_nodes; ++i)
    assert_true(region->nodes[i] > region->nodes[i - 1]);
  for (PetscInt c = 1; c < num_cells; ++c)
    assert_true(region->cells[c] > region->cells[c - 1]);
  return region;
}

static const PetscReal *Place(RicMesh mesh, PetscInt node) {
  const PetscReal *xyz;
  assert_int_equal(RicMeshGetCoordinates(mesh, &xyz), 0);
  return xyz + 3 * node;
}

static void CheckPlace(RicMesh mesh, PetscInt node, PetscReal x, PetscReal y, PetscReal z) {
  assert_close(Place(mesh, node)[0], x, 1e-14);
  assert_close(Place(mesh, node)[1], y, 1e-14);
  assert_close(Place(mesh, node)[2], z, 1e-14);
}

static const PetscInt *Cells(RicMesh mesh) {
  const PetscInt *cells;
  assert_int_equal(RicMeshGetCells(mesh, &cells), 0);
  return cells;
}

static PetscInt NumCells(RicMesh mesh) {
  PetscInt n;
  assert_int_equal(RicMeshGetNumCells(mesh, &n, NULL), 0);
  return n;
}

static PetscReal Length(RicMesh mesh, PetscInt cell) {
  const PetscReal *a = Place(mesh, Cells(mesh)[2 * cell]),
                  *b = Place(mesh, Cells(mesh)[2 * cell + 1]);
  return PetscSqrtReal(PetscSqr(b[0] - a[0]) + PetscSqr(b[1] - a[1]) + PetscSqr(b[2] - a[2]));
}

static PetscInt Bandwidth(RicMesh mesh) {
  PetscInt width = 0;
  for (PetscInt c = 0; c < NumCells(mesh); ++c)
    width = PetscMax(width, PetscAbsInt(Cells(mesh)[2 * c + 1] - Cells(mesh)[2 * c]));
  return width;
}

// The call is refused as a user's mistake by one line that begins with `begin` and has no full
// stop.
#define CheckUserError(call, begin)                                                                \
  do {                                                                                             \
    assert_int_equal(Raised(call), PETSC_ERR_USER_INPUT);                                          \
    CheckLine(begin, __LINE__);                                                                    \
  } while (0)

static void CheckLine(const char begin[], int line) {
  const size_t n = strlen(raised_line);
  if (strncmp(raised_line, begin, strlen(begin)) || strchr(raised_line, '\n') || n == 0 ||
      raised_line[n - 1] == '.')
    fail_msg("line %d: \"%s\" does not begin with \"%s\", or ends with a full stop", line,
             raised_line, begin);
}

// ---- Generators ----

static void TestLine(void **state) {
  (void)state;
  const PetscReal from[3] = {1, 2, 3}, to[3] = {3, 1, -1};
  RicMesh mesh = NewMesh();
  PetscReal lo[3], hi[3];
  assert_int_equal(RicMeshGenerateLine(mesh, "bar", 4, from, to), 0);
  CheckCounts(mesh, 5, 4);
  for (PetscInt i = 0; i < 5; ++i)
    CheckPlace(mesh, i, 1 + 0.5 * i, 2 - 0.25 * i, 3 - 1.0 * i);
  for (PetscInt d = 0; d < 3; ++d)
    assert_true(Place(mesh, 4)[d] == to[d]);
  for (PetscInt c = 0; c < 4; ++c) {
    assert_int_equal(Cells(mesh)[2 * c], c);
    assert_int_equal(Cells(mesh)[2 * c + 1], c + 1);
  }
  CheckRegion(mesh, "bar", 5, 4);
  assert_int_equal(CheckRegion(mesh, "start", 1, 0)->nodes[0], 0);
  assert_int_equal(CheckRegion(mesh, "end", 1, 0)->nodes[0], 4);
  assert_int_equal(RicMeshGetBox(mesh, lo, hi), 0);
  assert_true(lo[0] == 1 && lo[1] == 1 && lo[2] == -1 && hi[0] == 3 && hi[1] == 2 && hi[2] == 3);
  Destroy(mesh);
}

// Plain names of parts belong to the first piece, qualified ones to each.
static void TestTwoLines(void **state) {
  (void)state;
  RicMesh mesh = NewLine(2);
  const PetscReal from[3] = {2, 0, 0}, to[3] = {5, 0, 0};
  assert_int_equal(RicMeshGenerateLine(mesh, "other", 3, from, to), 0);
  CheckCounts(mesh, 7, 5);
  CheckRegion(mesh, "bar", 3, 2);
  assert_int_equal(CheckRegion(mesh, "other", 4, 3)->nodes[0], 3);
  assert_int_equal(Cells(mesh)[4], 3);
  assert_int_equal(CheckRegion(mesh, "end", 1, 0)->nodes[0], 2);
  assert_int_equal(CheckRegion(mesh, "bar.end", 1, 0)->nodes[0], 2);
  assert_int_equal(CheckRegion(mesh, "other.start", 1, 0)->nodes[0], 3);
  assert_int_equal(CheckRegion(mesh, "other.end", 1, 0)->nodes[0], 6);
  CheckUserError(RicMeshGenerateLine(mesh, "bar", 2, from, to), "region \"bar\": ");
  CheckCounts(mesh, 7, 5);
  Destroy(mesh);
}

static void TestLineErrors(void **state) {
  (void)state;
  RicMesh mesh = NewMesh();
  const PetscReal bad[3] = {0, INFINITY, 0};
  char longest[RIC_NAME_LEN + 1];
  memset(longest, 'x', RIC_NAME_LEN);
  longest[RIC_NAME_LEN] = 0;
  CheckUserError(RicMeshGenerateLine(mesh, "bar", 0, origin, unit), "mesh \"bar\": 0 cells");
  CheckUserError(RicMeshGenerateLine(mesh, "bar", PETSC_MAX_INT, origin, unit), "mesh \"bar\": ");
  CheckUserError(RicMeshGenerateLine(mesh, "bar", 2, unit, unit), "mesh \"bar\": the line has no");
  CheckUserError(RicMeshGenerateLine(mesh, "bar", 2, unit, bad), "mesh \"bar\": to must be finite");
  CheckUserError(RicMeshGenerateLine(mesh, "", 2, origin, unit), "region \"\": ");
  CheckUserError(RicMeshGenerateLine(mesh, longest, 2, origin, unit), "region \"xxx");
  CheckUserError(RicMeshGenerateLine(mesh, "end", 2, origin, unit), "region \"end\": ");
  CheckCounts(mesh, 0, 0);
  Destroy(mesh);
}

static PetscInt NumBars(const PetscInt n[3], PetscBool braced) {
  const PetscInt edges = n[0] * (n[1] + 1) * (n[2] + 1) + n[1] * (n[0] + 1) * (n[2] + 1) +
                         n[2] * (n[0] + 1) * (n[1] + 1);
  const PetscInt faces =
      n[0] * n[1] * (n[2] + 1) + n[1] * n[2] * (n[0] + 1) + n[2] * n[0] * (n[1] + 1);
  return edges + (braced ? 2 * faces : 0);
}

// No bar twice, and each an edge or a face diagonal of its cell.
static void CheckBars(RicMesh mesh, PetscInt num_nodes, const PetscReal edge[3]) {
  char *joined = calloc((size_t)(num_nodes * num_nodes), 1);
  for (PetscInt c = 0; c < NumCells(mesh); ++c) {
    const PetscInt a = Cells(mesh)[2 * c], b = Cells(mesh)[2 * c + 1];
    PetscInt steps = 0;
    for (PetscInt d = 0; d < 3; ++d) {
      const PetscReal span = PetscAbsReal(Place(mesh, b)[d] - Place(mesh, a)[d]);
      steps += span > 0.5 * edge[d] ? 1 : 0;
      assert_close(span, span > 0.5 * edge[d] ? edge[d] : 0, 1e-13);
    }
    assert_in_range(steps, 1, 2);
    assert_false(joined[a * num_nodes + b] || joined[b * num_nodes + a]);
    joined[a * num_nodes + b] = 1;
  }
  free(joined);
}

static void CheckLattice(const PetscInt n[3], PetscBool braced) {
  static const char *const faces[] = {"xmin", "xmax", "ymin", "ymax", "zmin", "zmax"};
  const PetscReal corner[3] = {-1, 2, 0.5}, size[3] = {3, 2, 7};
  const PetscReal edge[3] = {n[0] ? size[0] / n[0] : 1, n[1] ? size[1] / n[1] : 1,
                             n[2] ? size[2] / n[2] : 1};
  const PetscInt num_nodes = (n[0] + 1) * (n[1] + 1) * (n[2] + 1);
  RicMesh mesh = NewMesh();
  assert_int_equal(RicMeshGenerateLattice(mesh, "truss", n, corner, size, braced), 0);
  CheckCounts(mesh, num_nodes, NumBars(n, braced));
  CheckRegion(mesh, "truss", num_nodes, NumBars(n, braced));
  CheckBars(mesh, num_nodes, edge);
  for (PetscInt f = 0; f < 6; ++f) {
    const PetscInt d = f / 2;
    PetscInt face[3] = {n[0], n[1], n[2]};
    const RicRegion *region;
    face[d] = 0;
    assert_int_equal(RicMeshFindRegion(mesh, faces[f], &region), 0);
    assert_int_equal(region != NULL, n[d] > 0);
    if (!region)
      continue;
    CheckRegion(mesh, faces[f], num_nodes / (n[d] + 1), NumBars(face, braced));
    for (PetscInt i = 0; i < region->num_nodes; ++i)
      assert_close(Place(mesh, region->nodes[i])[d], corner[d] + (f % 2) * size[d], 1e-14);
  }
  Destroy(mesh);
}

static void TestLattice(void **state) {
  (void)state;
  static const PetscInt counts[][3] = {{1, 0, 0}, {0, 4, 0}, {2, 3, 0}, {0, 1, 1},
                                       {1, 1, 1}, {3, 2, 4}, {5, 1, 2}};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i) {
    CheckLattice(counts[i], PETSC_FALSE);
    CheckLattice(counts[i], PETSC_TRUE);
  }
}

// The narrow directions are numbered first, whichever they are: the ends of a bar are within one
// cross-section of nodes and its neighbour.
static void TestLatticeBandwidth(void **state) {
  (void)state;
  static const PetscInt counts[][3] = {{20, 1, 2}, {1, 20, 2}, {2, 1, 20}};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i) {
    RicMesh mesh = NewMesh();
    assert_int_equal(RicMeshGenerateLattice(mesh, "truss", counts[i], origin, ones, PETSC_TRUE), 0);
    assert_int_equal(Bandwidth(mesh), 2 * 3 + 2);
    Destroy(mesh);
  }
}

static void TestLatticeErrors(void **state) {
  (void)state;
  RicMesh mesh = NewMesh();
  const PetscInt none[3] = {0, 0, 0}, negative[3] = {1, -1, 0}, two[3] = {2, 2, 0};
  const PetscInt huge[3] = {100000, 100000, 0};
  const PetscReal thin[3] = {1, 0, 1}, bad[3] = {NAN, 0, 0};
  CheckUserError(RicMeshGenerateLattice(mesh, "t", none, origin, ones, PETSC_TRUE), "mesh \"t\": ");
  CheckUserError(RicMeshGenerateLattice(mesh, "t", negative, origin, ones, PETSC_TRUE),
                 "mesh \"t\": -1 cells along y");
  CheckUserError(RicMeshGenerateLattice(mesh, "t", two, origin, thin, PETSC_TRUE),
                 "mesh \"t\": size 0");
  CheckUserError(RicMeshGenerateLattice(mesh, "t", two, bad, ones, PETSC_TRUE),
                 "mesh \"t\": origin must be finite");
  CheckUserError(RicMeshGenerateLattice(mesh, "t", huge, origin, ones, PETSC_TRUE), "mesh \"t\": ");
  CheckUserError(RicMeshGenerateLattice(mesh, "ymin", two, origin, ones, PETSC_TRUE),
                 "region \"ymin\": ");
  CheckCounts(mesh, 0, 0);
  Destroy(mesh);
}

// ---- Appending ----

static void TestAppend(void **state) {
  (void)state;
  RicMesh mesh = NewLine(2);
  const PetscReal xyz[] = {0, 1, 0, 1, 1, 0};
  const PetscInt first[] = {0, 3, 3, 4}, second[] = {4, 2};
  assert_int_equal(RicMeshAppend(mesh, "loop", 2, xyz, 2, first), 0);
  assert_int_equal(RicMeshAppend(mesh, "loop", 0, NULL, 1, second), 0);
  CheckCounts(mesh, 5, 5);
  const RicRegion *loop = CheckRegion(mesh, "loop", 4, 3);
  assert_int_equal(loop->nodes[0], 0);
  assert_int_equal(loop->nodes[1], 2);
  assert_int_equal(loop->cells[2], 4);
  assert_int_equal(RicMeshAddNode(mesh, "mass", ones), 0);
  assert_int_equal(CheckRegion(mesh, "mass", 1, 0)->nodes[0], 5);
  CheckPlace(mesh, 5, 1, 1, 1);
  CheckUserError(RicMeshAddNode(mesh, "mass", ones), "region \"mass\": ");
  CheckCounts(mesh, 6, 5);
  Destroy(mesh);
}

static void TestMisuse(void **state) {
  (void)state;
  RicMesh mesh = NewLine(2);
  const PetscInt outside[] = {0, 9}, closed[] = {1, 1};
  const RicRegion *region;
  PetscInt link;
  assert_int_equal(Raised(RicMeshAppend(mesh, "a", 0, NULL, 1, outside)), PETSC_ERR_ARG_OUTOFRANGE);
  assert_int_equal(Raised(RicMeshAppend(mesh, "a", 0, NULL, 1, closed)), PETSC_ERR_ARG_OUTOFRANGE);
  assert_int_equal(Raised(RicMeshAddLink(mesh, 0, 3, &link)), PETSC_ERR_ARG_OUTOFRANGE);
  assert_int_equal(Raised(RicMeshAddLink(mesh, 1, 1, &link)), PETSC_ERR_ARG_OUTOFRANGE);
  assert_int_equal(Raised(RicMeshAddNodeWeight(mesh, 3, 1)), PETSC_ERR_ARG_OUTOFRANGE);
  assert_int_equal(Raised(RicMeshAddNodeWeight(mesh, 0, -1)), PETSC_ERR_ARG_OUTOFRANGE);
  assert_int_equal(Raised(RicMeshGetRegion(mesh, 99, &region)), PETSC_ERR_ARG_OUTOFRANGE);
  assert_int_equal(RicMeshFindRegion(mesh, "nowhere", &region), 0);
  assert_null(region);
  CheckCounts(mesh, 3, 2);
  Destroy(mesh);
}

static void TestWrongState(void **state) {
  (void)state;
  RicMesh mesh = NewLine(2);
  RicPartitionQuality quality;
  const PetscInt *numbers, counts[3] = {1, 1, 0};
  PetscInt n, a, b;
  PetscBool present;
  assert_int_equal(Raised(RicMeshGetNodeNumbers(mesh, &numbers, NULL)), PETSC_ERR_ARG_WRONGSTATE);
  assert_int_equal(Raised(RicMeshGetCellNumbers(mesh, &numbers)), PETSC_ERR_ARG_WRONGSTATE);
  assert_int_equal(Raised(RicMeshGetNodeOffset(mesh, &n)), PETSC_ERR_ARG_WRONGSTATE);
  assert_int_equal(Raised(RicMeshGetLink(mesh, 0, &present, &a, &b)), PETSC_ERR_ARG_WRONGSTATE);
  assert_int_equal(Raised(RicMeshGetPartitionQuality(mesh, &quality)), PETSC_ERR_ARG_WRONGSTATE);
  assert_int_equal(RicMeshPartition(mesh), 0);
  assert_int_equal(Raised(RicMeshPartition(mesh)), PETSC_ERR_ARG_WRONGSTATE);
  assert_int_equal(Raised(RicMeshRefine(mesh, 1)), PETSC_ERR_ARG_WRONGSTATE);
  assert_int_equal(Raised(RicMeshGenerateLine(mesh, "b", 1, origin, unit)),
                   PETSC_ERR_ARG_WRONGSTATE);
  assert_int_equal(Raised(RicMeshGenerateLattice(mesh, "b", counts, origin, ones, PETSC_TRUE)),
                   PETSC_ERR_ARG_WRONGSTATE);
  assert_int_equal(Raised(RicMeshLoad(mesh, "x.msh")), PETSC_ERR_ARG_WRONGSTATE);
  assert_int_equal(Raised(RicMeshAddNode(mesh, "b", unit)), PETSC_ERR_ARG_WRONGSTATE);
  assert_int_equal(Raised(RicMeshAddRegionBox(mesh, "b", origin, ones)), PETSC_ERR_ARG_WRONGSTATE);
  assert_int_equal(Raised(RicMeshAddRegionNearest(mesh, "b", ones)), PETSC_ERR_ARG_WRONGSTATE);
  assert_int_equal(Raised(RicMeshAddLink(mesh, 0, 1, &n)), PETSC_ERR_ARG_WRONGSTATE);
  assert_int_equal(Raised(RicMeshAddNodeWeight(mesh, 0, 1)), PETSC_ERR_ARG_WRONGSTATE);
  assert_int_equal(Raised(RicMeshGetLink(mesh, 0, &present, &a, &b)), PETSC_ERR_ARG_OUTOFRANGE);
  Destroy(mesh);
}

static void TestEmpty(void **state) {
  (void)state;
  RicMesh mesh = NewMesh(), none = NULL;
  PetscReal lo[3], hi[3];
  CheckCounts(mesh, 0, 0);
  assert_int_equal(RicMeshGetBox(mesh, lo, hi), 0);
  assert_int_equal(RicMeshRefine(mesh, 40), 0);
  CheckUserError(RicMeshAddRegionNearest(mesh, "n", origin), "region \"n\": ");
  CheckUserError(RicMeshAddRegionBox(mesh, "b", origin, ones), "region \"b\": ");
  CheckUserError(RicMeshPartition(mesh), "mesh: it has no nodes");
  Destroy(mesh);
  assert_int_equal(RicMeshDestroy(&none), 0);
}

// ---- Regions ----

static void TestBox(void **state) {
  (void)state;
  RicMesh mesh = NewLine(10);
  const PetscReal lo[3] = {0.3 + 1e-12, 0, 0}, hi[3] = {0.7, 0, 0}, far[3] = {9, 9, 9};
  const PetscReal inside[3] = {0.3 + 1e-6, 0, 0};
  assert_int_equal(RicMeshAddRegionBox(mesh, "middle", lo, hi), 0);
  const RicRegion *middle = CheckRegion(mesh, "middle", 5, 4);
  assert_int_equal(middle->nodes[0], 3);
  assert_int_equal(middle->cells[0], 3);
  assert_int_equal(RicMeshAddRegionBox(mesh, "less", inside, hi), 0);
  CheckRegion(mesh, "less", 4, 3);
  CheckUserError(RicMeshAddRegionBox(mesh, "far", far, far), "region \"far\": no node in the box");
  CheckUserError(RicMeshAddRegionBox(mesh, "backwards", hi, lo), "region \"backwards\": no node");
  CheckUserError(RicMeshAddRegionBox(mesh, "middle", lo, hi), "region \"middle\": ");
  assert_int_equal(RicMeshFindRegion(mesh, "far", &middle), 0);
  assert_null(middle);
  Destroy(mesh);
}

static void TestNearest(void **state) {
  (void)state;
  RicMesh mesh = NewLine(10);
  const PetscReal point[3] = {0.34, 5, -5}, tie[3] = {0.5, 0, 0}, bad[3] = {NAN, 0, 0};
  assert_int_equal(RicMeshAddRegionNearest(mesh, "near", point), 0);
  assert_int_equal(CheckRegion(mesh, "near", 1, 0)->nodes[0], 3);
  CheckUserError(RicMeshAddRegionNearest(mesh, "near", point), "region \"near\": ");
  CheckUserError(RicMeshAddRegionNearest(mesh, "nan", bad), "region \"nan\": ");
  Destroy(mesh);
  mesh = NewLine(1);
  assert_int_equal(RicMeshAddRegionNearest(mesh, "tie", tie), 0);
  assert_int_equal(Region(mesh, "tie")->nodes[0], 0);
  Destroy(mesh);
}

// Many regions: those lent before stay where they are.
static void TestManyRegions(void **state) {
  (void)state;
  RicMesh mesh = NewLine(300);
  const RicRegion *bar = Region(mesh, "bar"), *region;
  char name[RIC_NAME_LEN];
  PetscInt n;
  for (PetscInt i = 0; i < 200; ++i) {
    snprintf(name, sizeof name, "r%d", (int)i);
    assert_int_equal(RicMeshAddRegionNearest(mesh, name, Place(mesh, i)), 0);
  }
  assert_ptr_equal(bar, Region(mesh, "bar"));
  assert_int_equal(CheckRegion(mesh, "r123", 1, 0)->nodes[0], 123);
  assert_int_equal(RicMeshGetNumRegions(mesh, &n), 0);
  assert_int_equal(n, 205);
  assert_int_equal(RicMeshGetRegion(mesh, 5 + 77, &region), 0);
  assert_string_equal(region->name, "r77");
  Destroy(mesh);
}

// ---- Refinement ----

static void TestRefineLine(void **state) {
  (void)state;
  RicMesh mesh = NewLine(3);
  assert_int_equal(RicMeshRefine(mesh, 0), 0);
  CheckCounts(mesh, 4, 3);
  assert_int_equal(RicMeshRefine(mesh, 4), 0);
  CheckCounts(mesh, 49, 48);
  assert_int_equal(Bandwidth(mesh), 1);
  for (PetscInt c = 0; c < 48; ++c) {
    assert_int_equal(Cells(mesh)[2 * c], c);
    CheckPlace(mesh, c, c / 48.0, 0, 0);
  }
  CheckRegion(mesh, "bar", 49, 48);
  assert_int_equal(CheckRegion(mesh, "end", 1, 0)->nodes[0], 48);
  Destroy(mesh);
}

// Cell c becomes 2c, 2c+1: halves of it, in its direction.
static void TestRefineLattice(void **state) {
  (void)state;
  const PetscInt counts[3] = {4, 2, 1};
  RicMesh coarse = NewMesh(), fine = NewMesh();
  assert_int_equal(RicMeshGenerateLattice(coarse, "t", counts, origin, ones, PETSC_TRUE), 0);
  assert_int_equal(RicMeshGenerateLattice(fine, "t", counts, origin, ones, PETSC_TRUE), 0);
  assert_int_equal(RicMeshRefine(fine, 1), 0);
  const PetscInt bars = NumBars(counts, PETSC_TRUE), face[3] = {0, 2, 1};
  CheckCounts(fine, 30 + bars, 2 * bars);
  CheckRegion(fine, "t", 30 + bars, 2 * bars);
  CheckRegion(fine, "xmax", 6 + NumBars(face, PETSC_TRUE), 2 * NumBars(face, PETSC_TRUE));
  assert_true(Bandwidth(fine) <= (1 + 9) * Bandwidth(coarse));
  for (PetscInt c = 0; c < bars; ++c) {
    assert_close(Length(fine, 2 * c), 0.5 * Length(coarse, c), 1e-14);
    assert_close(Length(fine, 2 * c + 1), 0.5 * Length(coarse, c), 1e-14);
    assert_int_equal(Cells(fine)[4 * c + 1], Cells(fine)[4 * c + 2]);
    const PetscReal *a = Place(coarse, Cells(coarse)[2 * c]);
    CheckPlace(fine, Cells(fine)[4 * c], a[0], a[1], a[2]);
  }
  Destroy(coarse);
  Destroy(fine);
}

// A chain whose cells run against its numbers keeps its order, and what is tied to nodes follows.
static void TestRefineFollows(void **state) {
  (void)state;
  RicMesh mesh = NewMesh();
  const PetscReal xyz[] = {0, 0, 0, 1, 0, 0, 2, 0, 0};
  const PetscInt cells[] = {2, 1, 1, 0};
  PetscInt link, a, b;
  PetscBool present;
  assert_int_equal(RicMeshAppend(mesh, "chain", 3, xyz, 2, cells), 0);
  assert_int_equal(RicMeshAddNode(mesh, "mass", ones), 0);
  assert_int_equal(RicMeshAddLink(mesh, 2, 3, &link), 0);
  assert_int_equal(RicMeshRefine(mesh, 1), 0);
  CheckCounts(mesh, 6, 4);
  assert_int_equal(Bandwidth(mesh), 1);
  CheckPlace(mesh, 3, 1.5, 0, 0);
  assert_int_equal(CheckRegion(mesh, "mass", 1, 0)->nodes[0], 5);
  CheckRegion(mesh, "chain", 5, 4);
  assert_int_equal(RicMeshPartition(mesh), 0);
  assert_int_equal(RicMeshGetLink(mesh, link, &present, &a, &b), 0);
  assert_true(present && a == 4 && b == 5);
  Destroy(mesh);
}

static void TestRefineErrors(void **state) {
  (void)state;
  RicMesh mesh = NewLine(3);
  CheckUserError(RicMeshRefine(mesh, -1), "mesh_refine: -1");
  CheckUserError(RicMeshRefine(mesh, PETSC_MAX_INT), "mesh \"refined\": ");
  CheckCounts(mesh, 4, 3);
  Destroy(mesh);
}

static void TestOptions(void **state) {
  (void)state;
  RicMesh mesh = NewLine(3);
  assert_int_equal(RicMeshSetFromOptions(mesh), 0);
  CheckCounts(mesh, 4, 3);
  assert_int_equal(PetscOptionsSetValue(NULL, "-mesh_refine", "2"), 0);
  assert_int_equal(RicMeshSetFromOptions(mesh), 0);
  CheckCounts(mesh, 13, 12);
  assert_int_equal(PetscOptionsSetValue(NULL, "-mesh_refine", "-2"), 0);
  CheckUserError(RicMeshSetFromOptions(mesh), "mesh_refine: -2");
  assert_int_equal(PetscOptionsClearValue(NULL, "-mesh_refine"), 0);
  Destroy(mesh);
}

static void TestView(void **state) {
  (void)state;
  RicMesh mesh = NewLine(3);
  PetscViewer viewer;
  assert_int_equal(PetscViewerASCIIOpen(PETSC_COMM_SELF, "/dev/null", &viewer), 0);
  assert_int_equal(RicMeshView(mesh, viewer), 0);
  assert_int_equal(RicMeshPartition(mesh), 0);
  assert_int_equal(RicMeshView(mesh, viewer), 0);
  assert_int_equal(PetscViewerDestroy(&viewer), 0);
  Destroy(mesh);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestLine),
      cmocka_unit_test(TestTwoLines),
      cmocka_unit_test(TestLineErrors),
      cmocka_unit_test(TestLattice),
      cmocka_unit_test(TestLatticeBandwidth),
      cmocka_unit_test(TestLatticeErrors),
      cmocka_unit_test(TestAppend),
      cmocka_unit_test(TestMisuse),
      cmocka_unit_test(TestWrongState),
      cmocka_unit_test(TestEmpty),
      cmocka_unit_test(TestBox),
      cmocka_unit_test(TestNearest),
      cmocka_unit_test(TestManyRegions),
      cmocka_unit_test(TestRefineLine),
      cmocka_unit_test(TestRefineLattice),
      cmocka_unit_test(TestRefineFollows),
      cmocka_unit_test(TestRefineErrors),
      cmocka_unit_test(TestOptions),
      cmocka_unit_test(TestView),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
