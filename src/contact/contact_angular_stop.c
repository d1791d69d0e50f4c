// SPDX-License-Identifier: BSD-2-Clause
// "angular-stop": the angle of one frame seen from another does not pass a stop.
// g = σ (θ − angle) − offset, rad; n = σ along, the axis about which a turns away from it.
// Symbols: θ, by which a has turned from b, in the plane about z, in space about an axis of b
// (geom/turn.h); σ = 1, the angle stays above the stop; σ = −1 with `upper`, it stays below.
// Limits: both points on bodies or the ground. In the plane angles are not taken modulo 2π; in space
// σ (θ − angle) is taken in (−π/2, 3π/2].
#include "contact/contact_impl.h"

static const char *Check_AngularStop(const void *data, const RicPoint point[2], PetscInt dim) {
  const RicStopData *stop = data;

  for (PetscInt k = 0; k < 2; ++k)
    if (point[k].kind == RIC_POINT_NODE)
      return "a node without orientation where a body or the ground is needed";
  if (dim == 3 && !(PetscAbsReal(RicVec3Norm(stop->turn.axis) - 1) < 1e-8))
    return "an axis that is not a unit vector";
  return RicContactCheckPoints(point, dim);
}

static void Initialise_AngularStop(void *data, PetscInt dim, const RicPose *a, const RicPose *b) {
  RicStopData *stop = data;

  if (dim == 3)
    RicTurnBegin(&stop->turn, b, a);
}

static PetscReal Side(const RicStopData *stop) { return stop->upper ? -1 : 1; }

static void Geometry_AngularStop(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                                 RicContactGeometry g[]) {
  const RicStopData *stop = data;
  const PetscReal side = Side(stop);
  PetscReal along[3];
  PetscReal open = side * (RicTurnAngle(&stop->turn, dim, b, a, along) - stop->angle);

  if (dim == 3)
    open = remainder(open - PETSC_PI / 2, 2 * PETSC_PI) + PETSC_PI / 2;
  *g = (RicContactGeometry){.gap = open - stop->offset};
  RicVec3Scale(side, along, g->n);
}

static void Obstacle_AngularStop(const void *data, PetscInt r, RicObstacle *obstacle) {
  const RicStopData *stop = data;

  (void)r;
  *obstacle = (RicObstacle){.shape = RIC_OBSTACLE_STOP,
                            .angle = stop->angle + Side(stop) * stop->offset,
                            .side = Side(stop)};
}

static const RicParameter parameters_AngularStop[] = {
    {"a", "what is stopped", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"b", "what stops it", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"axis", "about which a turns, in the frame of b", "", RIC_PARAMETER_DIRECTION,
     .value = {0, 0, 1}, .in_space = PETSC_TRUE, .offset = offsetof(RicStopData, turn.axis)},
    {"angle", "theta_a - theta_b at the stop; offset and motion move it into the gap", "rad",
     RIC_PARAMETER_REAL, RIC_ANY, .offset = offsetof(RicStopData, angle)},
    {"upper", "bounds the angle from above, not below", "", RIC_PARAMETER_BOOL,
     .offset = offsetof(RicStopData, upper)},
    {"offset", "clearance taken off the gap", "rad", RIC_PARAMETER_REAL, RIC_ANY,
     .offset = offsetof(RicStopData, offset)},
    {NULL},
};

const RicContactOps RicContact_AngularStop = {
    .name = "angular-stop",
    .description = "the angle between two bodies, or of a body, does not pass a stop",
    .form = RIC_CONTACT_OF_POINTS,
    .num_rows = 1,
    .parameters = parameters_AngularStop,
    .data_size = sizeof(RicStopData),
    .linear = PETSC_TRUE,
    .angular = PETSC_TRUE,
    .Check = Check_AngularStop,
    .Initialise = Initialise_AngularStop,
    .Geometry = Geometry_AngularStop,
    .Obstacle = Obstacle_AngularStop,
};
