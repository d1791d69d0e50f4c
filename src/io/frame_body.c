// SPDX-License-Identifier: BSD-2-Clause
// Bodies, systems, springs and joints of a frame.
#include "io/frame_impl.h"

// ---- Layout ----

// The faces of a body whose corners are the points from `first` on; a point without any.
static PetscErrorCode MakeFaces(RicFrame f, const RicSurface *s, PetscInt first) {
  const PetscInt corner = RicFramePoint(first);
  PetscInt *points;

  PetscFunctionBegin;
  if (!s->num_faces)
    PetscCall(RicFrameAddCell(f, RIC_KIND_BODY, RIC_VTK_VERTEX, 1, &corner));
  PetscCall(PetscMalloc1(s->num_corners, &points));
  for (PetscInt k = 0; k < s->num_faces; k++) {
    const PetscInt num = s->first[k + 1] - s->first[k];
    for (PetscInt i = 0; i < num; i++)
      points[i] = RicFramePoint(first + s->corner[s->first[k] + i]);
    PetscCall(RicFrameAddCell(f, RIC_KIND_BODY, RicFrameCellType(num), num, points));
  }
  PetscCall(PetscFree(points));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode MakeSurfaces(RicFrame f) {
  PetscInt n, first;
  RicBodyView body;

  PetscFunctionBegin;
  f->body_point = f->num_points;
  PetscCall(RicModelGetNumBodies(f->model, &n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicModelGetBody(f->model, i, &body));
    if (!body.owned)
      continue;
    RicFrameSetOwner(f, RIC_SECTION_BODIES, i);
    RicFrameAddPoints(f, PetscMax(body.surface->num_corners, 1), &first);
    PetscCall(MakeFaces(f, body.surface, first));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode MakeSystems(RicFrame f) {
  RicSystemView system;
  PetscInt n, first;

  PetscFunctionBegin;
  f->system_point = f->num_points;
  PetscCall(RicModelGetNumSystems(f->model, &n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicModelGetSystem(f->model, i, &system));
    if (!system.owned)
      continue;
    RicFrameSetOwner(f, RIC_SECTION_SYSTEMS, i);
    RicFrameAddPoints(f, system.ops->num_points, &first);
    for (PetscInt k = 0; k < system.ops->num_lines; k++) {
      const PetscInt *ends = &system.ops->lines[2 * k];
      const PetscInt points[2] = {RicFramePoint(first + ends[0]), RicFramePoint(first + ends[1])};
      PetscCall(RicFrameAddCell(f, RIC_KIND_ELEMENT, RIC_VTK_LINE, 2, points));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Two points and a cell each; of joints whose points coincide a vertex.
static PetscErrorCode MakePairs(RicFrame f, PetscBool springs, PetscInt *point, PetscInt *cell) {
  RicJointView view;
  PetscInt n, first;

  PetscFunctionBegin;
  *point = f->num_points;
  *cell = f->num_cells;
  PetscCall((springs ? RicModelGetNumSprings : RicModelGetNumJoints)(f->model, &n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall((springs ? RicModelGetSpring : RicModelGetJoint)(f->model, i, &view));
    if (!view.present)
      continue;
    RicFrameSetOwner(f, springs ? RIC_SECTION_SPRINGS : RIC_SECTION_JOINTS, i);
    RicFrameAddPoints(f, 2, &first);
    const PetscInt points[2] = {RicFramePoint(first), RicFramePoint(first + 1)};
    const PetscInt num = view.ops->apart ? 2 : 1;
    PetscCall(RicFrameAddCell(f, springs ? RIC_KIND_ELEMENT : RIC_KIND_JOINT, RicFrameCellType(num),
                              num, points));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFrameMakeBodies(RicFrame f) {
  PetscFunctionBegin;
  PetscCall(MakeSurfaces(f));
  PetscCall(MakeSystems(f));
  PetscCall(MakePairs(f, PETSC_TRUE, &f->spring_point, &f->spring_cell));
  PetscCall(MakePairs(f, PETSC_FALSE, &f->joint_point, &f->joint_cell));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Filling ----

static PetscErrorCode FillSurfaces(RicFrame f, const RicFrameArrays *state) {
  PetscInt n, first, dofs, point = f->body_point;
  RicBodyView body;

  PetscFunctionBegin;
  PetscCall(RicModelGetNumBodies(f->model, &n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicModelGetBody(f->model, i, &body));
    if (!body.owned)
      continue;
    PetscCall(RicModelGetNodeDofs(f->model, body.node, &first, &dofs));
    for (PetscInt k = 0; k < PetscMax(body.surface->num_corners, 1); k++) {
      RicPoint p = {.kind = RIC_POINT_BODY};
      for (PetscInt d = 0; d < 3 && body.surface->num_corners; d++)
        p.local[d] = body.surface->corners[3 * k + d];
      RicFramePutPoint(f, point++, &p, &f->coordinates[3 * body.node], &state->q[first],
                       &state->v[first], &state->a[first]);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// velocity [3*n] of a system's points along v, by fourth-order differences; x [3*n] is room.
static void SystemVelocity(const RicSystemView *s, const PetscReal q[], const PetscReal v[],
                           PetscReal x[], PetscReal velocity[]) {
  const PetscReal weights[4] = {1, -8, 8, -1}, places[4] = {-2, -1, 1, 2};
  PetscReal moved[RIC_SYSTEM_MAX_DOFS], size = 0;

  for (PetscInt i = 0; i < s->ops->num_dofs; i++)
    size = PetscMax(size, PetscAbsReal(v[i]));
  const PetscReal step = size > 0 ? 1e-3 / size : 1;
  for (PetscInt j = 0; j < 3 * s->ops->num_points; j++)
    velocity[j] = 0;
  for (PetscInt k = 0; k < 4 && size > 0; k++) {
    for (PetscInt i = 0; i < s->ops->num_dofs; i++)
      moved[i] = q[i] + places[k] * step * v[i];
    s->ops->Points(s->parameters, moved, x);
    for (PetscInt j = 0; j < 3 * s->ops->num_points; j++)
      velocity[j] += weights[k] * x[j] / (12 * step);
  }
}

// The node of a system has no place of its own: it is shown at the first point.
static PetscErrorCode FillSystems(RicFrame f, const RicFrameArrays *state) {
  PetscInt n, first, dofs, point = f->system_point;
  RicSystemView s;
  PetscReal *x;

  PetscFunctionBegin;
  PetscCall(RicModelGetNumSystems(f->model, &n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicModelGetSystem(f->model, i, &s));
    if (!s.owned)
      continue;
    for (PetscInt k = 0; k < RIC_POINT_VECTORS; k++)
      PetscCall(PetscArrayzero(&f->points[k][3 * s.node], 3));
    PetscCall(PetscArrayzero(&f->xyz[3 * s.node], 3));
    if (!s.ops->num_points)
      continue;
    PetscCall(RicModelGetNodeDofs(f->model, s.node, &first, &dofs));
    PetscCall(PetscMalloc1(3 * s.ops->num_points, &x));
    s.ops->Points(s.parameters, &state->q[first], &f->xyz[3 * point]);
    SystemVelocity(&s, &state->q[first], &state->v[first], x,
                   &f->points[RIC_POINT_VELOCITY][3 * point]);
    PetscCall(PetscFree(x));
    PetscCall(PetscArraycpy(&f->xyz[3 * s.node], &f->xyz[3 * point], 3));
    point += s.ops->num_points;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode FillSprings(RicFrame f, const RicFrameArrays *state) {
  PetscInt n, point = f->spring_point, cell = f->spring_cell;
  RicJointView s;

  PetscFunctionBegin;
  PetscCall(RicModelGetNumSprings(f->model, &n));
  for (PetscInt i = 0; i < n; i++) {
    PetscReal X[6], v[RIC_MAX_DOFS], y[RIC_JOINT_MAX_ROWS];
    RicPairWrench w[RIC_JOINT_MAX_ROWS];
    RicTwist motion[2];
    RicPair pair;
    PetscCall(RicModelGetSpring(f->model, i, &s));
    if (!s.present)
      continue;
    RicFramePutPair(f, point, 2, s.point, s.nodes, state);
    RicFrameGather(f, s.nodes, state->v, X, v);
    RicModelStand(f->model, s.point, s.nodes, state->q, &pair);
    RicPairTwists(&pair, v, motion);
    s.ops->Rows(s.data, f->dim, &pair.stand[0].pose, &pair.stand[1].pose, y, w);
    if (s.ops->apart) // a torsional one has a moment
      f->scalars[RIC_CELL_FORCE][cell] = s.stiffness * y[0] + s.damper * RicPairRate(&w[0], motion);
    cell++;
    point += 2;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode FillJoints(RicFrame f, const RicFrameArrays *state) {
  PetscInt n, point = f->joint_point, cell = f->joint_cell;
  RicJointView j;

  PetscFunctionBegin;
  PetscCall(RicModelGetNumJoints(f->model, &n));
  for (PetscInt i = 0; i < n; i++) {
    PetscReal y[RIC_JOINT_MAX_ROWS], *force = &f->vectors[RIC_CELL_REACTION][3 * cell], error = 0;
    RicPairWrench w[RIC_JOINT_MAX_ROWS];
    RicPair pair;
    PetscCall(RicModelGetJoint(f->model, i, &j));
    if (!j.present)
      continue;
    RicFramePutPair(f, point, 2, j.point, j.nodes, state);
    RicModelStand(f->model, j.point, j.nodes, state->q, &pair);
    j.ops->Rows(j.data, f->dim, &pair.stand[0].pose, &pair.stand[1].pose, y, w);
    PetscCall(PetscArrayzero(force, 3));
    for (PetscInt k = 0; k < j.num_rows; k++) {
      const PetscInt row = j.first_row + k;
      error = PetscMax(error, PetscAbsReal(state->gap[row]));
      RicVec3Add(force, state->lambda[row] + state->impulse[row] / f->h, w[k].f, force);
    }
    f->scalars[RIC_CELL_JOINT_ERROR][cell++] = error;
    point += 2;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFrameFillBodies(RicFrame f, const RicFrameArrays *state) {
  PetscFunctionBegin;
  PetscCall(FillSurfaces(f, state));
  PetscCall(FillSystems(f, state));
  PetscCall(FillSprings(f, state));
  PetscCall(FillJoints(f, state));
  PetscFunctionReturn(PETSC_SUCCESS);
}
