// SPDX-License-Identifier: BSD-2-Clause
#include "stepper/alpha.h"
#include "base/vec.h"

RicAlpha RicAlphaFromRhoInf(PetscReal rho) {
  RicAlpha a;

  a.alpha_m = (2 * rho - 1) / (rho + 1);
  a.alpha_f = rho / (rho + 1);
  a.gamma = 0.5 + a.alpha_f - a.alpha_m;
  a.beta = 0.25 * (a.gamma + 0.5) * (a.gamma + 0.5);
  a.c = (1 - a.alpha_m) / ((1 - a.alpha_f) * a.gamma);
  return a;
}

// q1 = q + c0 v + c1 a + c2 v̇, v1 = v + c3 a + c4 v̇.
RIC_CLONES static void Predict(PetscInt n, const PetscReal c[5], const PetscScalar *q,
                               const PetscScalar *v, const PetscScalar *a, const PetscScalar *vdot,
                               PetscScalar *restrict q1, PetscScalar *restrict v1) {
  const PetscReal qv = c[0], qa = c[1], qd = c[2], va = c[3], vd = c[4];

  for (PetscInt i = 0; i < n; i++) {
    q1[i] = q[i] + qv * v[i] + qa * a[i] + qd * vdot[i];
    v1[i] = v[i] + va * a[i] + vd * vdot[i];
  }
}

// q1 += dq, v1 += c0 (dq − U), v̇1 = c1 c0 (dq − U), a1 = c2 v̇1 + c3 v̇ + c4 a; U may be NULL.
RIC_CLONES static void Finish(PetscInt n, const PetscReal c[5], const PetscScalar *dq,
                              const PetscScalar *U, const PetscScalar *a, const PetscScalar *vdot,
                              PetscScalar *restrict q1, PetscScalar *restrict v1,
                              PetscScalar *restrict a1, PetscScalar *restrict vdot1) {
  const PetscReal to_v = c[0], to_a = c[1], ad = c[2], av = c[3], aa = c[4];

  for (PetscInt i = 0; i < n; i++) {
    const PetscReal dv = to_v * (U ? dq[i] - U[i] : dq[i]), acceleration = to_a * dv;
    q1[i] += dq[i];
    v1[i] += dv;
    a1[i] = ad * acceleration + av * vdot[i] + aa * a[i];
    vdot1[i] = acceleration;
  }
}

PetscErrorCode RicAlphaPredict(const RicAlpha *s, RicModel model, PetscReal h, Vec q, Vec v, Vec a,
                               Vec vdot, Vec q1, Vec v1) {
  const PetscReal from_vdot = s->alpha_f / (1 - s->alpha_m),
                  from_a = -s->alpha_m / (1 - s->alpha_m);
  const PetscReal qa = h * h * (0.5 - s->beta + s->beta * from_a), qd = h * h * s->beta * from_vdot;
  const PetscReal va = h * (1 - s->gamma + s->gamma * from_a), vd = h * s->gamma * from_vdot;
  const PetscScalar *aq, *av, *aa, *ad;
  PetscScalar *bq, *bv;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(VecGetLocalSize(q, &n));
  PetscCall(VecGetArrayRead(q, &aq));
  PetscCall(VecGetArrayRead(v, &av));
  PetscCall(VecGetArrayRead(a, &aa));
  PetscCall(VecGetArrayRead(vdot, &ad));
  PetscCall(VecGetArrayWrite(q1, &bq));
  PetscCall(VecGetArrayWrite(v1, &bv));
  Predict(n, (const PetscReal[]){h, qa, qd, va, vd}, aq, av, aa, ad, bq, bv);
  PetscCall(VecRestoreArrayRead(q, &aq));
  PetscCall(VecRestoreArrayRead(v, &av));
  PetscCall(VecRestoreArrayRead(a, &aa));
  PetscCall(VecRestoreArrayRead(vdot, &ad));
  PetscCall(VecRestoreArrayWrite(q1, &bq));
  PetscCall(VecRestoreArrayWrite(v1, &bv));
  PetscCall(RicModelTurn(model, q, q1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicAlphaCorrect(const RicAlpha *s, RicModel model, PetscReal h, Vec dq, Vec U, Vec q,
                               Vec q1, Vec v1, Vec vdot1) {
  const PetscReal to_v = s->gamma / (h * s->beta), to_a = s->c / h;

  PetscFunctionBegin;
  PetscCall(RicModelExtend(model, q, 1.0, dq, q1));
  PetscCall(RicVecAXPY(v1, to_v, dq));
  PetscCall(RicVecAXPY(vdot1, to_v * to_a, dq));
  if (!U)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicVecAXPY(v1, -to_v, U));
  PetscCall(RicVecAXPY(vdot1, -to_v * to_a, U));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicAlphaFinish(const RicAlpha *s, Vec vdot1, Vec vdot, Vec a, Vec a1) {
  PetscFunctionBegin;
  PetscCall(VecAXPBYPCZ(a1, (1 - s->alpha_f) / (1 - s->alpha_m), s->alpha_f / (1 - s->alpha_m), 0.0,
                        vdot1, vdot));
  PetscCall(RicVecAXPY(a1, -s->alpha_m / (1 - s->alpha_m), a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicAlphaCorrectAndFinish(const RicAlpha *s, PetscReal h, Vec dq, Vec U, Vec a,
                                        Vec vdot, Vec q1, Vec v1, Vec a1, Vec vdot1) {
  const PetscReal to_v = s->gamma / (h * s->beta), to_a = s->c / h;
  const PetscReal a_new = (1 - s->alpha_f) / (1 - s->alpha_m),
                  a_vdot = s->alpha_f / (1 - s->alpha_m), a_a = -s->alpha_m / (1 - s->alpha_m);
  const PetscScalar *d, *u = NULL, *aa, *ad;
  PetscScalar *bq, *bv, *ba, *bd;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(VecGetLocalSize(q1, &n));
  PetscCall(VecGetArrayRead(dq, &d));
  if (U)
    PetscCall(VecGetArrayRead(U, &u));
  PetscCall(VecGetArrayRead(a, &aa));
  PetscCall(VecGetArrayRead(vdot, &ad));
  PetscCall(VecGetArray(q1, &bq));
  PetscCall(VecGetArray(v1, &bv));
  PetscCall(VecGetArrayWrite(a1, &ba));
  PetscCall(VecGetArrayWrite(vdot1, &bd));
  Finish(n, (const PetscReal[]){to_v, to_a, a_new, a_vdot, a_a}, d, u, aa, ad, bq, bv, ba, bd);
  PetscCall(VecRestoreArrayRead(dq, &d));
  if (U)
    PetscCall(VecRestoreArrayRead(U, &u));
  PetscCall(VecRestoreArrayRead(a, &aa));
  PetscCall(VecRestoreArrayRead(vdot, &ad));
  PetscCall(VecRestoreArray(q1, &bq));
  PetscCall(VecRestoreArray(v1, &bv));
  PetscCall(VecRestoreArrayWrite(a1, &ba));
  PetscCall(VecRestoreArrayWrite(vdot1, &bd));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicAlphaMeasure(RicStepper s, const RicAlpha *a, PetscReal h, Vec dq, Vec smooth,
                               RicMeasure *correction) {
  const RicRoundOff *round_off;
  PetscReal displacement, velocity;

  PetscFunctionBegin;
  PetscCall(RicStepperVelocityNorm_Private(s, dq, &displacement));
  PetscCall(RicStepperVelocityNorm_Private(s, smooth, &velocity));
  correction->value = PetscMax(displacement, a->gamma / a->beta * velocity) / h;
  PetscCall(RicModelIncrement(s->model, s->state.q, s->next.q, s->dof_work));
  PetscCall(RicStepperVelocityNorm_Private(s, s->dof_work, &displacement));
  correction->reference = displacement / h;
  PetscCall(RicStepperRoundOff_Private(s, &round_off));
  correction->floor = round_off->velocity + round_off->position / h;
  PetscFunctionReturn(PETSC_SUCCESS);
}
