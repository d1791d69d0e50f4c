// SPDX-License-Identifier: BSD-2-Clause
// The dense complementarity solver: random P-matrices against residuals and enumeration, redundant
// rows against sums that are unique, problems without solution, degenerate ones, and the example on
// which plain Newton-min cycles.
#include "numeric.h"
#include "solve/lcp.h"

enum { LARGEST = 60 };

// One problem, its solution, and what the solver said.
typedef struct {
  PetscInt n;
  PetscBool symmetric;
  PetscReal D[LARGEST * LARGEST]; // column-major
  PetscReal p[LARGEST], z[LARGEST], w[LARGEST];
  PetscInt pivots;
  RicReason reason;
} Problem;

static RicLcp lcp;

static void Solve(Problem *q) {
  assert_int_equal(
      RicLcpSolve(lcp, q->n, q->D, q->symmetric, NULL, q->p, q->z, q->w, &q->pivots, &q->reason),
      0);
}

static void NoGuess(Problem *q) {
  for (PetscInt i = 0; i < q->n; i++)
    q->z[i] = 0;
}

static PetscReal Largest(PetscInt n, const PetscReal x[]) {
  PetscReal largest = 0;
  for (PetscInt i = 0; i < n; i++)
    largest = PetscMax(largest, PetscAbsReal(x[i]));
  return largest;
}

// (D z + p)_i and Σ_j |D_ij z_j| + |p_i|, the size of what is added up.
static PetscReal Row(const Problem *q, PetscInt i, PetscReal *size) {
  PetscReal sum = q->p[i];
  *size = PetscAbsReal(q->p[i]);
  for (PetscInt j = 0; j < q->n; j++) {
    sum += q->D[j * q->n + i] * q->z[j];
    *size += PetscAbsReal(q->D[j * q->n + i] * q->z[j]);
  }
  return sum;
}

// 0 ≤ w = D z + p ⊥ z ≥ 0, to `tolerance` of what enters each row.
static void CheckSolved(const Problem *q, PetscReal tolerance) {
  assert_int_equal(q->reason, RIC_OK);
  for (PetscInt i = 0; i < q->n; i++) {
    PetscReal size;
    const PetscReal w = Row(q, i, &size);
    assert_close(q->w[i], w, tolerance * size);
    assert_true(w >= -tolerance * size);
    assert_true(q->z[i] >= 0);
    assert_true(q->z[i] * w <= tolerance * size * Largest(q->n, q->z));
  }
}

// ---- Enumeration ----

// x = A⁻¹ b by Gauss elimination with pivoting; A [m*m] and b [m] are destroyed.
static void Eliminate(PetscInt m, PetscReal A[], PetscReal b[]) {
  for (PetscInt k = 0; k < m; k++) {
    PetscInt best = k;
    for (PetscInt i = k + 1; i < m; i++)
      best = PetscAbsReal(A[k * m + i]) > PetscAbsReal(A[k * m + best]) ? i : best;
    for (PetscInt j = 0; j < m; j++) {
      const PetscReal swap = A[j * m + k];
      A[j * m + k] = A[j * m + best], A[j * m + best] = swap;
    }
    const PetscReal swap = b[k];
    b[k] = b[best], b[best] = swap;
    for (PetscInt i = k + 1; i < m; i++) {
      const PetscReal factor = A[k * m + i] / A[k * m + k];
      for (PetscInt j = k; j < m; j++)
        A[j * m + i] -= factor * A[j * m + k];
      b[i] -= factor * b[k];
    }
  }
  for (PetscInt i = m - 1; i >= 0; i--) {
    for (PetscInt j = i + 1; j < m; j++)
      b[i] -= A[j * m + i] * b[j];
    b[i] /= A[i * m + i];
  }
}

// z of the active entries given by the bits of `set`, D z + p = 0 in them.
static void SolveSet(Problem *q, PetscInt set) {
  PetscReal A[LARGEST * LARGEST], b[LARGEST];
  PetscInt entry[LARGEST], m = 0;
  for (PetscInt i = 0; i < q->n; i++)
    if (set >> i & 1)
      entry[m++] = i;
  for (PetscInt j = 0; j < m; j++) {
    for (PetscInt i = 0; i < m; i++)
      A[j * m + i] = q->D[entry[j] * q->n + entry[i]];
    b[j] = -q->p[entry[j]];
  }
  Eliminate(m, A, b);
  NoGuess(q);
  for (PetscInt k = 0; k < m; k++)
    q->z[entry[k]] = b[k];
}

// The only feasible of all 2ⁿ active sets.
static void Enumerate(const Problem *q, PetscReal z[]) {
  Problem trial = *q;
  PetscInt found = 0;
  for (PetscInt set = 0; set < 1 << q->n; set++) {
    PetscBool feasible = PETSC_TRUE;
    SolveSet(&trial, set);
    for (PetscInt i = 0; i < q->n; i++) {
      PetscReal size;
      if (set >> i & 1 ? trial.z[i] < 0 : Row(&trial, i, &size) < 0)
        feasible = PETSC_FALSE;
    }
    if (!feasible)
      continue;
    found++;
    for (PetscInt i = 0; i < q->n; i++)
      z[i] = trial.z[i];
  }
  assert_int_equal(found, 1);
}

// ---- Random P-matrices ----

// G Gᵀ/n + δ I, symmetric positive definite.
static void FillSymmetric(Problem *q, uint64_t *seed) {
  PetscReal G[LARGEST * LARGEST];
  UniformArray(seed, -1, 1, q->n * q->n, G);
  q->symmetric = PETSC_TRUE;
  for (PetscInt i = 0; i < q->n; i++)
    for (PetscInt j = 0; j < q->n; j++) {
      PetscReal sum = i == j ? 0.01 : 0;
      for (PetscInt k = 0; k < q->n; k++)
        sum += G[k * q->n + i] * G[k * q->n + j] / (PetscReal)q->n;
      q->D[j * q->n + i] = sum;
    }
}

// The same and a skew part: positive definite, not symmetric.
static void FillPositive(Problem *q, uint64_t *seed) {
  FillSymmetric(q, seed);
  q->symmetric = PETSC_FALSE;
  for (PetscInt i = 0; i < q->n; i++)
    for (PetscInt j = 0; j < i; j++) {
      const PetscReal skew = Uniform(seed, -1, 1);
      q->D[j * q->n + i] += skew;
      q->D[i * q->n + j] -= skew;
    }
}

// Diagonally dominant by rows, then rows and columns scaled by positive factors: a P-matrix that is
// in general not positive definite.
static void FillDominant(Problem *q, uint64_t *seed) {
  const PetscInt n = q->n;
  PetscReal rows[LARGEST], columns[LARGEST];
  q->symmetric = PETSC_FALSE;
  for (PetscInt i = 0; i < n; i++) {
    PetscReal sum = Uniform(seed, 0.1, 1);
    for (PetscInt j = 0; j < n; j++)
      q->D[j * n + i] = i == j ? 0 : Uniform(seed, -1, 1);
    for (PetscInt j = 0; j < n; j++)
      sum += PetscAbsReal(q->D[j * n + i]);
    q->D[i * n + i] = sum;
    rows[i] = PetscExpReal(Uniform(seed, -2, 2));
    columns[i] = PetscExpReal(Uniform(seed, -2, 2));
  }
  for (PetscInt j = 0; j < n; j++)
    for (PetscInt i = 0; i < n; i++)
      q->D[j * n + i] *= rows[i] * columns[j];
}

typedef void (*FillFn)(Problem *, uint64_t *);
static const FillFn fills[3] = {FillSymmetric, FillPositive, FillDominant};

static void FillRandom(Problem *q, PetscInt n, PetscInt kind, uint64_t *seed) {
  q->n = n;
  fills[kind](q, seed);
  UniformArray(seed, -1, 1, n, q->p);
  NoGuess(q);
}

static void TestRandom(void **state) {
  uint64_t seed = 1;
  static Problem q;
  (void)state;
  for (PetscInt kind = 0; kind < 3; kind++)
    for (PetscInt n = 1; n <= LARGEST; n++)
      for (PetscInt repeat = 0; repeat < 4; repeat++) {
        FillRandom(&q, n, kind, &seed);
        Solve(&q);
        CheckSolved(&q, 1e-12);
      }
}

static void TestEnumeration(void **state) {
  uint64_t seed = 2;
  PetscReal z[LARGEST];
  static Problem q;
  (void)state;
  for (PetscInt kind = 0; kind < 3; kind++)
    for (PetscInt n = 1; n <= 10; n++)
      for (PetscInt repeat = 0; repeat < 5; repeat++) {
        FillRandom(&q, n, kind, &seed);
        Solve(&q);
        assert_int_equal(q.reason, RIC_OK);
        Enumerate(&q, z);
        for (PetscInt i = 0; i < n; i++)
          assert_close(q.z[i], z[i], 1e-9 * (1 + Largest(n, z)));
      }
}

// Whatever the guess, the solution is the same; from the solution it takes one system.
static void TestWarmStart(void **state) {
  uint64_t seed = 3;
  static Problem q, warm;
  (void)state;
  for (PetscInt repeat = 0; repeat < 60; repeat++) {
    FillRandom(&q, 1 + repeat, repeat % 3, &seed);
    Solve(&q);
    warm = q;
    Solve(&warm);
    assert_int_equal(warm.pivots, 1);
    for (PetscInt guess = 0; guess < 3; guess++) {
      for (PetscInt i = 0; i < q.n; i++)
        warm.z[i] = guess ? 1e3 * (PetscReal)(guess == 1 || Uniform(&seed, -1, 1) > 0)
                          : (PetscReal)(q.z[i] == 0);
      Solve(&warm);
      CheckSolved(&warm, 1e-12);
      for (PetscInt i = 0; i < q.n; i++)
        assert_close(warm.z[i], q.z[i], 1e-9 * (1 + Largest(q.n, q.z)));
    }
  }
}

// ---- Redundant rows ----

// Every row of a regular problem three times: w as there, and z in sums as there.
static void TestDuplicates(void **state) {
  uint64_t seed = 4;
  static Problem single, q;
  (void)state;
  for (PetscInt n = 1; n <= 12; n++) {
    FillRandom(&single, n, 0, &seed);
    Solve(&single);
    q.n = 3 * n;
    q.symmetric = PETSC_TRUE;
    for (PetscInt i = 0; i < 3 * n; i++) {
      q.p[i] = single.p[i % n];
      q.z[i] = 0;
      for (PetscInt j = 0; j < 3 * n; j++)
        q.D[j * q.n + i] = single.D[(j % n) * n + i % n];
    }
    Solve(&q);
    CheckSolved(&q, 1e-10);
    for (PetscInt i = 0; i < n; i++) {
      assert_close(q.z[i] + q.z[i + n] + q.z[i + 2 * n], single.z[i],
                   1e-9 * (1 + Largest(n, single.z)));
      for (PetscInt k = 0; k < 3; k++)
        assert_close(q.w[i + k * n], single.w[i], 1e-10);
    }
  }
}

// Rows 1, x_i of five points on the edge of a rigid body of mass m and inertia J, moving at v and
// turning at rate: D_ij = 1/m + x_i x_j/J, p_i = v + rate x_i.
static void FillEdge(Problem *q, PetscReal m, PetscReal J, PetscReal v, PetscReal rate) {
  q->n = 5;
  q->symmetric = PETSC_TRUE;
  for (PetscInt i = 0; i < 5; i++) {
    const PetscReal x = (PetscReal)(i - 2) / 2;
    q->p[i] = v + rate * x;
    for (PetscInt j = 0; j < 5; j++)
      q->D[j * 5 + i] = 1 / m + x * (PetscReal)(j - 2) / 2 / J;
  }
  NoGuess(q);
}

// The edge lands as a whole: Σ z = −m v and Σ x z = −J rate; a fast turning one on its corner only.
static void TestEdge(void **state) {
  const PetscReal m = 2, J = 0.3, guesses[3] = {0, 1, 100};
  static Problem q;
  (void)state;
  for (PetscInt k = 0; k < 3; k++) {
    PetscReal sum = 0, moment = 0;
    FillEdge(&q, m, J, -1.5, 0.4);
    for (PetscInt i = 0; i < 5; i++)
      q.z[i] = guesses[k];
    Solve(&q);
    CheckSolved(&q, 1e-11);
    for (PetscInt i = 0; i < 5; i++) {
      sum += q.z[i];
      moment += (PetscReal)(i - 2) / 2 * q.z[i];
      assert_close(q.w[i], 0, 1e-11);
    }
    assert_close(sum, 3, 1e-10);
    assert_close(moment, -0.12, 1e-10);
  }
  FillEdge(&q, m, J, -0.1, 5);
  Solve(&q);
  CheckSolved(&q, 1e-12);
  assert_close(q.z[0], 5.1 / (1 / m + 1 / J), 1e-12);
  assert_true(q.z[1] == 0 && q.z[2] == 0 && q.z[3] == 0 && q.z[4] == 0);
}

// ---- No solution, degenerate, ill-conditioned ----

static void TestInfeasible(void **state) {
  // A row that cannot move; a body squeezed between two walls too near; two such, one of them fine.
  static Problem q = {.n = 1, .symmetric = PETSC_TRUE, .D = {0}, .p = {-1}};
  (void)state;
  Solve(&q);
  assert_int_equal(q.reason, RIC_FAILED);
  q = (Problem){.n = 2, .symmetric = PETSC_TRUE, .D = {1, -1, -1, 1}, .p = {-1, -1}};
  for (PetscInt symmetric = 0; symmetric < 2; symmetric++) {
    q.symmetric = (PetscBool)symmetric;
    NoGuess(&q);
    Solve(&q);
    assert_int_equal(q.reason, RIC_FAILED);
  }
  // The same walls with room between them: the body ends between, w1 + w2 = 1.
  q.p[0] = 2, q.symmetric = PETSC_TRUE;
  NoGuess(&q);
  Solve(&q);
  CheckSolved(&q, 1e-12);
  assert_close(q.w[0], 1, 1e-12);
  assert_close(q.z[1] - q.z[0], 1, 1e-12);
}

static void TestDegenerate(void **state) {
  uint64_t seed = 5;
  static Problem q;
  (void)state;
  for (PetscInt n = 1; n <= 20; n++)
    for (PetscInt guess = 0; guess < 2; guess++) {
      FillRandom(&q, n, n % 3, &seed);
      for (PetscInt i = 0; i < n; i++)
        q.p[i] = 0, q.z[i] = (PetscReal)guess;
      Solve(&q);
      assert_int_equal(q.reason, RIC_OK);
      for (PetscInt i = 0; i < n; i++)
        assert_true(q.z[i] == 0 && q.w[i] == 0);
    }
  q.n = 0;
  Solve(&q);
  assert_int_equal(q.reason, RIC_OK);
}

// Solutions with entries where z and w vanish both: round-off decides on the set, not on z.
static void TestPartlyDegenerate(void **state) {
  uint64_t seed = 6;
  PetscReal z[LARGEST];
  static Problem q;
  (void)state;
  for (PetscInt repeat = 0; repeat < 90; repeat++) {
    FillRandom(&q, 3 + repeat % 40, repeat % 3, &seed);
    for (PetscInt i = 0; i < q.n; i++)
      z[i] = i % 3 == 0 ? Uniform(&seed, 0, 1) : 0;
    for (PetscInt i = 0; i < q.n; i++) {
      q.p[i] = i % 3 == 1 ? 1 : 0;
      for (PetscInt j = 0; j < q.n; j++)
        q.p[i] -= q.D[j * q.n + i] * z[j];
    }
    Solve(&q);
    CheckSolved(&q, 1e-12);
    for (PetscInt i = 0; i < q.n; i++)
      assert_close(q.z[i], z[i], 1e-9);
  }
}

// Two stiff bodies squeezed with a compliance of 1e-8 between walls, three rows that touch without
// force: z is large, and what is left of w cancels.
static void TestSqueezed(void **state) {
  const PetscReal rows[5][2] = {{1, 0}, {-1, 1}, {0, -1}, {1, 1}, {1, -0.5}};
  const PetscReal soft[5] = {1e-8, 1e-8, 1e-8, 1, 1};
  static Problem q;
  (void)state;
  q.n = 5;
  q.symmetric = PETSC_TRUE;
  for (PetscInt i = 0; i < 5; i++)
    for (PetscInt j = 0; j < 5; j++)
      q.D[j * 5 + i] =
          rows[i][0] * rows[j][0] + 3 * rows[i][1] * rows[j][1] + (i == j ? soft[i] : 0);
  for (PetscInt i = 0; i < 5; i++) {
    q.z[i] = i < 3 ? 1e6 : 0;
    q.p[i] = 0;
    for (PetscInt j = 0; j < 3; j++)
      q.p[i] -= q.D[j * 5 + i] * 1e6;
  }
  for (PetscInt guess = 0; guess < 2; guess++) {
    for (PetscInt i = 0; i < 5; i++)
      q.z[i] = (PetscReal)guess;
    Solve(&q);
    CheckSolved(&q, 1e-12);
    for (PetscInt i = 0; i < 3; i++)
      assert_close(q.z[i], 1e6, 10);
  }
}

// ---- Cycling ----

// Plain Newton-min: the next active set holds entries with z > 0 if active, w < 0 if not.
static PetscInt NewtonMin(Problem *q, PetscInt set) {
  PetscInt next = 0;
  SolveSet(q, set);
  for (PetscInt i = 0; i < q->n; i++) {
    PetscReal size;
    if (set >> i & 1 ? q->z[i] > 0 : Row(q, i, &size) < 0)
      next |= 1 << i;
  }
  return next;
}

// I. Ben Gharbia & J.C. Gilbert, Math. Program. 134 (2012) 349–364: on the circulant P-matrix of
// the row (1, 0, …, 0, 2), n odd, with p = −1, plain Newton-min cycles. The solution is z = 1/3.
static void TestCycling(void **state) {
  static Problem q;
  (void)state;
  for (PetscInt n = 3; n <= 9; n += 2) {
    q.n = n;
    q.symmetric = PETSC_FALSE;
    for (PetscInt i = 0; i < n; i++) {
      q.p[i] = -1;
      for (PetscInt j = 0; j < n; j++)
        q.D[j * n + i] = i == j ? 1 : j == (i + n - 1) % n ? 2 : 0;
    }
    if (n == 3) {
      assert_int_equal(NewtonMin(&q, 1 + 4), 2 + 4);
      assert_int_equal(NewtonMin(&q, 2 + 4), 1 + 2);
      assert_int_equal(NewtonMin(&q, 1 + 2), 1 + 4);
    }
    for (PetscInt set = 0; set < 1 << n; set++) {
      for (PetscInt i = 0; i < n; i++)
        q.z[i] = (PetscReal)(set >> i & 1);
      Solve(&q);
      assert_int_equal(q.reason, RIC_OK);
      for (PetscInt i = 0; i < n; i++)
        assert_close(q.z[i], 1 / 3.0, 1e-13);
    }
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestRandom),     cmocka_unit_test(TestEnumeration),
      cmocka_unit_test(TestWarmStart),  cmocka_unit_test(TestDuplicates),
      cmocka_unit_test(TestEdge),       cmocka_unit_test(TestInfeasible),
      cmocka_unit_test(TestDegenerate), cmocka_unit_test(TestPartlyDegenerate),
      cmocka_unit_test(TestSqueezed),   cmocka_unit_test(TestCycling),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  PetscCall(RicLcpCreate(&lcp));
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(RicLcpDestroy(&lcp));
  PetscCall(PetscFinalize());
  return failed;
}
