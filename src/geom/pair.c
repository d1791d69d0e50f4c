// SPDX-License-Identifier: BSD-2-Clause
#include "geom/pair.h"

// Differences of second order lose by this step what round-off gains.
#define STEP 1e-5

// The time in which a motion of two poses is a step.
static PetscReal StepTime(const RicTwist motion[2], PetscReal length) {
  PetscReal speed = 0;

  for (PetscInt k = 0; k < 2; ++k)
    for (PetscInt d = 0; d < 3; ++d)
      speed = PetscMax(
          speed, PetscMax(PetscAbsReal(motion[k].v[d]) / length, PetscAbsReal(motion[k].w[d])));
  return speed > 0 ? STEP / speed : 1;
}

void RicPairDifference(RicPairWrenchFn Wrench, const void *kernel, const RicPose *a,
                       const RicPose *b, const RicTwist motion[2], PetscReal length,
                       RicPairWrench *change) {
  const PetscReal step = StepTime(motion, length);
  RicPairWrench w[2];

  for (PetscInt k = 0; k < 2; ++k) {
    const RicPose there[2] = {RicPoseMoved(a, &motion[0], k ? step : -step),
                              RicPoseMoved(b, &motion[1], k ? step : -step)};
    Wrench(kernel, &there[0], &there[1], &w[k]);
  }
  for (PetscInt d = 0; d < 3; ++d) {
    change->f[d] = (w[1].f[d] - w[0].f[d]) / (2 * step);
    for (PetscInt k = 0; k < 2; ++k)
      change->m[k][d] = (w[1].m[k][d] - w[0].m[k][d]) / (2 * step);
  }
}

void RicPairCurvature(const RicPair *pair, const RicPairWrench *w, RicPairChangeFn Change,
                      const void *kernel, PetscReal H[]) {
  const PetscInt nd = pair->nd[0] + pair->nd[1];

  for (PetscInt j = 0; j < nd; ++j) {
    PetscReal rate[RIC_PAIR_MAX_DOFS] = {0}, column[RIC_PAIR_MAX_DOFS];
    RicTwist motion[2];
    RicPairWrench change;
    rate[j] = 1;
    RicPairTwists(pair, rate, motion);
    Change(kernel, &pair->stand[0].pose, &pair->stand[1].pose, motion, &change);
    RicPairRow(pair, &change, column);
    for (PetscInt i = 0; i < nd; ++i)
      H[i * nd + j] = column[i];
  }
  for (PetscInt k = 0; k < 2; ++k) {
    const RicWrench side = RicPairSide(w, k);
    RicPointAddStiffness(&pair->point[k], pair->dim, &pair->stand[k], &side, nd,
                         &H[k * pair->nd[0] * (nd + 1)]);
  }
}
