// SPDX-License-Identifier: BSD-2-Clause
// The command `solve`: a frictional contact problem of a file of the field's exchange format.
#include "app/app.h"
#include "app/contact_problem.h"
#include "base/options.h"

#include <petsctime.h>

// The most solves that -repeat asks for.
#define MOST_REPEATS 10000

static PetscErrorCode Tell(const RicFclib *file, RicFriction friction,
                           const RicFrictionResult *result, PetscReal seconds) {
  static const char *const reasons[] = {
      "solved", "not solved: no solution was found, without friction there is one",
      "not solved: there is no solution, not even without friction"};
  MPI_Comm comm = PETSC_COMM_SELF;

  PetscFunctionBegin;
  PetscCall(PetscPrintf(
      comm, "%s problem in %s, %" PetscInt_FMT " contacts, %" PetscInt_FMT " equations\n",
      file->global ? "global" : "local", file->dim == 2 ? "the plane" : "space", file->contacts,
      file->equations));
  PetscCall(RicFrictionView(friction, PETSC_VIEWER_STDOUT_SELF));
  PetscCall(
      PetscPrintf(comm, "%s (%s)\n", reasons[result->reason], RicFrictionLinks[result->link]));
  PetscCall(PetscPrintf(comm, "residual: %.3e, natural map: %.3e\n", (double)result->residual,
                        (double)result->natural_map));
  PetscCall(PetscPrintf(comm,
                        "sweeps: %" PetscInt_FMT ", Newton: %" PetscInt_FMT
                        ", interior: %" PetscInt_FMT ", factorizations: %" PetscInt_FMT "\n",
                        result->sweeps, result->newton, result->interior, result->factorizations));
  PetscCall(PetscPrintf(
      comm, "open: %" PetscInt_FMT ", stick: %" PetscInt_FMT ", slip: %" PetscInt_FMT "\n",
      result->open, result->stick, result->slip));
  PetscCall(PetscPrintf(comm, "time: %.3f ms\n", 1e3 * (double)seconds));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Write(const RicFclib *file, RicContactProblem problem, const char from[],
                            const char path[], const PetscReal r[], const PetscReal u[]) {
  PetscReal *v = NULL;

  PetscFunctionBegin;
  if (file->global) {
    PetscCall(PetscMalloc1(file->dofs, &v));
    PetscCall(RicContactProblemGetVelocity(problem, r, v));
  }
  const PetscErrorCode ierr =
      RicFclibWriteSolution(file, from, path, u, r, &r[file->dim * file->contacts], v);
  PetscCall(PetscFree(v));
  PetscFunctionReturn(ierr);
}

// `repeat` times from r = 0; *seconds: the median.
static PetscErrorCode TimedSolve(RicFriction friction, const RicFrictionProblem *p, PetscInt n,
                                 PetscInt repeat, PetscReal r[], PetscReal u[],
                                 RicFrictionResult *result, PetscReal *seconds) {
  PetscReal *times;

  PetscFunctionBegin;
  PetscCall(PetscMalloc1(repeat, &times));
  for (PetscInt i = 0; i < repeat; i++) {
    PetscLogDouble begin, end;
    PetscCall(PetscArrayzero(r, n));
    PetscCall(PetscTime(&begin));
    PetscCall(RicFrictionSolve(friction, p, r, u, result));
    PetscCall(PetscTime(&end));
    times[i] = end - begin;
  }
  PetscCall(PetscSortReal(repeat, times));
  *seconds = times[repeat / 2];
  PetscCall(PetscFree(times));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Solve(const RicFclib *file, RicContactProblem problem, const char filename[],
                            RicFriction friction, RicFrictionResult *result) {
  const RicFrictionProblem *p;
  PetscReal *r, *u;
  PetscReal seconds = 0;
  PetscInt n, repeat = 1;
  char path[RIC_PATH_LEN] = "";
  PetscBool given, quiet = PETSC_FALSE;
  PetscErrorCode ierr = PETSC_SUCCESS;

  PetscFunctionBegin;
  PetscCall(PetscOptionsGetBool(NULL, NULL, "-quiet", &quiet, NULL));
  PetscCall(PetscOptionsGetString(NULL, NULL, "-o", path, sizeof(path), &given));
  PetscCall(RicContactProblemGet(problem, &p, &n));
  PetscCall(PetscOptionsGetInt(NULL, NULL, "-repeat", &repeat, NULL));
  RicCheckUser(repeat >= 1 && repeat <= MOST_REPEATS, PETSC_COMM_SELF,
               "option -repeat: must be in 1 ... %d (is %" PetscInt_FMT ")", MOST_REPEATS, repeat);
  PetscCall(PetscCalloc2(n + 1, &r, n + 1, &u));
  PetscCall(TimedSolve(friction, p, n, repeat, r, u, result, &seconds));
  if (given && path[0])
    ierr = Write(file, problem, filename, path, r, u);
  if (!ierr && !quiet)
    PetscCall(Tell(file, friction, result, seconds));
  PetscCall(PetscFree2(r, u));
  PetscFunctionReturn(ierr);
}

static PetscErrorCode ReadOptions(MPI_Comm comm, RicFriction friction) {
  char unknown[RIC_PATH_LEN];
  PetscMPIInt size;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_size(comm, &size));
  RicCheckUser(size == 1, comm, "solve: runs on 1 rank, not on %d", size);
  PetscCall(RicFrictionSetFromOptions(friction));
  PetscCall(RicOptionsFindUnknown(unknown));
  RicCheckUser(!unknown[0], comm,
               "option -%s: known neither here nor to PETSc (ricochet --help explains)", unknown);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicSolveCommand(MPI_Comm comm, const char filename[], int *exit_code) {
  RicFclib *file = NULL;
  RicContactProblem problem = NULL;
  RicFriction friction = NULL;
  RicFrictionResult result = {.reason = RIC_FRICTION_UNSOLVED};

  PetscFunctionBegin;
  PetscCall(RicFrictionCreate(NULL, &friction));
  PetscErrorCode ierr = ReadOptions(comm, friction);
  if (!ierr)
    ierr = RicFclibRead(filename, &file);
  if (!ierr)
    ierr = RicContactProblemCreate(file, filename, &problem);
  if (!ierr)
    ierr = Solve(file, problem, filename, friction, &result);
  PetscCall(RicContactProblemDestroy(&problem));
  PetscCall(RicFclibDestroy(&file));
  PetscCall(RicFrictionDestroy(&friction));
  *exit_code = result.reason == RIC_FRICTION_SOLVED ? RIC_EXIT_DONE : RIC_EXIT_SOLVER;
  PetscFunctionReturn(ierr);
}
