// SPDX-License-Identifier: BSD-2-Clause
// Rigid bodies as interactions: of their own node alone.
#include "model/model_impl.h"

static PetscInt NumGroups(const RicModel m) { return m->num_bodies; }

static RicGroup Group(const RicModel m, PetscInt k) {
  return (RicGroup){m->bodies[k].owned, 1, 1, &m->bodies[k].node};
}

static PetscBool Couples(const RicModel m, RicCurvature curvature) {
  (void)curvature;
  return m->is.unsymmetric;
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

// Half of the turn of a step, rad, from which on the factor of gyroscopic forces is no larger.
#define LARGEST_HALF_TURN (PETSC_PI / 4)

// k of RicModelSetGyroscopicStep.
static PetscReal GyroscopicFactor(PetscReal h, const PetscReal omega[3]) {
  const PetscReal x = PetscMin(h * RicVec3Norm(omega) / 2, LARGEST_HALF_TURN);

  return x > 0 ? PetscTanReal(x) / x : 1;
}

// E += cc C of gyroscopic forces at the angular velocity omega, C = k ([Ω]×J − [JΩ]×); the change of k
// is left out.
static void AddGyroscopic(const PetscReal J[9], const PetscReal omega[3], PetscReal cc,
                          PetscReal E[]) {
  PetscReal spin[3];

  RicVec3Map(J, omega, spin);
  for (PetscInt j = 0; j < 3; j++) {
    const PetscReal unit[3] = {j == 0, j == 1, j == 2}, column[3] = {J[j], J[3 + j], J[6 + j]};
    PetscReal a[3], b[3];
    RicVec3Cross(omega, column, a);
    RicVec3Cross(spin, unit, b);
    for (PetscInt i = 0; i < 3; i++)
      E[6 * (3 + i) + 3 + j] += cc * (a[i] - b[i]);
  }
}

static PetscBool Matrix(const RicModel m, PetscInt k, PetscInt i, const RicLocalState *at,
                        const RicCombination *c, PetscReal E[]) {
  const RicBody *body = &m->bodies[k];
  const PetscBool turns = (PetscBool)(m->is.unsymmetric && at->v && c->cc != 0);

  (void)i;
  if (c->cm == 0 && !turns)
    return PETSC_FALSE;
  BodyMass(m, &body->data, c->cm, E);
  if (turns) {
    const PetscReal *omega = &at->v[m->first[body->node] + 3];
    AddGyroscopic(body->data.tensor, omega, c->cc * GyroscopicFactor(m->gyroscopic_step, omega), E);
  }
  return PETSC_TRUE;
}

// −k Ω × JΩ of bodies in space.
static PetscBool Force(const RicModel m, PetscInt k, PetscInt i, const RicLocalState *at,
                       PetscReal f[]) {
  const RicBody *body = &m->bodies[k];
  PetscReal spin[3], moment[3];

  (void)i;
  if (!m->is.gyroscopic)
    return PETSC_FALSE;
  const PetscReal *omega = &at->v[m->first[body->node] + 3];
  const PetscReal factor = GyroscopicFactor(m->gyroscopic_step, omega);
  RicVec3Map(body->data.tensor, omega, spin);
  RicVec3Cross(omega, spin, moment);
  for (PetscInt d = 0; d < 3; d++)
    f[d] = 0, f[3 + d] = -factor * moment[d];
  return PETSC_TRUE;
}

const RicInteractionOps RicInteractionBody = {
    .NumGroups = NumGroups, .Group = Group, .Couples = Couples, .Matrix = Matrix, .Force = Force};

PetscErrorCode RicModelSetGyroscopicStep(RicModel m, PetscReal h) {
  PetscFunctionBegin;
  m->gyroscopic_step = h;
  PetscFunctionReturn(PETSC_SUCCESS);
}
