// SPDX-License-Identifier: BSD-2-Clause
// The fallback: alternating directions on A x = b + Σ Q_kᵀ r_k and the cones, with the penalty aρ_k:
//
//   w = u − r/(aρ)                      r_N := max(0, −aρ w_N)    r_T := −aρ w_T cut to the disk µ r_N
//   ζ = w + r/(aρ)                      (A + Σ aρ QᵀQ) x = b + Σ Qᵀ(r + aρ (ζ − c))   to 0.2, warm
//
// The cone's step is exact, the system symmetric and never rebuilt; the preconditioner is that of A.
// Linear and slow, but it finds the statuses that Newton misses.
#include "solve/nodal.h"

#define INNER_RTOL 0.2

PetscErrorCode RicNodalStartAdmm(RicNodal n) {
  const PetscScalar *x, *p;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(n->x, &x));
  PetscCall(VecGetArrayRead(n->p, &p));
  for (PetscInt k = 0; k < n->num_contacts; k++) {
    RicNodalContact *c = &n->contacts[k];
    PetscReal u[3], q[3], F[3];
    RicNodalVelocity(c, x, u);
    RicNodalGet(c, p, q);
    RicNodalMap(c, u, q, F, c->r);
    if (c->guess[0] > 0)
      PetscCall(PetscArraycpy(c->r, c->guess, 3));
  }
  PetscCall(VecRestoreArrayRead(n->x, &x));
  PetscCall(VecRestoreArrayRead(n->p, &p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// r and ζ from u.
static void TakeCone(RicNodalContact *c, PetscReal penalty, const PetscReal u[3]) {
  PetscReal w[3], z[3];

  for (PetscInt i = 0; i < 3; i++) {
    w[i] = u[i] - c->r[i] / penalty;
    z[i] = -penalty * w[i];
  }
  RicNodalCone(c, z, c->r);
  for (PetscInt i = 0; i < 3; i++)
    c->zeta[i] = w[i] + c->r[i] / penalty;
}

// The cone's step, and r = −p + Σ Qᵀ(r + aρ (ζ − u)): the residual of the system in x.
static PetscErrorCode ConeStep(RicNodal n, PetscReal *norm) {
  const PetscScalar *x, *p;
  PetscScalar *r;

  PetscFunctionBegin;
  PetscCall(VecCopy(n->p, n->r));
  PetscCall(VecScale(n->r, -1));
  PetscCall(VecGetArrayRead(n->x, &x));
  PetscCall(VecGetArrayRead(n->p, &p));
  PetscCall(VecGetArray(n->r, &r));
  for (PetscInt k = 0; k < n->num_contacts; k++) {
    RicNodalContact *c = &n->contacts[k];
    const PetscReal penalty = n->admm_scale * c->rho;
    PetscReal u[3], q[3];
    if (!c->in_play)
      continue;
    RicNodalVelocity(c, x, u);
    RicNodalGet(c, p, q);
    TakeCone(c, penalty, u);
    for (PetscInt i = 0; i < 3; i++)
      q[i] = c->r[i] - q[i] + penalty * (c->zeta[i] - u[i]);
    RicNodalPut(c, q, r);
  }
  PetscCall(VecRestoreArrayRead(n->x, &x));
  PetscCall(VecRestoreArrayRead(n->p, &p));
  PetscCall(VecRestoreArray(n->r, &r));
  PetscCall(VecNorm(n->r, NORM_2, norm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicNodalAdmm(RicNodal n, PetscInt iterations, PetscBool *done) {
  RicNodalNorms norms;
  PetscReal norm;

  PetscFunctionBegin;
  *done = PETSC_FALSE;
  n->penalised = PETSC_TRUE;
  for (PetscInt it = 0; it < iterations; it++) {
    PetscCall(ConeStep(n, &norm));
    PetscCall(RicNodalMeasure(n, &norms));
    PetscCall(RicNodalConfirm(n, &norms, done));
    if (*done || norm == 0)
      break;
    n->fresh = PETSC_FALSE;
    PetscCall(RicNodalCG(n, INNER_RTOL * norm));
  }
  n->penalised = PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}
