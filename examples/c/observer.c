// SPDX-License-Identifier: BSD-2-Clause
// An observer of one's own: what can be seen of a state, contact by contact, and who may look when.
//
// A mass rattles between two stops that take half of its speed. The stepper calls the observer after each
// step; it looks at the energies and at the contacts, and tells of each impact which contact it was.
#include <ricochet.h>

typedef struct {
  RicModel model;
  PetscInt impacts;
  PetscReal energy; // of the last state, J
} Observer;

// A contact has num_rows places where it may touch, each with a normal row and, with friction, tangential
// ones after it: row r is entry first_row + r width of the vectors of rows. There gap, m, and
// gap_velocity, m/s, are of the end of the step and impulse, N s, is over it. A rank sees its own rows.
static PetscErrorCode Look(const RicContactView *contact, Vec rows, PetscReal *sum) {
  const PetscScalar *value;
  PetscReal here = 0;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(rows, &value));
  for (PetscInt r = 0; r < contact->num_rows; r++)
    here += value[contact->first_row + r * contact->width];
  PetscCall(VecRestoreArrayRead(rows, &value));
  PetscCallMPI(MPI_Allreduce(&here, sum, 1, MPIU_REAL, MPI_SUM, PETSC_COMM_WORLD));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What RicStepperSetMonitor asks for: called after each step, and after each part of one that was halved
// because it did not converge; h is its length, s. The state is lent until the next.
static PetscErrorCode Observe(const RicState *state, PetscReal h, void *ctx) {
  Observer *o = ctx;
  PetscReal kinetic, potential, impulse, rebound;
  RicContactView contact;
  PetscInt n;

  PetscFunctionBeginUser;
  PetscCall(RicModelEnergy(o->model, state->q, state->v, &kinetic, &potential));
  PetscCall(RicModelGetNumContacts(o->model, &n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicModelGetContact(o->model, i, &contact));
    PetscCall(Look(&contact, state->impulse, &impulse));
    PetscCall(Look(&contact, state->gap_velocity, &rebound));
    if (impulse == 0)
      continue;
    o->impacts++;
    PetscCall(PetscPrintf(PETSC_COMM_WORLD,
                          "t %.3f s: %s takes %.3f J by %.1f N s in %g s, leaves %.2f m/s\n",
                          (double)state->t, contact.name, (double)(o->energy - kinetic - potential),
                          (double)impulse, (double)h, (double)rebound));
  }
  o->energy = kinetic + potential;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode MakeModel(RicMesh mesh, RicModel *model) {
  const RicPointMassData mass = {.mass = 2};
  const RicFaceData face[2] = {{.normal = {1, 0, 0}}, {.normal = {-1, 0, 0}}};
  const PetscReal at[2][3] = {{0, 0, 0}, {1, 0, 0}}, middle[3] = {0.5, 0, 0};
  RicExpression velocity[3] = {NULL};
  const RicElementOps *element;
  const RicContactOps *contact;
  const RicRegion *ball;

  PetscFunctionBeginUser;
  PetscCall(RicMeshAddNode(mesh, "ball", middle));
  PetscCall(RicMeshPartition(mesh));
  PetscCall(RicMeshFindRegion(mesh, "ball", &ball));
  PetscCall(RicElementFind("point-mass", &element));
  PetscCall(RicContactFind("node-plane", &contact));
  PetscCall(RicModelCreate(PETSC_COMM_WORLD, mesh, 1, model));
  PetscCall(RicModelAddElements(*model, element, &mass, ball, "the ball"));
  PetscCall(RicExpressionCreateConstant(4, &velocity[0]));
  PetscCall(RicModelAddInitial(*model, ball, NULL, velocity));
  PetscCall(RicModelAddContact(*model, "left", contact, &face[0], ball, at[0], 0.5, NULL));
  PetscCall(RicModelAddContact(*model, "right", contact, &face[1], ball, at[1], 0.5, NULL));
  PetscCall(RicModelSetUp(*model));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char **argv) {
  Observer o = {NULL, 0, 0};
  RicReason reason = RIC_OK;
  RicMesh mesh;
  RicStepper stepper;

  PetscFunctionBeginUser;
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  PetscCall(RicMeshCreate(PETSC_COMM_WORLD, &mesh));
  PetscCall(MakeModel(mesh, &o.model));
  PetscCall(RicStepperCreate(PETSC_COMM_WORLD, &stepper));
  PetscCall(RicStepperSetModel(stepper, o.model));
  PetscCall(RicStepperSetType(stepper, "moreau-jean"));
  PetscCall(RicStepperSetMonitor(stepper, Observe, &o));
  PetscCall(RicStepperSetStep(stepper, 1e-3));
  PetscCall(RicStepperSetUp(stepper));
  PetscCall(RicStepperStart(stepper, 0));
  for (PetscInt k = 1; k <= 3000 && reason == RIC_OK; k++)
    PetscCall(RicStepperAdvance(stepper, 1e-3 * (PetscReal)k, &reason));
  PetscCall(PetscPrintf(PETSC_COMM_WORLD, "%d impacts, energy %.4f J\n", (int)o.impacts,
                        (double)o.energy));
  PetscCall(RicStepperDestroy(&stepper));
  PetscCall(RicModelDestroy(&o.model));
  PetscCall(RicMeshDestroy(&mesh));
  PetscCall(PetscFinalize());
  return 0;
}
