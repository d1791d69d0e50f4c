// SPDX-License-Identifier: BSD-2-Clause
// Joint kernels: bilateral constraints between two points a and b (of bodies, finite-element nodes,
// the ground) as pure functions of their poses, in the plane and in space.
//
// Position level: y − shift(t) = 0, m or rad; of each row the wrench that does work on ẏ
// (geom/pair.h), from which the model makes W = ∂ẏ/∂v.
// Velocity level (no position): W v − rate(t) = 0.
// `shift` and `rate` belong to the driven types (prescribed motion), the model subtracts them.
//
// `data` is that of the type, in joint_data.h for those that others make in C; dim is 2 or 3.
#ifndef RIC_JOINT_JOINT_H
#define RIC_JOINT_JOINT_H

#include "base/parameter.h"
#include "geom/path.h"

RIC_C_BEGIN

#define RIC_JOINT_MAX_ROWS 6

// A type. Outputs are overwritten, one for each row.
typedef struct {
  const char *name;        // as in inputs: "revolute", "spherical", "prismatic", "weld", "rod",
                           // "point-on-line", "angle", "drive-position", "drive-angle", "speed",
                           // "skate"
  const char *description; // one line, for `ricochet list joints`
  PetscInt num_rows[2];    // in the plane, in space
  const RicParameter *parameters; // what inputs say of it, beside its name
  size_t data_size;               // bytes of its data
  PetscBool velocity_level;       // rows hold for velocities only
  PetscBool driven;  // takes `motion`: the value of its one row (speed: W v) follows it
  PetscBool angular; // that value is an angle, in space known but for full turns
  PetscBool apart;   // its points are apart: it is drawn as the line between them
  PetscBool linear;  // in the plane rows do not depend on the poses
  // Is the data acceptable? NULL if yes, else what the joint has that is wrong, to be read after
  // "has": "coincident points".
  const char *(*Check)(const void *data, const RicPoint point[2], PetscInt dim, const RicPose *a,
                       const RicPose *b);
  // Set what the data leaves to the start; NULL: nothing.
  void (*Initialise)(void *data, PetscInt dim, const RicPose *a, const RicPose *b);
  // Values, 0 of velocity-level types, and wrenches.
  void (*Rows)(const void *data, PetscInt dim, const RicPose *a, const RicPose *b, PetscReal y[],
               RicPairWrench w[]);
  // How Σ λ_i w_i changes as the poses move. NULL: by differences of Rows.
  void (*Change)(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                 const PetscReal lambda[], const RicTwist motion[2], RicPairWrench *change);
  // Wrenches over a path, whose rates are the changes of the values. NULL: Rows at the mean pose.
  // Whatever they lack is added (RicPairPathComplete).
  void (*Path)(const void *data, PetscInt dim, const RicPairPath *path, RicPairWrench w[]);
} RicJointOps;

static inline PetscInt RicJointNumRows(const RicJointOps *ops, PetscInt dim) {
  return ops->num_rows[dim < 3 ? 0 : 1];
}

// Do rows not depend on the state?
static inline PetscBool RicJointIsLinear(const RicJointOps *ops, PetscInt dim) {
  return (PetscBool)(ops->linear && dim < 3);
}

// Values y [num_rows] and rows W [num_rows*nd], row-major.
void RicJointRows(const RicJointOps *ops, const void *data, const RicPair *pair, PetscReal y[],
                  PetscReal W[]);
// H [nd*nd] = Σ λ_i ∂²y_i/∂q² (in space: ∂(Wᵀλ)/∂q in the directions of the rates). length, m: what
// differences are steps of, where the type has no Change. Not of linear types, where H = 0.
void RicJointCurvature(const RicJointOps *ops, const void *data, const RicPair *pair,
                       const PetscReal lambda[], PetscReal length, PetscReal H[]);

// W [num_rows*nd], the rows over a path: W·delta = y(to) − y(from) to round-off, angles in space modulo
// 2π; of velocity-level types those at the mean. length, m, weighs turns in what a type's rows lack.
void RicJointPathRows(const RicJointOps *ops, const void *data, const RicPairPath *path,
                      PetscReal length, PetscReal W[]);

// moment [num_rows]: is the reaction of a row a moment, N m, not a force, N? data is that of a joint.
void RicJointMoments(const RicJointOps *ops, const void *data, PetscInt dim, PetscBool moment[]);

// *ops = the type of that name, NULL when there is none. Not collective. The table owns it.
PetscErrorCode RicJointFind(const char name[], const RicJointOps **ops);
// The types known, n of them in the order of the table, which owns them. Not collective.
PetscErrorCode RicJointGetTable(PetscInt *n, const RicJointOps *const **table);

RIC_C_END

#endif
