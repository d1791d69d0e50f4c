// SPDX-License-Identifier: BSD-2-Clause
// Vtk: a time series NAME.pvd with one .vtu per output time for all ranks, written collectively by
// MPI-IO.
//
// Unstructured grid, appended raw binary, little endian, 64-bit headers, as ParaView reads it
// without a question. A state machine: Create → for each time: Open → SetPoints → SetCells →
// AddPointField…, AddCellField… → Write. A .vtu is written under a temporary name and renamed when
// whole; then the .pvd is replaced the same way: an interrupted run leaves a .pvd that opens, and
// no half file under a name the .pvd lists.
#ifndef RIC_IO_VTK_H
#define RIC_IO_VTK_H

#include "base/base.h"

typedef struct RicVtk_ *RicVtk;

// VTK cell types in use.
typedef enum {
  RIC_VTK_VERTEX = 1,
  RIC_VTK_LINE = 3,
  RIC_VTK_POLYGON = 7,
  RIC_VTK_QUAD = 9
} RicVtkCellType;

// Nothing is written yet. `dir` exists. Files: dir/name.pvd, dir/name_000000.vtu, … Collective.
PetscErrorCode RicVtkCreate(MPI_Comm comm, const char dir[], const char name[], RicVtk *vtk);
PetscErrorCode RicVtkDestroy(RicVtk *vtk);
// Begin the file of time t, seconds.
PetscErrorCode RicVtkOpen(RicVtk vtk, PetscReal t);
// This rank's points, [3*n], m. The file numbers the points of rank 0 first, then rank 1's, …;
// *first is the number of this rank's first point. Arrays are borrowed until Write.
PetscErrorCode RicVtkSetPoints(RicVtk vtk, PetscInt n, const PetscReal xyz[], PetscInt *first);
// This rank's cells: types [n], offsets [n+1] (local, from 0) into connectivity, which holds
// file-wide point numbers.
PetscErrorCode RicVtkSetCells(RicVtk vtk, PetscInt n, const RicVtkCellType types[],
                              const PetscInt offsets[], const PetscInt connectivity[]);
// Fields: values [components * n], Float64 (Int fields: Int32). At most 32 of each.
PetscErrorCode RicVtkAddPointField(RicVtk vtk, const char name[], PetscInt components,
                                   const PetscReal values[]);
PetscErrorCode RicVtkAddCellField(RicVtk vtk, const char name[], PetscInt components,
                                  const PetscReal values[]);
PetscErrorCode RicVtkAddCellIntField(RicVtk vtk, const char name[], const PetscInt values[]);
// Write, rename, add to the .pvd. PETSC_ERR_FILE_WRITE on all ranks when it cannot be written whole
// (nothing half-written is left under the final name). Collective.
PetscErrorCode RicVtkWrite(RicVtk vtk);

#endif
