// SPDX-License-Identifier: BSD-2-Clause
// moreau-symmetric: the trapezoidal rule in the strong form.
//
// Capobianco & Eugster 2018, §4.2, (60), (61):
//
//   M(q_k) (u_k − u_{k−1}) = ½ Δt [h(q_k, u_{k−1}) + h(q_k, u_k)] + W(q_k) P_k
//
//   M(q_1) (u_1 − u_s)     = ½ Δt h(q_1, u_1) + ½ W(q_1) P_1    first step
//
// Frame, contact law and limits: moreau_type.h.
#include "stepper/moreau_type.h"

static PetscErrorCode Create_MoreauSymmetric(RicStepper s) {
  PetscFunctionBegin;
  PetscCall(RicMoreauCreate(s, RIC_MOREAU_SYMMETRIC));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicStepperOps RicStepperMoreauSymmetric = {
    .name = "moreau-symmetric",
    .description = "symmetric Moreau-type scheme: forces averaged over both velocities (Capobianco "
                   "& Eugster 2018, 4.2)",
    .velocity_offset = 0.5,
    .friction = PETSC_TRUE,
    .Create = Create_MoreauSymmetric,
    .SetUp = RicMoreauSetUp,
    .Start = RicMoreauStart,
    .Step = RicMoreauStep,
    .Accept = RicMoreauAccept};
