// SPDX-License-Identifier: BSD-2-Clause
// Forces and energies of a model: by matrices when it is linear, element by element when it is not.
#include "base/band.h"
#include "base/vec.h"
#include "model/model_impl.h"

// f += forces of all interactions (dampers of elements are in the damping matrix); what acts on ghosts
// goes to their owners.
static PetscErrorCode AddForces(RicModel m, const RicLocalState *at, Vec f) {
  PetscScalar *b;
  Vec fl;

  PetscFunctionBegin;
  PetscCall(RicModelLocalForm_Private(m, f, &fl));
  PetscCall(VecGetArray(fl, &b));
  for (PetscInt i = m->dofs_owned; i < m->dofs_local; i++)
    b[i] = 0;
  RicModelAddForces_Private(m, at, b);
  PetscCall(VecRestoreArray(fl, &b));
  PetscCall(RicModelRestoreLocalForm_Private(f, &fl));
  if (m->size > 1) {
    PetscCall(VecGhostUpdateBegin(f, ADD_VALUES, SCATTER_REVERSE));
    PetscCall(VecGhostUpdateEnd(f, ADD_VALUES, SCATTER_REVERSE));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddInternal(RicModel m, PetscReal t, Vec q, Vec v, Vec f) {
  RicLocalState at = {.t = t};
  Vec ql, vl;

  PetscFunctionBegin;
  PetscCall(RicModelLocalForm_Private(m, q, &ql));
  PetscCall(RicModelLocalForm_Private(m, v, &vl));
  PetscCall(VecGetArrayRead(ql, &at.q));
  PetscCall(VecGetArrayRead(vl, &at.v));
  PetscCall(AddForces(m, &at, f));
  PetscCall(VecRestoreArrayRead(ql, &at.q));
  PetscCall(VecRestoreArrayRead(vl, &at.v));
  PetscCall(RicModelRestoreLocalForm_Private(v, &vl));
  PetscCall(RicModelRestoreLocalForm_Private(q, &ql));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ConstantLoads(RicModel m, Vec f) {
  PetscFunctionBegin;
  if (m->load_constant)
    PetscCall(RicVecCopy(m->load_constant, f));
  else
    PetscCall(RicVecSet(f, 0.0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// f −= C v, f += moving loads.
static PetscErrorCode AddOuter(RicModel m, PetscReal t, Vec q, Vec v, Vec f) {
  PetscFunctionBegin;
  if (m->damping) {
    PetscCall(RicMatMult(m->damping, v, m->work));
    PetscCall(RicVecAXPY(f, -1.0, m->work));
  }
  PetscCall(RicModelAddMovingLoads_Private(m, t, q, f));
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
    PetscCall(ConstantLoads(m, f));
    PetscCall(AddInternal(m, t, q, v, f));
  }
  PetscCall(AddOuter(m, t, q, v, f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelForce(RicModel m, PetscReal t, Vec q, Vec v, Vec f) {
  PetscFunctionBegin;
  PetscCall(FullForce(m, t, q, v, f));
  PetscCall(RicModelZeroFixed(m, f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// f −= ½ χ K (Δ − ratio Δ_before) of a linear model.
static PetscErrorCode AddDissipation(RicModel m, const RicPath *p, Vec f) {
  PetscFunctionBegin;
  PetscCall(VecAXPBY(m->work, p->h, 0.0, p->v));
  if (p->before)
    PetscCall(VecAXPBYPCZ(m->work, -p->ratio, p->ratio, 1.0, p->q0, p->before));
  PetscCall(VecScale(m->work, p->dissipation / 2));
  PetscCall(MatMultAdd(m->minus_stiffness, m->work, f, f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// f̄ of all dofs, the fixed ones included.
static PetscErrorCode FullPathForce(RicModel m, const RicPath *p, Vec f) {
  const PetscReal t = p->t + p->h / 2;
  RicLocalState at = {.t = t};
  RicPathReading reading;

  PetscFunctionBegin;
  if (m->is.linear) {
    PetscCall(FullForce(m, t, p->mean, p->v, f));
    if (p->dissipation > 0)
      PetscCall(AddDissipation(m, p, f));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(ConstantLoads(m, f));
  PetscCall(RicModelReadPath_Private(m, p, &reading, &at));
  PetscCall(AddForces(m, &at, f));
  PetscCall(RicModelRestorePath_Private(p, &reading, &at));
  PetscCall(AddOuter(m, t, p->mean, p->v, f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelPathForce(RicModel m, const RicPath *p, Vec f) {
  PetscFunctionBegin;
  PetscCall(FullPathForce(m, p, f));
  PetscCall(RicModelZeroFixed(m, f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Σ x y of the fixed dofs of this rank.
static PetscErrorCode FixedDot(RicModel m, Vec x, Vec y, PetscReal *sum) {
  const PetscScalar *a, *b;

  PetscFunctionBegin;
  *sum = 0;
  PetscCall(VecGetArrayRead(x, &a));
  PetscCall(VecGetArrayRead(y, &b));
  for (PetscInt i = 0; i < m->num_fixed_owned; i++)
    *sum += a[m->fixed_owned[i]] * b[m->fixed_owned[i]];
  PetscCall(VecRestoreArrayRead(x, &a));
  PetscCall(VecRestoreArrayRead(y, &b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelPathSupportWork_Private(RicModel m, const RicPath *p, Vec v0, Vec v1,
                                               PetscReal *work) {
  PetscReal force, inertia[2][2];
  Vec f;

  PetscFunctionBegin;
  PetscCall(RicModelCreateVec(m, &f));
  PetscCall(FullPathForce(m, p, f));
  PetscCall(FixedDot(m, f, p->v, &force));
  PetscCall(VecDestroy(&f));
  PetscCall(RicMatMult(m->mass_full, v0, m->work));
  PetscCall(FixedDot(m, v0, m->work, &inertia[0][0]));
  PetscCall(FixedDot(m, v1, m->work, &inertia[1][0]));
  PetscCall(RicMatMult(m->mass_full, v1, m->work));
  PetscCall(FixedDot(m, v0, m->work, &inertia[0][1]));
  PetscCall(FixedDot(m, v1, m->work, &inertia[1][1]));
  *work = (inertia[1][1] + inertia[0][1] - inertia[1][0] - inertia[0][0]) / 2 - p->h * force;
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

PetscErrorCode RicModelSubtractRowForces(RicModel m, Vec lambda, Vec r) {
  const PetscScalar *force;
  PetscScalar *x;

  PetscFunctionBegin;
  PetscCall(MatMultTranspose(m->rows_full, lambda, m->work));
  PetscCall(VecGetArrayRead(m->work, &force));
  PetscCall(VecGetArray(r, &x));
  for (PetscInt i = 0; i < m->num_fixed_owned; i++)
    x[m->fixed_owned[i]] -= force[m->fixed_owned[i]];
  PetscCall(VecRestoreArray(r, &x));
  PetscCall(VecRestoreArrayRead(m->work, &force));
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
