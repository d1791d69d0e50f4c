// SPDX-License-Identifier: BSD-2-Clause
// The steel bar of Acary (2013), section 6.2, against a rigid wall: time of a step in free flight
// and in contact, the bound that memory bandwidth sets, set-up and memory.
//
//   bench_bar [-cells 1000] [-steps 400] [-step 2e-6] [-stepper ggl-alpha] [PETSc options]
//
// The wall stands where the bar reaches it after a third of the steps. BYTES_… is what a step in
// free flight must move for a dof: each array once for every pass that reads or writes it, as
// STREAM counts (no write-allocation).
//
//   −K q        two diagonals, read q, write f                                           32
//   solve       inwards: read b and the multipliers, write y; outwards: read y, both
//               factors, write x                                                         56
//   ggl-alpha   predict: read q v a v̇, write q v (48); correct: read dq a v̇ q v,
//               write q v a v̇ (72)                                                      120
//   moreau-jean q_θ: read q v, write (24); scale f (16); finish: read q v dv, write
//               q v v̇ (48)                                                               88
//
// flight_over_floor: against the loop of floor.h, timed before and after in the same run, on one
// rank.
#include "floor.h"

#define BYTES_GGL_ALPHA (32 + 56 + 120)
#define BYTES_MOREAU_JEAN (32 + 56 + 88)

typedef struct {
  PetscInt cells, steps;
  PetscReal h;
  char stepper[RIC_NAME_LEN];
} Options;

static PetscErrorCode ReadOptions(Options *o) {
  PetscFunctionBegin;
  *o = (Options){.cells = 1000, .steps = 400, .h = 2e-6, .stepper = "ggl-alpha"};
  PetscCall(PetscOptionsGetInt(NULL, NULL, "-cells", &o->cells, NULL));
  PetscCall(PetscOptionsGetInt(NULL, NULL, "-steps", &o->steps, NULL));
  PetscCheck(o->steps >= 6, PETSC_COMM_WORLD, PETSC_ERR_USER_INPUT, "-steps: at least 6");
  PetscCall(PetscOptionsGetReal(NULL, NULL, "-step", &o->h, NULL));
  PetscCall(PetscOptionsGetString(NULL, NULL, "-stepper", o->stepper, sizeof(o->stepper), NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateMesh(const Options *o, RicMesh *mesh) {
  const PetscReal from[3] = {0, 0, 0}, to[3] = {1, 0, 0};

  PetscFunctionBegin;
  PetscCall(RicMeshCreate(PETSC_COMM_WORLD, mesh));
  PetscCall(RicMeshGenerateLine(*mesh, "bar", o->cells, from, to));
  PetscCall(RicMeshPartition(*mesh));
  PetscFunctionReturn(PETSC_SUCCESS);
}

#define YOUNG 210e9
#define DENSITY 7800
#define AREA (PETSC_PI * 1e-4)

static PetscErrorCode CreateModel(const Options *o, RicMesh mesh, RicModel *model) {
  const RicBarData steel = {.material = {YOUNG, DENSITY}, .area = AREA};
  const PetscReal speed = 0.1, gap = speed * o->h * ((PetscReal)(o->steps / 3) + 0.5);
  const PetscReal at[3] = {-gap, 0, 0};
  const RicFaceData wall = {.normal = {1, 0, 0}};
  const RicElementOps *bar;
  const RicContactOps *node_plane;
  const RicRegion *all, *tip;

  PetscFunctionBegin;
  PetscCall(RicElementFind("bar", &bar));
  PetscCall(RicContactFind("node-plane", &node_plane));
  PetscCall(RicMeshFindRegion(mesh, "bar", &all));
  PetscCall(RicMeshFindRegion(mesh, "start", &tip));
  PetscCall(RicModelCreate(PETSC_COMM_WORLD, mesh, 1, model));
  PetscCall(RicModelAddElements(*model, bar, &steel, all, "bench_bar"));
  PetscCall(SetVelocity(*model, all, 0, "-0.1"));
  PetscCall(RicModelAddContact(*model, "wall", node_plane, &wall, tip, at, 0, NULL));
  PetscCall(RicModelSetUp(*model));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Times of a step in free flight and in contact; *median and *least: of the former, s.
static PetscErrorCode TimeSteps(const Options *o, RicStepper stepper, PetscReal *median,
                                PetscReal *least) {
  PetscReal *flight, *contact, seconds = 0;
  PetscInt num_flight = 0, num_contact = 0;
  const RicState *state;

  PetscFunctionBegin;
  PetscCall(PetscMalloc2(o->steps, &flight, o->steps, &contact));
  for (PetscInt step = 1; step <= o->steps; step++) {
    PetscCall(TimedStep(stepper, step, o->h, &seconds));
    PetscCall(RicStepperGetState(stepper, &state));
    if (step == 1)
      PetscCall(Report("first_step_us", 1e6 * seconds));
    else if (state->active)
      contact[num_contact++] = seconds;
    else
      flight[num_flight++] = seconds;
  }
  PetscCall(ReportTimes("flight_us", num_flight, flight, 1e6));
  PetscCall(ReportTimes("contact_us", num_contact, contact, 1e6));
  *median = flight[num_flight / 2]; // sorted by now
  *least = flight[0];
  PetscCall(PetscFree2(flight, contact));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReportSetUp(PetscReal begin, PetscReal dofs, RicStepper stepper) {
  RicStepperStats stats;

  PetscFunctionBegin;
  PetscCall(Report("setup_s", Seconds() - begin));
  PetscCall(Report("setup_bytes_per_dof", BytesAllocated() / dofs));
  PetscCall(RicStepperGetStats(stepper, &stats));
  PetscCall(Report("factorizations", (PetscReal)stats.factorizations));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The floor, now; keeps the least of what it finds.
static PetscErrorCode MeasureFloor(const Options *o, PetscReal *median, PetscReal *least) {
  const PetscReal length = 1 / (PetscReal)o->cells;
  PetscReal here[2] = {0, 0};

  PetscFunctionBegin;
  PetscCall(TimeFloor(o->cells + 1, PetscMax(o->steps / 3, 5), o->h, YOUNG * AREA / length,
                      DENSITY * AREA * length, &here[0], &here[1]));
  *median = PetscMin(*median, here[0]);
  *least = PetscMin(*least, here[1]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Bench(const Options *o) {
  PetscReal floor_median = PETSC_MAX_REAL, floor_least = PETSC_MAX_REAL;
  const PetscReal dofs = (PetscReal)o->cells + 1;
  PetscReal before = 0, after = 0, median = 0, least = 0, bytes;
  PetscMPIInt size;
  PetscBool ggl;
  RicMesh mesh;
  RicModel model;
  RicStepper stepper;
  RicStepperStats stats;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &size));
  PetscCall(PetscStrcmp(o->stepper, "ggl-alpha", &ggl));
  bytes = (ggl ? BYTES_GGL_ALPHA : BYTES_MOREAU_JEAN) * dofs;
  const PetscReal empty = BytesPeak(), begin = Seconds();
  PetscCall(CreateMesh(o, &mesh));
  PetscCall(CreateModel(o, mesh, &model));
  PetscCall(StartStepper(model, o->stepper, o->h, &stepper));
  PetscCall(ReportSetUp(begin, dofs, stepper));
  PetscCall(Report("peak_bytes_per_dof", (BytesPeak() - empty) / dofs));
  PetscCall(Triad(bytes / size, &before));
  if (size == 1)
    PetscCall(MeasureFloor(o, &floor_median, &floor_least));
  PetscCall(TimeSteps(o, stepper, &median, &least));
  if (size == 1)
    PetscCall(MeasureFloor(o, &floor_median, &floor_least));
  PetscCall(Triad(bytes / size, &after));
  PetscCall(Report("bytes_per_dof", bytes / dofs));
  PetscCall(Report("triad_GBps", 1e-9 * PetscMax(before, after)));
  PetscCall(Report("flight_over_triad", median * PetscMax(before, after) / bytes));
  PetscCall(Report("flight_over_triad.min", least * PetscMax(before, after) / bytes));
  if (size == 1) {
    PetscCall(Report("floor_us", 1e6 * floor_median));
    PetscCall(Report("flight_over_floor", median / floor_median));
    PetscCall(Report("flight_over_floor.min", least / floor_least));
  }
  PetscCall(ReportOperations(stepper, o->steps + 1, 50, o->h));
  PetscCall(RicStepperGetStats(stepper, &stats));
  PetscCall(Report("factorizations_end", (PetscReal)stats.factorizations));
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
