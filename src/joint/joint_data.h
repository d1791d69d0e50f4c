// SPDX-License-Identifier: BSD-2-Clause
// Data of the types of joints, for those who make joints in C: inputs fill them by the types' tables
// of parameters. "spherical" has none. What Initialise sets need not be given.
#ifndef RIC_JOINT_JOINT_DATA_H
#define RIC_JOINT_JOINT_DATA_H

#include "geom/turn.h"

RIC_C_BEGIN

// How b's frame stood to a's at the start; set by Initialise.
typedef struct {
  PetscReal angle; // θ_b − θ_a, rad (plane)
  PetscReal R[9];  // R_aᵀR_b (space)
} RicLock;

// "revolute"; in the plane nothing is read
typedef struct {
  PetscReal axis[3];      // unit, in the frame of a
  PetscReal axis_of_b[3]; // the same, in the frame of b; set by Initialise
} RicRevoluteData;

// "weld"
typedef struct {
  RicLock lock;
} RicWeldData;

// "point-on-line", "drive-position", "skate"
typedef struct {
  PetscReal axis[3]; // unit, in the frame of a; of the skate, of b
} RicLineData;

// "prismatic"
typedef struct {
  RicLineData line;
  RicLock lock;
} RicPrismaticData;

// "rod"
typedef struct {
  PetscReal length; // m; 0: the distance at the start, set by Initialise
} RicRodData;

// "angle", "drive-angle"; in the plane the turn is not read
typedef struct {
  RicTurn turn;    // its axis; the rest is set by Initialise
  PetscReal angle; // that is kept, rad ("angle"); NaN: that at the start, set by Initialise
} RicAngleData;

// "speed"; in the plane nothing is read
typedef struct {
  PetscReal axis[3]; // unit, in the frame of a
} RicSpeedData;

RIC_C_END

#endif
