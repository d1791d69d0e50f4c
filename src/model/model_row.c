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

void RicContactGaps_Private(const RicModel m, const RicContactSet *set, PetscInt r,
                            const PetscScalar *q, PetscReal t, RicSystemCache *cache,
                            PetscReal y[]) {
  RicContactGeometry g[RIC_CONTACT_MAX_ROWS];
  RicPair pair;

  for (PetscInt i = 0; i < RicContactPlaces(set) * set->width; i++)
    y[i] = 0;
  if (set->system >= 0) {
    y[0] = RicSystemGap_Private(m, set, SystemDofs(m, set, q), t, cache);
    return;
  }
  RicModelStand(m, set->on, &set->nodes[RIC_MAX_NODES * r], q, &pair);
  RicContactGeometryOf(set->ops, set->data, &pair, g);
  for (PetscInt i = 0; i < set->ops->num_rows; i++)
    y[i * set->width] = g[i].gap;
}

static PetscInt SystemRows(const RicModel m, const RicContactSet *set, const PetscScalar *q,
                           PetscReal t, RicSystemCache *cache, PetscReal W[]) {
  const RicSystemNode *s = &m->systems[set->system];
  const PetscReal *u = SystemDofs(m, set, q), *w = RicSystemRow_Private(m, set, u, t, cache);
  const PetscInt n = s->ops->num_dofs;
  PetscReal all[RIC_SYSTEM_MAX_GAPS * RIC_SYSTEM_MAX_DOFS];

  for (PetscInt d = 0; d < n; d++)
    W[d] = w[d];
  if (set->width == 1)
    return n;
  s->ops->GapTangents(s->parameters, t, u, all);
  for (PetscInt d = 0; d < n; d++)
    W[n + d] = all[set->gap * n + d];
  return n;
}

PetscInt RicContactRows_Private(const RicModel m, const RicContactSet *set, PetscInt r,
                                const PetscScalar *q, PetscReal t, RicSystemCache *cache,
                                PetscReal W[]) {
  RicContactGeometry g[RIC_CONTACT_MAX_ROWS];
  RicPair pair;

  if (set->system >= 0)
    return SystemRows(m, set, q, t, cache, W);
  RicModelStand(m, set->on, &set->nodes[RIC_MAX_NODES * r], q, &pair);
  RicContactGeometryOf(set->ops, set->data, &pair, g);
  const PetscInt n = pair.nd[0] + pair.nd[1];
  for (PetscInt i = 0; i < set->ops->num_rows; i++) {
    if (set->width == 1) {
      RicContactRow(set->ops, &pair, &g[i], &W[i * n]);
      continue;
    }
    RicContactComplete(set->ops, &pair, i, 0, &g[i]); // tangents do not look at the shift
    RicContactRows(set->ops, &set->friction, &pair, &g[i], &W[i * set->width * n]);
  }
  return n;
}

// Of the gap of a system: Gonzalez' formula in its coordinates.
static PetscInt SystemPathRows(const RicModel m, const RicContactSet *set, const RicLocalState *at,
                               PetscReal W[]) {
  const PetscInt first = m->first[set->nodes[0]], n = m->systems[set->system].ops->num_dofs;
  const PetscScalar *q0 = &at->path->q0[first], *q1 = &at->q[first];
  PetscReal lack, square = 0, gap[2];
  RicSystemCache cache;

  RicSystemCacheClear_Private(&cache);
  (void)SystemRows(m, set, at->path->mean, at->t, &cache, W);
  RicSystemCacheClear_Private(&cache);
  gap[0] = RicSystemGap_Private(m, set, q0, at->t, &cache);
  RicSystemCacheClear_Private(&cache);
  gap[1] = RicSystemGap_Private(m, set, q1, at->t, &cache);
  lack = gap[1] - gap[0];
  for (PetscInt d = 0; d < n; d++) {
    lack -= W[d] * (q1[d] - q0[d]);
    square += (q1[d] - q0[d]) * (q1[d] - q0[d]);
  }
  const PetscReal size = PetscAbsReal(gap[0]) + PetscAbsReal(gap[1]);
  if (square > 0 && PetscAbsReal(lack) > 16 * PETSC_MACHINE_EPSILON * size)
    for (PetscInt d = 0; d < n; d++)
      W[d] += lack / square * (q1[d] - q0[d]);
  return n;
}

PetscInt RicContactPathRows_Private(const RicModel m, const RicContactSet *set, PetscInt r,
                                    const RicLocalState *at, PetscReal W[]) {
  RicPairStep step;

  if (set->system >= 0)
    return SystemPathRows(m, set, at, W);
  RicPairStep_Private(m, set->on, &set->nodes[RIC_MAX_NODES * r], at, &step);
  RicContactPathRows(set->ops, set->data, set->width > 1 ? &set->friction : NULL, &step.path,
                     m->length, W);
  return step.from.nd[0] + step.from.nd[1];
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

const RicInteractionOps RicInteractionContact = {.of_reactions = PETSC_TRUE,
                                                 .NumGroups = NumGroups,
                                                 .Group = Group,
                                                 .Couples = Couples,
                                                 .Matrix = Matrix};
