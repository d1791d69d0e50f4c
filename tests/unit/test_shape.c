// SPDX-License-Identifier: BSD-2-Clause
// Polygons: area, centroid and inertia by formula, whatever the order, place and size; which ones
// cross themselves; hulls. Surfaces: closed, of the volume they must have.
#include "geom/polygon.h"
#include "geom/surface.h"
#include "numeric.h"
#include <math.h>
#include <string.h>

#define MAX_CORNERS 64

// Area, centroid and gyration of n corners against what they must be.
static void CheckMoments(PetscInt n, const PetscReal xy[], PetscReal area, const PetscReal at[2],
                         PetscReal gyration2, PetscReal tolerance) {
  PetscReal found, centroid[2], found2;
  RicPolygonMoments(n, xy, &found, centroid, &found2);
  assert_close(found, area, tolerance * area);
  assert_close(found2, gyration2, tolerance * gyration2);
  for (PetscInt d = 0; d < 2; d++)
    assert_close(centroid[d], at[d], tolerance * (PetscAbsReal(at[d]) + PetscSqrtReal(gyration2)));
}

static void TestBlock(void **state) {
  (void)state;
  PetscReal xy[8];
  RicPolygonBlock((const PetscReal[]){0.5, 2}, xy);
  assert_close(xy[0], -0.25, 0);
  assert_close(xy[1], -1, 0);
  CheckMoments(4, xy, 1, (const PetscReal[]){0, 0}, (0.25 + 4) / 12, 1e-15);
  assert_close(RicPolygonSize(4, xy), 2, 0);
}

// A regular polygon of n corners on radius r: J/A = r² (2 + cos(2π/n))/6; the disk's r²/2 at last.
static void TestRegular(void **state) {
  (void)state;
  PetscReal xy[2 * MAX_CORNERS];
  for (PetscInt n = 3; n <= MAX_CORNERS; n++) {
    const PetscReal r = 0.3, step = 2 * PETSC_PI / (PetscReal)n;
    RicPolygonDisk(n, r, xy);
    CheckMoments(n, xy, (PetscReal)n / 2 * r * r * PetscSinReal(step), (const PetscReal[]){0, 0},
                 r * r * (2 + PetscCosReal(step)) / 6, 1e-14);
    assert_true(RicPolygonIsSimple(n, xy));
  }
}

// A right triangle: J about the centroid is m (a² + b²)/18.
static void TestTriangle(void **state) {
  (void)state;
  const PetscReal a = 3, b = 1.2;
  CheckMoments(3, (const PetscReal[]){0, 0, a, 0, 0, b}, a * b / 2,
               (const PetscReal[]){a / 3, b / 3}, (a * a + b * b) / 18, 1e-15);
}

// An L of two rectangles, 2 x 1 and 1 x 1 on its left half: by the parallel-axis theorem.
static const PetscReal ANGLE[12] = {0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2};
static void TestConcave(void **state) {
  (void)state;
  const PetscReal c[2] = {5.0 / 6, 5.0 / 6};
  const PetscReal low = 2 * (5.0 / 12 + (1 - c[0]) * (1 - c[0]) + (0.5 - c[1]) * (0.5 - c[1]));
  const PetscReal high = 2.0 / 12 + (0.5 - c[0]) * (0.5 - c[0]) + (1.5 - c[1]) * (1.5 - c[1]);
  CheckMoments(6, ANGLE, 3, c, (low + high) / 3, 1e-15);
  assert_true(RicPolygonIsSimple(6, ANGLE));
}

// Moved, turned, enlarged and run through the other way from another corner.
static void TestInvariance(void **state) {
  (void)state;
  uint64_t seed = 11;
  PetscReal area, centroid[2], gyration2, xy[12];
  RicPolygonMoments(6, ANGLE, &area, centroid, &gyration2);
  for (PetscInt trial = 0; trial < 50; trial++) {
    const PetscReal angle = Uniform(&seed, -4, 4), scale = Uniform(&seed, 0.01, 100);
    const PetscReal c = scale * PetscCosReal(angle), s = scale * PetscSinReal(angle);
    PetscReal by[2], at[2];
    UniformArray(&seed, -10 * scale, 10 * scale, 2, by);
    for (PetscInt i = 0; i < 6; i++) {
      const PetscReal *p = &ANGLE[2 * (trial % 2 ? i : (11 + trial - i) % 6)];
      xy[2 * i] = by[0] + c * p[0] - s * p[1];
      xy[2 * i + 1] = by[1] + s * p[0] + c * p[1];
    }
    at[0] = by[0] + c * centroid[0] - s * centroid[1];
    at[1] = by[1] + s * centroid[0] + c * centroid[1];
    CheckMoments(6, xy, scale * scale * area, at, scale * scale * gyration2, 1e-13);
  }
}

static void TestWithoutArea(void **state) {
  (void)state;
  PetscReal area, centroid[2], gyration2;
  RicPolygonMoments(3, (const PetscReal[]){0, 0, 1, 1, 2, 2}, &area, centroid, &gyration2);
  assert_close(area, 0, 0);
  assert_close(gyration2, 0, 0);
}

static void TestSimple(void **state) {
  (void)state;
  assert_false(RicPolygonIsSimple(4, (const PetscReal[]){0, 0, 1, 1, 1, 0, 0, 1})); // a bow tie
  assert_false(RicPolygonIsSimple(3, (const PetscReal[]){0, 0, 1, 1, 2, 2}));       // folded
  assert_false(
      RicPolygonIsSimple(4, (const PetscReal[]){0, 0, 1, 0, 1, 0, 0, 1})); // a corner twice
  assert_false(RicPolygonIsSimple(5, (const PetscReal[]){0, 0, 2, 0, 2, 2, 1, 0, 0, 2})); // touches
  assert_true(RicPolygonIsSimple(5, (const PetscReal[]){0, 0, 1, 0, 2, 0, 2, 2, 0, 2})); // straight
  assert_true(RicPolygonIsSimple(4, (const PetscReal[]){0, 0, 2, 1, 0, 2, 0.5, 1}));     // an arrow
  assert_true(RicPolygonIsSimple(
      6, (const PetscReal[]){2, -4, 2, -3, 2, -2, -9, -2, -9, -3, -9, -4})); // straight, elsewhere
}

static void TestHull(void **state) {
  (void)state;
  PetscReal hull[2 * MAX_CORNERS], one[4] = {1, 2, 1, 2}, line[8] = {2, 2, 0, 0, 1, 1, 0, 0};
  assert_int_equal(RicPolygonHull(2, one, hull), 1);
  assert_close(hull[0], 1, 0);
  assert_int_equal(RicPolygonHull(4, line, hull), 2);
  assert_close(hull[2], 2, 0);
  PetscReal square[12] = {0, 0, 1, 1, 0.5, 0.5, 1, 0, 0, 1, 0.5, 0};
  assert_int_equal(RicPolygonHull(6, square, hull), 4);
  CheckMoments(4, hull, 1, (const PetscReal[]){0.5, 0.5}, 1.0 / 6, 1e-15);
}

// Every point lies inside the hull of many: left of all its sides, to round-off.
static void TestHullOfMany(void **state) {
  (void)state;
  uint64_t seed = 5;
  for (PetscInt trial = 0; trial < 20; trial++) {
    PetscReal xy[2 * MAX_CORNERS], hull[2 * MAX_CORNERS];
    UniformArray(&seed, -1, 1, 2 * MAX_CORNERS, xy);
    const PetscInt n = RicPolygonHull(MAX_CORNERS, xy, hull);
    assert_true(n >= 3 && RicPolygonIsSimple(n, hull));
    for (PetscInt i = 0; i < n * MAX_CORNERS; i++) {
      const PetscReal *a = &hull[2 * (i % n)], *b = &hull[2 * ((i + 1) % n)], *p = &xy[2 * (i / n)];
      assert_true((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) >= -1e-12);
    }
  }
}

// The size is that of the longer side of the box about all corners, wherever they are.
static void TestSize(void **state) {
  (void)state;
  assert_close(RicPolygonSize(4, (const PetscReal[]){5, -7, 6, -7, 6, -3, 5, -3}), 4, 0);
  assert_close(RicPolygonSize(3, (const PetscReal[]){-9, 1, -2, 2, -4, 1.5}), 7, 0);
  assert_close(RicPolygonSize(1, (const PetscReal[]){3, 4}), 0, 0);
  assert_close(RicPolygonSize(0, NULL), 0, 0);
}

// How often a face of the surface goes from corner a to b.
static PetscInt NumSides(const RicSurface *s, PetscInt a, PetscInt b) {
  PetscInt count = 0;
  for (PetscInt f = 0; f < s->num_faces; f++)
    for (PetscInt i = s->first[f], n = s->first[f + 1] - i, k = 0; k < n; k++)
      count += s->corner[i + k] == a && s->corner[i + (k + 1) % n] == b;
  return count;
}

// Each side of a face is, the other way round, that of one other; every corner is on one; as many
// corners and faces more than sides as a ball has.
static void CheckClosed(const RicSurface *s) {
  PetscInt sides = 0;
  for (PetscInt a = 0; a < s->num_corners; a++) {
    PetscInt of_corner = 0;
    for (PetscInt b = 0; b < s->num_corners; b++) {
      assert_in_range(NumSides(s, a, b), 0, 1);
      assert_int_equal(NumSides(s, a, b), NumSides(s, b, a));
      of_corner += NumSides(s, a, b);
    }
    assert_true(of_corner >= 3);
    sides += of_corner;
  }
  assert_int_equal(sides, s->first[s->num_faces]);
  assert_int_equal(s->num_corners + s->num_faces - sides / 2, 2);
}

// Positive where corners run counterclockwise from outside: tetrahedra to the origin.
static PetscReal Volume(const RicSurface *s) {
  PetscReal six = 0;
  for (PetscInt f = 0; f < s->num_faces; f++)
    for (PetscInt i = s->first[f] + 1; i + 1 < s->first[f + 1]; i++) {
      const PetscReal *a = &s->corners[3 * s->corner[s->first[f]]];
      const PetscReal *b = &s->corners[3 * s->corner[i]], *c = &s->corners[3 * s->corner[i + 1]];
      six += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
             a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
  return six / 6;
}

// ½ sin(2π/n) n, the area of a polygon of n corners on the circle of radius 1.
static PetscReal Regular(PetscInt n) {
  return (PetscReal)n / 2 * PetscSinReal(2 * PETSC_PI / (PetscReal)n);
}

// A ball of 16 meridians is a pile of frusta between polygons, and two tips.
static PetscReal VolumeOfBall(PetscReal r) {
  PetscReal volume = 0;
  for (PetscInt k = 0; k < 8; k++) {
    const PetscReal low = PETSC_PI * (PetscReal)k / 8, high = low + PETSC_PI / 8;
    const PetscReal a = PetscSinReal(low), b = PetscSinReal(high);
    volume += (a * a + a * b + b * b) / 3 * (PetscCosReal(low) - PetscCosReal(high));
  }
  return Regular(16) * volume * r * r * r;
}

static void TestClosedSurfaces(void **state) {
  (void)state;
  const PetscReal size[3] = {1, 2, 0.5};
  const PetscReal volumes[3] = {VolumeOfBall(0.3), 1, 2.5 * 0.09 * Regular(32)};
  const PetscInt corners[3] = {7 * 16 + 2, 8, 64}, faces[3] = {8 * 16, 6, 34};
  for (int k = 0; k < 3; k++) {
    RicSurface s;
    assert_int_equal(k == 0   ? RicSurfaceSphere(0.3, &s)
                     : k == 1 ? RicSurfaceBox(size, &s)
                              : RicSurfaceCylinder(0.3, 2.5, &s),
                     0);
    assert_int_equal(s.num_corners, corners[k]);
    assert_int_equal(s.num_faces, faces[k]);
    CheckClosed(&s);
    assert_close(Volume(&s), volumes[k], 1e-14);
    assert_int_equal(RicSurfaceDestroy(&s), 0);
  }
}

// A disk, an outline, lines and a point.
static void TestOpenSurfaces(void **state) {
  (void)state;
  const PetscReal points[6] = {1, 2, 3, -4, -5, -6};
  PetscReal xy[14] = {[12] = 0.3, [13] = 0.7}; // one more, which is not to be looked at
  RicSurface s;
  memcpy(xy, ANGLE, sizeof ANGLE);
  assert_int_equal(RicSurfaceCylinder(2, 0, &s), 0);
  assert_true(s.num_corners == 32 && s.num_faces == 1 && s.first[1] == 32);
  for (PetscInt i = 0; i < 32; i++) {
    const PetscReal *x = &s.corners[3 * s.corner[i]], angle = PETSC_PI * (PetscReal)i / 16;
    assert_close(x[0], 2 * PetscCosReal(angle), 1e-15);
    assert_close(x[1], 2 * PetscSinReal(angle), 1e-15);
    assert_close(x[2], 0, 0);
  }
  assert_int_equal(RicSurfaceDestroy(&s), 0);
  assert_int_equal(RicSurfaceOutline(6, xy, &s), 0);
  assert_true(s.num_corners == 6 && s.num_faces == 1 && s.first[1] == 6);
  for (PetscInt i = 0; i < 6; i++) {
    const PetscReal *x = &s.corners[3 * s.corner[i]];
    assert_true(x[0] == ANGLE[2 * i] && x[1] == ANGLE[2 * i + 1] && x[2] == 0);
  }
  assert_int_equal(RicSurfaceDestroy(&s), 0);
  for (PetscInt n = 0; n <= 2; n++) {
    assert_int_equal(RicSurfaceStar(n, points, &s), 0);
    assert_true(s.num_corners == n + 1 && s.num_faces == (n ? n : 1));
    for (PetscInt f = 0; f < n; f++) {
      assert_true(s.first[f + 1] == 2 * (f + 1) && s.corner[2 * f] == 0);
      for (PetscInt d = 0; d < 3; d++)
        assert_close(s.corners[3 * s.corner[2 * f + 1] + d], points[3 * f + d], 0);
    }
    assert_true(n || (s.first[1] == 1 && s.corner[0] == 0));
    for (PetscInt d = 0; d < 3; d++)
      assert_close(s.corners[d], 0, 0);
    assert_int_equal(RicSurfaceDestroy(&s), 0);
  }
}

// Not when one number of one is another.
static void TestEqualSurfaces(void **state) {
  (void)state;
  const PetscReal size[3] = {1, 2, 0.5};
  RicSurface a, b, none = {0};
  PetscBool equal;
  assert_int_equal(RicSurfaceBox(size, &a), 0);
  assert_int_equal(RicSurfaceBox(size, &b), 0);
  assert_int_equal(RicSurfaceEqual(&a, &b, &equal), 0);
  assert_true(equal);
  b.corners[23] += 1;
  assert_int_equal(RicSurfaceEqual(&a, &b, &equal), 0);
  assert_false(equal);
  b.corners[23] -= 1, b.corner[23] = 0;
  assert_int_equal(RicSurfaceEqual(&a, &b, &equal), 0);
  assert_false(equal);
  b.corner[23] = a.corner[23], b.first[6] = 23;
  assert_int_equal(RicSurfaceEqual(&a, &b, &equal), 0);
  assert_false(equal);
  assert_int_equal(RicSurfaceEqual(&a, &none, &equal), 0);
  assert_false(equal);
  assert_int_equal(RicSurfaceEqual(&none, &none, &equal), 0);
  assert_true(equal);
  assert_int_equal(RicSurfaceDestroy(&a), 0);
  assert_int_equal(RicSurfaceDestroy(&b), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestBlock),          cmocka_unit_test(TestRegular),
      cmocka_unit_test(TestTriangle),       cmocka_unit_test(TestConcave),
      cmocka_unit_test(TestInvariance),     cmocka_unit_test(TestWithoutArea),
      cmocka_unit_test(TestSimple),         cmocka_unit_test(TestHull),
      cmocka_unit_test(TestHullOfMany),     cmocka_unit_test(TestSize),
      cmocka_unit_test(TestClosedSurfaces), cmocka_unit_test(TestOpenSurfaces),
      cmocka_unit_test(TestEqualSurfaces),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
