// SPDX-License-Identifier: BSD-2-Clause
#include "io/file.h"
#include "io/vtk_impl.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

PetscErrorCode RicVtkCreate(MPI_Comm comm, const char dir[], const char name[], RicVtk *vtk) {
  PetscFunctionBegin;
  RicCheckUser(*name && !strpbrk(name, "/&<>\""), comm,
               "'%s': not a name for output files, which holds none of / & < > \"", name);
  RicCheckUser(strlen(name) < RIC_NAME_LEN, comm, "'%s': a name of more than %d bytes", name,
               RIC_NAME_LEN - 1);
  RicCheckUser(strlen(dir) < RIC_PATH_LEN, comm, "%s: a path of more than %d bytes", dir,
               RIC_PATH_LEN - 1);
  PetscCall(PetscNew(vtk));
  (*vtk)->comm = comm;
  (*vtk)->chunk = (PetscInt64)1 << 30;
  strcpy((*vtk)->dir, dir);
  strcpy((*vtk)->name, name);
  PetscCallMPI(MPI_Comm_rank(comm, &(*vtk)->rank));
  PetscCall(RicTextAppend(&(*vtk)->series, "<?xml version=\"1.0\"?>\n"
                                           "<VTKFile type=\"Collection\" version=\"1.0\" "
                                           "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n"
                                           "  <Collection>\n"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Back to the closed state: forget the file begun.
static PetscErrorCode Close(RicVtk vtk) {
  PetscFunctionBegin;
  for (PetscInt i = 0; i < vtk->num_arrays; i++) {
    PetscCall(PetscFree(vtk->arrays[i].copy));
    PetscCall(PetscFree(vtk->arrays[i].header));
  }
  vtk->num_arrays = 0;
  vtk->state = RIC_VTK_CLOSED;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicVtkDestroy(RicVtk *vtk) {
  PetscFunctionBegin;
  if (!*vtk)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(Close(*vtk));
  PetscCall(RicTextFree(&(*vtk)->series));
  PetscCall(RicTextFree(&(*vtk)->strings));
  PetscCall(PetscFree(*vtk));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicVtkSetChunk(RicVtk vtk, PetscInt64 bytes) {
  PetscFunctionBegin;
  PetscCheck(bytes >= 1 && bytes <= (PetscInt64)1 << 30, vtk->comm, PETSC_ERR_ARG_OUTOFRANGE,
             "a chunk has 1 to 2^30 bytes, not %" PetscInt64_FMT, bytes);
  vtk->chunk = bytes;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicVtkSetFormat(RicVtk vtk, PetscBool single, PetscInt level) {
  PetscFunctionBegin;
  PetscCheck(level >= 0 && level <= 9, vtk->comm, PETSC_ERR_ARG_OUTOFRANGE,
             "a level of compression is 0 to 9, not %" PetscInt_FMT, level);
  vtk->single = single;
  vtk->compression = (int)level;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// VTK takes the bytes of strings as numbers, each string ended by 0.
PetscErrorCode RicVtkAddStrings(RicVtk vtk, const char name[], PetscInt n,
                                const char *const strings[]) {
  RicText *text = &vtk->strings;

  PetscFunctionBegin;
  PetscCall(RicTextAppend(text,
                          "      <Array type=\"String\" Name=\"%s\" NumberOfTuples=\"%d\" "
                          "format=\"ascii\">\n",
                          name, (int)n));
  for (PetscInt i = 0; i < n; i++) {
    for (const char *c = strings[i]; *c; c++)
      PetscCall(RicTextAppend(text, "%d ", (int)(unsigned char)*c));
    PetscCall(RicTextAppend(text, "0\n"));
  }
  PetscCall(RicTextAppend(text, "      </Array>\n"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicVtkOpen(RicVtk vtk, PetscReal t) {
  PetscFunctionBegin;
  PetscCheck(!PetscIsInfOrNanReal(t), vtk->comm, PETSC_ERR_ARG_OUTOFRANGE,
             "the time of an output is %.6g", (double)t);
  PetscCall(Close(vtk));
  vtk->t = t;
  vtk->state = RIC_VTK_OPENED;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckState(RicVtk vtk, RicVtkState state) {
  static const char *const verbs[] = {"Open", "SetPoints", "SetCells", "AddField or Write"};

  PetscFunctionBegin;
  PetscCheck(vtk->state == state, vtk->comm, PETSC_ERR_ORDER, "the next call on the file is %s",
             verbs[vtk->state]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The array is the next in the file; its `copy`, if any, belongs to the Vtk from here on.
static PetscErrorCode AddArray(RicVtk vtk, RicVtkSection section, const char name[],
                               const char type[], PetscInt components, PetscInt64 bytes,
                               const void *values, void *copy) {
  RicVtkArray *array = &vtk->arrays[vtk->num_arrays++];

  PetscFunctionBegin;
  *array = (RicVtkArray){.section = section,
                         .type = type,
                         .components = components,
                         .bytes = bytes,
                         .values = copy ? copy : values,
                         .copy = copy,
                         .header_bytes = sizeof(PetscInt64)};
  PetscCall(PetscStrncpy(array->name, name, sizeof(array->name)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// *first: sum of n over the ranks before this one; *total: over all ranks.
static PetscErrorCode CountBefore(MPI_Comm comm, PetscInt64 n, PetscInt64 *first,
                                  PetscInt64 *total) {
  PetscFunctionBegin;
  *first = 0; // Exscan leaves rank 0's as it is
  PetscCallMPI(MPI_Exscan(&n, first, 1, MPIU_INT64, MPI_SUM, comm));
  PetscCallMPI(MPI_Allreduce(&n, total, 1, MPIU_INT64, MPI_SUM, comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicVtkSetPoints(RicVtk vtk, PetscInt n, const PetscReal xyz[], PetscInt *first) {
  PetscInt64 before;

  PetscFunctionBegin;
  PetscCall(CheckState(vtk, RIC_VTK_OPENED));
  PetscCall(CountBefore(vtk->comm, n, &before, &vtk->total_points));
  PetscCheck(vtk->total_points <= PETSC_MAX_INT, vtk->comm, PETSC_ERR_ARG_OUTOFRANGE,
             "%" PetscInt64_FMT " points are more than PetscInt counts", vtk->total_points);
  PetscCall(AddArray(vtk, RIC_VTK_POINTS, "Points", "Float64", 3,
                     3 * (PetscInt64)sizeof(PetscReal) * n, xyz, NULL));
  vtk->num_points = n;
  vtk->state = RIC_VTK_HAS_POINTS;
  *first = (PetscInt)before;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What is wrong with the cells is looked for one by one once it is known that something is: these
// two run in vectors.
static PetscBool AnyFalls(PetscInt n, const PetscInt a[]) {
  int falls = 0;

  for (PetscInt i = 0; i < n; i++)
    falls |= a[i] > a[i + 1];
  return (PetscBool)falls;
}

static PetscBool AnyOutside(PetscInt n, const PetscInt a[], PetscInt64 end) {
  const PetscInt last = (PetscInt)(end - 1); // there are at most as many points as PetscInt counts
  int outside = 0;

  for (PetscInt i = 0; i < n; i++)
    outside |= (a[i] < 0) | (a[i] > last);
  return (PetscBool)outside;
}

// A point that does not exist would crash the reader, not this program.
static PetscErrorCode CheckCells(RicVtk vtk, PetscInt n, const PetscInt offsets[],
                                 const PetscInt connectivity[]) {
  PetscFunctionBegin;
  const PetscInt num_checked = AnyFalls(n, offsets) ? n : 0;
  for (PetscInt c = 0; c < num_checked; c++)
    PetscCheck(offsets[c] <= offsets[c + 1], PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
               "cell %" PetscInt_FMT " ends before it begins", c);
  if (!n || !AnyOutside(offsets[n], connectivity, vtk->total_points))
    PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < offsets[n]; i++)
    PetscCheck(connectivity[i] >= 0 && connectivity[i] < vtk->total_points, PETSC_COMM_SELF,
               PETSC_ERR_ARG_OUTOFRANGE, "a cell has point %" PetscInt_FMT " of %" PetscInt64_FMT,
               connectivity[i], vtk->total_points);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The numbers of a cell array, `shift` added: Int32 where `largest`, over all ranks, fits.
static PetscErrorCode AddNumbers(RicVtk vtk, const char name[], PetscInt n, const PetscInt values[],
                                 PetscInt64 shift, PetscInt64 largest) {
  const PetscBool small = (PetscBool)(largest <= INT32_MAX);
  const PetscInt64 size = small ? sizeof(int32_t) : sizeof(PetscInt64);
  void *copy;

  PetscFunctionBegin;
  PetscCall(PetscMalloc((size_t)(size * n), &copy));
  if (small)
    for (PetscInt i = 0; i < n; i++)
      ((int32_t *)copy)[i] = (int32_t)(values[i] + shift);
  else
    for (PetscInt i = 0; i < n; i++)
      ((PetscInt64 *)copy)[i] = values[i] + shift;
  PetscCall(AddArray(vtk, RIC_VTK_CELLS, name, small ? "Int32" : "Int64", 1, size * n, NULL, copy));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddTypes(RicVtk vtk, PetscInt n, const RicVtkCellType types[]) {
  unsigned char *copy;

  PetscFunctionBegin;
  PetscCall(PetscMalloc1(n, &copy));
  for (PetscInt c = 0; c < n; c++)
    copy[c] = (unsigned char)types[c];
  PetscCall(AddArray(vtk, RIC_VTK_CELLS, "types", "UInt8", 1, n, NULL, copy));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// VTK's offsets tell where a cell's points end, counted through the whole file.
PetscErrorCode RicVtkSetCells(RicVtk vtk, PetscInt n, const RicVtkCellType types[],
                              const PetscInt offsets[], const PetscInt connectivity[]) {
  PetscInt length = n ? offsets[n] : 0;
  PetscInt64 before, total;

  PetscFunctionBegin;
  PetscCall(CheckState(vtk, RIC_VTK_HAS_POINTS));
  PetscCall(CheckCells(vtk, n, offsets, connectivity));
  PetscCall(CountBefore(vtk->comm, n, &before, &vtk->total_cells));
  PetscCall(CountBefore(vtk->comm, length, &before, &total));
  PetscCall(AddNumbers(vtk, "connectivity", length, connectivity, 0, vtk->total_points));
  PetscCall(AddNumbers(vtk, "offsets", n, n ? offsets + 1 : NULL, before, total));
  PetscCall(AddTypes(vtk, n, types));
  vtk->num_cells = n;
  vtk->state = RIC_VTK_HAS_CELLS;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckField(RicVtk vtk, const char name[], PetscInt components) {
  PetscFunctionBegin;
  PetscCall(CheckState(vtk, RIC_VTK_HAS_CELLS));
  PetscCheck(vtk->num_arrays < RIC_VTK_MAX_ARRAYS, vtk->comm, PETSC_ERR_ARG_OUTOFRANGE,
             "field '%s': a file takes %d fields", name, RIC_VTK_MAX_FIELDS);
  PetscCheck(*name && strlen(name) < RIC_NAME_LEN && !strpbrk(name, "&<>\""), vtk->comm,
             PETSC_ERR_ARG_WRONG, "'%s': not a field's name, 1 to %d bytes, none of & < > \"", name,
             RIC_NAME_LEN - 1);
  PetscCheck(components >= 1, vtk->comm, PETSC_ERR_ARG_OUTOFRANGE,
             "field '%s': %" PetscInt_FMT " components", name, components);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddField(RicVtk vtk, RicVtkSection section, const char name[],
                               PetscInt components, PetscInt n, const PetscReal values[]) {
  const PetscInt64 length = (PetscInt64)components * n;
  float *copy;

  PetscFunctionBegin;
  PetscCall(CheckField(vtk, name, components));
  if (vtk->single) {
    PetscCall(PetscMalloc1(length, &copy));
    for (PetscInt64 i = 0; i < length; i++)
      copy[i] = (float)values[i];
    PetscCall(AddArray(vtk, section, name, "Float32", components,
                       (PetscInt64)sizeof(*copy) * length, NULL, copy));
  } else {
    PetscCall(AddArray(vtk, section, name, "Float64", components,
                       (PetscInt64)sizeof(*values) * length, values, NULL));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicVtkAddPointField(RicVtk vtk, const char name[], PetscInt components,
                                   const PetscReal values[]) {
  PetscFunctionBegin;
  PetscCall(AddField(vtk, RIC_VTK_POINT_DATA, name, components, vtk->num_points, values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicVtkAddCellField(RicVtk vtk, const char name[], PetscInt components,
                                  const PetscReal values[]) {
  PetscFunctionBegin;
  PetscCall(AddField(vtk, RIC_VTK_CELL_DATA, name, components, vtk->num_cells, values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Do all values on all ranks fit into a byte?
static PetscErrorCode FitBytes(RicVtk vtk, const PetscInt values[], PetscMPIInt *fit) {
  PetscFunctionBegin;
  PetscInt bits = 0; // of all values: none beyond a byte if none of them has any

  for (PetscInt c = 0; c < vtk->num_cells; c++)
    bits |= values[c];
  *fit = bits >= 0 && bits <= UINT8_MAX;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, fit, 1, MPI_INT, MPI_MIN, vtk->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicVtkAddCellIntField(RicVtk vtk, const char name[], const PetscInt values[]) {
  const PetscInt n = vtk->num_cells;
  PetscMPIInt bytes, *copy;
  uint8_t *small;

  PetscFunctionBegin;
  PetscCall(CheckField(vtk, name, 1));
  PetscCall(FitBytes(vtk, values, &bytes));
  if (bytes) {
    PetscCall(PetscMalloc1(n, &small));
    for (PetscInt c = 0; c < n; c++)
      small[c] = (uint8_t)values[c];
    PetscCall(AddArray(vtk, RIC_VTK_CELL_DATA, name, "UInt8", 1, n, NULL, small));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(PetscMalloc1(n, &copy));
  for (PetscInt c = 0; c < n; c++)
    PetscCall(PetscMPIIntCast(values[c], &copy[c]));
  PetscCall(AddArray(vtk, RIC_VTK_CELL_DATA, name, "Int32", 1, (PetscInt64)sizeof(*copy) * n, NULL,
                     copy));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The text of the .pvd only grows: what is new comes before its tail, which is taken off again.
static PetscErrorCode WriteSeries(RicVtk vtk) {
  RicText *xml = &vtk->series;
  const size_t length = xml->length;
  char path[2 * RIC_PATH_LEN];

  PetscFunctionBegin;
  PetscCall(RicTextAppend(xml, "  </Collection>\n</VTKFile>\n"));
  snprintf(path, sizeof(path), "%s/%s.pvd", vtk->dir, vtk->name);
  PetscErrorCode written = RicFileReplace(vtk->comm, path, xml->bytes, xml->length);
  xml->length = length;
  xml->bytes[length] = '\0';
  PetscCall(written);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddToSeries(RicVtk vtk) {
  RicText *xml = &vtk->series;
  const size_t before = xml->length;

  PetscFunctionBegin;
  PetscCall(RicTextAppend(xml,
                          "    <DataSet timestep=\"%.17g\" part=\"0\" file=\"%s_%06d.vtu\"/>\n",
                          (double)vtk->t, vtk->name, (int)vtk->num_files));
  const PetscErrorCode written = WriteSeries(vtk);
  if (written)
    xml->bytes[xml->length = before] = '\0';
  PetscCall(written);
  vtk->num_files++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The series lists the file only once it is whole; a file the series has no room to list does not
// count as written.
PetscErrorCode RicVtkWrite(RicVtk vtk) {
  char path[2 * RIC_PATH_LEN];

  PetscFunctionBegin;
  PetscCall(CheckState(vtk, RIC_VTK_HAS_CELLS));
  snprintf(path, sizeof(path), "%s/%s_%06d.vtu", vtk->dir, vtk->name, (int)vtk->num_files);
  PetscErrorCode written = RicVtkWriteFile(vtk, path);
  PetscCall(Close(vtk));
  PetscCall(written);
  PetscCall(AddToSeries(vtk));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicVtkGetNumFiles(RicVtk vtk, PetscInt *n) {
  PetscFunctionBegin;
  *n = vtk->num_files;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Go on behind the n files that the series lists, if the last of them is here.
static PetscErrorCode ContinueSeries(RicVtk vtk, PetscInt n, const char series[]) {
  char path[2 * RIC_PATH_LEN];
  PetscMPIInt there = 0;

  PetscFunctionBegin;
  snprintf(path, sizeof(path), "%s/%s_%06d.vtu", vtk->dir, vtk->name, (int)n - 1);
  if (vtk->rank == 0)
    there = n > 0 && access(path, R_OK) == 0;
  PetscCallMPI(MPI_Bcast(&there, 1, MPI_INT, 0, vtk->comm));
  if (!there)
    PetscFunctionReturn(PETSC_SUCCESS);
  vtk->num_files = n;
  vtk->series.length = 0;
  PetscCall(RicTextAppend(&vtk->series, "%s", series));
  PetscCall(WriteSeries(vtk));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicVtkArchive(RicVtk vtk, RicArchive archive) {
  PetscInt n = vtk->num_files;
  char *series = vtk->series.bytes;

  PetscFunctionBegin;
  PetscCall(RicArchiveInt(archive, "num_files", &n));
  PetscCall(RicArchiveText(archive, "series", &series));
  if (!RicArchiveIsLoading(archive))
    PetscFunctionReturn(PETSC_SUCCESS);
  const PetscErrorCode error = ContinueSeries(vtk, n, series);
  PetscCall(PetscFree(series));
  PetscFunctionReturn(error);
}
