// SPDX-License-Identifier: BSD-2-Clause
// "point-edge": a point a against a straight edge with two ends, which begins at b.
// The edge runs from p_b over `length` along the tangent t, which is n turned by −90° (a floor,
// n = (0, 1), runs along +x). With s = t·(p_a − p_b):
//   0 ≤ s ≤ length  g = n·(p_a − p_b) − offset, as over a face
//   beyond an end   g = |p_a − p_end| − offset, as around a circle about the end
// Outside the obstacle g and n are continuous across the ends, the curvature jumps. An end counts as
// beyond from NEAR length on: a corner that meets the end of a side, as those of boxes side by side do,
// would otherwise have the direction of round-off for its normal.
// Symbols: n = normal, turned with the frame of b; p_end = p_b or p_b + length t.
// Limits: the plane, b on a body or the ground. g < 0 in the whole strip behind the edge, and jumps where a
// point leaves that strip sideways: a point that has sunk in by ε at an end is ε outside beyond.
#include "contact/contact_impl.h"

#define NEAR 1e-9

static const char *Check_PointEdge(const void *data, const RicPoint point[2], PetscInt dim) {
  const RicEdgeData *edge = data;
  const char *wrong = RicContactCheckPoints(point, dim);

  if (wrong)
    return wrong;
  if (dim > 2)
    return "a model that is not planar (dim 2)";
  if (point[1].kind == RIC_POINT_NODE)
    return "an edge on a node where a body or the ground is needed";
  if (!(edge->length > 0))
    return "an edge without length";
  return RicContactCheckNormal(edge->face.normal, dim);
}

// Is a beyond an end? Then arm is from p_b to that end.
static PetscBool IsBeyond(const RicEdgeData *edge, const RicPose *a, const RicPose *b,
                          PetscReal arm[3]) {
  const PetscReal along[3] = {edge->face.normal[1], -edge->face.normal[0], 0};
  PetscReal t[3], from_b[3];

  RicPoseTurn(b, 1, along, t);
  RicPairSpan(b, a, from_b);
  const PetscReal s = RicVec3Dot(t, from_b);
  RicVec3Scale(s > edge->length ? edge->length : 0, t, arm);
  return (PetscBool)(s < -NEAR * edge->length || s > (1 + NEAR) * edge->length);
}

static void Geometry_PointEdge(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                               RicContactGeometry g[]) {
  const RicEdgeData *edge = data;
  const PetscReal offset = edge->face.offset;
  PetscReal arm[3], end[3];

  (void)dim;
  if (!IsBeyond(edge, a, b, arm)) {
    RicContactMeetFace(&edge->face, 1, a, b, g);
    return;
  }
  RicVec3Add(b->p, 1, arm, end);
  g->gap = RicContactAim(a, end, -1, offset, g) - offset;
}

static void Change_PointEdge(const void *data, const RicPose *a, const RicPose *b,
                             const RicContactGeometry g[], const RicTwist motion[2],
                             RicContactChange change[]) {
  const RicEdgeData *edge = data;
  const PetscReal offset = edge->face.offset;
  PetscReal arm[3], velocity[3];

  if (!IsBeyond(edge, a, b, arm)) {
    RicContactTurnFace(&edge->face, g, motion, change);
    return;
  }
  RicTwistAt(&motion[1], arm, velocity);
  RicContactTurnAim(g, -1, offset, g->gap + offset, motion[0].v, velocity, change);
}

// Between two places on the face as over a face, between two beyond the same end as around it, from one
// to another as half-way.
static void Path_PointEdge(const void *data, PetscInt dim, const RicPairPath *path,
                           RicContactGeometry g[]) {
  const RicEdgeData *edge = data;
  const RicPair *pairs[] = {path->from, path->to};
  PetscReal d[2][3], arm[3];
  PetscInt end[2]; // 0: on the face; 1, 2: beyond that end

  for (PetscInt i = 0; i < 2; ++i) {
    const RicPose *a = &pairs[i]->stand[0].pose, *b = &pairs[i]->stand[1].pose;
    end[i] = !IsBeyond(edge, a, b, arm) ? 0 : RicVec3Norm(arm) > 0 ? 2 : 1;
    RicPairSpan(a, b, d[i]);
    RicVec3Add(d[i], 1, arm, d[i]);
  }
  if (end[0] != end[1]) {
    RicPose middle[2];
    RicPairPathMiddle(path, middle);
    Geometry_PointEdge(data, dim, &middle[0], &middle[1], g);
  } else if (end[0] == 0)
    RicContactPathFace(&edge->face, 1, path, g);
  else
    RicContactPathAim(d, -1, edge->face.offset, g);
}

static void Obstacle_PointEdge(const void *data, PetscInt r, RicObstacle *obstacle) {
  const RicEdgeData *edge = data;

  (void)r;
  *obstacle = (RicObstacle){.shape = RIC_OBSTACLE_EDGE, .length = edge->length};
  RicVec3Scale(1, edge->face.normal, obstacle->normal);
}

static const RicParameter parameters_PointEdge[] = {
    {"a", "what meets the edge, or a region: each of its nodes", "", RIC_PARAMETER_POINT,
     .required = PETSC_TRUE},
    {"b", "where the edge begins", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"normal", "out of the obstacle, in the frame of b", "", RIC_PARAMETER_DIRECTION,
     .value = {0, 1, 0}, .offset = offsetof(RicEdgeData, face.normal)},
    {"length", "of the edge", "m", RIC_PARAMETER_REAL, RIC_POSITIVE, .required = PETSC_TRUE,
     .offset = offsetof(RicEdgeData, length)},
    RIC_CONTACT_OFFSET(offsetof(RicEdgeData, face.offset)),
    {NULL},
};

const RicContactOps RicContact_PointEdge = {
    .name = "point-edge",
    .description = "point against a straight edge with ends, of the ground or of a body",
    .form = RIC_CONTACT_OF_POINTS,
    .num_rows = 1,
    .parameters = parameters_PointEdge,
    .data_size = sizeof(RicEdgeData),
    .Check = Check_PointEdge,
    .Geometry = Geometry_PointEdge,
    .Change = Change_PointEdge,
    .Path = Path_PointEdge,
    .Obstacle = Obstacle_PointEdge,
};
