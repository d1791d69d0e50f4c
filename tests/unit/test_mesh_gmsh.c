// SPDX-License-Identifier: BSD-2-Clause
// Gmsh files. The frame of tests/data/frame.geo in two formats and two encodings gives one mesh,
// the plate of plate.geo its edges; files that are cut off, damaged or something else are refused
// by one line and never read further.
#include "mesh/mesh.h"
#include "numeric.h"
#include "raised.h"
#include "scratch.h"

#define NUM_DAMAGES 300

static const char *const frames[] = {"frame-22.msh", "frame-22-binary.msh", "frame-41.msh",
                                     "frame-41-binary.msh"};
static const char *const plates[] = {"plate-22.msh", "plate-22-binary.msh", "plate-41.msh",
                                     "plate-41-binary.msh"};
static char scratch[RIC_PATH_LEN];

static void DataPath(const char name[], char path[RIC_PATH_LEN]) {
  const char *source = getenv("RICOCHET_SOURCE");
  snprintf(path, RIC_PATH_LEN, "%s/tests/data/%s", source ? source : ".", name);
}

// A file of the scratch directory with the given bytes.
static void WriteFile(const char bytes[], size_t size, char path[RIC_PATH_LEN]) {
  snprintf(path, RIC_PATH_LEN, "%.900s/mesh.msh", scratch);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
}

// What loading the file answers; a mesh comes out only from a success, for the caller to destroy.
static PetscErrorCode Load(const char path[], RicMesh *mesh) {
  assert_int_equal(RicMeshCreate(PETSC_COMM_SELF, mesh), 0);
  const PetscErrorCode code = Raised(RicMeshLoad(*mesh, path));
  if (code)
    assert_int_equal(RicMeshDestroy(mesh), 0);
  return code;
}

// One line, "PATH: …", without a full stop.
static void CheckLine(const char path[], const char says[]) {
  const size_t n = strlen(path);
  if (strncmp(raised_line, path, n) || strncmp(raised_line + n, ": ", 2) ||
      strchr(raised_line, '\n') || raised_line[strlen(raised_line) - 1] == '.' ||
      !strstr(raised_line, says))
    fail_msg("\"%s\" is no line \"%s: … %s …\"", raised_line, path, says);
}

static void CheckRefused(const char path[], const char says[]) {
  RicMesh mesh;
  assert_int_equal(Load(path, &mesh), PETSC_ERR_USER_INPUT);
  CheckLine(path, says);
}

static void CheckBytesRefused(const char bytes[], size_t size, const char says[]) {
  char path[RIC_PATH_LEN];
  WriteFile(bytes, size, path);
  CheckRefused(path, says);
}

static void CheckTextRefused(const char text[], const char says[]) {
  CheckBytesRefused(text, strlen(text), says);
}

// ---- Good files ----

static const RicRegion *CheckRegion(RicMesh mesh, const char name[], PetscInt num_nodes,
                                    PetscInt num_cells) {
  const RicRegion *region;
  assert_int_equal(RicMeshFindRegion(mesh, name, &region), 0);
  if (!region)
    fail_msg("no region '%s'", name);
  assert_int_equal(region->num_nodes, num_nodes);
  assert_int_equal(region->num_cells, num_cells);
  return region;
}

static void CheckNodeAt(RicMesh mesh, PetscInt node, PetscReal x, PetscReal y, PetscReal z) {
  const PetscReal *xyz;
  assert_int_equal(RicMeshGetCoordinates(mesh, &xyz), 0);
  assert_close(xyz[3 * node], x, 1e-14);
  assert_close(xyz[3 * node + 1], y, 1e-14);
  assert_close(xyz[3 * node + 2], z, 1e-14);
}

// Total length of the cells of a region.
static PetscReal Length(RicMesh mesh, const RicRegion *region) {
  const PetscInt *cells;
  const PetscReal *xyz;
  PetscReal length = 0;
  assert_int_equal(RicMeshGetCells(mesh, &cells), 0);
  assert_int_equal(RicMeshGetCoordinates(mesh, &xyz), 0);
  for (PetscInt c = 0; c < region->num_cells; ++c) {
    const PetscReal *a = xyz + 3 * cells[2 * region->cells[c]],
                    *b = xyz + 3 * cells[2 * region->cells[c] + 1];
    length += PetscSqrtReal(PetscSqr(b[0] - a[0]) + PetscSqr(b[1] - a[1]) + PetscSqr(b[2] - a[2]));
  }
  return length;
}

// The whole of frame.geo: a cell once though it is in two groups, and tag 2 for curves and points.
static void CheckFrame(RicMesh mesh) {
  PetscInt num_regions;
  assert_close(Length(mesh, CheckRegion(mesh, "all", 16, 15)), 5.5, 1e-12);
  assert_close(Length(mesh, CheckRegion(mesh, "arm", 13, 12)), 3, 1e-12);
  assert_close(Length(mesh, CheckRegion(mesh, "left arm", 5, 4)), 1, 1e-12);
  assert_close(Length(mesh, CheckRegion(mesh, "leg", 3, 2)), 2, 1e-12);
  assert_close(Length(mesh, CheckRegion(mesh, "physical-17", 2, 1)), 0.5, 1e-12);
  const RicRegion *tip = CheckRegion(mesh, "tip", 2, 0);
  CheckNodeAt(mesh, tip->nodes[0], 1, 2, 0);
  CheckNodeAt(mesh, tip->nodes[1], 3, 0, 0);
  CheckNodeAt(mesh, CheckRegion(mesh, "root", 1, 0)->nodes[0], 0, 0, 0);
  CheckNodeAt(mesh, CheckRegion(mesh, "physical-19", 1, 0)->nodes[0], 1, 0, 0.5);
  assert_int_equal(RicMeshGetNumRegions(mesh, &num_regions), 0);
  assert_int_equal(num_regions, 8);
}

static void TestFrames(void **state) {
  (void)state;
  for (size_t f = 0; f < sizeof frames / sizeof *frames; ++f) {
    char path[RIC_PATH_LEN];
    RicMesh mesh;
    DataPath(frames[f], path);
    assert_int_equal(Load(path, &mesh), 0);
    CheckFrame(mesh);
    assert_int_equal(RicMeshDestroy(&mesh), 0);
  }
}

// Options of the run for PETSc's reader change nothing here and are left as they were.
static void TestOptionsAreIgnored(void **state) {
  (void)state;
  PetscBool set, value;
  char path[RIC_PATH_LEN];
  RicMesh mesh;
  DataPath(frames[0], path);
  assert_int_equal(PetscOptionsSetValue(NULL, "-dm_plex_gmsh_multiple_tags", "true"), 0);
  assert_int_equal(Load(path, &mesh), 0);
  CheckFrame(mesh);
  assert_int_equal(PetscOptionsGetBool(NULL, NULL, "-dm_plex_gmsh_multiple_tags", &value, &set), 0);
  assert_true(set && value);
  assert_int_equal(PetscOptionsHasName(NULL, NULL, "-dm_plex_gmsh_spacedim", &set), 0);
  assert_false(set);
  assert_int_equal(PetscOptionsClearValue(NULL, "-dm_plex_gmsh_multiple_tags"), 0);
  assert_int_equal(RicMeshDestroy(&mesh), 0);
}

// A file after a generated piece: numbers continue. The same file once more: its names are taken.
static void TestLoadBehindPiece(void **state) {
  (void)state;
  const PetscReal from[3] = {0, 0, 9}, to[3] = {1, 0, 9};
  char path[RIC_PATH_LEN];
  RicMesh mesh;
  DataPath(frames[2], path);
  assert_int_equal(RicMeshCreate(PETSC_COMM_SELF, &mesh), 0);
  assert_int_equal(RicMeshGenerateLine(mesh, "bar", 3, from, to), 0);
  assert_int_equal(RicMeshLoad(mesh, path), 0);
  assert_close(Length(mesh, CheckRegion(mesh, "all", 16, 15)), 5.5, 1e-12);
  assert_close(Length(mesh, CheckRegion(mesh, "leg", 3, 2)), 2, 1e-12);
  CheckNodeAt(mesh, CheckRegion(mesh, "root", 1, 0)->nodes[0], 0, 0, 0);
  assert_int_equal(Raised(RicMeshLoad(mesh, path)), PETSC_ERR_USER_INPUT);
  CheckRegion(mesh, "all", 16, 15);
  assert_int_equal(RicMeshDestroy(&mesh), 0);
}

static void CheckNote(RicMesh mesh, const char says[]) {
  const char *note;
  assert_int_equal(RicMeshGetNote(mesh, &note), 0);
  if (says[0] ? !strstr(note, says) : note[0])
    fail_msg("note \"%s\" does not say \"%s\"", note, says);
}

// Lines of a mesh of triangles. One curve of the group is reversed, and the group of its corner,
// which makes tags negative in format 4.1. The nodes inside the plate are none of the mesh.
static void TestPlates(void **state) {
  (void)state;
  for (size_t f = 0; f < sizeof plates / sizeof *plates; ++f) {
    char path[RIC_PATH_LEN];
    RicMesh mesh;
    DataPath(plates[f], path);
    assert_int_equal(Load(path, &mesh), 0);
    CheckRegion(mesh, "all", 5, 4);
    assert_close(Length(mesh, CheckRegion(mesh, "edge", 5, 4)), 2, 1e-12);
    CheckNodeAt(mesh, CheckRegion(mesh, "corner", 1, 0)->nodes[0], 1, 1, 0);
    CheckNote(mesh, ": 14 triangles are left out");
    assert_int_equal(RicMeshDestroy(&mesh), 0);
  }
}

// Loads the text, which is a good file.
static void LoadText(const char text[], RicMesh *mesh) {
  char path[RIC_PATH_LEN];
  WriteFile(text, strlen(text), path);
  if (Load(path, mesh))
    fail_msg("refused: %s", raised_line);
}

#define HEAD "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
#define NODES HEAD "$Nodes\n3\n1 0 0 0\n2 1 0 0\n7 2 0 0\n$EndNodes\n"
#define HEAD_41 "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"
#define ENTITIES_41                                                                                \
  "$Entities\n1 1 0 0\n1 0 0 0 1 -5\n1 0 0 0 1 0 0 3 -5 -6 6 2 1 -2\n$EndEntities\n"
#define ELEMENTS_41 "$Elements\n2 2 1 2\n0 1 15 1\n1 1\n1 1 1 1\n2 1 2\n$EndElements\n"

// Format 2.2 with negative groups, as other programs write it; two of them share a number.
static void TestReversedGroups(void **state) {
  (void)state;
  RicMesh mesh;
  LoadText(NODES "$Elements\n3\n1 1 2 -4 1 1 2\n2 1 2 4 2 7 2\n3 15 2 -4 1 7\n$EndElements\n",
           &mesh);
  CheckRegion(mesh, "physical-4", 3, 2);
  CheckNote(mesh, "");
  assert_int_equal(RicMeshDestroy(&mesh), 0);
}

// Sections of no use are stepped over wherever they stand. Format 4.1: places of nodes may be
// followed by parameters on a curve, groups may be negative and twice the same.
static void TestSections(void **state) {
  (void)state;
  RicMesh mesh;
  LoadText("$Comments\n$Nodes of\nno $EndComments\n$EndComments\n" HEAD_41
           "$Foo\n$EndFoo\n" ENTITIES_41 "$Nodes\n2 2 1 2\n0 1 1 1\n1\n0 0 0\n1 1 1 1\n2\n"
           "1 0 0 0.5\n$EndNodes\n$Comments\r\n\r\n$EndComments\r\n" ELEMENTS_41,
           &mesh);
  CheckRegion(mesh, "physical-5", 2, 1);
  CheckRegion(mesh, "physical-6", 2, 1);
  assert_int_equal(RicMeshDestroy(&mesh), 0);
  LoadText(HEAD_41 "$Nodes\n1 2 1 2\n1 1 0 2\n1\n2\n0 0 0\n1 0 0\n$EndNodes\n" ELEMENTS_41, &mesh);
  CheckRegion(mesh, "all", 2, 1);
  assert_int_equal(RicMeshDestroy(&mesh), 0);
}

// A quadrangle on a line: its own nodes are left out, a point of them as well.
static void TestSurfaceBesideLine(void **state) {
  (void)state;
  RicMesh mesh;
  LoadText(HEAD "$Nodes\n5\n9 0 1 0\n1 0 0 0\n2 1 0 0\n7 1 1 0\n5 0 0 9\n$EndNodes\n$Elements\n4\n"
                "1 3 2 1 1 1 2 7 9\n2 15 2 8 1 9\n3 1 2 3 1 2 1\n4 5 2 1 1 1 2 7 9 1 2 7 9\n"
                "$EndElements\n",
           &mesh);
  CheckRegion(mesh, "physical-3", 2, 1);
  CheckNodeAt(mesh, 0, 0, 0, 0);
  CheckNodeAt(mesh, 1, 1, 0, 0);
  CheckNote(mesh, ": 1 quadrangles, 1 hexahedra are left out");
  const RicRegion *region;
  assert_int_equal(RicMeshFindRegion(mesh, "physical-8", &region), 0);
  assert_null(region);
  assert_int_equal(RicMeshDestroy(&mesh), 0);
}

// ---- Bad files ----

static void TestNotAMesh(void **state) {
  (void)state;
  char garbage[4000];
  uint64_t seed = 7;
  CheckRefused("nowhere/none.msh", "no such file");
  CheckRefused(scratch, "not a file");
  CheckTextRefused("", "empty");
  CheckTextRefused("solid cube\n", "$MeshFormat");
  for (size_t i = 0; i < sizeof garbage; ++i)
    garbage[i] = (char)Uniform(&seed, 0, 256);
  CheckBytesRefused(garbage, sizeof garbage, "$MeshFormat");
  memcpy(garbage, "$MeshFormat\n4.1 1 8\n\1\0\0\0\n$EndMeshFormat\n$Entities\n", 50);
  CheckBytesRefused(garbage, sizeof garbage, "$E");
}

static void TestWrongHead(void **state) {
  (void)state;
  CheckTextRefused("$MeshFormat\n", "expected");
  CheckTextRefused("$MeshFormat\n3 0 8\n$EndMeshFormat\n", "format 3");
  CheckTextRefused("$MeshFormat\n4.1 0 4\n$EndMeshFormat\n", "data size 4");
  CheckTextRefused("$MeshFormat\n4.1 1 8\n\0\0\0\1\n$EndMeshFormat\n", "section $MeshFormat");
  CheckBytesRefused("$MeshFormat\n4.1 1 8\n\0\0\0\1\n$EndMeshFormat\n", 39, "byte order");
  CheckTextRefused("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n1 1 bar\n", "quotes");
}

static void TestWrongSections(void **state) {
  (void)state;
  CheckTextRefused("$Comments\n" HEAD, "before $EndComments");
  CheckTextRefused(HEAD "$ParametricNodes\n1\n1 0 0 0 0 1\n$EndParametricNodes\n",
                   "$ParametricNodes is not read");
  CheckTextRefused(HEAD_41 ENTITIES_41 "$PartitionedEntities\n2\n0\n0 0 0 0\n", "partitioned");
  CheckTextRefused(HEAD "$Elements\n0\n$EndElements\n", "no $Nodes");
  CheckTextRefused(HEAD_41 "$Nodes\n1 1 1 1\n4 1 0 1\n1\n0 0 0\n$EndNodes\n", "dimension 4");
  CheckTextRefused(NODES "$Elements\n1\n1 2 1 0 1 2 7\n$EndElements\n", "triangles and no lines");
}

static void TestWrongNumbers(void **state) {
  (void)state;
  CheckTextRefused(HEAD "$Nodes\n0\n$EndNodes\n", "no nodes");
  CheckTextRefused(HEAD "$Nodes\n99\n1 0 0 0\n", "count");
  CheckTextRefused(HEAD "$Nodes\n2\n1 0 0 0\n1 1 0 0\n$EndNodes\n", "two nodes have the tag 1");
  CheckTextRefused(HEAD "$Nodes\n2\n1 0 x 0\n2 1 0 0\n$EndNodes\n", "\"x\"");
  CheckTextRefused(HEAD "$Nodes\n2\n1 0 0 0\n2000000000 1 0 0\n$EndNodes\n", "gaps");
  CheckTextRefused(NODES "$Elements\n1\n1 1 1 0 1 3\n$EndElements\n", "element 1 has node 3");
  CheckTextRefused(NODES "$Elements\n1\n1 1 1 0 1 1\n$EndElements\n", "begins and ends at node 1");
  CheckTextRefused(NODES "$Elements\n1\n1 15 1 0 1\n$EndElements\n", "points only");
  CheckTextRefused(NODES "$Elements\n1\n1 8 1 0 1 2 7\n$EndElements\n", "second order");
  CheckTextRefused(NODES "$Elements\n1\n1 15 1 0 7\n2 1 1 0 1 2\n$EndElements\n", "$EndElements");
  CheckTextRefused(NODES "$Elements\n2\n1 15 1 0 7\n2 1 1 0 1 2\n$EndElements\n", "is on no line");
  CheckTextRefused(HEAD "$Nodes\n2\n1 0 0 0\n2 nan 0 0\n$EndNodes\n$Elements\n1\n1 1 0 1 2\n"
                        "$EndElements\n",
                   "finite");
}

// Node 7 belongs to no element: it does not exist for the mesh. Names may be missing.
static void TestSmallestMesh(void **state) {
  (void)state;
  const char text[] = NODES "$Elements\n1\n5 1 2 0 3 2 1\n$EndElements\n";
  char path[RIC_PATH_LEN];
  RicMesh mesh;
  WriteFile(text, sizeof text - 1, path);
  assert_int_equal(Load(path, &mesh), 0);
  CheckRegion(mesh, "all", 2, 1);
  assert_int_equal(RicMeshDestroy(&mesh), 0);
}

// Cut anywhere before the last line, a file is refused.
static void TestTruncated(void **state) {
  (void)state;
  for (size_t f = 0; f < sizeof frames / sizeof *frames; ++f) {
    char path[RIC_PATH_LEN];
    size_t size;
    DataPath(frames[f], path);
    char *bytes = ReadBytes(path, &size);
    assert_non_null(bytes);
    for (size_t cut = 0; cut < size - 1; ++cut)
      CheckBytesRefused(bytes, cut, "");
    free(bytes);
  }
}

// A few wrong bytes: either still a mesh, or refused by one line.
static void TestDamaged(void **state) {
  (void)state;
  uint64_t seed = 3;
  for (size_t f = 0; f < sizeof frames / sizeof *frames; ++f) {
    char path[RIC_PATH_LEN];
    size_t size;
    DataPath(frames[f], path);
    char *bytes = ReadBytes(path, &size);
    assert_non_null(bytes);
    for (PetscInt k = 0; k < NUM_DAMAGES; ++k) {
      const size_t at = (size_t)Uniform(&seed, 0, (PetscReal)size);
      const char kept = bytes[at];
      RicMesh mesh;
      bytes[at] = k % 2 ? (char)Uniform(&seed, 0, 256) : "0123456789-"[k % 11];
      WriteFile(bytes, size, path);
      if (Load(path, &mesh))
        CheckLine(path, "");
      else
        assert_int_equal(RicMeshDestroy(&mesh), 0);
      bytes[at] = kept;
    }
    free(bytes);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestFrames),
      cmocka_unit_test(TestOptionsAreIgnored),
      cmocka_unit_test(TestLoadBehindPiece),
      cmocka_unit_test(TestNotAMesh),
      cmocka_unit_test(TestWrongHead),
      cmocka_unit_test(TestWrongNumbers),
      cmocka_unit_test(TestSmallestMesh),
      cmocka_unit_test(TestTruncated),
      cmocka_unit_test(TestDamaged),
      cmocka_unit_test(TestPlates),
      cmocka_unit_test(TestReversedGroups),
      cmocka_unit_test(TestSections),
      cmocka_unit_test(TestSurfaceBesideLine),
      cmocka_unit_test(TestWrongSections),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  PetscCall(ScratchCreate(PETSC_COMM_SELF, scratch));
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(ScratchRemove(PETSC_COMM_SELF, scratch));
  PetscCall(PetscFinalize());
  return failed;
}
