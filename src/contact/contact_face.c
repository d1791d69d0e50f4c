// SPDX-License-Identifier: BSD-2-Clause
// A point a over a straight face that b carries, or between two.
//   node-plane, point-line  g = n·(p_a − p_b) − offset
//   node-node               the same, the face that of the first node, which is a, seen from there
//   channel                 row 0, the wall ahead along n  g = width/2 − n·(p_a − p_b) − offset
//                           row 1, the wall behind         g = width/2 + n·(p_a − p_b) − offset
// A channel moves along its normal as one: its shift closes one gap and opens the other.
// Symbols: n = normal, turned with the frame of b; b any point of the face, of the channel's centre
// line; offset, the radius of what meets it.
// Limits: faces have no ends (point-edge has). On the ground or on a node, n does not turn.
#include "contact/contact_impl.h"

static void Geometry_Face(const RicContactData *data, const RicPose *a, const RicPose *b,
                          RicContactGeometry g[]) {
  RicContactMeetFace(data, 1, a, b, g);
}

static void Change_Face(const RicContactData *data, const RicPose *a, const RicPose *b,
                        const RicContactGeometry g[], const RicTwist motion[2],
                        RicContactChange change[]) {
  (void)a, (void)b;
  RicContactTurnFace(data, g, motion, change);
}

static const RicParameter parameters_NodePlane[] = {
    {"region", "each of its nodes is a contact", "", RIC_PARAMETER_REGION, .required = PETSC_TRUE},
    {"point", "of the plane", "m", RIC_PARAMETER_VECTOR, RIC_ANY, .required = PETSC_TRUE,
     .offset = offsetof(RicContactData, on[1].local)},
    {"normal", "out of the obstacle", "", RIC_PARAMETER_DIRECTION, .required = PETSC_TRUE,
     .offset = offsetof(RicContactData, normal)},
    {"offset", "clearance taken off the gap: radius of what meets the obstacle", "m",
     RIC_PARAMETER_REAL, RIC_ANY, .required = PETSC_FALSE,
     .offset = offsetof(RicContactData, offset)},
    {NULL},
};

const RicContactOps RicContact_NodePlane = {
    .name = "node-plane",
    .description = "node against a plane, fixed or moving along its normal",
    .form = RIC_CONTACT_OF_REGION,
    .num_rows = 1,
    .parameters = parameters_NodePlane,
    .linear = PETSC_TRUE,
    .Geometry = Geometry_Face,
    .Change = Change_Face,
};

static const RicParameter parameters_NodeNode[] = {
    {"nodes", "two regions of one node, A and B", "", RIC_PARAMETER_NODES, .required = PETSC_TRUE},
    {"direction", "the gap is direction · (x_B - x_A) - offset", "", RIC_PARAMETER_DIRECTION,
     .required = PETSC_TRUE, .offset = offsetof(RicContactData, normal)},
    {"offset", "their distance at contact", "m", RIC_PARAMETER_REAL, RIC_ANY,
     .required = PETSC_FALSE, .offset = offsetof(RicContactData, offset)},
    {NULL},
};

const RicContactOps RicContact_NodeNode = {
    .name = "node-node",
    .description = "two nodes that meet along a fixed direction",
    .form = RIC_CONTACT_OF_NODES,
    .num_rows = 1,
    .parameters = parameters_NodeNode,
    .linear = PETSC_TRUE,
    .Geometry = Geometry_Face,
    .Change = Change_Face,
};

static const char *Check_PointLine(const RicContactData *data, PetscInt dim) {
  const char *wrong = RicContactCheckPoints(data, dim);
  return wrong ? wrong : RicContactCheckNormal(data);
}

static const RicParameter parameters_PointLine[] = {
    {"a", "what meets the line", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"b", "a point of the line", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"normal", "out of the obstacle, in the frame of b", "", RIC_PARAMETER_DIRECTION,
     .required = PETSC_FALSE, .value = {0, 1, 0}, .offset = offsetof(RicContactData, normal)},
    {"offset", "clearance taken off the gap: radius of what meets the obstacle", "m",
     RIC_PARAMETER_REAL, RIC_ANY, .required = PETSC_FALSE,
     .offset = offsetof(RicContactData, offset)},
    {NULL},
};

const RicContactOps RicContact_PointLine = {
    .name = "point-line",
    .description = "point against a straight line of the ground or of a body",
    .form = RIC_CONTACT_OF_POINTS,
    .num_rows = 1,
    .parameters = parameters_PointLine,
    .Check = Check_PointLine,
    .Geometry = Geometry_Face,
    .Change = Change_Face,
};

static const PetscReal sides[] = {-1, 1};

static const char *Check_Channel(const RicContactData *data, PetscInt dim) {
  const char *wrong = RicContactCheckPoints(data, dim);
  if (wrong)
    return wrong;
  if (!(data->width > 0))
    return "walls without a width between them";
  if (!(data->width > 2 * data->offset))
    return "a width no larger than what moves in it, twice its offset";
  return RicContactCheckNormal(data);
}

static void Geometry_Channel(const RicContactData *data, const RicPose *a, const RicPose *b,
                             RicContactGeometry g[]) {
  for (PetscInt wall = 0; wall < 2; ++wall) {
    RicContactMeetFace(data, sides[wall], a, b, &g[wall]);
    g[wall].gap += data->width / 2;
  }
}

static void Change_Channel(const RicContactData *data, const RicPose *a, const RicPose *b,
                           const RicContactGeometry g[], const RicTwist motion[2],
                           RicContactChange change[]) {
  (void)a, (void)b;
  for (PetscInt wall = 0; wall < 2; ++wall)
    RicContactTurnFace(data, &g[wall], motion, &change[wall]);
}

static const RicParameter parameters_Channel[] = {
    {"a", "what moves between the walls", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"b", "a point of the centre line", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"normal", "across the walls, in the frame of b", "", RIC_PARAMETER_DIRECTION,
     .required = PETSC_FALSE, .value = {0, 1, 0}, .offset = offsetof(RicContactData, normal)},
    {"width", "between the walls", "m", RIC_PARAMETER_REAL, RIC_POSITIVE, .required = PETSC_TRUE,
     .offset = offsetof(RicContactData, width)},
    {"offset", "clearance taken off the gap: radius of what meets the obstacle", "m",
     RIC_PARAMETER_REAL, RIC_ANY, .required = PETSC_FALSE,
     .offset = offsetof(RicContactData, offset)},
    {NULL},
};

const RicContactOps RicContact_Channel = {
    .name = "channel",
    .description = "point between two parallel walls of the ground or of a body",
    .form = RIC_CONTACT_OF_POINTS,
    .num_rows = 2,
    .parameters = parameters_Channel,
    .sides = sides,
    .Check = Check_Channel,
    .Geometry = Geometry_Channel,
    .Change = Change_Channel,
};
