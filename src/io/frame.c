// SPDX-License-Identifier: BSD-2-Clause
#include "io/frame_impl.h"
#include <math.h>

static const char *const scalar_names[RIC_CELL_SCALARS] = {"axial_strain",
                                                           "axial_force",
                                                           "kinetic_energy_density",
                                                           "strain_energy_density",
                                                           "gap",
                                                           "gap_velocity",
                                                           "impulse",
                                                           "joint_error"};
static const char *const vector_names[RIC_CELL_VECTORS] = {"contact_force", "reaction"};
static const char *const point_names[RIC_POINT_VECTORS] = {"displacement", "velocity",
                                                           "acceleration"};

// ---- Layout ----

void RicFrameAddPoints(RicFrame f, PetscInt n, PetscInt *first) {
  *first = f->num_points;
  f->num_points += n;
}

// Room for `more` entries, doubling.
static PetscErrorCode Room(PetscInt more, PetscInt used, PetscInt *room, PetscInt num_arrays,
                           void **const arrays[], const size_t sizes[]) {
  PetscFunctionBegin;
  if (used + more <= *room)
    PetscFunctionReturn(PETSC_SUCCESS);
  *room = PetscMax(2 * *room, used + more);
  for (PetscInt k = 0; k < num_arrays; k++)
    PetscCall(PetscRealloc((size_t)*room * sizes[k], arrays[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFrameAddCell(RicFrame f, RicKind kind, RicVtkCellType type, PetscInt n,
                               const PetscInt points[]) {
  void **const cells[] = {(void **)&f->types, (void **)&f->offsets, (void **)&f->kind,
                          (void **)&f->rank,  (void **)&f->section, (void **)&f->id};
  void **const connections[] = {(void **)&f->connectivity};
  const size_t sizes[] = {sizeof(*f->types), sizeof(*f->offsets), sizeof(*f->kind),
                          sizeof(*f->rank),  sizeof(*f->section), sizeof(*f->id)};
  PetscMPIInt rank;

  PetscFunctionBegin;
  PetscCall(Room(2, f->num_cells, &f->max_cells, 6, cells, sizes)); // 2: the last offset
  PetscCall(Room(n, f->num_connections, &f->max_connections, 1, connections,
                 (const size_t[]){sizeof(*f->connectivity)}));
  PetscCallMPI(MPI_Comm_rank(f->comm, &rank));
  f->types[f->num_cells] = type;
  f->kind[f->num_cells] = kind;
  f->rank[f->num_cells] = rank;
  f->section[f->num_cells] = f->now_section;
  f->id[f->num_cells] = f->now_id;
  f->offsets[f->num_cells] = f->num_connections;
  for (PetscInt i = 0; i < n; i++)
    f->connectivity[f->num_connections++] = points[i];
  f->offsets[++f->num_cells] = f->num_connections;
  PetscFunctionReturn(PETSC_SUCCESS);
}

void RicFrameSetOwner(RicFrame f, RicSection section, PetscInt id) {
  f->now_section = section;
  f->now_id = id;
}

RicVtkCellType RicFrameCellType(PetscInt n) {
  return n == 1 ? RIC_VTK_VERTEX : n == 2 ? RIC_VTK_LINE : RIC_VTK_POLYGON;
}

// The rank whose nodes hold the global number.
static PetscMPIInt OwnerOf(PetscInt node, PetscMPIInt size, const PetscInt first_node[]) {
  PetscMPIInt low = 0, high = size;

  while (high - low > 1) {
    const PetscMPIInt middle = (low + high) / 2;
    if (first_node[middle] <= node)
      low = middle;
    else
      high = middle;
  }
  return low;
}

// From numbers as parts give them to those of the file, where the points of rank 0 come first.
static PetscErrorCode NumberPoints(RicFrame f) {
  PetscInt mine[2] = {f->num_owned, f->num_points}, *counts, *first_node, *first_point;
  PetscMPIInt rank, size;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_rank(f->comm, &rank));
  PetscCallMPI(MPI_Comm_size(f->comm, &size));
  PetscCall(PetscMalloc3(2 * size, &counts, size + 1, &first_node, size + 1, &first_point));
  PetscCallMPI(MPI_Allgather(mine, 2, MPIU_INT, counts, 2, MPIU_INT, f->comm));
  first_node[0] = first_point[0] = 0;
  for (PetscMPIInt r = 0; r < size; r++) {
    first_node[r + 1] = first_node[r] + counts[2 * r];
    first_point[r + 1] = first_point[r] + counts[2 * r + 1];
  }
  for (PetscInt i = 0; i < f->num_connections; i++) {
    const PetscInt point = f->connectivity[i];
    const PetscMPIInt owner = point < 0 ? rank : OwnerOf(point, size, first_node);
    f->connectivity[i] = first_point[owner] + (point < 0 ? -1 - point : point - first_node[owner]);
  }
  PetscCall(PetscFree3(counts, first_node, first_point));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Allocate(RicFrame f) {
  PetscFunctionBegin;
  PetscCall(PetscCalloc1(3 * f->num_points, &f->xyz));
  for (PetscInt k = 0; k < RIC_POINT_VECTORS; k++)
    PetscCall(PetscCalloc1(3 * f->num_points, &f->points[k]));
  for (PetscInt k = 0; k < RIC_CELL_SCALARS; k++)
    PetscCall(PetscCalloc1(f->num_cells, &f->scalars[k]));
  for (PetscInt k = 0; k < RIC_CELL_VECTORS; k++)
    PetscCall(PetscCalloc1(3 * f->num_cells, &f->vectors[k]));
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
  f->num_points = f->num_owned;
  PetscCall(RicFrameMeasure(f));
  PetscCall(RicFrameMakeElements(f));
  PetscCall(RicFrameMakeBodies(f));
  PetscCall(RicFrameMakeContacts(f));
  PetscCall(RicFrameMakeObstacles(f));
  PetscCall(NumberPoints(f));
  PetscCall(Allocate(f));
  *frame = f;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFrameSetFormat(RicFrame f, PetscBool single, PetscInt level) {
  PetscFunctionBegin;
  PetscCall(RicVtkSetFormat(f->vtk, single, level));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFrameArchive(RicFrame f, RicArchive archive) {
  PetscFunctionBegin;
  PetscCall(RicVtkArchive(f->vtk, archive));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFrameGetNumFiles(RicFrame f, PetscInt *n) {
  PetscFunctionBegin;
  PetscCall(RicVtkGetNumFiles(f->vtk, n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFrameSetReference(RicFrame f) {
  PetscFunctionBegin;
  f->at_reference = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Parts write the fields of their own cells alone.
PetscErrorCode RicFrameSetBlank(RicFrame f) {
  PetscFunctionBegin;
  for (PetscInt c = 0; c < f->num_cells; c++) {
    for (PetscInt k = 0; k < RIC_CELL_SCALARS; k++)
      f->scalars[k][c] = NAN;
    for (PetscInt k = 0; k < RIC_CELL_VECTORS; k++)
      for (PetscInt d = 0; d < 3; d++)
        f->vectors[k][3 * c + d] = NAN;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFrameDestroy(RicFrame *frame) {
  RicFrame f = *frame;

  PetscFunctionBegin;
  if (!f)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicVtkDestroy(&f->vtk));
  PetscCall(PetscFree(f->types));
  PetscCall(PetscFree(f->offsets));
  PetscCall(PetscFree(f->connectivity));
  PetscCall(PetscFree(f->kind));
  PetscCall(PetscFree(f->rank));
  PetscCall(PetscFree(f->section));
  PetscCall(PetscFree(f->id));
  PetscCall(PetscFree2(f->name, f->material));
  PetscCall(PetscFree(f->xyz));
  for (PetscInt k = 0; k < RIC_POINT_VECTORS; k++)
    PetscCall(PetscFree(f->points[k]));
  for (PetscInt k = 0; k < RIC_CELL_SCALARS; k++)
    PetscCall(PetscFree(f->scalars[k]));
  for (PetscInt k = 0; k < RIC_CELL_VECTORS; k++)
    PetscCall(PetscFree(f->vectors[k]));
  PetscCall(PetscFree(f->obstacles));
  PetscCall(RicSurfaceDestroy(&f->ball));
  PetscCall(PetscFree(*frame));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Points and forces of interactions ----

void RicFrameGather(RicFrame f, const PetscInt nodes[2], const PetscScalar *x, PetscReal X[6],
                    PetscReal u[]) {
  PetscInt at = 0;

  for (PetscInt k = 0; k < 2; k++) {
    PetscInt first, n;
    for (PetscInt d = 0; d < 3; d++)
      X[3 * k + d] = nodes[k] < 0 ? 0 : f->coordinates[3 * nodes[k] + d];
    if (nodes[k] < 0)
      continue;
    (void)RicModelGetNodeDofs(f->model, nodes[k], &first, &n);
    for (PetscInt d = 0; d < n; d++)
      u[at++] = x[first + d];
  }
}

void RicFramePutPoint(RicFrame f, PetscInt point, const RicPoint *p, const PetscReal X[3],
                      const PetscReal u[], const PetscReal v[], const PetscReal a[]) {
  const PetscReal unmoved[RIC_POINT_MAX_DOFS] = {0};
  RicStand stand, start;
  RicTwist velocity, acceleration;
  PetscReal turning[3], inward[3];

  RicPointStand(p, f->dim, X, u, &stand);
  RicPointStand(p, f->dim, X, unmoved, &start);
  const PetscReal *place = f->at_reference ? start.pose.p : stand.pose.p;
  RicPointTwist(p, f->dim, &stand, v, &velocity);
  RicPointTwist(p, f->dim, &stand, a, &acceleration);
  RicVec3Cross(velocity.w, stand.arm, turning);
  RicVec3Cross(velocity.w, turning, inward);
  for (PetscInt d = 0; d < 3; d++) {
    f->xyz[3 * point + d] = d < f->dim || p->kind == RIC_POINT_GROUND ? place[d] : X[d];
    f->points[RIC_POINT_DISPLACEMENT][3 * point + d] = stand.pose.p[d] - start.pose.p[d];
    f->points[RIC_POINT_VELOCITY][3 * point + d] = velocity.v[d];
    f->points[RIC_POINT_ACCELERATION][3 * point + d] = acceleration.v[d] + inward[d];
  }
}

void RicFramePutPair(RicFrame f, PetscInt first, PetscInt n, const RicPoint pair[2],
                     const PetscInt nodes[2], const RicFrameArrays *state) {
  PetscReal X[6], u[RIC_MAX_DOFS], v[RIC_MAX_DOFS], a[RIC_MAX_DOFS];
  PetscInt at = 0;

  RicFrameGather(f, nodes, state->q, X, u);
  RicFrameGather(f, nodes, state->v, X, v);
  RicFrameGather(f, nodes, state->a, X, a);
  for (PetscInt k = 0; k < n; k++) {
    RicFramePutPoint(f, first + k, &pair[k], &X[3 * k], &u[at], &v[at], &a[at]);
    at += RicPointDofs(&pair[k], f->dim);
  }
}

// ---- Writing ----

// The arrays of a state, or back again.
static PetscErrorCode GetArrays(const RicState *state, PetscBool restore, Vec local[3],
                                RicFrameArrays *arrays) {
  const Vec dofs[3] = {state->q, state->v, state->acceleration};
  const Vec rows[4] = {state->gap, state->gap_velocity, state->lambda, state->impulse};
  const PetscScalar **const a[3] = {&arrays->q, &arrays->v, &arrays->a};
  const PetscScalar **const b[4] = {&arrays->gap, &arrays->gap_velocity, &arrays->lambda,
                                    &arrays->impulse};

  PetscFunctionBegin;
  for (PetscInt k = 0; k < 3; k++) {
    if (restore) {
      PetscCall(VecRestoreArrayRead(local[k], a[k]));
      PetscCall(VecGhostRestoreLocalForm(dofs[k], &local[k]));
    } else {
      PetscCall(VecGhostGetLocalForm(dofs[k], &local[k]));
      PetscCall(VecGetArrayRead(local[k], a[k]));
    }
  }
  for (PetscInt k = 0; k < 4; k++)
    PetscCall((restore ? VecRestoreArrayRead : VecGetArrayRead)(rows[k], b[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Fill(RicFrame f, const RicState *state) {
  RicFrameArrays arrays;
  Vec local[3];

  PetscFunctionBegin;
  PetscCall(RicModelUpdateGhosts(f->model, state->q));
  PetscCall(RicModelUpdateGhosts(f->model, state->v));
  PetscCall(RicModelUpdateGhosts(f->model, state->acceleration));
  PetscCall(RicFrameFillNodes(f, state));
  PetscCall(RicFrameFillElements(f, state));
  PetscCall(GetArrays(state, PETSC_FALSE, local, &arrays));
  PetscCall(RicFrameFillBodies(f, &arrays));
  PetscCall(RicFrameFillContacts(f, &arrays));
  PetscCall(RicFrameFillObstacles(f, state->t, &arrays));
  PetscCall(GetArrays(state, PETSC_TRUE, local, &arrays));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFrameWrite(RicFrame f, const RicState *state) {
  PetscInt first, joints;

  PetscFunctionBegin;
  PetscCall(RicModelGetNumJoints(f->model, &joints));
  PetscCall(Fill(f, state));
  PetscCall(RicVtkOpen(f->vtk, state->t));
  PetscCall(RicVtkSetPoints(f->vtk, f->num_points, f->xyz, &first));
  PetscCall(RicVtkSetCells(f->vtk, f->num_cells, f->types, f->offsets, f->connectivity));
  for (PetscInt k = 0; k < RIC_POINT_VECTORS; k++)
    PetscCall(RicVtkAddPointField(f->vtk, point_names[k], 3, f->points[k]));
  for (PetscInt k = 0; k < RIC_CELL_SCALARS; k++)
    if (joints || k != RIC_CELL_JOINT_ERROR)
      PetscCall(RicVtkAddCellField(f->vtk, scalar_names[k], 1, f->scalars[k]));
  for (PetscInt k = 0; k < RIC_CELL_VECTORS; k++)
    if (joints || k != RIC_CELL_REACTION)
      PetscCall(RicVtkAddCellField(f->vtk, vector_names[k], 3, f->vectors[k]));
  PetscCall(RicVtkAddCellIntField(f->vtk, "kind", f->kind));
  PetscCall(RicVtkAddCellIntField(f->vtk, "rank", f->rank));
  if (f->name)
    PetscCall(RicFrameWriteLabels(f));
  PetscCall(RicVtkWrite(f->vtk));
  PetscFunctionReturn(PETSC_SUCCESS);
}
