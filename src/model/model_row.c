// SPDX-License-Identifier: BSD-2-Clause
// Rows of contacts, whatever they are between: kernels of two poses, gaps of systems.
#include "model/model_impl.h"

static const PetscReal origin[RIC_MAX_DOFS];

void RicModelStand(RicModel m, const RicPoint point[2], const PetscInt nodes[2],
                   const PetscScalar *q, RicPair *pair) {
  pair->point = point;
  pair->dim = m->dim;
  for (PetscInt k = 0; k < 2; k++) {
    const PetscInt l = nodes[k];
    if (l < 0)
      RicPairPut(pair, k, origin, origin);
    else
      RicPairPut(pair, k, &m->coordinates[3 * l], q ? &q[m->first[l]] : origin);
  }
}

PetscReal RicSystemGap_Private(const RicModel m, const RicContactSet *set, const PetscReal u[],
                               PetscReal t, RicSystemCache *cache) {
  const RicSystemNode *s = &m->systems[set->system];

  if (cache->system != set->system)
    s->ops->Gap(s->parameters, t, u, cache->values);
  cache->system = set->system;
  return cache->values[set->gap];
}

const PetscReal *RicSystemRow_Private(const RicModel m, const RicContactSet *set,
                                      const PetscReal u[], PetscReal t, RicSystemCache *cache) {
  const RicSystemNode *s = &m->systems[set->system];

  if (cache->system != set->system)
    RicSystemGapRows(s->ops, s->parameters, t, u, cache->values);
  cache->system = set->system;
  return &cache->values[set->gap * s->ops->num_dofs];
}

// Dofs of the one contact of a system's set, in the local array q.
static const PetscReal *SystemDofs(const RicModel m, const RicContactSet *set,
                                   const PetscScalar *q) {
  return q ? &q[m->first[set->nodes[0]]] : origin;
}

static void SystemRows(const RicModel m, const RicContactSet *set, const PetscScalar *q,
                       PetscReal t, RicSystemCache *cache, PetscReal W[]) {
  const RicSystemNode *s = &m->systems[set->system];
  const PetscReal *u = SystemDofs(m, set, q), *w = RicSystemRow_Private(m, set, u, t, cache);
  const PetscInt n = s->ops->num_dofs;
  PetscReal all[RIC_SYSTEM_MAX_GAPS * RIC_SYSTEM_MAX_DOFS];

  for (PetscInt d = 0; d < n; d++)
    W[d] = w[d];
  if (set->width == 1)
    return;
  s->ops->GapTangents(s->parameters, t, u, all);
  for (PetscInt d = 0; d < n; d++)
    W[n + d] = all[set->gap * n + d];
}

// Over a step: its gap row, and its tangential one at the mean.
static void SystemPathRows(const RicModel m, const RicContactSet *set, const RicLocalState *at,
                           PetscReal W[]) {
  const RicSystemNode *s = &m->systems[set->system];
  const PetscInt first = m->first[set->nodes[0]], n = s->ops->num_dofs;
  PetscReal all[RIC_SYSTEM_MAX_GAPS * RIC_SYSTEM_MAX_DOFS], dq[RIC_SYSTEM_MAX_DOFS] = {0};

  for (PetscInt d = 0; d < n; d++)
    dq[d] = at->path->h * at->v[first + d];
  RicSystemPathRows(s->ops, s->parameters, at->t, &at->path->q0[first], dq, all);
  for (PetscInt d = 0; d < n; d++)
    W[d] = all[set->gap * n + d];
  if (set->width == 1)
    return;
  s->ops->GapTangents(s->parameters, at->t, &at->path->mean[first], all);
  for (PetscInt d = 0; d < n; d++)
    W[n + d] = all[set->gap * n + d];
}

// H [nd*nd] of the normal row of place r, any of a contact's. false: it vanishes, H is untouched
static PetscBool Curvature(const RicModel m, const RicContactSet *set, PetscInt r,
                           const PetscScalar *q, PetscReal t, PetscReal H[]) {
  PetscReal lambda[RIC_SYSTEM_MAX_GAPS] = {0};
  RicContactGeometry g[RIC_CONTACT_MAX_ROWS];
  RicPair pair;

  if (set->system >= 0) {
    const RicSystemNode *s = &m->systems[set->system];
    lambda[set->gap] = 1;
    RicSystemGapCurvature(s->ops, s->parameters, t, SystemDofs(m, set, q), lambda, H);
    return PETSC_TRUE;
  }
  if (RicContactIsLinear(set->ops, m->dim))
    return PETSC_FALSE;
  RicModelStand(m, set->on, &set->nodes[RIC_MAX_NODES * r], q, &pair);
  RicContactGeometryOf(set->ops, set->data, &pair, g);
  RicContactCurvature(set->ops, set->data, &pair, g, r % set->ops->num_rows, m->length, H);
  return PETSC_TRUE;
}

// ---- As interactions, one for each place ----

static PetscInt NumGroups(const RicModel m) { return m->num_contacts; }

static RicGroup Group(const RicModel m, PetscInt k) {
  const RicContactSet *set = &m->contacts[k];
  return (RicGroup){set->num_rows, RIC_MAX_NODES, RIC_MAX_NODES, set->nodes};
}

static PetscBool Couples(const RicModel m, RicCurvature curvature) {
  return (PetscBool)(curvature >= RIC_CURVATURE_ROWS && !m->is.constant_rows);
}

// −ck ∂(Wᵀλ)/∂q.
static PetscBool Matrix(const RicModel m, PetscInt k, PetscInt i, const RicLocalState *at,
                        const RicCombination *c, PetscReal E[]) {
  const RicContactSet *set = &m->contacts[k];
  PetscInt dofs[RIC_MAX_DOFS];

  const PetscReal lambda = at->lambda[set->first_row + i * set->width];
  if (lambda == 0 || !Curvature(m, set, i, at->q, at->t, E))
    return PETSC_FALSE;
  const PetscInt n =
      RicDofs_Private(m, RIC_MAX_NODES, &set->nodes[RIC_MAX_NODES * i], PETSC_FALSE, dofs);
  for (PetscInt j = 0; j < n * n; j++)
    E[j] *= -(at->path ? 0.5 : 1) * c->ck * lambda;
  return PETSC_TRUE;
}

static PetscInt NumRows(const RicModel m, PetscInt k, PetscInt i, PetscInt *first) {
  const RicContactSet *set = &m->contacts[k];
  const PetscInt places = RicContactPlaces(set);

  *first = set->first_row + i * set->width;
  return i % places == 0 ? places * set->width : 0;
}

static void Values(const RicModel m, PetscInt k, PetscInt i, const RicLocalState *at,
                   RicSystemCache *cache, PetscReal y[]) {
  const RicContactSet *set = &m->contacts[k];
  RicContactGeometry g[RIC_CONTACT_MAX_ROWS];
  RicPair pair;

  for (PetscInt r = 0; r < RicContactPlaces(set) * set->width; r++)
    y[r] = 0;
  if (set->system >= 0) {
    y[0] = RicSystemGap_Private(m, set, SystemDofs(m, set, at->q), at->t, cache);
    return;
  }
  RicModelStand(m, set->on, &set->nodes[RIC_MAX_NODES * i], at->q, &pair);
  RicContactGeometryOf(set->ops, set->data, &pair, g);
  for (PetscInt r = 0; r < set->ops->num_rows; r++)
    y[r * set->width] = g[r].gap;
}

// Of a contact between points, at q.
static void PairRows(const RicModel m, const RicContactSet *set, PetscInt i, const PetscScalar *q,
                     PetscReal W[]) {
  RicContactGeometry g[RIC_CONTACT_MAX_ROWS];
  RicPair pair;

  RicModelStand(m, set->on, &set->nodes[RIC_MAX_NODES * i], q, &pair);
  RicContactGeometryOf(set->ops, set->data, &pair, g);
  const PetscInt n = pair.nd[0] + pair.nd[1];
  for (PetscInt r = 0; r < set->ops->num_rows; r++) {
    if (set->width == 1) {
      RicContactRow(set->ops, &pair, &g[r], &W[r * n]);
      continue;
    }
    RicContactComplete(set->ops, &pair, r, 0, &g[r]); // tangents do not look at the shift
    RicContactRows(set->ops, &set->friction, &pair, &g[r], &W[r * set->width * n]);
  }
}

static void Rows(const RicModel m, PetscInt k, PetscInt i, const RicLocalState *at,
                 RicSystemCache *cache, PetscReal W[]) {
  const RicContactSet *set = &m->contacts[k];
  RicPairStep step;

  if (set->system >= 0 && at->path)
    SystemPathRows(m, set, at, W);
  else if (set->system >= 0)
    SystemRows(m, set, at->q, at->t, cache, W);
  else if (at->path) {
    RicPairStep_Private(m, set->on, &set->nodes[RIC_MAX_NODES * i], at, &step);
    RicContactPathRows(set->ops, set->data, set->width > 1 ? &set->friction : NULL, &step.path,
                       m->length, W);
  } else
    PairRows(m, set, i, at->q, W);
}

const RicInteractionOps RicInteractionContact = {.of_reactions = PETSC_TRUE,
                                                 .NumGroups = NumGroups,
                                                 .Group = Group,
                                                 .Couples = Couples,
                                                 .Matrix = Matrix,
                                                 .NumRows = NumRows,
                                                 .Values = Values,
                                                 .Rows = Rows};
