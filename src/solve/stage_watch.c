// SPDX-License-Identifier: BSD-2-Clause
// What a stage solved, for those who want to see it: the problem of the rows whose law is not off, as
// Friction takes it, W = [W A⁻¹ B] column by column, q = y0 + W x without contact.
#include "solve/row_problem.h"
#include "solve/stage_impl.h"

// The problem under way: rows of all ranks, and those of the problem, packed.
typedef struct {
  PetscInt n;                                // packed
  PetscInt *row;                             // [n] number of a packed row
  PetscReal *law, *friction, *q, *mu, *rate; // [num_rows], then packed in place [n]
  PetscReal *column;                         // [num_rows]
  PetscReal *W;                              // [n*n]
  RicFrictionGroup *groups;                  // [n]
} Seen;

PetscErrorCode RicStageSetWatch(RicStage s, PetscBool all, RicStageWatchFn watch, void *ctx) {
  PetscFunctionBegin;
  s->watch = watch;
  s->watch_ctx = ctx;
  s->watch_all = all;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStageWatchDestroy_Private(RicStage s) {
  PetscFunctionBegin;
  PetscCall(VecDestroy(&s->watch_free));
  PetscCall(VecDestroy(&s->watch_rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStageWatchBegin_Private(RicStage s, Vec b, Vec y0, Vec x) {
  RicReason reason = RIC_OK;

  PetscFunctionBegin;
  if (!s->watch_free) {
    PetscCall(VecDuplicate(x, &s->watch_free));
    PetscCall(VecDuplicate(y0, &s->watch_rows));
  }
  if (b)
    PetscCall(RicLinearSolve(s->solver, b, s->watch_free, &reason));
  PetscCall(RicStageRowValues_Private(s, y0, b ? s->watch_free : x, s->watch_rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStageGatherRows_Private(RicStage s, Vec v, PetscReal out[]) {
  const PetscScalar *a;
  VecScatter scatter;
  Vec all;

  PetscFunctionBegin;
  PetscCall(VecScatterCreateToAll(v, &scatter, &all));
  PetscCall(VecScatterBegin(scatter, v, all, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecScatterEnd(scatter, v, all, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecGetArrayRead(all, &a));
  PetscCall(PetscArraycpy(out, a, s->num_rows));
  PetscCall(VecRestoreArrayRead(all, &a));
  PetscCall(VecDestroy(&all));
  PetscCall(VecScatterDestroy(&scatter));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Is the law one of a problem by itself? Tangential rows stand behind their normal one, off with it.
static PetscBool Counts(const Seen *p, PetscInt i, PetscBool before) {
  if (p->law[i] == RIC_LAW_FRICTION)
    return before;
  return (PetscBool)(p->law[i] > 0.5);
}

// Numbers of the rows that count; *contacts: is a unilateral one among them.
static void Pack(const RicStage s, Seen *p, PetscBool *contacts) {
  PetscBool counts = PETSC_FALSE;

  *contacts = PETSC_FALSE;
  for (PetscInt i = 0; i < s->num_rows; i++) {
    counts = Counts(p, i, counts);
    if (!counts)
      continue;
    p->row[p->n++] = i;
    *contacts = (PetscBool)(*contacts || p->law[i] == RIC_LAW_UNILATERAL);
  }
}

// Column j of the problem: W A⁻¹ B (e_i + Σ s_t e_t), i its row and t those that slide with it.
static PetscErrorCode AddColumn(RicStage s, Seen *p, PetscInt j, Vec x, Vec y) {
  const PetscInt first = p->row[j];
  RicReason reason = RIC_OK;

  PetscFunctionBegin;
  for (PetscInt i = first; i < s->num_rows && (i == first || p->law[i] == RIC_LAW_SLIDING); i++) {
    PetscCall(RicStageColumn_Private(s, i, s->work));
    PetscCall(RicLinearSolve(s->solver, s->work, x, &reason));
    PetscCall(MatMult(s->W, x, y));
    PetscCall(RicStageGatherRows_Private(s, y, p->column));
    for (PetscInt k = 0; k < p->n; k++)
      p->W[k * p->n + j] += (i == first ? 1 : p->friction[i]) * p->column[p->row[k]];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode FillMatrix(RicStage s, Seen *p) {
  Vec x, y;

  PetscFunctionBegin;
  PetscCall(VecDuplicate(s->watch_free, &x));
  PetscCall(VecDuplicate(s->watch_rows, &y));
  PetscCall(PetscCalloc1(p->n * p->n, &p->W));
  for (PetscInt j = 0; j < p->n; j++)
    PetscCall(AddColumn(s, p, j, x, y));
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Make the problem and show it; of too many rows only how many. Vectors of all rows become those of the
// packed ones.
static PetscErrorCode Show(RicStage s, Seen *p, RicReason reason) {
  const PetscBool solved = (PetscBool)(reason == RIC_OK);
  RicStageProblem seen = {.prefix = s->prefix, .reason = reason, .num_rows = p->n};

  PetscFunctionBegin;
  if (p->n > RIC_STAGE_WATCH_ROWS) {
    PetscCall(s->watch(&seen, s->watch_ctx));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(FillMatrix(s, p));
  for (PetscInt k = 0; k < p->n; k++) {
    const PetscInt i = p->row[k]; // ≥ k
    p->law[k] = p->law[i];
    p->friction[k] = p->friction[i];
    p->q[k] = p->q[i];
    p->mu[k] = solved ? p->mu[i] : 0;
    p->rate[k] = solved ? p->rate[i] : 0;
  }
  seen.problem = (RicFrictionProblem){.groups = p->groups, .q = p->q, .W = p->W, .leading = p->n};
  seen.problem.num_groups = RicRowGroups(p->n, p->law, p->friction, p->groups);
  seen.r = p->mu;
  seen.u = p->rate;
  const PetscErrorCode ierr = s->watch(&seen, s->watch_ctx);
  PetscCall(PetscFree(p->W));
  PetscFunctionReturn(ierr);
}

PetscErrorCode RicStageWatchEnd_Private(RicStage s, Vec law, Vec y, Vec mu, RicReason reason) {
  Seen p = {0};
  PetscBool contacts;
  PetscErrorCode ierr = PETSC_SUCCESS;

  PetscFunctionBegin;
  if (reason == RIC_OK && !s->watch_all)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc6(s->num_rows, &p.law, s->num_rows, &p.friction, s->num_rows, &p.q,
                         s->num_rows, &p.mu, s->num_rows, &p.rate, s->num_rows, &p.column));
  PetscCall(PetscMalloc2(s->num_rows, &p.row, s->num_rows, &p.groups));
  PetscCall(RicStageGatherRows_Private(s, law, p.law));
  PetscCall(RicStageGatherRows_Private(s, s->watch_rows, p.q));
  PetscCall(RicStageGatherRows_Private(s, mu, p.mu));
  PetscCall(RicStageGatherRows_Private(s, y, p.rate));
  if (s->friction)
    PetscCall(RicStageGatherRows_Private(s, s->friction, p.friction));
  Pack(s, &p, &contacts);
  if (contacts)
    ierr = Show(s, &p, reason);
  PetscCall(PetscFree6(p.law, p.friction, p.q, p.mu, p.rate, p.column));
  PetscCall(PetscFree2(p.row, p.groups));
  PetscFunctionReturn(ierr);
}
