// SPDX-License-Identifier: BSD-2-Clause
// "rod": a massless rigid rod, hinged at both points, keeps their distance.
// y = |r| − length, f = n, df/dt = (I − nnᵀ)(v_b − v_a)/|r|.
// Symbols: n = r/|r|. The distance itself and not its square: y is in metres, λ the force of the
// rod (tension where negative, M v̇ = f + Wᵀλ) at every length.
// Limits: the points must be apart, where n has no meaning.
#include "joint/joint_impl.h"

static const char *Check_Rod(const void *data, const RicPoint point[2], PetscInt dim,
                             const RicPose *a, const RicPose *b) {
  const char *wrong = RicJointCheckPoints(point, dim);
  const RicRodData *rod = data;
  PetscReal n[3], size = 0;

  if (wrong)
    return wrong;
  for (PetscInt d = 0; d < 3; ++d)
    size = PetscMax(size, PetscMax(PetscAbsReal(a->p[d]), PetscAbsReal(b->p[d])));
  if (!(RicPoseAim(a, b->p, n) > 1e-12 * size))
    return "coincident points";
  return rod->length >= 0 ? NULL : "a negative length";
}

static void Initialise_Rod(void *data, PetscInt dim, const RicPose *a, const RicPose *b) {
  RicRodData *rod = data;
  PetscReal n[3];

  (void)dim;
  if (rod->length == 0)
    rod->length = RicPoseAim(a, b->p, n);
}

static void Rows_Rod(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                     PetscReal y[], RicPairWrench w[]) {
  const RicRodData *rod = data;
  PetscReal n[3];

  (void)dim;
  y[0] = RicPoseAim(a, b->p, n) - rod->length;
  *w = (RicPairWrench){.f = {n[0], n[1], n[2]}};
}

static void Change_Rod(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                       const PetscReal lambda[], const RicTwist motion[2], RicPairWrench *change) {
  PetscReal n[3], turned[3];
  const PetscReal distance = RicPoseAim(a, b->p, n);

  (void)data, (void)dim;
  RicPoseTurnAim(n, distance, motion[0].v, motion[1].v, turned);
  *change = (RicPairWrench){.f = {0}};
  RicVec3Scale(lambda[0], turned, change->f);
}

// f = (r_0 + r_1)/(|r_0| + |r_1|).
static void Path_Rod(const void *data, PetscInt dim, const RicPairPath *path, RicPairWrench w[]) {
  PetscReal r[2][3];

  (void)data, (void)dim;
  RicPairSpan(&path->from->stand[0].pose, &path->from->stand[1].pose, r[0]);
  RicPairSpan(&path->to->stand[0].pose, &path->to->stand[1].pose, r[1]);
  const PetscReal sum = RicVec3Norm(r[0]) + RicVec3Norm(r[1]);
  *w = (RicPairWrench){.f = {0}};
  RicVec3Add(r[0], 1, r[1], w->f);
  RicVec3Scale(1 / sum, w->f, w->f);
}

static const RicParameter parameters[] = {
    RIC_JOINT_POINTS,
    {"length", "the distance that is kept; of a spring, where it is relaxed", "m",
     RIC_PARAMETER_REAL, RIC_POSITIVE, .otherwise = "that at the start",
     .offset = offsetof(RicRodData, length)},
    {NULL},
};

const RicJointOps RicJoint_Rod = {
    .name = "rod",
    .description = "rigid rod: two points keep their distance",
    .num_rows = {1, 1},
    .parameters = parameters,
    .data_size = sizeof(RicRodData),
    .apart = PETSC_TRUE,
    .Check = Check_Rod,
    .Initialise = Initialise_Rod,
    .Rows = Rows_Rod,
    .Change = Change_Rod,
    .Path = Path_Rod,
};
