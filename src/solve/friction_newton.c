// SPDX-License-Identifier: BSD-2-Clause
// Semismooth Newton on the equations of Alart and Curnier (1991), with one ρ for all components of a
// contact, z = r − ρ u:
//
//   F_N = (r_N − max(0, z_N))/ρ,   F_T = (r_T − P z_T)/ρ,   P onto the disk of radius µ max(0, z_N).
//
// The status of each contact is eliminated exactly, so that no entry is large; with t = z_T/‖z_T‖,
// β = µ z_N/‖z_T‖ and the lateral directions l ⊥ t:
//
//   open   z_N ≤ 0              dr = −r
//   stick  ‖z_T‖ ≤ µ z_N, µ > 0 u + du = 0
//   slip   else                 dr = x (n + µ t) + Σ y_i l_i + c t,  c = ρ (µ F_N − t·F_T),
//                               n·du = −F_N,  l_i·du + (1 − β)/(β ρ) y_i = −l_i·F_T/β
//
// A shift ε w_k on the diagonal makes each step a proximal one: dependent rows do no harm, and of
// many solutions the nearest is taken. Steps are halved until ‖F‖ falls.
#include "solve/friction_impl.h"

enum { MAX_HALVINGS = 11, MAX_FAILURES = 2, MEMORY = 8, EARLY_AFTER = 3 };

// Below that β the lateral directions are held.
#define SMALL_BETA 1e-12

typedef struct {
  const RicNewtonPlan *plan;
  PetscReal *r, *u, *F;          // the iterate
  PetscReal *trial, *dr;         // r + α dr
  PetscReal *constant, *product; // c t (open: −r), and W of it
  PetscReal merit[MEMORY];       // of the last iterates
  PetscInt accepted, failures, slow;
  PetscReal shift, reference; // ε; the residual when the convergence was last looked at
  PetscReal best;
} Newton;

// F of one contact.
static PetscReal Equations(const RicCone *c, PetscReal rho, const PetscReal r[],
                           const PetscReal u[], PetscReal F[]) {
  PetscReal z[RIC_FRICTION_MAX_ROWS] = {0}, sum = 0;

  for (PetscInt i = 0; i < c->rows; i++)
    z[i] = r[i] - rho * u[i];
  const PetscReal normal = PetscMax(z[0], 0), radius = c->mu * normal;
  const PetscReal slide = RicTangentNorm(c->rows, z), shrink = slide > radius ? radius / slide : 1;
  for (PetscInt i = 0; i < c->rows; i++) {
    F[i] = c->equality ? u[i] : (r[i] - (i ? shrink * z[i] : normal)) / rho;
    sum += F[i] * F[i];
  }
  return sum;
}

static PetscReal Evaluate(RicFriction f, Newton *it, const PetscReal r[]) {
  PetscReal sum = 0;

  RicFrictionVelocity(f, r, it->u);
  for (PetscInt k = 0; k < f->num_cones; k++) {
    const RicCone *c = &f->work.cone[k];
    sum += Equations(c, c->rho * it->plan->rho_factor, &r[c->start], &it->u[c->start],
                     &it->F[c->start]);
  }
  return PetscSqrtReal(sum);
}

// Unit vectors across t, all of d − 1 components: d − 2 of them, as rows.
static void Lateral(PetscInt d, const PetscReal t[], PetscReal l[2][3]) {
  if (d == 3) {
    l[0][0] = -t[1], l[0][1] = t[0];
    return;
  }
  const PetscReal sign = t[2] < 0 ? -1 : 1, a = -1 / (sign + t[2]), b = t[0] * t[1] * a;
  l[0][0] = 1 + sign * t[0] * t[0] * a, l[0][1] = sign * b, l[0][2] = -sign * t[0];
  l[1][0] = b, l[1][1] = sign + t[1] * t[1] * a, l[1][2] = -t[1];
}

static void SetIdentity(PetscInt d, PetscReal diagonal, PetscReal A[]) {
  for (PetscInt i = 0; i < d * d; i++)
    A[i] = i % (d + 1) ? 0 : diagonal;
}

static PetscInt Open(Newton *it, const RicCone *c) {
  for (PetscInt i = c->start; i < c->start + c->rows; i++)
    it->constant[i] = -it->r[i];
  return 0;
}

static PetscInt Stick(RicFriction f, Newton *it, const RicCone *c) {
  SetIdentity(c->rows, 1, &f->work.L[c->square]);
  SetIdentity(c->rows, 1, &f->work.R[c->square]);
  SetIdentity(c->rows, it->shift * c->w, &f->work.B[c->square]);
  for (PetscInt i = c->start; i < c->start + c->rows; i++) {
    it->constant[i] = 0;
    it->dr[i] = -it->u[i];
  }
  return c->rows;
}

// z_T = slide · t
static PetscInt Slip(RicFriction f, Newton *it, const RicCone *c, PetscReal rho, PetscReal normal,
                     PetscReal slide, const PetscReal t[]) {
  const PetscInt d = c->rows, s = c->start;
  const PetscReal beta = slide > 0 ? PetscMin(1, c->mu * normal / slide) : 0;
  PetscReal *L = &f->work.L[c->square], *R = &f->work.R[c->square], *B = &f->work.B[c->square];
  PetscReal l[2][3] = {{0}}, along = 0;
  PetscInt live = 1;

  SetIdentity(d, 0, L);
  SetIdentity(d, 0, R);
  SetIdentity(d, it->shift * c->w, B);
  L[0] = R[0] = 1;
  for (PetscInt i = 1; i < d; i++)
    along += t[i - 1] * it->F[s + i];
  it->constant[s] = 0;
  for (PetscInt i = 1; i < d; i++) {
    R[i * d] = c->mu * t[i - 1];
    it->constant[s + i] = rho * (c->mu * it->F[s] - along) * t[i - 1];
  }
  it->dr[s] = -it->F[s];
  if (d < 3 || !(beta > SMALL_BETA))
    return live;
  Lateral(d, t, l);
  for (; live < d - 1; live++) {
    it->dr[s + live] = 0;
    for (PetscInt i = 1; i < d; i++) {
      L[i * d + live] = R[i * d + live] = l[live - 1][i - 1];
      it->dr[s + live] -= l[live - 1][i - 1] * it->F[s + i] / beta;
    }
    B[live * (d + 1)] += (1 - beta) / (beta * rho);
  }
  return live;
}

// Status, bases, diagonal and right side of one contact; the number of its unknowns.
static PetscInt Linearize(RicFriction f, Newton *it, const RicCone *c) {
  const PetscReal rho = c->rho * it->plan->rho_factor;
  const PetscReal *r = &it->r[c->start], *u = &it->u[c->start];
  PetscReal t[RIC_FRICTION_MAX_ROWS - 1] = {1};
  const PetscReal normal = r[0] - rho * u[0];
  PetscReal slide = 0;

  if (c->equality)
    return Stick(f, it, c);
  if (!(normal > 0))
    return Open(it, c);
  for (PetscInt i = 1; i < c->rows; i++) {
    t[i - 1] = r[i] - rho * u[i];
    slide += t[i - 1] * t[i - 1];
  }
  slide = PetscSqrtReal(slide);
  if (c->rows == 1 || (slide <= c->mu * normal && c->mu > 0))
    return Stick(f, it, c);
  for (PetscInt i = 0; i < c->rows - 1 && slide > 0; i++)
    t[i] /= slide;
  if (!(slide > 0))
    t[0] = 1;
  return Slip(f, it, c, rho, normal, slide, t);
}

// The right sides lose Lᵀ W c.
static void SubtractConstant(RicFriction f, Newton *it) {
  RicFrictionApply(f, it->constant, it->product);
  for (PetscInt k = 0; k < f->num_cones; k++) {
    const RicCone *c = &f->work.cone[k];
    const PetscReal *L = &f->work.L[c->square];
    for (PetscInt j = 0; j < f->work.live[k]; j++)
      for (PetscInt i = 0; i < c->rows; i++)
        it->dr[c->start + j] -= L[i * c->rows + j] * it->product[c->start + i];
  }
}

// dr = c + R y
static void Expand(RicFriction f, Newton *it) {
  for (PetscInt k = 0; k < f->num_cones; k++) {
    const RicCone *c = &f->work.cone[k];
    const PetscReal *R = &f->work.R[c->square];
    PetscReal y[RIC_FRICTION_MAX_ROWS];
    for (PetscInt j = 0; j < f->work.live[k]; j++)
      y[j] = it->dr[c->start + j];
    for (PetscInt i = 0; i < c->rows; i++) {
      it->dr[c->start + i] = it->constant[c->start + i];
      for (PetscInt j = 0; j < f->work.live[k]; j++)
        it->dr[c->start + i] += R[i * c->rows + j] * y[j];
    }
  }
}

static PetscErrorCode Direction(RicFriction f, Newton *it) {
  RicFrictionWork *w = &f->work;
  const RicReduction reduction = {w->live, w->L, w->R, w->B};

  PetscFunctionBegin;
  for (PetscInt k = 0; k < f->num_cones; k++)
    w->live[k] = Linearize(f, it, &w->cone[k]);
  SubtractConstant(f, it);
  for (PetscInt k = 0; f->shift > 0 && k < f->num_cones; k++) // LᵀR = I
    for (PetscInt i = 0; i < w->live[k]; i++)
      w->B[w->cone[k].square + i * (w->cone[k].rows + 1)] += f->shift * w->cone[k].w;
  PetscCall(f->kernel->Factor(f, &reduction));
  PetscCall(f->kernel->Solve(f, &reduction, it->dr));
  RicFrictionCountFactorization(f);
  Expand(f, it);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// r ← r + α dr with the first α = 1, ½, … that lets ‖F‖ fall. *halvings: MAX_HALVINGS + 1 when none
// does; u and F are then again those of r.
static void Search(RicFriction f, Newton *it, PetscInt *halvings) {
  PetscReal allowed = 0, step = 1;

  for (PetscInt i = 0; i < PetscMin(it->plan->memory, it->accepted); i++)
    allowed = PetscMax(allowed, it->merit[(it->accepted - 1 - i) % MEMORY]);
  for (*halvings = 0; *halvings <= MAX_HALVINGS; (*halvings)++, step /= 2) {
    for (PetscInt i = 0; i < f->n; i++)
      it->trial[i] = it->r[i] + step * it->dr[i];
    const PetscReal merit = Evaluate(f, it, it->trial);
    if (!(merit < (1 - 1e-4 * step) * allowed))
      continue;
    it->merit[it->accepted++ % MEMORY] = merit;
    PetscReal *swap = it->r;
    it->r = it->trial, it->trial = swap;
    return;
  }
  Evaluate(f, it, it->r);
}

// The residual of the iterate; below the tolerance it is that of its projection, which counts.
static void Judge(RicFriction f, Newton *it, PetscReal best_r[]) {
  PetscReal residual = RicFrictionResidual(f, it->r, it->u);

  if (residual <= it->plan->tolerance) {
    for (PetscInt i = 0; i < f->n; i++)
      it->trial[i] = it->r[i];
    residual = RicFrictionProject(f, it->trial, it->product);
    if (residual <= it->plan->tolerance)
      for (PetscInt i = 0; i < f->n; i++)
        it->r[i] = it->trial[i];
  }
  if (!(residual < it->best))
    return;
  it->best = residual;
  for (PetscInt i = 0; i < f->n; i++)
    best_r[i] = it->r[i];
}

// Is it worth while to go on? Not after steps that gain less than a digit in three, or two short
// ones.
static PetscBool IsSlow(Newton *it, PetscInt step, PetscInt halvings) {
  if (step == 0)
    it->reference = it->best;
  it->slow = halvings >= 2 ? it->slow + 1 : 0;
  if ((step >= EARLY_AFTER && it->best > 0.1 * it->reference) || it->slow >= 2)
    return PETSC_TRUE;
  if (step >= EARLY_AFTER && step % EARLY_AFTER == 0)
    it->reference = it->best;
  return PETSC_FALSE;
}

static void Start(RicFriction f, Newton *it, const PetscReal r[]) {
  PetscReal **v = f->work.vector;

  it->r = v[0], it->u = v[1], it->F = v[2], it->trial = v[3], it->dr = v[4];
  it->constant = v[5], it->product = v[6];
  it->shift = it->plan->shift;
  for (PetscInt i = 0; i < f->n; i++)
    it->r[i] = r[i];
  it->merit[it->accepted++] = Evaluate(f, it, it->r);
  it->best = RicFrictionResidual(f, it->r, it->u);
}

PetscErrorCode RicFrictionNewton(RicFriction f, const RicNewtonPlan *plan, PetscReal r[],
                                 PetscReal *residual) {
  Newton it = {.plan = plan};

  PetscFunctionBegin;
  Start(f, &it, r);
  for (PetscInt step = 0; step < plan->max_it && it.best > plan->tolerance; step++) {
    PetscInt halvings;
    PetscCall(Direction(f, &it));
    f->result->newton++;
    Search(f, &it, &halvings);
    if (halvings > MAX_HALVINGS) {
      if (++it.failures > MAX_FAILURES)
        break;
      it.shift = PetscMax(100 * it.shift, 1e-4);
      continue;
    }
    Judge(f, &it, r);
    if (halvings == 0 && it.shift > plan->shift)
      it.shift = PetscMax(plan->shift, 0.1 * it.shift);
    if (plan->early && IsSlow(&it, step, halvings))
      break;
  }
  *residual = it.best;
  PetscFunctionReturn(PETSC_SUCCESS);
}
