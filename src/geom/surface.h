// SPDX-License-Identifier: BSD-2-Clause
// Surface: what a body looks like, by corners and the faces between them; one of two corners is a
// line, of one a point.
#ifndef RIC_GEOM_SURFACE_H
#define RIC_GEOM_SURFACE_H

#include "base/base.h"

RIC_C_BEGIN

typedef struct {
  PetscInt num_corners, num_faces;
  PetscReal *corners; // [3*num_corners], m
  PetscInt *first;    // [num_faces + 1] of each face, in `corner`
  PetscInt *corner; // [first[num_faces]] of each face in their order, counterclockwise from outside
} RicSurface;

// Each makes a new surface about the origin; the caller's to destroy.
// One face with the corners xy [2*n], or z = 0 beyond.
PetscErrorCode RicSurfaceOutline(PetscInt n, const PetscReal xy[], RicSurface *surface);
// A ball of triangles and quadrilaterals, with its poles on the z axis.
PetscErrorCode RicSurfaceSphere(PetscReal radius, RicSurface *surface);
PetscErrorCode RicSurfaceBox(const PetscReal size[3], RicSurface *surface);
// About the z axis, of 32 sides; without length one face.
PetscErrorCode RicSurfaceCylinder(PetscReal radius, PetscReal length, RicSurface *surface);
// Lines from the origin to n points [3*n]; without points the origin.
PetscErrorCode RicSurfaceStar(PetscInt n, const PetscReal points[], RicSurface *surface);
// Corner by corner and face by face, to the last bit.
PetscErrorCode RicSurfaceEqual(const RicSurface *a, const RicSurface *b, PetscBool *equal);
// Takes one of zeros.
PetscErrorCode RicSurfaceDestroy(RicSurface *surface);

RIC_C_END

#endif
