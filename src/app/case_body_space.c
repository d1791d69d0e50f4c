// SPDX-License-Identifier: BSD-2-Clause
// Entries of `bodies` in space: their inertia from a shape or a tensor, their orientation, their
// velocities.
//
// Shapes are homogeneous and stand about the centre of mass; disks and cylinders have their axis
// along z of the body.
#include "app/case.h"
#include "body/inertia.h"

static const RicParameter round_keys[] = {
    {"radius", "of it", "m", RIC_PARAMETER_REAL, RIC_POSITIVE, .required = PETSC_TRUE,
     .offset = offsetof(RicShapeData, radius)},
    {NULL},
};

static const RicParameter box_keys[] = {
    {"size", "of its sides", "m", RIC_PARAMETER_REALS, RIC_POSITIVE, .required = PETSC_TRUE,
     .count = 3, .offset = offsetof(RicShapeData, size)},
    {NULL},
};

static const RicParameter cylinder_keys[] = {
    {"radius", "of it", "m", RIC_PARAMETER_REAL, RIC_POSITIVE, .required = PETSC_TRUE,
     .offset = offsetof(RicShapeData, radius)},
    {"length", "along z of the body", "m", RIC_PARAMETER_REAL, RIC_POSITIVE, .required = PETSC_TRUE,
     .offset = offsetof(RicShapeData, length)},
    {NULL},
};

const RicShapeType RicShapesInSpace[] = {
    {"sphere", "in space: a ball", round_keys},
    {"box", "in space: a box along the axes of the body", box_keys},
    {"disk", "a disk; in space about z of the body, without thickness", round_keys},
    {"cylinder", "in space: about z of the body", cylinder_keys},
    {NULL},
};

// What a shape says: principal values per kg, m²; volume, m³, 0 where it has none; its surface.
static PetscErrorCode Sphere(const RicShapeData *shape, PetscReal gyration2[3], PetscReal *volume,
                             RicSurface *surface) {
  PetscFunctionBegin;
  *volume = RicGyrationSphere(shape->radius, gyration2);
  PetscCall(RicSurfaceSphere(shape->radius, surface));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Box(const RicShapeData *shape, PetscReal gyration2[3], PetscReal *volume,
                          RicSurface *surface) {
  PetscFunctionBegin;
  *volume = RicGyrationBox(shape->size, gyration2);
  PetscCall(RicSurfaceBox(shape->size, surface));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A disk has no length: its data are 0 there.
static PetscErrorCode Cylinder(const RicShapeData *shape, PetscReal gyration2[3], PetscReal *volume,
                               RicSurface *surface) {
  PetscFunctionBegin;
  *volume = RicGyrationCylinder(shape->radius, shape->length, gyration2);
  PetscCall(RicSurfaceCylinder(shape->radius, shape->length, surface));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Without a shape: lines from the centre of mass to the named points.
static PetscErrorCode Star(RicInputNode body, RicSurface *surface) {
  RicInputNode points, point;
  PetscReal *x;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicInputGetChild(body, "points", &points));
  PetscCall(RicInputGetSize(points, &n));
  PetscCall(PetscCalloc1(3 * n, &x));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicInputGetItem(points, i, &point));
    PetscCall(RicInputRequireReals(point, NULL, 3, RIC_ANY, &x[3 * i]));
  }
  PetscCall(RicSurfaceStar(n, x, surface));
  PetscCall(PetscFree(x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// `at`: where the centre of the shape is in the body's frame, when its inertia is another's.
static PetscErrorCode MoveShape(RicInputNode body, RicInputNode shape, RicSurface *surface) {
  PetscReal at[3] = {0, 0, 0};
  RicInputNode inertia;

  PetscFunctionBegin;
  PetscCall(RicInputGetReals(shape, "at", 3, RIC_ANY, at));
  PetscCall(RicInputGetChild(body, "inertia", &inertia));
  if (RicVec3Norm(at) > 0 && !inertia)
    PetscCall(RicInputError(shape, "at",
                            "a homogeneous shape is about its centre of mass: give "
                            "`inertia` of the body"));
  for (PetscInt i = 0; i < surface->num_corners; i++)
    RicVec3Add(&surface->corners[3 * i], 1, at, &surface->corners[3 * i]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// gyration2, volume: 0 without a shape.
static PetscErrorCode Shape(RicCase *c, RicInputNode body, PetscReal gyration2[3],
                            PetscReal *volume, RicSurface *surface) {
  static PetscErrorCode (*const read[])(const RicShapeData *, PetscReal[], PetscReal *,
                                        RicSurface *) = {Sphere, Box, Cylinder, Cylinder};
  RicShapeData data = {.length = 0};
  RicInputNode shape;
  PetscInt type = 0;

  PetscFunctionBegin;
  gyration2[0] = gyration2[1] = gyration2[2] = *volume = 0;
  PetscCall(RicInputGetChild(body, "shape", &shape));
  if (!shape) {
    PetscCall(Star(body, surface));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RicCaseShapeData_Private(c, shape, RicShapesInSpace, &type, &data));
  PetscCall(read[type](&data, gyration2, volume, surface));
  PetscCall(MoveShape(body, shape, surface));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The mass, or that of the density.
static PetscErrorCode Mass(RicInputNode body, PetscReal volume, PetscReal *mass) {
  RicInputNode given;
  PetscReal density = 0;

  PetscFunctionBegin;
  PetscCall(RicInputGetChild(body, "density", &given));
  if (!given) {
    PetscCall(RicInputRequireReal(body, "mass", RIC_POSITIVE, mass));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RicInputGetReal(body, "density", RIC_POSITIVE, &density));
  PetscCall(RicInputGetChild(body, "mass", &given));
  if (given)
    PetscCall(RicInputError(body, "density", "stands beside `mass`, one of them is enough"));
  if (volume == 0)
    PetscCall(
        RicInputError(body, "density", "needs a `shape` with a volume: sphere, box or cylinder"));
  *mass = density * volume;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// `inertia`: three principal values, or the rows of the tensor.
static PetscErrorCode Tensor(RicInputNode body, PetscReal J[9]) {
  RicInputNode inertia, row = NULL;
  PetscReal principal[3] = {0, 0, 0};
  PetscBool rows = PETSC_FALSE;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicInputRequireChild(body, "inertia", &inertia));
  PetscCall(RicInputIsSequence(inertia, &rows));
  PetscCall(rows ? RicInputGetSize(inertia, &n) : PETSC_SUCCESS);
  if (rows && n == 3) {
    PetscCall(RicInputGetItem(inertia, 0, &row));
    PetscCall(RicInputIsSequence(row, &rows));
  }
  if (!row || !rows) {
    PetscCall(RicInputRequireReals(body, "inertia", 3, RIC_POSITIVE, principal));
    RicInertiaDiagonal(principal, J);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  for (PetscInt i = 0; i < 3; i++) {
    PetscCall(RicInputGetItem(inertia, i, &row));
    PetscCall(RicInputRequireReals(row, NULL, 3, RIC_ANY, &J[3 * i]));
  }
  for (PetscInt i = 0; i < 3; i++)
    for (PetscInt j = 0; j < i; j++) {
      if (J[3 * i + j] != J[3 * j + i])
        PetscCall(RicInputError(body, "inertia", "is not symmetric: %g and %g",
                                (double)J[3 * j + i], (double)J[3 * i + j]));
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Inertia(RicInputNode body, const PetscReal gyration2[3], RicBodyData *data) {
  RicInputNode given;
  PetscReal e[3];

  PetscFunctionBegin;
  PetscCall(RicInputGetChild(body, "inertia", &given));
  if (!given && gyration2[0] > 0) {
    for (PetscInt d = 0; d < 3; d++)
      e[d] = data->mass * gyration2[d];
    RicInertiaDiagonal(e, data->tensor);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(Tensor(body, data->tensor));
  RicInertiaPrincipal(data->tensor, e);
  if (!RicInertiaIsPossible(e))
    PetscCall(RicInputError(body, "inertia",
                            "no body has the principal values %.9g, %.9g, %.9g: each must be "
                            "positive, and none above the sum of the two others",
                            (double)e[0], (double)e[1], (double)e[2]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// One of `quaternion` [w, x, y, z], `axis` with `angle`, and `rotation`, a vector.
static PetscErrorCode Orientation(RicInputNode body, PetscReal phi[3]) {
  static const char *const ways[] = {"quaternion", "axis", "rotation"};
  PetscReal x[4] = {0, 0, 0, 0}, axis[3] = {0, 0, 0}, angle = 0;
  RicInputNode given, first = NULL;

  PetscFunctionBegin;
  for (PetscInt i = 0; i < 3; i++) {
    PetscCall(RicInputGetChild(body, ways[i], &given));
    if (given && first)
      PetscCall(RicInputError(body, ways[i],
                              "the body is turned already: one of quaternion, axis "
                              "with angle, rotation"));
    first = given ? given : first;
  }
  PetscCall(RicInputGetReals(body, "quaternion", 4, RIC_ANY, x));
  PetscCall(RicInputGetReals(body, "axis", 3, RIC_ANY, axis));
  PetscCall(RicInputGetReals(body, "rotation", 3, RIC_ANY, phi));
  PetscCall(RicInputGetChild(body, "quaternion", &given));
  const PetscReal length = PetscSqrtReal(x[0] * x[0] + RicVec3Dot(&x[1], &x[1]));
  if (given && length == 0)
    PetscCall(RicInputError(body, "quaternion", "is zero, and no rotation"));
  if (given) {
    for (PetscInt i = 0; i < 4; i++)
      x[i] /= length;
    RicQuaternionVector(x, phi);
  }
  PetscCall(RicInputGetChild(body, "axis", &given));
  if (given) {
    PetscCall(RicInputRequireReal(body, "angle", RIC_ANY, &angle));
    if (RicVec3Norm(axis) == 0)
      PetscCall(RicInputError(body, "axis", "is zero, and no direction"));
    RicVec3Scale(angle / RicVec3Norm(axis), axis, phi);
  }
  RicQuaternionOf(phi, x); // of length ≤ π
  RicQuaternionVector(x, phi);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Read(RicCase *c, RicInputNode body, RicBodyData *data, RicSurface *surface) {
  PetscReal gyration2[3], volume, omega[3] = {0, 0, 0}, R[9];

  PetscFunctionBegin;
  PetscCall(RicCaseCheckKeys_Private(c, body, NULL, RicBodyParameters));
  PetscCall(Shape(c, body, gyration2, &volume, surface));
  PetscCall(Mass(body, volume, &data->mass));
  PetscCall(Inertia(body, gyration2, data));
  PetscCall(Orientation(body, data->rotation));
  PetscCall(RicInputGetReals(body, "velocity", 3, RIC_ANY, data->velocity));
  PetscCall(RicInputGetReals(body, "angular_velocity", 3, RIC_ANY, omega));
  RicRotationMatrix(data->rotation, R);
  RicVec3MapBack(R, omega, &data->velocity[3]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseBodyInSpace_Private(RicCase *c, RicInputNode body, RicBodyData *data,
                                          RicSurface *surface) {
  PetscFunctionBegin;
  *surface = (RicSurface){0};
  const PetscErrorCode ierr = Read(c, body, data, surface);
  if (ierr)
    (void)RicSurfaceDestroy(surface);
  PetscFunctionReturn(ierr);
}
