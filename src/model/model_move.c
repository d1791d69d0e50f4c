// SPDX-License-Identifier: BSD-2-Clause
// Configurations move by increments in velocity space, q ∘ Δ: in the plane, and of nodes, by
// addition.
#include "base/vec.h"
#include "model/model_impl.h"

PetscErrorCode RicModelMove(RicModel m, Vec q0, PetscReal c, Vec delta, Vec q1) {
  PetscFunctionBegin;
  (void)m;
  if (q1 == q0)
    PetscCall(RicVecAXPY(q1, c, delta));
  else
    PetscCall(RicVecWAXPY(q1, c, delta, q0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelIncrement(RicModel m, Vec q0, Vec q1, Vec delta) {
  PetscFunctionBegin;
  (void)m;
  if (delta == q1)
    PetscCall(RicVecAXPY(delta, -1.0, q0));
  else
    PetscCall(RicVecWAXPY(delta, -1.0, q0, q1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelBetween(RicModel m, Vec q0, PetscReal theta, Vec q1, Vec q) {
  PetscFunctionBegin;
  (void)m;
  PetscCall(VecAXPBYPCZ(q, 1 - theta, theta, 0.0, q0, q1));
  PetscFunctionReturn(PETSC_SUCCESS);
}
