// SPDX-License-Identifier: BSD-2-Clause
// What the benchmarks share: clocks, medians, memory, the STREAM triad and the counts of PETSc
// operations in the time loop. Results are lines "key value" on standard output, which
// tests/bench/run makes into tables.
#ifndef RIC_TESTS_BENCH_H
#define RIC_TESTS_BENCH_H

#include "contact/contact_data.h"
#include "element/element_data.h"
#include "mesh/mesh.h"
#include "model/model.h"
#include "model/model_build.h"
#include "model/model_view.h"
#include "stepper/stepper.h"

#include <malloc.h>
#include <petsctime.h>
#include <sys/resource.h>

// Median and least of x [n], times `unit`, as "NAME" and "NAME.min"; sorts x. Nothing where n is 0.
static inline PetscErrorCode ReportTimes(const char name[], PetscInt n, PetscReal x[],
                                         PetscReal unit) {
  PetscFunctionBegin;
  PetscCall(PetscSortReal(n, x));
  if (n)
    PetscCall(PetscPrintf(PETSC_COMM_WORLD, "%s %.9g\n%s.min %.9g\n", name,
                          (double)(unit * (x[(n - 1) / 2] + x[n / 2]) / 2), name,
                          (double)(unit * x[0])));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static inline PetscReal Seconds(void) {
  PetscLogDouble t;

  PetscCallContinue(PetscTime(&t));
  return t;
}

static inline PetscErrorCode Report(const char key[], PetscReal value) {
  PetscFunctionBegin;
  PetscCall(PetscPrintf(PETSC_COMM_WORLD, "%s %.9g\n", key, (double)value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Bytes that the allocator has handed out, of the largest rank.
static inline PetscReal BytesAllocated(void) {
  const struct mallinfo2 info = mallinfo2();
  PetscReal bytes = (PetscReal)(info.uordblks + info.hblkhd);

  MPI_Allreduce(MPI_IN_PLACE, &bytes, 1, MPIU_REAL, MPI_MAX, PETSC_COMM_WORLD);
  return bytes;
}

// Largest resident memory so far, bytes, of all ranks together.
static inline PetscReal BytesPeak(void) {
  struct rusage usage;
  PetscReal bytes;

  getrusage(RUSAGE_SELF, &usage);
  bytes = 1024.0 * (PetscReal)usage.ru_maxrss;
  MPI_Allreduce(MPI_IN_PLACE, &bytes, 1, MPIU_REAL, MPI_SUM, PETSC_COMM_WORLD);
  return bytes;
}

// Bytes per second of a[i] = b[i] + s c[i], 24 bytes an entry as STREAM counts, arrays of `bytes`
// in all on this rank, all ranks at once: the best of many passes.
static inline PetscErrorCode Triad(PetscReal bytes, PetscReal *rate) {
  const PetscInt n = PetscMax((PetscInt)(bytes / 24), 1000);
  const PetscInt passes = PetscMax(10, (PetscInt)(2e8 / (24.0 * (PetscReal)n)));
  PetscReal *a, *b, *c, best = PETSC_MAX_REAL;

  PetscFunctionBegin;
  PetscCall(PetscMalloc3(n, &a, n, &b, n, &c));
  for (PetscInt i = 0; i < n; i++)
    a[i] = 0, b[i] = 1, c[i] = (PetscReal)i;
  for (PetscInt pass = 0; pass < passes; pass++) {
    PetscCallMPI(MPI_Barrier(PETSC_COMM_WORLD));
    const PetscReal begin = Seconds(), s = 1 + (PetscReal)pass;
    for (PetscInt i = 0; i < n; i++)
      a[i] = b[i] + s * c[i];
    best = PetscMin(best, Seconds() - begin);
    b[pass % n] = a[n - 1 - pass % n]; // keeps the passes
  }
  PetscCall(PetscFree3(a, b, c));
  *rate = 24.0 * (PetscReal)n / best;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, rate, 1, MPIU_REAL, MPI_SUM, PETSC_COMM_WORLD));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Calls so far of a PETSc log event on this rank; logging is on (PetscLogDefaultBegin).
static inline PetscErrorCode EventCount(const char name[], PetscInt *count) {
  PetscEventPerfInfo info;
  PetscLogEvent event;

  PetscFunctionBegin;
  PetscCall(PetscLogEventGetId(name, &event));
  PetscCall(PetscLogEventGetPerfInfo(0, event, &info));
  *count = info.count;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Advance one step of length h and time it.
static inline PetscErrorCode TimedStep(RicStepper stepper, PetscInt step, PetscReal h,
                                       PetscReal *seconds) {
  RicReason reason;

  PetscFunctionBegin;
  const PetscReal begin = Seconds();
  PetscCall(RicStepperAdvance(stepper, (PetscReal)step * h, &reason));
  *seconds = Seconds() - begin;
  PetscCheck(reason == RIC_OK, PETSC_COMM_WORLD, PETSC_ERR_NOT_CONVERGED,
             "step %" PetscInt_FMT " did not converge", step);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What happens in `steps` steps more, counted: PETSc operations a step, and those that a time loop
// of a linear structure should not see at all.
static inline PetscErrorCode ReportOperations(RicStepper stepper, PetscInt first, PetscInt steps,
                                              PetscReal h) {
  static const char *const never[] = {"MatAssemblyEnd", "MatLUFactorNum", "MatCholFctrNum",
                                      "MatLUFactorSym", "PCSetUp"};
  static const char *const per_step[] = {"MatMult", "MatSolve", "PCApply", "KSPSolve"};
  PetscInt count = 0;
  PetscReal seconds = 0;

  PetscFunctionBegin;
  PetscCall(PetscLogDefaultBegin());
  const PetscReal before = BytesAllocated();
  for (PetscInt step = first; step < first + steps; step++)
    PetscCall(TimedStep(stepper, step, h, &seconds));
  PetscCall(Report("loop.bytes", BytesAllocated() - before));
  for (size_t i = 0; i < sizeof(never) / sizeof(never[0]); i++) {
    char key[RIC_NAME_LEN];
    PetscCall(PetscSNPrintf(key, sizeof(key), "loop.%s", never[i]));
    PetscCall(EventCount(never[i], &count));
    PetscCall(Report(key, (PetscReal)count));
  }
  for (size_t i = 0; i < sizeof(per_step) / sizeof(per_step[0]); i++) {
    char key[RIC_NAME_LEN];
    PetscCall(PetscSNPrintf(key, sizeof(key), "step.%s", per_step[i]));
    PetscCall(EventCount(per_step[i], &count));
    PetscCall(Report(key, (PetscReal)count / (PetscReal)steps));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A stepper of the given type, ready to advance.
static inline PetscErrorCode StartStepper(RicModel model, const char type[], PetscReal h,
                                          RicStepper *stepper) {
  PetscFunctionBegin;
  PetscCall(RicStepperCreate(PETSC_COMM_WORLD, stepper));
  PetscCall(RicStepperSetModel(*stepper, model));
  PetscCall(RicStepperSetType(*stepper, type));
  PetscCall(RicStepperSetStep(*stepper, h));
  PetscCall(RicStepperSetFromOptions(*stepper));
  PetscCall(RicStepperSetUp(*stepper));
  PetscCall(RicStepperStart(*stepper, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The initial velocity of a region along one direction, an expression of x, y, z.
static inline PetscErrorCode SetVelocity(RicModel model, const RicRegion *region,
                                         PetscInt direction, const char text[]) {
  RicExpression none[3] = {NULL, NULL, NULL}, rate[3] = {NULL, NULL, NULL};

  PetscFunctionBegin;
  PetscCall(RicExpressionCreate(text, &rate[direction], NULL));
  PetscCall(RicModelAddInitial(model, region, none, rate));
  PetscFunctionReturn(PETSC_SUCCESS);
}

#endif
