// SPDX-License-Identifier: BSD-2-Clause
// b on the line through a along the axis of a's frame, or at a place along it; b, a knife edge, moves
// on a but along its blade.
//   point-on-line   y = ⟂e·r, both may turn
//   prismatic       y = (⟂e·r, lock), a slider: the frames keep their orientation (joint_lock.c)
//   drive-position  y = e·r (= shift(t))
//   skate           W v = d·(v_b − v_a − ω_a × r) = 0, velocity level: d = axis turned with b's frame
// Limits: the line has no ends; where a is a node the axis keeps its direction in space; a slider is
// between bodies or the ground. The motion of drive-position gives the coordinate itself, not its
// change since the start: the initial state must agree with it.
#include "joint/joint_impl.h"

#define LINE_AXIS(text, at)                                                                        \
  { "axis", text, "", RIC_PARAMETER_DIRECTION, .value = {1, 0, 0}, .offset = (at) }

static const char *Check_Line(const void *data, const RicPoint point[2], PetscInt dim,
                              const RicPose *a, const RicPose *b) {
  const RicLineData *line = data;
  const char *wrong = RicJointCheckPoints(point, dim);

  (void)a, (void)b;
  return wrong ? wrong : RicJointCheckAxis(line->axis, dim);
}

// ---- point-on-line ----

static void Rows_PointOnLine(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                             PetscReal y[], RicPairWrench w[]) {
  RicJointLine(data, dim, a, b, y, w);
}

static void Change_PointOnLine(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                               const PetscReal lambda[], const RicTwist motion[2],
                               RicPairWrench *change) {
  *change = (RicPairWrench){.f = {0}};
  RicJointLineChange(data, dim, a, b, lambda, motion, change);
}

static const RicParameter parameters_PointOnLine[] = {
    RIC_JOINT_POINTS,
    LINE_AXIS("of the line through a, in the frame of a", offsetof(RicLineData, axis)),
    {NULL},
};

const RicJointOps RicJoint_PointOnLine = {
    .name = "point-on-line",
    .description = "a point stays on an axis of the other body",
    .num_rows = {1, 2},
    .parameters = parameters_PointOnLine,
    .data_size = sizeof(RicLineData),
    .Check = Check_Line,
    .Rows = Rows_PointOnLine,
    .Change = Change_PointOnLine,
};

// ---- prismatic ----

static const char *Check_Prismatic(const void *data, const RicPoint point[2], PetscInt dim,
                                   const RicPose *a, const RicPose *b) {
  const RicPrismaticData *slider = data;
  const char *wrong = RicJointCheckFrames(point, dim);

  (void)a, (void)b;
  return wrong ? wrong : RicJointCheckAxis(slider->line.axis, dim);
}

static void Initialise_Prismatic(void *data, PetscInt dim, const RicPose *a, const RicPose *b) {
  RicPrismaticData *slider = data;

  RicLockBegin(&slider->lock, dim, a, b);
}

static void Rows_Prismatic(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                           PetscReal y[], RicPairWrench w[]) {
  const RicPrismaticData *slider = data;

  RicJointLine(&slider->line, dim, a, b, y, w);
  RicLockRows(&slider->lock, dim, a, b, &y[dim - 1], &w[dim - 1]);
}

static void Change_Prismatic(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                             const PetscReal lambda[], const RicTwist motion[2],
                             RicPairWrench *change) {
  const RicPrismaticData *slider = data;

  *change = (RicPairWrench){.f = {0}};
  RicJointLineChange(&slider->line, dim, a, b, lambda, motion, change);
  RicLockChange(&slider->lock, dim, a, b, &lambda[dim - 1], motion, change);
}

static void Path_Prismatic(const void *data, PetscInt dim, const RicPairPath *path,
                           RicPairWrench w[]) {
  const RicPrismaticData *slider = data;
  PetscReal y[2];

  RicJointLine(&slider->line, dim, &path->mean.stand[0].pose, &path->mean.stand[1].pose, y, w);
  RicLockPath(&slider->lock, path, &w[dim - 1]);
}

static const RicParameter parameters_Prismatic[] = {
    RIC_JOINT_POINTS,
    LINE_AXIS("of the line through a, in the frame of a", offsetof(RicPrismaticData, line.axis)),
    {NULL},
};

const RicJointOps RicJoint_Prismatic = {
    .name = "prismatic",
    .description =
        "slider: a point stays on an axis of the other body, and the bodies do not turn to one "
        "another",
    .num_rows = {2, 5},
    .parameters = parameters_Prismatic,
    .data_size = sizeof(RicPrismaticData),
    .Check = Check_Prismatic,
    .Initialise = Initialise_Prismatic,
    .Rows = Rows_Prismatic,
    .Change = Change_Prismatic,
    .Path = Path_Prismatic,
};

// ---- drive-position ----

static void Rows_DrivePosition(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                               PetscReal y[], RicPairWrench w[]) {
  PetscReal along[3];

  (void)dim;
  RicJointAlong(data, a, along);
  y[0] = RicJointComponent(a, b, along, w);
}

static void Change_DrivePosition(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                                 const PetscReal lambda[], const RicTwist motion[2],
                                 RicPairWrench *change) {
  PetscReal along[3];

  (void)dim;
  *change = (RicPairWrench){.f = {0}};
  RicJointAlong(data, a, along);
  RicJointComponentChange(a, b, along, lambda[0], motion, change);
}

static const RicParameter parameters_DrivePosition[] = {
    RIC_JOINT_POINTS,
    LINE_AXIS("of the motion, in the frame of a", offsetof(RicLineData, axis)),
    {"motion", "axis · (b - a) as a function of t", "m", RIC_PARAMETER_EXPRESSION,
     .otherwise = "0"},
    {NULL},
};

const RicJointOps RicJoint_DrivePosition = {
    .name = "drive-position",
    .description = "a point's coordinate along an axis of the other body follows a motion",
    .num_rows = {1, 1},
    .parameters = parameters_DrivePosition,
    .data_size = sizeof(RicLineData),
    .driven = PETSC_TRUE,
    .Check = Check_Line,
    .Rows = Rows_DrivePosition,
    .Change = Change_DrivePosition,
};

// ---- skate ----

static const char *Check_Skate(const void *data, const RicPoint point[2], PetscInt dim,
                               const RicPose *a, const RicPose *b) {
  const RicLineData *skate = data;
  const char *wrong = RicJointCheckFrames(point, dim);

  (void)a, (void)b;
  return wrong ? wrong : RicJointCheckAxis(skate->axis, dim);
}

static void Rows_Skate(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                       PetscReal y[], RicPairWrench w[]) {
  PetscReal across[3];

  (void)dim;
  RicJointAlong(data, b, across);
  RicJointComponent(a, b, across, w);
  y[0] = 0;
}

// As of a component, but that its direction turns with b.
static void Change_Skate(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                         const PetscReal lambda[], const RicTwist motion[2],
                         RicPairWrench *change) {
  const RicTwist turned[2] = {{.v = {motion[0].v[0], motion[0].v[1], motion[0].v[2]},
                               .w = {motion[1].w[0], motion[1].w[1], motion[1].w[2]}},
                              motion[1]};
  PetscReal across[3];

  (void)dim;
  *change = (RicPairWrench){.f = {0}};
  RicJointAlong(data, b, across);
  RicJointComponentChange(a, b, across, lambda[0], turned, change);
}

static const RicParameter parameters_Skate[] = {
    RIC_JOINT_POINTS,
    LINE_AXIS("across the blade, in the frame of b", offsetof(RicLineData, axis)),
    {NULL},
};

const RicJointOps RicJoint_Skate = {
    .name = "skate",
    .description = "a knife edge: a point does not move along an axis of its own body, against the "
                   "other (velocity level)",
    .num_rows = {1, 1},
    .parameters = parameters_Skate,
    .data_size = sizeof(RicLineData),
    .velocity_level = PETSC_TRUE,
    .Check = Check_Skate,
    .Rows = Rows_Skate,
    .Change = Change_Skate,
};
