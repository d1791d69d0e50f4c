// SPDX-License-Identifier: BSD-2-Clause
// Forces and energies of a model: by matrices when it is linear, element by element when it is not.
#include "base/band.h"
#include "base/vec.h"
#include "model/model_impl.h"

// f += forces of all interactions (dampers of elements are in the damping matrix).
static PetscErrorCode AddInternal(RicModel m, PetscReal t, Vec q, Vec v, Vec f) {
  RicLocalState at = {.t = t};
  PetscScalar *b;
  Vec ql, vl, fl;

  PetscFunctionBegin;
  PetscCall(RicModelLocalForm_Private(m, q, &ql));
  PetscCall(RicModelLocalForm_Private(m, v, &vl));
  PetscCall(RicModelLocalForm_Private(m, f, &fl));
  PetscCall(VecGetArrayRead(ql, &at.q));
  PetscCall(VecGetArrayRead(vl, &at.v));
  PetscCall(VecGetArray(fl, &b));
  for (PetscInt i = m->dofs_owned; i < m->dofs_local; i++)
    b[i] = 0;
  RicModelAddForces_Private(m, &at, b);
  PetscCall(VecRestoreArrayRead(ql, &at.q));
  PetscCall(VecRestoreArrayRead(vl, &at.v));
  PetscCall(VecRestoreArray(fl, &b));
  PetscCall(RicModelRestoreLocalForm_Private(v, &vl));
  PetscCall(RicModelRestoreLocalForm_Private(q, &ql));
  PetscCall(RicModelRestoreLocalForm_Private(f, &fl));
  if (m->size > 1) {
    PetscCall(VecGhostUpdateBegin(f, ADD_VALUES, SCATTER_REVERSE));
    PetscCall(VecGhostUpdateEnd(f, ADD_VALUES, SCATTER_REVERSE));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// f of all dofs, the fixed ones included.
static PetscErrorCode FullForce(RicModel m, PetscReal t, Vec q, Vec v, Vec f) {
  PetscFunctionBegin;
  if (m->is.linear) {
    if (m->load_constant)
      PetscCall(RicMatMultAdd(m->minus_stiffness, q, m->load_constant, f));
    else
      PetscCall(RicMatMult(m->minus_stiffness, q, f));
  } else {
    PetscCall(RicModelUpdateGhosts(m, q));
    if (m->num_springs)
      PetscCall(RicModelUpdateGhosts(m, v));
    if (m->load_constant)
      PetscCall(RicVecCopy(m->load_constant, f));
    else
      PetscCall(RicVecSet(f, 0.0));
    PetscCall(AddInternal(m, t, q, v, f));
  }
  if (m->damping) {
    PetscCall(RicMatMult(m->damping, v, m->work));
    PetscCall(RicVecAXPY(f, -1.0, m->work));
  }
  PetscCall(RicModelAddMovingLoads_Private(m, t, q, f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelForce(RicModel m, PetscReal t, Vec q, Vec v, Vec f) {
  PetscFunctionBegin;
  PetscCall(FullForce(m, t, q, v, f));
  PetscCall(RicModelZeroFixed(m, f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelSupportReactions(RicModel m, PetscReal t, Vec q, Vec v, Vec a, Vec r) {
  PetscScalar *x;

  PetscFunctionBegin;
  PetscCall(FullForce(m, t, q, v, r));
  PetscCall(RicMatMult(m->mass_full, a, m->work));
  PetscCall(VecAYPX(r, -1.0, m->work));
  PetscCall(VecGetArray(r, &x));
  for (PetscInt i = 0; i < m->dofs_owned; i++)
    if (!m->fixed[i])
      x[i] = 0;
  PetscCall(VecRestoreArray(r, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelMassMult(RicModel m, Vec x, Vec y) {
  PetscFunctionBegin;
  PetscCall(RicMatMult(m->mass_full, x, y));
  PetscCall(RicModelZeroFixed(m, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelDampingMult(RicModel m, Vec x, Vec y) {
  PetscFunctionBegin;
  if (m->damping)
    PetscCall(RicMatMult(m->damping, x, y));
  else
    PetscCall(RicVecSet(y, 0.0));
  PetscCall(RicModelZeroFixed(m, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Energies, each the share of this rank ----

// xᵀA x.
static PetscErrorCode Quadratic(RicModel m, Mat A, Vec x, PetscReal *value) {
  const PetscScalar *a, *b;
  PetscBool known;

  PetscFunctionBegin;
  PetscCall(RicBandQuadratic(A, x, value, &known));
  if (known)
    PetscFunctionReturn(PETSC_SUCCESS);
  *value = 0;
  PetscCall(RicMatMult(A, x, m->work));
  PetscCall(VecGetArrayRead(x, &a));
  PetscCall(VecGetArrayRead(m->work, &b));
  for (PetscInt i = 0; i < m->dofs_owned; i++)
    *value += a[i] * b[i];
  PetscCall(VecRestoreArrayRead(x, &a));
  PetscCall(VecRestoreArrayRead(m->work, &b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ElasticEnergy(RicModel m, Vec q, PetscReal *energy) {
  RicLocalState at = {.t = 0};
  Vec ql;

  PetscFunctionBegin;
  if (m->is.linear) {
    PetscCall(Quadratic(m, m->minus_stiffness, q, energy));
    *energy *= -0.5;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RicModelUpdateGhosts(m, q));
  PetscCall(RicModelLocalForm_Private(m, q, &ql));
  PetscCall(VecGetArrayRead(ql, &at.q));
  *energy = RicModelStoredEnergy_Private(m, &at);
  PetscCall(VecRestoreArrayRead(ql, &at.q));
  PetscCall(RicModelRestoreLocalForm_Private(q, &ql));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// −gravity work of the whole model: −Σ m g·(X + u).
static PetscErrorCode GravityEnergy(RicModel m, Vec q, PetscReal *energy) {
  const PetscScalar *a, *f, *x;

  PetscFunctionBegin;
  *energy = 0;
  if (!m->gravity_force)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecGetArrayRead(q, &a));
  PetscCall(VecGetArrayRead(m->gravity_force, &f));
  PetscCall(VecGetArrayRead(m->gravity_reference, &x));
  for (PetscInt i = 0; i < m->dofs_owned; i++)
    *energy -= f[i] * (x[i] + a[i]);
  PetscCall(VecRestoreArrayRead(q, &a));
  PetscCall(VecRestoreArrayRead(m->gravity_reference, &x));
  PetscCall(VecRestoreArrayRead(m->gravity_force, &f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelEnergy(RicModel m, Vec q, Vec v, PetscReal *kinetic, PetscReal *potential) {
  PetscReal sums[2], gravity; // kinetic, potential

  PetscFunctionBegin;
  PetscCall(Quadratic(m, m->mass_full, v, &sums[0]));
  PetscCall(ElasticEnergy(m, q, &sums[1]));
  PetscCall(GravityEnergy(m, q, &gravity));
  sums[1] += gravity;
  if (m->size > 1)
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPIU_REAL, MPIU_SUM, m->comm));
  *kinetic = 0.5 * sums[0];
  *potential = sums[1];
  PetscFunctionReturn(PETSC_SUCCESS);
}
