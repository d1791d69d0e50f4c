// SPDX-License-Identifier: BSD-2-Clause
// Cones of friction, pointwise: projections and the exact solution of one contact. Vectors [d], the
// normal component first; d from 1 to RIC_FRICTION_MAX_ROWS.
#ifndef RIC_SOLVE_FRICTION_CONE_H
#define RIC_SOLVE_FRICTION_CONE_H

#include "base/base.h"

// ‖x_T‖
RIC_INLINE PetscReal RicTangentNorm(PetscInt d, const PetscReal x[]) {
  PetscReal sum = 0;

  if (d == 2)
    return PetscAbsReal(x[1]);
  for (PetscInt i = 1; i < d; i++)
    sum += x[i] * x[i];
  return PetscSqrtReal(sum);
}

// p = the point of {‖p_T‖ ≤ µ p_N} nearest to z.
RIC_INLINE void RicConeProject(PetscInt d, PetscReal mu, const PetscReal z[], PetscReal p[]) {
  const PetscReal slide = RicTangentNorm(d, z);
  PetscReal shrink = 1;

  p[0] = z[0];
  if (mu * slide <= -z[0])
    p[0] = shrink = 0;
  else if (slide > mu * z[0]) {
    p[0] = (z[0] + mu * slide) / (1 + mu * mu);
    shrink = mu * p[0] / slide;
  }
  for (PetscInt i = 1; i < d; i++)
    p[i] = shrink * z[i];
}

// ‖r − P_K(r − ρ ũ)‖²/ρ², ũ = u + µ‖u_T‖ n.
RIC_INLINE PetscReal RicConeResidual(PetscInt d, PetscReal mu, PetscReal rho, const PetscReal r[],
                                     const PetscReal u[]) {
  PetscReal z[4], p[4], sum = 0;

  z[0] = r[0] - rho * (u[0] + mu * RicTangentNorm(d, u));
  for (PetscInt i = 1; i < d; i++)
    z[i] = r[i] - rho * u[i];
  RicConeProject(d, mu, z, p);
  for (PetscInt i = 0; i < d; i++)
    sum += (r[i] - p[i]) * (r[i] - p[i]);
  return sum / (rho * rho);
}

// One contact alone: r of u = W r + q, W [d × d] by rows. Open, stick, or slip with the smallest
// λ of u_T = −λ r_T, which is unique unless µ is large (Painlevé). r = 0 where W_NN ≤ 0.
void RicConeSolve(PetscInt d, PetscReal mu, const PetscReal W[], const PetscReal q[],
                  PetscReal r[]);

// x = A⁻¹ b, A [d × d] by rows; PETSC_FALSE, with x = 0, when A is singular to round-off.
PetscBool RicSmallSolve(PetscInt d, const PetscReal A[], const PetscReal b[], PetscReal x[]);

#endif
