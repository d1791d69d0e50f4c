// SPDX-License-Identifier: BSD-2-Clause
// What follows from a contact's geometry: frame, rows, curvature.
#include "contact/contact_impl.h"

void RicContactComplete(const RicContactOps *ops, const RicPair *pair, PetscInt r, PetscReal shift,
                        RicContactGeometry *g) {
  const PetscReal open = ops->angular ? 0 : g->gap - RicContactSide(ops, r) * shift;

  RicVec3Tangents(g->n, (PetscBool)(pair->dim < 3 && !ops->angular), g->t[0], g->t[1]);
  RicVec3Add(pair->stand[0].pose.p, 1, g->arm, g->on[0]);
  RicVec3Add(g->on[0], -open, g->n, g->on[1]);
}

PetscReal RicContactStretch(const RicContactFriction *friction, PetscInt dim, PetscReal stretch[]) {
  const PetscReal mean = friction->second > 0
                             ? PetscSqrtReal(friction->coefficient * friction->second)
                             : friction->coefficient;

  for (PetscInt k = 0; k < dim; ++k)
    stretch[k] = 1;
  if (friction->second > 0)
    stretch[1] = friction->coefficient / mean, stretch[2] = friction->second / mean;
  if (friction->radius > 0)
    stretch[dim] = friction->radius;
  return mean;
}

PetscErrorCode RicContactFrictionAt(const RicContactFriction *friction, PetscReal speed,
                                    PetscReal *coefficient) {
  const PetscReal at[3] = {speed, 0, 0};

  PetscFunctionBeginUser;
  PetscCall(RicExpressionEvaluate(friction->of_speed, 0, at, coefficient));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// t_1 along the axis as it lies in the plane across n. Where it stands on that plane no direction is
// better than another.
void RicContactAlign(const RicContactFriction *friction, const RicPair *pair,
                     RicContactGeometry *g) {
  PetscReal along[3];

  if (!(friction->second > 0))
    return;
  RicPoseTurn(&pair->stand[1].pose, 1, friction->axis, along);
  RicVec3Add(along, -RicVec3Dot(along, g->n), g->n, along);
  const PetscReal length = RicVec3Norm(along);
  if (!(length > PETSC_SQRT_MACHINE_EPSILON))
    return;
  RicVec3Scale(1 / length, along, g->t[0]);
  RicVec3Cross(g->n, g->t[0], g->t[1]);
}

void RicContactSlide(const RicContactOps *ops, const RicContactFriction *friction,
                     const RicPair *pair, const RicContactGeometry *g, PetscInt k,
                     RicPairWrench *w) {
  PetscReal stretch[RIC_CONTACT_MAX_WIDTH], d[3];

  (void)RicContactStretch(friction, pair->dim, stretch);
  if (k < pair->dim) {
    RicVec3Scale(stretch[k], g->t[k - 1], d);
    RicContactWrench(ops, &pair->stand[0].pose, &pair->stand[1].pose, g, d, w);
    return;
  }
  RicVec3Scale(friction->radius, g->n, d);
  *w = (RicPairWrench){.m = {{d[0], d[1], d[2]}, {-d[0], -d[1], -d[2]}}};
}

void RicContactRows(const RicContactOps *ops, const RicContactFriction *friction,
                    const RicPair *pair, RicContactGeometry *g, PetscReal W[]) {
  const PetscInt nd = pair->nd[0] + pair->nd[1], width = RicContactWidth(friction, pair->dim);
  RicPairWrench w;

  RicContactAlign(friction, pair, g);
  RicContactRow(ops, pair, g, W);
  for (PetscInt k = 1; k < width; ++k) {
    RicContactSlide(ops, friction, pair, g, k, &w);
    RicPairRow(pair, &w, &W[k * nd]);
  }
}

// A row of a contact.
typedef struct {
  const RicContactOps *ops;
  const void *data;
  PetscInt dim;
  const RicContactGeometry *g; // where the pair stands
  PetscInt row;
  PetscReal length;
} Row;

static void Wrench(const void *kernel, const RicPose *a, const RicPose *b, RicPairWrench *w) {
  const Row *row = (const Row *)kernel;
  RicContactGeometry g[RIC_CONTACT_MAX_ROWS];

  row->ops->Geometry(row->data, row->dim, a, b, g);
  RicContactWrench(row->ops, a, b, &g[row->row], g[row->row].n, w);
}

// With f = −n, m_a = arm × n, m_b = −arm_b × n, arm_b = arm + p_a − p_b.
static void ForceChange(const RicPose *a, const RicPose *b, const RicTwist motion[2],
                        const RicContactGeometry *g, const RicContactChange *change,
                        RicPairWrench *w) {
  PetscReal arm[3], velocity[3], part[3];

  RicVec3Scale(-1, change->n, w->f);
  RicVec3Cross(change->arm, g->n, w->m[0]);
  RicVec3Cross(g->arm, change->n, part);
  RicVec3Add(w->m[0], 1, part, w->m[0]);
  RicPairSpan(b, a, arm);
  RicVec3Add(arm, 1, g->arm, arm);
  RicVec3Add(motion[0].v, -1, motion[1].v, velocity);
  RicVec3Add(velocity, 1, change->arm, velocity);
  RicVec3Cross(g->n, velocity, w->m[1]);
  RicVec3Cross(change->n, arm, part);
  RicVec3Add(w->m[1], 1, part, w->m[1]);
}

static void WrenchChange(const void *kernel, const RicPose *a, const RicPose *b,
                         const RicTwist motion[2], RicPairWrench *w) {
  const Row *row = (const Row *)kernel;
  RicContactChange change[RIC_CONTACT_MAX_ROWS];
  const PetscReal *n = change[row->row].n;

  if (!row->ops->Change) {
    RicPairDifference(Wrench, kernel, a, b, motion, row->length, w);
    return;
  }
  row->ops->Change(row->data, a, b, row->g, motion, change);
  if (row->ops->angular)
    *w = (RicPairWrench){.m = {{n[0], n[1], n[2]}, {-n[0], -n[1], -n[2]}}};
  else
    ForceChange(a, b, motion, &row->g[row->row], &change[row->row], w);
}

void RicContactCurvature(const RicContactOps *ops, const void *data, const RicPair *pair,
                         const RicContactGeometry g[], PetscInt r, PetscReal length,
                         PetscReal H[]) {
  const Row row = {.ops = ops, .data = data, .dim = pair->dim, .g = g, .row = r, .length = length};
  const RicPose *a = &pair->stand[0].pose, *b = &pair->stand[1].pose;
  RicPairWrench w;

  RicContactWrench(ops, a, b, &g[r], g[r].n, &w);
  RicPairCurvature(pair, &w, WrenchChange, &row, H);
}
