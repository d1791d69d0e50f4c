// SPDX-License-Identifier: BSD-2-Clause
// Systems in coordinates of their own, as interactions.
#include "model/model_impl.h"

static PetscInt NumGroups(const RicModel m) { return m->num_systems; }

static RicGroup Group(const RicModel m, PetscInt k) {
  const PetscInt *node = &m->systems[k].node;
  return (RicGroup){*node >= 0 && *node < m->num_owned, 1, 1, node};
}

// E += cc C + ck K at the dofs q, v; a [dofs] or NULL: what the mass is multiplied with.
static void AddTangent(const RicSystemNode *s, PetscReal t, const PetscReal q[],
                       const PetscReal v[], const PetscReal a[], const RicCombination *c,
                       PetscReal E[]) {
  PetscReal K[RIC_SYSTEM_MAX_DOFS * RIC_SYSTEM_MAX_DOFS],
      C[RIC_SYSTEM_MAX_DOFS * RIC_SYSTEM_MAX_DOFS];
  const PetscInt n = s->ops->num_dofs;

  RicSystemTangent(s->ops, s->parameters, t, q, v, K, C);
  for (PetscInt i = 0; i < n * n; i++)
    E[i] += c->ck * K[i] + c->cc * C[i];
  if (!a || s->ops->constant_mass)
    return;
  RicSystemMassTangent(s->ops, s->parameters, t, q, a, C);
  for (PetscInt i = 0; i < n * n; i++)
    E[i] += c->ck * C[i];
}

// Where no q is given a system stands at its start.
static PetscBool Matrix(const RicModel m, PetscInt k, PetscInt i, const RicLocalState *at,
                        const RicCombination *c, PetscReal E[]) {
  static const PetscReal zero[RIC_SYSTEM_MAX_DOFS];
  const RicSystemNode *s = &m->systems[k];
  const PetscInt n = s->ops->num_dofs, first = m->first[s->node];
  const PetscReal *q = at->q ? &at->q[first] : s->q0;

  (void)i;
  if (c->cm != 0)
    s->ops->Mass(s->parameters, at->t, q, E);
  for (PetscInt j = 0; j < n * n; j++)
    E[j] = c->cm != 0 ? c->cm * E[j] : 0;
  if (at->path)
    AddTangent(s, at->t, &at->path->mean[first], &at->v[first], NULL,
               &(RicCombination){.cc = c->cc, .ck = c->ck / 2}, E);
  else if (c->cc != 0 || c->ck != 0)
    AddTangent(s, at->t, q, at->v ? &at->v[first] : zero, at->a && at->q ? &at->a[first] : NULL, c,
               E);
  return PETSC_TRUE;
}

static PetscBool Force(const RicModel m, PetscInt k, PetscInt i, const RicLocalState *at,
                       PetscReal f[]) {
  const RicSystemNode *s = &m->systems[k];
  const PetscInt first = m->first[s->node];
  PetscReal dq[RIC_SYSTEM_MAX_DOFS] = {0};

  (void)i;
  if (!at->path) {
    s->ops->Force(s->parameters, at->t, &at->q[first], &at->v[first], f);
    return PETSC_TRUE;
  }
  for (PetscInt d = 0; d < s->ops->num_dofs; d++)
    dq[d] = at->path->h * at->v[first + d];
  RicSystemPathForce(s->ops, s->parameters, at->t, &at->path->q0[first], dq, &at->v[first], f);
  return PETSC_TRUE;
}

static PetscReal Energy(const RicModel m, PetscInt k, PetscInt i, const RicLocalState *at) {
  const RicSystemNode *s = &m->systems[k];

  (void)i;
  return s->ops->Potential ? s->ops->Potential(s->parameters, &at->q[m->first[s->node]]) : 0;
}

const RicInteractionOps RicInteractionSystem = {.everywhere = PETSC_TRUE,
                                                .NumGroups = NumGroups,
                                                .Group = Group,
                                                .Matrix = Matrix,
                                                .Force = Force,
                                                .Energy = Energy};

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
    if (s->node < 0 || s->node >= m->num_owned || s->ops->constant_mass)
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

PetscErrorCode RicModelGetVaryingMass(RicModel m, const char **name) {
  PetscFunctionBegin;
  *name = NULL;
  for (PetscInt k = 0; k < m->num_systems && !*name; k++)
    if (!m->systems[k].ops->constant_mass)
      *name = m->systems[k].ops->name;
  PetscFunctionReturn(PETSC_SUCCESS);
}
