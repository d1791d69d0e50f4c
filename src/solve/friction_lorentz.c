// SPDX-License-Identifier: BSD-2-Clause
// det x = x₀² − ‖x₁‖² is evaluated as (x₀ − ‖x₁‖)(x₀ + ‖x₁‖): near the boundary of the cone the
// squares cancel.
#include "solve/friction_lorentz.h"
#include "solve/friction_cone.h"

#define SMALLEST 1e-300

static PetscReal Det(PetscInt d, const PetscReal x[]) {
  const PetscReal side = RicTangentNorm(d, x);

  return PetscMax((x[0] - side) * (x[0] + side), SMALLEST);
}

// The least positive root of a α² + 2 b α + c = det(x + α dx), where x₀ + α dx₀ ≥ 0.
PetscReal RicLorentzStep(PetscInt d, const PetscReal x[], const PetscReal dx[]) {
  PetscReal a = dx[0] * dx[0], b = x[0] * dx[0], c = x[0] * x[0];
  PetscReal step = dx[0] < 0 ? -x[0] / dx[0] : PETSC_MAX_REAL;

  if (d == 1)
    return step;
  for (PetscInt i = 1; i < d; i++)
    a -= dx[i] * dx[i], b -= x[i] * dx[i], c -= x[i] * x[i];
  const PetscReal discriminant = b * b - a * c;
  c = PetscMax(c, 0);
  if (PetscAbsReal(a) < SMALLEST)
    return b < 0 ? PetscMin(step, -c / (2 * b)) : step;
  if (discriminant < 0)
    return step;
  const PetscReal s = b >= 0 ? -(b + PetscSqrtReal(discriminant)) : PetscSqrtReal(discriminant) - b;
  if (s / a > 0)
    step = PetscMin(step, s / a);
  return s != 0 && c / s > 0 ? PetscMin(step, c / s) : step;
}

void RicLorentzScale(PetscInt d, const PetscReal x[], const PetscReal z[], PetscReal S[],
                     PetscReal inverse[], PetscReal lambda[]) {
  const PetscReal a = PetscSqrtReal(Det(d, x)), b = PetscSqrtReal(Det(d, z));
  const PetscReal eta = PetscSqrtReal(a / b);
  PetscReal w[4], gamma = 1;

  for (PetscInt i = 0; i < d; i++)
    gamma += x[i] / a * (z[i] / b);
  gamma = PetscSqrtReal(gamma / 2);
  for (PetscInt i = 0; i < d; i++)
    w[i] = (x[i] / a + (i ? -1 : 1) * z[i] / b) / (2 * gamma);
  for (PetscInt i = 0; i < d; i++)
    for (PetscInt j = 0; j < d; j++) {
      const PetscBool border = (PetscBool)(!i || !j);
      const PetscReal s = border ? w[i + j] : (i == j) + w[i] * w[j] / (1 + w[0]);
      S[d * i + j] = eta * s;
      inverse[d * i + j] = (border && i != j ? -s : s) / eta;
    }
  for (PetscInt i = 0; i < d; i++) {
    lambda[i] = 0;
    for (PetscInt j = 0; j < d; j++)
      lambda[i] += S[d * i + j] * z[j];
  }
}

void RicLorentzProduct(PetscInt d, const PetscReal x[], const PetscReal y[], PetscReal p[]) {
  p[0] = 0;
  for (PetscInt i = 0; i < d; i++)
    p[0] += x[i] * y[i];
  for (PetscInt i = 1; i < d; i++)
    p[i] = x[0] * y[i] + y[0] * x[i];
}

void RicLorentzDivide(PetscInt d, const PetscReal x[], const PetscReal p[], PetscReal y[]) {
  y[0] = x[0] * p[0];
  for (PetscInt i = 1; i < d; i++)
    y[0] -= x[i] * p[i];
  y[0] /= Det(d, x);
  for (PetscInt i = 1; i < d; i++)
    y[i] = (p[i] - x[i] * y[0]) / x[0];
}
