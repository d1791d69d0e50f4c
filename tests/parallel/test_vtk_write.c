// SPDX-License-Identifier: BSD-2-Clause
// The VTK writer's verbs and its failures on all ranks. What is in the files is read back by VTK
// itself, in run/test_vtk_reader.py; here, by the offsets in the XML, the points and cells alone.
#include "numeric.h"
#include "raised.h"
#include "scratch.h"
#include "vtk_grid.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#define POINTS 30

static char dir[RIC_PATH_LEN];
static int rank, size;
static RicVtk vtk;
static VtkGrid grid;

static const char *In(const char name[]) {
  static char path[2 * RIC_PATH_LEN];

  snprintf(path, sizeof(path), "%s/%s", dir, name);
  return path;
}

static int SetUp(void **state) {
  (void)state;
  return ScratchCreate(MPI_COMM_WORLD, dir) || RicVtkCreate(MPI_COMM_WORLD, dir, "case", &vtk) ||
         CreateVtkGrid(MPI_COMM_WORLD, POINTS, -1, &grid);
}

static int TearDown(void **state) {
  (void)state;
  return RicVtkDestroy(&vtk) || DestroyVtkGrid(&grid) || ScratchRemove(MPI_COMM_WORLD, dir);
}

static void WriteOutput(PetscInt output) {
  assert_int_equal(PutVtkGrid(vtk, &grid, output), 0);
  assert_int_equal(RicVtkWrite(vtk), 0);
}

// The values of a DataArray in the bytes of a .vtu, after its size, which is checked.
static const void *FindArray(const char bytes[], size_t length, const char name[], int64_t size) {
  char tag[RIC_NAME_LEN];
  int64_t found;

  snprintf(tag, sizeof(tag), "Name=\"%s\"", name);
  const char *place = strstr(bytes, tag);
  assert_non_null(place);
  const char *data = strstr(bytes, "encoding=\"raw\">");
  assert_non_null(data);
  const char *values = strchr(data, '_'); // blanks stand before it
  values += 1 + atoll(strstr(place, "offset=\"") + strlen("offset=\""));
  assert_true(values + sizeof(found) + size < bytes + length);
  memcpy(&found, values, sizeof(found));
  assert_int_equal(found, size);
  return values + sizeof(found);
}

static void CheckPoints(const double xyz[]) {
  for (int i = 0; i < POINTS; i++) {
    assert_close(xyz[3 * i], i / 3.0, 0);
    assert_close(xyz[3 * i + 1], i * i / 7.0, 0);
    assert_close(xyz[3 * i + 2], -i / 11.0, 0);
  }
}

// 2 + 1 + 4 + 5 points for each four cells; offsets run through the whole file.
static void TestArraysStandWhereTheXmlSays(void **state) {
  size_t length;

  (void)state;
  WriteOutput(0);
  char *bytes = ReadBytes(In("case_000000.vtu"), &length);
  assert_non_null(bytes);
  double xyz[3 * POINTS];
  memcpy(xyz, FindArray(bytes, length, "Points", sizeof(xyz)), sizeof(xyz));
  CheckPoints(xyz);
  int32_t offsets[POINTS], ends[4] = {2, 3, 7, 12};
  memcpy(offsets, FindArray(bytes, length, "offsets", sizeof(offsets)), sizeof(offsets));
  for (int c = 0; c < POINTS; c++)
    assert_int_equal(offsets[c], 12 * (c / 4) + ends[c % 4]);
  const unsigned char types[4] = {3, 1, 9, 7};
  assert_memory_equal(FindArray(bytes, length, "types", POINTS), types, sizeof(types));
  assert_null(strstr(bytes, "</AppendedData></VTKFile>")); // values come in between
  assert_string_equal(bytes + length - 11, "</VTKFile>\n");
  free(bytes);
}

static void TestFirstPoint(void **state) {
  PetscInt first;

  (void)state; // rank r has r + 2 points: 2 + 3 + … before it
  assert_int_equal(RicVtkOpen(vtk, 0), 0);
  assert_int_equal(RicVtkSetPoints(vtk, rank + 2, grid.xyz, &first), 0);
  assert_int_equal(first, rank * (rank + 3) / 2);
}

static void TestOrderOfCalls(void **state) {
  PetscInt first;

  (void)state;
  assert_int_equal(Raised(RicVtkWrite(vtk)), PETSC_ERR_ORDER);
  assert_string_equal(raised_line, "the next call on the file is Open");
  assert_int_equal(RicVtkOpen(vtk, 0), 0);
  assert_int_equal(Raised(RicVtkSetCells(vtk, 0, NULL, NULL, NULL)), PETSC_ERR_ORDER);
  assert_int_equal(RicVtkSetPoints(vtk, 0, NULL, &first), 0);
  assert_int_equal(Raised(RicVtkAddPointField(vtk, "x", 1, NULL)), PETSC_ERR_ORDER);
  assert_int_equal(RicVtkSetCells(vtk, 0, NULL, NULL, NULL), 0);
  assert_int_equal(Raised(RicVtkSetPoints(vtk, 0, NULL, &first)), PETSC_ERR_ORDER);
  assert_int_equal(RicVtkWrite(vtk), 0);
  assert_int_equal(Raised(RicVtkWrite(vtk)), PETSC_ERR_ORDER);
}

static void TestWrongArguments(void **state) {
  const RicVtkCellType type = RIC_VTK_VERTEX;
  const PetscInt offsets[2] = {0, 1}, beyond = POINTS;
  RicVtk other = NULL;

  (void)state;
  assert_int_equal(Raised(RicVtkCreate(MPI_COMM_WORLD, dir, "a/b", &other)), PETSC_ERR_USER_INPUT);
  assert_int_equal(Raised(RicVtkCreate(MPI_COMM_WORLD, dir, "a&b", &other)), PETSC_ERR_USER_INPUT);
  assert_int_equal(Raised(RicVtkSetChunk(vtk, 0)), PETSC_ERR_ARG_OUTOFRANGE);
  assert_int_equal(Raised(RicVtkSetChunk(vtk, (PetscInt64)1 << 31)), PETSC_ERR_ARG_OUTOFRANGE);
  assert_int_equal(Raised(RicVtkOpen(vtk, NAN)), PETSC_ERR_ARG_OUTOFRANGE);
  assert_int_equal(PutVtkGrid(vtk, &grid, 0), 0);
  assert_int_equal(Raised(RicVtkAddCellField(vtk, "a<b", 1, NULL)), PETSC_ERR_ARG_WRONG);
  assert_int_equal(Raised(RicVtkAddCellField(vtk, "a", 0, NULL)), PETSC_ERR_ARG_OUTOFRANGE);
  PetscInt first;
  assert_int_equal(RicVtkOpen(vtk, 0), 0);
  assert_int_equal(RicVtkSetPoints(vtk, grid.count, grid.xyz, &first), 0);
  assert_int_equal(Raised(RicVtkSetCells(vtk, 1, &type, offsets, &beyond)),
                   PETSC_ERR_ARG_OUTOFRANGE);
  assert_string_equal(raised_line, "a cell has point 30 of 30");
}

static void TestNumberOfFields(void **state) {
  (void)state;
  assert_int_equal(PutVtkGrid(vtk, &grid, 0), 0); // has five
  for (int i = 5; i < RIC_VTK_MAX_FIELDS; i++)
    assert_int_equal(RicVtkAddCellField(vtk, "more", 1, grid.force), 0);
  assert_int_equal(Raised(RicVtkAddCellIntField(vtk, "x", grid.region)), PETSC_ERR_ARG_OUTOFRANGE);
  assert_int_equal(RicVtkWrite(vtk), 0);
}

// Let no file of this process grow beyond `bytes`; writes fail then, in the middle of a file.
static void LimitFileSize(rlim_t bytes) {
  struct rlimit limit;

  signal(SIGXFSZ, SIG_IGN);
  getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = bytes ? bytes : limit.rlim_max;
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

// The reservation of room does not meet this limit; the writes through MPI do, on any rank: first
// where the limit falls into the values, then where it cuts the file's last bytes.
static void TestFailedWriteLeavesWholeFilesOnly(void **state) {
  size_t whole, before, after;

  (void)state;
  WriteOutput(0);
  free(ReadBytes(In("case_000000.vtu"), &whole));
  char *series = ReadBytes(In("case.pvd"), &before);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int attempt = 0; attempt < 2; attempt++) {
    assert_int_equal(PutVtkGrid(vtk, &grid, 1), 0);
    LimitFileSize(attempt ? whole - 1 : whole / 2);
    PetscErrorCode code = Raised(RicVtkWrite(vtk));
    LimitFileSize(0);
    assert_int_equal(code, PETSC_ERR_FILE_WRITE);
    assert_ptr_equal(strstr(raised_line, In("case_000001.vtu: cannot be written (")), raised_line);
    assert_int_equal(ScratchCount(dir, PETSC_FALSE), 2);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  char *unchanged = ReadBytes(In("case.pvd"), &after);
  assert_string_equal(unchanged, series);
  MPI_Barrier(MPI_COMM_WORLD);
  WriteOutput(1); // once there is room the same number is written
  assert_int_equal(ScratchCount(dir, PETSC_FALSE), 3);
  free(series);
  free(unchanged);
}

// A directory has the series' name. The .vtu is whole but not listed, and written anew later on.
static void TestSeriesThatCannotBeWritten(void **state) {
  size_t length;

  (void)state;
  if (rank == 0)
    assert_int_equal(mkdir(In("case.pvd"), 0777), 0);
  assert_int_equal(PutVtkGrid(vtk, &grid, 0), 0);
  assert_int_equal(Raised(RicVtkWrite(vtk)), PETSC_ERR_FILE_WRITE);
  assert_ptr_equal(strstr(raised_line, In("case.pvd: cannot be written (Is a directory)")),
                   raised_line);
  if (rank == 0)
    assert_int_equal(rmdir(In("case.pvd")), 0);
  WriteOutput(0);
  assert_int_equal(ScratchCount(dir, PETSC_FALSE), 2);
  char *series = ReadBytes(In("case.pvd"), &length);
  assert_non_null(strstr(series, "<DataSet timestep=\"0\" part=\"0\" file=\"case_000000.vtu\"/>"));
  assert_null(strstr(series, "case_000001.vtu"));
  free(series);
}

static void TestNoDirectory(void **state) {
  char line[3 * RIC_PATH_LEN];
  RicVtk other;

  (void)state;
  assert_int_equal(RicVtkCreate(MPI_COMM_WORLD, In("none"), "case", &other), 0);
  assert_int_equal(PutVtkGrid(other, &grid, 0), 0);
  assert_int_equal(Raised(RicVtkWrite(other)), PETSC_ERR_FILE_WRITE);
  snprintf(line, sizeof(line), "%s: cannot be written (No such file or directory)",
           In("none/case_000000.vtu"));
  assert_string_equal(raised_line, line);
  assert_int_equal(RicVtkDestroy(&other), 0);
  assert_null(other);
  assert_int_equal(RicVtkDestroy(&other), 0);
}

int main(int argc, char **argv) {
#define TEST(function) cmocka_unit_test_setup_teardown(function, SetUp, TearDown)
  const struct CMUnitTest tests[] = {
      TEST(TestArraysStandWhereTheXmlSays),
      TEST(TestFirstPoint),
      TEST(TestOrderOfCalls),
      TEST(TestWrongArguments),
      TEST(TestNumberOfFields),
      TEST(TestFailedWriteLeavesWholeFilesOnly),
      TEST(TestSeriesThatCannotBeWritten),
      TEST(TestNoDirectory),
  };

  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  if (failed)
    MPI_Abort(MPI_COMM_WORLD, 1); // the other ranks may be waiting for this one
  PetscCall(PetscFinalize());
  return 0;
}
