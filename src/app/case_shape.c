// SPDX-License-Identifier: BSD-2-Clause
// The section `shape` of a body: its outline, and its inertia where none is given.
//
// Shapes are homogeneous and stand about the centre of mass. A body without a shape needs an
// inertia; it is drawn as the convex hull of its centre of mass and its points.
#include "app/case.h"
#include "geom/polygon.h"

#define DISK_CORNERS 32
#define ROD_SLENDERNESS 40.0 // length over the width it is drawn with
#define CENTROID_TOLERANCE 1e-6

static PetscErrorCode Block(RicInputNode shape, PetscReal *gyration2, PetscInt *n,
                            PetscReal **outline) {
  PetscReal size[2] = {0, 0};

  PetscFunctionBegin;
  PetscCall(RicInputRequireReals(shape, "size", 2, RIC_POSITIVE, size));
  *gyration2 = (size[0] * size[0] + size[1] * size[1]) / 12;
  *n = 4;
  PetscCall(PetscMalloc1(8, outline));
  RicPolygonBlock(size, *outline);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Disk(RicInputNode shape, PetscReal *gyration2, PetscInt *n,
                           PetscReal **outline) {
  PetscReal radius = 0;

  PetscFunctionBegin;
  PetscCall(RicInputRequireReal(shape, "radius", RIC_POSITIVE, &radius));
  *gyration2 = radius * radius / 2;
  *n = DISK_CORNERS;
  PetscCall(PetscMalloc1(2 * DISK_CORNERS, outline));
  RicPolygonDisk(DISK_CORNERS, radius, *outline);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Rod(RicInputNode shape, PetscReal *gyration2, PetscInt *n,
                          PetscReal **outline) {
  PetscReal length = 0;

  PetscFunctionBegin;
  PetscCall(RicInputRequireReal(shape, "length", RIC_POSITIVE, &length));
  *gyration2 = length * length / 12;
  *n = 4;
  PetscCall(PetscMalloc1(8, outline));
  RicPolygonBlock((const PetscReal[]){length, length / ROD_SLENDERNESS}, *outline);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Polygon(RicInputNode shape, PetscReal *gyration2, PetscInt *n,
                              PetscReal **outline) {
  RicInputNode points, point;
  PetscReal area, *xy;

  PetscFunctionBegin;
  PetscCall(RicInputRequireChild(shape, "points", &points));
  PetscCall(RicInputGetSize(points, n));
  if (*n < 3)
    PetscCall(RicInputError(shape, "points", "has %d corners, must have 3 or more", (int)*n));
  PetscCall(PetscMalloc1(2 * *n, &xy));
  *outline = xy;
  for (PetscInt i = 0; i < *n; i++) {
    PetscCall(RicInputGetItem(points, i, &point));
    PetscCall(RicInputRequireReals(point, NULL, 2, RIC_ANY, &xy[2 * i]));
  }
  PetscReal centroid[2];
  RicPolygonMoments(*n, xy, &area, centroid, gyration2);
  const PetscReal size = RicPolygonSize(*n, xy);
  if (!(area > 1e-12 * size * size))
    PetscCall(RicInputError(shape, "points", "the polygon has no area"));
  if (!RicPolygonIsSimple(*n, xy))
    PetscCall(RicInputError(shape, "points", "the polygon crosses or touches itself"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A homogeneous polygon has its centre of mass in its centroid: it must be the origin.
static PetscErrorCode CheckCentroid(RicInputNode shape, PetscInt n, const PetscReal xy[]) {
  PetscReal area, centroid[2], gyration2;
  const PetscReal size = RicPolygonSize(n, xy);

  PetscFunctionBegin;
  RicPolygonMoments(n, xy, &area, centroid, &gyration2);
  if (PetscMax(PetscAbsReal(centroid[0]), PetscAbsReal(centroid[1])) > CENTROID_TOLERANCE * size)
    PetscCall(RicInputError(shape, "points",
                            "must be relative to the centre of mass, but the polygon's is at "
                            "(%.15g, %.15g): subtract it, or give `inertia` of the body",
                            (double)centroid[0], (double)centroid[1]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Without a shape: the hull of the centre of mass and the named points.
static PetscErrorCode Hull(RicInputNode body, PetscInt *n, PetscReal **outline) {
  RicInputNode points, point;
  PetscReal *xy;
  PetscInt num;

  PetscFunctionBegin;
  PetscCall(RicInputGetChild(body, "points", &points));
  PetscCall(RicInputGetSize(points, &num));
  PetscCall(PetscCalloc1(2 * (num + 2) + 2 * (num + 1), outline)); // the hull, then the points
  xy = *outline + 2 * (num + 2);
  for (PetscInt i = 0; i < num; i++) {
    PetscCall(RicInputGetItem(points, i, &point));
    PetscCall(RicInputRequireReals(point, NULL, 2, RIC_ANY, &xy[2 * i]));
  }
  *n = RicPolygonHull(num + 1, xy, *outline);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Shape(RicInputNode body, PetscReal mass, PetscReal *inertia, PetscInt *n,
                            PetscReal **outline) {
  enum { POLYGON = 3 };
  static const char *const types[] = {"block", "disk", "rod", "polygon", NULL};
  static const char *const keys[][3] = {
      {"type", "size"}, {"type", "radius"}, {"type", "length"}, {"type", "points"}};
  static PetscErrorCode (*const read[])(RicInputNode, PetscReal *, PetscInt *,
                                        PetscReal **) = {Block, Disk, Rod, Polygon};
  RicInputNode shape, given;
  PetscReal gyration2 = 0;
  PetscInt type = 0;

  PetscFunctionBegin;
  PetscCall(RicInputGetChild(body, "shape", &shape));
  if (!shape) {
    PetscCall(RicInputRequireReal(body, "inertia", RIC_POSITIVE, inertia));
    PetscCall(Hull(body, n, outline));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RicInputCheckKeys(
      shape, (const char *const[]){"type", "size", "radius", "length", "points", NULL}));
  PetscCall(RicInputRequireEnum(shape, "type", types, &type));
  PetscCall(RicInputCheckKeys(shape, keys[type]));
  PetscCall(read[type](shape, &gyration2, n, outline));
  *inertia = mass * gyration2;
  PetscCall(RicInputGetChild(body, "inertia", &given));
  if (type == POLYGON && !given)
    PetscCall(CheckCentroid(shape, *n, *outline));
  PetscCall(RicInputGetReal(body, "inertia", RIC_POSITIVE, inertia));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseShape_Private(RicInputNode body, PetscReal mass, PetscReal *inertia,
                                    PetscInt *n, PetscReal **outline) {
  PetscFunctionBegin;
  *outline = NULL;
  PetscErrorCode ierr = Shape(body, mass, inertia, n, outline);
  if (ierr) {
    (void)PetscFree(*outline);
    PetscFunctionReturn(ierr);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
