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
