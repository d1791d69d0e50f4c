// SPDX-License-Identifier: BSD-2-Clause
// moreau: Moreau's time-stepping scheme (midpoint scheme), explicit in the forces.
//
// Capobianco & Eugster 2018, §4.1, (58), (59):
//
//   M(q_k) (u_k − u_{k−1}) = Δt h(q_k, u_{k−1}) + W(q_k) P_k
//   q_{k+1}                = q_k + Δt u_k
//
//   u_1                    = u_s                                first step
//
// Frame, contact law and limits: moreau_type.h.
#include "stepper/moreau_type.h"

static PetscErrorCode Create_Moreau(RicStepper s) {
  PetscFunctionBegin;
  PetscCall(RicMoreauCreate(s, RIC_MOREAU_EXPLICIT));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicStepperOps RicStepperMoreau = {
    .name = "moreau",
    .description =
        "Moreau's time-stepping scheme, midpoint form, explicit (Capobianco & Eugster 2018, 4.1)",
    .velocity_offset = 0.5,
    .friction = PETSC_TRUE,
    .Create = Create_Moreau,
    .SetUp = RicMoreauSetUp,
    .Start = RicMoreauStart,
    .Step = RicMoreauStep,
    .Accept = RicMoreauAccept};
