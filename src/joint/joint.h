// SPDX-License-Identifier: BSD-2-Clause
// Joint kernels: bilateral constraints between two points (of bodies, finite-element nodes, the
// ground) as pure functions.
//
// Position level: y(u) − shift(t) = 0, m or rad, with rows W = ∂y/∂u.
// Velocity level (no position): W v − rate(t) = 0.
// `shift` and `rate` belong to the driven types (prescribed motion), the model subtracts them.
// Conventions of points and dofs: geom/point.h. X [3*2] reference positions of the two points'
// nodes, u [nd] their dofs packed; outputs are overwritten. Planar: dim = 2.
#ifndef RIC_JOINT_JOINT_H
#define RIC_JOINT_JOINT_H

#include "base/base.h"
#include "geom/point.h"

#define RIC_JOINT_MAX_ROWS 3
#define RIC_JOINT_MAX_DOFS 6

// Data of one joint: those its type does not use are 0.
typedef struct {
  RicPoint point[2]; // the points joined, a and b
  PetscReal axis[3]; // unit, in the frame of point a: slide direction (prismatic, point-on-line),
                     // driven direction (drive-position)
  PetscReal length;  // distance, m (rod); 0: the distance at the start, set by Initialise
  PetscReal angle;   // θ_b − θ_a that is kept, rad (weld, prismatic, angle); set by Initialise
} RicJointData;

typedef struct {
  const char *name;        // as in inputs: "revolute", "prismatic", "weld", "rod", "point-on-line",
                           // "angle", "drive-position", "drive-angle", "speed"
  const char *description; // one line, for `ricochet list joints`
  PetscInt num_rows;       // in the plane
  PetscBool velocity_level; // rows hold for velocities only
  PetscBool driven;         // takes `motion`: the value of its one row (speed: W v) follows it
  // Is the data acceptable? NULL if yes, else what the joint has that is wrong, to be read after
  // "has": "coincident points".
  const char *(*Check)(const RicJointData *data, PetscInt dim, const PetscReal X[],
                       const PetscReal u[]);
  // Set what the data leaves to the start (length, angle); NULL: nothing.
  void (*Initialise)(RicJointData *data, PetscInt dim, const PetscReal X[], const PetscReal u[]);
  // y [num_rows]; NULL for velocity-level types.
  void (*Value)(const RicJointData *data, PetscInt dim, const PetscReal X[], const PetscReal u[],
                PetscReal y[]);
  // W [num_rows*nd], row-major.
  void (*Rows)(const RicJointData *data, PetscInt dim, const PetscReal X[], const PetscReal u[],
               PetscReal W[]);
  // Σ_i λ_i ∂²y_i/∂u² [nd*nd]; NULL when it vanishes.
  void (*Curvature)(const RicJointData *data, PetscInt dim, const PetscReal X[],
                    const PetscReal u[], const PetscReal lambda[], PetscReal H[]);
} RicJointOps;

// nd: dofs of both points.
static inline PetscInt RicJointDofs(const RicJointData *data, PetscInt dim) {
  return RicPointDofs(&data->point[0], dim) + RicPointDofs(&data->point[1], dim);
}

// *ops = the type of that name, NULL when there is none. Not collective. The table owns it.
PetscErrorCode RicJointFind(const char name[], const RicJointOps **ops);
// The types known, n of them in the order of the table, which owns them. Not collective.
PetscErrorCode RicJointGetTable(PetscInt *n, const RicJointOps *const **table);

#endif
