// SPDX-License-Identifier: BSD-2-Clause
// Gaps of contacts, values of joints, and how fast they change.
#include "base/vec.h"
#include "model/model_impl.h"
#include <math.h>

typedef struct {
  RicLocalState at;
  PetscScalar *y; // [rows]
  RicSystemCache cache;
} Reading;

static PetscErrorCode Read(RicModel m, const RicRowed *it, void *ctx) {
  Reading *r = (Reading *)ctx;

  PetscFunctionBegin;
  it->ops->Values(m, it->k, it->i, &r->at, &r->cache, &r->y[it->first]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Gap of each contact row and value of each joint row at q (NULL: 0), shift 0.
static PetscErrorCode KernelGaps(RicModel m, PetscReal t, Vec q, Vec y) {
  Reading reading;
  Vec ql;

  PetscFunctionBegin;
  reading.at = (RicLocalState){.t = t};
  RicSystemCacheClear_Private(&reading.cache);
  PetscCall(RicModelReadLocal_Private(m, q, &ql, &reading.at.q));
  PetscCall(VecGetArray(y, &reading.y));
  PetscCall(RicModelVisitRows_Private(m, Read, &reading));
  PetscCall(VecRestoreArray(y, &reading.y));
  PetscCall(RicModelRestoreLocal_Private(q, &ql, &reading.at.q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelSetUpGaps_Private(RicModel m) {
  PetscFunctionBegin;
  PetscCall(VecDuplicate(m->restitution, &m->gaps));
  PetscCall(VecDuplicate(m->restitution, &m->gap_offset));
  PetscCall(KernelGaps(m, 0, NULL, m->gap_offset));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The value of a driven joint, seen from its motion: angles in space are known but for full turns.
static PetscReal Driven(const RicModel m, const RicJoint *joint, PetscInt order, PetscReal y) {
  return joint->ops->angular && m->dim == 3 && order == 0 ? remainder(y, 2 * PETSC_PI) : y;
}

// y −= d^k s/dt^k of moving contacts and driven joints.
PetscErrorCode RicModelShifts_Private(RicModel m, PetscReal t, PetscReal h, PetscInt derivative,
                                      Vec y) {
  const PetscReal origin[3] = {0, 0, 0};
  PetscScalar *a;
  PetscReal s;

  PetscFunctionBegin;
  if (!m->is.moving_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecGetArray(y, &a));
  for (PetscInt c = 0; c < m->num_contacts; c++) {
    const RicContactSet *set = &m->contacts[c];
    if (!set->motion)
      continue;
    PetscCall(RicTimeDerivative_Private(set->motion, derivative, t, h, origin, &s));
    RicCheckUser(!PetscIsInfOrNanReal(s), m->comm,
                 "contact '%s': its motion is not a finite number at t = %.6g s", set->name,
                 (double)t);
    for (PetscInt r = 0; r < set->num_rows; r++)
      a[set->first_row + r * set->width] -= RicContactSide(set->ops, r) * s;
  }
  for (PetscInt k = 0; k < m->num_joints; k++) {
    const RicJoint *joint = &m->joints[k];
    if (!joint->motion)
      continue;
    // A velocity-level joint's motion is its rate already.
    const PetscInt order = joint->ops->velocity_level ? derivative - 1 : derivative;
    if (order < 0)
      continue;
    PetscCall(RicTimeDerivative_Private(joint->motion, order, t, h, origin, &s));
    RicCheckUser(!PetscIsInfOrNanReal(s), m->comm,
                 "joint '%s': its motion is not a finite number at t = %.6g s", joint->name,
                 (double)t);
    if (joint->present)
      a[joint->first_row] = Driven(m, joint, order, a[joint->first_row] - s);
  }
  PetscCall(VecRestoreArray(y, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Tangential rows have no gap.
static PetscErrorCode ZeroTangents(RicModel m, Vec y) {
  PetscScalar *a;

  PetscFunctionBegin;
  PetscCall(VecGetArray(y, &a));
  for (PetscInt i = 0; i < m->num_rows_owned; i++)
    if (m->row_kind[i] == RIC_ROW_FRICTION)
      a[i] = 0;
  PetscCall(VecRestoreArray(y, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGaps(RicModel m, PetscReal t, Vec q, Vec y) {
  PetscBool other;

  PetscFunctionBegin;
  if (m->is.constant_rows) {
    PetscCall(RicMatMultAdd(m->rows_full, q, m->gap_offset, y));
    if (m->is.friction)
      PetscCall(ZeroTangents(m, y));
    PetscCall(RicModelShifts_Private(m, t, 1.0, 0, y));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RicModelStamp_Private(m, t, q, &m->gaps_at, &other));
  if (other) {
    PetscCall(KernelGaps(m, t, q, m->gaps));
    PetscCall(RicModelShifts_Private(m, t, 1.0, 0, m->gaps));
  }
  PetscCall(RicVecCopy(m->gaps, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGapVelocities(RicModel m, PetscReal t, PetscReal h, Vec v, Vec ydot) {
  PetscFunctionBegin;
  PetscCall(RicMatMult(m->rows_full, v, ydot));
  PetscCall(RicModelShifts_Private(m, t, h, 1, ydot));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelRowRates(RicModel m, PetscReal t, PetscReal h, Vec y) {
  PetscFunctionBegin;
  PetscCall(RicModelShifts_Private(m, t, h, 1, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}
