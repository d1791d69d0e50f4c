// SPDX-License-Identifier: BSD-2-Clause
// One contact alone. With the normal row eliminated, S = W_TT − W_TN W_NT/W_NN and
// p = q_T − W_TN q_N/W_NN, sliding with u_T = −λ r_T means
//
//   r_T(λ) = −(S + λ I)⁻¹ p,   r_N(λ) = −(q_N + W_NT r_T)/W_NN,   ψ(λ) = 1 − µ r_N/‖r_T‖ = 0,
//
// and ψ(0) ≤ 0 is sticking. ψ is nearly linear in λ: Newton within a bracket takes four steps.
#include "solve/friction_cone.h"

// Steps of the search for λ; bisection alone would end with fewer.
enum { MAX_STEPS = 60 };

// Of a singular S: proximal steps, and their shift, of tr W.
enum { SINGULAR_STEPS = 6 };
#define SINGULAR_SHIFT 1e-8

// Determinants below that part of the product of the diagonal are those of dependent rows.
#define NEARLY_SINGULAR 1e-9

// x = (S + λ I)⁻¹ b with the adjugate; PETSC_FALSE when singular to round-off.
RIC_INLINE PetscBool SolveShifted(PetscInt m, const PetscReal S[3][3], PetscReal lambda,
                                  const PetscReal b[], PetscReal x[]) {
  const PetscReal a = S[0][0] + lambda, e = S[1][1] + lambda, i = S[2][2] + lambda;

  if (m == 1) {
    x[0] = b[0] / a;
    return (PetscBool)(a > 0);
  }
  if (m == 2) {
    const PetscReal det = a * e - S[0][1] * S[1][0];
    x[0] = (e * b[0] - S[0][1] * b[1]) / det;
    x[1] = (a * b[1] - S[1][0] * b[0]) / det;
    return (PetscBool)(det > NEARLY_SINGULAR * a * e);
  }
  const PetscReal c0 = e * i - S[1][2] * S[2][1], c1 = S[1][2] * S[2][0] - S[1][0] * i,
                  c2 = S[1][0] * S[2][1] - e * S[2][0];
  const PetscReal det = a * c0 + S[0][1] * c1 + S[0][2] * c2;
  x[0] = (c0 * b[0] + (S[0][2] * S[2][1] - S[0][1] * i) * b[1] +
          (S[0][1] * S[1][2] - S[0][2] * e) * b[2]) /
         det;
  x[1] =
      (c1 * b[0] + (a * i - S[0][2] * S[2][0]) * b[1] + (S[0][2] * S[1][0] - a * S[1][2]) * b[2]) /
      det;
  x[2] =
      (c2 * b[0] + (S[0][1] * S[2][0] - a * S[2][1]) * b[1] + (a * e - S[0][1] * S[1][0]) * b[2]) /
      det;
  return (PetscBool)(det > NEARLY_SINGULAR * a * e * i);
}

RIC_INLINE PetscReal Dot(PetscInt m, const PetscReal x[], const PetscReal y[]) {
  PetscReal sum = 0;
  for (PetscInt i = 0; i < m; i++)
    sum += x[i] * y[i];
  return sum;
}

// The next λ: Newton's where it falls within the bracket (low, high), else a point of that.
RIC_INLINE PetscReal NextLambda(PetscReal lambda, PetscReal psi, PetscReal slope, PetscReal low,
                                PetscReal high, PetscReal size) {
  const PetscReal next = slope < 0 ? lambda - psi / slope : -1;

  if (next > low && next < high)
    return next;
  if (high < PETSC_MAX_REAL)
    return 0.5 * (low + high);
  return low > 0 ? 10 * low : 1e-3 * size;
}

// A solution of S x = b, b in the range of S, near the smallest one: proximal steps.
RIC_INLINE void SolveSingular(PetscInt m, const PetscReal S[3][3], PetscReal size,
                              const PetscReal b[], PetscReal x[]) {
  PetscReal rest[3], dx[3];

  for (PetscInt step = 0; step < SINGULAR_STEPS; step++) {
    for (PetscInt i = 0; i < m; i++)
      rest[i] = step ? b[i] - Dot(m, S[i], x) : b[i];
    SolveShifted(m, S, SINGULAR_SHIFT * size, rest, dx);
    for (PetscInt i = 0; i < m; i++)
      x[i] = step ? x[i] + dx[i] : dx[i];
  }
}

// The root of ψ, and with it x = r_T, from λ on; the r_N there.
RIC_INLINE PetscReal Slide(const PetscInt m, PetscReal mu, const PetscReal W[], PetscReal q,
                           const PetscReal S[3][3], const PetscReal b[], PetscReal size,
                           PetscReal lambda, PetscReal x[]) {
  PetscReal low = 0, high = PETSC_MAX_REAL, normal = 0, dx[3];

  for (PetscInt step = 0; step < MAX_STEPS; step++) {
    SolveShifted(m, S, lambda, b, x);
    normal = -(q + Dot(m, &W[1], x)) / W[0];
    const PetscReal slide = PetscSqrtReal(Dot(m, x, x));
    if (slide == 0)
      break;
    const PetscReal psi = 1 - mu * normal / slide;
    SolveShifted(m, S, lambda, x, dx); // dx = −∂x/∂λ
    const PetscReal slope =
        -mu / slide * (Dot(m, &W[1], dx) / W[0] + normal * Dot(m, x, dx) / (slide * slide));
    if (PetscAbsReal(psi) < 4e-16)
      break;
    if (psi > 0)
      low = lambda;
    else
      high = lambda;
    const PetscReal next = NextLambda(lambda, psi, slope, low, high, size);
    if (PetscAbsReal(next - lambda) <= 1e-15 * next)
      break;
    lambda = next;
  }
  return normal;
}

// Sticking or sliding, with m tangents, W_NN > 0, q_N < 0 and µ > 0.
RIC_INLINE void SolveClosed(const PetscInt m, PetscReal mu, const PetscReal W[],
                            const PetscReal q[], PetscReal r[]) {
  PetscReal S[3][3] = {{0}}, b[3] = {0}, x[3] = {0}, size = W[0];

  for (PetscInt i = 0; i < m; i++) {
    const PetscReal a = W[(m + 1) * (i + 1)] / W[0];
    for (PetscInt j = 0; j < m; j++)
      S[i][j] = W[(m + 1) * (i + 1) + j + 1] - a * W[j + 1];
    b[i] = a * q[0] - q[i + 1];
    size += PetscAbsReal(S[i][i]);
  }
  const PetscBool regular = SolveShifted(m, S, 0, b, x);
  if (!regular)
    SolveSingular(m, S, size, b, x);
  PetscReal normal = -(q[0] + Dot(m, &W[1], x)) / W[0], shrink = 1;
  const PetscBool stick = (PetscBool)(PetscSqrtReal(Dot(m, x, x)) <= mu * normal);
  if (!stick)
    normal = Slide(m, mu, W, q[0], S, b, size, regular ? 0 : 1e-3 * size, x);
  r[0] = PetscMax(normal, 0);
  if (!stick) { // exactly on the cone
    const PetscReal slide = PetscSqrtReal(Dot(m, x, x));
    shrink = slide > 0 ? mu * r[0] / slide : 0;
  }
  for (PetscInt i = 0; i < m; i++)
    r[i + 1] = shrink * x[i];
}

// In the plane there are three cases to try.
static void SolvePlane(PetscReal mu, const PetscReal W[], const PetscReal q[], PetscReal r[]) {
  const PetscReal det = W[0] * W[3] - W[1] * W[2];

  if (det > 1e-14 * W[0] * W[3]) {
    r[0] = (W[1] * q[1] - W[3] * q[0]) / det;
    r[1] = (W[2] * q[0] - W[0] * q[1]) / det;
    if (PetscAbsReal(r[1]) <= mu * r[0])
      return;
  }
  for (int side = -1; side <= 1; side += 2) {
    const PetscReal w = W[0] + side * mu * W[1];
    r[0] = -q[0] / w;
    r[1] = side * mu * r[0];
    const PetscReal slide = q[1] + W[2] * r[0] + W[3] * r[1];
    if (w > 0 && side * slide <= 1e-15 * PetscAbsReal(q[1]))
      return;
  }
  r[0] = -q[0] / W[0];
  r[1] = 0;
}

void RicConeSolve(PetscInt d, PetscReal mu, const PetscReal W[], const PetscReal q[],
                  PetscReal r[]) {
  for (PetscInt i = 0; i < d; i++)
    r[i] = 0;
  if (q[0] >= 0 || !(W[0] > 0))
    return;
  if (d == 1 || !(mu > 0))
    r[0] = -q[0] / W[0];
  else if (d == 2)
    SolvePlane(mu, W, q, r);
  else if (d == 3)
    SolveClosed(2, mu, W, q, r);
  else
    SolveClosed(3, mu, W, q, r);
}

PetscBool RicSmallSolve(PetscInt d, const PetscReal A[], const PetscReal b[], PetscReal x[]) {
  PetscReal a[4][5], largest = 0;
  PetscBool regular = PETSC_TRUE;

  for (PetscInt i = 0; i < d; i++) {
    for (PetscInt j = 0; j < d; j++) {
      a[i][j] = A[d * i + j];
      largest = PetscMax(largest, PetscAbsReal(a[i][j]));
    }
    a[i][d] = b[i];
  }
  for (PetscInt c = 0; c < d; c++) {
    PetscInt best = c;
    for (PetscInt i = c + 1; i < d; i++)
      best = PetscAbsReal(a[i][c]) > PetscAbsReal(a[best][c]) ? i : best;
    if (!(PetscAbsReal(a[best][c]) > 1e-14 * largest))
      regular = PETSC_FALSE;
    for (PetscInt j = c; j <= d && best != c; j++) {
      const PetscReal swap = a[c][j];
      a[c][j] = a[best][j], a[best][j] = swap;
    }
    for (PetscInt i = 0; i < d && regular; i++) {
      const PetscReal factor = i == c ? 0 : a[i][c] / a[c][c];
      for (PetscInt j = c; j <= d; j++)
        a[i][j] -= factor * a[c][j];
    }
  }
  for (PetscInt i = 0; i < d; i++)
    x[i] = regular ? a[i][d] / a[i][i] : 0;
  return regular;
}
