// SPDX-License-Identifier: BSD-2-Clause
// Condensed: the Delassus operator D = W A⁻¹ B of the rows that matter and a dense complementarity
// problem.
//
// The problem is solved on the candidates (violated or guessed rows), whose columns of D are found when
// they first enter (stage_columns.h); rows it then violates join, until none does. D and μ are on every
// rank alike, so that every rank pivots alike. Limits: D needs (candidates × contacts) numbers on
// each rank; where not all columns of A⁻¹ B can be kept the correction of x costs one solve more.
#include "base/vec.h"
#include "solve/row_problem.h"
#include "solve/stage_columns.h"

typedef struct {
  RicRowProblem problem;
  RicColumns columns;
  PetscBool *candidate;         // [num_rows]
  PetscInt *set;                // [num_rows] candidates, packed
  PetscInt *missing;            // [num_rows] rows whose columns are to be computed
  PetscReal *y, *mu, *eligible; // [num_rows] all rows: free values, multipliers, laws
  PetscReal *friction;          // [num_rows] coefficients; NULL without friction
  PetscReal *rows;              // [num_rows] values as the multipliers leave them
  Vec correction;               // of dofs, beyond `keep`
  PetscReal *D, *p, *z, *w;     // packed problem
  PetscReal *law, *f;           // packed: law and coefficient of friction of each row
  Vec *used;                    // [packed_room] columns of a combination
  PetscInt packed_room;
} Condensed;

static PetscErrorCode SetUp_Condensed(RicStage s) {
  Condensed *c;

  PetscFunctionBegin;
  PetscCall(PetscNew(&c));
  s->data = c;
  PetscCall(RicRowProblemCreate(s->prefix, &c->problem));
  PetscCall(RicColumnsCreate_Private(s, &c->columns));
  PetscCall(
      PetscMalloc3(s->num_rows, &c->candidate, s->num_rows, &c->set, s->num_rows, &c->missing));
  PetscCall(PetscMalloc4(s->num_rows, &c->y, s->num_rows, &c->mu, s->num_rows, &c->eligible,
                         s->num_rows, &c->rows));
  if (s->friction)
    PetscCall(PetscMalloc1(s->num_rows, &c->friction));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Changed_Condensed(RicStage s) {
  PetscFunctionBegin;
  RicColumnsDrop_Private(s, &((Condensed *)s->data)->columns);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Can the row respond at all? Not when all its dofs are fixed.
static PetscBool Responds(const Condensed *c, PetscInt row) {
  return (PetscBool)(c->columns.delassus[c->columns.slot[row]][row] > 0);
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
    if (c->columns.slot[i] < 0)
      c->missing[missing++] = i;
  }
  PetscCall(RicColumnsCompute_Private(s, &c->columns, missing, c->missing, reason));
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
      c->D[k * *m + i] = c->columns.delassus[c->columns.slot[c->set[k]]][c->set[i]];
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
    c->used[k] = c->columns.column[c->columns.slot[c->set[k]]];
  PetscCall(VecMAXPY(x, m, c->z, c->used));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// x += Σ μ_j A⁻¹ B e_j: from the kept columns, or by one solve.
static PetscErrorCode CorrectX(RicStage s, PetscInt m, Vec x, RicReason *reason) {
  Condensed *c = (Condensed *)s->data;

  PetscFunctionBegin;
  if (c->columns.num_columns <= c->columns.keep) {
    PetscCall(AddColumns(c, m, x));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(ScatterBack(s, c->mu, c->columns.row_work));
  PetscCall(MatMultTranspose(s->W, c->columns.row_work, s->work));
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
    const PetscReal *column = c->columns.delassus[c->columns.slot[c->set[k]]];
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
  PetscCall(RicColumnsGather_Private(s, &c->columns, y, c->y));
  PetscCall(RicColumnsGather_Private(s, &c->columns, mu, c->mu));
  PetscCall(RicColumnsGather_Private(s, &c->columns, eligible, c->eligible));
  if (s->friction)
    PetscCall(RicColumnsGather_Private(s, &c->columns, s->friction, c->friction));
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
  PetscCall(RicColumnsGather_Private(s, &c->columns, mu, c->mu));
  for (PetscInt i = 0; i < s->num_rows; i++) {
    if (c->mu[i] == 0)
      continue;
    c->set[m++] = i;
    if (c->columns.slot[i] < 0)
      c->missing[missing++] = i;
  }
  *done = (PetscBool)(!s->image && c->columns.num_columns + missing <= c->columns.keep);
  if (!*done)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicColumnsCompute_Private(s, &c->columns, missing, c->missing, reason));
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
  PetscCall(RicColumnsDestroy_Private(&c->columns));
  PetscCall(PetscFree3(c->candidate, c->set, c->missing));
  PetscCall(PetscFree4(c->y, c->mu, c->eligible, c->rows));
  PetscCall(PetscFree7(c->D, c->p, c->z, c->w, c->used, c->law, c->f));
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
