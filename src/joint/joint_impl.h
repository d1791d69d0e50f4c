// SPDX-License-Identifier: BSD-2-Clause
// The types of the table, and the checks they share. In the types' files r = p_b − p_a, θ = θ_b −
// θ_a, e = axis turned with a's frame, ⟂e = e turned by +90°.
#ifndef RIC_JOINT_JOINT_IMPL_H
#define RIC_JOINT_JOINT_IMPL_H

#include "geom/pair.h"
#include "geom/vec3.h"
#include "joint/joint.h"

extern const RicJointOps RicJoint_Revolute;
extern const RicJointOps RicJoint_Prismatic;
extern const RicJointOps RicJoint_Weld;
extern const RicJointOps RicJoint_Rod;
extern const RicJointOps RicJoint_PointOnLine;
extern const RicJointOps RicJoint_Angle;
extern const RicJointOps RicJoint_DrivePosition;
extern const RicJointOps RicJoint_DriveAngle;
extern const RicJointOps RicJoint_Speed;

// What is wrong with the points of a joint, or NULL.
static inline const char *RicJointCheckPoints(const RicJointData *data, PetscInt dim) {
  if (dim != 2)
    return "a model that is not planar (dim 2)";
  if (data->point[0].kind == RIC_POINT_GROUND && data->point[1].kind == RIC_POINT_GROUND)
    return "both points on the ground";
  return NULL;
}

// The same for a joint that holds or drives an angle: both points need a frame.
static inline const char *RicJointCheckFrames(const RicJointData *data, PetscInt dim) {
  for (PetscInt k = 0; k < 2; ++k)
    if (data->point[k].kind == RIC_POINT_NODE)
      return "a node without orientation where a body or the ground is needed";
  return RicJointCheckPoints(data, dim);
}

static inline const char *RicJointCheckAxis(const RicJointData *data) {
  if (!(PetscAbsReal(RicVec3Norm(data->axis) - 1) < 1e-8) || data->axis[2] != 0)
    return "an axis that is not a unit vector of the plane";
  return NULL;
}

// across = ⟂e, as it stands in space.
static inline void RicJointAcross(const RicJointData *data, const PetscReal u[],
                                  PetscReal across[2]) {
  const PetscReal fixed[3] = {-data->axis[1], data->axis[0], 0};
  RicPairTurn(data->point, 0, u, 1, fixed, across);
}

#endif
