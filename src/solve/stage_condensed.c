// SPDX-License-Identifier: BSD-2-Clause
// Condensed: the Delassus operator D = W A⁻¹ B of the rows that matter and a dense complementarity
// problem.
//
// A column A⁻¹ B e_j and its image D e_j are computed when row j first enters the problem, by
// blocks when many enter at once, and kept while A is. The problem is solved on the candidates
// (violated or guessed rows); rows it then violates join, until none does. D and μ are on every
// rank alike, so that every rank pivots alike. Limits: D needs (candidates × contacts) numbers on
// each rank; columns are kept up to KEEP_BYTES a rank, beyond that the correction of x costs one
// solve more.
#include "base/vec.h"
#include "solve/row_problem.h"
#include "solve/stage_impl.h"

#define KEEP_BYTES 512e6

typedef struct {
  RicRowProblem problem;
  PetscInt num_columns; // computed so far
  PetscInt room;        // for columns
  PetscInt *slot;       // [num_rows] number of the row's column, −1: none yet
  PetscReal **delassus; // [room] D e_j, [num_rows] each, same on all ranks
  Vec *column;          // [room] A⁻¹ B e_j where kept
  PetscInt keep;        // how many columns may be kept
  PetscBool *candidate; // [num_rows]
  PetscInt *set;        // [num_rows] candidates, packed
  PetscInt *missing;    // [num_rows] rows whose columns are to be computed
  VecScatter scatter;   // rows of all ranks to each; NULL on one rank
  Vec all;              // [num_rows] on this rank
  Vec row_work;
  PetscReal *y, *mu, *eligible; // [num_rows] all rows: free values, multipliers, laws
  PetscReal *friction;          // [num_rows] coefficients; NULL without friction
  PetscReal *rows;              // [num_rows] values as the multipliers leave them
  Vec correction;               // of dofs, beyond `keep`
  PetscReal *D, *p, *z, *w;     // packed problem
  PetscReal *law, *f;           // packed: law and coefficient of friction of each row
  Vec *used;                    // [packed_room] columns of a combination
  PetscInt packed_room;
} Condensed;

// The entries of a distributed row vector on every rank.
static PetscErrorCode Gather(Condensed *c, Vec v, PetscInt n, PetscReal out[]) {
  const PetscScalar *a;

  PetscFunctionBegin;
  if (c->scatter) {
    PetscCall(VecScatterBegin(c->scatter, v, c->all, INSERT_VALUES, SCATTER_FORWARD));
    PetscCall(VecScatterEnd(c->scatter, v, c->all, INSERT_VALUES, SCATTER_FORWARD));
    v = c->all;
  }
  PetscCall(VecGetArrayRead(v, &a));
  PetscCall(PetscArraycpy(out, a, n));
  PetscCall(VecRestoreArrayRead(v, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_Condensed(RicStage s) {
  Condensed *c;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(PetscNew(&c));
  s->data = c;
  PetscCall(RicRowProblemCreate(s->prefix, &c->problem));
  PetscCall(MatCreateVecs(s->W, NULL, &c->row_work));
  if (s->size > 1)
    PetscCall(VecScatterCreateToAll(c->row_work, &c->scatter, &c->all));
  PetscCall(PetscMalloc4(s->num_rows, &c->slot, s->num_rows, &c->candidate, s->num_rows, &c->set,
                         s->num_rows, &c->missing));
  PetscCall(PetscMalloc4(s->num_rows, &c->y, s->num_rows, &c->mu, s->num_rows, &c->eligible,
                         s->num_rows, &c->rows));
  for (PetscInt i = 0; i < s->num_rows; i++)
    c->slot[i] = -1;
  PetscCall(VecGetSize(s->work, &n)); // of all ranks, so that all decide alike
  if (s->friction)
    PetscCall(PetscMalloc1(s->num_rows, &c->friction));
  c->keep = (PetscInt)PetscMax(1, KEEP_BYTES / (8.0 * (double)PetscMax(n, 1)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Changed_Condensed(RicStage s) {
  Condensed *c = (Condensed *)s->data;

  PetscFunctionBegin;
  c->num_columns = 0; // the vectors stay for reuse
  for (PetscInt i = 0; i < s->num_rows; i++)
    c->slot[i] = -1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReserveColumns(RicStage s, Condensed *c, PetscInt needed) {
  PetscInt room = PetscMax(c->room, 4);

  PetscFunctionBegin;
  while (room < needed)
    room *= 2;
  if (room == c->room)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscRealloc(room * sizeof(*c->delassus), &c->delassus));
  PetscCall(PetscRealloc(room * sizeof(*c->column), &c->column));
  for (PetscInt j = c->room; j < room; j++) {
    PetscCall(PetscMalloc1(s->num_rows, &c->delassus[j]));
    c->column[j] = NULL;
  }
  c->room = room;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The vector of the next column. Beyond `keep` all share that of the last kept one: it is not read
// again.
static PetscErrorCode NextColumn(RicStage s, Condensed *c, Vec *column) {
  const PetscInt j = c->num_columns;

  PetscFunctionBegin;
  if (!c->column[j] && j < c->keep)
    PetscCall(VecDuplicate(s->work, &c->column[j]));
  else if (!c->column[j]) {
    PetscCall(PetscObjectReference((PetscObject)c->column[c->keep - 1]));
    c->column[j] = c->column[c->keep - 1];
  }
  *column = c->column[j];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ComputeColumn(RicStage s, PetscInt row, RicReason *reason) {
  Condensed *c = (Condensed *)s->data;
  Vec column = NULL;

  PetscFunctionBegin;
  PetscCall(NextColumn(s, c, &column));
  PetscCall(RicStageColumn_Private(s, row, s->work));
  PetscCall(RicLinearSolve(s->solver, s->work, column, reason));
  PetscCall(RicMatMult(s->W, column, c->row_work));
  PetscCall(Gather(c, c->row_work, s->num_rows, c->delassus[c->num_columns]));
  c->slot[row] = c->num_columns++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The columns of rows [n] that have none yet. One by one: for matrices blocked by node PETSc 3.18
// has no solve of many right-hand sides, MUMPS included.
static PetscErrorCode ComputeColumns(RicStage s, PetscInt n, const PetscInt rows[],
                                     RicReason *reason) {
  Condensed *c = (Condensed *)s->data;

  PetscFunctionBegin;
  PetscCall(ReserveColumns(s, c, c->num_columns + n));
  for (PetscInt k = 0; k < n && *reason == RIC_OK; k++)
    PetscCall(ComputeColumn(s, rows[k], reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Can the row respond at all? Not when all its dofs are fixed.
static PetscBool Responds(const Condensed *c, PetscInt row) {
  return (PetscBool)(c->delassus[c->slot[row]][row] > 0);
}

static PetscErrorCode ReservePacked(Condensed *c, PetscInt m) {
  PetscFunctionBegin;
  if (m <= c->packed_room)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscFree7(c->D, c->p, c->z, c->w, c->used, c->law, c->f));
  c->packed_room = PetscMax(m, 2 * c->packed_room);
  PetscCall(PetscMalloc7(c->packed_room * c->packed_room, &c->D, c->packed_room, &c->p,
                         c->packed_room, &c->z, c->packed_room, &c->w, c->packed_room, &c->used,
                         c->packed_room, &c->law, c->packed_room, &c->f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Candidates: eligible rows that are violated or guessed, with their tangential rows. Returns how
// many joined; computes their columns.
static PetscErrorCode AddCandidates(RicStage s, const PetscReal y[], PetscInt *joined,
                                    RicReason *reason) {
  Condensed *c = (Condensed *)s->data;
  PetscInt n = 0, missing = 0;
  PetscBool wanted = PETSC_FALSE, dropped = PETSC_FALSE; // of the normal row last seen

  PetscFunctionBegin;
  *joined = 0;
  for (PetscInt i = 0; i < s->num_rows; i++) {
    if (c->eligible[i] >= 0) // else as the normal row before it
      wanted =
          (PetscBool)(c->eligible[i] > 1.5 || (c->eligible[i] > 0.5 && (y[i] < 0 || c->mu[i] > 0)));
    if (c->candidate[i] || !wanted)
      continue;
    c->set[n++] = i;
    if (c->slot[i] < 0)
      c->missing[missing++] = i;
  }
  PetscCall(ComputeColumns(s, missing, c->missing, reason));
  for (PetscInt k = 0; k < n && *reason == RIC_OK; k++) {
    const PetscInt i = c->set[k];
    const PetscBool alone = (PetscBool)(c->eligible[i] < 0 && dropped);
    if (alone || !Responds(c, i)) {
      dropped = (PetscBool)(dropped || c->eligible[i] >= 0);
      c->eligible[i] = 0;
      continue;
    }
    dropped = (PetscBool)(dropped && c->eligible[i] < 0);
    c->candidate[i] = PETSC_TRUE;
    (*joined)++;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// result: of Friction, NULL without.
static void Report(RicStage s, const RicFrictionResult *result) {
  s->report = (RicStageReport){0};
  if (!result)
    return;
  s->report.end = (RicStageEnd)result->reason;
  s->report.residual = result->residual;
  s->report.open = result->open;
  s->report.stick = result->stick;
  s->report.slip = result->slip;
}

// Solve on the candidates from the free row values y; mu of all rows.
static PetscErrorCode SolvePacked(RicStage s, PetscInt *m, PetscInt *iterations,
                                  RicReason *reason) {
  Condensed *c = (Condensed *)s->data;
  PetscInt pivots;

  PetscFunctionBegin;
  *m = 0;
  for (PetscInt i = 0; i < s->num_rows; i++)
    if (c->candidate[i])
      c->set[(*m)++] = i;
  PetscCall(ReservePacked(c, *m));
  for (PetscInt k = 0; k < *m; k++) {
    c->p[k] = c->y[c->set[k]];
    c->z[k] = c->mu[c->set[k]];
    c->law[k] = c->eligible[c->set[k]];
    c->f[k] = c->friction ? c->friction[c->set[k]] : 0;
    for (PetscInt i = 0; i < *m; i++)
      c->D[k * *m + i] = c->delassus[c->slot[c->set[k]]][c->set[i]];
  }
  PetscCall(RicRowProblemSolve(c->problem, *m, c->D,
                               (PetscBool) !(s->image || s->traits.unsymmetric), c->law, c->f, c->p,
                               c->z, c->w, &pivots, reason));
  *iterations += pivots;
  Report(s, RicRowProblemGetResult(c->problem));
  PetscCall(PetscArrayzero(c->mu, s->num_rows));
  for (PetscInt k = 0; k < *m; k++)
    c->mu[c->set[k]] = c->z[k];
  if (*reason != RIC_OK)
    *reason = RIC_RETRY;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ScatterBack(RicStage s, const PetscReal all[], Vec v) {
  PetscScalar *a;

  PetscFunctionBegin;
  PetscCall(VecGetArray(v, &a));
  PetscCall(PetscArraycpy(a, all + s->first_row, s->num_rows_owned));
  PetscCall(VecRestoreArray(v, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// x += Σ z_k A⁻¹ B e_set[k], k < m, from the kept columns.
static PetscErrorCode AddColumns(Condensed *c, PetscInt m, Vec x) {
  PetscFunctionBegin;
  for (PetscInt k = 0; k < m; k++)
    c->used[k] = c->column[c->slot[c->set[k]]];
  PetscCall(VecMAXPY(x, m, c->z, c->used));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// x += Σ μ_j A⁻¹ B e_j: from the kept columns, or by one solve.
static PetscErrorCode CorrectX(RicStage s, PetscInt m, Vec x, RicReason *reason) {
  Condensed *c = (Condensed *)s->data;

  PetscFunctionBegin;
  if (c->num_columns <= c->keep) {
    PetscCall(AddColumns(c, m, x));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(ScatterBack(s, c->mu, c->row_work));
  PetscCall(MatMultTranspose(s->W, c->row_work, s->work));
  if (s->image) {
    PetscCall(RicVecCopy(s->work, s->image_work));
    PetscCall(s->image(s->image_work, s->work, s->image_ctx));
  }
  if (!c->correction)
    PetscCall(VecDuplicate(x, &c->correction));
  PetscCall(RicLinearSolve(s->solver, s->work, c->correction, reason));
  PetscCall(RicVecAXPY(x, 1.0, c->correction));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// y_i = free y_i + Σ_j D_ij μ_j for all rows, into `out`.
static void RowsWithMultipliers(const RicStage s, const Condensed *c, PetscInt m, PetscReal out[]) {
  for (PetscInt i = 0; i < s->num_rows; i++)
    out[i] = c->y[i];
  for (PetscInt k = 0; k < m; k++) {
    const PetscReal *column = c->delassus[c->slot[c->set[k]]];
    for (PetscInt i = 0; i < s->num_rows && c->z[k] != 0; i++)
      out[i] += column[i] * c->z[k];
  }
  for (PetscInt k = 0; k < m; k++)
    if (c->law[k] == RIC_LAW_EQUALITY || (c->law[k] == RIC_LAW_UNILATERAL && c->z[k] > 0))
      out[c->set[k]] = 0; // active: zero but for round-off
}

static PetscErrorCode Solve_Condensed(RicStage s, Vec b, Vec y0, Vec eligible, Vec x, Vec y, Vec mu,
                                      PetscInt *iterations, RicReason *reason) {
  Condensed *c = (Condensed *)s->data;
  PetscInt joined, m = 0;
  PetscBool any;

  PetscFunctionBegin;
  if (b)
    PetscCall(RicLinearSolve(s->solver, b, x, reason));
  PetscCall(RicStageRowValues_Private(s, y0, x, y));
  if (*reason == RIC_OK)
    PetscCall(RicStageAnyActive_Private(s, eligible, y, mu, &any));
  if (*reason != RIC_OK || !any) {
    PetscCall(RicVecSet(mu, 0));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(Gather(c, y, s->num_rows, c->y));
  PetscCall(Gather(c, mu, s->num_rows, c->mu));
  PetscCall(Gather(c, eligible, s->num_rows, c->eligible));
  if (s->friction)
    PetscCall(Gather(c, s->friction, s->num_rows, c->friction));
  PetscCall(PetscArrayzero(c->candidate, s->num_rows));
  PetscCall(PetscArraycpy(c->rows, c->y, s->num_rows));
  for (;;) {
    PetscCall(AddCandidates(s, c->rows, &joined, reason));
    if (!joined || *reason != RIC_OK)
      break;
    PetscCall(SolvePacked(s, &m, iterations, reason));
    if (*reason != RIC_OK)
      break;
    RowsWithMultipliers(s, c, m, c->rows);
  }
  if (*reason == RIC_OK) {
    if (!m)
      PetscCall(PetscArrayzero(c->mu, s->num_rows));
    PetscCall(ScatterBack(s, c->rows, y));
    PetscCall(ScatterBack(s, c->mu, mu));
  }
  if (*reason == RIC_OK)
    PetscCall(CorrectX(s, m, x, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// x = A⁻¹Wᵀμ from the columns, which these rows' impacts need as well.
static PetscErrorCode Respond_Condensed(RicStage s, Vec mu, Vec x, PetscBool *done,
                                        RicReason *reason) {
  Condensed *c = (Condensed *)s->data;
  PetscInt m = 0, missing = 0;

  PetscFunctionBegin;
  PetscCall(Gather(c, mu, s->num_rows, c->mu));
  for (PetscInt i = 0; i < s->num_rows; i++) {
    if (c->mu[i] == 0)
      continue;
    c->set[m++] = i;
    if (c->slot[i] < 0)
      c->missing[missing++] = i;
  }
  *done = (PetscBool)(!s->image && c->num_columns + missing <= c->keep);
  if (!*done)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ComputeColumns(s, missing, c->missing, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ReservePacked(c, m));
  for (PetscInt k = 0; k < m; k++)
    c->z[k] = c->mu[c->set[k]];
  PetscCall(RicVecSet(x, 0));
  PetscCall(AddColumns(c, m, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Condensed(RicStage s) {
  Condensed *c = (Condensed *)s->data;

  PetscFunctionBegin;
  PetscCall(RicRowProblemDestroy(&c->problem));
  PetscCall(PetscFree(c->friction));
  for (PetscInt j = 0; j < c->room; j++) {
    PetscCall(PetscFree(c->delassus[j]));
    PetscCall(VecDestroy(&c->column[j]));
  }
  PetscCall(PetscFree(c->delassus));
  PetscCall(PetscFree(c->column));
  PetscCall(PetscFree4(c->slot, c->candidate, c->set, c->missing));
  PetscCall(PetscFree4(c->y, c->mu, c->eligible, c->rows));
  PetscCall(PetscFree7(c->D, c->p, c->z, c->w, c->used, c->law, c->f));
  PetscCall(VecScatterDestroy(&c->scatter));
  PetscCall(VecDestroy(&c->all));
  PetscCall(VecDestroy(&c->row_work));
  PetscCall(VecDestroy(&c->correction));
  PetscCall(PetscFree(s->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicStageOps RicStageCondensed = {.name = "condensed",
                                       .SetUp = SetUp_Condensed,
                                       .Changed = Changed_Condensed,
                                       .Solve = Solve_Condensed,
                                       .Respond = Respond_Condensed,
                                       .Destroy = Destroy_Condensed};
