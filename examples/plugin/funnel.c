// SPDX-License-Identifier: BSD-2-Clause
// A contact of one's own, in a plugin: a ball in a funnel, a cone about the z axis of b that opens upwards.
#include <ricochet.h>

typedef struct {
  PetscReal angle;  // between the axis and the wall, rad
  PetscReal offset; // radius of the ball, m
} FunnelData;

// The wall is along s = (sin angle) e_r + (cos angle) e_z, r the distance of a from the axis, z its height
// over the tip: a is z sin(angle) − r cos(angle) inside of it.
static void FunnelGeometry(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                           RicContactGeometry g[]) {
  const FunnelData *funnel = data;
  const PetscReal up[3] = {0, 0, 1}, c = PetscCosReal(funnel->angle),
                  s = PetscSinReal(funnel->angle);
  PetscReal axis[3], r[3], z, radius;
  (void)dim;
  RicPoseTurn(b, 1, up, axis); // b may be carried by a body
  RicPairSpan(b, a, r);        // from b to a
  z = RicVec3Dot(r, axis);
  RicVec3Add(r, -z, axis, r);
  radius = RicVec3Norm(r);
  RicVec3Scale(radius > 0 ? -c / radius : 0, r, g->n);
  RicVec3Add(g->n, s, axis, g->n);             // out of the wall, into the funnel
  RicVec3Scale(-funnel->offset, g->n, g->arm); // from the ball's centre to where it touches
  g->gap = s * z - c * radius - funnel->offset;
}

static const char *FunnelCheck(const void *data, const RicPoint point[2], PetscInt dim) {
  (void)data;
  return dim < 3 ? "a model that is not in space" : RicContactCheckPoints(point, dim);
}

static const RicParameter parameters[] = {
    {"a", "the centre of the ball", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"b", "the tip of the funnel", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"angle", "between the axis and the wall", "rad", RIC_PARAMETER_REAL, RIC_POSITIVE,
     .required = PETSC_TRUE, .offset = offsetof(FunnelData, angle)},
    {"offset", "radius of the ball", "m", RIC_PARAMETER_REAL, RIC_NON_NEGATIVE,
     .offset = offsetof(FunnelData, offset)},
    {NULL}};

static const RicContactOps funnel = {.name = "funnel",
                                     .description = "ball in a funnel, in space",
                                     .form = RIC_CONTACT_OF_POINTS,
                                     .num_rows = 1,
                                     .parameters = parameters,
                                     .data_size = sizeof(FunnelData),
                                     .Check = FunnelCheck,
                                     .Geometry = FunnelGeometry};

// What -plugin calls.
PetscErrorCode RicochetPluginRegister(void) { return RicContactRegister(&funnel); }
