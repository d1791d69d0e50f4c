// SPDX-License-Identifier: BSD-2-Clause
// Derivatives of a system: as its table gives them, else by central differences of fourth order,
// y' = (8 (y(h) − y(−h)) − (y(2h) − y(−2h))) / 12h.
// Step: where functions bend over a length L, truncation errs by (h/L)⁴ and round-off, x itself
// being known to ε|x| only, by ε max(L,|x|)/h, or /h² in a second derivative. Both are alike at
// h = L (ε max(1,|x|/L))^(1/5), or ^(1/6). L = 0.1 suits angles in radians and lengths in metres:
// a derivative then has about ten right digits, a second one formed from g alone six.
#include "system/system.h"

#define LENGTH 0.1                     // L
#define MAX_VALUES RIC_SYSTEM_MAX_GAPS // of a function that is differentiated
#define MAX_ENTRIES (RIC_SYSTEM_MAX_GAPS * RIC_SYSTEM_MAX_DOFS)

// Where a function of the system is taken; w is what it is linear in, a or λ.
typedef struct {
  const RicSystemOps *ops;
  const PetscReal *p;
  PetscReal t, q[RIC_SYSTEM_MAX_DOFS], v[RIC_SYSTEM_MAX_DOFS], w[MAX_VALUES];
} Place;

typedef struct {
  PetscReal t, q[RIC_SYSTEM_MAX_DOFS], v[RIC_SYSTEM_MAX_DOFS];
} Direction;

typedef void (*FunctionFn)(const Place *at, PetscReal y[]);
typedef enum { BY_Q, BY_V } Variable;

// v [n] and w [num_w] may be NULL.
static Place PlaceOf(const RicSystemOps *ops, const PetscReal p[], PetscReal t, const PetscReal q[],
                     const PetscReal v[], const PetscReal w[], PetscInt num_w) {
  Place at = {.ops = ops, .p = p, .t = t};
  for (PetscInt i = 0; i < ops->num_dofs; ++i) {
    at.q[i] = q[i];
    at.v[i] = v ? v[i] : 0;
  }
  for (PetscInt i = 0; w && i < num_w; ++i)
    at.w[i] = w[i];
  return at;
}

static Place Moved(const Place *at, const Direction *direction, PetscReal s) {
  Place moved = *at;
  moved.t += s * direction->t;
  for (PetscInt i = 0; i < at->ops->num_dofs; ++i) {
    moved.q[i] += s * direction->q[i];
    moved.v[i] += s * direction->v[i];
  }
  return moved;
}

static void Force(const Place *at, PetscReal y[]) { at->ops->Force(at->p, at->t, at->q, at->v, y); }

static void Gap(const Place *at, PetscReal y[]) { at->ops->Gap(at->p, at->t, at->q, y); }

static void Potential(const Place *at, PetscReal y[]) { y[0] = at->ops->Potential(at->p, at->q); }

// M w.
static void MassTimes(const Place *at, PetscReal y[]) {
  const PetscInt n = at->ops->num_dofs;
  PetscReal M[RIC_SYSTEM_MAX_DOFS * RIC_SYSTEM_MAX_DOFS];
  at->ops->Mass(at->p, at->t, at->q, M);
  for (PetscInt i = 0; i < n; ++i) {
    y[i] = 0;
    for (PetscInt j = 0; j < n; ++j)
      y[i] += M[i * n + j] * at->w[j];
  }
}

// wᵀg.
static void WeightedGap(const Place *at, PetscReal y[]) {
  PetscReal g[RIC_SYSTEM_MAX_GAPS];
  Gap(at, g);
  y[0] = 0;
  for (PetscInt i = 0; i < at->ops->num_gaps; ++i)
    y[0] += at->w[i] * g[i];
}

// The step in a coordinate x for derivatives of that order.
static PetscReal StepOf(PetscReal x, PetscInt order) {
  const PetscReal noise = PETSC_MACHINE_EPSILON * PetscMax(1, PetscAbsReal(x) / LENGTH);
  return LENGTH * PetscPowReal(noise, 1.0 / (4 + order));
}

// dy [m] = d/ds y(at + s direction).
static void Along(FunctionFn function, const Place *at, const Direction *direction, PetscReal h,
                  PetscInt m, PetscReal dy[]) {
  static const PetscReal steps[4] = {-2, -1, 1, 2};
  PetscReal y[4][MAX_VALUES];
  for (PetscInt k = 0; k < 4; ++k) {
    const Place moved = Moved(at, direction, steps[k] * h);
    function(&moved, y[k]);
  }
  for (PetscInt i = 0; i < m; ++i)
    dy[i] = (8 * (y[2][i] - y[1][i]) - (y[3][i] - y[0][i])) / (12 * h);
}

// D [m*n] = factor ∂y/∂variable; order as in StepOf.
static void Gradient(FunctionFn function, const Place *at, Variable variable, PetscInt order,
                     PetscReal factor, PetscInt m, PetscReal D[]) {
  const PetscInt n = at->ops->num_dofs;
  for (PetscInt j = 0; j < n; ++j) {
    Direction unit = {0};
    PetscReal column[MAX_VALUES];
    (variable == BY_Q ? unit.q : unit.v)[j] = 1;
    Along(function, at, &unit, StepOf(variable == BY_Q ? at->q[j] : at->v[j], order), m, column);
    for (PetscInt i = 0; i < m; ++i)
      D[i * n + j] = factor * column[i];
  }
}

// Wᵀw.
static void Reaction(const Place *at, PetscReal y[]) {
  const PetscInt n = at->ops->num_dofs;
  PetscReal W[MAX_ENTRIES];
  if (!at->ops->GapRows) {
    Gradient(WeightedGap, at, BY_Q, 2, 1, 1, y);
    return;
  }
  at->ops->GapRows(at->p, at->t, at->q, W);
  for (PetscInt j = 0; j < n; ++j) {
    y[j] = 0;
    for (PetscInt i = 0; i < at->ops->num_gaps; ++i)
      y[j] += W[i * n + j] * at->w[i];
  }
}

void RicSystemTangent(const RicSystemOps *ops, const PetscReal p[], PetscReal t,
                      const PetscReal q[], const PetscReal v[], PetscReal K[], PetscReal C[]) {
  PetscReal unwanted[RIC_SYSTEM_MAX_DOFS * RIC_SYSTEM_MAX_DOFS];
  if (ops->Tangent) {
    ops->Tangent(p, t, q, v, K ? K : unwanted, C ? C : unwanted);
    return;
  }
  const Place at = PlaceOf(ops, p, t, q, v, NULL, 0);
  if (K)
    Gradient(Force, &at, BY_Q, 1, -1, ops->num_dofs, K);
  if (C)
    Gradient(Force, &at, BY_V, 1, -1, ops->num_dofs, C);
}

void RicSystemMassTangent(const RicSystemOps *ops, const PetscReal p[], PetscReal t,
                          const PetscReal q[], const PetscReal a[], PetscReal K[]) {
  const PetscInt n = ops->num_dofs;
  if (ops->constant_mass) {
    for (PetscInt i = 0; i < n * n; ++i)
      K[i] = 0;
  } else if (ops->MassTangent) {
    ops->MassTangent(p, t, q, a, K);
  } else {
    const Place at = PlaceOf(ops, p, t, q, NULL, a, n);
    Gradient(MassTimes, &at, BY_Q, 1, 1, n, K);
  }
}

void RicSystemMassRate(const RicSystemOps *ops, const PetscReal p[], PetscReal t,
                       const PetscReal q[], const PetscReal v[], PetscReal mdot_v[]) {
  const PetscInt n = ops->num_dofs;
  const Place at = PlaceOf(ops, p, t, q, NULL, v, n);
  Direction motion = {.t = 1};
  PetscReal h = StepOf(t, 1); // no coordinate moves by more than its own step
  for (PetscInt i = 0; i < n; ++i) {
    mdot_v[i] = 0;
    motion.q[i] = v[i];
    if (v[i] != 0)
      h = PetscMin(h, StepOf(q[i], 1) / PetscAbsReal(v[i]));
  }
  if (!ops->constant_mass)
    Along(MassTimes, &at, &motion, h, n, mdot_v);
}

void RicSystemPotentialGradient(const RicSystemOps *ops, const PetscReal p[], PetscReal t,
                                const PetscReal q[], PetscReal slope[]) {
  const Place at = PlaceOf(ops, p, t, q, NULL, NULL, 0);
  for (PetscInt i = 0; i < ops->num_dofs; ++i)
    slope[i] = 0;
  if (ops->Potential)
    Gradient(Potential, &at, BY_Q, 1, 1, 1, slope);
}

void RicSystemGapRows(const RicSystemOps *ops, const PetscReal p[], PetscReal t,
                      const PetscReal q[], PetscReal W[]) {
  if (ops->num_gaps == 0)
    return;
  if (ops->GapRows) {
    ops->GapRows(p, t, q, W);
    return;
  }
  const Place at = PlaceOf(ops, p, t, q, NULL, NULL, 0);
  Gradient(Gap, &at, BY_Q, 1, 1, ops->num_gaps, W);
}

void RicSystemGapRate(const RicSystemOps *ops, const PetscReal p[], PetscReal t,
                      const PetscReal q[], PetscReal rate[]) {
  const Place at = PlaceOf(ops, p, t, q, NULL, NULL, 0);
  const Direction time = {.t = 1};
  if (ops->num_gaps > 0)
    Along(Gap, &at, &time, StepOf(t, 1), ops->num_gaps, rate);
}

void RicSystemGapCurvature(const RicSystemOps *ops, const PetscReal p[], PetscReal t,
                           const PetscReal q[], const PetscReal lambda[], PetscReal H[]) {
  const PetscInt n = ops->num_dofs;
  if (ops->num_gaps == 0) {
    for (PetscInt i = 0; i < n * n; ++i)
      H[i] = 0;
  } else if (ops->GapCurvature) {
    ops->GapCurvature(p, t, q, lambda, H);
  } else {
    const Place at = PlaceOf(ops, p, t, q, NULL, lambda, ops->num_gaps);
    Gradient(Reaction, &at, BY_Q, ops->GapRows ? 1 : 2, 1, n, H);
  }
}

// ---- The check ----

static PetscReal Largest(PetscInt n, const PetscReal x[]) {
  PetscReal largest = 0;
  for (PetscInt i = 0; i < n; ++i)
    largest = PetscMax(largest, PetscAbsReal(x[i]));
  return largest;
}

// Deviation of `given` from `differences`, both [n]. Below 1e-4 of the function y [m] they came
// from, a derivative counts as zero: there, differences are round-off.
static PetscReal Deviation(PetscInt n, const PetscReal given[], const PetscReal differences[],
                           PetscInt m, const PetscReal y[]) {
  PetscReal largest = 0, scale = PetscMax(Largest(n, given), Largest(n, differences));
  scale = PetscMax(PetscMax(scale, 1e-4 * Largest(m, y)), 1e-290);
  for (PetscInt i = 0; i < n; ++i) {
    const PetscReal off = PetscAbsReal(given[i] - differences[i]);
    if (PetscIsInfOrNanReal(off))
      return PETSC_INFINITY;
    largest = PetscMax(largest, off);
  }
  return largest / scale;
}

static void CheckTangent(const Place *at, RicSystemCheck *check) {
  const PetscInt n = at->ops->num_dofs;
  RicSystemOps bare = *at->ops;
  PetscReal given[2][MAX_ENTRIES], differences[2][MAX_ENTRIES], f[MAX_VALUES];
  bare.Tangent = NULL;
  at->ops->Tangent(at->p, at->t, at->q, at->v, given[0], given[1]);
  RicSystemTangent(&bare, at->p, at->t, at->q, at->v, differences[0], differences[1]);
  Force(at, f);
  check->tangent_q = Deviation(n * n, given[0], differences[0], n, f);
  check->tangent_v = Deviation(n * n, given[1], differences[1], n, f);
}

static PetscReal CheckMassTangent(const Place *at) {
  const PetscInt n = at->ops->num_dofs;
  RicSystemOps bare = *at->ops;
  PetscReal given[MAX_ENTRIES], differences[MAX_ENTRIES], product[MAX_VALUES];
  bare.MassTangent = NULL;
  bare.constant_mass = PETSC_FALSE;
  RicSystemMassTangent(at->ops, at->p, at->t, at->q, at->w, given);
  RicSystemMassTangent(&bare, at->p, at->t, at->q, at->w, differences);
  MassTimes(at, product);
  return Deviation(n * n, given, differences, n, product);
}

static PetscReal CheckRows(const Place *at) {
  const PetscInt n = at->ops->num_dofs, m = at->ops->num_gaps;
  RicSystemOps bare = *at->ops;
  PetscReal given[MAX_ENTRIES], differences[MAX_ENTRIES], g[MAX_VALUES];
  bare.GapRows = NULL;
  at->ops->GapRows(at->p, at->t, at->q, given);
  RicSystemGapRows(&bare, at->p, at->t, at->q, differences);
  Gap(at, g);
  return Deviation(m * n, given, differences, m, g);
}

static PetscReal CheckCurvature(const Place *at) {
  const PetscInt n = at->ops->num_dofs;
  RicSystemOps bare = *at->ops;
  PetscReal given[MAX_ENTRIES], differences[MAX_ENTRIES], reaction[MAX_VALUES];
  bare.GapCurvature = NULL;
  at->ops->GapCurvature(at->p, at->t, at->q, at->w, given);
  RicSystemGapCurvature(&bare, at->p, at->t, at->q, at->w, differences);
  Reaction(at, reaction);
  return Deviation(n * n, given, differences, n, reaction);
}

void RicSystemCheckDerivatives(const RicSystemOps *ops, const PetscReal p[], PetscReal t,
                               const PetscReal q[], const PetscReal v[], RicSystemCheck *check) {
  Place at = PlaceOf(ops, p, t, q, v, NULL, 0);
  for (PetscInt i = 0; i < MAX_VALUES; ++i)
    at.w[i] = 1 + 0.3 * i; // an a, a λ whose terms do not cancel
  *check = (RicSystemCheck){0};
  if (ops->Tangent)
    CheckTangent(&at, check);
  if (ops->MassTangent || ops->constant_mass)
    check->mass_tangent = CheckMassTangent(&at);
  if (ops->num_gaps && ops->GapRows)
    check->rows = CheckRows(&at);
  if (ops->num_gaps && ops->GapCurvature)
    check->curvature = CheckCurvature(&at);
}
