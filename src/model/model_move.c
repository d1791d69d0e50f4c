// SPDX-License-Identifier: BSD-2-Clause
// Configurations move by increments in velocity space, q ∘ Δ: by addition, but for the rotations of
// bodies in space, φ ∘ δ (geom/rotation.h). Those are found apart, before the addition may overwrite
// what they come from, and put in after it.
#include "base/vec.h"
#include "model/model_impl.h"

// A rotation out of three vectors a, b, c [3] and a number s.
typedef void (*TurnFn)(const PetscReal a[3], const PetscReal b[3], const PetscReal c[3],
                       PetscReal s, PetscReal turned[3]);

// a ∘ s b.
static void Compose(const PetscReal a[3], const PetscReal b[3], const PetscReal c[3], PetscReal s,
                    PetscReal turned[3]) {
  const PetscReal delta[3] = {s * b[0], s * b[1], s * b[2]};

  (void)c;
  RicRotationCompose(a, delta, turned);
}

// δ of b = a ∘ δ.
static void Relative(const PetscReal a[3], const PetscReal b[3], const PetscReal c[3], PetscReal s,
                     PetscReal turned[3]) {
  const PetscReal back[3] = {-a[0], -a[1], -a[2]};

  (void)c, (void)s;
  RicRotationCompose(back, b, turned);
}

// a ∘ s δ, b = a ∘ δ.
static void Part(const PetscReal a[3], const PetscReal b[3], const PetscReal c[3], PetscReal s,
                 PetscReal turned[3]) {
  PetscReal delta[3];

  Relative(a, b, c, s, delta);
  Compose(a, delta, c, s, turned);
}

// a ∘ (b − a).
static void OfSum(const PetscReal a[3], const PetscReal b[3], const PetscReal c[3], PetscReal s,
                  PetscReal turned[3]) {
  const PetscReal delta[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};

  (void)c, (void)s;
  RicRotationCompose(a, delta, turned);
}

// a ∘ (δ + s c), b = a ∘ δ.
static void Further(const PetscReal a[3], const PetscReal b[3], const PetscReal c[3], PetscReal s,
                    PetscReal turned[3]) {
  PetscReal delta[3];

  Relative(a, b, c, s, delta);
  RicVec3Add(delta, s, c, delta);
  RicRotationCompose(a, delta, turned);
}

// The rotations of this rank's bodies out of those of a, b and c (NULL: as b), into m->turned.
static PetscErrorCode Find(RicModel m, TurnFn Turn, Vec a, Vec b, Vec c, PetscReal s) {
  const PetscScalar *x, *y, *z;

  PetscFunctionBegin;
  c = c ? c : b;
  PetscCall(VecGetArrayRead(a, &x));
  PetscCall(VecGetArrayRead(b, &y));
  PetscCall(VecGetArrayRead(c, &z));
  for (PetscInt k = 0; k < m->num_bodies; k++)
    if (m->bodies[k].owned) {
      const PetscInt first = m->first[m->bodies[k].node] + 3;
      Turn(&x[first], &y[first], &z[first], s, &m->turned[3 * k]);
    }
  PetscCall(VecRestoreArrayRead(a, &x));
  PetscCall(VecRestoreArrayRead(b, &y));
  PetscCall(VecRestoreArrayRead(c, &z));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Put(RicModel m, Vec q) {
  PetscScalar *x;

  PetscFunctionBegin;
  PetscCall(VecGetArray(q, &x));
  for (PetscInt k = 0; k < m->num_bodies; k++)
    if (m->bodies[k].owned)
      PetscCall(PetscArraycpy(&x[m->first[m->bodies[k].node] + 3], &m->turned[3 * k], 3));
  PetscCall(VecRestoreArray(q, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelMove(RicModel m, Vec q0, PetscReal c, Vec delta, Vec q1) {
  PetscFunctionBegin;
  if (m->is.spatial)
    PetscCall(Find(m, Compose, q0, delta, NULL, c));
  if (q1 == q0)
    PetscCall(RicVecAXPY(q1, c, delta));
  else
    PetscCall(RicVecWAXPY(q1, c, delta, q0));
  if (m->is.spatial)
    PetscCall(Put(m, q1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelIncrement(RicModel m, Vec q0, Vec q1, Vec delta) {
  PetscFunctionBegin;
  if (m->is.spatial)
    PetscCall(Find(m, Relative, q0, q1, NULL, 1));
  if (delta == q1)
    PetscCall(RicVecAXPY(delta, -1.0, q0));
  else
    PetscCall(RicVecWAXPY(delta, -1.0, q0, q1));
  if (m->is.spatial)
    PetscCall(Put(m, delta));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelBetween(RicModel m, Vec q0, PetscReal theta, Vec q1, Vec q) {
  PetscFunctionBegin;
  PetscCall(VecAXPBYPCZ(q, 1 - theta, theta, 0.0, q0, q1));
  if (!m->is.spatial)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(Find(m, Part, q0, q1, NULL, theta));
  PetscCall(Put(m, q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelTurn(RicModel m, Vec q0, Vec q1) {
  PetscFunctionBegin;
  if (!m->is.spatial)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(Find(m, OfSum, q0, q1, NULL, 1));
  PetscCall(Put(m, q1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelExtend(RicModel m, Vec q0, PetscReal c, Vec delta, Vec q1) {
  PetscFunctionBegin;
  if (m->is.spatial)
    PetscCall(Find(m, Further, q0, q1, delta, c));
  PetscCall(RicVecAXPY(q1, c, delta));
  if (m->is.spatial)
    PetscCall(Put(m, q1));
  PetscFunctionReturn(PETSC_SUCCESS);
}
