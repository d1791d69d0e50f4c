// SPDX-License-Identifier: BSD-2-Clause
// A contact of one's own, registered at run time: the library, and inputs, know it by its name from then
// on.
//
// A ball falls in space on a ring that lies flat, and rebounds with 0.8 of its speed: to 0.64 of the
// height it fell from, which is what the program measures.
#include <ricochet.h>

// A ball of radius `offset` about the point a, and a ring about b's z axis: a torus.
typedef struct {
  PetscReal radius;    // of the ring's centre line, m
  PetscReal thickness; // radius of its section, m
  PetscReal offset;    // m
} RingData;

// A contact is one pure function of how a and b stand: how far they are apart, along which unit vector n
// out of the obstacle, and where on a, seen from its point. Rows, friction and curvature follow from it.
// RicContactAim gives n and that place for what is round about a, along the line to a centre c, and
// returns how far c is; contact/contact.h has the rest.
static void RingGeometry(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                         RicContactGeometry g[]) {
  const RingData *ring = data;
  const PetscReal z[3] = {0, 0, 1};
  PetscReal axis[3], r[3], c[3];
  (void)dim;
  RicPoseTurn(b, 1, z, axis); // b may be carried by a body
  RicPairSpan(b, a, r);
  RicVec3Add(r, -RicVec3Dot(axis, r), axis, r);
  RicVec3Add(b->p, ring->radius / RicVec3Norm(r), r, c); // the nearest of the centre line
  g->gap = RicContactAim(a, c, -1, ring->offset, g) - ring->thickness - ring->offset;
}

// NULL, or what is wrong, to be read after "ring has".
static const char *RingCheck(const void *data, const RicPoint point[2], PetscInt dim) {
  (void)data;
  return dim < 3 ? "a model that is not in space" : RicContactCheckPoints(point, dim);
}

// What inputs say of it, in which units, and where that stands in the data.
static const RicParameter ring_parameters[] = {
    {"a", "the centre of the ball", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"b", "the centre of the ring", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"radius", "of the ring's centre line", "m", RIC_PARAMETER_REAL, RIC_POSITIVE,
     .required = PETSC_TRUE, .offset = offsetof(RingData, radius)},
    {"thickness", "radius of the ring's section", "m", RIC_PARAMETER_REAL, RIC_POSITIVE,
     .required = PETSC_TRUE, .offset = offsetof(RingData, thickness)},
    {"offset", "radius of the ball", "m", RIC_PARAMETER_REAL, RIC_NON_NEGATIVE,
     .required = PETSC_TRUE, .offset = offsetof(RingData, offset)},
    {NULL}};

static const RicContactOps ring = {.name = "ring",
                                   .description = "ball and ring, in space",
                                   .form = RIC_CONTACT_OF_POINTS,
                                   .num_rows = 1,
                                   .parameters = ring_parameters,
                                   .data_size = sizeof(RingData),
                                   .Check = RingCheck,
                                   .Geometry = RingGeometry};

static PetscErrorCode MakeModel(RicMesh mesh, RicModel *model) {
  const RicPointMassData mass = {.mass = 2};
  const RingData data = {.radius = 1, .thickness = 0.1, .offset = 0.2};
  const PetscReal start[3] = {0.6, 0.8, 1.3}, gravity[3] = {0, 0, -8}; // 1 m over the ring
  const RicElementOps *element;
  const RicContactOps *contact;
  const RicRegion *ball;

  PetscFunctionBeginUser;
  PetscCall(RicMeshAddNode(mesh, "ball", start));
  PetscCall(RicMeshPartition(mesh));
  PetscCall(RicMeshFindRegion(mesh, "ball", &ball));
  PetscCall(RicElementFind("point-mass", &element));
  PetscCall(RicContactFind("ring", &contact)); // as any other
  const RicPlace place[2] = {{{RIC_POINT_NODE, {0, 0, 0}}, ball},
                             {{RIC_POINT_GROUND, {0, 0, 0}}, NULL}};
  PetscCall(RicModelCreate(PETSC_COMM_WORLD, mesh, 3, model));
  PetscCall(RicModelSetGravity(*model, gravity));
  PetscCall(RicModelAddElements(*model, element, &mass, ball, "the ball"));
  PetscCall(RicModelAddPointContact(*model, "hit", contact, &data, place, -1, 0.8, NULL));
  PetscCall(RicModelSetUp(*model));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char **argv) {
  RicReason reason = RIC_OK;
  const RicState *state;
  PetscReal gap;
  RicMesh mesh;
  RicModel model;
  RicStepper stepper;

  PetscFunctionBeginUser;
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  PetscCall(RicContactRegister(&ring));
  PetscCall(RicMeshCreate(PETSC_COMM_WORLD, &mesh));
  PetscCall(MakeModel(mesh, &model));
  PetscCall(RicStepperCreate(PETSC_COMM_WORLD, &stepper));
  PetscCall(RicStepperSetModel(stepper, model));
  PetscCall(RicStepperSetType(stepper, "energy-momentum"));
  PetscCall(RicStepperSetStep(stepper, 1e-3));
  PetscCall(RicStepperSetUp(stepper));
  PetscCall(RicStepperStart(stepper, 0));
  // It falls for 0.5 s and rises for 0.4 s.
  for (PetscInt k = 1; k <= 900 && reason == RIC_OK; k++)
    PetscCall(RicStepperAdvance(stepper, 1e-3 * (PetscReal)k, &reason));
  PetscCall(RicStepperGetState(stepper, &state));
  PetscCall(VecMin(state->gap, NULL, &gap));
  PetscCall(PetscPrintf(PETSC_COMM_WORLD, "t %.3f s, %.2f m over the ring\n", (double)state->t,
                        (double)gap));
  PetscCall(RicStepperDestroy(&stepper));
  PetscCall(RicModelDestroy(&model));
  PetscCall(RicMeshDestroy(&mesh));
  PetscCall(PetscFinalize());
  return 0;
}
