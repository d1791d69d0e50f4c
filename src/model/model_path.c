// SPDX-License-Identifier: BSD-2-Clause
// A step from one configuration to the next, as interactions see it.
#include "model/model_impl.h"

PetscErrorCode RicModelReadPath_Private(RicModel m, const RicPath *p, RicPathReading *r,
                                        RicLocalState *at) {
  PetscFunctionBegin;
  r->path = (RicLocalPath){
      .symmetric = p->symmetric, .h = p->h, .dissipation = p->dissipation, .ratio = p->ratio};
  at->t = p->t + p->h / 2;
  PetscCall(RicModelReadLocal_Private(m, p->q0, &r->q0, &r->path.q0));
  PetscCall(RicModelReadLocal_Private(m, p->mean, &r->mean, &r->path.mean));
  PetscCall(RicModelReadLocal_Private(m, p->before, &r->before, &r->path.before));
  PetscCall(RicModelReadLocal_Private(m, p->v, &r->v, &at->v));
  PetscCall(RicModelReadLocal_Private(m, p->q1, &r->q1, &at->q));
  at->path = &r->path;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelRestorePath_Private(const RicPath *p, RicPathReading *r, RicLocalState *at) {
  PetscFunctionBegin;
  PetscCall(RicModelRestoreLocal_Private(p->q0, &r->q0, &r->path.q0));
  PetscCall(RicModelRestoreLocal_Private(p->mean, &r->mean, &r->path.mean));
  PetscCall(RicModelRestoreLocal_Private(p->before, &r->before, &r->path.before));
  PetscCall(RicModelRestoreLocal_Private(p->v, &r->v, &at->v));
  PetscCall(RicModelRestoreLocal_Private(p->q1, &r->q1, &at->q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void RicPairStep_Private(const RicModel m, const RicPoint point[2], const PetscInt nodes[2],
                         const RicLocalState *at, RicPairStep *step) {
  PetscReal X[6], delta[RIC_MAX_DOFS];
  const PetscInt n = RicGather_Private(m, 2, nodes, at->v, X, delta);

  for (PetscInt i = 0; i < n; i++)
    delta[i] *= at->path->h;
  RicModelStand(m, point, nodes, at->path->q0, &step->from);
  RicModelStand(m, point, nodes, at->q, &step->to);
  RicPairPathOf(&step->from, &step->to, delta, &step->path);
}

PetscErrorCode RicModelPathEnergy(RicModel m, Vec q0, Vec q1, PetscReal *energy) {
  RicLocalState at = {.t = 0};
  RicLocalPath path = {.h = 1};
  Vec local[2];

  PetscFunctionBegin;
  PetscCall(RicModelReadLocal_Private(m, q0, &local[0], &path.q0));
  PetscCall(RicModelReadLocal_Private(m, q1, &local[1], &at.q));
  at.path = &path;
  *energy = RicModelPathEnergy_Private(m, &at);
  PetscCall(RicModelRestoreLocal_Private(q0, &local[0], &path.q0));
  PetscCall(RicModelRestoreLocal_Private(q1, &local[1], &at.q));
  if (m->size > 1)
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, energy, 1, MPIU_REAL, MPIU_SUM, m->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}
