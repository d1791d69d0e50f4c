// SPDX-License-Identifier: BSD-2-Clause
// The form in which a problem is solved. Blocks are made a full W while that is small, or when their
// factors would fill up. Bodies are made a full W, blocks where each pair of them has few contacts, and
// stay as they are where it has several.
#include "solve/block.h"
#include "solve/friction_impl.h"

// Rows up to which W is formed in full.
enum { FULL_ROWS = 24 };

// Rows above which it never is, and the part of its multiplications that blocks may take: they are
// slower, by that.
enum { MOST_FULL_ROWS = 3000 };
#define FULL_PAYS 0.3

// From so many contacts a pair of bodies on, the graph of bodies is the smaller one.
#define CONTACTS_A_PAIR 2.0

static PetscErrorCode FreeForm(RicFrictionForm *w) {
  PetscFunctionBegin;
  PetscCall(PetscFree5(w->inverse, w->HM, w->touch_offset, w->touch, w->mark));
  PetscCall(PetscFree(w->W));
  PetscCall(PetscFree3(w->offset, w->column, w->value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFrictionFormDestroy(RicFriction f) {
  PetscFunctionBegin;
  PetscCall(FreeForm(&f->form));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Reserve(RicFrictionForm *w, PetscInt bodies, PetscInt groups, PetscInt n) {
  PetscFunctionBegin;
  if (bodies <= w->room_bodies && groups <= w->room_groups && n <= w->room_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscFree5(w->inverse, w->HM, w->touch_offset, w->touch, w->mark));
  w->room_bodies = PetscMax(bodies, w->room_bodies);
  w->room_groups = PetscMax(groups, w->room_groups);
  w->room_rows = PetscMax(n, w->room_rows);
  PetscCall(PetscMalloc5(36 * w->room_bodies, &w->inverse, 12 * w->room_rows, &w->HM,
                         w->room_bodies + 2, &w->touch_offset, 2 * w->room_groups, &w->touch,
                         PetscMax(w->room_groups, w->room_bodies), &w->mark));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// H M⁻¹, by rows as H.
static void MakeHM(const RicFrictionProblem *p, RicFrictionForm *w) {
  const RicFrictionBodies *b = &p->bodies;
  const PetscInt d = b->dofs;

  for (PetscInt i = 0; i < b->num_bodies; i++)
    if (d == 6)
      RicBlockInvert(6, &b->mass[36 * i], &w->inverse[36 * i]);
    else
      RicBlockInvert(3, &b->mass[9 * i], &w->inverse[9 * i]);
  for (PetscInt k = 0, row = 0; k < p->num_groups; row += p->groups[k++].rows)
    for (PetscInt i = 2 * row; i < 2 * (row + p->groups[k].rows); i++) {
      const PetscInt body = b->body[2 * k + i % 2];
      for (PetscInt j = 0; j < d; j++) {
        w->HM[i * d + j] = 0;
        for (PetscInt l = 0; body >= 0 && l < d; l++)
          w->HM[i * d + j] += b->rows[i * d + l] * w->inverse[(body * d + l) * d + j];
      }
    }
}

// The contacts of each body: touch[touch_offset[b]] … touch[touch_offset[b + 1] − 1], ascending.
static void MakeTouch(const RicFrictionProblem *p, RicFrictionForm *w) {
  const RicFrictionBodies *b = &p->bodies;

  for (PetscInt i = 0; i < b->num_bodies + 2; i++)
    w->touch_offset[i] = 0;
  for (PetscInt e = 0; e < 2 * p->num_groups; e++)
    if (b->body[e] >= 0)
      w->touch_offset[b->body[e] + 2]++;
  for (PetscInt i = 0; i < b->num_bodies; i++)
    w->touch_offset[i + 2] += w->touch_offset[i + 1];
  for (PetscInt e = 0; e < 2 * p->num_groups; e++)
    if (b->body[e] >= 0)
      w->touch[w->touch_offset[b->body[e] + 1]++] = e / 2;
}

// Pairs of bodies, or of a body and none, that contacts join.
static PetscInt CountPairs(const RicFrictionProblem *p, RicFrictionForm *w) {
  const RicFrictionBodies *b = &p->bodies;
  PetscInt pairs = 0;

  for (PetscInt i = 0; i < b->num_bodies; i++)
    w->mark[i] = -1;
  for (PetscInt i = 0; i < b->num_bodies; i++) {
    PetscBool alone = PETSC_FALSE;
    for (PetscInt e = w->touch_offset[i]; e < w->touch_offset[i + 1]; e++) {
      const PetscInt k = w->touch[e], other = b->body[2 * k] + b->body[2 * k + 1] - i;
      if (other < 0)
        alone = PETSC_TRUE;
      else if (other > i && w->mark[other] != i) {
        w->mark[other] = i;
        pairs++;
      }
    }
    pairs += alone;
  }
  return pairs;
}

// W += H HM of groups k and j by the bodies they share, into rows of `leading`.
static void AddBlock(RicFriction f, const RicFrictionProblem *p, PetscInt k, PetscInt j,
                     PetscInt leading, PetscReal W[]) {
  const RicFrictionBodies *b = &p->bodies;
  const PetscInt d = b->dofs, row = f->work.cone[k].start, column = f->work.cone[j].start;

  for (PetscInt s = 0; s < 4; s++) {
    if (b->body[2 * k + s / 2] < 0 || b->body[2 * k + s / 2] != b->body[2 * j + s % 2])
      continue;
    for (PetscInt i = 0; i < p->groups[k].rows; i++)
      for (PetscInt l = 0; l < p->groups[j].rows; l++)
        for (PetscInt a = 0; a < d; a++)
          W[i * leading + l] += b->rows[(2 * (row + i) + s / 2) * d + a] *
                                f->form.HM[(2 * (column + l) + s % 2) * d + a];
  }
}

// Zeros for W.
static PetscErrorCode ReserveFull(RicFriction f) {
  RicFrictionForm *w = &f->form;

  PetscFunctionBegin;
  if (f->n > w->room_full) {
    PetscCall(PetscFree(w->W));
    PetscCall(PetscMalloc1(f->n * f->n, &w->W));
    w->room_full = f->n;
  }
  PetscCall(PetscArrayzero(w->W, f->n * f->n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// From now on the problem is `p` with the full W.
static void UseFull(RicFriction f, const RicFrictionProblem *p) {
  f->form.problem = *p;
  f->form.problem.W = f->form.W;
  f->form.problem.leading = f->n;
  f->problem = &f->form.problem;
}

static PetscErrorCode FormFull(RicFriction f, const RicFrictionProblem *p) {
  const PetscInt n = f->n;

  PetscFunctionBegin;
  PetscCall(ReserveFull(f));
  for (PetscInt k = 0; k < p->num_groups; k++)
    for (PetscInt j = 0; j < p->num_groups; j++)
      AddBlock(f, p, k, j, n, &f->form.W[f->work.cone[k].start * n + f->work.cone[j].start]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The groups that share a body with group k, itself among them, ascending; into column unless NULL.
static PetscInt Neighbours(const RicFrictionProblem *p, RicFrictionForm *w, PetscInt k,
                           PetscInt column[]) {
  PetscInt n = 0;

  w->mark[k] = k;
  if (column)
    column[n] = k;
  n++;
  for (PetscInt s = 0; s < 2; s++) {
    const PetscInt body = p->bodies.body[2 * k + s];
    for (PetscInt e = body < 0 ? 0 : w->touch_offset[body];
         body >= 0 && e < w->touch_offset[body + 1]; e++) {
      const PetscInt j = w->touch[e];
      if (w->mark[j] == k)
        continue;
      w->mark[j] = k;
      if (column)
        column[n] = j;
      n++;
    }
  }
  return n;
}

static PetscErrorCode FormBlocks(RicFriction f, const RicFrictionProblem *p) {
  RicFrictionForm *w = &f->form;
  const PetscInt most = RIC_FRICTION_MAX_ROWS * RIC_FRICTION_MAX_ROWS;
  PetscInt blocks = 0, at = 0;

  PetscFunctionBegin;
  for (PetscInt k = 0; k < p->num_groups; k++)
    w->mark[k] = -1;
  for (PetscInt k = 0; k < p->num_groups; k++)
    blocks += Neighbours(p, w, k, NULL);
  if (blocks > w->room_blocks || p->num_groups > w->room_offsets) {
    PetscCall(PetscFree3(w->offset, w->column, w->value));
    w->room_blocks = PetscMax(blocks, w->room_blocks);
    w->room_offsets = PetscMax(p->num_groups, w->room_offsets);
    PetscCall(PetscMalloc3(w->room_offsets + 1, &w->offset, w->room_blocks, &w->column,
                           most * w->room_blocks, &w->value));
  }
  for (PetscInt k = 0; k < p->num_groups; k++)
    w->mark[k] = -1;
  w->offset[0] = 0;
  for (PetscInt k = 0; k < p->num_groups; k++) {
    PetscInt *column = &w->column[w->offset[k]];
    const PetscInt n = Neighbours(p, w, k, column), rows = p->groups[k].rows;
    PetscCall(PetscSortInt(n, column));
    w->offset[k + 1] = w->offset[k] + n;
    for (PetscInt e = 0; e < n; e++) {
      const PetscInt j = column[e], columns = p->groups[j].rows;
      PetscCall(PetscArrayzero(&w->value[at], rows * columns));
      AddBlock(f, p, k, j, columns, &w->value[at]);
      at += rows * columns;
    }
  }
  w->problem = *p;
  w->problem.blocks =
      (RicFrictionBlocks){.offset = w->offset, .column = w->column, .value = w->value};
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckBodies(const RicFrictionProblem *p) {
  const RicFrictionBodies *b = &p->bodies;

  PetscFunctionBegin;
  PetscCheck(b->dofs == 3 || b->dofs == 6, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "bodies of %" PetscInt_FMT " dofs, must be 3 or 6", b->dofs);
  for (PetscInt e = 0; e < 2 * p->num_groups; e++)
    PetscCheck(b->body[e] >= -1 && b->body[e] < b->num_bodies &&
                   (b->body[e] < 0 || b->body[e] != b->body[e ^ 1]),
               PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
               "group %" PetscInt_FMT " acts on body %" PetscInt_FMT, e / 2, b->body[e]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// W in full from blocks.
static PetscErrorCode Fill(RicFriction f, const RicFrictionProblem *p) {
  const RicFrictionBlocks *b = &p->blocks;
  PetscInt at = 0;

  PetscFunctionBegin;
  PetscCall(ReserveFull(f));
  for (PetscInt k = 0; k < p->num_groups; k++)
    for (PetscInt e = b->offset[k]; e < b->offset[k + 1]; e++) {
      const RicCone *c = &f->work.cone[k], *d = &f->work.cone[b->column[e]];
      for (PetscInt i = 0; i < c->rows; i++)
        for (PetscInt j = 0; j < d->rows; j++)
          f->form.W[(c->start + i) * f->n + d->start + j] = b->value[at++];
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Blocks, or full where blocks would fill up.
static PetscErrorCode ChooseOfBlocks(RicFriction f) {
  const RicFrictionProblem p = *f->problem;
  const PetscReal n = (PetscReal)f->n;
  PetscBool full = (PetscBool)(f->n <= FULL_ROWS);
  PetscReal flops;

  PetscFunctionBegin;
  f->kernel = &RicFrictionKernel_Sparse;
  if (!full && f->n <= MOST_FULL_ROWS) {
    PetscCall(RicFrictionSparseFlops(f, &p, &flops));
    full = (PetscBool)(flops > FULL_PAYS * 2 / 3 * n * n * n);
  }
  if (f->forced)
    full = (PetscBool)(f->forced == &RicFrictionKernel_Dense);
  if (!full)
    PetscFunctionReturn(PETSC_SUCCESS);
  f->kernel = &RicFrictionKernel_Dense;
  PetscCall(Fill(f, &p));
  UseFull(f, &p);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ChooseOfBodies(RicFriction f) {
  const RicFrictionProblem p = *f->problem;
  RicFrictionForm *w = &f->form;

  PetscFunctionBegin;
  PetscCall(CheckBodies(&p));
  PetscCall(Reserve(w, p.bodies.num_bodies, p.num_groups, f->n));
  MakeTouch(&p, w);
  const PetscReal pairs = (PetscReal)CountPairs(&p, w);
  const PetscBool several = (PetscBool)((PetscReal)p.num_groups >= CONTACTS_A_PAIR * pairs);
  f->kernel = &RicFrictionKernel_Primal;
  if (f->forced ? f->forced == f->kernel : several && f->n > FULL_ROWS)
    PetscFunctionReturn(PETSC_SUCCESS);
  MakeHM(&p, w);
  if (f->forced ? f->forced == &RicFrictionKernel_Dense : f->n <= FULL_ROWS) {
    f->kernel = &RicFrictionKernel_Dense;
    PetscCall(FormFull(f, &p));
    UseFull(f, &p);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(FormBlocks(f, &p));
  f->problem = &w->problem;
  PetscCall(ChooseOfBlocks(f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFrictionFormChoose(RicFriction f) {
  PetscFunctionBegin;
  f->kernel = &RicFrictionKernel_Dense;
  if (f->problem->W)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (f->problem->blocks.offset)
    PetscCall(ChooseOfBlocks(f));
  else
    PetscCall(ChooseOfBodies(f));
  PetscFunctionReturn(PETSC_SUCCESS);
}
