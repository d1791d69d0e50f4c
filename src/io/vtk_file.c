// SPDX-License-Identifier: BSD-2-Clause
// One .vtu: the XML head, then each array as its size (UInt64; of compressed ones the sizes of the
// blocks) and its values, rank after rank, then the XML's end. Every rank knows the place of all of it beforehand, so each writes its slices
// into the one file by itself.
//
// A full disk must not go unseen, and not every MPI-IO layer tells. So rank 0 first reserves the
// room, all look at what MPI returns, the file is forced to disk, and rank 0 compares its size at
// the end. Nor must it stop the program for ever: MPI_File_write_at_all that fails on one rank
// leaves the others waiting in OpenMPI (4.1, vulcan), so the writes are MPI_File_write_at, each
// rank's slices being contiguous anyway; only open, sync and close are collective.
#define _GNU_SOURCE // fallocate
#include "io/file.h"
#include "io/vtk_impl.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#ifdef PETSC_WORDS_BIGENDIAN
#error "the arrays are written as they are in memory: little endian"
#endif
_Static_assert(sizeof(PetscReal) == 8, "fields are written as they are in memory: Float64");

// Blanks before the data, bytes; 6144 are measured to be too few.
#define EXPAT_BUFFER 8192

// Places in bytes. An array's place counts from the start of the appended data, as in the XML.
typedef struct {
  PetscInt64 place[RIC_VTK_MAX_ARRAYS]; // of the array's size, its values follow
  PetscInt64 total[RIC_VTK_MAX_ARRAYS]; // of its values
  PetscInt64 first[RIC_VTK_MAX_ARRAYS]; // of this rank's slice, from the first value
  PetscInt64 data;                      // all the appended data
  RicText head, tail;                   // the XML before and after it
} Layout;

static PetscErrorCode LayOutArrays(RicVtk vtk, Layout *layout) {
  PetscInt64 bytes[RIC_VTK_MAX_ARRAYS];
  PetscMPIInt n = (PetscMPIInt)vtk->num_arrays;

  PetscFunctionBegin;
  for (PetscInt i = 0; i < n; i++)
    bytes[i] = vtk->arrays[i].bytes;
  PetscCallMPI(MPI_Exscan(bytes, layout->first, n, MPIU_INT64, MPI_SUM, vtk->comm));
  PetscCallMPI(MPI_Allreduce(bytes, layout->total, n, MPIU_INT64, MPI_SUM, vtk->comm));
  for (PetscInt i = 0; i < n; i++) {
    layout->place[i] = layout->data;
    layout->data += vtk->arrays[i].header_bytes + layout->total[i];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AppendSection(RicVtk vtk, Layout *layout, RicVtkSection section) {
  static const char *const tags[RIC_VTK_NUM_SECTIONS] = {"Points", "Cells", "PointData",
                                                         "CellData"};

  PetscFunctionBegin;
  PetscCall(RicTextAppend(&layout->head, "      <%s>\n", tags[section]));
  for (PetscInt i = 0; i < vtk->num_arrays; i++) {
    const RicVtkArray *array = &vtk->arrays[i];
    if (array->section != section)
      continue;
    PetscCall(RicTextAppend(&layout->head,
                            "        <DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" "
                            "format=\"appended\" offset=\"%lld\"/>\n",
                            array->type, array->name, (int)array->components,
                            (long long)layout->place[i]));
  }
  PetscCall(RicTextAppend(&layout->head, "      </%s>\n", tags[section]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode LayOutXml(RicVtk vtk, Layout *layout) {
  PetscFunctionBegin;
  PetscCall(RicTextAppend(&layout->head,
                          "<?xml version=\"1.0\"?>\n"
                          "<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" "
                          "byte_order=\"LittleEndian\" header_type=\"UInt64\"%s>\n"
                          "  <UnstructuredGrid>\n"
                          "    <FieldData>\n"
                          "      <DataArray type=\"Float64\" Name=\"TimeValue\" "
                          "NumberOfTuples=\"1\" format=\"ascii\">%.17g</DataArray>\n"
                          "%s"
                          "    </FieldData>\n"
                          "    <Piece NumberOfPoints=\"%lld\" NumberOfCells=\"%lld\">\n",
                          vtk->compression ? " compressor=\"vtkZLibDataCompressor\"" : "",
                          (double)vtk->t, vtk->strings.length ? vtk->strings.bytes : "",
                          (long long)vtk->total_points, (long long)vtk->total_cells));
  for (int section = 0; section < RIC_VTK_NUM_SECTIONS; section++)
    PetscCall(AppendSection(vtk, layout, (RicVtkSection)section));
  PetscCall(RicTextAppend(&layout->head, "    </Piece>\n"
                                         "  </UnstructuredGrid>\n"
                                         "  <AppendedData encoding=\"raw\">\n"));
  // VTK stops its XML parser at the '_' that begins the raw data; expat reads ahead of it, and
  // since its 2.5.0-1+deb12u2 takes what it has read of the data for XML ("not well-formed", VTK
  // issue 19258). Blanks longer than its buffer keep the data out of its sight.
  PetscCall(RicTextAppend(&layout->head, "%*s_", EXPAT_BUFFER, ""));
  PetscCall(RicTextAppend(&layout->tail, "\n  </AppendedData>\n</VTKFile>\n"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscInt64 FileSize(const Layout *layout) {
  return (PetscInt64)(layout->head.length + layout->tail.length) + layout->data;
}

// An MPI error as the errno that says the same.
static int ErrnoOfMpi(int code) {
  int class = MPI_SUCCESS;

  if (code == MPI_SUCCESS)
    return 0;
  MPI_Error_class(code, &class);
  switch (class) {
  case MPI_ERR_NO_SPACE:
    return ENOSPC;
  case MPI_ERR_QUOTA:
    return EDQUOT;
  case MPI_ERR_ACCESS:
    return EACCES;
  case MPI_ERR_READ_ONLY:
    return EROFS;
  default:
    return EIO;
  }
}

// This rank's bytes [size] to their place, by chunks. Judged by MPI's answer and by what was
// written.
static int WriteBytes(RicVtk vtk, MPI_File file, PetscInt64 place, const void *bytes,
                      PetscInt64 size) {
  for (PetscInt64 done = 0; done < size; done += vtk->chunk) {
    int count = (int)PetscMin(vtk->chunk, size - done), written = 0;
    MPI_Status status;
    int code =
        MPI_File_write_at(file, place + done, (const char *)bytes + done, count, MPI_BYTE, &status);
    if (code != MPI_SUCCESS)
      return ErrnoOfMpi(code);
    MPI_Get_count(&status, MPI_BYTE, &written);
    if (written != count)
      return EIO;
  }
  return 0;
}

// Rank 0: everything that is not values.
static int WriteFrame(RicVtk vtk, const Layout *layout, MPI_File file) {
  const RicText *head = &layout->head, *tail = &layout->tail;
  PetscInt64 data = (PetscInt64)head->length;
  int error = WriteBytes(vtk, file, 0, head->bytes, data);

  for (PetscInt i = 0; !error && i < vtk->num_arrays; i++) {
    const RicVtkArray *array = &vtk->arrays[i];
    error = WriteBytes(vtk, file, data + layout->place[i],
                       array->header ? array->header : &layout->total[i], array->header_bytes);
  }
  if (!error)
    error = WriteBytes(vtk, file, data + layout->data, tail->bytes, (PetscInt64)tail->length);
  return error;
}

static int WriteSlices(RicVtk vtk, const Layout *layout, MPI_File file) {
  const PetscInt64 data = (PetscInt64)layout->head.length;
  int error = 0;

  for (PetscInt i = 0; !error && i < vtk->num_arrays; i++) {
    const RicVtkArray *array = &vtk->arrays[i];
    error = WriteBytes(vtk, file, data + layout->place[i] + array->header_bytes + layout->first[i],
                       array->values, array->bytes);
  }
  return error;
}

// A file that not all ranks could open is left to the end of the program, since closing is
// collective.
static PetscErrorCode WriteTogether(RicVtk vtk, const Layout *layout, const char path[],
                                    int *error) {
  MPI_File file;

  PetscFunctionBegin;
  *error = ErrnoOfMpi(MPI_File_open(vtk->comm, path, MPI_MODE_WRONLY, MPI_INFO_NULL, &file));
  PetscCall(RicFileAgree(vtk->comm, error));
  if (*error)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (vtk->rank == 0)
    *error = WriteFrame(vtk, layout, file);
  if (!*error)
    *error = WriteSlices(vtk, layout, file);
  *error = PetscMax(*error, ErrnoOfMpi(MPI_File_sync(file)));
  *error = PetscMax(*error, ErrnoOfMpi(MPI_File_close(&file)));
  PetscCall(RicFileAgree(vtk->comm, error));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rank 0: begin an empty file and reserve its room, where the file system can. The size stays 0, so
// that it tells at the end what was written.
static int Begin(const char path[], PetscInt64 size) {
  int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  int error = 0;

  if (descriptor < 0)
    return errno;
  if (fallocate(descriptor, FALLOC_FL_KEEP_SIZE, 0, size))
    error = errno;
  if (error == EOPNOTSUPP || error == ENOSYS)
    error = 0;
  if (close(descriptor) && !error)
    error = errno;
  return error;
}

// Rank 0: give the file its name if it is whole; else remove it. An error without a cause, and a
// short file without an error, are put down to the disk if that is full.
static int Finish(const char temporary[], const char path[], PetscInt64 size, int error) {
  struct statvfs disk;
  struct stat file;

  if (!error && stat(temporary, &file))
    error = errno;
  if (!error && file.st_size != size)
    error = EIO;
  if (error == EIO && statvfs(temporary, &disk) == 0 &&
      (double)disk.f_bavail * (double)disk.f_frsize < (double)size)
    error = ENOSPC;
  if (!error && rename(temporary, path))
    error = errno;
  if (error)
    unlink(temporary);
  return error;
}

static PetscErrorCode WriteWhole(RicVtk vtk, const Layout *layout, const char path[]) {
  char temporary[RIC_PATH_LEN];
  PetscInt64 size = FileSize(layout);
  int error = 0;

  PetscFunctionBegin;
  PetscCall(RicFileTemporaryName(path, temporary));
  if (vtk->rank == 0)
    error = Begin(temporary, size);
  PetscCall(RicFileAgree(vtk->comm, &error));
  if (!error)
    PetscCall(WriteTogether(vtk, layout, temporary, &error));
  if (vtk->rank == 0)
    error = Finish(temporary, path, size, error);
  PetscCall(RicFileCheck(vtk->comm, error, path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicVtkWriteFile(RicVtk vtk, const char path[]) {
  Layout layout = {0};

  PetscFunctionBegin;
  if (vtk->compression)
    PetscCall(RicVtkCompress(vtk));
  PetscCall(LayOutArrays(vtk, &layout));
  PetscCall(LayOutXml(vtk, &layout));
  PetscErrorCode written = WriteWhole(vtk, &layout, path);
  PetscCall(RicTextFree(&layout.head));
  PetscCall(RicTextFree(&layout.tail));
  PetscCall(written);
  PetscFunctionReturn(PETSC_SUCCESS);
}
