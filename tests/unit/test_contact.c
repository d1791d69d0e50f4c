// SPDX-License-Identifier: BSD-2-Clause
// Contacts. Every type of the table between every pair of carriers it admits, at random states in
// the dimensions it admits: rows and curvature are the derivatives of the gap, friction and spin rows
// those of the slip, gap velocity is W v − side·shift_rate, what moves together keeps its gap.
#include "contacting.h"

#define NUM_STATES 20

// ---- Random states. ----

// Of point-curve, from main; the second is the first in eighths of a metre.
static RicExpression curve, curve_scaled;

static PetscBool Is(const RicContactOps *ops, const char name[]) {
  return strcmp(ops->name, name) == 0 ? PETSC_TRUE : PETSC_FALSE;
}

static void SetCurve(const RicContactOps *ops, RicExpression e, RoomForData *data) {
  if (Is(ops, "point-curve"))
    ((RicCurveData *)data)->curve = e;
}

// Well away from points that coincide, from disks along their plane, and of an edge from its ends and from the lines across them,
// where its curvature jumps.
static PetscBool IsSmooth(const RicContactOps *ops, const Case *c) {
  const RicPair pair = Stand(c);
  const RicEdgeData *edge = (const RicEdgeData *)&c->data;
  PetscReal t[3], r[3];
  RicPairSpan(&pair.stand[1].pose, &pair.stand[0].pose, r);
  if (Is(ops, "disk-plane")) {
    const RicDiskData *disk = (const RicDiskData *)&c->data;
    PetscReal d[3], n[3];
    RicPoseTurn(&pair.stand[0].pose, 1, disk->axis, d);
    RicPoseTurn(&pair.stand[1].pose, 1, disk->face.normal, n);
    return (PetscBool)(PetscAbsReal(RicVec3Dot(d, n)) < 0.8);
  }
  if (!Is(ops, "point-edge"))
    return (PetscBool)(RicVec3Norm(r) > 0.3);
  const PetscReal along[3] = {edge->face.normal[1], -edge->face.normal[0], 0};
  RicPoseTurn(&pair.stand[1].pose, 1, along, t);
  const PetscReal s = RicVec3Dot(t, r), to_end = s - edge->length;
  RicVec3Add(r, -s, t, r);
  return PetscAbsReal(s) > 0.05 && PetscAbsReal(to_end) > 0.05 && RicVec3Norm(r) > 0.3;
}

static Case RandomCase(const RicContactOps *ops, RicPointKind a, RicPointKind b, PetscInt dim,
                       uint64_t *seed) {
  const RandomRange ranges[] = {
      {"length", 0.2, 1}, {"radius", 2, 3}, {"width", 2, 3}, {"angle", -1, 1}, {NULL}};
  Case c = {.dim = dim};
  do {
    RandomPoints(a, b, dim, 0, seed, c.on, c.X, c.u);
    RandomParameters(ops->parameters, dim, ranges, seed, &c.data);
  } while (dim > 1 && !IsSmooth(ops, &c));
  SetCurve(ops, curve, &c.data);
  c.nd = RicPairDofs(c.on, dim);
  UniformArray(seed, -1, 1, c.nd, c.v);
  c.shift = Uniform(seed, -1, 1);
  c.shift_rate = Uniform(seed, -1, 1);
  return c;
}

typedef void (*CheckFn)(const RicContactOps *ops, const Case *c);

// Data that the start sets is that of 0.4 s of the motion ago.
static void AtRandomStates(const RicContactOps *ops, RicPointKind a, RicPointKind b, PetscInt dim,
                           CheckFn check, uint64_t *seed) {
  for (PetscInt k = 0; k < NUM_STATES; ++k) {
    Case c = RandomCase(ops, a, b, dim, seed);
    const Case begun = Moved(&c, c.v, -0.4);
    const RicPair pair = Stand(&begun);
    if (ops->Check && ops->Check(&c.data, c.on, dim))
      return;
    if (ops->Initialise)
      ops->Initialise(&c.data, dim, &pair.stand[0].pose, &pair.stand[1].pose);
    for (c.row = 0; c.row < ops->num_rows; ++c.row)
      check(ops, &c);
  }
}

static void ForEveryPair(const RicContactOps *ops, CheckFn check, uint64_t *seed) {
  for (PetscInt dim = 2; dim <= 3; ++dim)
    for (int kinds = 0; kinds < 9; ++kinds)
      AtRandomStates(ops, (RicPointKind)(kinds / 3), (RicPointKind)(kinds % 3), dim, check, seed);
}

static void ForEveryType(CheckFn check) {
  const RicContactOps *const *table;
  PetscInt n;
  uint64_t seed = 1;
  assert_int_equal(RicContactGetTable(&n, &table), 0);
  assert_int_equal(n, 11);
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
  const PetscReal h = RicContactIsLinear(ops, c->dim) ? 1e-2 : 1e-3;
  PetscReal W[RIC_MAX_DOFS];
  Row(ops, c, W);
  for (PetscInt j = 0; j < c->nd; ++j) {
    PetscReal g[4], d[RIC_MAX_DOFS] = {0};
    d[j] = 1;
    for (int k = 0; k < 4; ++k) {
      const Case moved = Moved(c, d, places[k] * h);
      g[k] = Gap(ops, &moved);
    }
    assert_close(W[j], Difference(g, h), RicContactIsLinear(ops, c->dim) ? 1e-13 : 1e-8);
  }
}

static void CheckCurvature(const RicContactOps *ops, const Case *c) {
  const PetscReal h = RicContactIsLinear(ops, c->dim) ? 1e-2 : 1e-3;
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
      assert_close(H[i * c->nd + j], DifferenceOf(i, W, h),
                   RicContactIsLinear(ops, c->dim) ? 0 : 2e-8);
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

// Lengths of the data, [m] in the type's table, in other units.
static void ScaleData(const RicContactOps *ops, PetscReal scale, RoomForData *data) {
  for (const RicParameter *p = ops->parameters; p->key; ++p)
    if (p->kind == RIC_PARAMETER_REAL && !strcmp(p->unit, "m"))
      *(PetscReal *)(data->bytes + p->offset) *= scale;
  SetCurve(ops, curve_scaled, data);
}

// Lengths in other units, 1/8 of a metre: the same bits but for the exponent, differences included.
static void CheckUnits(const RicContactOps *ops, const Case *c) {
  PetscReal H[2][RIC_MAX_DOFS * RIC_MAX_DOFS];
  RicContactOps without = *ops;
  Case scaled = *c;
  PetscInt turns[RIC_MAX_DOFS] = {0}, at = 0;
  if (ops->angular)
    return;
  without.Change = NULL;
  ScaleData(ops, 8, &scaled.data);
  RicVec3Scale(8, &scaled.X[0], &scaled.X[0]);
  RicVec3Scale(8, &scaled.X[3], &scaled.X[3]);
  for (PetscInt k = 0; k < 2; ++k) {
    RicVec3Scale(8, scaled.on[k].local, scaled.on[k].local);
    for (PetscInt i = 0; i < RicPointDofs(&c->on[k], c->dim); ++i, ++at) {
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
  const PetscReal h = RicContactIsLinear(ops, c->dim) ? 1e-2 : 1e-3;
  PetscReal g[4], W[RIC_MAX_DOFS], gap_velocity = -c->shift_rate * RicContactSide(ops, c->row);
  Row(ops, c, W);
  for (PetscInt i = 0; i < c->nd; ++i)
    gap_velocity += W[i] * c->v[i];
  for (int k = 0; k < 4; ++k) {
    Case moved = Moved(c, c->v, places[k] * h);
    moved.shift += places[k] * h * c->shift_rate;
    g[k] = Gap(ops, &moved);
  }
  assert_close(gap_velocity, Difference(g, h), RicContactIsLinear(ops, c->dim) ? 1e-13 : 1e-8);
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
  if (ops->angular)
    return;
  RicContactComplete(ops, &pair, c->row, c->shift, &g);
  RicVec3Cross(g.t[0], g.t[1], cross);
  RicVec3Add(g.on[0], -1, g.on[1], between);
  for (PetscInt d = 0; d < 3; ++d) {
    assert_close(cross[d], g.n[d], 2e-15);
    assert_close(between[d], Gap(ops, c) * g.n[d], 4e-15);
  }
  assert_close(RicVec3Norm(g.n), 1, 2e-15);
  assert_close(RicVec3Norm(g.t[0]), 1, 2e-15);
  if (c->dim == 2)
    assert_close(g.t[0][0], g.n[1], 2e-15); // n turned by −90°
}

// A larger clearance closes the gap by as much; a linear type has the same row everywhere.
static void CheckOffsetAndLinearity(const RicContactOps *ops, const Case *c) {
  PetscReal W[RIC_MAX_DOFS], there[RIC_MAX_DOFS];
  Case moved = *c;
  for (const RicParameter *p = ops->parameters; p->key; ++p)
    if (!strcmp(p->key, "offset"))
      *(PetscReal *)(moved.data.bytes + p->offset) += 0.25;
  assert_close(Gap(ops, c) - Gap(ops, &moved), 0.25, 1e-14);
  if (!RicContactIsLinear(ops, c->dim))
    return;
  moved = Moved(c, c->v, 1);
  Row(ops, c, W);
  Row(ops, &moved, there);
  assert_memory_equal(W, there, (size_t)c->nd * sizeof *W);
}

// Two bodies that turn together about the origin keep their gap.
static void CheckRigidMotion(const RicContactOps *ops, const Case *c) {
  const PetscReal phi[3] = {c->dim == 3 ? 0.3 : 0, c->dim == 3 ? -0.4 : 0, 0.6};
  const PetscInt nd = c->dim == 3 ? 6 : 3;
  PetscReal R[9], x[3] = {0}, turned[3];
  Case moved = *c;
  if (ops->form != RIC_CONTACT_OF_POINTS || c->dim == 1 || c->nd < 2 * nd)
    return;
  RicRotationMatrix(phi, R);
  for (PetscInt k = 0; k < 2; ++k) {
    PetscReal *u = moved.u + nd * k;
    for (PetscInt d = 0; d < c->dim; ++d)
      x[d] = c->X[3 * k + d] + u[d];
    RicVec3Map(R, x, turned);
    for (PetscInt d = 0; d < c->dim; ++d)
      u[d] += turned[d] - x[d];
    if (c->dim == 2)
      u[2] += phi[2];
    else
      RicRotationCompose(phi, &u[3], &u[3]);
  }
  assert_close(Gap(ops, &moved), Gap(ops, c), 2e-14);
}

// ---- Over a path. ----

// Rows over the path that the motion takes in the time s; what is next to W is left alone.
static void PathRows(const RicContactOps *ops, const Case *c, const RicContactFriction *friction,
                     PetscReal s, PetscReal delta[], RicPair ends[2], RicPairPath *path,
                     PetscReal W[]) {
  const PetscInt n = ops->num_rows * (friction ? RicContactWidth(friction, c->dim) : 1) * c->nd;
  const Case moved = Moved(c, c->v, s);
  ends[0] = RicPairOf(c->on, c->dim, c->X, c->u);
  ends[1] = RicPairOf(c->on, c->dim, c->X, moved.u);
  for (PetscInt i = 0; i < c->nd; ++i)
    delta[i] = s * c->v[i];
  RicPairPathOf(&ends[0], &ends[1], delta, path);
  for (PetscInt i = 0; i < n; ++i)
    W[i] = NAN;
  W[n] = 17;
  RicContactPathRows(ops, &c->data, friction, path, 0.7, W);
  assert_true(W[n] == 17);
}

#define MAX_PATH (RIC_CONTACT_MAX_ROWS * RIC_CONTACT_MAX_WIDTH * RIC_MAX_DOFS + 1)

// The whole way, short ones, and none.
static const PetscReal lengths[] = {1, 0.1, 1e-3, 1e-6, 1e-10, 0};

// W·delta is what the gap changes by, with the rows of friction and without them.
static void CheckPath(const RicContactOps *ops, const Case *c) {
  const RicContactFriction friction = {.coefficient = 0.5};
  PetscReal W[MAX_PATH], rubbing[MAX_PATH], delta[RIC_MAX_DOFS];
  RicPair ends[2];
  RicPairPath path;
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
    const Case moved = Moved(c, c->v, lengths[i]);
    PetscReal change = Gap(ops, &moved) - Gap(ops, c);
    if (ops->angular && c->dim == 3)
      change = remainder(change, 2 * PETSC_PI);
    PathRows(ops, c, NULL, lengths[i], delta, ends, &path, W);
    assert_close(Along(c->nd, &W[c->row * c->nd], delta), change, 1e-13);
    if (ops->angular || c->dim == 1)
      continue;
    PathRows(ops, c, &friction, lengths[i], delta, ends, &path, rubbing);
    for (PetscInt k = 1; k < c->dim && c->on[0].kind != RIC_POINT_GROUND; ++k) {
      const PetscReal *T = &rubbing[(c->row * c->dim + k) * c->nd]; // along a unit vector
      assert_close(Along(c->dim, T, T), 1, 1e-14);
    }
    assert_memory_equal(&W[c->row * c->nd], &rubbing[c->row * c->dim * c->nd],
                        (size_t)c->nd * sizeof *W);
  }
}

// On no way, and nearly so on a short one, they are the rows where it stands.
static void CheckPathLimit(const RicContactOps *ops, const Case *c) {
  const RicContactFriction elliptic = {
      .coefficient = 0.9, .second = 0.4, .axis = {0.48, 0.6, 0.64}, .radius = 0.3};
  const RicContactFriction plain = {.coefficient = 0.9}, *rubs = c->dim == 3 ? &elliptic : &plain;
  const PetscInt n = ops->angular ? c->nd : RicContactWidth(rubs, c->dim) * c->nd;
  PetscReal W[MAX_PATH], rows[MAX_PATH], delta[RIC_MAX_DOFS];
  RicPair ends[2];
  RicPairPath path;
  if (c->dim == 1)
    return;
  for (size_t i = 4; i < sizeof lengths / sizeof *lengths; ++i) {
    const RicPair pair = Stand(c);
    RicContactGeometry g = Touch(ops, c);
    RicContactComplete(ops, &pair, c->row, 0, &g);
    if (ops->angular)
      RicContactRow(ops, &pair, &g, rows);
    else
      RicContactRows(ops, rubs, &pair, &g, rows);
    PathRows(ops, c, ops->angular ? NULL : rubs, lengths[i], delta, ends, &path, W);
    for (PetscInt k = 0; k < n; ++k)
      assert_close(W[c->row * n + k], rows[k], lengths[i] > 0 ? 2e-9 : 2e-14);
  }
}

// What a and the obstacle of a body do to one another has no moment. (Stops work on the turns: theirs has
// none over the whole of the path, not half-way.)
static void CheckPathBalance(const RicContactOps *ops, const Case *c) {
  PetscReal W[MAX_PATH], delta[RIC_MAX_DOFS], moment[3] = {0};
  RicPair ends[2];
  RicPairPath path;
  if (ops->angular || c->on[0].kind == RIC_POINT_GROUND || c->on[1].kind != RIC_POINT_BODY)
    return;
  PathRows(ops, c, NULL, 1, delta, ends, &path, W);
  for (PetscInt k = 0; k < 2; ++k)
    AddMoment(&path, k, &W[c->row * c->nd + k * path.mean.nd[0]], moment);
  for (PetscInt d = 0; d < 3; ++d)
    assert_close(moment[d], 0, 2e-13);
}

// What a kernel says of a contact is of its rows, and nothing is written behind the last.
static void CheckRowsAlone(const RicContactOps *ops, const Case *c) {
  enum { ROOM = 2 * RIC_CONTACT_MAX_ROWS };
  const PetscInt behind = ROOM - ops->num_rows;
  RicContactGeometry g[ROOM], untouched[ROOM];
  RicContactChange change[ROOM], unchanged[ROOM];
  PetscReal W[MAX_PATH], delta[RIC_MAX_DOFS];
  RicPair ends[2];
  RicPairPath path;
  RicTwist motion[2];
  PathRows(ops, c, NULL, 1, delta, ends, &path, W);
  RicPairTwists(&ends[0], c->v, motion);
  memset(untouched, 0x5a, sizeof untouched), memset(unchanged, 0x5a, sizeof unchanged);
  memcpy(g, untouched, sizeof g), memcpy(change, unchanged, sizeof change);
  if (ops->Path)
    ops->Path(&c->data, c->dim, &path, g);
  assert_memory_equal(&g[ops->num_rows], untouched, (size_t)behind * sizeof *g);
  RicContactGeometryOf(ops, &c->data, &ends[0], g);
  assert_memory_equal(&g[ops->num_rows], untouched, (size_t)behind * sizeof *g);
  if (ops->Change)
    ops->Change(&c->data, &ends[0].stand[0].pose, &ends[0].stand[1].pose, g, motion, change);
  assert_memory_equal(&change[ops->num_rows], unchanged, (size_t)behind * sizeof *change);
}

static void TestRowsAlone(void **state) {
  (void)state;
  ForEveryType(CheckRowsAlone);
}

static void TestPath(void **state) {
  (void)state;
  ForEveryType(CheckPath);
}
static void TestPathLimit(void **state) {
  (void)state;
  ForEveryType(CheckPathLimit);
}
static void TestPathBalance(void **state) {
  (void)state;
  ForEveryType(CheckPathBalance);
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
    assert_true(table[i]->data_size <= sizeof(RoomForData));
    assert_true(table[i]->form != RIC_CONTACT_OF_POINTS || table[i]->Check);
    CheckParameters(table[i]->parameters, table[i]->data_size);
  }
  assert_null(Find("node"));
  assert_null(Find("node-plane "));
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestTable),        cmocka_unit_test(TestRow),
      cmocka_unit_test(TestCurvature),    cmocka_unit_test(TestCurvatureByDifferences),
      cmocka_unit_test(TestUnits),        cmocka_unit_test(TestGapVelocity),
      cmocka_unit_test(TestFrictionRows), cmocka_unit_test(TestStretchedRows),
      cmocka_unit_test(TestFrame),        cmocka_unit_test(TestOffsetAndLinearity),
      cmocka_unit_test(TestRigidMotion),  cmocka_unit_test(TestPath),
      cmocka_unit_test(TestPathLimit),    cmocka_unit_test(TestPathBalance),
      cmocka_unit_test(TestRowsAlone),
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
