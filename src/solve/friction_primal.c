// SPDX-License-Identifier: BSD-2-Clause
// W = H M⁻¹ Hᵀ by the bodies that contacts act on. W is never formed, and the reduced system is
// solved on the graph of bodies:
//
//   (M + H_Rᵀ B⁻¹ H_L) y = H_Rᵀ B⁻¹ f,   x = B⁻¹ (f − H_L y),   H_L = Lᵀ H,  H_R = Rᵀ H,
//
// far fewer multiplications than on the graph of contacts where several contacts join two bodies, as
// in walls of boxes; 1/B loses digits, so that the shift of Newton's method is larger.
#include "solve/block.h"
#include "solve/block_lu.h"
#include "solve/body_graph.h"
#include "solve/friction_impl.h"

enum { MOST_DOFS = 6 };

typedef struct {
  RicBlockLu lu;
  PetscInt room_bodies, room_groups, room_rows, room_squares, room_blocks;
  PetscInt dofs, bodies;
  const PetscInt *body;        // [groups × 2] of the problem
  PetscInt *offset, *column;   // [bodies + 1], [blocks] the graph of bodies
  PetscInt *next;              // [bodies + 1] work
  PetscInt *entry;             // [groups × 4] blocks (a, a), (a, b), (b, a), (b, b); −1: none
  PetscReal *mass, *inverse;   // [bodies × dofs²]
  PetscReal *H, *HM, *HL, *HR; // [rows × 2 dofs]; HM = H M⁻¹
  PetscReal *B;                // by squares: B⁻¹ of the live rows, leading dimension live
  PetscReal *A;                // [blocks × dofs²]
  PetscReal *v;                // [bodies × dofs] velocities of the bodies
  PetscReal *y;                // [bodies × dofs]
} Primal;

static Primal *Of(RicFriction f) { return (Primal *)f->kernel_data[RIC_FRICTION_PRIMAL]; }

static PetscErrorCode FreeWork(Primal *p) {
  PetscFunctionBegin;
  PetscCall(PetscFree6(p->offset, p->next, p->mass, p->inverse, p->v, p->y));
  PetscCall(PetscFree3(p->column, p->entry, p->A));
  PetscCall(PetscFree5(p->H, p->HM, p->HL, p->HR, p->B));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Primal(RicFriction f) {
  Primal *p = Of(f);

  PetscFunctionBegin;
  if (!p)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FreeWork(p));
  PetscCall(RicBlockLuDestroy(&p->lu));
  PetscCall(PetscFree(f->kernel_data[RIC_FRICTION_PRIMAL]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Reserve(RicFriction f, Primal *p, PetscInt squares) {
  const PetscInt blocks = p->bodies + 2 * f->num_cones, square = MOST_DOFS * MOST_DOFS;

  PetscFunctionBegin;
  if (p->bodies <= p->room_bodies && f->num_cones <= p->room_groups && f->n <= p->room_rows &&
      squares <= p->room_squares && blocks <= p->room_blocks)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FreeWork(p));
  const PetscInt b = p->room_bodies = PetscMax(p->bodies, p->room_bodies);
  const PetscInt g = p->room_groups = PetscMax(f->num_cones, p->room_groups);
  const PetscInt n = 2 * MOST_DOFS * (p->room_rows = PetscMax(f->n, p->room_rows));
  p->room_squares = PetscMax(squares, p->room_squares);
  p->room_blocks = PetscMax(blocks, p->room_blocks);
  PetscCall(PetscMalloc6(b + 1, &p->offset, b + 1, &p->next, b * square, &p->mass, b * square,
                         &p->inverse, b * MOST_DOFS, &p->v, b * MOST_DOFS, &p->y));
  PetscCall(
      PetscMalloc3(p->room_blocks, &p->column, 4 * g, &p->entry, p->room_blocks * square, &p->A));
  PetscCall(PetscMalloc5(n, &p->H, n, &p->HM, n, &p->HL, n, &p->HR, p->room_squares, &p->B));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// H with E, and H M⁻¹.
static void MakeRows(RicFriction f, Primal *p) {
  const RicFrictionBodies *bodies = &f->problem->bodies;
  const PetscInt d = p->dofs;

  for (PetscInt b = 0; b < p->bodies; b++)
    if (d == 6)
      RicBlockInvert(6, &p->mass[36 * b], &p->inverse[36 * b]);
    else
      RicBlockInvert(3, &p->mass[9 * b], &p->inverse[9 * b]);
  for (PetscInt k = 0; k < f->num_cones; k++)
    for (PetscInt i = f->work.cone[k].start; i < f->work.cone[k].start + f->work.cone[k].rows; i++)
      for (PetscInt s = 0; s < 2; s++) {
        const PetscInt body = p->body[2 * k + s];
        PetscReal *h = &p->H[(2 * i + s) * d], *hm = &p->HM[(2 * i + s) * d];
        for (PetscInt j = 0; j < d; j++) {
          h[j] = body < 0 ? 0 : f->work.stretch[i] * bodies->rows[(2 * i + s) * d + j];
          hm[j] = 0;
        }
        for (PetscInt j = 0; body >= 0 && j < d; j++)
          for (PetscInt l = 0; l < d; l++)
            hm[j] += h[l] * p->inverse[(body * d + l) * d + j];
      }
}

static PetscErrorCode SetUp_Primal(RicFriction f) {
  const RicFrictionBodies *bodies = &f->problem->bodies;
  const RicCone *last = f->num_cones ? &f->work.cone[f->num_cones - 1] : NULL;
  Primal *p = Of(f);

  PetscFunctionBegin;
  if (!p) {
    PetscCall(PetscNew(&p));
    f->kernel_data[RIC_FRICTION_PRIMAL] = p;
    PetscCall(RicBlockLuCreate(&p->lu));
  }
  p->dofs = bodies->dofs;
  p->bodies = bodies->num_bodies;
  p->body = bodies->body;
  PetscCall(Reserve(f, p, last ? last->square + last->rows * last->rows : 0));
  PetscCall(PetscArraycpy(p->mass, bodies->mass, p->bodies * p->dofs * p->dofs));
  PetscCall(RicBodyGraphMake(p->bodies, f->num_cones, p->body, p->offset, p->column, p->next));
  PetscCall(RicBodyGraphFind(f->num_cones, p->body, p->offset, p->column, p->entry));
  MakeRows(f, p);
  f->product_flops = 8.0 * (PetscReal)(f->n * p->dofs);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void Diagonal_Primal(RicFriction f, PetscReal diagonal[]) {
  const Primal *p = Of(f);
  const PetscInt width = 2 * p->dofs;

  for (PetscInt k = 0; k < f->num_cones; k++) {
    const RicCone *c = &f->work.cone[k];
    for (PetscInt i = 0; i < c->rows; i++)
      for (PetscInt j = 0; j < c->rows; j++) {
        PetscReal sum = 0;
        for (PetscInt a = 0; a < width; a++)
          sum += p->H[(c->start + i) * width + a] * p->HM[(c->start + j) * width + a];
        diagonal[c->square + i * c->rows + j] = sum;
      }
  }
}

// v += M⁻¹ Hᵀ dr of group k.
static void Changed_Primal(RicFriction f, PetscInt k, const PetscReal dr[]) {
  const Primal *p = Of(f);
  const RicCone *c = &f->work.cone[k];
  const PetscInt d = p->dofs;

  for (PetscInt s = 0; s < 2; s++) {
    const PetscInt body = p->body[2 * k + s];
    for (PetscInt i = 0; body >= 0 && i < c->rows; i++)
      for (PetscInt j = 0; j < d; j++)
        p->v[body * d + j] += p->HM[(2 * (c->start + i) + s) * d + j] * dr[i];
  }
}

// v = M⁻¹ Hᵀ r
static void Begin_Primal(RicFriction f, const PetscReal r[]) {
  const Primal *p = Of(f);

  for (PetscInt i = 0; i < p->bodies * p->dofs; i++)
    p->v[i] = 0;
  for (PetscInt k = 0; k < f->num_cones; k++)
    Changed_Primal(f, k, &r[f->work.cone[k].start]);
}

// s = H v
static void Row_Primal(RicFriction f, PetscInt k, const PetscReal r[], PetscReal s[]) {
  const Primal *p = Of(f);
  const RicCone *c = &f->work.cone[k];
  const PetscInt d = p->dofs;

  (void)r; // v has it
  for (PetscInt i = 0; i < c->rows; i++)
    s[i] = 0;
  for (PetscInt side = 0; side < 2; side++) {
    const PetscInt body = p->body[2 * k + side];
    for (PetscInt i = 0; body >= 0 && i < c->rows; i++)
      for (PetscInt j = 0; j < d; j++)
        s[i] += p->H[(2 * (c->start + i) + side) * d + j] * p->v[body * d + j];
  }
}

static void Multiply_Primal(RicFriction f, const PetscReal r[], PetscReal y[]) {
  Begin_Primal(f, r);
  for (PetscInt k = 0; k < f->num_cones; k++)
    Row_Primal(f, k, r, &y[f->work.cone[k].start]);
}

static PetscReal Norm(PetscInt n, const PetscReal x[]) {
  PetscReal sum = 0;

  for (PetscInt i = 0; i < n; i++)
    sum += x[i] * x[i];
  return PetscSqrtReal(sum);
}

static PetscReal Magnitude_Primal(RicFriction f, const PetscReal r[]) {
  Primal *p = Of(f);
  const PetscInt d = p->dofs;
  PetscReal largest = 0;

  for (PetscInt b = 0; b < p->bodies; b++)
    p->y[b] = 0;
  for (PetscInt pass = 0; pass < 2; pass++)
    for (PetscInt k = 0; k < f->num_cones; k++)
      for (PetscInt i = f->work.cone[k].start; i < f->work.cone[k].start + f->work.cone[k].rows;
           i++) {
        PetscReal sum = 0;
        for (PetscInt s = 0; s < 2; s++) {
          const PetscInt body = p->body[2 * k + s];
          if (body >= 0 && pass)
            sum += Norm(d, &p->H[(2 * i + s) * d]) * p->y[body];
          else if (body >= 0)
            p->y[body] += Norm(d, &p->HM[(2 * i + s) * d]) * PetscAbsReal(r[i]);
        }
        largest = PetscMax(largest, sum);
      }
  return largest;
}

// A row of Aᵀ H, column l of A [rows × rows]; H itself without A.
RIC_INLINE void Combine(const PetscInt d, const RicCone *c, const PetscReal *A, PetscInt l,
                        const PetscReal H[], PetscReal out[]) {
  for (PetscInt j = 0; j < 2 * d; j++)
    out[j] = A ? 0 : H[l * 2 * d + j];
  for (PetscInt i = 0; A && i < c->rows; i++)
    for (PetscInt j = 0; j < 2 * d; j++)
      out[j] += A[i * c->rows + l] * H[i * 2 * d + j];
}

// B⁻¹ of the live rows.
static void InvertLive(const RicCone *c, PetscInt live, const PetscReal B[], PetscReal inverse[]) {
  PetscReal packed[RIC_FRICTION_MAX_ROWS * RIC_FRICTION_MAX_ROWS];

  for (PetscInt i = 0; i < live; i++)
    for (PetscInt j = 0; j < live; j++)
      packed[live * i + j] = B[c->rows * i + j];
  if (live == 1)
    inverse[0] = 1 / packed[0];
  else if (live == 2)
    RicBlockInvert(2, packed, inverse);
  else if (live == 3)
    RicBlockInvert(3, packed, inverse);
  else if (live == 4)
    RicBlockInvert(4, packed, inverse);
}

// A += H_Rᵀ B⁻¹ H_L of one contact.
RIC_INLINE void AddContact(const PetscInt d, Primal *p, const RicCone *c, PetscInt k,
                           PetscInt live) {
  PetscReal X[RIC_FRICTION_MAX_ROWS][2 * MOST_DOFS];
  const PetscReal *HL = &p->HL[c->start * 2 * d], *HR = &p->HR[c->start * 2 * d];

  for (PetscInt l = 0; l < live; l++)
    for (PetscInt j = 0; j < 2 * d; j++) {
      X[l][j] = 0;
      for (PetscInt i = 0; i < live; i++)
        X[l][j] += p->B[c->square + l * live + i] * HL[i * 2 * d + j];
    }
  for (PetscInt s = 0; s < 4; s++) {
    if (p->entry[4 * k + s] < 0)
      continue;
    PetscReal *A = &p->A[p->entry[4 * k + s] * d * d];
    for (PetscInt l = 0; l < live; l++)
      for (PetscInt i = 0; i < d; i++)
        for (PetscInt j = 0; j < d; j++)
          A[i * d + j] += HR[l * 2 * d + s / 2 * d + i] * X[l][s % 2 * d + j];
  }
}

RIC_INLINE void Assemble(const PetscInt d, RicFriction f, Primal *p, const RicReduction *g) {
  for (PetscInt i = 0; i < p->offset[p->bodies] * d * d; i++)
    p->A[i] = 0;
  for (PetscInt b = 0; b < p->bodies; b++)
    for (PetscInt e = p->offset[b]; e < p->offset[b + 1]; e++)
      for (PetscInt i = 0; p->column[e] == b && i < d * d; i++)
        p->A[e * d * d + i] = p->mass[b * d * d + i];
  for (PetscInt k = 0; k < f->num_cones; k++) {
    const RicCone *c = &f->work.cone[k];
    const PetscReal *H = &p->H[c->start * 2 * d];
    for (PetscInt l = 0; l < g->live[k]; l++) {
      Combine(d, c, g->L ? &g->L[c->square] : NULL, l, H, &p->HL[(c->start + l) * 2 * d]);
      Combine(d, c, g->R ? &g->R[c->square] : NULL, l, H, &p->HR[(c->start + l) * 2 * d]);
    }
    InvertLive(c, g->live[k], &g->B[c->square], &p->B[c->square]);
    AddContact(d, p, c, k, g->live[k]);
  }
}

static PetscErrorCode Factor_Primal(RicFriction f, const RicReduction *g) {
  Primal *p = Of(f);

  PetscFunctionBegin;
  PetscCall(RicBlockLuSetPattern(p->lu, p->dofs, p->bodies, p->offset, p->column));
  f->factor_flops = RicBlockLuFlops(p->lu);
  if (p->dofs == 6)
    Assemble(6, f, p, g);
  else
    Assemble(3, f, p, g);
  RicBlockLuFactor(p->lu, p->A);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// x = B⁻¹ f of one contact, f in the first `live` entries.
static void ApplyInverse(const Primal *p, const RicCone *c, PetscInt live, const PetscReal f[],
                         PetscReal x[]) {
  for (PetscInt l = 0; l < live; l++) {
    x[l] = 0;
    for (PetscInt i = 0; i < live; i++)
      x[l] += p->B[c->square + l * live + i] * f[i];
  }
}

static PetscErrorCode Solve_Primal(RicFriction f, const RicReduction *g, PetscReal x[]) {
  Primal *p = Of(f);
  const PetscInt d = p->dofs;
  PetscReal t[RIC_FRICTION_MAX_ROWS];

  PetscFunctionBegin;
  PetscCall(PetscArrayzero(p->y, p->bodies * d));
  for (PetscInt k = 0; k < f->num_cones; k++) {
    const RicCone *c = &f->work.cone[k];
    ApplyInverse(p, c, g->live[k], &x[c->start], t);
    for (PetscInt s = 0; s < 2; s++)
      for (PetscInt l = 0; p->body[2 * k + s] >= 0 && l < g->live[k]; l++)
        for (PetscInt j = 0; j < d; j++)
          p->y[p->body[2 * k + s] * d + j] += p->HR[(2 * (c->start + l) + s) * d + j] * t[l];
  }
  RicBlockLuSolve(p->lu, p->y);
  for (PetscInt k = 0; k < f->num_cones; k++) {
    const RicCone *c = &f->work.cone[k];
    for (PetscInt l = 0; l < g->live[k]; l++)
      t[l] = x[c->start + l];
    for (PetscInt s = 0; s < 2; s++)
      for (PetscInt l = 0; p->body[2 * k + s] >= 0 && l < g->live[k]; l++)
        for (PetscInt j = 0; j < d; j++)
          t[l] -= p->HL[(2 * (c->start + l) + s) * d + j] * p->y[p->body[2 * k + s] * d + j];
    ApplyInverse(p, c, g->live[k], t, &x[c->start]);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicFrictionKernel RicFrictionKernel_Primal = {.name = "primal",
                                                    .newton_shift = 1e-6,
                                                    .SetUp = SetUp_Primal,
                                                    .Diagonal = Diagonal_Primal,
                                                    .Multiply = Multiply_Primal,
                                                    .Begin = Begin_Primal,
                                                    .Changed = Changed_Primal,
                                                    .Row = Row_Primal,
                                                    .Magnitude = Magnitude_Primal,
                                                    .Factor = Factor_Primal,
                                                    .Solve = Solve_Primal,
                                                    .Destroy = Destroy_Primal};
