// SPDX-License-Identifier: BSD-2-Clause
// A contact between two points at random states: what tests of contacts share.
#ifndef RIC_TESTS_CONTACTING_H
#define RIC_TESTS_CONTACTING_H

#include "contact/contact.h"
#include "contact/contact_data.h"
#include "parameters.h"
#include "posing.h"
#include <string.h>

typedef struct {
  RicPoint on[2];
  RoomForData data;
  PetscInt dim, nd, row;
  PetscReal X[6], u[RIC_MAX_DOFS], v[RIC_MAX_DOFS], shift, shift_rate;
} Case;

static inline const RicContactOps *Find(const char name[]) {
  const RicContactOps *ops;
  assert_int_equal(RicContactFind(name, &ops), 0);
  return ops;
}

static inline RicPair Stand(const Case *c) { return RicPairOf(c->on, c->dim, c->X, c->u); }

static inline RicContactGeometry Touch(const RicContactOps *ops, const Case *c) {
  RicContactGeometry g[RIC_CONTACT_MAX_ROWS];
  const RicPair pair = Stand(c);
  RicContactGeometryOf(ops, &c->data, &pair, g);
  return g[c->row];
}

static inline PetscReal Gap(const RicContactOps *ops, const Case *c) {
  return Touch(ops, c).gap - RicContactSide(ops, c->row) * c->shift;
}

static inline void Row(const RicContactOps *ops, const Case *c, PetscReal W[]) {
  const RicContactGeometry g = Touch(ops, c);
  const RicPair pair = Stand(c);
  for (PetscInt i = 0; i < c->nd; ++i)
    W[i] = NAN; // outputs must be overwritten
  RicContactRow(ops, &pair, &g, W);
}

static inline void Curvature(const RicContactOps *ops, const Case *c, PetscReal length,
                             PetscReal H[]) {
  RicContactGeometry g[RIC_CONTACT_MAX_ROWS];
  const RicPair pair = Stand(c);
  const PetscBool linear = RicContactIsLinear(ops, c->dim);
  for (PetscInt i = 0; i < c->nd * c->nd; ++i)
    H[i] = linear ? 0 : NAN;
  RicContactGeometryOf(ops, &c->data, &pair, g);
  if (!linear)
    RicContactCurvature(ops, &c->data, &pair, g, c->row, length, H);
}

// The state moved by s in the direction d [nd].
static inline Case Moved(const Case *c, const PetscReal d[], PetscReal s) {
  Case moved = *c;
  MoveDofs(c->on, c->dim, s, d, moved.u);
  return moved;
}

#endif
