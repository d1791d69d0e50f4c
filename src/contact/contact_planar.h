// SPDX-License-Identifier: BSD-2-Clause
// What the planar types share: checks, and the vectors of an obstacle as they stand in space. In
// the types' files r = p_1 − p_0 runs from the point to the obstacle, d = −n(θ_1) is the direction
// into the obstacle, so that the gap over a line is d·r.
#ifndef RIC_CONTACT_CONTACT_PLANAR_H
#define RIC_CONTACT_CONTACT_PLANAR_H

#include "contact/contact_impl.h"
#include "geom/pair.h"
#include "geom/vec3.h"

// What is wrong with the points, or NULL.
static inline const char *RicContactCheckPoints(const RicContactData *data, PetscInt dim) {
  if (dim != 2)
    return "a model that is not planar (dim 2)";
  if (data->on[0].kind == RIC_POINT_GROUND && data->on[1].kind == RIC_POINT_GROUND)
    return "both points on the ground";
  return NULL;
}

static inline const char *RicContactCheckNormal(const RicContactData *data) {
  if (!(PetscAbsReal(RicVec3Norm(data->normal) - 1) < 1e-8) || data->normal[2] != 0)
    return "a normal that is not a unit vector of the plane";
  return NULL;
}

static inline void RicContactInward(const RicContactData *data, const PetscReal u[],
                                    PetscReal d[2]) {
  RicPairTurn(data->on, 1, u, -1, data->normal, d);
}

#endif
