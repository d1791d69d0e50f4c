// SPDX-License-Identifier: BSD-2-Clause
// What vtk.c (the grid and its fields, the .pvd) and vtk_file.c (the bytes of one .vtu) share.
#ifndef RIC_IO_VTK_IMPL_H
#define RIC_IO_VTK_IMPL_H

#include "io/text.h"
#include "io/vtk.h"

// Points, connectivity, offsets, types, then the fields.
#define RIC_VTK_MAX_ARRAYS (4 + RIC_VTK_MAX_FIELDS)

// Where the XML lists an array.
typedef enum {
  RIC_VTK_POINTS,
  RIC_VTK_CELLS,
  RIC_VTK_POINT_DATA,
  RIC_VTK_CELL_DATA,
  RIC_VTK_NUM_SECTIONS
} RicVtkSection;

// This rank's slice of a DataArray, as it stands in the file.
typedef struct {
  RicVtkSection section;
  char name[RIC_NAME_LEN];
  const char *type;    // VTK's word: Float64, Float32, Int64, Int32, UInt8
  PetscInt components; // values per point or cell
  PetscInt64 bytes;    // of this rank
  const void *values;  // [bytes], the caller's or `copy`
  void *copy;          // values converted, owned; or NULL
  // What stands before the values of all ranks: their size, or that of each compressed block.
  PetscInt64 header_bytes;
  PetscInt64 *header; // on rank 0, owned; NULL: the size alone
} RicVtkArray;

// Each state allows the verbs of the next one.
typedef enum { RIC_VTK_CLOSED, RIC_VTK_OPENED, RIC_VTK_HAS_POINTS, RIC_VTK_HAS_CELLS } RicVtkState;

struct RicVtk_ {
  MPI_Comm comm;
  PetscMPIInt rank;
  char dir[RIC_PATH_LEN];
  char name[RIC_NAME_LEN];
  PetscInt64 chunk;
  PetscBool single; // fields as Float32
  int compression;  // zlib's level, 0: none
  RicText strings;  // XML of the field data of strings

  PetscInt num_files; // written whole and listed
  RicText series;     // the .pvd up to the last of them

  // The file begun.
  RicVtkState state;
  PetscReal t;
  PetscInt num_points, num_cells;       // of this rank
  PetscInt64 total_points, total_cells; // of all ranks
  PetscInt num_arrays;
  RicVtkArray arrays[RIC_VTK_MAX_ARRAYS];
};

// Replace the values of all arrays by their compressed blocks (vtk_compress.c). Collective.
PetscErrorCode RicVtkCompress(RicVtk vtk);
// Write the grid to `path`, whole or not at all (PETSC_ERR_FILE_WRITE on all ranks). Collective.
PetscErrorCode RicVtkWriteFile(RicVtk vtk, const char path[]);

#endif
