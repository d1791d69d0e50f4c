// SPDX-License-Identifier: BSD-2-Clause
// Walls of boxes in running bond: each box stands on two of the layer below, with four points on
// either, the lowest layer on the ground. One step of falling under tilted gravity from rest.
#ifndef RIC_TESTS_FRICTION_WALLS_H
#define RIC_TESTS_FRICTION_WALLS_H

#include "solve/friction.h"

#include <math.h>

// Boxes of 1 × 0.5 × 0.5 m, of unit mass.
#define WALL_LENGTH 1.0
#define WALL_SIDE 0.5

typedef struct {
  PetscInt boxes, contacts, room;
  RicFrictionGroup *groups; // [contacts]
  PetscInt *body;           // [contacts × 2]
  PetscReal *rows;          // [3 contacts × 12]
  PetscReal *mass;          // [boxes × 36]
  PetscReal *q;             // [3 contacts]
  PetscReal *r, *u;         // [3 contacts] r = 0
  PetscReal centre[2];      // of the box under way: along the wall, up
} Wall;

// A point p of contact with the normal up: rows z, x, y of box `body`, of velocity in the axes of
// space and angular velocity, by the arm from its centre.
static inline void WallRows(const PetscReal arm[3], PetscReal sign, PetscReal rows[],
                            PetscInt stride) {
  static const PetscInt axis[3] = {2, 0, 1};

  for (PetscInt i = 0; i < 3; i++) {
    PetscReal e[3] = {0};
    PetscReal *h = &rows[i * stride];
    e[axis[i]] = sign;
    for (PetscInt a = 0; a < 3; a++) {
      h[a] = e[a];
      h[3 + a] = arm[(a + 1) % 3] * e[(a + 2) % 3] - arm[(a + 2) % 3] * e[(a + 1) % 3];
    }
  }
}

// Four points between x = from and to, at the height z, of box `above` on `below` (−1: the ground).
static inline void WallPoints(Wall *w, PetscInt above, const PetscReal *ca, PetscInt below,
                              const PetscReal *cb, PetscReal from, PetscReal to, PetscReal z,
                              PetscReal mu) {
  for (PetscInt corner = 0; corner < 4; corner++) {
    const PetscInt k = w->contacts++;
    const PetscReal x = corner % 2 ? to : from, y = corner / 2 ? WALL_SIDE / 2 : -WALL_SIDE / 2;
    const PetscReal arm_a[3] = {x - ca[0], y, z - ca[1]};
    w->groups[k] = (RicFrictionGroup){.law = RIC_FRICTION_COULOMB, .rows = 3, .mu = mu};
    w->body[2 * k] = above;
    w->body[2 * k + 1] = below;
    WallRows(arm_a, 1, &w->rows[36 * k], 12);
    if (below >= 0) {
      const PetscReal arm_b[3] = {x - cb[0], y, z - cb[1]};
      WallRows(arm_b, -1, &w->rows[36 * k + 6], 12);
    }
  }
}

static inline void WallCentre(PetscInt width, PetscInt box, PetscReal c[2]) {
  const PetscInt layer = box / width;
  c[0] = (box % width + (layer % 2 ? 0.5 : 0)) * WALL_LENGTH;
  c[1] = (layer + 0.5) * WALL_SIDE;
}

// `width` boxes in each of so many layers; gravity tilted by `along` and `across` the wall, rad.
static inline PetscErrorCode WallCreate(PetscInt width, PetscInt layers, PetscReal mu,
                                        PetscReal along, PetscReal across, Wall *w) {
  const PetscInt boxes = width * layers;
  const PetscReal g[3] = {sin(along), sin(across), -1}, step = 1e-2 * 9.81;

  PetscFunctionBegin;
  *w = (Wall){.boxes = boxes, .room = 8 * boxes};
  PetscCall(PetscCalloc4(w->room, &w->groups, 2 * w->room, &w->body, 36 * w->room, &w->rows,
                         36 * boxes, &w->mass));
  PetscCall(PetscCalloc3(3 * w->room, &w->q, 3 * w->room, &w->r, 3 * w->room, &w->u));
  for (PetscInt b = 0; b < boxes; b++) {
    const PetscReal a = WALL_LENGTH * WALL_LENGTH, s = WALL_SIDE * WALL_SIDE;
    const PetscReal inertia[6] = {1, 1, 1, 2 * s / 12, (a + s) / 12, (a + s) / 12};
    const PetscInt layer = b / width, below = b - width;
    PetscReal c[2], d[2] = {0};
    for (PetscInt i = 0; i < 6; i++)
      w->mass[36 * b + 7 * i] = inertia[i];
    WallCentre(width, b, c);
    const PetscReal z = layer * WALL_SIDE;
    if (layer == 0)
      WallPoints(w, b, c, -1, d, c[0] - 0.5 * WALL_LENGTH, c[0] + 0.5 * WALL_LENGTH, z, mu);
    for (PetscInt side = 0; layer && side < 2; side++) { // the left half, the right half
      const PetscInt column = b % width + side - (layer % 2 ? 0 : 1);
      const PetscInt other = below - b % width + column;
      if (column < 0 || column >= width)
        continue;
      WallCentre(width, other, d);
      WallPoints(w, b, c, other, d, c[0] + (side ? 0 : -0.5) * WALL_LENGTH,
                 c[0] + (side ? 0.5 : 0) * WALL_LENGTH, z, mu);
    }
  }
  for (PetscInt k = 0; k < w->contacts; k++) // all boxes move alike, by gravity
    for (PetscInt i = 0; i < 3; i++)
      for (PetscInt a = 0; a < 3; a++)
        w->q[3 * k + i] +=
            step * g[a] * (w->rows[36 * k + 12 * i + a] + w->rows[36 * k + 12 * i + 6 + a]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static inline PetscErrorCode WallDestroy(Wall *w) {
  PetscFunctionBegin;
  PetscCall(PetscFree4(w->groups, w->body, w->rows, w->mass));
  PetscCall(PetscFree3(w->q, w->r, w->u));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static inline RicFrictionProblem WallProblem(const Wall *w) {
  return (RicFrictionProblem){
      .num_groups = w->contacts,
      .groups = w->groups,
      .q = w->q,
      .bodies = {
          .num_bodies = w->boxes, .dofs = 6, .mass = w->mass, .body = w->body, .rows = w->rows}};
}

#endif
