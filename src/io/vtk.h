// SPDX-License-Identifier: BSD-2-Clause
// Vtk: a time series NAME.pvd with one .vtu per output time for all ranks, each writing its part by
// MPI-IO.
//
// Unstructured grid, appended raw binary, little endian, 64-bit headers, as ParaView reads it
// without a question; numbers of points as Int32 where they fit, small whole numbers as UInt8. A
// state machine: Create → for each time: Open → SetPoints → SetCells →
// AddPointField…, AddCellField… → Write. A .vtu is written under a temporary name, renamed when
// whole, and then the .pvd is replaced the same way: an interrupted run leaves a .pvd that opens,
// and no half file under a name the .pvd lists. The bytes of a file depend on the points, cells and
// fields and on their order, not on how the ranks share them.
#ifndef RIC_IO_VTK_H
#define RIC_IO_VTK_H

#include "base/archive.h"

RIC_C_BEGIN

typedef struct RicVtk_ *RicVtk;

// VTK cell types in use.
typedef enum {
  RIC_VTK_VERTEX = 1,
  RIC_VTK_LINE = 3,
  RIC_VTK_POLYGON = 7,
  RIC_VTK_QUAD = 9
} RicVtkCellType;

// The most fields a file takes, point and cell fields together.
#define RIC_VTK_MAX_FIELDS 64

// Nothing is written yet. `dir` exists. Files: dir/name.pvd, dir/name_000000.vtu, … numbered by
// output. User error: a name with a slash or one of & < > ". Collective.
PetscErrorCode RicVtkCreate(MPI_Comm comm, const char dir[], const char name[], RicVtk *vtk);
// Takes NULL and leaves NULL; a file begun and not written is given up.
PetscErrorCode RicVtkDestroy(RicVtk *vtk);
// The most bytes a rank hands to MPI-IO in one call: 1 … 2^30, the default, since MPI counts by
// int.
PetscErrorCode RicVtkSetChunk(RicVtk vtk, PetscInt64 bytes);
// Fields (not points) as Float32, of 7 digits, in half the bytes; arrays in blocks compressed by
// zlib at `level` 1 (fast) … 9, 0: not. Default: Float64, not compressed.
PetscErrorCode RicVtkSetFormat(RicVtk vtk, PetscBool single, PetscInt level);
// Field data that all files begun from here on have: an array of strings, of any bytes but 0, the same on
// all ranks. Copied.
PetscErrorCode RicVtkAddStrings(RicVtk vtk, const char name[], PetscInt n,
                                const char *const strings[]);
// Begin the file of time t, seconds, the same on all ranks; kept in the .pvd and, as the field
// TimeValue, in the .vtu. What was begun and not written is given up.
PetscErrorCode RicVtkOpen(RicVtk vtk, PetscReal t);
// This rank's points, [3*n], m, borrowed until Write. The file numbers the points of rank 0 first,
// then rank 1's, …; *first is the number of this rank's first point. Collective.
PetscErrorCode RicVtkSetPoints(RicVtk vtk, PetscInt n, const PetscReal xyz[], PetscInt *first);
// This rank's cells: types [n], offsets [n+1] (local, from 0) into connectivity, which holds
// file-wide point numbers, any rank's. Copied. Collective.
PetscErrorCode RicVtkSetCells(RicVtk vtk, PetscInt n, const RicVtkCellType types[],
                              const PetscInt offsets[], const PetscInt connectivity[]);
// Fields: values [components * n], n this rank's points or cells; borrowed until Write (Float32 and
// Int fields: copied). The same fields in the same order on all ranks. Int: collective.
PetscErrorCode RicVtkAddPointField(RicVtk vtk, const char name[], PetscInt components,
                                   const PetscReal values[]);
PetscErrorCode RicVtkAddCellField(RicVtk vtk, const char name[], PetscInt components,
                                  const PetscReal values[]);
PetscErrorCode RicVtkAddCellIntField(RicVtk vtk, const char name[], const PetscInt values[]);
// Write, rename, add to the .pvd. PETSC_ERR_FILE_WRITE on all ranks when it cannot be written
// whole: nothing half-written is left, earlier files and the .pvd stay as they were, and the number
// is free for the next try. Collective.
PetscErrorCode RicVtkWrite(RicVtk vtk);
// The series so far. When loaded it ends with those files: the .pvd is written so, unless the last of the
// files is not there, as in another directory; the series is then empty. Collective.
PetscErrorCode RicVtkArchive(RicVtk vtk, RicArchive archive);
// Number of files of the series.
PetscErrorCode RicVtkGetNumFiles(RicVtk vtk, PetscInt *n);

RIC_C_END

#endif
