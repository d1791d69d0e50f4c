// SPDX-License-Identifier: BSD-2-Clause
// A model without an input file: an elastic bar flies against a rigid wall, stays in contact while a wave
// runs through it and back, and flies off again.
//
// It is inputs/impacting-bar.yaml in C, number by number, and its results are those of that input. Exact
// are an impulse of 200 N s and an energy of 500 J throughout.
#include <ricochet.h>

// ---- 1. The mesh: nodes, cells and regions, in metres. ----
// Every rank makes all of it, Partition leaves each its part. "start" and "end" are nodes of a line.
static PetscErrorCode MakeMesh(RicMesh *mesh) {
  const PetscReal from[3] = {5.005, 0, 0}, to[3] = {15.005, 0, 0};

  PetscFunctionBeginUser;
  PetscCall(RicMeshCreate(PETSC_COMM_WORLD, mesh));
  PetscCall(RicMeshGenerateLine(*mesh, "bar", 200, from, to));
  PetscCall(RicMeshPartition(*mesh));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- 2. The model: what stands on the mesh. ----

// Elements are of a type, found by the name it has in inputs; its data is a struct of its own, copied.
static PetscErrorCode AddBar(RicModel model, const RicRegion *bar) {
  const RicBarData data = {.material = {.young = 900, .density = 1}, .area = 1}; // Pa, kg/m³, m²
  const RicElementOps *type;

  PetscFunctionBeginUser;
  PetscCall(RicElementFind("bar", &type));
  PetscCall(RicModelAddElements(model, type, &data, bar, "the bar"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What may depend on time and place is an expression, which the model takes over; NULL: none.
static PetscErrorCode AddVelocity(RicModel model, const RicRegion *bar) {
  RicExpression velocity[3] = {NULL};

  PetscFunctionBeginUser;
  PetscCall(RicExpressionCreateConstant(-10, &velocity[0])); // m/s
  PetscCall(RicModelAddInitial(model, bar, NULL, velocity));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Contacts are of a type, too. The wall's normal looks at the bar; restitution 0.
static PetscErrorCode AddWall(RicModel model, const RicRegion *start) {
  const RicFaceData data = {.normal = {1, 0, 0}, .offset = 0};
  const PetscReal at[3] = {0, 0, 0};
  const RicContactOps *type;

  PetscFunctionBeginUser;
  PetscCall(RicContactFind("node-plane", &type));
  PetscCall(RicModelAddContact(model, "wall", type, &data, start, at, 0, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode MakeModel(RicMesh mesh, RicModel *model) {
  const RicRegion *bar, *start;

  PetscFunctionBeginUser;
  PetscCall(RicMeshFindRegion(mesh, "bar", &bar));
  PetscCall(RicMeshFindRegion(mesh, "start", &start));
  PetscCall(RicModelCreate(PETSC_COMM_WORLD, mesh, 1, model)); // one dimension
  PetscCall(AddBar(*model, bar));
  PetscCall(AddVelocity(*model, bar));
  PetscCall(AddWall(*model, start));
  PetscCall(RicModelSetUp(*model)); // numbers, checks, assembles: nothing is added from here on
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- 3. The scheme, with its options, and the step in seconds. ----
static PetscErrorCode MakeStepper(RicModel model, PetscReal h, RicStepper *stepper) {
  PetscFunctionBeginUser;
  PetscCall(RicStepperCreate(PETSC_COMM_WORLD, stepper));
  PetscCall(RicStepperSetModel(*stepper, model));
  PetscCall(RicStepperSetType(*stepper, "ggl-alpha"));
  PetscCall(RicStepperSetOptionReal(*stepper, "rho_inf", 0.8));
  PetscCall(RicStepperSetStep(*stepper, h));
  PetscCall(RicStepperSetFromOptions(*stepper)); // -stepper_rho_inf 0.5 now acts here, too
  PetscCall(RicStepperSetUp(*stepper));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- 4. The steps. ----
static PetscErrorCode Run(RicModel model, RicStepper stepper, PetscReal h, PetscInt steps) {
  PetscReal impulse = 0, in_step, kinetic, potential;
  RicReason reason = RIC_OK;
  const RicState *state;

  PetscFunctionBeginUser;
  PetscCall(RicStepperStart(stepper, 0));
  for (PetscInt k = 1; k <= steps && reason == RIC_OK; k++) {
    PetscCall(RicStepperAdvance(stepper, h * (PetscReal)k, &reason));
    PetscCall(RicStepperGetState(stepper, &state)); // its vectors are lent until the next step
    PetscCall(VecSum(state->impulse, &in_step));
    impulse += in_step;
  }
  PetscCheck(reason == RIC_OK, PETSC_COMM_WORLD, PETSC_ERR_NOT_CONVERGED, "a step failed");
  PetscCall(RicModelEnergy(model, state->q, state->v, &kinetic, &potential));
  PetscCall(PetscPrintf(PETSC_COMM_WORLD, "t %.3f s, impulse %.3f N s, energy %.2f %%\n",
                        (double)state->t, (double)impulse, (double)(kinetic + potential) / 5));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char **argv) {
  RicMesh mesh;
  RicModel model;
  RicStepper stepper;

  PetscFunctionBeginUser;
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  PetscCall(MakeMesh(&mesh));
  PetscCall(MakeModel(mesh, &model));
  PetscCall(MakeStepper(model, 2e-3, &stepper));
  PetscCall(Run(model, stepper, 2e-3, 1000));
  PetscCall(RicStepperDestroy(&stepper)); // in the opposite order
  PetscCall(RicModelDestroy(&model));
  PetscCall(RicMeshDestroy(&mesh));
  PetscCall(PetscFinalize());
  return 0;
}
