// SPDX-License-Identifier: BSD-2-Clause
// Alpha: coefficients and formulas of the generalized-α method (Chung & Hulbert 1993;
// Brüls, Acary & Cardona 2014, (30), (31)), in one pass over memory each.
#ifndef RIC_STEPPER_ALPHA_H
#define RIC_STEPPER_ALPHA_H

#include "stepper/stepper_impl.h"

// α_m, α_f, γ, β from the spectral radius at infinity ρ_∞; c = (1−α_m)/((1−α_f)γ).
typedef struct {
  PetscReal alpha_m, alpha_f, gamma, beta, c;
} RicAlpha;

RicAlpha RicAlphaFromRhoInf(PetscReal rho_inf);

// The option of all steppers of the method.
#define RIC_ALPHA_OPTION_RHO_INF                                                                   \
  {                                                                                                \
    .name = "rho_inf", .help = "spectral radius at infinite frequency", .lowest = 0, .highest = 1, \
    .value = 0.8                                                                                   \
  }

// The sums for q are increments: rotations in space are q ∘ (…), as in Brüls & Cardona's scheme on
// groups (2010), whichever way an iteration took to them. q [dofs] is where the step begins.

// The step with v̇_{n+1} = 0:
//   a' = (α_f v̇ − α_m a) / (1−α_m)
//   q1 = q + h v + h² (½−β) a + h² β a'
//   v1 = v + h (1−γ) a + h γ a'
PetscErrorCode RicAlphaPredict(const RicAlpha *alpha, RicModel model, PetscReal h, Vec q, Vec v,
                               Vec a, Vec vdot, Vec q1, Vec v1);

// With the increments of a step, dq of the displacement and U of it that is position correction
// (NULL: 0):
//   dv  = (γ/hβ) (dq − U)
//   q1 += dq
//   v1 += dv
//   v̇1 += c dv/h
PetscErrorCode RicAlphaCorrect(const RicAlpha *alpha, RicModel model, PetscReal h, Vec dq, Vec U,
                               Vec q, Vec q1, Vec v1, Vec vdot1);

// (1−α_m) a1 = (1−α_f) v̇1 + α_f v̇ − α_m a.
PetscErrorCode RicAlphaFinish(const RicAlpha *alpha, Vec vdot1, Vec vdot, Vec a, Vec a1);

// Predict's v̇1 = 0, Correct and Finish in one pass, for a step that needs one correction.
PetscErrorCode RicAlphaCorrectAndFinish(const RicAlpha *alpha, PetscReal h, Vec dq, Vec U, Vec a,
                                        Vec vdot, Vec q1, Vec v1, Vec a1, Vec vdot1);

// How large a correction was, as velocities: dq of the displacements, over h, and what it did to
// the smooth velocity v~ through its part `smooth`, (γ/hβ) smooth; against the displacement of the
// step so far.
PetscErrorCode RicAlphaMeasure(RicStepper stepper, const RicAlpha *alpha, PetscReal h, Vec dq,
                               Vec smooth, RicMeasure *correction);

#endif
