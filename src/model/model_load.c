// SPDX-License-Identifier: BSD-2-Clause
// Loads and gravity of a model.
#include "model/model_impl.h"

PetscErrorCode RicModelSetGravity(RicModel m, const PetscReal gravity[3]) {
  PetscFunctionBegin;
  PetscCall(PetscArraycpy(m->gravity, gravity, 3));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetGravity(RicModel m, PetscReal gravity[3]) {
  PetscFunctionBegin;
  PetscCall(PetscArraycpy(gravity, m->gravity, 3));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// f += Rᵀ moment on bodies in space; q and f owned arrays.
static PetscErrorCode AddMoment(RicModel m, const RicNodalField *load, PetscReal t,
                                const PetscScalar *q, PetscScalar *f, PetscBool *finite) {
  PetscFunctionBegin;
  for (PetscInt i = 0; i < load->num; i++) {
    const PetscInt first = m->first[load->nodes[i]] + 3;
    PetscReal moment[3] = {0, 0, 0}, turned[3], R[9];
    for (PetscInt d = 0; d < 3; d++) {
      if (load->value[d])
        PetscCall(RicExpressionEvaluate(load->value[d], t, &m->coordinates[3 * load->nodes[i]],
                                        &moment[d]));
      *finite = (PetscBool)(*finite && !PetscIsInfOrNanReal(moment[d]));
    }
    RicRotationMatrix(&q[first], R);
    RicVec3MapBack(R, moment, turned);
    RicVec3Add(&f[first], 1, turned, &f[first]);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddMoments(RicModel m, PetscInt number, PetscReal t, Vec q, Vec f) {
  const PetscScalar *x;
  PetscBool finite = PETSC_TRUE;
  PetscScalar *a;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(q, &x));
  PetscCall(VecGetArray(f, &a));
  PetscCall(AddMoment(m, &m->loads[number], t, x, a, &finite));
  PetscCall(VecRestoreArrayRead(q, &x));
  PetscCall(VecRestoreArray(f, &a));
  PetscCall(RicRefuseNotFinite_Private(m, finite ? PETSC_MAX_INT : number, t, "loads"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// q is read by moments alone.
static PetscErrorCode AddLoad(RicModel m, PetscInt number, PetscReal t, Vec q, Vec f) {
  const RicNodalField *load = &m->loads[number];
  PetscInt wrong = PETSC_MAX_INT;
  PetscScalar *a;

  PetscFunctionBegin;
  if (load->moment) {
    PetscCall(AddMoments(m, number, t, q, f));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(VecGetArray(f, &a));
  for (PetscInt i = 0; i < load->num; i++)
    for (PetscInt d = 0; d < PetscMin(3, m->ndof[load->nodes[i]]); d++) {
      PetscReal value = 0;
      if (load->value[d])
        PetscCall(
            RicExpressionEvaluate(load->value[d], t, &m->coordinates[3 * load->nodes[i]], &value));
      a[m->first[load->nodes[i]] + d] += value;
      if (PetscIsInfOrNanReal(value))
        wrong = number;
    }
  PetscCall(VecRestoreArray(f, &a));
  PetscCall(RicRefuseNotFinite_Private(m, wrong, t, "loads"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelAddMovingLoads_Private(RicModel m, PetscReal t, Vec q, Vec f) {
  PetscFunctionBegin;
  if (!m->is.moving_loads)
    PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < m->num_loads; i++)
    if (m->loads[i].moving)
      PetscCall(AddLoad(m, i, t, q, f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Systems carry their own gravity.
static PetscBool IsSystem(const RicModel m, PetscInt node) {
  for (PetscInt k = 0; k < m->num_systems; k++)
    if (m->systems[k].node == node)
      return PETSC_TRUE;
  return PETSC_FALSE;
}

static PetscErrorCode GravityForce(RicModel m) {
  PetscScalar *a, *x;

  PetscFunctionBegin;
  PetscCall(RicModelCreateVec(m, &m->gravity_force));
  PetscCall(RicModelCreateVec(m, &m->gravity_reference));
  PetscCall(VecGetArray(m->work, &a));
  PetscCall(VecGetArray(m->gravity_reference, &x));
  for (PetscInt i = 0; i < m->num_owned; i++)
    for (PetscInt d = 0; d < m->ndof[i]; d++) {
      a[m->first[i] + d] = d < m->dim && !IsSystem(m, i) ? m->gravity[d] : 0;
      x[m->first[i] + d] = d < m->dim && !IsSystem(m, i) ? m->coordinates[3 * i + d] : 0;
    }
  PetscCall(VecRestoreArray(m->work, &a));
  PetscCall(VecRestoreArray(m->gravity_reference, &x));
  PetscCall(MatMult(m->mass_full, m->work, m->gravity_force));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelSetUpLoads_Private(RicModel m) {
  const PetscBool heavy =
      (PetscBool)(m->gravity[0] != 0 || m->gravity[1] != 0 || m->gravity[2] != 0);
  PetscBool constant = heavy;

  PetscFunctionBegin;
  if (heavy)
    PetscCall(GravityForce(m));
  for (PetscInt i = 0; i < m->num_loads; i++)
    constant = (PetscBool)(constant || !m->loads[i].moving);
  if (!constant)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelCreateVec(m, &m->load_constant));
  if (heavy)
    PetscCall(VecCopy(m->gravity_force, m->load_constant));
  for (PetscInt i = 0; i < m->num_loads; i++)
    if (!m->loads[i].moving)
      PetscCall(AddLoad(m, i, 0.0, NULL, m->load_constant));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelHasLoads(RicModel m, PetscBool *yes) {
  PetscFunctionBegin;
  *yes = (PetscBool)(m->num_loads > 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelLoads(RicModel m, PetscReal t, Vec q, Vec f) {
  PetscFunctionBegin;
  PetscCall(VecSet(f, 0.0));
  for (PetscInt i = 0; i < m->num_loads; i++)
    PetscCall(AddLoad(m, i, t, q, f));
  PetscFunctionReturn(PETSC_SUCCESS);
}
