// SPDX-License-Identifier: BSD-2-Clause
// KKT: the saddle-point system of the active rows,
//
//     [ A     −Wᵀ_a    ] [x]   [ b ]
//     [ W_a    εI + I_i ] [μ] = [−y0 + εμ_old],     a active, i inactive rows (μ_i = 0),
//
// inside a primal–dual active set iteration (the semismooth Newton method; Hintermüller, Ito &
// Kunisch 2003). ε is a proximal term, far below the rows' compliance, that keeps dependent rows
// solvable; refinements remove its trace. The matrix is factored once per active set and kept
// while set and A are. Direct, by MUMPS unless
// -<prefix>kkt_ksp_… and -<prefix>kkt_pc_… say otherwise. A set that comes back is answered by
// accepting only the most violated row.
#include "solve/stage_impl.h"

typedef struct {
  KSP ksp;
  Mat K;
  Vec rhs, sol;                 // dofs then rows, each rank its own
  PetscBool *active, *factored; // [rows owned]
  PetscBool *responds;          // [rows owned] not all dofs of the row are fixed
  PetscBool valid;              // K belongs to `factored` and A
  PetscReal eps;
  Vec b, residual, row_residual;
} Kkt;

static PetscErrorCode SetUp_Kkt(RicStage s) {
  Kkt *k;
  PC pc;
  char prefix[RIC_NAME_LEN + 8];
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(PetscNew(&k));
  s->data = k;
  PetscCall(VecGetLocalSize(s->work, &n));
  PetscCall(VecCreateMPI(s->comm, n + s->num_rows_owned, PETSC_DECIDE, &k->rhs));
  PetscCall(VecDuplicate(k->rhs, &k->sol));
  PetscCall(VecDuplicate(s->work, &k->b));
  PetscCall(VecDuplicate(s->work, &k->residual));
  PetscCall(MatCreateVecs(s->W, NULL, &k->row_residual));
  PetscCall(PetscCalloc3(s->num_rows_owned, &k->active, s->num_rows_owned, &k->factored,
                         s->num_rows_owned, &k->responds));
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    PetscCall(MatGetRow(s->W, s->first_row + i, &n, NULL, NULL));
    k->responds[i] = (PetscBool)(n > 0);
    PetscCall(MatRestoreRow(s->W, s->first_row + i, &n, NULL, NULL));
  }
  PetscCall(PetscSNPrintf(prefix, sizeof(prefix), "%skkt_", s->prefix));
  PetscCall(KSPCreate(s->comm, &k->ksp));
  PetscCall(KSPSetOptionsPrefix(k->ksp, prefix));
  PetscCall(KSPSetType(k->ksp, KSPPREONLY));
  PetscCall(KSPGetPC(k->ksp, &pc));
  PetscCall(PCSetType(pc, PCLU));
  PetscCall(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
  PetscCall(KSPSetFromOptions(k->ksp));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A or W have new entries.
static PetscErrorCode Changed_Kkt(RicStage s) {
  PetscFunctionBegin;
  ((Kkt *)s->data)->valid = PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Proximal parameter: 1e-9 of the smallest compliance |w|²/a a row can have by A's diagonal.
static PetscErrorCode ChooseEps(RicStage s, Kkt *k) {
  PetscReal largest;

  PetscFunctionBegin;
  PetscCall(MatGetDiagonal(s->A, s->work));
  PetscCall(VecMax(s->work, NULL, &largest));
  k->eps = 1e-9 / largest;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Row i of K below: W_i and ε when active, 1 on the diagonal otherwise; columns of the rank that
// owns a dof start at that rank's offset in the joint numbering.
static PetscErrorCode AddRows(RicStage s, Kkt *k, const PetscInt dof_first[],
                              const PetscInt joint_first[], PetscMPIInt size) {
  PetscMPIInt rank;
  PetscInt dofs, n;
  const PetscInt *cols;
  const PetscScalar *values;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_rank(s->comm, &rank));
  dofs = dof_first[rank + 1] - dof_first[rank];
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    const PetscInt row = joint_first[rank] + dofs + i;
    PetscCall(MatSetValue(k->K, row, row, k->active[i] ? k->eps : 1.0, INSERT_VALUES));
    PetscCall(MatGetRow(s->W, s->first_row + i, &n, &cols, &values));
    for (PetscInt j = 0; j < n; j++) {
      PetscMPIInt owner = 0;
      while (owner + 1 < size && cols[j] >= dof_first[owner + 1])
        owner++;
      const PetscInt col = joint_first[owner] + cols[j] - dof_first[owner];
      const PetscScalar w = k->active[i] ? values[j] : 0.0; // the pattern stays the same
      PetscCall(MatSetValue(k->K, row, col, w, INSERT_VALUES));
      PetscCall(MatSetValue(k->K, col, row, -w, INSERT_VALUES));
    }
    PetscCall(MatRestoreRow(s->W, s->first_row + i, &n, &cols, &values));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddOperator(RicStage s, Kkt *k, const PetscInt dof_first[],
                                  const PetscInt joint_first[], PetscMPIInt size) {
  PetscMPIInt rank;
  PetscInt n;
  const PetscInt *cols;
  const PetscScalar *values;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_rank(s->comm, &rank));
  for (PetscInt r = dof_first[rank]; r < dof_first[rank + 1]; r++) {
    PetscCall(MatGetRow(s->A, r, &n, &cols, &values));
    for (PetscInt j = 0; j < n; j++) {
      PetscMPIInt owner = 0;
      while (owner + 1 < size && cols[j] >= dof_first[owner + 1])
        owner++;
      PetscCall(MatSetValue(k->K, joint_first[rank] + r - dof_first[rank],
                            joint_first[owner] + cols[j] - dof_first[owner], values[j],
                            INSERT_VALUES));
    }
    PetscCall(MatRestoreRow(s->A, r, &n, &cols, &values));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateMatrix(RicStage s, Kkt *k) {
  PetscInt n, a = 0, w = 0, m;

  PetscFunctionBegin;
  PetscCall(VecGetLocalSize(k->rhs, &n));
  for (PetscInt r = 0; r < n - s->num_rows_owned; r++) {
    PetscInt first;
    PetscCall(MatGetOwnershipRange(s->A, &first, NULL));
    PetscCall(MatGetRow(s->A, first + r, &m, NULL, NULL));
    a = PetscMax(a, m);
    PetscCall(MatRestoreRow(s->A, first + r, &m, NULL, NULL));
  }
  w = PetscMax(a + 4, RIC_MAX_DOFS + 1);
  PetscCall(MatCreate(s->comm, &k->K));
  PetscCall(MatSetSizes(k->K, n, n, PETSC_DETERMINE, PETSC_DETERMINE));
  PetscCall(MatSetType(k->K, MATAIJ));
  PetscCall(MatSeqAIJSetPreallocation(k->K, w, NULL));
  PetscCall(MatMPIAIJSetPreallocation(k->K, w, NULL, w, NULL));
  PetscCall(MatSetOption(k->K, MAT_NEW_NONZERO_ALLOCATION_ERR,
                         PETSC_FALSE)); // more than 4 rows at a node
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Factor(RicStage s) {
  Kkt *k = (Kkt *)s->data;
  const PetscInt *dof_first, *joint_first;
  PetscMPIInt size;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_size(s->comm, &size));
  if (!k->K)
    PetscCall(CreateMatrix(s, k));
  PetscCall(ChooseEps(s, k));
  PetscCall(VecGetOwnershipRanges(s->work, &dof_first));
  PetscCall(VecGetOwnershipRanges(k->rhs, &joint_first));
  PetscCall(AddOperator(s, k, dof_first, joint_first, size));
  PetscCall(AddRows(s, k, dof_first, joint_first, size));
  PetscCall(MatAssemblyBegin(k->K, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(k->K, MAT_FINAL_ASSEMBLY));
  PetscCall(KSPSetOperators(k->ksp, k->K, k->K));
  PetscCall(KSPSetUp(k->ksp));
  PetscCall(PetscArraycpy(k->factored, k->active, s->num_rows_owned));
  k->valid = PETSC_TRUE;
  s->factorizations++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode FactorIfChanged(RicStage s) {
  Kkt *k = (Kkt *)s->data;
  PetscBool same;

  PetscFunctionBegin;
  PetscCall(PetscArraycmp(k->active, k->factored, s->num_rows_owned, &same));
  same = (PetscBool)(same && k->valid);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &same, 1, MPIU_BOOL, MPI_LAND, s->comm));
  if (!same)
    PetscCall(Factor(s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// One correction: x, μ += K⁻¹ of the residuals of b and of the active rows. *change: the largest
// change of x.
static PetscErrorCode Refine(RicStage s, Vec b, Vec y0, Vec x, Vec mu, PetscReal *change,
                             RicReason *reason) {
  Kkt *k = (Kkt *)s->data;
  PetscScalar *rhs, *xa, *m;
  const PetscScalar *r, *g, *sol;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(VecGetLocalSize(s->work, &n));
  PetscCall(MatMult(s->A, x, k->residual));
  PetscCall(VecAYPX(k->residual, -1.0, b));
  PetscCall(MatMultTransposeAdd(s->W, mu, k->residual, k->residual));
  PetscCall(MatMultAdd(s->W, x, y0, k->row_residual));
  PetscCall(VecGetArrayRead(k->residual, &r));
  PetscCall(VecGetArrayRead(k->row_residual, &g));
  PetscCall(VecGetArray(k->rhs, &rhs));
  PetscCall(PetscArraycpy(rhs, r, n));
  for (PetscInt i = 0; i < s->num_rows_owned; i++)
    rhs[n + i] = k->active[i] ? -g[i] : 0.0;
  PetscCall(VecRestoreArray(k->rhs, &rhs));
  PetscCall(VecRestoreArrayRead(k->residual, &r));
  PetscCall(VecRestoreArrayRead(k->row_residual, &g));
  PetscCall(RicLinearSolve(k->ksp, k->rhs, k->sol, reason));
  PetscCall(VecGetArrayRead(k->sol, &sol));
  PetscCall(VecGetArray(x, &xa));
  PetscCall(VecGetArray(mu, &m));
  *change = 0;
  for (PetscInt i = 0; i < n; i++) {
    xa[i] += sol[i];
    *change = PetscMax(*change, PetscAbsReal(sol[i]));
  }
  for (PetscInt i = 0; i < s->num_rows_owned; i++)
    m[i] = k->active[i] ? m[i] + sol[n + i] : 0.0;
  PetscCall(VecRestoreArrayRead(k->sol, &sol));
  PetscCall(VecRestoreArray(x, &xa));
  PetscCall(VecRestoreArray(mu, &m));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, change, 1, MPIU_REAL, MPI_MAX, s->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Solve for the active set, to round-off: dependent rows leave a residual that falls by and by.
static PetscErrorCode SolveSet(RicStage s, Vec b, Vec y0, Vec x, Vec mu, RicReason *reason) {
  PetscReal size, before, change = PETSC_MAX_REAL;

  PetscFunctionBegin;
  do {
    before = change;
    PetscCall(Refine(s, b, y0, x, mu, &change, reason));
    PetscCall(VecNorm(x, NORM_INFINITY, &size));
  } while (*reason == RIC_OK && change > 1e-15 * size && change < before / 2);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Exchange rows that contradict their state; `one` takes only the row that does so most. *changed:
// how many rows contradict.
static PetscErrorCode Exchange(RicStage s, Vec eligible, Vec y, Vec mu, PetscBool one,
                               PetscInt *changed) {
  Kkt *k = (Kkt *)s->data;
  const PetscScalar *e, *g, *m;
  PetscReal scale[2] = {0, 0}, worst = 0, largest;
  PetscInt candidate = -1;

  PetscFunctionBegin;
  PetscCall(VecNorm(y, NORM_INFINITY, &scale[0]));
  PetscCall(VecNorm(mu, NORM_INFINITY, &scale[1]));
  PetscCall(VecGetArrayRead(eligible, &e));
  PetscCall(VecGetArrayRead(y, &g));
  PetscCall(VecGetArrayRead(mu, &m));
  *changed = 0;
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    const PetscReal wrong = k->active[i] ? -m[i] / PetscMax(scale[1], PETSC_SMALL * PETSC_SMALL)
                                         : -g[i] / PetscMax(scale[0], PETSC_SMALL * PETSC_SMALL);
    if (e[i] <= 0.5 || e[i] > 1.5 || !k->responds[i] || wrong <= 1e-13)
      continue;
    (*changed)++;
    if (wrong > worst)
      worst = wrong, candidate = i;
    if (!one)
      k->active[i] = (PetscBool)!k->active[i];
  }
  PetscCall(VecRestoreArrayRead(eligible, &e));
  PetscCall(VecRestoreArrayRead(y, &g));
  PetscCall(VecRestoreArrayRead(mu, &m));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, changed, 1, MPIU_INT, MPI_SUM, s->comm));
  if (one) {
    PetscCallMPI(MPI_Allreduce(&worst, &largest, 1, MPIU_REAL, MPI_MAX, s->comm));
    if (candidate >= 0 && worst == largest)
      k->active[candidate] = (PetscBool)!k->active[candidate];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode FirstSet(RicStage s, Vec eligible, Vec mu) {
  Kkt *k = (Kkt *)s->data;
  const PetscScalar *e, *m;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(eligible, &e));
  PetscCall(VecGetArrayRead(mu, &m));
  for (PetscInt i = 0; i < s->num_rows_owned; i++)
    k->active[i] = (PetscBool)(k->responds[i] && (e[i] > 1.5 || (e[i] > 0.5 && m[i] > 0)));
  PetscCall(VecRestoreArrayRead(eligible, &e));
  PetscCall(VecRestoreArrayRead(mu, &m));
  PetscCall(VecZeroEntries(mu));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Solve_Kkt(RicStage s, Vec b, Vec y0, Vec eligible, Vec x, Vec y, Vec mu,
                                PetscInt *iterations, RicReason *reason) {
  Kkt *k = (Kkt *)s->data;
  PetscInt changed = 1, fewest = PETSC_MAX_INT, chances = 10;

  PetscFunctionBegin;
  if (b) {
    PetscCall(VecCopy(b, k->b));
    PetscCall(VecZeroEntries(x));
  } else
    PetscCall(MatMult(s->A, x, k->b));
  PetscCall(FirstSet(s, eligible, mu));
  for (PetscInt it = 0; it < s->max_it && changed && *reason == RIC_OK; it++) {
    PetscCall(FactorIfChanged(s));
    PetscCall(VecZeroEntries(mu)); // dependent rows of the set before may have left huge ones
    PetscCall(SolveSet(s, k->b, y0, x, mu, reason));
    PetscCall(RicStageRowValues_Private(s, y0, x, y));
    PetscCall(Exchange(s, eligible, y, mu, (PetscBool)!chances, &changed));
    if (changed < fewest)
      fewest = changed, chances = 10;
    else if (chances)
      chances--;
    (*iterations)++;
  }
  if (changed)
    *reason = RIC_RETRY;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Kkt(RicStage s) {
  Kkt *k = (Kkt *)s->data;

  PetscFunctionBegin;
  PetscCall(KSPDestroy(&k->ksp));
  PetscCall(MatDestroy(&k->K));
  PetscCall(VecDestroy(&k->rhs));
  PetscCall(VecDestroy(&k->sol));
  PetscCall(VecDestroy(&k->b));
  PetscCall(VecDestroy(&k->residual));
  PetscCall(VecDestroy(&k->row_residual));
  PetscCall(PetscFree3(k->active, k->factored, k->responds));
  PetscCall(PetscFree(s->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicStageOps RicStageKKT = {.name = "kkt",
                                 .SetUp = SetUp_Kkt,
                                 .Changed = Changed_Kkt,
                                 .Solve = Solve_Kkt,
                                 .Destroy = Destroy_Kkt};
