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

// A spring over a step: what its value was and by how much it grows, its row W̄, and by how much it grew
// in the step before. Returns the number of dofs.
typedef struct {
  PetscReal value, change, before, W[RIC_MAX_DOFS];
  PetscInt n;
} SpringStep;

static void FindSpringStep(const RicModel m, const RicJoint *s, const RicLocalState *at,
                           SpringStep *spring) {
  PetscReal W[RIC_JOINT_MAX_ROWS * RIC_MAX_DOFS], X[6], v[RIC_MAX_DOFS], y[RIC_JOINT_MAX_ROWS];
  RicPairStep step;
  RicPair before;

  RicPairStep_Private(m, s->point, s->nodes, at, &step);
  RicJointPathRows(s->ops, s->data, &step.path, m->length, W);
  spring->n = RicGather_Private(m, 2, s->nodes, at->v, X, v);
  spring->change = spring->before = 0;
  for (PetscInt i = 0; i < spring->n; i++) {
    spring->W[i] = W[i];
    spring->change += at->path->h * W[i] * v[i];
  }
  RicJointRows(s->ops, s->data, &step.from, y, W);
  spring->value = y[0];
  if (!at->path->before)
    return;
  RicModelStand(m, s->point, s->nodes, at->path->before, &before);
  RicJointRows(s->ops, s->data, &before, y, W);
  spring->before = spring->value - y[0];
}

// K = (½ (1 + χ) k + c/h) W̄ᵀW̄, and the curvature of W̄, half of that at the end.
static void SpringPathMatrix(const RicModel m, const RicJoint *s, const RicLocalState *at,
                             const RicCombination *c, PetscReal E[]) {
  const RicLocalPath *path = at->path;
  SpringStep p;
  RicPair to;

  FindSpringStep(m, s, at, &p);
  const PetscReal pull = s->stiffness * (p.value + p.change / 2) + s->damper * p.change / path->h;
  const PetscReal weight[RIC_JOINT_MAX_ROWS] = {c->ck / 2 * pull};
  const PetscReal stiffness =
      c->ck * s->stiffness * (1 + path->dissipation) / 2 + c->cc * s->damper;
  for (PetscInt a = 0; a < p.n * p.n; a++)
    E[a] = 0;
  RicModelStand(m, s->point, s->nodes, at->q, &to);
  if (!RicJointIsLinear(s->ops, m->dim))
    RicJointCurvature(s->ops, s->data, &to, weight, m->length, E);
  for (PetscInt a = 0; a < p.n; a++)
    for (PetscInt b = 0; b < p.n; b++)
      E[a * p.n + b] += stiffness * p.W[a] * p.W[b];
}

static PetscBool SpringMatrix(const RicModel m, PetscInt k, PetscInt i, const RicLocalState *at,
                              const RicCombination *c, PetscReal E[]) {
  PetscReal W[RIC_JOINT_MAX_ROWS * RIC_MAX_DOFS], value, rate;
  const RicJoint *s = &m->springs[k];
  RicPair pair;

  (void)i;
  if (!at->q || (c->cc == 0 && c->ck == 0))
    return PETSC_FALSE;
  if (at->path) {
    SpringPathMatrix(m, s, at, c, E);
    return PETSC_TRUE;
  }
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

static void SpringPathForce(const RicModel m, const RicJoint *s, const RicLocalState *at,
                            PetscReal f[]) {
  const RicLocalPath *path = at->path;
  SpringStep p;

  FindSpringStep(m, s, at, &p);
  const PetscReal pull =
      s->stiffness *
          (p.value + p.change / 2 + path->dissipation / 2 * (p.change - path->ratio * p.before)) +
      s->damper * p.change / path->h;
  for (PetscInt a = 0; a < p.n; a++)
    f[a] = -pull * p.W[a];
}

static PetscBool SpringForce(const RicModel m, PetscInt k, PetscInt i, const RicLocalState *at,
                             PetscReal f[]) {
  PetscReal W[RIC_JOINT_MAX_ROWS * RIC_MAX_DOFS], value, rate;
  const RicJoint *s = &m->springs[k];
  RicPair pair;

  if (at->path) {
    SpringPathForce(m, s, at, f);
    return PETSC_TRUE;
  }
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

static PetscReal SpringPathEnergy(const RicModel m, PetscInt k, PetscInt i,
                                  const RicLocalState *at) {
  PetscReal W[RIC_JOINT_MAX_ROWS * RIC_MAX_DOFS], from, to, rate;
  const RicJoint *s = &m->springs[k];
  RicPair pair;

  (void)i;
  (void)SpringState(m, s, at->path->q0, NULL, &pair, &from, &rate, W);
  (void)SpringState(m, s, at->q, NULL, &pair, &to, &rate, W);
  return 0.5 * s->stiffness * (to - from) * (to - from);
}

PetscReal RicModelDamperPathWork_Private(const RicModel m, const RicLocalState *at) {
  PetscReal sum = 0;

  for (PetscInt k = 0; k < m->num_springs; k++) {
    const RicJoint *s = &m->springs[k];
    SpringStep p;
    if (!s->present || s->damper == 0)
      continue;
    FindSpringStep(m, s, at, &p);
    sum += s->damper * p.change * p.change / at->path->h;
  }
  return sum;
}

const RicInteractionOps RicInteractionSpring = {.NumGroups = NumSprings,
                                                .Group = GroupOfSpring,
                                                .Matrix = SpringMatrix,
                                                .Force = SpringForce,
                                                .Energy = SpringEnergy,
                                                .PathEnergy = SpringPathEnergy};

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
  if (RicJointIsLinear(j->ops, m->dim))
    return PETSC_FALSE;
  RicModelStand(m, j->point, j->nodes, at->q, &pair);
  for (PetscInt r = 0; r < j->num_rows; r++)
    weight[r] = -(at->path ? 0.5 : 1) * c->ck * at->lambda[j->first_row + r];
  RicJointCurvature(j->ops, j->data, &pair, weight, m->length, E);
  return PETSC_TRUE;
}

static PetscInt NumRows(const RicModel m, PetscInt k, PetscInt i, PetscInt *first) {
  (void)i;
  *first = m->joints[k].first_row;
  return m->joints[k].num_rows;
}

static void Values(const RicModel m, PetscInt k, PetscInt i, const RicLocalState *at,
                   RicSystemCache *cache, PetscReal y[]) {
  RicPairWrench w[RIC_JOINT_MAX_ROWS];
  const RicJoint *j = &m->joints[k];
  RicPair pair;

  (void)i, (void)cache;
  RicModelStand(m, j->point, j->nodes, at->q, &pair);
  j->ops->Rows(j->data, m->dim, &pair.stand[0].pose, &pair.stand[1].pose, y, w);
}

static void Rows(const RicModel m, PetscInt k, PetscInt i, const RicLocalState *at,
                 RicSystemCache *cache, PetscReal W[]) {
  PetscReal y[RIC_JOINT_MAX_ROWS];
  const RicJoint *j = &m->joints[k];
  RicPairStep step;
  RicPair pair;

  (void)i, (void)cache;
  if (at->path) {
    RicPairStep_Private(m, j->point, j->nodes, at, &step);
    RicJointPathRows(j->ops, j->data, &step.path, m->length, W);
    return;
  }
  RicModelStand(m, j->point, j->nodes, at->q, &pair);
  RicJointRows(j->ops, j->data, &pair, y, W);
}

const RicInteractionOps RicInteractionJoint = {.of_reactions = PETSC_TRUE,
                                               .NumGroups = NumJoints,
                                               .Group = GroupOfJoint,
                                               .Couples = JointsCouple,
                                               .Matrix = JointMatrix,
                                               .NumRows = NumRows,
                                               .Values = Values,
                                               .Rows = Rows};
