// SPDX-License-Identifier: BSD-2-Clause
// Primal–dual interior point method with the scaling of Nesterov and Todd and the predictor and
// corrector of Mehrotra. With x = P r, P = diag(µ, 1, …), each cone is Lorentz's:
//
//   x ∈ L,  z ∈ L,  x ∘ z = 0,   z = P⁻¹ u + ‖z_T‖ n,   u = W r + q.
//
// ‖z_T‖, which makes the law of Coulomb of a convex problem, is linearised with the rest: with
// T⁻¹ = I − n τᵀ, τ = ω z_T/‖z_T‖, N = S⁻² and S the scaling, a step solves
//
//   (W + P T⁻¹ N P + δ) dr = P (−ρ + T⁻¹ S⁻¹(λ \ c)),   dz = S⁻¹(λ \ c) − N dx,
//
// ρ the residual of the equation of z and c = σ m e − λ ∘ λ − (S⁻¹ dx_a) ∘ (S dz_a), m the mean of x·z.
// Equations have z = 0 and no cone; cones without friction are their normal. Safeguards, all
// measured on problems others publish: ω is halved after short steps; m may not fall faster than ρ.
#include "solve/friction_impl.h"
#include "solve/friction_lorentz.h"

enum { MAX_SHORT = 6, MAX_WORSE = 3 };

typedef struct {
  PetscReal tolerance;
  PetscReal *x, *z, *dx, *dz;
  PetscReal *r, *u;              // P⁻¹ x and its velocity
  PetscReal *rho, *tau, *lambda; // residual of the equation of z, the derivative of ‖z_T‖, S z
  PetscReal *combined;           // S⁻¹(λ \ c)
  PetscReal *S, *inverse;        // by squares of the live components
  PetscInt cones;                // without equations
  PetscReal q_max;
  PetscReal mean, mean0;     // m, and at the start
  PetscReal defect, defect0; // ‖ρ‖, and at the start
  PetscReal omega, delta;
  PetscReal residual, best;
  PetscInt worse, jammed;
} Interior;

static PetscReal Scale(const RicCone *c, PetscInt live) { return live > 1 ? c->mu : 1; }

static void Start(RicFriction f, Interior *it) {
  PetscReal **v = f->work.vector;

  *it = (Interior){.tolerance = it->tolerance,
                   .x = v[0],
                   .z = v[1],
                   .dx = v[2],
                   .dz = v[3],
                   .r = v[4],
                   .u = v[5],
                   .rho = v[6],
                   .tau = v[7],
                   .lambda = v[8],
                   .combined = v[9],
                   .S = f->work.L,
                   .inverse = f->work.R,
                   .omega = 1,
                   .delta = 1e-12 * f->mean_w,
                   .best = PETSC_MAX_REAL};
  for (PetscInt i = 0; i < f->n; i++) {
    it->x[i] = it->z[i] = it->dx[i] = it->dz[i] = it->tau[i] = it->rho[i] = 0;
    it->q_max = PetscMax(it->q_max, PetscAbsReal(f->q[i]));
  }
  it->q_max = it->q_max > 0 ? it->q_max : 1;
  for (PetscInt k = 0; k < f->num_cones; k++) {
    const RicCone *c = &f->work.cone[k];
    const PetscBool normal = (PetscBool)(!c->equality && c->mu < RIC_FRICTION_NO_MU);
    const PetscInt live = f->work.live[k] = normal ? 1 : c->rows;
    const PetscReal mu = Scale(c, live);
    if (c->equality)
      continue;
    it->cones++;
    it->x[c->start] = it->q_max * c->rho * PetscMax(mu, 1);
    it->z[c->start] = it->q_max / PetscMin(mu, 1);
  }
}

// r, u, the residual, and how far the iterate is from the equation and from complementarity.
static void Measure(RicFriction f, Interior *it) {
  PetscReal defect = 0;

  for (PetscInt k = 0; k < f->num_cones; k++) {
    const RicCone *c = &f->work.cone[k];
    for (PetscInt i = 0; i < c->rows; i++)
      it->r[c->start + i] = it->x[c->start + i];
    if (!c->equality)
      it->r[c->start] /= Scale(c, f->work.live[k]);
  }
  RicFrictionVelocity(f, it->r, it->u);
  it->residual = RicFrictionResidual(f, it->r, it->u);
  it->mean = 0;
  for (PetscInt k = 0; k < f->num_cones; k++) {
    const RicCone *c = &f->work.cone[k];
    const PetscInt live = f->work.live[k];
    const PetscReal *u = &it->u[c->start], *x = &it->x[c->start], *z = &it->z[c->start];
    PetscReal *rho = &it->rho[c->start];
    for (PetscInt i = 0; i < live; i++)
      rho[i] = u[i] - z[i];
    if (!c->equality)
      rho[0] = u[0] / Scale(c, live) + RicTangentNorm(live, z) - z[0];
    for (PetscInt i = 0; i < live; i++) {
      defect += rho[i] * rho[i];
      it->mean += x[i] * z[i] / it->cones;
    }
  }
  it->defect = PetscSqrtReal(defect);
}

// Keeps the best iterate, and tells whether there is nothing more to gain.
static PetscBool IsOver(RicFriction f, Interior *it, PetscReal best_r[]) {
  if (it->residual < it->best) {
    it->best = it->residual;
    for (PetscInt i = 0; i < f->n; i++)
      best_r[i] = it->r[i];
  }
  it->worse = it->residual > 1.5 * it->best && it->best < 1e-5 ? it->worse + 1 : 0;
  const PetscBool converged = (PetscBool)(it->mean < 1e-26 * it->q_max * it->q_max / f->mean_w &&
                                          it->defect < 1e-10 * f->scale);
  return (PetscBool)(!(it->mean > 0) || !PetscIsNormalReal(it->mean) || converged ||
                     it->worse > MAX_WORSE || it->residual <= it->tolerance);
}

// Scaling of one cone, and P T⁻¹ N P of it into B.
static void ScaleCone(Interior *it, const RicCone *c, PetscInt d, PetscReal B[]) {
  const PetscReal *z = &it->z[c->start], *inverse = &it->inverse[c->square];
  const PetscReal mu = Scale(c, d), slide = RicTangentNorm(d, z);
  PetscReal *tau = &it->tau[c->start], N[16];

  RicLorentzScale(d, &it->x[c->start], z, &it->S[c->square], &it->inverse[c->square],
                  &it->lambda[c->start]);
  for (PetscInt i = 1; i < d; i++)
    tau[i] = slide > 0 ? it->omega * z[i] / slide : 0;
  for (PetscInt i = 0; i < d; i++)
    for (PetscInt j = 0; j < d; j++) {
      N[d * i + j] = 0;
      for (PetscInt a = 0; a < d; a++)
        N[d * i + j] += inverse[d * i + a] * inverse[d * a + j];
    }
  for (PetscInt j = 0; j < d; j++)
    for (PetscInt i = 1; i < d; i++)
      N[j] -= tau[i] * N[d * i + j];
  for (PetscInt i = 0; i < d; i++)
    for (PetscInt j = 0; j < d; j++)
      B[c->rows * i + j] = N[d * i + j] * (i ? 1 : mu) * (j ? 1 : mu) + (i == j ? it->delta : 0);
}

static PetscErrorCode Factor(RicFriction f, Interior *it, const RicReduction *reduction) {
  PetscReal *B = f->work.B;

  PetscFunctionBegin;
  for (PetscInt k = 0; k < f->num_cones; k++) {
    const RicCone *c = &f->work.cone[k];
    if (!c->equality) {
      ScaleCone(it, c, f->work.live[k], &B[c->square]);
      continue;
    }
    for (PetscInt i = 0; i < c->rows * c->rows; i++)
      B[c->square + i] = i % (c->rows + 1) ? 0 : f->kernel->newton_shift * c->w;
  }
  PetscCall(f->kernel->Factor(f, reduction));
  RicFrictionCountFactorization(f);
  PetscFunctionReturn(PETSC_SUCCESS);
}

RIC_INLINE void Multiply(PetscInt d, const PetscReal A[], const PetscReal x[], PetscReal y[]) {
  for (PetscInt i = 0; i < d; i++) {
    y[i] = 0;
    for (PetscInt j = 0; j < d; j++)
      y[i] += A[d * i + j] * x[j];
  }
}

// S⁻¹(λ \ c) of one cone; with the corrector, dx and dz are those of the predictor.
static void Combine(Interior *it, const RicCone *c, PetscInt d, PetscReal center,
                    PetscBool corrector) {
  const PetscReal *lambda = &it->lambda[c->start];
  PetscReal p[4], a[4], b[4], y[4];

  RicLorentzProduct(d, lambda, lambda, p);
  for (PetscInt i = 0; i < d; i++)
    y[i] = (i ? 0 : center) - p[i];
  if (corrector) {
    Multiply(d, &it->inverse[c->square], &it->dx[c->start], a);
    Multiply(d, &it->S[c->square], &it->dz[c->start], b);
    RicLorentzProduct(d, a, b, p);
    for (PetscInt i = 0; i < d; i++)
      y[i] -= p[i];
  }
  RicLorentzDivide(d, lambda, y, a);
  Multiply(d, &it->inverse[c->square], a, &it->combined[c->start]);
}

// The right side P (−ρ + T⁻¹ S⁻¹(λ \ c)) into dx.
static void RightSide(RicFriction f, Interior *it, PetscReal center, PetscBool corrector) {
  for (PetscInt k = 0; k < f->num_cones; k++) {
    const RicCone *c = &f->work.cone[k];
    const PetscInt d = f->work.live[k];
    const PetscReal *tau = &it->tau[c->start], *rho = &it->rho[c->start];
    PetscReal *combined = &it->combined[c->start], *side = &it->dx[c->start];
    if (c->equality) {
      for (PetscInt i = 0; i < d; i++)
        side[i] = -rho[i];
      continue;
    }
    Combine(it, c, d, center, corrector);
    for (PetscInt i = 0; i < d; i++)
      side[i] = combined[i] - rho[i];
    for (PetscInt i = 1; i < d; i++)
      side[0] -= tau[i] * combined[i];
    side[0] *= Scale(c, d);
  }
}

// dx = P dr and dz, from dr.
static void Expand(RicFriction f, Interior *it) {
  for (PetscInt k = 0; k < f->num_cones; k++) {
    const RicCone *c = &f->work.cone[k];
    const PetscInt d = f->work.live[k];
    PetscReal *dx = &it->dx[c->start], *dz = &it->dz[c->start], y[4], step[4];
    for (PetscInt i = d; i < c->rows; i++)
      dx[i] = 0;
    if (c->equality)
      continue;
    dx[0] *= Scale(c, d);
    Multiply(d, &it->inverse[c->square], dx, y);
    Multiply(d, &it->inverse[c->square], y, step);
    for (PetscInt i = 0; i < d; i++)
      dz[i] = it->combined[c->start + i] - step[i];
  }
}

static PetscErrorCode Direction(RicFriction f, Interior *it, const RicReduction *reduction,
                                PetscReal sigma, PetscBool corrector) {
  PetscFunctionBegin;
  RightSide(f, it, sigma * it->mean, corrector);
  PetscCall(f->kernel->Solve(f, reduction, it->dx));
  Expand(f, it);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscReal LargestStep(RicFriction f, const Interior *it) {
  PetscReal step = PETSC_MAX_REAL;

  for (PetscInt k = 0; k < f->num_cones; k++) {
    const RicCone *c = &f->work.cone[k];
    const PetscInt d = f->work.live[k], s = c->start;
    if (c->equality)
      continue;
    step = PetscMin(step, RicLorentzStep(d, &it->x[s], &it->dx[s]));
    step = PetscMin(step, RicLorentzStep(d, &it->z[s], &it->dz[s]));
  }
  return step;
}

// σ = (m_a/m)³ of the predictor; larger while complementarity is ahead of the equation.
static PetscReal Centering(RicFriction f, const Interior *it, PetscReal step) {
  PetscReal mean = 0;

  step = PetscMin(step, 1);
  for (PetscInt k = 0; k < f->num_cones; k++) {
    const RicCone *c = &f->work.cone[k];
    for (PetscInt i = c->start; !c->equality && i < c->start + f->work.live[k]; i++)
      mean += (it->x[i] + step * it->dx[i]) * (it->z[i] + step * it->dz[i]) / it->cones;
  }
  const PetscReal ratio = mean / it->mean;
  const PetscReal ahead = it->defect / it->defect0 / (it->mean / it->mean0);
  PetscReal sigma = ratio * ratio * ratio;
  if (ahead > 100)
    sigma = PetscMax(sigma, ahead > 1000 ? 1 : 0.5);
  return sigma >= 1e-6 ? PetscMin(sigma, 1) : 1e-6;
}

// PETSC_FALSE when the iteration jams.
static PetscBool Advance(RicFriction f, Interior *it) {
  const PetscReal largest = LargestStep(f, it);
  const PetscReal close = 1 - it->mean / (it->q_max * it->q_max / f->mean_w);

  it->omega = largest < 0.1   ? it->omega / 2
              : largest > 0.5 ? PetscMin(1, 1.5 * it->omega + 0.05)
                              : it->omega;
  if (!(largest >= 0))
    return PETSC_FALSE;
  const PetscReal step = PetscMin(1, largest * PetscMin(0.999, PetscMax(0.9, close)));
  for (PetscInt i = 0; i < f->n; i++) {
    it->x[i] += step * it->dx[i];
    it->z[i] += step * it->dz[i];
  }
  if (step < 0.02)
    it->jammed++;
  else if (step > 0.3 && it->jammed > 0)
    it->jammed--;
  return (PetscBool)(step >= 1e-8 && it->jammed <= MAX_SHORT);
}

PetscErrorCode RicFrictionInterior(RicFriction f, PetscReal tolerance, PetscInt max_it,
                                   PetscReal r[], PetscReal *residual) {
  const RicReduction reduction = {.live = f->work.live, .B = f->work.B};
  Interior it = {.tolerance = tolerance};

  PetscFunctionBegin;
  Start(f, &it);
  for (PetscInt step = 0; step < max_it; step++) {
    Measure(f, &it);
    if (step == 0) {
      it.mean0 = it.mean;
      it.defect0 = it.defect + PETSC_MACHINE_EPSILON * f->scale;
    }
    if (IsOver(f, &it, r))
      break;
    PetscCall(Factor(f, &it, &reduction));
    PetscCall(Direction(f, &it, &reduction, 0, PETSC_FALSE));
    const PetscReal sigma = Centering(f, &it, LargestStep(f, &it));
    PetscCall(Direction(f, &it, &reduction, sigma, PETSC_TRUE));
    f->result->interior++;
    if (!Advance(f, &it))
      break;
  }
  *residual = it.best;
  PetscFunctionReturn(PETSC_SUCCESS);
}
