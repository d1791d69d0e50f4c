// SPDX-License-Identifier: BSD-2-Clause
// Krylov methods in the face: x moves along directions z of the face, and p = A x − b with it, by
// the product A z before the face cuts it; so that a solve leaves p true without one product more.
// BiCGStab (van der Vorst 1992), preconditioned from the right, and preconditioned CG.
#include "solve/nodal.h"

#define MAX_INNER 2000

PetscErrorCode RicNodalGradient(RicNodal n) {
  PetscFunctionBegin;
  PetscCall(MatMult(n->A, n->x, n->p));
  PetscCall(VecAXPY(n->p, -1.0, n->b));
  n->fresh = PETSC_TRUE;
  n->report.products++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Mask(RicNodal n, Vec v) {
  PetscScalar *a;

  PetscFunctionBegin;
  if (n->penalised)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecGetArray(v, &a));
  for (PetscInt k = 0; k < n->num_contacts; k++)
    if (n->contacts[k].in_play)
      RicNodalMask(&n->contacts[k], n->lateral, a);
  PetscCall(VecRestoreArray(v, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// z = S Q B Q S r; A z is free until the next product.
static PetscErrorCode Precondition(RicNodal n, Vec r, Vec z) {
  PetscFunctionBegin;
  PetscCall(VecCopy(r, n->Az));
  PetscCall(Mask(n, n->Az));
  PetscCall(PCApply(n->pc, n->Az, z));
  PetscCall(Mask(n, z));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void Penalise(const RicNodal n, const RicNodalContact *c, const PetscScalar z[],
                     PetscScalar out[]) {
  for (PetscInt j = 0; j < c->dofs; j++)
    out[c->dof[j]] += n->admm_scale * c->rho * z[c->dof[j]];
}

// Az = A z, out: the operator in the face on z.
static PetscErrorCode Operate(RicNodal n, Vec z, Vec out) {
  const PetscScalar *a;
  PetscScalar *o;

  PetscFunctionBegin;
  PetscCall(MatMult(n->A, z, n->Az));
  n->report.products++;
  PetscCall(VecCopy(n->Az, out));
  PetscCall(VecGetArrayRead(z, &a));
  PetscCall(VecGetArray(out, &o));
  for (PetscInt k = 0; k < n->num_contacts; k++) {
    const RicNodalContact *c = &n->contacts[k];
    if (c->in_play && n->penalised)
      Penalise(n, c, a, o);
    else if (c->in_play)
      RicNodalOperate(c, a, n->lagged, o);
  }
  PetscCall(VecRestoreArrayRead(z, &a));
  PetscCall(VecRestoreArray(out, &o));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// x and p by α along z, r by −α out; *going: the norm of r is a number above the target.
static PetscErrorCode Advance(RicNodal n, PetscReal alpha, Vec z, Vec out, PetscReal target,
                              PetscBool *going) {
  PetscReal norm;

  PetscFunctionBegin;
  PetscCall(VecAXPY(n->x, alpha, z));
  PetscCall(VecAXPY(n->p, alpha, n->Az));
  PetscCall(VecAXPY(n->r, -alpha, out));
  PetscCall(VecNorm(n->r, NORM_2, &norm));
  *going = (PetscBool)(norm > target && !PetscIsInfOrNanReal(norm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// a·c and b·c in one reduction.
static PetscErrorCode TwoDots(Vec a, Vec b, Vec c, PetscReal *ac, PetscReal *bc) {
  PetscFunctionBegin;
  PetscCall(VecDotBegin(a, c, ac));
  PetscCall(VecDotBegin(b, c, bc));
  PetscCall(VecDotEnd(a, c, ac));
  PetscCall(VecDotEnd(b, c, bc));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicNodalBiCGStab(RicNodal n, PetscReal target) {
  PetscReal rho = 1, next, alpha = 1, omega = 1, sr, ss;
  PetscBool going = PETSC_TRUE;

  PetscFunctionBegin;
  PetscCall(VecCopy(n->r, n->shadow));
  PetscCall(VecZeroEntries(n->v));
  PetscCall(VecZeroEntries(n->d));
  for (PetscInt it = 0; it < MAX_INNER && going; it++) {
    PetscCall(VecDot(n->r, n->shadow, &next));
    if (next == 0 || omega == 0)
      break;
    const PetscReal beta = next / rho * alpha / omega;
    rho = next;
    PetscCall(VecAXPBYPCZ(n->d, 1, -beta * omega, beta, n->r, n->v));
    PetscCall(Precondition(n, n->d, n->z));
    PetscCall(Operate(n, n->z, n->v));
    PetscCall(VecDot(n->v, n->shadow, &alpha));
    if (alpha == 0)
      break;
    alpha = rho / alpha;
    PetscCall(Advance(n, alpha, n->z, n->v, target, &going));
    if (!going)
      break;
    PetscCall(Precondition(n, n->r, n->z));
    PetscCall(Operate(n, n->z, n->s));
    PetscCall(TwoDots(n->r, n->s, n->s, &sr, &ss));
    omega = ss > 0 ? sr / ss : 0;
    PetscCall(Advance(n, omega, n->z, n->s, target, &going));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicNodalCG(RicNodal n, PetscReal target) {
  PetscReal rz, last, curvature;
  PetscBool going = PETSC_TRUE;

  PetscFunctionBegin;
  PetscCall(Precondition(n, n->r, n->d));
  PetscCall(VecDot(n->r, n->d, &rz));
  for (PetscInt it = 0; it < MAX_INNER; it++) {
    PetscCall(Operate(n, n->d, n->v));
    PetscCall(VecDot(n->v, n->d, &curvature));
    if (!(curvature > 0))
      break;
    PetscCall(Advance(n, rz / curvature, n->d, n->v, target, &going));
    if (!going)
      break;
    PetscCall(Precondition(n, n->r, n->z));
    last = rz;
    PetscCall(VecDot(n->r, n->z, &rz));
    PetscCall(VecAYPX(n->d, rz / last, n->z));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
