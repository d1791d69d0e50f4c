// SPDX-License-Identifier: BSD-2-Clause
// A joint between two points at random states: what tests of joints share.
#ifndef RIC_TESTS_JOINTING_H
#define RIC_TESTS_JOINTING_H

#include "joint/joint.h"
#include "joint/joint_data.h"
#include "parameters.h"
#include "posing.h"
#include <string.h>

#define STEP 1e-3 // of differences

typedef struct {
  RicPoint point[2];
  RoomForData data;
  PetscInt dim, nd;
  PetscReal X[6], u[RIC_PAIR_MAX_DOFS], v[RIC_PAIR_MAX_DOFS], lambda[RIC_JOINT_MAX_ROWS];
} Case;

static inline const RicJointOps *Find(const char name[]) {
  const RicJointOps *ops;
  assert_int_equal(RicJointFind(name, &ops), 0);
  return ops;
}

static inline PetscBool Is(const RicJointOps *ops, const char name[]) {
  return strcmp(ops->name, name) == 0 ? PETSC_TRUE : PETSC_FALSE;
}

static inline RicPair Stand(const Case *c) { return RicPairOf(c->point, c->dim, c->X, c->u); }

// What a type says of the case.
static inline const char *Check(const RicJointOps *ops, const Case *c) {
  const RicPair pair = Stand(c);
  return ops->Check(&c->data, c->point, c->dim, &pair.stand[0].pose, &pair.stand[1].pose);
}

static inline void Initialise(const RicJointOps *ops, Case *c) {
  const RicPair pair = Stand(c);
  if (ops->Initialise)
    ops->Initialise(&c->data, c->dim, &pair.stand[0].pose, &pair.stand[1].pose);
}

// Values y and rows W, either may be NULL.
static inline void Evaluate(const RicJointOps *ops, const Case *c, PetscReal y[], PetscReal W[]) {
  const RicPair pair = Stand(c);
  const PetscInt n = RicJointNumRows(ops, c->dim);
  PetscReal values[RIC_JOINT_MAX_ROWS], rows[RIC_JOINT_MAX_ROWS * RIC_PAIR_MAX_DOFS];
  for (PetscInt i = 0; i < n; ++i)
    values[i] = NAN; // outputs must be overwritten
  for (PetscInt i = 0; i < n * c->nd; ++i)
    rows[i] = NAN;
  RicJointRows(ops, &c->data, &pair, values, rows);
  for (PetscInt i = 0; i < n && y; ++i)
    y[i] = values[i];
  for (PetscInt i = 0; i < n * c->nd && W; ++i)
    W[i] = rows[i];
}

static inline Case Moved(const Case *c, const PetscReal v[], PetscReal s) {
  Case moved = *c;
  MoveDofs(c->point, c->dim, s, v, moved.u);
  return moved;
}

// The points are at least 0.5 apart, so that the direction of a rod is smooth.
static inline Case RandomCase(const RicJointOps *ops, RicPointKind a, RicPointKind b, PetscInt dim,
                              uint64_t *seed) {
  const RandomRange ranges[] = {{"length", 0.5, 2}, {"angle", -1, 1}, {NULL}};
  Case c = {.dim = dim};
  PetscReal n[3];
  RicPair pair;
  do {
    RandomPoints(a, b, dim, 0, seed, c.point, c.X, c.u);
    pair = Stand(&c);
  } while (RicPoseAim(&pair.stand[0].pose, pair.stand[1].pose.p, n) < 0.5);
  c.nd = RicPairDofs(c.point, dim);
  UniformArray(seed, -1, 1, c.nd, c.v);
  UniformArray(seed, -1, 1, RIC_JOINT_MAX_ROWS, c.lambda);
  RandomParameters(ops->parameters, dim, ranges, seed, &c.data);
  return c;
}

#endif
