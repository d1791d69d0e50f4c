// SPDX-License-Identifier: BSD-2-Clause
// Row by row (up-looking): row i of A, in the new order, is reduced by the rows above that its part
// of L names. The pattern of L is that of the elimination tree; U has its transpose.
#include "solve/block_lu.h"
#include "solve/block.h"
#include <suitesparse/amd.h>

struct RicBlockLu_ {
  PetscInt bs, n;
  PetscInt *offset, *column;     // [n + 1], [offset[n]] the pattern as given
  PetscInt *order, *place;       // [n] order[new] = old, place[old] = new
  PetscInt *l_offset, *l_column; // rows of L without the diagonal, ascending
  PetscInt *u_offset, *u_column; // rows of U without the diagonal, ascending
  PetscReal *L, *U;
  PetscReal *inverse; // [n bs²] of the diagonal blocks of U
  PetscReal *row;     // [n bs²] the row under way
  PetscReal *y;       // [n bs]
  PetscReal flops;
};

PetscErrorCode RicBlockLuCreate(RicBlockLu *lu) {
  PetscFunctionBegin;
  PetscCall(PetscNew(lu));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode FreeAll(RicBlockLu lu) {
  PetscFunctionBegin;
  PetscCall(PetscFree4(lu->offset, lu->column, lu->order, lu->place));
  PetscCall(PetscFree4(lu->l_offset, lu->l_column, lu->u_offset, lu->u_column));
  PetscCall(PetscFree5(lu->L, lu->U, lu->inverse, lu->row, lu->y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicBlockLuDestroy(RicBlockLu *lu) {
  PetscFunctionBegin;
  if (!*lu)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FreeAll(*lu));
  PetscCall(PetscFree(*lu));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscReal RicBlockLuFlops(RicBlockLu lu) { return lu->flops; }

// AMD's order, by the integers of its interface.
static PetscErrorCode Order(RicBlockLu lu, const PetscInt offset[], const PetscInt column[]) {
  int *p, *c, *order;

  PetscFunctionBegin;
  PetscCall(PetscMalloc3(lu->n + 1, &p, offset[lu->n], &c, lu->n, &order));
  for (PetscInt i = 0; i <= lu->n; i++)
    p[i] = (int)offset[i];
  for (PetscInt e = 0; e < offset[lu->n]; e++)
    c[e] = (int)column[e];
  const int status = amd_order((int)lu->n, p, c, order, NULL, NULL);
  PetscCheck(status >= 0, PETSC_COMM_SELF, PETSC_ERR_LIB, "amd_order: status %d", status);
  for (PetscInt i = 0; i < lu->n; i++) {
    lu->order[i] = order[i];
    lu->place[order[i]] = i;
  }
  PetscCall(PetscFree3(p, c, order));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int Ascending(const void *a, const void *b) {
  const PetscInt x = *(const PetscInt *)a, y = *(const PetscInt *)b;

  return x < y ? -1 : x > y;
}

// The columns of row i of L: all that lie on paths of the elimination tree from entries of the row
// up to i. Extends the tree; columns [≤ i] may be NULL. Returns their number.
static PetscInt RowOfL(const RicBlockLu lu, PetscInt i, PetscInt parent[], PetscInt mark[],
                       PetscInt columns[]) {
  const PetscInt old = lu->order[i];
  PetscInt n = 0;

  parent[i] = -1;
  mark[i] = i;
  for (PetscInt e = lu->offset[old]; e < lu->offset[old + 1]; e++)
    for (PetscInt k = lu->place[lu->column[e]]; k < i && mark[k] != i; k = parent[k]) {
      if (parent[k] < 0)
        parent[k] = i;
      mark[k] = i;
      if (columns)
        columns[n] = k;
      n++;
    }
  return n;
}

static PetscErrorCode RowsOfL(RicBlockLu lu) {
  PetscInt *parent, *mark, total = 0;

  PetscFunctionBegin;
  PetscCall(PetscMalloc2(lu->n, &parent, lu->n, &mark));
  for (PetscInt i = 0; i < lu->n; i++)
    total += RowOfL(lu, i, parent, mark, NULL);
  PetscCall(PetscMalloc4(lu->n + 1, &lu->l_offset, total, &lu->l_column, lu->n + 1, &lu->u_offset,
                         total, &lu->u_column));
  lu->l_offset[0] = 0;
  for (PetscInt i = 0; i < lu->n; i++) {
    PetscInt *columns = &lu->l_column[lu->l_offset[i]];
    const PetscInt n = RowOfL(lu, i, parent, mark, columns);
    if (n)
      qsort(columns, (size_t)n, sizeof(*columns), Ascending);
    lu->l_offset[i + 1] = lu->l_offset[i] + n;
  }
  PetscCall(PetscFree2(parent, mark));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rows of U: columns of L.
static PetscErrorCode Transpose(RicBlockLu lu) {
  const PetscInt total = lu->l_offset[lu->n];
  PetscInt *next;

  PetscFunctionBegin;
  PetscCall(PetscCalloc1(lu->n + 1, &next));
  for (PetscInt e = 0; e < total; e++)
    next[lu->l_column[e] + 1]++;
  lu->u_offset[0] = 0;
  for (PetscInt i = 0; i < lu->n; i++) {
    next[i + 1] += next[i];
    lu->u_offset[i + 1] = next[i + 1];
  }
  for (PetscInt i = 0; i < lu->n; i++)
    for (PetscInt e = lu->l_offset[i]; e < lu->l_offset[i + 1]; e++)
      lu->u_column[next[lu->l_column[e]]++] = i;
  PetscCall(PetscFree(next));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode IsSamePattern(RicBlockLu lu, PetscInt bs, PetscInt n, const PetscInt offset[],
                                    const PetscInt column[], PetscBool *same) {
  PetscFunctionBegin;
  *same = (PetscBool)(lu->offset && lu->bs == bs && lu->n == n && lu->offset[n] == offset[n]);
  if (*same)
    PetscCall(PetscArraycmp(lu->offset, offset, n + 1, same));
  if (*same)
    PetscCall(PetscArraycmp(lu->column, column, offset[n], same));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicBlockLuSetPattern(RicBlockLu lu, PetscInt bs, PetscInt n, const PetscInt offset[],
                                    const PetscInt column[]) {
  PetscBool same;

  PetscFunctionBegin;
  PetscCall(IsSamePattern(lu, bs, n, offset, column, &same));
  if (same)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FreeAll(lu));
  lu->bs = bs;
  lu->n = n;
  PetscCall(PetscMalloc4(n + 1, &lu->offset, offset[n], &lu->column, n, &lu->order, n, &lu->place));
  PetscCall(PetscArraycpy(lu->offset, offset, n + 1));
  PetscCall(PetscArraycpy(lu->column, column, offset[n]));
  PetscCall(Order(lu, offset, column));
  PetscCall(RowsOfL(lu));
  PetscCall(Transpose(lu));
  const PetscInt total = lu->l_offset[n], square = bs * bs;
  PetscCall(PetscMalloc5(total * square, &lu->L, total * square, &lu->U, n * square, &lu->inverse,
                         n * square, &lu->row, n * bs, &lu->y));
  lu->flops = 0;
  for (PetscInt i = 0; i < n; i++) {
    const PetscReal below = (PetscReal)(lu->u_offset[i + 1] - lu->u_offset[i]);
    lu->flops += 2.0 * (PetscReal)(square * bs) * (below * below + below + 1);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Row i of A into the row under way.
RIC_INLINE void Scatter(RicBlockLu lu, const PetscInt square, PetscInt i, const PetscReal A[]) {
  const PetscInt old = lu->order[i];

  for (PetscInt e = lu->l_offset[i]; e < lu->l_offset[i + 1]; e++)
    for (PetscInt a = 0; a < square; a++)
      lu->row[square * lu->l_column[e] + a] = 0;
  for (PetscInt e = lu->u_offset[i]; e < lu->u_offset[i + 1]; e++)
    for (PetscInt a = 0; a < square; a++)
      lu->row[square * lu->u_column[e] + a] = 0;
  for (PetscInt e = lu->offset[old]; e < lu->offset[old + 1]; e++)
    for (PetscInt a = 0; a < square; a++)
      lu->row[square * lu->place[lu->column[e]] + a] = A[square * e + a];
}

RIC_INLINE PetscBool IsZero(const PetscInt square, const PetscReal A[]) {
  PetscReal sum = 0;

  for (PetscInt a = 0; a < square; a++)
    sum += PetscAbsReal(A[a]);
  return (PetscBool)(sum == 0);
}

RIC_INLINE void FactorBlocks(RicBlockLu lu, const PetscInt bs, const PetscReal A[]) {
  const PetscInt square = bs * bs;
  PetscReal *row = lu->row;

  for (PetscInt i = 0; i < lu->n; i++) {
    Scatter(lu, square, i, A);
    for (PetscInt e = lu->l_offset[i]; e < lu->l_offset[i + 1]; e++) {
      const PetscInt k = lu->l_column[e];
      PetscReal *l = &lu->L[square * e];
      for (PetscInt a = 0; a < square; a++)
        l[a] = 0;
      if (IsZero(square, &row[square * k]))
        continue;
      RicBlockAddProduct(bs, 1, &row[square * k], &lu->inverse[square * k], l);
      for (PetscInt g = lu->u_offset[k]; g < lu->u_offset[k + 1]; g++)
        RicBlockAddProduct(bs, -1, l, &lu->U[square * g], &row[square * lu->u_column[g]]);
    }
    RicBlockInvert(bs, &row[square * i], &lu->inverse[square * i]);
    for (PetscInt e = lu->u_offset[i]; e < lu->u_offset[i + 1]; e++)
      for (PetscInt a = 0; a < square; a++)
        lu->U[square * e + a] = row[square * lu->u_column[e] + a];
  }
}

RIC_CLONES void RicBlockLuFactor(RicBlockLu lu, const PetscReal A[]) {
  switch (lu->bs) { // constants, for loops that unroll
  case 1:
    FactorBlocks(lu, 1, A);
    break;
  case 2:
    FactorBlocks(lu, 2, A);
    break;
  case 3:
    FactorBlocks(lu, 3, A);
    break;
  case 4:
    FactorBlocks(lu, 4, A);
    break;
  default:
    FactorBlocks(lu, 6, A);
  }
}

// x −= A y
RIC_INLINE void Subtract(PetscInt bs, const PetscReal A[], const PetscReal y[], PetscReal x[]) {
  for (PetscInt i = 0; i < bs; i++)
    for (PetscInt j = 0; j < bs; j++)
      x[i] -= A[bs * i + j] * y[j];
}

RIC_INLINE void SolveBlocks(RicBlockLu lu, const PetscInt bs, PetscReal x[]) {
  const PetscInt square = bs * bs;
  PetscReal *y = lu->y;

  for (PetscInt i = 0; i < lu->n; i++) {
    for (PetscInt a = 0; a < bs; a++)
      y[bs * i + a] = x[bs * lu->order[i] + a];
    for (PetscInt e = lu->l_offset[i]; e < lu->l_offset[i + 1]; e++)
      Subtract(bs, &lu->L[square * e], &y[bs * lu->l_column[e]], &y[bs * i]);
  }
  for (PetscInt i = lu->n - 1; i >= 0; i--) {
    PetscReal sum[RIC_BLOCK_MOST], z[RIC_BLOCK_MOST] = {0};
    for (PetscInt e = lu->u_offset[i]; e < lu->u_offset[i + 1]; e++)
      Subtract(bs, &lu->U[square * e], &y[bs * lu->u_column[e]], &y[bs * i]);
    for (PetscInt a = 0; a < bs; a++)
      sum[a] = y[bs * i + a];
    Subtract(bs, &lu->inverse[square * i], sum, z);
    for (PetscInt a = 0; a < bs; a++)
      x[bs * lu->order[i] + a] = y[bs * i + a] = -z[a];
  }
}

RIC_CLONES void RicBlockLuSolve(RicBlockLu lu, PetscReal x[]) {
  switch (lu->bs) {
  case 1:
    SolveBlocks(lu, 1, x);
    break;
  case 2:
    SolveBlocks(lu, 2, x);
    break;
  case 3:
    SolveBlocks(lu, 3, x);
    break;
  case 4:
    SolveBlocks(lu, 4, x);
    break;
  default:
    SolveBlocks(lu, 6, x);
  }
}
