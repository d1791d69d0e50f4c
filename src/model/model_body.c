// SPDX-License-Identifier: BSD-2-Clause
// What bodies, systems and springs add to mass, force, tangent and energy.
#include "model/model_impl.h"

static PetscBool OwnsNode(const RicModel m, PetscInt node) {
  return (PetscBool)(node >= 0 && node < m->num_owned);
}

// A (global) += E [n*n] of the dofs of nodes, without fixed ones when `reduced`.
static PetscErrorCode AddDense(RicModel m, PetscInt num_nodes, const PetscInt nodes[],
                               PetscBool reduced, PetscReal E[], RicWriter *A) {
  PetscInt local[RIC_MAX_DOFS], dofs[RIC_MAX_DOFS];
  const PetscInt n = RicDofs_Private(m, num_nodes, nodes, PETSC_TRUE, dofs);

  PetscFunctionBegin;
  if (reduced)
    (void)RicDofs_Private(m, num_nodes, nodes, PETSC_FALSE, local);
  for (PetscInt i = 0; i < n && reduced; i++)
    if (m->fixed[local[i]])
      for (PetscInt j = 0; j < n; j++)
        E[i * n + j] = E[j * n + i] = 0;
  PetscCall(RicWriterAdd_Private(A, n, dofs, n, dofs, E));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// E [n*n] = factor · M, n = 3 in the plane, 6 in space.
static void BodyMass(const RicModel m, const RicBodyData *d, PetscReal factor, PetscReal E[]) {
  const PetscInt n = 3 * (m->dim - 1);

  for (PetscInt i = 0; i < n * n; i++)
    E[i] = 0;
  for (PetscInt i = 0; i < m->dim; i++)
    E[i * (n + 1)] = factor * d->mass;
  if (m->dim == 2)
    E[8] = factor * d->inertia;
  for (PetscInt i = 0; i < 3 && m->dim == 3; i++)
    for (PetscInt j = 0; j < 3; j++)
      E[(3 + i) * n + 3 + j] = factor * d->tensor[3 * i + j];
}

// A += factor · M of bodies and systems; q local array or NULL (then systems stand at their start).
PetscErrorCode RicModelInertia_Private(RicModel m, PetscReal t, const PetscScalar *q,
                                       PetscBool reduced, PetscReal factor, RicWriter *A) {
  PetscReal E[RIC_MAX_DOFS * RIC_MAX_DOFS];

  PetscFunctionBegin;
  for (PetscInt b = 0; b < m->num_bodies; b++) {
    if (!m->bodies[b].owned)
      continue;
    BodyMass(m, &m->bodies[b].data, factor, E);
    PetscCall(AddDense(m, 1, &m->bodies[b].node, reduced, E, A));
  }
  for (PetscInt k = 0; k < m->num_systems; k++) {
    const RicSystemNode *s = &m->systems[k];
    if (!OwnsNode(m, s->node))
      continue;
    s->ops->Mass(s->parameters, t, q ? &q[m->first[s->node]] : s->q0, E);
    for (PetscInt i = 0; i < s->ops->num_dofs * s->ops->num_dofs; i++)
      E[i] *= factor;
    PetscCall(AddDense(m, 1, &s->node, reduced, E, A));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A spring at local arrays q, v: its points, value, rate and row; returns the number of dofs.
static PetscInt SpringState(const RicModel m, const RicJoint *s, const PetscScalar *q,
                            const PetscScalar *v, RicPair *pair, PetscReal *value, PetscReal *rate,
                            PetscReal W[]) {
  PetscReal X[6], w[RIC_MAX_DOFS], y[RIC_JOINT_MAX_ROWS];
  const PetscInt n = RicGather_Private(m, 2, s->nodes, v, X, w);

  RicModelStand(m, s->point, s->nodes, q, pair);
  RicJointRows(s->ops, s->data, pair, y, W);
  *value = y[0];
  *rate = 0;
  for (PetscInt i = 0; i < n; i++)
    *rate += W[i] * w[i];
  return n;
}

// Half of the turn of a step, rad, from which on the factor of gyroscopic forces is no larger.
#define LARGEST_HALF_TURN (PETSC_PI / 4)

// k of RicModelSetGyroscopicStep.
static PetscReal GyroscopicFactor(PetscReal h, const PetscReal omega[3]) {
  const PetscReal x = PetscMin(h * RicVec3Norm(omega) / 2, LARGEST_HALF_TURN);

  return x > 0 ? PetscTanReal(x) / x : 1;
}

// f −= k Ω × JΩ of bodies in space.
static void GyroscopicForces(const RicModel m, const PetscScalar *v, PetscScalar *f) {
  for (PetscInt k = 0; k < m->num_bodies && m->is.gyroscopic; k++) {
    const RicBody *body = &m->bodies[k];
    PetscReal spin[3], moment[3];
    if (!body->owned)
      continue;
    const PetscInt first = m->first[body->node] + 3;
    RicVec3Map(body->data.tensor, &v[first], spin);
    RicVec3Cross(&v[first], spin, moment);
    RicVec3Add(&f[first], -GyroscopicFactor(m->gyroscopic_step, &v[first]), moment, &f[first]);
  }
}

// A += cc C of the same, C = k ([Ω]×J − [JΩ]×); the change of k is left out.
static PetscErrorCode GyroscopicTangent(RicModel m, const RicBody *body, const PetscScalar *v,
                                        PetscReal cc, RicWriter *A) {
  const PetscReal *J = body->data.tensor, *omega = &v[m->first[body->node] + 3];
  PetscReal E[36] = {0}, spin[3];

  PetscFunctionBegin;
  cc *= GyroscopicFactor(m->gyroscopic_step, omega);
  RicVec3Map(J, omega, spin);
  for (PetscInt j = 0; j < 3; j++) {
    const PetscReal unit[3] = {j == 0, j == 1, j == 2}, column[3] = {J[j], J[3 + j], J[6 + j]};
    PetscReal a[3], b[3];
    RicVec3Cross(omega, column, a);
    RicVec3Cross(spin, unit, b);
    for (PetscInt i = 0; i < 3; i++)
      E[6 * (3 + i) + 3 + j] = cc * (a[i] - b[i]);
  }
  PetscCall(AddDense(m, 1, &body->node, PETSC_TRUE, E, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// f += forces of bodies, systems and springs, local arrays (ghost entries of f are added to their owners by
// the caller).
PetscErrorCode RicModelBodyForces_Private(RicModel m, PetscReal t, const PetscScalar *q,
                                          const PetscScalar *v, PetscScalar *f) {
  PetscReal W[RIC_JOINT_MAX_ROWS * RIC_MAX_DOFS], fe[RIC_MAX_DOFS], value, rate;
  PetscInt dofs[RIC_MAX_DOFS];
  RicPair pair;

  PetscFunctionBegin;
  GyroscopicForces(m, v, f);
  for (PetscInt k = 0; k < m->num_systems; k++) {
    const RicSystemNode *s = &m->systems[k];
    if (!OwnsNode(m, s->node))
      continue;
    const PetscInt first = m->first[s->node];
    s->ops->Force(s->parameters, t, &q[first], &v[first], fe);
    for (PetscInt i = 0; i < s->ops->num_dofs; i++)
      f[first + i] += fe[i];
  }
  for (PetscInt k = 0; k < m->num_springs; k++) {
    const RicJoint *s = &m->springs[k];
    if (!s->present)
      continue;
    const PetscInt n = SpringState(m, s, q, v, &pair, &value, &rate, W);
    (void)RicDofs_Private(m, 2, s->nodes, PETSC_FALSE, dofs);
    for (PetscInt i = 0; i < n; i++)
      f[dofs[i]] -= (s->stiffness * value + s->damper * rate) * W[i];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SystemTangent(RicModel m, const RicSystemNode *s, PetscReal t,
                                    const PetscScalar *q, const PetscScalar *v,
                                    const PetscScalar *a, PetscReal cc, PetscReal ck,
                                    RicWriter *A) {
  PetscReal K[RIC_MAX_DOFS * RIC_MAX_DOFS], C[RIC_MAX_DOFS * RIC_MAX_DOFS];
  const PetscInt n = s->ops->num_dofs, first = m->first[s->node];
  const PetscReal zero[RIC_SYSTEM_MAX_DOFS] = {0};

  PetscFunctionBegin;
  RicSystemTangent(s->ops, s->parameters, t, q ? &q[first] : s->q0, v ? &v[first] : zero, K, C);
  for (PetscInt i = 0; i < n * n; i++)
    K[i] = ck * K[i] + cc * C[i];
  if (a && q && !s->ops->constant_mass) {
    RicSystemMassTangent(s->ops, s->parameters, t, &q[first], &a[first], C);
    for (PetscInt i = 0; i < n * n; i++)
      K[i] += ck * C[i];
  }
  PetscCall(AddDense(m, 1, &s->node, PETSC_TRUE, K, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SpringTangent(RicModel m, const RicJoint *s, const PetscScalar *q,
                                    const PetscScalar *v, PetscReal cc, PetscReal ck,
                                    RicWriter *A) {
  PetscReal W[RIC_JOINT_MAX_ROWS * RIC_MAX_DOFS], E[RIC_MAX_DOFS * RIC_MAX_DOFS], value, rate;
  RicPair pair;
  const PetscInt n = SpringState(m, s, q, v, &pair, &value, &rate, W);
  const PetscReal weight[RIC_JOINT_MAX_ROWS] = {ck * (s->stiffness * value + s->damper * rate)};

  PetscFunctionBegin;
  for (PetscInt i = 0; i < n * n; i++)
    E[i] = 0;
  if (!RicJointIsLinear(s->ops, m->dim))
    RicJointCurvature(s->ops, s->data, &pair, weight, m->length, E);
  for (PetscInt i = 0; i < n; i++)
    for (PetscInt j = 0; j < n; j++)
      E[i * n + j] += (ck * s->stiffness + cc * s->damper) * W[i] * W[j];
  PetscCall(AddDense(m, 2, s->nodes, PETSC_TRUE, E, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// −ck ∂(Wᵀλ)/∂q of joints and contacts.
static PetscErrorCode RowTangents(RicModel m, PetscReal t, const PetscScalar *q,
                                  const PetscScalar *lambda, PetscReal ck, RicWriter *A) {
  PetscReal H[RIC_MAX_DOFS * RIC_MAX_DOFS], weight[RIC_JOINT_MAX_ROWS];
  PetscInt dofs[RIC_MAX_DOFS];
  RicPair pair;

  PetscFunctionBegin;
  for (PetscInt k = 0; k < m->num_joints; k++) {
    const RicJoint *j = &m->joints[k];
    if (!j->present || RicJointIsLinear(j->ops, m->dim))
      continue;
    RicModelStand(m, j->point, j->nodes, q, &pair);
    for (PetscInt i = 0; i < j->num_rows; i++)
      weight[i] = -ck * lambda[j->first_row + i];
    RicJointCurvature(j->ops, j->data, &pair, weight, m->length, H);
    PetscCall(AddDense(m, 2, j->nodes, PETSC_TRUE, H, A));
  }
  for (PetscInt c = 0; c < m->num_contacts; c++) {
    const RicContactSet *set = &m->contacts[c];
    for (PetscInt r = 0; r < set->num_rows; r++) {
      if (lambda[set->first_row + r * set->width] == 0 ||
          !RicContactCurvature_Private(m, set, r, q, t, H))
        continue;
      const PetscInt n = RicDofs_Private(m, 2, &set->nodes[2 * r], PETSC_FALSE, dofs);
      for (PetscInt i = 0; i < n * n; i++)
        H[i] *= -ck * lambda[set->first_row + r * set->width];
      PetscCall(AddDense(m, 2, &set->nodes[2 * r], PETSC_TRUE, H, A));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelPattern_Private(RicModel m, RicCurvature curvature, RicWriter *A) {
  PetscReal zero[RIC_MAX_DOFS * RIC_MAX_DOFS] = {0};

  PetscFunctionBegin;
  for (PetscInt k = 0; k < m->num_bodies && m->is.unsymmetric; k++)
    if (m->bodies[k].owned)
      PetscCall(AddDense(m, 1, &m->bodies[k].node, PETSC_TRUE, zero, A));
  for (PetscInt k = 0; k < m->num_springs; k++)
    if (m->springs[k].present)
      PetscCall(AddDense(m, 2, m->springs[k].nodes, PETSC_TRUE, zero, A));
  for (PetscInt k = 0; k < m->num_joints && curvature >= RIC_CURVATURE_JOINTS; k++)
    if (m->joints[k].present)
      PetscCall(AddDense(m, 2, m->joints[k].nodes, PETSC_TRUE, zero, A));
  for (PetscInt c = 0; c < m->num_contacts && curvature >= RIC_CURVATURE_ROWS; c++)
    for (PetscInt r = 0; r < m->contacts[c].num_rows && !m->is.constant_rows; r++)
      PetscCall(AddDense(m, 2, &m->contacts[c].nodes[2 * r], PETSC_TRUE, zero, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelBodyTangents_Private(RicModel m, const RicTangentPoint *at,
                                            const PetscScalar *q, const PetscScalar *v,
                                            const PetscScalar *a, PetscReal cc, PetscReal ck,
                                            RicWriter *A) {
  const PetscReal t = at ? at->t : 0;
  const PetscScalar *lambda;

  PetscFunctionBegin;
  for (PetscInt k = 0; k < m->num_bodies && m->is.unsymmetric && v && cc != 0; k++)
    if (m->bodies[k].owned)
      PetscCall(GyroscopicTangent(m, &m->bodies[k], v, cc, A));
  for (PetscInt k = 0; k < m->num_systems; k++)
    if (OwnsNode(m, m->systems[k].node))
      PetscCall(SystemTangent(m, &m->systems[k], t, q, v, a, cc, ck, A));
  for (PetscInt k = 0; k < m->num_springs && q; k++)
    if (m->springs[k].present)
      PetscCall(SpringTangent(m, &m->springs[k], q, v, cc, ck, A));
  if (q && at->lambda) {
    PetscCall(VecGetArrayRead(at->lambda, &lambda));
    PetscCall(RowTangents(m, t, q, lambda, ck, A));
    PetscCall(VecRestoreArrayRead(at->lambda, &lambda));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Stored energy of springs and systems on this rank (local array q).
PetscReal RicModelBodyEnergy_Private(RicModel m, const PetscScalar *q) {
  PetscReal W[RIC_JOINT_MAX_ROWS * RIC_MAX_DOFS], value, rate, sum = 0;
  RicPair pair;

  for (PetscInt k = 0; k < m->num_springs; k++) {
    if (!m->springs[k].present)
      continue;
    (void)SpringState(m, &m->springs[k], q, q, &pair, &value, &rate, W);
    sum += 0.5 * m->springs[k].stiffness * value * value;
  }
  for (PetscInt k = 0; k < m->num_systems; k++) {
    const RicSystemNode *s = &m->systems[k];
    if (OwnsNode(m, s->node) && s->ops->Potential)
      sum += s->ops->Potential(s->parameters, &q[m->first[s->node]]);
  }
  return sum;
}

PetscErrorCode RicModelMassRate(RicModel m, PetscReal t, Vec q, Vec v, Vec out) {
  const PetscScalar *a, *b;
  PetscScalar *c;

  PetscFunctionBegin;
  PetscCall(VecSet(out, 0.0));
  PetscCall(VecGetArrayRead(q, &a));
  PetscCall(VecGetArrayRead(v, &b));
  PetscCall(VecGetArray(out, &c));
  for (PetscInt k = 0; k < m->num_systems; k++) {
    const RicSystemNode *s = &m->systems[k];
    if (!OwnsNode(m, s->node) || s->ops->constant_mass)
      continue;
    const PetscInt first = m->first[s->node];
    RicSystemMassRate(s->ops, s->parameters, t, &a[first], &b[first], &c[first]);
  }
  PetscCall(VecRestoreArrayRead(q, &a));
  PetscCall(VecRestoreArrayRead(v, &b));
  PetscCall(VecRestoreArray(out, &c));
  PetscCall(RicModelZeroFixed(m, out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelSetGyroscopicStep(RicModel m, PetscReal h) {
  PetscFunctionBegin;
  m->gyroscopic_step = h;
  PetscFunctionReturn(PETSC_SUCCESS);
}
