// SPDX-License-Identifier: BSD-2-Clause
// A braced steel lattice of linear bars that falls flat on a rigid floor: time of a step, products
// with matrices and Krylov iterations a step, for a given type of stage and number of ranks.
//
//   bench_lattice [-cells 32,32,30] [-steps 30] [-courant 5] [-stepper moreau-jean]
//                 [-stage_type bound] [-wave 0] [-no_contact] [PETSc options]
//
// -wave (m/s) adds a velocity of that amplitude that varies along the lattice, so that it vibrates
// before it lands.
// The bottom nodes, (cells_x + 1)(cells_y + 1) of them, can touch the floor; all reach it after a
// third of the steps. The step h follows from the Courant number h sqrt(E/ρ)/a of a cell of edge a.
#include "bench.h"

typedef struct {
  PetscInt cells[3], steps;
  PetscReal courant, edge, wave;
  PetscBool no_contact;
  char stepper[RIC_NAME_LEN];
} Options;

static const RicBarNonlinearData steel = {
    .bar = {.material = {210e9, 7850}, .area = 5e-4, .lumped = PETSC_TRUE}};

static PetscErrorCode ReadOptions(Options *o) {
  PetscInt n = 3;

  PetscFunctionBegin;
  *o = (Options){
      .cells = {32, 32, 30}, .steps = 30, .courant = 5, .edge = 0.5, .stepper = "moreau-jean"};
  PetscCall(PetscOptionsGetIntArray(NULL, NULL, "-cells", o->cells, &n, NULL));
  PetscCall(PetscOptionsGetInt(NULL, NULL, "-steps", &o->steps, NULL));
  PetscCall(PetscOptionsGetReal(NULL, NULL, "-courant", &o->courant, NULL));
  PetscCall(PetscOptionsGetReal(NULL, NULL, "-wave", &o->wave, NULL));
  PetscCall(PetscOptionsGetBool(NULL, NULL, "-no_contact", &o->no_contact, NULL));
  PetscCall(PetscOptionsGetString(NULL, NULL, "-stepper", o->stepper, sizeof(o->stepper), NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscReal StepOf(const Options *o) {
  return o->courant * o->edge /
         PetscSqrtReal(steel.bar.material.young / steel.bar.material.density);
}

static PetscErrorCode CreateMesh(const Options *o, RicMesh *mesh) {
  const PetscReal origin[3] = {0, 0, 0};
  PetscReal size[3];

  PetscFunctionBegin;
  for (PetscInt d = 0; d < 3; d++)
    size[d] = o->edge * (PetscReal)o->cells[d];
  PetscCall(RicMeshCreate(PETSC_COMM_WORLD, mesh));
  PetscCall(RicMeshGenerateLattice(*mesh, "lattice", o->cells, origin, size, PETSC_TRUE));
  PetscCall(RicMeshPartition(*mesh));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateModel(const Options *o, RicMesh mesh, RicModel *model) {
  const PetscReal speed = 2, gap = speed * StepOf(o) * ((PetscReal)(o->steps / 3) + 0.5);
  const PetscReal at[3] = {0, 0, -gap};
  const RicFaceData floor = {.normal = {0, 0, 1}};
  const RicElementOps *bar;
  const RicContactOps *node_plane;
  const RicRegion *all, *bottom;
  char velocity[RIC_NAME_LEN];

  PetscFunctionBegin;
  PetscCall(PetscSNPrintf(velocity, sizeof(velocity), "%.17g+(%.17g)*sin(3*x)", -(double)speed,
                          (double)o->wave));
  PetscCall(RicElementFind("bar", &bar));
  PetscCall(RicContactFind("node-plane", &node_plane));
  PetscCall(RicMeshFindRegion(mesh, "lattice", &all));
  PetscCall(RicMeshFindRegion(mesh, "zmin", &bottom));
  PetscCall(RicModelCreate(PETSC_COMM_WORLD, mesh, 3, model));
  PetscCall(RicModelAddElements(*model, bar, &steel, all, "bench_lattice"));
  PetscCall(SetVelocity(*model, all, 2, velocity));
  if (!o->no_contact)
    PetscCall(RicModelAddContact(*model, "floor", node_plane, &floor, bottom, at, 0, NULL));
  PetscCall(RicModelSetUp(*model));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReportSizes(RicModel model) {
  PetscInt dofs, elements, contacts;

  PetscFunctionBegin;
  PetscCall(RicModelGetSizes(model, &dofs, NULL, &elements, &contacts));
  PetscCall(Report("dofs", (PetscReal)dofs));
  PetscCall(Report("bars", (PetscReal)elements));
  PetscCall(Report("contacts", (PetscReal)contacts));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Times of a step before the floor is reached and after, and of the first step in contact, where a
// condensed stage computes its columns.
static PetscErrorCode TimeSteps(const Options *o, RicStepper stepper) {
  PetscReal *flight, *contact, seconds = 0, first = 0;
  PetscInt num_flight = 0, num_contact = 0, most = 0;
  const RicState *state;

  PetscFunctionBegin;
  PetscCall(PetscMalloc2(o->steps, &flight, o->steps, &contact));
  for (PetscInt step = 1; step <= o->steps; step++) {
    PetscCall(TimedStep(stepper, step, StepOf(o), &seconds));
    PetscCall(RicStepperGetState(stepper, &state));
    most = PetscMax(most, state->active);
    if (!most)
      flight[num_flight++] = seconds;
    else if (first == 0)
      first = seconds;
    else
      contact[num_contact++] = seconds;
  }
  PetscCall(ReportTimes("flight_s", num_flight, flight, 1));
  PetscCall(Report("impact_s", first));
  PetscCall(ReportTimes("contact_s", num_contact, contact, 1));
  PetscCall(Report("most_active", (PetscReal)most));
  PetscCall(PetscFree2(flight, contact));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Bench(const Options *o) {
  RicMesh mesh;
  RicModel model;
  RicStepper stepper;
  const RicState *state;
  PetscReal kinetic, potential;

  PetscFunctionBegin;
  const PetscReal begin = Seconds();
  PetscCall(CreateMesh(o, &mesh));
  PetscCall(CreateModel(o, mesh, &model));
  PetscCall(StartStepper(model, o->stepper, StepOf(o), &stepper));
  PetscCall(Report("setup_s", Seconds() - begin));
  PetscCall(ReportSizes(model));
  PetscCall(TimeSteps(o, stepper));
  PetscCall(ReportOperations(stepper, o->steps + 1, 10, StepOf(o)));
  PetscCall(RicStepperGetState(stepper, &state));
  PetscCall(RicModelEnergy(model, state->q, state->v, &kinetic, &potential));
  PetscCall(Report("energy", kinetic + potential)); // the same for all types and ranks
  PetscCall(Report("peak_bytes", BytesPeak()));
  PetscCall(RicStepperDestroy(&stepper));
  PetscCall(RicModelDestroy(&model));
  PetscCall(RicMeshDestroy(&mesh));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char **argv) {
  Options options;

  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  PetscCall(ReadOptions(&options));
  PetscCall(Bench(&options));
  PetscCall(PetscFinalize());
  return 0;
}
