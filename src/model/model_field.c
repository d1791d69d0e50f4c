// SPDX-License-Identifier: BSD-2-Clause
// Nodal fields of a model: loads, supports, initial conditions, all given by expressions of t, x,
// y, z.
#include "model/model_impl.h"

PetscErrorCode RicNodalFieldDestroy_Private(RicNodalField *field) {
  PetscFunctionBegin;
  for (PetscInt d = 0; d < 3; d++) {
    PetscCall(RicExpressionDestroy(&field->value[d]));
    PetscCall(RicExpressionDestroy(&field->rate[d]));
  }
  PetscCall(PetscFree(field->nodes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicTimeDerivative_Private(RicExpression expr, PetscInt derivative, PetscReal t,
                                         PetscReal h, const PetscReal x[3], PetscReal *value) {
  const PetscReal d = h / 4;
  PetscReal f[5];
  PetscBool moves;

  PetscFunctionBegin;
  *value = 0;
  if (!expr)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (derivative == 0) {
    PetscCall(RicExpressionEvaluate(expr, t, x, value));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RicExpressionIsTimeDependent(expr, &moves));
  if (!moves) // exactly 0: differences would leave round-off, divided by the step
    PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < 5; i++)
    PetscCall(RicExpressionEvaluate(expr, t + (i - 2) * d, x, &f[i]));
  if (derivative == 1)
    *value = (f[0] - 8 * f[1] + 8 * f[3] - f[4]) / (12 * d);
  else
    *value = (-f[0] + 16 * f[1] - 30 * f[2] + 16 * f[3] - f[4]) / (12 * d * d);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// An expression that is not a finite number on any rank is the user's mistake. `wrong` is the
// number of the first field that has one, PETSC_MAX_INT without. Collective.
static PetscErrorCode RefuseNotFinite(RicModel m, PetscInt wrong, PetscReal t, const char what[]) {
  PetscFunctionBegin;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPIU_INT, MPI_MIN, m->comm));
  RicCheckUser(wrong == PETSC_MAX_INT, m->comm,
               "%s[%" PetscInt_FMT "]: an expression is not a finite number at t = %.6g s", what,
               wrong, (double)t);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Supports ----

static PetscErrorCode CountFixed(RicModel m) {
  PetscInt n = 0, all;

  PetscFunctionBegin;
  for (PetscInt i = 0; i < m->dofs_owned; i++)
    n += m->fixed[i];
  PetscCall(PetscMalloc1(n, &m->fixed_owned));
  m->num_fixed_owned = n;
  n = 0;
  for (PetscInt i = 0; i < m->dofs_owned; i++)
    if (m->fixed[i])
      m->fixed_owned[n++] = i;
  PetscCallMPI(MPI_Allreduce(&n, &all, 1, MPIU_INT, MPI_SUM, m->comm));
  m->free_dofs = m->dofs - all;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelSetUpSupports_Private(RicModel m) {
  PetscFunctionBegin;
  PetscCall(PetscCalloc1(m->dofs_local, &m->fixed));
  for (PetscInt s = 0; s < m->num_supports; s++) {
    const RicNodalField *f = &m->supports[s];
    m->moving_supports = (PetscBool)(m->moving_supports || f->moving);
    for (PetscInt i = 0; i < f->num; i++)
      for (PetscInt d = 0; d < PetscMin(3, m->ndof[f->nodes[i]]); d++)
        if (f->fixed[d])
          m->fixed[m->first[f->nodes[i]] + d] = 1;
  }
  PetscCall(CountFixed(m));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// One derivative of the prescribed displacements into x (owned entries).
static PetscErrorCode PrescribeOne(RicModel m, PetscInt derivative, PetscReal t, PetscReal h,
                                   Vec x) {
  PetscInt wrong = PETSC_MAX_INT;
  PetscScalar *a;

  PetscFunctionBegin;
  PetscCall(VecGetArray(x, &a));
  for (PetscInt s = 0; s < m->num_supports; s++) {
    const RicNodalField *f = &m->supports[s];
    for (PetscInt i = 0; i < f->num; i++) {
      if (f->nodes[i] >= m->num_owned)
        continue;
      for (PetscInt d = 0; d < PetscMin(3, m->ndof[f->nodes[i]]); d++) {
        const PetscBool known = (PetscBool)(derivative > 0 && f->rate[d]);
        if (!f->fixed[d])
          continue;
        PetscScalar *value = &a[m->first[f->nodes[i]] + d];
        PetscCall(RicTimeDerivative_Private(known ? f->rate[d] : f->value[d],
                                            known ? derivative - 1 : derivative, t, h,
                                            &m->coordinates[3 * f->nodes[i]], value));
        if (PetscIsInfOrNanScalar(*value))
          wrong = PetscMin(wrong, s);
      }
    }
  }
  PetscCall(VecRestoreArray(x, &a));
  if (m->moving_supports)
    PetscCall(RefuseNotFinite(m, wrong, t, "supports"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelPrescribe(RicModel m, PetscReal t, PetscReal h, Vec q, Vec v, Vec a) {
  PetscFunctionBegin;
  if (!m->num_supports)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (q)
    PetscCall(PrescribeOne(m, 0, t, h, q));
  if (v)
    PetscCall(PrescribeOne(m, 1, t, h, v));
  if (a)
    PetscCall(PrescribeOne(m, 2, t, h, a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelZeroFixed(RicModel m, Vec x) {
  PetscScalar *a;

  PetscFunctionBegin;
  if (m->free_dofs == m->dofs)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecGetArray(x, &a));
  for (PetscInt i = 0; i < m->num_fixed_owned; i++)
    a[m->fixed_owned[i]] = 0;
  PetscCall(VecRestoreArray(x, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Initial conditions ----

static PetscErrorCode SetInitial(RicModel m, const RicNodalField *f, PetscReal t,
                                 const RicExpression value[3], Vec x) {
  PetscScalar *a;

  PetscFunctionBegin;
  PetscCall(VecGetArray(x, &a));
  for (PetscInt i = 0; i < f->num; i++)
    for (PetscInt d = 0; d < PetscMin(3, m->ndof[f->nodes[i]]); d++)
      if (value[d])
        PetscCall(RicExpressionEvaluate(value[d], t, &m->coordinates[3 * f->nodes[i]],
                                        &a[m->first[f->nodes[i]] + d]));
  PetscCall(VecRestoreArray(x, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Angle and velocity of bodies, state of systems.
static PetscErrorCode SetBodies(RicModel m, Vec q, Vec v) {
  PetscScalar *a, *b;

  PetscFunctionBegin;
  PetscCall(VecGetArray(q, &a));
  PetscCall(VecGetArray(v, &b));
  for (PetscInt k = 0; k < m->num_bodies; k++) {
    if (!m->bodies[k].owned)
      continue;
    const PetscInt first = m->first[m->bodies[k].node];
    const RicBodyData *body = &m->bodies[k].data;
    if (m->dim == 2)
      a[first + 2] += body->angle;
    else
      PetscCall(PetscArraycpy(&a[first + 3], body->rotation, 3));
    for (PetscInt d = 0; d < m->ndof[m->bodies[k].node]; d++)
      b[first + d] += body->velocity[d];
  }
  for (PetscInt k = 0; k < m->num_systems; k++) {
    const RicSystemNode *s = &m->systems[k];
    if (s->node < 0 || s->node >= m->num_owned)
      continue;
    for (PetscInt d = 0; d < s->ops->num_dofs; d++) {
      a[m->first[s->node] + d] += s->q0[d];
      b[m->first[s->node] + d] += s->v0[d];
    }
  }
  PetscCall(VecRestoreArray(q, &a));
  PetscCall(VecRestoreArray(v, &b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// NaN or infinite anywhere is the user's expression dividing by zero.
static PetscErrorCode CheckFinite(RicModel m, Vec x, const char what[]) {
  PetscReal norm;

  PetscFunctionBegin;
  PetscCall(VecNorm(x, NORM_1, &norm));
  RicCheckUser(!PetscIsInfOrNanReal(norm), m->comm,
               "%s: an expression is not a finite number at some node", what);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelInitialState(RicModel m, PetscReal t, PetscReal h, Vec q, Vec v) {
  PetscFunctionBegin;
  PetscCall(VecSet(q, 0.0));
  PetscCall(VecSet(v, 0.0));
  for (PetscInt i = 0; i < m->num_initials; i++) {
    PetscCall(SetInitial(m, &m->initials[i], t, m->initials[i].value, q));
    PetscCall(SetInitial(m, &m->initials[i], t, m->initials[i].rate, v));
  }
  PetscCall(SetBodies(m, q, v));
  PetscCall(CheckFinite(m, q, "initial displacement"));
  PetscCall(CheckFinite(m, v, "initial velocity"));
  PetscCall(RicModelPrescribe(m, t, h, q, v, NULL));
  PetscCall(CheckFinite(m, q, "support displacement"));
  PetscCall(CheckFinite(m, v, "support velocity"));
  if (m->assemble)
    PetscCall(RicModelAssemble_Private(m, t, h, q, v));
  PetscCall(RicModelUpdateGhosts(m, q));
  PetscCall(RicModelUpdateGhosts(m, v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Loads ----

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
  PetscCall(RefuseNotFinite(m, finite ? PETSC_MAX_INT : number, t, "loads"));
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
  PetscCall(RefuseNotFinite(m, wrong, t, "loads"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelAddMovingLoads_Private(RicModel m, PetscReal t, Vec q, Vec f) {
  PetscFunctionBegin;
  if (!m->moving_loads)
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
  for (PetscInt i = 0; i < m->num_loads; i++) {
    if (m->loads[i].moving)
      m->moving_loads = PETSC_TRUE;
    else
      constant = PETSC_TRUE;
  }
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
