// SPDX-License-Identifier: BSD-2-Clause
// Frictional contact problems made by a seed: contacts at random points of free bodies, against the
// ground or one another, u = H v with v what M v = Hᵀ r + M v₀ gives. They have solutions (r may
// dissipate all relative motion), and where contacts outnumber the bodies' dofs many of them.
#ifndef RIC_TESTS_FRICTION_PROBLEMS_H
#define RIC_TESTS_FRICTION_PROBLEMS_H

#include "numeric.h"
#include "solve/friction.h"

#define MOST_CONTACTS 50
#define MOST_ROWS (3 * MOST_CONTACTS)
#define MOST_DOFS (6 * MOST_CONTACTS)

typedef struct {
  PetscInt dim, contacts, bodies, n;
  PetscReal mu_max;
  RicFrictionGroup groups[MOST_CONTACTS];
  PetscReal H[MOST_ROWS][MOST_DOFS]; // in dofs of unit mass
  PetscInt body[2 * MOST_CONTACTS];  // −1: none
  PetscReal W[MOST_ROWS * MOST_ROWS], q[MOST_ROWS];
  PetscReal r[MOST_ROWS], u[MOST_ROWS];
  RicFrictionResult result;
} RandomProblem;

// A right-handed frame of random direction, as rows; in the plane the third is along z.
static inline void RandomFrame(uint64_t *seed, PetscInt dim, PetscReal t[3][3]) {
  PetscReal norm = 0, along = 0;

  UniformArray(seed, -1, 1, 6, t[0]);
  if (dim == 2)
    t[0][2] = 0;
  for (PetscInt i = 0; i < 3; i++)
    norm += t[0][i] * t[0][i];
  for (PetscInt i = 0; i < 3; i++)
    t[0][i] /= PetscSqrtReal(norm);
  if (dim == 2)
    t[1][0] = -t[0][1], t[1][1] = t[0][0], t[1][2] = 0;
  for (PetscInt i = 0; i < 3; i++)
    along += t[0][i] * t[1][i];
  norm = 0;
  for (PetscInt i = 0; i < 3; i++) {
    t[1][i] -= along * t[0][i];
    norm += t[1][i] * t[1][i];
  }
  for (PetscInt i = 0; i < 3; i++)
    t[1][i] /= PetscSqrtReal(norm);
  for (PetscInt i = 0; i < 3; i++) {
    const PetscInt j = (i + 1) % 3, k = (i + 2) % 3;
    t[2][i] = t[0][j] * t[1][k] - t[0][k] * t[1][j];
  }
}

// What the rows of a contact get of one body: ± (e, arm × e), by the square roots of its inertia.
static inline void AddBody(uint64_t *seed, RandomProblem *p, PetscInt row, PetscInt body,
                           PetscReal sign, PetscReal t[3][3], const PetscReal inertia[][6]) {
  const PetscInt dofs = p->dim == 2 ? 3 : 6;
  PetscReal arm[3];

  UniformArray(seed, -1, 1, 3, arm);
  for (PetscInt i = 0; i < p->dim; i++) {
    PetscReal *h = &p->H[row + i][dofs * body];
    const PetscReal *e = t[i];
    const PetscReal moment[3] = {arm[1] * e[2] - arm[2] * e[1], arm[2] * e[0] - arm[0] * e[2],
                                 arm[0] * e[1] - arm[1] * e[0]};
    for (PetscInt a = 0; a < p->dim; a++)
      h[a] = sign * e[a] / PetscSqrtReal(inertia[body][a]);
    for (PetscInt a = p->dim; a < dofs; a++)
      h[a] = sign * moment[p->dim == 2 ? 2 : a - 3] / PetscSqrtReal(inertia[body][a]);
  }
}

// Masses from 1 to 100, every tenth contact without friction, in half of the problems a third of
// the contacts a copy of another.
static inline void RandomRows(uint64_t *seed, RandomProblem *p) {
  PetscReal inertia[MOST_CONTACTS][6];
  const PetscBool copies = (PetscBool)(Uniform(seed, 0, 1) < 0.5);

  for (PetscInt b = 0; b < p->bodies; b++) {
    const PetscReal mass = PetscPowReal(10, Uniform(seed, 0, 2));
    for (PetscInt a = 0; a < 6; a++)
      inertia[b][a] = a < p->dim ? mass : mass * Uniform(seed, 0.1, 0.5);
  }
  for (PetscInt k = 0; k < p->contacts; k++) {
    const PetscInt row = p->dim * k, other = k ? (PetscInt)Uniform(seed, 0, k) : 0;
    const PetscInt a = (PetscInt)Uniform(seed, 0, p->bodies);
    const PetscInt b = (PetscInt)Uniform(seed, 0, p->bodies);
    const PetscReal mu = Uniform(seed, 0, 1) < 0.1 ? 0 : Uniform(seed, 0, p->mu_max);
    PetscReal t[3][3];
    p->groups[k] = (RicFrictionGroup){.law = RIC_FRICTION_COULOMB, .rows = p->dim, .mu = mu};
    RandomFrame(seed, p->dim, t);
    if (copies && k && Uniform(seed, 0, 1) < 1.0 / 3) {
      for (PetscInt i = 0; i < p->dim; i++)
        for (PetscInt c = 0; c < MOST_DOFS; c++)
          p->H[row + i][c] = p->H[p->dim * other + i][c];
      p->body[2 * k] = p->body[2 * other];
      p->body[2 * k + 1] = p->body[2 * other + 1];
      continue;
    }
    p->body[2 * k] = a;
    p->body[2 * k + 1] = b != a ? b : -1;
    AddBody(seed, p, row, a, 1, t, inertia);
    if (b != a)
      AddBody(seed, p, row, b, -1, t, inertia);
  }
}

static inline void MakeRandom(uint64_t *seed, PetscReal mu_max, RandomProblem *p) {
  PetscReal v[MOST_DOFS];

  PetscMemzero(p, sizeof(*p));
  p->dim = Uniform(seed, 0, 1) < 0.5 ? 2 : 3;
  p->contacts = 1 + (PetscInt)Uniform(seed, 0, MOST_CONTACTS);
  const PetscReal few = Uniform(seed, 0, 1);
  p->bodies = 1 + (PetscInt)(few * few * (p->contacts - 1));
  p->mu_max = mu_max;
  p->n = p->dim * p->contacts;
  RandomRows(seed, p);
  UniformArray(seed, -1, 1, MOST_DOFS, v);
  for (PetscInt i = 0; i < p->n; i++)
    for (PetscInt c = 0; c < MOST_DOFS; c++)
      p->q[i] += p->H[i][c] * v[c];
  for (PetscInt i = 0; i < p->n; i++)
    for (PetscInt j = 0; j <= i; j++) {
      PetscReal sum = 0;
      for (PetscInt c = 0; c < 6 * p->bodies; c++)
        sum += p->H[i][c] * p->H[j][c];
      p->W[i * p->n + j] = p->W[j * p->n + i] = sum;
    }
}

static inline void SolveRandom(RicFriction friction, RandomProblem *p) {
  const RicFrictionProblem problem = {
      .num_groups = p->contacts, .groups = p->groups, .q = p->q, .W = p->W, .leading = p->n};
  assert_int_equal(RicFrictionSolve(friction, &problem, p->r, p->u, &p->result), 0);
}

// Who says "solved" has: u = W r + q, no penetration, r within the cone, nothing across a gap, and
// friction against the sliding; all to `tolerance` of the velocities that came in and the forces
// there are.
static inline void CheckRandom(const RandomProblem *p, PetscReal tolerance) {
  PetscReal velocity = 0, force = 0;

  for (PetscInt i = 0; i < p->n; i++) {
    velocity += p->q[i] * p->q[i];
    force += p->r[i] * p->r[i];
  }
  velocity = PetscSqrtReal(velocity), force = PetscSqrtReal(force);
  for (PetscInt k = 0; k < p->contacts; k++) {
    const PetscReal *r = &p->r[p->dim * k], *u = &p->u[p->dim * k], mu = p->groups[k].mu;
    PetscReal slide = 0, friction = 0, power = 0;
    for (PetscInt i = 0; i < p->dim; i++) {
      PetscReal w = p->q[p->dim * k + i];
      for (PetscInt j = 0; j < p->n; j++)
        w += p->W[(p->dim * k + i) * p->n + j] * p->r[j];
      assert_close(u[i], w, 1e-12 * velocity + 1e-13 * force);
    }
    for (PetscInt i = 0; p->groups[k].law == RIC_FRICTION_EQUALITY && i < p->dim; i++)
      assert_close(u[i], 0, tolerance * velocity);
    if (p->groups[k].law == RIC_FRICTION_EQUALITY)
      continue;
    for (PetscInt i = 1; i < p->dim; i++) {
      slide += u[i] * u[i];
      friction += r[i] * r[i];
      power += u[i] * r[i];
    }
    slide = PetscSqrtReal(slide), friction = PetscSqrtReal(friction);
    assert_true(r[0] >= 0 && friction <= mu * r[0] * (1 + 1e-12));
    assert_true(u[0] >= -tolerance * velocity);
    assert_close(r[0] * u[0], 0, tolerance * velocity * force);
    assert_true(power <= tolerance * velocity * force);
    assert_close(power, -mu * r[0] * slide, tolerance * velocity * force);
  }
}

// So many problems of a seed; the number that were not solved.
static inline PetscInt TryRandom(RicFriction friction, uint64_t seed, PetscReal mu_max,
                                 PetscInt trials, PetscReal tolerance) {
  RandomProblem *p = (RandomProblem *)malloc(sizeof(*p));
  PetscInt unsolved = 0;

  assert_non_null(p);
  for (PetscInt trial = 0; trial < trials; trial++) {
    MakeRandom(&seed, mu_max, p);
    SolveRandom(friction, p);
    assert_true(p->result.reason != RIC_FRICTION_INFEASIBLE);
    if (p->result.reason == RIC_FRICTION_SOLVED)
      CheckRandom(p, tolerance);
    else
      unsolved++;
  }
  free(p);
  return unsolved;
}

#endif
