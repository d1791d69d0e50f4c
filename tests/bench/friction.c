// SPDX-License-Identifier: BSD-2-Clause
// Walls of boxes, cold, by the solver of contacts with friction: contacts, factorizations, ms of CPU, and how
// much longer the graph of contacts takes than that of bodies; one contact alone and two, in µs.
//
//   bench_friction [-width 3,5,10,25] [-layers 3,6,10,40] [-mu 0.5] [-along 0.1] [-across 0.02]
//                  [-repeat 3] [-friction_rtol 1e-8] [-compare 1000]
//
// -compare: up to so many contacts the graph of contacts is tried, too.
#include "../friction_walls.h"
#include "bench.h"

#include <time.h>

enum { MOST_WALLS = 16, MOST_REPEATS = 64 };

typedef struct {
  PetscInt walls, width[MOST_WALLS], layers[MOST_WALLS], repeat, compare;
  PetscReal mu, along, across;
} Options;

static PetscErrorCode ReadOptions(Options *o) {
  PetscInt widths = MOST_WALLS, layers = MOST_WALLS;
  PetscBool given, too;

  PetscFunctionBegin;
  *o = (Options){.walls = 4,
                 .width = {3, 5, 10, 25},
                 .layers = {3, 6, 10, 40},
                 .repeat = 3,
                 .compare = 1000,
                 .mu = 0.5,
                 .along = 0.1,
                 .across = 0.02};
  PetscCall(PetscOptionsGetIntArray(NULL, NULL, "-width", o->width, &widths, &given));
  PetscCall(PetscOptionsGetIntArray(NULL, NULL, "-layers", o->layers, &layers, &too));
  o->walls = given && too ? PetscMin(widths, layers) : o->walls;
  PetscCall(PetscOptionsGetInt(NULL, NULL, "-repeat", &o->repeat, NULL));
  o->repeat = PetscMin(PetscMax(o->repeat, 1), MOST_REPEATS);
  PetscCall(PetscOptionsGetInt(NULL, NULL, "-compare", &o->compare, NULL));
  PetscCall(PetscOptionsGetReal(NULL, NULL, "-mu", &o->mu, NULL));
  PetscCall(PetscOptionsGetReal(NULL, NULL, "-along", &o->along, NULL));
  PetscCall(PetscOptionsGetReal(NULL, NULL, "-across", &o->across, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Of this process: others on the machine count less.
static PetscReal CpuSeconds(void) {
  struct timespec t;

  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (PetscReal)t.tv_sec + 1e-9 * (PetscReal)t.tv_nsec;
}

// Median seconds of a cold solve by that back-end.
static PetscErrorCode Time(RicFriction friction, const char kernel[], const Options *o, Wall *w,
                           RicFrictionResult *result, PetscReal *seconds) {
  const RicFrictionProblem problem = WallProblem(w);
  PetscReal t[MOST_REPEATS];

  PetscFunctionBegin;
  PetscCall(RicFrictionSetKernel(friction, kernel));
  for (PetscInt i = 0; i < o->repeat; i++) {
    PetscCall(PetscArrayzero(w->r, 3 * w->contacts));
    const PetscReal begin = CpuSeconds();
    PetscCall(RicFrictionSolve(friction, &problem, w->r, w->u, result));
    t[i] = CpuSeconds() - begin;
  }
  PetscCheck(result->reason == RIC_FRICTION_SOLVED, PETSC_COMM_SELF, PETSC_ERR_NOT_CONVERGED,
             "residual %g", (double)result->residual);
  PetscCall(PetscSortReal(o->repeat, t));
  *seconds = t[o->repeat / 2];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode TimeWall(RicFriction friction, const Options *o, PetscInt i) {
  RicFrictionResult result;
  PetscReal seconds, other;
  Wall w;
  char name[RIC_NAME_LEN], key[RIC_NAME_LEN];

  PetscFunctionBegin;
  PetscCall(WallCreate(o->width[i], o->layers[i], o->mu, o->along, o->across, &w));
  PetscCall(PetscSNPrintf(name, sizeof(name), "wall_%" PetscInt_FMT, w.boxes));
  PetscCall(Time(friction, "primal", o, &w, &result, &seconds));
  PetscCall(PetscSNPrintf(key, sizeof(key), "%s.contacts", name));
  PetscCall(Report(key, (PetscReal)w.contacts));
  PetscCall(PetscSNPrintf(key, sizeof(key), "%s.factorizations", name));
  PetscCall(Report(key, (PetscReal)result.factorizations));
  PetscCall(PetscSNPrintf(key, sizeof(key), "%s.ms", name));
  PetscCall(Report(key, 1e3 * seconds));
  if (w.contacts <= o->compare) {
    PetscCall(Time(friction, "sparse", o, &w, &result, &other));
    PetscCall(PetscSNPrintf(key, sizeof(key), "%s.sparse_over_primal", name));
    PetscCall(Report(key, other / seconds));
  }
  PetscCall(WallDestroy(&w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// One or two contacts in space that slide, coupled by a fifth: the least of many.
static PetscErrorCode TimeFew(RicFriction friction, PetscInt contacts, const char key[]) {
  enum { CALLS = 1000, PASSES = 200, MOST = 6 };
  const PetscReal block[9] = {1, 0.1, 0.2, 0.1, 3, 0.3, 0.2, 0.3, 2},
                  q[MOST] = {-1, 2, 1, -2, 1, 3};
  const RicFrictionGroup group = {.law = RIC_FRICTION_COULOMB, .rows = 3, .mu = 0.3};
  const RicFrictionGroup groups[2] = {group, group};
  PetscReal W[MOST * MOST], best = PETSC_MAX_REAL;
  const RicFrictionProblem problem = {
      .num_groups = contacts, .groups = groups, .q = q, .W = W, .leading = MOST};

  PetscFunctionBegin;
  for (PetscInt i = 0; i < MOST * MOST; i++)
    W[i] = (i / MOST / 3 == i % MOST / 3 ? 1 : 0.2) * block[i / MOST % 3 * 3 + i % MOST % 3];
  for (PetscInt pass = 0; pass < PASSES; pass++) {
    const PetscReal begin = CpuSeconds();
    for (PetscInt i = 0; i < CALLS; i++) {
      RicFrictionResult result;
      PetscReal r[MOST] = {0}, u[MOST];
      PetscCall(RicFrictionSolve(friction, &problem, r, u, &result));
    }
    best = PetscMin(best, (CpuSeconds() - begin) / CALLS);
  }
  PetscCall(Report(key, 1e6 * best));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void) {
  RicFriction friction;
  Options o;

  PetscFunctionBegin;
  PetscCall(ReadOptions(&o));
  PetscCall(RicFrictionCreate(NULL, &friction));
  PetscCall(TimeFew(friction, 1, "one_contact.us"));
  PetscCall(TimeFew(friction, 2, "two_contacts.us"));
  PetscCall(RicFrictionSetTolerance(friction, 1e-8));
  PetscCall(RicFrictionSetFromOptions(friction));
  for (PetscInt i = 0; i < o.walls; i++)
    PetscCall(TimeWall(friction, &o, i));
  PetscCall(RicFrictionDestroy(&friction));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char **argv) {
  PetscErrorCode ierr;

  if (PetscInitialize(&argc, &argv, NULL, NULL))
    return 1;
  ierr = Run();
  return PetscFinalize() || ierr;
}
