// SPDX-License-Identifier: BSD-2-Clause
// Bodies, systems, joints and springs as others see them, and the outlines of bodies.
#include "model/model_impl.h"

// A surface of the model's own; where the last one is the same, that. A hundred thousand disks would
// take 90 MB for as many outlines.
static PetscErrorCode Keep(RicModel m, RicSurface *surface, const RicSurface **kept) {
  RicSurface *last = m->num_surfaces ? m->surfaces[m->num_surfaces - 1] : NULL;
  PetscBool same = PETSC_FALSE;

  PetscFunctionBegin;
  if (last)
    PetscCall(RicSurfaceEqual(last, surface, &same));
  if (same)
    PetscCall(RicSurfaceDestroy(surface));
  else {
    PetscCall(RicModelGrow_Private(m->num_surfaces, sizeof(*m->surfaces), &m->surfaces));
    PetscCall(PetscNew(&last));
    m->surfaces[m->num_surfaces++] = last;
    *last = *surface;
    *surface = (RicSurface){0};
  }
  *kept = last;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelSetBodySurface(RicModel m, PetscInt body, RicSurface *surface) {
  PetscFunctionBegin;
  PetscCheck(body >= 0 && body < m->num_bodies, m->comm, PETSC_ERR_ARG_OUTOFRANGE,
             "no body %" PetscInt_FMT, body);
  PetscCall(Keep(m, surface, &m->bodies[body].surface));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetNumBodies(RicModel m, PetscInt *n) {
  PetscFunctionBegin;
  *n = m->num_bodies;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetBody(RicModel m, PetscInt i, RicBodyView *view) {
  static const RicSurface none = {0};

  PetscFunctionBegin;
  PetscCheck(i >= 0 && i < m->num_bodies, m->comm, PETSC_ERR_ARG_OUTOFRANGE,
             "no body %" PetscInt_FMT, i);
  const RicBody *b = &m->bodies[i];
  *view = (RicBodyView){.node = b->node,
                        .owned = b->owned,
                        .data = b->data,
                        .surface = b->surface ? b->surface : &none};
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetNumSystems(RicModel m, PetscInt *n) {
  PetscFunctionBegin;
  *n = m->num_systems;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetSystem(RicModel m, PetscInt i, RicSystemView *view) {
  PetscFunctionBegin;
  PetscCheck(i >= 0 && i < m->num_systems, m->comm, PETSC_ERR_ARG_OUTOFRANGE,
             "no system %" PetscInt_FMT, i);
  const RicSystemNode *s = &m->systems[i];
  *view = (RicSystemView){.node = s->node,
                          .owned = (PetscBool)(s->node >= 0 && s->node < m->num_owned),
                          .ops = s->ops,
                          .parameters = s->parameters,
                          .q0 = s->q0};
  PetscFunctionReturn(PETSC_SUCCESS);
}

static RicJointView ViewOf(const RicJoint *j) {
  return (RicJointView){.name = j->name,
                        .ops = j->ops,
                        .data = j->data,
                        .point = j->point,
                        .num_rows = j->num_rows,
                        .present = j->present,
                        .first_row = j->first_row,
                        .nodes = j->nodes,
                        .stiffness = j->stiffness,
                        .damper = j->damper};
}

PetscErrorCode RicModelGetNumJoints(RicModel m, PetscInt *n) {
  PetscFunctionBegin;
  *n = m->num_joints;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetJoint(RicModel m, PetscInt i, RicJointView *view) {
  PetscFunctionBegin;
  PetscCheck(i >= 0 && i < m->num_joints, m->comm, PETSC_ERR_ARG_OUTOFRANGE,
             "no joint %" PetscInt_FMT, i);
  *view = ViewOf(&m->joints[i]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetNumSprings(RicModel m, PetscInt *n) {
  PetscFunctionBegin;
  *n = m->num_springs;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetSpring(RicModel m, PetscInt i, RicJointView *view) {
  PetscFunctionBegin;
  PetscCheck(i >= 0 && i < m->num_springs, m->comm, PETSC_ERR_ARG_OUTOFRANGE,
             "no spring %" PetscInt_FMT, i);
  *view = ViewOf(&m->springs[i]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetNumJointRows(RicModel m, PetscInt *n) {
  PetscFunctionBegin;
  *n = m->num_joint_rows;
  PetscFunctionReturn(PETSC_SUCCESS);
}
