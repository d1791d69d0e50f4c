// SPDX-License-Identifier: BSD-2-Clause
// W as a full matrix, by rows: small problems, and contacts of flexible bodies. The reduced matrix
// of the live rows is factored with partial pivoting, by hand while it is small.
#include "solve/friction_impl.h"
#include <petscblaslapack.h>

// Up to so many rows BLAS and LAPACK cost more to call than they save.
enum { BY_HAND = 32 };

typedef struct {
  PetscInt room;     // rows the arrays have room for
  PetscReal *scaled; // [room²] E W E, where E is not the identity
  PetscInt scaled_room;
  const PetscReal *W; // [n × leading]
  PetscInt leading;
  PetscReal *A;        // [room²] the reduced matrix by rows, then its factors
  PetscReal *row;      // [room]
  PetscReal *y;        // [room]
  PetscBLASInt *pivot; // [room]
  PetscInt m;          // live rows
} Dense;

static Dense *Of(RicFriction f) { return (Dense *)f->kernel_data[RIC_FRICTION_DENSE]; }

static PetscErrorCode Destroy_Dense(RicFriction f) {
  Dense *d = Of(f);

  PetscFunctionBegin;
  if (!d)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscFree4(d->A, d->row, d->y, d->pivot));
  PetscCall(PetscFree(d->scaled));
  PetscCall(PetscFree(f->kernel_data[RIC_FRICTION_DENSE]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Reserve(Dense *d, PetscInt n) {
  PetscFunctionBegin;
  if (n <= d->room)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscFree4(d->A, d->row, d->y, d->pivot));
  PetscCall(PetscMalloc4(n * n, &d->A, n, &d->row, n, &d->y, n, &d->pivot));
  d->room = n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// E W E
static PetscErrorCode Stretch(RicFriction f, Dense *d) {
  const PetscReal *e = f->work.stretch;
  const PetscInt n = f->n;

  PetscFunctionBegin;
  if (n > d->scaled_room) {
    PetscCall(PetscFree(d->scaled));
    PetscCall(PetscMalloc1(n * n, &d->scaled));
    d->scaled_room = n;
  }
  for (PetscInt i = 0; i < n; i++)
    for (PetscInt j = 0; j < n; j++)
      d->scaled[i * n + j] = e[i] * d->W[i * d->leading + j] * e[j];
  d->W = d->scaled;
  d->leading = n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_Dense(RicFriction f) {
  Dense *d = Of(f);

  PetscFunctionBegin;
  if (!d) {
    PetscCall(PetscNew(&d));
    f->kernel_data[RIC_FRICTION_DENSE] = d;
  }
  d->W = f->problem->W;
  d->leading = f->problem->leading;
  PetscCall(Reserve(d, f->n));
  f->product_flops = 2.0 * (PetscReal)f->n * (PetscReal)f->n;
  f->factor_flops = f->product_flops * (PetscReal)f->n / 3;
  if (f->stretched)
    PetscCall(Stretch(f, d));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void Diagonal_Dense(RicFriction f, PetscReal diagonal[]) {
  const Dense *d = Of(f);

  for (PetscInt k = 0; k < f->num_cones; k++) {
    const RicCone *c = &f->work.cone[k];
    for (PetscInt i = 0; i < c->rows; i++)
      for (PetscInt j = 0; j < c->rows; j++)
        diagonal[c->square + i * c->rows + j] = d->W[(c->start + i) * d->leading + c->start + j];
  }
}

static PetscReal Dot(PetscInt n, const PetscReal a[], const PetscReal x[]) {
  PetscReal even = 0, odd = 0;
  PetscInt j = 0;

  for (; j + 1 < n; j += 2)
    even += a[j] * x[j], odd += a[j + 1] * x[j + 1];
  return j < n ? even + odd + a[j] * x[j] : even + odd;
}

static void Multiply_Dense(RicFriction f, const PetscReal r[], PetscReal y[]) {
  const Dense *d = Of(f);

  if (f->n <= BY_HAND) {
    for (PetscInt i = 0; i < f->n; i++)
      y[i] = Dot(f->n, &d->W[i * d->leading], r);
    return;
  }
  const PetscBLASInt n = (PetscBLASInt)f->n, leading = (PetscBLASInt)d->leading, one = 1;
  const PetscReal unit = 1, zero = 0;
  BLASgemv_("T", &n, &n, &unit, d->W, &leading, r, &one, &zero, y, &one);
}

static void Row_Dense(RicFriction f, PetscInt k, const PetscReal r[], PetscReal s[]) {
  const Dense *d = Of(f);
  const RicCone *c = &f->work.cone[k];

  for (PetscInt i = 0; i < c->rows; i++)
    s[i] = Dot(f->n, &d->W[(c->start + i) * d->leading], r);
}

static PetscReal Magnitude_Dense(RicFriction f, const PetscReal r[]) {
  const Dense *d = Of(f);
  PetscReal largest = 0;

  for (PetscInt i = 0; i < f->n; i++) {
    PetscReal sum = 0;
    for (PetscInt j = 0; j < f->n; j++)
      sum += PetscAbsReal(d->W[i * d->leading + j] * r[j]);
    largest = PetscMax(largest, sum);
  }
  return largest;
}

// row = Σ_a L_ai W_a, for live column i of group k.
static const PetscReal *CombineRows(RicFriction f, const RicReduction *g, PetscInt k, PetscInt i) {
  const Dense *d = Of(f);
  const RicCone *c = &f->work.cone[k];
  const PetscReal *W = &d->W[c->start * d->leading];

  if (!g->L)
    return W + i * d->leading;
  const PetscReal *L = &g->L[c->square + i];
  for (PetscInt j = 0; j < f->n; j++)
    d->row[j] = L[0] * W[j];
  for (PetscInt a = 1; a < c->rows; a++) {
    const PetscReal l = L[a * c->rows], *w = W + a * d->leading;
    for (PetscInt j = 0; l != 0 && j < f->n; j++)
      d->row[j] += l * w[j];
  }
  return d->row;
}

// out = row R + the row of B, reduced: *m entries.
static void CombineColumns(RicFriction f, const RicReduction *g, const PetscReal row[],
                           PetscReal out[]) {
  for (PetscInt k = 0, m = 0; k < f->num_cones; k++) {
    const RicCone *c = &f->work.cone[k];
    for (PetscInt j = 0; j < g->live[k]; j++, m++) {
      if (!g->R) {
        out[m] = row[c->start + j];
        continue;
      }
      const PetscReal *R = &g->R[c->square + j];
      out[m] = 0;
      for (PetscInt b = 0; b < c->rows; b++)
        out[m] += row[c->start + b] * R[b * c->rows];
    }
  }
}

static void Assemble(RicFriction f, const RicReduction *g, Dense *d) {
  PetscInt m = 0;

  d->m = 0;
  for (PetscInt k = 0; k < f->num_cones; k++)
    d->m += g->live[k];
  for (PetscInt k = 0; k < f->num_cones; k++) {
    const RicCone *c = &f->work.cone[k];
    for (PetscInt i = 0; i < g->live[k]; i++) {
      PetscReal *out = &d->A[(m + i) * d->m];
      CombineColumns(f, g, CombineRows(f, g, k, i), out);
      for (PetscInt j = 0; j < g->live[k]; j++)
        out[m + j] += g->B[c->square + i * c->rows + j];
    }
    m += g->live[k];
  }
}

// PA = LU in place, L with a unit diagonal; the diagonal of U is inverted.
static void FactorByHand(Dense *d) {
  const PetscInt m = d->m;

  for (PetscInt j = 0; j < m; j++) {
    PetscInt best = j;
    for (PetscInt i = j + 1; i < m; i++)
      best = PetscAbsReal(d->A[i * m + j]) > PetscAbsReal(d->A[best * m + j]) ? i : best;
    d->pivot[j] = (PetscBLASInt)best;
    for (PetscInt c = 0; c < m && best != j; c++) {
      const PetscReal swap = d->A[j * m + c];
      d->A[j * m + c] = d->A[best * m + c], d->A[best * m + c] = swap;
    }
    PetscReal *upper = &d->A[j * m];
    upper[j] = upper[j] != 0 ? 1 / upper[j] : 0;
    for (PetscInt i = j + 1; i < m; i++) {
      PetscReal *row = &d->A[i * m];
      const PetscReal l = row[j] *= upper[j];
      for (PetscInt c = j + 1; c < m; c++)
        row[c] -= l * upper[c];
    }
  }
}

static void SolveByHand(const Dense *d, PetscReal y[]) {
  const PetscInt m = d->m;

  for (PetscInt i = 0; i < m; i++) {
    const PetscReal swap = y[d->pivot[i]];
    y[d->pivot[i]] = y[i];
    y[i] = swap;
  }
  for (PetscInt i = 1; i < m; i++)
    for (PetscInt j = 0; j < i; j++)
      y[i] -= d->A[i * m + j] * y[j];
  for (PetscInt i = m - 1; i >= 0; i--) {
    for (PetscInt j = i + 1; j < m; j++)
      y[i] -= d->A[i * m + j] * y[j];
    y[i] *= d->A[i * m + i];
  }
}

static PetscErrorCode Factor_Dense(RicFriction f, const RicReduction *g) {
  Dense *d = Of(f);

  PetscFunctionBegin;
  Assemble(f, g, d);
  if (d->m <= BY_HAND) {
    FactorByHand(d);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscBLASInt m, info;
  PetscCall(PetscBLASIntCast(d->m, &m));
  PetscCallBLAS("LAPACKgetrf", LAPACKgetrf_(&m, &m, d->A, &m, d->pivot, &info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Solve_Dense(RicFriction f, const RicReduction *g, PetscReal x[]) {
  Dense *d = Of(f);
  PetscInt m = 0;

  PetscFunctionBegin;
  for (PetscInt k = 0; k < f->num_cones; k++)
    for (PetscInt i = 0; i < g->live[k]; i++)
      d->y[m++] = x[f->work.cone[k].start + i];
  if (m <= BY_HAND)
    SolveByHand(d, d->y);
  else { // rows of A are columns to LAPACK
    PetscBLASInt size = (PetscBLASInt)m, one = 1, info;
    PetscCallBLAS("LAPACKgetrs",
                  LAPACKgetrs_("T", &size, &one, d->A, &size, d->pivot, d->y, &size, &info));
  }
  m = 0;
  for (PetscInt k = 0; k < f->num_cones; k++)
    for (PetscInt i = 0; i < g->live[k]; i++)
      x[f->work.cone[k].start + i] = d->y[m++];
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicFrictionKernel RicFrictionKernel_Dense = {.name = "dense",
                                                   .newton_shift = 1e-9,
                                                   .SetUp = SetUp_Dense,
                                                   .Diagonal = Diagonal_Dense,
                                                   .Multiply = Multiply_Dense,
                                                   .Row = Row_Dense,
                                                   .Magnitude = Magnitude_Dense,
                                                   .Factor = Factor_Dense,
                                                   .Solve = Solve_Dense,
                                                   .Destroy = Destroy_Dense};
