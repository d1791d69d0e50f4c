// SPDX-License-Identifier: BSD-2-Clause
// Contacts. Every type of the table in 1D, 2D, 3D at random states: rows and curvature are the
// derivatives of the gap, gap velocity is W v − shift_rate. Then gaps by formula.
#include "contact/contact.h"
#include "numeric.h"
#include <math.h>
#include <string.h>

#define NUM_STATES 20

static const RicContactOps *Find(const char name[]) {
  const RicContactOps *ops;
  assert_int_equal(RicContactFind(name, &ops), 0);
  return ops;
}

typedef struct {
  RicContactData data;
  PetscInt dim, nd;
  PetscReal X[3 * RIC_MAX_NODES], u[RIC_MAX_DOFS], v[RIC_MAX_DOFS], shift, shift_rate;
} Case;

static Case RandomCase(const RicContactOps *ops, PetscInt dim, uint64_t *seed) {
  Case c = {.dim = dim, .nd = ops->num_nodes * dim};
  PetscReal square = 0;
  UniformArray(seed, -1, 1, dim, c.data.normal);
  for (PetscInt i = 0; i < dim; ++i)
    square += c.data.normal[i] * c.data.normal[i];
  for (PetscInt i = 0; i < dim; ++i)
    c.data.normal[i] /= PetscSqrtReal(square);
  UniformArray(seed, -1, 1, 3, c.data.point);
  UniformArray(seed, -1, 1, 3 * ops->num_nodes, c.X);
  UniformArray(seed, -1, 1, c.nd, c.u);
  UniformArray(seed, -1, 1, c.nd, c.v);
  c.data.offset = Uniform(seed, 0, 1);
  c.shift = Uniform(seed, -1, 1);
  c.shift_rate = Uniform(seed, -1, 1);
  return c;
}

typedef void (*CheckFn)(const RicContactOps *ops, const Case *c);

static void ForEveryType(CheckFn check) {
  const RicContactOps *const *table;
  PetscInt n;
  uint64_t seed = 1;
  assert_int_equal(RicContactGetTable(&n, &table), 0);
  assert_true(n >= 2);
  for (PetscInt i = 0; i < n; ++i)
    for (PetscInt dim = 1; dim <= 3; ++dim)
      for (PetscInt k = 0; k < NUM_STATES; ++k) {
        const Case c = RandomCase(table[i], dim, &seed);
        check(table[i], &c);
      }
}

// The state moved by s in the direction d [nd].
static Case Moved(const Case *c, const PetscReal d[], PetscReal s) {
  Case moved = *c;
  for (PetscInt i = 0; i < c->nd; ++i)
    moved.u[i] += s * d[i];
  return moved;
}

static PetscReal Gap(const RicContactOps *ops, const Case *c) {
  return ops->Gap(&c->data, c->dim, c->X, c->u, c->shift);
}

static void Rows(const RicContactOps *ops, const Case *c, PetscReal W[]) {
  for (PetscInt i = 0; i < c->nd; ++i)
    W[i] = NAN; // outputs must be overwritten
  ops->Rows(&c->data, c->dim, c->X, c->u, W);
}

static void CheckRows(const RicContactOps *ops, const Case *c) {
  const PetscReal h = 1e-2;
  PetscReal W[RIC_MAX_DOFS];
  Rows(ops, c, W);
  for (PetscInt j = 0; j < c->nd; ++j) {
    PetscReal g[4], d[RIC_MAX_DOFS] = {0};
    d[j] = 1;
    for (int k = 0; k < 4; ++k) {
      const Case moved = Moved(c, d, (const PetscReal[]){-2, -1, 1, 2}[k] * h);
      g[k] = Gap(ops, &moved);
    }
    assert_close(W[j], Difference(g, h), ops->linear ? 1e-13 : 1e-7);
  }
}

static void CheckCurvature(const RicContactOps *ops, const Case *c) {
  const PetscReal h = 1e-2;
  PetscReal H[RIC_MAX_DOFS * RIC_MAX_DOFS] = {0};
  if (ops->Curvature)
    ops->Curvature(&c->data, c->dim, c->X, c->u, H);
  for (PetscInt j = 0; j < c->nd; ++j) {
    PetscReal W[4][RIC_MAX_DOFS], d[RIC_MAX_DOFS] = {0};
    d[j] = 1;
    for (int k = 0; k < 4; ++k) {
      const Case moved = Moved(c, d, (const PetscReal[]){-2, -1, 1, 2}[k] * h);
      Rows(ops, &moved, W[k]);
    }
    for (PetscInt i = 0; i < c->nd; ++i) {
      const PetscReal w[4] = {W[0][i], W[1][i], W[2][i], W[3][i]};
      assert_close(H[i * c->nd + j], Difference(w, h), ops->Curvature ? 1e-7 : 0);
    }
  }
}

// d/ds g(u + s v, shift + s shift_rate) = W v − shift_rate.
static void CheckGapVelocity(const RicContactOps *ops, const Case *c) {
  const PetscReal h = 1e-2;
  PetscReal g[4], W[RIC_MAX_DOFS], gap_velocity = -c->shift_rate;
  Rows(ops, c, W);
  for (PetscInt i = 0; i < c->nd; ++i)
    gap_velocity += W[i] * c->v[i];
  for (int k = 0; k < 4; ++k) {
    const PetscReal s = (const PetscReal[]){-2, -1, 1, 2}[k] * h;
    Case moved = Moved(c, c->v, s);
    moved.shift += s * c->shift_rate;
    g[k] = Gap(ops, &moved);
  }
  assert_close(gap_velocity, Difference(g, h), ops->linear ? 1e-13 : 1e-7);
}

// A larger clearance closes the gap by as much; a linear type has the same rows everywhere.
static void CheckOffsetAndLinearity(const RicContactOps *ops, const Case *c) {
  PetscReal W[RIC_MAX_DOFS], there[RIC_MAX_DOFS];
  Case moved = *c;
  moved.data.offset += 0.25;
  assert_close(Gap(ops, c) - Gap(ops, &moved), 0.25, 1e-14);
  if (!ops->linear)
    return;
  assert_null(ops->Curvature);
  moved = Moved(c, c->v, 1);
  Rows(ops, c, W);
  Rows(ops, &moved, there);
  assert_memory_equal(W, there, (size_t)c->nd * sizeof *W);
}

static void TestRows(void **state) {
  (void)state;
  ForEveryType(CheckRows);
}
static void TestCurvature(void **state) {
  (void)state;
  ForEveryType(CheckCurvature);
}
static void TestGapVelocity(void **state) {
  (void)state;
  ForEveryType(CheckGapVelocity);
}
static void TestOffsetAndLinearity(void **state) {
  (void)state;
  ForEveryType(CheckOffsetAndLinearity);
}

static void TestTable(void **state) {
  (void)state;
  const RicContactOps *const *table;
  PetscInt n;
  assert_int_equal(RicContactGetTable(&n, &table), 0);
  for (PetscInt i = 0; i < n; ++i) {
    assert_ptr_equal(Find(table[i]->name), table[i]);
    assert_true(strlen(table[i]->description) > 0);
    assert_in_range(table[i]->num_nodes, 1, RIC_MAX_NODES);
  }
  assert_null(Find("node"));
  assert_null(Find("node-plane "));
}

// A ball of radius 0.1 at height 0.7 + u above a floor at 0.2 that has risen by 0.05.
static void TestNodePlaneGap(void **state) {
  (void)state;
  const RicContactOps *ops = Find("node-plane");
  const RicContactData floor = {.normal = {0, 1, 0}, .point = {5, 0.2, -3}, .offset = 0.1};
  const PetscReal X[] = {1, 0.7, 9}, u[] = {0.3, -0.45, 0.6};
  assert_close(ops->Gap(&floor, 3, X, u, 0.05), 0.7 - 0.45 - 0.2 - 0.1 - 0.05, 1e-15);
  assert_close(ops->Gap(&floor, 2, X, u, 0.05), 0.7 - 0.45 - 0.2 - 0.1 - 0.05, 1e-15);
  // An inclined plane through the origin: the gap is the distance.
  const RicContactData slope = {.normal = {0.6, 0.8, 0}};
  assert_close(ops->Gap(&slope, 2, X, u, 0), 0.6 * 1.3 + 0.8 * 0.25, 1e-15);
  // In 1D a wall on the right, seen from the left: g = wall − (X + u).
  const RicContactData wall = {.normal = {-1, 0, 0}, .point = {1.5, 0, 0}};
  assert_close(ops->Gap(&wall, 1, X, u, 0), 1.5 - 1.3, 1e-15);
}

// Two nodes 2 apart along x that touch at distance 0.5.
static void TestNodeNodeGap(void **state) {
  (void)state;
  const RicContactOps *ops = Find("node-node");
  const RicContactData data = {.normal = {1, 0, 0}, .offset = 0.5};
  const PetscReal X[] = {1, 4, 0, 3, 7, 0};
  const PetscReal u1[] = {0.25, -0.5}, u2[] = {0.25, 9, -0.5, 8};
  assert_close(ops->Gap(&data, 1, X, u1, 0), 2 - 0.75 - 0.5, 1e-15);
  assert_close(ops->Gap(&data, 2, X, u2, 0.125), 2 - 0.75 - 0.5 - 0.125, 1e-15);
  // Along an oblique direction in 3D: d·(X2 − X1).
  const RicContactData oblique = {.normal = {2. / 3, 1. / 3, 2. / 3}};
  const PetscReal Y[] = {0, 0, 0, 3, 6, 9}, zero[6] = {0};
  assert_close(ops->Gap(&oblique, 3, Y, zero, 0), 10, 1e-14);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestTable),        cmocka_unit_test(TestRows),
      cmocka_unit_test(TestCurvature),    cmocka_unit_test(TestGapVelocity),
      cmocka_unit_test(TestNodePlaneGap), cmocka_unit_test(TestOffsetAndLinearity),
      cmocka_unit_test(TestNodeNodeGap),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
