// SPDX-License-Identifier: BSD-2-Clause
// Life of a Friction, the problem as circular cones, and what all links measure by.
#include "solve/friction_impl.h"

const char *const RicFrictionLinks[] = {"start",    "warm Newton", "sweeps",         "Newton",
                                        "interior", "polish",      "proximal point", "cycles"};

PetscErrorCode RicFrictionCreate(const char prefix[], RicFriction *friction) {
  PetscFunctionBegin;
  PetscCall(PetscNew(friction));
  PetscCall(PetscStrncpy((*friction)->prefix, prefix ? prefix : "", sizeof((*friction)->prefix)));
  (*friction)->tolerance = 1e-10;
  (*friction)->kernel = &RicFrictionKernel_Dense;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode FreeWork(RicFrictionWork *w) {
  PetscFunctionBegin;
  PetscCall(PetscFree2(w->cone, w->live));
  PetscCall(PetscFree4(w->diagonal, w->L, w->R, w->B));
  PetscCall(PetscFree7(w->best, w->best_u, w->q, w->stretch, w->start, w->center, w->shifted_q));
  PetscCall(PetscFree(w->vector[0]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFrictionDestroy(RicFriction *friction) {
  RicFriction f = *friction;

  PetscFunctionBegin;
  if (!f)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FreeWork(&f->work));
  PetscCall(RicFrictionFormDestroy(f));
  PetscCall(RicFrictionKernel_Dense.Destroy(f));
  PetscCall(RicFrictionKernel_Sparse.Destroy(f));
  PetscCall(RicFrictionKernel_Primal.Destroy(f));
  PetscCall(PetscFree(*friction));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFrictionSetTolerance(RicFriction friction, PetscReal tolerance) {
  PetscFunctionBegin;
  RicCheckUser(tolerance > 0, PETSC_COMM_SELF, "friction_rtol: %.6g, must be > 0",
               (double)tolerance);
  friction->tolerance = tolerance;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFrictionSetKernel(RicFriction friction, const char name[]) {
  static const RicFrictionKernel *const kernels[] = {
      &RicFrictionKernel_Dense, &RicFrictionKernel_Sparse, &RicFrictionKernel_Primal};
  PetscBool known;

  PetscFunctionBegin;
  friction->forced = NULL;
  PetscCall(PetscStrcmp(name, "auto", &known));
  for (PetscInt i = 0; !known && i < RIC_FRICTION_NUM_KERNELS; i++) {
    PetscCall(PetscStrcmp(name, kernels[i]->name, &known));
    if (known)
      friction->forced = kernels[i];
  }
  RicCheckUser(known, PETSC_COMM_SELF,
               "friction_kernel: unknown name '%s' (allowed: auto, dense, sparse, primal)", name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFrictionSetFromOptions(RicFriction f) {
  PetscReal tolerance = f->tolerance;
  char kernel[RIC_NAME_LEN];
  PetscBool given;

  PetscFunctionBegin;
  PetscCall(
      PetscOptionsGetString(NULL, f->prefix, "-friction_kernel", kernel, sizeof(kernel), &given));
  if (given)
    PetscCall(RicFrictionSetKernel(f, kernel));
  PetscCall(PetscOptionsGetReal(NULL, f->prefix, "-friction_rtol", &tolerance, NULL));
  PetscCall(RicFrictionSetTolerance(f, tolerance));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFrictionView(RicFriction f, PetscViewer viewer) {
  PetscFunctionBegin;
  PetscCall(PetscViewerASCIIPrintf(viewer, "friction: tolerance %.6g, %s W\n", (double)f->tolerance,
                                   f->kernel->name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Room for a problem larger than all before.
static PetscErrorCode Reserve(RicFrictionWork *w, PetscInt groups, PetscInt n, PetscInt squares) {
  const PetscInt vectors = (PetscInt)PETSC_STATIC_ARRAY_LENGTH(w->vector);

  PetscFunctionBegin;
  if (groups <= w->room_groups && n <= w->room_rows && squares <= w->room_squares)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FreeWork(w));
  const PetscInt g = w->room_groups = PetscMax(groups, w->room_groups);
  const PetscInt m = w->room_rows = PetscMax(n, w->room_rows);
  const PetscInt s = w->room_squares = PetscMax(squares, w->room_squares);
  PetscCall(PetscMalloc2(g, &w->cone, g, &w->live));
  PetscCall(PetscMalloc4(s, &w->diagonal, s, &w->L, s, &w->R, s, &w->B));
  PetscCall(PetscMalloc7(m, &w->best, m, &w->best_u, m, &w->q, m, &w->stretch, m, &w->start, m,
                         &w->center, m, &w->shifted_q));
  PetscCall(PetscMalloc1(vectors * m, &w->vector[0]));
  for (PetscInt i = 1; i < vectors; i++)
    w->vector[i] = w->vector[i - 1] + m;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckGroup(const RicFrictionGroup *g, PetscInt k) {
  static const PetscInt fewest[] = {1, 1, 2, 4}, most[] = {4, 1, 3, 4};

  PetscFunctionBegin;
  RicCheckUser(g->rows >= fewest[g->law] && g->rows <= most[g->law], PETSC_COMM_SELF,
               "contact %" PetscInt_FMT ": %" PetscInt_FMT " rows, must be %" PetscInt_FMT
               " to %" PetscInt_FMT,
               k, g->rows, fewest[g->law], most[g->law]);
  if (g->law < RIC_FRICTION_COULOMB)
    PetscFunctionReturn(PETSC_SUCCESS);
  RicCheckUser(g->mu >= 0 && g->mu2 >= 0 && PetscIsNormalReal(1 + g->mu + g->mu2), PETSC_COMM_SELF,
               "contact %" PetscInt_FMT ": coefficient of friction %.6g, must be ≥ 0", k,
               (double)PetscMin(g->mu, g->mu2));
  RicCheckUser(
      !(g->mu2 > 0) || (g->mu > 0 && g->rows == 3), PETSC_COMM_SELF,
      "contact %" PetscInt_FMT ": two coefficients of friction, must both be > 0, in space", k);
  RicCheckUser(g->law != RIC_FRICTION_CONTENSOU || g->radius > 0, PETSC_COMM_SELF,
               "contact %" PetscInt_FMT ": radius %.6g of the spin, must be > 0", k,
               (double)g->radius);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Count(const RicFrictionProblem *p, PetscInt *n, PetscInt *squares) {
  PetscFunctionBegin;
  *n = *squares = 0;
  for (PetscInt k = 0; k < p->num_groups; k++) {
    PetscCall(CheckGroup(&p->groups[k], k));
    *n += p->groups[k].rows;
    *squares += p->groups[k].rows * p->groups[k].rows;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The cone of a group, and its entries of E. Is any of them not 1?
static PetscBool MakeCone(const RicFrictionGroup *g, PetscInt start, PetscInt square, RicCone *c,
                          PetscReal e[]) {
  *c = (RicCone){.start = start,
                 .square = square,
                 .rows = g->rows,
                 .equality = (PetscBool)(g->law == RIC_FRICTION_EQUALITY),
                 .mu = g->law < RIC_FRICTION_COULOMB ? 0 : g->mu};
  for (PetscInt i = 0; i < g->rows; i++)
    e[i] = 1;
  if (g->law == RIC_FRICTION_CONTENSOU)
    e[3] = g->radius;
  if (g->law == RIC_FRICTION_COULOMB && g->mu2 > 0 && g->mu2 != g->mu) {
    c->mu = PetscSqrtReal(g->mu * g->mu2);
    e[1] = g->mu / c->mu;
    e[2] = g->mu2 / c->mu;
  }
  return (PetscBool)(e[g->rows - 1] != 1);
}

static void MakeCones(RicFriction f) {
  const RicFrictionProblem *p = f->problem;
  RicFrictionWork *w = &f->work;
  PetscInt start = 0, square = 0;

  f->stretched = PETSC_FALSE;
  f->uniform = p->num_groups ? p->groups[0].rows : 0;
  for (PetscInt k = 0; k < p->num_groups; k++) {
    if (MakeCone(&p->groups[k], start, square, &w->cone[k], &w->stretch[start]))
      f->stretched = PETSC_TRUE;
    if (w->cone[k].rows != f->uniform)
      f->uniform = 0;
    start += w->cone[k].rows;
    square += w->cone[k].rows * w->cone[k].rows;
  }
}

// ρ_k = rows/tr W_kk; blocks that are nearly 0 take the average.
static void MakeScales(RicFriction f) {
  RicFrictionWork *work = &f->work;

  f->mean_w = 0;
  for (PetscInt k = 0; k < f->num_cones; k++) {
    RicCone *c = &work->cone[k];
    c->w = 0;
    for (PetscInt i = 0; i < c->rows; i++)
      c->w += work->diagonal[c->square + i * (c->rows + 1)] / c->rows;
    f->mean_w += c->w / f->num_cones;
  }
  for (PetscInt k = 0; k < f->num_cones; k++) {
    RicCone *c = &work->cone[k];
    if (!(c->w > 1e-12 * f->mean_w))
      c->w = f->mean_w > 0 ? f->mean_w : 1;
    c->rho = 1 / c->w;
  }
}

static void MakeRightSide(RicFriction f) {
  RicFrictionWork *w = &f->work;
  PetscReal sum = 0;

  f->q = f->problem->q;
  if (f->stretched) {
    for (PetscInt i = 0; i < f->n; i++)
      w->q[i] = w->stretch[i] * f->problem->q[i];
    f->q = w->q;
  }
  for (PetscInt i = 0; i < f->n; i++)
    sum += f->q[i] * f->q[i];
  f->scale = PetscMax(PetscSqrtReal(sum), f->problem->scale);
  if (!(f->scale > 0))
    f->scale = 1;
}

static PetscErrorCode SetUp(RicFriction f, const RicFrictionProblem *problem) {
  PetscInt squares;

  PetscFunctionBegin;
  f->problem = problem;
  f->num_cones = problem->num_groups;
  f->shift = f->flops = 0;
  PetscCall(Count(problem, &f->n, &squares));
  PetscCall(Reserve(&f->work, f->num_cones, f->n, squares));
  MakeCones(f);
  PetscCall(RicFrictionFormChoose(f));
  PetscCall(f->kernel->SetUp(f));
  f->kernel->Diagonal(f, f->work.diagonal);
  MakeScales(f);
  MakeRightSide(f);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFrictionGetMatrix(RicFriction f, const RicFrictionProblem *problem,
                                    PetscReal W[]) {
  PetscFunctionBegin;
  PetscCall(SetUp(f, problem));
  const PetscReal *e = f->work.stretch;
  PetscReal *unit = f->work.vector[0], *column = f->work.vector[1];
  PetscCall(PetscArrayzero(unit, f->n));
  for (PetscInt j = 0; j < f->n; j++) {
    unit[j] = 1;
    f->kernel->Multiply(f, unit, column);
    unit[j] = 0;
    for (PetscInt i = 0; i < f->n; i++)
      W[i * f->n + j] = column[i] / (e[i] * e[j]);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFrictionSolve(RicFriction f, const RicFrictionProblem *problem, PetscReal r[],
                                PetscReal u[], RicFrictionResult *result) {
  const PetscReal *e = NULL;

  PetscFunctionBegin;
  *result = (RicFrictionResult){.reason = RIC_FRICTION_SOLVED};
  f->result = result;
  PetscCall(SetUp(f, problem));
  e = f->stretched ? f->work.stretch : NULL;
  for (PetscInt i = 0; e && i < f->n; i++)
    r[i] /= e[i];
  PetscCall(RicFrictionChain(f, r, u));
  for (PetscInt i = 0; e && i < f->n; i++) {
    r[i] *= e[i];
    u[i] /= e[i];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

void RicFrictionApply(RicFriction f, const PetscReal r[], PetscReal y[]) {
  f->kernel->Multiply(f, r, y);
  for (PetscInt k = 0; f->shift > 0 && k < f->num_cones; k++) {
    const RicCone *c = &f->work.cone[k];
    for (PetscInt i = c->start; i < c->start + c->rows; i++)
      y[i] += f->shift * c->w * r[i];
  }
}

void RicFrictionVelocity(RicFriction f, const PetscReal r[], PetscReal u[]) {
  RicFrictionApply(f, r, u);
  for (PetscInt i = 0; i < f->n; i++)
    u[i] += f->q[i];
}

// Of one cone; sizes that the compiler knows are twice as fast.
static PetscReal ConeResidual(const RicCone *c, PetscReal rho, const PetscReal r[],
                              const PetscReal u[]) {
  if (c->rows == 3)
    return RicConeResidual(3, c->mu, rho, r, u);
  if (c->rows == 2)
    return RicConeResidual(2, c->mu, rho, r, u);
  return RicConeResidual(c->rows, c->mu, rho, r, u);
}

// With each contact's own ρ_k, or ρ = 1.
static PetscReal SumResiduals(RicFriction f, const PetscReal r[], const PetscReal u[],
                              PetscBool scaled) {
  PetscReal sum = 0;

  for (PetscInt k = 0; k < f->num_cones; k++) {
    const RicCone *c = &f->work.cone[k];
    if (!c->equality)
      sum += ConeResidual(c, scaled ? c->rho : 1, &r[c->start], &u[c->start]);
    for (PetscInt i = c->start; c->equality && i < c->start + c->rows; i++)
      sum += u[i] * u[i];
  }
  return PetscSqrtReal(sum) / f->scale;
}

PetscReal RicFrictionResidual(RicFriction f, const PetscReal r[], const PetscReal u[]) {
  return SumResiduals(f, r, u, PETSC_TRUE);
}

PetscReal RicFrictionNaturalMap(RicFriction f, const PetscReal r[], const PetscReal u[]) {
  return SumResiduals(f, r, u, PETSC_FALSE);
}

void RicFrictionCountFactorization(RicFriction f) {
  f->result->factorizations++;
  f->flops += f->factor_flops;
}

// A contact alone takes some 300.
void RicFrictionCountSweep(RicFriction f) {
  f->result->sweeps++;
  f->flops += f->product_flops + 300.0 * (PetscReal)f->num_cones;
}

PetscReal RicFrictionProject(RicFriction f, PetscReal r[], PetscReal u[]) {
  for (PetscInt k = 0; k < f->num_cones; k++) {
    const RicCone *c = &f->work.cone[k];
    PetscReal z[RIC_FRICTION_MAX_ROWS];
    if (c->equality)
      continue;
    for (PetscInt i = 0; i < c->rows; i++)
      z[i] = r[c->start + i];
    RicConeProject(c->rows, c->mu, z, &r[c->start]);
  }
  RicFrictionVelocity(f, r, u);
  return RicFrictionResidual(f, r, u);
}
