// SPDX-License-Identifier: BSD-2-Clause
// Rotations in space, three ways, as pure functions.
//
//   vector      φ [3]: the axis times the angle, rad; as stored, of length ≤ π
//   quaternion  x [4] = (cos θ/2, sin θ/2 · axis), θ = |φ|; scalar first, −x is the same rotation
//   matrix      R [9], row-major: R = exp [φ]×, its columns the turned axes of space
//
// Rotations are composed through quaternions: 4·10⁻¹⁶ a composition, never a singularity. Rates are
// in axes of the turned frame (body axes): dR/dt = R [Ω]×, Ω = T(φ) dφ/dt.
#ifndef RIC_GEOM_ROTATION_H
#define RIC_GEOM_ROTATION_H

#include "geom/vec3.h"

RIC_C_BEGIN

static inline void RicQuaternionOf(const PetscReal phi[3], PetscReal x[4]) {
  const PetscReal theta = RicVec3Norm(phi);
  const PetscReal scale = theta > 0 ? PetscSinReal(theta / 2) / theta : 0.5;

  x[0] = PetscCosReal(theta / 2);
  RicVec3Scale(scale, phi, &x[1]);
}

// φ of a quaternion of any length but 0; |φ| ≤ π.
static inline void RicQuaternionVector(const PetscReal x[4], PetscReal phi[3]) {
  const PetscReal sine = RicVec3Norm(&x[1]), cosine = PetscAbsReal(x[0]);
  const PetscReal scale = sine > 0 ? 2 * atan2(sine, cosine) / sine : 2 / cosine;

  RicVec3Scale(x[0] < 0 ? -scale : scale, &x[1], phi);
}

// c = a b: turned by b first, by a then, both in axes of space; or by a, then by b in axes of the
// turned frame. c is neither.
static inline void RicQuaternionProduct(const PetscReal a[4], const PetscReal b[4],
                                        PetscReal c[4]) {
  c[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
  c[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
  c[2] = a[0] * b[2] + a[2] * b[0] + a[3] * b[1] - a[1] * b[3];
  c[3] = a[0] * b[3] + a[3] * b[0] + a[1] * b[2] - a[2] * b[1];
}

// R of a unit quaternion.
static inline void RicQuaternionMatrix(const PetscReal x[4], PetscReal R[9]) {
  const PetscReal w = x[0], a = x[1], b = x[2], c = x[3];

  R[0] = 1 - 2 * (b * b + c * c), R[1] = 2 * (a * b - w * c), R[2] = 2 * (a * c + w * b);
  R[3] = 2 * (a * b + w * c), R[4] = 1 - 2 * (a * a + c * c), R[5] = 2 * (b * c - w * a);
  R[6] = 2 * (a * c - w * b), R[7] = 2 * (b * c + w * a), R[8] = 1 - 2 * (a * a + b * b);
}

// The unit quaternion of R, from the largest of its four components (Shepperd 1978).
static inline void RicQuaternionOfMatrix(const PetscReal R[9], PetscReal x[4]) {
  const PetscReal trace = R[0] + R[4] + R[8];
  PetscReal largest = trace;
  PetscInt k = 0;

  for (PetscInt i = 0; i < 3; ++i)
    if (R[4 * i] > largest)
      largest = R[4 * i], k = i + 1;
  if (k == 0) {
    x[0] = 1 + trace, x[1] = R[7] - R[5], x[2] = R[2] - R[6], x[3] = R[3] - R[1];
  } else {
    const PetscInt i = k - 1, j = k % 3, l = (k + 1) % 3; // a right-handed cycle
    x[0] = R[3 * l + j] - R[3 * j + l];
    x[1 + i] = 1 + 2 * R[4 * i] - trace;
    x[1 + j] = R[3 * i + j] + R[3 * j + i];
    x[1 + l] = R[3 * i + l] + R[3 * l + i];
  }
  const PetscReal length = PetscSqrtReal(x[0] * x[0] + RicVec3Dot(&x[1], &x[1]));
  x[0] /= length;
  RicVec3Scale(1 / length, &x[1], &x[1]);
}

static inline void RicRotationMatrix(const PetscReal phi[3], PetscReal R[9]) {
  PetscReal x[4];

  RicQuaternionOf(phi, x);
  RicQuaternionMatrix(x, R);
}

static inline void RicRotationOfMatrix(const PetscReal R[9], PetscReal phi[3]) {
  PetscReal x[4];

  RicQuaternionOfMatrix(R, x);
  RicQuaternionVector(x, phi);
}

// out = φ ∘ δ: exp[out]× = exp[φ]× exp[δ]×, δ in axes of the turned frame. out may be either.
static inline void RicRotationCompose(const PetscReal phi[3], const PetscReal delta[3],
                                      PetscReal out[3]) {
  PetscReal x[4], y[4], z[4];

  RicQuaternionOf(phi, x);
  RicQuaternionOf(delta, y);
  RicQuaternionProduct(x, y, z);
  RicQuaternionVector(z, out);
}

// A = I + p [φ]× + q [φ]×²; [φ]×² = φφᵀ − θ²I.
static inline void RicRotationPolynomial(const PetscReal phi[3], PetscReal p, PetscReal q,
                                         PetscReal A[9]) {
  const PetscReal square = RicVec3Dot(phi, phi);

  for (PetscInt i = 0; i < 3; ++i)
    for (PetscInt j = 0; j < 3; ++j)
      A[3 * i + j] = q * phi[i] * phi[j] + (i == j ? 1 - q * square : 0);
  A[1] -= p * phi[2], A[2] += p * phi[1], A[5] -= p * phi[0];
  A[3] += p * phi[2], A[6] -= p * phi[1], A[7] += p * phi[0];
}

// Below this angle, rad, closed forms lose digits that their series have.
#define RIC_ROTATION_SMALL 0.3

// T = I − (1 − cos θ)/θ² [φ]× + (θ − sin θ)/θ³ [φ]×²: Ω = T(φ) dφ/dt in body axes.
static inline void RicRotationTangent(const PetscReal phi[3], PetscReal T[9]) {
  const PetscReal theta = RicVec3Norm(phi), s = theta * theta, sine = PetscSinReal(theta / 2);
  const PetscReal p = theta > 0 ? -2 * (sine / theta) * (sine / theta) : -0.5;
  const PetscReal q = theta < RIC_ROTATION_SMALL
                          ? (1 - s / 20 * (1 - s / 42 * (1 - s / 72 * (1 - s / 110)))) / 6
                          : (theta - PetscSinReal(theta)) / (theta * s);

  RicRotationPolynomial(phi, p, q, T);
}

// T⁻¹ = I + ½[φ]× + (1 − θ/2 cot θ/2)/θ² [φ]×², θ < 2π.
static inline void RicRotationTangentInverse(const PetscReal phi[3], PetscReal T[9]) {
  const PetscReal theta = RicVec3Norm(phi), s = theta * theta;
  const PetscReal q = theta < RIC_ROTATION_SMALL
                          ? (1 + s / 60 * (1 + s / 42 * (1 + s / 40 * (1 + s * 10 / 396)))) / 12
                          : (1 - theta / 2 * PetscCosReal(theta / 2) / PetscSinReal(theta / 2)) / s;

  RicRotationPolynomial(phi, 0.5, q, T);
}

RIC_C_END

#endif
