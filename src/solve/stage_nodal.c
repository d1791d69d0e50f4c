// SPDX-License-Identifier: BSD-2-Clause
// Nodal: contacts with friction on nodes of their own, by the Newton method of solve/nodal.h with
// the stage's preconditioner; nothing dense, nothing rebuilt for a status. Rounds of a fallback
// where it stalls; all is bounded by counts. An equation is a contact that never opens.
//
// Options, for all stages or with the prefix: -friction_krylov bicgstab|cg|auto, and
// -friction_inner_rtol, -friction_max_outer, -friction_stall, -friction_admm, -friction_admm_scale,
// -friction_rounds, -friction_lateral (κ in the preconditioner).
#include "solve/nodal.h"

#define MAX_OUTER 100
#define ROUNDS 7
#define EXPLAIN_ROUNDS 3

// ---- Set-up ----

static PetscErrorCode GetReal(RicStage s, const char name[], PetscReal *value) {
  PetscFunctionBegin;
  PetscCall(PetscOptionsGetReal(NULL, NULL, name, value, NULL));
  PetscCall(PetscOptionsGetReal(NULL, s->prefix, name, value, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GetInt(RicStage s, const char name[], PetscInt *value) {
  PetscFunctionBegin;
  PetscCall(PetscOptionsGetInt(NULL, NULL, name, value, NULL));
  PetscCall(PetscOptionsGetInt(NULL, s->prefix, name, value, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetKrylov(RicStage s, RicNodal n, const char prefix[]) {
  static const char *const names[] = {"bicgstab", "cg", "auto"};
  char name[RIC_NAME_LEN];
  PetscBool given, same = PETSC_FALSE;

  PetscFunctionBegin;
  PetscCall(PetscOptionsGetString(NULL, prefix, "-friction_krylov", name, sizeof(name), &given));
  for (PetscInt i = 0; i < 3 && given && !same; i++) {
    PetscCall(PetscStrcmp(name, names[i], &same));
    if (same)
      n->krylov = (RicNodalKrylov)i;
  }
  RicCheckUser(!given || same, s->comm,
               "option -%sfriction_krylov: unknown method '%s' (allowed: bicgstab, cg, auto)",
               prefix ? prefix : "", name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetOptions(RicStage s, RicNodal n) {
  PetscFunctionBegin;
  n->rtol = s->rtol;
  n->inner_rtol = 0.1;
  n->admm_scale = 0.3;
  n->max_outer = MAX_OUTER, n->stall = 5, n->admm = 8, n->rounds = ROUNDS;
  n->lateral = PETSC_TRUE;
  PetscCall(SetKrylov(s, n, NULL));
  PetscCall(SetKrylov(s, n, s->prefix));
  PetscCall(PetscOptionsGetBool(NULL, NULL, "-friction_lateral", &n->lateral, NULL));
  PetscCall(PetscOptionsGetBool(NULL, s->prefix, "-friction_lateral", &n->lateral, NULL));
  PetscCall(GetReal(s, "-friction_inner_rtol", &n->inner_rtol));
  PetscCall(GetReal(s, "-friction_admm_scale", &n->admm_scale));
  PetscCall(GetInt(s, "-friction_max_outer", &n->max_outer));
  PetscCall(GetInt(s, "-friction_stall", &n->stall));
  PetscCall(GetInt(s, "-friction_admm", &n->admm));
  PetscCall(GetInt(s, "-friction_rounds", &n->rounds));
  RicCheckUser(n->inner_rtol > 0 && n->inner_rtol < 1, s->comm,
               "option -friction_inner_rtol: %.6g is not between 0 and 1", (double)n->inner_rtol);
  RicCheckUser(n->admm_scale > 0, s->comm, "option -friction_admm_scale: %.6g is not positive",
               (double)n->admm_scale);
  PetscFunctionReturn(PETSC_SUCCESS);
}

#define NUM_VECS 12
static void ListVecs(RicNodal n, Vec *list[NUM_VECS]) {
  Vec *all[NUM_VECS] = {&n->b,      &n->p, &n->old_x, &n->old_p, &n->start, &n->r,
                        &n->shadow, &n->v, &n->s,     &n->d,     &n->z,     &n->Az};

  for (PetscInt i = 0; i < NUM_VECS; i++)
    list[i] = all[i];
}

// Contacts and diagonals of what is new: rows or operator.
static PetscErrorCode Changed_Nodal(RicStage s) {
  RicNodal n = (RicNodal)s->data;
  const PetscScalar *diagonal;
  const char *why_not;
  KSP ksp;

  PetscFunctionBegin;
  PetscCall(PetscFree(n->contacts));
  PetscCall(RicNodalReadContacts(s, &n->num_contacts, &n->contacts, &why_not));
  PetscCheck(!why_not, s->comm, PETSC_ERR_PLIB, "rows that had frames have none any more");
  n->A = s->A;
  PetscCall(RicLinearGetKSP(s->solver, &ksp));
  PetscCall(KSPGetPC(ksp, &n->pc));
  PetscCall(MatGetDiagonal(s->A, n->diagonal));
  PetscCall(VecGetArrayRead(n->diagonal, &diagonal));
  for (PetscInt k = 0; k < n->num_contacts; k++) {
    RicNodalContact *c = &n->contacts[k];
    for (PetscInt j = 0; j < c->dofs; j++)
      c->rho += diagonal[c->dof[j]] / (PetscReal)c->dofs;
  }
  PetscCall(VecRestoreArrayRead(n->diagonal, &diagonal));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_Nodal(RicStage s) {
  RicNodal n;
  Vec *list[NUM_VECS];

  PetscFunctionBegin;
  PetscCall(PetscNew(&n));
  s->data = n;
  n->comm = s->comm;
  PetscCall(SetOptions(s, n));
  PetscCall(VecGetLocalSize(s->work, &n->num_dofs));
  PetscCall(PetscMalloc1(n->num_dofs, &n->weight));
  PetscCall(VecDuplicate(s->work, &n->diagonal));
  ListVecs(n, list);
  for (PetscInt i = 0; i < NUM_VECS; i++)
    PetscCall(VecDuplicate(s->work, list[i]));
  PetscCall(Changed_Nodal(s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Nodal(RicStage s) {
  RicNodal n = (RicNodal)s->data;
  Vec *list[NUM_VECS];

  PetscFunctionBegin;
  ListVecs(n, list);
  for (PetscInt i = 0; i < NUM_VECS; i++)
    PetscCall(VecDestroy(list[i]));
  PetscCall(VecDestroy(&n->diagonal));
  PetscCall(PetscFree(n->weight));
  PetscCall(PetscFree(n->contacts));
  PetscCall(PetscFree(s->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- A solve ----

// Law, coefficient, shift and guess of a contact, from vectors of rows.
static void TakeLaw(RicNodalContact *c, const PetscScalar law[], const PetscScalar friction[],
                    const PetscScalar y0[], const PetscScalar mu[]) {
  const PetscInt normal = c->row[0];
  const PetscBool rough =
      (PetscBool)(friction && c->rows > 1 && law[c->row[1]] == RIC_LAW_FRICTION);

  c->in_play = (PetscBool)(law[normal] > 0.5);
  c->equation = (PetscBool)(law[normal] > 1.5);
  c->mu = rough && !c->equation ? friction[normal] : 0;
  for (PetscInt i = 0; i < 3; i++) {
    const PetscBool counts = (PetscBool)(i < (rough ? c->rows : 1));
    c->shift[i] = counts ? y0[c->row[i]] / c->length : 0;
    c->guess[i] = counts ? mu[c->row[i]] * c->length : 0;
  }
}

static PetscErrorCode TakeLaws(RicStage s, Vec eligible, Vec y0, Vec mu, PetscBool *any) {
  RicNodal n = (RicNodal)s->data;
  const PetscScalar *law, *y, *m, *friction = NULL, *diagonal;
  PetscMPIInt found = 0;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(eligible, &law));
  PetscCall(VecGetArrayRead(y0, &y));
  PetscCall(VecGetArrayRead(mu, &m));
  PetscCall(VecGetArrayRead(n->diagonal, &diagonal));
  if (s->friction)
    PetscCall(VecGetArrayRead(s->friction, &friction));
  for (PetscInt i = 0; i < n->num_dofs; i++)
    n->weight[i] = 1 / diagonal[i];
  for (PetscInt k = 0; k < n->num_contacts; k++) {
    RicNodalContact *c = &n->contacts[k];
    TakeLaw(c, law, friction, y, m);
    found = found || c->in_play;
    for (PetscInt j = 0; j < c->dofs && c->in_play; j++)
      n->weight[c->dof[j]] = 0;
  }
  if (s->friction)
    PetscCall(VecRestoreArrayRead(s->friction, &friction));
  PetscCall(VecRestoreArrayRead(n->diagonal, &diagonal));
  PetscCall(VecRestoreArrayRead(eligible, &law));
  PetscCall(VecRestoreArrayRead(y0, &y));
  PetscCall(VecRestoreArrayRead(mu, &m));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &found, 1, MPI_INT, MPI_MAX, s->comm));
  *any = found ? PETSC_TRUE : PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// x = 0 where the load is given, the free solution else: in either case p is known without a product.
static PetscErrorCode Begin(RicStage s, Vec b, Vec x) {
  RicNodal n = (RicNodal)s->data;

  PetscFunctionBegin;
  n->x = x;
  if (b) {
    PetscCall(VecCopy(b, n->b));
    PetscCall(VecZeroEntries(x));
    PetscCall(VecAXPBY(n->p, -1, 0, b));
  } else {
    PetscCall(MatMult(s->A, x, n->b));
    n->report.products++;
    PetscCall(VecZeroEntries(n->p));
  }
  n->fresh = PETSC_TRUE;
  PetscCall(VecNorm(n->b, NORM_2, &n->load));
  PetscCall(VecNorm(n->b, NORM_INFINITY, &n->load_max));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Newton, and rounds of the fallback with Newton from their end; each goes on where the fallback was.
static PetscErrorCode Rounds(RicNodal n, PetscBool *done) {
  PetscInt iterations = n->admm;

  PetscFunctionBegin;
  PetscCall(VecCopy(n->x, n->start));
  PetscCall(RicNodalNewton(n, PETSC_TRUE, done));
  for (PetscInt round = 0; round < n->rounds && !*done; round++, iterations *= 2) {
    PetscCall(VecCopy(n->start, n->x));
    PetscCall(RicNodalGradient(n));
    if (!round)
      PetscCall(RicNodalStartAdmm(n));
    PetscCall(RicNodalAdmm(n, iterations, done));
    n->report.fallbacks++;
    if (*done)
      break;
    PetscCall(VecCopy(n->x, n->start));
    PetscCall(RicNodalNewton(n, PETSC_FALSE, done));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rows and multipliers of a contact; closed rows and those that stick are 0 but for round-off.
static void GiveRows(const RicNodalContact *c, const PetscScalar x[], const PetscScalar p[],
                     PetscScalar y[], PetscScalar mu[]) {
  PetscReal u[3], q[3], F[3], P[3];

  RicNodalVelocity(c, x, u);
  RicNodalGet(c, p, q);
  RicNodalMap(c, u, q, F, P);
  const PetscBool closed = (PetscBool)(c->equation || P[0] > 0);
  const PetscBool sticks = (PetscBool)(closed && c->mu > 0 && c->status == RIC_NODAL_STICK);
  for (PetscInt i = 0; i < (c->mu > 0 ? c->rows : 1); i++) {
    mu[c->row[i]] = P[i] / c->length;
    if (i ? sticks : closed)
      y[c->row[i]] = 0;
  }
}

static PetscErrorCode Multipliers(RicStage s, Vec y0, Vec y, Vec mu) {
  RicNodal n = (RicNodal)s->data;
  const PetscScalar *x, *p;
  PetscScalar *a, *m;

  PetscFunctionBegin;
  PetscCall(RicStageRowValues_Private(s, y0, n->x, y));
  PetscCall(VecZeroEntries(mu));
  PetscCall(VecGetArrayRead(n->x, &x));
  PetscCall(VecGetArrayRead(n->p, &p));
  PetscCall(VecGetArray(y, &a));
  PetscCall(VecGetArray(mu, &m));
  for (PetscInt k = 0; k < n->num_contacts; k++)
    if (n->contacts[k].in_play)
      GiveRows(&n->contacts[k], x, p, a, m);
  PetscCall(VecRestoreArrayRead(n->x, &x));
  PetscCall(VecRestoreArrayRead(n->p, &p));
  PetscCall(VecRestoreArray(y, &a));
  PetscCall(VecRestoreArray(mu, &m));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Why it failed: has it a solution without friction, within a few rounds?
static PetscErrorCode Explain(RicNodal n) {
  const RicStageReport failed = n->report;
  const PetscInt max_outer = n->max_outer, rounds = n->rounds;
  PetscBool done;

  PetscFunctionBegin;
  for (PetscInt k = 0; k < n->num_contacts; k++) {
    n->contacts[k].mu = 0;
    n->contacts[k].guess[0] = 0;
  }
  n->max_outer = PetscMax(n->max_outer, MAX_OUTER);
  n->rounds = EXPLAIN_ROUNDS;
  PetscCall(VecZeroEntries(n->x));
  PetscCall(RicNodalGradient(n));
  PetscCall(Rounds(n, &done));
  n->max_outer = max_outer, n->rounds = rounds;
  n->report = failed;
  n->report.end = done ? RIC_STAGE_UNSOLVED : RIC_STAGE_INFEASIBLE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Solve_Nodal(RicStage s, Vec b, Vec y0, Vec eligible, Vec x, Vec y, Vec mu,
                                  PetscInt *iterations, RicReason *reason) {
  RicNodal n = (RicNodal)s->data;
  PetscBool any, done = PETSC_TRUE;

  PetscFunctionBegin;
  n->report = (RicStageReport){0};
  PetscCall(TakeLaws(s, eligible, y0, mu, &any));
  if (!any && b)
    PetscCall(RicLinearSolve(s->solver, b, x, reason));
  if (!any || *reason != RIC_OK) {
    n->x = x;
    PetscCall(Multipliers(s, y0, y, mu));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(Begin(s, b, x));
  PetscCall(Rounds(n, &done));
  if (done)
    PetscCall(Multipliers(s, y0, y, mu));
  else
    PetscCall(Explain(n));
  *iterations += n->report.products;
  *reason = done ? RIC_OK : RIC_RETRY;
  s->report = n->report;
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicStageOps RicStageNodal = {.name = "nodal",
                                   .SetUp = SetUp_Nodal,
                                   .Changed = Changed_Nodal,
                                   .Solve = Solve_Nodal,
                                   .Destroy = Destroy_Nodal};
