// SPDX-License-Identifier: BSD-2-Clause
// Models of tests/bench/peers as Siconos loads them: M(q) v̇ + F(q, v) = Wᵀλ, one gap a function.
// Matrices are stored by columns. Compiled by that script, not part of the build.
// Sources: inputs/rocking-block.yaml; src/system/system_slider_crank.c, its symbols and defaults.
#include <math.h>
#include <string.h>

#define AT unsigned nq, const double *q
#define GAP_OUT unsigned ny, double *y, unsigned nz, double *z
#define MATRIX_OUT double *a, unsigned nz, double *z

// The block's corner at (x, -3/4) from its centre; q: the centre and the angle.
static double BlockGap(const double q[3], double x) {
  return q[1] + x * sin(q[2]) - 0.75 * cos(q[2]);
}

static void BlockRow(const double q[3], double x, double row[3]) {
  row[0] = 0;
  row[1] = 1;
  row[2] = x * cos(q[2]) + 0.75 * sin(q[2]);
}

void block_a_gap(AT, GAP_OUT) { y[0] = BlockGap(q, 0.5); }
void block_b_gap(AT, GAP_OUT) { y[0] = BlockGap(q, -0.5); }
void block_a_row(AT, GAP_OUT) { BlockRow(q, 0.5, y); }
void block_b_row(AT, GAP_OUT) { BlockRow(q, -0.5, y); }

static const double l1 = 0.153, l2 = 0.306, m1 = 0.038, m2 = 0.038, m3 = 0.076;
static const double J1 = 7.4e-5, J2 = 5.9e-4, J3 = 2.7e-6, d = 0.052, g = 9.81;

#define COUPLING ((m2 / 2 + m3) * l1 * l2)
#define WEIGHT1 ((m1 / 2 + m2 + m3) * l1 * g)
#define WEIGHT2 ((m2 / 2 + m3) * l2 * g)

void crank_mass(AT, MATRIX_OUT) {
  memset(a, 0, 9 * sizeof(double));
  a[0] = J1 + (m1 / 4 + m2 + m3) * l1 * l1;
  a[4] = J2 + (m2 / 4 + m3) * l2 * l2;
  a[8] = J3;
  a[1] = a[3] = COUPLING * cos(q[0] - q[1]);
}

void crank_force(AT, const double *v, MATRIX_OUT) {
  const double s = COUPLING * sin(q[0] - q[1]);
  a[0] = s * v[1] * v[1] + WEIGHT1 * cos(q[0]);
  a[1] = -s * v[0] * v[0] + WEIGHT2 * cos(q[1]);
  a[2] = 0;
}

void crank_force_q(AT, const double *v, MATRIX_OUT) {
  const double c = COUPLING * cos(q[0] - q[1]);
  memset(a, 0, 9 * sizeof(double));
  a[0] = c * v[1] * v[1] - WEIGHT1 * sin(q[0]);
  a[1] = -c * v[0] * v[0];
  a[3] = -c * v[1] * v[1];
  a[4] = c * v[0] * v[0] - WEIGHT2 * sin(q[1]);
}

void crank_force_v(AT, const double *v, MATRIX_OUT) {
  const double s = COUPLING * sin(q[0] - q[1]);
  memset(a, 0, 9 * sizeof(double));
  a[1] = -2 * s * v[0];
  a[3] = 2 * s * v[1];
}

// The slider's corner at (x, y) from its centre, above (y > 0) or below.
static double CrankGap(const double q[3], double x, double y) {
  const double height = l1 * sin(q[0]) + l2 * sin(q[1]) + x * sin(q[2]) + y * cos(q[2]);
  return d / 2 - copysign(1, y) * height;
}

static void CrankRow(const double q[3], double x, double y, double row[3]) {
  const double side = copysign(1, y);
  row[0] = -side * l1 * cos(q[0]);
  row[1] = -side * l2 * cos(q[1]);
  row[2] = -side * (x * cos(q[2]) - y * sin(q[2]));
}

void upper_left_gap(AT, GAP_OUT) { y[0] = CrankGap(q, -0.05, 0.025); }
void upper_right_gap(AT, GAP_OUT) { y[0] = CrankGap(q, 0.05, 0.025); }
void lower_left_gap(AT, GAP_OUT) { y[0] = CrankGap(q, -0.05, -0.025); }
void lower_right_gap(AT, GAP_OUT) { y[0] = CrankGap(q, 0.05, -0.025); }
void upper_left_row(AT, GAP_OUT) { CrankRow(q, -0.05, 0.025, y); }
void upper_right_row(AT, GAP_OUT) { CrankRow(q, 0.05, 0.025, y); }
void lower_left_row(AT, GAP_OUT) { CrankRow(q, -0.05, -0.025, y); }
void lower_right_row(AT, GAP_OUT) { CrankRow(q, 0.05, -0.025, y); }
