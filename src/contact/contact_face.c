// SPDX-License-Identifier: BSD-2-Clause
// A point a over a straight face that b carries, or between two; in space over a plane.
//   node-plane, point-line, point-plane
//              g = n·(p_a − p_b) − offset
//   node-node  the same with n = −normal: the direction from the first node, a, to the second, b,
//              whose face looks back
//   channel    row 0, the wall ahead along n  g = width/2 − n·(p_a − p_b) − offset
//              row 1, the wall behind         g = width/2 + n·(p_a − p_b) − offset
// A channel moves along its normal as one: its shift closes one gap and opens the other.
// Symbols: n = normal, turned with the frame of b; b any point of the face, of the channel's centre
// line; offset, the radius of what meets it.
// Limits: faces have no ends (point-edge has). On the ground or on a node, n does not turn.
#include "contact/contact_impl.h"

static void Geometry_Face(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                          RicContactGeometry g[]) {
  (void)dim;
  RicContactMeetFace(data, 1, a, b, g);
}

static void Change_Face(const void *data, const RicPose *a, const RicPose *b,
                        const RicContactGeometry g[], const RicTwist motion[2],
                        RicContactChange change[]) {
  (void)a, (void)b;
  RicContactTurnFace(data, g, motion, change);
}

static void Path_Face(const void *data, PetscInt dim, const RicPairPath *path,
                      RicContactGeometry g[]) {
  (void)dim;
  RicContactPathFace(data, 1, path, g);
}

static void Obstacle_Face(const void *data, PetscInt r, RicObstacle *obstacle) {
  const RicFaceData *face = data;

  (void)r;
  *obstacle = (RicObstacle){.shape = RIC_OBSTACLE_FACE};
  RicVec3Scale(1, face->normal, obstacle->normal);
}

static const RicParameter parameters_NodePlane[] = {
    {"region", "each of its nodes is a contact", "", RIC_PARAMETER_REGION, .required = PETSC_TRUE},
    {"point", "of the plane", "m", RIC_PARAMETER_PLACE, .required = PETSC_TRUE},
    {"normal", "out of the obstacle", "", RIC_PARAMETER_DIRECTION, .required = PETSC_TRUE,
     .offset = offsetof(RicFaceData, normal)},
    RIC_CONTACT_OFFSET(offsetof(RicFaceData, offset)),
    {NULL},
};

const RicContactOps RicContact_NodePlane = {
    .name = "node-plane",
    .description = "node against a plane, fixed or moving along its normal",
    .form = RIC_CONTACT_OF_REGION,
    .num_rows = 1,
    .parameters = parameters_NodePlane,
    .data_size = sizeof(RicFaceData),
    .linear = PETSC_TRUE,
    .Geometry = Geometry_Face,
    .Change = Change_Face,
    .Obstacle = Obstacle_Face,
};

// ---- node-node ----

static void Geometry_NodeNode(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                              RicContactGeometry g[]) {
  (void)dim;
  RicContactMeetFace(data, -1, a, b, g);
}

static void Obstacle_NodeNode(const void *data, PetscInt r, RicObstacle *obstacle) {
  const RicFaceData *face = data;

  Obstacle_Face(data, r, obstacle);
  obstacle->back = -face->offset;
}

static const RicParameter parameters_NodeNode[] = {
    {"nodes", "two regions of one node, A and B", "", RIC_PARAMETER_NODES, .required = PETSC_TRUE},
    {"direction", "the gap is direction · (x_B - x_A) - offset", "", RIC_PARAMETER_DIRECTION,
     .required = PETSC_TRUE, .offset = offsetof(RicFaceData, normal)},
    {"offset", "their distance at contact", "m", RIC_PARAMETER_REAL, RIC_ANY,
     .offset = offsetof(RicFaceData, offset)},
    {NULL},
};

const RicContactOps RicContact_NodeNode = {
    .name = "node-node",
    .description = "two nodes that meet along a fixed direction",
    .form = RIC_CONTACT_OF_NODES,
    .num_rows = 1,
    .parameters = parameters_NodeNode,
    .data_size = sizeof(RicFaceData),
    .linear = PETSC_TRUE,
    .Geometry = Geometry_NodeNode,
    .Change = Change_Face,
    .Obstacle = Obstacle_NodeNode,
};

// ---- point-line, point-plane ----

static const char *Check_PointPlane(const void *data, const RicPoint point[2], PetscInt dim) {
  const RicFaceData *face = data;
  const char *wrong = RicContactCheckPoints(point, dim);

  return wrong ? wrong : RicContactCheckNormal(face->normal, dim);
}

static const char *Check_PointLine(const void *data, const RicPoint point[2], PetscInt dim) {
  return dim > 2 ? "a model that is not planar (dim 2), where `point-plane` is meant"
                 : Check_PointPlane(data, point, dim);
}

static const RicParameter parameters_PointLine[] = {
    {"a", "what meets it, or a region: each of its nodes", "", RIC_PARAMETER_POINT,
     .required = PETSC_TRUE},
    {"b", "a point of it", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"normal", "out of the obstacle, in the frame of b", "", RIC_PARAMETER_DIRECTION,
     .value = {0, 1, 0}, .offset = offsetof(RicFaceData, normal)},
    RIC_CONTACT_OFFSET(offsetof(RicFaceData, offset)),
    {NULL},
};

const RicContactOps RicContact_PointLine = {
    .name = "point-line",
    .description = "point against a straight line of the ground or of a body",
    .form = RIC_CONTACT_OF_POINTS,
    .num_rows = 1,
    .parameters = parameters_PointLine,
    .data_size = sizeof(RicFaceData),
    .Check = Check_PointLine,
    .Geometry = Geometry_Face,
    .Change = Change_Face,
    .Path = Path_Face,
    .Obstacle = Obstacle_Face,
};

const RicContactOps RicContact_PointPlane = {
    .name = "point-plane",
    .description = "point or sphere against a plane of the ground, a node or a body",
    .form = RIC_CONTACT_OF_POINTS,
    .num_rows = 1,
    .parameters = parameters_PointLine,
    .data_size = sizeof(RicFaceData),
    .Check = Check_PointPlane,
    .Geometry = Geometry_Face,
    .Change = Change_Face,
    .Path = Path_Face,
    .Obstacle = Obstacle_Face,
};

// ---- channel ----

static const PetscReal sides[] = {-1, 1};

static const char *Check_Channel(const void *data, const RicPoint point[2], PetscInt dim) {
  const RicChannelData *channel = data;
  const char *wrong = RicContactCheckPoints(point, dim);

  if (wrong)
    return wrong;
  if (!(channel->width > 0))
    return "walls without a width between them";
  if (!(channel->width > 2 * channel->face.offset))
    return "a width no larger than what moves in it, twice its offset";
  return RicContactCheckNormal(channel->face.normal, dim);
}

static void Geometry_Channel(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                             RicContactGeometry g[]) {
  const RicChannelData *channel = data;

  (void)dim;
  for (PetscInt wall = 0; wall < 2; ++wall) {
    RicContactMeetFace(&channel->face, sides[wall], a, b, &g[wall]);
    g[wall].gap += channel->width / 2;
  }
}

static void Change_Channel(const void *data, const RicPose *a, const RicPose *b,
                           const RicContactGeometry g[], const RicTwist motion[2],
                           RicContactChange change[]) {
  const RicChannelData *channel = data;

  (void)a, (void)b;
  for (PetscInt wall = 0; wall < 2; ++wall)
    RicContactTurnFace(&channel->face, &g[wall], motion, &change[wall]);
}

static void Path_Channel(const void *data, PetscInt dim, const RicPairPath *path,
                         RicContactGeometry g[]) {
  const RicChannelData *channel = data;

  (void)dim;
  for (PetscInt wall = 0; wall < 2; ++wall)
    RicContactPathFace(&channel->face, sides[wall], path, &g[wall]);
}

static void Obstacle_Channel(const void *data, PetscInt r, RicObstacle *obstacle) {
  const RicChannelData *channel = data;

  *obstacle = (RicObstacle){.shape = RIC_OBSTACLE_FACE, .back = channel->width / 2};
  RicVec3Scale(sides[r], channel->face.normal, obstacle->normal);
}

static const RicParameter parameters_Channel[] = {
    {"a", "what moves between the walls, or a region: each of its nodes", "", RIC_PARAMETER_POINT,
     .required = PETSC_TRUE},
    {"b", "a point of the centre line", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"normal", "across the walls, in the frame of b", "", RIC_PARAMETER_DIRECTION,
     .value = {0, 1, 0}, .offset = offsetof(RicChannelData, face.normal)},
    {"width", "between the walls", "m", RIC_PARAMETER_REAL, RIC_POSITIVE, .required = PETSC_TRUE,
     .offset = offsetof(RicChannelData, width)},
    RIC_CONTACT_OFFSET(offsetof(RicChannelData, face.offset)),
    {NULL},
};

const RicContactOps RicContact_Channel = {
    .name = "channel",
    .description = "point between two parallel walls of the ground or of a body",
    .form = RIC_CONTACT_OF_POINTS,
    .num_rows = 2,
    .parameters = parameters_Channel,
    .data_size = sizeof(RicChannelData),
    .sides = sides,
    .Check = Check_Channel,
    .Geometry = Geometry_Channel,
    .Change = Change_Channel,
    .Path = Path_Channel,
    .Obstacle = Obstacle_Channel,
};
