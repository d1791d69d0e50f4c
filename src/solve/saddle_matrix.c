// SPDX-License-Identifier: BSD-2-Clause
// The saddle-point matrix: which dofs and rows are its unknowns, its pattern and its entries.
#include "solve/saddle_impl.h"

// ε relative to the smallest compliance a row can have.
#define PROXIMAL 1e-9

// A pattern with this many rows and more is made anew when less than half of them are active.
#define SHRINK_FROM 64

// Index in K of a dof: dofs of the rank that owns it come first among that rank's unknowns.
static PetscInt Unknown(const RicSaddle s, PetscInt dof, const PetscInt dof_first[],
                        const PetscInt first[], PetscMPIInt size) {
  PetscMPIInt owner = 0;

  if (size == 1)
    return s->unknown[dof];
  while (owner + 1 < size && dof >= dof_first[owner + 1])
    owner++;
  return first[owner] + dof - dof_first[owner];
}

// Entries of the rows of K that belong to dofs; i, j NULL: count only. *num grows by their number.
static PetscErrorCode DofPattern(RicSaddle s, PetscCount *num, PetscInt i[], PetscInt j[]) {
  const Mat A = s->scalar ? s->scalar : s->A;
  const PetscInt *dof_first, *first, *cols;
  PetscMPIInt size, rank;
  PetscInt n;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_size(s->comm, &size));
  PetscCallMPI(MPI_Comm_rank(s->comm, &rank));
  PetscCall(VecGetOwnershipRanges(s->residual, &dof_first));
  PetscCall(VecGetOwnershipRanges(s->rhs, &first));
  for (PetscInt r = 0; r < s->num_unknown_dofs && s->diagonal; r++, (*num)++)
    if (i)
      i[*num] = j[*num] = first[rank] + r;
  for (PetscInt r = 0; r < s->num_unknown_dofs && !s->diagonal; r++) {
    const PetscInt dof = dof_first[rank] + s->dofs[r];
    PetscCall(MatGetRow(A, dof, &n, &cols, NULL));
    for (PetscInt e = 0; e < n && i; e++) {
      i[*num + e] = first[rank] + r;
      j[*num + e] = Unknown(s, cols[e], dof_first, first, size);
    }
    *num += n;
    PetscCall(MatRestoreRow(A, dof, &n, &cols, NULL));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Entries of K in the order in which Fill gives their values: A by rows; then of each row of W the
// diagonal and, for each of its entries, that and its mirror image. i, j NULL: count only.
static PetscErrorCode Pattern(RicSaddle s, PetscCount *num, PetscInt i[], PetscInt j[]) {
  const PetscInt *dof_first, *first, *cols;
  PetscMPIInt size, rank;
  PetscInt n, start;
  PetscCount k = 0;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_size(s->comm, &size));
  PetscCallMPI(MPI_Comm_rank(s->comm, &rank));
  PetscCall(VecGetOwnershipRanges(s->residual, &dof_first));
  PetscCall(VecGetOwnershipRanges(s->rhs, &first));
  PetscCall(DofPattern(s, &k, i, j));
  PetscCall(MatGetOwnershipRange(s->W, &start, NULL));
  for (PetscInt r = 0; r < s->num_pattern_rows; r++) {
    const PetscInt row = first[rank] + s->num_unknown_dofs + r;
    PetscCall(MatGetRow(s->W, start + s->rows[r], &n, &cols, NULL));
    if (i)
      i[k] = j[k] = row;
    for (PetscInt e = 0; e < n && i; e++) {
      i[k + 1 + 2 * e] = j[k + 2 + 2 * e] = row;
      j[k + 1 + 2 * e] = i[k + 2 + 2 * e] = Unknown(s, cols[e], dof_first, first, size);
    }
    k += 1 + 2 * n;
    PetscCall(MatRestoreRow(s->W, start + s->rows[r], &n, &cols, NULL));
  }
  *num = k;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The active rows, and the dofs that are coupled to them.
static PetscErrorCode ChooseUnknowns(RicSaddle s) {
  const PetscInt *cols;
  PetscMPIInt size;
  PetscInt n, first;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_size(s->comm, &size));
  const PetscBool all = (PetscBool)(size > 1 || !s->diagonal);
  for (PetscInt i = 0; i < s->num_dofs; i++)
    s->unknown[i] = all ? 0 : -1;
  PetscCall(MatGetOwnershipRange(s->W, &first, NULL));
  s->num_pattern_rows = 0;
  for (PetscInt r = 0; r < s->num_rows; r++) {
    s->in_pattern[r] = s->active[r];
    if (!s->active[r])
      continue;
    s->rows[s->num_pattern_rows++] = r;
    if (all)
      continue;
    PetscCall(MatGetRow(s->W, first + r, &n, &cols, NULL));
    for (PetscInt e = 0; e < n; e++)
      s->unknown[cols[e]] = 0;
    PetscCall(MatRestoreRow(s->W, first + r, &n, &cols, NULL));
  }
  s->num_unknown_dofs = 0;
  for (PetscInt i = 0; i < s->num_dofs; i++)
    if (s->unknown[i] >= 0) {
      s->unknown[i] = s->num_unknown_dofs;
      s->dofs[s->num_unknown_dofs++] = i;
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A as a matrix without blocks: matrices of structures are blocked by node.
static PetscErrorCode ToScalar(RicSaddle s) {
  PetscBool blocked;

  PetscFunctionBegin;
  PetscCall(PetscObjectTypeCompareAny((PetscObject)s->A, &blocked, MATSEQBAIJ, MATMPIBAIJ, ""));
  if (blocked && !s->diagonal)
    PetscCall(
        MatConvert(s->A, MATAIJ, s->scalar ? MAT_REUSE_MATRIX : MAT_INITIAL_MATRIX, &s->scalar));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateMatrix(RicSaddle s) {
  PetscInt n, *i, *j;

  PetscFunctionBegin;
  PetscCall(MatDestroy(&s->scalar));
  PetscCall(ToScalar(s));
  PetscCall(ChooseUnknowns(s));
  n = s->num_unknown_dofs + s->num_pattern_rows;
  PetscCall(VecDestroy(&s->rhs));
  PetscCall(VecDestroy(&s->sol));
  PetscCall(VecCreateMPI(s->comm, n, PETSC_DECIDE, &s->rhs));
  PetscCall(VecDuplicate(s->rhs, &s->sol));
  PetscCall(Pattern(s, &s->num_entries, NULL, NULL));
  PetscCall(PetscFree(s->values));
  PetscCall(PetscMalloc1(s->num_entries, &s->values));
  PetscCall(PetscMalloc2(s->num_entries, &i, s->num_entries, &j));
  PetscCall(Pattern(s, &s->num_entries, i, j));
  PetscCall(MatDestroy(&s->K));
  PetscCall(MatCreate(s->comm, &s->K));
  PetscCall(MatSetSizes(s->K, n, n, PETSC_DETERMINE, PETSC_DETERMINE));
  PetscCall(MatSetType(s->K, MATAIJ));
  PetscCall(MatSetPreallocationCOO(s->K, s->num_entries, i, j));
  PetscCall(MatSetOption(s->K, MAT_SYMMETRIC, PETSC_TRUE));
  PetscCall(MatSetOption(s->K, MAT_SYMMETRY_ETERNAL, PETSC_TRUE));
  PetscCall(PetscFree2(i, j));
  PetscCall(MatGetNonzeroState(s->A, &s->state[0]));
  PetscCall(MatGetNonzeroState(s->W, &s->state[1]));
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
  PetscCall(RicSaddleGetCompliance(s, &eps)); // and the diagonal
  eps *= PROXIMAL;
  PetscCall(MatGetOwnershipRange(A, &first, NULL));
  PetscCall(VecGetArrayRead(s->a, &a));
  for (PetscInt r = 0; r < s->num_unknown_dofs && s->diagonal; r++)
    *v++ = a[s->dofs[r]];
  PetscCall(VecRestoreArrayRead(s->a, &a));
  for (PetscInt r = 0; r < s->num_unknown_dofs && !s->diagonal; r++) {
    PetscCall(MatGetRow(A, first + s->dofs[r], &n, NULL, &a));
    PetscCall(PetscArraycpy(v, a, n));
    v += n;
    PetscCall(MatRestoreRow(A, first + s->dofs[r], &n, NULL, &a));
  }
  PetscCall(MatGetOwnershipRange(s->W, &first, NULL));
  for (PetscInt k = 0; k < s->num_pattern_rows; k++) {
    const PetscInt r = s->rows[k];
    PetscCall(MatGetRow(s->W, first + r, &n, NULL, &a));
    *v++ = s->active[r] ? -eps : -1.0;
    for (PetscInt e = 0; e < n; e++, v += 2)
      v[0] = v[1] = s->active[r] ? a[e] : 0.0;
    PetscCall(MatRestoreRow(s->W, first + r, &n, NULL, &a));
  }
  PetscCall(MatSetValuesCOO(s->K, s->values, INSERT_VALUES));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Does K's pattern hold A, W and the active rows, and not many more? Collective.
static PetscErrorCode PatternServes(RicSaddle s, PetscBool *serves) {
  PetscObjectState state[2];
  PetscInt bad = 0, count[3] = {0, 0, 0}; // does not serve; rows active, rows in the pattern

  PetscFunctionBegin;
  PetscCall(MatGetNonzeroState(s->A, &state[0]));
  PetscCall(MatGetNonzeroState(s->W, &state[1]));
  bad = !s->K || state[0] != s->state[0] || state[1] != s->state[1];
  for (PetscInt r = 0; r < s->num_rows; r++) {
    bad = bad || (s->active[r] && !s->in_pattern[r]);
    count[1] += s->active[r];
  }
  count[0] = bad;
  count[2] = s->num_pattern_rows;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, count, 3, MPIU_INT, MPI_SUM, s->comm));
  *serves = (PetscBool)(!count[0] && (count[2] < SHRINK_FROM || count[2] <= 2 * count[1]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicSaddleForm_Private(RicSaddle s, PetscBool *fresh) {
  PetscBool serves;

  PetscFunctionBegin;
  PetscCall(PatternServes(s, &serves));
  if (!serves)
    PetscCall(CreateMatrix(s));
  else
    PetscCall(ToScalar(s));
  PetscCall(Fill(s));
  *fresh = (PetscBool)!serves;
  PetscFunctionReturn(PETSC_SUCCESS);
}
