// SPDX-License-Identifier: BSD-2-Clause
// moreau-variational: the trapezoidal rule in the weak form, a variational integrator between
// impacts.
//
// Capobianco & Eugster 2018, §4.3, (62), (63), p = M u, b = h + Ṁu:
//
//   ½ [p(q_k, u_k) + p(q_{k+1}, u_k)] − ½ [p(q_{k−1}, u_{k−1}) + p(q_k, u_{k−1})]
//                                      = ½ Δt [b(q_k, u_{k−1}) + b(q_k, u_k)] + W(q_k) P_k
//
//   ½ [p(q_1, u_1) + p(q_2, u_1)] − p(q_1, u_s)
//                                      = ½ Δt b(q_1, u_1) + ½ W(q_1) P_1       first step
//
// Frame, contact law and limits: moreau_type.h.
#include "stepper/moreau_type.h"

static PetscErrorCode Create_MoreauVariational(RicStepper s) {
  PetscFunctionBegin;
  PetscCall(RicMoreauCreate(s, RIC_MOREAU_VARIATIONAL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicStepperOps RicStepperMoreauVariational = {
    .name = "moreau-variational",
    .description = "variational Moreau-type scheme: symplectic between impacts (Capobianco & "
                   "Eugster 2018, 4.3)",
    .velocity_offset = 0.5,
    .friction = PETSC_TRUE,
    .Create = Create_MoreauVariational,
    .SetUp = RicMoreauSetUp,
    .Start = RicMoreauStart,
    .Step = RicMoreauStep,
    .Accept = RicMoreauAccept};
