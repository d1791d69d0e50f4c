// SPDX-License-Identifier: BSD-2-Clause
// Obstacles of a frame: what contacts meet.
#include "geom/polygon.h"
#include "io/frame_impl.h"
#include <string.h>

#define CIRCLE_CORNERS 32
#define MAX_CORNERS CIRCLE_CORNERS
#define STRIP_DEPTH 0.03 // of the model's size: thickness a line is drawn with
#define STOP_LENGTH 0.25 // of a stop
#define PLATE_WIDTH 0.05 // half of that of the face of a node

typedef enum {
  SHAPE_NONE,
  SHAPE_PLANE,
  SHAPE_LINE,
  SHAPE_EDGE,
  SHAPE_CIRCLE,
  SHAPE_SPHERE,
  SHAPE_STOP,
  SHAPE_PLATE
} Shape;

static RicObstacle ObstacleOf(const RicContactView *view, PetscInt wall) {
  RicObstacle obstacle = {.shape = RIC_OBSTACLE_NONE};

  if (view->ops && view->ops->Obstacle)
    view->ops->Obstacle(view->data, wall, &obstacle);
  return obstacle;
}

static PetscBool OnGround(const RicContactView *view) {
  return (PetscBool)(view->on[1].kind == RIC_POINT_GROUND);
}

// A face, or in space a circle, which is a sphere there, and on a line what nodes are of.
static Shape ShapeInSpace(const RicContactView *view, RicObstacleShape shape) {
  const PetscBool of_body = (PetscBool)(view->on[1].kind == RIC_POINT_BODY);

  if (shape == RIC_OBSTACLE_CIRCLE)
    return SHAPE_SPHERE;
  return shape == RIC_OBSTACLE_FACE && !of_body ? SHAPE_PLANE : SHAPE_NONE;
}

// Faces and edges of a body are sides of its outline, but for the walls of a channel.
static Shape ShapeOf(const RicFrame f, const RicContactView *view) {
  const RicObstacle obstacle = ObstacleOf(view, 0);
  const PetscBool side = (PetscBool)(view->on[1].kind == RIC_POINT_BODY && obstacle.back == 0);

  if (obstacle.shape == RIC_OBSTACLE_NONE)
    return SHAPE_NONE;
  if (view->ops->form == RIC_CONTACT_OF_NODES)
    return SHAPE_PLATE;
  if (f->dim != 2)
    return ShapeInSpace(view, obstacle.shape);
  switch (obstacle.shape) {
  case RIC_OBSTACLE_CIRCLE:
    return SHAPE_CIRCLE;
  case RIC_OBSTACLE_STOP:
    return SHAPE_STOP;
  case RIC_OBSTACLE_EDGE:
    return side ? SHAPE_NONE : SHAPE_EDGE;
  default:
    return side ? SHAPE_NONE : SHAPE_LINE;
  }
}

// A channel has two walls.
static PetscInt NumWalls(const RicContactView *view) { return view->ops ? view->ops->num_rows : 1; }

// Do two contacts meet the same thing on the ground?
static PetscBool SameObstacle(const RicContactView *a, const RicContactView *b) {
  const RicObstacle one = ObstacleOf(a, 0), other = ObstacleOf(b, 0);
  const PetscBool same =
      (PetscBool)(a->ops == b->ops && !a->moving && !b->moving && one.shape == other.shape &&
                  one.back == other.back && one.length == other.length &&
                  one.radius == other.radius && one.angle == other.angle && one.side == other.side);

  return (PetscBool)(same && !memcmp(one.normal, other.normal, sizeof(one.normal)) &&
                     !memcmp(a->on[1].local, b->on[1].local, sizeof(a->on[1].local)));
}

// Those on the ground are drawn by the last rank, others where the first of the contacts is.
static PetscErrorCode WantObstacle(RicFrame f, const RicContactView *view, PetscBool *want) {
  PetscMPIInt rank, size;

  PetscFunctionBegin;
  *want = PETSC_FALSE;
  if (ShapeOf(f, view) == SHAPE_NONE)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCallMPI(MPI_Comm_rank(f->comm, &rank));
  PetscCallMPI(MPI_Comm_size(f->comm, &size));
  if (!OnGround(view)) {
    *want =
        (PetscBool)(view->leads || (view->ops->form != RIC_CONTACT_OF_POINTS && view->num_rows));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  *want = (PetscBool)(rank == size - 1);
  for (PetscInt i = 0; i < f->num_obstacles && *want; i++) {
    RicContactView other;
    PetscCall(RicModelGetContact(f->model, f->obstacles[i].contact, &other));
    if (f->obstacles[i].on_ground && SameObstacle(view, &other))
      *want = PETSC_FALSE;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The cells of a sphere, corner 0 of which is point `first`.
static PetscErrorCode AddBall(RicFrame f, PetscInt first) {
  PetscFunctionBegin;
  for (PetscInt face = 0; face < f->ball.num_faces; face++) {
    const PetscInt from = f->ball.first[face], n = f->ball.first[face + 1] - from;
    PetscInt points[MAX_CORNERS];
    for (PetscInt i = 0; i < n; i++)
      points[i] = RicFramePoint(first + f->ball.corner[from + i]);
    PetscCall(RicFrameAddCell(f, RIC_KIND_OBSTACLE, RicFrameCellType(n), n, points));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode MakeObstacle(RicFrame f, PetscInt contact, const RicContactView *view,
                                   PetscInt wall) {
  RicFrameObstacle *o = &f->obstacles[f->num_obstacles++];
  const Shape shape = ShapeOf(f, view);
  PetscInt points[MAX_CORNERS];

  PetscFunctionBegin;
  if (shape == SHAPE_SPHERE && !f->ball.num_corners)
    PetscCall(RicSurfaceSphere(1, &f->ball));
  RicFrameSetOwner(f, RIC_SECTION_CONTACTS, contact);
  o->contact = contact;
  o->wall = wall;
  o->on_ground = OnGround(view);
  o->n = shape == SHAPE_SPHERE ? f->ball.num_corners : shape == SHAPE_CIRCLE ? CIRCLE_CORNERS : 4;
  RicFrameAddPoints(f, o->n, &o->point);
  if (shape == SHAPE_SPHERE) {
    PetscCall(AddBall(f, o->point));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  for (PetscInt i = 0; i < o->n; i++)
    points[i] = RicFramePoint(o->point + i);
  PetscCall(RicFrameAddCell(f, RIC_KIND_OBSTACLE, o->n == 4 ? RIC_VTK_QUAD : RIC_VTK_POLYGON, o->n,
                            points));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFrameMakeObstacles(RicFrame f) {
  PetscInt n, num_walls = 0;
  RicContactView view;
  PetscBool want;

  PetscFunctionBegin;
  PetscCall(RicModelGetNumContacts(f->model, &n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicModelGetContact(f->model, i, &view));
    num_walls += NumWalls(&view);
  }
  PetscCall(PetscMalloc1(num_walls, &f->obstacles));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicModelGetContact(f->model, i, &view));
    PetscCall(WantObstacle(f, &view, &want));
    for (PetscInt wall = 0; wall < NumWalls(&view) && want; wall++)
      PetscCall(MakeObstacle(f, i, &view, wall));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Filling ----

// Corners of a plane through p, as large as the model: around its centre, or the node that carries it.
static void PutPlane(RicFrame f, const RicFrameObstacle *o, const PetscReal p[3],
                     const PetscReal n[3], PetscReal shift) {
  PetscReal s[3], t[3], centre[3], above = 0;

  RicVec3Tangents(n, PETSC_FALSE, s, t);
  for (PetscInt d = 0; d < 3; d++) {
    centre[d] = o->on_ground ? (f->lo[d] + f->hi[d]) / 2 : p[d];
    above += n[d] * (centre[d] - p[d]);
  }
  for (PetscInt corner = 0; corner < 4; corner++)
    for (PetscInt d = 0; d < 3; d++)
      f->xyz[3 * (o->point + corner) + d] =
          centre[d] + (shift - above) * n[d] +
          f->size * ((corner == 1 || corner == 2 ? 1 : -1) * s[d] + (corner >= 2 ? 1 : -1) * t[d]);
}

// Corners of a strip below the line through p from `from` to `to` along its tangent.
static void PutStrip(RicFrame f, const RicFrameObstacle *o, const PetscReal p[3],
                     const PetscReal n[3], PetscReal shift, PetscReal from, PetscReal to) {
  const PetscReal tangent[2] = {n[1], -n[0]};

  for (PetscInt corner = 0; corner < 4; corner++) {
    PetscReal *x = &f->xyz[3 * (o->point + corner)];
    const PetscReal along = corner == 1 || corner == 2 ? to : from;
    const PetscReal up = shift - (corner < 2 ? STRIP_DEPTH * f->size : 0);
    for (PetscInt d = 0; d < 2; d++)
      x[d] = p[d] + along * tangent[d] + up * n[d];
    x[2] = p[2];
  }
}

// A line without ends: around the model's centre, or the node that carries it.
static void PutLine(RicFrame f, const RicFrameObstacle *o, PetscBool ground, const PetscReal p[3],
                    const PetscReal n[3], PetscReal shift) {
  const PetscReal tangent[2] = {n[1], -n[0]};
  PetscReal centre = 0;

  for (PetscInt d = 0; d < 2 && ground; d++)
    centre += tangent[d] * ((f->lo[d] + f->hi[d]) / 2 - p[d]);
  PutStrip(f, o, p, n, shift, centre - f->size, centre + f->size);
}

// A hole or a circle: it closes in on, or out to, what meets it.
static void PutCircle(RicFrame f, const RicFrameObstacle *o, const RicObstacle *circle,
                      const PetscReal p[3], PetscReal shift) {
  PetscReal corners[2 * CIRCLE_CORNERS];

  RicPolygonDisk(CIRCLE_CORNERS, circle->radius + circle->side * shift, corners);
  for (PetscInt i = 0; i < CIRCLE_CORNERS; i++)
    for (PetscInt d = 0; d < 3; d++)
      f->xyz[3 * (o->point + i) + d] = p[d] + (d < 2 ? corners[2 * i + d] : 0);
}

// The same in space.
static void PutSphere(RicFrame f, const RicFrameObstacle *o, const RicObstacle *circle,
                      const PetscReal p[3], PetscReal shift) {
  const PetscReal radius = circle->radius + circle->side * shift;

  for (PetscInt i = 0; i < o->n; i++)
    for (PetscInt d = 0; d < 3; d++)
      f->xyz[3 * (o->point + i) + d] = p[d] + radius * f->ball.corners[3 * i + d];
}

// An angular stop at p: the line along which the x axis of a's frame meets it, drawn on its side
// that is closed. turn: angle of b's frame, rad.
static void PutStop(RicFrame f, const RicFrameObstacle *o, const RicObstacle *stop,
                    const PetscReal p[3], PetscReal turn, PetscReal shift) {
  const PetscReal side = stop->side, length = STOP_LENGTH * f->size;
  const PetscReal angle = turn + stop->angle + side * shift;
  const PetscReal n[3] = {-side * PetscSinReal(angle), side * PetscCosReal(angle), 0};

  PutStrip(f, o, p, n, 0, side > 0 ? 0 : -length, side > 0 ? length : 0);
}

// The face of the first of two nodes, which the second meets: across their direction.
static void PutPlate(RicFrame f, const RicFrameObstacle *o, const RicContactView *view,
                     const RicObstacle *face, const PetscScalar *q, PetscReal shift) {
  const PetscReal *n = face->normal, width = PLATE_WIDTH * f->size;
  PetscReal X[6], u[RIC_MAX_DOFS], p[3], s[3], t[3];

  RicFrameGather(f, view->nodes, q, X, u);
  for (PetscInt d = 0; d < 3; d++)
    p[d] = X[d] + (d < f->dim ? u[d] : 0) + (shift - face->back) * n[d];
  if (f->dim == 2) {
    PutStrip(f, o, p, n, 0, -width, width);
    return;
  }
  RicVec3Tangents(n, PETSC_FALSE, s, t);
  for (PetscInt corner = 0; corner < 4; corner++)
    for (PetscInt d = 0; d < 3; d++)
      f->xyz[3 * (o->point + corner) + d] =
          p[d] +
          width * ((corner == 1 || corner == 2 ? 1 : -1) * s[d] + (corner >= 2 ? 1 : -1) * t[d]);
}

// Where an obstacle stands: a point p of it, its normal n and the angle of its frame.
static void Stand(RicFrame f, const RicFrameObstacle *o, const RicContactView *view,
                  const RicObstacle *obstacle, const PetscScalar *q, PetscReal p[3], PetscReal n[3],
                  PetscReal *turn) {
  const PetscInt ground[2] = {-1, -1};
  // One on the ground is drawn by a rank that may have none of its contacts.
  const RicPoint still[2] = {{.kind = RIC_POINT_GROUND}, view->on[1]};
  RicPair pair;

  RicModelStand(f->model, o->on_ground ? still : view->on, o->on_ground ? ground : view->nodes, q,
                &pair);
  const RicPose *b = &pair.stand[1].pose;
  RicPoseTurn(b, 1, obstacle->normal, n);
  RicVec3Add(b->p, -obstacle->back, n, p);
  *turn = b->angle;
}

PetscErrorCode RicFrameFillObstacles(RicFrame f, PetscReal time, const RicFrameArrays *state) {
  PetscFunctionBegin;
  for (PetscInt i = 0; i < f->num_obstacles; i++) {
    const RicFrameObstacle *o = &f->obstacles[i];
    RicContactView view;
    PetscReal shift, p[3], n[3], turn;
    PetscCall(RicModelGetContact(f->model, o->contact, &view));
    const RicObstacle obstacle = ObstacleOf(&view, o->wall);
    PetscCall(RicModelContactShift(f->model, o->contact, time, &shift));
    shift *= RicContactSide(view.ops, o->wall);
    Stand(f, o, &view, &obstacle, state->q, p, n, &turn);
    switch (ShapeOf(f, &view)) {
    case SHAPE_PLANE:
      PutPlane(f, o, p, n, shift);
      break;
    case SHAPE_LINE:
      PutLine(f, o, o->on_ground, p, n, shift);
      break;
    case SHAPE_EDGE:
      PutStrip(f, o, p, n, shift, 0, obstacle.length);
      break;
    case SHAPE_CIRCLE:
      PutCircle(f, o, &obstacle, p, shift);
      break;
    case SHAPE_SPHERE:
      PutSphere(f, o, &obstacle, p, shift);
      break;
    case SHAPE_STOP:
      PutStop(f, o, &obstacle, p, turn, shift);
      break;
    case SHAPE_PLATE:
      PutPlate(f, o, &view, &obstacle, state->q, shift);
      break;
    case SHAPE_NONE:
      break;
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
