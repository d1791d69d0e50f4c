// SPDX-License-Identifier: BSD-2-Clause
// W as blocks on the graph of contacts: rigid bodies with few contacts each. The reduced matrix has
// the same graph; its blocks are padded to the largest number of rows, dead rows are those of the
// identity.
#include "solve/block_lu.h"
#include "solve/friction_impl.h"

typedef struct {
  RicBlockLu lu;
  PetscInt bs; // rows of the largest group
  PetscInt room_groups, room_blocks, room_values, room_padded;
  const PetscInt *offset, *column; // of the problem
  const PetscReal *value;          // its blocks, or those of E W E
  PetscInt *at;                    // [blocks] where each begins
  PetscInt *diagonal;              // [groups] the block W_kk
  PetscReal *stretched;            // [values]
  PetscReal *A;                    // [blocks bs²] the reduced matrix
  PetscReal *x;                    // [groups bs]
} Sparse;

static Sparse *Of(RicFriction f) { return (Sparse *)f->kernel_data[RIC_FRICTION_SPARSE]; }

static PetscErrorCode FreeWork(Sparse *s) {
  PetscFunctionBegin;
  PetscCall(PetscFree5(s->at, s->diagonal, s->stretched, s->A, s->x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Sparse(RicFriction f) {
  Sparse *s = Of(f);

  PetscFunctionBegin;
  if (!s)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FreeWork(s));
  PetscCall(RicBlockLuDestroy(&s->lu));
  PetscCall(PetscFree(f->kernel_data[RIC_FRICTION_SPARSE]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Numbers of a block of W: the rows of its groups.
static PetscInt SizeOf(RicFriction f, PetscInt k, PetscInt j) {
  return f->work.cone[k].rows * f->work.cone[j].rows;
}

static PetscErrorCode Reserve(RicFriction f, Sparse *s) {
  const PetscInt blocks = s->offset[f->num_cones];
  PetscInt values = 0;

  PetscFunctionBegin;
  s->bs = 1;
  for (PetscInt k = 0; k < f->num_cones; k++) {
    s->bs = PetscMax(s->bs, f->work.cone[k].rows);
    for (PetscInt e = s->offset[k]; e < s->offset[k + 1]; e++)
      values += SizeOf(f, k, s->column[e]);
  }
  const PetscInt padded = blocks * s->bs * s->bs;
  if (f->num_cones <= s->room_groups && blocks <= s->room_blocks && values <= s->room_values &&
      padded <= s->room_padded)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FreeWork(s));
  s->room_groups = PetscMax(s->room_groups, f->num_cones);
  s->room_blocks = PetscMax(s->room_blocks, blocks);
  s->room_values = PetscMax(s->room_values, values);
  s->room_padded = PetscMax(s->room_padded, padded);
  PetscCall(PetscMalloc5(s->room_blocks, &s->at, s->room_groups, &s->diagonal, s->room_values,
                         &s->stretched, s->room_padded, &s->A,
                         RIC_FRICTION_MAX_ROWS * s->room_groups, &s->x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Where the blocks are; a group without a block of its own cannot be.
static PetscErrorCode Index(RicFriction f, Sparse *s) {
  PetscInt at = 0;

  PetscFunctionBegin;
  for (PetscInt k = 0; k < f->num_cones; k++) {
    s->diagonal[k] = -1;
    for (PetscInt e = s->offset[k]; e < s->offset[k + 1]; e++) {
      const PetscInt j = s->column[e];
      PetscCheck(j >= 0 && j < f->num_cones, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
                 "a block of group %" PetscInt_FMT " is in column %" PetscInt_FMT, k, j);
      s->at[e] = at;
      at += SizeOf(f, k, j);
      if (j == k)
        s->diagonal[k] = e;
    }
    PetscCheck(s->diagonal[k] >= 0, PETSC_COMM_SELF, PETSC_ERR_ARG_WRONG,
               "group %" PetscInt_FMT " has no diagonal block", k);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// E W E
static void Stretch(RicFriction f, Sparse *s) {
  for (PetscInt k = 0; k < f->num_cones; k++)
    for (PetscInt e = s->offset[k]; e < s->offset[k + 1]; e++) {
      const RicCone *c = &f->work.cone[k], *d = &f->work.cone[s->column[e]];
      for (PetscInt i = 0; i < c->rows; i++)
        for (PetscInt j = 0; j < d->rows; j++)
          s->stretched[s->at[e] + i * d->rows + j] = f->work.stretch[c->start + i] *
                                                     s->value[s->at[e] + i * d->rows + j] *
                                                     f->work.stretch[d->start + j];
    }
  s->value = s->stretched;
}

static PetscErrorCode Create(RicFriction f) {
  Sparse *s = Of(f);

  PetscFunctionBegin;
  if (s)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew(&s));
  f->kernel_data[RIC_FRICTION_SPARSE] = s;
  PetscCall(RicBlockLuCreate(&s->lu));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFrictionSparseFlops(RicFriction f, const RicFrictionProblem *problem,
                                      PetscReal *flops) {
  const RicFrictionBlocks *b = &problem->blocks;
  PetscInt bs = 1;

  PetscFunctionBegin;
  PetscCall(Create(f));
  for (PetscInt k = 0; k < f->num_cones; k++)
    bs = PetscMax(bs, f->work.cone[k].rows);
  PetscCall(RicBlockLuSetPattern(Of(f)->lu, bs, f->num_cones, b->offset, b->column));
  *flops = RicBlockLuFlops(Of(f)->lu);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_Sparse(RicFriction f) {
  PetscFunctionBegin;
  PetscCall(Create(f));
  Sparse *s = Of(f);
  s->offset = f->problem->blocks.offset;
  s->column = f->problem->blocks.column;
  s->value = f->problem->blocks.value;
  PetscCall(Reserve(f, s));
  PetscCall(Index(f, s));
  f->product_flops = 2.0 * (PetscReal)(s->offset[f->num_cones] * s->bs * s->bs);
  if (f->stretched)
    Stretch(f, s);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void Diagonal_Sparse(RicFriction f, PetscReal diagonal[]) {
  const Sparse *s = Of(f);

  for (PetscInt k = 0; k < f->num_cones; k++)
    for (PetscInt i = 0; i < SizeOf(f, k, k); i++)
      diagonal[f->work.cone[k].square + i] = s->value[s->at[s->diagonal[k]] + i];
}

// y = Σ of the blocks of row k, of d rows each; columns too unless 0 says that they vary.
RIC_INLINE void RowProduct(RicFriction f, const Sparse *s, PetscInt k, const PetscInt rows,
                           const PetscInt columns, const PetscReal r[], PetscReal y[]) {
  PetscReal sum[RIC_FRICTION_MAX_ROWS] = {0};

  for (PetscInt e = s->offset[k]; e < s->offset[k + 1]; e++) {
    const RicCone *c = &f->work.cone[s->column[e]];
    const PetscInt n = columns ? columns : c->rows;
    const PetscReal *w = &s->value[s->at[e]], *x = &r[c->start];
    for (PetscInt i = 0; i < rows; i++)
      for (PetscInt j = 0; j < n; j++)
        sum[i] += w[i * n + j] * x[j];
  }
  for (PetscInt i = 0; i < rows; i++)
    y[i] = sum[i];
}

static void Row_Sparse(RicFriction f, PetscInt k, const PetscReal r[], PetscReal y[]) {
  const Sparse *s = Of(f);

  if (f->uniform == 3)
    RowProduct(f, s, k, 3, 3, r, y);
  else if (f->uniform == 2)
    RowProduct(f, s, k, 2, 2, r, y);
  else
    RowProduct(f, s, k, f->work.cone[k].rows, 0, r, y);
}

static void Multiply_Sparse(RicFriction f, const PetscReal r[], PetscReal y[]) {
  for (PetscInt k = 0; k < f->num_cones; k++)
    Row_Sparse(f, k, r, &y[f->work.cone[k].start]);
}

static PetscReal Magnitude_Sparse(RicFriction f, const PetscReal r[]) {
  const Sparse *s = Of(f);
  PetscReal largest = 0;

  for (PetscInt k = 0; k < f->num_cones; k++) {
    PetscReal sum = 0;
    for (PetscInt e = s->offset[k]; e < s->offset[k + 1]; e++) {
      const RicCone *c = &f->work.cone[s->column[e]];
      PetscReal w = 0, x = 0;
      for (PetscInt i = 0; i < SizeOf(f, k, s->column[e]); i++)
        w += PetscSqr(s->value[s->at[e] + i]);
      for (PetscInt i = c->start; i < c->start + c->rows; i++)
        x += PetscSqr(r[i]);
      sum += PetscSqrtReal(w * x);
    }
    largest = PetscMax(largest, sum);
  }
  return largest;
}

// The live part of Lᵀ W R, of m × n numbers of W, into A, of rows of bs.
RIC_INLINE void Reduce(const PetscInt bs, const PetscInt m, const PetscInt n, PetscInt live_m,
                       PetscInt live_n, const PetscReal *L, const PetscReal W[], const PetscReal *R,
                       PetscReal A[]) {
  PetscReal WR[RIC_FRICTION_MAX_ROWS][RIC_FRICTION_MAX_ROWS];

  for (PetscInt i = 0; i < bs * bs; i++)
    A[i] = 0;
  if (!L) {
    for (PetscInt i = 0; i < live_m; i++)
      for (PetscInt j = 0; j < live_n; j++)
        A[i * bs + j] = W[i * n + j];
    return;
  }
  for (PetscInt i = 0; i < m; i++)
    for (PetscInt j = 0; j < live_n; j++) {
      WR[i][j] = 0;
      for (PetscInt b = 0; b < n; b++)
        WR[i][j] += W[i * n + b] * R[b * n + j];
    }
  for (PetscInt i = 0; i < live_m; i++)
    for (PetscInt j = 0; j < live_n; j++)
      for (PetscInt a = 0; a < m; a++)
        A[i * bs + j] += L[a * m + i] * WR[a][j];
}

static void AddDiagonal(const Sparse *s, const RicCone *c, PetscInt live, const PetscReal B[],
                        PetscReal A[]) {
  for (PetscInt i = 0; i < live; i++)
    for (PetscInt j = 0; j < live; j++)
      A[i * s->bs + j] += B[i * c->rows + j];
  for (PetscInt i = live; i < s->bs; i++)
    A[i * (s->bs + 1)] = 1;
}

static PetscErrorCode Factor_Sparse(RicFriction f, const RicReduction *g) {
  Sparse *s = Of(f);
  const PetscInt square = s->bs * s->bs;

  PetscFunctionBegin;
  PetscCall(RicBlockLuSetPattern(s->lu, s->bs, f->num_cones, s->offset, s->column));
  f->factor_flops = RicBlockLuFlops(s->lu);
  for (PetscInt k = 0; k < f->num_cones; k++) {
    const RicCone *c = &f->work.cone[k];
    for (PetscInt e = s->offset[k]; e < s->offset[k + 1]; e++) {
      const PetscInt j = s->column[e];
      const RicCone *d = &f->work.cone[j];
      const PetscReal *W = &s->value[s->at[e]], *L = g->L ? &g->L[c->square] : NULL;
      const PetscReal *R = g->R ? &g->R[d->square] : NULL;
      if (f->uniform == 3)
        Reduce(3, 3, 3, g->live[k], g->live[j], L, W, R, &s->A[square * e]);
      else
        Reduce(s->bs, c->rows, d->rows, g->live[k], g->live[j], L, W, R, &s->A[square * e]);
    }
    AddDiagonal(s, c, g->live[k], &g->B[c->square], &s->A[square * s->diagonal[k]]);
  }
  RicBlockLuFactor(s->lu, s->A);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Solve_Sparse(RicFriction f, const RicReduction *g, PetscReal x[]) {
  Sparse *s = Of(f);

  PetscFunctionBegin;
  for (PetscInt k = 0; k < f->num_cones; k++)
    for (PetscInt i = 0; i < s->bs; i++)
      s->x[s->bs * k + i] = i < g->live[k] ? x[f->work.cone[k].start + i] : 0;
  RicBlockLuSolve(s->lu, s->x);
  for (PetscInt k = 0; k < f->num_cones; k++)
    for (PetscInt i = 0; i < g->live[k]; i++)
      x[f->work.cone[k].start + i] = s->x[s->bs * k + i];
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicFrictionKernel RicFrictionKernel_Sparse = {.name = "sparse",
                                                    .newton_shift = 1e-9,
                                                    .SetUp = SetUp_Sparse,
                                                    .Diagonal = Diagonal_Sparse,
                                                    .Multiply = Multiply_Sparse,
                                                    .Row = Row_Sparse,
                                                    .Magnitude = Magnitude_Sparse,
                                                    .Factor = Factor_Sparse,
                                                    .Solve = Solve_Sparse,
                                                    .Destroy = Destroy_Sparse};
