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
  char prefix[RIC_NAME_LEN];
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
  PetscCall(PetscFree2(c->groups, c->equation));
  PetscCall(PetscFree(*problem));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Reserve(RicRowProblem c, PetscInt n) {
  PetscFunctionBegin;
  if (n <= c->room)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscFree2(c->groups, c->equation));
  c->room = PetscMax(n, 2 * c->room);
  PetscCall(PetscMalloc2(c->room, &c->groups, c->room, &c->equation));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The groups that laws [n] make; returns how many.
static PetscInt MakeGroups(RicRowProblem c, PetscInt n, const PetscReal law[],
                           const PetscReal friction[]) {
  PetscInt num = 0;

  for (PetscInt i = 0; i < n;) {
    RicFrictionGroup *group = &c->groups[num++];
    *group = (RicFrictionGroup){.law = RIC_FRICTION_EQUALITY, .rows = 1};
    while (i + group->rows < n && law[i + group->rows] == RIC_LAW_FRICTION)
      group->rows++;
    if (law[i] == RIC_LAW_UNILATERAL)
      group->law = group->rows > 1 ? RIC_FRICTION_COULOMB : RIC_FRICTION_UNILATERAL;
    if (group->rows > 1)
      group->mu = friction[i];
    i += group->rows;
  }
  return num;
}

static PetscErrorCode SolveFriction(RicRowProblem c, PetscInt n, const PetscReal D[],
                                    const PetscReal law[], const PetscReal friction[],
                                    const PetscReal p[], PetscReal z[], PetscReal w[],
                                    PetscInt *iterations, RicReason *reason) {
  RicFrictionProblem problem = {.groups = c->groups, .q = p, .W = D, .leading = n};
  RicFrictionResult result;

  PetscFunctionBegin;
  if (!c->friction) {
    PetscCall(RicFrictionCreate(c->prefix, &c->friction));
    PetscCall(RicFrictionSetTolerance(c->friction, TOLERANCE));
    PetscCall(RicFrictionSetFromOptions(c->friction));
  }
  problem.num_groups = MakeGroups(c, n, law, friction);
  PetscCall(RicFrictionSolve(c->friction, &problem, z, w, &result));
  *iterations = PetscMax(1, result.factorizations);
  *reason =
      result.reason == RIC_FRICTION_SOLVED || result.residual <= ACCEPTED ? RIC_OK : RIC_FAILED;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicRowProblemSolve(RicRowProblem c, PetscInt n, const PetscReal D[],
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
  if (rubs)
    PetscCall(SolveFriction(c, n, D, law, friction, p, z, w, iterations, reason));
  else
    PetscCall(RicLcpSolve(c->lcp, n, D, symmetric, c->equation, p, z, w, iterations, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}
