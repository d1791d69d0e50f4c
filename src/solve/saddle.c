// SPDX-License-Identifier: BSD-2-Clause
#include "solve/saddle_impl.h"

// Up to this many unknowns each rank factors the whole matrix: MUMPS takes ten times longer.
#define REDUNDANT_LIMIT 100000

// ---- Solver ----

static PetscErrorCode NativeDefaults(PC pc) {
  PetscFunctionBegin;
  PetscCall(PCSetType(pc, PCLU));
  PetscCall(PCFactorSetMatOrderingType(pc, RIC_SADDLE_ORDERING));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SolverDefaults(RicSaddle s, PetscInt n) {
  PetscMPIInt size;
  PC pc, inner;
  KSP ksp, inner_ksp;
  Mat factor;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_size(s->comm, &size));
  PetscCall(RicLinearGetKSP(s->solver, &ksp));
  PetscCall(KSPReset(ksp));
  PetscCall(KSPSetOperators(ksp, s->K, s->K));
  PetscCall(KSPSetType(ksp, KSPPREONLY));
  PetscCall(KSPGetPC(ksp, &pc));
  if (size == 1)
    PetscCall(NativeDefaults(pc));
  else if (n <= REDUNDANT_LIMIT) {
    PetscCall(PCSetType(pc, PCREDUNDANT));
    PetscCall(PCRedundantGetKSP(pc, &inner_ksp));
    PetscCall(KSPGetPC(inner_ksp, &inner));
    PetscCall(NativeDefaults(inner));
  } else {
    PetscCall(PCSetType(pc, PCLU));
    PetscCall(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
    PetscCall(PCFactorSetUpMatSolverType(pc));
    PetscCall(PCFactorGetMatrix(pc, &factor));
    PetscCall(MatMumpsSetIcntl(factor, 14, 100)); // room, %, for pivots that wait
  }
  PetscCall(RicLinearSetFromOptions(s->solver));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- The factors ----

PetscErrorCode RicSaddleGetCompliance(RicSaddle s, PetscReal *compliance) {
  PetscReal largest;

  PetscFunctionBegin;
  if (!s->compliance_valid) {
    PetscCall(MatGetDiagonal(s->A, s->a));
    PetscCall(VecMax(s->a, NULL, &largest));
    s->compliance = 1 / largest;
    s->compliance_valid = PETSC_TRUE;
  }
  *compliance = s->compliance;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Factor(RicSaddle s) {
  PetscBool fresh;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicSaddleForm_Private(s, &fresh));
  PetscCall(VecGetSize(s->rhs, &n));
  if (fresh)
    PetscCall(SolverDefaults(s, n));
  PetscCall(RicLinearSetOperator(s->solver, s->K));
  s->valid = PETSC_TRUE;
  s->factorizations += n > 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Solution ----

// Right-hand side: residuals of b on the unknown dofs and of the active rows.
static PetscErrorCode Residuals(RicSaddle s, Vec b, Vec y0, Vec x, Vec mu) {
  const PetscScalar *r, *g;
  PetscScalar *rhs;

  PetscFunctionBegin;
  PetscCall(MatMult(s->A, x, s->residual));
  PetscCall(VecAYPX(s->residual, -1.0, b));
  PetscCall(MatMultTransposeAdd(s->W, mu, s->residual, s->residual));
  PetscCall(MatMultAdd(s->W, x, y0, s->row_residual));
  PetscCall(VecGetArrayRead(s->residual, &r));
  PetscCall(VecGetArrayRead(s->row_residual, &g));
  PetscCall(VecGetArray(s->rhs, &rhs));
  for (PetscInt k = 0; k < s->num_unknown_dofs; k++)
    rhs[k] = r[s->dofs[k]];
  for (PetscInt k = 0; k < s->num_pattern_rows; k++)
    rhs[s->num_unknown_dofs + k] = s->active[s->rows[k]] ? -g[s->rows[k]] : 0.0;
  PetscCall(VecRestoreArray(s->rhs, &rhs));
  PetscCall(VecRestoreArrayRead(s->residual, &r));
  PetscCall(VecRestoreArrayRead(s->row_residual, &g));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// x, μ += the solution; dofs that are no unknowns by the diagonal of A. Returns the largest change
// of x on this rank.
static PetscErrorCode Add(RicSaddle s, Vec x, Vec mu, PetscReal *change) {
  PetscScalar *xa, *m;
  const PetscScalar *r, *a, *sol;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(s->residual, &r));
  PetscCall(VecGetArrayRead(s->a, &a));
  PetscCall(VecGetArrayRead(s->sol, &sol));
  PetscCall(VecGetArray(x, &xa));
  PetscCall(VecGetArray(mu, &m));
  *change = 0;
  for (PetscInt i = 0; i < s->num_dofs; i++) {
    const PetscReal by = s->unknown[i] < 0 ? r[i] / a[i] : sol[s->unknown[i]];
    xa[i] += by;
    *change = PetscMax(*change, PetscAbsReal(by));
  }
  for (PetscInt k = 0; k < s->num_pattern_rows; k++)
    if (s->active[s->rows[k]])
      m[s->rows[k]] -= sol[s->num_unknown_dofs + k];
  PetscCall(VecRestoreArrayRead(s->residual, &r));
  PetscCall(VecRestoreArrayRead(s->a, &a));
  PetscCall(VecRestoreArrayRead(s->sol, &sol));
  PetscCall(VecRestoreArray(x, &xa));
  PetscCall(VecRestoreArray(mu, &m));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// One correction: x, μ += K⁻¹ of the residuals. *change: the largest change of x.
static PetscErrorCode Refine(RicSaddle s, Vec b, Vec y0, Vec x, Vec mu, PetscReal *change,
                             RicReason *reason) {
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(Residuals(s, b, y0, x, mu));
  PetscCall(VecGetSize(s->rhs, &n));
  if (n)
    PetscCall(RicLinearSolve(s->solver, s->rhs, s->sol, reason));
  PetscCall(Add(s, x, mu, change));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, change, 1, MPIU_REAL, MPI_MAX, s->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Corrections until the next one, foretold by the ratio of the last two, is round-off. Dependent
// rows leave a residual that falls by and by.
PetscErrorCode RicSaddleSolve(RicSaddle s, Vec b, Vec y0, Vec x, Vec mu, RicReason *reason) {
  PetscReal size, before, change = PETSC_MAX_REAL, next;
  PetscScalar *m;

  PetscFunctionBegin;
  *reason = RIC_OK;
  if (!s->valid)
    PetscCall(Factor(s));
  PetscCall(VecGetArray(mu, &m));
  for (PetscInt i = 0; i < s->num_rows; i++)
    m[i] = s->active[i] ? m[i] : 0.0;
  PetscCall(VecRestoreArray(mu, &m));
  do {
    before = change;
    PetscCall(Refine(s, b, y0, x, mu, &change, reason));
    PetscCall(VecNorm(x, NORM_INFINITY, &size));
    next = before < PETSC_MAX_REAL ? change * (change / before) : change;
  } while (*reason == RIC_OK && next > 1e-15 * size && change < before / 2);
  if (PetscIsInfOrNanReal(change))
    *reason = RIC_RETRY;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Life ----

PetscErrorCode RicSaddleCreate(MPI_Comm comm, const char prefix[], Mat A, Mat W, PetscBool diagonal,
                               RicSaddle *saddle) {
  char full[RIC_NAME_LEN + 8];
  RicSaddle s;

  PetscFunctionBegin;
  PetscCall(PetscNew(&s));
  s->comm = comm;
  PetscCall(PetscObjectReference((PetscObject)A));
  PetscCall(PetscObjectReference((PetscObject)W));
  s->A = A;
  s->W = W;
  s->diagonal = diagonal;
  PetscCall(MatGetLocalSize(W, &s->num_rows, &s->num_dofs));
  PetscCall(MatCreateVecs(W, &s->residual, &s->row_residual));
  PetscCall(VecDuplicate(s->residual, &s->a));
  PetscCall(PetscCalloc4(s->num_rows, &s->active, s->num_rows, &s->responds, s->num_rows,
                         &s->in_pattern, s->num_rows, &s->rows));
  PetscCall(PetscMalloc2(s->num_dofs, &s->dofs, s->num_dofs, &s->unknown));
  PetscCall(PetscSNPrintf(full, sizeof(full), "%skkt_", prefix));
  PetscCall(RicLinearCreate(comm, full, &s->solver));
  PetscCall(RicSaddleRegisterOrdering_Private());
  *saddle = s;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicSaddleDestroy(RicSaddle *saddle) {
  RicSaddle s = *saddle;

  PetscFunctionBegin;
  if (!s)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicLinearDestroy(&s->solver));
  PetscCall(MatDestroy(&s->A));
  PetscCall(MatDestroy(&s->W));
  PetscCall(MatDestroy(&s->scalar));
  PetscCall(MatDestroy(&s->K));
  PetscCall(VecDestroy(&s->rhs));
  PetscCall(VecDestroy(&s->sol));
  PetscCall(VecDestroy(&s->a));
  PetscCall(VecDestroy(&s->residual));
  PetscCall(VecDestroy(&s->row_residual));
  PetscCall(PetscFree(s->values));
  PetscCall(PetscFree4(s->active, s->responds, s->in_pattern, s->rows));
  PetscCall(PetscFree2(s->dofs, s->unknown));
  PetscCall(PetscFree(*saddle));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicSaddleOperatorChanged(RicSaddle s, Mat A) {
  PetscFunctionBegin;
  PetscCall(PetscObjectReference((PetscObject)A));
  PetscCall(MatDestroy(&s->A));
  s->A = A;
  s->valid = s->compliance_valid = s->responds_valid = PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rows whose dofs are fixed, or that no free dof of theirs can move as W is now.
static PetscErrorCode FindResponding(RicSaddle s) {
  const PetscScalar *w;
  PetscInt n, first;

  PetscFunctionBegin;
  if (s->responds_valid)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatGetOwnershipRange(s->W, &first, NULL));
  for (PetscInt r = 0; r < s->num_rows; r++) {
    s->responds[r] = PETSC_FALSE;
    PetscCall(MatGetRow(s->W, first + r, &n, NULL, &w));
    for (PetscInt e = 0; e < n; e++)
      s->responds[r] = (PetscBool)(s->responds[r] || w[e] != 0);
    PetscCall(MatRestoreRow(s->W, first + r, &n, NULL, &w));
  }
  s->responds_valid = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicSaddleSetActive(RicSaddle s, const PetscBool active[]) {
  PetscBool any = PETSC_FALSE;

  PetscFunctionBegin;
  PetscCall(FindResponding(s));
  for (PetscInt i = 0; i < s->num_rows; i++) {
    const PetscBool wanted = (PetscBool)(active[i] && s->responds[i]);
    any = (PetscBool)(any || wanted != s->active[i]);
    s->active[i] = wanted;
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &any, 1, MPIU_BOOL, MPI_LOR, s->comm));
  if (any)
    s->valid = PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicSaddleGetResponding(RicSaddle s, const PetscBool *responding[]) {
  PetscFunctionBegin;
  PetscCall(FindResponding(s));
  *responding = s->responds;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// 1 where a row is in the pattern.
static PetscErrorCode ReadPattern(RicSaddle s, Vec rows) {
  PetscScalar *a;

  PetscFunctionBegin;
  PetscCall(VecGetArray(rows, &a));
  for (PetscInt i = 0; i < s->num_rows; i++)
    a[i] = s->in_pattern[i];
  PetscCall(VecRestoreArray(rows, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The pattern made anew of those rows, as if all of them were active.
static PetscErrorCode MakePattern(RicSaddle s, Vec rows) {
  const PetscScalar *a;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(rows, &a));
  for (PetscInt i = 0; i < s->num_rows; i++)
    s->active[i] = (PetscBool)(a[i] > 0.5);
  PetscCall(VecRestoreArrayRead(rows, &a));
  PetscCall(Factor(s));
  s->valid = PETSC_FALSE; // of rows that are active now nothing is known
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicSaddleArchive(RicSaddle s, RicArchive archive) {
  PetscBool made = (PetscBool)(s->K != NULL);
  Vec rows;

  PetscFunctionBegin;
  PetscCall(RicArchiveBool(archive, "pattern_made", &made));
  if (RicArchiveIsLoading(archive)) {
    PetscCall(MatDestroy(&s->K));
    s->valid = s->compliance_valid = s->responds_valid = PETSC_FALSE;
  }
  if (!made)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicate(s->row_residual, &rows));
  PetscCall(ReadPattern(s, rows));
  PetscCall(RicArchiveVector(archive, "pattern", RIC_ARCHIVE_ROWS, rows));
  if (RicArchiveIsLoading(archive))
    PetscCall(MakePattern(s, rows));
  PetscCall(VecDestroy(&rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicSaddleGetFactorizations(RicSaddle s, PetscInt *n) {
  PetscFunctionBegin;
  *n = s->factorizations;
  PetscFunctionReturn(PETSC_SUCCESS);
}
