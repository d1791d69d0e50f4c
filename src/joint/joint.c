// SPDX-License-Identifier: BSD-2-Clause
#include "joint/joint_impl.h"

static const RicJointOps *const types[] = {
    &RicJoint_Revolute,   &RicJoint_Spherical,   &RicJoint_Prismatic, &RicJoint_Weld,
    &RicJoint_Rod,        &RicJoint_PointOnLine, &RicJoint_Angle,     &RicJoint_DrivePosition,
    &RicJoint_DriveAngle, &RicJoint_Speed,       &RicJoint_Skate};

PetscErrorCode RicJointFind(const char name[], const RicJointOps **ops) {
  PetscFunctionBeginUser;
  *ops = NULL;
  for (size_t i = 0; i < sizeof types / sizeof *types && !*ops; ++i) {
    PetscBool same;
    PetscCall(PetscStrcmp(name, types[i]->name, &same));
    if (same)
      *ops = types[i];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicJointGetTable(PetscInt *n, const RicJointOps *const **table) {
  PetscFunctionBeginUser;
  *n = (PetscInt)(sizeof types / sizeof *types);
  *table = types;
  PetscFunctionReturn(PETSC_SUCCESS);
}

void RicJointMoments(const RicJointOps *ops, const void *data, PetscInt dim, PetscBool moment[]) {
  const RicTwist away = {.v = {0.7, 0.4, dim < 3 ? 0 : 0.3}};
  PetscReal y[RIC_JOINT_MAX_ROWS];
  RicPairWrench w[RIC_JOINT_MAX_ROWS];
  RicPose a = {.p = {0}};

  RicPoseUnturned(&a);
  const RicPose b = RicPoseMoved(&a, &away, 1); // whatever lies along it shows
  ops->Rows(data, dim, &a, &b, y, w);
  for (PetscInt i = 0; i < RicJointNumRows(ops, dim); ++i)
    moment[i] = (PetscBool)(RicVec3Dot(w[i].f, w[i].f) == 0);
}
