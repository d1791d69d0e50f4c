// SPDX-License-Identifier: BSD-2-Clause
// The section `shape` of a body: its outline, and its inertia where none is given.
//
// Shapes are homogeneous and stand about the centre of mass. A body without a shape needs an
// inertia; it is drawn as the convex hull of its centre of mass and its points.
#include "app/case.h"
#include "geom/polygon.h"

#define MAX_SHAPES 8
#define DISK_CORNERS 32
#define ROD_SLENDERNESS 40.0 // length over the width it is drawn with
#define CENTROID_TOLERANCE 1e-6

const RicParameter RicShapeParameters[] = {
    {"type", "the form", "", RIC_PARAMETER_TYPE, .required = PETSC_TRUE, .text = "shapes"},
    {"at", "where its centre is in the body's frame, beside `inertia`", "m", RIC_PARAMETER_REALS,
     .count = 3, .otherwise = "[0, 0, 0]", .in_space = PETSC_TRUE},
    {NULL},
};

static const RicParameter block_keys[] = {
    {"size", "of its sides", "m", RIC_PARAMETER_REALS, RIC_POSITIVE, .required = PETSC_TRUE,
     .count = 2, .offset = offsetof(RicShapeData, size)},
    {NULL},
};

static const RicParameter disk_keys[] = {
    {"radius", "of it", "m", RIC_PARAMETER_REAL, RIC_POSITIVE, .required = PETSC_TRUE,
     .offset = offsetof(RicShapeData, radius)},
    {NULL},
};

static const RicParameter rod_keys[] = {
    {"length", "of it", "m", RIC_PARAMETER_REAL, RIC_POSITIVE, .required = PETSC_TRUE,
     .offset = offsetof(RicShapeData, length)},
    {NULL},
};

static const RicParameter polygon_keys[] = {
    {"points", "its corners in order, either way round, from the centre of mass", "m",
     RIC_PARAMETER_CORNERS, .required = PETSC_TRUE},
    {NULL},
};

const RicShapeType RicShapesInPlane[] = {
    {"block", "in the plane: a rectangle", block_keys},
    {"disk", "a disk; in space about z of the body, without thickness", disk_keys},
    {"rod", "in the plane: along the body's x axis", rod_keys},
    {"polygon", "in the plane: a homogeneous polygon about its centroid", polygon_keys},
    {NULL},
};

static PetscErrorCode Block(RicInputNode shape, const RicShapeData *data, PetscReal *gyration2,
                            PetscInt *n, PetscReal **outline) {
  const PetscReal *size = data->size;

  PetscFunctionBegin;
  (void)shape;
  *gyration2 = (size[0] * size[0] + size[1] * size[1]) / 12;
  *n = 4;
  PetscCall(PetscMalloc1(8, outline));
  RicPolygonBlock(size, *outline);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Disk(RicInputNode shape, const RicShapeData *data, PetscReal *gyration2,
                           PetscInt *n, PetscReal **outline) {
  PetscFunctionBegin;
  (void)shape;
  *gyration2 = data->radius * data->radius / 2;
  *n = DISK_CORNERS;
  PetscCall(PetscMalloc1(2 * DISK_CORNERS, outline));
  RicPolygonDisk(DISK_CORNERS, data->radius, *outline);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Rod(RicInputNode shape, const RicShapeData *data, PetscReal *gyration2,
                          PetscInt *n, PetscReal **outline) {
  const PetscReal length = data->length;

  PetscFunctionBegin;
  (void)shape;
  *gyration2 = length * length / 12;
  *n = 4;
  PetscCall(PetscMalloc1(8, outline));
  RicPolygonBlock((const PetscReal[]){length, length / ROD_SLENDERNESS}, *outline);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Polygon(RicInputNode shape, const RicShapeData *data, PetscReal *gyration2,
                              PetscInt *n, PetscReal **outline) {
  RicInputNode points, point;
  PetscReal area, *xy;

  PetscFunctionBegin;
  (void)data;
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

// Until the type is known, keys of any.
static PetscErrorCode CheckAnyKeys(RicCase *c, RicInputNode shape, const RicShapeType types[]) {
  const char *allowed[MAX_SHAPES * 2 + 3] = {NULL};
  PetscInt n = 0;

  PetscFunctionBegin;
  for (const RicParameter *p = RicShapeParameters; p->key; p++)
    if (c->dim == 3 || !p->in_space)
      allowed[n++] = p->key;
  for (const RicShapeType *t = types; t->name; t++)
    for (const RicParameter *p = t->parameters; p->key && n < MAX_SHAPES * 2 + 2; p++)
      allowed[n++] = p->key;
  PetscCall(RicInputCheckKeys(shape, allowed));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseShapeData_Private(RicCase *c, RicInputNode shape, const RicShapeType types[],
                                        PetscInt *type, RicShapeData *data) {
  const char *names[MAX_SHAPES + 1] = {NULL};

  PetscFunctionBegin;
  for (PetscInt i = 0; types[i].name && i < MAX_SHAPES; i++)
    names[i] = types[i].name;
  PetscCall(CheckAnyKeys(c, shape, types));
  PetscCall(RicInputRequireEnum(shape, "type", names, type));
  PetscCall(RicCaseParameters_Private(c, shape, RicShapeParameters, types[*type].parameters, data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Shape(RicCase *c, RicInputNode body, PetscReal mass, PetscReal *inertia,
                            PetscInt *n, PetscReal **outline) {
  enum { POLYGON = 3 };
  static PetscErrorCode (*const read[])(RicInputNode, const RicShapeData *, PetscReal *, PetscInt *,
                                        PetscReal **) = {Block, Disk, Rod, Polygon};
  RicInputNode shape, given;
  RicShapeData data;
  PetscReal gyration2 = 0;
  PetscInt type = 0;

  PetscFunctionBegin;
  PetscCall(RicInputGetChild(body, "shape", &shape));
  if (!shape) {
    PetscCall(RicInputRequireReal(body, "inertia", RIC_POSITIVE, inertia));
    PetscCall(Hull(body, n, outline));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RicCaseShapeData_Private(c, shape, RicShapesInPlane, &type, &data));
  PetscCall(read[type](shape, &data, &gyration2, n, outline));
  *inertia = mass * gyration2;
  PetscCall(RicInputGetChild(body, "inertia", &given));
  if (type == POLYGON && !given)
    PetscCall(CheckCentroid(shape, *n, *outline));
  PetscCall(RicInputGetReal(body, "inertia", RIC_POSITIVE, inertia));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseShape_Private(RicCase *c, RicInputNode body, PetscReal mass,
                                    PetscReal *inertia, PetscInt *n, PetscReal **outline) {
  PetscFunctionBegin;
  *outline = NULL;
  PetscErrorCode ierr = Shape(c, body, mass, inertia, n, outline);
  if (ierr) {
    (void)PetscFree(*outline);
    PetscFunctionReturn(ierr);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
