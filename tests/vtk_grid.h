// SPDX-License-Identifier: BSD-2-Clause
// A known grid for the tests of the VTK writer: everything follows from the number of a point or
// cell, so that any share of it can be made anywhere, by run/test_vtk_reader.py too.
//
// Of n points and n cells: point i is at (i/3, i*i/7, -i/11). Cell c has points c + stride*j modulo
// n: by c modulo 4 a line (2, stride 1), a vertex, a quad (4, stride 1), a polygon (5, stride 2).
#ifndef RIC_TESTS_VTK_GRID_H
#define RIC_TESTS_VTK_GRID_H

#include "io/vtk.h"

#include <limits.h>
#include <math.h>

// A rank's share, `first` its first point and cell number, `count` how many of each.
typedef struct {
  PetscInt total, first, count;
  PetscReal *xyz, *temperature, *displacement; // [3*count], [count], [3*count]
  RicVtkCellType *types;                       // [count]
  PetscInt *offsets, *connectivity;            // [count + 1], [at most 5*count]
  PetscReal *force, *moment;                   // [count], [2*count]
  PetscInt *region;                            // [count]
} VtkGrid;

// The n items in order, evenly to all ranks but the rank `empty` (-1: to all).
static inline void ShareVtkGrid(MPI_Comm comm, PetscInt n, int empty, VtkGrid *grid) {
  int rank, size;

  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  int shares = empty >= 0 && empty < size ? size - 1 : size;
  int share = empty >= 0 && rank > empty ? rank - 1 : rank;
  grid->total = n;
  grid->first = rank == empty ? 0 : n * share / shares;
  grid->count = rank == empty ? 0 : n * (share + 1) / shares - grid->first;
}

// Values that a detour over decimal text or another type would not survive.
static inline PetscReal Temperature(PetscInt i) {
  const PetscReal special[4] = {5e-324, -0.0, NAN, -INFINITY};
  return i < 4 ? special[i] : i / 13.0;
}

static inline void FillVtkPoints(VtkGrid *grid, PetscInt output) {
  for (PetscInt k = 0; k < grid->count; k++) {
    PetscInt i = grid->first + k;
    grid->xyz[3 * k] = i / 3.0;
    grid->xyz[3 * k + 1] = (PetscReal)i * i / 7.0;
    grid->xyz[3 * k + 2] = -i / 11.0;
    grid->temperature[k] = Temperature(i);
    grid->displacement[3 * k] = (output + 1) * i / 17.0;
    grid->displacement[3 * k + 1] = -i / 19.0;
    grid->displacement[3 * k + 2] = (PetscReal)i * i / 23.0;
  }
}

static inline void FillVtkCells(VtkGrid *grid) {
  const RicVtkCellType types[4] = {RIC_VTK_LINE, RIC_VTK_VERTEX, RIC_VTK_QUAD, RIC_VTK_POLYGON};
  const PetscInt points[4] = {2, 1, 4, 5}, strides[4] = {1, 1, 1, 2};

  grid->offsets[0] = 0;
  for (PetscInt k = 0; k < grid->count; k++) {
    PetscInt c = grid->first + k, kind = c % 4, at = grid->offsets[k];
    grid->types[k] = types[kind];
    for (PetscInt j = 0; j < points[kind]; j++)
      grid->connectivity[at + j] = (c + strides[kind] * j) % grid->total;
    grid->offsets[k + 1] = at + points[kind];
    grid->force[k] = c / 29.0;
    grid->moment[2 * k] = c / 31.0;
    grid->moment[2 * k + 1] = -c / 37.0;
    grid->region[k] = c == 0 ? INT_MIN : c == 1 ? INT_MAX : 5 - c;
  }
}

static inline PetscErrorCode CreateVtkGrid(MPI_Comm comm, PetscInt n, int empty, VtkGrid *grid) {
  PetscFunctionBegin;
  ShareVtkGrid(comm, n, empty, grid);
  PetscInt m = grid->count;
  PetscCall(PetscMalloc3(3 * m, &grid->xyz, m, &grid->temperature, 3 * m, &grid->displacement));
  PetscCall(PetscMalloc3(m, &grid->types, m + 1, &grid->offsets, 5 * m, &grid->connectivity));
  PetscCall(PetscMalloc3(m, &grid->force, 2 * m, &grid->moment, m, &grid->region));
  FillVtkCells(grid);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static inline PetscErrorCode DestroyVtkGrid(VtkGrid *grid) {
  PetscFunctionBegin;
  PetscCall(PetscFree3(grid->xyz, grid->temperature, grid->displacement));
  PetscCall(PetscFree3(grid->types, grid->offsets, grid->connectivity));
  PetscCall(PetscFree3(grid->force, grid->moment, grid->region));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The grid at output number `output`, time output/7, up to Write.
static inline PetscErrorCode PutVtkGrid(RicVtk vtk, VtkGrid *grid, PetscInt output) {
  PetscInt first;

  PetscFunctionBegin;
  FillVtkPoints(grid, output);
  PetscCall(RicVtkOpen(vtk, output / 7.0));
  PetscCall(RicVtkSetPoints(vtk, grid->count, grid->xyz, &first));
  PetscCheck(grid->count == 0 || first == grid->first, PETSC_COMM_SELF, PETSC_ERR_PLIB,
             "first point %" PetscInt_FMT ", expected %" PetscInt_FMT, first, grid->first);
  PetscCall(RicVtkSetCells(vtk, grid->count, grid->types, grid->offsets, grid->connectivity));
  PetscCall(RicVtkAddPointField(vtk, "temperature", 1, grid->temperature));
  PetscCall(RicVtkAddPointField(vtk, "displacement", 3, grid->displacement));
  PetscCall(RicVtkAddCellField(vtk, "axial_force", 1, grid->force));
  PetscCall(RicVtkAddCellField(vtk, "moment", 2, grid->moment));
  PetscCall(RicVtkAddCellIntField(vtk, "region", grid->region));
  PetscFunctionReturn(PETSC_SUCCESS);
}

#endif
