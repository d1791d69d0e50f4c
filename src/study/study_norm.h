// SPDX-License-Identifier: BSD-2-Clause
// Norms of differences of functions of time that are known at rows.
//
//   nodal     known at its own rows only (positions, gaps, energies): sums over the rows of the run,
//             weighted as by the trapezoidal rule, against the reference there, linear between its rows
//   linear    a function that may jump (velocities): straight between rows, integrals over all of the
//             interval that both cover
//   constant  the mean of a step (forces): constant from a row, which it leaves out, to the next
//
// The largest difference is that at rows of both, or for what is constant of any value; where
// functions jump at other times than their reference it stays as large as the jump.
#ifndef RIC_STUDY_NORM_H
#define RIC_STUDY_NORM_H

#include "base/expression.h"

typedef enum { RIC_SERIES_NODAL, RIC_SERIES_LINEAR, RIC_SERIES_CONSTANT } RicSeriesKind;

typedef struct {
  RicSeriesKind kind;
  PetscInt n;
  double *t, *x; // [n], t rising
} RicSeries;

typedef struct {
  double l1, l2, max; // ∫|e| dt, (∫ e² dt)^½, max |e|
} RicNorms;

// Of run − reference and of the reference, over the interval that both cover; NaN where there is
// none.
void RicNormsOfDifference(const RicSeries *run, const RicSeries *reference, RicNorms *error,
                          RicNorms *size);
// The same of an expression of t as reference; what is no function of rows is integrated by the
// midpoint rule with 8 points a row.
PetscErrorCode RicNormsOfExact(const RicSeries *run, RicExpression exact, RicNorms *error,
                               RicNorms *size);
// The value of a function at t within its rows.
double RicSeriesValue(const RicSeries *series, double t);
// Slope of the straight line nearest to log y over log x [n], of those that are positive; NaN of
// fewer than two different x.
double RicSlope(PetscInt n, const double x[], const double y[]);

#endif
