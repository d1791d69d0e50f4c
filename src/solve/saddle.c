// SPDX-License-Identifier: BSD-2-Clause
#include "solve/saddle.h"
#include "solve/linear.h"

// Up to this many unknowns each rank factors the whole matrix: MUMPS takes ten times longer.
#define REDUNDANT_LIMIT 100000

// ε relative to the smallest compliance a row can have.
#define PROXIMAL 1e-9

// Name of the ordering below, for -<prefix>kkt_pc_factor_mat_ordering_type too.
#define ORDERING_ROWS "rows-after-dofs"

struct RicSaddle_ {
  MPI_Comm comm;
  Mat A, W;
  Mat scalar; // A as a matrix without blocks; NULL: it is one
  Mat K;
  RicLinear solver;
  Vec rhs, sol;                 // dofs then rows, each rank its own
  PetscInt num_dofs, num_rows;  // owned
  PetscCount num_entries;       // of K, as the pattern was made
  PetscObjectState state[2];    // patterns of A and W then
  PetscScalar *values;          // [num_entries]
  PetscBool *active, *responds; // [num_rows]; responds: the row has an entry that is not 0
  PetscBool valid;              // K is of A, W and `active`
  Vec residual, row_residual;
  PetscInt factorizations;
};

// ---- Order of elimination ----
//
// PETSc orders groups of unknowns with the same pattern (inodes: the dofs of a body, the rows of a
// joint) as one. A group is a dof group when its first unknown is a dof: dofs come before rows.

typedef struct {
  PetscInt num;                             // groups
  const PetscInt *ia, *ja;                  // their graph
  PetscInt *order, *position, *next, *head; // [num]
  PetscBool *is_row;                        // [num]
} Groups;

// Position behind which row group r may come: that of the last of its neighbours.
static PetscInt LastNeighbour(const Groups *g, PetscInt r) {
  PetscInt last = g->position[r];

  for (PetscInt k = g->ia[r]; k < g->ia[r + 1]; k++)
    last = PetscMax(last, g->position[g->ja[k]]);
  return last;
}

// Move each row of the order behind the last of its neighbours; rows behind the same one keep their
// order.
static void PutRowsBehind(Groups *g) {
  PetscInt *before = g->position; // reused when the positions are no longer needed
  PetscInt m = 0;

  for (PetscInt k = 0; k < g->num; k++) {
    g->position[g->order[k]] = k;
    g->head[k] = -1;
  }
  for (PetscInt k = g->num - 1; k >= 0; k--) { // last first: the lists come out in order
    const PetscInt r = g->order[k];
    if (!g->is_row[r])
      continue;
    const PetscInt last = LastNeighbour(g, r);
    g->next[r] = g->head[last];
    g->head[last] = r;
  }
  for (PetscInt k = 0; k < g->num; k++)
    before[k] = g->order[k];
  for (PetscInt k = 0; k < g->num; k++) {
    if (!g->is_row[before[k]])
      g->order[m++] = before[k];
    for (PetscInt r = g->head[k]; r >= 0; r = g->next[r])
      g->order[m++] = r;
  }
}

// Nested dissection of the groups, and which are rows (negative diagonal).
static PetscErrorCode Dissect(Mat K, Groups *g) {
  PetscInt n, num, limit, *sizes, *group, m = 0, k = 0;
  const PetscInt *nd;
  const PetscScalar *d;
  Vec diagonal;
  IS row, col;

  PetscFunctionBegin;
  PetscCall(MatGetSize(K, &n, NULL));
  PetscCall(MatInodeGetInodeSizes(K, &num, &sizes, &limit));
  PetscCall(PetscMalloc1(n, &group));
  PetscCall(MatCreateVecs(K, &diagonal, NULL));
  PetscCall(MatGetDiagonal(K, diagonal));
  PetscCall(VecGetArrayRead(diagonal, &d));
  for (PetscInt i = 0; i < g->num; i++) {
    g->is_row[i] = (PetscBool)(d[k] < 0);
    g->position[i] = -1;
    for (const PetscInt end = k + (sizes ? sizes[i] : 1); k < end; k++)
      group[k] = i;
  }
  PetscCall(VecRestoreArrayRead(diagonal, &d));
  PetscCall(VecDestroy(&diagonal));
  PetscCall(MatGetOrdering(K, MATORDERINGND, &row, &col));
  PetscCall(ISGetIndices(row, &nd));
  for (PetscInt i = 0; i < n; i++)
    if (g->position[group[nd[i]]] < 0) {
      g->position[group[nd[i]]] = m;
      g->order[m++] = group[nd[i]];
    }
  PetscCall(ISRestoreIndices(row, &nd));
  PetscCall(ISDestroy(&row));
  PetscCall(ISDestroy(&col));
  PetscCall(PetscFree(group));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RowsAfterDofs(Mat K, MatOrderingType type, IS *row, IS *col) {
  Groups g = {0};
  PetscBool known;

  PetscFunctionBegin;
  (void)type;
  PetscCall(MatGetRowIJ(K, 0, PETSC_FALSE, PETSC_TRUE, &g.num, &g.ia, &g.ja, &known));
  PetscCheck(known, PETSC_COMM_SELF, PETSC_ERR_SUP, "ordering %s needs a sparse matrix of one rank",
             ORDERING_ROWS);
  PetscCall(PetscMalloc1(g.num, &g.order));
  PetscCall(PetscMalloc4(g.num, &g.position, g.num, &g.next, g.num, &g.head, g.num, &g.is_row));
  PetscCall(Dissect(K, &g));
  PutRowsBehind(&g);
  PetscCall(MatRestoreRowIJ(K, 0, PETSC_FALSE, PETSC_TRUE, NULL, &g.ia, &g.ja, &known));
  PetscCall(PetscFree4(g.position, g.next, g.head, g.is_row));
  PetscCall(ISCreateGeneral(PETSC_COMM_SELF, g.num, g.order, PETSC_OWN_POINTER, row));
  PetscCall(ISSetPermutation(*row));
  PetscCall(ISDuplicate(*row, col)); // not the same object: the factorisation would destroy it once
  PetscCall(ISSetPermutation(*col));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Solver ----

static PetscErrorCode NativeDefaults(PC pc) {
  PetscFunctionBegin;
  PetscCall(PCSetType(pc, PCLU));
  PetscCall(PCFactorSetMatOrderingType(pc, ORDERING_ROWS));
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

// ---- The matrix ----

// Index in K of a dof: dofs of the rank that owns it come first among that rank's unknowns.
static PetscInt Unknown(PetscInt dof, const PetscInt dof_first[], const PetscInt first[],
                        PetscMPIInt size) {
  PetscMPIInt owner = 0;

  while (owner + 1 < size && dof >= dof_first[owner + 1])
    owner++;
  return first[owner] + dof - dof_first[owner];
}

// Entries of K in the order in which Fill gives their values: A by rows; then of each row of W the
// diagonal and, for each of its entries, that and its mirror image. i, j NULL: count only.
static PetscErrorCode Pattern(RicSaddle s, PetscCount *num, PetscInt i[], PetscInt j[]) {
  const Mat A = s->scalar ? s->scalar : s->A;
  const PetscInt *dof_first, *first, *cols;
  PetscMPIInt size, rank;
  PetscInt n, start;
  PetscCount k = 0;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_size(s->comm, &size));
  PetscCallMPI(MPI_Comm_rank(s->comm, &rank));
  PetscCall(VecGetOwnershipRanges(s->residual, &dof_first));
  PetscCall(VecGetOwnershipRanges(s->rhs, &first));
  for (PetscInt r = 0; r < s->num_dofs; r++) {
    PetscCall(MatGetRow(A, dof_first[rank] + r, &n, &cols, NULL));
    for (PetscInt e = 0; e < n && i; e++) {
      i[k + e] = first[rank] + r;
      j[k + e] = Unknown(cols[e], dof_first, first, size);
    }
    k += n;
    PetscCall(MatRestoreRow(A, dof_first[rank] + r, &n, &cols, NULL));
  }
  PetscCall(MatGetOwnershipRange(s->W, &start, NULL));
  for (PetscInt r = 0; r < s->num_rows; r++) {
    const PetscInt row = first[rank] + s->num_dofs + r;
    PetscCall(MatGetRow(s->W, start + r, &n, &cols, NULL));
    if (i)
      i[k] = j[k] = row;
    for (PetscInt e = 0; e < n && i; e++) {
      i[k + 1 + 2 * e] = j[k + 2 + 2 * e] = row;
      j[k + 1 + 2 * e] = i[k + 2 + 2 * e] = Unknown(cols[e], dof_first, first, size);
    }
    k += 1 + 2 * n;
    PetscCall(MatRestoreRow(s->W, start + r, &n, &cols, NULL));
  }
  *num = k;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A as a matrix without blocks: matrices of structures are blocked by node.
static PetscErrorCode ToScalar(RicSaddle s) {
  PetscBool blocked;

  PetscFunctionBegin;
  PetscCall(PetscObjectTypeCompareAny((PetscObject)s->A, &blocked, MATSEQBAIJ, MATMPIBAIJ, ""));
  if (blocked)
    PetscCall(
        MatConvert(s->A, MATAIJ, s->scalar ? MAT_REUSE_MATRIX : MAT_INITIAL_MATRIX, &s->scalar));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rows whose dofs are fixed, or that no free dof of theirs can move as W is now.
static PetscErrorCode FindResponding(RicSaddle s) {
  const PetscScalar *w;
  PetscInt n, first;

  PetscFunctionBegin;
  PetscCall(MatGetOwnershipRange(s->W, &first, NULL));
  for (PetscInt r = 0; r < s->num_rows; r++) {
    s->responds[r] = PETSC_FALSE;
    PetscCall(MatGetRow(s->W, first + r, &n, NULL, &w));
    for (PetscInt e = 0; e < n; e++)
      s->responds[r] = (PetscBool)(s->responds[r] || w[e] != 0);
    PetscCall(MatRestoreRow(s->W, first + r, &n, NULL, &w));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateMatrix(RicSaddle s) {
  PetscInt n, *i, *j;

  PetscFunctionBegin;
  PetscCall(MatDestroy(&s->scalar));
  PetscCall(ToScalar(s));
  PetscCall(Pattern(s, &s->num_entries, NULL, NULL));
  PetscCall(PetscFree(s->values));
  PetscCall(PetscMalloc1(s->num_entries, &s->values));
  PetscCall(PetscMalloc2(s->num_entries, &i, s->num_entries, &j));
  PetscCall(Pattern(s, &s->num_entries, i, j));
  PetscCall(MatDestroy(&s->K));
  PetscCall(MatCreate(s->comm, &s->K));
  PetscCall(VecGetLocalSize(s->rhs, &n));
  PetscCall(MatSetSizes(s->K, n, n, PETSC_DETERMINE, PETSC_DETERMINE));
  PetscCall(MatSetType(s->K, MATAIJ));
  PetscCall(MatSetPreallocationCOO(s->K, s->num_entries, i, j));
  PetscCall(MatSetOption(s->K, MAT_SYMMETRIC, PETSC_TRUE));
  PetscCall(MatSetOption(s->K, MAT_SYMMETRY_ETERNAL, PETSC_TRUE));
  PetscCall(PetscFree2(i, j));
  PetscCall(MatGetNonzeroState(s->A, &s->state[0]));
  PetscCall(MatGetNonzeroState(s->W, &s->state[1]));
  PetscCall(VecGetSize(s->rhs, &n));
  PetscCall(SolverDefaults(s, n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicSaddleGetCompliance(RicSaddle s, PetscReal *compliance) {
  PetscReal largest;

  PetscFunctionBegin;
  PetscCall(MatGetDiagonal(s->A, s->residual));
  PetscCall(VecMax(s->residual, NULL, &largest));
  *compliance = 1 / largest;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Values in the order of Pattern; rows that are not active keep their pattern, with −1 on the
// diagonal.
static PetscErrorCode Fill(RicSaddle s) {
  const Mat A = s->scalar ? s->scalar : s->A;
  const PetscScalar *a;
  PetscScalar *v = s->values;
  PetscInt n, first;
  PetscReal eps;

  PetscFunctionBegin;
  PetscCall(RicSaddleGetCompliance(s, &eps));
  eps *= PROXIMAL;
  PetscCall(MatGetOwnershipRange(A, &first, NULL));
  for (PetscInt r = 0; r < s->num_dofs; r++) {
    PetscCall(MatGetRow(A, first + r, &n, NULL, &a));
    PetscCall(PetscArraycpy(v, a, n));
    v += n;
    PetscCall(MatRestoreRow(A, first + r, &n, NULL, &a));
  }
  PetscCall(MatGetOwnershipRange(s->W, &first, NULL));
  for (PetscInt r = 0; r < s->num_rows; r++) {
    PetscCall(MatGetRow(s->W, first + r, &n, NULL, &a));
    *v++ = s->active[r] ? -eps : -1.0;
    for (PetscInt e = 0; e < n; e++, v += 2)
      v[0] = v[1] = s->active[r] ? a[e] : 0.0;
    PetscCall(MatRestoreRow(s->W, first + r, &n, NULL, &a));
  }
  PetscCall(MatSetValuesCOO(s->K, s->values, INSERT_VALUES));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Factor(RicSaddle s) {
  PetscObjectState state[2];
  PetscBool same;

  PetscFunctionBegin;
  PetscCall(MatGetNonzeroState(s->A, &state[0]));
  PetscCall(MatGetNonzeroState(s->W, &state[1]));
  same = (PetscBool)(s->K && state[0] == s->state[0] && state[1] == s->state[1]);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &same, 1, MPIU_BOOL, MPI_LAND, s->comm));
  if (!same)
    PetscCall(CreateMatrix(s));
  else
    PetscCall(ToScalar(s));
  PetscCall(Fill(s));
  PetscCall(RicLinearSetOperator(s->solver, s->K));
  s->valid = PETSC_TRUE;
  s->factorizations++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Solution ----

// One correction: x, μ += K⁻¹ of the residuals of b and of the active rows. *change: the largest
// change of x.
static PetscErrorCode Refine(RicSaddle s, Vec b, Vec y0, Vec x, Vec mu, PetscReal *change,
                             RicReason *reason) {
  PetscScalar *rhs, *xa, *m;
  const PetscScalar *r, *g, *sol;

  PetscFunctionBegin;
  PetscCall(MatMult(s->A, x, s->residual));
  PetscCall(VecScale(s->residual, -1.0));
  if (b)
    PetscCall(VecAXPY(s->residual, 1.0, b));
  PetscCall(MatMultTransposeAdd(s->W, mu, s->residual, s->residual));
  PetscCall(MatMultAdd(s->W, x, y0, s->row_residual));
  PetscCall(VecGetArrayRead(s->residual, &r));
  PetscCall(VecGetArrayRead(s->row_residual, &g));
  PetscCall(VecGetArray(s->rhs, &rhs));
  PetscCall(PetscArraycpy(rhs, r, s->num_dofs));
  for (PetscInt i = 0; i < s->num_rows; i++)
    rhs[s->num_dofs + i] = s->active[i] ? -g[i] : 0.0;
  PetscCall(VecRestoreArray(s->rhs, &rhs));
  PetscCall(VecRestoreArrayRead(s->residual, &r));
  PetscCall(VecRestoreArrayRead(s->row_residual, &g));
  PetscCall(RicLinearSolve(s->solver, s->rhs, s->sol, reason));
  PetscCall(VecGetArrayRead(s->sol, &sol));
  PetscCall(VecGetArray(x, &xa));
  PetscCall(VecGetArray(mu, &m));
  *change = 0;
  for (PetscInt i = 0; i < s->num_dofs; i++) {
    xa[i] += sol[i];
    *change = PetscMax(*change, PetscAbsReal(sol[i]));
  }
  for (PetscInt i = 0; i < s->num_rows; i++)
    m[i] = s->active[i] ? m[i] - sol[s->num_dofs + i] : 0.0;
  PetscCall(VecRestoreArrayRead(s->sol, &sol));
  PetscCall(VecRestoreArray(x, &xa));
  PetscCall(VecRestoreArray(mu, &m));
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

PetscErrorCode RicSaddleCreate(MPI_Comm comm, const char prefix[], Mat A, Mat W,
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
  PetscCall(MatGetLocalSize(W, &s->num_rows, &s->num_dofs));
  PetscCall(MatCreateVecs(W, &s->residual, &s->row_residual));
  PetscCall(VecCreateMPI(comm, s->num_dofs + s->num_rows, PETSC_DECIDE, &s->rhs));
  PetscCall(VecDuplicate(s->rhs, &s->sol));
  PetscCall(PetscCalloc2(s->num_rows, &s->active, s->num_rows, &s->responds));
  PetscCall(PetscSNPrintf(full, sizeof(full), "%skkt_", prefix));
  PetscCall(RicLinearCreate(comm, full, &s->solver));
  PetscCall(MatOrderingRegister(ORDERING_ROWS, RowsAfterDofs));
  PetscCall(FindResponding(s));
  PetscCall(CreateMatrix(s));
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
  PetscCall(VecDestroy(&s->residual));
  PetscCall(VecDestroy(&s->row_residual));
  PetscCall(PetscFree(s->values));
  PetscCall(PetscFree2(s->active, s->responds));
  PetscCall(PetscFree(*saddle));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicSaddleOperatorChanged(RicSaddle s, Mat A) {
  PetscFunctionBegin;
  PetscCall(PetscObjectReference((PetscObject)A));
  PetscCall(MatDestroy(&s->A));
  s->A = A;
  s->valid = PETSC_FALSE;
  PetscCall(FindResponding(s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicSaddleSetActive(RicSaddle s, const PetscBool active[]) {
  PetscBool any = PETSC_FALSE;

  PetscFunctionBegin;
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
  *responding = s->responds;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicSaddleGetFactorizations(RicSaddle s, PetscInt *n) {
  PetscFunctionBegin;
  *n = s->factorizations;
  PetscFunctionReturn(PETSC_SUCCESS);
}
