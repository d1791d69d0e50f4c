// SPDX-License-Identifier: BSD-2-Clause
#include "io/frame.h"
#include "io/vtk.h"

typedef enum { KIND_ELEMENT = 0, KIND_CONTACT = 1, KIND_OBSTACLE = 2 } Kind;

// Cell fields, one number a cell; the force is apart.
enum { STRAIN, FORCE, KINETIC, ENERGY, GAP, GAP_VELOCITY, IMPULSE, NUM_FIELDS };
static const char *const field_names[NUM_FIELDS] = {
    "axial_strain", "axial_force", "kinetic_energy_density", "strain_energy_density", "gap",
    "gap_velocity", "impulse"};
enum { DISPLACEMENT, VELOCITY, ACCELERATION, NUM_POINT_FIELDS };
static const char *const point_names[NUM_POINT_FIELDS] = {"displacement", "velocity",
                                                          "acceleration"};

struct RicFrame_ {
  MPI_Comm comm;
  RicModel model;
  RicVtk vtk;
  PetscReal h;
  PetscInt dim, num_owned;
  const PetscReal *coordinates; // of the mesh
  const PetscInt *global;
  PetscInt num_obstacles; // on this rank: all on the last, none on others
  PetscInt *obstacle;     // [num_obstacles] contact number
  PetscInt num_points, num_cells, num_elements, num_contacts;
  PetscReal *xyz;                      // [3*num_points]
  PetscReal *points[NUM_POINT_FIELDS]; // [3*num_points]
  RicVtkCellType *types;               // [num_cells]
  PetscInt *offsets, *connectivity, *kind, *rank;
  PetscReal *cells[NUM_FIELDS]; // [num_cells]
  PetscReal *contact_force;     // [3*num_cells]
  RicElementFields *fields;     // of the largest block
};

static PetscErrorCode CountObstacles(RicFrame f) {
  PetscMPIInt rank, size;
  PetscInt n;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_rank(f->comm, &rank));
  PetscCallMPI(MPI_Comm_size(f->comm, &size));
  PetscCall(RicModelGetNumContacts(f->model, &n));
  PetscCall(PetscMalloc1(n, &f->obstacle));
  for (PetscInt i = 0; i < n && rank == size - 1; i++) {
    RicContactView view;
    PetscCall(RicModelGetContact(f->model, i, &view));
    if (view.ops->num_nodes == 1)
      f->obstacle[f->num_obstacles++] = i;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CountCells(RicFrame f, PetscInt *connections, PetscInt *largest) {
  PetscInt n, num;

  PetscFunctionBegin;
  *connections = *largest = 0;
  PetscCall(RicModelGetNumElementBlocks(f->model, &n));
  for (PetscInt b = 0; b < n; b++) {
    const RicElementOps *ops;
    PetscCall(RicModelGetElementBlock(f->model, b, &ops, &num, NULL));
    f->num_elements += num;
    *connections += num * ops->num_nodes;
    *largest = PetscMax(*largest, num);
  }
  PetscCall(RicModelGetNumContacts(f->model, &n));
  for (PetscInt i = 0; i < n; i++) {
    RicContactView view;
    PetscCall(RicModelGetContact(f->model, i, &view));
    f->num_contacts += view.num_rows;
  }
  *connections += f->num_contacts + 4 * f->num_obstacles;
  f->num_cells = f->num_elements + f->num_contacts + f->num_obstacles;
  f->num_points = f->num_owned + 4 * f->num_obstacles;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Allocate(RicFrame f) {
  PetscInt connections, largest;

  PetscFunctionBegin;
  PetscCall(CountCells(f, &connections, &largest));
  PetscCall(PetscCalloc1(3 * f->num_points, &f->xyz));
  for (PetscInt k = 0; k < NUM_POINT_FIELDS; k++)
    PetscCall(PetscCalloc1(3 * f->num_points, &f->points[k]));
  PetscCall(PetscMalloc2(f->num_cells, &f->types, f->num_cells + 1, &f->offsets));
  PetscCall(
      PetscMalloc3(connections, &f->connectivity, f->num_cells, &f->kind, f->num_cells, &f->rank));
  for (PetscInt k = 0; k < NUM_FIELDS; k++)
    PetscCall(PetscCalloc1(f->num_cells, &f->cells[k]));
  PetscCall(PetscCalloc1(3 * f->num_cells, &f->contact_force));
  PetscCall(PetscMalloc1(largest, &f->fields));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void AddCell(RicFrame f, PetscInt *cell, Kind kind, RicVtkCellType type, PetscInt n,
                    const PetscInt points[], PetscMPIInt rank) {
  const PetscInt offset = f->offsets[*cell];

  for (PetscInt i = 0; i < n; i++)
    f->connectivity[offset + i] = points[i];
  f->types[*cell] = type;
  f->kind[*cell] = kind;
  f->rank[*cell] = rank;
  f->offsets[++*cell] = offset + n;
}

// The cells never change: made once. A node's point in the file is its global number: obstacles
// come last.
static PetscErrorCode MakeCells(RicFrame f) {
  PetscInt n, num, cell = 0, dofs;
  const PetscInt *nodes;
  PetscMPIInt rank;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_rank(f->comm, &rank));
  f->offsets[0] = 0;
  PetscCall(RicModelGetNumElementBlocks(f->model, &n));
  for (PetscInt b = 0; b < n; b++) {
    const RicElementOps *ops;
    PetscCall(RicModelGetElementBlock(f->model, b, &ops, &num, &nodes));
    for (PetscInt e = 0; e < num; e++) {
      PetscInt points[RIC_MAX_NODES];
      for (PetscInt i = 0; i < ops->num_nodes; i++)
        points[i] = f->global[nodes[e * ops->num_nodes + i]];
      AddCell(f, &cell, KIND_ELEMENT, ops->num_nodes == 2 ? RIC_VTK_LINE : RIC_VTK_VERTEX,
              ops->num_nodes, points, rank);
    }
  }
  PetscCall(RicModelGetNumContacts(f->model, &n));
  for (PetscInt i = 0; i < n; i++) {
    RicContactView view;
    PetscCall(RicModelGetContact(f->model, i, &view));
    for (PetscInt r = 0; r < view.num_rows; r++)
      AddCell(f, &cell, KIND_CONTACT, RIC_VTK_VERTEX, 1,
              &f->global[view.nodes[r * view.ops->num_nodes]], rank);
  }
  PetscCall(RicModelGetSizes(f->model, &dofs, NULL, NULL, NULL));
  for (PetscInt i = 0; i < f->num_obstacles; i++) {
    const PetscInt first = dofs / f->dim + 4 * i,
                   points[4] = {first, first + 1, first + 2, first + 3};
    AddCell(f, &cell, KIND_OBSTACLE, RIC_VTK_QUAD, 4, points, rank);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFrameCreate(RicModel model, const char dir[], const char name[], PetscReal h,
                              RicFrame *frame) {
  RicFrame f;
  RicVtk vtk;
  RicMesh mesh;
  MPI_Comm comm;

  PetscFunctionBegin;
  PetscCall(RicModelGetComm(model, &comm));
  PetscCall(RicVtkCreate(comm, dir, name, &vtk)); // it alone may refuse
  PetscCall(PetscNew(&f));
  f->comm = comm;
  f->vtk = vtk;
  f->model = model;
  f->h = h;
  PetscCall(RicModelGetMesh(model, &mesh));
  PetscCall(RicModelGetDimension(model, &f->dim));
  PetscCall(RicMeshGetNumNodes(mesh, NULL, &f->num_owned, NULL));
  PetscCall(RicMeshGetCoordinates(mesh, &f->coordinates));
  PetscCall(RicMeshGetNodeNumbers(mesh, &f->global, NULL));
  PetscCall(CountObstacles(f));
  PetscCall(Allocate(f));
  PetscCall(MakeCells(f));
  *frame = f;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFrameDestroy(RicFrame *frame) {
  RicFrame f = *frame;

  PetscFunctionBegin;
  if (!f)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicVtkDestroy(&f->vtk));
  PetscCall(PetscFree(f->obstacle));
  PetscCall(PetscFree(f->xyz));
  for (PetscInt k = 0; k < NUM_POINT_FIELDS; k++)
    PetscCall(PetscFree(f->points[k]));
  PetscCall(PetscFree2(f->types, f->offsets));
  PetscCall(PetscFree3(f->connectivity, f->kind, f->rank));
  for (PetscInt k = 0; k < NUM_FIELDS; k++)
    PetscCall(PetscFree(f->cells[k]));
  PetscCall(PetscFree(f->contact_force));
  PetscCall(PetscFree(f->fields));
  PetscCall(PetscFree(*frame));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Filling ----

static PetscErrorCode FillPoints(RicFrame f, const RicState *state) {
  const Vec vecs[NUM_POINT_FIELDS] = {state->q, state->v, state->acceleration};
  const PetscScalar *a;

  PetscFunctionBegin;
  for (PetscInt k = 0; k < NUM_POINT_FIELDS; k++) {
    PetscCall(VecGetArrayRead(vecs[k], &a));
    for (PetscInt i = 0; i < f->num_owned; i++)
      for (PetscInt d = 0; d < f->dim; d++)
        f->points[k][3 * i + d] = a[i * f->dim + d];
    PetscCall(VecRestoreArrayRead(vecs[k], &a));
  }
  for (PetscInt i = 0; i < 3 * f->num_owned; i++)
    f->xyz[i] = f->coordinates[i] + f->points[DISPLACEMENT][i];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode FillElements(RicFrame f, const RicState *state) {
  PetscInt n, num, cell = 0;

  PetscFunctionBegin;
  PetscCall(RicModelUpdateGhosts(f->model, state->q));
  PetscCall(RicModelUpdateGhosts(f->model, state->v));
  PetscCall(RicModelGetNumElementBlocks(f->model, &n));
  for (PetscInt b = 0; b < n; b++) {
    PetscCall(RicModelGetElementBlock(f->model, b, NULL, &num, NULL));
    PetscCall(RicModelElementFields(f->model, b, state->q, state->v, f->fields));
    for (PetscInt e = 0; e < num; e++, cell++) {
      f->cells[STRAIN][cell] = f->fields[e].axial_strain;
      f->cells[FORCE][cell] = f->fields[e].axial_force;
      f->cells[KINETIC][cell] = f->fields[e].kinetic_density;
      f->cells[ENERGY][cell] = f->fields[e].strain_density;
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode FillContacts(RicFrame f, const RicState *state) {
  const PetscScalar *gap, *velocity, *impulse;
  PetscInt n, cell = f->num_elements;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(state->gap, &gap));
  PetscCall(VecGetArrayRead(state->gap_velocity, &velocity));
  PetscCall(VecGetArrayRead(state->impulse, &impulse));
  PetscCall(RicModelGetNumContacts(f->model, &n));
  for (PetscInt i = 0; i < n; i++) {
    RicContactView view;
    PetscCall(RicModelGetContact(f->model, i, &view));
    // The row's entries at the first node: +n there for a plane, −d between nodes.
    const PetscReal sign = view.ops->num_nodes == 1 ? 1.0 : -1.0;
    for (PetscInt r = 0; r < view.num_rows; r++, cell++) {
      const PetscInt row = view.first_row + r;
      f->cells[GAP][cell] = gap[row];
      f->cells[GAP_VELOCITY][cell] = velocity[row];
      f->cells[IMPULSE][cell] = impulse[row];
      for (PetscInt d = 0; d < 3; d++)
        f->contact_force[3 * cell + d] = sign * view.data.normal[d] * impulse[row] / f->h;
    }
  }
  PetscCall(VecRestoreArrayRead(state->gap, &gap));
  PetscCall(VecRestoreArrayRead(state->gap_velocity, &velocity));
  PetscCall(VecRestoreArrayRead(state->impulse, &impulse));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Two unit vectors that span the plane of unit normal n.
static void Tangents(const PetscReal n[3], PetscReal s[3], PetscReal t[3]) {
  PetscInt k = 0;

  for (PetscInt d = 1; d < 3; d++)
    if (PetscAbsReal(n[d]) < PetscAbsReal(n[k]))
      k = d;
  for (PetscInt d = 0; d < 3; d++)
    s[d] = (d == k ? 1.0 : 0.0) - n[k] * n[d];
  const PetscReal norm = PetscSqrtReal(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]);
  for (PetscInt d = 0; d < 3; d++)
    s[d] /= norm;
  t[0] = n[1] * s[2] - n[2] * s[1];
  t[1] = n[2] * s[0] - n[0] * s[2];
  t[2] = n[0] * s[1] - n[1] * s[0];
}

// Corners of the planes: around the model's centre, as large as the model (a tenth of it in one
// dimension).
static PetscErrorCode FillObstacles(RicFrame f, PetscReal time) {
  PetscReal lo[3], hi[3], size = 0;
  RicMesh mesh;

  PetscFunctionBegin;
  PetscCall(RicModelGetMesh(f->model, &mesh));
  PetscCall(RicMeshGetBox(mesh, lo, hi));
  for (PetscInt d = 0; d < 3; d++)
    size = PetscMax(size, hi[d] - lo[d]);
  if (size == 0)
    PetscCall(RicModelGetLength(f->model, &size));
  if (f->dim == 1)
    size *= 0.1;
  for (PetscInt i = 0; i < f->num_obstacles; i++) {
    RicContactView view;
    PetscReal shift, s[3], t[3], above = 0;
    PetscCall(RicModelGetContact(f->model, f->obstacle[i], &view));
    PetscCall(RicModelContactShift(f->model, f->obstacle[i], time, &shift));
    const PetscReal *n = view.data.normal;
    Tangents(n, s, t);
    for (PetscInt d = 0; d < 3; d++)
      above += n[d] * ((lo[d] + hi[d]) / 2 - view.data.point[d]);
    for (PetscInt corner = 0; corner < 4; corner++)
      for (PetscInt d = 0; d < 3; d++)
        f->xyz[3 * (f->num_owned + 4 * i + corner) + d] =
            (lo[d] + hi[d]) / 2 + (shift - above) * n[d] +
            size * ((corner == 1 || corner == 2 ? 1 : -1) * s[d] + (corner >= 2 ? 1 : -1) * t[d]);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFrameWrite(RicFrame f, const RicState *state) {
  PetscInt first;

  PetscFunctionBegin;
  PetscCall(FillPoints(f, state));
  PetscCall(FillElements(f, state));
  PetscCall(FillContacts(f, state));
  PetscCall(FillObstacles(f, state->t));
  PetscCall(RicVtkOpen(f->vtk, state->t));
  PetscCall(RicVtkSetPoints(f->vtk, f->num_points, f->xyz, &first));
  PetscCall(RicVtkSetCells(f->vtk, f->num_cells, f->types, f->offsets, f->connectivity));
  for (PetscInt k = 0; k < NUM_POINT_FIELDS; k++)
    PetscCall(RicVtkAddPointField(f->vtk, point_names[k], 3, f->points[k]));
  for (PetscInt k = 0; k < NUM_FIELDS; k++)
    PetscCall(RicVtkAddCellField(f->vtk, field_names[k], 1, f->cells[k]));
  PetscCall(RicVtkAddCellField(f->vtk, "contact_force", 3, f->contact_force));
  PetscCall(RicVtkAddCellIntField(f->vtk, "kind", f->kind));
  PetscCall(RicVtkAddCellIntField(f->vtk, "rank", f->rank));
  PetscCall(RicVtkWrite(f->vtk));
  PetscFunctionReturn(PETSC_SUCCESS);
}
