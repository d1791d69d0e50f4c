// SPDX-License-Identifier: BSD-2-Clause
// The contact that the README adds: one function. Gap by formula; row and curvature, which follow,
// against differences, the row over a path, between bodies, nodes and the ground, in the plane and in space.
#include "../../examples/contact/contact_tube.c"
#include "posing.h"

#define NUM_STATES 20

static const TubeData tube = {.offset = 0.1, .radius = 2, .width = 0.5};

typedef struct {
  RicPoint on[2];
  PetscInt dim, nd;
  PetscReal X[6], u[RIC_PAIR_MAX_DOFS];
} Case;

static PetscReal Row(const Case *c, PetscReal W[]) {
  const RicPair pair = RicPairOf(c->on, c->dim, c->X, c->u);
  RicContactGeometry g;
  RicContactGeometryOf(&RicContact_Tube, &tube, &pair, &g);
  RicContactRow(&RicContact_Tube, &pair, &g, W);
  return g.gap;
}

// A ball 2.15 from the centre, 0.15 off the centre line; then 0.12 above that.
static void TestGap(void **state) {
  (void)state;
  Case c = {.dim = 2, .nd = 2, .u = {1.29, 1.72}};
  PetscReal W[3];
  c.on[0].kind = RIC_POINT_NODE;
  assert_close(Row(&c, W), 0.25 - 0.1 - 0.15, 1e-15);
  assert_close(W[0], -0.6, 1e-14);
  assert_close(W[1], -0.8, 1e-14);
  c.dim = c.nd = 3;
  c.u[2] = 0.2;
  assert_close(Row(&c, W), 0.25 - 0.1 - 0.25, 1e-15);
  assert_close(W[2], -0.8, 1e-14);
}

static void Check(const Case *c) {
  const RicPair pair = RicPairOf(c->on, c->dim, c->X, c->u);
  const PetscReal h = 1e-3;
  PetscReal W[RIC_PAIR_MAX_DOFS], H[RIC_PAIR_MAX_DOFS * RIC_PAIR_MAX_DOFS];
  RicContactGeometry g;
  RicContactGeometryOf(&RicContact_Tube, &tube, &pair, &g);
  RicContactCurvature(&RicContact_Tube, &tube, &pair, &g, 0, 1, H);
  (void)Row(c, W);
  for (PetscInt j = 0; j < c->nd; ++j) {
    PetscReal e[RIC_PAIR_MAX_DOFS] = {0}, gap[4], moved[4][48];
    e[j] = 1;
    for (int k = 0; k < 4; ++k) {
      Case there = *c;
      MoveDofs(c->on, c->dim, places[k] * h, e, there.u);
      gap[k] = Row(&there, moved[k]);
    }
    assert_close(W[j], Difference(gap, h), 1e-8);
    for (PetscInt i = 0; i < c->nd; ++i)
      assert_close(H[i * c->nd + j], DifferenceOf(i, moved, h), 1e-6);
  }
}

// Over a path, which the type says nothing of, the row does what the gap changes by.
static void CheckPath(const Case *c) {
  const PetscReal delta[RIC_PAIR_MAX_DOFS] = {0.2, -0.1, 0.3, 0.1, -0.2, 0.3,
                                              0.1, 0.3,  0.2, 0.4, -0.3, 0.1};
  Case there = *c;
  PetscReal W[RIC_PAIR_MAX_DOFS];
  RicPairPath path;
  MoveDofs(c->on, c->dim, 1, delta, there.u);
  const RicPair from = RicPairOf(c->on, c->dim, c->X, c->u),
                to = RicPairOf(c->on, c->dim, c->X, there.u);
  const PetscReal change = Row(&there, W) - Row(c, W);
  RicPairPathOf(&from, &to, delta, &path);
  RicContactPathRows(&RicContact_Tube, &tube, NULL, &path, 1, W);
  assert_close(Along(c->nd, W, delta), change, 1e-13);
}

// Well off b's axis, and off the centre line.
static PetscBool IsSmooth(const Case *c) {
  const RicPair pair = RicPairOf(c->on, c->dim, c->X, c->u);
  const PetscReal *R = pair.stand[1].pose.R, axis[3] = {R[2], R[5], R[8]};
  PetscReal r[3];
  RicPairSpan(&pair.stand[1].pose, &pair.stand[0].pose, r);
  const PetscReal height = RicVec3Dot(axis, r);
  RicVec3Add(r, -height, axis, r);
  return (PetscBool)(RicVec3Norm(r) > 0.7 &&
                     PetscAbsReal(RicVec3Norm(r) - tube.radius) + PetscAbsReal(height) > 0.5);
}

static void TestDerivatives(void **state) {
  (void)state;
  uint64_t seed = 21;
  for (PetscInt dim = 2; dim <= 3; ++dim)
    for (int kinds = 1; kinds < 9; ++kinds)
      for (PetscInt k = 0; k < NUM_STATES; ++k) {
        Case c = {.dim = dim};
        do
          RandomPoints((RicPointKind)(kinds / 3), (RicPointKind)(kinds % 3), dim, 2, &seed, c.on,
                       c.X, c.u);
        while (!IsSmooth(&c));
        c.nd = RicPairDofs(c.on, dim);
        Check(&c);
        CheckPath(&c);
      }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(TestGap), cmocka_unit_test(TestDerivatives)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
