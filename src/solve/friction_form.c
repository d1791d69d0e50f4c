// SPDX-License-Identifier: BSD-2-Clause
// The form in which a problem given by bodies is solved: a full W while it is small, blocks on the
// graph of contacts where each pair of bodies has few of them, and bodies as they are where it has
// several.
#include "solve/block.h"
#include "solve/friction_impl.h"

// Rows up to which W is formed in full.
enum { FULL_ROWS = 24 };

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

static PetscErrorCode FormFull(RicFriction f, const RicFrictionProblem *p) {
  RicFrictionForm *w = &f->form;
  const PetscInt n = f->n;

  PetscFunctionBegin;
  if (n > w->room_full) {
    PetscCall(PetscFree(w->W));
    PetscCall(PetscMalloc1(n * n, &w->W));
    w->room_full = n;
  }
  PetscCall(PetscArrayzero(w->W, n * n));
  for (PetscInt k = 0; k < p->num_groups; k++)
    for (PetscInt j = 0; j < p->num_groups; j++)
      AddBlock(f, p, k, j, n, &w->W[f->work.cone[k].start * n + f->work.cone[j].start]);
  w->problem.W = w->W;
  w->problem.leading = n;
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

PetscErrorCode RicFrictionFormChoose(RicFriction f) {
  const RicFrictionProblem *p = f->problem;
  RicFrictionForm *w = &f->form;

  PetscFunctionBegin;
  if (p->W || p->blocks.offset) {
    f->kernel = p->W ? &RicFrictionKernel_Dense : &RicFrictionKernel_Sparse;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(CheckBodies(p));
  PetscCall(Reserve(w, p->bodies.num_bodies, p->num_groups, f->n));
  MakeTouch(p, w);
  const PetscInt pairs = CountPairs(p, w);
  f->kernel = f->forced           ? f->forced
              : f->n <= FULL_ROWS ? &RicFrictionKernel_Dense
              : (PetscReal)p->num_groups < CONTACTS_A_PAIR * (PetscReal)pairs
                  ? &RicFrictionKernel_Sparse
                  : &RicFrictionKernel_Primal;
  if (f->kernel == &RicFrictionKernel_Primal)
    PetscFunctionReturn(PETSC_SUCCESS);
  w->problem = *p;
  f->problem = &w->problem;
  MakeHM(p, w);
  if (f->kernel == &RicFrictionKernel_Dense)
    PetscCall(FormFull(f, p));
  else
    PetscCall(FormBlocks(f, p));
  PetscFunctionReturn(PETSC_SUCCESS);
}
