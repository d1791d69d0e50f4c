// SPDX-License-Identifier: BSD-2-Clause
// Rows of contact sets, whatever their kind: kernels on mesh nodes, kernels on points, gaps of
// systems.
#include "model/model_impl.h"

PetscReal RicRowGap_Private(const RicModel m, const RicContactSet *set, PetscInt r,
                            const PetscReal X[], const PetscReal u[], PetscReal t,
                            RicSystemCache *cache) {
  RicSystemCache alone;

  if (set->system < 0) {
    const RicContactData data = RicContactRow(set->ops, &set->data, r);
    return set->ops->Gap(&data, m->dim, X, u, 0.0);
  }
  const RicSystemNode *s = &m->systems[set->system];
  if (!cache)
    RicSystemCacheClear_Private(cache = &alone);
  if (cache->system != set->system)
    s->ops->Gap(s->parameters, t, u, cache->values);
  cache->system = set->system;
  return cache->values[set->gap];
}

void RicRowRows_Private(const RicModel m, const RicContactSet *set, PetscInt r, const PetscReal X[],
                        const PetscReal u[], PetscReal t, RicSystemCache *cache, PetscReal W[]) {
  RicSystemCache alone;

  if (set->system < 0) {
    const RicContactData data = RicContactRow(set->ops, &set->data, r);
    set->ops->Rows(&data, m->dim, X, u, W);
    return;
  }
  const RicSystemNode *s = &m->systems[set->system];
  if (!cache)
    RicSystemCacheClear_Private(cache = &alone);
  if (cache->system != set->system)
    RicSystemGapRows(s->ops, s->parameters, t, u, cache->values);
  cache->system = set->system;
  for (PetscInt d = 0; d < s->ops->num_dofs; d++)
    W[d] = cache->values[set->gap * s->ops->num_dofs + d];
}

void RicRowTangents_Private(const RicModel m, const RicContactSet *set, PetscInt r,
                            const PetscReal X[], const PetscReal u[], PetscReal t, PetscReal W[]) {
  PetscReal all[RIC_SYSTEM_MAX_GAPS * RIC_SYSTEM_MAX_DOFS];

  (void)r, (void)X;
  const RicSystemNode *s = &m->systems[set->system];
  s->ops->GapTangents(s->parameters, t, u, all);
  for (PetscInt d = 0; d < s->ops->num_dofs; d++)
    W[d] = all[set->gap * s->ops->num_dofs + d];
}

PetscBool RicRowCurvature_Private(const RicModel m, const RicContactSet *set, PetscInt r,
                                  const PetscReal X[], const PetscReal u[], PetscReal t,
                                  PetscReal H[]) {
  PetscReal lambda[RIC_SYSTEM_MAX_GAPS] = {0};

  if (set->system < 0) {
    if (!set->ops->Curvature)
      return PETSC_FALSE;
    const RicContactData data = RicContactRow(set->ops, &set->data, r);
    set->ops->Curvature(&data, m->dim, X, u, H);
    return PETSC_TRUE;
  }
  const RicSystemNode *s = &m->systems[set->system];
  lambda[set->gap] = 1;
  RicSystemGapCurvature(s->ops, s->parameters, t, u, lambda, H);
  return PETSC_TRUE;
}
