// SPDX-License-Identifier: BSD-2-Clause
// Contacts. Every type of the table at random states, in 1D, 2D, 3D or, planar types, between every
// pair of kinds of points it admits: rows and curvature are the derivatives of the gap, gap
// velocity is W v − shift_rate, bodies that move together keep it. Then gaps by formula.
#include "contact/contact.h"
#include "geom/pair.h"
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

// Where a planar type is smooth: well away from points that coincide, from the ends of an edge and
// from the lines across them, where its curvature jumps.
static PetscBool IsSmooth(const Case *c) {
  const PetscReal tangent[3] = {c->data.normal[1], -c->data.normal[0], 0};
  const RicPair pair = RicPairOf(c->data.on, c->X, c->u);
  PetscReal t[2];
  RicPairTurn(c->data.on, 1, c->u, 1, tangent, t);
  const PetscReal s = -RicPairDot(t, pair.r), to_end = s - c->data.length;
  const PetscReal height = PetscAbsReal(pair.r[0] * t[1] - pair.r[1] * t[0]);
  return PetscAbsReal(s) > 0.05 && PetscAbsReal(to_end) > 0.05 && height > 0.3;
}

static Case RandomPlanar(RicPointKind first, RicPointKind second, uint64_t *seed) {
  Case c = {.dim = 2, .data.on = {{.kind = first}, {.kind = second}}};
  const PetscReal angle = Uniform(seed, -PETSC_PI, PETSC_PI);
  c.data.normal[0] = PetscCosReal(angle);
  c.data.normal[1] = PetscSinReal(angle);
  c.nd = RicPairDofs(c.data.on);
  do {
    for (PetscInt k = 0; k < 2; ++k)
      UniformArray(seed, -1, 1, 2, c.data.on[k].local);
    UniformArray(seed, -1, 1, 6, c.X);
    UniformArray(seed, -1, 1, c.nd, c.u);
    UniformArray(seed, -1, 1, c.nd, c.v);
    c.data.length = Uniform(seed, 0.2, 1);
  } while (!IsSmooth(&c));
  c.data.offset = Uniform(seed, 0, 1);
  c.data.radius = Uniform(seed, 2, 3);
  c.data.width = Uniform(seed, 2, 3);
  c.data.angle = Uniform(seed, -1, 1);
  c.data.upper = Uniform(seed, -1, 1) < 0 ? PETSC_TRUE : PETSC_FALSE;
  c.shift = Uniform(seed, -1, 1);
  c.shift_rate = Uniform(seed, -1, 1);
  return c;
}

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

static void EveryRow(const RicContactOps *ops, const Case *c, CheckFn check) {
  assert_in_range(ops->num_rows, 1, 2);
  for (PetscInt r = 0; r < ops->num_rows; ++r) {
    Case row = *c;
    row.data = RicContactRow(ops, &c->data, r);
    check(ops, &row);
  }
}

static void ForEveryPair(const RicContactOps *ops, CheckFn check, uint64_t *seed) {
  for (int kinds = 0; kinds < 9; ++kinds)
    for (PetscInt k = 0; k < NUM_STATES; ++k) {
      const Case c = RandomPlanar((RicPointKind)(kinds / 3), (RicPointKind)(kinds % 3), seed);
      if (!ops->Check(&c.data, 2))
        EveryRow(ops, &c, check);
    }
}

static void ForEveryType(CheckFn check) {
  const RicContactOps *const *table;
  PetscInt n;
  uint64_t seed = 1;
  assert_int_equal(RicContactGetTable(&n, &table), 0);
  assert_int_equal(n, 8);
  for (PetscInt i = 0; i < n; ++i)
    if (table[i]->planar)
      ForEveryPair(table[i], check, &seed);
  for (PetscInt i = 0; i < n; ++i)
    for (PetscInt dim = 1; dim <= 3 && !table[i]->planar; ++dim)
      for (PetscInt k = 0; k < NUM_STATES; ++k) {
        const Case c = RandomCase(table[i], dim, &seed);
        EveryRow(table[i], &c, check);
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
  const PetscReal h = ops->linear ? 1e-2 : 1e-3;
  PetscReal W[RIC_MAX_DOFS];
  Rows(ops, c, W);
  for (PetscInt j = 0; j < c->nd; ++j) {
    PetscReal g[4], d[RIC_MAX_DOFS] = {0};
    d[j] = 1;
    for (int k = 0; k < 4; ++k) {
      const Case moved = Moved(c, d, (const PetscReal[]){-2, -1, 1, 2}[k] * h);
      g[k] = Gap(ops, &moved);
    }
    assert_close(W[j], Difference(g, h), ops->linear ? 1e-13 : 1e-8);
  }
}

static void CheckCurvature(const RicContactOps *ops, const Case *c) {
  const PetscReal h = ops->linear ? 1e-2 : 1e-3;
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
      assert_close(H[i * c->nd + j], Difference(w, h), ops->Curvature ? 1e-8 : 0);
    }
  }
}

// d/ds g(u + s v, shift + s shift_rate) = W v − shift_rate, of a wall that looks back W v +
// shift_rate.
static void CheckGapVelocity(const RicContactOps *ops, const Case *c) {
  const PetscReal h = ops->linear ? 1e-2 : 1e-3;
  PetscReal g[4], W[RIC_MAX_DOFS], gap_velocity = -c->shift_rate * RicContactSide(ops, c->data.row);
  Rows(ops, c, W);
  for (PetscInt i = 0; i < c->nd; ++i)
    gap_velocity += W[i] * c->v[i];
  for (int k = 0; k < 4; ++k) {
    const PetscReal s = (const PetscReal[]){-2, -1, 1, 2}[k] * h;
    Case moved = Moved(c, c->v, s);
    moved.shift += s * c->shift_rate;
    g[k] = Gap(ops, &moved);
  }
  assert_close(gap_velocity, Difference(g, h), ops->linear ? 1e-13 : 1e-8);
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
  ops->Rows(&c->data, c->dim, c->X, NULL, W); // u is not read
  Rows(ops, &moved, there);
  assert_memory_equal(W, there, (size_t)c->nd * sizeof *W);
}

// Two bodies that turn together about the origin keep their gap.
static void CheckRigidMotion(const RicContactOps *ops, const Case *c) {
  const PetscReal phi = 0.6, cosine = PetscCosReal(phi), sine = PetscSinReal(phi);
  Case moved = *c;
  if (!ops->planar || c->nd < 6)
    return;
  for (PetscInt k = 0; k < 2; ++k) {
    const PetscReal *X = moved.X + 3 * k;
    PetscReal *u = moved.u + 3 * k;
    const PetscReal x = X[0] + u[0], y = X[1] + u[1];
    u[0] = cosine * x - sine * y - X[0];
    u[1] = sine * x + cosine * y - X[1];
    u[2] += phi;
  }
  assert_close(Gap(ops, &moved), Gap(ops, c), 1e-14);
}

static void TestRigidMotion(void **state) {
  (void)state;
  ForEveryType(CheckRigidMotion);
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
    assert_true(!table[i]->planar || (table[i]->num_nodes == 2 && table[i]->Check));
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

// ---- Planar types. ----

#define GROUND(x, y)                                                                               \
  {                                                                                                \
    RIC_POINT_GROUND, { x, y, 0 }                                                                  \
  }
#define BODY(x, y)                                                                                 \
  {                                                                                                \
    RIC_POINT_BODY, { x, y, 0 }                                                                    \
  }
#define NODE                                                                                       \
  { .kind = RIC_POINT_NODE }

static PetscReal PlanarGap(const char name[], const RicContactData *data, const PetscReal X[6],
                           const PetscReal u[]) {
  return Find(name)->Gap(data, 2, X, u, 0.0625);
}

static void TestAdmissibleKinds(void **state) {
  (void)state;
  const char *const points[] = {"point-line", "point-edge", "point-circle", "circle-circle",
                                "channel"};
  uint64_t seed = 5;
  for (int kinds = 0; kinds < 9; ++kinds) {
    const RicPointKind a = (RicPointKind)(kinds / 3), b = (RicPointKind)(kinds % 3);
    const Case c = RandomPlanar(a, b, &seed);
    const int ground = kinds == 0;
    for (size_t i = 0; i < sizeof points / sizeof *points; ++i) {
      const int edge_on_node = i == 1 && b == RIC_POINT_NODE;
      assert_int_equal(!Find(points[i])->Check(&c.data, 2), !ground && !edge_on_node);
      assert_non_null(Find(points[i])->Check(&c.data, 3));
    }
    assert_int_equal(!Find("angular-stop")->Check(&c.data, 2),
                     !ground && a != RIC_POINT_NODE && b != RIC_POINT_NODE);
  }
}

static void TestRefusedData(void **state) {
  (void)state;
  RicContactData data = {.on = {NODE, GROUND(0, 0)}, .normal = {1, 1, 0}, .length = 1};
  const char *const normal = "a normal that is not a unit vector of the plane";
  assert_string_equal(Find("point-line")->Check(&data, 2), normal);
  assert_string_equal(Find("point-edge")->Check(&data, 2), normal);
  data.length = 0;
  assert_string_equal(Find("point-edge")->Check(&data, 2), "an edge without length");
  assert_string_equal(Find("channel")->Check(&data, 2), "walls without a width between them");
  data.width = 1, data.offset = 0.5;
  assert_string_equal(Find("channel")->Check(&data, 2),
                      "a width no larger than what moves in it, twice its offset");
  data.offset = 0.25;
  assert_string_equal(Find("channel")->Check(&data, 2), normal);
  data.radius = data.offset = 0.5;
  assert_string_equal(Find("point-circle")->Check(&data, 2),
                      "a hole no larger than what moves in it");
  data.radius = data.offset = 0;
  assert_string_equal(Find("circle-circle")->Check(&data, 2), "two circles without radius");
}

// The corner (a, b) of a block, turned by a quarter to (−b, a), over a floor at 0.25.
static void TestBlockOnFloor(void **state) {
  (void)state;
  const RicContactData floor = {
      .on = {BODY(0.5, 0.125), GROUND(7, 0.25)}, .normal = {0, 1, 0}, .offset = 0.125};
  const PetscReal X[6] = {3, 2, 0}, u[3] = {1, -1, PETSC_PI / 2};
  PetscReal W[3], H[9];
  assert_close(PlanarGap("point-line", &floor, X, u), 1 + 0.5 - 0.25 - 0.125 - 0.0625, 1e-15);
  Find("point-line")->Rows(&floor, 2, X, u, W);
  for (PetscInt i = 0; i < 3; ++i)
    assert_close(W[i], ((const PetscReal[]){0, 1, -0.125})[i], 1e-15);
  Find("point-line")->Curvature(&floor, 2, X, u, H);
  for (PetscInt i = 0; i < 9; ++i)
    assert_close(H[i], i == 8 ? -0.5 : 0, 1e-15);
}

// A node over the upper side of a body that is turned by a quarter: the side looks along −x.
static void TestNodeOnBody(void **state) {
  (void)state;
  const RicContactData side = {.on = {NODE, BODY(0, 0.5)}, .normal = {0, 1, 0}};
  const PetscReal X[6] = {1, 3, 0, 4, 0, 0}, u[5] = {0.25, 0, 0, 1, PETSC_PI / 2};
  const PetscReal rows[5] = {-1, 0, 1, 0, -2};
  PetscReal W[5];
  assert_close(PlanarGap("point-line", &side, X, u), 3.5 - 1.25 - 0.0625, 1e-15);
  // The node is 2 above the centre of the body: as the body turns on, the side there meets it.
  Find("point-line")->Rows(&side, 2, X, u, W);
  for (PetscInt i = 0; i < 5; ++i)
    assert_close(W[i], rows[i], 1e-15);
}

// An edge from (1, 1) to (3, 1) that looks up: over it, left of it, right of it, under it.
static void TestEdge(void **state) {
  (void)state;
  const RicContactData edge = {
      .on = {NODE, GROUND(1, 1)}, .normal = {0, 1, 0}, .length = 2, .offset = 0.5};
  const PetscReal at[4][2] = {{2.5, 1.25}, {-2, 5}, {6, 5}, {2, -1}}, zero[6] = {0};
  const PetscReal distance[4] = {0.25, 5, 5, -2};
  const PetscReal rows[4][2] = {{0, 1}, {-0.6, 0.8}, {0.6, 0.8}, {0, 1}};
  for (int k = 0; k < 4; ++k) {
    PetscReal W[2];
    assert_close(PlanarGap("point-edge", &edge, zero, at[k]), distance[k] - 0.5 - 0.0625, 1e-15);
    Find("point-edge")->Rows(&edge, 2, zero, at[k], W);
    assert_close(W[0], rows[k][0], 1e-15);
    assert_close(W[1], rows[k][1], 1e-15);
  }
}

// Outside, gap and rows are continuous across both ends of an edge that is carried by a body.
static void TestEdgeIsSmooth(void **state) {
  (void)state;
  const RicContactOps *ops = Find("point-edge");
  const RicContactData edge = {.on = {NODE, BODY(1, 1)}, .normal = {0.6, 0.8, 0}, .length = 2};
  const PetscReal X[6] = {0};
  for (PetscInt end = 0; end < 2; ++end) {
    PetscReal gap[2], W[2][5];
    for (int side = 0; side < 2; ++side) {
      const PetscReal s = 2 * (PetscReal)end + (side ? 1e-9 : -1e-9), height = 0.7;
      const PetscReal u[5] = {1 + 0.8 * s + 0.6 * height, 1 - 0.6 * s + 0.8 * height, 0, 0, 0};
      gap[side] = ops->Gap(&edge, 2, X, u, 0);
      ops->Rows(&edge, 2, X, u, W[side]);
    }
    assert_close(gap[0], 0.7, 1e-15);
    assert_close(gap[1], 0.7, 1e-15);
    for (PetscInt i = 0; i < 5; ++i)
      assert_close(W[1][i], W[0][i], 1e-8);
  }
}

// A pin of radius 0.25 in a slot of width 2 of a body turned by a quarter: the slot's normal (0, 1)
// looks along −x. The slot has moved along it by 0.0625.
static void TestChannel(void **state) {
  (void)state;
  const RicContactOps *ops = Find("channel");
  RicContactData slot = {
      .on = {NODE, BODY(0, 0.5)}, .normal = {0, 1, 0}, .offset = 0.25, .width = 2};
  const PetscReal X[6] = {3, 3, 0, 4, 0, 0}, u[5] = {0.25, 0, 0, 1, PETSC_PI / 2};
  const PetscReal rows[5] = {1, 0, -1, 0, 2};
  for (slot.row = 0; slot.row < 2; ++slot.row) {
    const PetscReal side = slot.row ? 1 : -1;
    PetscReal W[5];
    assert_close(PlanarGap("channel", &slot, X, u), 1 - 0.25 + side * (3.5 - 3.25 - 0.0625), 1e-15);
    ops->Rows(&slot, 2, X, u, W);
    for (PetscInt i = 0; i < 5; ++i)
      assert_close(W[i], -side * rows[i], 1e-15);
  }
}

// Centres 5 apart, in a hole of radius 8 and outside a circle of radius 3; offset 1 is the other's.
static void TestCircles(void **state) {
  (void)state;
  RicContactData data = {.on = {NODE, NODE}, .radius = 8, .offset = 1};
  const PetscReal X[6] = {1, 1, 0, 4, 4, 0}, u[4] = {0, -1, 0, 0};
  const PetscReal rows[4] = {-0.6, -0.8, 0.6, 0.8};
  PetscReal W[4];
  assert_close(PlanarGap("point-circle", &data, X, u), 8 - 1 - 5 - 0.0625, 1e-15);
  Find("point-circle")->Rows(&data, 2, X, u, W);
  for (PetscInt i = 0; i < 4; ++i)
    assert_close(W[i], -rows[i], 1e-15);
  data.radius = 3;
  assert_close(PlanarGap("circle-circle", &data, X, u), 5 - 3 - 1 - 0.0625, 1e-15);
  Find("circle-circle")->Rows(&data, 2, X, u, W);
  for (PetscInt i = 0; i < 4; ++i)
    assert_close(W[i], rows[i], 1e-15);
}

// A pin in the middle of its hole: the whole clearance, a row of length 1, no infinities.
static void TestConcentric(void **state) {
  (void)state;
  const RicContactOps *ops = Find("point-circle");
  const RicContactData data = {.on = {NODE, GROUND(2, 3)}, .radius = 0.5, .offset = 0.25};
  const PetscReal X[6] = {2, 3, 0}, u[2] = {0, 0};
  PetscReal W[2], H[4];
  assert_close(ops->Gap(&data, 2, X, u, 0), 0.25, 0);
  ops->Rows(&data, 2, X, u, W);
  assert_close(PetscAbsReal(W[0]), 1, 0);
  assert_close(W[1], 0, 0);
  ops->Curvature(&data, 2, X, u, H);
  for (PetscInt i = 0; i < 4; ++i)
    assert_close(H[i], 0, 0);
}

// A door at 1.25 seen from a frame at 0.25, between stops at 0.5 and 1.5.
static void TestAngularStop(void **state) {
  (void)state;
  RicContactData stop = {.on = {BODY(0, 0), BODY(0, 0)}, .angle = 0.5, .offset = 0.125};
  const PetscReal X[6] = {0}, u[6] = {5, 5, 1.25, 6, 6, 0.25};
  PetscReal W[6];
  assert_close(PlanarGap("angular-stop", &stop, X, u), 0.5 - 0.125 - 0.0625, 1e-15);
  Find("angular-stop")->Rows(&stop, 2, X, u, W);
  for (PetscInt i = 0; i < 6; ++i)
    assert_close(W[i], i == 2 ? 1 : i == 5 ? -1 : 0, 0);
  stop.angle = 1.5;
  stop.upper = PETSC_TRUE;
  assert_close(PlanarGap("angular-stop", &stop, X, u), 0.5 - 0.125 - 0.0625, 1e-15);
  Find("angular-stop")->Rows(&stop, 2, X, u, W);
  for (PetscInt i = 0; i < 6; ++i)
    assert_close(W[i], i == 2 ? -1 : i == 5 ? 1 : 0, 0);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestTable),
      cmocka_unit_test(TestRows),
      cmocka_unit_test(TestCurvature),
      cmocka_unit_test(TestGapVelocity),
      cmocka_unit_test(TestNodePlaneGap),
      cmocka_unit_test(TestOffsetAndLinearity),
      cmocka_unit_test(TestNodeNodeGap),
      cmocka_unit_test(TestRigidMotion),
      cmocka_unit_test(TestAdmissibleKinds),
      cmocka_unit_test(TestRefusedData),
      cmocka_unit_test(TestBlockOnFloor),
      cmocka_unit_test(TestNodeOnBody),
      cmocka_unit_test(TestEdge),
      cmocka_unit_test(TestEdgeIsSmooth),
      cmocka_unit_test(TestChannel),
      cmocka_unit_test(TestCircles),
      cmocka_unit_test(TestConcentric),
      cmocka_unit_test(TestAngularStop),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
