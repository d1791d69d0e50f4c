// SPDX-License-Identifier: BSD-2-Clause
// Data of the types of contacts, for those who make contacts in C: inputs fill them by the types'
// tables of parameters. `offset` is the clearance taken off the gap, m: the radius of what meets the
// obstacle at a.
#ifndef RIC_CONTACT_CONTACT_DATA_H
#define RIC_CONTACT_CONTACT_DATA_H

#include "base/expression.h"
#include "geom/turn.h"

RIC_C_BEGIN

// "node-plane", "point-line"; "node-node": the direction from the first to the second
typedef struct {
  PetscReal normal[3]; // unit, out of the obstacle, in the frame of b
  PetscReal offset;
} RicFaceData;

// "disk-plane"; in the plane the axis is z
typedef struct {
  RicFaceData face;
  PetscReal axis[3]; // of the disk, unit, in the frame of a
  PetscReal radius;  // m
} RicDiskData;

// "channel"
typedef struct {
  RicFaceData face;
  PetscReal width; // between the walls, half of it on either side of b, m
} RicChannelData;

// "point-edge"
typedef struct {
  RicFaceData face;
  PetscReal length; // of the edge that begins at b, m
} RicEdgeData;

// "circle-circle", "point-circle"
typedef struct {
  PetscReal radius; // of the circle, or of the hole, about b, m
  PetscReal offset;
} RicCircleData;

// "angular-stop"
typedef struct {
  RicTurn turn;     // of a from b: its axis; the rest is set by Initialise; in the plane not read
  PetscReal angle;  // θ_a − θ_b at the stop, rad
  PetscReal offset; // clearance, rad
  PetscBool upper;  // the stop bounds that angle from above instead of from below
} RicStopData;

// "point-curve"
typedef struct {
  RicExpression curve; // y = f(x) in the frame of b, m
  PetscReal length;    // over which it bends, m
  PetscReal offset;
} RicCurveData;

RIC_C_END

#endif
