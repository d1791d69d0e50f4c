// SPDX-License-Identifier: BSD-2-Clause
// Contacts of a frame: their places, gaps and forces.
#include "io/frame_impl.h"

static PetscBool IsOfPoints(const RicContactView *view) {
  return (PetscBool)(view->ops && view->ops->form == RIC_CONTACT_OF_POINTS);
}

// The point that shows a gap of a system: of this rank's points, −1 when the system has none.
static PetscErrorCode SystemPoint(RicFrame f, const RicContactView *view, PetscInt *point) {
  PetscInt at = f->system_point;
  RicSystemView system;

  PetscFunctionBegin;
  for (PetscInt i = 0; i <= view->system; i++) {
    PetscCall(RicModelGetSystem(f->model, i, &system));
    if (i < view->system && system.owned)
      at += system.ops->num_points;
  }
  *point = system.ops->num_points
               ? at + (system.ops->gap_points ? system.ops->gap_points[view->gap] : 0)
               : -1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The vertex of a row: a node, or a point of its own.
static PetscErrorCode ContactPoint(RicFrame f, const RicContactView *view, PetscInt row,
                                   PetscInt *point) {
  const PetscInt *nodes = &view->nodes[RIC_MAX_NODES * row];
  PetscInt own = -1;

  PetscFunctionBegin;
  if (!view->ops)
    PetscCall(SystemPoint(f, view, &own));
  else if (IsOfPoints(view))
    RicFrameAddPoints(f, 1, &own);
  *point = own >= 0 ? RicFramePoint(own) : f->global[nodes[nodes[0] >= 0 ? 0 : 1]];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFrameMakeContacts(RicFrame f) {
  PetscInt n, point;
  RicContactView view;

  PetscFunctionBegin;
  f->contact_point = f->num_points;
  f->contact_cell = f->num_cells;
  PetscCall(RicModelGetNumContacts(f->model, &n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicModelGetContact(f->model, i, &view));
    RicFrameSetOwner(f, RIC_SECTION_CONTACTS, i);
    for (PetscInt r = 0; r < view.num_rows; r++) {
      PetscCall(ContactPoint(f, &view, r, &point));
      PetscCall(RicFrameAddCell(f, RIC_KIND_CONTACT, RIC_VTK_VERTEX, 1, &point));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Force on what carries a.
static void ContactForce(RicFrame f, const RicContactView *view, PetscInt r,
                         const RicFrameArrays *state, PetscReal force[3]) {
  const PetscReal size = state->impulse[view->first_row + r * view->width] / f->h;
  RicContactGeometry g[RIC_CONTACT_MAX_ROWS];
  RicPair pair;

  for (PetscInt d = 0; d < 3; d++)
    force[d] = 0;
  if (!view->ops || view->ops->angular)
    return;
  RicModelStand(f->model, view->on, &view->nodes[RIC_MAX_NODES * r], state->q, &pair);
  RicContactGeometryOf(view->ops, view->data, &pair, g);
  RicVec3Scale(size, g[r % view->ops->num_rows].n, force);
}

PetscErrorCode RicFrameFillContacts(RicFrame f, const RicFrameArrays *state) {
  PetscInt n, cell = f->contact_cell, point = f->contact_point;
  RicContactView view;

  PetscFunctionBegin;
  PetscCall(RicModelGetNumContacts(f->model, &n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicModelGetContact(f->model, i, &view));
    for (PetscInt r = 0; r < view.num_rows; r++, cell++) {
      const PetscInt row = view.first_row + r * view.width;
      f->scalars[RIC_CELL_GAP][cell] = state->gap[row];
      f->scalars[RIC_CELL_GAP_VELOCITY][cell] = state->gap_velocity[row];
      f->scalars[RIC_CELL_IMPULSE][cell] = state->impulse[row];
      ContactForce(f, &view, r, state, &f->vectors[RIC_CELL_CONTACT_FORCE][3 * cell]);
      if (IsOfPoints(&view))
        RicFramePutPair(f, point++, 1, view.on, &view.nodes[RIC_MAX_NODES * r], state);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
