// SPDX-License-Identifier: BSD-2-Clause
// Loads and supports that the program changes between two steps, as a controller does.
//
// A press: a damped elastic bar is moved towards a wall by a machine that holds its far end. As long as
// the wall pushes back by less than the limit the machine goes on; then it stops. From then on a weight
// is put on the near end, in ten portions. At rest the wall carries what the bar is shortened by and the
// weight: that is what is printed last, with the force that statics has.
#include <ricochet.h>

static const PetscReal stiffness = 900, limit = 30; // E A/L of the bar, N/m; force, N
static const PetscReal clearance = 0.005;           // between bar and wall at the start, m

// What the program decides. The machine was at `place` at the time `since` and moves with `speed` from
// then on: where it is at any t follows, and is continuous when the speed changes.
typedef struct {
  PetscReal since, place, speed; // s, m, m/s
  PetscReal weight;              // N, towards the wall
} Control;

// The model asks these functions whenever it wants a value. A speed is given beside the displacement:
// without it the model would take differences in time, and ask for times that are not decided yet.
static PetscReal Displacement(PetscReal t, const PetscReal x[3], void *ctx) {
  const Control *c = ctx;
  (void)x;
  return c->place + c->speed * (t - c->since);
}

static PetscReal Speed(PetscReal t, const PetscReal x[3], void *ctx) {
  (void)t, (void)x;
  return ((const Control *)ctx)->speed;
}

static PetscReal Weight(PetscReal t, const PetscReal x[3], void *ctx) {
  (void)t, (void)x;
  return -((const Control *)ctx)->weight;
}

static PetscErrorCode AddMachine(RicModel model, const RicRegion *end, const RicRegion *start,
                                 Control *control) {
  const PetscBool fixed[3] = {PETSC_TRUE, PETSC_FALSE, PETSC_FALSE};
  RicExpression at[3] = {NULL}, rate[3] = {NULL}, load[3] = {NULL};

  PetscFunctionBeginUser;
  PetscCall(RicExpressionCreateFunction(Displacement, control, &at[0]));
  PetscCall(RicExpressionCreateFunction(Speed, control, &rate[0]));
  PetscCall(RicModelAddSupport(model, end, fixed, at, rate));
  PetscCall(RicExpressionCreateFunction(Weight, control, &load[0]));
  PetscCall(RicModelAddLoad(model, start, load));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode MakeModel(RicMesh mesh, Control *control, RicModel *model) {
  const PetscReal from[3] = {0, 0, 0}, to[3] = {1, 0, 0}, wall[3] = {-clearance, 0, 0};
  const RicBarData bar = {.material = {.young = stiffness, .density = 1}, .area = 1};
  const RicFaceData face = {.normal = {1, 0, 0}};
  const RicElementOps *element;
  const RicContactOps *contact;
  const RicRegion *all, *start, *end;

  PetscFunctionBeginUser;
  PetscCall(RicMeshGenerateLine(mesh, "bar", 10, from, to));
  PetscCall(RicMeshPartition(mesh));
  PetscCall(RicMeshFindRegion(mesh, "bar", &all));
  PetscCall(RicMeshFindRegion(mesh, "start", &start));
  PetscCall(RicMeshFindRegion(mesh, "end", &end));
  PetscCall(RicElementFind("bar", &element));
  PetscCall(RicContactFind("node-plane", &contact));
  PetscCall(RicModelCreate(PETSC_COMM_WORLD, mesh, 1, model));
  PetscCall(RicModelAddElements(*model, element, &bar, all, "the bar"));
  PetscCall(RicModelSetDamping(*model, 0, 5e-3));
  PetscCall(RicModelAddContact(*model, "wall", contact, &face, start, wall, 0, NULL));
  PetscCall(AddMachine(*model, end, start, control));
  PetscCall(RicModelSetUp(*model));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// After the step that ended at t, in which the wall pushed with `force`: what holds in the next one.
static void Decide(PetscReal t, PetscReal force, Control *c) {
  if (c->speed != 0 && force >= limit)
    *c = (Control){.since = t, .place = c->place + c->speed * (t - c->since)};
  else if (c->speed == 0 && c->weight < 10)
    c->weight += 1;
}

int main(int argc, char **argv) {
  Control control = {.speed = -0.1};
  const PetscReal h = 1e-3;
  RicReason reason = RIC_OK;
  PetscReal force = 0;
  const RicState *state;
  RicMesh mesh;
  RicModel model;
  RicStepper stepper;

  PetscFunctionBeginUser;
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  PetscCall(RicMeshCreate(PETSC_COMM_WORLD, &mesh));
  PetscCall(MakeModel(mesh, &control, &model));
  PetscCall(RicStepperCreate(PETSC_COMM_WORLD, &stepper));
  PetscCall(RicStepperSetModel(stepper, model));
  PetscCall(RicStepperSetType(stepper, "ggl-alpha"));
  PetscCall(RicStepperSetStep(stepper, h));
  PetscCall(RicStepperSetUp(stepper));
  PetscCall(RicStepperStart(stepper, 0));
  for (PetscInt k = 1; k <= 2000 && reason == RIC_OK; k++) {
    PetscCall(RicStepperAdvance(stepper, h * (PetscReal)k, &reason));
    PetscCall(RicStepperGetState(stepper, &state));
    PetscCall(VecSum(state->impulse, &force));
    force /= h; // the mean force of the step
    Decide(state->t, force, &control);
  }
  PetscCall(PetscPrintf(PETSC_COMM_WORLD, "machine at %.4f m, wall %.3f N, statics %.3f N\n",
                        (double)control.place, (double)force,
                        (double)(control.weight - stiffness * (control.place + clearance))));
  PetscCall(RicStepperDestroy(&stepper));
  PetscCall(RicModelDestroy(&model));
  PetscCall(RicMeshDestroy(&mesh));
  PetscCall(PetscFinalize());
  return 0;
}
