// SPDX-License-Identifier: BSD-2-Clause
// chain: block rows 0 … m−1 are eliminated from the left, n−1 … m+1 from the right, m last:
//
//   E_i = O_i D_i⁻¹,  D_j −= E_i O_iᵀ       O_i the block A_ji, j the neighbour of i towards m
//   y_j = b_j − Σ E_i y_i,  z_j = D_j⁻¹ y_j  inwards
//   x_i = z_i − E_iᵀ x_j                     outwards
//
// The two sides know nothing of each other but at m: the processor works on both at once, where a
// single recurrence would wait for itself.
#include "solve/direct_impl.h"

#define MAX_BLOCK 3

typedef struct {
  PetscInt n, bs, room; // block rows, dofs of one; room for numbers of each array
  PetscReal *inverse;   // [n*bs*bs] D_i⁻¹
  PetscReal *inwards;   // [n*bs*bs] E_i by rows; of m: none
} Chain;

// ---- Matrix ----

// Only next neighbours in blocks of bs?
static PetscBool IsChain(const RicEntries *A, PetscInt bs) {
  if ((A->n * A->bs) % bs || bs % A->bs)
    return PETSC_FALSE;
  const PetscInt group = bs / A->bs;
  for (PetscInt i = 0; i < A->n; i++)
    for (PetscInt k = A->offset[i]; k < A->offset[i + 1]; k++)
      if (PetscAbsInt(A->column[k] / group - i / group) > 1)
        return PETSC_FALSE;
  return PETSC_TRUE;
}

// The smallest size of blocks that makes a chain of A, 0: none.
static PetscInt BlockSize(const RicEntries *A) {
  for (PetscInt bs = 1; bs <= MAX_BLOCK; bs++)
    if (IsChain(A, bs))
      return bs;
  return 0;
}

static PetscBool Fits_Chain(const RicEntries *A) { return (PetscBool)(BlockSize(A) > 0); }

static PetscErrorCode Reserve(RicDirect d, PetscInt n, PetscInt bs, Chain **chain) {
  Chain *c = (Chain *)d->data;

  PetscFunctionBegin;
  if (!c) {
    PetscCall(PetscNew(&c));
    d->data = c;
  }
  c->n = n;
  c->bs = bs;
  if (c->room < n * bs * bs) {
    PetscCall(PetscFree2(c->inverse, c->inwards));
    c->room = n * bs * bs;
    PetscCall(PetscMalloc2(c->room, &c->inverse, c->room, &c->inwards));
  }
  *chain = c;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Diagonal blocks into inverse, A_ji into inwards.
static void Load(const RicEntries *A, Chain *c) {
  const PetscInt group = c->bs / A->bs, m = c->n / 2;

  for (PetscInt i = 0; i < c->n * c->bs * c->bs; i++)
    c->inverse[i] = c->inwards[i] = 0;
  for (PetscInt i = 0; i < A->n; i++)
    for (PetscInt k = A->offset[i]; k < A->offset[i + 1]; k++) {
      const PetscInt j = A->column[k], row = i / group, col = j / group;
      PetscReal *block = row == col ? c->inverse : c->inwards;
      if (row != col && row != (col < m ? col + 1 : col - 1))
        continue; // outwards: the transpose of one inwards
      block += col * c->bs * c->bs + (i % group * c->bs + j % group) * A->bs;
      for (PetscInt r = 0; r < A->bs; r++)
        for (PetscInt s = 0; s < A->bs; s++)
          block[r * c->bs + s] = A->value[(k * A->bs + s) * A->bs + r];
    }
}

// ---- Factors: bs is a constant wherever these are called ----

// D := D⁻¹ by Gauss–Jordan with the largest pivots; false: singular.
RIC_INLINE PetscBool Invert(PetscInt bs, PetscReal D[]) {
  PetscInt row_of[MAX_BLOCK];
  PetscBool done[MAX_BLOCK] = {PETSC_FALSE};
  PetscReal copy[MAX_BLOCK * MAX_BLOCK];

  for (PetscInt j = 0; j < bs; j++) {
    PetscInt p = -1;
    for (PetscInt i = 0; i < bs; i++)
      if (!done[i] && (p < 0 || PetscAbsReal(D[i * bs + j]) > PetscAbsReal(D[p * bs + j])))
        p = i;
    const PetscReal pivot = D[p * bs + j];
    if (pivot == 0 || PetscIsInfOrNanReal(pivot))
      return PETSC_FALSE;
    done[p] = PETSC_TRUE;
    row_of[j] = p;
    D[p * bs + j] = 1;
    for (PetscInt k = 0; k < bs; k++)
      D[p * bs + k] /= pivot;
    for (PetscInt i = 0; i < bs; i++) {
      const PetscReal factor = D[i * bs + j];
      if (i == p)
        continue;
      D[i * bs + j] = 0;
      for (PetscInt k = 0; k < bs; k++)
        D[i * bs + k] -= factor * D[p * bs + k];
    }
  }
  for (PetscInt i = 0; i < bs * bs; i++)
    copy[i] = D[i];
  for (PetscInt j = 0; j < bs; j++) // column p of what was found is column p of the inverse's row j
    for (PetscInt k = 0; k < bs; k++)
      D[j * bs + row_of[k]] = copy[row_of[j] * bs + k];
  return PETSC_TRUE;
}

// Row i with its neighbour j towards the middle.
RIC_INLINE PetscBool Eliminate(PetscInt bs, PetscReal Di[], PetscReal Ei[], PetscReal Dj[]) {
  PetscReal O[MAX_BLOCK * MAX_BLOCK];

  if (!Invert(bs, Di))
    return PETSC_FALSE;
  for (PetscInt k = 0; k < bs * bs; k++)
    O[k] = Ei[k];
  for (PetscInt r = 0; r < bs; r++)
    for (PetscInt s = 0; s < bs; s++) {
      Ei[r * bs + s] = 0;
      for (PetscInt k = 0; k < bs; k++)
        Ei[r * bs + s] += O[r * bs + k] * Di[k * bs + s];
    }
  for (PetscInt r = 0; r < bs; r++)
    for (PetscInt s = 0; s < bs; s++)
      for (PetscInt k = 0; k < bs; k++)
        Dj[r * bs + s] -= Ei[r * bs + k] * O[s * bs + k];
  return PETSC_TRUE;
}

RIC_INLINE PetscBool FactorBlocks(Chain *c, PetscInt bs) {
  const PetscInt m = c->n / 2, size = bs * bs;
  PetscReal *D = c->inverse, *E = c->inwards;

  for (PetscInt i = 0; i < m; i++)
    if (!Eliminate(bs, &D[i * size], &E[i * size], &D[(i + 1) * size]))
      return PETSC_FALSE;
  for (PetscInt i = c->n - 1; i > m; i--)
    if (!Eliminate(bs, &D[i * size], &E[i * size], &D[(i - 1) * size]))
      return PETSC_FALSE;
  return Invert(bs, &D[m * size]);
}

static PetscErrorCode Factor_Chain(RicDirect d, const RicEntries *A, PetscBool *regular) {
  const PetscInt bs = BlockSize(A);
  Chain *c = NULL;

  PetscFunctionBegin;
  PetscCall(Reserve(d, A->n * A->bs / bs, bs, &c));
  Load(A, c);
  *regular = bs == 1 ? FactorBlocks(c, 1) : bs == 2 ? FactorBlocks(c, 2) : FactorBlocks(c, 3);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Solution ----

// y := b − E y.
RIC_INLINE void Inwards(PetscInt bs, const PetscReal b[], const PetscReal E[], PetscReal y[]) {
  PetscReal sum[MAX_BLOCK];

  for (PetscInt r = 0; r < bs; r++) {
    sum[r] = b[r];
    for (PetscInt s = 0; s < bs; s++)
      sum[r] -= E[r * bs + s] * y[s];
  }
  for (PetscInt r = 0; r < bs; r++)
    y[r] = sum[r];
}

// x := z − Eᵀ x.
RIC_INLINE void Outwards(PetscInt bs, const PetscReal z[], const PetscReal E[], PetscReal x[]) {
  PetscReal sum[MAX_BLOCK];

  for (PetscInt r = 0; r < bs; r++) {
    sum[r] = z[r];
    for (PetscInt s = 0; s < bs; s++)
      sum[r] -= E[s * bs + r] * x[s];
  }
  for (PetscInt r = 0; r < bs; r++)
    x[r] = sum[r];
}

// z = D⁻¹ y.
RIC_INLINE void Scale(PetscInt bs, const PetscReal inverse[], const PetscReal y[], PetscReal z[]) {
  for (PetscInt r = 0; r < bs; r++) {
    PetscReal sum = 0;
    for (PetscInt s = 0; s < bs; s++)
      sum += inverse[r * bs + s] * y[s];
    z[r] = sum;
  }
}

RIC_INLINE void Copy(PetscInt bs, const PetscReal from[], PetscReal to[]) {
  for (PetscInt r = 0; r < bs; r++)
    to[r] = from[r];
}

// The middle: x := D⁻¹ (b − E y of the left − E y of the right).
RIC_INLINE void Middle(const Chain *c, PetscInt bs, const PetscScalar b[], const PetscReal left[],
                       const PetscReal right[], PetscReal x[]) {
  const PetscInt m = c->n / 2, size = bs * bs;
  PetscReal sum[MAX_BLOCK];

  Copy(bs, &b[m * bs], sum);
  for (PetscInt r = 0; r < bs; r++)
    for (PetscInt s = 0; s < bs; s++) {
      if (m > 0)
        sum[r] -= c->inwards[(m - 1) * size + r * bs + s] * left[s];
      if (m + 1 < c->n)
        sum[r] -= c->inwards[(m + 1) * size + r * bs + s] * right[s];
    }
  Scale(bs, &c->inverse[m * size], sum, x);
}

// z stands in x until x replaces it. Rows k and n−1−k go together; with n even the left side has
// one row more.
RIC_INLINE void SolveBlocks(const Chain *c, PetscInt bs, const PetscScalar b[], PetscScalar x[]) {
  const PetscInt n = c->n, m = n / 2, rights = n - 1 - m, size = bs * bs;
  const PetscReal *D = c->inverse, *E = c->inwards;
  PetscReal left[MAX_BLOCK] = {0}, right[MAX_BLOCK] = {0};

  if (m > 0) {
    Copy(bs, b, left);
    Scale(bs, D, left, x);
  }
  if (rights > 0) {
    Copy(bs, &b[(n - 1) * bs], right);
    Scale(bs, &D[(n - 1) * size], right, &x[(n - 1) * bs]);
  }
  for (PetscInt i = 1; i < rights; i++) {
    const PetscInt j = n - 1 - i;
    Inwards(bs, &b[i * bs], &E[(i - 1) * size], left);
    Inwards(bs, &b[j * bs], &E[(j + 1) * size], right);
    Scale(bs, &D[i * size], left, &x[i * bs]);
    Scale(bs, &D[j * size], right, &x[j * bs]);
  }
  if (m > rights && m > 1) {
    Inwards(bs, &b[(m - 1) * bs], &E[(m - 2) * size], left);
    Scale(bs, &D[(m - 1) * size], left, &x[(m - 1) * bs]);
  }
  Middle(c, bs, b, left, right, left);
  Copy(bs, left, right);
  Copy(bs, left, &x[m * bs]);
  for (PetscInt k = 1; k <= rights; k++) {
    const PetscInt i = m - k, j = m + k;
    Outwards(bs, &x[i * bs], &E[i * size], left);
    Outwards(bs, &x[j * bs], &E[j * size], right);
    Copy(bs, left, &x[i * bs]);
    Copy(bs, right, &x[j * bs]);
  }
  if (m > rights) {
    Outwards(bs, x, E, left);
    Copy(bs, left, x);
  }
}

RIC_CLONES static void SolveScalar(const Chain *c, const PetscScalar b[], PetscScalar x[]) {
  SolveBlocks(c, 1, b, x);
}
RIC_CLONES static void SolvePairs(const Chain *c, const PetscScalar b[], PetscScalar x[]) {
  SolveBlocks(c, 2, b, x);
}
RIC_CLONES static void SolveTriples(const Chain *c, const PetscScalar b[], PetscScalar x[]) {
  SolveBlocks(c, 3, b, x);
}

static void Solve_Chain(RicDirect d, const PetscScalar b[], PetscScalar x[]) {
  const Chain *c = (const Chain *)d->data;

  if (c->bs == 1)
    SolveScalar(c, b, x);
  else if (c->bs == 2)
    SolvePairs(c, b, x);
  else
    SolveTriples(c, b, x);
}

static PetscErrorCode Destroy_Chain(RicDirect d) {
  Chain *c = (Chain *)d->data;

  PetscFunctionBegin;
  if (c)
    PetscCall(PetscFree2(c->inverse, c->inwards));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicDirectOps RicDirectChain = {.name = RIC_PC_CHAIN,
                                     .Fits = Fits_Chain,
                                     .Factor = Factor_Chain,
                                     .Solve = Solve_Chain,
                                     .Destroy = Destroy_Chain};
