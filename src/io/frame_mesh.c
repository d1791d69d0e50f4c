// SPDX-License-Identifier: BSD-2-Clause
// Nodes and elements of a frame.
#include "io/frame_impl.h"

#define PIECE 256 // elements whose fields are at hand at once, in the first cache

PetscErrorCode RicFrameMakeElements(RicFrame f) {
  PetscInt n, num;
  const PetscInt *nodes;

  PetscFunctionBegin;
  PetscCall(RicModelGetNumElementBlocks(f->model, &n));
  for (PetscInt b = 0; b < n; b++) {
    const RicElementOps *ops;
    PetscCall(RicModelGetElementBlock(f->model, b, &ops, &num, &nodes));
    RicFrameSetOwner(f, RIC_SECTION_ELEMENTS, b);
    for (PetscInt e = 0; e < num; e++) {
      PetscInt points[RIC_MAX_NODES];
      for (PetscInt i = 0; i < ops->num_nodes; i++)
        points[i] = f->global[nodes[e * ops->num_nodes + i]];
      PetscCall(RicFrameAddCell(f, RIC_KIND_ELEMENT, RicFrameCellType(ops->num_nodes),
                                ops->num_nodes, points));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFrameFillNodes(RicFrame f, const RicState *state) {
  const Vec vecs[RIC_POINT_VECTORS] = {state->q, state->v, state->acceleration};
  const PetscScalar *a;

  PetscFunctionBegin;
  for (PetscInt k = 0; k < RIC_POINT_VECTORS; k++) {
    PetscCall(VecGetArrayRead(vecs[k], &a));
    for (PetscInt i = 0; i < f->num_owned; i++) {
      PetscInt first, n;
      PetscCall(RicModelGetNodeDofs(f->model, i, &first, &n));
      for (PetscInt d = 0; d < PetscMin(f->dim, n); d++)
        f->points[k][3 * i + d] = a[first + d];
    }
    PetscCall(VecRestoreArrayRead(vecs[k], &a));
  }
  for (PetscInt i = 0; i < 3 * f->num_owned; i++)
    f->xyz[i] = f->coordinates[i] + (f->at_reference ? 0 : f->points[RIC_POINT_DISPLACEMENT][i]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// n elements of a block from `first` on, cells from `cell` on.
static PetscErrorCode FillPiece(RicFrame f, PetscInt block, PetscInt first, PetscInt n,
                                const RicState *state, PetscInt cell) {
  RicElementFields fields[PIECE];

  PetscFunctionBegin;
  PetscCall(RicModelElementFields(f->model, block, first, n, state->q, state->v, fields));
  for (PetscInt e = 0; e < n; e++, cell++) {
    f->scalars[RIC_CELL_STRAIN][cell] = fields[e].axial_strain;
    f->scalars[RIC_CELL_FORCE][cell] = fields[e].axial_force;
    f->scalars[RIC_CELL_KINETIC][cell] = fields[e].kinetic_density;
    f->scalars[RIC_CELL_ENERGY][cell] = fields[e].strain_density;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFrameFillElements(RicFrame f, const RicState *state) {
  PetscInt n, num, cell = 0;

  PetscFunctionBegin;
  PetscCall(RicModelGetNumElementBlocks(f->model, &n));
  for (PetscInt b = 0; b < n; b++) {
    PetscCall(RicModelGetElementBlock(f->model, b, NULL, &num, NULL));
    for (PetscInt first = 0; first < num; first += PIECE) {
      const PetscInt piece = PetscMin(PIECE, num - first);
      PetscCall(FillPiece(f, b, first, piece, state, cell));
      cell += piece;
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- The box ----

static void Widen(RicFrame f, const PetscReal x[3], PetscReal by) {
  for (PetscInt d = 0; d < 3; d++) {
    f->lo[d] = PetscMin(f->lo[d], x[d] - (d < PetscMax(2, f->dim) ? by : 0));
    f->hi[d] = PetscMax(f->hi[d], x[d] + (d < PetscMax(2, f->dim) ? by : 0));
  }
}

// Farthest that a corner of the outline is from the centre of mass.
static PetscReal Reach(const RicBodyView *body) {
  PetscReal square = 0;

  for (PetscInt i = 0; i < body->surface->num_corners; i++) {
    const PetscReal *x = &body->surface->corners[3 * i];
    square = PetscMax(square, x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
  }
  return PetscSqrtReal(square);
}

static PetscErrorCode WidenBySystem(RicFrame f, const RicSystemView *system) {
  PetscReal *x;

  PetscFunctionBegin;
  PetscCall(PetscMalloc1(3 * system->ops->num_points, &x));
  if (system->ops->num_points)
    system->ops->Points(system->parameters, system->q0, x);
  for (PetscInt i = 0; i < system->ops->num_points; i++)
    Widen(f, &x[3 * i], 0);
  PetscCall(PetscFree(x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Nodes of systems have no place of their own: marked, they do not count.
static PetscErrorCode WidenByNodes(RicFrame f) {
  RicSystemView system;
  PetscBool *skip;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(PetscCalloc1(f->num_owned, &skip));
  PetscCall(RicModelGetNumSystems(f->model, &n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicModelGetSystem(f->model, i, &system));
    if (!system.owned)
      continue;
    skip[system.node] = PETSC_TRUE;
    PetscCall(WidenBySystem(f, &system));
  }
  for (PetscInt i = 0; i < f->num_owned; i++)
    if (!skip[i])
      Widen(f, &f->coordinates[3 * i], 0);
  PetscCall(PetscFree(skip));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFrameMeasure(RicFrame f) {
  RicBodyView body;
  PetscInt n;

  PetscFunctionBegin;
  for (PetscInt d = 0; d < 3; d++)
    f->lo[d] = PETSC_MAX_REAL, f->hi[d] = PETSC_MIN_REAL;
  PetscCall(WidenByNodes(f));
  PetscCall(RicModelGetNumBodies(f->model, &n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicModelGetBody(f->model, i, &body));
    if (body.owned)
      Widen(f, &f->coordinates[3 * body.node], Reach(&body));
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, f->lo, 3, MPIU_REAL, MPI_MIN, f->comm));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, f->hi, 3, MPIU_REAL, MPI_MAX, f->comm));
  for (PetscInt d = 0; d < 3; d++) {
    if (f->lo[d] > f->hi[d])
      f->lo[d] = f->hi[d] = 0; // nothing that has a place
    f->size = PetscMax(f->size, f->hi[d] - f->lo[d]);
  }
  if (f->size == 0)
    PetscCall(RicModelGetLength(f->model, &f->size));
  if (f->dim == 1)
    f->size *= 0.1;
  PetscFunctionReturn(PETSC_SUCCESS);
}
