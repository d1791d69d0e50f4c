// SPDX-License-Identifier: BSD-2-Clause
// A point a, or a circle of radius `offset` about it, and a circle of radius `radius` about b.
// In space the circles are spheres.
//   point-circle   a inside a hole, a hinge with clearance  g = (radius − offset) − |p_b − p_a|
//   circle-circle  each outside the other                   g = |p_b − p_a| − radius − offset
// Symbols: e = (p_b − p_a)/|p_b − p_a|; n = e in the hole, −e outside.
// Limits: where the centres coincide to round-off there is no e: (1, 0) is taken, its turning is
// left out of the curvature; a hole's gap is at its largest there. Too little clearance (|p_b − p_a|
// of the order of round-off when closed) makes rows of no meaning.
#include "contact/contact_impl.h"

// n of the distance of the centres over a path.
static void PathBetween(const RicCircleData *circle, PetscReal side, const RicPairPath *path,
                        RicContactGeometry *g) {
  PetscReal d[2][3];

  RicPairSpan(&path->from->stand[0].pose, &path->from->stand[1].pose, d[0]);
  RicPairSpan(&path->to->stand[0].pose, &path->to->stand[1].pose, d[1]);
  RicContactPathAim(d, side, circle->offset, g);
}

static const char *Check_PointCircle(const void *data, const RicPoint point[2], PetscInt dim) {
  const RicCircleData *circle = data;
  const char *wrong = RicContactCheckPoints(point, dim);

  if (wrong)
    return wrong;
  return circle->radius > circle->offset ? NULL : "a hole no larger than what moves in it";
}

static void Geometry_PointCircle(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                                 RicContactGeometry g[]) {
  const RicCircleData *circle = data;

  (void)dim;
  g->gap = circle->radius - circle->offset - RicContactAim(a, b->p, 1, circle->offset, g);
}

static void Change_PointCircle(const void *data, const RicPose *a, const RicPose *b,
                               const RicContactGeometry g[], const RicTwist motion[2],
                               RicContactChange change[]) {
  const RicCircleData *circle = data;

  (void)a, (void)b;
  RicContactTurnAim(g, 1, circle->offset, circle->radius - circle->offset - g->gap, motion[0].v,
                    motion[1].v, change);
}

static void Path_PointCircle(const void *data, PetscInt dim, const RicPairPath *path,
                             RicContactGeometry g[]) {
  (void)dim;
  PathBetween(data, 1, path, g);
}

static void Obstacle_PointCircle(const void *data, PetscInt r, RicObstacle *obstacle) {
  const RicCircleData *circle = data;

  (void)r;
  *obstacle = (RicObstacle){.shape = RIC_OBSTACLE_CIRCLE, .radius = circle->radius, .side = -1};
}

static const RicParameter parameters_PointCircle[] = {
    {"a", "what is in the hole, or a region: each of its nodes", "", RIC_PARAMETER_POINT,
     .required = PETSC_TRUE},
    {"b", "the centre of the hole", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"radius", "of the hole", "m", RIC_PARAMETER_REAL, RIC_POSITIVE, .required = PETSC_TRUE,
     .offset = offsetof(RicCircleData, radius)},
    {"offset", "radius of the circle about a", "m", RIC_PARAMETER_REAL, RIC_ANY,
     .offset = offsetof(RicCircleData, offset)},
    {NULL},
};

const RicContactOps RicContact_PointCircle = {
    .name = "point-circle",
    .description = "point or circle inside a circular hole; in space, in a sphere",
    .form = RIC_CONTACT_OF_POINTS,
    .num_rows = 1,
    .parameters = parameters_PointCircle,
    .data_size = sizeof(RicCircleData),
    .Check = Check_PointCircle,
    .Geometry = Geometry_PointCircle,
    .Change = Change_PointCircle,
    .Path = Path_PointCircle,
    .Obstacle = Obstacle_PointCircle,
};

static const char *Check_CircleCircle(const void *data, const RicPoint point[2], PetscInt dim) {
  const RicCircleData *circle = data;
  const char *wrong = RicContactCheckPoints(point, dim);

  if (wrong)
    return wrong;
  return circle->radius + circle->offset > 0 ? NULL : "two circles without radius";
}

static void Geometry_CircleCircle(const void *data, PetscInt dim, const RicPose *a,
                                  const RicPose *b, RicContactGeometry g[]) {
  const RicCircleData *circle = data;

  (void)dim;
  g->gap = RicContactAim(a, b->p, -1, circle->offset, g) - circle->radius - circle->offset;
}

static void Change_CircleCircle(const void *data, const RicPose *a, const RicPose *b,
                                const RicContactGeometry g[], const RicTwist motion[2],
                                RicContactChange change[]) {
  const RicCircleData *circle = data;

  (void)a, (void)b;
  RicContactTurnAim(g, -1, circle->offset, g->gap + circle->radius + circle->offset, motion[0].v,
                    motion[1].v, change);
}

static void Path_CircleCircle(const void *data, PetscInt dim, const RicPairPath *path,
                              RicContactGeometry g[]) {
  (void)dim;
  PathBetween(data, -1, path, g);
}

static void Obstacle_CircleCircle(const void *data, PetscInt r, RicObstacle *obstacle) {
  const RicCircleData *circle = data;

  (void)r;
  *obstacle = (RicObstacle){.shape = RIC_OBSTACLE_CIRCLE, .radius = circle->radius, .side = 1};
}

static const RicParameter parameters_CircleCircle[] = {
    {"a", "the centre of one circle, or a region: each of its nodes", "", RIC_PARAMETER_POINT,
     .required = PETSC_TRUE},
    {"b", "the centre of the other", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"radius", "of the circle about b", "m", RIC_PARAMETER_REAL, RIC_POSITIVE,
     .offset = offsetof(RicCircleData, radius)},
    {"offset", "radius of the circle about a", "m", RIC_PARAMETER_REAL, RIC_ANY,
     .offset = offsetof(RicCircleData, offset)},
    {NULL},
};

const RicContactOps RicContact_CircleCircle = {
    .name = "circle-circle",
    .description = "two circles, in space spheres, each outside the other",
    .form = RIC_CONTACT_OF_POINTS,
    .num_rows = 1,
    .parameters = parameters_CircleCircle,
    .data_size = sizeof(RicCircleData),
    .Check = Check_CircleCircle,
    .Geometry = Geometry_CircleCircle,
    .Change = Change_CircleCircle,
    .Path = Path_CircleCircle,
    .Obstacle = Obstacle_CircleCircle,
};
