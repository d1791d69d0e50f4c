// SPDX-License-Identifier: BSD-2-Clause
// Springs, and joints under load, as interactions.
#include "model/model_impl.h"

static RicGroup GroupOf(const RicJoint *j) { return (RicGroup){j->present, 2, 2, j->nodes}; }

// ---- Springs: the first value of a joint kernel made soft ----

static PetscInt NumSprings(const RicModel m) { return m->num_springs; }

static RicGroup GroupOfSpring(const RicModel m, PetscInt k) { return GroupOf(&m->springs[k]); }

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

static PetscBool SpringMatrix(const RicModel m, PetscInt k, PetscInt i, const RicLocalState *at,
                              const RicCombination *c, PetscReal E[]) {
  PetscReal W[RIC_JOINT_MAX_ROWS * RIC_MAX_DOFS], value, rate;
  const RicJoint *s = &m->springs[k];
  RicPair pair;

  (void)i;
  if (!at->q || (c->cc == 0 && c->ck == 0))
    return PETSC_FALSE;
  const PetscInt n = SpringState(m, s, at->q, at->v, &pair, &value, &rate, W);
  const PetscReal weight[RIC_JOINT_MAX_ROWS] = {c->ck * (s->stiffness * value + s->damper * rate)};
  for (PetscInt a = 0; a < n * n; a++)
    E[a] = 0;
  if (!RicJointIsLinear(s->ops, m->dim))
    RicJointCurvature(s->ops, s->data, &pair, weight, m->length, E);
  for (PetscInt a = 0; a < n; a++)
    for (PetscInt b = 0; b < n; b++)
      E[a * n + b] += (c->ck * s->stiffness + c->cc * s->damper) * W[a] * W[b];
  return PETSC_TRUE;
}

static PetscBool SpringForce(const RicModel m, PetscInt k, PetscInt i, const RicLocalState *at,
                             PetscReal f[]) {
  PetscReal W[RIC_JOINT_MAX_ROWS * RIC_MAX_DOFS], value, rate;
  const RicJoint *s = &m->springs[k];
  RicPair pair;
  const PetscInt n = SpringState(m, s, at->q, at->v, &pair, &value, &rate, W);

  (void)i;
  for (PetscInt a = 0; a < n; a++)
    f[a] = -(s->stiffness * value + s->damper * rate) * W[a];
  return PETSC_TRUE;
}

static PetscReal SpringEnergy(const RicModel m, PetscInt k, PetscInt i, const RicLocalState *at) {
  PetscReal W[RIC_JOINT_MAX_ROWS * RIC_MAX_DOFS], value, rate;
  RicPair pair;

  (void)i;
  (void)SpringState(m, &m->springs[k], at->q, NULL, &pair, &value, &rate, W);
  return 0.5 * m->springs[k].stiffness * value * value;
}

const RicInteractionOps RicInteractionSpring = {.NumGroups = NumSprings,
                                                .Group = GroupOfSpring,
                                                .Matrix = SpringMatrix,
                                                .Force = SpringForce,
                                                .Energy = SpringEnergy};

// ---- Joints ----

static PetscInt NumJoints(const RicModel m) { return m->num_joints; }

static RicGroup GroupOfJoint(const RicModel m, PetscInt k) { return GroupOf(&m->joints[k]); }

static PetscBool JointsCouple(const RicModel m, RicCurvature curvature) {
  (void)m;
  return (PetscBool)(curvature >= RIC_CURVATURE_JOINTS);
}

// −ck ∂(Wᵀλ)/∂q.
static PetscBool JointMatrix(const RicModel m, PetscInt k, PetscInt i, const RicLocalState *at,
                             const RicCombination *c, PetscReal E[]) {
  PetscReal weight[RIC_JOINT_MAX_ROWS];
  const RicJoint *j = &m->joints[k];
  RicPair pair;

  (void)i;
  if (!at->lambda || RicJointIsLinear(j->ops, m->dim))
    return PETSC_FALSE;
  RicModelStand(m, j->point, j->nodes, at->q, &pair);
  for (PetscInt r = 0; r < j->num_rows; r++)
    weight[r] = -c->ck * at->lambda[j->first_row + r];
  RicJointCurvature(j->ops, j->data, &pair, weight, m->length, E);
  return PETSC_TRUE;
}

const RicInteractionOps RicInteractionJoint = {
    .NumGroups = NumJoints, .Group = GroupOfJoint, .Couples = JointsCouple, .Matrix = JointMatrix};
