// SPDX-License-Identifier: BSD-2-Clause
#include "solve/nodal.h"

// β stays below 1: κ up to 10⁴ ρ.
#define MAX_BETA (1 - 1e-4)

void RicNodalGet(const RicNodalContact *c, const PetscReal x[], PetscReal v[3]) {
  v[0] = v[1] = v[2] = 0;
  for (PetscInt i = 0; i < c->dofs; i++)
    for (PetscInt j = 0; j < c->dofs; j++)
      v[i] += c->frame[i * c->dofs + j] * x[c->dof[j]];
}

void RicNodalPut(const RicNodalContact *c, const PetscReal v[3], PetscReal x[]) {
  for (PetscInt j = 0; j < c->dofs; j++) {
    PetscReal sum = 0;
    for (PetscInt i = 0; i < c->dofs; i++)
      sum += c->frame[i * c->dofs + j] * v[i];
    x[c->dof[j]] = sum;
  }
}

void RicNodalVelocity(const RicNodalContact *c, const PetscReal x[], PetscReal u[3]) {
  RicNodalGet(c, x, u);
  for (PetscInt i = 0; i < 3; i++)
    u[i] += c->shift[i];
}

static PetscReal Tangential(const PetscReal z[3]) {
  return PetscSqrtReal(z[1] * z[1] + z[2] * z[2]);
}

void RicNodalCone(const RicNodalContact *c, const PetscReal z[3], PetscReal P[3]) {
  const PetscReal normal = c->equation ? z[0] : PetscMax(z[0], 0);
  const PetscReal limit = c->mu * normal, tangential = Tangential(z);
  const PetscReal factor = tangential > limit ? limit / tangential : 1;

  P[0] = normal;
  P[1] = factor * z[1];
  P[2] = factor * z[2];
}

void RicNodalMap(const RicNodalContact *c, const PetscReal u[3], const PetscReal p[3],
                 PetscReal F[3], PetscReal P[3]) {
  PetscReal z[3];

  for (PetscInt i = 0; i < 3; i++)
    z[i] = p[i] - c->rho * u[i];
  RicNodalCone(c, z, P);
  for (PetscInt i = 0; i < 3; i++)
    F[i] = p[i] - P[i];
}

void RicNodalSetStatus(RicNodalContact *c, const PetscReal u[3], const PetscReal p[3],
                       PetscBool guess) {
  const PetscReal *r = guess && c->guess[0] > 0 ? c->guess : p;
  const PetscReal z[3] = {r == p ? p[0] - c->rho * u[0] : r[0], r[1] - c->rho * u[1],
                          r[2] - c->rho * u[2]};
  const PetscReal tangential = Tangential(z);

  c->direction[0] = 1, c->direction[1] = 0;
  c->beta = c->kappa = 0;
  c->soften = 1;
  c->friction = c->mu * PetscMax(z[0], 0);
  c->status = RIC_NODAL_SLIP;
  if (z[0] <= 0 && !c->equation)
    c->status = RIC_NODAL_OPEN;
  else if (c->mu > 0 && tangential <= c->friction)
    c->status = RIC_NODAL_STICK;
  else if (c->mu > 0) {
    c->direction[0] = z[1] / tangential, c->direction[1] = z[2] / tangential;
    c->beta = PetscMin(c->friction / tangential, MAX_BETA);
    c->kappa = c->beta * c->rho / (1 - c->beta);
    c->soften = PetscSqrtReal(1 - c->beta); // as 1 + κ/ρ = 1/(1 − β)
  }
}

PetscBool RicNodalMove(const RicNodalContact *c, PetscReal x[]) {
  const PetscInt held = c->status == RIC_NODAL_STICK ? 3 : c->status == RIC_NODAL_SLIP ? 1 : 0;
  PetscReal v[3], size = 0;
  PetscBool moved = PETSC_FALSE;

  if (!held)
    return PETSC_FALSE;
  RicNodalGet(c, x, v);
  for (PetscInt i = 0; i < 3; i++)
    size = PetscMax(size, PetscMax(PetscAbsReal(v[i]), PetscAbsReal(c->shift[i])));
  for (PetscInt i = 0; i < held; i++) {
    moved =
        (PetscBool)(moved || PetscAbsReal(v[i] + c->shift[i]) > 16 * PETSC_MACHINE_EPSILON * size);
    v[i] = -c->shift[i];
  }
  if (moved)
    RicNodalPut(c, v, x);
  return moved;
}

void RicNodalRightSide(const RicNodalContact *c, const PetscReal p[], PetscBool lagged,
                       PetscReal r[]) {
  const PetscReal *d = c->direction;
  PetscReal v[3], w[3] = {0, 0, 0};

  if (c->status == RIC_NODAL_OPEN)
    return; // −p already
  RicNodalGet(c, p, v);
  if (c->status == RIC_NODAL_SLIP) {
    const PetscReal along = v[1] * d[0] + v[2] * d[1] - (lagged ? c->friction : c->mu * v[0]);
    const PetscReal across = (v[2] * d[0] - v[1] * d[1]) / (1 - c->beta);
    w[1] = -along * d[0] + across * d[1];
    w[2] = -along * d[1] - across * d[0];
  }
  RicNodalPut(c, w, r);
}

void RicNodalMask(const RicNodalContact *c, PetscBool soften, PetscReal r[]) {
  const PetscReal *d = c->direction;
  PetscReal v[3];

  if (c->status == RIC_NODAL_OPEN)
    return;
  if (c->status == RIC_NODAL_STICK) {
    for (PetscInt j = 0; j < c->dofs; j++)
      r[c->dof[j]] = 0;
    return;
  }
  RicNodalGet(c, r, v);
  v[0] = 0;
  if (soften) {
    const PetscReal across = (1 - c->soften) * (v[2] * d[0] - v[1] * d[1]);
    v[1] += across * d[1];
    v[2] -= across * d[0];
  }
  RicNodalPut(c, v, r);
}

void RicNodalOperate(const RicNodalContact *c, const PetscReal z[], PetscBool lagged,
                     PetscReal out[]) {
  const PetscReal *d = c->direction;
  PetscReal a[3], v[3];

  if (c->status != RIC_NODAL_SLIP) {
    RicNodalMask(c, PETSC_FALSE, out);
    return;
  }
  RicNodalGet(c, out, a);
  RicNodalGet(c, z, v);
  const PetscReal across = c->kappa * (v[2] * d[0] - v[1] * d[1]);
  const PetscReal along = lagged ? 0 : -c->mu * a[0];
  a[0] = 0;
  a[1] += along * d[0] - across * d[1];
  a[2] += along * d[1] + across * d[0];
  RicNodalPut(c, a, out);
}
