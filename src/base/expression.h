// SPDX-License-Identifier: BSD-2-Clause
// Expression: a scalar function of t (s) and x, y, z (m), or of one variable of another name, given
// as text, by muParser, or a function of the caller's.
//
// In texts are known these variables; the constants pi and _e; + - * / ^, comparisons, && ||,
// `condition ? a : b`; sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, asinh, acosh,
// atanh, log2, log10, log = ln, exp, sqrt, sign, rint, abs, min, max, sum, avg. Angles are in
// radians and the decimal mark is a point in every locale.
#ifndef RIC_BASE_EXPRESSION_H
#define RIC_BASE_EXPRESSION_H

#include "base/base.h"

RIC_C_BEGIN

typedef struct RicExpression_ *RicExpression;

// A named number.
typedef struct {
  const char *name; // borrowed
  PetscReal value;
  PetscBool used; // for the owner of a table of them: some text names it
} RicConstant;

// The names an expression may use besides pi, _e and functions.
typedef struct {
  const char *variable;         // the only one, borrowed for life; NULL: t, x, y, z; "": none
  const RicConstant *constants; // [num_constants], values are copied; NULL without
  PetscInt num_constants;
} RicScope;

// Compile `text`. A wrong text raises nothing: *expr is then NULL and `error` says in one line what
// is wrong and what is allowed (positions count from 1), so that the caller, who knows file and
// line, raises. Not collective.
//   error - [RIC_TEXT_LEN] or NULL; out: empty when the text is right
// The caller owns *expr.
PetscErrorCode RicExpressionCreate(const char text[], RicExpression *expr, char error[]);
// The same with the names of a scope. An only variable is the first of x in Evaluate.
PetscErrorCode RicExpressionCreateIn(const RicScope *scope, const char text[], RicExpression *expr,
                                     char error[]);
// The same value at all times and places.
PetscErrorCode RicExpressionCreateConstant(PetscReal value, RicExpression *expr);
// One of the caller's own, wherever an expression is taken: loads, motions, initial values. It is asked
// again at each time, so that a program may change what it answers between two steps; where a rate of
// it is wanted and none is given, it is also asked at times about t, later ones among them. ctx is the
// caller's and outlives it.
typedef PetscReal (*RicExpressionFn)(PetscReal t, const PetscReal x[3], void *ctx);
PetscErrorCode RicExpressionCreateFunction(RicExpressionFn fn, void *ctx, RicExpression *expr);
PetscErrorCode RicExpressionDestroy(RicExpression *expr);

// Value at time t and point x [3]. *value may be NaN or Inf where the text divides by zero: the
// caller checks. Not collective.
PetscErrorCode RicExpressionEvaluate(RicExpression expr, PetscReal t, const PetscReal x[3],
                                     PetscReal *value);

// Does t stand in the text, or is it a function of the caller's? If not, the value need not be computed
// again at another time.
PetscErrorCode RicExpressionIsTimeDependent(RicExpression expr, PetscBool *yes);

// Is it a number, none of its variables in the text?
PetscErrorCode RicExpressionIsConstant(RicExpression expr, PetscBool *yes);

// The next name in a text, of a variable, a constant or a function, and its length; NULL when there
// is none. That of 2e3*kilo is kilo.
const char *RicExpressionNextName(const char text[], size_t *length);
// Whether a constant of that name would hide something: t, x, y, z, s, pi, _pi, _e, functions.
PetscBool RicExpressionIsReserved(const char name[]);

RIC_C_END

#endif
