// SPDX-License-Identifier: BSD-2-Clause
#include "solve/row_problem.h"
#include "solve/friction.h"
#include "solve/lcp.h"
#include "solve/stage.h"

// Of the frictional answer: what a slider needs to stay as symmetric as its mechanism is; what is
// still an answer.
#define TOLERANCE 1e-12
#define ACCEPTED 1e-10

struct RicRowProblem_ {
  RicLcp lcp;
  RicFriction friction; // NULL before there is any
  RicFrictionGroup *groups;
  PetscBool *equation;
  PetscInt room; // rows
  // What is left without sliding rows, which are given by their normal one: rows `kept` [n].
  PetscInt *kept;
  PetscReal *D, *law, *f, *p, *z, *w;
  PetscReal *transposed; // of an unsymmetric D
  PetscInt reduced_room;
  char prefix[RIC_NAME_LEN];
  PetscBool rubs;           // the last problem had friction
  RicFrictionResult result; // its, if so
};

PetscErrorCode RicRowProblemCreate(const char prefix[], RicRowProblem *problem) {
  PetscFunctionBegin;
  PetscCall(PetscNew(problem));
  PetscCall(PetscStrncpy((*problem)->prefix, prefix, sizeof((*problem)->prefix)));
  PetscCall(RicLcpCreate(&(*problem)->lcp));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicRowProblemDestroy(RicRowProblem *problem) {
  RicRowProblem c = *problem;

  PetscFunctionBegin;
  if (!c)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicLcpDestroy(&c->lcp));
  PetscCall(RicFrictionDestroy(&c->friction));
  PetscCall(PetscFree3(c->groups, c->equation, c->transposed));
  PetscCall(PetscFree7(c->kept, c->D, c->law, c->f, c->p, c->z, c->w));
  PetscCall(PetscFree(*problem));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Reserve(RicRowProblem c, PetscInt n) {
  PetscFunctionBegin;
  if (n <= c->room)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscFree3(c->groups, c->equation, c->transposed));
  c->room = PetscMax(n, 2 * c->room);
  PetscCall(
      PetscMalloc3(c->room, &c->groups, c->room, &c->equation, c->room * c->room, &c->transposed));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscInt RicRowGroups(PetscInt n, const PetscReal law[], const PetscReal friction[],
                      RicFrictionGroup groups[]) {
  static const RicFrictionLaw laws[] = {RIC_FRICTION_EQUALITY, RIC_FRICTION_UNILATERAL,
                                        RIC_FRICTION_COULOMB, RIC_FRICTION_COULOMB,
                                        RIC_FRICTION_CONTENSOU}; // of so many rows
  PetscInt num = 0;

  for (PetscInt i = 0; i < n;) {
    RicFrictionGroup *group = &groups[num++];
    *group = (RicFrictionGroup){.law = RIC_FRICTION_EQUALITY, .rows = 1};
    while (i + group->rows < n && law[i + group->rows] == RIC_LAW_FRICTION)
      group->rows++;
    if (law[i] == RIC_LAW_UNILATERAL)
      group->law = laws[group->rows];
    if (group->rows > 1)
      group->mu = friction[i];
    group->radius = 1; // rows of spin come stretched
    i += group->rows;
  }
  return num;
}

static PetscErrorCode SolveFriction(RicRowProblem c, PetscInt n, const PetscReal D[],
                                    const PetscReal law[], const PetscReal friction[],
                                    const PetscReal p[], PetscReal z[], PetscReal w[],
                                    PetscInt *iterations, RicReason *reason) {
  RicFrictionProblem problem = {.groups = c->groups, .q = p, .W = D, .leading = n};

  PetscFunctionBegin;
  if (!c->friction) {
    PetscCall(RicFrictionCreate(c->prefix, &c->friction));
    PetscCall(RicFrictionSetTolerance(c->friction, TOLERANCE));
    PetscCall(RicFrictionSetFromOptions(c->friction));
  }
  problem.num_groups = RicRowGroups(n, law, friction, c->groups);
  PetscCall(RicFrictionSolve(c->friction, &problem, z, w, &c->result));
  *iterations = PetscMax(1, c->result.factorizations);
  *reason = c->result.reason == RIC_FRICTION_SOLVED || c->result.residual <= ACCEPTED ? RIC_OK
                                                                                      : RIC_FAILED;
  c->rubs = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Friction takes matrices row by row.
static void Transpose(RicRowProblem c, PetscInt n, const PetscReal D[]) {
  for (PetscInt i = 0; i < n; i++)
    for (PetscInt j = 0; j < n; j++)
      c->transposed[i * n + j] = D[j * n + i];
}

// Without sliding rows.
static PetscErrorCode SolveKept(RicRowProblem c, PetscInt n, const PetscReal D[],
                                PetscBool symmetric, const PetscReal law[],
                                const PetscReal friction[], const PetscReal p[], PetscReal z[],
                                PetscReal w[], PetscInt *iterations, RicReason *reason) {
  PetscBool rubs = PETSC_FALSE;

  PetscFunctionBegin;
  PetscCall(Reserve(c, n));
  for (PetscInt i = 0; i < n; i++) {
    c->equation[i] = (PetscBool)(law[i] == RIC_LAW_EQUALITY);
    rubs = (PetscBool)(rubs || law[i] == RIC_LAW_FRICTION);
  }
  if (!rubs) {
    PetscCall(RicLcpSolve(c->lcp, n, D, symmetric, c->equation, p, z, w, iterations, reason));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (!symmetric)
    Transpose(c, n, D);
  PetscCall(SolveFriction(c, n, symmetric ? D : c->transposed, law, friction, p, z, w, iterations,
                          reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReserveReduced(RicRowProblem c, PetscInt n) {
  PetscFunctionBegin;
  if (n <= c->reduced_room)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscFree7(c->kept, c->D, c->law, c->f, c->p, c->z, c->w));
  c->reduced_room = PetscMax(n, 2 * c->reduced_room);
  PetscCall(PetscMalloc7(c->reduced_room, &c->kept, c->reduced_room * c->reduced_room, &c->D,
                         c->reduced_room, &c->law, c->reduced_room, &c->f, c->reduced_room, &c->p,
                         c->reduced_room, &c->z, c->reduced_room, &c->w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Columns of sliding rows are added, times s, to that of their normal row; returns how many are kept.
static PetscInt Reduce(RicRowProblem c, PetscInt n, const PetscReal D[], const PetscReal law[],
                       const PetscReal friction[], const PetscReal p[], const PetscReal z[]) {
  PetscInt m = 0;

  for (PetscInt k = 0; k < n; k++)
    if (law[k] != RIC_LAW_SLIDING)
      c->kept[m++] = k;
  for (PetscInt k = 0; k < m; k++) {
    const PetscInt column = c->kept[k];
    c->law[k] = law[column];
    c->f[k] = friction[column];
    c->p[k] = p[column];
    c->z[k] = z[column];
    for (PetscInt i = 0; i < m; i++)
      c->D[k * m + i] = D[column * n + c->kept[i]];
    for (PetscInt t = column + 1; t < n && law[t] == RIC_LAW_SLIDING; t++)
      for (PetscInt i = 0; i < m; i++)
        c->D[k * m + i] += friction[t] * D[t * n + c->kept[i]];
  }
  return m;
}

// z and w of all rows from those kept.
static void Expand(const struct RicRowProblem_ *c, PetscInt n, PetscInt m, const PetscReal D[],
                   const PetscReal law[], const PetscReal friction[], const PetscReal p[],
                   PetscReal z[], PetscReal w[]) {
  PetscInt normal = 0;

  for (PetscInt k = 0; k < m; k++)
    z[c->kept[k]] = c->z[k];
  for (PetscInt k = 0; k < n; k++) {
    w[k] = p[k];
    if (law[k] == RIC_LAW_SLIDING)
      z[k] = friction[k] * z[normal];
    else
      normal = k;
  }
  for (PetscInt k = 0; k < n; k++)
    for (PetscInt i = 0; i < n; i++)
      w[i] += D[k * n + i] * z[k];
  for (PetscInt k = 0; k < m; k++)
    w[c->kept[k]] = c->w[k];
}

PetscErrorCode RicRowProblemSolve(RicRowProblem c, PetscInt n, const PetscReal D[],
                                  PetscBool symmetric, const PetscReal law[],
                                  const PetscReal friction[], const PetscReal p[], PetscReal z[],
                                  PetscReal w[], PetscInt *iterations, RicReason *reason) {
  PetscBool slides = PETSC_FALSE;

  PetscFunctionBegin;
  c->rubs = PETSC_FALSE;
  for (PetscInt i = 0; i < n; i++)
    slides = (PetscBool)(slides || law[i] == RIC_LAW_SLIDING);
  if (!slides) {
    PetscCall(SolveKept(c, n, D, symmetric, law, friction, p, z, w, iterations, reason));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(ReserveReduced(c, n));
  const PetscInt m = Reduce(c, n, D, law, friction, p, z);
  PetscCall(SolveKept(c, m, c->D, PETSC_FALSE, c->law, c->f, c->p, c->z, c->w, iterations, reason));
  Expand(c, n, m, D, law, friction, p, z, w);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicFrictionResult *RicRowProblemGetResult(RicRowProblem c) {
  return c->rubs ? &c->result : NULL;
}
