// SPDX-License-Identifier: BSD-2-Clause
// Work that is neither in the energies of a model nor done by its loads, supports and rows: that of
// dampers, and that of a system's forces beyond its potential.
#include "base/vec.h"
#include "model/model_impl.h"

// h c l̇² of the springs that are this rank's; local arrays.
static PetscReal SpringDissipation(const RicModel m, PetscReal h, const PetscScalar *q,
                                   const PetscScalar *w) {
  PetscReal X[6], dx[RIC_MAX_DOFS], y[RIC_JOINT_MAX_ROWS], W[RIC_JOINT_MAX_ROWS * RIC_MAX_DOFS],
      sum = 0;
  RicPair pair;

  for (PetscInt k = 0; k < m->num_springs; k++) {
    const RicJoint *s = &m->springs[k];
    PetscReal change = 0;
    if (!s->present || s->damper == 0)
      continue;
    const PetscInt n = RicGather_Private(m, 2, s->nodes, w, X, dx);
    RicModelStand(m, s->point, s->nodes, q, &pair);
    RicJointRows(s->ops, s->data, &pair, y, W);
    for (PetscInt i = 0; i < n; i++)
      change += W[i] * dx[i];
    sum += s->damper * change * change / h;
  }
  return sum;
}

// Of a system with f(t,q,v) and potential V, v = w/h: what it takes by velocities,
// −w·(f(v) − f(0) + ½Ṁv), where gyroscopic forces cancel, and what forces that V does not have
// bring in, w·(f(0) + ∇V).
static void SystemWork(const RicSystemNode *s, PetscReal t, PetscReal h, const PetscReal q[],
                       const PetscReal w[], PetscReal *external, PetscReal *dissipated) {
  const PetscReal zero[RIC_SYSTEM_MAX_DOFS] = {0};
  PetscReal v[RIC_SYSTEM_MAX_DOFS], moving[RIC_SYSTEM_MAX_DOFS], still[RIC_SYSTEM_MAX_DOFS],
      rate[RIC_SYSTEM_MAX_DOFS], slope[RIC_SYSTEM_MAX_DOFS];

  for (PetscInt i = 0; i < s->ops->num_dofs; i++)
    v[i] = w[i] / h;
  s->ops->Force(s->parameters, t, q, v, moving);
  s->ops->Force(s->parameters, t, q, zero, still);
  RicSystemMassRate(s->ops, s->parameters, t, q, v, rate);
  RicSystemPotentialGradient(s->ops, s->parameters, t, q, slope);
  for (PetscInt i = 0; i < s->ops->num_dofs; i++) {
    *dissipated -= w[i] * (moving[i] - still[i] + rate[i] / 2);
    *external += w[i] * (still[i] + slope[i]);
  }
}

// sums: [0] external, [1] dissipated, of this rank.
static PetscErrorCode PointWork(RicModel m, PetscReal t, PetscReal h, Vec q, Vec w,
                                PetscReal sums[2]) {
  const PetscScalar *a, *b;
  Vec ql, wl;

  PetscFunctionBegin;
  PetscCall(RicModelUpdateGhosts(m, q));
  PetscCall(RicModelUpdateGhosts(m, w));
  PetscCall(RicModelLocalForm_Private(m, q, &ql));
  PetscCall(RicModelLocalForm_Private(m, w, &wl));
  PetscCall(VecGetArrayRead(ql, &a));
  PetscCall(VecGetArrayRead(wl, &b));
  sums[1] += SpringDissipation(m, h, a, b);
  for (PetscInt k = 0; k < m->num_systems; k++) {
    const RicSystemNode *s = &m->systems[k];
    if (s->node >= 0 && s->node < m->num_owned)
      SystemWork(s, t, h, &a[m->first[s->node]], &b[m->first[s->node]], &sums[0], &sums[1]);
  }
  PetscCall(VecRestoreArrayRead(ql, &a));
  PetscCall(VecRestoreArrayRead(wl, &b));
  PetscCall(RicModelRestoreLocalForm_Private(q, &ql));
  PetscCall(RicModelRestoreLocalForm_Private(w, &wl));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelWork(RicModel m, PetscReal t, PetscReal h, Vec q, Vec w, PetscReal *external,
                            PetscReal *dissipated) {
  PetscReal sums[2] = {0, 0}, value = 0;

  PetscFunctionBegin;
  if (m->num_springs || m->num_systems) {
    PetscCall(PointWork(m, t, h, q, w, sums));
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPIU_REAL, MPIU_SUM, m->comm));
  }
  if (m->damping) {
    PetscCall(MatMult(m->damping, w, m->work));
    PetscCall(VecDot(w, m->work, &value));
  }
  *external = sums[0];
  *dissipated = sums[1] + value / h;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Over a step ----

// Of systems that are this rank's.
static PetscErrorCode SystemPathWork(RicModel m, const RicPath *p, RicPathWork *work) {
  const PetscReal t = p->t + p->h / 2;
  PetscReal w[RIC_SYSTEM_MAX_DOFS];
  const PetscScalar *q, *v;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(p->mean, &q));
  PetscCall(VecGetArrayRead(p->v, &v));
  for (PetscInt k = 0; k < m->num_systems; k++) {
    const RicSystemNode *s = &m->systems[k];
    if (s->node < 0 || s->node >= m->num_owned)
      continue;
    for (PetscInt d = 0; d < s->ops->num_dofs; d++)
      w[d] = p->h * v[m->first[s->node] + d];
    SystemWork(s, t, p->h, &q[m->first[s->node]], w, &work->external, &work->dissipated);
  }
  PetscCall(VecRestoreArrayRead(p->mean, &q));
  PetscCall(VecRestoreArrayRead(p->v, &v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Of dampers between points that are this rank's.
static PetscErrorCode DamperPathWork(RicModel m, const RicPath *p, RicPathWork *work) {
  RicPathReading reading;
  RicLocalState at = {0};

  PetscFunctionBegin;
  if (!m->num_springs || !m->is.damped)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelReadPath_Private(m, p, &reading, &at));
  work->dissipated += RicModelDamperPathWork_Private(m, &at);
  PetscCall(RicModelRestorePath_Private(p, &reading, &at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Of loads and of C, of all ranks.
static PetscErrorCode AddAssembledWork(RicModel m, const RicPath *p, RicPathWork *work) {
  PetscReal power;

  PetscFunctionBegin;
  if (m->num_loads) {
    PetscCall(RicModelLoads(m, p->t + p->h / 2, p->mean, m->work));
    PetscCall(VecDot(m->work, p->v, &power));
    work->external += p->h * power;
  }
  if (m->damping) {
    PetscCall(RicMatMult(m->damping, p->v, m->work));
    PetscCall(VecDot(m->work, p->v, &power));
    work->dissipated += p->h * power;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelPathWork(RicModel m, const RicPath *p, Vec v0, Vec v1, RicPathWork *work) {
  PetscFunctionBegin;
  *work = (RicPathWork){0};
  if (m->num_systems)
    PetscCall(SystemPathWork(m, p, work));
  PetscCall(DamperPathWork(m, p, work));
  if (m->is.moving_supports)
    PetscCall(RicModelPathSupportWork_Private(m, p, v0, v1, &work->supports));
  if (m->size > 1)
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, work, 3, MPIU_REAL, MPIU_SUM, m->comm));
  PetscCall(AddAssembledWork(m, p, work));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelSupportShare(RicModel m, Vec x, Vec out, Vec w) {
  PetscFunctionBegin;
  PetscCall(VecCopy(x, m->work));
  PetscCall(RicModelZeroFixed(m, m->work));
  PetscCall(VecAYPX(m->work, -1.0, x));
  PetscCall(MatMult(m->mass_full, m->work, out));
  PetscCall(RicModelZeroFixed(m, out));
  PetscCall(MatMult(m->rows_full, m->work, w));
  PetscFunctionReturn(PETSC_SUCCESS);
}
