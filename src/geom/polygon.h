// SPDX-License-Identifier: BSD-2-Clause
// Polygon: an area of the plane by its corners xy [2*n], m, in their order, either way round.
#ifndef RIC_GEOM_POLYGON_H
#define RIC_GEOM_POLYGON_H

#include "base/base.h"

RIC_C_BEGIN

// Of a homogeneous plate: area, m², positive; its centroid, m; and the square of its radius of
// gyration about the centroid, m²: a mass m has the inertia m·gyration2. By the sums over the
// sides, taken about the first corner. n ≥ 3; without area all are 0.
void RicPolygonMoments(PetscInt n, const PetscReal xy[], PetscReal *area, PetscReal centroid[2],
                       PetscReal *gyration2);
// Do its sides meet at no points but the corners, two at each?
PetscBool RicPolygonIsSimple(PetscInt n, const PetscReal xy[]);
// Largest extent along x or y, m.
PetscReal RicPolygonSize(PetscInt n, const PetscReal xy[]);
// Corners of a regular polygon, the first at (radius, 0), counterclockwise.
void RicPolygonDisk(PetscInt n, PetscReal radius, PetscReal xy[]);
// Corners of a rectangle about the origin, counterclockwise from the lower left.
void RicPolygonBlock(const PetscReal size[2], PetscReal xy[8]);
// The convex hull of n points, counterclockwise, without points within its sides: hull [2*n] gets
// its corners; returns how many. Points on a line give 2, one point 1. The points are sorted.
PetscInt RicPolygonHull(PetscInt n, PetscReal xy[], PetscReal hull[]);

RIC_C_END

#endif
