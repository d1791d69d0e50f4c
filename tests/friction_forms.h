// SPDX-License-Identifier: BSD-2-Clause
// One random problem in the forms the solver takes: W as a full matrix, by blocks, by bodies.
#ifndef RIC_TESTS_FRICTION_FORMS_H
#define RIC_TESTS_FRICTION_FORMS_H

#include "friction_problems.h"

typedef struct {
  PetscInt offset[MOST_CONTACTS + 1], column[MOST_CONTACTS * MOST_CONTACTS];
  PetscReal value[MOST_ROWS * MOST_ROWS];
  PetscReal mass[36 * MOST_CONTACTS], rows[12 * MOST_ROWS];
} Forms;

static inline PetscBool ShareBody(const PetscInt a[2], const PetscInt b[2]) {
  for (PetscInt i = 0; i < 4; i++)
    if (a[i / 2] >= 0 && a[i / 2] == b[i % 2])
      return PETSC_TRUE;
  return PETSC_FALSE;
}

static inline RicFrictionProblem DenseForm(const RandomProblem *p) {
  return (RicFrictionProblem){
      .num_groups = p->contacts, .groups = p->groups, .q = p->q, .W = p->W, .leading = p->n};
}

static inline RicFrictionProblem BlockForm(const RandomProblem *p, Forms *f) {
  RicFrictionProblem problem = {.num_groups = p->contacts, .groups = p->groups, .q = p->q};
  PetscInt blocks = 0, at = 0;

  f->offset[0] = 0;
  for (PetscInt k = 0; k < p->contacts; k++) {
    for (PetscInt j = 0; j < p->contacts; j++) {
      if (j != k && !ShareBody(&p->body[2 * k], &p->body[2 * j]))
        continue;
      f->column[blocks++] = j;
      for (PetscInt i = 0; i < p->dim * p->dim; i++)
        f->value[at++] = p->W[(p->dim * k + i / p->dim) * p->n + p->dim * j + i % p->dim];
    }
    f->offset[k + 1] = blocks;
  }
  problem.blocks = (RicFrictionBlocks){.offset = f->offset, .column = f->column, .value = f->value};
  return problem;
}

static inline RicFrictionProblem BodyForm(const RandomProblem *p, Forms *f) {
  RicFrictionProblem problem = {.num_groups = p->contacts, .groups = p->groups, .q = p->q};
  const PetscInt d = p->dim == 2 ? 3 : 6;

  for (PetscInt i = 0; i < p->bodies * d * d; i++)
    f->mass[i] = i % (d * d) % (d + 1) == 0;
  for (PetscInt i = 0; i < p->n; i++)
    for (PetscInt s = 0; s < 2; s++)
      for (PetscInt j = 0; j < d; j++) {
        const PetscInt body = p->body[2 * (i / p->dim) + s];
        f->rows[(2 * i + s) * d + j] = body < 0 ? 0 : p->H[i][d * body + j];
      }
  problem.bodies = (RicFrictionBodies){
      .num_bodies = p->bodies, .dofs = d, .mass = f->mass, .body = p->body, .rows = f->rows};
  return problem;
}

#endif
