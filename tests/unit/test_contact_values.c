// SPDX-License-Identifier: BSD-2-Clause
// Contacts: what is refused, gaps and rows by formula.
#include "contacting.h"

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

// Of point-curve, from main.
static RicExpression flat;

// A contact of given points and data at given dofs.
static Case Given(const char type[], const RicPoint on[2], const void *data, PetscInt dim,
                  const PetscReal X[6], const PetscReal u[], PetscReal shift) {
  Case c = {.on = {on[0], on[1]}, .dim = dim, .shift = shift, .nd = RicPairDofs(on, dim)};
  memcpy(&c.data, data, Find(type)->data_size);
  memcpy(c.X, X, sizeof c.X);
  memcpy(c.u, u, (size_t)c.nd * sizeof *u);
  return c;
}

static PetscReal GapOf(const char type[], const RicPoint on[2], const void *data, PetscInt dim,
                       const PetscReal X[6], const PetscReal u[], PetscReal shift) {
  const Case c = Given(type, on, data, dim, X, u, shift);
  return Gap(Find(type), &c);
}

static PetscReal PlanarGap(const char type[], const RicPoint on[2], const void *data,
                           const PetscReal X[6], const PetscReal u[]) {
  return GapOf(type, on, data, 2, X, u, 0.0625);
}

static void PlanarRow(const char type[], const RicPoint on[2], const void *data,
                      const PetscReal X[6], const PetscReal u[], PetscReal W[]) {
  const Case c = Given(type, on, data, 2, X, u, 0);
  Row(Find(type), &c, W);
}

// A ball of radius 0.1 at height 0.7 + u above a floor at 0.2 that has risen by 0.05.
static void TestNodePlaneGap(void **state) {
  (void)state;
  const char *const type = "node-plane";
  const RicPoint over[2] = {NODE, {.local = {5, 0.2, -3}}}, origin[2] = {NODE},
                 right[2] = {NODE, GROUND(1.5, 0)};
  const RicFaceData floor = {.normal = {0, 1, 0}, .offset = 0.1};
  const PetscReal X[6] = {1, 0.7, 9}, u[] = {0.3, -0.45, 0.6};
  assert_close(GapOf(type, over, &floor, 3, X, u, 0.05), 0.7 - 0.45 - 0.2 - 0.1 - 0.05, 1e-15);
  assert_close(GapOf(type, over, &floor, 2, X, u, 0.05), 0.7 - 0.45 - 0.2 - 0.1 - 0.05, 1e-15);
  // An inclined plane through the origin: the gap is the distance.
  const RicFaceData slope = {.normal = {0.6, 0.8, 0}};
  assert_close(GapOf(type, origin, &slope, 2, X, u, 0), 0.6 * 1.3 + 0.8 * 0.25, 1e-15);
  // In 1D a wall on the right, seen from the left: g = wall − (X + u).
  const RicFaceData wall = {.normal = {-1, 0, 0}};
  assert_close(GapOf(type, right, &wall, 1, X, u, 0), 1.5 - 1.3, 1e-15);
}

// Two nodes 2 apart along x that touch at distance 0.5.
static void TestNodeNodeGap(void **state) {
  (void)state;
  const char *const type = "node-node";
  const RicPoint on[2] = {NODE, NODE};
  const RicFaceData data = {.normal = {1, 0, 0}, .offset = 0.5};
  const PetscReal X[] = {1, 4, 0, 3, 7, 0};
  const PetscReal u1[] = {0.25, -0.5}, u2[] = {0.25, 9, -0.5, 8};
  assert_close(GapOf(type, on, &data, 1, X, u1, 0), 2 - 0.75 - 0.5, 1e-15);
  assert_close(GapOf(type, on, &data, 2, X, u2, 0.125), 2 - 0.75 - 0.5 - 0.125, 1e-15);
  // Along an oblique direction in 3D: d·(X2 − X1).
  const RicFaceData oblique = {.normal = {2. / 3, 1. / 3, 2. / 3}};
  const PetscReal Y[] = {0, 0, 0, 3, 6, 9}, zero[6] = {0};
  assert_close(GapOf(type, on, &oblique, 3, Y, zero, 0), 10, 1e-14);
}

// Data that every type accepts.
static void GoodData(const RicContactOps *ops, PetscInt dim, uint64_t *seed, RoomForData *data) {
  const RandomRange ranges[] = {{"radius", 2, 3}, {"width", 3, 4}, {NULL}};
  RandomParameters(ops->parameters, dim, ranges, seed, data);
  if (!strcmp(ops->name, "point-curve"))
    ((RicCurveData *)data)->curve = flat;
}

static int Accepts(const RicContactOps *ops, RicPointKind a, RicPointKind b, PetscInt dim) {
  const RicPoint on[2] = {{.kind = a}, {.kind = b}};
  uint64_t seed = 5;
  RoomForData data;
  GoodData(ops, PetscMax(dim, 2), &seed, &data);
  return !ops->Check(&data, on, dim);
}

// All but ground to ground; edges not on nodes; angles among bodies and the ground. Lines and edges
// are of the plane.
static void TestAdmissibleKinds(void **state) {
  (void)state;
  const RicContactOps *const *table;
  PetscInt n;
  assert_int_equal(RicContactGetTable(&n, &table), 0);
  for (PetscInt i = 0; i < n; ++i)
    for (PetscInt dim = 1; dim <= 3; ++dim)
      for (int kinds = 0; kinds < 9 && table[i]->Check; ++kinds) {
        const RicPointKind a = (RicPointKind)(kinds / 3), b = (RicPointKind)(kinds % 3);
        const int edge = !strcmp(table[i]->name, "point-edge");
        const int planar = edge || !strcmp(table[i]->name, "point-line");
        const int node = a == RIC_POINT_NODE || b == RIC_POINT_NODE;
        int good = kinds > 0 && dim > 1 && !(planar && dim == 3);
        if (edge && b == RIC_POINT_NODE)
          good = 0;
        if (!strcmp(table[i]->name, "disk-plane") && a == RIC_POINT_NODE)
          good = 0;
        if (table[i]->angular && node)
          good = 0;
        assert_int_equal(Accepts(table[i], a, b, dim), good);
      }
}

static const char *Wrong(const char type[], const void *data, PetscInt dim) {
  const RicPoint on[2] = {NODE, GROUND(0, 0)};
  return Find(type)->Check(data, on, dim);
}

static void TestRefusedData(void **state) {
  (void)state;
  const char *const normal = "a normal that is not a unit vector of the plane";
  RicEdgeData edge = {.face.normal = {1, 1, 0}, .length = 1};
  RicChannelData channel = {.face.normal = {1, 1, 0}};
  RicCircleData circle = {.radius = 0.5, .offset = 0.5};
  assert_string_equal(Wrong("point-line", &edge.face, 2), normal);
  assert_string_equal(Wrong("point-plane", &edge.face, 3), "a normal that is not a unit vector");
  assert_string_equal(Wrong("point-edge", &edge, 2), normal);
  edge.length = 0;
  assert_string_equal(Wrong("point-edge", &edge, 2), "an edge without length");
  assert_string_equal(Wrong("channel", &channel, 2), "walls without a width between them");
  channel.width = 1, channel.face.offset = 0.5;
  assert_string_equal(Wrong("channel", &channel, 2),
                      "a width no larger than what moves in it, twice its offset");
  channel.face.offset = 0.25;
  assert_string_equal(Wrong("channel", &channel, 2), normal);
  assert_string_equal(Wrong("point-circle", &circle, 2), "a hole no larger than what moves in it");
  circle.radius = circle.offset = 0;
  assert_string_equal(Wrong("circle-circle", &circle, 2), "two circles without radius");
}

// The corner (a, b) of a block, turned by a quarter to (−b, a), over a floor at 0.25.
static void TestBlockOnFloor(void **state) {
  (void)state;
  const RicPoint on[2] = {BODY(0.5, 0.125), GROUND(7, 0.25)};
  const RicFaceData floor = {.normal = {0, 1, 0}, .offset = 0.125};
  const PetscReal X[6] = {3, 2, 0}, u[3] = {1, -1, PETSC_PI / 2};
  const Case c = Given("point-line", on, &floor, 2, X, u, 0);
  PetscReal W[3], H[RIC_MAX_DOFS * RIC_MAX_DOFS];
  assert_close(PlanarGap("point-line", on, &floor, X, u), 1 + 0.5 - 0.25 - 0.125 - 0.0625, 1e-15);
  PlanarRow("point-line", on, &floor, X, u, W);
  for (PetscInt i = 0; i < 3; ++i)
    assert_close(W[i], ((const PetscReal[]){0, 1, -0.125})[i], 1e-15);
  Curvature(Find("point-line"), &c, 1, H);
  for (PetscInt i = 0; i < 9; ++i)
    assert_close(H[i], i == 8 ? -0.5 : 0, 1e-15);
}

// A node over the upper side of a body that is turned by a quarter: the side looks along −x.
static void TestNodeOnBody(void **state) {
  (void)state;
  const RicPoint on[2] = {NODE, BODY(0, 0.5)};
  const RicFaceData side = {.normal = {0, 1, 0}};
  const PetscReal X[6] = {1, 3, 0, 4, 0, 0}, u[5] = {0.25, 0, 0, 1, PETSC_PI / 2};
  const PetscReal rows[5] = {-1, 0, 1, 0, -2};
  PetscReal W[5];
  assert_close(PlanarGap("point-line", on, &side, X, u), 3.5 - 1.25 - 0.0625, 1e-15);
  // The node is 2 above the centre of the body: as the body turns on, the side there meets it.
  PlanarRow("point-line", on, &side, X, u, W);
  for (PetscInt i = 0; i < 5; ++i)
    assert_close(W[i], rows[i], 1e-15);
}

// An edge from (1, 1) to (3, 1) that looks up: over it, left of it, right of it, under it.
static void TestEdge(void **state) {
  (void)state;
  const RicPoint on[2] = {NODE, GROUND(1, 1)};
  const RicEdgeData edge = {.face = {.normal = {0, 1, 0}, .offset = 0.5}, .length = 2};
  const PetscReal at[4][2] = {{2.5, 1.25}, {-2, 5}, {6, 5}, {2, -1}}, zero[6] = {0};
  const PetscReal distance[4] = {0.25, 5, 5, -2};
  const PetscReal rows[4][2] = {{0, 1}, {-0.6, 0.8}, {0.6, 0.8}, {0, 1}};
  for (int k = 0; k < 4; ++k) {
    PetscReal W[2];
    assert_close(PlanarGap("point-edge", on, &edge, zero, at[k]), distance[k] - 0.5 - 0.0625,
                 1e-15);
    PlanarRow("point-edge", on, &edge, zero, at[k], W);
    assert_close(W[0], rows[k][0], 1e-15);
    assert_close(W[1], rows[k][1], 1e-15);
  }
}

// Outside, gap and rows are continuous across both ends of an edge that is carried by a body.
static void TestEdgeIsSmooth(void **state) {
  (void)state;
  const RicPoint on[2] = {NODE, BODY(1, 1)};
  const RicEdgeData edge = {.face.normal = {0.6, 0.8, 0}, .length = 2};
  const PetscReal X[6] = {0};
  for (PetscInt end = 0; end < 2; ++end) {
    PetscReal gap[2], W[2][5];
    for (int side = 0; side < 2; ++side) {
      const PetscReal s = 2 * (PetscReal)end + (side ? 1e-8 : -1e-8), height = 0.7;
      const PetscReal u[5] = {1 + 0.8 * s + 0.6 * height, 1 - 0.6 * s + 0.8 * height, 0, 0, 0};
      gap[side] = GapOf("point-edge", on, &edge, 2, X, u, 0);
      PlanarRow("point-edge", on, &edge, X, u, W[side]);
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
  const RicPoint on[2] = {NODE, GROUND(1, 1)};
  const RicEdgeData edge = {.face.normal = {0, 1, 0}, .length = 2};
  const PetscReal zero[6] = {0};
  for (PetscInt end = 0; end < 2; ++end) {
    const PetscReal at[2] = {1 + 2 * (PetscReal)end + (end ? 1e-15 : -1e-15), 1 - 3e-15};
    PetscReal W[2];
    assert_close(GapOf("point-edge", on, &edge, 2, zero, at, 0), -3e-15, 1e-15);
    PlanarRow("point-edge", on, &edge, zero, at, W);
    assert_close(W[0], 0, 1e-15);
    assert_close(W[1], 1, 1e-15);
  }
}

// How near an end is of it goes by the length of the edge.
static void TestEdgeOfAnyLength(void **state) {
  (void)state;
  const RicPoint on[2] = {NODE, GROUND(0, 0)};
  const PetscReal zero[6] = {0};
  for (PetscReal length = 1e-6; length < 1e7; length *= 1e6)
    for (int end = 0; end < 2; ++end) {
      const RicEdgeData edge = {.face.normal = {0, 1, 0}, .length = length};
      const PetscReal from = end ? length : 0, away = end ? length : -length;
      const PetscReal near[2] = {from + 1e-10 * away, -1e-12 * length},
                      beyond[2] = {from + 1e-8 * away, -1e-12 * length};
      assert_close(GapOf("point-edge", on, &edge, 2, zero, near, 0), near[1], 0);
      assert_close(GapOf("point-edge", on, &edge, 2, zero, beyond, 0), 1e-8 * length,
                   1e-15 * length);
    }
}

// A bend is one against the slope of the curve, however high that lies.
static void TestKinks(void **state) {
  static const struct {
    const char *curve;
    PetscBool bent;
  } table[] = {{"abs(x)", PETSC_TRUE},      {"100+abs(x-1)", PETSC_TRUE},
               {"-100-abs(x)", PETSC_TRUE}, {"3*x+0.5*abs(x+2)", PETSC_TRUE},
               {"x<1?0:0.5", PETSC_TRUE},   {"100+sin(x)", PETSC_FALSE},
               {"-100+30*x", PETSC_FALSE},  {"x*x", PETSC_FALSE}};
  (void)state;
  for (size_t i = 0; i < sizeof(table) / sizeof(*table); ++i) {
    RicCurveData data = {.length = 1};
    assert_int_equal(RicExpressionCreate(table[i].curve, &data.curve, NULL), 0);
    const char *wrong = Wrong("point-curve", &data, 2);
    assert_int_equal(wrong != NULL, table[i].bent);
    assert_true(!wrong || strstr(wrong, "cannot be differentiated"));
    assert_int_equal(RicExpressionDestroy(&data.curve), 0);
  }
}

// A pin of radius 0.25 in a slot of width 2 of a body turned by a quarter: the slot's normal (0, 1)
// looks along −x. The slot has moved along it by 0.0625.
static void TestChannel(void **state) {
  (void)state;
  const RicContactOps *ops = Find("channel");
  const RicPoint on[2] = {NODE, BODY(0, 0.5)};
  const RicChannelData slot = {.face = {.normal = {0, 1, 0}, .offset = 0.25}, .width = 2};
  const PetscReal X[6] = {3, 3, 0, 4, 0, 0}, u[5] = {0.25, 0, 0, 1, PETSC_PI / 2};
  const PetscReal rows[5] = {1, 0, -1, 0, 2};
  Case c = Given("channel", on, &slot, 2, X, u, 0.0625);
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
  const RicPoint on[2] = {NODE, NODE};
  RicCircleData data = {.radius = 8, .offset = 1};
  const PetscReal X[6] = {1, 1, 0, 4, 4, 0}, u[4] = {0, -1, 0, 0};
  const PetscReal rows[4] = {-0.6, -0.8, 0.6, 0.8};
  PetscReal W[4];
  assert_close(PlanarGap("point-circle", on, &data, X, u), 8 - 1 - 5 - 0.0625, 1e-15);
  PlanarRow("point-circle", on, &data, X, u, W);
  for (PetscInt i = 0; i < 4; ++i)
    assert_close(W[i], -rows[i], 1e-15);
  data.radius = 3;
  assert_close(PlanarGap("circle-circle", on, &data, X, u), 5 - 3 - 1 - 0.0625, 1e-15);
  PlanarRow("circle-circle", on, &data, X, u, W);
  for (PetscInt i = 0; i < 4; ++i)
    assert_close(W[i], rows[i], 1e-15);
}

// W of the rows over the path by delta.
static void PathRows(const char type[], const Case *c, const RicContactFriction *friction,
                     const PetscReal delta[], PetscReal W[]) {
  const Case moved = Moved(c, delta, 1);
  const RicPair from = Stand(c), to = RicPairOf(c->on, c->dim, c->X, moved.u);
  RicPairPath path;
  RicPairPathOf(&from, &to, delta, &path);
  RicContactPathRows(Find(type), &c->data, friction, &path, 1, W);
}

// W·delta of row k.
static PetscReal Slid(const char type[], const Case *c, const RicContactFriction *friction,
                      const PetscReal delta[], PetscInt k) {
  PetscReal W[RIC_CONTACT_MAX_WIDTH * RIC_MAX_DOFS];
  PathRows(type, c, friction, delta, W);
  return Along(c->nd, &W[k * c->nd], delta);
}

// A pin in the middle of its hole: the whole clearance, a row of length 1, no infinities.
static void TestConcentric(void **state) {
  (void)state;
  const RicContactOps *ops = Find("point-circle");
  const RicPoint on[2] = {NODE, GROUND(2, 3)};
  const RicCircleData data = {.radius = 0.5, .offset = 0.25};
  const PetscReal X[6] = {2, 3, 0}, u[2] = {0, 0};
  const Case c = Given("point-circle", on, &data, 2, X, u, 0);
  PetscReal W[2], path[2], H[RIC_MAX_DOFS * RIC_MAX_DOFS];
  assert_close(Gap(ops, &c), 0.25, 0);
  Row(ops, &c, W);
  assert_close(PetscAbsReal(W[0]), 1, 0);
  assert_close(W[1], 0, 0);
  PathRows("point-circle", &c, NULL, u, path); // no way
  assert_close(path[0], W[0], 0);
  assert_close(path[1], 0, 0);
  Curvature(ops, &c, 1, H);
  for (PetscInt i = 0; i < 4; ++i)
    assert_close(H[i], 0, 0);
}

// A door at 1.25 seen from a frame at 0.25, between stops at 0.5 and 1.5.
static void TestAngularStop(void **state) {
  (void)state;
  const RicPoint on[2] = {BODY(0, 0), BODY(0, 0)};
  RicStopData stop = {.angle = 0.5, .offset = 0.125};
  const PetscReal X[6] = {0}, u[6] = {5, 5, 1.25, 6, 6, 0.25};
  PetscReal W[6];
  assert_close(PlanarGap("angular-stop", on, &stop, X, u), 0.5 - 0.125 - 0.0625, 1e-15);
  PlanarRow("angular-stop", on, &stop, X, u, W);
  for (PetscInt i = 0; i < 6; ++i)
    assert_close(W[i], i == 2 ? 1 : i == 5 ? -1 : 0, 0);
  stop.angle = 1.5;
  stop.upper = PETSC_TRUE;
  assert_close(PlanarGap("angular-stop", on, &stop, X, u), 0.5 - 0.125 - 0.0625, 1e-15);
  PlanarRow("angular-stop", on, &stop, X, u, W);
  for (PetscInt i = 0; i < 6; ++i)
    assert_close(W[i], i == 2 ? -1 : i == 5 ? 1 : 0, 0);
}

// A door on the ground's axis that stands at 0.5 + its turn, between a stop at 0.25 and one at 2.
static void TestStopInSpace(void **state) {
  (void)state;
  const RicContactOps *ops = Find("angular-stop");
  const RicPoint on[2] = {{.kind = RIC_POINT_BODY}, {.kind = RIC_POINT_GROUND}};
  const PetscReal axis[3] = {0.48, -0.6, 0.64}, X[6] = {0}, turns[] = {0.5, -0.5, 3, -1.5};
  for (size_t k = 0; k < sizeof turns / sizeof *turns; ++k)
    for (int upper = 0; upper < 2; ++upper) {
      PetscReal u[6] = {0}, turn[3], W[6];
      RicVec3Scale(0.5, axis, &u[3]);
      const RicStopData stop = {.turn.axis = {axis[0], axis[1], axis[2]},
                                .angle = upper ? 2 : 0.25,
                                .upper = (PetscBool)upper};
      Case c = Given("angular-stop", on, &stop, 3, X, u, 0);
      const RicPair pair = Stand(&c);
      ops->Initialise(&c.data, 3, &pair.stand[0].pose, &pair.stand[1].pose);
      RicVec3Scale(turns[k], axis, turn);
      RicRotationCompose(&c.u[3], turn, &c.u[3]);
      // The door is never said to be more than a quarter of a turn beyond its stop.
      const PetscReal open = upper ? 1.5 - turns[k] : 0.25 + turns[k];
      assert_close(Gap(ops, &c), open < -PETSC_PI / 2 ? open + 2 * PETSC_PI : open, 4e-15);
      Row(ops, &c, W);
      for (PetscInt d = 0; d < 3; ++d)
        assert_close(W[3 + d], (upper ? -1 : 1) * axis[d], 2e-15);
    }
}

// A disk of radius 0.5 whose axis is tilted by `tilt` from the normal of the floor, 2 above it: its
// lowest point is 0.5 sin(tilt) lower. Lying flat, it is where its centre is, at a point of its edge.
static void TestDisk(void **state) {
  (void)state;
  const RicPoint on[2] = {{.kind = RIC_POINT_BODY}, {.kind = RIC_POINT_GROUND}};
  const RicDiskData disk = {
      .face.normal = {0, 0, 1}, .face.offset = 0.25, .axis = {0, 0, 1}, .radius = 0.5};
  const PetscReal X[6] = {0}, tilts[] = {0.3, PETSC_PI / 2, 2.5, 0};
  for (size_t k = 0; k < sizeof tilts / sizeof *tilts; ++k) {
    const PetscReal sine = PetscSinReal(tilts[k]), cosine = PetscCosReal(tilts[k]);
    const PetscReal u[6] = {0, 0, 2, tilts[k], 0, 0}; // about x
    const Case c = Given("disk-plane", on, &disk, 3, X, u, 0);
    const RicContactGeometry g = Touch(Find("disk-plane"), &c);
    assert_close(g.gap, 2 - 0.25 - 0.5 * sine, 1e-15);
    assert_close(g.arm[2], -0.25 - 0.5 * sine, 1e-15);
    if (sine > 0)
      assert_close(g.arm[1], -0.5 * cosine, 1e-15);
    assert_close(RicVec3Norm(g.arm), PetscSqrtReal(0.3125 + 0.25 * sine), 1e-15);
  }
}

// However far in a step: a wheel and a ball that roll do not slide, a point that an edge carries on it does
// not slide either, and a ball that turns about the normal spins by its angle.
static void TestPathOfSliding(void **state) {
  (void)state;
  const RicContactFriction rubs = {.coefficient = 1}, drags = {.coefficient = 1, .radius = 0.5};
  const RicFaceData floor = {.normal = {0, 1, 0}, .offset = 0.3};
  const RicPoint wheel[2] = {BODY(0, 0), GROUND(0, 0)}, carried[2] = {NODE, BODY(0.2, 0.1)};
  const PetscReal X[6] = {0, 0.3, 0}, still[12] = {0}, rolls[3] = {0.3 * 0.8, 0, -0.8};
  const PetscReal rolls_in_space[6] = {0.3 * 0.8, 0, 0.3 * 0.5, 0.5, 0, -0.8};
  const PetscReal spins[6] = {0.2, 0, 0.1, 0, 0.7, 0};
  const Case plane = Given("point-line", wheel, &floor, 2, X, still, 0),
             space = Given("point-plane", wheel, &floor, 3, X, still, 0);
  assert_close(Slid("point-line", &plane, &rubs, rolls, 1), 0, 1e-16);
  assert_close(Slid("point-plane", &space, &rubs, rolls_in_space, 1), 0, 1e-16);
  assert_close(Slid("point-plane", &space, &rubs, rolls_in_space, 2), 0, 1e-16);
  assert_close(Slid("point-plane", &space, &drags, spins, 3), 0.5 * 0.7, 1e-15);
  // The node at (1, 0.1) on the line through (0.2, 0.1) of a body that turns by 0.9 and moves.
  const RicFaceData face = {.normal = {0, 1, 0}};
  const PetscReal at[6] = {1, 0.1, 0}, c = cos(0.9), s = sin(0.9);
  const PetscReal turned[5] = {c - 0.1 * s - 1 + 0.3, s + 0.1 * c - 0.1 - 0.2, 0.3, -0.2, 0.9};
  const Case stuck = Given("point-line", carried, &face, 2, at, still, 0);
  assert_close(Slid("point-line", &stuck, &rubs, turned, 0), 0, 2e-16);
  assert_close(Slid("point-line", &stuck, &rubs, turned, 1), 0, 2e-16);
}

// Half-way frames are turned by half.
static void TestPathMiddle(void **state) {
  (void)state;
  const RicPoint on[2] = {BODY(0.1, 0.2), GROUND(0, 0)};
  const PetscReal X[6] = {0}, still[6] = {0}, to[3] = {0.4, -0.2, 1.2};
  const PetscReal to_in_space[6] = {0.4, -0.2, 0.6, 0.6, -0.8, 0.4};
  for (PetscInt dim = 2; dim <= 3; ++dim) {
    const PetscReal *delta = dim == 2 ? to : to_in_space;
    const RicPair from = RicPairOf(on, dim, X, still), there = RicPairOf(on, dim, X, delta);
    PetscReal phi[3];
    RicPose middle[2];
    RicPairPath path;
    RicPairPathOf(&from, &there, delta, &path);
    RicPairPathMiddle(&path, middle);
    RicRotationOfMatrix(middle[0].R, phi);
    for (PetscInt d = 0; d < 3; ++d) {
      const PetscReal turn = dim == 3 ? delta[3 + d] : d == 2 ? delta[2] : 0;
      assert_close(phi[d], turn / 2, 1e-15);
      assert_close(middle[0].p[d], (from.stand[0].pose.p[d] + there.stand[0].pose.p[d]) / 2, 1e-15);
      assert_close(middle[1].p[d], 0, 0);
    }
    if (dim == 2)
      assert_close(middle[0].angle, 0.6, 1e-15);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestNodePlaneGap),
      cmocka_unit_test(TestNodeNodeGap),
      cmocka_unit_test(TestAdmissibleKinds),
      cmocka_unit_test(TestRefusedData),
      cmocka_unit_test(TestBlockOnFloor),
      cmocka_unit_test(TestNodeOnBody),
      cmocka_unit_test(TestEdge),
      cmocka_unit_test(TestEdgeIsSmooth),
      cmocka_unit_test(TestEdgeMeetsCorner),
      cmocka_unit_test(TestEdgeOfAnyLength),
      cmocka_unit_test(TestKinks),
      cmocka_unit_test(TestChannel),
      cmocka_unit_test(TestCircles),
      cmocka_unit_test(TestConcentric),
      cmocka_unit_test(TestAngularStop),
      cmocka_unit_test(TestStopInSpace),
      cmocka_unit_test(TestDisk),
      cmocka_unit_test(TestPathOfSliding),
      cmocka_unit_test(TestPathMiddle),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  PetscCall(RicExpressionCreate("0", &flat, NULL));
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(RicExpressionDestroy(&flat));
  PetscCall(PetscFinalize());
  return failed;
}
