// SPDX-License-Identifier: BSD-2-Clause
// Expression: a scalar function of t (s) and x, y, z (m), or of one variable of another name, given
// as text, by muParser.
//
// Known are these variables; the constants pi and _e; + - * / ^, comparisons, && ||,
// `condition ? a : b`; sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, asinh, acosh,
// atanh, log2, log10, log = ln, exp, sqrt, sign, rint, abs, min, max, sum, avg. Angles are in
// radians and the decimal mark is a point in every locale.
#ifndef RIC_BASE_EXPRESSION_H
#define RIC_BASE_EXPRESSION_H

#include "base/base.h"

typedef struct RicExpression_ *RicExpression;

// Compile `text`. A wrong text raises nothing: *expr is then NULL and `error` says in one line what
// is wrong and what is allowed (positions count from 1), so that the caller, who knows file and
// line, raises. Not collective.
//   error - [RIC_TEXT_LEN] or NULL; out: empty when the text is right
// The caller owns *expr.
PetscErrorCode RicExpressionCreate(const char text[], RicExpression *expr, char error[]);
// The same of one variable, borrowed, in place of t, x, y, z: the first of x in Evaluate.
PetscErrorCode RicExpressionCreateOf(const char variable[], const char text[], RicExpression *expr,
                                     char error[]);
PetscErrorCode RicExpressionDestroy(RicExpression *expr);

// Value at time t and point x [3]. *value may be NaN or Inf where the text divides by zero: the
// caller checks. Not collective.
PetscErrorCode RicExpressionEvaluate(RicExpression expr, PetscReal t, const PetscReal x[3],
                                     PetscReal *value);

// Does t stand in the text? If not, the value need not be computed again at another time.
PetscErrorCode RicExpressionIsTimeDependent(RicExpression expr, PetscBool *yes);

#endif
