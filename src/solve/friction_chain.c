// SPDX-License-Identifier: BSD-2-Clause
// The chain of methods: each link starts where its part of the road is best known to begin, the best
// answer so far is kept, and the first that meets the tolerance ends it.
#include "solve/friction_impl.h"

enum {
  WARM_STEPS = 8,
  FIRST_SWEEPS = 10,
  NEWTON_STEPS = 6,
  INTERIOR_STEPS = 60,
  MORE_INTERIOR_STEPS = 80,
  POLISH_STEPS = 20,
  PROXIMAL_STEPS = 60,
  CYCLES = 40,
  CYCLE_STEPS = 30
};

// To here the interior point method; the digits behind are cheaper by Newton.
#define INTERIOR_TOLERANCE 1e-7

// An iterate that runs away along a self-stress, ‖r‖ w > RUNAWAY ‖q‖, is no start for another link.
#define RUNAWAY 1e7

// From here on W r is round-off, and what it says is chance.
#define MEANINGLESS 1e11

// To here the problem without friction.
#define FEASIBLE_TOLERANCE 1e-6

// Multiplications and additions that each of the last links may take: some seconds, on large problems.
#define LAST_FLOPS 4e9

// Round-off may exceed the tolerance by this factor.
#define MOST_ROUND_OFF 100.0

typedef struct {
  PetscReal *best_r, *best_u;
  PetscReal best;
  PetscBool exact; // the best is right to round-off
} Chain;

static PetscBool IsDone(RicFriction f, const Chain *c) {
  return (PetscBool)(c->best <= f->tolerance || c->exact);
}

// Is the residual what is left of the sums in W r? Never far above the tolerance.
static PetscBool IsRoundOff(RicFriction f, PetscReal residual, const PetscReal r[]) {
  if (!(residual <= MOST_ROUND_OFF * f->tolerance))
    return PETSC_FALSE;
  return (PetscBool)(residual * f->scale <=
                     50 * PETSC_MACHINE_EPSILON * f->kernel->Magnitude(f, r));
}

static PetscReal Largest(PetscInt n, const PetscReal r[]) {
  PetscReal largest = 0;

  for (PetscInt i = 0; i < n; i++)
    largest = PetscMax(largest, PetscAbsReal(r[i]));
  return largest;
}

// Looks at an iterate as it counts, projected onto the cones, and keeps it when it is the best.
static void Keep(RicFriction f, Chain *c, RicFrictionLink link, PetscReal r[], PetscReal u[]) {
  const PetscReal residual = RicFrictionProject(f, r, u);
  const PetscReal size = Largest(f->n, r) * f->mean_w / f->scale;

  if (residual < c->best && size < MEANINGLESS) {
    c->best = residual;
    f->result->link = link;
    for (PetscInt i = 0; i < f->n; i++)
      c->best_r[i] = r[i], c->best_u[i] = u[i];
    if (!IsDone(f, c))
      c->exact = IsRoundOff(f, residual, r);
  }
  if (!IsDone(f, c) && !(size <= RUNAWAY))
    for (PetscInt i = 0; i < f->n; i++)
      r[i] = 0;
}

// r = 0, where u = q.
static void TryRest(RicFriction f, Chain *c) {
  const PetscReal residual = RicFrictionResidual(f, f->work.start, f->q);

  if (!(residual < c->best))
    return;
  c->best = residual;
  f->result->link = RIC_FRICTION_LINK_START;
  for (PetscInt i = 0; i < f->n; i++)
    c->best_r[i] = 0, c->best_u[i] = f->q[i];
}

// The start and r = 0; is there a start at all?
static PetscBool Begin(RicFriction f, Chain *c, PetscReal r[], PetscReal u[]) {
  PetscBool warm = PETSC_FALSE;

  for (PetscInt i = 0; i < f->n; i++) {
    warm = (PetscBool)(warm || r[i] != 0);
    f->work.start[i] = c->best_r[i] = c->best_u[i] = 0;
  }
  if (warm)
    Keep(f, c, RIC_FRICTION_LINK_START, r, u);
  if (!IsDone(f, c))
    TryRest(f, c);
  return warm;
}

static PetscErrorCode Sweeps(RicFriction f, Chain *c, PetscInt n, PetscReal r[], PetscReal u[]) {
  PetscReal residual;

  PetscFunctionBegin;
  PetscCall(RicFrictionSweeps(f, f->tolerance, n, PETSC_FALSE, r, &residual));
  Keep(f, c, RIC_FRICTION_LINK_SWEEPS, r, u);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Newton(RicFriction f, Chain *c, RicFrictionLink link, PetscInt steps,
                             PetscBool early, PetscReal r[], PetscReal u[]) {
  const RicNewtonPlan plan = {.tolerance = f->tolerance,
                              .max_it = steps,
                              .early = early,
                              .shift = f->kernel->newton_shift,
                              .rho_factor = 1,
                              .memory = 1};
  PetscReal residual;

  PetscFunctionBegin;
  PetscCall(RicFrictionNewton(f, &plan, r, &residual));
  Keep(f, c, link, r, u);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Until the start is known to be a bad one, and the state of most contacts.
static PetscErrorCode EasyLinks(RicFriction f, Chain *c, PetscBool warm, PetscReal r[],
                                PetscReal u[]) {
  PetscFunctionBegin;
  if (f->num_cones == 1)
    PetscCall(Sweeps(f, c, 1, r, u));
  if (warm && !IsDone(f, c))
    PetscCall(Newton(f, c, RIC_FRICTION_LINK_WARM, WARM_STEPS, PETSC_TRUE, r, u));
  if (!IsDone(f, c))
    PetscCall(Sweeps(f, c, FIRST_SWEEPS, r, u));
  if (!warm && !IsDone(f, c))
    PetscCall(Newton(f, c, RIC_FRICTION_LINK_NEWTON, NEWTON_STEPS, PETSC_TRUE, r, u));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// From the middle of the cones, then Newton.
static PetscErrorCode Interior(RicFriction f, Chain *c, PetscReal tolerance, PetscInt steps,
                               PetscReal r[], PetscReal u[]) {
  PetscReal residual;

  PetscFunctionBegin;
  PetscCall(RicFrictionInterior(f, tolerance, steps, r, &residual));
  Keep(f, c, RIC_FRICTION_LINK_INTERIOR, r, u);
  if (!IsDone(f, c))
    PetscCall(Newton(f, c, RIC_FRICTION_LINK_POLISH, POLISH_STEPS, PETSC_FALSE, r, u));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void TakeBest(RicFriction f, const Chain *c, PetscReal r[]) {
  for (PetscInt i = 0; i < f->n; i++)
    r[i] = c->best_r[i];
}

// Sweeps, ever more of them, and Newton with ever other parameters.
static PetscErrorCode Cycle(RicFriction f, Chain *c, PetscInt n, PetscReal r[], PetscReal u[]) {
  const RicNewtonPlan plan = {.tolerance = f->tolerance,
                              .max_it = CYCLE_STEPS,
                              .shift = n % 3 == 2 ? 1e-6 : f->kernel->newton_shift,
                              .rho_factor = n % 4 == 2   ? 10
                                            : n % 4 == 3 ? 0.1
                                                         : 1,
                              .memory = n % 2 ? 3 : 1};
  PetscReal before, after, *swept = f->work.start;

  PetscFunctionBegin;
  PetscCall(
      RicFrictionSweeps(f, f->tolerance, 20 << PetscMin(n, 6), (PetscBool)(n % 2), r, &before));
  Keep(f, c, RIC_FRICTION_LINK_CYCLES, r, u);
  if (IsDone(f, c))
    PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < f->n; i++)
    swept[i] = r[i];
  PetscCall(RicFrictionNewton(f, &plan, r, &after));
  Keep(f, c, RIC_FRICTION_LINK_CYCLES, r, u);
  for (PetscInt i = 0; i < f->n && after > before; i++)
    r[i] = swept[i];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode HardLinks(RicFriction f, Chain *c, PetscReal r[], PetscReal u[]) {
  const PetscReal tolerance = PetscMax(f->tolerance, INTERIOR_TOLERANCE);
  PetscReal residual;

  PetscFunctionBegin;
  PetscCall(Interior(f, c, tolerance, INTERIOR_STEPS, r, u));
  if (!IsDone(f, c) && tolerance > f->tolerance)
    PetscCall(Interior(f, c, f->tolerance, MORE_INTERIOR_STEPS, r, u));
  if (IsDone(f, c))
    PetscFunctionReturn(PETSC_SUCCESS);
  TakeBest(f, c, r);
  PetscCall(
      RicFrictionProximal(f, f->tolerance, PROXIMAL_STEPS, f->flops + LAST_FLOPS, r, &residual));
  Keep(f, c, RIC_FRICTION_LINK_PROXIMAL, r, u);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Links(RicFriction f, Chain *c, PetscReal r[], PetscReal u[]) {
  PetscFunctionBegin;
  const PetscBool warm = Begin(f, c, r, u);
  if (!IsDone(f, c))
    PetscCall(EasyLinks(f, c, warm, r, u));
  if (!IsDone(f, c))
    PetscCall(HardLinks(f, c, r, u));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Has the problem without friction a solution? It is convex, and has none exactly when no motion
// opens or keeps all contacts. Takes vectors that the links leave alone.
static PetscErrorCode IsFeasible(RicFriction f, PetscBool *feasible) {
  PetscReal **v = f->work.vector;
  Chain c = {.best_r = v[10], .best_u = v[11], .best = PETSC_MAX_REAL};
  RicFrictionResult scratch = {0}, *result = f->result;
  const PetscReal tolerance = f->tolerance;

  PetscFunctionBegin;
  f->result = &scratch;
  f->tolerance = PetscMax(tolerance, FEASIBLE_TOLERANCE);
  for (PetscInt k = 0; k < f->num_cones; k++) {
    v[14][k] = f->work.cone[k].mu;
    f->work.cone[k].mu = 0;
  }
  for (PetscInt i = 0; i < f->n; i++)
    v[12][i] = 0;
  PetscCall(Links(f, &c, v[12], v[13]));
  *feasible = IsDone(f, &c);
  for (PetscInt k = 0; k < f->num_cones; k++)
    f->work.cone[k].mu = v[14][k];
  f->tolerance = tolerance;
  f->result = result;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Whatever else failed: an answer all the same, or why there is none.
static PetscErrorCode LastLinks(RicFriction f, Chain *c, PetscReal r[], PetscReal u[]) {
  const PetscReal most = f->flops + LAST_FLOPS;
  PetscBool feasible = PETSC_FALSE;

  PetscFunctionBegin;
  PetscCall(IsFeasible(f, &feasible));
  f->result->reason = feasible ? RIC_FRICTION_UNSOLVED : RIC_FRICTION_INFEASIBLE;
  TakeBest(f, c, r);
  for (PetscInt n = 0; n < CYCLES && feasible && !IsDone(f, c) && f->flops < most; n++)
    PetscCall(Cycle(f, c, n, r, u));
  if (IsDone(f, c))
    f->result->reason = RIC_FRICTION_SOLVED;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void CountStatus(RicFriction f, const PetscReal r[]) {
  for (PetscInt k = 0; k < f->num_cones; k++) {
    const RicCone *c = &f->work.cone[k];
    const PetscReal *p = &r[c->start], radius = c->mu * p[0];
    if (c->equality)
      continue;
    if (!(p[0] > 0))
      f->result->open++;
    else if (c->rows > 1 && (RicTangentNorm(c->rows, p) < radius * (1 - 1e-12)))
      f->result->stick++;
    else
      f->result->slip++;
  }
}

PetscErrorCode RicFrictionChain(RicFriction f, PetscReal r[], PetscReal u[]) {
  Chain c = {.best_r = f->work.best, .best_u = f->work.best_u, .best = PETSC_MAX_REAL};

  PetscFunctionBegin;
  PetscCall(Links(f, &c, r, u));
  if (!IsDone(f, &c))
    PetscCall(LastLinks(f, &c, r, u));
  for (PetscInt i = 0; i < f->n; i++)
    r[i] = c.best_r[i], u[i] = c.best_u[i];
  f->result->residual = c.best;
  f->result->natural_map = RicFrictionNaturalMap(f, r, u);
  CountStatus(f, r);
  PetscFunctionReturn(PETSC_SUCCESS);
}
