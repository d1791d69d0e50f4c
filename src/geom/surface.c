// SPDX-License-Identifier: BSD-2-Clause
#include "geom/surface.h"

#define SIDES 32     // of a cylinder
#define MERIDIANS 16 // of a sphere
#define RINGS 7      // of corners between its poles

static PetscErrorCode Create(PetscInt num_corners, PetscInt num_faces, PetscInt num_entries,
                             RicSurface *s) {
  PetscFunctionBegin;
  *s = (RicSurface){.num_corners = num_corners};
  PetscCall(PetscMalloc3(3 * num_corners, &s->corners, num_faces + 1, &s->first, num_entries,
                         &s->corner));
  s->first[0] = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicSurfaceDestroy(RicSurface *s) {
  PetscFunctionBegin;
  PetscCall(PetscFree3(s->corners, s->first, s->corner));
  *s = (RicSurface){0};
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicSurfaceEqual(const RicSurface *a, const RicSurface *b, PetscBool *equal) {
  PetscFunctionBegin;
  *equal = (PetscBool)(a->num_corners == b->num_corners && a->num_faces == b->num_faces);
  if (!a->num_corners)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (*equal)
    PetscCall(PetscArraycmp(a->corners, b->corners, 3 * a->num_corners, equal));
  if (*equal)
    PetscCall(PetscArraycmp(a->first, b->first, a->num_faces + 1, equal));
  if (*equal)
    PetscCall(PetscArraycmp(a->corner, b->corner, a->first[a->num_faces], equal));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void AddFace(RicSurface *s, PetscInt n, const PetscInt corner[]) {
  const PetscInt first = s->first[s->num_faces];

  for (PetscInt i = 0; i < n; i++)
    s->corner[first + i] = corner[i];
  s->first[++s->num_faces] = first + n;
}

static void PutCorner(RicSurface *s, PetscInt i, PetscReal x, PetscReal y, PetscReal z) {
  s->corners[3 * i] = x;
  s->corners[3 * i + 1] = y;
  s->corners[3 * i + 2] = z;
}

// Corners first … first + n − 1 on a circle about the z axis.
static void PutRing(RicSurface *s, PetscInt first, PetscInt n, PetscReal radius, PetscReal z) {
  for (PetscInt i = 0; i < n; i++) {
    const PetscReal angle = 2 * PETSC_PI * (PetscReal)i / (PetscReal)n;
    PutCorner(s, first + i, radius * PetscCosReal(angle), radius * PetscSinReal(angle), z);
  }
}

// Quadrilaterals between the rings of n corners at `low` and `high`.
static void AddBand(RicSurface *s, PetscInt low, PetscInt high, PetscInt n) {
  for (PetscInt i = 0; i < n; i++) {
    const PetscInt j = (i + 1) % n;
    AddFace(s, 4, (const PetscInt[]){low + i, low + j, high + j, high + i});
  }
}

PetscErrorCode RicSurfaceOutline(PetscInt n, const PetscReal xy[], RicSurface *s) {
  PetscInt *all;

  PetscFunctionBegin;
  PetscCall(Create(n, 1, n, s));
  PetscCall(PetscMalloc1(n, &all));
  for (PetscInt i = 0; i < n; i++) {
    PutCorner(s, i, xy[2 * i], xy[2 * i + 1], 0);
    all[i] = i;
  }
  AddFace(s, n, all);
  PetscCall(PetscFree(all));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicSurfaceSphere(PetscReal radius, RicSurface *s) {
  const PetscInt n = MERIDIANS, south = RINGS * n, north = south + 1, top = (RINGS - 1) * n;

  PetscFunctionBegin;
  PetscCall(Create(RINGS * n + 2, (RINGS + 1) * n, 4 * (RINGS + 1) * n, s));
  for (PetscInt k = 0; k < RINGS; k++) {
    const PetscReal angle = PETSC_PI * (PetscReal)(k + 1) / (RINGS + 1);
    PutRing(s, k * n, n, radius * PetscSinReal(angle), -radius * PetscCosReal(angle));
  }
  PutCorner(s, south, 0, 0, -radius);
  PutCorner(s, north, 0, 0, radius);
  for (PetscInt k = 0; k + 1 < RINGS; k++)
    AddBand(s, k * n, (k + 1) * n, n);
  for (PetscInt i = 0; i < n; i++) {
    AddFace(s, 3, (const PetscInt[]){south, (i + 1) % n, i});
    AddFace(s, 3, (const PetscInt[]){north, top + i, top + (i + 1) % n});
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicSurfaceBox(const PetscReal size[3], RicSurface *s) {
  static const PetscInt faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                       {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};

  PetscFunctionBegin;
  PetscCall(Create(8, 6, 24, s));
  for (PetscInt i = 0; i < 8; i++)
    PutCorner(s, i, (i & 1 ? 0.5 : -0.5) * size[0], (i & 2 ? 0.5 : -0.5) * size[1],
              (i & 4 ? 0.5 : -0.5) * size[2]);
  for (PetscInt f = 0; f < 6; f++)
    AddFace(s, 4, faces[f]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicSurfaceCylinder(PetscReal radius, PetscReal length, RicSurface *s) {
  PetscInt up[SIDES], down[SIDES];
  const PetscInt rings = length > 0 ? 2 : 1;

  PetscFunctionBegin;
  for (PetscInt i = 0; i < SIDES; i++) {
    up[i] = (rings - 1) * SIDES + i;
    down[i] = SIDES - 1 - i;
  }
  PetscCall(Create(rings * SIDES, rings == 2 ? SIDES + 2 : 1, 6 * SIDES, s));
  for (PetscInt k = 0; k < rings; k++)
    PutRing(s, k * SIDES, SIDES, radius, ((PetscReal)k - 0.5) * length);
  AddFace(s, SIDES, up);
  if (rings == 2) {
    AddFace(s, SIDES, down);
    AddBand(s, 0, SIDES, SIDES);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicSurfaceStar(PetscInt n, const PetscReal points[], RicSurface *s) {
  PetscFunctionBegin;
  PetscCall(Create(n + 1, PetscMax(n, 1), PetscMax(2 * n, 1), s));
  PutCorner(s, 0, 0, 0, 0);
  for (PetscInt i = 0; i < n; i++) {
    PutCorner(s, i + 1, points[3 * i], points[3 * i + 1], points[3 * i + 2]);
    AddFace(s, 2, (const PetscInt[]){0, i + 1});
  }
  if (!n)
    AddFace(s, 1, (const PetscInt[]){0});
  PetscFunctionReturn(PETSC_SUCCESS);
}
