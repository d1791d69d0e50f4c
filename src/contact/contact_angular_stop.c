// SPDX-License-Identifier: BSD-2-Clause
// "angular-stop": the angle of one frame seen from another does not pass a stop.
// g = σ (θ_a − θ_b − angle) − offset, rad; n = σ z, the axis about which a turns away from it.
// Symbols: σ = 1, the angle stays above the stop; σ = −1 with `upper`, it stays below.
// Limits: both points on bodies or the ground. Angles are not taken modulo 2π.
#include "contact/contact_impl.h"

static const char *Check_AngularStop(const RicContactData *data, PetscInt dim) {
  for (PetscInt k = 0; k < 2; ++k)
    if (data->on[k].kind == RIC_POINT_NODE)
      return "a node without orientation where a body or the ground is needed";
  return RicContactCheckPoints(data, dim);
}

static void Geometry_AngularStop(const RicContactData *data, const RicPose *a, const RicPose *b,
                                 RicContactGeometry g[]) {
  const PetscReal side = data->upper ? -1 : 1;

  *g = (RicContactGeometry){.gap = side * (a->angle - b->angle - data->angle) - data->offset,
                            .n = {0, 0, side}};
}

static const RicParameter parameters_AngularStop[] = {
    {"a", "what is stopped", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"b", "what stops it", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"angle", "theta_a - theta_b at the stop", "rad", RIC_PARAMETER_REAL, RIC_ANY,
     .required = PETSC_FALSE, .offset = offsetof(RicContactData, angle)},
    {"upper", "bounds the angle from above, not below", "", RIC_PARAMETER_BOOL,
     .required = PETSC_FALSE, .offset = offsetof(RicContactData, upper)},
    {"offset", "clearance taken off the gap", "rad", RIC_PARAMETER_REAL, RIC_ANY,
     .required = PETSC_FALSE, .offset = offsetof(RicContactData, offset)},
    {NULL},
};

const RicContactOps RicContact_AngularStop = {
    .name = "angular-stop",
    .description = "the angle between two bodies, or of a body, does not pass a stop",
    .form = RIC_CONTACT_OF_POINTS,
    .num_rows = 1,
    .parameters = parameters_AngularStop,
    .linear = PETSC_TRUE,
    .angular = PETSC_TRUE,
    .Check = Check_AngularStop,
    .Geometry = Geometry_AngularStop,
};
