// SPDX-License-Identifier: BSD-2-Clause
// Supports of a model: fixed dofs and what they are prescribed.
#include "model/model_impl.h"

static PetscErrorCode CountFixed(RicModel m) {
  PetscInt n = 0, all;

  PetscFunctionBegin;
  for (PetscInt i = 0; i < m->dofs_owned; i++)
    n += m->fixed[i];
  PetscCall(PetscMalloc1(n, &m->fixed_owned));
  m->num_fixed_owned = n;
  n = 0;
  for (PetscInt i = 0; i < m->dofs_owned; i++)
    if (m->fixed[i])
      m->fixed_owned[n++] = i;
  PetscCallMPI(MPI_Allreduce(&n, &all, 1, MPIU_INT, MPI_SUM, m->comm));
  m->free_dofs = m->dofs - all;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelSetUpSupports_Private(RicModel m) {
  PetscFunctionBegin;
  PetscCall(PetscCalloc1(m->dofs_local, &m->fixed));
  for (PetscInt s = 0; s < m->num_supports; s++) {
    const RicNodalField *f = &m->supports[s];
    for (PetscInt i = 0; i < f->num; i++)
      for (PetscInt d = 0; d < PetscMin(3, m->ndof[f->nodes[i]]); d++)
        if (f->fixed[d])
          m->fixed[m->first[f->nodes[i]] + d] = 1;
  }
  PetscCall(CountFixed(m));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// One derivative of the prescribed displacements into x (owned entries).
static PetscErrorCode PrescribeOne(RicModel m, PetscInt derivative, PetscReal t, PetscReal h,
                                   Vec x) {
  PetscInt wrong = PETSC_MAX_INT;
  PetscScalar *a;

  PetscFunctionBegin;
  PetscCall(VecGetArray(x, &a));
  for (PetscInt s = 0; s < m->num_supports; s++) {
    const RicNodalField *f = &m->supports[s];
    for (PetscInt i = 0; i < f->num; i++) {
      if (f->nodes[i] >= m->num_owned)
        continue;
      for (PetscInt d = 0; d < PetscMin(3, m->ndof[f->nodes[i]]); d++) {
        const PetscBool known = (PetscBool)(derivative > 0 && f->rate[d]);
        if (!f->fixed[d])
          continue;
        PetscScalar *value = &a[m->first[f->nodes[i]] + d];
        PetscCall(RicTimeDerivative_Private(known ? f->rate[d] : f->value[d],
                                            known ? derivative - 1 : derivative, t, h,
                                            &m->coordinates[3 * f->nodes[i]], value));
        if (PetscIsInfOrNanScalar(*value))
          wrong = PetscMin(wrong, s);
      }
    }
  }
  PetscCall(VecRestoreArray(x, &a));
  if (m->is.moving_supports)
    PetscCall(RicRefuseNotFinite_Private(m, wrong, t, "supports"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelPrescribe(RicModel m, PetscReal t, PetscReal h, Vec q, Vec v, Vec a) {
  PetscFunctionBegin;
  if (!m->num_supports)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (q)
    PetscCall(PrescribeOne(m, 0, t, h, q));
  if (v)
    PetscCall(PrescribeOne(m, 1, t, h, v));
  if (a)
    PetscCall(PrescribeOne(m, 2, t, h, a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelZeroFixed(RicModel m, Vec x) {
  PetscScalar *a;

  PetscFunctionBegin;
  if (m->free_dofs == m->dofs)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecGetArray(x, &a));
  for (PetscInt i = 0; i < m->num_fixed_owned; i++)
    a[m->fixed_owned[i]] = 0;
  PetscCall(VecRestoreArray(x, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}
