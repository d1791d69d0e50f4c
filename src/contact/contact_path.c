// SPDX-License-Identifier: BSD-2-Clause
// Rows of a contact over a path (geom/path.h): that of the gap is exact, those of the sliding are taken
// half-way.
//
// A row of the sliding is the way of a's matter along b's where they touch. What touches is at arm from a,
// and from b at r + arm, r = p_a − p_b. Along n neither turns with its frame, as where a ball rolls: there
// the matter's way is the turn itself across it. The part of r across n is carried by b. So a circle that
// rolls on the ground does not slip, nor does what b carries along on its face.
#include "contact/contact_impl.h"

static void Rows(const RicContactOps *ops, const void *data, const RicContactFriction *friction,
                 const RicPair *pair, PetscReal W[]) {
  const PetscInt nd = pair->nd[0] + pair->nd[1];
  const PetscInt width = friction ? RicContactWidth(friction, pair->dim) : 1;
  RicContactGeometry g[RIC_CONTACT_MAX_ROWS];

  RicContactGeometryOf(ops, data, pair, g);
  for (PetscInt r = 0; r < ops->num_rows; ++r, W += width * nd) {
    RicContactComplete(ops, pair, r, 0, &g[r]);
    if (friction)
      RicContactRows(ops, friction, pair, &g[r], W);
    else
      RicContactRow(ops, pair, &g[r], W);
  }
}

static void GeometryOver(const RicContactOps *ops, const void *data, const RicPairPath *path,
                         RicContactGeometry g[]) {
  RicPose middle[2];

  if (ops->Path) {
    ops->Path(data, path->mean.dim, path, g);
    return;
  }
  RicPairPathMiddle(path, middle);
  ops->Geometry(data, path->mean.dim, &middle[0], &middle[1], g);
}

// From the gap at one end to that at the other. An angle is one but for full turns.
static void CompleteGap(const RicContactOps *ops, const RicPairPath *path, PetscReal length,
                        PetscReal from, PetscReal to, RicPairWrench *w) {
  const PetscReal change = ops->angular ? remainder(to - from, 2 * PETSC_PI) : to - from;
  const PetscReal size = ops->angular ? 1 : RicPairPathSize(path);

  RicPairPathComplete(path, length, change, size + PetscAbsReal(from) + PetscAbsReal(to), w);
}

// On g, with a unit n and tangents.
static void Straighten(const RicContactFriction *friction, const RicPairPath *path,
                       RicContactGeometry *g) {
  const PetscReal length = RicVec3Norm(g->n);

  for (PetscInt d = 0; d < 3; ++d)
    g->n[d] = length > 0 ? g->n[d] / length : d == 0;
  RicVec3Tangents(g->n, (PetscBool)(path->mean.dim < 3), g->t[0], g->t[1]);
  RicContactAlign(friction, &path->mean, g);
}

// What along n works on turns, and so does a moment alone, see above.
static void Roll(const RicPairPath *path, const RicContactGeometry *g, RicPairWrench *w) {
  PetscReal r[3], carried[3];

  RicPairSpan(&path->mean.stand[1].pose, &path->mean.stand[0].pose, r);
  RicVec3Add(r, -RicVec3Dot(r, g->n), g->n, r);
  RicVec3Cross(r, w->f, carried);
  RicVec3Add(w->m[1], -1, carried, w->m[1]);
  RicPairPathOnTurns(path, w);
  RicVec3Add(w->m[1], 1, carried, w->m[1]);
}

static void SlidingRows(const RicContactOps *ops, const RicContactFriction *friction,
                        const RicPairPath *path, RicContactGeometry *g, PetscReal W[]) {
  const PetscInt dim = path->mean.dim, nd = path->mean.nd[0] + path->mean.nd[1];
  RicPairWrench w;

  Straighten(friction, path, g);
  for (PetscInt k = 1; k < RicContactWidth(friction, dim); ++k) {
    RicContactSlide(ops, friction, &path->mean, g, k, &w);
    Roll(path, g, &w);
    RicPairPathRow(path, &w, &W[(k - 1) * nd]);
  }
}

void RicContactPathRows(const RicContactOps *ops, const void *data,
                        const RicContactFriction *friction, const RicPairPath *path,
                        PetscReal length, PetscReal W[]) {
  const RicPair *mean = &path->mean;
  const PetscInt nd = mean->nd[0] + mean->nd[1];
  const PetscInt width = friction ? RicContactWidth(friction, mean->dim) : 1;
  RicContactGeometry from[RIC_CONTACT_MAX_ROWS], to[RIC_CONTACT_MAX_ROWS], g[RIC_CONTACT_MAX_ROWS];
  RicPairWrench w;

  if (RicContactIsLinear(ops, mean->dim)) {
    Rows(ops, data, friction, path->from, W);
    return;
  }
  RicContactGeometryOf(ops, data, path->from, from);
  RicContactGeometryOf(ops, data, path->to, to);
  GeometryOver(ops, data, path, g);
  for (PetscInt r = 0; r < ops->num_rows; ++r, W += width * nd) {
    RicContactWrench(ops, &mean->stand[0].pose, &mean->stand[1].pose, &g[r], g[r].n, &w);
    if (ops->angular)
      RicPairPathOnTurns(path, &w);
    CompleteGap(ops, path, length, from[r].gap, to[r].gap, &w);
    RicPairPathRow(path, &w, W);
    if (friction)
      SlidingRows(ops, friction, path, &g[r], W + nd);
  }
}
