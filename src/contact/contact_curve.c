// SPDX-License-Identifier: BSD-2-Clause
// "point-curve": a point a, or a circle of radius `offset` about it, above a curve y = f(x) in the
// frame of b; in space above the surface that the curve makes along b's z axis.
//   g = n·(p_a − c) − offset,  c = (s, f(s)) the point of the curve next to a,  n = (−f', 1)/√(1+f'²)
// Source of the example: Breuling et al. 2024, (51)–(53), whose gap takes the foot s = x of a; both
// agree where g = 0.
// Symbols: length L, over which the curve bends: f' is a difference of fourth order, of step L/250.
// Limits: s is the foot that Newton's method finds from that below a, the nearest one where a is
// closer to the curve than its centres of curvature. n turns by differences.
#include "contact/contact_impl.h"

#define MAX_IT 50
#define STEP 4e-3 // of L
#define KINK 0.1  // a change of slope over a step that no curve makes that bends over L

static PetscReal Value(const RicCurveData *data, PetscReal s) {
  const PetscReal at[3] = {s, 0, 0};
  PetscReal f;

  return RicExpressionEvaluate(data->curve, 0, at, &f) ? NAN : f;
}

// f' and f''.
static void Slope(const RicCurveData *data, PetscReal s, PetscReal f, PetscReal *f1,
                  PetscReal *f2) {
  const PetscReal h = STEP * data->length;
  const PetscReal a = Value(data, s - 2 * h), b = Value(data, s - h), c = Value(data, s + h),
                  d = Value(data, s + 2 * h);

  *f1 = (8 * (c - b) - (d - a)) / (12 * h);
  *f2 = (b - 2 * f + c) / (h * h);
}

// The foot s of the point p [2], f(s) and f'(s): (s − p_x) + (f − p_y) f' = 0.
static PetscReal Foot(const RicCurveData *data, const PetscReal p[2], PetscReal *f, PetscReal *f1) {
  PetscReal s = p[0], f2;

  for (PetscInt it = 0; it < MAX_IT; it++) {
    *f = Value(data, s);
    Slope(data, s, *f, f1, &f2);
    const PetscReal residual = s - p[0] + (*f - p[1]) * *f1;
    const PetscReal tangent = 1 + *f1 * *f1 + (*f - p[1]) * f2;
    const PetscReal change = residual / PetscMax(tangent, 0.1 * (1 + *f1 * *f1));
    s -= change;
    if (!(PetscAbsReal(change) > PETSC_MACHINE_EPSILON * (PetscAbsReal(s) + data->length)))
      break;
  }
  *f = Value(data, s);
  Slope(data, s, *f, f1, &f2);
  return s;
}

// Looked for as far as ten lengths from b, in steps of a hundredth of one.
static PetscBool HasKink(const RicCurveData *data) {
  const PetscReal h = 1e-2 * data->length;
  PetscReal a = Value(data, -1001 * h), b = Value(data, -1000 * h);

  for (PetscInt i = -1000; i <= 1000; i++) {
    const PetscReal c = Value(data, (i + 1) * h);
    const PetscReal slope = PetscMax(PetscAbsReal(c - b), PetscAbsReal(b - a));
    if (!PetscIsInfOrNanReal(slope) && PetscAbsReal(c - 2 * b + a) > KINK * (h + slope))
      return PETSC_TRUE;
    a = b;
    b = c;
  }
  return PETSC_FALSE;
}

static const char *Check_PointCurve(const void *data, const RicPoint point[2], PetscInt dim) {
  const char *wrong = RicContactCheckPoints(point, dim);

  if (wrong)
    return wrong;
  return HasKink(data) ? "a curve that cannot be differentiated (or bends within a hundredth of "
                         "its length)"
                       : NULL;
}

static void Geometry_PointCurve(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                                RicContactGeometry g[]) {
  const RicCurveData *over = data;
  const PetscReal x[3] = {1, 0, 0}, y[3] = {0, 1, 0};
  PetscReal ex[3], ey[3], r[3], f, f1;

  (void)dim;
  RicPoseTurn(b, 1, x, ex);
  RicPoseTurn(b, 1, y, ey);
  RicPairSpan(b, a, r);
  const PetscReal p[2] = {RicVec3Dot(ex, r), RicVec3Dot(ey, r)}, s = Foot(over, p, &f, &f1);
  const PetscReal norm = PetscSqrtReal(1 + f1 * f1);
  for (PetscInt d = 0; d < 3; d++)
    g->n[d] = (ey[d] - f1 * ex[d]) / norm;
  g->gap = ((p[1] - f) - f1 * (p[0] - s)) / norm - over->offset;
  RicVec3Scale(-over->offset, g->n, g->arm);
}

static const RicParameter parameters_PointCurve[] = {
    {"a", "what is above the curve, or a region: each of its nodes", "", RIC_PARAMETER_POINT,
     .required = PETSC_TRUE},
    {"b", "origin of the curve, which turns with it", "", RIC_PARAMETER_POINT,
     .required = PETSC_TRUE},
    {"curve", "its height over x, in the frame of b", "m", RIC_PARAMETER_CURVE,
     .required = PETSC_TRUE, .offset = offsetof(RicCurveData, curve)},
    {"length", "over which it bends: slopes are differences over a 250th of it", "m",
     RIC_PARAMETER_REAL, RIC_POSITIVE, .value = {1}, .offset = offsetof(RicCurveData, length)},
    {"offset", "radius of the circle about a", "m", RIC_PARAMETER_REAL, RIC_ANY,
     .offset = offsetof(RicCurveData, offset)},
    {NULL},
};

const RicContactOps RicContact_PointCurve = {
    .name = "point-curve",
    .description =
        "point or circle above a curve y = f(x); in space above the surface it makes along z",
    .form = RIC_CONTACT_OF_POINTS,
    .num_rows = 1,
    .parameters = parameters_PointCurve,
    .data_size = sizeof(RicCurveData),
    .Check = Check_PointCurve,
    .Geometry = Geometry_PointCurve,
};
