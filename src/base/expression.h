// SPDX-License-Identifier: BSD-2-Clause
// Expression: a scalar function of t, x, y, z (seconds, metres) given as text, by muParser.
// Known besides muParser's functions (sin, exp, sqrt, min, if by ?: …): pi, e by the names pi and
// _e.
#ifndef RIC_BASE_EXPRESSION_H
#define RIC_BASE_EXPRESSION_H

#include "base/base.h"

typedef struct RicExpression_ *RicExpression;

// Compile `text`. Does not raise on a wrong text: *error (when not NULL, buffer of RIC_TEXT_LEN)
// gets what is wrong in one line and *expr stays NULL; the caller, who knows file and line, raises.
// Not collective.
PetscErrorCode RicExpressionCreate(const char text[], RicExpression *expr, char error[]);
PetscErrorCode RicExpressionDestroy(RicExpression *expr);
// Value at time t and point x [3]. *value may be NaN or Inf where the text divides by zero: the
// caller checks.
PetscErrorCode RicExpressionEvaluate(RicExpression expr, PetscReal t, const PetscReal x[3],
                                     PetscReal *value);
// Does the text use t? (so that constants need not be evaluated again)
PetscErrorCode RicExpressionIsTimeDependent(RicExpression expr, PetscBool *yes);

#endif
