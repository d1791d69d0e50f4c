// SPDX-License-Identifier: BSD-2-Clause
// A braced steel lattice on a floor with friction: products with the matrix and time a step of the
// nodal stage, and their ratio to the frictionless stage `bound` on the same steps.
//
//   bench_nodal [-cells 32,32,30] [-steps 12] [-courant 5] [-mu 0.3]
//                  [-scene drop|rest|incline] [-tilt 0.9] [-rough nodal] [PETSc options]
//
// The lattice is that of tests/sliding_lattice.h; the motion follows the nodal stage. Both stages
// start from 0 and have the same tolerance, -stage_rtol.
#include "bench.h"
#include "sliding_lattice.h"

// What one of the stages took in the steps with contact.
typedef struct {
  PetscReal products, seconds;
} Cost;

typedef struct {
  Cost smooth, rough;
  PetscReal outer, fallbacks, open, stick, slip;
  PetscInt steps; // with contact
} Totals;

static PetscErrorCode ReadSetting(LatticeSetting *set, PetscInt *steps) {
  static const char *const scenes[] = {"rest", "incline", "drop"};
  PetscInt n = 3, scene = SCENE_DROP;

  PetscFunctionBegin;
  *set = (LatticeSetting){.dim = 3, .cells = {32, 32, 30}, .courant = 5, .mu = 0.3, .tilt = 0.9};
  *steps = 12;
  PetscCall(PetscOptionsGetIntArray(NULL, NULL, "-cells", set->cells, &n, NULL));
  PetscCall(PetscOptionsGetInt(NULL, NULL, "-steps", steps, NULL));
  PetscCall(PetscOptionsGetReal(NULL, NULL, "-courant", &set->courant, NULL));
  PetscCall(PetscOptionsGetReal(NULL, NULL, "-mu", &set->mu, NULL));
  PetscCall(PetscOptionsGetReal(NULL, NULL, "-tilt", &set->tilt, NULL));
  PetscCall(PetscOptionsGetEList(NULL, NULL, "-scene", scenes, 3, &scene, NULL));
  set->scene = (Scene)scene;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The entries of normal rows.
static PetscErrorCode NormalPart(const Lattice *l, Vec rows, Vec normal) {
  const PetscScalar *a;
  PetscScalar *b;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(rows, &a));
  PetscCall(VecGetArray(normal, &b));
  for (PetscInt k = 0; k < l->contacts; k++)
    b[k] = a[k * l->dim];
  PetscCall(VecRestoreArrayRead(rows, &a));
  PetscCall(VecRestoreArray(normal, &b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// One solve, timed; x is 0 on entry.
static PetscErrorCode TimeSolve(RicStage stage, Vec b, Vec y0, Vec law, Vec x, Vec y, Vec mu,
                                Cost *cost) {
  PetscInt iterations = 0;
  RicReason reason;

  PetscFunctionBegin;
  PetscCall(VecZeroEntries(x));
  PetscCallMPI(MPI_Barrier(PETSC_COMM_WORLD));
  const PetscReal begin = Seconds();
  PetscCall(RicStageSolve(stage, b, y0, law, x, y, mu, &iterations, &reason));
  cost->seconds += Seconds() - begin;
  cost->products += (PetscReal)iterations;
  PetscCheck(reason == RIC_OK, PETSC_COMM_WORLD, PETSC_ERR_NOT_CONVERGED, "a stage failed");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddReport(RicStage stage, Totals *t) {
  RicStageReport report;

  PetscFunctionBegin;
  PetscCall(RicStageGetReport(stage, &report));
  t->outer += (PetscReal)report.outer;
  t->fallbacks += (PetscReal)report.fallbacks;
  t->open += (PetscReal)report.open;
  t->stick += (PetscReal)report.stick;
  t->slip += (PetscReal)report.slip;
  t->steps++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Steps(Lattice *l, PetscInt steps, Totals *t) {
  char type[RIC_NAME_LEN] = "nodal";
  RicStage smooth, rough;
  Vec x, y0, law, y, mu;

  PetscFunctionBegin;
  PetscCall(PetscOptionsGetString(NULL, NULL, "-rough", type, sizeof(type), NULL));
  PetscCall(LatticeStage(l, "bound", PETSC_FALSE, &smooth));
  PetscCall(LatticeStage(l, type, PETSC_TRUE, &rough));
  PetscCall(VecDuplicate(l->v, &x));
  PetscCall(MatCreateVecs(l->normals, NULL, &y0));
  PetscCall(VecDuplicate(y0, &law));
  PetscCall(VecDuplicate(y0, &y));
  PetscCall(VecDuplicate(y0, &mu));
  for (PetscInt step = 0; step < steps; step++) {
    Cost unused = {0, 0};
    PetscCall(LatticePredict(l, x));
    PetscCall(NormalPart(l, l->y0, y0));
    PetscCall(NormalPart(l, l->law, law));
    const PetscBool contact = (PetscBool)(l->in_play > 0);
    PetscCall(TimeSolve(smooth, l->b, y0, law, x, y, mu, contact ? &t->smooth : &unused));
    PetscCall(TimeSolve(rough, l->b, l->y0, l->law, x, l->y, l->mu, contact ? &t->rough : &unused));
    if (contact)
      PetscCall(AddReport(rough, t));
    PetscCall(LatticeAdvance(l, x));
  }
  Vec *vecs[] = {&x, &y0, &law, &y, &mu};
  for (PetscInt i = 0; i < 5; i++)
    PetscCall(VecDestroy(vecs[i]));
  PetscCall(RicStageDestroy(&smooth));
  PetscCall(RicStageDestroy(&rough));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReportTotals(const Lattice *l, const Totals *t) {
  const PetscReal n = (PetscReal)PetscMax(t->steps, 1);
  PetscInt dofs, contacts;

  PetscFunctionBegin;
  PetscCall(MatGetSize(l->normals, &contacts, &dofs));
  PetscCall(Report("dofs", (PetscReal)dofs));
  PetscCall(Report("contacts", (PetscReal)contacts));
  PetscCall(Report("steps_in_contact", n));
  PetscCall(Report("smooth.products", t->smooth.products / n));
  PetscCall(Report("smooth.us_per_dof", t->smooth.seconds / n / (PetscReal)dofs * 1e6));
  PetscCall(Report("friction.products", t->rough.products / n));
  PetscCall(Report("friction.us_per_dof", t->rough.seconds / n / (PetscReal)dofs * 1e6));
  PetscCall(Report("friction.outer", t->outer / n));
  PetscCall(Report("friction.fallbacks", t->fallbacks / n));
  PetscCall(Report("open", t->open / n));
  PetscCall(Report("stick", t->stick / n));
  PetscCall(Report("slip", t->slip / n));
  PetscCall(Report("ratio.products", t->rough.products / t->smooth.products));
  PetscCall(Report("ratio.time", t->rough.seconds / t->smooth.seconds));
  PetscCall(Report("peak_bytes", BytesPeak()));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char **argv) {
  LatticeSetting set;
  Totals totals = {{0, 0}, {0, 0}, 0, 0, 0, 0, 0, 0};
  PetscInt steps;
  Lattice lattice;

  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  PetscCall(ReadSetting(&set, &steps));
  PetscCall(LatticeCreate(PETSC_COMM_WORLD, &set, &lattice));
  PetscCall(Steps(&lattice, steps, &totals));
  PetscCall(ReportTotals(&lattice, &totals));
  PetscCall(LatticeDestroy(&lattice));
  PetscCall(PetscFinalize());
  return 0;
}
