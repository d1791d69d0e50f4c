// SPDX-License-Identifier: BSD-2-Clause
#include "study/study_norm.h"
#include <math.h>

#define POINTS 8 // of the midpoint rule in an interval

// Sums under way; l2 is of squares.
static void Add(RicNorms *sum, double weight, double value) {
  sum->l1 += weight * fabs(value);
  sum->l2 += weight * value * value;
  sum->max = fmax(sum->max, fabs(value));
}

// A straight line from a to b over an interval of that length.
static void AddLine(RicNorms *sum, double length, double a, double b) {
  const double both = fabs(a) + fabs(b);

  if (a * b >= 0)
    sum->l1 += length * both / 2;
  else
    sum->l1 += length * (a * a + b * b) / (2 * both);
  sum->l2 += length * (a * a + a * b + b * b) / 3;
  sum->max = fmax(sum->max, fmax(fabs(a), fabs(b)));
}

static void Finish(RicNorms *sum) { sum->l2 = sqrt(sum->l2); }

// The first row at t or behind it.
static PetscInt RowAt(const RicSeries *s, double t) {
  PetscInt low = 0, high = s->n - 1;

  while (low < high) {
    const PetscInt middle = (low + high) / 2;

    if (s->t[middle] < t)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static double ValueBefore(const RicSeries *s, PetscInt row, double t) {
  if (row == 0 || s->kind == RIC_SERIES_CONSTANT || s->t[row] <= s->t[row - 1])
    return s->x[row];
  const double share = (t - s->t[row - 1]) / (s->t[row] - s->t[row - 1]);

  return share >= 1 ? s->x[row] : (1 - share) * s->x[row - 1] + share * s->x[row];
}

double RicSeriesValue(const RicSeries *s, double t) { return ValueBefore(s, RowAt(s, t), t); }

// Of the trapezoidal rule over rows first … last.
static double Weight(const RicSeries *s, PetscInt first, PetscInt i, PetscInt last) {
  const double before = i > first ? s->t[i] - s->t[i - 1] : 0;
  const double after = i < last ? s->t[i + 1] - s->t[i] : 0;

  return (before + after) / 2;
}

static void CompareAtRows(const RicSeries *run, const RicSeries *reference, double from, double to,
                          RicNorms *error, RicNorms *size) {
  const PetscInt first = RowAt(run, from);
  PetscInt last = RowAt(run, to), row = 0;

  if (run->t[last] > to)
    --last;
  for (PetscInt i = first; i <= last; ++i) {
    while (row < reference->n - 1 && reference->t[row] < run->t[i])
      ++row;
    const double value = ValueBefore(reference, row, run->t[i]);
    const double weight = Weight(run, first, i, last);

    Add(error, weight, run->x[i] - value);
    Add(size, weight, value);
  }
}

// Over pieces between neighbours of the times of both.
static void CompareBetweenRows(const RicSeries *run, const RicSeries *reference, double from,
                               double to, RicNorms *error, RicNorms *size) {
  PetscInt i = 0, j = 0;

  for (double a = from, b; a < to; a = b) {
    while (run->t[i] <= a)
      ++i;
    while (reference->t[j] <= a)
      ++j;
    b = fmin(fmin(run->t[i], reference->t[j]), to);
    const double r0 = ValueBefore(reference, j, a), r1 = ValueBefore(reference, j, b);

    AddLine(error, b - a, ValueBefore(run, i, a) - r0, ValueBefore(run, i, b) - r1);
    AddLine(size, b - a, r0, r1);
  }
}

void RicNormsOfDifference(const RicSeries *run, const RicSeries *reference, RicNorms *error,
                          RicNorms *size) {
  const double from = run->n && reference->n ? fmax(run->t[0], reference->t[0]) : 0;
  const double to =
      run->n && reference->n ? fmin(run->t[run->n - 1], reference->t[reference->n - 1]) : -1;

  *error = *size = (RicNorms){0, 0, 0};
  if (!(from < to))
    *error = *size = (RicNorms){NAN, NAN, NAN};
  else if (run->kind == RIC_SERIES_NODAL)
    CompareAtRows(run, reference, from, to, error, size);
  else
    CompareBetweenRows(run, reference, from, to, error, size);
  Finish(error);
  Finish(size);
}

PetscErrorCode RicNormsOfExact(const RicSeries *run, RicExpression exact, RicNorms *error,
                               RicNorms *size) {
  const PetscReal origin[3] = {0, 0, 0};
  PetscReal value;

  PetscFunctionBeginUser;
  *error = *size = (RicNorms){0, 0, 0};
  for (PetscInt i = 0; i < run->n && run->kind == RIC_SERIES_NODAL; ++i) {
    const double weight = Weight(run, 0, i, run->n - 1);

    PetscCall(RicExpressionEvaluate(exact, run->t[i], origin, &value));
    Add(error, weight, run->x[i] - value);
    Add(size, weight, value);
  }
  for (PetscInt i = 1; i < run->n && run->kind != RIC_SERIES_NODAL; ++i) {
    const double length = (run->t[i] - run->t[i - 1]) / POINTS;

    for (PetscInt k = 0; k < POINTS; ++k) {
      const double t = run->t[i - 1] + (k + 0.5) * length;

      PetscCall(RicExpressionEvaluate(exact, t, origin, &value));
      Add(error, length, ValueBefore(run, i, t) - value);
      Add(size, length, value);
    }
  }
  Finish(error);
  Finish(size);
  PetscFunctionReturn(PETSC_SUCCESS);
}

double RicSlope(PetscInt n, const double x[], const double y[]) {
  double count = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;

  for (PetscInt i = 0; i < n; ++i) {
    if (!(x[i] > 0 && y[i] > 0))
      continue;
    const double a = log(x[i]), b = log(y[i]);

    count += 1, sx += a, sy += b, sxx += a * a, sxy += a * b;
  }
  const double spread = count * sxx - sx * sx;

  return count > 1 && spread > 1e-12 * count * sxx ? (count * sxy - sx * sy) / spread : NAN;
}
