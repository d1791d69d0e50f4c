// SPDX-License-Identifier: BSD-2-Clause
// The angle by which b's frame has turned from a's about an axis (geom/turn.h): in the plane z.
//   angle        y = θ − angle, the points move freely
//   drive-angle  y = θ (= shift(t))
//   speed        W v = e·(ω_b − ω_a) (= rate(t)), velocity level, no value
// Limits: both points on bodies or the ground. In the plane angles are not taken modulo 2π; in space
// θ is known but for full turns. The motion of drive-angle gives the angle itself, not its change
// since the start: the initial state must agree with it, in the plane full turns included. `speed`
// holds no angle: what the scheme does to positions is not corrected.
#include "joint/joint_impl.h"

static const char *Check_Angle(const void *data, const RicPoint point[2], PetscInt dim,
                               const RicPose *a, const RicPose *b) {
  const RicAngleData *joint = data;

  (void)a, (void)b;
  return RicJointCheckTurn(point, joint->turn.axis, dim);
}

static void Initialise_Angle(void *data, PetscInt dim, const RicPose *a, const RicPose *b) {
  RicAngleData *joint = data;
  PetscReal along[3];

  if (dim == 3)
    RicTurnBegin(&joint->turn, a, b);
  if (isnan(joint->angle))
    joint->angle = RicTurnAngle(&joint->turn, dim, a, b, along);
}

static void Rows_Angle(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                       PetscReal y[], RicPairWrench w[]) {
  const RicAngleData *joint = data;
  PetscReal along[3];

  y[0] = RicTurnAngle(&joint->turn, dim, a, b, along) - joint->angle;
  if (dim == 3)
    y[0] = remainder(y[0], 2 * PETSC_PI);
  RicJointMoment(along, w);
}

// In space; there the angle between two frames that turn about the axis changes by their turns.
static void Path_Angle(const void *data, PetscInt dim, const RicPairPath *path, RicPairWrench w[]) {
  (void)dim;
  RicJointPathHalfWay(&RicJoint_Angle, data, path, w);
}

static const RicParameter parameters_Angle[] = {
    RIC_JOINT_POINTS,
    RIC_JOINT_TURN_AXIS(offsetof(RicAngleData, turn.axis)),
    {"angle", "theta_b - theta_a that is kept; of a spring, where it is relaxed", "rad",
     RIC_PARAMETER_REAL, RIC_ANY, .otherwise = "that at the start", .value = {NAN},
     .offset = offsetof(RicAngleData, angle)},
    {NULL},
};

const RicJointOps RicJoint_Angle = {
    .name = "angle",
    .description = "two bodies keep the angle between them, in space about an axis",
    .num_rows = {1, 1},
    .parameters = parameters_Angle,
    .data_size = sizeof(RicAngleData),
    .angular = PETSC_TRUE,
    .linear = PETSC_TRUE,
    .Check = Check_Angle,
    .Initialise = Initialise_Angle,
    .Rows = Rows_Angle,
    .Path = Path_Angle,
};

// ---- drive-angle ----

static void Initialise_DriveAngle(void *data, PetscInt dim, const RicPose *a, const RicPose *b) {
  RicAngleData *joint = data;

  if (dim == 3)
    RicTurnBegin(&joint->turn, a, b);
}

static void Rows_DriveAngle(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                            PetscReal y[], RicPairWrench w[]) {
  const RicAngleData *joint = data;
  PetscReal along[3];

  y[0] = RicTurnAngle(&joint->turn, dim, a, b, along);
  RicJointMoment(along, w);
}

static const RicParameter parameters_DriveAngle[] = {
    RIC_JOINT_POINTS,
    RIC_JOINT_TURN_AXIS(offsetof(RicAngleData, turn.axis)),
    {"motion", "theta_b - theta_a as a function of t; counter-clockwise, 0 on the ground", "rad",
     RIC_PARAMETER_EXPRESSION, .otherwise = "0"},
    {NULL},
};

const RicJointOps RicJoint_DriveAngle = {
    .name = "drive-angle",
    .description = "the angle between two bodies follows a motion, in space about an axis",
    .num_rows = {1, 1},
    .parameters = parameters_DriveAngle,
    .data_size = sizeof(RicAngleData),
    .driven = PETSC_TRUE,
    .angular = PETSC_TRUE,
    .linear = PETSC_TRUE,
    .Check = Check_Angle,
    .Initialise = Initialise_DriveAngle,
    .Rows = Rows_DriveAngle,
    .Path = Path_Angle,
};

// ---- speed ----

static const char *Check_Speed(const void *data, const RicPoint point[2], PetscInt dim,
                               const RicPose *a, const RicPose *b) {
  const RicSpeedData *speed = data;

  (void)a, (void)b;
  return RicJointCheckTurn(point, speed->axis, dim);
}

static void Rows_Speed(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                       PetscReal y[], RicPairWrench w[]) {
  const RicSpeedData *speed = data;
  PetscReal e[3] = {0, 0, 1};

  (void)b;
  if (dim == 3)
    RicPoseTurn(a, 1, speed->axis, e);
  y[0] = 0;
  RicJointMoment(e, w);
}

static const RicParameter parameters_Speed[] = {
    RIC_JOINT_POINTS,
    RIC_JOINT_TURN_AXIS(offsetof(RicSpeedData, axis)),
    {"motion", "omega_b - omega_a as a function of t", "rad/s", RIC_PARAMETER_EXPRESSION,
     .otherwise = "0"},
    {NULL},
};

const RicJointOps RicJoint_Speed = {
    .name = "speed",
    .description = "the angular speed between two bodies follows a rate, in space about an axis "
                   "(velocity level)",
    .num_rows = {1, 1},
    .parameters = parameters_Speed,
    .data_size = sizeof(RicSpeedData),
    .velocity_level = PETSC_TRUE,
    .driven = PETSC_TRUE,
    .linear = PETSC_TRUE,
    .Check = Check_Speed,
    .Rows = Rows_Speed,
};
