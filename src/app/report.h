// SPDX-License-Identifier: BSD-2-Clause
// Report: the closing summary of a run, on the screen (about ten lines) and as summary.json.
#ifndef RIC_APP_REPORT_H
#define RIC_APP_REPORT_H

#include "app/record.h"
#include "io/summary.h"

// Times of a run, s, and the sampled times of steps.
typedef struct {
  PetscLogDouble before; // wall time of the runs that this one goes on from
  PetscInt restarts;     // how many these were
  PetscLogDouble wall, setup, output;
  PetscInt num_samples, stride;
  float samples[4096]; // step times, s; every `stride`-th step
} RicTimes;

// Keep the time of step number `step`: all of them at first, then every 2nd, 4th, … so that memory
// stays constant.
void RicTimesAdd(RicTimes *times, PetscInt step, PetscLogDouble seconds);

// Those so far; `wall` is of this moment. When loaded it is what was before, and this is one more restart.
PetscErrorCode RicTimesArchive(RicTimes *times, RicArchive archive);

// dir/summary.json. Collective.
PetscErrorCode RicReportWrite(RicCase *c, const RicRecord *record, const RicTimes *times,
                              PetscBool complete);
// Print unless quiet. Collective.
PetscErrorCode RicReportPrint(RicCase *c, const RicRecord *record, const RicTimes *times,
                              PetscBool complete);
// `bar` of the summary: length, area, density, modulus, where the model is a free uniform bar in
// one dimension. Collective.
PetscErrorCode RicReportBar_Private(RicCase *c, RicSummary summary);

#endif
