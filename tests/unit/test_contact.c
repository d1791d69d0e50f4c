// SPDX-License-Identifier: BSD-2-Clause
// Contacts. Every type of the table between every pair of carriers it admits, at random states in
// the dimensions it admits, and in space where its kernel is not of the plane alone: rows and
// curvature are the derivatives of the gap, friction rows those of the slip, gap velocity is
// W v − side·shift_rate, what moves together keeps its gap. Then gaps by formula.
#include "contact/contact.h"
#include "parameters.h"
#include "posing.h"
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
  PetscInt dim, nd, row;
  PetscReal X[3 * RIC_MAX_NODES], u[RIC_MAX_DOFS], v[RIC_MAX_DOFS], shift, shift_rate;
} Case;

static RicPair Stand(const Case *c) { return RicPairOf(c->data.on, c->dim, c->X, c->u); }

static RicContactGeometry Touch(const RicContactOps *ops, const Case *c) {
  RicContactGeometry g[RIC_CONTACT_MAX_ROWS];
  const RicPair pair = Stand(c);
  RicContactGeometryOf(ops, &c->data, &pair, g);
  return g[c->row];
}

static PetscReal Gap(const RicContactOps *ops, const Case *c) {
  return Touch(ops, c).gap - RicContactSide(ops, c->row) * c->shift;
}

static void Row(const RicContactOps *ops, const Case *c, PetscReal W[]) {
  const RicContactGeometry g = Touch(ops, c);
  const RicPair pair = Stand(c);
  for (PetscInt i = 0; i < c->nd; ++i)
    W[i] = NAN; // outputs must be overwritten
  RicContactRow(ops, &pair, &g, W);
}

static void Curvature(const RicContactOps *ops, const Case *c, PetscReal length, PetscReal H[]) {
  RicContactGeometry g[RIC_CONTACT_MAX_ROWS];
  const RicPair pair = Stand(c);
  for (PetscInt i = 0; i < c->nd * c->nd; ++i)
    H[i] = ops->linear ? 0 : NAN;
  RicContactGeometryOf(ops, &c->data, &pair, g);
  if (!ops->linear)
    RicContactCurvature(ops, &c->data, &pair, g, c->row, length, H);
}

// The state moved by s in the direction d [nd].
static Case Moved(const Case *c, const PetscReal d[], PetscReal s) {
  Case moved = *c;
  MoveDofs(c->data.on, c->dim, s, d, moved.u);
  return moved;
}

// ---- Random states. ----

// Of point-curve, from main; the second is the first in eighths of a metre.
static RicExpression curve, curve_scaled;

// Well away from points that coincide, from the ends of an edge and from the lines across them,
// where its curvature jumps.
static PetscBool IsSmooth(const Case *c) {
  const PetscReal along[3] = {c->data.normal[1], -c->data.normal[0], 0};
  const RicPair pair = Stand(c);
  PetscReal t[3], r[3];
  RicPoseTurn(&pair.stand[1].pose, 1, along, t);
  RicPairSpan(&pair.stand[1].pose, &pair.stand[0].pose, r);
  const PetscReal s = RicVec3Dot(t, r), to_end = s - c->data.length;
  RicVec3Add(r, -s, t, r);
  return PetscAbsReal(s) > 0.05 && PetscAbsReal(to_end) > 0.05 && RicVec3Norm(r) > 0.3;
}

static void RandomNormal(PetscInt dim, uint64_t *seed, PetscReal n[3]) {
  do
    UniformArray(seed, -1, 1, dim, n);
  while (RicVec3Norm(n) < 0.1);
  RicVec3Scale(1 / RicVec3Norm(n), n, n);
}

static Case RandomCase(RicPointKind a, RicPointKind b, PetscInt dim, uint64_t *seed) {
  Case c = {.dim = dim};
  do {
    RandomPoints(a, b, dim, 0, seed, c.data.on, c.X, c.u);
    RandomNormal(dim, seed, c.data.normal);
    c.data.length = Uniform(seed, 0.2, 1);
  } while (dim > 1 && !IsSmooth(&c));
  c.nd = RicPairDofs(c.data.on, dim);
  UniformArray(seed, -1, 1, c.nd, c.v);
  c.data.offset = Uniform(seed, 0, 1);
  c.data.radius = Uniform(seed, 2, 3);
  c.data.width = Uniform(seed, 2, 3);
  c.data.angle = Uniform(seed, -1, 1);
  c.data.curve = curve;
  c.data.upper = (PetscBool)(Uniform(seed, -1, 1) < 0);
  c.shift = Uniform(seed, -1, 1);
  c.shift_rate = Uniform(seed, -1, 1);
  return c;
}

typedef void (*CheckFn)(const RicContactOps *ops, const Case *c);

static void AtRandomStates(const RicContactOps *ops, RicPointKind a, RicPointKind b, PetscInt dim,
                           CheckFn check, uint64_t *seed) {
  for (PetscInt k = 0; k < NUM_STATES; ++k) {
    Case c = RandomCase(a, b, dim, seed);
    if (dim == 3 && ops->form == RIC_CONTACT_OF_POINTS)
      c.data.normal[2] = 0,
      RicVec3Scale(1 / RicVec3Norm(c.data.normal), c.data.normal, c.data.normal);
    if (ops->Check && ops->Check(&c.data, 2)) // kinds of points are refused in the plane's words
      return;
    for (c.row = 0; c.row < ops->num_rows; ++c.row)
      check(ops, &c);
  }
}

static void ForEveryPair(const RicContactOps *ops, CheckFn check, uint64_t *seed) {
  for (PetscInt dim = 2; dim <= (ops->angular ? 2 : 3); ++dim)
    for (int kinds = 0; kinds < 9; ++kinds)
      AtRandomStates(ops, (RicPointKind)(kinds / 3), (RicPointKind)(kinds % 3), dim, check, seed);
}

static void ForEveryType(CheckFn check) {
  const RicContactOps *const *table;
  PetscInt n;
  uint64_t seed = 1;
  assert_int_equal(RicContactGetTable(&n, &table), 0);
  assert_int_equal(n, 9);
  for (PetscInt i = 0; i < n; ++i) {
    const RicPointKind other =
        table[i]->form == RIC_CONTACT_OF_NODES ? RIC_POINT_NODE : RIC_POINT_GROUND;
    assert_in_range(table[i]->num_rows, 1, RIC_CONTACT_MAX_ROWS);
    if (table[i]->form == RIC_CONTACT_OF_POINTS)
      ForEveryPair(table[i], check, &seed);
    for (PetscInt dim = 1; dim <= 3 && table[i]->form != RIC_CONTACT_OF_POINTS; ++dim)
      AtRandomStates(table[i], RIC_POINT_NODE, other, dim, check, &seed);
  }
}

// ---- Derivatives. ----

static void CheckRow(const RicContactOps *ops, const Case *c) {
  const PetscReal h = ops->linear ? 1e-2 : 1e-3;
  PetscReal W[RIC_MAX_DOFS];
  Row(ops, c, W);
  for (PetscInt j = 0; j < c->nd; ++j) {
    PetscReal g[4], d[RIC_MAX_DOFS] = {0};
    d[j] = 1;
    for (int k = 0; k < 4; ++k) {
      const Case moved = Moved(c, d, places[k] * h);
      g[k] = Gap(ops, &moved);
    }
    assert_close(W[j], Difference(g, h), ops->linear ? 1e-13 : 1e-8);
  }
}

static void CheckCurvature(const RicContactOps *ops, const Case *c) {
  const PetscReal h = ops->linear ? 1e-2 : 1e-3;
  PetscReal H[RIC_MAX_DOFS * RIC_MAX_DOFS];
  Curvature(ops, c, 1, H);
  for (PetscInt j = 0; j < c->nd; ++j) {
    PetscReal W[4][48], d[RIC_MAX_DOFS] = {0};
    d[j] = 1;
    for (int k = 0; k < 4; ++k) {
      const Case moved = Moved(c, d, places[k] * h);
      Row(ops, &moved, W[k]);
    }
    for (PetscInt i = 0; i < c->nd; ++i)
      assert_close(H[i * c->nd + j], DifferenceOf(i, W, h), ops->linear ? 0 : 2e-8);
  }
}

// What a type without Change gets by differences is what its own Change says.
static void CheckCurvatureByDifferences(const RicContactOps *ops, const Case *c) {
  PetscReal H[2][RIC_MAX_DOFS * RIC_MAX_DOFS];
  RicContactOps without = *ops;
  without.Change = NULL;
  Curvature(ops, c, 2, H[0]);
  Curvature(&without, c, 2, H[1]);
  for (PetscInt i = 0; i < c->nd * c->nd; ++i)
    assert_close(H[1][i], H[0][i], 1e-8);
}

// Lengths in other units, 1/8 of a metre: the same bits but for the exponent, differences included.
static void CheckUnits(const RicContactOps *ops, const Case *c) {
  PetscReal H[2][RIC_MAX_DOFS * RIC_MAX_DOFS];
  RicContactOps without = *ops;
  Case scaled = *c;
  PetscReal *const lengths[] = {&scaled.data.offset, &scaled.data.radius, &scaled.data.length,
                                &scaled.data.width};
  PetscInt turns[RIC_MAX_DOFS] = {0}, at = 0;
  if (ops->angular)
    return;
  without.Change = NULL;
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i)
    *lengths[i] *= 8;
  scaled.data.curve = curve_scaled;
  RicVec3Scale(8, &scaled.X[0], &scaled.X[0]);
  RicVec3Scale(8, &scaled.X[3], &scaled.X[3]);
  for (PetscInt k = 0; k < 2; ++k) {
    RicVec3Scale(8, scaled.data.on[k].local, scaled.data.on[k].local);
    for (PetscInt i = 0; i < RicPointDofs(&c->data.on[k], c->dim); ++i, ++at) {
      turns[at] = i >= c->dim;
      scaled.u[at] *= turns[at] ? 1 : 8;
    }
  }
  Curvature(&without, c, 2, H[0]);
  Curvature(&without, &scaled, 16, H[1]);
  for (PetscInt i = 0; i < c->nd; ++i)
    for (PetscInt j = 0; j < c->nd; ++j)
      assert_close(H[1][i * c->nd + j] * (turns[i] ? 1 : 8) * (turns[j] ? 1 : 8),
                   8 * H[0][i * c->nd + j], 0);
}

// d/ds g(u + s v, shift + s shift_rate) = W v − side·shift_rate.
static void CheckGapVelocity(const RicContactOps *ops, const Case *c) {
  const PetscReal h = ops->linear ? 1e-2 : 1e-3;
  PetscReal g[4], W[RIC_MAX_DOFS], gap_velocity = -c->shift_rate * RicContactSide(ops, c->row);
  Row(ops, c, W);
  for (PetscInt i = 0; i < c->nd; ++i)
    gap_velocity += W[i] * c->v[i];
  for (int k = 0; k < 4; ++k) {
    Case moved = Moved(c, c->v, places[k] * h);
    moved.shift += places[k] * h * c->shift_rate;
    g[k] = Gap(ops, &moved);
  }
  assert_close(gap_velocity, Difference(g, h), ops->linear ? 1e-13 : 1e-8);
}

// The matter of point k that is at x now, after a motion along v for the time s.
static void Matter(const Case *c, PetscInt k, const PetscReal x[3], PetscReal s, PetscReal out[3]) {
  const RicPair pair = Stand(c);
  const Case moved = Moved(c, c->v, s);
  const RicPair there = Stand(&moved);
  PetscReal arm[3], fixed[3];
  RicVec3Add(x, -1, pair.stand[k].pose.p, arm);
  RicVec3MapBack(pair.stand[k].pose.R, arm, fixed);
  RicPoseTurn(&there.stand[k].pose, 1, fixed, out);
  RicVec3Add(out, 1, there.stand[k].pose.p, out);
}

// What a turns by, seen from b, about n in the time of each place of the stencil: small angles.
static void Turns(const Case *c, const PetscReal n[3], PetscReal h, PetscReal turn[4]) {
  const RicPair pair = Stand(c);
  for (int k = 0; k < 4; ++k) {
    const Case moved = Moved(c, c->v, places[k] * h);
    const RicPair there = Stand(&moved);
    turn[k] = 0;
    for (int point = 0; point < 2; ++point) {
      PetscReal change[9], phi[3]; // R(s) Rᵀ, its vector
      for (int i = 0; i < 9; ++i)
        change[i] =
            RicVec3Dot(&there.stand[point].pose.R[i / 3 * 3], &pair.stand[point].pose.R[i % 3 * 3]);
      phi[0] = (change[7] - change[5]) / 2;
      phi[1] = (change[2] - change[6]) / 2;
      phi[2] = (change[3] - change[1]) / 2;
      turn[k] += (point ? -1 : 1) * RicVec3Dot(n, phi);
    }
  }
}

static PetscReal RateOf(const Case *c, const PetscReal W[]) {
  PetscReal rate = 0;
  for (PetscInt i = 0; i < c->nd; ++i)
    rate += W[i] * c->v[i];
  return rate;
}

// Elliptic friction and resistance to spin, in rows that are stretched to a circular cone: tangents along
// the ellipse's axes, which turn with b, and the spin about n.
static void CheckStretchedRows(const RicContactOps *ops, const Case *c) {
  const RicContactFriction friction = {
      .coefficient = 0.9, .second = 0.4, .axis = {0.48, 0.6, 0.64}, .radius = 0.3};
  const RicPair pair = Stand(c);
  RicContactGeometry g = Touch(ops, c), plain;
  PetscReal W[4 * RIC_MAX_DOFS], isotropic[3 * RIC_MAX_DOFS], axis[3], turn[4];
  if (ops->angular || c->dim < 3)
    return;
  RicContactComplete(ops, &pair, c->row, c->shift, &g);
  plain = g;
  RicContactRows(ops, &friction, &pair, &g, W);
  RicContactRows(ops, &(RicContactFriction){.coefficient = 0.6}, &pair, &plain, isotropic);
  RicPoseTurn(&pair.stand[1].pose, 1, friction.axis, axis);
  assert_close(RicVec3Dot(g.t[1], axis), 0, 1e-14);
  assert_true(RicVec3Dot(g.t[0], axis) > 0);
  for (PetscInt k = 0; k < 2; ++k) {
    PetscReal rate = 0;
    for (PetscInt l = 0; l < 2; ++l)
      rate += RicVec3Dot(g.t[k], plain.t[l]) * RateOf(c, &isotropic[(1 + l) * c->nd]);
    assert_close(RateOf(c, &W[(1 + k) * c->nd]), (k ? 0.4 : 0.9) / 0.6 * rate, 1e-13);
  }
  Turns(c, g.n, 1e-3, turn);
  assert_close(RateOf(c, &W[3 * c->nd]), 0.3 * Difference(turn, 1e-3), 1e-8);
}

// N, T_1, T_2: how fast the matter of a at the place it touches moves away from that of b there.
static void CheckFrictionRows(const RicContactOps *ops, const Case *c) {
  const RicPair pair = Stand(c);
  RicContactGeometry g = Touch(ops, c);
  PetscReal W[3 * RIC_MAX_DOFS], x[4][48], h = 1e-3;
  if (ops->angular)
    return;
  RicContactComplete(ops, &pair, c->row, c->shift, &g);
  RicContactRows(ops, &(RicContactFriction){.coefficient = 0.3}, &pair, &g, W);
  for (int k = 0; k < 4; ++k) {
    PetscReal on_a[3], on_b[3];
    Matter(c, 0, g.on[0], places[k] * h, on_a);
    Matter(c, 1, g.on[0], places[k] * h, on_b);
    RicVec3Add(on_a, -1, on_b, x[k]);
  }
  const PetscReal slip[3] = {DifferenceOf(0, x, h), DifferenceOf(1, x, h), DifferenceOf(2, x, h)};
  const PetscReal *const along[3] = {g.n, g.t[0], g.t[1]};
  for (PetscInt k = 0; k < c->dim; ++k)
    assert_close(RateOf(c, &W[k * c->nd]), RicVec3Dot(along[k], slip), 1e-8);
}

// n, t_1, t_2 are a right-handed frame, in the plane of a planar contact; from b's place to a's it is
// the gap along n.
static void CheckFrame(const RicContactOps *ops, const Case *c) {
  const RicPair pair = Stand(c);
  RicContactGeometry g = Touch(ops, c);
  PetscReal cross[3], between[3];
  RicContactComplete(ops, &pair, c->row, c->shift, &g);
  RicVec3Cross(g.t[0], g.t[1], cross);
  RicVec3Add(g.on[0], -1, g.on[1], between);
  for (PetscInt d = 0; d < 3; ++d) {
    assert_close(cross[d], g.n[d], 2e-15);
    assert_close(between[d], ops->angular ? 0 : Gap(ops, c) * g.n[d], 4e-15);
  }
  assert_close(RicVec3Norm(g.n), 1, 2e-15);
  assert_close(RicVec3Norm(g.t[0]), 1, 2e-15);
  if (c->dim == 2 && !ops->angular)
    assert_close(g.t[0][0], g.n[1], 2e-15); // n turned by −90°
}

// A larger clearance closes the gap by as much; a linear type has the same row everywhere.
static void CheckOffsetAndLinearity(const RicContactOps *ops, const Case *c) {
  PetscReal W[RIC_MAX_DOFS], there[RIC_MAX_DOFS];
  Case moved = *c;
  moved.data.offset += 0.25;
  assert_close(Gap(ops, c) - Gap(ops, &moved), 0.25, 1e-14);
  if (!ops->linear)
    return;
  moved = Moved(c, c->v, 1);
  Row(ops, c, W);
  Row(ops, &moved, there);
  assert_memory_equal(W, there, (size_t)c->nd * sizeof *W);
}

// Two bodies of the plane that turn together about the origin keep their gap.
static void CheckRigidMotion(const RicContactOps *ops, const Case *c) {
  const PetscReal phi = 0.6, cosine = PetscCosReal(phi), sine = PetscSinReal(phi);
  Case moved = *c;
  if (ops->form != RIC_CONTACT_OF_POINTS || c->dim != 2 || c->nd < 6)
    return;
  for (PetscInt k = 0; k < 2; ++k) {
    const PetscReal *X = moved.X + 3 * k;
    PetscReal *u = moved.u + 3 * k;
    const PetscReal x = X[0] + u[0], y = X[1] + u[1];
    u[0] = cosine * x - sine * y - X[0];
    u[1] = sine * x + cosine * y - X[1];
    u[2] += phi;
  }
  assert_close(Gap(ops, &moved), Gap(ops, c), 2e-14);
}

static void TestRigidMotion(void **state) {
  (void)state;
  ForEveryType(CheckRigidMotion);
}
static void TestRow(void **state) {
  (void)state;
  ForEveryType(CheckRow);
}
static void TestCurvature(void **state) {
  (void)state;
  ForEveryType(CheckCurvature);
}
static void TestCurvatureByDifferences(void **state) {
  (void)state;
  ForEveryType(CheckCurvatureByDifferences);
}
static void TestUnits(void **state) {
  (void)state;
  ForEveryType(CheckUnits);
}
static void TestGapVelocity(void **state) {
  (void)state;
  ForEveryType(CheckGapVelocity);
}
static void TestFrictionRows(void **state) {
  (void)state;
  ForEveryType(CheckFrictionRows);
}
static void TestStretchedRows(void **state) {
  (void)state;
  ForEveryType(CheckStretchedRows);
}
static void TestFrame(void **state) {
  (void)state;
  ForEveryType(CheckFrame);
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
    assert_true(table[i]->form != RIC_CONTACT_OF_POINTS || table[i]->Check);
    CheckParameters(table[i]->parameters, sizeof(RicContactData));
  }
  assert_null(Find("node"));
  assert_null(Find("node-plane "));
}

// ---- By formula. ----

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

// A contact of given data at given dofs.
static Case Given(const RicContactData *data, PetscInt dim, const PetscReal X[6],
                  const PetscReal u[], PetscReal shift) {
  Case c = {.data = *data, .dim = dim, .shift = shift, .nd = RicPairDofs(data->on, dim)};
  memcpy(c.X, X, sizeof c.X);
  memcpy(c.u, u, (size_t)c.nd * sizeof *u);
  return c;
}

static PetscReal GapOf(const char name[], const RicContactData *data, PetscInt dim,
                       const PetscReal X[6], const PetscReal u[], PetscReal shift) {
  const Case c = Given(data, dim, X, u, shift);
  return Gap(Find(name), &c);
}

static PetscReal PlanarGap(const char name[], const RicContactData *data, const PetscReal X[6],
                           const PetscReal u[]) {
  return GapOf(name, data, 2, X, u, 0.0625);
}

static void PlanarRow(const char name[], const RicContactData *data, const PetscReal X[6],
                      const PetscReal u[], PetscReal W[]) {
  const Case c = Given(data, 2, X, u, 0);
  Row(Find(name), &c, W);
}

// A ball of radius 0.1 at height 0.7 + u above a floor at 0.2 that has risen by 0.05.
static void TestNodePlaneGap(void **state) {
  (void)state;
  const char *const type = "node-plane";
  const RicContactData floor = {
      .on = {NODE, {.local = {5, 0.2, -3}}}, .normal = {0, 1, 0}, .offset = 0.1};
  const PetscReal X[6] = {1, 0.7, 9}, u[] = {0.3, -0.45, 0.6};
  assert_close(GapOf(type, &floor, 3, X, u, 0.05), 0.7 - 0.45 - 0.2 - 0.1 - 0.05, 1e-15);
  assert_close(GapOf(type, &floor, 2, X, u, 0.05), 0.7 - 0.45 - 0.2 - 0.1 - 0.05, 1e-15);
  // An inclined plane through the origin: the gap is the distance.
  const RicContactData slope = {.on = {NODE}, .normal = {0.6, 0.8, 0}};
  assert_close(GapOf(type, &slope, 2, X, u, 0), 0.6 * 1.3 + 0.8 * 0.25, 1e-15);
  // In 1D a wall on the right, seen from the left: g = wall − (X + u).
  const RicContactData wall = {.on = {NODE, GROUND(1.5, 0)}, .normal = {-1, 0, 0}};
  assert_close(GapOf(type, &wall, 1, X, u, 0), 1.5 - 1.3, 1e-15);
}

// Two nodes 2 apart along x that touch at distance 0.5.
static void TestNodeNodeGap(void **state) {
  (void)state;
  const char *const type = "node-node";
  const RicContactData data = {.on = {NODE, NODE}, .normal = {-1, 0, 0}, .offset = 0.5};
  const PetscReal X[] = {1, 4, 0, 3, 7, 0};
  const PetscReal u1[] = {0.25, -0.5}, u2[] = {0.25, 9, -0.5, 8};
  assert_close(GapOf(type, &data, 1, X, u1, 0), 2 - 0.75 - 0.5, 1e-15);
  assert_close(GapOf(type, &data, 2, X, u2, 0.125), 2 - 0.75 - 0.5 - 0.125, 1e-15);
  // Along an oblique direction in 3D: d·(X2 − X1).
  const RicContactData oblique = {.on = {NODE, NODE}, .normal = {-2. / 3, -1. / 3, -2. / 3}};
  const PetscReal Y[] = {0, 0, 0, 3, 6, 9}, zero[6] = {0};
  assert_close(GapOf(type, &oblique, 3, Y, zero, 0), 10, 1e-14);
}

static void TestAdmissibleKinds(void **state) {
  (void)state;
  const char *const points[] = {"point-line", "point-edge", "point-circle", "circle-circle",
                                "channel"};
  uint64_t seed = 5;
  for (int kinds = 0; kinds < 9; ++kinds) {
    const RicPointKind a = (RicPointKind)(kinds / 3), b = (RicPointKind)(kinds % 3);
    const Case c = RandomCase(a, b, 2, &seed);
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
  const Case c = Given(&floor, 2, X, u, 0);
  PetscReal W[3], H[RIC_MAX_DOFS * RIC_MAX_DOFS];
  assert_close(PlanarGap("point-line", &floor, X, u), 1 + 0.5 - 0.25 - 0.125 - 0.0625, 1e-15);
  PlanarRow("point-line", &floor, X, u, W);
  for (PetscInt i = 0; i < 3; ++i)
    assert_close(W[i], ((const PetscReal[]){0, 1, -0.125})[i], 1e-15);
  Curvature(Find("point-line"), &c, 1, H);
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
  PlanarRow("point-line", &side, X, u, W);
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
    PlanarRow("point-edge", &edge, zero, at[k], W);
    assert_close(W[0], rows[k][0], 1e-15);
    assert_close(W[1], rows[k][1], 1e-15);
  }
}

// Outside, gap and rows are continuous across both ends of an edge that is carried by a body.
static void TestEdgeIsSmooth(void **state) {
  (void)state;
  const RicContactData edge = {.on = {NODE, BODY(1, 1)}, .normal = {0.6, 0.8, 0}, .length = 2};
  const PetscReal X[6] = {0};
  for (PetscInt end = 0; end < 2; ++end) {
    PetscReal gap[2], W[2][5];
    for (int side = 0; side < 2; ++side) {
      const PetscReal s = 2 * (PetscReal)end + (side ? 1e-8 : -1e-8), height = 0.7;
      const PetscReal u[5] = {1 + 0.8 * s + 0.6 * height, 1 - 0.6 * s + 0.8 * height, 0, 0, 0};
      gap[side] = GapOf("point-edge", &edge, 2, X, u, 0);
      PlanarRow("point-edge", &edge, X, u, W[side]);
    }
    assert_close(gap[0], 0.7, 1e-15);
    assert_close(gap[1], 0.7, 1e-15);
    for (PetscInt i = 0; i < 5; ++i)
      assert_close(W[1][i], W[0][i], 1e-7);
  }
}

// A corner that has sunk in at the very end, and beyond it by round-off: the face's gap and row.
static void TestEdgeMeetsCorner(void **state) {
  (void)state;
  const RicContactData edge = {.on = {NODE, GROUND(1, 1)}, .normal = {0, 1, 0}, .length = 2};
  const PetscReal zero[6] = {0};
  for (PetscInt end = 0; end < 2; ++end) {
    const PetscReal at[2] = {1 + 2 * (PetscReal)end + (end ? 1e-15 : -1e-15), 1 - 3e-15};
    PetscReal W[2];
    assert_close(GapOf("point-edge", &edge, 2, zero, at, 0), -3e-15, 1e-15);
    PlanarRow("point-edge", &edge, zero, at, W);
    assert_close(W[0], 0, 1e-15);
    assert_close(W[1], 1, 1e-15);
  }
}

// A pin of radius 0.25 in a slot of width 2 of a body turned by a quarter: the slot's normal (0, 1)
// looks along −x. The slot has moved along it by 0.0625.
static void TestChannel(void **state) {
  (void)state;
  const RicContactOps *ops = Find("channel");
  const RicContactData slot = {
      .on = {NODE, BODY(0, 0.5)}, .normal = {0, 1, 0}, .offset = 0.25, .width = 2};
  const PetscReal X[6] = {3, 3, 0, 4, 0, 0}, u[5] = {0.25, 0, 0, 1, PETSC_PI / 2};
  const PetscReal rows[5] = {1, 0, -1, 0, 2};
  Case c = Given(&slot, 2, X, u, 0.0625);
  for (c.row = 0; c.row < 2; ++c.row) {
    const PetscReal side = c.row ? 1 : -1;
    PetscReal W[5];
    assert_close(Gap(ops, &c), 1 - 0.25 + side * (3.5 - 3.25 - 0.0625), 1e-15);
    Row(ops, &c, W);
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
  PlanarRow("point-circle", &data, X, u, W);
  for (PetscInt i = 0; i < 4; ++i)
    assert_close(W[i], -rows[i], 1e-15);
  data.radius = 3;
  assert_close(PlanarGap("circle-circle", &data, X, u), 5 - 3 - 1 - 0.0625, 1e-15);
  PlanarRow("circle-circle", &data, X, u, W);
  for (PetscInt i = 0; i < 4; ++i)
    assert_close(W[i], rows[i], 1e-15);
}

// A pin in the middle of its hole: the whole clearance, a row of length 1, no infinities.
static void TestConcentric(void **state) {
  (void)state;
  const RicContactOps *ops = Find("point-circle");
  const RicContactData data = {.on = {NODE, GROUND(2, 3)}, .radius = 0.5, .offset = 0.25};
  const PetscReal X[6] = {2, 3, 0}, u[2] = {0, 0};
  const Case c = Given(&data, 2, X, u, 0);
  PetscReal W[2], H[RIC_MAX_DOFS * RIC_MAX_DOFS];
  assert_close(Gap(ops, &c), 0.25, 0);
  Row(ops, &c, W);
  assert_close(PetscAbsReal(W[0]), 1, 0);
  assert_close(W[1], 0, 0);
  Curvature(ops, &c, 1, H);
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
  PlanarRow("angular-stop", &stop, X, u, W);
  for (PetscInt i = 0; i < 6; ++i)
    assert_close(W[i], i == 2 ? 1 : i == 5 ? -1 : 0, 0);
  stop.angle = 1.5;
  stop.upper = PETSC_TRUE;
  assert_close(PlanarGap("angular-stop", &stop, X, u), 0.5 - 0.125 - 0.0625, 1e-15);
  PlanarRow("angular-stop", &stop, X, u, W);
  for (PetscInt i = 0; i < 6; ++i)
    assert_close(W[i], i == 2 ? -1 : i == 5 ? 1 : 0, 0);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestTable),
      cmocka_unit_test(TestRow),
      cmocka_unit_test(TestCurvatureByDifferences),
      cmocka_unit_test(TestUnits),
      cmocka_unit_test(TestFrictionRows),
      cmocka_unit_test(TestStretchedRows),
      cmocka_unit_test(TestFrame),
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
      cmocka_unit_test(TestEdgeMeetsCorner),
      cmocka_unit_test(TestChannel),
      cmocka_unit_test(TestCircles),
      cmocka_unit_test(TestConcentric),
      cmocka_unit_test(TestAngularStop),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  PetscCall(RicExpressionCreate("0.1*sin(x)-0.5", &curve, NULL));
  PetscCall(RicExpressionCreate("8*(0.1*sin(x/8)-0.5)", &curve_scaled, NULL));
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(RicExpressionDestroy(&curve));
  PetscCall(RicExpressionDestroy(&curve_scaled));
  PetscCall(PetscFinalize());
  return failed;
}
