// SPDX-License-Identifier: BSD-2-Clause
#include "geom/polygon.h"

void RicPolygonMoments(PetscInt n, const PetscReal xy[], PetscReal *area, PetscReal centroid[2],
                       PetscReal *gyration2) {
  PetscReal twice = 0, first[2] = {0, 0}, second = 0; // ∫dA·2, ∫r dA·6, ∫r² dA·12

  for (PetscInt i = 1; i + 1 < n; i++) {
    const PetscReal a[2] = {xy[2 * i] - xy[0], xy[2 * i + 1] - xy[1]};
    const PetscReal b[2] = {xy[2 * i + 2] - xy[0], xy[2 * i + 3] - xy[1]};
    const PetscReal cross = a[0] * b[1] - a[1] * b[0];
    twice += cross;
    for (PetscInt d = 0; d < 2; d++) {
      first[d] += cross * (a[d] + b[d]);
      second += cross * (a[d] * a[d] + a[d] * b[d] + b[d] * b[d]);
    }
  }
  *area = PetscAbsReal(twice) / 2;
  *gyration2 = twice != 0 ? second / (6 * twice) : 0;
  for (PetscInt d = 0; d < 2; d++) {
    const PetscReal r = twice != 0 ? first[d] / (3 * twice) : 0;
    centroid[d] = twice != 0 ? xy[d] + r : 0;
    *gyration2 -= r * r;
  }
}

// Twice the area of the triangle abc, positive counterclockwise.
static PetscReal Turn(const PetscReal a[], const PetscReal b[], const PetscReal c[]) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

// Is c, which lies on the line through a and b, between them, ends counted?
static PetscBool Between(const PetscReal a[], const PetscReal b[], const PetscReal c[]) {
  return (PetscBool)(PetscMin(a[0], b[0]) <= c[0] && c[0] <= PetscMax(a[0], b[0]) &&
                     PetscMin(a[1], b[1]) <= c[1] && c[1] <= PetscMax(a[1], b[1]));
}

static PetscInt Sign(PetscReal x) { return (x > 0) - (x < 0); }

// Have the sides ab and cd a point in common?
static PetscBool Meet(const PetscReal a[], const PetscReal b[], const PetscReal c[],
                      const PetscReal d[]) {
  const PetscInt abc = Sign(Turn(a, b, c)), abd = Sign(Turn(a, b, d));
  const PetscInt cda = Sign(Turn(c, d, a)), cdb = Sign(Turn(c, d, b));

  if (abc * abd < 0 && cda * cdb < 0)
    return PETSC_TRUE;
  return (PetscBool)((!abc && Between(a, b, c)) || (!abd && Between(a, b, d)) ||
                     (!cda && Between(c, d, a)) || (!cdb && Between(c, d, b)));
}

// Neighbours ab and bc meet in b; they may not fold back on one another, nor be points.
static PetscBool Fold(const PetscReal a[], const PetscReal b[], const PetscReal c[]) {
  const PetscReal along = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]);
  return (PetscBool)(Turn(a, b, c) == 0 && along <= 0);
}

PetscBool RicPolygonIsSimple(PetscInt n, const PetscReal xy[]) {
  for (PetscInt i = 0; i < n; i++) {
    const PetscReal *a = &xy[2 * i], *b = &xy[2 * ((i + 1) % n)];
    if (Fold(a, b, &xy[2 * ((i + 2) % n)]))
      return PETSC_FALSE;
    for (PetscInt j = i + 2; j < n; j++)
      if ((j + 1) % n != i && Meet(a, b, &xy[2 * j], &xy[2 * ((j + 1) % n)]))
        return PETSC_FALSE;
  }
  return PETSC_TRUE;
}

PetscReal RicPolygonSize(PetscInt n, const PetscReal xy[]) {
  PetscReal size = 0;

  for (PetscInt d = 0; d < 2; d++) {
    PetscReal low = PETSC_MAX_REAL, high = PETSC_MIN_REAL;
    for (PetscInt i = 0; i < n; i++) {
      low = PetscMin(low, xy[2 * i + d]);
      high = PetscMax(high, xy[2 * i + d]);
    }
    size = n ? PetscMax(size, high - low) : 0;
  }
  return size;
}

void RicPolygonDisk(PetscInt n, PetscReal radius, PetscReal xy[]) {
  for (PetscInt i = 0; i < n; i++) {
    const PetscReal angle = 2 * PETSC_PI * (PetscReal)i / (PetscReal)n;
    xy[2 * i] = radius * PetscCosReal(angle);
    xy[2 * i + 1] = radius * PetscSinReal(angle);
  }
}

void RicPolygonBlock(const PetscReal size[2], PetscReal xy[8]) {
  for (PetscInt i = 0; i < 4; i++) {
    xy[2 * i] = (i == 1 || i == 2 ? 0.5 : -0.5) * size[0];
    xy[2 * i + 1] = (i >= 2 ? 0.5 : -0.5) * size[1];
  }
}

// From left to right, those above one another from below.
static void Sort(PetscInt n, PetscReal xy[]) {
  for (PetscInt i = 1; i < n; i++) {
    const PetscReal x = xy[2 * i], y = xy[2 * i + 1];
    PetscInt j = i;
    for (; j > 0 && (xy[2 * j - 2] > x || (xy[2 * j - 2] == x && xy[2 * j - 1] > y)); j--) {
      xy[2 * j] = xy[2 * j - 2];
      xy[2 * j + 1] = xy[2 * j - 1];
    }
    xy[2 * j] = x, xy[2 * j + 1] = y;
  }
}

// Andrew's monotone chain: the lower side from left to right, then the upper one back.
PetscInt RicPolygonHull(PetscInt n, PetscReal xy[], PetscReal hull[]) {
  PetscInt corners = 0, distinct = 0;

  Sort(n, xy);
  for (PetscInt i = 0; i < n; i++) {
    if (i && xy[2 * i] == xy[2 * i - 2] && xy[2 * i + 1] == xy[2 * i - 1])
      continue;
    xy[2 * distinct] = xy[2 * i];
    xy[2 * distinct + 1] = xy[2 * i + 1];
    distinct++;
  }
  for (PetscInt pass = 0; pass < 2 && distinct > 1; pass++) {
    const PetscInt start = corners;
    for (PetscInt k = 0; k < distinct; k++) {
      const PetscReal *p = &xy[2 * (pass ? distinct - 1 - k : k)];
      while (corners >= start + 2 &&
             Turn(&hull[2 * (corners - 2)], &hull[2 * (corners - 1)], p) <= 0)
        corners--;
      hull[2 * corners] = p[0];
      hull[2 * corners + 1] = p[1];
      corners++;
    }
    corners--; // the other side begins with it
  }
  if (distinct == 1)
    hull[0] = xy[0], hull[1] = xy[1];
  return distinct > 1 ? corners : distinct;
}
