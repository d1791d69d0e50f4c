// SPDX-License-Identifier: BSD-2-Clause
// A system with parameters and a state: what tests of systems have in common.
#ifndef TESTS_SYSTEM_CASE_H
#define TESTS_SYSTEM_CASE_H

#include "numeric.h"
#include "system/system.h"

#define NUM_STATES 50
#define MAX_DOFS RIC_SYSTEM_MAX_DOFS
#define MAX_POINTS 32

static inline const RicSystemOps *Find(const char name[]) {
  const RicSystemOps *ops;
  assert_int_equal(RicSystemFind(name, &ops), 0);
  return ops;
}

typedef struct {
  const RicSystemOps *ops;
  PetscReal p[RIC_SYSTEM_MAX_PARAMETERS], q[MAX_DOFS], v[MAX_DOFS];
} Case;

// Parameters near their defaults; coordinates positive, for a spring has a length.
static inline Case RandomCase(const RicSystemOps *ops, uint64_t *seed) {
  Case c = {.ops = ops};
  for (PetscInt i = 0; i < ops->num_parameters; ++i)
    c.p[i] = Uniform(seed, 0.5, 1.5) *
             (PetscIsNanReal(ops->parameter_defaults[i]) ? 1 : ops->parameter_defaults[i]);
  UniformArray(seed, 0.1, 6, ops->num_dofs, c.q);
  UniformArray(seed, -5, 5, ops->num_dofs, c.v);
  return c;
}

static inline void Mass(const Case *c, PetscReal M[]) {
  for (PetscInt i = 0; i < c->ops->num_dofs * c->ops->num_dofs; ++i)
    M[i] = NAN; // outputs must be overwritten
  c->ops->Mass(c->p, 0, c->q, M);
}

static inline void Force(const Case *c, const PetscReal v[], PetscReal f[]) {
  for (PetscInt i = 0; i < c->ops->num_dofs; ++i)
    f[i] = NAN;
  c->ops->Force(c->p, 0, c->q, v, f);
}

static inline PetscReal Dot(PetscInt n, const PetscReal a[], const PetscReal b[]) {
  PetscReal sum = 0;
  for (PetscInt i = 0; i < n; ++i)
    sum += a[i] * b[i];
  return sum;
}

// ½ vᵀMv.
static inline PetscReal KineticEnergy(const Case *c) {
  const PetscInt n = c->ops->num_dofs;
  PetscReal M[MAX_DOFS * MAX_DOFS], twice = 0;
  Mass(c, M);
  for (PetscInt i = 0; i < n; ++i)
    twice += c->v[i] * Dot(n, M + i * n, c->v);
  return twice / 2;
}

#endif
