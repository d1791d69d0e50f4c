// SPDX-License-Identifier: BSD-2-Clause
// "tube": a ball of radius `offset` about a in a tube bent to a circle about b.
// g = width/2 − offset − |c − p_a|, c the point of the centre line next to a.
// Symbols: radius, of the centre line, in b's xy plane; width, inner, of the tube.
// Limits: a off b's z axis, where every point of the centre line is as near; on the centre line n
// has no meaning. n turns by differences.
#include "contact/contact_meet.h"

typedef struct {
  PetscReal radius, width; // m
  PetscReal offset;        // radius of the ball about a, m
} TubeData;

static const char *Check_Tube(const void *data, const RicPoint point[2], PetscInt dim) {
  const TubeData *tube = data;
  const char *wrong = RicContactCheckPoints(point, dim);

  if (wrong)
    return wrong;
  return tube->width > 2 * tube->offset ? NULL : "a tube no wider than what moves in it";
}

static void Geometry_Tube(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                          RicContactGeometry g[]) {
  const TubeData *tube = data;
  const PetscReal z[3] = {0, 0, 1};
  PetscReal axis[3], r[3], c[3];

  (void)dim; // the same in the plane and in space
  RicPoseTurn(b, 1, z, axis);
  RicPairSpan(b, a, r);
  RicVec3Add(r, -RicVec3Dot(axis, r), axis, r); // along the plane of the circle
  RicVec3Add(b->p, tube->radius / RicVec3Norm(r), r, c);
  g->gap = tube->width / 2 - tube->offset - RicContactAim(a, c, 1, tube->offset, g);
}

static const RicParameter parameters_Tube[] = {
    {"a", "what is in the tube", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"b", "the centre of the circle", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"radius", "of the centre line", "m", RIC_PARAMETER_REAL, RIC_POSITIVE, .required = PETSC_TRUE,
     .offset = offsetof(TubeData, radius)},
    {"width", "inner, of the tube", "m", RIC_PARAMETER_REAL, RIC_POSITIVE, .required = PETSC_TRUE,
     .offset = offsetof(TubeData, width)},
    {"offset", "radius of the ball about a", "m", RIC_PARAMETER_REAL, RIC_ANY,
     .offset = offsetof(TubeData, offset)},
    {NULL},
};

const RicContactOps RicContact_Tube = {
    .name = "tube",
    .description = "ball in a tube bent to a circle",
    .form = RIC_CONTACT_OF_POINTS,
    .num_rows = 1,
    .parameters = parameters_Tube,
    .data_size = sizeof(TubeData),
    .Check = Check_Tube,
    .Geometry = Geometry_Tube,
};
