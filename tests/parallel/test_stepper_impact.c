// SPDX-License-Identifier: BSD-2-Clause
// Conformance of the time-stepping schemes in impacts of rigid masses: the bouncing ball of Brüls,
// Acary & Cardona 2014, §10.1, at its step; two masses; moving walls; disks, whose rows turn.
#include "stepping.h"
#include <string.h>
#include <unistd.h>

static PetscMPIInt size;

// ---- The bouncing ball ----

// Mass 1 kg, radius 0.2 m, height 1.001 m, g = 10 m/s², e = 0.8, h = 2e-3 s, until 4 s.
typedef struct {
  PetscReal min_gap, energy[4]; // energy at 1, 2, 3 s, zero on the floor
  PetscReal impulse[3];         // of the first impacts
  PetscReal resting, max_nu, total_impulse, rise;
} Bounces;

static System NewBall(const Scheme *scheme, PetscReal h) {
  const PetscReal height[3] = {1.001, 0, 0}, floor[3] = {0.2, 0, 0}, normal[3] = {1, 0, 0};
  const PetscReal gravity[3] = {-10, 0, 0};
  System s;
  Must(RicMeshCreate(PETSC_COMM_WORLD, &s.mesh));
  Must(RicMeshAddNode(s.mesh, "ball", height));
  BeginModel(&s, 1);
  AddPointMass(s.model, s.mesh, "ball", 1);
  AddPlane(s.model, s.mesh, "ball", "floor", floor, normal, 0.8, NULL);
  Must(RicModelSetGravity(s.model, gravity));
  Start(&s, scheme, h);
  return s;
}

// What the state says of the ball, in one sum over the ranks.
typedef struct {
  PetscReal q, v, gap, gap_velocity, impulse, nu;
} Ball;

static Ball ReadBall(const System *s) {
  const Vec vecs[6] = {s->state->q,       s->state->v, s->state->gap, s->state->gap_velocity,
                       s->state->impulse, s->state->nu};
  PetscReal values[6];
  for (PetscInt k = 0; k < 6; k++) {
    const PetscScalar *a;
    PetscInt n;
    Must(VecGetLocalSize(vecs[k], &n));
    Must(VecGetArrayRead(vecs[k], &a));
    values[k] = n ? a[0] : 0;
    Must(VecRestoreArrayRead(vecs[k], &a));
  }
  SumOverRanks(s->model, 6, values);
  return (Ball){values[0], values[1], values[2], values[3], values[4], values[5]};
}

static void Record(Bounces *b, const Ball *ball, PetscInt n, PetscReal *last, PetscInt *impacts) {
  const PetscReal energy = ball->v * ball->v / 2 + 10 * ball->gap;
  b->min_gap = PetscMin(b->min_gap, ball->gap);
  b->max_nu = PetscMax(b->max_nu, ball->nu);
  b->total_impulse += ball->impulse;
  b->rise = PetscMax(b->rise, energy - *last);
  *last = energy;
  if (ball->impulse > 0 && *impacts < 3)
    b->impulse[(*impacts)++] = ball->impulse;
  if (n % 500 == 0 && n < 2000)
    b->energy[n / 500] = energy;
}

static Bounces Bounce(const Scheme *scheme, PetscInt steps) {
  const PetscReal h = 2e-3;
  Bounces b = {.min_gap = 1};
  PetscInt impacts = 0;
  PetscReal last = 8.01;
  System s = NewBall(scheme, h);
  Ball ball = ReadBall(&s);
  assert_close(Energy(&s) - 2, 8.01, 1e-14);
  for (PetscInt n = 1; n <= steps; n++) {
    Advance(&s, (PetscReal)n * h);
    ball = ReadBall(&s);
    assert_close(ball.gap, ball.q + 0.801, 1e-15);
    assert_close(ball.gap_velocity, ball.v, 0);
    assert_int_equal(s.state->active, ball.impulse > 0);
    Record(&b, &ball, n, &last, &impacts);
  }
  b.resting = ball.impulse / h;
  // Σ Λ = m (v − v0) + m g t.
  assert_close(b.total_impulse, ball.v + 10 * h * (PetscReal)steps, 1e-11);
  Destroy(&s);
  return b;
}

static void TestBallGGL(void **state) {
  (void)state;
  const Bounces b = Bounce(ggl, size > 1 ? 1100 : 2000);
  assert_true(b.min_gap >= -1e-12);
  assert_close(b.energy[1], 5.12, 1e-9);
  assert_close(b.energy[2], 1.294376141, 1e-8);
  assert_close(b.impulse[0], 7.22, 1e-10);
  assert_close(b.impulse[1], 5.744, 1e-10);
  assert_close(b.impulse[2], 4.5848, 1e-10);
  assert_close(b.max_nu, 7.02e-3, 1e-6);
  assert_true(b.rise <= 1e-12);
  if (size > 1)
    return;
  assert_close(b.energy[3], 0.2022416502, 1e-9);
  assert_close(b.resting, 10, 1e-9);
}

// Over the first two impacts.
static void TestBallDecoupled(void **state) {
  (void)state;
  const Bounces b = Bounce(ggl_decoupled, 600);
  assert_true(b.min_gap >= -1e-12);
  assert_close(b.energy[1], 5.12, 1e-9);
  assert_close(b.impulse[0], 7.22, 1e-10);
  assert_close(b.impulse[1], 5.744, 1e-10);
  assert_true(b.rise <= 1e-12);
}

// The deepest penetration, by forecast; as long as it takes to come about, so only the first on
// several ranks.
static void TestBallMoreauJean(void **state) {
  const struct {
    Scheme scheme;
    PetscInt steps;
    PetscReal lowest, highest; // of the smallest gap
  } cases[4] = {
      {{.type = "moreau-jean"}, 600, -7.4675e-3, -7.4665e-3},
      {{.type = "moreau-jean", .number = "gamma", .value = 0.5}, 1000, -2.05e-3, -1.95e-3},
      {{.type = "moreau-jean", .number = "gamma", .value = 1}, 1850, -1.675e-5, -1.665e-5},
      {{.type = "moreau-jean", .choice = "forecast", .word = "free"}, 2000, 0, 1},
  };
  (void)state;
  for (PetscInt k = 0; k < (size > 1 ? 1 : 4); k++) {
    const Bounces b = Bounce(&cases[k].scheme, cases[k].steps);
    assert_true(b.min_gap >= cases[k].lowest && b.min_gap <= cases[k].highest);
    assert_close(b.max_nu, 0, 0);
    if (k == 0)
      assert_close(b.energy[1], 5.0900391, 1e-7);
    if (k == 3)
      assert_close(b.resting, 10, 1e-6);
  }
}

// Without an impact law the ball does not sink in, but energy grows: more than twice at 0.41 s.
static void TestBallSmooth(void **state) {
  (void)state;
  System s = NewBall(&schemes[NUM_SCHEMES - 1], 2e-3);
  for (PetscInt n = 1; n <= 205; n++) {
    Advance(&s, (PetscReal)n * 2e-3);
    assert_true(Smallest(s.state->gap) >= -1e-12);
  }
  assert_true(Energy(&s) - 2 > 2 * 8.01);
  Destroy(&s);
}

// ---- Impact of two masses, moving walls ----

// Newton's law between two masses of 1 and 2 kg, e = 0.5: from (1, 0) to (0, 0.5) m/s.
static void TestTwoMasses(void **state) {
  const RicFaceData data = {.normal = {1, 0, 0}, .offset = 0.3};
  const PetscReal second[3] = {1, 0, 0}, h = 0.013;
  (void)state;
  for (PetscInt k = 0; k < NUM_SCHEMES; k += SchemeStride()) {
    PetscReal impulse = 0, min_gap = 1;
    PetscInt link;
    System s;
    if (!schemes[k].impact_law)
      continue;
    Must(RicMeshCreate(PETSC_COMM_WORLD, &s.mesh));
    Must(RicMeshAddNode(s.mesh, "one", nowhere));
    Must(RicMeshAddNode(s.mesh, "two", second));
    Must(RicMeshAddLink(s.mesh, 0, 1, &link));
    BeginModel(&s, 1);
    AddPointMass(s.model, s.mesh, "one", 1);
    AddPointMass(s.model, s.mesh, "two", 2);
    Must(RicModelAddLinkContact(s.model, "pair", ContactType("node-node"), &data, link, 0.5, NULL));
    AddInitialX(s.model, s.mesh, "one", NULL, "1");
    Start(&s, &schemes[k], h);
    for (PetscInt n = 1; n <= 100; n++) {
      Advance(&s, (PetscReal)n * h);
      impulse += Total(s.state->impulse);
      min_gap = PetscMin(min_gap, Smallest(s.state->gap));
    }
    assert_close(At(&s, s.state->v, "one"), 0, 1e-13);
    assert_close(At(&s, s.state->v, "two"), 0.5, 1e-13);
    assert_close(impulse, 1, 1e-12);
    assert_true(min_gap >= (schemes[k].no_penetration ? -1e-14 : -2 * h));
    Destroy(&s);
  }
}

// A wall that comes at 0.01 m/s takes a mass at rest along, or throws it off at 1 + e times that.
static void CheckMovingWall(const Scheme *scheme, PetscReal e) {
  const PetscReal normal[3] = {1, 0, 0}, h = 0.01, speed = 0.01 * (1 + e);
  PetscReal impulse = 0;
  System s;
  Must(RicMeshCreate(PETSC_COMM_WORLD, &s.mesh));
  Must(RicMeshAddNode(s.mesh, "mass", nowhere));
  BeginModel(&s, 1);
  AddPointMass(s.model, s.mesh, "mass", 3);
  AddPlane(s.model, s.mesh, "mass", "wall", nowhere, normal, e, "0.01*t");
  Start(&s, scheme, h);
  assert_close(Smallest(s.state->gap_velocity), -0.01, 1e-14);
  for (PetscInt n = 1; n <= 60; n++) {
    Advance(&s, (PetscReal)n * h);
    impulse += Total(s.state->impulse);
    if (scheme->no_penetration)
      assert_true(Smallest(s.state->gap) >= -1e-14);
    if (n < 3)
      continue;
    assert_close(At(&s, s.state->v, "mass"), speed, 1e-13);
    assert_close(Smallest(s.state->gap_velocity), speed - 0.01, 1e-13);
  }
  assert_close(impulse, 3 * speed, 1e-12);
  assert_close(At(&s, s.state->q, "mass"), 0.6 * speed, 2e-4);
  Destroy(&s);
}

static void TestMovingWall(void **state) {
  (void)state;
  for (PetscInt k = 0; k < NUM_SCHEMES; k += SchemeStride()) {
    if (!schemes[k].impact_law)
      continue;
    CheckMovingWall(&schemes[k], 0);
    CheckMovingWall(&schemes[k], 0.5);
  }
}

// ---- Rows that turn ----

#define MAX_DISKS 4

// Disks of radius r and 1 kg in a box of half width `box` (0: none), or one in a ring about 0.
typedef struct {
  PetscInt num;
  PetscReal at[MAX_DISKS][3], velocity[MAX_DISKS][3], radius, box, ring, restitution, gravity;
} Disks;

static void DiskName(PetscInt i, char name[RIC_NAME_LEN]) {
  Must(PetscSNPrintf(name, RIC_NAME_LEN, "disk%" PetscInt_FMT, i));
}

static void AddPair(System *s, const Disks *d, PetscInt i, PetscInt j, PetscInt link) {
  const RicCircleData data = {.radius = d->radius, .offset = d->radius};
  char name[2][RIC_NAME_LEN];
  DiskName(i, name[0]), DiskName(j, name[1]);
  const RicPlace place[2] = {{{.kind = RIC_POINT_BODY}, RegionOf(s->mesh, name[0])},
                             {{.kind = RIC_POINT_BODY}, RegionOf(s->mesh, name[1])}};
  Must(RicModelAddPointContact(s->model, "pair", ContactType("circle-circle"), &data, place, link,
                               d->restitution, NULL));
}

// The four walls, and the ring.
static void AddWalls(System *s, const Disks *d, PetscInt i) {
  char name[RIC_NAME_LEN];
  DiskName(i, name);
  RicPlace place[2] = {{{.kind = RIC_POINT_BODY}, RegionOf(s->mesh, name)}};
  const RicCircleData ring = {.radius = d->ring, .offset = d->radius};
  RicFaceData wall = {.offset = d->radius};
  if (d->ring > 0)
    Must(RicModelAddPointContact(s->model, "ring", ContactType("point-circle"), &ring, place, -1,
                                 d->restitution, NULL));
  for (PetscInt k = 0; k < 4 && d->box > 0; k++) {
    const PetscReal sign = k % 2 ? 1 : -1;
    place[1].point.local[0] = k < 2 ? sign * d->box : 0, wall.normal[0] = k < 2 ? -sign : 0;
    place[1].point.local[1] = k < 2 ? 0 : sign * d->box, wall.normal[1] = k < 2 ? 0 : -sign;
    Must(RicModelAddPointContact(s->model, "wall", ContactType("point-line"), &wall, place, -1,
                                 d->restitution, NULL));
  }
}

static System NewDisks(const Disks *d, const Scheme *scheme, PetscReal h) {
  PetscInt link[MAX_DISKS][MAX_DISKS];
  char name[RIC_NAME_LEN];
  System s;
  Must(RicMeshCreate(PETSC_COMM_WORLD, &s.mesh));
  for (PetscInt i = 0; i < d->num; i++) {
    DiskName(i, name);
    Must(RicMeshAddNode(s.mesh, name, d->at[i]));
    for (PetscInt j = 0; j < i; j++)
      Must(RicMeshAddLink(s.mesh, j, i, &link[j][i]));
  }
  BeginModel(&s, 2);
  for (PetscInt i = 0; i < d->num; i++) {
    RicBodyData body = {.mass = 1, .inertia = d->radius * d->radius / 2};
    Must(PetscArraycpy(body.velocity, d->velocity[i], 3));
    DiskName(i, name);
    Must(RicModelAddBody(s.model, RegionOf(s.mesh, name), &body));
  }
  for (PetscInt i = 0; i < d->num; i++) {
    AddWalls(&s, d, i);
    for (PetscInt j = 0; j < i; j++)
      AddPair(&s, d, j, i, link[j][i]);
  }
  const PetscReal down[3] = {0, -d->gravity, 0};
  Must(RicModelSetGravity(s.model, down));
  Start(&s, scheme, h);
  return s;
}

// One disk hits another, at rest, off the centre: what it gives is what it loses.
static const Disks two = {.num = 2,
                          .at = {{-0.5, 0, 0}, {0, 0.14, 0}},
                          .velocity = {{1, 0, 0}, {0, 0, 0}},
                          .radius = 0.1,
                          .restitution = 1};

// Component d of a disk's velocity, on every rank.
static PetscReal DiskVelocity(const System *s, const char name[], PetscInt d) {
  const RicRegion *region = RegionOf(s->mesh, name);
  PetscReal value = 0;
  PetscInt owned, first, n;
  const PetscScalar *v;
  Must(RicMeshGetNumNodes(s->mesh, NULL, &owned, NULL));
  Must(VecGetArrayRead(s->state->v, &v));
  for (PetscInt i = 0; i < region->num_nodes; i++)
    if (region->nodes[i] < owned) {
      Must(RicModelGetNodeDofs(s->model, region->nodes[i], &first, &n));
      value += v[first + d];
    }
  Must(VecRestoreArrayRead(s->state->v, &v));
  SumOverRanks(s->model, 1, &value);
  return value;
}

static PetscReal EnergyOfTwo(const Scheme *scheme, PetscReal h, PetscReal v[2]) {
  System s = NewDisks(&two, scheme, h);
  for (PetscInt n = 1; n * h < 1 + h / 2; n++)
    Advance(&s, (PetscReal)n * h);
  const PetscReal energy = Energy(&s);
  for (PetscInt d = 0; d < 2; d++)
    v[d] = DiskVelocity(&s, "disk1", d);
  Destroy(&s);
  return energy;
}

// On several ranks few schemes: what ranks share is the same in all.
static PetscInt DiskStride(void) { return size > 1 ? 4 : 1; }

// What solving a step for its impact leaves: the iteration of energy-momentum ends a digit earlier.
static PetscReal RoundOff(const Scheme *scheme, PetscReal round_off) {
  return strcmp(scheme->type, "energy-momentum") ? round_off : 10 * round_off;
}

static void TestTwoDisks(void **state) {
  PetscReal v[2];
  (void)state;
  for (PetscInt k = 0; k < NUM_SCHEMES; k += DiskStride()) {
    if (!schemes[k].impact_law)
      continue;
    assert_close(EnergyOfTwo(&schemes[k], 5e-3, v), 0.5, RoundOff(&schemes[k], 1e-14));
    assert_close(v[0], 0.5, 0.02); // the normal is off by what the disk moves in a step
    assert_close(v[1], 0.5, 0.02);
  }
}

// As printed in the papers the energy grows, by O(h): the table of docs/schemes.md.
static void TestPrintedRows(void **state) {
  static const struct {
    const char *type;
    PetscReal gain;
  } table[] = {{"ggl-alpha", 0.0088},   {"nsga", 0.0088},     {"moreau-jean", 0.0091},
               {"projected", 0.0090},   {"combined", 0.0088}, {"ggl-theta", 0.0045},
               {"ggl-alpha-mu", 0.0088}};
  PetscReal v[2];
  (void)state;
  Must(PetscOptionsSetValue(NULL, "-stepper_impact_rows", "printed"));
  for (size_t k = 0; k < sizeof(table) / sizeof(*table); k++) {
    const Scheme scheme = {.type = table[k].type};
    assert_close(EnergyOfTwo(&scheme, 5e-3, v), 0.5 * (1 + table[k].gain), 0.5 * 6e-5);
  }
  assert_close(EnergyOfTwo(ggl, 2.5e-3, v), 0.5 * 1.0044, 0.5 * 6e-5);
  Must(PetscOptionsClearValue(NULL, "-stepper_impact_rows"));
}

static void TestBox(void **state) {
  const Disks four = {.num = 4,
                      .at = {{-0.5, -0.4}, {0.5, -0.35}, {-0.45, 0.5}, {0.4, 0.45}},
                      .velocity = {{1, 0.5}, {-0.7, 0.9}, {0.8, -0.6}, {-0.9, -0.4}},
                      .radius = 0.15,
                      .box = 1,
                      .restitution = 1};
  const PetscReal h = 5e-3;
  (void)state;
  for (PetscInt k = 0; k < NUM_SCHEMES; k += DiskStride()) {
    if (!schemes[k].impact_law)
      continue;
    System s = NewDisks(&four, &schemes[k], h);
    const PetscReal start = Energy(&s);
    for (PetscInt n = 1; n <= 400; n++)
      Advance(&s, (PetscReal)n * h);
    assert_close(Energy(&s), start, RoundOff(&schemes[k], 1e-13));
    Destroy(&s);
  }
}

// Sliding along a curved wall is no impact: the contact stays, whatever its restitution.
static void TestRing(void **state) {
  const Disks bead = {.num = 1,
                      .at = {{0.9, 0, 0}},
                      .velocity = {{0, 1, 0}},
                      .radius = 0.1,
                      .ring = 1,
                      .restitution = 0.8};
  const PetscReal h = 0.01;
  (void)state;
  for (PetscInt k = 0; k < NUM_SCHEMES; k += DiskStride()) {
    if (!schemes[k].impact_law || !schemes[k].no_penetration)
      continue;
    System s = NewDisks(&bead, &schemes[k], h);
    PetscReal energy = Energy(&s);
    for (PetscInt n = 1; n <= 100; n++) {
      Advance(&s, (PetscReal)n * h);
      assert_true(n < 3 || s.state->active == 1);
      assert_close(Smallest(s.state->gap), 0, n < 3 ? 1e-3 : 1e-12);
      assert_true(Energy(&s) <= energy + 1e-15);
      energy = Energy(&s);
    }
    assert_true(energy > 0.49);
    Destroy(&s);
  }
}

// One falls into the ring, off its centre, and bounces along it: where forces balance at once, a step
// goes on until nothing penetrates.
static void TestFallIntoRing(void **state) {
  const Disks bead = {.num = 1,
                      .at = {{0.6, 0.2, 0}},
                      .velocity = {{0.5, 0, 0}},
                      .radius = 0.1,
                      .ring = 1,
                      .restitution = 0.3,
                      .gravity = 10};
  const PetscReal h = 0.01;
  (void)state;
  for (PetscInt k = 0; k < NUM_SCHEMES; k += DiskStride()) {
    PetscInt pushed = 0;
    if (!schemes[k].no_penetration)
      continue;
    System s = NewDisks(&bead, &schemes[k], h);
    for (PetscInt n = 1; n <= 100; n++) {
      Advance(&s, (PetscReal)n * h);
      assert_true(Smallest(s.state->gap) >= -1e-10); // the tolerance of an iteration
      pushed += s.state->active;
    }
    assert_true(pushed > 3);
    Destroy(&s);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestBallGGL),
      cmocka_unit_test(TestBallDecoupled),
      cmocka_unit_test(TestBallMoreauJean),
      cmocka_unit_test(TestBallSmooth),
      cmocka_unit_test(TestTwoMasses),
      cmocka_unit_test(TestMovingWall),
      cmocka_unit_test(TestTwoDisks),
      cmocka_unit_test(TestPrintedRows),
      cmocka_unit_test(TestBox),
      cmocka_unit_test(TestRing),
      cmocka_unit_test(TestFallIntoRing),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &size));
  alarm(250); // a deadlock ends the test
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
